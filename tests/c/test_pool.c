/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/base: the allocation hook of these tests, and pools. */
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "base/guard.h"
#include "check.h"

static void test_allocation_hook(void **state)
{
    (void)state;
    dls_int before = dls_test_allocations();
    double *x = DLS_NEW(double, 3), *none = DLS_NEW(double, 0);
    assert_int_equal(dls_test_allocations() - before, 2);
    assert_non_null(x);
    assert_non_null(none);
    assert_true(x[0] == 0 && x[2] == 0);
    assert_null(DLS_NEW(double, -1));
    dls_free(x);
    dls_free(none);
    dls_test_fail_allocation(3);
    for (int k = 1; k <= 5; k++) { /* the third fails, once */
        void *p = dls_alloc(1, 8);
        assert_true((p == NULL) == (k == 3));
        dls_free(p);
    }
    dls_test_fail_allocation(1);
    dls_test_fail_allocation(0);
    void *p = dls_alloc(1, 8);
    assert_non_null(p);
    dls_free(p);
    dls_free(NULL);
}

typedef struct {
    dls_int n;
    double *x, *y;
    int *order;
    bool *none;
} arrays;

static void lay_out(void *object, dls_room *room)
{
    arrays *a = object;
    a->x = DLS_TAKE(room, double, a->n);
    a->order = DLS_TAKE(room, int, 3);
    a->none = DLS_TAKE(room, bool, 0);
    a->y = DLS_TAKE(room, double, 2 * a->n);
}

static char released[8];

static void note(void *what)
{
    size_t n = strlen(released);
    released[n] = *(char *)what;
    released[n + 1] = '\0';
}

static void test_pool(void **state)
{
    (void)state;
    char a = 'a', b = 'b', c = 'c';
    dls_pool pool = {NULL, 0};
    dls_pool_free(&pool);
    arrays A = {.n = 5}, B = {.n = 1};
    dls_int before = dls_test_allocations();
    assert_true(dls_pool_make(&pool, lay_out, &A));
    assert_int_equal(dls_test_allocations() - before, 2); /* the block, and the list of owned */
    assert_true(dls_pool_own(&pool, note, &a) && dls_pool_own(&pool, note, &b));
    assert_true(dls_pool_make(&pool, lay_out, &B));
    for (dls_int k = 0; k < A.n; k++) {
        assert_true(A.x[k] == 0 && A.y[k] == 0 && A.y[A.n + k] == 0 && A.order[k % 3] == 0);
        A.x[k] = A.y[k] = A.y[A.n + k] = 1;
    }
    assert_true(A.order[0] == 0 && A.order[2] == 0 && B.x[0] == 0 && B.y[1] == 0);
    assert_true((uintptr_t)A.x % 32 == 0 && (uintptr_t)A.y % 32 == 0 &&
                (uintptr_t)B.order % 32 == 0);
    assert_true(!dls_pool_own(&pool, note, NULL) && released[0] == '\0');
    dls_test_fail_allocation(1); /* what cannot be remembered is released at once */
    assert_true(!dls_pool_own(&pool, note, &c) && strcmp(released, "c") == 0);
    for (dls_int k = 1; k <= 2; k++) {
        dls_test_fail_allocation(k);
        assert_false(dls_pool_make(&pool, lay_out, &B));
    }
    dls_test_fail_allocation(0);
    B.n = (dls_int)(SIZE_MAX / 32); /* bytes that do not fit */
    assert_false(dls_pool_make(&pool, lay_out, &B));
    B.n = -1;
    assert_false(dls_pool_make(&pool, lay_out, &B));
    dls_pool_free(&pool);
    assert_string_equal(released, "cba");
    dls_pool_free(&pool);
}

/* Does a process that writes there go on? */
static bool survives(char *at)
{
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(STDERR_FILENO); /* the report */
        *(volatile char *)at = 1;
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* A build with the address sanitizer reports an overrun by one byte, in both directions, also where
   another array of the pool is near. */
static void test_guards(void **state)
{
    (void)state;
    dls_pool pool = {NULL, 0};
    arrays A = {.n = 5};
    assert_true(dls_pool_make(&pool, lay_out, &A));
    bool plain = DLS_GUARD == 0;
    assert_true(survives((char *)(A.x + A.n) - 1) && survives((char *)A.y));
    assert_int_equal(survives((char *)(A.x + A.n)), plain);
    assert_int_equal(survives((char *)(A.order + 3)), plain);
    assert_int_equal(survives((char *)A.none), plain);
    assert_int_equal(survives((char *)A.y - 1), plain);
    assert_true(plain || !survives((char *)A.x - 1));
    dls_pool_free(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_allocation_hook),
        cmocka_unit_test(test_pool),
        cmocka_unit_test(test_guards),
    };
    return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
