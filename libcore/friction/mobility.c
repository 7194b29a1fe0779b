/* SPDX-License-Identifier: GPL-3.0-or-later */
/* M^-1 and Z = M^-1 H' of the global form, sparse where M falls apart into blocks (bodies). M is
   scaled to a unit diagonal and factorised once. Coordinates of different blocks share a solve, so
   that M^-1 takes as many solves as the largest block has coordinates. */
#include <math.h>

#include "friction/friction.h"

static dls_int block_size(const dls_mobility *B, dls_int j)
{
    const dls_parts *P = B->bodies;
    return P->start[P->of[j] + 1] - P->start[P->of[j]];
}

/* The lower triangle of D M D with a unit diagonal; false: M has none. */
static bool scaled_lower(dls_mobility *B, dls_view M)
{
    for (dls_int j = 0; j < M.cols; j++) {
        double mass = dls_diagonal_entry(M, j);
        if (!(mass > 0)) {
            return false;
        }
        B->scale[j] = 1 / sqrt(mass);
    }
    dls_mat_fill_lower(&B->lower, M, B->scale);
    return true;
}

static void release_solver(void *solver)
{
    dls_linsys_free(solver);
}

static dls_error factorise(dls_mobility *B, dls_view M, dls_fault *fault)
{
    B->regular = scaled_lower(B, M);
    if (!B->regular) {
        return DLS_OK;
    }
    dls_error error = DLS_OK;
    if (!B->solver) {
        error = dls_linsys_create(&B->solver, &dls_linsys_cholesky, dls_see(&B->lower), 0, fault);
        if (!error && !dls_pool_own(&B->task->pool, release_solver, B->solver)) {
            B->solver = NULL;
            error = dls_fail_memory(fault);
        }
    }
    error = error ? error : dls_linsys_factor(B->solver, dls_see(&B->lower), fault);
    B->regular = !error && (M.cols == 0 || B->solver->pivot_min > DLS_BODIES_SINGULAR);
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

/* x = M^-1 b */
static dls_error divide_by_mass(dls_mobility *B, const double *b, double *x)
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

dls_error dls_friction_mobility_move(dls_mobility *B, dls_friction_task *T)
{
    for (dls_int j = 0; j < T->n; j++) {
        B->force[j] = -T->problem->f[j];
    }
    dls_mul_t(T->problem->H, 1, T->r, B->force);
    return divide_by_mass(B, B->force, T->v);
}

/* M^-1, block by block */
static dls_error invert_mass(dls_mobility *B)
{
    dls_int n = B->n;
    double *b = B->force, *x = B->column;
    const dls_parts *P = B->bodies;
    for (dls_int j = 0; j < n; j++) {
        B->inverse.p[j + 1] = B->inverse.p[j] + block_size(B, j);
    }
    dls_error error = DLS_OK;
    for (dls_int k = 0; k < P->largest && !error; k++) {
        for (dls_int j = 0; j < n; j++) {
            b[j] = P->place[j] == k;
        }
        error = divide_by_mass(B, b, x);
        for (dls_int j = 0; j < n && !error; j++) {
            const dls_int *member = P->member + P->start[P->of[j]];
            dls_int first = B->inverse.p[j], count = B->inverse.p[j + 1] - first;
            for (dls_int t = 0; P->place[j] == k && t < count; t++) {
                B->inverse.i[first + t] = member[t];
                B->inverse.x[first + t] = x[member[t]];
            }
        }
    }
    return error;
}

/* Z = M^-1 H', column by column; the room was measured, nothing grows */
static dls_error multiply_inverse(dls_mobility *B, dls_fault *fault)
{
    for (dls_int i = 0; i < B->N; i++) {
        dls_int count = 0, room = B->entries;
        for (dls_int k = B->rows.p[i]; k < B->rows.p[i + 1]; k++) {
            dls_int j = B->rows.i[k];
            for (dls_int t = B->inverse.p[j]; t < B->inverse.p[j + 1]; t++) {
                dls_scatter_add(&B->sum, B->inverse.i[t], B->inverse.x[t] * B->rows.x[k]);
            }
            count += B->inverse.p[j + 1] - B->inverse.p[j];
        }
        count = DLS_MIN(count, room - B->Z.p[i]);
        if (!dls_scatter_collect(&B->sum, 0, count, &B->Z, &room, i)) {
            return dls_fail_memory(fault);
        }
    }
    return DLS_OK;
}

/* Entries of M^-1 and of Z, by the blocks that a row of H touches. */
static void measure_mobility(dls_mobility *B)
{
    const dls_parts *P = B->bodies;
    double entries = 0;
    for (dls_int b = 0; b < P->count; b++) {
        B->mark[b] = -1;
    }
    for (dls_int i = 0; i < B->N; i++) {
        for (dls_int k = B->rows.p[i]; k < B->rows.p[i + 1]; k++) {
            dls_int block = P->of[B->rows.i[k]];
            entries += B->mark[block] == i ? 0 : (double)block_size(B, B->rows.i[k]);
            B->mark[block] = i;
        }
    }
    B->large = dls_friction_bodies_large(P, entries);
    B->inverse_entries = B->large ? 0 : (dls_int)P->squares;
    B->entries = B->large ? 0 : (dls_int)entries;
}

static void lay_out(void *object, dls_room *room)
{
    dls_mobility *B = object;
    const dls_friction_problem *P = B->task->problem;
    double **vectors[] = {&B->scale, &B->rhs, &B->force, &B->column};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
        *vectors[k] = DLS_TAKE(room, double, B->n);
    }
    B->mark = DLS_TAKE(room, dls_int, B->n);
    dls_mat_take(room, &B->lower, B->n, B->n, dls_entries(P->M) + B->n);
    dls_mat_take(room, &B->rows, B->n, B->N, dls_entries(P->H));
}

static void lay_out_inverse(void *object, dls_room *room)
{
    dls_mobility *B = object;
    B->sum = dls_scatter_take(room, B->n);
    dls_mat_take(room, &B->inverse, B->n, B->n, B->inverse_entries);
    dls_mat_take(room, &B->Z, B->n, B->N, B->entries);
}

static dls_error create(dls_friction_task *T, dls_fault *fault)
{
    dls_mobility *B = DLS_NEW(dls_mobility, 1);
    if (!dls_pool_own(&T->pool, dls_free, B)) {
        return dls_fail_memory(fault);
    }
    B->task = T;
    B->n = T->n;
    B->N = T->N;
    B->bodies = dls_friction_bodies_of(T);
    if (!B->bodies || !dls_pool_make(&T->pool, lay_out, B)) {
        return dls_fail_memory(fault);
    }
    dls_mat_fill_transpose(&B->rows, T->problem->H, NULL);
    measure_mobility(B);
    if (!dls_pool_make(&T->pool, lay_out_inverse, B)) {
        return dls_fail_memory(fault);
    }
    T->mobility = B;
    return DLS_OK;
}

dls_error dls_friction_mobility_of(dls_friction_task *T, dls_mobility **out, dls_fault *fault)
{
    dls_error error = T->mobility ? DLS_OK : create(T, fault);
    dls_mobility *B = *out = T->mobility;
    if (error || B->version == T->version) {
        return error;
    }
    dls_mat_fill_transpose(&B->rows, T->problem->H, NULL);
    error = factorise(B, T->problem->M, fault);
    if (!error && B->regular && !B->large) {
        error = invert_mass(B);
        error = error ? error : multiply_inverse(B, fault);
    }
    B->version = error ? 0 : T->version;
    return error;
}
