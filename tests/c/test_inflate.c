/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/io: zlib streams of MAT-files. */
#include <zlib.h>

#include "check.h"

/* What zlib packs comes back; every beginning of it, or a byte changed, is refused. */
static void test_inflate(void **state)
{
    (void)state;
    static unsigned char in[20000], packed[30000];
    for (size_t k = 0; k < sizeof in; k++) {
        in[k] = (unsigned char)(k % 7 * (k % 1000 < 10));
    }
    uLongf size = sizeof packed;
    assert_int_equal(compress(packed, &size, in, sizeof in), Z_OK);
    unsigned char *out;
    dls_int count;
    dls_fault f = {0};
    assert_code(dls_inflate(packed, (dls_int)size, INT32_MAX, &out, &count, &f), DLS_OK, &f);
    assert_int_equal(count, sizeof in);
    assert_memory_equal(out, in, sizeof in);
    dls_bytes_free(out);
    for (uLongf cut = 0; cut < size; cut++) {
        assert_code(dls_inflate(packed, (dls_int)cut, INT32_MAX, &out, &count, &f),
                    DLS_ERROR_FORMAT, &f);
        assert_null(out);
        packed[cut] ^= 255;
        assert_code(dls_inflate(packed, (dls_int)size, INT32_MAX, &out, &count, &f),
                    DLS_ERROR_FORMAT, &f);
        packed[cut] ^= 255;
    }
    assert_code(dls_inflate(packed, (dls_int)size, 8, &out, &count, &f), DLS_OK, &f);
    assert_int_equal(count, 8);
    assert_memory_equal(out, in, 8);
    dls_bytes_free(out);
    dls_test_fail_allocation(1);
    assert_code(dls_inflate(packed, (dls_int)size, INT32_MAX, &out, &count, &f), DLS_ERROR_MEMORY,
                &f);
    dls_test_fail_allocation(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_inflate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
