/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happened between two states: gaps that were crossed, reactions that pull, contacts that
   leave the cone of friction while they stick, or turn back while they slip. */
#include <math.h>

#include "motion/events.h"

/* The velocity of a contact that slips, along the direction in which it did */
static double sliding_speed(const dls_rk *S, const dls_rk_state *z, dls_int k)
{
    const dls_motion_values *E = &S->R->here;
    double speed = 0;
    for (int e = 0; e < S->d - 1; e++) {
        dls_int j = k * (S->d - 1) + e;
        double u = S->R->moving ? E->wt[j] : 0;
        for (dls_int i = E->T.p[j]; i < E->T.p[j + 1]; i++) {
            u += E->T.x[i] * z->v[E->T.i[i]];
        }
        speed += u * S->direction[j];
    }
    return speed;
}

static dls_error look_at_closed(dls_rk *S, const dls_rk_state *z, dls_rk_found *found,
                                dls_fault *fault)
{
    const dls_rk_start *start;
    double *full = S->contacts->full;
    unsigned more = DLS_PART_FRICTION;
    more |= S->R->friction ? DLS_PART_TANGENT : 0u;
    more |= S->R->friction && S->R->moving ? DLS_PART_TANGENT_SPEED : 0u;
    dls_error error = dls_motion_rk_start_at(S, z, &start, fault);
    error = error ? error
                  : dls_motion_evaluate(S->R->source, &S->R->here, more, z->t, z->q, z->v, fault);
    error =
        error || !S->report->ok ? error : dls_motion_event_share(S, z, start->lambda, full, fault);
    if (error || !S->report->ok) {
        return error;
    }
    for (dls_int r = S->nb; r < S->all; r++) {
        *S->load = fmax(*S->load, fabs(full[r]));
    }
    static const double ROUNDING = 1e-12; /* of reactions, beside the largest */
    double small = ROUNDING * *S->load;
    for (dls_int a = 0; a < S->actives; a++) {
        dls_int k = S->active[a];
        double normal = full[S->nb + k], value = normal, mu = S->R->here.mu[k];
        if (S->R->friction && S->slips[k] != 0) {
            value = fmin(value, sliding_speed(S, z, k));
        } else if (S->R->friction && mu > 0) {
            value = fmin(value, mu * normal - dls_norm(S->d - 1, full + dls_rk_tangent(S, k, 0)));
        }
        found->closed[k] = true;
        found->pulls[k] = normal < -small;
        found->value[k] = value;
        found->happened[k] = value < -small;
    }
    return DLS_OK;
}

dls_error dls_motion_event_look(dls_rk *S, const dls_rk_state *y, dls_rk_state *z,
                                dls_rk_found *found, dls_fault *fault)
{
    dls_error error = dls_motion_rk_gaps(S, z, fault);
    for (dls_int k = 0; k < S->nu && !error; k++) {
        found->closed[k] = found->pulls[k] = false;
        found->value[k] = z->g[k] - fmin(y->g[k], 0);
        found->rate[k] = z->u[k];
        found->happened[k] = found->value[k] < -z->tolerance;
    }
    if (!error && S->actives > 0) {
        error = look_at_closed(S, z, found, fault);
    }
    found->any = found->hits = false;
    for (dls_int k = 0; k < S->nu && !error; k++) {
        found->any = found->any || found->happened[k];
        found->hits = found->hits || (found->happened[k] && !found->closed[k]);
    }
    return error;
}
