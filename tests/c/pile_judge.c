/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residuals of a friction problem from its data alone, written anew: what dls_friction tells of its
   answers is compared to these. M is diagonal. */
#include <math.h>
#include <stdlib.h>

#include "piles.h"

/* |r - P (r - rho (u + mu |u_T| e_N))|, P onto the cone of mu. Where mu is Inf it is a half space,
   and the slip is left out: reactions across the normal are free there, and u_T = 0. */
static double law_error(int d, double mu, double rho, const double *r, const double *u)
{
    double z[3] = {0}, p[3] = {0}, slip = length(d - 1, u + 1);
    for (int i = 0; i < d; i++) {
        z[i] = r[i] - rho * u[i];
    }
    z[0] -= isinf(mu) ? 0 : rho * mu * slip;
    double t = length(d - 1, z + 1), a = isinf(mu) ? z[0] : (z[0] + mu * t) / (1 + mu * mu);
    bool inside = isinf(mu) ? z[0] > 0 : t <= mu * z[0];
    for (int i = 0; i < d && (a > 0 || isinf(mu)); i++) {
        p[i] = inside || (isinf(mu) && i > 0) ? z[i] : i == 0 ? fmax(a, 0) : mu * a * z[i] / t;
    }
    return distance(d, r, p);
}

pile_verdict pile_judge(const dls_friction_problem *P, const double *r, const double *v)
{
    int d = P->dimension;
    dls_int N = d * P->contacts, n = P->M.cols;
    double *u = vector_copy(N, P->q), *speed = need(N, 8), *trace = need(P->contacts, 8);
    double *Mv = need(n, 8), *Hr = need(n, 8), *g = vector_copy(n, P->f), own[3] = {0};
    pile_verdict V = {0};
    dls_mul(P->H, 1, v, u);
    dls_mul(P->M, 1, v, Mv);
    dls_mul_t(P->H, 1, r, Hr);
    for (dls_int j = 0; j < n; j++) {
        g[j] += Mv[j] - Hr[j];
        for (dls_int k = P->H.p[j]; k < P->H.p[j + 1]; k++) {
            speed[P->H.i[k]] += fabs(P->H.x[k] * v[j]);
            trace[P->H.i[k] / d] += P->H.x[k] * P->H.x[k] / P->M.x[j];
        }
    }
    double sizes[3] = {length(n, Mv), length(n, P->f), length(n, Hr)};
    double largest = fmax(sizes[0], fmax(sizes[1], sizes[2]));
    double equality = largest > 0 ? length(n, g) / largest : 0;
    for (dls_int c = 0; c < P->contacts; c++) {
        double rho = d / trace[c];
        double e = law_error(d, P->mu[c], rho, r + c * d, u + c * d);
        double plain = law_error(d, P->mu[c], 1, r + c * d, u + c * d);
        V.scaled += e * e;
        V.siconos += plain * plain;
        V.velocity = fmax(V.velocity, e / rho);
        V.fastest = fmax(V.fastest, length(d, u + c * d));
        own[0] += rho * rho * dls_dot(d, speed + c * d, speed + c * d);
        own[1] += rho * rho * dls_dot(d, P->q + c * d, P->q + c * d);
    }
    double size = fmax(length(N, r), fmax(sqrt(own[0]), sqrt(own[1])));
    double plain_size = fmax(length(N, r), length(N, u));
    V.scaled = fmax(size > 0 ? sqrt(V.scaled) / size : 0, equality);
    V.siconos = (plain_size > 0 ? sqrt(V.siconos) / plain_size : 0) + equality;
    double *arrays[] = {u, speed, trace, Mv, Hr, g};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        free(arrays[k]);
    }
    return V;
}
