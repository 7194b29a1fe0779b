/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runge-Kutta methods, as dls_tableau returns them. */
#ifndef TABLEAUS_H
#define TABLEAUS_H

#include "delassus.h"

/* sqrt (6) and sqrt (3) */
#define R6 2.4494897427831781
#define R3 1.7320508075688772

static const double RADAU_A[] = {
    (88 - 7 * R6) / 360,     (296 - 169 * R6) / 1800, (-2 + 3 * R6) / 225,
    (296 + 169 * R6) / 1800, (88 + 7 * R6) / 360,     (-2 - 3 * R6) / 225,
    (16 - R6) / 36,          (16 + R6) / 36,          1.0 / 9};
static const double RADAU_C[] = {(4 - R6) / 10, (4 + R6) / 10, 1};
static const dls_motion_tableau RADAU = {3,       5,    0,           false,   true,         false,
                                         RADAU_A, NULL, RADAU_A + 6, RADAU_C, "radau-iia-5"};

static const double GAUSS_A[] = {0.25, 0.25 - R3 / 6, 0.25 + R3 / 6, 0.25};
static const double GAUSS_B[] = {0.5, 0.5}, GAUSS_C[] = {0.5 - R3 / 6, 0.5 + R3 / 6};
static const dls_motion_tableau GAUSS = {2,       4,    0,       false,   false,    false,
                                         GAUSS_A, NULL, GAUSS_B, GAUSS_C, "gauss-4"};

static const double LOBATTO_A[] = {0,         0,       0,       5.0 / 24, 1.0 / 3,
                                   -1.0 / 24, 1.0 / 6, 2.0 / 3, 1.0 / 6};
static const double LOBATTO_C[] = {0, 0.5, 1};
static const dls_motion_tableau LOBATTO = {
    3, 4, 1, false, true, true, LOBATTO_A, NULL, LOBATTO_A + 6, LOBATTO_C, "lobatto-iiia-4"};

static const double EXPLICIT_A[] = {0, 0, 0, 1.0 / 3, 0, 0, -1, 2, 0};
static const double EXPLICIT_BAR[] = {1.0 / 3, 0, 0, -1, 2, 0, 0, 0.75, 0.25};
static const double EXPLICIT_C[] = {0, 1.0 / 3, 1};
static const dls_motion_tableau EXPLICIT = {3,
                                            3,
                                            1,
                                            true,
                                            false,
                                            false,
                                            EXPLICIT_A,
                                            EXPLICIT_BAR,
                                            EXPLICIT_BAR + 6,
                                            EXPLICIT_C,
                                            "half-explicit-3"};

#endif
