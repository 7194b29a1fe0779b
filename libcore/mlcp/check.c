/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes and finite values. */
#include <math.h>

#include "mlcp/mlcp.h"

dls_error dls_mlcp_check(const dls_lcp_problem *P, dls_fault *fault)
{
    dls_view M = P->M;
    dls_error error = dls_view_check(M, "M", fault);
    if (error) {
        return error;
    }
    if (M.rows != M.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "M is %lld-by-%lld; expected square",
                        (long long)M.rows, (long long)M.cols);
    }
    if (P->free < 0 || P->free > M.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "the problem has %lld equations among %lld rows; expected 0 to %lld",
                        (long long)P->free, (long long)M.cols, (long long)M.cols);
    }
    for (dls_int i = 0; i < M.cols; i++) {
        if (!isfinite(P->q[i])) {
            return dls_fail(fault, DLS_ERROR_NOT_FINITE, "q(%lld) is %g; expected a finite number",
                            (long long)i + 1, P->q[i]);
        }
    }
    return DLS_OK;
}
