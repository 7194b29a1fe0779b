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
    dls_int n = P->room.n, nb = P->room.nb, nu = P->room.nu, width = P->room.width;
    dls_int full = DLS_MIN(n + nb, DLS_MOTION_SMALL), few = DLS_MIN(nu, DLS_MOTION_FEW);
    double **widths[] = {&P->u, &P->q, &P->r, &P->w, &P->certificate, &P->past};
    dls_int wide = P->room.wide;
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
        *widths[k] = DLS_TAKE(room, double, wide);
    }
    P->lu = DLS_TAKE(room, double, full *full);
    P->scale = DLS_TAKE(room, double, full);
    P->pivots = DLS_TAKE(room, int, full);
    dls_int all = P->room.full ? width : 0;
    P->X = DLS_TAKE(room, double, n *all);
    P->Y = DLS_TAKE(room, double, nb *all);
    P->W = DLS_TAKE(room, double, all *all);
    P->left = DLS_TAKE(room, double, n + nb);
    P->right = DLS_TAKE(room, double, n + nb);
    P->probe = DLS_TAKE(room, double, n + nb);
    P->correction = DLS_TAKE(room, double, n + nb);
    P->walk = DLS_TAKE(room, dls_int, n);
    all = P->room.full ? wide : 0;
    P->mu_active = DLS_TAKE(room, double, wide);
    P->value = DLS_TAKE(room, double, all *all);
    P->start = DLS_TAKE(room, dls_int, wide + 1);
    P->row = DLS_TAKE(room, dls_int, all * all);
    P->column = DLS_TAKE(room, dls_int, wide);
    P->factor = DLS_TAKE(room, double, wide);
    P->list = DLS_TAKE(room, dls_int, nu);
    P->rubbing = DLS_TAKE(room, dls_int, nu);
    P->have = DLS_TAKE(room, bool, nu);
    P->closed = DLS_TAKE(room, bool, nu);
    P->basis = DLS_TAKE(room, double, few *few);
    P->load = DLS_TAKE(room, double, nu + 1);
    P->factored = DLS_TAKE(room, bool, nu);
    P->pressing = DLS_TAKE(room, dls_int, nu);
    P->place = DLS_TAKE(room, dls_int, nu);
    P->units = DLS_TAKE(room, double, few);
    P->order = DLS_TAKE(room, int, few);
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
    dls_friction_free(P->rubs);
    dls_lcp_free(P->presses);
    dls_linsys_free(P->pushes);
    P->rubs = NULL;
    P->presses = NULL;
    P->pushes = NULL;
}

/* Room for a problem; what was known of an older one is lost where there was less. */
static bool make_room(dls_percussion *P, const dls_percussion_problem *Q)
{
    dls_percussion_size *room = &P->room;
    bool enough = P->pool.count > 0 && Q->A.rows <= room->n && Q->G.cols <= room->nb &&
                  Q->B.cols <= room->width && Q->B.cols / Q->d <= room->nu &&
                  P->nu * P->dim * P->disks <= room->wide && (room->full || P->blocks.known);
    if (enough) {
        return true;
    }
    room->n = DLS_MAX(room->n, Q->A.rows);
    room->nb = DLS_MAX(room->nb, Q->G.cols);
    room->nu = DLS_MAX(room->nu, Q->B.cols / Q->d);
    room->width = DLS_MAX(room->width, Q->B.cols);
    room->wide = DLS_MAX(DLS_MAX(room->wide, room->width), P->nu * P->dim * P->disks);
    room->full = room->full || !P->blocks.known;
    dls_motion_percussion_forget(P);
    dls_pool_free(&P->pool);
    return dls_pool_make(&P->pool, lay_out, P);
}

/* P->blocks of the problem, where there are many contacts, and singular values are not to be
   judged. */
static dls_error find_blocks(dls_percussion *P, bool full, dls_fault *fault)
{
    dls_motion_blocks_free(&P->blocks);
    bool judged = P->nb > 0 && P->rank_tolerance > 0;
    if (full || judged || !dls_motion_blocks_pay(P->n + P->nb, P->width)) {
        return DLS_OK;
    }
    if (P->nb == 0) {
        return dls_motion_blocks_make(&P->blocks, P->A, P->B, fault);
    }
    dls_mat K;
    if (!dls_motion_percussion_saddle(P, &K)) {
        return dls_fail_memory(fault);
    }
    dls_error error = dls_motion_blocks_make(&P->blocks, dls_see(&K), P->B, fault);
    dls_mat_free(&K);
    return error;
}

dls_error dls_motion_percussion_load(dls_percussion *P, const dls_percussion_problem *Q,
                                     dls_fault *fault)
{
    P->A = Q->A;
    P->G = Q->G;
    P->B = Q->B;
    P->F = Q->F.rows ? Q->F : Q->G;
    P->d = Q->d;
    P->dim = dimension(Q);
    P->disks = 1 + (Q->rolling != NULL) + (Q->spinning != NULL);
    P->rolling = Q->rolling;
    P->spinning = Q->spinning;
    P->mu = Q->mu;
    P->compliance = Q->compliance;
    P->shown = Q->shown;
    P->rank_tolerance = Q->rank_tolerance;
    P->n = P->A.rows;
    P->nb = P->G.cols;
    P->width = P->B.cols;
    P->nu = P->width / P->d;
    P->inertia = P->nb > 0 ? dls_max_abs(P->A) : 0;
    P->shift = 0;
    P->stale = P->stale_lcp = true;
    dls_error error = find_blocks(P, Q->full || P->disks > 1, fault);
    if (error || !make_room(P, Q)) {
        return error ? error : dls_fail_memory(fault);
    }
    dls_linsys_free(P->pushes);
    P->pushes = NULL;
    memset(P->have, 0, (size_t)P->nu * sizeof *P->have);
    return P->blocks.known ? DLS_OK : dls_motion_percussion_factor(P, fault);
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
    P->friction = dls_friction_defaults();
    P->friction.tolerance = SOLVED;
    P->lcp = dls_lcp_defaults();
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
    dls_linsys_free(P->direct);
    dls_kkt_free(P->kkt);
    dls_motion_percussion_forget(P);
    dls_motion_blocks_free(&P->blocks);
    dls_motion_condensed_free(&P->condensed);
    dls_mat_free(&P->K);
    dls_mat_free(&P->closing);
    dls_free(P->strike);
    dls_pool_free(&P->pool);
    dls_free(P);
}

/* X, Y and W for the columns of one contact. */
dls_error dls_motion_percussion_prepare(dls_percussion *P, dls_int contact, bool *solved,
                                        dls_fault *fault)
{
    dls_error error = DLS_OK;
    for (dls_int j = contact * P->d; !error && j < (contact + 1) * P->d; j++) {
        dls_zero(P->n + P->nb, P->left);
        for (dls_int k = P->B.p[j]; k < P->B.p[j + 1]; k++) {
            P->left[P->B.i[k]] = P->B.x[k];
        }
        error = dls_motion_percussion_backsolve(P, solved, fault);
        dls_copy(P->n, P->right, P->X + j * P->n);
        dls_copy(P->nb, P->right + P->n, P->Y + j * P->nb);
        dls_set_mul_t(P->B, P->X + j * P->n, P->W + j * P->width);
    }
    P->have[contact] = !error;
    return error;
}

/* Does the answer push open contacts together? */
static bool grow(const dls_percussion *P, const double *s, const double *v, bool *active)
{
    static const double APPROACHES = 1e-14;           /* of velocities: more than rounding of W p */
    static const double NEAR = 1e-3 * DLS_MOTION_FAR; /* places without a contact are no measure */
    bool grown = false;
    double size = 0;
    for (dls_int j = 0; j < P->width; j++) {
        size = fabs(P->u[j]) < NEAR ? fmax(size, fabs(P->u[j])) : size;
    }
    dls_set_mul_t(P->B, v, P->w);
    for (dls_int i = 0; i < P->nu; i++) {
        if (!active[i] && P->w[i * P->d] + s[i * P->d] < -APPROACHES * size) {
            active[i] = grown = true;
        }
    }
    return grown;
}

void dls_motion_percussion_add(dls_percussion *P, double alpha, const double *pc, double *v,
                               double *p)
{
    if (P->blocks.known) {
        dls_zero(P->n + P->nb, P->left);
        dls_mul(dls_see(&P->blocks.X), alpha, pc, P->left);
        dls_axpy(P->n, 1, P->left, v);
        dls_axpy(P->nb, 1, P->left + P->n, p);
        return;
    }
    for (dls_int j = 0; j < P->width; j++) {
        if (pc[j] != 0) {
            dls_axpy(P->n, alpha * pc[j], P->X + j * P->n, v);
            dls_axpy(P->nb, alpha * pc[j], P->Y + j * P->nb, p);
        }
    }
}

static dls_error with_contacts(dls_percussion *P, const bool *active, double *v, double *p,
                               dls_percussion_result *result, dls_fault *fault)
{
    double *pc = p + P->nb;
    dls_error error = DLS_OK;
    for (dls_int i = 0; !error && !P->blocks.known && i < P->nu; i++) {
        if (active[i] && !P->have[i]) {
            error = dls_motion_percussion_prepare(P, i, &result->solved, fault);
        }
    }
    error = error ? error : dls_motion_percussion_contacts(P, active, pc, result, fault);
    if (!error) {
        dls_motion_percussion_add(P, 1, pc, v, p);
    }
    return error;
}

/* Constraints without contacts, where reactions are along gradients */
static dls_error show(dls_percussion *P, const double *r, const double *c, const bool *active,
                      dls_fault *fault)
{
    bool contacts = P->nu > 0 && memchr(active, true, (size_t)P->nu) != NULL;
    if (!P->shown.show || P->nb == 0 || contacts || P->F.p != P->G.p) {
        return DLS_OK;
    }
    dls_step_problem Q = {.A = P->A, .G = P->G, .r = r, .c = c};
    bool solved = false;
    double error = 0;
    return P->shown.show(P->shown.data, &Q, &solved, NULL, &error, fault);
}

dls_error dls_percussion_solve(dls_percussion *P, const double *r, const double *c, const double *s,
                               bool expand, bool *active, double *v, double *p,
                               dls_percussion_result *result, dls_fault *fault)
{
    dls_int before = P->solves;
    double *pc = p + P->nb;
    result->solved = true;
    result->error = P->residual = 0;
    dls_copy(P->n, r, P->left);
    for (dls_int k = 0; k < P->nb; k++) {
        P->left[P->n + k] = -c[k];
    }
    dls_error error = show(P, r, c, active, fault);
    error = error ? error : dls_motion_percussion_backsolve(P, &result->solved, fault);
    dls_copy(P->n, P->right, v);
    dls_copy(P->nb, P->right + P->n, p);
    dls_zero(P->width, pc);
    if (error || !P->nu) {
        result->solves += P->solves - before;
        result->error = P->residual;
        result->solved = result->solved && dls_finite(P->n, v);
        return error;
    }
    P->speed = dls_largest(P->n, v);
    P->speed += P->inertia > 0 ? dls_largest(P->n, r) / P->inertia : 0;
    dls_set_mul_t(P->B, v, P->u);
    dls_axpy(P->width, 1, s, P->u);
    for (dls_int i = 0; expand && i < P->nu; i++) {
        active[i] = active[i] || P->u[i * P->d] < 0;
    }
    bool any = memchr(active, true, (size_t)P->nu) != NULL;
    for (bool again = any; again && !error;) {
        error = with_contacts(P, active, v, p, result, fault);
        again = !error && expand && grow(P, s, v, active);
        if (again) { /* undo, and take the new ones in */
            dls_motion_percussion_add(P, -1, pc, v, p);
        }
    }
    result->solved = result->solved && dls_finite(P->n, v);
    result->error = fmax(result->error, P->residual);
    result->solves += P->solves - before;
    return error;
}
