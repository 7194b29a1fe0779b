/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The models of the benchmarks. Random numbers and lattices are those of tests/m/problems
   (lcg_rand.m, make_lattice.m), so that C and Octave time the same systems. */
#ifndef LATTICE_H
#define LATTICE_H

#include "delassus.h"

typedef struct {
    dls_view M, G; /* arrays owned, see model_free */
    double *F, *b; /* F(i) = sin i, b = -G'x with x(i) = cos 0.7 i: consistent */
} model;

/* N^dim points, dim = 2 or 3, joined along the axes and the diagonals of all squares; positions
   perturbed by up to 0.05, masses in [1, 2), a fifth of them zero. */
model lattice(dls_int N, int dim);
/* Planar, straight but for the same perturbation, first end fixed: |1/sigma| grows like `bars`. */
model chain(dls_int bars);
/* M = tridiag(-1, 3, -1); `locals` constraints of three neighbours; three that touch all n
   coordinates, and the first of these again. */
model dense_constraints(dls_int n, dls_int locals);
/* The first m constraints only. */
void model_cut(model *P, dls_int m);
void model_free(model *P);

#endif
