/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The anchor: projected Gauss-Seidel as one writes it in an afternoon, contacts in the given order,
   the normal by 1 / W_nn, then the tangent projected on its disk. */
#include <math.h>
#include <stdlib.h>

#include "measure.h"
#include "race.h"

typedef struct {
    const dls_friction_problem *P;
    dls_mat rows;            /* H' */
    dls_int *start, *column; /* contact c: entries start[c] .. start[c + 1], d values each */
    double *value, *inverse_mass, *normal, *tangent;
    double *r, *v;
} plain;

static void plain_new(plain *S, const dls_friction_problem *P)
{
    int d = P->dimension;
    dls_int n = P->M.cols, nc = P->contacts, at = 0;
    *S = (plain){.P = P, .r = need(d * nc, 8), .v = need(n, 8), .start = need(nc + 1, 8)};
    (void)dls_mat_transpose(&S->rows, P->H, NULL);
    S->column = need(S->rows.p[d * nc], 8);
    S->value = need(S->rows.p[d * nc] * d, 8);
    S->inverse_mass = need(n, 8);
    S->normal = need(nc, 8);
    S->tangent = need(nc, 8);
    dls_int *last = need(n, 8);
    for (dls_int j = 0; j < n; j++) {
        S->inverse_mass[j] = 1 / dls_diagonal_entry(P->M, j);
        S->v[j] = -P->f[j] * S->inverse_mass[j];
    }
    for (dls_int c = 0; c < nc; c++) {
        double W[3] = {0};
        for (dls_int row = c * d; row < (c + 1) * d; row++) {
            for (dls_int k = S->rows.p[row]; k < S->rows.p[row + 1]; k++) {
                dls_int j = S->rows.i[k];
                if (last[j] <= S->start[c]) {
                    S->column[at] = j;
                    last[j] = ++at;
                }
                S->value[(last[j] - 1) * d + row % d] = S->rows.x[k];
                W[row % d] += S->inverse_mass[j] * S->rows.x[k] * S->rows.x[k];
            }
        }
        S->start[c + 1] = at;
        S->normal[c] = 1 / W[0];
        S->tangent[c] = 1 / fmax(W[1], W[d - 1]);
    }
    free(last);
}

static void plain_free(plain *S)
{
    void *arrays[] = {S->start,  S->column,  S->value, S->inverse_mass,
                      S->normal, S->tangent, S->r,     S->v};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        free(arrays[k]);
    }
    dls_mat_free(&S->rows);
}

static inline void visit(plain *S, int d, dls_int c)
{
    double u[3] = {0}, t[3] = {0}, *r = S->r + c * d, length2 = 0;
    for (int i = 0; i < d; i++) {
        u[i] = S->P->q[c * d + i];
    }
    for (dls_int k = S->start[c]; k < S->start[c + 1]; k++) {
        for (int i = 0; i < d; i++) {
            u[i] += S->value[k * d + i] * S->v[S->column[k]];
        }
    }
    t[0] = r[0] - S->normal[c] * u[0];
    t[0] = t[0] > 0 ? t[0] : 0;
    for (int i = 1; i < d; i++) {
        t[i] = r[i] - S->tangent[c] * u[i];
        length2 += t[i] * t[i];
    }
    double most = S->P->mu[c] * t[0], shrink = length2 > most * most ? most / sqrt(length2) : 1;
    for (int i = 0; i < d; i++) {
        t[i] *= i > 0 ? shrink : 1;
        u[i] = t[i] - r[i];
        r[i] = t[i];
    }
    if (u[0] == 0 && u[1] == 0 && u[2] == 0) {
        return;
    }
    for (dls_int k = S->start[c]; k < S->start[c + 1]; k++) {
        double sum = 0;
        for (int i = 0; i < d; i++) {
            sum += S->value[k * d + i] * u[i];
        }
        S->v[S->column[k]] += S->inverse_mass[S->column[k]] * sum;
    }
}

static void plain_sweep(plain *S)
{
    for (dls_int c = 0; S->P->dimension == 3 && c < S->P->contacts; c++) {
        visit(S, 3, c);
    }
    for (dls_int c = 0; S->P->dimension == 2 && c < S->P->contacts; c++) {
        visit(S, 2, c);
    }
}

race_times plain_sweeps(const dls_friction_problem *P, double limit)
{
    static const double MORE = 1.1; /* sweeps, from one verification to the next */
    race_times R;
    plain S;
    double start = now(), next = 1;
    plain_new(&S, P);
    double time = now() - start;
    int k = 0;
    for (dls_int done = 0; k < TOLERANCES && time < limit; next = ceil(MORE * next)) {
        start = now();
        for (; done < (dls_int)next; done++) {
            plain_sweep(&S);
        }
        time += now() - start;
        for (; k < TOLERANCES && race_solved(P, S.r, S.v, TOLERANCE[k]); k++) {
            R.seconds[k] = time;
        }
    }
    for (; k < TOLERANCES; k++) {
        R.seconds[k] = INFINITY;
    }
    plain_free(&S);
    return R;
}
