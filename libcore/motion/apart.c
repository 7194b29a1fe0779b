/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts that W does not couple are friction problems of their own: many small ones cost less
   than all at once, and one that is hard keeps no other from its end. */
#include <math.h>
#include <string.h>

#include "motion/motion.h"

typedef struct {
    const dls_friction_problem *whole;
    dls_pool pool;
    dls_int groups;
    dls_int *parent, *group, *within; /* contacts: a tree for each group; numbers there */
    dls_int *first, *order;           /* groups + 1, contacts: group by group */
    dls_int *p, *i;                   /* W of one group */
    double *x, *mu, *q, *r, *u;
} apart;

static void lay_out(void *object, dls_room *room)
{
    apart *S = object;
    dls_int count = S->whole->contacts, size = S->whole->W.cols, entries = dls_entries(S->whole->W);
    S->parent = DLS_TAKE(room, dls_int, count);
    S->group = DLS_TAKE(room, dls_int, count);
    S->first = DLS_TAKE(room, dls_int, count + 1);
    S->order = DLS_TAKE(room, dls_int, count);
    S->within = DLS_TAKE(room, dls_int, count);
    S->p = DLS_TAKE(room, dls_int, size + 1);
    S->i = DLS_TAKE(room, dls_int, entries);
    S->x = DLS_TAKE(room, double, entries);
    S->mu = DLS_TAKE(room, double, count);
    S->q = DLS_TAKE(room, double, size);
    S->r = DLS_TAKE(room, double, size);
    S->u = DLS_TAKE(room, double, size);
}

static dls_int root_of(dls_int *parent, dls_int a)
{
    while (parent[a] != a) {
        parent[a] = parent[parent[a]];
        a = parent[a];
    }
    return a;
}

static void find_groups(apart *S)
{
    dls_view W = S->whole->W;
    dls_int count = S->whole->contacts;
    int d = S->whole->dimension;
    for (dls_int a = 0; a < count; a++) {
        S->parent[a] = a;
    }
    for (dls_int j = 0; j < W.cols; j++) {
        dls_int a = root_of(S->parent, j / d);
        for (dls_int k = W.p[j]; k < W.p[j + 1]; k++) {
            dls_int b = W.x[k] != 0 ? root_of(S->parent, W.i[k] / d) : a;
            S->parent[DLS_MAX(a, b)] = DLS_MIN(a, b);
            a = DLS_MIN(a, b);
        }
    }
    memset(S->first, 0, (size_t)(count + 1) * sizeof *S->first);
    S->groups = 0;
    for (dls_int a = 0; a < count; a++) { /* roots are the first of their groups */
        dls_int root = root_of(S->parent, a);
        S->group[a] = root == a ? S->groups++ : S->group[root];
        S->within[a] = S->first[S->group[a] + 1]++;
    }
    for (dls_int g = 0; g < S->groups; g++) {
        S->first[g + 1] += S->first[g];
    }
    for (dls_int a = 0; a < count; a++) {
        S->order[S->first[S->group[a]] + S->within[a]] = a;
    }
}

/* The problem of a group */
static dls_friction_problem gather(const dls_percussion *P, apart *S, dls_int group)
{
    const dls_friction_problem *Q = S->whole;
    int d = Q->dimension;
    dls_int first = S->first[group], count = S->first[group + 1] - first, at = 0;
    S->p[0] = 0;
    for (dls_int c = 0; c < count; c++) {
        dls_int a = S->order[first + c];
        S->mu[c] = Q->mu[a];
        for (int k = 0; k < d; k++) {
            for (dls_int e = Q->W.p[a * d + k]; e < Q->W.p[a * d + k + 1]; e++) {
                if (Q->W.x[e] != 0) {
                    S->i[at] = S->within[Q->W.i[e] / d] * d + Q->W.i[e] % d;
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
    for (dls_int g = 0; !error && g < S->groups; g++) {
        dls_friction_problem Q = gather(P, S, g);
        result->error = 0;
        if (!dls_motion_rub_alone(P, &Q, S->r)) {
            error = dls_motion_rub_once(P, &Q, is_near(S, &Q), S->r, S->u, result, fault);
        }
        worst = fmax(worst, result->error);
        for (dls_int c = 0; c < Q.contacts * d; c++) {
            dls_int a = S->order[S->first[g] + c / d];
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
    *done = S.groups > 1;
    dls_error error = *done ? solve(P, &S, P->r, result, fault) : DLS_OK;
    dls_pool_free(&S.pool);
    return error;
}
