/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks into which M falls apart. */
#include "friction/friction.h"

/* Of M^-1, block by block, and of M^-1 H' or its like: 320 MB */
static const double MOST_SQUARES = 5e6, MOST_ENTRIES = 2e7;

static void lay_out(void *object, dls_room *room)
{
    dls_bodies *B = object;
    dls_int n = B->task->n;
    B->of = DLS_TAKE(room, dls_int, n);
    B->place = DLS_TAKE(room, dls_int, n);
    B->member = DLS_TAKE(room, dls_int, n);
    B->start = DLS_TAKE(room, dls_int, n + 1);
}

/* The connected components of the graph of M. */
static void find_parts(dls_bodies *B, dls_view M)
{
    dls_int n = M.cols;
    for (dls_int j = 0; j < n; j++) {
        B->of[j] = -1;
    }
    for (dls_int j = 0; j < n; j++) {
        dls_int *stack = B->member, height = 0;
        if (B->of[j] < 0) {
            B->of[j] = B->count++;
            stack[height++] = j;
        }
        while (height > 0) {
            dls_int at = stack[--height];
            for (dls_int k = M.p[at]; k < M.p[at + 1]; k++) {
                if (B->of[M.i[k]] < 0) {
                    B->of[M.i[k]] = B->of[j];
                    stack[height++] = M.i[k];
                }
            }
        }
    }
    for (dls_int j = 0; j < n; j++) {
        B->place[j] = B->start[B->of[j] + 1]++;
        B->largest = DLS_MAX(B->largest, B->place[j] + 1);
    }
    for (dls_int b = 0; b < B->count; b++) {
        double size = (double)B->start[b + 1];
        B->squares += size * size;
        B->start[b + 1] += B->start[b];
    }
    for (dls_int j = 0; j < n; j++) {
        B->member[B->start[B->of[j]] + B->place[j]] = j;
    }
}

const dls_bodies *dls_friction_bodies_of(dls_friction_task *T)
{
    if (!T->bodies) {
        dls_bodies *B = DLS_NEW(dls_bodies, 1);
        if (!dls_pool_own(&T->pool, dls_free, B)) {
            return NULL;
        }
        B->task = T;
        if (!dls_pool_make(&T->pool, lay_out, B)) {
            return NULL;
        }
        find_parts(B, T->problem->M);
        T->bodies = B;
    }
    return T->bodies;
}

bool dls_friction_bodies_large(const dls_bodies *B, double entries)
{
    return B->squares > MOST_SQUARES || entries > MOST_ENTRIES;
}

void dls_friction_bodies_tell(dls_friction_task *T, bool regular, const char *method)
{
    if (T->settings->method == DLS_FRICTION_AUTO) { /* which has other ways */
        return;
    }
    dls_friction_tell(T,
                      regular ? "inv (M) * H' is too large for %s: try interior or newton"
                              : "M is singular, and %s needs its inverse: try interior or newton",
                      method);
}
