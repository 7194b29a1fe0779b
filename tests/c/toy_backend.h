/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A back end made by the recipe of the README: conjugate gradients with Jacobi's preconditioner. */
#ifndef TOY_BACKEND_H
#define TOY_BACKEND_H

#include "linsys/linsys.h"

extern const dls_backend toy_backend;

#endif
