/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A solver of ranges: what both methods see, and what each of them keeps from setup on. */
#ifndef DLS_RANGE_H
#define DLS_RANGE_H

#include "range/simplex.h"

enum { DLS_RANGE_FIRST, DLS_RANGE_SECOND, DLS_RANGE_ATTEMPTS };

/* Over a polyhedron. */
typedef struct {
    dls_simplex S;
    dls_mat c;    /* the functions of the scaled x, of size one */
    double *unit; /* k: by which they were divided */
} dls_range_vertices;

/* Over cones: the program of conic.c. */
typedef struct {
    dls_conic_problem dual;
    dls_mat none, At;
    double *q, *c, *x, *s, *y;                     /* n: -b; m, m, m, n */
    bool feasible;                                 /* a point is known */
    dls_conic_solver *program[DLS_RANGE_ATTEMPTS]; /* the second rounds otherwise, asks for less */
} dls_range_interior;

/* The arrays of a method, taken from the room; what else it makes at setup; all ends of one b. */
typedef struct {
    void (*take)(dls_range_solver *R, dls_room *room);
    dls_error (*setup)(dls_range_solver *R, dls_fault *fault);
    dls_error (*run)(dls_range_solver *R, dls_fault *fault);
} dls_range_method;
extern const dls_range_method dls_range_by_vertices, dls_range_by_interior;

struct dls_range_solver {
    dls_pool pool;
    const dls_range_method *method;
    const dls_range_problem *given; /* while setup runs; the rest is the solver's own */
    dls_int n, m;
    double *b; /* n */
    dls_mat C;
    bool *free;     /* m, of a polyhedron */
    bool *positive; /* k: the function is nowhere negative, so its minimum is >= 0 */
    dls_cones cones;
    dls_int *second; /* its sizes */
    double close, max_time;
    dls_host host;
    dls_watch watch;
    dls_range_vertices vertices;
    dls_range_interior interior;
    double *lo, *hi; /* of this call, as the rest */
    bool *determined;
    dls_range_result *result;
    dls_range_proof *proof; /* or NULL */
};

/* x, or factor times it in the units given (NULL: one), as the next of the points; which it is */
dls_int dls_range_keep(dls_range_solver *R, double factor, const double *unit, const double *x);
/* y, times factor and the units given, proves an end */
void dls_range_prove(dls_range_solver *R, double *proof, double factor, const double *unit,
                     const double *y);

#endif
