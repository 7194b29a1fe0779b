/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "friction/friction.h"
dls_error dls_friction_interior(dls_friction_task *T, dls_fault *fault)
{
    (void)T;
    (void)fault;
    return DLS_OK;
}
