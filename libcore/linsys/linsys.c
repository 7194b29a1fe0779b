/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of back ends and what they share. */
#include "linsys/linsys.h"

const dls_backend *dls_linsys_table(dls_int k)
{
    static const dls_backend *const all[] = {&dls_linsys_cholesky,
                                             &dls_linsys_ldl,
                                             &dls_linsys_lu,
                                             &dls_linsys_dense_lu,
                                             &dls_linsys_qr,
                                             &dls_linsys_dense,
                                             &dls_linsys_mumps,
                                             &dls_linsys_bodies,
                                             &dls_linsys_pivoted,
                                             &dls_linsys_auto,
                                             NULL};
    return all[k];
}

static void finish_cholmod(void *common)
{
    cholmod_l_finish(common);
}

static dls_error start_analysis(dls_linsys *S, dls_view A)
{
    S->rank = S->negative_pivots = -1;
    cholmod_l_start(&S->common);
    S->common.print = 0; /* the core never prints */
    S->analyses = 1;
    return dls_pool_own(&S->pool, finish_cholmod, &S->common) ? S->backend->analyse(S, A)
                                                              : DLS_ERROR_MEMORY;
}

static dls_error new_solver(dls_linsys **out, const dls_team *team, const dls_backend *backend,
                            dls_view A, double rank_tolerance, dls_fault *fault)
{
    *out = NULL;
    if (A.rows != A.cols && backend->shape != DLS_TALL) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "matrix is %lld-by-%lld; expected square",
                        (long long)A.rows, (long long)A.cols);
    }
    if (backend->absent) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "'%s' is not in this build; expected another method, or a library made "
                        "with WITH_MUMPS=1",
                        backend->name);
    }
    dls_linsys *S = DLS_NEW(dls_linsys, 1);
    if (!S) {
        return dls_fail_memory(fault);
    }
    S->backend = backend;
    S->team = team;
    S->n = A.cols;
    S->rows = A.rows;
    S->rank_tolerance = rank_tolerance;
    dls_error error = start_analysis(S, A);
    if (error) {
        dls_linsys_free(S);
        return error == DLS_ERROR_MEMORY
                   ? dls_fail_memory(fault)
                   : dls_fail(fault, error, "'%s': the symbolic analysis failed", backend->name);
    }
    *out = S;
    return DLS_OK;
}

dls_error dls_linsys_create(dls_linsys **out, const dls_backend *backend, dls_view A,
                            double rank_tolerance, dls_fault *fault)
{
    return new_solver(out, NULL, backend, A, rank_tolerance, fault);
}

dls_error dls_linsys_create_in(dls_linsys **out, const dls_team *team, const dls_backend *backend,
                               dls_view A, dls_fault *fault)
{
    return new_solver(out, team, backend, A, 0, fault);
}

dls_error dls_linsys_factor(dls_linsys *S, dls_view A, dls_fault *fault)
{
    dls_error error = S->backend->factor(S, A);
    if (error == DLS_ERROR_MEMORY) {
        return dls_fail_memory(fault);
    }
    if (error) {
        return dls_fail(fault, error, "'%s': the factorisation met a zero or wrong pivot",
                        S->backend->name);
    }
    return DLS_OK;
}

dls_error dls_linsys_solve(dls_linsys *S, const double *b, double *x)
{
    return S->backend->solve(S, 1, b, x);
}

dls_error dls_linsys_solve_many(dls_linsys *S, dls_int count, const double *b, double *x)
{
    dls_error error = DLS_OK;
    for (dls_int k = 0; !error && k < count; k += S->backend->block) {
        error =
            S->backend->solve(S, DLS_MIN(count - k, S->backend->block), b + k * S->n, x + k * S->n);
    }
    return error;
}

dls_error dls_linsys_solve_woven(dls_linsys *S, const double *b, double *x)
{
    return S->backend->woven(S, b, x);
}

void dls_linsys_free(dls_linsys *S)
{
    if (S) {
        dls_pool_free(&S->pool);
        dls_free(S);
    }
}

/* ---- headers over our arrays, no copies ---- */

cholmod_sparse dls_linsys_as_cholmod(dls_view A, int stype)
{
    return (cholmod_sparse){
        .nrow = (size_t)A.rows,
        .ncol = (size_t)A.cols,
        .nzmax = (size_t)dls_entries(A),
        .p = (void *)A.p, /* CHOLMOD reads only */
        .i = (void *)A.i,
        .x = (void *)A.x,
        .stype = stype,
        .itype = CHOLMOD_LONG,
        .xtype = CHOLMOD_REAL,
        .dtype = CHOLMOD_DOUBLE,
        .sorted = 1,
        .packed = 1,
    };
}

extern int openblas_get_num_threads(void) __attribute__((weak));
extern void openblas_set_num_threads(int) __attribute__((weak));

/* OpenBLAS has one number of threads for the whole process: it is what it was afterwards. */
int dls_linsys_cholmod_factorize(cholmod_sparse *H, cholmod_factor *L, int workers,
                                 cholmod_common *c)
{
    bool choose = workers > 0 && L->is_super && openblas_set_num_threads;
    int threads = choose ? openblas_get_num_threads() : 0;
    if (choose && threads != workers) {
        openblas_set_num_threads(workers);
    }
    int before = dls_cholmod_alone_begin(c), done = cholmod_l_factorize(H, L, c);
    dls_cholmod_alone_end(c, before);
    if (choose && threads != workers) {
        openblas_set_num_threads(threads);
    }
    return done;
}
