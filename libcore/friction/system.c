/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear system of Newton-like methods:

     A dr + B du = c   per contact,   du = W dr          (local)
                                      M dv - H'dr = g, du = H dv   (global)

   local:   (A + B W) dr = c
   global:  dr = A^-1 c - C du, C = A^-1 B:  (M + H'C H) dv = g + H'A^-1 c; W is never formed. */
#include <math.h>

#include "friction/friction.h"

void dls_friction_system_free(dls_friction_system *S)
{
    if (S) {
        dls_free(S->blocks.A);
        dls_free(S->values);
        dls_free(S->start);
        dls_free(S->coordinate);
        dls_free(S->entry);
        dls_free(S->rhs);
        dls_free(S->correction);
        dls_free(S->t);
        dls_mat_free(&S->K);
        dls_linsys_free(S->solver);
        dls_free(S);
    }
}

/* Below this order, or above this share of entries, LAPACK is faster than UMFPACK. */
static const dls_backend *backend_for(dls_view K)
{
    static const dls_int SMALL = 80;
    static const double FULL = 0.3;
    bool dense = K.rows <= SMALL || (double)dls_entries(K) > FULL * (double)K.rows * (double)K.cols;
    return dense ? &dls_dense_lu : &dls_lu;
}

dls_error dls_friction_system_new(dls_friction_system **out, const dls_friction_task *T,
                                  dls_fault *fault)
{
    *out = NULL;
    dls_friction_system *S = DLS_NEW(dls_friction_system, 1);
    if (!S) {
        return dls_fail_memory(fault);
    }
    dls_int room = T->N * T->d, order = T->problem->global ? T->n : T->N;
    S->task = T;
    S->blocks.A = DLS_NEW(double, 4 * room);
    S->rhs = DLS_NEW(double, order);
    S->correction = DLS_NEW(double, order);
    S->t = DLS_NEW(double, T->N);
    dls_error error = DLS_OK;
    if (!S->blocks.A || !S->rhs || !S->correction || !S->t) {
        error = dls_fail_memory(fault);
    } else {
        S->blocks.B = S->blocks.A + room;
        S->blocks.Ai = S->blocks.B + room;
        S->blocks.C = S->blocks.Ai + room;
        error = dls_friction_pattern(S, fault);
    }
    /* stiff contacts make tiny pivots on purpose: UMFPACK is not to judge by their ratio */
    static const double ANY_RATIO = 1e-200;
    error = error ? error
                  : dls_linsys_create(&S->solver, backend_for(dls_see(&S->K)), dls_see(&S->K),
                                      ANY_RATIO, fault);
    if (error) {
        dls_friction_system_free(S);
        return error;
    }
    *out = S;
    return DLS_OK;
}

/* K = A + B W, block by block */
static void assemble_local(dls_friction_system *S)
{
    const dls_friction_task *T = S->task;
    int d = T->d;
    for (dls_int j = 0; j < T->N; j++) {
        dls_int own = j / d;
        for (dls_int k = S->K.p[j]; k < S->K.p[j + 1]; k += d) {
            dls_int c = S->K.i[k] / d;
            const double *A = S->blocks.A + c * d * d, *B = S->blocks.B + c * d * d;
            for (int i = 0; i < d; i++) {
                double sum = c == own ? A[i * d + j % d] : 0;
                for (int l = 0; l < d; l++) {
                    sum += B[i * d + l] * S->values[k + l];
                }
                S->K.x[k + i] = sum;
            }
        }
    }
}

/* K = M + the sum of H_c'C_c H_c */
static void assemble_global(dls_friction_system *S)
{
    const dls_friction_task *T = S->task;
    int d = T->d;
    dls_copy(S->K.p[T->n], S->values, S->K.x);
    for (dls_int c = 0; c < T->nc; c++) {
        const double *C = S->blocks.C + c * d * d;
        dls_int first = S->start[c], end = S->start[c + 1];
        for (dls_int b = first; b < end; b++) {
            double y[DLS_FRICTION_DIM] = {0};
            for (int i = 0; i < d; i++) {
                for (int l = 0; l < d; l++) {
                    y[i] += C[i * d + l] * S->entry[b * d + l];
                }
            }
            dls_int at = S->K.p[S->coordinate[b]];
            for (dls_int a = first; a < end; a++) { /* both increase */
                while (S->K.i[at] < S->coordinate[a]) {
                    at++;
                }
                for (int i = 0; i < d; i++) {
                    S->K.x[at] += S->entry[a * d + i] * y[i];
                }
            }
        }
    }
}

dls_error dls_friction_system_factor(dls_friction_system *S, dls_fault *fault)
{
    double start = dls_clock();
    if (S->task->problem->global) {
        assemble_global(S);
    } else {
        assemble_local(S);
    }
    dls_error error = DLS_ERROR_NUMERICAL;
    if (dls_finite(dls_entries(dls_see(&S->K)), S->K.x)) {
        error = dls_linsys_factor(S->solver, dls_see(&S->K), fault);
    }
    S->factorisations++;
    S->time += dls_clock() - start;
    return error;
}

/* y = sign (block x) + y, contact by contact */
static void add_blocks(const dls_friction_task *T, const double *block, double sign,
                       const double *x, double *y)
{
    int d = T->d;
    for (dls_int c = 0; c < T->nc; c++) {
        for (int i = 0; i < d; i++) {
            for (int l = 0; l < d; l++) {
                y[c * d + i] += sign * block[(c * d + i) * d + l] * x[c * d + l];
            }
        }
    }
}

/* du = H dv, dr = A^-1 c - C du, and rhs = g - M dv + H'dr, what is left */
static void back_substitute(dls_friction_system *S, const double *c, const double *g, double *dr,
                            double *du, const double *dv)
{
    const dls_friction_task *T = S->task;
    dls_zero(T->N, du);
    dls_mul(T->problem->H, 1, dv, du);
    dls_zero(T->N, dr);
    add_blocks(T, S->blocks.Ai, 1, c, dr);
    add_blocks(T, S->blocks.C, -1, du, dr);
    dls_copy(T->n, g, S->rhs);
    dls_mul(T->problem->M, -1, dv, S->rhs);
    dls_mul_t(T->problem->H, 1, dr, S->rhs);
}

static dls_error solve_global(dls_friction_system *S, const double *c, const double *g, double *dr,
                              double *du, double *dv)
{
    static const int REFINEMENTS = 2;
    const dls_friction_task *T = S->task;
    dls_zero(T->n, dv);
    back_substitute(S, c, g, dr, du, dv);
    double left = dls_norm(T->n, S->rhs), enough = 1e-14 * left;
    for (int k = 0; k <= REFINEMENTS && left > enough; k++) {
        dls_error error = dls_linsys_solve(S->solver, S->rhs, S->correction);
        if (error) {
            return error;
        }
        dls_axpy(T->n, 1, S->correction, dv);
        back_substitute(S, c, g, dr, du, dv);
        double now = dls_norm(T->n, S->rhs);
        if (!(now < 0.1 * left)) {
            break;
        }
        left = now;
    }
    return DLS_OK;
}

dls_error dls_friction_system_solve(dls_friction_system *S, const double *c, const double *g,
                                    double *dr, double *du, double *dv)
{
    const dls_friction_task *T = S->task;
    if (T->problem->global) {
        return solve_global(S, c, g, dr, du, dv);
    }
    dls_error error = dls_linsys_solve(S->solver, c, dr);
    dls_zero(T->N, du);
    dls_mul(T->problem->W, 1, dr, du);
    return error;
}
