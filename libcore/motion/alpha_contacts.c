/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Percussions of the generalized-alpha method. A damper that acts on a held contact takes back what
   percussions of M alone would do: they know how the smooth motion follows them. */
#include <string.h>

#include "motion/generalized_alpha.h"

/* What the laws of contacts speak of beside B'v1 */
static void laws(dls_motion_run *R, const dls_motion_point *from, const dls_motion_values *E)
{
    dls_motion_alpha *X = R->workspace;
    for (dls_int i = 0; i < R->nu; i++) {
        double *s = X->s + i * R->d;
        const double *factor = X->law[i].factor;
        s[0] = R->moving ? E->wu[i] : 0;
        s[0] += factor[0] * (X->u0[i] + dls_motion_power(E->N, i, from->v));
        for (int t = 1; t < R->d; t++) {
            dls_int j = i * (R->d - 1) + t - 1;
            s[t] = R->moving ? (1 + factor[t]) * E->wt[j] : 0;
            s[t] += factor[t] > 0 ? factor[t] * dls_motion_power(E->T, j, from->v) : 0;
        }
    }
}

/* Which percussions p of contacts make the velocity, which is v with the ones that are known, obey
   its laws, when the smooth motion follows: K (v1 - v) = G dpb + B dp, K = M less Jacobians (what
   Newton's matrix says of percussions, but for (kq - h kv/2) fq). X->r := B p */
static dls_error follow(dls_motion_run *R, const dls_motion_values *E, dls_view B,
                        dls_percussion_result *result, dls_fault *fault)
{
    dls_motion_alpha *X = R->workspace;
    dls_zero(R->n, X->r);
    dls_mul(X->smooth->D.A, 1, X->v, X->r);
    dls_mul(E->G, -1, X->p, X->r);
    dls_mul(B, -1, X->p + R->nb, X->r);
    X->smooth->watch = R->watch;
    dls_error error = dls_percussion_solve(X->smooth, X->r, X->c_b, X->s, false, X->active, X->x,
                                           X->all, result, fault);
    dls_copy(R->np - R->nb, X->all + R->nb, X->p + R->nb);
    dls_zero(R->n, X->r);
    dls_mul(B, 1, X->p + R->nb, X->r);
    return error;
}

dls_error dls_motion_alpha_percussions(dls_motion_run *R, double h, const dls_motion_point *from,
                                       const dls_motion_values *E, dls_motion_report *report,
                                       dls_fault *fault)
{
    dls_motion_alpha *X = R->workspace;
    dls_view B = R->d > 1 ? dls_see(&X->K.B) : E->N;
    dls_percussion_result result = {.solved = true};
    bool follows = X->coupled && memchr(X->active, true, (size_t)R->nu);
    dls_error error = DLS_OK;
    laws(R, from, E);
    dls_zero(R->nb, X->c_b);
    if (R->moving) {
        dls_copy(R->nb, E->wb, X->c_b);
    }
    if (follows) {
        error = follow(R, E, B, &result, fault);
    } else {
        dls_mul_t(B, 1, X->free_v, X->s);
        dls_zero(R->n, X->r);
    }
    dls_motion_pull(R->nu, X->active, h, X->cohesion, E->N, X->r);
    dls_mul_t(E->G, 1, X->free_v, X->c_b);
    X->contacts->watch = R->watch;
    if (!error && result.solved) {
        error = dls_percussion_solve(X->contacts, X->r, X->c_b, X->s, false,
                                     follows ? X->none : X->active, X->x, X->all, &result, fault);
        dls_copy(follows ? R->nb : R->np, X->all, X->p);
    }
    if (!error) {
        report->unsettled = 0; /* what the iterations before missed */
        dls_motion_count(R, &result, report);
    }
    return error;
}
