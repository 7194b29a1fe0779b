/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a point is from a solution of a friction problem: the measures of dls_residual. Solvers
   stop on them, and answers are verified by them. */
#include <math.h>

#include "law/law.h"
#include "verify/friction.h"

/* Divisions by numbers that are known are fast. */
static dls_int contact_of(int d, dls_int row)
{
    return d == 3 ? row / 3 : d == 2 ? row / 2 : row / d;
}

/* trace (W_cc); in global form with the diagonal of M in place of M, massless coordinates left
   out. */
static void traces(const dls_friction_problem *P, double *trace)
{
    int d = P->dimension;
    dls_view A = P->global ? P->H : P->W;
    dls_zero(P->contacts, trace);
    for (dls_int j = 0; j < A.cols; j++) {
        double mass = P->global ? dls_diagonal_entry(P->M, j) : 0, by = mass > 0 ? 1 / mass : 0;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            if (by > 0) {
                trace[contact_of(d, A.i[k])] += A.x[k] * A.x[k] * by;
            } else if (!P->global && A.i[k] == j) {
                trace[contact_of(d, j)] += A.x[k];
            }
        }
    }
}

void dls_verify_rho(const dls_friction_problem *P, double *rho)
{
    double sum = 0;
    dls_int known = 0;
    traces(P, rho);
    for (dls_int c = 0; c < P->contacts; c++) {
        sum += rho[c] > 0 ? rho[c] : 0;
        known += rho[c] > 0;
    }
    double mean = known > 0 ? sum / (double)known : P->dimension;
    for (dls_int c = 0; c < P->contacts; c++) {
        rho[c] = P->dimension / (rho[c] > 0 ? rho[c] : mean);
    }
}

static double ratio(double x, double y)
{
    return x == 0 ? 0 : x / y;
}

static dls_int rows_of(const dls_verify_point *X)
{
    return X->problem->dimension * X->problem->contacts;
}

static dls_int coordinates_of(const dls_verify_point *X)
{
    return X->problem->global ? X->problem->M.cols : 0;
}

/* |x| with contact c weighted by w(c); x may be X->work, which is overwritten */
static double weighted(const dls_verify_point *X, const double *w, const double *x)
{
    int d = X->problem->dimension;
    for (dls_int c = 0; c < X->problem->contacts; c++) {
        for (dls_int i = c * d; i < (c + 1) * d; i++) {
            X->work[i] = (w ? w[c] : 1) * x[i];
        }
    }
    return dls_norm(rows_of(X), X->work);
}

double dls_verify_map(const dls_verify_point *X, const double *rho)
{
    int d = X->problem->dimension;
    for (dls_int c = 0; c < X->problem->contacts; c++) {
        dls_law_natural(d, X->problem->mu[c], rho ? rho[c] : 1, X->r + c * d, X->u + c * d,
                        X->work + c * d, NULL, NULL);
    }
    return dls_norm(rows_of(X), X->work);
}

double dls_verify_equality(const dls_verify_point *X)
{
    const dls_friction_problem *P = X->problem;
    dls_int n = coordinates_of(X);
    double *Mv = X->work + rows_of(X), *Hr = Mv + n;
    dls_zero(2 * n, Mv);
    dls_mul(P->M, 1, X->v, Mv);
    dls_mul_t(P->H, 1, X->r, Hr);
    for (dls_int i = 0; i < n; i++) {
        X->g[i] = Mv[i] + P->f[i] - Hr[i];
    }
    double size = fmax(dls_norm(n, Mv), fmax(dls_norm(n, P->f), dls_norm(n, Hr)));
    return ratio(dls_norm(n, X->g), size);
}

/* |rho_c (|H| |v|)_c|: what rounding of u is relative to where u = H v + w vanishes */
static double velocity_size(const dls_verify_point *X)
{
    dls_view H = X->problem->H;
    dls_zero(rows_of(X), X->work);
    for (dls_int j = 0; j < H.cols; j++) {
        for (dls_int k = H.p[j]; k < H.p[j + 1]; k++) {
            X->work[H.i[k]] += fabs(H.x[k] * X->v[j]);
        }
    }
    return weighted(X, X->rho, X->work);
}

/* work += |H| |force| / diag (M) */
static void moved(const dls_verify_point *X, const double *force)
{
    const dls_friction_problem *P = X->problem;
    for (dls_int j = 0; j < P->M.cols; j++) {
        double mass = dls_diagonal_entry(P->M, j), by = mass > 0 ? fabs(force[j] / mass) : 0;
        for (dls_int k = by == 0 ? P->H.p[j + 1] : P->H.p[j]; k < P->H.p[j + 1]; k++) {
            X->work[P->H.i[k]] += fabs(P->H.x[k]) * by;
        }
    }
}

double dls_verify_speed(const dls_verify_point *X, double *reactions)
{
    const double *q = X->problem->q;
    double speed = dls_norm(rows_of(X), q);
    *reactions = weighted(X, X->rho, q);
    if (X->problem->global) {
        dls_zero(rows_of(X), X->work);
        moved(X, X->problem->f);
        speed = fmax(speed, dls_norm(rows_of(X), X->work));
        *reactions = fmax(*reactions, weighted(X, X->rho, X->work));
    }
    return speed;
}

double dls_verify_velocity(const dls_verify_point *X)
{
    double largest = 0;
    int d = X->problem->dimension;
    (void)dls_verify_map(X, X->rho);
    for (dls_int c = 0; c < X->problem->contacts; c++) {
        double *e = X->work + c * d;
        e[0] = dls_norm(d, e) / X->rho[c];
        for (int i = 1; i < d; i++) {
            e[i] = 0;
        }
    }
    if (X->problem->global) {
        moved(X, X->g);
    }
    for (dls_int c = 0; c < X->problem->contacts; c++) {
        largest = fmax(largest, dls_norm(d, X->work + c * d));
    }
    return dls_finite(rows_of(X), X->work) ? largest : NAN;
}

double dls_verify_natural(const dls_verify_point *X, bool scaled)
{
    const dls_friction_problem *P = X->problem;
    dls_int N = rows_of(X);
    const double *rho = scaled ? X->rho : NULL;
    double size = dls_norm(N, X->r);
    if (scaled && P->global) {
        size = fmax(size, fmax(velocity_size(X), weighted(X, rho, P->q)));
    } else if (scaled) {
        size = fmax(size, weighted(X, rho, P->q));
    } else {
        size = fmax(size, dls_norm(N, X->u));
        size = P->global ? size : fmax(size, dls_norm(N, P->q));
    }
    double natural = ratio(dls_verify_map(X, rho), size);
    return dls_finite(N, X->r) && dls_finite(N, X->u) ? natural : NAN;
}

double dls_verify_measure(double natural, double equality, bool scaled)
{
    double sum = natural + equality;
    return isnan(sum) ? NAN : scaled ? fmax(natural, equality) : sum;
}
