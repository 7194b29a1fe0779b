/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of a model at points (t, q, v): asked once, completed by differences. */
#ifndef DLS_MODEL_H
#define DLS_MODEL_H

#include "sparse/sparse.h"

enum {
    DLS_PARTS_SPEED = DLS_PART_CONSTRAINT_SPEED | DLS_PART_GAP_SPEED | DLS_PART_TANGENT_SPEED,
    DLS_PARTS_LAWS = DLS_PART_RESTITUTION | DLS_PART_FRICTION | DLS_PART_TANGENT_RESTITUTION |
                     DLS_PART_LAW | DLS_PART_COHESION | DLS_PART_STIFFNESS | DLS_PART_DAMPING |
                     DLS_PART_CREEP | DLS_PART_ROLLING | DLS_PART_SPINNING,
    DLS_PARTS_RATE = DLS_PART_CONSTRAINT_RATE | DLS_PART_GAP_RATE,
    DLS_PARTS_GRADIENT = DLS_PART_CONSTRAINT_GRADIENT | DLS_PART_GAP_GRADIENT,
    DLS_PARTS_CONTACT = DLS_PART_GAP | DLS_PART_GAP_GRADIENT | DLS_PART_TANGENT |
                        DLS_PART_GAP_SPEED | DLS_PART_TANGENT_SPEED | DLS_PART_GAP_RATE |
                        DLS_PART_RESTITUTION | DLS_PART_FRICTION | DLS_PART_COHESION |
                        DLS_PART_STIFFNESS | DLS_PART_DAMPING | DLS_PART_CREEP | DLS_PART_ROLLING |
                        DLS_PART_SPINNING,
    DLS_PARTS_JACOBIAN = DLS_PART_FORCE_Q | DLS_PART_FORCE_V
};

/* What makes values: the model, what is constant in it, and places for differences. */
typedef struct {
    dls_pool pool;
    const dls_motion_model *model;
    dls_int n, nq, nb, nu, nt;
    dls_int rows[DLS_PARTS], cols[DLS_PARTS];
    unsigned asked;      /* given, and not constant */
    unsigned positional; /* depends on q alone, also what differences make */
    unsigned absent;     /* neither given nor made: zero, NaN for the potential */
    unsigned kept;       /* once known, known for ever */
    bool loaded;         /* the force is a load less C v + K q */
    dls_motion_values constant;
    dls_motion_values side, ahead; /* of differences: beside q or v; along the motion */
    double *q, *v, *column;        /* nq, n, the longest column of a difference */
    struct dls_motion_differences *differences; /* steps of differences; NULL: none were wanted */
    struct dls_motion_colours *colours; /* of the force's Jacobians; NULL: none was wanted yet */
    dls_view full[DLS_PARTS];           /* patterns of full matrices, made when first wanted */
    dls_motion_stats *stats;
    bool outside;     /* what was asked last is not finite */
    dls_fault broken; /* of the model's own advance: what is evaluated next fails with it */
    /* of contacts that come and go */
    double *identity;   /* nu: who is at a place, 0: nobody */
    dls_int *contact;   /* nu: number in the list of the model, or -1 */
    dls_int *hash;      /* of the list: numbers + 1, 0: empty */
    bool *seated;       /* of the list: has a place */
    dls_int hashes;     /* a power of two */
    dls_int generation; /* of the list */
} dls_motion_source;

/* Of contacts: normal and tangents, without moments */
int dls_motion_dimension(const dls_motion_model *model);
/* The model is checked and its constants asked (at t, q, v); kept by the caller: model, stats. */
dls_error dls_motion_source_new(const dls_motion_model *model, dls_motion_stats *stats, double t,
                                const double *q, const double *v, dls_motion_source **out,
                                dls_fault *fault);
void dls_motion_source_free(dls_motion_source *S); /* NULL: nothing to do */
/* Rows and columns of a part; its name in dls_model */
const char *dls_motion_part_name(int number);
void dls_motion_part_size(const dls_motion_source *S, int number, dls_int *rows, dls_int *cols);
/* Its array or view in E; NULL: it is a matrix, a vector */
double **dls_motion_vector(dls_motion_values *E, int number);
dls_view *dls_motion_matrix(dls_motion_values *E, int number);

/* Values that nothing is known of yet but the constants; released with the pool. */
dls_error dls_motion_values_new(dls_motion_source *S, dls_pool *pool, dls_motion_values *E,
                                dls_fault *fault);
/* E at (t, q, v), with all of `parts`: what E has there already, or what does not depend on what
   has changed, is not asked again. Parts that the model does not give are differences, or zero;
   the potential is NaN. Everything else is finite afterwards. */
dls_error dls_motion_evaluate(dls_motion_source *S, dls_motion_values *E, unsigned parts, double t,
                              const double *q, const double *v, dls_fault *fault);
/* The same, of what the model gives only: nothing is completed. */
dls_error dls_motion_ask(dls_motion_source *S, dls_motion_values *E, unsigned parts,
                         dls_fault *fault);
/* next := q after h with velocity v. Where the model fails it is q, and S->broken. */
void dls_motion_advance(dls_motion_source *S, const double *q, const double *v, double h,
                        double *next);
/* What an advance has left in S->broken, which is empty afterwards */
dls_error dls_motion_mend(dls_motion_source *S, dls_fault *fault);
/* differences.c: one part that the model does not give, at E->t, E->q, E->v. */
dls_error dls_motion_difference(dls_motion_source *S, dls_motion_values *E, dls_motion_part part,
                                dls_fault *fault);
/* d/dt (G'v + w) at constant v of DLS_PART_GAP_RATE, DLS_PART_CONSTRAINT_RATE; of tangents for
   DLS_PART_TANGENT */
dls_error dls_motion_rate(dls_motion_source *S, dls_motion_values *E, dls_motion_part part,
                          double *b, dls_fault *fault);
/* The relative error of gradients that come from differences; 0: there are none */
double dls_motion_doubt(const dls_motion_source *S);

/* jacobian.c: derivatives of the force, fq or fv, by differences */
dls_error dls_motion_force_jacobian(dls_motion_source *S, dls_motion_values *E,
                                    dls_motion_part part, dls_fault *fault);

/* contact_list.c: what the model has at places without a contact; ours */
void dls_motion_empty_places(const dls_motion_source *S, dls_motion_values *E, unsigned parts);

#endif
