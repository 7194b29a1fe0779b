/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first phase of the simplex method by Bland's rule in integers: after a pivot all entries are
   minors of the data, and the division by the last pivot leaves no remainder (Edmonds, Bareiss). */
#include <assert.h>
#include <stdlib.h>

#include "exact_lp.h"

enum { WIDTH = 2 * EXACT_COLS + 1 }; /* v+, v-, right-hand side; artificial columns never return */

typedef struct {
    int rows, cols;
    int64_t T[EXACT_ROWS + 1][WIDTH], last; /* the last row: minus the sum of artificials */
    int basic[EXACT_ROWS];
} tableau;

static void load(tableau *B, int rows, int cols, const int64_t *A, const int64_t *b,
                 const bool *free)
{
    assert(rows <= EXACT_ROWS && cols <= EXACT_COLS);
    *B = (tableau){.rows = rows, .cols = cols, .last = 1};
    for (int j = 0; j < cols; j++) {
        B->cols += free[j];
    }
    for (int i = 0; i < rows; i++) {
        int64_t sign = b[i] < 0 ? -1 : 1;
        int at = cols;
        for (int j = 0; j < cols; j++) {
            B->T[i][j] = sign * A[i + j * rows];
            if (free[j]) {
                B->T[i][at++] = -sign * A[i + j * rows];
            }
        }
        B->T[i][B->cols] = sign * b[i];
        B->basic[i] = -1;
        for (int j = 0; j <= B->cols; j++) {
            B->T[rows][j] -= B->T[i][j];
        }
    }
}

static void pivot(tableau *B, int row, int col)
{
    int64_t p = B->T[row][col];
    for (int i = 0; i <= B->rows; i++) {
        int64_t t = B->T[i][col];
        for (int j = 0; i != row && j <= B->cols; j++) {
            B->T[i][j] = (B->T[i][j] * p - t * B->T[row][j]) / B->last;
        }
    }
    B->last = p;
    B->basic[row] = col;
}

/* The least ratio, ties to artificial ones and then to the least index; -1: none. */
static int leaving(const tableau *B, int col)
{
    int best = -1;
    for (int i = 0; i < B->rows; i++) {
        if (B->T[i][col] > 0) {
            int64_t here = best < 0 ? -1 : B->T[i][B->cols] * B->T[best][col];
            int64_t there = best < 0 ? 0 : B->T[best][B->cols] * B->T[i][col];
            best = here < there || (here == there && B->basic[i] < B->basic[best]) ? i : best;
        }
    }
    return best;
}

bool exact_feasible(int rows, int cols, const int64_t *A, const int64_t *b, const bool *free)
{
    tableau B;
    load(&B, rows, cols, A, b, free);
    for (int col = 0; B.T[rows][B.cols] < 0 && col < B.cols;) {
        if (B.T[rows][col] < 0) {
            int row = leaving(&B, col);
            assert(row >= 0); /* the sum of artificials is bounded */
            pivot(&B, row, col);
            col = 0;
        } else {
            col++;
        }
    }
    return B.T[rows][B.cols] == 0;
}

int64_t exact_random(uint64_t *state, int low, int high)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (int64_t)((*state >> 33) % (uint64_t)(high - low + 1));
}
