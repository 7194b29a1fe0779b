/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the library calls of LAPACK and BLAS: Fortran, matrices by columns, everything by address.
   (The lengths of the texts, which Fortran appends, are left out: all of them are 1.) */
#ifndef DLS_LAPACK_H
#define DLS_LAPACK_H

extern void daxpy_(const int *n, const double *alpha, const double *x, const int *incx, double *y,
                   const int *incy);
extern void dgecon_(const char *norm, const int *n, const double *A, const int *lda,
                    const double *anorm, double *rcond, double *work, int *iwork, int *info);
extern void dgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k,
                   const double *alpha, const double *A, const int *lda, const double *B,
                   const int *ldb, const double *beta, double *C, const int *ldc);
extern void dgeqp3_(const int *m, const int *n, double *A, const int *lda, int *pivots, double *tau,
                    double *work, const int *lwork, int *info);
extern void dgeqrf_(const int *m, const int *n, double *A, const int *lda, double *tau,
                    double *work, const int *lwork, int *info);
extern void dger_(const int *m, const int *n, const double *alpha, const double *x, const int *incx,
                  const double *y, const int *incy, double *A, const int *lda);
extern void dgesdd_(const char *job, const int *m, const int *n, double *A, const int *lda,
                    double *s, double *U, const int *ldu, double *Vt, const int *ldvt, double *work,
                    const int *lwork, int *iwork, int *info);
extern void dgetrf_(const int *m, const int *n, double *A, const int *lda, int *pivots, int *info);
extern void dgetri_(const int *n, double *A, const int *lda, const int *pivots, double *work,
                    const int *lwork, int *info);
extern void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *A,
                    const int *lda, const int *pivots, double *B, const int *ldb, int *info);
extern void dorgqr_(const int *m, const int *n, const int *k, double *A, const int *lda,
                    const double *tau, double *work, const int *lwork, int *info);
extern void dpotri_(const char *uplo, const int *n, double *A, const int *lda, int *info);
extern void dsyev_(const char *job, const char *uplo, const int *n, double *A, const int *lda,
                   double *values, double *work, const int *lwork, int *info);
extern void dsymm_(const char *side, const char *uplo, const int *m, const int *n,
                   const double *alpha, const double *A, const int *lda, const double *B,
                   const int *ldb, const double *beta, double *C, const int *ldc);
extern void dtrsm_(const char *side, const char *uplo, const char *trans, const char *diag,
                   const int *m, const int *n, const double *alpha, const double *A, const int *lda,
                   double *B, const int *ldb);

#endif
