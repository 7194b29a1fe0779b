/* SPDX-License-Identifier: GPL-3.0-or-later */
/* (f, g) -> (x, y) by the decompositions of dense.h. */
#include "kkt/dense.h"

/* to += U c, c = U'from / divisor (NULL: 1), of `count` columns of U from `first` on */
static void through(const dls_dense_part *P, dls_int first, dls_int count, const double *divisor,
                    const double *from, double *to)
{
    for (dls_int k = 0; k < count; k++) {
        const double *column = P->U + (first + k) * P->n;
        double c = dls_dot(P->n, column, from);
        dls_axpy(P->n, divisor ? c / divisor[k] : c, column, to);
    }
}

static void gather(dls_int count, const dls_int *list, const double *all, double *own)
{
    for (dls_int k = 0; k < count; k++) {
        own[k] = all[list[k]];
    }
}

static void add(dls_int count, const dls_int *list, const double *own, double *all)
{
    for (dls_int k = 0; k < count; k++) {
        all[list[k]] += own[k];
    }
}

/* to += U1 diag(1/s) V1'g, least squares of B'x = g */
static void least_motion(const struct dls_kkt_dense *D, const double *g, double *to)
{
    for (dls_int p = 0; p < D->parts; p++) {
        const dls_dense_part *P = D->part + p;
        gather(P->m, P->constraint, g, D->v);
        dls_zero(P->n, D->u);
        for (dls_int k = 0; k < P->rank; k++) {
            double c = 0;
            for (dls_int j = 0; j < P->m; j++) {
                c += P->Vt[k + j * P->least] * D->v[j];
            }
            dls_axpy(P->n, c / P->s[k], P->U + k * P->n, D->u);
        }
        add(P->n, P->coordinate, D->u, to);
    }
}

/* x += Q1 diag(1/h) Q1'r, y += V1 diag(1/s) U1'r */
static void free_motion(const struct dls_kkt_dense *D, const double *r, double *x)
{
    for (dls_int p = 0; p < D->parts; p++) {
        const dls_dense_part *P = D->part + p;
        gather(P->n, P->coordinate, r, D->u);
        dls_zero(P->n, D->u2);
        through(P, P->rank + P->lost, P->n - P->rank - P->lost, P->h + P->lost, D->u, D->u2);
        add(P->n, P->coordinate, D->u2, x);
    }
}

static void least_reactions(const struct dls_kkt_dense *D, const double *r, double *y)
{
    for (dls_int p = 0; p < D->parts; p++) {
        const dls_dense_part *P = D->part + p;
        gather(P->n, P->coordinate, r, D->u);
        for (dls_int k = 0; k < P->rank; k++) {
            D->c[k] = dls_dot(P->n, P->U + k * P->n, D->u) / P->s[k];
        }
        for (dls_int j = 0; j < P->m; j++) {
            y[P->constraint[j]] += dls_dot(P->rank, P->Vt + j * P->least, D->c);
        }
    }
}

/* r := its part in ker A cap ker B', v := its part in ker B */
static void kernel_parts(const struct dls_kkt_dense *D, double *r, double *v)
{
    for (dls_int p = 0; p < D->parts; p++) {
        const dls_dense_part *P = D->part + p;
        gather(P->n, P->coordinate, r, D->u);
        gather(P->m, P->constraint, v, D->v);
        dls_zero(P->n, D->u2);
        through(P, P->rank, P->lost, NULL, D->u, D->u2);
        for (dls_int k = 0; k < P->n; k++) {
            r[P->coordinate[k]] = D->u2[k];
        }
        for (int pass = 0; pass < 2; pass++) { /* the second takes what rounding has left */
            for (dls_int k = 0; k < P->rank; k++) {
                double c = 0;
                for (dls_int j = 0; j < P->m; j++) {
                    c += P->Vt[k + j * P->least] * D->v[j];
                }
                for (dls_int j = 0; j < P->m; j++) {
                    D->v[j] -= c * P->Vt[k + j * P->least];
                }
            }
        }
        for (dls_int j = 0; j < P->m; j++) {
            v[P->constraint[j]] = D->v[j];
        }
    }
}

void dls_kkt_dense_kernel(dls_kkt *K, double *v)
{
    dls_zero(K->n, K->work.t);
    kernel_parts(K->dense, K->work.t, v);
}

/* The residual of a least-squares solution is in the kernels; v is r2, t is r1. */
static void suspect_residual(dls_kkt *K, dls_progress *P)
{
    dls_kkt_work *W = &K->work;
    const double tolerance = K->settings.tolerance;
    dls_kkt_defect(K, P);
    if (P->e1 <= tolerance && P->e2 <= tolerance) {
        return;
    }
    dls_copy(K->n, W->r1, W->t);
    dls_copy(K->m, W->r2, W->v);
    kernel_parts(K->dense, W->t, W->v);
    if (P->e2 > tolerance && dls_norm(K->m, W->v) > tolerance * P->size2) {
        dls_kkt_suspect_constraints(K, W->v, P);
    }
    if (P->e1 > tolerance && dls_norm(K->n, W->t) > tolerance * P->size1) {
        dls_kkt_suspect_forces(K, W->t, P);
    }
}

/* Corrected equation by equation, so that rounding of a large f does not swamp a small g. In units
   of its own the system has other least norms than the caller's: null spaces are removed. */
dls_error dls_kkt_dense_solve(dls_kkt *K, dls_progress *P)
{
    enum { PASSES = 3 };
    dls_kkt_work *W = &K->work;
    const bool others = K->units != DLS_KKT_GIVEN;
    dls_zero(K->n, W->x);
    dls_zero(K->m, W->y);
    dls_error error = others ? dls_kkt_drop_inconsistent(K, P) : DLS_OK;
    dls_kkt_size_up(K, P);
    for (int pass = 0; !error && pass < PASSES && !dls_kkt_over(K, P); pass++) {
        dls_kkt_defect(K, P);
        least_motion(K->dense, W->r2, W->x);
        dls_kkt_defect(K, P);
        free_motion(K->dense, W->r1, W->x);
        dls_kkt_defect(K, P);
        least_reactions(K->dense, W->r1, W->y);
    }
    if (!error) {
        suspect_residual(K, P);
    }
    return error || !others ? error : dls_kkt_drop_kernels(K, P);
}
