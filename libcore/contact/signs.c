/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The margin of contacts whose cones may be double: branch on the signs of the normal forces of
   bilateral contacts; one without a sign has no cone. */
#include <math.h>
#include <stdio.h>

#include "contact/contact.h"

/* Of forces, to the programs': a bound of margins below it is enough. */
static const double TOLERANCE = 1e-8;

typedef struct {
    const dls_contact_margin *Q;
    dls_contact_margin_answer *out;
    dls_contact_program one;
    double *stack, *sign; /* signs to be tried, columns; those of now */
    dls_int height, most;
} task;

static void lay_out(void *object, dls_room *room)
{
    task *T = object;
    dls_int k = T->Q->contacts;
    T->stack = DLS_TAKE(room, double, k * T->most);
    T->sign = DLS_TAKE(room, double, k);
    T->one.lambda = DLS_TAKE(room, double, T->Q->G.cols);
    T->one.y = DLS_TAKE(room, double, T->Q->G.rows);
}

static bool add_leaf(task *T)
{
    dls_contact_margin_answer *out = T->out;
    dls_int k = T->Q->contacts, n = T->Q->G.rows, room = 2 * (out->leaves + 1);
    if ((out->leaves & (out->leaves + 1)) == 0) { /* full: 0, 1, 3, 7 .. */
        double *sign = dls_grow(out->sign, k * room + 1, sizeof *sign);
        out->sign = sign ? sign : out->sign;
        double *y = dls_grow(out->y, n * room + 1, sizeof *y);
        out->y = y ? y : out->y;
        if (!sign || !y) {
            return false;
        }
    }
    dls_copy(k, T->sign, out->sign + k * out->leaves);
    dls_copy(n, T->one.y, out->y + n * out->leaves++);
    return true;
}

/* The contact without a sign whose double cone is violated most; -1: none is. */
static dls_int branching_contact(const task *T)
{
    static const double VIOLATED = 1e-9; /* of the largest reaction */
    const dls_contact_margin *Q = T->Q;
    const double *lambda = T->one.lambda;
    double goal = isinf(T->one.value) ? 0 : T->one.value, least = INFINITY;
    dls_int worst = -1;
    for (dls_int c = 0; c < Q->contacts; c++) {
        double slack = Q->mu[c] * fabs(lambda[Q->normal[c]]) - dls_contact_reach(Q, c, lambda) -
                       Q->weight[c] * goal;
        if (T->sign[c] == 0 && slack < least) {
            least = slack;
            worst = c;
        }
    }
    bool violated = least < -VIOLATED * (dls_largest(Q->G.cols, lambda) + 1e-300);
    return isinf(T->one.value) || violated ? worst : -1;
}

/* Than the margin of reactions that are known; more than rounding. */
static bool better(const task *T)
{
    double best = T->out->value, value = T->one.value;
    return value > best && !(best >= 0 && value <= best * (1 + 1e-9));
}

/* Is a better margin possible below? Then both signs of a contact are to be tried. */
static bool branched(task *T)
{
    double best = T->out->value, value = T->one.value;
    if (!better(T)) {
        return false;
    }
    dls_int worst = branching_contact(T), k = T->Q->contacts;
    if (worst < 0 || !(value > fmax(best, -TOLERANCE * T->Q->size))) {
        return false;
    }
    double first = T->one.lambda[T->Q->normal[worst]] < 0 ? -1 : 1;
    for (int child = 0; child < 2; child++) {
        T->sign[worst] = child == 0 ? -first : first;
        dls_copy(k, T->sign, T->stack + k * T->height++);
    }
    return true;
}

static dls_error search(task *T, const dls_watch *watch, dls_fault *fault)
{
    dls_contact_margin_answer *out = T->out;
    dls_int k = T->Q->contacts;
    dls_error error = DLS_OK;
    while (!error && T->height > 0) {
        dls_copy(k, T->stack + k * --T->height, T->sign);
        if ((double)out->programs >= T->Q->max_nodes) {
            out->outcome = DLS_MAX_ITERATIONS;
            dls_phrase(out->message, sizeof out->message,
                       "%lld programs were not enough for the double cones",
                       (long long)out->programs);
            return DLS_OK;
        }
        error = dls_contact_margin_program(T->Q, T->sign, watch, &T->one, fault);
        out->programs += T->one.programs;
        if (T->one.outcome != DLS_SOLVED && T->one.outcome != DLS_PRIMAL_INFEASIBLE) {
            out->outcome = T->one.outcome;
            snprintf(out->message, sizeof out->message, "%s", T->one.message);
            return error;
        } else if (error || branched(T)) {
            continue;
        }
        if (better(T)) { /* below zero a bound is all that is needed */
            out->value = T->one.value;
            out->found = true;
            dls_copy(T->Q->G.cols, T->one.lambda, out->lambda);
        }
        error = add_leaf(T) ? DLS_OK : dls_fail_memory(fault);
    }
    return error;
}

dls_error dls_contact_margin_watched(const dls_contact_margin *Q, const dls_watch *watch,
                                     dls_contact_margin_answer *out, dls_fault *fault)
{
    task T = {.Q = Q, .out = out, .most = 2};
    dls_pool pool = {NULL, 0};
    *out = (dls_contact_margin_answer){
        .outcome = DLS_SOLVED, .value = -INFINITY, .lambda = out->lambda};
    for (dls_int c = 0; c < Q->contacts; c++) {
        T.most += Q->bilateral[c];
    }
    if (!dls_pool_make(&pool, lay_out, &T)) {
        return dls_fail_memory(fault);
    }
    for (dls_int c = 0; c < Q->contacts; c++) {
        T.stack[c] = !Q->bilateral[c];
    }
    T.height = 1;
    dls_error error = search(&T, watch, fault);
    dls_pool_free(&pool);
    if (error) {
        dls_contact_margin_free(out);
    }
    return error;
}

dls_error dls_contact_solve_margin(const dls_contact_margin *Q, dls_host host,
                                   dls_contact_margin_answer *out, dls_fault *fault)
{
    dls_watch watch = dls_watch_start(host, Q->max_time);
    return dls_contact_margin_watched(Q, &watch, out, fault);
}

void dls_contact_margin_free(dls_contact_margin_answer *out)
{
    dls_free(out->sign);
    dls_free(out->y);
    out->sign = out->y = NULL;
    out->leaves = 0;
}
