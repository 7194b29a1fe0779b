/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Fischer-Burmeister map of a point, its derivative and its merit. */
#include <math.h>

#include "lcp/newton.h"

/* sqrt (a^2 + b^2 + 2 mu): then a b = mu where it is a + b */
static double radius(double a, double b, double mu)
{
    return sqrt(a * a + b * b + 2 * mu);
}

static double fischer(double a, double b, double mu)
{
    double r = radius(a, b, mu);
    return a + b > 0 ? 2 * (mu - a * b) / (r + a + b) : r - a - b;
}

double dls_lcp_newton_merit(const dls_newton *S, double t)
{
    double sum = 0;
    for (dls_int i = 0; i < S->N; i++) {
        double w = S->w[i] + t * S->dw[i];
        double phi = i < S->free ? w : fischer(S->y[i] + t * S->dy[i], w, S->mu);
        sum += phi * phi;
    }
    return sum / 2;
}

/* 1 - a/r without cancellation */
static double derivative(double a, double b, double r, double mu)
{
    return a > 0 ? (b * b + 2 * mu) / r / (r + a) : 1 - a / r;
}

/* w, phi with da dy + db dw = phi for a Newton step, and the merit. */
void dls_lcp_newton_evaluate(dls_newton *S)
{
    static const double KINK = 0.29289321881345248; /* an element of the derivative at (0, 0) */
    double sum = 0;
    dls_copy(S->N, S->q, S->w);
    dls_mul(dls_see(&S->M), 1, S->y, S->w);
    for (dls_int i = 0; i < S->N; i++) {
        double a = S->y[i], b = S->w[i], r = radius(a, b, S->mu);
        bool free = i < S->free;
        S->phi[i] = free ? -b : fischer(a, b, S->mu);
        S->da[i] = free ? 0 : r > 0 ? derivative(a, b, r, S->mu) : KINK;
        S->db[i] = free ? 1 : r > 0 ? derivative(b, a, r, S->mu) : KINK;
        sum += S->phi[i] * S->phi[i];
    }
    S->merit = sum / 2;
}

/* The derivative of the merit along dy, and that of phi, squared. */
double dls_lcp_newton_slope(const dls_newton *S, double *square)
{
    double sum = 0;
    *square = 0;
    for (dls_int i = 0; i < S->N; i++) {
        double change = S->da[i] * S->dy[i] + S->db[i] * S->dw[i];
        sum -= S->phi[i] * change;
        *square += change * change;
    }
    return sum;
}

/* dy = -gradient, as long as the linear model says. */
void dls_lcp_newton_steepest(dls_newton *S)
{
    double square;
    for (dls_int i = 0; i < S->N; i++) {
        S->t[i] = S->db[i] * S->phi[i];
    }
    dls_set_mul_t(dls_see(&S->M), S->t, S->dy);
    for (dls_int i = 0; i < S->N; i++) {
        S->dy[i] += S->da[i] * S->phi[i];
    }
    dls_zero(S->N, S->dw);
    dls_mul(dls_see(&S->M), 1, S->dy, S->dw);
    double along = dls_lcp_newton_slope(S, &square), length = square > 0 ? -along / square : 0;
    for (dls_int i = 0; i < S->N; i++) {
        S->dy[i] *= length;
        S->dw[i] *= length;
    }
}
