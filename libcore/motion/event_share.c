/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reactions of closed contacts, some of which are redundant: any that are in their cones will do.
   Those of the independent ones are tried first, then those of minimum norm; where they leave the
   cones, too, a conic program finds those of greatest margin: a contact pulls only if no
   distribution of the load spares it. */
#include <math.h>

#include "contact/contact.h"
#include "motion/events.h"

/* A program for the margin: its columns are the rows of the event. */
typedef struct {
    dls_pool pool;
    dls_int columns, contacts, places;
    int d;
    bool *free, *presses, *bilateral;
    dls_int *normal, *tangent, *place; /* place: of a contact of the model, in the program */
    double *mu, *weight, *lambda;
} held;

static void lay_out(void *object, dls_room *room)
{
    held *H = object;
    H->free = DLS_TAKE(room, bool, H->columns);
    H->presses = DLS_TAKE(room, bool, H->columns);
    H->bilateral = DLS_TAKE(room, bool, H->contacts);
    H->normal = DLS_TAKE(room, dls_int, H->contacts);
    H->tangent = DLS_TAKE(room, dls_int, H->contacts * (H->d - 1));
    H->place = DLS_TAKE(room, dls_int, H->places);
    H->mu = DLS_TAKE(room, double, H->contacts);
    H->weight = DLS_TAKE(room, double, H->contacts);
    H->lambda = DLS_TAKE(room, double, H->columns);
}

/* Sticks by a cone of friction: with mu = Inf anything does. */
static bool rubs(const dls_rk *S, dls_int k)
{
    return dls_rk_sticks(S, k) && !isinf(S->R->here.mu[k]);
}

/* C->p: the least norm of what gives the forces C->r; nothing moves, and the masses tell which
   forces and gradients are rounding. */
static dls_error least_norm(dls_rk *S, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    dls_kkt_result result;
    dls_zero(S->all, C->c);
    return dls_kkt_once(S->R->here.M, C->contacts.f, C->r, C->c, C->v, C->p, &result, fault);
}

static void spread(dls_rk *S, dls_int count, const double *lambda, double *full)
{
    dls_zero(S->all, full);
    for (dls_int k = 0; k < count; k++) {
        full[S->contacts->rows[k]] = lambda[k];
    }
}

/* mu n - |t|, or n where nothing rubs */
static double distance(const dls_rk *S, dls_int k, const double *full)
{
    double normal = full[S->nb + k];
    if (!rubs(S, k)) {
        return normal;
    }
    double friction = dls_norm(S->d - 1, full + dls_rk_tangent(S, k, 0));
    return fmin(normal, S->R->here.mu[k] * normal - friction);
}

static const double ROUNDING = 1e-13; /* of the largest */

static bool inside(const dls_rk *S, double part, const double *full)
{
    double small = part * dls_largest(S->all, full);
    bool all = true;
    for (dls_int a = 0; a < S->actives; a++) {
        all = all && distance(S, S->active[a], full) >= -small;
    }
    return all;
}

/* Contacts that stick by friction; all that is closed presses. */
static void describe(const dls_rk *S, held *H)
{
    H->contacts = 0;
    for (dls_int j = 0; j < H->columns; j++) {
        dls_int row = S->contacts->rows[j], k = dls_rk_contact(S, row);
        H->free[j] = true;
        H->presses[j] = k >= 0 && row < S->nb + S->nu;
        if (k < 0 || !rubs(S, k)) {
            continue;
        }
        if (H->presses[j]) {
            H->place[k] = H->contacts++;
            H->normal[H->place[k]] = j;
            H->mu[H->place[k]] = S->R->here.mu[k];
            H->weight[H->place[k]] = 1;
        } else {
            dls_int e = (row - S->nb - S->nu) % (S->d - 1);
            H->tangent[H->place[k] * (H->d - 1) + e] = j;
        }
    }
}

/* What the tolerance of the program leaves outside of the cones is put on them. */
static void clip(const dls_rk *S, double *full)
{
    for (dls_int a = 0; a < S->actives; a++) {
        dls_int k = S->active[a];
        double *normal = full + S->nb + k;
        *normal = fmax(*normal, 0);
        if (rubs(S, k)) {
            double *t = full + dls_rk_tangent(S, k, 0), size = dls_norm(S->d - 1, t);
            double most = S->R->here.mu[k] * *normal;
            for (int e = 0; e < S->d - 1 && size > most; e++) {
                t[e] *= most / size;
            }
        }
    }
}

/* full: reactions in their cones, where there are such; else it stays. */
static dls_error greatest_margin(dls_rk *S, dls_int count, double *full, dls_fault *fault)
{
    static const double ENOUGH = 1e-9; /* of the forces: the program's tolerance */
    dls_rk_contacts *C = S->contacts;
    held H = {.columns = count, .contacts = S->actives, .places = S->nu, .d = S->d > 2 ? 3 : 2};
    double size = dls_largest(S->n, C->r);
    if (!(size > 0)) {
        return DLS_OK;
    }
    if (!dls_pool_make(&H.pool, lay_out, &H)) {
        return dls_fail_memory(fault);
    }
    describe(S, &H);
    dls_contact_margin Q = {.G = C->contacts.f,
                            .w = C->r,
                            .size = size,
                            .free = H.free,
                            .presses = H.presses,
                            .d = H.d,
                            .contacts = H.contacts,
                            .normal = H.normal,
                            .tangent = H.tangent,
                            .bilateral = H.bilateral,
                            .mu = H.mu,
                            .weight = H.weight,
                            .cap = size,
                            .max_nodes = 1,
                            .max_time = INFINITY};
    dls_contact_margin_answer found = {.lambda = H.lambda};
    dls_error error = dls_contact_solve_margin(&Q, S->R->watch.host, &found, fault);
    if (!error && found.found && found.value >= -ENOUGH * size) {
        spread(S, count, H.lambda, full);
        clip(S, full);
    }
    dls_contact_margin_free(&found);
    dls_pool_free(&H.pool);
    return error;
}

dls_error dls_motion_event_share(dls_rk *S, const dls_rk_state *y, const double *lambda,
                                 double *full, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    dls_rk_gradients *P = &C->contacts;
    dls_zero(S->all, full);
    for (dls_int k = 0; k < S->count; k++) {
        full[S->rows[k]] = lambda[k];
    }
    dls_int count = dls_motion_event_closed_rows(S, C->rows);
    if (count <= S->count || inside(S, ROUNDING, full)) {
        return DLS_OK;
    }
    dls_error error =
        dls_motion_rk_look(S, &S->R->here, 0, S->rows, S->count, y->t, y->q, y->v, P, fault);
    dls_zero(S->n, C->r);
    if (!error) {
        dls_mul(P->f, 1, lambda, C->r);
        error = dls_motion_rk_look(S, &S->R->here, DLS_PART_MASS, C->rows, count, y->t, y->q, y->v,
                                   P, fault);
    }
    error = error ? error : least_norm(S, fault);
    if (error) {
        return error;
    }
    spread(S, count, C->p, full);
    return inside(S, ROUNDING, full) ? DLS_OK : greatest_margin(S, count, full, fault);
}

dls_error dls_motion_event_dips(dls_rk *S, const dls_rk_state *z, bool *dips, dls_fault *fault)
{
    static const double VISIBLE = 1e-9; /* of the largest */
    dls_error error = dls_motion_event_share(S, z, z->p, S->contacts->full, fault);
    *dips = !error && !inside(S, VISIBLE, S->contacts->full);
    return error;
}
