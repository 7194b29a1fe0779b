/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The velocities after a step: free motion, contacts by the Delassus matrix, motion with both. */
#include <math.h>
#include <string.h>

#include "motion/motion.h"

/* Of contact problems where nobody asks for another: what the best of the methods reach on small
   problems, and far below the errors of a step. */
static const double SOLVED = 1e-12;

static void lay_out(void *object, dls_room *room)
{
    dls_percussion *P = object;
    dls_int nu = P->room.nu, wide = P->room.wide, few = DLS_MIN(nu, DLS_MOTION_FEW);
    DLS_TAKE_NUMBERS(room, wide, &P->u, &P->q, &P->r, &P->w, &P->presses.certificate, &P->past,
                     &P->mu_active, &P->factor);
    DLS_TAKE_INDICES(room, nu, &P->list, &P->rubs.contacts, &P->presses.contacts, &P->place);
    P->column = DLS_TAKE(room, dls_int, wide);
    P->basis.closed = DLS_TAKE(room, bool, nu);
    P->basis.factored = DLS_TAKE(room, bool, nu);
    P->basis.load = DLS_TAKE(room, double, nu + 1);
    P->basis.full = DLS_TAKE(room, double, few *few);
    P->basis.scale = DLS_TAKE(room, double, few);
    P->basis.pivots = DLS_TAKE(room, int, few);
}

/* Of contacts, without moments */
static int dimension(const dls_percussion_problem *Q)
{
    int d = Q->d - (Q->spinning != NULL);
    return Q->rolling ? (d + 1) / 2 : d;
}

static dls_error check_percussion(const dls_percussion_problem *Q, dls_fault *fault)
{
    dls_error error = dls_view_check(Q->A, "A", fault);
    error = error ? error : dls_view_check(Q->G, "G", fault);
    error = error ? error : dls_view_check(Q->B, "B", fault);
    if (!error && Q->F.rows) {
        error = dls_view_check_as(Q->F, "F", Q->A.rows, Q->G.cols, fault);
    }
    if (error) {
        return error;
    }
    int d = dimension(Q);
    if (d < 1 || d > 3 || (d > 1 && !Q->mu && Q->B.cols > 0)) {
        return dls_fail(fault, DLS_ERROR_OPTION, "d is %d; expected 1, or 2 or 3 with mu", Q->d);
    }
    dls_int n = Q->A.rows;
    if (Q->A.cols != n || Q->G.rows != n || Q->B.rows != n || Q->B.cols % Q->d != 0) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "A is %lld-by-%lld, G has %lld rows, B is %lld-by-%lld; expected a square "
                        "A, as many rows, and a multiple of %d columns of B",
                        (long long)n, (long long)Q->A.cols, (long long)Q->G.rows,
                        (long long)Q->B.rows, (long long)Q->B.cols, Q->d);
    }
    return DLS_OK;
}

void dls_motion_percussion_forget(dls_percussion *P)
{
    dls_friction_free(P->rubs.solver);
    dls_lcp_free(P->presses.solver);
    dls_linsys_free(P->basis.solver);
    P->rubs.solver = NULL;
    P->presses.solver = NULL;
    P->basis.solver = NULL;
}

/* Room for a problem; what was known of an older one is lost where there was less. */
static bool make_room(dls_percussion *P)
{
    dls_percussion_size *room = &P->room;
    const dls_operator *D = &P->D;
    dls_int wide = DLS_MAX(D->width, D->nu * P->dim * P->disks);
    dls_int entries = DLS_MAX(dls_delassus_entries(D, D->nu), P->disks > 1 ? wide * wide : 0);
    if (P->pool.count == 0 || D->nu > room->nu || wide > room->wide) {
        room->nu = DLS_MAX(room->nu, D->nu);
        room->wide = DLS_MAX(room->wide, wide);
        dls_motion_percussion_forget(P);
        dls_pool_free(&P->pool);
        if (!dls_pool_make(&P->pool, lay_out, P)) {
            return false;
        }
    }
    if (P->part.cols < room->wide || entries > P->room.entries) {
        P->room.entries = DLS_MAX(entries, P->room.entries);
        dls_mat_free(&P->part);
        return dls_mat_new(&P->part, room->wide, room->wide, P->room.entries);
    }
    return true;
}

dls_error dls_motion_percussion_load(dls_percussion *P, const dls_percussion_problem *Q,
                                     dls_fault *fault)
{
    P->dim = dimension(Q);
    P->disks = 1 + (Q->rolling != NULL) + (Q->spinning != NULL);
    P->rolling = Q->rolling;
    P->spinning = Q->spinning;
    P->mu = Q->mu;
    P->compliance = Q->compliance;
    P->shown = Q->shown;
    P->inertia = Q->G.cols > 0 ? dls_max_abs(Q->A) : 0;
    P->rubs.stale = P->presses.stale = true;
    bool full = Q->full || P->disks > 1;
    dls_operator_data data = {.A = Q->A,
                              .G = Q->G,
                              .B = Q->B,
                              .F = Q->F,
                              .d = Q->d,
                              .rank_tolerance = Q->rank_tolerance,
                              .without = full ? 1U << DLS_OPERATOR_BODIES : 0,
                              .host = P->watch.host};
    dls_error error = dls_delassus_load(&P->D, &data, fault);
    if (error || !make_room(P)) {
        return error ? error : dls_fail_memory(fault);
    }
    dls_linsys_free(P->basis.solver);
    P->basis.solver = NULL;
    return DLS_OK;
}

dls_error dls_percussion_update(dls_percussion *P, const dls_percussion_problem *problem,
                                dls_fault *fault)
{
    dls_error error = check_percussion(problem, fault);
    return error ? error : dls_motion_percussion_load(P, problem, fault);
}

dls_error dls_percussion_setup(const dls_percussion_problem *problem, dls_percussion **out,
                               dls_fault *fault)
{
    *out = NULL;
    dls_error error = check_percussion(problem, fault);
    if (error) {
        return error;
    }
    dls_percussion *P = DLS_NEW(dls_percussion, 1);
    if (!P) {
        return dls_fail_memory(fault);
    }
    P->watch = dls_watch_start(problem->host, INFINITY);
    P->rubs.settings = dls_friction_defaults();
    P->rubs.settings.tolerance = SOLVED;
    P->presses.settings = dls_lcp_defaults();
    error = dls_motion_percussion_load(P, problem, fault);
    if (error) {
        dls_percussion_free(P);
        return error;
    }
    *out = P;
    return DLS_OK;
}

void dls_percussion_free(dls_percussion *P)
{
    if (!P) {
        return;
    }
    dls_motion_percussion_forget(P);
    dls_delassus_free(&P->D);
    dls_mat_free(&P->part);
    dls_mat_free(&P->basis.W);
    dls_free(P->strike);
    dls_pool_free(&P->pool);
    dls_free(P);
}

/* Does the answer push open contacts together? */
static bool grow(const dls_percussion *P, const double *s, const double *v, bool *active)
{
    static const double APPROACHES = 1e-14;           /* of velocities: more than rounding of W p */
    static const double NEAR = 1e-3 * DLS_MOTION_FAR; /* places without a contact are no measure */
    bool grown = false;
    double size = 0;
    for (dls_int j = 0; j < P->D.width; j++) {
        size = fabs(P->u[j]) < NEAR ? fmax(size, fabs(P->u[j])) : size;
    }
    dls_set_mul_t(P->D.B, v, P->w);
    for (dls_int i = 0; i < P->D.nu; i++) {
        if (!active[i] && P->w[i * P->D.d] + s[i * P->D.d] < -APPROACHES * size) {
            active[i] = grown = true;
        }
    }
    return grown;
}

static dls_error with_contacts(dls_percussion *P, const bool *active, double *v, double *p,
                               dls_percussion_result *result, dls_fault *fault)
{
    double *pc = p + P->D.nb;
    dls_error error = DLS_OK;
    for (dls_int i = 0; !error && i < P->D.nu; i++) {
        error = active[i] ? dls_delassus_columns(&P->D, i, &result->solved, fault) : DLS_OK;
    }
    error = error ? error : dls_motion_percussion_contacts(P, active, pc, result, fault);
    if (!error) {
        dls_delassus_add(&P->D, 1, pc, v, p);
    }
    return error;
}

/* Constraints without contacts, where reactions are along gradients */
static dls_error show(dls_percussion *P, const double *r, const double *c, const bool *active,
                      dls_fault *fault)
{
    bool contacts = P->D.nu > 0 && memchr(active, true, (size_t)P->D.nu) != NULL;
    if (!P->shown.show || P->D.nb == 0 || contacts || P->D.F.p != P->D.G.p) {
        return DLS_OK;
    }
    dls_step_problem Q = {.A = P->D.A, .G = P->D.G, .r = r, .c = c};
    bool solved = false;
    double error = 0;
    return P->shown.show(P->shown.data, &Q, &solved, NULL, &error, fault);
}

dls_error dls_percussion_solve(dls_percussion *P, const double *r, const double *c, const double *s,
                               bool expand, bool *active, double *v, double *p,
                               dls_percussion_result *result, dls_fault *fault)
{
    dls_int before = P->D.solves;
    double *pc = p + P->D.nb;
    result->solved = true;
    result->error = P->D.residual = 0;
    dls_copy(P->D.n, r, P->D.left);
    for (dls_int k = 0; k < P->D.nb; k++) {
        P->D.left[P->D.n + k] = -c[k];
    }
    dls_error error = show(P, r, c, active, fault);
    error = error ? error : dls_delassus_solve(&P->D, &result->solved, fault);
    dls_copy(P->D.n, P->D.right, v);
    dls_copy(P->D.nb, P->D.right + P->D.n, p);
    dls_zero(P->D.width, pc);
    if (error || !P->D.nu) {
        result->solves += P->D.solves - before;
        result->error = P->D.residual;
        result->solved = result->solved && dls_finite(P->D.n, v);
        return error;
    }
    P->speed = dls_largest(P->D.n, v);
    P->speed += P->inertia > 0 ? dls_largest(P->D.n, r) / P->inertia : 0;
    dls_set_mul_t(P->D.B, v, P->u);
    dls_axpy(P->D.width, 1, s, P->u);
    for (dls_int i = 0; expand && i < P->D.nu; i++) {
        active[i] = active[i] || P->u[i * P->D.d] < 0;
    }
    bool any = memchr(active, true, (size_t)P->D.nu) != NULL;
    for (bool again = any; again && !error;) {
        error = with_contacts(P, active, v, p, result, fault);
        again = !error && expand && grow(P, s, v, active);
        if (again) { /* undo, and take the new ones in */
            dls_delassus_add(&P->D, -1, pc, v, p);
        }
    }
    result->solved = result->solved && dls_finite(P->D.n, v);
    result->error = fmax(result->error, P->D.residual);
    result->solves += P->D.solves - before;
    return error;
}
