/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leverages of the constraints that share states of self-stress; all others have 1. With Z a basis
   of ker G, h_i = 1 - z_i' (Z'Z)^-1 z_i = g_i' (G G')^+ g_i, z_i the rows of Z: from an orthonormal
   basis where that is cheap, else from selected inverses of Z'Z or of G G' + eps I. Leverages sum
   up to the rank: that sum says how far a selected inverse is off. */
#include <math.h>

#include "redundancy/redundancy.h"

typedef struct {
    const dls_diagnosed *D;
    const double *length;
    dls_int open; /* constraints that are not determined */
} question;

static double length_of(const question *Q, dls_int j)
{
    return Q->length ? Q->length[j] : 1;
}

/* 1 - |row of an orthonormal basis of the kernel|^2 */
static dls_error by_kernel(const question *Q, double *h, dls_fault *fault)
{
    dls_view Z = Q->D->kernel;
    double *full = DLS_NEW(double, Q->open *Z.cols), *part = DLS_NEW(double, Q->open);
    dls_int *place = DLS_NEW(dls_int, Z.rows), at = 0;
    bool ready = full && part && place;
    for (dls_int i = 0; ready && i < Z.rows; i++) {
        place[i] = at;
        at += !Q->D->determined[i];
    }
    for (dls_int c = 0; ready && c < Z.cols; c++) {
        for (dls_int k = Z.p[c]; k < Z.p[c + 1]; k++) {
            full[place[Z.i[k]] + c * Q->open] = Z.x[k] / length_of(Q, Z.i[k]);
        }
    }
    dls_error error = ready ? dls_rank_complement_leverage(Q->open, Z.cols, full, part, fault)
                            : dls_fail_memory(fault);
    for (dls_int i = 0; !error && i < Z.rows; i++) {
        h[i] = Q->D->determined[i] ? 1 : part[place[i]];
    }
    dls_free(full);
    dls_free(part);
    dls_free(place);
    return error;
}

/* |row of an orthonormal basis of the range of G'|^2, whose columns are the rows of R */
static dls_error by_rows(const question *Q, double *h, dls_fault *fault)
{
    const dls_mat *rows = &Q->D->rank->R;
    dls_int m = rows->cols, rank = Q->D->rank->rank;
    double *X = DLS_NEW(double, m *rank);
    if (!X) {
        return dls_fail_memory(fault);
    }
    for (dls_int c = 0; c < m; c++) {
        dls_int j = Q->D->rank->order[c];
        for (dls_int k = rows->p[c]; k < rows->p[c + 1]; k++) {
            X[j + rows->i[k] * m] = rows->x[k] * length_of(Q, j);
        }
    }
    dls_error error = dls_rank_complement_leverage(m, rank, X, h, fault);
    for (dls_int j = 0; j < m; j++) {
        h[j] = 1 - h[j];
    }
    dls_free(X);
    return error;
}

/* h_j = b_j' (B B' + epsilon I)^-1 b_j for the columns of B */
static dls_error forms(const dls_mat *B, double epsilon, double *h, dls_fault *fault)
{
    dls_mat zero = {0}, Bt = {0}, E = {0};
    bool ready =
        dls_mat_new(&zero, B->rows, B->rows, 0) && dls_mat_transpose(&Bt, dls_see(B), NULL);
    dls_blocks S = {dls_see(&zero), dls_see(B), dls_see(&Bt)};
    ready = ready && dls_rank_normal_pattern(&S, &E) && dls_rank_normal_values(&S, epsilon, 1, &E);
    dls_error error =
        ready ? dls_rank_inverse_forms(dls_see(&E), S.B, h, fault) : dls_fail_memory(fault);
    dls_mat_free(&zero);
    dls_mat_free(&Bt);
    dls_mat_free(&E);
    return error;
}

/* How far h is from its sum; none of many small errors is larger. */
static double off_by(dls_int m, const double *h, double sum)
{
    for (dls_int i = 0; i < m; i++) {
        sum -= h[i];
    }
    return fabs(sum);
}

/* The columns of Z have unit length before Z'Z is made. */
static dls_error by_states(const question *Q, double *h, double *bound, dls_fault *fault)
{
    dls_view Z = Q->D->kernel;
    dls_mat N = {0}, Nt = {0};
    bool ready = dls_mat_copy(&N, Z);
    for (dls_int c = 0; ready && c < Z.cols; c++) {
        dls_int first = Z.p[c], count = Z.p[c + 1] - first;
        for (dls_int k = first; k < first + count; k++) {
            N.x[k] /= length_of(Q, Z.i[k]);
        }
        double length = dls_norm(count, N.x + first);
        for (dls_int k = first; k < first + count; k++) {
            N.x[k] /= length;
        }
    }
    ready = ready && dls_mat_transpose(&Nt, dls_see(&N), NULL);
    dls_mat_free(&N);
    dls_error error = ready ? forms(&Nt, 0, h, fault) : dls_fail_memory(fault);
    *bound = error ? INFINITY : off_by(Z.rows, h, (double)Z.cols);
    for (dls_int i = 0; !error && i < Z.rows; i++) {
        h[i] = 1 - h[i];
    }
    dls_mat_free(&Nt);
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

/* Off by epsilon/sigma_min^2, which the sum sees, and by rounding/epsilon. */
static dls_error by_gradients(const question *Q, double *h, double *bound, dls_fault *fault)
{
    static const double EPSILON = 1e-9;
    dls_view U = Q->D->unit;
    dls_mat G = {0};
    if (!dls_mat_new(&G, U.rows, U.cols, dls_entries(U))) {
        *bound = INFINITY;
        return dls_fail_memory(fault);
    }
    for (dls_int j = 0, at = 0; j < U.cols; j++) {
        if (!Q->D->determined[j]) {
            dls_mat_put_column(&G, &at, U, j, 0, length_of(Q, j));
        }
        G.p[j + 1] = at;
    }
    double square = dls_frobenius(dls_see(&G));
    double epsilon = EPSILON * square * square / (double)DLS_MAX(Q->open, 1);
    dls_error error = forms(&G, epsilon, h, fault);
    double sum = (double)(Q->D->rank->rank - (U.cols - Q->open));
    *bound = error ? INFINITY : off_by(U.cols, h, sum) + DLS_EPS / EPSILON;
    for (dls_int j = 0; !error && j < U.cols; j++) {
        h[j] = Q->D->determined[j] ? 1 : h[j];
    }
    dls_mat_free(&G);
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

/* Entries of Z'Z and G G' at most; INFINITY: none, or hopeless. */
static double entries_of_states(dls_view Z, double gradients)
{
    static const double DEARER = 100; /* than G G': not even where that is not accurate */
    dls_int *count = Z.p ? DLS_NEW(dls_int, Z.rows) : NULL, entries = Z.p ? dls_entries(Z) : 0;
    double bound = (double)Z.cols;
    double most = fmin(DLS_HOPELESS * (double)(entries + Z.cols), DEARER * gradients);
    if (!count) {
        return INFINITY;
    }
    for (dls_int k = 0; k < entries && bound <= most; k++) {
        bound += (double)++count[Z.i[k]];
    }
    dls_free(count);
    return bound <= most ? bound : INFINITY;
}

static double entries_of_gradients(dls_view G)
{
    dls_blocks S = {{.cols = G.rows}, G, {0}};
    double bound = dls_rank_normal_bound(&S);
    return bound <= DLS_HOPELESS * (double)(dls_entries(G) + G.rows) ? bound : INFINITY;
}

/* By the smaller matrix; if that is not accurate, by the other one, too, unless hopeless. */
static dls_error by_inverses(const question *Q, const double entries[2], double *h, double *bound,
                             dls_fault *fault)
{
    static const double ACCURATE = 1e-3; /* sum of all errors */
    dls_error (*const ways[2])(const question *, double *, double *, dls_fault *) = {by_states,
                                                                                     by_gradients};
    int first = entries[0] <= entries[1] ? 0 : 1;
    dls_int m = Q->D->unit.cols;
    dls_error error = ways[first](Q, h, bound, fault);
    if (error || *bound <= ACCURATE || isinf(entries[1 - first])) {
        return error;
    }
    double second = INFINITY, *g = DLS_NEW(double, m);
    error = g ? ways[1 - first](Q, g, &second, fault) : dls_fail_memory(fault);
    if (!error && second < *bound) {
        *bound = second;
        dls_copy(m, g, h);
    }
    dls_free(g);
    return error;
}

/* The cheapest by flops and bytes. */
dls_error dls_redundancy_leverage(const dls_diagnosed *D, const double *length, double *h,
                                  double *bound, dls_fault *fault)
{
    static const double DENSE_WORK = 5e8; /* of an orthonormalisation, m k^2 */
    question Q = {D, length, 0};
    dls_int m = D->unit.cols;
    for (dls_int i = 0; i < m; i++) {
        Q.open += !D->determined[i];
    }
    double nullity = (double)(m - D->rank->rank), rank = (double)D->rank->rank;
    double kernel = D->kernel.p ? (double)Q.open * nullity * nullity : INFINITY;
    double rows = (double)m * rank * rank, entries[2] = {INFINITY, INFINITY};
    if (fmin(kernel, rows) > DENSE_WORK) {
        entries[1] = entries_of_gradients(D->unit);
        entries[0] = entries_of_states(D->kernel, entries[1]);
    }
    dls_error error = DLS_OK;
    *bound = INFINITY;
    if (!isinf(fmin(entries[0], entries[1]))) {
        error = by_inverses(&Q, entries, h, bound, fault);
    }
    if (!error && isinf(*bound)) {
        *bound = (double)(m + D->unit.rows) * D->accuracy;
        error = kernel <= fmax(rows, DENSE_WORK) ? by_kernel(&Q, h, fault) : by_rows(&Q, h, fault);
    }
    for (dls_int i = 0; !error && i < m; i++) {
        h[i] = D->determined[i] ? 1 : fmin(1, fmax(0, h[i]));
    }
    *bound = Q.open > 0 ? fmin(1, *bound) : 0;
    return error;
}
