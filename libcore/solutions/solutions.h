/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polyhedra by their vertices and rays, and the list that dls_lcp_all collects. */
#ifndef DLS_SOLUTIONS_H
#define DLS_SOLUTIONS_H

#include "mlcp/dense.h"

enum { DLS_ENUMERATE_LARGEST = 20, DLS_POLYHEDRON_ROWS = 21, DLS_POLYHEDRON_ROOM = 4096 };
enum { DLS_FACES_MOST = 200000 };

#define DLS_RANK 1e-10 /* a pivot relative to the first one, zero below */

/* polyhedron.c: work for the double description method. Generators are (t, 1) for a vertex, (t, 0)
   for a ray of largest entry 1. */
typedef struct {
    dls_int d, count, room;
    double *generator; /* (d + 1)-by-count */
    uint32_t *zero;    /* bit i: row i holds with equality */
    double *value;     /* of one row at all generators */
    double *inverse;   /* for the first simplex */
} dls_polyhedron;

/* rows of inequalities, at most 20 */
void dls_solutions_polyhedron_take(dls_room *room, dls_int rows, dls_polyhedron *P);
/* {t in R^d: G (t, 1) >= 0}, d and rows at most 20, G by rows of d + 1 (one more row of room;
   overwritten). It must not contain a line. false: too many generators. */
bool dls_solutions_polyhedron_generate(dls_polyhedron *P, dls_int d, dls_int rows, double *G);

/* eliminate.c */
/* K (k-by-(k + 1)), the last column becomes the solution; false at a pivot below 1e-7. *least: the
   smallest one. */
bool dls_solutions_eliminate(dls_int k, double *K, double *least);
/* K (rows-by-(cols + 1), the last column a right-hand side) := reduced echelon form by complete
   pivoting: y(order(i)) = K(i, cols) - sum over j >= rank of K(i, j) y(order(j)), i < rank. Pivots
   below DLS_RANK of the first one are zero; not clear: but not to rounding. *least: the smallest
   one in use. Returns the rank. */
dls_int dls_solutions_echelon(dls_int rows, dls_int cols, double *K, dls_int *order, bool *clear,
                              double *least);

/* faces.c: a growing dls_lcp_set. */
typedef struct {
    dls_lcp_set *set;
    dls_int vertex_room, ray_room, face_room, item_room;
    bool *degenerate;    /* of a vertex: another basis may find it again */
    uint64_t *signature; /* of a face: bits of its items */
    dls_int *item;       /* of the face under construction */
    dls_int items, items_room;
    bool memory; /* it ran out */
} dls_faces;

bool dls_solutions_faces_new(dls_faces *F, dls_int N);
/* Into the face under construction; equal ones up to 1e-8 relative are one. */
void dls_solutions_faces_vertex(dls_faces *F, const double *v, bool degenerate);
void dls_solutions_faces_ray(dls_faces *F, const double *r);
/* Close the face; one that is contained in another is dropped. */
void dls_solutions_faces_close(dls_faces *F);
/* Drop what is contained in later faces; number the rays after the vertices. */
void dls_solutions_faces_finish(dls_faces *F);
void dls_solutions_faces_free(dls_faces *F); /* not the set */

/* x := its part orthogonal to the first `lines` lines, twice for rounding */
void dls_solutions_faces_project(const dls_lcp_set *set, dls_int lines, double *x);

typedef struct {
    const dls_lcp_problem *problem;
    dls_pool pool;
    dls_lcp_dense D;
    dls_polyhedron P;
    dls_faces F;
    dls_int n, lead, m;       /* rows; equations; complementary pairs */
    dls_int used;             /* free unknowns that change w independently; the others stay 0 */
    dls_int *free;            /* which */
    double *W;                /* n-by-(used + m): the columns of these and of z */
    double *K, *G;            /* n-by-(used + m + 1); rows of inequalities */
    double *y, *z, *v, *work; /* n, n, N, 4N */
    dls_int *rows, *cols, *order;
    bool *inside;
    dls_int count_rows, count_cols;
    double accuracy; /* of the data */
    double unsure;   /* what rounding and that make of the present basis, relative */
} dls_search;

/* basis.c: add the solutions of one basis to S->F. */
void dls_solutions_examine(dls_search *S, uint32_t choice);

/* enumerate.c: the set of a checked problem with N - free <= 20, complete if the watch lets it. */
dls_error dls_solutions_search(const dls_lcp_problem *problem, double accuracy,
                               const dls_watch *watch, dls_lcp_set **out, dls_fault *fault);

/* all.c: as a method, the solution of least norm among the vertices */
dls_error dls_solutions_least(dls_lcp_task *T, dls_fault *fault);

#endif
