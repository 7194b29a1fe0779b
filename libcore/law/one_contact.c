/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One contact, u = W r + q, by its three states. Candidates are tried in turn and the natural map
   chooses; W may be singular, and unsymmetric.
     opens   r = 0, if q_N >= 0
     sticks  W r = -q with r in K; where W is singular, the shortest such r if no r that slides
             with speed zero was found
     slides  r = a (1, mu e), u_N = 0, u_T = -s e, |e| = 1, s >= 0:
             a = -q_N / (W_NN + mu W_NT e), and u_T has no part across e: a trigonometric polynomial
             of degree two in the angle of e, g = 0, a quartic in the tangent of its half. */
#include <math.h>

#include "law/law.h"

static const double ENOUGH = 1e-14;

typedef struct {
    int d;
    double mu;
    double W[9], q[3]; /* with a mean diagonal and a largest entry of one */
    double best[3], error;
} contact;

/* |F| of the natural map, rho = 1 */
static double natural_map_error(const contact *C, const double *r)
{
    double u[3], F[3], sum = 0;
    for (int i = 0; i < C->d; i++) {
        u[i] = C->q[i];
        for (int j = 0; j < C->d; j++) {
            u[i] += C->W[i * C->d + j] * r[j];
        }
    }
    dls_law_natural(C->d, C->mu, 1, r, u, F, NULL, NULL);
    for (int i = 0; i < C->d; i++) {
        sum += F[i] * F[i];
    }
    return sqrt(sum);
}

/* Keep r if it is the best so far; true if the best is good enough. */
static bool try_this(contact *C, const double *r)
{
    double error = natural_map_error(C, r);
    if (error < C->error) {
        C->error = error;
        dls_copy(C->d, r, C->best);
    }
    return C->error <= ENOUGH * fmax(1, dls_norm(C->d, C->best));
}

static bool try_sticking(contact *C)
{
    int d = C->d;
    double inverse[9], r[3] = {0};
    if (!dls_law_inverse(d, C->W, inverse)) {
        return false;
    }
    for (int pass = 0; pass < 2; pass++) {
        double left[3];
        for (int i = 0; i < d; i++) {
            left[i] = -C->q[i];
            for (int j = 0; j < d; j++) {
                left[i] -= C->W[i * d + j] * r[j];
            }
        }
        for (int i = 0; i < d; i++) {
            r[i] += dls_dot(d, inverse + i * d, left);
        }
    }
    return try_this(C, r);
}

/* ---- singular W ---- */

/* Complete pivoting on [W | -q]: the first k rows have what rank k leaves of the equations. */
static void eliminate_row(const contact *C, double row[3][4])
{
    int d = C->d;
    bool used[3] = {false};
    for (int i = 0; i < d; i++) {
        dls_copy(d, C->W + i * d, row[i]);
        row[i][3] = -C->q[i];
    }
    for (int k = 0; k < d; k++) {
        int at = k, column = -1;
        double most = 0;
        for (int i = k; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (!used[j] && fabs(row[i][j]) > most) {
                    most = fabs(row[i][j]);
                    at = i;
                    column = j;
                }
            }
        }
        if (column < 0) {
            return;
        }
        used[column] = true;
        for (int j = 0; j < 4; j++) {
            double keep = row[k][j];
            row[k][j] = row[at][j];
            row[at][j] = keep;
        }
        for (int i = k + 1; i < d; i++) {
            double factor = row[i][column] / row[k][column];
            for (int j = 0; j < 4; j++) {
                row[i][j] = j == column ? 0 : row[i][j] - factor * row[k][j];
            }
        }
    }
}

/* The shortest r in K with w'r = c: along the projection p of +-w on K, w'p = +-|p|^2. */
static bool plane(contact *C, const double *w, double c)
{
    double x[3], p[3];
    for (int i = 0; i < C->d; i++) {
        x[i] = c < 0 ? -w[i] : w[i];
    }
    dls_law_project(C->d, C->mu, x, p, NULL);
    double square = dls_dot(C->d, p, p);
    for (int i = 0; square > 0 && i < C->d; i++) {
        p[i] *= fabs(c) / square;
    }
    return square > 0 && try_this(C, p);
}

static void cross(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* r = o + t n with a'r = a[3], b'r = b[3]: t = 0 is the shortest, others where the line meets the
   boundary of K. */
static bool line(contact *C, const double *a, const double *b)
{
    double n[3], bn[3], na[3], o[3], r[3], t[3] = {0};
    cross(a, b, n);
    cross(b, n, bn);
    cross(n, a, na);
    double square = dls_dot(3, n, n);
    for (int i = 0; i < 3; i++) {
        o[i] = (a[3] * bn[i] + b[3] * na[i]) / square;
        n[i] /= sqrt(square);
    }
    if (isinf(C->mu)) {
        t[1] = t[2] = -o[0] / n[0];
    } else { /* mu^2 r_N^2 = |r_T|^2 */
        double k = 1 / (1 + C->mu * C->mu), m = 1 - k;
        double A = m * n[0] * n[0] - k * (n[1] * n[1] + n[2] * n[2]);
        double B = m * n[0] * o[0] - k * (n[1] * o[1] + n[2] * o[2]);
        double D = m * o[0] * o[0] - k * (o[1] * o[1] + o[2] * o[2]);
        double s = -B - copysign(sqrt(fmax(B * B - A * D, 0)), B);
        t[1] = s / A;
        t[2] = D / s;
    }
    bool done = false;
    for (int k = 0; k < 3 && !done; k++) {
        for (int i = 0; i < 3; i++) {
            r[i] = o[i] + t[k] * n[i];
        }
        done = isfinite(t[k]) && try_this(C, r);
    }
    return done;
}

static bool sticks_singular(contact *C)
{
    double row[3][4] = {{0}};
    eliminate_row(C, row);
    return (C->d == 3 && line(C, row[0], row[1])) || plane(C, row[0], row[0][3]);
}

/* ---- sliding ---- */

static bool slides_along(contact *C, double c, double s)
{
    int d = C->d;
    const double *W = C->W;
    double a = -C->q[0] / (W[0] + C->mu * (c * W[1] + (d == 3 ? s * W[2] : 0)));
    double r[3] = {a, C->mu * a * c, C->mu * a * s};
    return a >= 0 && isfinite(a) && try_this(C, r);
}

static bool slides_in_space(contact *C)
{
    double e[DLS_SLIPS][2];
    int count = dls_law_slips(C->mu, C->W, C->q, false, e);
    bool done = false;
    for (int k = 0; k < count && !done; k++) {
        done = slides_along(C, e[k][0], e[k][1]);
    }
    return done;
}

static bool slides_exactly(contact *C)
{
    return C->d == 3 ? slides_in_space(C) : slides_along(C, 1, 0) || slides_along(C, -1, 0);
}

/* ---- all together ---- */

/* mu = Inf: u_T = 0 whether it opens, r_N = 0, or not */
static bool try_locked(contact *C)
{
    int d = C->d;
    contact open = *C;
    for (int i = 0; i < d; i++) {
        open.W[i] = open.W[i * d] = 0;
    }
    open.W[0] = 1;
    open.q[0] = 0;
    open.error = INFINITY;
    (void)(try_sticking(&open) || sticks_singular(&open));
    open.best[0] = 0;
    return try_this(C, open.best) || try_sticking(C) || sticks_singular(C);
}

/* Newton's method on the natural map removes what rounding left of a candidate. */
static void polish_candidate(contact *C)
{
    int d = C->d;
    for (int step = 0; step < 4; step++) {
        double u[3], F[3], A[9], B[9], D[9], inverse[9], r[3], before = C->error;
        for (int i = 0; i < d; i++) {
            u[i] = C->q[i] + dls_dot(d, C->W + i * d, C->best);
        }
        dls_law_natural(d, C->mu, 1, C->best, u, F, A, B);
        dls_law_multiply(d, B, C->W, D);
        for (int k = 0; k < d * d; k++) {
            D[k] += A[k];
        }
        if (!dls_law_inverse(d, D, inverse)) {
            return;
        }
        for (int i = 0; i < d; i++) {
            r[i] = C->best[i] - dls_dot(d, inverse + i * d, F);
        }
        if (!dls_finite(d, r) || try_this(C, r) || !(C->error < 0.5 * before)) {
            return;
        }
    }
}

double dls_law_solve(int d, double mu, const double *W, const double *q, double *r)
{
    double trace = 0, size = dls_largest(d, q);
    for (int i = 0; i < d; i++) {
        trace += W[i * d + i];
    }
    dls_zero(d, r);
    if (size == 0 || (q[0] >= 0 && !isinf(mu))) {
        return 0;
    }
    double rho = trace > 0 ? d / trace : 1;
    contact C = {.d = d, .mu = mu, .error = INFINITY};
    for (int i = 0; i < d * d; i++) {
        C.W[i] = rho * W[i];
    }
    for (int i = 0; i < d; i++) {
        C.q[i] = q[i] / size;
    }
    bool done = try_this(&C, r);
    if (isinf(mu)) {
        done = done || try_locked(&C);
    } else if (mu == 0) {
        done = done || slides_along(&C, 1, 0);
    } else {
        done = done || try_sticking(&C) || slides_exactly(&C) || sticks_singular(&C);
    }
    if (!done) {
        polish_candidate(&C);
    }
    for (int i = 0; i < d; i++) {
        r[i] = rho * size * C.best[i];
    }
    return C.error / fmax(dls_norm(d, C.best), dls_norm(d, C.q));
}
