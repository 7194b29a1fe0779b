/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts some of whose normal percussion is given, as in the second part of Poisson's law:
     0 <= p_N - c _|_ u_N >= 0,  |p_T| <= mu p_N, opposite to u_T where that is not zero.
   A disk of radius mu p_N is the sum of those of mu (p_N - c) and mu c, which slip the same way: it
   is Coulomb's law for two contacts in one place, of which the second has a normal of its own,
   u_N = w (p_N - c) with any w > 0, and so p_N = c. */
#include "motion/motion.h"

typedef struct {
    dls_pool pool;
    dls_int *start, *row, entries, contacts;
    double *value, *q, *r, *u, *mu, *column; /* column: width */
    int d;
    dls_int width;
} expansion;

static void lay_out(void *object, dls_room *room)
{
    expansion *E = object;
    dls_int size = 2 * E->contacts * E->d;
    E->start = DLS_TAKE(room, dls_int, size + 1);
    E->row = DLS_TAKE(room, dls_int, E->entries);
    E->value = DLS_TAKE(room, double, E->entries);
    E->q = DLS_TAKE(room, double, size);
    E->r = DLS_TAKE(room, double, size);
    E->u = DLS_TAKE(room, double, size);
    E->mu = DLS_TAKE(room, double, 2 * E->contacts);
    E->column = DLS_TAKE(room, double, E->width);
}

void dls_motion_give(dls_percussion *P)
{
    for (dls_int i = 0; i < P->D.nu; i++) {
        if (P->given[i] > 0) {
            dls_delassus_column(&P->D, i * P->D.d, P->w);
            dls_axpy(P->D.width, P->given[i], P->w, P->u);
        }
    }
}

static void append(expansion *E, dls_int row, double value)
{
    if (value != 0) {
        E->row[E->entries] = row;
        E->value[E->entries++] = value;
    }
}

/* Two contacts for each: the first takes more percussions, the second has what is given. */
static void fill(expansion *E, const dls_percussion *P)
{
    int d = E->d;
    E->entries = 0;
    for (dls_int x = 0; x < 2 * E->contacts * d; x++) {
        dls_int i = P->list[x / d / 2], j = i * d + x % d;
        bool own = x / d % 2 && x % d == 0;
        dls_delassus_column(&P->D, j, E->column);
        double mobility = E->column[i * d] > 0 ? E->column[i * d] : 1;
        E->q[x] = own ? -mobility * P->given[i] : P->u[j];
        for (dls_int a = 0; !own && a < E->contacts; a++) {
            for (int k = 0; k < 2 * d; k++) { /* the second contact's own normal sees none of it */
                append(E, 2 * a * d + k, k == d ? 0 : E->column[P->list[a] * d + k % d]);
            }
        }
        append(E, x, own ? mobility : 0);
        E->start[x + 1] = E->entries;
        E->mu[x / d] = P->mu[i];
    }
}

dls_error dls_motion_expand(dls_percussion *P, dls_int count, double *pc,
                            dls_percussion_result *result, dls_fault *fault)
{
    int d = P->D.d;
    dls_int all = dls_delassus_entries(&P->D, count);
    expansion E = {.contacts = count, .d = d, .width = P->D.width, .entries = 4 * all + count};
    if (!dls_pool_make(&E.pool, lay_out, &E)) {
        return dls_fail_memory(fault);
    }
    fill(&E, P);
    dls_int size = 2 * count * d;
    dls_friction_problem Q = {.dimension = d, .contacts = 2 * count, .mu = E.mu, .q = E.q};
    Q.W = (dls_view){size, size, E.start, E.row, E.value};
    dls_error error = dls_motion_rub(P, &Q, E.r, E.u, result, fault);
    for (dls_int x = 0; !error && x < size; x++) {
        pc[P->list[x / d / 2] * d + x % d] += x / d % 2 && x % d == 0 ? 0 : E.r[x];
    }
    dls_pool_free(&E.pool);
    return error;
}
