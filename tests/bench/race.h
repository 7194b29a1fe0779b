/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long dls_friction takes to each tolerance, relative to plain sweeps and to the best of its
   own methods. */
#ifndef RACE_H
#define RACE_H

#include "../c/piles.h"

enum { TOLERANCES = 5 };
extern const double TOLERANCE[TOLERANCES];
/* CPU seconds to each tolerance; INFINITY: not within the limit */
typedef struct {
    double seconds[TOLERANCES];
} race_times;

/* Both measures of an answer, recomputed from the data: the residual, and the velocities that
   'solved' requires */
bool race_solved(const dls_friction_problem *P, const double *r, const double *v, double tolerance);
/* plain_sweeps.c: with its setup; verification does not count. M is diagonal. */
race_times plain_sweeps(const dls_friction_problem *P, double limit);

/* Prints one line per tolerance: plain, auto, their ratio, and the regret of auto. */
void race_run(const char *name, const dls_friction_problem *P, double limit);
/* Of all races: median and largest ratio and regret at each tolerance */
void race_summary(void);

#endif
