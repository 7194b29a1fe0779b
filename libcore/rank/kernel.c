/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparse basis of the kernel from A P = Q [R1 R2]: one column P [-R1 \ R2(:,j); e_j] for each
   dependent column j. Back substitution visits rows from the last up; a set of bits holds those
   reached so far, so each column costs what it contains. Most structural entries of such a basis
   cancel (dependencies are local), and what has cancelled is not followed further. */
#include <math.h>
#include <stdlib.h>

#include "rank/rank.h"

/* Smaller coefficients, relative to the largest of their column, are rounding. */
static const double NEGLIGIBLE = 1e-11;
/* Smaller ones on the way have cancelled. */
static const double CANCELLED = 1e-14;

/* S = R1 \ R2(:,j), written to column P of `out`; returns the largest coefficient. */
static double back_substitute(const dls_rank *F, dls_scatter *S, dls_int j, dls_scatter *out,
                              dls_int *count)
{
    const dls_mat *R = &F->R;
    double largest = 1;
    dls_int word = -1;
    for (dls_int t = R->p[j]; t < R->p[j + 1]; t++) {
        dls_scatter_add(S, R->i[t], R->x[t]);
        word = DLS_MAX(word, R->i[t] >> 6);
    }
    *count = 0;
    for (; word >= 0; word--) {
        while (S->bits[word]) { /* rows above only: bits below this one appear */
            int top = 63 - __builtin_clzll(S->bits[word]);
            dls_int k = word * 64 + top, end = R->p[k + 1] - 1; /* the diagonal is last */
            double v = S->x[k] / R->x[end], size = v < 0 ? -v : v;
            S->x[k] = 0;
            S->bits[word] &= ~((uint64_t)1 << top);
            if (size <= CANCELLED * largest) {
                continue;
            }
            largest = size > largest ? size : largest;
            dls_scatter_add(out, F->order[k], -v);
            ++*count;
            for (dls_int t = R->p[k]; t < end; t++) {
                dls_scatter_add(S, R->i[t], -R->x[t] * v);
            }
        }
    }
    dls_scatter_add(out, F->order[j], 1);
    ++*count;
    return largest;
}

typedef struct {
    dls_int column, position; /* of A, in P */
} dependent;

static int by_column(const void *a, const void *b)
{
    dls_int x = ((const dependent *)a)->column, y = ((const dependent *)b)->column;
    return (x > y) - (x < y);
}

static dependent *dependents(const dls_rank *F)
{
    dls_int nullity = F->R.cols - F->rank;
    dependent *list = DLS_NEW(dependent, nullity);
    for (dls_int k = 0; list && k < nullity; k++) {
        list[k] = (dependent){F->order[F->rank + k], F->rank + k};
    }
    if (list) {
        qsort(list, (size_t)nullity, sizeof *list, by_column);
    }
    return list;
}

dls_error dls_rank_kernel(const dls_rank *F, double most, dls_mat *Z, dls_fault *fault)
{
    dls_int cols = F->R.cols, nullity = cols - F->rank, room = 64 * nullity + 64, count;
    dls_scatter S = {0}, column = {0};
    dependent *list = dependents(F);
    bool fits = true, made = dls_mat_new(Z, cols, nullity, room);
    bool done = made && list && dls_scatter_new(&S, F->rank) && dls_scatter_new(&column, cols);
    for (dls_int c = 0; done && fits && c < nullity; c++) {
        double largest = back_substitute(F, &S, list[c].position, &column, &count);
        fits = (double)(Z->p[c] + count) <= most;
        done = fits && dls_scatter_collect(&column, NEGLIGIBLE * largest, count, Z, &room, c);
    }
    dls_scatter_free(&S);
    dls_scatter_free(&column);
    dls_free(list);
    if (!done && made) {
        dls_mat_free(Z);
    }
    return done || !fits ? DLS_OK : dls_fail_memory(fault);
}

/* Row k of R1 x = R2 w with generic w is zero where all terms cancel, whatever w is. */
dls_error dls_rank_dependent(const dls_rank *F, bool *takes_part, dls_fault *fault)
{
    const dls_mat *R = &F->R;
    double *w = DLS_NEW(double, R->cols), *sum = DLS_NEW(double, F->rank);
    double *terms = DLS_NEW(double, F->rank);
    static const double CANCELS = 1e-8; /* x has gone through all of R1, and rounding with it */
    double largest = 0;
    bool ready = w && sum && terms;
    if (ready) {
        dls_noise(R->cols, w);
    }
    for (dls_int k = R->cols - 1; ready && k >= 0; k--) {
        dls_int end = R->p[k + 1] - (k < F->rank); /* without the diagonal */
        double x = k < F->rank ? sum[k] / R->x[end] : w[k];
        takes_part[F->order[k]] =
            k >= F->rank || (fabs(sum[k]) > CANCELS * terms[k] && fabs(x) > CANCELLED * largest);
        largest = takes_part[F->order[k]] ? fmax(largest, fabs(x)) : largest;
        for (dls_int t = R->p[k]; takes_part[F->order[k]] && t < end; t++) {
            sum[R->i[t]] -= R->x[t] * x;
            terms[R->i[t]] += fabs(R->x[t] * x);
        }
    }
    dls_free(w);
    dls_free(sum);
    dls_free(terms);
    return ready ? DLS_OK : dls_fail_memory(fault);
}
