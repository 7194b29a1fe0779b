/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A back end by the recipe of libcore/RECIPES.md: conjugate gradients, Jacobi's preconditioner. */
#ifndef TOY_BACKEND_H
#define TOY_BACKEND_H

#include "linsys/linsys.h"

extern const dls_backend toy_backend;

#endif
