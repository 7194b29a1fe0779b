/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which contacts the predictions of Moreau and Jean's step close. */
#include <string.h>

#include "motion/moreau_jean.h"

bool dls_motion_moreau_choose(dls_motion_run *R, double h, const dls_motion_point *from,
                              bool join_only)
{
    dls_motion_moreau *W = R->workspace;
    const dls_motion_values *E = &W->middle;
    bool changes = false;
    if (R->scheme->projects && R->settings.combined) {
        memcpy(W->active, W->closed, (size_t)R->nu * sizeof *W->active);
        W->close = memchr(W->active, true, (size_t)R->nu) != NULL;
        return false;
    }
    dls_int n = R->n - R->model.nx;
    double way = R->nu > 0 ? h * dls_norm(n, from->v) : 0;
    way += R->nu > 0 && W->mass > 0 ? h * h * dls_norm(n, W->force) / W->mass : 0;
    const double *q = R->model.advance ? NULL : from->q;
    W->close = false;
    for (dls_int i = 0; i < R->nu; i++) {
        double predicted = W->gap[i] + R->settings.gamma * h * W->u[i * R->d];
        bool closes = dls_motion_closes(E->N, i, predicted, way, q) || (join_only && W->active[i]);
        dls_int own = E->N.p[i + 1] - E->N.p[i];
        W->close = W->close || closes || predicted <= way * dls_norm(own, E->N.x + E->N.p[i]);
        changes = changes || closes != W->active[i];
        W->active[i] = closes;
    }
    return changes;
}

bool dls_motion_moreau_choose_again(dls_motion_run *R, double h, const dls_motion_point *from,
                                    int *choices)
{
    enum { FREELY = 3, MOST = 10 };
    const dls_motion_moreau *W = R->workspace;
    if (R->fixed || W->ends || !W->close || *choices >= MOST) {
        return false;
    }
    *choices += 1;
    return dls_motion_moreau_choose(R, h, from, *choices > FREELY);
}
