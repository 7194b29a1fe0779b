/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The proximal method: steps while they contract well; then tighter weights and Krylov steps where
   they do not, projection where data are inconsistent (of many, those who need that go alone). */
#include <math.h>

#include "kkt/kkt.h"

static const double GOAL = 2e-15;              /* where rounding takes over */
static const double SLOW = 0.3;                /* contraction that calls for help */
static const double ALL_OF_IT = 0.1 * DLS_EPS; /* left of what is projected: not the tolerance, but
                                                  rounding ends it */
static const double DOUBTFUL = 0.1; /* of the tolerance: e2 that may be a contradiction */

static double worst_block(const dls_progress *P)
{
    return fmax(P->e1, P->e2);
}

static void show_step(dls_kkt *K, const dls_progress *P)
{
    if (K->settings.display == 2) {
        dls_say(K->host, "%5d %5d   %9.2e   %9.2e", P->result->steps, P->result->krylov, P->e1,
                P->e2);
    }
}

static void start_at_zero(dls_kkt *K, dls_progress *P)
{
    dls_kkt_defect_of_zero(K, P);
    show_step(K, P);
}

bool dls_kkt_over(dls_kkt *K, dls_progress *P)
{
    double over = dls_watch_over(&K->watch, &P->result->stopped) ? 1 + P->result->stopped : 0;
    dls_linsys_team_largest(K->team, 1, &over);
    P->result->stopped = over > 0 ? (dls_outcome)(over - 1) : DLS_SOLVED;
    return over > 0;
}

/* Does another step pay? */
static bool contracts(dls_kkt *K, dls_progress *P)
{
    return worst_block(P) > GOAL && worst_block(P) <= SLOW * P->before &&
           P->result->steps < K->settings.max_iterations && !dls_kkt_over(K, P);
}

/* Those who go on take their step. */
void dls_kkt_take_step(dls_kkt *K, const dls_progress *P)
{
    double length[DLS_LANES];
    for (int c = 0; c < K->work.width; c++) {
        length[c] = P[c].going;
    }
    dls_axpy_many(K->work.width, K->n, length, K->work.dx, K->work.x);
    dls_axpy_many(K->work.width, K->m, length, K->work.dy, K->work.y);
}

/* Proximal steps while they contract well. */
static dls_error proximal_steps(dls_kkt *K, dls_progress *P)
{
    const dls_kkt_work *W = &K->work;
    dls_error error = DLS_OK;
    for (int c = 0; c < W->width; c++) {
        P[c].before = INFINITY;
    }
    while (!error) {
        int active = 0;
        for (int c = 0; c < W->width; c++) {
            P[c].going = contracts(K, &P[c]);
            P[c].before = P[c].going ? worst_block(&P[c]) : P[c].before;
            P[c].result->steps += P[c].going;
            active += P[c].going;
        }
        if (active == 0) {
            break;
        }
        error = dls_kkt_prox_apply(K, W->r1, W->r2, W->dx, W->dy);
        dls_kkt_take_step(K, P);
        error = error ? error : dls_kkt_drop_floating(K);
        dls_kkt_defect(K, P);
        show_step(K, P);
    }
    return error;
}

/* Krylov cycles while they help. They amplify what is left in the null space of K: a cycle that
   does harm is undone. */
static dls_error krylov_steps(dls_kkt *K, dls_progress *P)
{
    double before = INFINITY;
    while (worst_block(P) > DLS_KKT_GOOD_ENOUGH && worst_block(P) <= DLS_KKT_WORTH * before) {
        int budget = (int)fmin(K->settings.max_iterations, 1e9) - P->result->krylov;
        if (budget <= 0 || dls_kkt_over(K, P)) {
            break;
        }
        before = worst_block(P);
        dls_error error = dls_kkt_krylov(K, 1 / P->size1, 1 / P->size2, budget, &P->result->krylov);
        if (error) {
            return error;
        }
        dls_kkt_defect(K, P);
        show_step(K, P);
        if (worst_block(P) > before) {
            dls_kkt_krylov_undo(K);
            dls_kkt_defect(K, P);
        }
    }
    return DLS_OK;
}

/* work.v := its part in ker B again and again, for what little is left of im B' in a small rest */
static dls_error purify(dls_kkt *K, dls_progress *P)
{
    enum { PURER = 3 };
    dls_kkt_work *W = &K->work;
    dls_error error = DLS_OK;
    double size = dls_linsys_team_norm(K->team, K->m, W->v), reached;
    for (int pass = 0; !error && pass < PURER; pass++) {
        dls_copy(K->m, W->v, W->suspect_y);
        error = dls_kkt_project(K, W->suspect_y, ALL_OF_IT * size, &reached, &P->result->krylov);
    }
    return error;
}

dls_error dls_kkt_out_of_reach(dls_kkt *K, dls_progress *P)
{
    dls_kkt_work *W = &K->work;
    dls_copy(K->m, W->r2, W->v);
    if (!P->dense) {
        return purify(K, P);
    }
    dls_kkt_dense_kernel(K, W->v);
    return DLS_OK;
}

/* g := its part in im B' when the rest is not rounding; the rest, in the caller's units, certifies.
   Both are projected once more: the first leaves the rounding of the larger in the smaller. */
static dls_error drop_inconsistent_constraints(dls_kkt *K, dls_progress *P, bool *dropped)
{
    static const double CLEAN = 1e-6, ROUNDED = 10 * DLS_EPS; /* |B rest| over |rest|, over |g| */
    dls_kkt_work *W = &K->work;
    double size = dls_linsys_team_norm(K->team, K->m, W->g), reached;
    dls_error error = dls_kkt_project(K, W->g, ALL_OF_IT * size, &reached, &P->result->krylov);
    double rest = dls_linsys_team_norm(K->team, K->m, W->v);
    *dropped = !error && rest > K->settings.tolerance * size &&
               reached <= fmax(CLEAN * rest, ROUNDED * size);
    if (*dropped) {
        dls_axpy(K->m, -1, W->v, W->g);
        error = purify(K, P);
        if (!error) {
            dls_kkt_suspect_constraints(K, W->v, P);
        }
    }
    if (*dropped && !error) {
        double left = dls_linsys_team_norm(K->team, K->m, W->g);
        error = dls_kkt_project(K, W->g, ALL_OF_IT * left, &reached, &P->result->krylov);
        dls_axpy(K->m, -1, W->v, W->g);
    }
    return error;
}

/* r2 not seen by B at all: constraints that contradict each other rather than slow modes. */
static bool contradiction(dls_kkt *K, const dls_progress *P)
{
    dls_kkt_work *W = &K->work;
    dls_set_mul_t(dls_see(&K->Bt), W->r2, W->dx);
    dls_linsys_team_collect(K->team, W->dx);
    static const double UNSEEN = 1e-3; /* slow modes are seen by more than that */
    return P->e2 > DOUBTFUL * K->settings.tolerance &&
           dls_linsys_team_norm(K->team, K->n, W->dx) <=
               UNSEEN * dls_linsys_team_norm(K->team, K->m, W->r2);
}

/* By the range space of the constraints from now on, where that is possible: what is inconsistent
   is known exactly there. */
static dls_error use_range(dls_kkt *K, dls_progress *P)
{
    dls_error error = dls_kkt_range_make(K, NULL);
    if (!error && K->range) {
        P->consistent = true;
        error = dls_kkt_drop_inconsistent(K, P);
        start_at_zero(K, P);
        error = error ? error : proximal_steps(K, P);
    }
    return error;
}

/* Drop what cannot be satisfied and start again; nothing happens when all of it can. */
static dls_error make_consistent(dls_kkt *K, dls_progress *P)
{
    bool dropped = false;
    dls_error error = use_range(K, P);
    if (error || K->range) {
        return error;
    }
    error = drop_inconsistent_constraints(K, P, &dropped);
    if (!error && dropped) {
        start_at_zero(K, P);
        error = proximal_steps(K, P);
    }
    return error;
}

static dls_error tighten(dls_kkt *K, dls_progress *P)
{
    bool tighter = false;
    dls_error error = use_range(K, P);
    if (error || K->range) {
        return error;
    }
    error =
        dls_kkt_prox_tighten(K, P->e1 > DLS_KKT_GOOD_ENOUGH, P->e2 > DLS_KKT_GOOD_ENOUGH, &tighter);
    return error || !tighter ? error : proximal_steps(K, P);
}

/* The arrows of dls_kkt_state */
static dls_kkt_state next_state(dls_kkt *K, const dls_progress *P)
{
    bool good = worst_block(P) <= DLS_KKT_GOOD_ENOUGH, over = P->result->stopped != DLS_SOLVED;
    bool doubtful = P->e2 > DOUBTFUL * K->settings.tolerance;
    dls_kkt_state now = P->state;
    if (K->range) {
        return DLS_KKT_CLEAN;
    } else if (now == DLS_KKT_CONTRACTING && !good && contradiction(K, P)) {
        return DLS_KKT_CONTRADICTED;
    } else if (now < DLS_KKT_SLOW && !good && K->floating.decided == 0 && !over) {
        return DLS_KKT_SLOW;
    } else if (now < DLS_KKT_DOUBTED && !P->consistent && !over && doubtful) {
        return DLS_KKT_DOUBTED; /* Krylov steps would diverge */
    }
    return now < DLS_KKT_CREEPING && !good ? DLS_KKT_CREEPING : DLS_KKT_CLEAN;
}

static dls_error act_in_state(dls_kkt *K, dls_progress *P)
{
    switch (P->state) {
    case DLS_KKT_CONTRADICTED:
    case DLS_KKT_DOUBTED:
        P->consistent = true;
        return make_consistent(K, P);
    case DLS_KKT_SLOW:
        return tighten(K, P);
    case DLS_KKT_CREEPING:
        return krylov_steps(K, P);
    default:
        return DLS_OK;
    }
}

/* data := data without their part in a null space of the caller's unknowns (scale u, data / scale);
   direction := that part, as u. Is it more than rounding? */
static dls_error drop_part(const dls_kkt *K, dls_nullspace *N, dls_int n, const double *scale,
                           double *data, double *direction, bool *much)
{
    dls_error error = DLS_OK;
    double *part = K->work.z;
    for (int pass = 0; !error && pass < 3; pass++) { /* the rounding of a large part, too */
        for (dls_int k = 0; k < n; k++) {
            part[k] = data[k] / scale[k];
        }
        error = dls_kkt_nullspace_part(N, n, part);
        for (dls_int k = 0; k < n; k++) {
            direction[k] = pass == 0 ? part[k] / scale[k] : direction[k];
            part[k] *= scale[k];
        }
        if (pass == 0) {
            *much = dls_norm(n, part) > K->settings.tolerance * dls_norm(n, data);
        }
        dls_axpy(n, -1, part, data);
    }
    return error;
}

dls_error dls_kkt_drop_inconsistent(dls_kkt *K, dls_progress *P)
{
    dls_kkt_work *W = &K->work;
    dls_error error = DLS_OK;
    bool much = false;
    if (dls_kkt_nullspace_any(&K->floating)) {
        error = drop_part(K, &K->floating, K->n, K->S, W->f, W->t, &much);
        if (!error && much) {
            dls_kkt_suspect_forces(K, W->t, P);
        }
    }
    if (!error && K->reactions.gram) {
        error = drop_part(K, &K->reactions, K->m, K->T, W->g, W->v, &much);
        if (!error && much) {
            dls_kkt_suspect_constraints(K, W->v, P);
        }
    }
    return error;
}

dls_error dls_kkt_converge(dls_kkt *K, dls_progress *P)
{
    const int width = K->work.width;
    dls_error error = width == 1 ? dls_kkt_drop_inconsistent(K, P) : DLS_OK;
    start_at_zero(K, P);
    error = error ? error : proximal_steps(K, P);
    for (int c = 0; width > 1 && c < width; c++) {
        bool good = worst_block(&P[c]) <= DLS_KKT_GOOD_ENOUGH || P[c].result->stopped;
        P[c].state = good ? DLS_KKT_CLEAN : DLS_KKT_ALONE;
    }
    while (!error && width == 1 && P->state != DLS_KKT_CLEAN) {
        P->state = next_state(K, P);
        error = act_in_state(K, P);
    }
    return error ? error : dls_kkt_purge(K, P);
}
