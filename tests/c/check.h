/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmocka, and one assertion more. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "counting_alloc.h"
#include "delassus.h"

/* value <= bound; NaN fails. */
#define assert_small(value, bound) check_small((value), (bound), #value, __FILE__, __LINE__)

static inline void check_small(double value, double bound, const char *text, const char *file,
                               int line)
{
    if (!(value <= bound)) {
        print_error("%s = %.3g, expected at most %.3g\n", text, value, bound);
        _fail(file, line);
    }
}

/* The larger one; NaN stays, which fmax takes for nothing. */
static inline double larger(double a, double b)
{
    return a > b || a != a ? a : b;
}

/* The call returned `code`, and an error says so in words. */
#define assert_code(code, expected, fault)                                                         \
    check_code((code), (expected), (fault), #code, __FILE__, __LINE__)

static inline void check_code(dls_error code, dls_error expected, const dls_fault *fault,
                              const char *text, const char *file, int line)
{
    if (code != expected) {
        print_error("%s: %s (%s), expected %s\n", text, dls_error_id(code), code ? fault->text : "",
                    dls_error_id(expected));
        _fail(file, line);
    }
    if (code && (fault->code != code || !fault->text[0])) {
        print_error("%s: the fault says '%s' (%s)\n", text, fault->text, dls_error_id(fault->code));
        _fail(file, line);
    }
}

/* The k-th allocation fails, for all k: an error, no leak (valgrind), then all is well again. */
static inline void check_allocations(dls_error (*everything)(dls_fault *))
{
    dls_fault fault;
    dls_error error = DLS_ERROR_MEMORY;
    for (dls_int k = 1; error; k++) {
        dls_test_fail_allocation(k);
        error = everything(&fault);
        dls_test_fail_allocation(0);
        if (error) {
            assert_code(error, DLS_ERROR_MEMORY, &fault);
        }
        assert_true(k < 20000);
    }
    assert_code(everything(&fault), DLS_OK, &fault);
}

#endif
