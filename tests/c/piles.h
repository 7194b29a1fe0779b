/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Piles of disks (d = 2) or spheres (3) of different size in a container, and friction problems of
   their steps in time. The last coordinate points up. */
#ifndef PILES_H
#define PILES_H

#include "dense.h"

typedef enum { BOX, CYLINDER, FUNNEL, BOWL, SHAPES } pile_shape;
/* REST: gravity acts on bodies at rest. SHEAR: the floor is drawn with 0.2 m/s, bodies move faster
   the higher they are. RANDOM: up to 0.15 m/s each. FALL: all fall, nearly together, and contacts
   have gaps. */
typedef enum { REST, SHEAR, RANDOM, FALL, KINDS } pile_kind;

typedef struct {
    int d;
    pile_shape shape;
    dls_int count;
    double width; /* of the container */
    double *x, *R;
} pile;

/* One body after the other is dropped somewhere and lies on the floor, or takes the lowest place
   nearby where it touches d others, or walls, that carry it without friction: about as many
   contacts as equations for their normal forces. */
pile *pile_pack(int d, pile_shape shape, dls_int count, uint64_t seed);
void pile_free(pile *P);
int pile_walls(const pile *P);
/* Gap and normal (d, away from it) of a body at x to an object: a body, or -1 - wall. */
double pile_gap(const pile *P, dls_int object, const double *x, double R, double *normal);

typedef struct {
    const pile *of;
    dls_int nc, n;
    dls_int *body, *other;                 /* nc; other < 0: the wall -1 - other */
    double *gap;                           /* nc */
    double *mass, *v;                      /* n: diagonal of M; velocities before the step */
    dls_mat M, H;                          /* H: entries in the same places for the same contacts */
    double *f, *w, *mu, *r, *u, *velocity; /* data, and room for an answer */
    dls_friction_problem problem;
} pile_step;

pile_step *pile_step_new(const pile *P, pile_kind kind, double mu, uint64_t seed);
/* Bodies have moved for `time` seconds with `velocity`: the next step, of the same contacts, from
   that velocity and gravity. */
void pile_step_on(pile_step *S, pile *P, double time);
void pile_step_free(pile_step *S);

/* Residuals in both measures, from the data and an answer; the largest error of a velocity, and the
   largest velocity, at contacts. scaled and velocity: bodies have masses. */
typedef struct {
    double scaled, siconos, velocity, fastest;
} pile_verdict;

pile_verdict pile_judge(const dls_friction_problem *P, const double *r, const double *v);

#endif
