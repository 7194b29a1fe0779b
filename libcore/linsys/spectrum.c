/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dense LAPACK on small matrices: singular values, and leverage from an orthonormal basis. */
#include "linsys/linsys.h"

extern void dgesdd_(const char *job, const int *m, const int *n, double *A, const int *lda,
                    double *s, double *U, const int *ldu, double *Vt, const int *ldvt, double *work,
                    const int *lwork, int *iwork, int *info);
extern void dgeqrf_(const int *m, const int *n, double *A, const int *lda, double *tau,
                    double *work, const int *lwork, int *info);
extern void dorgqr_(const int *m, const int *n, const int *k, double *A, const int *lda,
                    const double *tau, double *work, const int *lwork, int *info);

dls_error dls_singular_values(dls_view A, double *s, dls_fault *fault)
{
    dls_int least = DLS_MIN(A.rows, A.cols), lda = DLS_MAX(A.rows, 1);
    if (least == 0) {
        return DLS_OK;
    }
    int m = (int)A.rows, n = (int)A.cols, one = 1, query = -1, info = 0;
    double size = 0;
    dgesdd_("N", &m, &n, NULL, &m, s, NULL, &one, NULL, &one, &size, &query, NULL, &info);
    int lwork = (int)size;
    dls_int entries = lda * A.cols;
    double *dense = DLS_NEW(double, entries), *work = DLS_NEW(double, lwork);
    int *iwork = DLS_NEW(int, 8 * least);
    bool ready = dense && work && iwork;
    for (dls_int j = 0; ready && j < A.cols; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            dense[A.i[k] + j * lda] = A.x[k];
        }
    }
    if (ready) {
        dgesdd_("N", &m, &n, dense, &m, s, NULL, &one, NULL, &one, work, &lwork, iwork, &info);
    }
    dls_free(dense);
    dls_free(work);
    dls_free(iwork);
    return !ready ? dls_fail_memory(fault)
           : info != 0
               ? dls_fail(fault, DLS_ERROR_NUMERICAL, "the singular values did not converge")
               : DLS_OK;
}

dls_error dls_complement_leverage(dls_int rows, dls_int cols, double *Z, double *h,
                                  dls_fault *fault)
{
    int m = (int)rows, n = (int)cols, info = 0, lwork = 64 * (int)DLS_MAX(cols, 1);
    double *tau = DLS_NEW(double, cols), *work = DLS_NEW(double, lwork);
    if (!tau || !work) {
        dls_free(tau);
        dls_free(work);
        return dls_fail_memory(fault);
    }
    if (cols > 0) {
        dgeqrf_(&m, &n, Z, &m, tau, work, &lwork, &info);
        dorgqr_(&m, &n, &n, Z, &m, tau, work, &lwork, &info);
    }
    for (dls_int i = 0; i < rows; i++) {
        h[i] = 1;
    }
    for (dls_int j = 0; j < cols; j++) {
        for (dls_int i = 0; i < rows; i++) {
            h[i] -= Z[i + j * rows] * Z[i + j * rows];
        }
    }
    dls_free(tau);
    dls_free(work);
    return DLS_OK;
}
