/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is a symmetric S positive (semi)definite? By the eigenvalues of D S D with unit diagonal while
   that is cheap, else by Cholesky factorisations of D S D shifted down and up. */
#include <math.h>

#include "base/lapack.h"
#include "rank/rank.h"

enum { DENSE_ORDER = 100 };
static const double SHIFT = 1e-12;    /* relative to the unit diagonal, of the Cholesky tests */
static const double ROUNDING = 1e-14; /* of x'Sx, relative to its terms */

/* The first nonzero entry of column j; p[j + 1] without one. */
static dls_int first_nonzero(dls_view S, dls_int j)
{
    dls_int k = S.p[j];
    while (k < S.p[j + 1] && S.x[k] == 0) {
        k++;
    }
    return k;
}

/* What the diagonal says; d(j) = 1 / sqrt(s_jj), 1 at a zero row. */
static void look_at_diagonal(dls_view S, double *d, double *x, dls_definiteness *out)
{
    for (dls_int j = 0; j < S.cols && out->psd != DLS_NO; j++) {
        double s = dls_diagonal_entry(S, j);
        d[j] = s > 0 ? 1 / sqrt(s) : 1;
        if (s > 0) {
            continue;
        }
        dls_int k = first_nonzero(S, j);
        bool negative = s < 0 || k < S.p[j + 1];
        if (out->pd == DLS_NO && !negative) {
            continue; /* a witness takes n operations */
        }
        dls_zero(S.cols, x);
        x[j] = 1;
        out->pd = DLS_NO;
        out->why = s < 0 ? "negative diagonal" : "zero diagonal";
        out->psd = negative ? DLS_NO : DLS_UNDECIDED;
        if (s == 0 && negative) { /* x'Sx = 2 t s_ij + s_ii < 0 */
            double other = fmax(dls_diagonal_entry(S, S.i[k]), 0);
            x[j] = -copysign(other > 0 ? other / fabs(S.x[k]) : 1, S.x[k]);
            x[S.i[k]] = 1;
        }
    }
}

typedef struct {
    dls_int n;
    double *Z, *values, *work;
} eigen;

enum { EIGEN_WORK = 8 }; /* n */

static void lay_out(void *object, dls_room *room)
{
    eigen *E = object;
    E->Z = DLS_TAKE(room, double, E->n * E->n);
    E->values = DLS_TAKE(room, double, E->n);
    E->work = DLS_TAKE(room, double, EIGEN_WORK * E->n);
}

/* Eigenvalues of D S D to n eps of its diagonal: those below count as zero. */
static dls_error by_eigenvalues(dls_view S, const double *d, double *x, dls_definiteness *out)
{
    int n = (int)S.cols, info = 0, lwork = EIGEN_WORK * n;
    eigen E = {.n = n};
    dls_pool pool = {0};
    if (!dls_pool_make(&pool, lay_out, &E)) {
        return DLS_ERROR_MEMORY;
    }
    for (dls_int j = 0; j < n; j++) {
        for (dls_int k = S.p[j]; k < S.p[j + 1]; k++) {
            E.Z[S.i[k] + j * n] = S.x[k] * d[S.i[k]] * d[j];
        }
    }
    dsyev_("V", "L", &n, E.Z, &n, E.values, E.work, &lwork, &info);
    double least = E.values[0], zero = 4 * n * DLS_EPS * fmax(1, E.values[n - 1]);
    if (info == 0 && least > zero && out->pd == DLS_UNDECIDED) {
        out->pd = DLS_YES;
    } else if (info == 0 && (least < -zero || out->pd == DLS_UNDECIDED)) {
        out->pd = DLS_NO;
        for (dls_int i = 0; i < n; i++) {
            x[i] = E.Z[i] * d[i];
        }
    }
    out->psd = info != 0 ? DLS_UNDECIDED : least < -zero ? DLS_NO : DLS_YES;
    out->why = "eigenvalues of the symmetric part";
    dls_pool_free(&pool);
    return DLS_OK;
}

static void shift_diagonal(dls_mat *L, double shift)
{
    for (dls_int j = 0; j < L->cols; j++) {
        L->x[L->p[j]] += shift;
    }
}

/* x = D y for a direction y of a shifted L; x'Sx relative to |x|'|S||x|, NaN when there is none */
static dls_error descent_direction(dls_view S, const dls_mat *L, const double *d, double *x,
                                   double *value, dls_fault *fault)
{
    bool found;
    dls_error error = dls_linsys_negative_direction(dls_see(L), x, &found, fault);
    double sum = 0, size = 0;
    for (dls_int j = 0; !error && j < S.cols; j++) {
        for (dls_int k = S.p[j]; k < S.p[j + 1]; k++) {
            double term = x[j] * d[j] * S.x[k] * d[S.i[k]] * x[S.i[k]];
            sum += term;
            size += fabs(term);
        }
    }
    for (dls_int j = 0; !error && j < S.cols; j++) {
        x[j] *= d[j];
    }
    *value = !error && found && size > 0 ? sum / size : NAN;
    return error;
}

/* Has L a factor? Without one x shows why, if anything does: see descent_direction. */
static dls_error factor_definite(dls_view S, const dls_mat *L, dls_linsys *chol, const double *d,
                                 double *x, bool *done, double *value, dls_fault *fault)
{
    dls_error error = dls_linsys_factor(chol, dls_see(L), fault);
    *done = error == DLS_OK;
    *value = NAN;
    return error == DLS_ERROR_NUMERICAL ? descent_direction(S, L, d, x, value, fault) : error;
}

static dls_error analyse_lower(dls_view S, const double *d, dls_mat *L, dls_linsys **chol,
                               dls_fault *fault)
{
    *chol = NULL;
    if (!dls_mat_new(L, S.cols, S.cols, dls_entries(S) + S.cols)) {
        return dls_fail_memory(fault);
    }
    dls_mat_fill_lower(L, S, d);
    return dls_linsys_create(chol, &dls_linsys_cholesky, dls_see(L), 0, fault);
}

/* L - SHIFT has a factor: PD. L + SHIFT has one: PSD. A failure is believed with a witness only. */
static dls_error by_cholesky(dls_view S, const double *d, double *x, dls_definiteness *out,
                             dls_fault *fault)
{
    dls_mat L;
    dls_linsys *chol;
    double value;
    bool done;
    dls_error error = analyse_lower(S, d, &L, &chol, fault);
    if (!error && out->pd == DLS_UNDECIDED) {
        shift_diagonal(&L, -SHIFT);
        error = factor_definite(S, &L, chol, d, x, &done, &value, fault);
        out->pd = done ? DLS_YES : value <= ROUNDING ? DLS_NO : DLS_UNDECIDED;
        out->psd = done ? DLS_YES : value < -ROUNDING ? DLS_NO : DLS_UNDECIDED;
        shift_diagonal(&L, SHIFT);
    }
    if (!error && out->psd == DLS_UNDECIDED) {
        shift_diagonal(&L, SHIFT);
        error = factor_definite(S, &L, chol, d, x, &done, &value, fault);
        out->psd = done ? DLS_YES : value < -ROUNDING ? DLS_NO : DLS_UNDECIDED;
        if (!done) { /* x is a new one */
            out->pd = value <= ROUNDING ? DLS_NO : DLS_UNDECIDED;
        }
    }
    out->why = "Cholesky factorisation of the symmetric part";
    dls_linsys_free(chol);
    dls_mat_free(&L);
    return error;
}

dls_error dls_rank_semidefinite(dls_view S, const double *d, double *x, dls_verdict *psd,
                                dls_fault *fault)
{
    dls_mat L;
    dls_linsys *chol;
    double value = NAN;
    bool done = false;
    dls_error error = analyse_lower(S, d, &L, &chol, fault);
    if (!error) {
        shift_diagonal(&L, SHIFT);
        error = factor_definite(S, &L, chol, d, x, &done, &value, fault);
    }
    *psd = done ? DLS_YES : value < -ROUNDING ? DLS_NO : DLS_UNDECIDED;
    dls_linsys_free(chol);
    dls_mat_free(&L);
    return error;
}

dls_error dls_rank_definite(dls_view S, double *x, dls_definiteness *out, dls_fault *fault)
{
    *out = (dls_definiteness){DLS_UNDECIDED, DLS_UNDECIDED, "no rows"};
    if (S.cols == 0) {
        out->psd = out->pd = DLS_YES;
        return DLS_OK;
    }
    double *d = DLS_NEW(double, S.cols);
    if (!d) {
        return dls_fail_memory(fault);
    }
    dls_error error = DLS_OK;
    look_at_diagonal(S, d, x, out);
    if (out->psd == DLS_UNDECIDED && S.cols <= DENSE_ORDER) {
        error = by_eigenvalues(S, d, x, out) ? dls_fail_memory(fault) : DLS_OK;
    } else if (out->psd == DLS_UNDECIDED) {
        error = by_cholesky(S, d, x, out, fault);
    }
    dls_free(d);
    return error;
}
