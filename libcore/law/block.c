/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One contact, u = W r + q, for many q. Where W is diag (a, b, b), as of spheres, normal and
   tangent are solved one after the other; else sticking by the inverse, and sliding by Newton's
   method for the angle, from where it slid before. What that does not find dls_law_solve does. */
#include <math.h>
#include <string.h>

#include "law/law.h"

static double square(const double *W, int d)
{
    return dls_dot(d * d, W, W);
}

void dls_law_block_prepare(int d, double mu, const double *W, dls_law_block *block)
{
    static const double ROUNDING = 64;   /* of a product H_c M^-1 H_c' */
    static const double CONDITION = 1e3; /* else the inverse is not good for 1e-12 */
    double off = 0;
    *block = (dls_law_block){.mu = mu, .kind = DLS_BLOCK_GENERAL};
    memcpy(block->W, W, (size_t)(d * d) * sizeof *W);
    for (int k = 0; k < d * d; k++) {
        off = k % (d + 1) ? fmax(off, fabs(W[k])) : off;
    }
    off = d == 3 ? fmax(off, fabs(W[4] - W[8])) : off;
    if (isinf(mu) || !(W[0] > 0)) {
        return;
    }
    if (mu == 0 || off <= ROUNDING * DLS_EPS * fmin(W[0], W[d + 1])) {
        block->kind = DLS_BLOCK_ISOTROPIC; /* mu = 0: the tangents do not matter */
    } else if (dls_law_inverse(d, W, block->inverse) &&
               square(W, d) * square(block->inverse, d) < CONDITION * CONDITION) {
        block->kind = DLS_BLOCK_REGULAR;
    }
}

static void isotropic(int d, const dls_law_block *B, const double *q, double *r)
{
    double normal = -q[0] / B->W[0], x = -q[1] / B->W[d + 1], y = d == 3 ? -q[2] / B->W[d + 1] : 0;
    double most = B->mu * normal, length2 = x * x + y * y;
    double shrink = length2 > most * most ? most / sqrt(length2) : 1;
    r[0] = normal;
    r[1] = shrink * x;
    if (d == 3) {
        r[2] = shrink * y;
    }
}

/* r = a (1, mu e), if it pushes and u_T is opposite to e */
static bool sliding_reaction(int d, const dls_law_block *B, const double *q, const double *e,
                             double *r)
{
    const double *W = B->W;
    double D = W[0] + B->mu * dls_dot(d - 1, W + 1, e), a = -q[0] / D, slip = 0;
    for (int i = 1; i < d; i++) {
        const double *row = W + i * d;
        slip -= e[i - 1] * (q[i] + a * (row[0] + B->mu * dls_dot(d - 1, row + 1, e)));
    }
    if (!(D > 0) || !(slip >= 0)) {
        return false;
    }
    r[0] = a;
    for (int i = 1; i < d; i++) {
        r[i] = B->mu * a * e[i - 1];
    }
    return true;
}

/* The angle of e, by rotations: a step below NEAR leaves its square. */
static bool find_angle(const dls_law_block *B, const double *q, double *e)
{
    enum { STEPS = 12 };
    static const double NEAR = 1e-8;
    double k[5], length = sqrt(e[0] * e[0] + e[1] * e[1]), step = 1;
    dls_law_across(B->mu, B->W, q, k);
    double c = e[0] / length, s = e[1] / length;
    for (int t = 0; length > 0 && fabs(step) > NEAR; t++) {
        double c2 = c * c - s * s, s2 = 2 * c * s;
        double g = k[0] + k[1] * c + k[2] * s + k[3] * c2 + k[4] * s2;
        step = -g / (k[2] * c - k[1] * s + 2 * (k[4] * c2 - k[3] * s2));
        if (t == STEPS || !(fabs(step) < 1)) {
            return false;
        }
        e[0] = c - step * s;
        e[1] = s + step * c;
        length = 1 / sqrt(1 + step * step);
        c = e[0] * length;
        s = e[1] * length;
    }
    e[0] = c;
    e[1] = s;
    return length > 0;
}

static bool regular(int d, const dls_law_block *B, const double *q, double *r)
{
    double e[2] = {r[1], d == 3 ? r[2] : 0}, x[3] = {0};
    for (int i = 0; i < d; i++) {
        x[i] = -dls_dot(d, B->inverse + i * d, q);
    }
    double length2 = x[1] * x[1] + x[2] * x[2], most = B->mu * x[0];
    if (x[0] >= 0 && length2 <= most * most) {
        dls_copy(d, x, r);
        return true;
    }
    if (d == 2) {
        return sliding_reaction(d, B, q, (double[]){1}, r) ||
               sliding_reaction(d, B, q, (double[]){-1}, r);
    }
    if (e[0] == 0 && e[1] == 0) {
        e[0] = x[1];
        e[1] = x[2];
    }
    return find_angle(B, q, e) && sliding_reaction(d, B, q, e, r);
}

void dls_law_block_solve(int d, const dls_law_block *B, const double *q, double *r)
{
    if (q[0] >= 0 && B->kind != DLS_BLOCK_GENERAL) {
        r[0] = r[1] = r[d - 1] = 0;
    } else if (B->kind == DLS_BLOCK_ISOTROPIC) {
        isotropic(d, B, q, r);
    } else if (B->kind == DLS_BLOCK_GENERAL || !regular(d, B, q, r)) {
        dls_law_solve(d, B->mu, B->W, q, r);
    }
}
