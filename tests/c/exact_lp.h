/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feasibility of small integer systems without rounding. */
#ifndef EXACT_LP_H
#define EXACT_LP_H

#include <stdbool.h>
#include <stdint.h>

enum { EXACT_ROWS = 16, EXACT_COLS = 24 };

/* Is there a v with A v = b and v_j >= 0 unless free[j]? A is rows-by-cols, by columns. */
bool exact_feasible(int rows, int cols, const int64_t *A, const int64_t *b, const bool *free);

/* Small random integers, the same on every machine: low..high. */
int64_t exact_random(uint64_t *state, int low, int high);

#endif
