/* SPDX-License-Identifier: GPL-3.0-or-later */
/* M^-1 and Z = M^-1 H' of the global form, sparse where M falls apart into blocks (bodies). M is
   scaled to a unit diagonal and factorised once. Coordinates of different blocks share a solve, so
   that M^-1 takes as many solves as the largest block has coordinates. */
#include <math.h>

#include "friction/friction.h"

static const double MOST_INVERSE = 5e6, MOST_ENTRIES = 2e7; /* of M^-1 and of Z: 320 MB */

typedef struct {
    dls_int blocks, largest;
    dls_int *of, *place;     /* n: block of a coordinate, and its place there */
    dls_int *start, *member; /* blocks + 1; n, increasing within a block */
} parts;

static void free_parts(parts *P)
{
    dls_free(P->of);
    dls_free(P->place);
    dls_free(P->start);
    dls_free(P->member);
}

/* The connected components of the graph of M. */
static bool find_parts(dls_view M, parts *P)
{
    dls_int n = M.cols;
    P->of = DLS_NEW(dls_int, n);
    P->place = DLS_NEW(dls_int, n);
    P->start = DLS_NEW(dls_int, n + 1);
    P->member = DLS_NEW(dls_int, n);
    if (!P->of || !P->place || !P->start || !P->member) {
        return false;
    }
    for (dls_int j = 0; j < n; j++) {
        P->of[j] = -1;
    }
    for (dls_int j = 0; j < n; j++) {
        dls_int *stack = P->member, height = 0;
        if (P->of[j] < 0) {
            P->of[j] = P->blocks++;
            stack[height++] = j;
        }
        while (height > 0) {
            dls_int at = stack[--height];
            for (dls_int k = M.p[at]; k < M.p[at + 1]; k++) {
                if (P->of[M.i[k]] < 0) {
                    P->of[M.i[k]] = P->of[j];
                    stack[height++] = M.i[k];
                }
            }
        }
    }
    for (dls_int j = 0; j < n; j++) {
        P->place[j] = P->start[P->of[j] + 1]++;
        P->largest = DLS_MAX(P->largest, P->place[j] + 1);
    }
    for (dls_int b = 0; b < P->blocks; b++) {
        P->start[b + 1] += P->start[b];
    }
    for (dls_int j = 0; j < n; j++) {
        P->member[P->start[P->of[j]] + P->place[j]] = j;
    }
    return true;
}

/* The lower triangle of D M D with a unit diagonal; *regular = false: M has none. */
static bool scaled_lower(dls_view M, double *scale, dls_mat *lower, bool *regular)
{
    for (dls_int j = 0; j < M.cols; j++) {
        double mass = dls_diagonal_entry(M, j);
        *regular = *regular && mass > 0;
        scale[j] = 1 / sqrt(mass);
    }
    if (!*regular) {
        return true;
    }
    if (!dls_mat_new(lower, M.cols, M.cols, M.p[M.cols])) {
        return false;
    }
    dls_int at = 0;
    for (dls_int j = 0; j < M.cols; j++) {
        lower->p[j] = at;
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            if (M.i[k] >= j) {
                lower->i[at] = M.i[k];
                lower->x[at++] = M.x[k] * scale[j] * scale[M.i[k]];
            }
        }
    }
    lower->p[M.cols] = at;
    return true;
}

static dls_error factorise(dls_mobility *B, dls_view M, dls_fault *fault)
{
    static const double SINGULAR = 1e-13;
    dls_mat lower = {0};
    B->regular = true;
    if (!scaled_lower(M, B->scale, &lower, &B->regular)) {
        return dls_fail_memory(fault);
    }
    dls_error error = DLS_OK;
    if (B->regular) {
        error = dls_linsys_create(&B->solver, &dls_linsys_cholesky, dls_see(&lower), 0, fault);
        error = error ? error : dls_linsys_factor(B->solver, dls_see(&lower), fault);
        B->regular = !error && (M.cols == 0 || B->solver->pivot_min > SINGULAR);
    }
    dls_mat_free(&lower);
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

dls_error dls_friction_mobility_solve(dls_mobility *B, const double *b, double *x)
{
    for (dls_int j = 0; j < B->n; j++) {
        B->rhs[j] = B->scale[j] * b[j];
    }
    dls_error error = dls_linsys_solve(B->solver, B->rhs, x);
    for (dls_int j = 0; j < B->n; j++) {
        x[j] *= B->scale[j];
    }
    return error;
}

/* M^-1, block by block */
static dls_error invert(dls_mobility *B, const parts *P, dls_mat *inverse, dls_fault *fault)
{
    dls_int n = B->n, total = 0;
    for (dls_int j = 0; j < n; j++) {
        total += P->start[P->of[j] + 1] - P->start[P->of[j]];
    }
    double *b = DLS_NEW(double, 2 * n), *x = b ? b + n : NULL;
    if (!b || !dls_mat_new(inverse, n, n, total)) {
        dls_free(b);
        return dls_fail_memory(fault);
    }
    for (dls_int j = 0; j < n; j++) {
        inverse->p[j + 1] = inverse->p[j] + P->start[P->of[j] + 1] - P->start[P->of[j]];
    }
    dls_error error = DLS_OK;
    for (dls_int k = 0; k < P->largest && !error; k++) {
        for (dls_int j = 0; j < n; j++) {
            b[j] = P->place[j] == k;
        }
        error = dls_friction_mobility_solve(B, b, x);
        for (dls_int j = 0; j < n && !error; j++) {
            const dls_int *member = P->member + P->start[P->of[j]];
            dls_int first = inverse->p[j], count = inverse->p[j + 1] - first;
            for (dls_int t = 0; P->place[j] == k && t < count; t++) {
                inverse->i[first + t] = member[t];
                inverse->x[first + t] = x[member[t]];
            }
        }
    }
    dls_free(b);
    return error;
}

/* Z = M^-1 H', column by column */
static dls_error multiply(dls_mobility *B, dls_view inverse, dls_fault *fault)
{
    dls_scatter sum = {0};
    dls_int room = 0, N = B->rows.cols;
    bool ready = dls_scatter_new(&sum, B->n) && dls_mat_new(&B->Z, B->n, N, 0);
    for (dls_int i = 0; ready && !B->large && i < N; i++) {
        dls_int count = 0;
        for (dls_int k = B->rows.p[i]; k < B->rows.p[i + 1]; k++) {
            dls_int j = B->rows.i[k];
            for (dls_int t = inverse.p[j]; t < inverse.p[j + 1]; t++) {
                dls_scatter_add(&sum, inverse.i[t], inverse.x[t] * B->rows.x[k]);
            }
            count += inverse.p[j + 1] - inverse.p[j];
        }
        ready = dls_scatter_collect(&sum, 0, DLS_MIN(count, B->n), &B->Z, &room, i);
        B->large = ready && (double)B->Z.p[i + 1] > MOST_ENTRIES;
    }
    dls_scatter_free(&sum);
    return ready ? DLS_OK : dls_fail_memory(fault);
}

void dls_friction_mobility_free(dls_mobility *B)
{
    dls_mat_free(&B->Z);
    dls_mat_free(&B->rows);
    dls_linsys_free(B->solver);
    dls_free(B->scale);
}

dls_error dls_friction_mobility_new(dls_mobility *B, dls_view M, dls_view H, dls_fault *fault)
{
    *B = (dls_mobility){.n = M.cols};
    parts P = {0};
    dls_mat inverse = {0};
    B->scale = DLS_NEW(double, 2 * B->n);
    if (!B->scale || !dls_mat_transpose(&B->rows, H, NULL) || !find_parts(M, &P)) {
        free_parts(&P);
        return dls_fail_memory(fault);
    }
    B->rhs = B->scale + B->n;
    double total = 0;
    for (dls_int b = 0; b < P.blocks; b++) {
        double size = (double)(P.start[b + 1] - P.start[b]);
        total += size * size;
    }
    B->large = total > MOST_INVERSE;
    dls_error error = factorise(B, M, fault);
    if (!error && B->regular && !B->large) {
        error = invert(B, &P, &inverse, fault);
        error = error ? error : multiply(B, dls_see(&inverse), fault);
    }
    dls_mat_free(&inverse);
    free_parts(&P);
    return error;
}

bool dls_friction_mobility_tell(const dls_mobility *B, dls_friction_task *T, const char *method)
{
    if (T->settings->method == DLS_FRICTION_AUTO) { /* which has other ways */
        return B->regular && !B->large;
    }
    if (!B->regular) {
        dls_friction_tell(T, "M is singular, and %s needs its inverse: try interior or newton",
                          method);
    } else if (B->large) {
        dls_friction_tell(T, "inv (M) * H' is too large for %s: try interior or newton", method);
    }
    return B->regular && !B->large;
}
