/* SPDX-License-Identifier: GPL-3.0-or-later */
/* E = P + rho I + J'J, J = (W^2 + delta I)^-1/2 A. */
#include "ipm/system.h"

double dls_ipm_normal_estimate(const dls_system *S)
{
    double bound = (double)(dls_entries(S->P) + S->P.cols);
    for (dls_int k = 0; k < S->cones->count; k++) {
        const dls_cone *c = &S->cones->cone[k];
        double block = 0;
        for (dls_int i = c->start; i < c->start + c->size; i++) {
            double row = (double)(S->At.p[i + 1] - S->At.p[i]);
            bound += c->kind->diagonal ? row * (row + 1) / 2 : 0;
            block += row;
        }
        bound += c->kind->diagonal ? 0 : block * (block + 1) / 2;
    }
    return bound;
}

static void fill_rows(dls_system *S, bool values)
{
    for (dls_int j = 0; j < S->A.cols; j++) {
        dls_int at = S->J.p[j];
        S->J.p[j + 1] = at + dls_ipm_rows_column(S, j, values, S->J.i + at, S->J.x + at);
    }
}

static dls_blocks blocks(const dls_system *S)
{
    return (dls_blocks){S->P, dls_see(&S->Jt), dls_see(&S->J)};
}

void dls_ipm_normal_take(dls_room *room, dls_system *S)
{
    dls_int n = S->A.cols, m = S->A.rows;
    dls_mat_take(room, &S->J, m, n, S->entries);
    dls_mat_take(room, &S->Jt, n, m, S->entries);
    S->place = DLS_TAKE(room, dls_int, S->entries);
    S->normal = (dls_normal_work){DLS_TAKE(room, dls_int, m), DLS_TAKE(room, dls_int, n),
                                  DLS_TAKE(room, double, n)};
}

bool dls_ipm_normal_pattern(dls_system *S)
{
    fill_rows(S, false);
    dls_mat_fill_transpose(&S->Jt, dls_see(&S->J), S->place);
    dls_blocks B = blocks(S);
    if (!dls_rank_normal_pattern(&B, &S->E)) {
        dls_mat_free(&S->E);
        return false;
    }
    return dls_mat_own(&S->shape, &S->E);
}

void dls_ipm_normal_refill(dls_system *S)
{
    fill_rows(S, true);
    for (dls_int t = 0; t < S->J.p[S->J.cols]; t++) {
        S->Jt.x[S->place[t]] = S->J.x[t];
    }
    dls_blocks B = blocks(S);
    dls_rank_normal_fill(&B, S->rho, 1, &S->normal, &S->E);
}
