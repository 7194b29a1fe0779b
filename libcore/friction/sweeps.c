/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweeps themselves. */
#include "friction/sweeps.h"

/* r := P_K (r + relax (x - r)), x the solution for q */
static inline void move(int d, const dls_law_block *block, double relax, const double *q, double *r)
{
    double x[DLS_FRICTION_DIM];
    for (int i = 0; i < d; i++) {
        x[i] = r[i];
    }
    dls_law_block_solve(d, block, q, x);
    if (relax != 1) {
        for (int i = 0; i < d; i++) {
            x[i] = r[i] + relax * (x[i] - r[i]);
        }
        double most = block->mu * x[0], length2 = x[1] * x[1] + (d == 3 ? x[2] * x[2] : 0);
        if (!(most >= 0 && length2 <= most * most)) {
            dls_law_project(d, block->mu, x, r, NULL);
            return;
        }
    }
    for (int i = 0; i < d; i++) {
        r[i] = x[i];
    }
}

/* Sums in scalars, which stay in registers. */
static inline void visit_bodies(const dls_sweeps *S, int d, const dls_visit *V, double relax,
                                double *r)
{
    const double *w = S->T->problem->q + V->contact * d, *first = S->value + V->first * d;
    const double *W = V->block.W, *h = first;
    double q[DLS_FRICTION_DIM], x = 0, y = 0, z = 0;
    for (const dls_int *at = S->touch + V->first; at < S->touch + V->end; at++, h += d) {
        x += h[0] * S->y[*at];
        y += h[1] * S->y[*at];
        z += d == 3 ? h[2] * S->y[*at] : 0;
    }
    for (int i = 0; i < d; i++) {
        q[i] = w[i] + (i == 0 ? x : i == 1 ? y : z);
        for (int j = 0; j < d; j++) {
            q[i] -= W[i * d + j] * r[j];
        }
    }
    x = -r[0];
    y = -r[1];
    z = d == 3 ? -r[2] : 0;
    move(d, &V->block, relax, q, r);
    x += r[0];
    y += r[1];
    z += d == 3 ? r[2] : 0;
    h = first;
    for (const dls_int *at = S->touch + V->first; at < S->touch + V->end; at++, h += d) {
        S->y[*at] += h[0] * x + h[1] * y + (d == 3 ? h[2] * z : 0);
    }
}

static inline void visit_contacts(const dls_sweeps *S, int d, const dls_visit *V, double relax,
                                  double *r)
{
    double q[DLS_FRICTION_DIM];
    const double *W = S->value + V->first * d * d;
    for (int i = 0; i < d; i++) {
        q[i] = S->T->problem->q[V->contact * d + i];
    }
    for (dls_int at = V->first; at < V->end; at++) {
        const double *x = r + S->touch[at] * d;
        for (int i = 0; i < d; i++, W += d) {
            for (int j = 0; j < d; j++) {
                q[i] += W[j] * x[j];
            }
        }
    }
    move(d, &V->block, relax, q, r + V->contact * d);
}

/* All contacts, from the first or from the last on. The loops are compiled for each d. */
static void sweep(const dls_sweeps *S, bool back, double relax, double *r)
{
    const dls_visit *V = S->visits;
    dls_int last = S->T->nc - 1, k = 0;
    bool bodies = S->mobility, space = S->T->d == 3;
    for (; k <= last && bodies && space; k++) {
        const dls_visit *at = V + (back ? last - k : k);
        visit_bodies(S, 3, at, relax, r + 3 * at->contact);
    }
    for (; k <= last && bodies; k++) {
        const dls_visit *at = V + (back ? last - k : k);
        visit_bodies(S, 2, at, relax, r + 2 * at->contact);
    }
    for (; k <= last && space; k++) {
        const dls_visit *at = V + (back ? last - k : k);
        visit_contacts(S, 3, at, relax, r);
    }
    for (; k <= last; k++) {
        const dls_visit *at = V + (back ? last - k : k);
        visit_contacts(S, 2, at, relax, r);
    }
}

/* y = L^-1 (H'r - f) */
static void begin(dls_sweeps *S, const double *r)
{
    const dls_mobility *B = S->mobility;
    int d = S->T->d;
    for (dls_int k = 0; k < S->T->n; k++) {
        S->y[k] = -S->T->problem->f[B->member[k]];
    }
    for (dls_int g = 0; g < S->groups; g++) {
        dls_friction_sweeps_forward(S, g, 1, S->y + B->start[g]);
    }
    for (const dls_visit *V = S->visits; V < S->visits + S->T->nc; V++) {
        for (dls_int at = V->first; at < V->end; at++) {
            S->y[S->touch[at]] += dls_dot(d, S->value + at * d, r + V->contact * d);
        }
    }
}

void dls_friction_sweeps_run(dls_sweeps *S, dls_int count, bool both, double relax, double *r)
{
    if (S->mobility) {
        begin(S, r);
    }
    for (dls_int k = 0; k < count; k++) {
        sweep(S, both && k % 2, relax, r);
    }
}

void dls_friction_sweeps_velocity(const dls_sweeps *S, double *v)
{
    const dls_mobility *B = S->mobility;
    for (dls_int g = 0; g < S->groups; g++) { /* L'v = y */
        const double *L = S->L + S->row[g];
        const dls_int *member = B->member + B->start[g], count = B->start[g + 1] - B->start[g];
        for (dls_int i = count - 1; i >= 0; i--) {
            double sum = S->y[B->start[g] + i];
            for (dls_int j = i + 1; j < count; j++) {
                sum -= L[j * (j + 1) / 2 + i] * v[member[j]];
            }
            v[member[i]] = sum / L[i * (i + 1) / 2 + i];
        }
    }
}
