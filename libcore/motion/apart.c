/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts that W does not couple are friction problems of their own: many small ones cost less
   than all at once, and one that is hard keeps no other from its end. */
#include <math.h>

#include "motion/motion.h"

typedef struct {
    const dls_friction_problem *whole;
    dls_pool pool;
    dls_parts groups;
    dls_int *p, *i; /* contacts that W couples; W of one group */
    double *x, *mu, *q, *r, *u;
} apart;

static void lay_out(void *object, dls_room *room)
{
    apart *S = object;
    dls_int count = S->whole->contacts, size = S->whole->W.cols, entries = dls_entries(S->whole->W);
    dls_parts_take(room, &S->groups, count);
    S->p = DLS_TAKE(room, dls_int, size + 1);
    S->i = DLS_TAKE(room, dls_int, entries);
    S->x = DLS_TAKE(room, double, entries);
    S->mu = DLS_TAKE(room, double, count);
    S->q = DLS_TAKE(room, double, size);
    S->r = DLS_TAKE(room, double, size);
    S->u = DLS_TAKE(room, double, size);
}

static void find_groups(apart *S)
{
    dls_view W = S->whole->W;
    dls_int count = S->whole->contacts, at = 0;
    int d = S->whole->dimension;
    for (dls_int j = 0; j < W.cols; j++) {
        for (dls_int k = W.p[j]; k < W.p[j + 1]; k++) {
            if (W.x[k] != 0) {
                S->i[at++] = W.i[k] / d;
            }
        }
        S->p[j / d + 1] = at;
    }
    dls_parts_find(&S->groups, (dls_view){count, count, S->p, S->i, NULL});
}

/* The problem of a group */
static dls_friction_problem gather(const dls_percussion *P, apart *S, dls_int group)
{
    const dls_friction_problem *Q = S->whole;
    int d = Q->dimension;
    const dls_int *member = S->groups.member + S->groups.start[group];
    dls_int count = S->groups.start[group + 1] - S->groups.start[group], at = 0;
    S->p[0] = 0;
    for (dls_int c = 0; c < count; c++) {
        dls_int a = member[c];
        S->mu[c] = Q->mu[a];
        for (int k = 0; k < d; k++) {
            for (dls_int e = Q->W.p[a * d + k]; e < Q->W.p[a * d + k + 1]; e++) {
                if (Q->W.x[e] != 0) {
                    S->i[at] = S->groups.place[Q->W.i[e] / d] * d + Q->W.i[e] % d;
                    S->x[at++] = Q->W.x[e];
                }
            }
            S->p[c * d + k + 1] = at;
            S->q[c * d + k] = Q->q[a * d + k];
            S->r[c * d + k] = P->past[P->list[a] * d + k];
        }
    }
    return (dls_friction_problem){.dimension = d,
                                  .contacts = count,
                                  .mu = S->mu,
                                  .W = {count * d, count * d, S->p, S->i, S->x},
                                  .q = S->q};
}

/* Of few contacts, what they gave last is worth a try. */
static bool is_near(apart *S, const dls_friction_problem *Q)
{
    enum { FEW = 40 };
    bool near = Q->contacts <= FEW && dls_largest(Q->W.cols, S->r) > 0;
    if (!near) {
        dls_zero(Q->W.cols, S->r);
    }
    return near;
}

static dls_error solve(dls_percussion *P, apart *S, double *r, dls_percussion_result *result,
                       dls_fault *fault)
{
    int d = S->whole->dimension;
    dls_error error = DLS_OK;
    double worst = 0;
    for (dls_int g = 0; !error && g < S->groups.count; g++) {
        dls_friction_problem Q = gather(P, S, g);
        result->error = 0;
        if (!dls_motion_rub_alone(P, &Q, S->r)) {
            error = dls_motion_rub_once(P, &Q, is_near(S, &Q), S->r, S->u, result, fault);
        }
        worst = fmax(worst, result->error);
        for (dls_int c = 0; c < Q.contacts * d; c++) {
            dls_int a = S->groups.member[S->groups.start[g] + c / d];
            r[a * d + c % d] = S->r[c];
        }
    }
    result->error = worst;
    return error;
}

dls_error dls_motion_apart(dls_percussion *P, const dls_friction_problem *Q, bool *done,
                           dls_percussion_result *result, dls_fault *fault)
{
    apart S = {.whole = Q};
    if (!dls_pool_make(&S.pool, lay_out, &S)) {
        return dls_fail_memory(fault);
    }
    find_groups(&S);
    *done = S.groups.count > 1;
    dls_error error = *done ? solve(P, &S, P->r, result, fault) : DLS_OK;
    dls_pool_free(&S.pool);
    return error;
}
