/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jumps along the drifts of sweeps: drift.c. */
#ifndef DLS_FRICTION_DRIFT_H
#define DLS_FRICTION_DRIFT_H

#include "friction/past.h"

typedef struct dls_drift dls_drift;

/* NULL: out of memory */
dls_drift *dls_drift_new(dls_sweeps *S);
/* Some sweeps, and a jump if they drift; how many sweeps */
dls_int dls_drift_jump(dls_drift *X);

#endif
