/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conic programs as m-files hand them over. */
#ifndef DLS_CONES_H
#define DLS_CONES_H

#include "dls_mex.h"

/* Of an array [z, l, q...]; the memory is MEX's. */
dls_cones dls_mex_cones(const mxArray *array);
const double *dls_mex_column(const mxArray *array, dls_int rows, const char *name);

#endif
