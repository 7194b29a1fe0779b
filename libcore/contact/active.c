/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which constraints are active, and do they leave one acceleration and one set of reactions? */
#include <float.h>
#include <math.h>

#include "contact/active.h"
#include "rank/rank.h"

dls_int dls_active_columns(const dls_active *W)
{
    return W->N->S.M.cols + W->N->S.Gb.cols + W->N->S.Gu.cols + W->P->nt;
}

/* Accelerations of the coordinates that the forces would cause one by one, those without mass with
   the largest one: a gap's acceleration that is zero is known only up to the rounding of these. */
static void free_scale(const dls_active *W, double *w)
{
    const dls_contact_system *S = &W->N->S;
    for (dls_int i = 0; i < S->M.cols; i++) {
        w[i] = fabs(S->F[i]);
    }
    dls_mul_sizes(S->Gb, W->v.nb, w);
    dls_mul_sizes(S->Gu, W->v.nu, w);
    double most = dls_max_abs(S->M);
    for (dls_int j = 0; j < S->M.cols; j++) {
        double m = dls_diagonal_entry(S->M, j);
        m = m > 0 ? m : most;
        w[j] = m > 0 ? w[j] / m : 0;
    }
}

/* |A(:, j)|'|y| */
static double column_size(dls_view A, dls_int j, const double *y)
{
    double sum = 0;
    for (dls_int t = A.p[j]; t < A.p[j + 1]; t++) {
        sum += fabs(A.x[t] * y[A.i[t]]);
    }
    return sum;
}

void dls_active_look(dls_active *W)
{
    /* what is clearly not zero, of the largest force or motion; the rounding of terms of a sum */
    static const double CLEAR = 1e-9, ROUNDING = 1e-12;
    const dls_contact_system *S = &W->N->S;
    dls_view G = S->Gu;
    double motion = fmax(dls_largest(G.cols, S->bu), DBL_MIN);
    W->force = fmax(dls_largest(dls_contact_rows(S) - S->M.cols, W->x + S->M.cols), DBL_MIN);
    free_scale(W, W->a);
    dls_mul_t(G, 1, W->x, W->values);
    for (dls_int c = 0; c < G.cols; c++) {
        motion = fmax(motion, column_size(G, c, W->x));
    }
    for (dls_int c = 0; c < G.cols; c++) {
        double g = W->values[c] + S->bu[c], rounding = ROUNDING * column_size(G, c, W->a);
        W->strict[c] = W->v.nu[c] > CLEAR * W->force;
        W->tight[c] = W->strict[c] || !(fabs(g) > fmax(CLEAR * motion, rounding));
    }
    for (dls_int c = 0; c < S->Gb.cols; c++) {
        W->sign[c] = W->v.nb[c] < 0 ? -1 : 1;
    }
}

static bool append_column(dls_active *W, dls_view A, dls_int j, double factor)
{
    dls_contact_add_column(&W->sum, A, j, factor);
    bool ready = dls_scatter_collect(&W->sum, 0, A.p[j + 1] - A.p[j], &W->G, &W->room, W->G.cols);
    W->G.cols++;
    return ready;
}

static bool add_all(dls_active *W, dls_view A, const bool *which)
{
    bool ready = true;
    for (dls_int j = 0; ready && j < A.cols; j++) {
        ready = (which && !which[j]) || append_column(W, A, j, 1);
    }
    return ready;
}

bool dls_active_pulls(dls_active *W, const bool *which)
{
    const dls_contact_problem *P = W->P;
    dls_view Gb = W->N->S.Gb;
    bool ready = true;
    W->G.cols = 0;
    for (dls_int j = 0; ready && j < Gb.cols; j++) {
        if (W->sign[j] < 0) { /* G + H D = 2 G - (G - H D) */
            dls_contact_add_column(&W->sum, Gb, j, 2);
            dls_contact_add_column(&W->sum, P->Gb, j, -1);
            dls_int most = Gb.p[j + 1] - Gb.p[j] + P->Gb.p[j + 1] - P->Gb.p[j];
            ready = dls_scatter_collect(&W->sum, 0, most, &W->G, &W->room, W->G.cols);
            W->G.cols++;
        } else {
            ready = append_column(W, P->Gb, j, 1);
        }
    }
    return ready && add_all(W, P->Gu, which) && add_all(W, P->Ht, NULL);
}

/* [M, Gb, Ht, Gu (strict)]: what motions are held by */
static bool holds(dls_active *W)
{
    const dls_contact_system *S = &W->N->S;
    W->G.cols = 0;
    return add_all(W, S->M, NULL) && add_all(W, S->Gb, NULL) && add_all(W, W->P->Ht, NULL) &&
           add_all(W, S->Gu, W->strict);
}

static void unit_columns(dls_mat *G)
{
    for (dls_int j = 0; j < G->cols; j++) {
        double *column = G->x + G->p[j];
        dls_int count = G->p[j + 1] - G->p[j];
        double length = fmax(dls_norm(count, column), DBL_MIN);
        for (dls_int t = 0; t < count; t++) {
            column[t] /= length;
        }
    }
}

/* Of G; where it is not full, that may be for the units of its columns. */
static dls_error rank_of(dls_active *W, dls_int *rank, dls_fault *fault)
{
    static const double RANK = 1e-10; /* singular values, relative */
    dls_int most = DLS_MIN(W->G.rows, W->G.cols);
    dls_error error = DLS_OK;
    *rank = 0;
    for (int pass = 0; !error && pass < 2 && *rank < most; pass++) {
        if (pass == 1) {
            unit_columns(&W->G);
        }
        error = dls_rank_singular_values(dls_see(&W->G), W->values, fault);
        *rank = 0;
        while (!error && *rank < most && W->values[*rank] > RANK * fmax(W->values[0], DBL_MIN)) {
            ++*rank;
        }
    }
    return error;
}

/* Reactions: independent columns of the active contacts. Acceleration: no motion in ker M that
   keeps the equations and the pressed contacts. */
dls_error dls_active_unique(dls_active *W, bool *independent, dls_verdict *unique, dls_fault *fault)
{
    enum { DENSE = 40000 }; /* entries */
    dls_int n = W->N->S.M.cols, rank;
    dls_definiteness mass = {.pd = DLS_YES};
    bool moving = false, idle = false;
    *independent = false;
    *unique = DLS_UNDECIDED;
    if (!dls_active_pulls(W, W->tight)) {
        return dls_fail_memory(fault);
    } else if (n * W->G.cols > DENSE) {
        return DLS_OK;
    }
    dls_int columns = W->G.cols;
    dls_error error = columns <= n ? rank_of(W, &rank, fault) : DLS_OK;
    *independent = columns == 0 || (columns <= n && !error && rank == columns);
    error = error ? error : dls_rank_definite(W->N->S.M, W->a, &mass, fault);
    if (!error && mass.pd != DLS_YES) {
        error = holds(W) ? rank_of(W, &rank, fault) : dls_fail_memory(fault);
        moving = !error && rank < n;
    }
    for (dls_int c = 0; c < W->N->S.Gu.cols; c++) {
        idle = idle || (W->tight[c] && !W->strict[c]);
    }
    if (*independent && !moving) {
        *unique = DLS_YES;
    } else if (!idle) {
        *unique = DLS_NO;
    }
    return error;
}
