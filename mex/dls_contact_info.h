/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DLS_CONTACT_INFO_H
#define DLS_CONTACT_INFO_H

#include "dls_mex.h"

mxArray *dls_contact_residual_struct(const dls_contact_residuals *r);
mxArray *dls_contact_cones_struct(const dls_contact_system *S, const double *b, const double *u);
mxArray *dls_contact_forces(const dls_contact_system *S, const double *x); /* lambda */
mxArray *dls_contact_verdict(dls_verdict unique);                          /* true, false, NaN */
mxArray *dls_contact_info_struct(const dls_contact_system *S, const dls_contact_result *r);

#endif
