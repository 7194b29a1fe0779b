/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feasibility of w = M v + q, settled by one linear program. */
#include "ipm/ipm.h"
#include "mlcp/mlcp.h"

struct dls_mlcp_program {
    const dls_lcp_problem *problem;
    dls_pool pool;
    dls_ipm *ipm;
    dls_int version; /* of the values of M in it */
    dls_mat A, none;
    double *zero, *x;  /* N */
    double *b, *s, *y; /* rows of A */
};
typedef struct dls_mlcp_program program;

static void lay_out(void *object, dls_room *room)
{
    program *L = object;
    dls_int N = L->problem->M.cols, m = N - L->problem->free;
    dls_mat_take(room, &L->A, N + m, N, dls_entries(L->problem->M) + m);
    dls_mat_take(room, &L->none, N, N, 0);
    DLS_TAKE_NUMBERS(room, N, &L->zero, &L->x);
    DLS_TAKE_NUMBERS(room, N + m, &L->b, &L->s, &L->y);
}

/* Rows of [M_f; -M_r; 0 -I] v + s = (-q_f, q_r, 0): feasibility of w = M v + q, w_f = 0. */
static void fill_program(program *L)
{
    const dls_lcp_problem *p = L->problem;
    dls_int N = p->M.cols, at = 0;
    for (dls_int j = 0; j < N; j++) {
        for (dls_int t = p->M.p[j]; t < p->M.p[j + 1]; t++) {
            dls_mat_put(&L->A, &at, p->M.i[t], p->M.i[t] < p->free ? p->M.x[t] : -p->M.x[t]);
        }
        if (j >= p->free) {
            dls_mat_put(&L->A, &at, N + j - p->free, -1);
        }
        L->A.p[j + 1] = at;
    }
}

static void fill_right_side(program *L)
{
    const dls_lcp_problem *p = L->problem;
    for (dls_int j = 0; j < p->M.cols; j++) {
        L->b[j] = j < p->free ? -p->q[j] : p->q[j];
    }
}

static void release(void *object)
{
    program *L = object;
    dls_ipm_free(L->ipm);
    dls_pool_free(&L->pool);
    dls_free(L);
}

/* The program, made at the first call. */
static dls_error make_program(dls_lcp_task *T, dls_fault *fault)
{
    dls_lcp_kept *kept = T->kept;
    if (kept->program) {
        return DLS_OK;
    }
    program *L = DLS_NEW(program, 1);
    if (!L) {
        return dls_fail_memory(fault);
    }
    L->problem = T->problem;
    L->version = kept->version;
    dls_int m = T->problem->M.cols - T->problem->free;
    dls_error error = dls_pool_make(&L->pool, lay_out, L) ? DLS_OK : dls_fail_memory(fault);
    if (!error) {
        dls_conic_settings settings = dls_conic_defaults();
        settings.infeasible = DLS_MLCP_CERTIFICATE;
        settings.accuracy = 0; /* certify judges that, too */
        fill_program(L);
        fill_right_side(L);
        dls_conic_problem conic = {
            dls_see(&L->none), L->zero, dls_see(&L->A), L->b, {T->problem->free, 2 * m, 0, NULL}};
        error = dls_ipm_new(&L->ipm, &conic, true, &settings, T->host, fault);
    }
    if (error) {
        release(L);
        return error;
    }
    kept->program = dls_pool_own(&kept->pool, release, L) ? L : NULL;
    return kept->program ? DLS_OK : dls_fail_memory(fault);
}

static dls_error seek(dls_lcp_task *T, dls_fault *fault)
{
    dls_error error = make_program(T, fault);
    if (error) {
        return error;
    }
    program *L = T->kept->program;
    dls_int N = T->problem->M.cols;
    if (L->version != T->kept->version) {
        fill_program(L);
        dls_ipm_matrices(L->ipm, dls_see(&L->none), dls_see(&L->A));
        L->version = T->kept->version;
    }
    fill_right_side(L);
    dls_ipm_vectors(L->ipm, NULL, L->b);
    L->ipm->watch = T->known->watch;
    error = dls_ipm_run(L->ipm, false, fault);
    if (!error && L->ipm->outcome != DLS_SOLVED) { /* certify asks for less than the engine does */
        dls_ipm_solution(L->ipm, L->x, L->s, L->y);
        for (dls_int j = 0; j < N; j++) {
            L->x[j] = j < T->problem->free ? -L->y[j] : L->y[j];
        }
        if (dls_mlcp_certify(T, L->x)) {
            dls_mlcp_tell(T, "a linear program proves that no z >= 0 has w >= 0 (certificate)");
        }
    }
    return error;
}

dls_error dls_mlcp_farkas(dls_lcp_task *T, dls_fault *fault)
{
    bool again = T->known->sought || dls_mlcp_over(T);
    T->known->sought = true;
    return again ? DLS_OK : seek(T, fault);
}
