/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lcp/lcp.h"
dls_error dls_lcp_newton(dls_lcp_task *T, dls_fault *fault)
{
    (void)fault;
    T->result->outcome = DLS_NUMERICAL_TROUBLE;
    return DLS_OK;
}
