/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Anderson's acceleration of sweeps g: from r, with f = g (r) - r and differences of the last
   DLS_PAST sweeps, g - dG gamma, where gamma minimises |f - dF gamma|. y is mixed by the same
   weights. |f| costs nothing beside the sweep; where it grows the past is emptied, and the next
   sweep begins at g itself. Sums are made of parts of a fixed size, so that they do not depend on
   the number of threads. */
#ifndef DLS_FRICTION_PAST_H
#define DLS_FRICTION_PAST_H

#include "friction/sweeps.h"

typedef struct dls_past dls_past;

/* Before and after a sweep, by all members of the crew (NULL: one) */
void dls_past_extrapolate(dls_past *past, dls_crew *crew, int member);
void dls_past_collect(dls_past *past, dls_crew *crew, int member);
/* |f| / |g| of the last sweep; INFINITY: none */
double dls_past_change(const dls_past *past);
void dls_past_forget(dls_past *past);
/* Of S, with as many lanes as it has; NULL: out of memory */
dls_past *dls_past_new(dls_sweeps *S);

#endif
