/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The projection onto im B' that turns "a lambda" into "the lambda", with the factor at hand:
   least squares min |u - B'c|. Preconditioned conjugate directions on B B'c = B u with
   (delta E)^-1 = (B B' + delta (A + rho I))^-1, which is one application of the proximal operator
   to (0, v). The result B'c has no part in ker B beyond the rounding of one product, whatever
   rounding (1/delta) (B'dx - r2) left in u. */
#include <math.h>

#include "kkt/kkt.h"

dls_error dls_kkt_project(dls_kkt *K, const double *u, double target, double *reached, int *steps)
{
    enum { MOST = 100, PATIENCE = 6 };
    static const double EXHAUSTED = 1e-18; /* all but rounding was orthogonalised away */
    dls_kkt_work *W = &K->work;
    double *v = W->v, *c = W->c, *s = W->s, *p = W->p, *q = W->q, *z = W->dx, *qz = W->dy;
    dls_copy(K->m, u, v);
    dls_zero(K->n, c);
    dls_zero(K->n, p);
    dls_zero(K->m, q);
    double length = 0, best = INFINITY;
    for (int k = 0, idle = 0; k <= MOST; k++) {
        dls_set_mul_t(dls_see(&K->Bt), v, s);
        dls_linsys_team_collect(K->team, s);
        *reached = dls_linsys_team_norm(K->team, K->n, s);
        idle = *reached < 0.5 * best ? 0 : idle + 1;
        best = fmin(best, *reached);
        if (*reached <= fmax(target, 4 * DLS_EPS * dls_linsys_team_norm(K->team, K->m, v)) ||
            idle > PATIENCE) {
            break;
        }
        dls_error error = dls_kkt_prox_precondition(K, v, s, z, qz);
        if (error) {
            return error;
        }
        dls_linsys_team_spread(K->team, z);
        dls_set_mul_t(dls_see(&K->B), z, qz);
        double square = dls_linsys_team_dot(K->team, K->m, qz, qz);
        /* alpha and beta are worth computing only while v'q is above its rounding; the step of the
           proximal method itself, alpha = 1, always is good */
        bool noisy = DLS_EPS * dls_linsys_team_norm(K->team, K->m, v) *
                         dls_linsys_team_norm(K->team, K->n, z) >
                     0.01 * square;
        double beta = noisy || length == 0 ? 0 : dls_linsys_team_dot(K->team, K->m, q, qz) / length;
        for (dls_int i = 0; i < K->n; i++) {
            p[i] = z[i] - beta * p[i];
        }
        for (dls_int i = 0; i < K->m; i++) {
            q[i] = qz[i] - beta * q[i];
        }
        length = dls_linsys_team_dot(K->team, K->m, q, q);
        if (!(length > EXHAUSTED * square)) {
            break;
        }
        double alpha = noisy ? 1 : dls_linsys_team_dot(K->team, K->m, v, q) / length;
        dls_axpy(K->n, alpha, p, c);
        dls_axpy(K->m, -alpha, q, v);
        (*steps)++;
    }
    dls_linsys_team_spread(K->team, c);
    dls_mul_t_exactly(dls_see(&K->B), c, q); /* not the recursion, but what c is worth */
    for (dls_int i = 0; i < K->m; i++) {
        v[i] = u[i] - q[i];
    }
    dls_set_mul_t(dls_see(&K->Bt), v, s);
    dls_linsys_team_collect(K->team, s);
    *reached = dls_linsys_team_norm(K->team, K->n, s);
    return DLS_OK;
}
