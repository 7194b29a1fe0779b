/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems of the steps of a motion are shown to an m-function. */
#ifndef DLS_PROBLEM_HOST_H
#define DLS_PROBLEM_HOST_H

#include "dls_mex.h"

/* data: address of a function (NULL: nobody looks), [r, error] = look (P): see dls_motion_mex.c */
dls_error dls_mex_show_problem(void *data, const dls_step_problem *Q, bool *solved, double *r,
                               double *error, dls_fault *fault);

#endif
