/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of contacts as they are defined, disk by disk: with a = r_N + c, 0 <= a _|_ u_N >= 0, and on
   each disk |t| <= m a the power -u't is the largest there is; an ellipse is a disk in its axes,
   where t_i / mu_i is on it and mu_i u_i has its power. */
#include <math.h>

#include "verify/friction.h"

/* First row after the tangents or the moments that begin at `row` */
static int end_of(const dls_friction_laws *L, int d, int row)
{
    bool tangents = row == 0;
    return tangents ? d : L->rolling && row == d ? 2 * d - 1 : L->rows;
}

/* diag (W), diag (M) for M */
static void mobilities(const dls_friction_problem *P, dls_int N, double *a)
{
    dls_view A = P->global ? P->H : P->W;
    dls_zero(N, a);
    for (dls_int j = 0; j < A.cols; j++) {
        double mass = P->global ? dls_diagonal_entry(P->M, j) : 0;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            if (P->global && mass > 0) {
                a[A.i[k]] += A.x[k] * A.x[k] / mass;
            } else if (!P->global && A.i[k] == j) {
                a[j] += A.x[k];
            }
        }
    }
}

void dls_verify_units_of_laws(const dls_friction_problem *P, const dls_friction_laws *L,
                              double *rho, double *force)
{
    int rows = L->rows;
    mobilities(P, rows * P->contacts, force);
    for (dls_int c = 0; c < P->contacts; c++) {
        for (int row = 0, next; row < rows; row = next) {
            double sum = 0;
            next = end_of(L, P->dimension, row);
            for (int i = row; i < next; i++) {
                sum += force[c * rows + i];
            }
            double first = row > 0 ? rho[c * rows] : 1, own = sum > 0 ? (next - row) / sum : first;
            for (int i = row; i < next; i++) {
                rho[c * rows + i] = own;
                force[c * rows + i] = row > 0 ? sqrt(first / own) : 1;
            }
        }
    }
}

/* -u't is the largest at t if and only if t is the projection of t - u. */
static double of_disk(int k, const double *t, const double *u, double radius)
{
    double x[2] = {0, 0};
    for (int i = 0; i < k; i++) {
        x[i] = t[i] - u[i];
    }
    double far = dls_norm(k, x);
    if (!(radius < INFINITY) || far <= radius) { /* no slip */
        return dls_norm(k, u);
    }
    for (int i = 0; i < k; i++) {
        x[i] = t[i] - radius * x[i] / far;
    }
    return dls_norm(k, x);
}

/* The tangents of contact c in the axes of its ellipse, which becomes a disk: its coefficient */
static double to_axes(const dls_friction_laws *L, dls_int c, double mu, double *t, double *u)
{
    if (!L->second) {
        return mu;
    }
    double both[2] = {mu, L->second[c]}, most = fmax(both[0], both[1]);
    double angle = L->angle ? L->angle[c] : 0, x = cos(angle), y = sin(angle);
    for (int k = 0; k < 2; k++) {
        double *w = k ? u : t, along = x * w[0] + y * w[1];
        w[1] = x * w[1] - y * w[0];
        w[0] = along;
    }
    for (int k = 0; k < 2; k++) {
        double share = most > 0 && isfinite(most) ? fmax(both[k] / most, 1e-300) : 1;
        t[k] /= share;
        u[k] *= share;
    }
    return most;
}

/* By how much contact c misses its law: x of reactions and y of velocities, both as forces */
static double missed(const dls_friction_problem *P, const dls_friction_laws *L, dls_int c,
                     const double *force, double *x, double *y)
{
    int d = P->dimension;
    double a = x[0] + (L->cohesion ? L->cohesion[c] : 0), sum = pow(fmin(a, y[0]), 2);
    double m = to_axes(L, c, P->mu[c], x + 1, y + 1);
    sum += pow(of_disk(d - 1, x + 1, y + 1, m > 0 ? m * fmax(a, 0) : 0), 2);
    for (int row = d, next; row < L->rows; row = next) {
        next = end_of(L, d, row);
        m = L->rolling && row == d ? L->rolling[c] : L->spinning[c];
        sum +=
            pow(of_disk(next - row, x + row, y + row, m > 0 ? m * fmax(a, 0) * force[row] : 0), 2);
    }
    return sqrt(sum);
}

double dls_verify_laws(const dls_verify_laws_point *X, double *velocity, double *speed)
{
    const dls_friction_problem *P = X->problem;
    dls_int rows = X->laws->rows, N = rows * P->contacts;
    double sum = 0, reactions = 0, data = 0, largest = 0, fast = 0;
    for (dls_int c = 0; c < P->contacts; c++) {
        double x[DLS_VERIFY_ROWS], y[DLS_VERIFY_ROWS];
        for (dls_int i = 0; i < rows; i++) {
            dls_int k = c * rows + i;
            double unit = X->rho[k] * X->force[k];
            x[i] = X->r[k] * X->force[k];
            y[i] = X->u[k] * unit;
            reactions += x[i] * x[i];
            data += pow(fmax(fabs(P->q[k]), X->moved[k]) * unit, 2);
            fast += pow(fmax(fabs(P->q[k]), X->moved[k]) * unit / X->rho[c * rows], 2);
        }
        double e = missed(P, X->laws, c, X->force + c * rows, x, y);
        sum += e * e;
        largest = dls_verify_worse(largest, e / X->rho[c * rows]);
    }
    double size = sqrt(fmax(reactions, data));
    *velocity = largest;
    *speed = sqrt(fast);
    return !(dls_finite(N, X->r) && dls_finite(N, X->u)) ? NAN : sum == 0 ? 0 : sqrt(sum) / size;
}

/* How far x is outside of {|x_T| <= mu x_N}, or of its dual {x_N >= mu |x_T|} */
static double outside_cone(int d, double mu, const double *x, bool dual)
{
    double t = dls_norm(d - 1, x + 1);
    if (isinf(mu)) {
        return dual ? fmax(-x[0], t) : -x[0];
    }
    return dual ? mu * t - x[0] : fmax(t - mu * x[0], -x[0]);
}

double dls_verify_outside(const dls_friction_problem *P, const dls_friction_laws *L, dls_int c,
                          const double *x, bool dual)
{
    double y[DLS_VERIFY_ROWS], scaled[2], far = -x[0];
    int d = P->dimension;
    if (!L) {
        return outside_cone(d, P->mu[c], x, dual);
    }
    dls_copy(L->rows, x, y);
    dls_copy(d - 1, x + 1, scaled);
    double *t = dual ? scaled : y + 1, *u = dual ? y + 1 : scaled;
    double m = to_axes(L, c, P->mu[c], t, u), sum = -x[0];
    for (int row = 1, next; row < L->rows; row = next) {
        next = row == 1 ? d : end_of(L, d, row);
        m = row == 1 ? m : L->rolling && row == d ? L->rolling[c] : L->spinning[c];
        double size = dls_norm(next - row, y + row);
        if (isinf(m)) {
            far = dual ? fmax(far, size) : far;
        } else if (dual) {
            sum += m * size;
        } else if (size > 0) {
            far = fmax(far, size / m - x[0]);
        }
    }
    return dual ? fmax(far, sum) : far;
}
