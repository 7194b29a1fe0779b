/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of back ends and what they share. */
#include <string.h>

#include "linsys/linsys.h"

const dls_backend *dls_linsys_by_name(const char *name)
{
    static const dls_backend *const all[] = {
        &dls_linsys_cholesky, &dls_linsys_ldl,   &dls_linsys_lu,   &dls_linsys_dense_lu,
        &dls_linsys_qr,       &dls_linsys_dense, &dls_linsys_mumps};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (strcmp(all[k]->name, name) == 0) {
            return all[k];
        }
    }
    return NULL;
}

static dls_error create(dls_linsys **out, const dls_team *team, const dls_backend *backend,
                        dls_view A, double rank_tolerance, dls_fault *fault)
{
    *out = NULL;
    if (A.rows != A.cols && backend->shape != DLS_TALL) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "matrix is %lld-by-%lld; expected square",
                        (long long)A.rows, (long long)A.cols);
    }
    dls_linsys *S = DLS_NEW(dls_linsys, 1);
    if (!S) {
        return dls_fail_memory(fault);
    }
    S->backend = backend;
    S->team = team;
    S->n = A.cols;
    S->rank = S->negative_pivots = -1;
    S->rank_tolerance = rank_tolerance;
    cholmod_l_start(&S->common);
    S->common.print = 0; /* the core never prints */
    dls_error error = backend->analyse(S, A);
    S->analyses = 1;
    if (error) {
        dls_linsys_free(S);
        if (error == DLS_ERROR_OPTION) {
            return dls_fail(fault, error,
                            "'%s' is not in this build; expected another method, or "
                            "a library made with WITH_MUMPS=1",
                            backend->name);
        }
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
    return create(out, NULL, backend, A, rank_tolerance, fault);
}

dls_error dls_linsys_create_in(dls_linsys **out, const dls_team *team, const dls_backend *backend,
                               dls_view A, dls_fault *fault)
{
    return create(out, team, backend, A, 0, fault);
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
    return S->backend->solve(S, b, x);
}

dls_error dls_linsys_solve_pair(dls_linsys *S, const double *b, double *x)
{
    if (S->backend->solve_pair) {
        return S->backend->solve_pair(S, b, x);
    }
    dls_error error = S->backend->solve(S, b, x);
    return error ? error : S->backend->solve(S, b + S->n, x + S->n);
}

void dls_linsys_free(dls_linsys *S)
{
    if (S) {
        S->backend->release(S);
        cholmod_l_finish(&S->common);
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

cholmod_dense dls_linsys_as_cholmod_dense(dls_int n, dls_int nrhs, double *x)
{
    return (cholmod_dense){
        .nrow = (size_t)n,
        .ncol = (size_t)nrhs,
        .nzmax = (size_t)(n * nrhs),
        .d = (size_t)n,
        .x = x,
        .xtype = CHOLMOD_REAL,
        .dtype = CHOLMOD_DOUBLE,
    };
}

dls_error dls_linsys_cholmod_error(const cholmod_common *common)
{
    return common->status == CHOLMOD_OUT_OF_MEMORY || common->status == CHOLMOD_TOO_LARGE
               ? DLS_ERROR_MEMORY
           : common->status < 0 || common->status == CHOLMOD_NOT_POSDEF ? DLS_ERROR_NUMERICAL
                                                                        : DLS_OK;
}

/* CHOLMOD runs its scatter loops in four OpenMP threads, whatever the number of cores; on two cores
   that doubles the time of a factorisation. BLAS threads are not touched. */
extern int omp_get_max_active_levels(void) __attribute__((weak));
extern void omp_set_max_active_levels(int) __attribute__((weak));

int dls_linsys_cholmod_factorize(cholmod_sparse *H, cholmod_factor *L, cholmod_common *c)
{
    bool adjustable = omp_get_max_active_levels && omp_set_max_active_levels;
    int levels = adjustable ? omp_get_max_active_levels() : 0;
    if (adjustable) {
        omp_set_max_active_levels(0);
    }
    int done = cholmod_l_factorize(H, L, c);
    if (adjustable) {
        omp_set_max_active_levels(levels);
    }
    return done;
}
