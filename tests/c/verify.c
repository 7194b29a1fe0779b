/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "problems.h"

void verify_solution(const problem *P, const double *a, const double *lambda)
{
    assert_small(distance(P->n, a, P->a), P->accuracy * length(P->n, P->a));
    assert_small(distance(P->m, lambda, P->lambda), P->accuracy * length(P->m, P->lambda));
}

void verify_residuals(const problem *P, const double *a, const double *lambda, double bound)
{
    dls_int n = P->n, m = P->m;
    double *r = vector_copy(n, P->F), *s = vector_copy(m, P->b);
    double *Ma = need(n, sizeof *Ma), *Gl = need(n, sizeof *Gl);
    dense_apply(n, n, 1, P->Md, a, Ma);
    dense_apply(n, m, 1, P->Gd, lambda, Gl);
    double force = length(n, P->F) + length(n, Ma) + length(n, Gl);
    dense_apply(n, n, 1, P->Md, a, r);
    dense_apply(n, m, -1, P->Gd, lambda, r);
    dense_apply_t(n, m, 1, P->Gd, a, s);
    double acceleration = length(m, P->b) + dense_largest(n, m, P->Gd) * length(n, a);
    assert_small(length(n, r), bound * force);
    assert_small(length(m, s), bound * acceleration);
    free(r);
    free(s);
    free(Ma);
    free(Gl);
}

double verify_kernel_part(const problem *P, const double *lambda)
{
    double *part = vector_copy(P->m, lambda), whole = length(P->m, lambda);
    dense_project(P->m, P->nullity, P->Zg, part);
    double size = length(P->m, part);
    free(part);
    return whole > 0 ? size / whole : 0;
}

static double dot(dls_int n, const double *x, const double *y)
{
    double sum = 0;
    for (dls_int k = 0; k < n; k++) {
        sum += x[k] * y[k];
    }
    return sum;
}

/* How far the data are from consistent, |cos(data, certificate)|; rounding of the data shows in a
   certificate divided by it. */
static double inconsistency(dls_int n, const double *data, const double *y)
{
    double cosine = fabs(dot(n, data, y)) / (length(n, data) * length(n, y));
    assert_true(cosine > 1e-10);
    return cosine;
}

void verify_constraint_certificate(const problem *P, const double *y)
{
    double *Gy = need(P->n, sizeof *Gy), bound = 1e-12 / inconsistency(P->m, P->b, y);
    dense_apply(P->n, P->m, 1, P->Gd, y, Gy);
    assert_small(length(P->n, Gy), bound * length(P->n * P->m, P->Gd) * length(P->m, y));
    free(Gy);
}

void verify_force_certificate(const problem *P, const double *x)
{
    double *Mx = need(P->n, sizeof *Mx), *Gx = need(P->m, sizeof *Gx), size = length(P->n, x);
    double bound = 1e-14 / inconsistency(P->n, P->F, x) * size;
    dense_apply(P->n, P->n, 1, P->Md, x, Mx);
    dense_apply_t(P->n, P->m, 1, P->Gd, x, Gx);
    assert_small(length(P->n, Mx), bound * length(P->n * P->n, P->Md));
    assert_small(length(P->m, Gx), bound * length(P->n * P->m, P->Gd));
    free(Mx);
    free(Gx);
}
