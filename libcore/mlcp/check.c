/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes; what methods ask of M. */
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
    return dls_check_vector(M.cols, P->q, "q", fault);
}

static bool symmetric_blocks(dls_view M, dls_view Mt)
{
    bool symmetric = dls_same_pattern(M, Mt);
    for (dls_int t = 0; symmetric && t < dls_entries(M); t++) {
        symmetric = M.x[t] == Mt.x[t];
    }
    return symmetric;
}

dls_error dls_mlcp_look(dls_lcp_task *T, dls_fault *fault)
{
    dls_lcp_kept *kept = T->kept;
    dls_view M = T->problem->M;
    dls_mat Mt = {0};
    if (kept->judged) {
        return DLS_OK;
    }
    if (!dls_mat_transpose(&Mt, M, NULL)) {
        return dls_fail_memory(fault);
    }
    kept->symmetric = symmetric_blocks(M, dls_see(&Mt));
    dls_mat_free(&Mt);
    dls_error error = dls_rank_monotone(M, &kept->monotone, fault);
    kept->judged = !error;
    return error;
}
