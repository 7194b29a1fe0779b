/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Percussions with dense data, and the laws that their answers obey. */
#ifndef PERCUSSION_SCENES_H
#define PERCUSSION_SCENES_H

#include "sparse/sparse.h"

typedef struct {
    dls_int n, nb, nu;
    int d;
    double *A, *G, *B, *r, *c, *s, *mu; /* dense */
    dls_mat As, Gs, Bs;
} scene;

enum {
    FREE,
    DEFINITE,
    REDUNDANT,
    MASSLESS,
    UNSYMMETRIC,
    LARGE,
    LARGE_REDUNDANT,
    KINDS,
    BLOCKS,
    TIED,
    MANY,
    MANY_UNSYMMETRIC
};

/* Consistent data of one kind */
scene *scene_new(int kind, int d, uint64_t seed);
void scene_free(scene *S);
dls_percussion_problem problem_of(const scene *S);
/* |tangential part| */
double tangent(int d, const double *x);
/* Equations, and the laws of the active contacts; the others have no percussion. */
void verify(const scene *S, const bool *active, const double *v, const double *p, double tol);

#endif
