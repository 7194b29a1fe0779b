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
        for (int i = 0; i < d; i++, W += d) { /* q waits once for each block */
            q[i] += W[0] * x[0] + W[1] * x[1] + (d == 3 ? W[2] * x[2] : 0);
        }
    }
    move(d, &V->block, relax, q, r + V->contact * d);
}

/* Visits from `first` on, or back from before `end`. The loops are compiled for each d. */
static void visit(const dls_sweeps *S, dls_int first, dls_int end, bool back, double relax,
                  double *r)
{
    const dls_visit *V = S->visits + (back ? end - 1 : first);
    dls_int count = end - first, step = back ? -1 : 1, k = 0;
    bool bodies = S->bodies != NULL, space = S->T->d == 3;
    for (; k < count && bodies && space; k++, V += step) {
        visit_bodies(S, 3, V, relax, r + 3 * V->contact);
    }
    for (; k < count && bodies; k++, V += step) {
        visit_bodies(S, 2, V, relax, r + 2 * V->contact);
    }
    for (; k < count && space; k++, V += step) {
        visit_contacts(S, 3, V, relax, r);
    }
    for (; k < count; k++, V += step) {
        visit_contacts(S, 2, V, relax, r);
    }
}

typedef struct {
    const dls_sweeps *S;
    dls_int count;
    bool both;
    double relax, *r;
} errand;

/* Each has a part of every colour; the last one is for one alone. */
static void sweep_together(dls_crew *crew, int member, void *data)
{
    const errand *E = data;
    const dls_int *ends = E->S->end;
    int members = dls_crew_members(crew);
    for (dls_int k = 0; k < E->count; k++) {
        bool back = E->both && k % 2;
        for (int step = 0; step < DLS_COLOURS; step++) {
            int colour = back ? DLS_COLOURS - 1 - step : step;
            dls_int first = colour > 0 ? ends[colour - 1] : 0, size = ends[colour] - first;
            if (size == 0) {
                continue;
            }
            dls_int from = size * member / members, to = size * (member + 1) / members;
            if (colour == DLS_COLOURS - 1) {
                from = 0;
                to = member == 0 ? size : 0;
            }
            visit(E->S, first + from, first + to, back, E->relax, E->r);
            dls_crew_meet(crew);
        }
    }
}

/* y = L^-1 (H'r - f) */
static void begin(dls_sweeps *S, const double *r)
{
    const dls_parts *B = S->bodies;
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

static void sweep_some(dls_sweeps *S, dls_int count, bool both, double relax, double *r)
{
    enum { PART = 100 }; /* contacts for which a thread more is worth meeting it */
    dls_int members = DLS_MIN((dls_int)S->T->settings->workers, S->T->nc / PART);
    if (members > 1 && count > 1) {
        errand E = {S, count, both, relax, r};
        dls_crew_run((int)members, sweep_together, &E);
        return;
    }
    for (dls_int k = 0; k < count; k++) {
        visit(S, 0, S->T->nc, both && k % 2, relax, r);
    }
}

void dls_friction_sweeps_run(dls_sweeps *S, dls_int count, bool both, double relax, double *r)
{
    static const double VISITS = 2e5; /* between two looks at the clock: 10 ms */
    dls_int pair = 2, part = pair * (dls_int)(1 + VISITS / (double)(pair * S->T->nc + 1));
    if (S->bodies) {
        begin(S, r);
    }
    for (dls_int done = 0; done < count; done += part) {
        sweep_some(S, DLS_MIN(part, count - done), both, relax, r);
        if (dls_watch_over(&S->T->watch, NULL)) {
            return;
        }
    }
}

void dls_friction_sweeps_velocity(const dls_sweeps *S, double *v)
{
    const dls_parts *B = S->bodies;
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
