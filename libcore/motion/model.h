/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of a model at points (t, q, v): asked once, completed by differences. */
#ifndef DLS_MODEL_H
#define DLS_MODEL_H

#include "sparse/sparse.h"

/* What makes values: the model, what is constant in it, and a place for differences. */
typedef struct dls_motion_source dls_motion_source;

enum {
    DLS_PARTS_SPEED = DLS_PART_CONSTRAINT_SPEED | DLS_PART_GAP_SPEED | DLS_PART_TANGENT_SPEED,
    DLS_PARTS_RATE = DLS_PART_CONSTRAINT_RATE | DLS_PART_GAP_RATE,
    DLS_PARTS_JACOBIAN = DLS_PART_FORCE_Q | DLS_PART_FORCE_V
};

/* Values that nothing is known of yet; released with the pool. */
dls_error dls_motion_values_new(dls_motion_source *source, dls_pool *pool, dls_motion_values *E,
                                dls_fault *fault);
/* E at (t, q, v), with all of `parts`: what E has there already, or what does not depend on what
   has changed, is not asked again. Parts that the model does not give are differences, or zero;
   the potential is NaN. Everything is finite afterwards. */
dls_error dls_motion_evaluate(dls_motion_source *source, dls_motion_values *E, unsigned parts,
                              double t, const double *q, const double *v, dls_fault *fault);
/* next := q after h with velocity v */
void dls_motion_advance(const dls_motion_source *source, const double *q, const double *v, double h,
                        double *next);

#endif
