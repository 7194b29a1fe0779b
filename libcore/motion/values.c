/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of the values at a point. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "motion/model.h"

/* The arrays of matrices that change. */
struct dls_motion_memory {
    dls_motion_source *source;
    dls_mat matrix[DLS_PARTS];
    dls_int room[DLS_PARTS]; /* entries */
    double *q, *v, *numbers; /* all vectors */
};

#define NAME_OF_PART(symbol, name, rows, cols) name,
static const char *const names[] = {DLS_MOTION_PARTS(NAME_OF_PART)};

const char *dls_motion_part_name(int number)
{
    return names[number];
}

double **dls_motion_vector(dls_motion_values *E, int number)
{
    switch (1u << number) {
    case DLS_PART_FORCE:
        return &E->f;
    case DLS_PART_CONSTRAINT:
        return &E->h;
    case DLS_PART_GAP:
        return &E->g;
    case DLS_PART_CONSTRAINT_SPEED:
        return &E->wb;
    case DLS_PART_GAP_SPEED:
        return &E->wu;
    case DLS_PART_TANGENT_SPEED:
        return &E->wt;
    case DLS_PART_CONSTRAINT_RATE:
        return &E->bb;
    case DLS_PART_GAP_RATE:
        return &E->bu;
    case DLS_PART_POTENTIAL:
        return &E->potential;
    case DLS_PART_RESTITUTION:
        return &E->e;
    case DLS_PART_FRICTION:
        return &E->mu;
    case DLS_PART_TANGENT_RESTITUTION:
        return &E->et;
    case DLS_PART_LAW:
        return &E->law;
    case DLS_PART_COHESION:
        return &E->cohesion;
    case DLS_PART_STIFFNESS:
        return &E->stiffness;
    case DLS_PART_DAMPING:
        return &E->damping;
    case DLS_PART_CREEP:
        return &E->creep;
    case DLS_PART_ROLLING:
        return &E->rolling;
    case DLS_PART_SPINNING:
        return &E->spinning;
    default:
        return NULL;
    }
}

dls_view *dls_motion_matrix(dls_motion_values *E, int number)
{
    switch (1u << number) {
    case DLS_PART_MASS:
        return &E->M;
    case DLS_PART_CONSTRAINT_GRADIENT:
        return &E->G;
    case DLS_PART_GAP_GRADIENT:
        return &E->N;
    case DLS_PART_TANGENT:
        return &E->T;
    case DLS_PART_FORCE_Q:
        return &E->fq;
    case DLS_PART_FORCE_V:
        return &E->fv;
    default:
        return NULL;
    }
}

void dls_motion_part_size(const dls_motion_source *S, int number, dls_int *rows, dls_int *cols)
{
    *rows = S->rows[number];
    *cols = S->cols[number];
}

static int number_of(dls_motion_part part)
{
    int k = 0;
    while (part >> (k + 1)) {
        k++;
    }
    return k;
}

/* The pattern of a full matrix, made once. */
static bool full_pattern(dls_motion_source *S, int number)
{
    dls_int rows, cols;
    dls_motion_part_size(S, number, &rows, &cols);
    if (S->full[number].p) {
        return true;
    }
    dls_int *p = DLS_NEW(dls_int, cols + 1), *i = DLS_NEW(dls_int, rows * cols);
    bool done = dls_pool_own(&S->pool, dls_free, p);
    done = dls_pool_own(&S->pool, dls_free, i) && done;
    for (dls_int k = 0; done && k < rows * cols; k++) {
        i[k] = k % rows;
    }
    for (dls_int j = 0; done && j <= cols; j++) {
        p[j] = rows * j;
    }
    if (done) {
        S->full[number] = (dls_view){rows, cols, p, i, NULL};
    }
    return done;
}

/* Room for so many entries of a matrix of E; its size is that of the part. */
static bool reserve(dls_motion_values *E, int number, dls_int cols, dls_int entries)
{
    struct dls_motion_memory *own = E->memory;
    dls_mat *A = &own->matrix[number];
    if (A->p && own->room[number] >= entries) {
        return true;
    }
    dls_int *p = A->p ? A->p : DLS_NEW(dls_int, cols + 1);
    dls_int *i = dls_grow(A->i, entries, sizeof *i);
    double *x = dls_grow(A->x, entries, sizeof *x);
    A->p = p;
    A->i = i ? i : A->i;
    A->x = x ? x : A->x;
    own->room[number] = p && i && x ? entries : own->room[number];
    return p && i && x;
}

double *dls_motion_full(dls_motion_values *E, dls_motion_part part)
{
    int k = number_of(part);
    dls_motion_source *S = E->memory->source;
    dls_view *A = dls_motion_matrix(E, k);
    dls_int rows, cols;
    dls_motion_part_size(S, k, &rows, &cols);
    if (!A || !full_pattern(S, k) || !reserve(E, k, cols, rows * cols)) {
        return NULL;
    }
    double *x = E->memory->matrix[k].x;
    dls_zero(rows * cols, x);
    *A = S->full[k];
    A->x = x;
    return x;
}

dls_error dls_motion_sparse(dls_motion_values *E, dls_motion_part part, dls_view B,
                            dls_fault *fault)
{
    int k = number_of(part);
    dls_int rows, cols;
    dls_motion_part_size(E->memory->source, k, &rows, &cols);
    dls_error error = dls_view_check_as(B, names[k], rows, cols, fault);
    if (error) {
        return error;
    }
    if (!reserve(E, k, cols, dls_entries(B))) {
        return dls_fail_memory(fault);
    }
    dls_mat *A = &E->memory->matrix[k];
    A->rows = rows;
    A->cols = cols;
    dls_mat_fill(A, B);
    *dls_motion_matrix(E, k) = dls_see(A);
    return DLS_OK;
}

static void release(void *what)
{
    struct dls_motion_memory *own = what;
    for (int k = 0; k < DLS_PARTS; k++) {
        dls_mat_free(&own->matrix[k]);
    }
    dls_free(own);
}

typedef struct {
    dls_motion_source *source;
    dls_motion_values *E;
    double *q, *v;
} arrays;

static void lay_out(void *object, dls_room *room)
{
    arrays *A = object;
    A->q = DLS_TAKE(room, double, A->source->nq);
    A->v = DLS_TAKE(room, double, A->source->n);
    for (int k = 0; k < DLS_PARTS; k++) {
        double **x = dls_motion_vector(A->E, k);
        if (x) {
            dls_int rows, cols;
            dls_motion_part_size(A->source, k, &rows, &cols);
            *x = DLS_TAKE(room, double, rows);
        }
    }
}

/* Constants, and zeros where nothing is known, are there from the beginning. */
static dls_error begin(dls_motion_source *S, dls_motion_values *E, dls_fault *fault)
{
    for (int k = 0; k < DLS_PARTS; k++) {
        unsigned bit = 1u << k;
        dls_view *A = dls_motion_matrix(E, k);
        if (S->kept & S->constant.have & bit) {
            if (A) {
                *A = *dls_motion_matrix(&S->constant, k);
            } else {
                *dls_motion_vector(E, k) = *dls_motion_vector(&S->constant, k);
            }
            E->have |= bit;
        } else if ((S->absent & bit) && A) {
            dls_int rows, cols;
            dls_motion_part_size(S, k, &rows, &cols);
            if (!reserve(E, k, cols, 0)) {
                return dls_fail_memory(fault);
            }
            E->memory->matrix[k].rows = rows;
            E->memory->matrix[k].cols = cols;
            *A = dls_see(&E->memory->matrix[k]);
        }
    }
    for (dls_int i = 0; i < S->nu; i++) { /* rigid where the model does not say */
        E->stiffness[i] = E->have & DLS_PART_STIFFNESS ? E->stiffness[i] : INFINITY;
    }
    *E->potential = NAN;
    E->have |= S->absent;
    E->t = NAN;
    return DLS_OK;
}

dls_error dls_motion_values_new(dls_motion_source *S, dls_pool *pool, dls_motion_values *E,
                                dls_fault *fault)
{
    *E = (dls_motion_values){.have = 0};
    E->memory = DLS_NEW(struct dls_motion_memory, 1);
    if (!dls_pool_own(pool, release, E->memory)) {
        return dls_fail_memory(fault);
    }
    E->memory->source = S;
    E->contact = S->model->contacts ? S->contact : NULL;
    E->places = S->nu;
    arrays A = {S, E, NULL, NULL};
    if (!dls_pool_make(pool, lay_out, &A)) {
        return dls_fail_memory(fault);
    }
    E->q = E->memory->q = A.q;
    E->v = E->memory->v = A.v;
    return begin(S, E, fault);
}
