/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Angles of joints in space, which are coordinates beside those of the bodies: a quaternion says
   where a body is, not how often it has turned. An angle of the bodies is within half a turn; whole
   turns come from the angle before, which every advance carries on. */
#include <math.h>

#include "mechanism/mechanism.h"

static const double TURN = 6.283185307179586;

double dls_mechanism_nearest(double angle, double about)
{
    return angle + TURN * round((about - angle) / TURN);
}

/* Frames of B->ahead, where the bodies are at q; v NULL: velocities do not matter */
static void stand(const dls_mechanism *B, const double *q, const double *v)
{
    for (dls_int k = 1; B->angles > 0 && k <= B->bodies; k++) {
        dls_mechanism_frame *F = &B->ahead[k];
        if (F->q >= 0) {
            dls_mechanism_stand(B->d, F, q + F->q, v ? v + F->v_at : NULL);
        }
    }
}

/* Angle k in (-pi, pi] and its rate, in the frames of B->ahead */
static dls_mechanism_row measure(const dls_mechanism *B, dls_int k)
{
    const dls_mechanism_line *line = &B->angle[k].kind->line[1][0];
    dls_mechanism_pair P;
    dls_mechanism_row row;
    dls_mechanism_meet_in(B->ahead, B->d, &B->angle[k], &P);
    line->equation(&P, line->i, line->j, &row);
    return row;
}

/* Angular velocities are constant on the way, in the axes of their bodies: so is the rate of an
   angle about an axis that both share, and the angle at the end says how many turns there were. */
void dls_mechanism_follow(const dls_mechanism *B, const double *q, const double *v, double h,
                          double *next)
{
    stand(B, next, v);
    for (dls_int k = 0; k < B->angles; k++) {
        dls_mechanism_row row = measure(B, k);
        dls_int at = B->of_bodies + k;
        next[at] = dls_mechanism_nearest(row.h, q[at] + h * row.speed);
    }
}

void dls_mechanism_place_angles(dls_mechanism *B, const dls_mechanism_data *D)
{
    int rows = B->d == 2 ? 3 : 7;
    for (dls_int k = 0; k < B->bodies; k++) {
        const dls_mechanism_frame *F = &B->frame[k + 1];
        dls_copy(F->q < 0 ? 0 : rows, D->place + rows * k, B->q + F->q);
    }
    for (dls_int k = 0; B->angles > 0 && k <= B->bodies; k++) {
        B->ahead[k] = B->frame[k]; /* what does not move stays there */
    }
    stand(B, B->q, B->v);
    for (dls_int k = 0; k < B->angles; k++) {
        double turns = D->angle[k * DLS_ITEM_ROWS + DLS_ITEM_TURNS];
        B->angle_placed[k] = B->q[B->of_bodies + k] = measure(B, k).h + TURN * turns;
    }
}

void dls_mechanism_set_angles(const dls_mechanism *B, double *q)
{
    stand(B, q, NULL);
    for (dls_int k = 0; k < B->angles; k++) {
        q[B->of_bodies + k] = dls_mechanism_nearest(measure(B, k).h, B->angle_placed[k]);
    }
}

void dls_mechanism_get_turns(const dls_mechanism *B, const double *q, double *turns)
{
    stand(B, q, NULL);
    for (dls_int k = 0; k < B->angles; k++) {
        double whole = (q[B->of_bodies + k] - measure(B, k).h) / TURN;
        turns[k] = round(whole) + 0.0; /* not -0 */
    }
}

dls_int dls_mechanism_angles(const dls_mechanism *B)
{
    return B->angles;
}
