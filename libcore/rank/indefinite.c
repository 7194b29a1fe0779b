/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A wrong pivot of E = A + rho I + B B'/delta has a direction d with d'E d <= 0; if d'A d is
   clearly negative, A is not positive semidefinite and d is the proof. Else rounding did it. */
#include <math.h>

#include "rank/rank.h"

static dls_error judge(dls_view A, const char *name, double scale, double rho, const double *d,
                       double *Ad, dls_fault *fault)
{
    dls_int largest = 0;
    for (dls_int k = 1; k < A.cols; k++) {
        largest = fabs(d[k]) > fabs(d[largest]) ? k : largest;
    }
    dls_set_mul_t(A, d, Ad);
    double square = dls_dot(A.cols, d, d), curvature = dls_dot(A.cols, d, Ad);
    if (!(curvature < -0.5 * rho * square)) {
        return DLS_OK;
    }
    return dls_fail(
        fault, DLS_ERROR_INDEFINITE,
        "%s is not positive semidefinite: d'*%s*d = %.3g for a unit vector d whose largest "
        "entry is number %lld; expected d'*%s*d >= 0 for all d",
        name, name, scale * curvature / square, (long long)largest + 1, name);
}

dls_error dls_rank_explain_pivot(const dls_blocks *S, const char *name, double scale, double rho,
                                 double delta, dls_fault *fault)
{
    static const double TOO_MANY = 2e8; /* entries of E that a diagnosis is worth */
    if (dls_rank_normal_bound(S) > TOO_MANY) {
        return DLS_OK;
    }
    dls_int n = S->A.cols;
    dls_mat E = {0};
    double *d = DLS_NEW(double, n), *Ad = DLS_NEW(double, n);
    bool ready =
        d && Ad && dls_rank_normal_pattern(S, &E) && dls_rank_normal_values(S, rho, delta, &E);
    bool found = false;
    dls_error error = ready ? dls_linsys_negative_direction(dls_see(&E), d, &found, fault)
                            : dls_fail_memory(fault);
    if (!error && found) {
        error = judge(S->A, name, scale, rho, d, Ad, fault);
    }
    dls_mat_free(&E);
    dls_free(d);
    dls_free(Ad);
    return error;
}
