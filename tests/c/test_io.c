/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/io: HDF5 datasets, FCLIB's own library as a judge of the layout, damaged files. */
#include <fclib.h>
#include <hdf5.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#define COUNT(a) ((dls_int)(sizeof(a) / sizeof *(a)))

static const dls_host quiet = {0};
static char FILE_NAME[] = "/tmp/dls_test_io_XXXXXX", other_name[sizeof FILE_NAME + 2];

static int make_file(void **state)
{
    (void)state;
    int fd = mkstemp(FILE_NAME);
    return fd < 0 ? 1 : close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    return remove(FILE_NAME);
}

static dls_dataset real(double *x, dls_int count)
{
    return (dls_dataset){DLS_DATASET_REAL, count, x, NULL};
}

static dls_dataset integer(double *x, dls_int count)
{
    return (dls_dataset){DLS_DATASET_INT, count, x, NULL};
}

static void test_round_trip(void **state)
{
    (void)state;
    double x[] = {1.0 / 3, -0.0, 5e-324, INFINITY}, i[] = {0, -2, 2147483647};
    char text[] = "a title";
    const char *paths[] = {"/a/x", "/a/b/i", "/text", "/empty", "/none", "/a/no/none", "/a"};
    dls_dataset in[] = {real(x, 4), integer(i, 3), {DLS_DATASET_TEXT, 7, NULL, text},
                        real(x, 0), {0},           {0}},
                out[6];
    dls_fault f = {0};
    assert_code(dls_hdf5_write(FILE_NAME, 6, paths, in, quiet, &f), DLS_OK, &f);
    assert_code(dls_hdf5_read(FILE_NAME, 6, paths, quiet, out, &f), DLS_OK, &f);
    assert_int_equal(out[0].count, 4);
    assert_memory_equal(out[0].x, x, sizeof x);
    assert_memory_equal(out[1].x, i, sizeof i);
    assert_string_equal(out[2].text, text);
    assert_int_equal(out[3].type, DLS_DATASET_REAL);
    assert_int_equal(out[3].count, 0);
    assert_int_equal(out[4].type, DLS_DATASET_ABSENT);
    assert_int_equal(out[5].type, DLS_DATASET_ABSENT);
    dls_dataset_free(6, out);
    assert_code(dls_hdf5_read(FILE_NAME, 1, &paths[6], quiet, out, &f), DLS_ERROR_FORMAT,
                &f); /* a group */
    for (dls_int k = 1; k <= 4; k++) {
        dls_test_fail_allocation(k);
        assert_code(dls_hdf5_read(FILE_NAME, 4, paths, quiet, out, &f), DLS_ERROR_MEMORY, &f);
        dls_test_fail_allocation(0);
    }
}

/* W = [2 1; 1 3] by rows, q, mu as FCLIB's library writes it. */
static void test_reads_fclib(void **state)
{
    (void)state;
    int p[] = {0, 2, 4}, i[] = {0, 1, 0, 1};
    double x[] = {2, 1, 1, 3}, q[] = {-1, 0.1}, mu[] = {0.7};
    struct fclib_matrix W = {.nzmax = 4, .m = 2, .n = 2, .p = p, .i = i, .x = x, .nz = -2};
    char title[] = "two", none[] = "";
    struct fclib_info info = {title, none, none};
    struct fclib_local P = {.W = &W, .q = q, .mu = mu, .spacedim = 2, .info = &info};
    assert_int_equal(remove(FILE_NAME), 0);
    assert_int_equal(fclib_write_local(&P, FILE_NAME), 1);
    const char *paths[] = {"/fclib_local/spacedim",   "/fclib_local/W/nz",
                           "/fclib_local/W/p",        "/fclib_local/W/i",
                           "/fclib_local/W/x",        "/fclib_local/vectors/q",
                           "/fclib_local/vectors/mu", "/fclib_local/info/title"};
    dls_dataset out[8];
    dls_fault f = {0};
    assert_code(dls_hdf5_read(FILE_NAME, 8, paths, quiet, out, &f), DLS_OK, &f);
    assert_true(out[0].x[0] == 2 && out[1].x[0] == -2 && out[2].x[2] == 4 && out[3].x[3] == 1);
    assert_memory_equal(out[4].x, x, sizeof x);
    assert_memory_equal(out[5].x, q, sizeof q);
    assert_memory_equal(out[6].x, mu, sizeof mu);
    assert_string_equal(out[7].text, "two");
    dls_dataset_free(8, out);
}

/* The datasets that dls_write makes of M = 2, H = [1 3], f, w, mu. */
static void test_read_by_fclib(void **state)
{
    (void)state;
    double one[] = {1}, two[] = {2}, columns[] = {-1}, p[] = {0, 1, 2}, i[] = {0, 0}, h[] = {1, 3},
           w[] = {4, 5}, mu[] = {0.3};
    const char *paths[] = {
        "/fclib_global/spacedim",  "/fclib_global/M/nzmax",   "/fclib_global/M/m",
        "/fclib_global/M/n",       "/fclib_global/M/nz",      "/fclib_global/M/p",
        "/fclib_global/M/i",       "/fclib_global/M/x",       "/fclib_global/H/nzmax",
        "/fclib_global/H/m",       "/fclib_global/H/n",       "/fclib_global/H/nz",
        "/fclib_global/H/p",       "/fclib_global/H/i",       "/fclib_global/H/x",
        "/fclib_global/vectors/f", "/fclib_global/vectors/w", "/fclib_global/vectors/mu"};
    dls_dataset in[] = {integer(two, 1),     integer(one, 1), integer(one, 1), integer(one, 1),
                        integer(columns, 1), integer(p, 2),   integer(i, 1),   real(two, 1),
                        integer(two, 1),     integer(one, 1), integer(two, 1), integer(columns, 1),
                        integer(p, 3),       integer(i, 2),   real(h, 2),      real(one, 1),
                        real(w, 2),          real(mu, 1)};
    dls_fault f = {0};
    assert_code(dls_hdf5_write(FILE_NAME, COUNT(in), paths, in, quiet, &f), DLS_OK, &f);
    struct fclib_global *P = fclib_read_global(FILE_NAME);
    assert_non_null(P);
    assert_true(P->spacedim == 2 && P->M->n == 1 && P->M->x[0] == 2 && P->H->n == 2);
    assert_memory_equal(P->H->x, h, sizeof h);
    assert_memory_equal(P->w, w, sizeof w);
    assert_true(P->f[0] == 1 && P->mu[0] == 0.3);
    fclib_delete_global(P);
    free(P); /* FCLIB 3.1.0 leaves the struct itself */
}

static void test_refuses(void **state)
{
    (void)state;
    const char *path = "/x", *folder = "/";
    dls_dataset out;
    dls_fault f = {0};
    assert_code(dls_hdf5_read("/no/such/file", 1, &path, quiet, &out, &f), DLS_ERROR_FILE, &f);
    assert_code(dls_hdf5_read(folder, 1, &path, quiet, &out, &f), DLS_ERROR_FILE, &f);
    assert_code(dls_hdf5_write("/no/such/file", 0, &path, &out, quiet, &f), DLS_ERROR_FILE, &f);
    FILE *text = fopen(FILE_NAME, "w");
    fputs("this is no HDF5", text);
    fclose(text);
    assert_code(dls_hdf5_read(FILE_NAME, 1, &path, quiet, &out, &f), DLS_ERROR_FORMAT, &f);
    assert_non_null(strstr(f.text, "/x"));
}

/* A device that is always full; the library is left as it was. */
static void test_full_disk(void **state)
{
    (void)state;
    double x[] = {1, 2, 3};
    const char *path = "/x";
    dls_dataset in = real(x, 3);
    dls_fault f = {0};
    if (access("/dev/full", W_OK) == 0) {
        assert_code(dls_hdf5_write("/dev/full", 1, &path, &in, quiet, &f), DLS_ERROR_FILE, &f);
        assert_int_equal(access("/dev/full", W_OK), 0);
        assert_int_equal(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
    }
}

static bool always(void *data)
{
    (void)data;
    return true;
}

/* Ctrl-C does not wait for the child. */
static void test_interrupted(void **state)
{
    (void)state;
    double x[] = {1, 2, 3};
    const char *path = "/x";
    dls_dataset in = real(x, 3), out;
    dls_fault f = {0};
    assert_code(dls_hdf5_write(FILE_NAME, 1, &path, &in, quiet, &f), DLS_OK, &f);
    dls_host host = {NULL, always, NULL};
    assert_code(dls_hdf5_read(FILE_NAME, 1, &path, host, &out, &f), DLS_ERROR_FILE, &f);
    assert_non_null(strstr(f.text, "interrupted"));
}

/* A billion numbers that nobody wrote take no room in the file. */
static pid_t only_child(void)
{
    pid_t child = 0;
    for (pid_t id = getpid() + 1, last = id + 100000; id < last && !child; id++) {
        char name[40];
        int parent = 0;
        snprintf(name, sizeof name, "/proc/%d/stat", (int)id);
        FILE *f = fopen(name, "r");
        if (f) {
            child = fscanf(f, "%*d (%*[^)]) %*c %d", &parent) == 1 && parent == getpid() ? id : 0;
            fclose(f);
        }
    }
    return child;
}

typedef struct {
    pid_t child;
    int calls;
} stopper;

/* Stops the child at the first call, before it can write more than a pipe holds. */
static bool stop_child(void *data)
{
    stopper *S = data;
    if (S->calls++ == 0) {
        S->child = only_child();
        S->calls = S->child > 0 && !kill(S->child, SIGSTOP) ? S->calls : 100;
    }
    return S->calls > 6;
}

/* A child that never goes on is not waited for: it is killed and leaves nothing. */
static void test_stuck_child(void **state)
{
    (void)state;
    enum { VALUES = 100000 };
    double *x = calloc(VALUES, sizeof *x);
    const char *path = "/x";
    stopper S = {0, 0};
    dls_dataset in = real(x, VALUES), out;
    dls_host host = {.interrupted = stop_child, .data = &S};
    dls_fault f;
    if (access("/proc/self/stat", R_OK)) {
        skip();
    }
    assert_code(dls_hdf5_write(FILE_NAME, 1, &path, &in, quiet, &f), DLS_OK, &f);
    assert_code(dls_hdf5_read(FILE_NAME, 1, &path, host, &out, &f), DLS_ERROR_FILE, &f);
    assert_non_null(strstr(f.text, "interrupted"));
    if (S.child <= 0) { /* its number began anew */
        skip();
    }
    assert_true(kill(S.child, 0) != 0);
    assert_true(waitpid(-1, NULL, WNOHANG) < 0);
    free(x);
}

static void test_huge_claim(void **state)
{
    (void)state;
    hsize_t count = 1000000000, chunk = 1000;
    const char *path = "/x";
    dls_dataset out;
    dls_fault f = {0};
    for (int chunked = 0; chunked < 2; chunked++) {
        hid_t file = H5Fcreate(FILE_NAME, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        hid_t space = H5Screate_simple(1, &count, NULL), plan = H5Pcreate(H5P_DATASET_CREATE);
        if (chunked) {
            H5Pset_chunk(plan, 1, &chunk);
        }
        hid_t set =
            H5Dcreate2(file, path, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
        assert_true(set >= 0);
        H5Dclose(set);
        H5Pclose(plan);
        H5Sclose(space);
        assert_true(H5Fclose(file) >= 0);
        assert_code(dls_hdf5_read(FILE_NAME, 1, &path, quiet, &out, &f), DLS_ERROR_FORMAT, &f);
        assert_non_null(strstr(f.text, "/x claims 8000000000 bytes"));
    }
}

/* A file must not read other files: by a link, by storage, by a virtual dataset, behind a soft
   link. */
static void test_other_files(void **state)
{
    (void)state;
    static const char *const paths[] = {"/link/x", "/stored", "/virtual", "/soft"};
    static const char *const why[] = {"a link to another file", "in another file",
                                      "in another file", "a link to another file"};
    const char *here = "/x";
    snprintf(other_name, sizeof other_name, "%s.2", FILE_NAME);
    double x[] = {1, 2, 3};
    hsize_t count = 3;
    dls_dataset in = real(x, 3), out;
    dls_fault f = {0};
    assert_code(dls_hdf5_write(other_name, 1, &here, &in, quiet, &f), DLS_OK, &f);
    hid_t file = H5Fcreate(FILE_NAME, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t space = H5Screate_simple(1, &count, NULL);
    assert_true(H5Lcreate_external(other_name, "/", file, "/link", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    assert_true(H5Lcreate_soft("/link/x", file, "/soft", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    assert_true(H5Pset_external(plan, other_name, 0, 24) >= 0);
    hid_t set =
        H5Dcreate2(file, "/stored", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    assert_true(set >= 0 && H5Dclose(set) >= 0 && H5Pclose(plan) >= 0);
    plan = H5Pcreate(H5P_DATASET_CREATE);
    assert_true(H5Pset_virtual(plan, space, other_name, "/x", space) >= 0);
    set = H5Dcreate2(file, "/virtual", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    assert_true(set >= 0 && H5Dclose(set) >= 0 && H5Pclose(plan) >= 0 && H5Sclose(space) >= 0);
    assert_true(H5Fclose(file) >= 0);
    for (size_t k = 0; k < COUNT(paths); k++) {
        assert_code(dls_hdf5_read(FILE_NAME, 1, &paths[k], quiet, &out, &f), DLS_ERROR_FORMAT, &f);
        assert_non_null(strstr(f.text, why[k]));
    }
    remove(other_name);
}

/* Whatever bytes change, the process goes on and the answer is data or an error of the format. */
static void test_flipped_bytes(void **state)
{
    (void)state;
    double x[] = {1, 2, 3};
    const char *paths[] = {"/group/x", "/group/other/y"};
    dls_dataset in[] = {real(x, 3), integer(x, 3)}, out[2];
    dls_fault f = {0};
    assert_code(dls_hdf5_write(FILE_NAME, 2, paths, in, quiet, &f), DLS_OK, &f);
    FILE *file = fopen(FILE_NAME, "rb");
    static unsigned char bytes[1 << 16];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(size > 1000 && size < sizeof bytes);
    uint32_t random = 12345;
    int refused = 0, runs = getenv("DLS_TEST_SMALL") ? 40 : 300;
    for (int k = 0; k < runs; k++) {
        static unsigned char copy[sizeof bytes];
        memcpy(copy, bytes, size);
        for (int flips = 0; flips < 8; flips++) {
            random = random * 1664525u + 1013904223u;
            size_t at = (random >> 8) % (size < 3000 ? size : 3000);
            copy[at] = (unsigned char)~copy[at];
        }
        file = fopen(FILE_NAME, "wb");
        fwrite(copy, 1, size, file);
        fclose(file);
        dls_error error = dls_hdf5_read(FILE_NAME, 2, paths, quiet, out, &f);
        assert_true(error == DLS_OK || error == DLS_ERROR_FORMAT);
        refused += error != DLS_OK;
        dls_dataset_free(2, out);
    }
    assert_true(refused > runs / 20); /* else the flips hit nothing */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_reads_fclib),
        cmocka_unit_test(test_read_by_fclib), cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_huge_claim),    cmocka_unit_test(test_flipped_bytes),
        cmocka_unit_test(test_interrupted),   cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_stuck_child),   cmocka_unit_test(test_other_files),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
