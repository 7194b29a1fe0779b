/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calls.h"

dls_kkt *setup(const problem *P, dls_view W, int method)
{
    dls_fault fault;
    dls_kkt *K = NULL;
    dls_kkt_settings s = dls_kkt_defaults();
    s.method = method;
    assert_code(dls_kkt_setup(P->M, P->G, W, &s, SILENT, &K, &fault), DLS_OK, &fault);
    assert_non_null(K);
    return K;
}

dls_kkt_result solve(dls_kkt *K, const problem *P, double *a, double *lambda)
{
    dls_fault fault;
    dls_kkt_result result;
    assert_code(dls_kkt_solve(K, P->F, P->b, a, lambda, NO_CERTIFICATE, &result, &fault), DLS_OK,
                &fault);
    return result;
}
