/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contacts that there are: limits of joints, then points of pairs of shapes. */
#include <math.h>
#include <string.h>

#include "mechanism/solid.h"

static void lay_out(void *object, dls_room *room)
{
    dls_mechanism *B = object;
    dls_int count = B->room, tangents = (B->dc - 1) * count;
    dls_int entries = 2 * (3 * B->d - 3);
    const dls_int columns[] = {0, count, tangents};
    for (int k = DLS_OF_N; k <= DLS_OF_T; k++) {
        dls_mat_take(room, &B->A[k], B->n, columns[k], entries * columns[k]);
        DLS_TAKE_NUMBERS(room, columns[k], &B->value[k], &B->rate[k]);
        B->item_of[k] = DLS_TAKE(room, dls_int, columns[k]);
    }
    DLS_TAKE_NUMBERS(room, count, &B->speed[1], &B->e, &B->mu, &B->stiffness, &B->damping);
    B->touch = DLS_TAKE(room, dls_mechanism_touch, count);
    B->place = DLS_TAKE(room, dls_mechanism_item, count);
    B->mark = DLS_TAKE(room, dls_mechanism_mark, count);
    DLS_TAKE_NUMBERS(room, 3 * count, &B->point, &B->normal);
    DLS_TAKE_INDICES(room, count, &B->touch_of, &B->identity, &B->missed.touched);
}

/* Room for as many contacts; touches that are known stay */
static dls_error make_room(dls_mechanism *B, dls_int contacts, dls_fault *fault)
{
    if (contacts <= B->room && B->meeting.count > 0) {
        return DLS_OK;
    }
    dls_pool before = B->meeting;
    const dls_mechanism_touch *touch = B->touch;
    const dls_mechanism_item *place = B->place;
    const dls_mechanism_mark *mark = B->mark;
    B->meeting = (dls_pool){0};
    B->room = contacts + contacts / 2 + 1;
    bool done = dls_pool_make(&B->meeting, lay_out, B);
    if (done && B->touches > 0) {
        memcpy(B->touch, touch, (size_t)B->touches * sizeof *touch);
        memcpy(B->place, place, (size_t)B->points * sizeof *place);
        memcpy(B->mark, mark, (size_t)B->points * sizeof *mark);
    }
    dls_pool_free(&before);
    return done ? DLS_OK : dls_fail_memory(fault);
}

dls_int dls_mechanism_rule_of(const dls_mechanism *B, dls_int a, dls_int b)
{
    bool moves = B->frame[a].v_at >= 0 || B->frame[b].v_at >= 0;
    bool may = moves && dls_mechanism_points(&B->shape[a], &B->shape[b]) > 0;
    for (dls_int k = 0; k < B->rules && may; k++) {
        const dls_mechanism_rule *R = &B->rule[k];
        bool first = R->a == a || (R->a < 0 && a > 0), second = R->b == b || (R->b < 0 && b > 0);
        bool turned = (R->a == b || (R->a < 0 && b > 0)) && (R->b == a || (R->b < 0 && a > 0));
        if ((first && second) || turned) {
            return k;
        }
    }
    return -1;
}

/* One more touch, in the order that its rule has */
static dls_error meet(dls_mechanism *B, dls_int a, dls_int b, dls_fault *fault)
{
    dls_int rule = dls_mechanism_rule_of(B, a, b);
    dls_int points = rule < 0 ? 0 : dls_mechanism_points(&B->shape[a], &B->shape[b]);
    dls_error error = rule < 0 ? DLS_OK : make_room(B, B->points + points, fault);
    if (rule >= 0 && !error) {
        bool turned = B->rule[rule].a == b || B->rule[rule].b == a;
        dls_mechanism_touch *T = &B->touch[B->touches++];
        *T = (dls_mechanism_touch){turned ? b : a, turned ? a : b, B->points, points, rule, false};
        T->seen = dls_mechanism_looked_at(&B->shape[a], &B->shape[b]);
        if (T->seen) {
            dls_mechanism_see(B, T);
        }
        B->points += T->points;
        if (T->points == 0) { /* known to be apart in this step */
            B->touches--;
            return B->grid.h > 0 ? dls_mechanism_miss(B, a, b, fault) : DLS_OK;
        }
    }
    return error;
}

static dls_error meet_near(dls_mechanism *B, dls_int a, dls_int b, dls_fault *fault)
{
    return dls_mechanism_near(B, a, b) ? meet(B, a, b, fault) : DLS_OK;
}

/* Touches of bodies that are near within a time h, and of pairs that were missed */
static dls_error meet_neighbours(dls_mechanism *B, double h, dls_fault *fault)
{
    dls_mechanism_reach(B, h);
    dls_error error = dls_mechanism_neighbours(B, meet_near, fault);
    for (dls_int k = 0; k < B->missed.count && !error && h > 0; k++) {
        dls_int a = B->missed.pair[k] % (B->bodies + 1), b = B->missed.pair[k] / (B->bodies + 1);
        error = dls_mechanism_near(B, a, b) ? DLS_OK : meet(B, a, b, fault);
    }
    return error;
}

static void fill_touch(dls_mechanism *B, dls_int k, dls_int *next)
{
    const dls_mechanism_touch *T = &B->touch[k];
    const dls_mechanism_rule *rule = &B->rule[T->rule];
    dls_int pair = T->a + (B->bodies + 1) * T->b;
    for (dls_int i = 0; i < T->points; i++) {
        dls_mechanism_item *item = &B->place[T->first + i];
        if (!T->seen) {
            *item = (dls_mechanism_item){
                .kind = dls_mechanism_touching(DLS_BALL_ON_PLANE), .a = T->a, .b = T->b};
            B->mark[T->first + i].identity = 0;
        }
        item->side = 1;
        item->mu = rule->mu;
        item->e = rule->e;
        item->touch = k + 1;
        B->identity[next[DLS_OF_N]] =
            T->seen ? B->mark[T->first + i].identity : 1 + i + DLS_MECHANISM_POINTS * pair;
        B->touch_of[next[DLS_OF_N]] = T->rule;
        B->stiffness[next[DLS_OF_N]] = rule->stiffness > 0 ? rule->stiffness : INFINITY;
        B->damping[next[DLS_OF_N]] = rule->damping;
        dls_mechanism_fill_item(B, item, -1, next);
    }
}

/* All pairs of the rules, each once */
static dls_error all_pairs(dls_mechanism *B, dls_fault *fault)
{
    dls_error error = DLS_OK;
    for (dls_int k = 0; k < B->rules && !error; k++) {
        dls_int a0 = B->rule[k].a, b0 = B->rule[k].b;
        for (dls_int a = a0 < 0 ? 1 : a0; a <= (a0 < 0 ? B->bodies : a0) && !error; a++) {
            dls_int first = b0 >= 0 ? b0 : a0 < 0 ? a + 1 : 1;
            for (dls_int b = first; b <= (b0 < 0 ? B->bodies : b0) && !error; b++) {
                error =
                    a != b && dls_mechanism_rule_of(B, a, b) == k ? meet(B, a, b, fault) : DLS_OK;
            }
        }
    }
    return error;
}

dls_int dls_mechanism_possible(const dls_mechanism *B)
{
    dls_int count = 0;
    for (dls_int k = 0; k < B->rules; k++) {
        const dls_mechanism_rule *R = &B->rule[k];
        count += R->a >= 0 && R->b >= 0 ? dls_mechanism_points(&B->shape[R->a], &B->shape[R->b])
                 : R->a < 0 && R->b < 0 ? B->bodies * (B->bodies - 1) / 2
                                        : B->bodies;
    }
    return count;
}

dls_error dls_mechanism_gather(dls_mechanism *B, bool every, double h, dls_fault *fault)
{
    dls_int next[4] = {0, 0, 0, 0}, limits = 0;
    dls_error error = dls_mechanism_remember(B, fault);
    B->touches = B->points = B->missed.touches = 0;
    for (dls_int k = 0; k < B->joints; k++) {
        limits += B->joint[k].side != 0;
    }
    B->known &= ~(unsigned)(DLS_KNOWN_JOINTS | DLS_KNOWN_RATES);
    error = error ? error : make_room(B, limits, fault);
    if (!error) {
        error = every ? all_pairs(B, fault) : h < 0 ? DLS_OK : meet_neighbours(B, h, fault);
    }
    error = error ? error : make_room(B, limits + B->points, fault);
    for (dls_int k = 0; k < B->joints && !error; k++) {
        if (B->joint[k].side) {
            B->identity[next[DLS_OF_N]] =
                DLS_MECHANISM_POINTS * (B->bodies + 1) * (B->bodies + 1) + k + 1;
            B->touch_of[next[DLS_OF_N]] = -1;
            B->stiffness[next[DLS_OF_N]] = INFINITY;
            B->damping[next[DLS_OF_N]] = 0;
            dls_mechanism_fill_item(B, &B->joint[k], k, next);
        }
    }
    for (dls_int k = 0; k < B->touches && !error; k++) {
        fill_touch(B, k, next);
    }
    for (dls_int k = 0; k < 3 * limits && !error; k++) {
        B->point[k] = B->normal[k] = NAN;
    }
    for (int k = DLS_OF_N; k <= DLS_OF_T; k++) {
        B->count.columns[k] = B->A[k].cols = next[k];
    }
    return error;
}

dls_error dls_mechanism_recall(dls_mechanism *B, bool put, dls_int *count, double *x,
                               dls_fault *fault)
{
    enum { EACH = 4 };
    static const double LARGEST = 9007199254740992.0; /* 2^53 */
    dls_int marks = 0;
    if (put) {
        dls_error error = make_room(B, *count / EACH, fault);
        bool fits = *count % EACH == 0;
        for (dls_int k = 0; k < *count / EACH && !error && fits; k++) {
            const double *from = x + EACH * k;
            fits = from[0] >= 1 && from[0] < LARGEST;
            dls_int identity = fits ? (dls_int)from[0] : 1;
            dls_int number = identity % DLS_MECHANISM_POINTS;
            fits = fits && number >= 1 && number <= DLS_PATCH_POINTS;
            B->mark[k].identity = identity;
            dls_copy(3, from + 1, B->mark[k].at);
        }
        B->touches = 0;
        B->points = error || !fits ? 0 : *count / EACH;
        return fits ? error : dls_fail(fault, DLS_ERROR_DIMENSION, "identities of contacts");
    }
    for (dls_int k = 0; k < B->points; k++) {
        if (B->mark[k].identity > 0) {
            double *to = x ? x + EACH * marks : NULL;
            if (to) {
                to[0] = (double)B->mark[k].identity;
                dls_copy(3, B->mark[k].at, to + 1);
            }
            marks++;
        }
    }
    *count = EACH * marks;
    return DLS_OK;
}
