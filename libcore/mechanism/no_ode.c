/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands for ode.c in libraries that are built without it. */
#include "mechanism/solid.h"

dls_error dls_mechanism_collider_new(dls_mechanism *B, dls_fault *fault)
{
    (void)B;
    return dls_fail(fault, DLS_ERROR_OPTION,
                    "solids that touch each other in space need ODE, which this library was built "
                    "without (install libode-dev and build it again)");
}

void dls_mechanism_collider_free(dls_mechanism *B)
{
    (void)B;
}

int dls_mechanism_hints(const dls_mechanism *B, const dls_mechanism_solid *a,
                        const dls_mechanism_solid *b, double margin, dls_mechanism_hint *hint)
{
    (void)B;
    (void)a;
    (void)b;
    (void)margin;
    (void)hint;
    return 0;
}
