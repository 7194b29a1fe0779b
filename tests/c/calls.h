/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of the KKT solver that must succeed. */
#ifndef TEST_CALLS_H
#define TEST_CALLS_H

#include "check.h"
#include "problems.h"

static const dls_view NO_WEIGHT = {0};
static const dls_host SILENT = {0};
static const dls_kkt_certificate NO_CERTIFICATE = {0};

dls_kkt *setup(const problem *P, dls_view W, int method);
dls_kkt_result solve(dls_kkt *K, const problem *P, double *a, double *lambda);

#endif
