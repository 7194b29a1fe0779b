/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism as a model of the engine: each part is a copy of what one pass has found. */
#include <math.h>

#include "mechanism/mechanism.h"

enum {
    OF_JOINTS = DLS_PART_CONSTRAINT | DLS_PART_GAP | DLS_PART_CONSTRAINT_GRADIENT |
                DLS_PART_GAP_GRADIENT | DLS_PART_TANGENT | DLS_PART_CONSTRAINT_SPEED |
                DLS_PART_GAP_SPEED,
    OF_RATES = DLS_PART_CONSTRAINT_RATE | DLS_PART_GAP_RATE,
    OF_FORCES = DLS_PART_FORCE | DLS_PART_POTENTIAL,
    OF_JACOBIANS = DLS_PART_FORCE_Q | DLS_PART_FORCE_V,
    OF_DATA = DLS_PART_MASS | DLS_PART_RESTITUTION | DLS_PART_FRICTION,
    OF_SPRINGS = DLS_PART_STIFFNESS | DLS_PART_DAMPING
};

/* Number `from` of the list to its place, or all in order */
static void put(const dls_motion_values *E, dls_int count, const double *from, double empty,
                double *to)
{
    for (dls_int k = 0; E->contact && k < E->places; k++) {
        to[k] = E->contact[k] < 0 ? empty : from[E->contact[k]];
    }
    dls_copy(E->contact ? 0 : count, from, to);
}

/* The columns of contacts in their places, `each` of them; others are empty */
static dls_error put_columns(dls_mechanism *B, const dls_mat *A, int each, dls_motion_values *E,
                             dls_motion_part part, dls_fault *fault)
{
    dls_int cols = each * E->places, entries = A->p[A->cols], at = 0;
    dls_mat *C = &B->placed;
    if (!C->p || cols > B->placed_columns || entries > B->placed_entries) {
        dls_mat_free(C);
        B->placed_columns = DLS_MAX(cols, B->placed_columns);
        B->placed_entries = DLS_MAX(2 * entries, B->placed_entries);
        if (!dls_mat_new(C, B->n, B->placed_columns, B->placed_entries)) {
            B->placed_columns = 0;
            return dls_fail_memory(fault);
        }
    }
    for (dls_int j = 0; j < cols; j++) {
        dls_int number = E->contact[j / each], from = number * each + j % each;
        if (number >= 0) {
            dls_mat_put_column(C, &at, dls_see(A), from, 0, 1);
        }
        C->p[j + 1] = at;
    }
    C->cols = cols;
    return dls_motion_sparse(E, part, dls_see(C), fault);
}

static void copy_vectors(const dls_mechanism *B, unsigned parts, dls_motion_values *E)
{
    dls_int nb = B->count.columns[DLS_OF_G], nu = B->count.columns[DLS_OF_N];
    const struct {
        unsigned part;
        dls_int count;
        const double *from;
        double *to;
    } contact[] = {{DLS_PART_GAP, nu, B->value[DLS_OF_N], E->g},
                   {DLS_PART_GAP_SPEED, nu, B->speed[1], E->wu},
                   {DLS_PART_GAP_RATE, nu, B->rate[DLS_OF_N], E->bu},
                   {DLS_PART_RESTITUTION, nu, B->e, E->e},
                   {DLS_PART_FRICTION, nu, B->mu, E->mu},
                   {DLS_PART_STIFFNESS, nu, B->stiffness, E->stiffness},
                   {DLS_PART_DAMPING, nu, B->damping, E->damping}},
      vector[] = {{DLS_PART_FORCE, B->n, B->f, E->f},
                  {DLS_PART_CONSTRAINT, nb, B->value[DLS_OF_G], E->h},
                  {DLS_PART_CONSTRAINT_SPEED, nb, B->speed[0], E->wb},
                  {DLS_PART_CONSTRAINT_RATE, nb, B->rate[DLS_OF_G], E->bb},
                  {DLS_PART_POTENTIAL, 1, &B->potential, E->potential}};
    for (size_t k = 0; k < sizeof contact / sizeof *contact; k++) {
        if (parts & contact[k].part) {
            double empty = contact[k].part == DLS_PART_STIFFNESS ? INFINITY : 0;
            put(E, contact[k].count, contact[k].from, empty, contact[k].to);
        }
    }
    for (size_t k = 0; k < sizeof vector / sizeof *vector; k++) {
        if (parts & vector[k].part) {
            dls_copy(vector[k].count, vector[k].from, vector[k].to);
        }
    }
}

static dls_error evaluate(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    dls_mechanism *B = data;
    unsigned what = (parts & OF_JOINTS ? DLS_KNOWN_JOINTS : 0) |
                    (parts & OF_RATES ? DLS_KNOWN_RATES : 0) |
                    (parts & OF_FORCES ? DLS_KNOWN_FORCES : 0) |
                    (parts & OF_JACOBIANS ? DLS_KNOWN_JACOBIANS : 0);
    const dls_motion_part part[] = {DLS_PART_MASS,         DLS_PART_CONSTRAINT_GRADIENT,
                                    DLS_PART_GAP_GRADIENT, DLS_PART_TANGENT,
                                    DLS_PART_FORCE_Q,      DLS_PART_FORCE_V};
    const dls_mat *const matrix[] = {&B->M,           &B->A[DLS_OF_G], &B->A[DLS_OF_N],
                                     &B->A[DLS_OF_T], &B->fq,          &B->fv};
    dls_error error = dls_mechanism_know(B, what, E->t, E->q, E->v, fault);
    for (int k = 0; k < 6 && !error; k++) {
        int each = part[k] == DLS_PART_GAP_GRADIENT ? 1
                   : part[k] == DLS_PART_TANGENT    ? B->dc - 1
                                                    : 0;
        if (parts & part[k]) {
            error = each && E->contact ? put_columns(B, matrix[k], each, E, part[k], fault)
                                       : dls_motion_sparse(E, part[k], dls_see(matrix[k]), fault);
        }
    }
    copy_vectors(B, parts, E);
    return error;
}

static dls_error contacts(void *data, double t, const double *q, const double *v, double h,
                          dls_int *count, const dls_int **identity, dls_fault *fault)
{
    dls_mechanism *B = data;
    if (t != B->missed.t) {
        B->missed.count = 0;
        B->missed.t = t;
    }
    dls_mechanism_place(B, q, v);
    dls_error error = dls_mechanism_gather(B, false, h, fault);
    B->lasting = dls_mechanism_lasting(B);
    B->known = 0; /* the bodies are here now */
    *count = B->count.columns[DLS_OF_N];
    *identity = B->identity;
    return error;
}

static double lasting(void *data)
{
    const dls_mechanism *B = data;
    return B->lasting;
}

static dls_error covers(void *data, double h, const double *const q[2], const double *const v[2],
                        bool *complete, dls_fault *fault)
{
    return dls_mechanism_cover(data, h, q, v, complete, fault);
}

static dls_error kept(void *data, bool put, dls_int *count, double *x, dls_fault *fault)
{
    return dls_mechanism_recall(data, put, count, x, fault);
}

static dls_error advance(void *data, const double *q, const double *v, double h, double *next,
                         dls_fault *fault)
{
    (void)fault;
    dls_mechanism_advance(data, q, v, h, next);
    return DLS_OK;
}

dls_motion_model dls_mechanism_model(dls_mechanism *B)
{
    unsigned speeds = DLS_PART_CONSTRAINT_SPEED | DLS_PART_GAP_SPEED;
    unsigned given = OF_JOINTS | OF_RATES | OF_FORCES | OF_DATA;
    given &= ~(B->moving ? 0 : speeds) & ~(B->dc > 1 ? 0 : DLS_PART_TANGENT);
    given |= (B->fq.cols > 0 ? OF_JACOBIANS : 0) | (B->soft ? OF_SPRINGS : 0);
    unsigned of_q = OF_JOINTS & ~speeds;
    return (dls_motion_model){.n = B->n,
                              .nq = B->nq,
                              .nb = B->count.columns[DLS_OF_G],
                              .nu = B->many ? 0 : B->count.columns[DLS_OF_N],
                              .d = B->dc,
                              .given = given,
                              .constant = B->many ? DLS_PART_MASS : given & (OF_DATA | OF_SPRINGS),
                              .of_q = B->moving || B->steered ? 0 : given & of_q,
                              .data = B,
                              .evaluate = evaluate,
                              .advance = B->d == 2 ? NULL : advance,
                              .contacts = B->many ? contacts : NULL,
                              .covers = B->many ? covers : NULL,
                              .lasting = B->many ? lasting : NULL,
                              .kept = B->many ? kept : NULL};
}
