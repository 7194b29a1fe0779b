/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What M, G must be before anything is computed: sizes, finite values, symmetry, a diagonal that a
   semidefinite matrix can have. */
#include <math.h>

#include "kkt/kkt.h"

static dls_error check_sizes(dls_view M, dls_view G, dls_fault *fault)
{
    if (M.rows != M.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "M is %lld-by-%lld; expected square",
                        (long long)M.rows, (long long)M.cols);
    }
    if (G.rows != M.rows) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "G is %lld-by-%lld; expected %lld rows, one per coordinate of M (gradients "
                        "are columns)",
                        (long long)G.rows, (long long)G.cols, (long long)M.rows);
    }
    return DLS_OK;
}

dls_error dls_check_symmetric(dls_view A, const char *name, dls_fault *fault)
{
    static const double ALLOWED = 1e-12; /* relative: a product J'*D*J may be rounded */
    dls_int *work = DLS_NEW(dls_int, A.cols), i, j;
    if (!work) {
        return dls_fail_memory(fault);
    }
    double worst = dls_asymmetry(A, work, &i, &j);
    dls_free(work);
    if (worst > ALLOWED * dls_max_abs(A)) {
        return dls_fail(fault, DLS_ERROR_NOT_SYMMETRIC,
                        "%s is not symmetric: %s(%lld,%lld) and %s(%lld,%lld) differ by %.3g", name,
                        name, (long long)i + 1, (long long)j + 1, name, (long long)j + 1,
                        (long long)i + 1, worst);
    }
    return DLS_OK;
}

/* What a semidefinite matrix cannot have: a negative diagonal, or a zero one with a nonzero row. */
static dls_error check_diagonal(dls_view M, dls_fault *fault)
{
    for (dls_int j = 0; j < M.cols; j++) {
        double diagonal = 0, other = 0;
        dls_int where = 0;
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            if (M.i[k] == j) {
                diagonal = M.x[k];
            } else if (fabs(M.x[k]) > other) {
                other = fabs(M.x[k]);
                where = M.i[k];
            }
        }
        if (diagonal < 0) {
            return dls_fail(fault, DLS_ERROR_INDEFINITE,
                            "M is not positive semidefinite: M(%lld,%lld) = %g; expected "
                            "d'*M*d >= 0 for all d",
                            (long long)j + 1, (long long)j + 1, diagonal);
        }
        if (diagonal == 0 && other > 0) {
            return dls_fail(fault, DLS_ERROR_INDEFINITE,
                            "M is not positive semidefinite: M(%lld,%lld) = 0 but M(%lld,%lld) is "
                            "not; expected d'*M*d >= 0 for all d",
                            (long long)j + 1, (long long)j + 1, (long long)where + 1,
                            (long long)j + 1);
        }
    }
    return DLS_OK;
}

dls_error dls_kkt_check(dls_view M, dls_view G, dls_fault *fault)
{
    dls_error error = check_sizes(M, G, fault);
    error = error ? error : dls_view_check(M, "M", fault);
    error = error ? error : dls_view_check(G, "G", fault);
    error = error ? error : dls_check_symmetric(M, "M", fault);
    return error ? error : check_diagonal(M, fault);
}
