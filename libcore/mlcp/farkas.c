/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feasibility of w = M v + q, settled by one linear program. */
#include "ipm/ipm.h"
#include "mlcp/mlcp.h"

/* Rows of [M_f; -M_r; 0 -I] v + s = (-q_f, q_r, 0): feasibility of w = M v + q, w_f = 0. */
static bool feasibility(const dls_lcp_problem *p, dls_mat *A, double *b)
{
    dls_int N = p->M.cols, m = N - p->free, at = 0;
    if (!b || !dls_mat_new(A, N + m, N, dls_entries(p->M) + m)) {
        return false;
    }
    for (dls_int j = 0; j < N; j++) {
        for (dls_int t = p->M.p[j]; t < p->M.p[j + 1]; t++, at++) {
            A->i[at] = p->M.i[t];
            A->x[at] = p->M.i[t] < p->free ? p->M.x[t] : -p->M.x[t];
        }
        if (j >= p->free) {
            A->i[at] = N + j - p->free;
            A->x[at++] = -1;
        }
        A->p[j + 1] = at;
        b[j] = j < p->free ? -p->q[j] : p->q[j];
    }
    return true;
}

static dls_error seek(dls_lcp_task *T, dls_fault *fault)
{
    const dls_lcp_problem *p = T->problem;
    dls_int N = p->M.cols, m = N - p->free, rows = N + m;
    dls_mat A = {0}, P = {0};
    double *zero = DLS_NEW(double, N), *b = DLS_NEW(double, rows), *x = DLS_NEW(double, N);
    double *s = DLS_NEW(double, rows), *y = DLS_NEW(double, rows);
    dls_conic_settings settings = dls_conic_defaults();
    settings.infeasible = 1e-11;
    settings.accuracy = 0; /* certify judges that, too */
    dls_ipm *I = NULL;
    bool ready = zero && x && s && y && dls_mat_new(&P, N, N, 0) && feasibility(p, &A, b);
    dls_error error = ready ? DLS_OK : dls_fail_memory(fault);
    dls_conic_problem conic = {dls_see(&P), zero, dls_see(&A), b, {p->free, 2 * m, 0, NULL}};
    error = error ? error : dls_ipm_new(&I, &conic, true, &settings, T->host, fault);
    if (!error) {
        I->watch = T->known->watch;
        error = dls_ipm_run(I, false, fault);
    }
    if (!error && I->outcome != DLS_SOLVED) { /* certify asks for less than the engine does */
        dls_ipm_solution(I, x, s, y);
        for (dls_int j = 0; j < N; j++) {
            x[j] = j < p->free ? -y[j] : y[j];
        }
        dls_mlcp_certify(T, x);
    }
    dls_ipm_free(I);
    dls_mat_free(&A);
    dls_mat_free(&P);
    dls_free(zero);
    dls_free(b);
    dls_free(x);
    dls_free(s);
    dls_free(y);
    return error;
}

dls_error dls_mlcp_farkas(dls_lcp_task *T, dls_fault *fault)
{
    bool again = T->known->sought || dls_mlcp_over(T);
    T->known->sought = true;
    return again ? DLS_OK : seek(T, fault);
}
