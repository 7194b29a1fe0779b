/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks into which M falls apart. */
#include "friction/friction.h"

/* Of M^-1, block by block, and of M^-1 H' or its like: 320 MB */
static const double MOST_SQUARES = 5e6, MOST_ENTRIES = 2e7;

static void lay_out(void *object, dls_room *room)
{
    dls_friction_task *T = object;
    T->bodies = DLS_TAKE(room, dls_parts, 1);
    dls_parts P = {0};
    dls_parts_take(room, &P, T->n);
    if (T->bodies) {
        *T->bodies = P;
    }
}

const dls_parts *dls_friction_bodies_of(dls_friction_task *T)
{
    if (!T->bodies && dls_pool_make(&T->pool, lay_out, T)) {
        dls_parts_find(T->bodies, T->problem->M);
    }
    return T->bodies;
}

bool dls_friction_bodies_large(const dls_parts *B, double entries)
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
