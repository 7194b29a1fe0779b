/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sampled control: steps end at the multiples of a period, and states change there. */
#include <math.h>

#include "motion/book.h"

dls_error dls_motion_begin_stretch(dls_motion_run *R, dls_fault *fault)
{
    static const double ROUNDING = 1e-9; /* of a period */
    double T = R->model.period, t = R->now.t;
    if (t < R->until) {
        return DLS_OK;
    }
    R->from = t;
    R->until = R->tend;
    R->book->stretch = R->stats.steps;
    if (!(T > 0)) {
        return DLS_OK;
    }
    double k = floor(t / T + ROUNDING);
    R->until = fmin(R->tend, (k + 1) * T);
    if (fabs(t - k * T) > ROUNDING * T) {
        return DLS_OK;
    }
    double start = dls_clock();
    dls_error error = R->model.sample(R->model.data, t, R->now.q, R->now.v, fault);
    R->stats.time_model += dls_clock() - start;
    R->stats.evaluations++;
    error = error ? error : dls_check_vector(R->n, R->now.v, "the sampled state", fault);
    R->until = error ? t : R->until; /* it is asked again where the run goes on */
    R->now.memory[0] = R->memories > 0 ? 0 : R->now.memory[0];
    return error;
}
