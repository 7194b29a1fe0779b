/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directions e in which one contact in space may slide: u_T of r = a (1, mu e), u_N = 0, has no
   part across e. */
#include <math.h>

#include "law/law.h"

void dls_law_across(double mu, const double *W, const double *q, double *k)
{
    double x = W[1] * q[2] - q[0] * W[7], y = W[2] * q[1] - q[0] * W[5];
    double z = W[2] * q[2] - W[1] * q[1] - q[0] * (W[8] - W[4]);
    k[0] = 0.5 * mu * (x - y);
    k[1] = W[0] * q[2] - q[0] * W[6];
    k[2] = q[0] * W[3] - W[0] * q[1];
    k[3] = 0.5 * mu * (x + y);
    k[4] = 0.5 * mu * z;
}

/* Where |a| has a minimum below NEAR of its size: a perturbation makes it a root. */
static int add_near(const double *a, int count, double *t)
{
    static const double NEAR = 1e-8;
    double slope[] = {a[1], 2 * a[2], 3 * a[3], 4 * a[4]}, turn[3];
    double size = fabs(a[0]) + fabs(a[1]) + fabs(a[2]) + fabs(a[3]) + fabs(a[4]);
    int turns = fabs(slope[3]) > 0 ? dls_law_roots(3, slope, -6, 6, turn) : 0;
    for (int k = 0; k < turns; k++) {
        double s = turn[k], value = a[0] + s * (a[1] + s * (a[2] + s * (a[3] + s * a[4])));
        if (fabs(value) <= NEAR * size * fmax(1, s * s * s * s)) {
            t[count++] = s;
        }
    }
    return count;
}

/* Angles start opposite to that multiple of 45 degrees where |g| is largest, M say. It is at least
   cos (45) of max |g|, and |g'| <= 2 max |g| (Bernstein): roots are 0.35 away from there, and their
   t = tan (angle / 2) in [-6, 6]. */
int dls_law_slips(double mu, const double *W, const double *q, bool near, double e[DLS_SLIPS][2])
{
    enum { EIGHTHS = 8 };
    static const double TURN[EIGHTHS] = {1,  0.70710678118654752,  0, -0.70710678118654752,
                                         -1, -0.70710678118654752, 0, 0.70710678118654752};
    double k[5], most = -1, a[5], t[DLS_SLIPS];
    int at = 0;
    dls_law_across(mu, W, q, k);
    for (int i = 0; i < EIGHTHS; i++) {
        double g = k[0] + k[1] * TURN[i] + k[2] * TURN[(i + 6) % EIGHTHS] +
                   k[3] * TURN[2 * i % EIGHTHS] + k[4] * TURN[(2 * i + 6) % EIGHTHS];
        if (fabs(g) > most) {
            most = fabs(g);
            at = (i + 4) % EIGHTHS;
        }
    }
    if (most == 0) { /* no direction is better than another */
        e[0][0] = 1;
        e[0][1] = 0;
        return near ? -1 : 1;
    }
    double c = TURN[at], s = TURN[(at + 6) % EIGHTHS], c2 = TURN[2 * at % EIGHTHS],
           s2 = TURN[(2 * at + 6) % EIGHTHS];
    double k1 = k[1] * c + k[2] * s, k2 = k[2] * c - k[1] * s;
    double k3 = k[3] * c2 + k[4] * s2, k4 = k[4] * c2 - k[3] * s2;
    a[0] = k[0] + k1 + k3;
    a[1] = 2 * k2 + 4 * k4;
    a[2] = 2 * k[0] - 6 * k3;
    a[3] = 2 * k2 - 4 * k4;
    a[4] = k[0] - k1 + k3;
    int count = dls_law_roots(4, a, -6, 6, t);
    count = near ? add_near(a, count, t) : count;
    for (int i = 0; i < count; i++) {
        double n = 1 + t[i] * t[i], x = (1 - t[i] * t[i]) / n, y = 2 * t[i] / n;
        e[i][0] = c * x - s * y;
        e[i][1] = s * x + c * y;
    }
    return count;
}
