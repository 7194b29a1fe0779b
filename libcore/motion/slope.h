/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives by central differences, with the step that the function asks for.

   An error of truncation falls with the step s, one of rounding grows: differences of s, s/4, s/16
   ... change least where both are equal. That is looked for once in each direction, and again where
   the curvature has grown or the point has gone far away. So the step follows the length over which
   the derivative changes, whatever the unit of length is. */
#ifndef DLS_SLOPE_H
#define DLS_SLOPE_H

#include "motion/model.h"

enum {
    DLS_SLOPE_LEVELS = 13,                /* the shortest step is top/4^12 */
    DLS_SLOPE_ROOM = DLS_SLOPE_LEVELS + 5 /* columns of scratch */
};

/* Of one direction */
typedef struct {
    double step, top; /* 0: not chosen yet; the longest that was allowed then */
    double bend;      /* how far the function is from its derivative at `step`, by its square */
} dls_motion_reach;

/* First derivatives by y(s), y(-s); second ones by y(2s), y(-2s), y(0), too */
typedef enum { DLS_FIRST_BY_TWO, DLS_SECOND_BY_FIVE } dls_motion_stencil;

typedef struct {
    dls_int rows;
    dls_motion_stencil stencil;
    /* y(s) and y(-s) (2 rows) in a direction; at: the coordinate that moves, s and -s where none
       does */
    dls_error (*values)(void *data, dls_int direction, double s, double *y, double *at,
                        dls_fault *fault);
    void *data;
    const dls_motion_source *source; /* of all values */
    const double *here;              /* y(0); NULL: not known (two points) */
    double top;                      /* the longest step, for functions that change over 1 */
    dls_motion_reach *reach;         /* by direction */
    double *room;                    /* DLS_SLOPE_ROOM * rows */
    double *error, *size; /* the largest error and entry so far, where steps were chosen */
} dls_motion_slopes;

/* The longest step at a point of this size: a power of two */
double dls_motion_slope_top(dls_motion_stencil stencil, double size);
/* column (rows): the derivative in a direction */
dls_error dls_motion_slope(const dls_motion_slopes *D, dls_int direction, double *column,
                           dls_fault *fault);
/* Has a step been chosen, for points like this? */
bool dls_motion_slope_known(const dls_motion_slopes *D, dls_int direction);
/* From y(s), y(-s) with that step: has the curvature grown? Another one is chosen next time. */
void dls_motion_slope_test(const dls_motion_slopes *D, dls_int direction, const double *ahead,
                           const double *behind);
/* What the differences of a source keep; NULL: no memory */
enum {
    DLS_DIFFERENCE_GAP,
    DLS_DIFFERENCE_CONSTRAINT,
    DLS_DIFFERENCE_GAP_RATE,
    DLS_DIFFERENCE_CONSTRAINT_RATE,
    DLS_DIFFERENCE_TANGENT_RATE,
    DLS_DIFFERENCE_FORCE_Q,
    DLS_DIFFERENCE_FORCE_V,
    DLS_DIFFERENCES
};
struct dls_motion_differences {
    dls_pool pool;
    bool made;
    dls_motion_reach *reach[DLS_DIFFERENCES]; /* n each */
    double error, size;                       /* of gradients of gaps and constraints */
    double *room, *here;                      /* DLS_SLOPE_ROOM of, and the longest column */
};
struct dls_motion_differences *dls_motion_differences_of(dls_motion_source *S);
/* Steps and scratch of a kind, for points of this size; they are there */
void dls_motion_slopes_in(dls_motion_source *S, int kind, double size, dls_motion_slopes *slopes);
/* (q, v) displaced by s in direction k of v, or of q along a motion with unit velocity k; returns
   the coordinate that moves, s where positions are advanced */
double dls_motion_displace(dls_motion_source *S, bool of_v, dls_int k, double s, const double *q,
                           const double *v, double *qs, double *vs);

#endif
