/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models in shared objects of the user: see dls_library_host in delassus.h. */
#ifndef DLS_LIBRARY_H
#define DLS_LIBRARY_H

#include "dls_mex.h"

typedef struct dls_library dls_library;

/* Of a model with the fields library (a file) and numbers; what is wrong is raised. */
dls_library *dls_library_new(const mxArray *model);
dls_motion_model dls_library_model(const dls_library *K);
mxArray *dls_library_sizes(const mxArray *model); /* n, nq, nx, nb, nu, d */
void dls_library_free(dls_library *K);

#endif
