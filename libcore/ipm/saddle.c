/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [P + rho I, A'; A, -W^2 - delta I], lower triangle or (diagonal cones only) full. A second-order
   cone whose rows are not mixed is an arrow instead of a dense block: as W^2 = eta^2 (D + u u' -
   v v'), two more unknowns with pivots -1 and +1 make

       [-eta^2 D, eta v, eta u; ., -1, 0; ., 0, +1]  ->  -eta^2 (D + u u' - v v'). */
#include "ipm/system.h"

static bool is_arrow(const dls_system *S, dls_int k)
{
    return !S->mixed[k] && !S->cones->cone[k].kind->diagonal;
}

/* Column j of P with rho on the diagonal, and of the rows below. */
static void fill_variable(dls_system *S, dls_int j, dls_int *at)
{
    dls_view P = S->P;
    bool diagonal = false;
    for (dls_int t = P.p[j]; t < P.p[j + 1]; t++) {
        dls_int i = P.i[t];
        if (i > j && !diagonal) {
            dls_mat_put(&S->E, at, j, S->rho);
            diagonal = true;
        }
        if (i == j) {
            dls_mat_put(&S->E, at, j, P.x[t] + S->rho);
            diagonal = true;
        } else if (i > j || !S->symmetric) {
            dls_mat_put(&S->E, at, i, P.x[t]);
        }
    }
    if (!diagonal) {
        dls_mat_put(&S->E, at, j, S->rho);
    }
    dls_int count = dls_ipm_rows_column(S, j, true, S->E.i + *at, S->E.x + *at);
    for (dls_int t = *at; t < *at + count; t++) {
        S->E.i[t] += P.cols;
    }
    *at += count;
}

static void fill_arrow(dls_system *S, const dls_cone *c, dls_int i, dls_int arrow, dls_int *at)
{
    dls_arrow a = c->kind->arrow(c);
    dls_int v = S->P.cols + S->A.rows + 2 * arrow;
    dls_mat_put(&S->E, at, S->P.cols + c->start + i,
                -c->eta * c->eta * (i == 0 ? a.d0 : 1) - S->delta);
    dls_mat_put(&S->E, at, v, i == 0 ? 0 : c->eta * a.v1 * c->w[i]);
    dls_mat_put(&S->E, at, v + 1, c->eta * (i == 0 ? a.u0 : a.u1 * c->w[i]));
}

/* Row i of cone k, which has `arrow` arrows before it. */
static void fill_row(dls_system *S, dls_int k, dls_int i, dls_int arrow, dls_int *at)
{
    const dls_cone *c = &S->cones->cone[k];
    dls_int row = c->start + i;
    for (dls_int t = S->At.p[row]; !S->symmetric && t < S->At.p[row + 1]; t++) {
        dls_mat_put(&S->E, at, S->At.i[t], S->At.x[t]);
    }
    if (is_arrow(S, k)) {
        fill_arrow(S, c, i, arrow, at);
    } else {
        double square = S->mixed[k] ? 1 : c->kind->square(c, i, i) + S->delta;
        dls_mat_put(&S->E, at, S->P.cols + row, -square);
    }
}

void dls_ipm_saddle_fill(dls_system *S)
{
    dls_int at = 0, arrow = 0, column = S->P.cols;
    for (dls_int j = 0; j < S->P.cols; j++) {
        fill_variable(S, j, &at);
        S->E.p[j + 1] = at;
    }
    for (dls_int k = 0; k < S->cones->count; k++) {
        for (dls_int i = 0; i < S->cones->cone[k].size; i++) {
            fill_row(S, k, i, arrow, &at);
            S->E.p[++column] = at;
        }
        arrow += is_arrow(S, k);
    }
    for (dls_int k = 0; k < 2 * S->arrows; k++) {
        dls_mat_put(&S->E, &at, column, k % 2 == 0 ? -1 : 1);
        S->E.p[++column] = at;
    }
}

void dls_ipm_saddle_size(dls_system *S)
{
    S->arrows = 0;
    S->saddle = dls_entries(S->P) + 2 * S->P.cols + S->A.rows + S->entries;
    for (dls_int k = 0; k < S->cones->count; k++) {
        S->arrows += is_arrow(S, k);
        S->saddle += is_arrow(S, k) ? 2 * S->cones->cone[k].size + 2 : 0;
    }
    S->saddle += S->symmetric ? 0 : dls_entries(S->A);
    S->order = S->P.cols + S->A.rows + 2 * S->arrows;
}
