/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GMRES on a right-preconditioned operator, without its restarts: the caller knows what a solution
   is and whether another cycle is worth it. */
#include <math.h>

#include "linsys/linsys.h"

bool dls_linsys_gmres_new(dls_gmres *B, dls_int size, int steps)
{
    dls_int s = steps, small = (s + 1) * s + 4 * s + 1;
    *B = (dls_gmres){.size = size, .steps = steps};
    B->V = DLS_NEW(double, size *(s + 1) + small);
    if (!B->V) {
        return false;
    }
    B->H = B->V + size * (s + 1);
    B->cs = B->H + (s + 1) * s;
    B->sn = B->cs + s;
    B->c = B->sn + s;
    B->rhs = B->c + s;
    return true;
}

void dls_linsys_gmres_free(dls_gmres *B)
{
    dls_free(B->V);
    *B = (dls_gmres){0};
}

/* h = U'v and v -= U h for `count` columns of U: four at a time share the reading of v. */
static void remove_basis(const dls_gmres *B, int count, double *v, double *h)
{
    dls_int n = B->size;
    int i = 0;
    for (; i + 3 < count; i += 4) {
        const double *a = B->V + n * i, *b = a + n, *c = b + n, *d = c + n;
        double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        for (dls_int k = 0; k < n; k++) {
            s0 += a[k] * v[k];
            s1 += b[k] * v[k];
            s2 += c[k] * v[k];
            s3 += d[k] * v[k];
        }
        h[i] = s0;
        h[i + 1] = s1;
        h[i + 2] = s2;
        h[i + 3] = s3;
    }
    for (; i < count; i++) {
        h[i] = dls_dot(n, B->V + n * i, v);
    }
    dls_linsys_team_sum(B->team, count, h);
    for (i = 0; i + 3 < count; i += 4) {
        const double *a = B->V + n * i, *b = a + n, *c = b + n, *d = c + n;
        double s0 = h[i], s1 = h[i + 1], s2 = h[i + 2], s3 = h[i + 3];
        for (dls_int k = 0; k < n; k++) {
            v[k] -= (s0 * a[k] + s1 * b[k]) + (s2 * c[k] + s3 * d[k]);
        }
    }
    for (; i < count; i++) {
        dls_axpy(n, -h[i], B->V + n * i, v);
    }
}

/* Orthogonalise V(:,j+1) against its predecessors (classical Gram-Schmidt: twice is enough); update
   R and the residual. */
static double extend(dls_gmres *B, int j)
{
    double *h = B->H + (size_t)j * (size_t)(B->steps + 1), *v = B->V + B->size * (j + 1);
    remove_basis(B, j + 1, v, h);
    remove_basis(B, j + 1, v, B->c);
    for (int i = 0; i <= j; i++) {
        h[i] += B->c[i];
    }
    double length = dls_linsys_team_norm(B->team, B->size, v);
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

/* out = V c with R c = rhs */
static void combine_basis(dls_gmres *B, int steps, double *out)
{
    size_t ld = (size_t)(B->steps + 1);
    for (int i = steps - 1; i >= 0; i--) {
        double t = B->rhs[i];
        for (int j = i + 1; j < steps; j++) {
            t -= B->H[(size_t)i + (size_t)j * ld] * B->c[j];
        }
        double r = B->H[(size_t)i + (size_t)i * ld];
        B->c[i] = r > 0 ? t / r : 0;
    }
    dls_zero(B->size, out);
    for (int i = 0; i < steps; i++) {
        dls_axpy(B->size, B->c[i], B->V + B->size * i, out);
    }
}

dls_error dls_linsys_gmres_run(dls_gmres *B, dls_multiply apply, void *data, double goal,
                               int budget, double *out, int *steps)
{
    double size = dls_linsys_team_norm(B->team, B->size, B->V), left = size,
           whole = (double)B->size;
    for (dls_int k = 0; size > 0 && k < B->size; k++) {
        B->V[k] /= size;
    }
    B->rhs[0] = size;
    dls_linsys_team_sum(B->team, 1, &whole);
    int j = 0, most = (int)fmin(DLS_MIN(B->steps, budget), whole);
    dls_error error = DLS_OK;
    while (!error && j < most && left > goal) {
        error = apply(data, B->V + B->size * j, B->V + B->size * (j + 1));
        left = extend(B, j++);
    }
    *steps += j;
    combine_basis(B, j, out);
    return error;
}
