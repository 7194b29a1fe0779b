/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of gateways that verify answers: reports, and the tables of problems and answers. */
#ifndef DLS_VERIFY_REPORT_H
#define DLS_VERIFY_REPORT_H

#include "dls_mex.h"

/* What is no status claims nothing. */
dls_outcome dls_mex_outcome(const char *status);
mxArray *dls_mex_report(const dls_verify_report *R);

#define DLS_MEX_ABOUT(problem, answer)                                                             \
    {                                                                                              \
        DLS_MEX_STRUCT("problem", problem), DLS_MEX_STRUCT("answer", answer), DLS_MEX_END          \
    }

#endif
