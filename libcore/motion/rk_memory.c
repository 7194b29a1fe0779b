/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of Runge-Kutta schemes: what the contacts do, and who they are. */
#include <string.h>

#include "motion/events.h"

/* Numbers of each part of the memory: begun, load, patience; direction, closed, slips, kept,
   kept_bilateral, who (of contacts that come and go) */
enum { BEGUN, LOAD, PATIENCE, DIRECTION, CLOSED, SLIPS, KEPT, KEPT_BILATERAL, WHO, MEMORY_PARTS };

/* Where each part begins, for nu contacts; returns the size of all. */
static dls_int memory_parts(const dls_motion_run *R, dls_int nu, dls_int start[MEMORY_PARTS])
{
    const dls_int nt = (R->d - 1) * nu, who = R->model.contacts ? nu : 0;
    const dls_int size[MEMORY_PARTS] = {1, 1, 1, nt, nu, nu, R->nb + nu + nt, R->nb, who};
    dls_int sum = 0;
    for (int k = 0; k < MEMORY_PARTS; k++) {
        start[k] = sum;
        sum += size[k];
    }
    return sum;
}

dls_int dls_motion_rk_memories(const dls_motion_run *R)
{
    dls_int start[MEMORY_PARTS];
    return memory_parts(R, R->nu, start);
}

void dls_motion_rk_attach(dls_rk *S, double *memory)
{
    dls_int start[MEMORY_PARTS];
    double **part[] = {&S->begun, &S->load, &S->patience,       &S->direction, &S->closed,
                       &S->slips, &S->kept, &S->kept_bilateral, &S->who};
    memory_parts(S->R, S->nu, start);
    for (int k = 0; k < MEMORY_PARTS; k++) {
        *part[k] = memory + start[k];
    }
}

void dls_motion_rk_carry(const dls_motion_run *R, dls_int nu0, dls_int count, const double *from,
                         double *to)
{
    dls_int old[MEMORY_PARTS], start[MEMORY_PARTS];
    if (memory_parts(R, nu0, old) != count) {
        return;
    }
    memory_parts(R, R->nu, start);
    dls_copy(3, from, to);
    for (int k = DIRECTION; k < MEMORY_PARTS; k++) {
        if (k == KEPT) {
            dls_motion_spread(R, nu0, from + old[k], to + start[k]);
        } else {
            dls_copy((k + 1 < MEMORY_PARTS ? old[k + 1] : count) - old[k], from + old[k],
                     to + start[k]);
        }
    }
}

bool dls_motion_rk_same_rows(const dls_rk *S, const double *memory)
{
    dls_int from = S->closed - S->direction, to = S->kept_bilateral + S->nb - S->direction;
    return memcmp(memory + from, S->direction + from, (size_t)(to - from) * sizeof *memory) == 0;
}

void dls_motion_rk_select(dls_rk *S)
{
    S->actives = S->count = S->bilaterals = 0;
    S->sliding = false;
    for (dls_int k = 0; k < S->nb; k++) {
        if (S->kept_bilateral[k] != 0) {
            S->bilateral[S->bilaterals++] = k;
        }
    }
    for (dls_int k = 0; k < S->nu; k++) {
        if (S->closed[k] != 0) {
            S->active[S->actives++] = k;
            S->sliding = S->sliding || S->slips[k] != 0;
        }
    }
    for (dls_int r = 0; r < S->all; r++) {
        if (S->kept[r] != 0) {
            S->rows[S->count++] = r;
        }
    }
}

/* Contacts that come and go: what a place knows is about another contact than the one that has it
   now. Closed contacts that have gone, and new ones that touch already, change what the others do.
   Gaps of S->y are made. */
dls_error dls_motion_rk_meet(dls_rk *S, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    const double *identity = S->R->source->identity;
    bool changed = false;
    C->count = 0;
    for (dls_int k = 0; k < S->nu && S->R->model.contacts; k++) {
        bool stays = S->who[k] == identity[k];
        bool touches = !stays && identity[k] != 0 && S->y.g[k] <= S->y.tolerance;
        changed = changed || touches || (!stays && S->closed[k] != 0);
        if (!stays) {
            S->closed[k] = S->slips[k] = 0;
            dls_zero(S->d - 1, S->direction + k * (S->d - 1));
            S->who[k] = identity[k];
        }
        C->pulls[k] = false;
        if (touches || S->closed[k] != 0) {
            C->set[C->count++] = k;
        }
    }
    return changed ? dls_motion_event_contacts(S, &S->y, 0, fault) : DLS_OK;
}
