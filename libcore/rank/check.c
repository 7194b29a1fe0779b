/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What M, G must be before anything is computed: sizes, finite values in a range that can be
   squared, symmetry, and M semidefinite. */
#include <math.h>

#include "rank/rank.h"

dls_error dls_rank_check_sizes(dls_view M, dls_view G, dls_fault *fault)
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

/* sqrt(|A(j,j)|): in a semidefinite matrix |A(i,j)| <= d(i) d(j), also what rounding adds. */
static double *root_diagonal(dls_view A)
{
    double *d = DLS_NEW(double, A.cols);
    for (dls_int j = 0; d && j < A.cols; j++) {
        d[j] = sqrt(fabs(dls_diagonal_entry(A, j)));
    }
    return d;
}

dls_error dls_rank_check_symmetric(dls_view A, const char *name, dls_fault *fault)
{
    static const double ALLOWED = 1e-12; /* relative: a product J'*D*J may be rounded */
    dls_int *work = DLS_NEW(dls_int, A.cols), i = 0, j = 0;
    double *d = root_diagonal(A);
    double worst = work && d ? dls_asymmetry(A, d, work, &i, &j) : 0;
    bool ready = work && d;
    dls_free(work);
    dls_free(d);
    if (!ready) {
        return dls_fail_memory(fault);
    }
    return worst > ALLOWED ? dls_fail(fault, DLS_ERROR_NOT_SYMMETRIC,
                                      "%s is not symmetric: %s(%lld,%lld) and %s(%lld,%lld) differ "
                                      "by %.3g, relative to the diagonal",
                                      name, name, (long long)i + 1, (long long)j + 1, name,
                                      (long long)j + 1, (long long)i + 1, worst)
                           : DLS_OK;
}

static dls_error impossible(dls_fault *fault, const char *name, const char *what, dls_int i,
                            dls_int j, double value)
{
    return dls_fail(fault, DLS_ERROR_INDEFINITE,
                    "%s is not positive semidefinite: %s(%lld,%lld) = %g%s; expected d'*%s*d >= 0 "
                    "for all d",
                    name, name, (long long)i + 1, (long long)j + 1, value, what, name);
}

dls_error dls_rank_check_diagonal(dls_view M, const char *name, bool *dominant, dls_fault *fault)
{
    double rounding = DLS_RANK_ROUNDING * dls_max_abs(M);
    *dominant = true;
    for (dls_int j = 0; j < M.cols; j++) {
        double diagonal = 0, other = 0, sum = 0;
        dls_int where = 0;
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            if (M.i[k] == j) {
                diagonal = M.x[k];
            } else {
                sum += fabs(M.x[k]);
                where = fabs(M.x[k]) > other ? M.i[k] : where;
                other = fmax(other, fabs(M.x[k]));
            }
        }
        if (diagonal < -rounding) {
            return impossible(fault, name, "", j, j, diagonal);
        }
        if (diagonal <= 0 && other > rounding) {
            return impossible(fault, name, " beside a zero diagonal", where, j, other);
        }
        *dominant = *dominant && sum <= diagonal;
    }
    return DLS_OK;
}

/* Powers of two scale everything, but products of two entries must not overflow on the way. */
dls_error dls_rank_check_range(dls_view A, const char *name, dls_fault *fault)
{
    static const double SMALLEST = 1e-140, LARGEST = 1e140;
    for (dls_int j = 0; j < A.cols; j++) {
        double length = dls_norm(A.p[j + 1] - A.p[j], A.x + A.p[j]);
        if (length > 0 && !(length >= SMALLEST && length <= LARGEST)) {
            return dls_fail(fault, DLS_ERROR_STRUCTURE,
                            "column %lld of %s has length %g; expected 0 or %g to %g: choose other "
                            "units",
                            (long long)j + 1, name, length, SMALLEST, LARGEST);
        }
    }
    return DLS_OK;
}

static dls_error refuse_negative(dls_view M, const char *name, const double *x, double *Mx,
                                 dls_fault *fault)
{
    dls_int largest = 0;
    for (dls_int k = 1; k < M.cols; k++) {
        largest = fabs(x[k]) > fabs(x[largest]) ? k : largest;
    }
    dls_set_mul_t(M, x, Mx);
    return dls_fail(
        fault, DLS_ERROR_INDEFINITE,
        "%s is not positive semidefinite: d'*%s*d = %.3g for a unit vector d whose largest "
        "entry is number %lld; expected d'*%s*d >= 0 for all d",
        name, name, dls_dot(M.cols, x, Mx) / dls_dot(M.cols, x, x), (long long)largest + 1, name);
}

/* Judged with a unit diagonal, so that what is large does not hide what is small; rows without a
   positive diagonal are zero here, but for rounding. */
static dls_error check_semidefinite(dls_view M, const char *name, dls_fault *fault)
{
    dls_verdict psd;
    double *d = root_diagonal(M), *x = DLS_NEW(double, 2 * M.cols);
    dls_error error = d && x ? DLS_OK : dls_fail_memory(fault);
    for (dls_int j = 0; !error && j < M.cols; j++) {
        d[j] = dls_diagonal_entry(M, j) > 0 ? dls_power2(1 / d[j]) : 0;
    }
    error = error ? error : dls_rank_semidefinite(M, d, x, &psd, fault);
    if (!error && psd == DLS_NO) {
        error = refuse_negative(M, name, x, x + M.cols, fault);
    }
    dls_free(d);
    dls_free(x);
    return error;
}

dls_error dls_rank_check_positive(dls_view A, const char *name, dls_fault *fault)
{
    bool dominant = false;
    dls_error error = dls_view_check(A, name, fault);
    error = error ? error : dls_rank_check_range(A, name, fault);
    error = error ? error : dls_rank_check_symmetric(A, name, fault);
    error = error ? error : dls_rank_check_diagonal(A, name, &dominant, fault);
    return error || dominant ? error : check_semidefinite(A, name, fault);
}

dls_error dls_rank_check_system(dls_view M, dls_view G, dls_fault *fault)
{
    dls_error error = dls_rank_check_sizes(M, G, fault);
    error = error ? error : dls_view_check(G, "G", fault);
    error = error ? error : dls_rank_check_range(G, "G", fault);
    return error ? error : dls_rank_check_positive(M, "M", fault);
}
