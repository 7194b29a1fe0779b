/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cone made by the recipe of RECIPES.md, up to TOY_SIZE rows: the rotated second-order cone
   {(a, b, v): 2 a b >= |v|^2, a, b >= 0}, the image of {|(t, v)| ..} under the symmetric T with
   T T = I: a, b = (t + v1, t - v1) / sqrt (2). */
#ifndef TOY_CONE_H
#define TOY_CONE_H

#include "cones/cones.h"

enum { TOY_SIZE = 16 };
extern const dls_cone_kind toy_cone;
void toy_turn(double *x); /* T, in place */

#endif
