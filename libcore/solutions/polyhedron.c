/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Double description method (Motzkin et al. 1953; Fukuda and Prodon 1996) on the cone
   {(t, s): G (t, s) >= 0, s >= 0} over the polyhedron. */
#include <math.h>

#include "solutions/solutions.h"

static const double ZERO = 1e-10; /* values of rows with entries <= 1 at generators <= 1 */

void dls_solutions_polyhedron_take(dls_room *room, dls_int rows, dls_polyhedron *P)
{
    dls_int most = rows + 1;
    P->room = DLS_MIN(DLS_POLYHEDRON_ROOM, (dls_int)16 << rows); /* rays of k rows: below 2^k */
    P->generator = DLS_TAKE(room, double, most * P->room);
    P->zero = DLS_TAKE(room, uint32_t, P->room);
    P->value = DLS_TAKE(room, double, P->room);
    P->inverse = DLS_TAKE(room, double, 2 * most * (most + 1));
}

/* x / max |x|; false for 0 */
static bool normalise_generators(dls_int n, double *x)
{
    double most = dls_largest(n, x);
    for (dls_int k = 0; k < n && most > 0; k++) {
        x[k] /= most;
    }
    return most > 0;
}

/* One step of Gauss-Jordan on [G' | I] at the largest pivot left: row of G and coordinate. */
static bool eliminate_largest(dls_int n, dls_int rows, double *X, const uint32_t used_rows,
                              const uint32_t used, dls_int *row, dls_int *coordinate)
{
    double most = 0;
    dls_int width = rows + n;
    for (dls_int r = 0; r < rows; r++) {
        for (dls_int k = 0; k < n; k++) {
            bool fresh = !(used_rows >> r & 1) && !(used >> k & 1);
            if (fresh && fabs(X[k * width + r]) > most) {
                most = fabs(X[k * width + r]);
                *row = r;
                *coordinate = k;
            }
        }
    }
    if (!(most > ZERO)) {
        return false;
    }
    double *pivot = X + *coordinate * width, p = pivot[*row];
    for (dls_int j = 0; j < width; j++) {
        pivot[j] /= p;
    }
    for (dls_int k = 0; k < n; k++) {
        double t = X[k * width + *row];
        for (dls_int j = 0; k != *coordinate && t != 0 && j < width; j++) {
            X[k * width + j] -= t * pivot[j];
        }
    }
    return true;
}

/* n independent rows of G bound a simplicial cone: the columns of their inverse. Combining columns
   of G turns it into the identity at these rows; the same combinations of I are the generators. */
static bool simplex(dls_polyhedron *P, dls_int n, dls_int rows, const double *G, uint32_t *chosen)
{
    dls_int width = rows + n, row = 0, coordinate = 0;
    dls_int row_of[DLS_POLYHEDRON_ROWS];
    uint32_t used = 0;
    double *X = P->inverse;
    *chosen = 0;
    for (dls_int k = 0; k < n; k++) {
        for (dls_int r = 0; r < rows; r++) {
            X[k * width + r] = G[r * n + k];
        }
        for (dls_int j = 0; j < n; j++) {
            X[k * width + rows + j] = j == k;
        }
    }
    for (dls_int step = 0; step < n; step++) {
        if (!eliminate_largest(n, rows, X, *chosen, used, &row, &coordinate)) {
            return false;
        }
        *chosen |= (uint32_t)1 << row;
        used |= (uint32_t)1 << coordinate;
        row_of[coordinate] = row;
    }
    P->count = n;
    for (dls_int k = 0; k < n; k++) {
        dls_copy(n, X + k * width + rows, P->generator + k * n);
        normalise_generators(n, P->generator + k * n);
        P->zero[k] = *chosen & ~((uint32_t)1 << row_of[k]);
    }
    return true;
}

static int bits(uint32_t x)
{
    int count = 0;
    for (; x; x &= x - 1) {
        count++;
    }
    return count;
}

/* Two generators span an edge when no third one holds all the rows they share. */
static bool adjacent(const dls_polyhedron *P, dls_int n, dls_int a, dls_int b)
{
    uint32_t common = P->zero[a] & P->zero[b];
    if (bits(common) < n - 2) {
        return false;
    }
    for (dls_int k = 0; k < P->count; k++) {
        if (k != a && k != b && (common & ~P->zero[k]) == 0) {
            return false;
        }
    }
    return true;
}

/* Cut off what violates row r: edges across it give new generators. */
static bool cut_off(dls_polyhedron *P, dls_int n, const double *row, int r)
{
    dls_int old = P->count, next = old, kept = 0;
    for (dls_int k = 0; k < old; k++) {
        double t = dls_dot(n, row, P->generator + k * n);
        P->value[k] = fabs(t) <= ZERO ? 0 : t;
    }
    for (dls_int a = 0; a < old; a++) {
        for (dls_int b = 0; P->value[a] > 0 && b < old; b++) {
            if (!(P->value[b] < 0) || !adjacent(P, n, a, b)) {
                continue;
            }
            if (next >= P->room) {
                return false;
            }
            double *g = P->generator + next * n;
            for (dls_int i = 0; i < n; i++) {
                g[i] =
                    P->value[a] * P->generator[b * n + i] - P->value[b] * P->generator[a * n + i];
            }
            if (normalise_generators(n, g)) {
                P->zero[next] = (P->zero[a] & P->zero[b]) | (uint32_t)1 << r;
                P->value[next++] = 0;
            }
        }
    }
    for (dls_int k = 0; k < next; k++) {
        if (P->value[k] >= 0) {
            uint32_t bit = P->value[k] == 0 ? (uint32_t)1 << r : 0;
            P->zero[kept] = P->zero[k] | bit;
            dls_copy(n, P->generator + k * n, P->generator + kept * n);
            kept++;
        }
    }
    P->count = kept;
    return true;
}

bool dls_solutions_polyhedron_generate(dls_polyhedron *P, dls_int d, dls_int rows, double *G)
{
    dls_int n = d + 1;
    uint32_t chosen = 0;
    dls_zero(n, G + rows * n);
    G[rows * n + d] = 1; /* s >= 0 */
    for (dls_int r = 0; r < rows; r++) {
        normalise_generators(n, G + r * n);
    }
    P->d = d;
    if (!simplex(P, n, rows + 1, G, &chosen)) {
        return false;
    }
    for (int r = 0; r <= rows; r++) {
        if (!(chosen >> r & 1) && !cut_off(P, n, G + r * n, r)) {
            return false;
        }
    }
    for (dls_int k = 0; k < P->count; k++) {
        double *g = P->generator + k * n;
        bool ray = P->zero[k] >> rows & 1;
        for (dls_int i = 0; i < d && !ray; i++) {
            g[i] /= g[d];
        }
        g[d] = ray ? 0 : 1;
    }
    return true;
}
