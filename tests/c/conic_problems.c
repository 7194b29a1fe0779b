/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "conic_problems.h"

#include "check.h"

static void make_sparse(conic *C)
{
    C->Ps = sparse_of(C->n, C->n, C->P);
    C->As = sparse_of(C->m, C->n, C->A);
    C->p.P = dls_see(&C->Ps);
    C->p.A = dls_see(&C->As);
    C->p.q = C->q;
    C->p.b = C->b;
}

static conic *empty(dls_int n, dls_int zero, dls_int linear, const dls_int *sizes)
{
    conic *C = need(1, sizeof *C);
    C->n = n;
    C->m = zero + linear;
    dls_int count = 0;
    for (; sizes && sizes[count] > 0; count++) {
        C->sizes[count] = sizes[count];
        C->m += sizes[count];
    }
    C->p.cones = (dls_cones){zero, linear, count, C->sizes};
    C->x = need(n + 1, 8);
    C->s = need(C->m + 1, 8);
    C->y = need(C->m + 1, 8);
    C->active = need(C->m + 1, sizeof *C->active);
    return C;
}

static double *by_columns(dls_int rows, dls_int cols, const double *A)
{
    double *out = need(rows * cols + 1, 8);
    for (dls_int k = 0; A && k < rows * cols; k++) {
        out[k / cols + k % cols * rows] = A[k];
    }
    return out;
}

conic *conic_of(dls_int n, dls_int m, const double *P, const double *q, const double *A,
                const double *b, dls_int zero, dls_int linear, const dls_int *sizes)
{
    conic *C = empty(n, zero, linear, sizes);
    assert_int_equal(C->m, m);
    C->P = by_columns(n, n, P);
    C->A = by_columns(m, n, A);
    C->q = by_columns(n, 1, q);
    C->b = by_columns(m, 1, b);
    make_sparse(C);
    return C;
}

/* s or y is zero, or in a second-order cone both are on its boundary. */
static void optimal_pair(const conic *C, uint64_t seed, double *s, double *y)
{
    dls_int at = C->p.cones.zero;
    for (dls_int i = 0; i < C->m; i++) {
        s[i] = 0;
        y[i] = uniform(&seed);
    }
    for (dls_int i = at; i < at + C->p.cones.linear; i++) {
        s[i] = i % 2 == 0 ? 0.1 + fabs(y[i]) : 0;
        y[i] = i % 2 == 0 ? 0 : 0.1 + fabs(y[i]);
    }
    at += C->p.cones.linear;
    for (dls_int k = 0; k < C->p.cones.count; at += C->sizes[k++]) {
        double norm = length(C->sizes[k] - 1, y + at + 1);
        y[at] = norm + (k % 3 == 0 ? 0 : 0.5);
        for (dls_int i = 0; i < C->sizes[k]; i++) {
            s[at + i] = k % 3 == 1 ? 0 : i == 0 ? y[at] : -y[at + i];
            y[at + i] = k % 3 == 2 ? 0 : y[at + i];
        }
    }
}

conic *conic_random(dls_int n, dls_int rank, dls_int zero, dls_int linear, const dls_int *sizes,
                    uint64_t seed)
{
    conic *C = empty(n, zero, linear, sizes);
    double *x = vector_random(n, seed), *s = need(C->m + 1, 8), *y = need(C->m + 1, 8);
    double *t = need(n + 1, 8);
    C->P = dense_gram(rank, n, 1, 0, seed + 1);
    C->A = dense_random(C->m, n, 0.6, seed + 2);
    optimal_pair(C, seed + 3, s, y);
    C->b = vector_copy(C->m, s);
    C->q = need(n + 1, 8);
    dense_apply(C->m, n, 1, C->A, x, C->b);
    dense_apply(n, n, 1, C->P, x, t);
    dense_apply(n, n, -1, C->P, x, C->q);
    dense_apply_t(C->m, n, -1, C->A, y, C->q);
    C->objective = dls_dot(n, x, t) / 2 + dls_dot(n, C->q, x);
    make_sparse(C);
    free(x);
    free(s);
    free(y);
    free(t);
    return C;
}

void conic_free(conic *C)
{
    double *arrays[] = {C->P, C->A, C->q, C->b, C->x, C->s, C->y};
    for (int k = 0; k < 7; k++) {
        free(arrays[k]);
    }
    sparse_free(&C->Ps);
    sparse_free(&C->As);
    free(C->active);
    free(C);
}

dls_conic_settings conic_settings(int method, double tolerance)
{
    dls_conic_settings s = dls_conic_defaults();
    s.method = method;
    s.tolerance = tolerance;
    return s;
}

static double most(dls_int n, const double *x)
{
    double worst = 0;
    for (dls_int i = 0; i < n; i++) {
        worst = larger(worst, fabs(x[i]));
    }
    return worst;
}

/* How far x is outside of the cones; the free rows of y are skipped. */
static double outside(const conic *C, const double *x)
{
    dls_int at = C->p.cones.zero;
    double worst = 0;
    for (dls_int i = 0; i < C->p.cones.linear; i++, at++) {
        worst = larger(worst, -x[at]);
    }
    for (dls_int k = 0; k < C->p.cones.count; at += C->sizes[k++]) {
        worst = larger(worst, length(C->sizes[k] - 1, x + at + 1) - x[at]);
    }
    return worst;
}

/* Data are of size one in all problems here: sizes below count as one. */
void conic_verify(const conic *C, double tolerance)
{
    dls_int n = C->n, m = C->m;
    double *Px = need(n + 1, 8), *Ay = need(n + 1, 8), *Ax = need(m + 1, 8), worst = 0;
    dense_apply(n, n, 1, C->P, C->x, Px);
    dense_apply_t(m, n, 1, C->A, C->y, Ay);
    dense_apply(m, n, 1, C->A, C->x, Ax);
    assert_small(outside(C, C->s), 1e-14 * fmax(1, most(m, C->s)));
    assert_small(outside(C, C->y), 1e-14 * fmax(1, most(m, C->y)));
    assert_small(most(C->p.cones.zero, C->s), 0);
    for (dls_int i = 0; i < m; i++) {
        bool ray = C->r.outcome == DLS_DUAL_INFEASIBLE;
        worst = larger(worst, fabs(Ax[i] + C->s[i] - (ray ? 0 : C->b[i])));
    }
    double qx = dls_dot(n, C->q, C->x), by = dls_dot(m, C->b, C->y), xPx = dls_dot(n, C->x, Px);
    if (C->r.outcome == DLS_SOLVED) {
        double gap = xPx + qx + by, size = fmax(xPx, fmax(fabs(qx), fabs(by)));
        assert_small(worst, 10 * tolerance * fmax(1, fmax(most(m, Ax), most(m, C->s))));
        assert_small(fabs(gap), 10 * tolerance * fmax(1, size));
        worst = 0;
        for (dls_int j = 0; j < n; j++) {
            worst = larger(worst, fabs(Px[j] + Ay[j] + C->q[j]));
        }
        assert_small(worst, 10 * tolerance * fmax(1, fmax(most(n, Px), most(n, Ay))));
        assert_small(C->r.cone, 1e-14);
        assert_small(larger(C->r.primal, larger(C->r.dual, C->r.gap)), 1.5 * tolerance);
        assert_true(isnan(C->r.certificate));
    } else if (C->r.outcome == DLS_PRIMAL_INFEASIBLE) {
        assert_small(fabs(by + 1), 1e-14);
        assert_small(most(n, Ay), 1e-8 * fmax(1, most(m, C->y)));
        assert_small(C->r.certificate, 1e-8);
    } else if (C->r.outcome == DLS_DUAL_INFEASIBLE) {
        assert_small(fabs(qx + 1), 1e-14);
        assert_small(larger(most(n, Px), worst), 1e-8 * fmax(1, most(n, C->x)));
        assert_small(C->r.certificate, 1e-8);
    }
    free(Px);
    free(Ay);
    free(Ax);
}

void conic_run(conic *C, const dls_conic_settings *settings, bool warm)
{
    dls_fault fault = {0};
    double tolerance = settings ? settings->tolerance : dls_conic_defaults().tolerance;
    assert_code(
        dls_conic(&C->p, settings, warm, (dls_host){0}, C->x, C->s, C->y, C->active, &C->r, &fault),
        DLS_OK, &fault);
    conic_verify(C, tolerance);
    assert_true(C->r.message[0] != '\0' && C->r.time >= 0 && C->r.time_factor <= C->r.time);
    assert_true((double)C->r.iterations <=
                (settings && settings->max_iterations > 0 ? settings->max_iterations : 100));
}
