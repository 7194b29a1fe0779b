/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GMRES on K z = r, right-preconditioned by (K + D)^-1, for the modes that the proximal steps
   contract too slowly (sigma^2 << delta: long chains). The preconditioned matrix has its spectrum
   in the disc |z - 1/2| <= 1/2 with all but the slow modes next to 1, so about one step per slow
   mode is needed. */
#include <math.h>

#include "kkt/kkt.h"

enum { RESTART = 30 };

typedef struct {
    dls_int size; /* n + m */
    double *V;    /* size x (RESTART + 1), orthonormal */
    double *H;    /* (RESTART + 1) x RESTART, then R of its Givens factorisation */
    double *cs, *sn, *rhs, *y;
} basis;

static bool open_basis(dls_kkt *K, basis *B)
{
    B->size = K->n + K->m;
    dls_int small = (RESTART + 1) * RESTART + 3 * RESTART + RESTART + 1;
    if (!K->krylov) {
        K->krylov = DLS_NEW(double, B->size *(RESTART + 1) + small);
    }
    if (!K->krylov) {
        return false;
    }
    B->V = K->krylov;
    B->H = B->V + B->size * (RESTART + 1);
    B->cs = B->H + (RESTART + 1) * RESTART;
    B->sn = B->cs + RESTART;
    B->y = B->sn + RESTART;
    B->rhs = B->y + RESTART;
    return true;
}

/* out = weights .* K (K + D)^-1 (in ./ weights) */
static dls_error operate(dls_kkt *K, double w1, double w2, const double *in, double *out)
{
    dls_kkt_work *W = &K->work;
    for (dls_int k = 0; k < K->n; k++) {
        W->r1[k] = in[k] / w1;
    }
    for (dls_int k = 0; k < K->m; k++) {
        W->r2[k] = in[K->n + k] / w2;
    }
    dls_error error = dls_prox_apply(K, W->r1, W->r2, W->dx, W->dy);
    dls_zero(K->n + K->m, out);
    dls_mul_t(dls_see(&K->A), w1, W->dx, out);
    dls_mul_t(dls_see(&K->Bt), w1, W->dy, out);
    dls_mul_t(dls_see(&K->B), w2, W->dx, out + K->n);
    return error;
}

/* Orthogonalise V(:,j+1) against its predecessors (twice is enough); update R and the residual. */
static double extend(basis *B, int j)
{
    double *h = B->H + (size_t)j * (RESTART + 1), *v = B->V + B->size * (j + 1);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i <= j; i++) {
            const double *u = B->V + B->size * i;
            double t = dls_dot(B->size, u, v);
            dls_axpy(B->size, -t, u, v);
            h[i] = pass ? h[i] + t : t;
        }
    }
    double length = dls_norm(B->size, v);
    for (dls_int k = 0; length > 0 && k < B->size; k++) {
        v[k] /= length;
    }
    for (int i = 0; i < j; i++) {
        double t = B->cs[i] * h[i] + B->sn[i] * h[i + 1];
        h[i + 1] = -B->sn[i] * h[i] + B->cs[i] * h[i + 1];
        h[i] = t;
    }
    double r = hypot(h[j], length);
    B->cs[j] = r > 0 ? h[j] / r : 1;
    B->sn[j] = r > 0 ? length / r : 0;
    h[j] = r;
    B->rhs[j + 1] = -B->sn[j] * B->rhs[j];
    B->rhs[j] *= B->cs[j];
    return length > 0 ? fabs(B->rhs[j + 1]) : 0;
}

/* (x, y) += (K + D)^-1 (V c ./ weights) with R c = rhs */
static dls_error correct(dls_kkt *K, basis *B, int steps, double w1, double w2)
{
    for (int i = steps - 1; i >= 0; i--) {
        double t = B->rhs[i];
        for (int j = i + 1; j < steps; j++) {
            t -= B->H[i + (size_t)j * (RESTART + 1)] * B->y[j];
        }
        double r = B->H[i + (size_t)i * (RESTART + 1)];
        B->y[i] = r > 0 ? t / r : 0;
    }
    dls_kkt_work *W = &K->work;
    dls_zero(K->n, W->r1);
    dls_zero(K->m, W->r2);
    for (int i = 0; i < steps; i++) {
        dls_axpy(K->n, B->y[i] / w1, B->V + B->size * i, W->r1);
        dls_axpy(K->m, B->y[i] / w2, B->V + B->size * i + K->n, W->r2);
    }
    dls_error error = dls_prox_apply(K, W->r1, W->r2, W->dx, W->dy);
    dls_axpy(K->n, 1, W->dx, W->x);
    dls_axpy(K->m, 1, W->dy, W->y);
    return error;
}

dls_error dls_krylov(dls_kkt *K, double w1, double w2, int budget, int *steps)
{
    basis B;
    if (!open_basis(K, &B)) {
        return DLS_ERROR_MEMORY;
    }
    for (dls_int k = 0; k < K->n; k++) {
        B.V[k] = w1 * K->work.r1[k];
    }
    for (dls_int k = 0; k < K->m; k++) {
        B.V[K->n + k] = w2 * K->work.r2[k];
    }
    double size = dls_norm(B.size, B.V), left = size;
    for (dls_int k = 0; size > 0 && k < B.size; k++) {
        B.V[k] /= size;
    }
    B.rhs[0] = size;
    int j = 0, most = (int)DLS_MIN(DLS_MIN(RESTART, budget), B.size);
    dls_error error = DLS_OK;
    while (!error && j < most && left > 0.5 * DLS_EPS) {
        error = operate(K, w1, w2, B.V + B.size * j, B.V + B.size * (j + 1));
        left = extend(&B, j++);
    }
    *steps += j;
    return error ? error : correct(K, &B, j, w1, w2);
}
