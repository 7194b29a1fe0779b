/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DLS_KKT_INFO_H
#define DLS_KKT_INFO_H

#include "dls_mex.h"

mxArray *dls_kkt_stats_struct(dls_kkt_stats stats);
/* Takes over the two arrays of certificates (m-by-count and n-by-count). */
mxArray *dls_kkt_info_struct(const dls_kkt_result *results, mwSize count, dls_kkt_stats stats,
                             mxArray *constraints, mxArray *forces);

#endif
