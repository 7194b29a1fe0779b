/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A complementarity problem whose answer is near that of the step before: contacts that pull open,
   contacts that are pushed together close, all at once. Few problems need more than two exchanges,
   and where the closed ones stay the same their factorisation does, too. */
#include <math.h>
#include <string.h>

#include "motion/motion.h"

static const double LEAST_PIVOT = 1e-10;

static dls_int closed_ones(dls_percussion *P, dls_view W)
{
    dls_int m = 0;
    for (dls_int j = 0; j < W.cols; j++) {
        bool closed = P->basis.closed[P->list[j]];
        P->place[j] = closed ? m : -1;
        P->basis.load[m] = closed ? -P->q[j] : P->basis.load[m];
        m += closed;
    }
    return m;
}

/* Of few contacts: W_BB as a full matrix */
static bool solve_few(dls_percussion *P, dls_view W, dls_int m)
{
    dls_zero(m * m, P->basis.full);
    for (dls_int j = 0; j < W.cols; j++) {
        for (dls_int k = P->place[j] < 0 ? W.p[j + 1] : W.p[j]; k < W.p[j + 1]; k++) {
            dls_int i = P->place[W.i[k]];
            if (i >= 0) {
                P->basis.full[i + P->place[j] * m] = W.x[k];
            }
        }
    }
    if (dls_lu_factor((int)m, P->basis.full, P->basis.scale, P->basis.pivots) < LEAST_PIVOT) {
        return false;
    }
    dls_lu_solve((int)m, P->basis.full, P->basis.scale, P->basis.pivots, P->basis.load);
    dls_copy(m, P->basis.load, P->r);
    return true;
}

/* The lower triangle of W_BB */
static bool gather(dls_percussion *P, dls_view W, dls_int m)
{
    dls_int at = 0, c = 0;
    dls_mat_free(&P->basis.W);
    if (!dls_mat_new(&P->basis.W, m, m, dls_entries(W))) {
        return false;
    }
    for (dls_int j = 0; j < W.cols; j++) {
        if (P->place[j] < 0) {
            continue;
        }
        for (dls_int k = W.p[j]; k < W.p[j + 1]; k++) {
            if (W.i[k] >= j && P->place[W.i[k]] >= 0) {
                P->basis.W.i[at] = P->place[W.i[k]];
                P->basis.W.x[at++] = W.x[k];
            }
        }
        P->basis.W.p[++c] = at;
    }
    return true;
}

/* Of many: a sparse factorisation, again only for other contacts or another W. */
static dls_error solve_many(dls_percussion *P, dls_view W, dls_int m, bool *solved,
                            dls_fault *fault)
{
    bool same = P->basis.solver && P->basis.solver->n == m;
    for (dls_int j = 0; same && j < P->D.nu; j++) {
        same = P->basis.factored[j] == P->basis.closed[j];
    }
    dls_error error = DLS_OK;
    *solved = true;
    if (!same) {
        dls_linsys_free(P->basis.solver);
        P->basis.solver = NULL;
        memcpy(P->basis.factored, P->basis.closed, (size_t)P->D.nu * sizeof *P->basis.closed);
        if (!gather(P, W, m)) {
            return dls_fail_memory(fault);
        }
        dls_view K = dls_see(&P->basis.W);
        error = dls_linsys_create(&P->basis.solver, &dls_linsys_cholesky, K, 0, fault);
        error = error ? error : dls_linsys_factor(P->basis.solver, K, fault);
        *solved = !error && P->basis.solver->pivot_min >= LEAST_PIVOT * P->basis.solver->pivot_max;
    }
    if (!error && *solved) {
        error = dls_linsys_solve(P->basis.solver, P->basis.load, P->r);
    }
    if (error || !*solved) {
        dls_linsys_free(P->basis.solver);
        P->basis.solver = NULL;
        *solved = false;
    }
    return error == DLS_ERROR_MEMORY ? error : DLS_OK;
}

/* P->r, which is compressed, in its places; how many contacts are wrong, which change. -1: the
   equations of the closed ones do not hold, W is not symmetric or nearly singular. */
static dls_int exchange(dls_percussion *P, dls_view W)
{
    static const double ROUNDING = 1e-13, CLOSE = 1e-10;
    dls_int wrong = 0, count = W.cols;
    for (dls_int j = count - 1; j >= 0; j--) {
        P->r[j] = P->place[j] >= 0 ? P->r[P->place[j]] : 0;
    }
    dls_copy(count, P->q, P->w);
    for (dls_int j = 0; j < count; j++) {
        P->basis.load[j] = fabs(P->q[j]);
    }
    for (dls_int j = 0; j < count; j++) {
        for (dls_int k = W.p[j]; P->r[j] != 0 && k < W.p[j + 1]; k++) {
            P->w[W.i[k]] += W.x[k] * P->r[j];
            P->basis.load[W.i[k]] += fabs(W.x[k] * P->r[j]);
        }
    }
    for (dls_int j = 0; j < count; j++) {
        bool *closed = &P->basis.closed[P->list[j]];
        if (*closed && !(fabs(P->w[j]) <= CLOSE * P->basis.load[j])) {
            return -1;
        }
        bool bad = *closed ? P->r[j] < 0 : P->w[j] < -ROUNDING * P->basis.load[j];
        *closed ^= bad;
        wrong += bad;
    }
    return wrong;
}

dls_error dls_motion_percussion_basis(dls_percussion *P, dls_view W, bool *found, dls_fault *fault)
{
    enum { PATIENCE = 4, TRIES = 20 };
    dls_int least = W.cols + 1;
    int patience = PATIENCE;
    *found = false;
    for (dls_int i = 0, a = 0; i < P->D.nu; i++) { /* what is not active is open */
        bool active = a < W.cols && P->list[a] == i;
        P->basis.closed[i] = P->basis.closed[i] && active;
        a += active;
    }
    for (int k = 0; k < TRIES && patience > 0; k++) {
        dls_int m = closed_ones(P, W);
        bool solved = true;
        dls_error error = DLS_OK;
        if (W.cols <= DLS_MOTION_FEW) {
            solved = solve_few(P, W, m);
        } else if (m > 0) {
            error = solve_many(P, W, m, &solved, fault);
        }
        if (error || !solved) {
            return error;
        }
        dls_int wrong = exchange(P, W);
        *found = wrong == 0;
        if (wrong <= 0) {
            return DLS_OK;
        }
        patience = wrong < least ? PATIENCE : patience - 1;
        least = DLS_MIN(wrong, least);
    }
    return DLS_OK;
}
