/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweeps themselves. */
#include <math.h>

#include "base/cpus.h"
#include "friction/past.h"

typedef double lane __attribute__((vector_size(DLS_LANE * sizeof(double)), may_alias));
#define INLINE __attribute__((always_inline)) static inline

INLINE double sum_of(const lane *a)
{
    return ((*a)[0] + (*a)[2]) + ((*a)[1] + (*a)[3]);
}

/* What all visits share, where nothing that is written may be thought to change it. */
typedef struct {
    const dls_visit *visits;
    const dls_int *lane;
    const double *h;
    double *y, *r;
} arrays;

/* u = w + h y */
INLINE void velocity(const arrays *A, int d, const dls_visit *V, double *u)
{
    const lane *h = (const lane *)A->h + V->first * d, *y = (const lane *)A->y;
    const dls_int *at = A->lane + V->first;
    lane x0 = {0}, x1 = {0}, x2 = {0};
    for (int k = 0; k < V->lanes; k++, h += d) {
        const lane *part = y + at[k];
        x0 += h[0] * *part;
        x1 += h[1] * *part;
        if (d == 3) {
            x2 += h[2] * *part;
        }
    }
    u[0] = V->w[0] + sum_of(&x0);
    u[1] = V->w[1] + sum_of(&x1);
    u[2] = d == 3 ? V->w[2] + sum_of(&x2) : 0;
}

/* y += h'x */
INLINE void push(const arrays *A, int d, const dls_visit *V, const double *x)
{
    const lane *h = (const lane *)A->h + V->first * d;
    const dls_int *at = A->lane + V->first;
    lane *y = (lane *)A->y;
    for (int k = 0; k < V->lanes; k++, h += d) {
        lane more = h[0] * x[0] + h[1] * x[1];
        if (d == 3) {
            more += h[2] * x[2];
        }
        y[at[k]] += more;
    }
}

/* W_cc = diag (a, b, b): x of r and u */
INLINE void solve_simple(int d, const dls_visit *V, double relax, const double *u, const double *r,
                         double *x)
{
    double normal = r[0] - relax * V->normal * u[0], by = relax * V->tangent;
    normal = normal > 0 ? normal : 0;
    double most = V->mu * normal, s = r[1] - by * u[1], t = d == 3 ? r[2] - by * u[2] : 0;
    double length2 = s * s + t * t;
    if (length2 > most * most) {
        double shrink = most / sqrt(length2);
        s *= shrink;
        t *= shrink;
    }
    x[0] = normal;
    x[1] = s;
    x[2] = t;
}

/* Sliding along e = -(trial force), a = r_N of  W_NN a + mu a W_NT e + q_N = 0 */
INLINE void solve_coupled(int d, const dls_law_block *B, const dls_visit *V, double relax,
                          const double *u, const double *r, double *x)
{
    double q = u[0];
    x[2] = 0;
    for (int i = 0; i < d; i++) {
        x[i] = r[i];
        for (int k = 0; k < d; k++) {
            x[i] -= relax * B->inverse[i * d + k] * u[k];
        }
        q -= B->W[i] * r[i];
    }
    double most = V->mu * x[0], length2 = x[1] * x[1] + x[2] * x[2];
    if (x[0] > 0 && length2 <= most * most) {
        return;
    }
    double s = r[1] - V->tangent * u[1], t = d == 3 ? r[2] - V->tangent * u[2] : 0;
    double length = sqrt(s * s + t * t), scale = length > 0 ? V->mu / length : 0;
    s *= scale;
    t *= scale;
    double D = B->W[0] + B->W[1] * s + (d == 3 ? B->W[2] * t : 0);
    double normal = r[0] + relax * (-q / D - r[0]);
    if (!(q < 0 && normal > 0)) {
        x[0] = x[1] = x[2] = 0;
        return;
    }
    x[0] = normal;
    x[1] = normal * s;
    x[2] = normal * t;
}

/* P_K (r + relax (x - r)), x the solution for q = u - W r */
static void solve_exactly(int d, const dls_law_block *B, double relax, const double *u,
                          const double *r, double *x)
{
    double q[DLS_FRICTION_DIM];
    for (int i = 0; i < d; i++) {
        q[i] = u[i] - dls_dot(d, B->W + i * d, r);
        x[i] = r[i];
    }
    dls_law_block_solve(d, B, q, x);
    if (relax != 1) {
        for (int i = 0; i < d; i++) {
            q[i] = r[i] + relax * (x[i] - r[i]);
        }
        dls_law_project(d, B->mu, q, x, NULL);
    }
}

INLINE void visit(const dls_sweeps *S, const arrays *A, int d, bool bodies, dls_int k, double relax)
{
    const dls_visit *V = A->visits + k;
    double *r = A->r + k * d, u[3], x[3];
    velocity(A, d, V, u);
    if (V->kind == DLS_VISIT_SIMPLE) {
        solve_simple(d, V, relax, u, r, x);
    } else if (V->kind == DLS_VISIT_COUPLED) {
        solve_coupled(d, S->blocks + k, V, relax, u, r, x);
    } else {
        solve_exactly(d, S->blocks + k, relax, u, r, x);
    }
    const double dr[3] = {x[0] - r[0], x[1] - r[1], d == 3 ? x[2] - r[2] : 0};
    r[0] = x[0];
    r[1] = x[1];
    if (d == 3) {
        r[2] = x[2];
    }
    if (!bodies) {
        dls_copy(d, r, A->y + S->contact[k] * DLS_LANE);
    } else if (dr[0] != 0 || dr[1] != 0 || dr[2] != 0) {
        push(A, d, V, dr);
    }
}

/* The loops are compiled for each d and form. */
DLS_FOR_CPUS("default", "avx2")
static void visit_all(const dls_sweeps *S, dls_int first, dls_int end, double relax)
{
    const arrays A = {S->visits, S->lane, S->h, S->y, S->r};
    bool bodies = S->bodies != NULL, space = S->T->d == 3;
    dls_int k = first;
    for (; k < end && bodies && space; k++) {
        visit(S, &A, 3, true, k, relax);
    }
    for (; k < end && bodies; k++) {
        visit(S, &A, 2, true, k, relax);
    }
    for (; k < end && space; k++) {
        visit(S, &A, 3, false, k, relax);
    }
    for (; k < end; k++) {
        visit(S, &A, 2, false, k, relax);
    }
}

/* A sweep; each member has a part of every colour, the last one is for one alone. crew NULL: one */
static void sweep(const dls_sweeps *S, dls_crew *crew, int member, double relax)
{
    int members = crew ? dls_crew_members(crew) : 1;
    if (members == 1) {
        visit_all(S, 0, S->T->nc, relax);
        return;
    }
    for (int colour = 0; colour < DLS_COLOURS; colour++) {
        dls_int first = colour > 0 ? S->end[colour - 1] : 0, size = S->end[colour] - first;
        bool alone = colour == DLS_COLOURS - 1;
        dls_int from = alone ? 0 : size * member / members;
        dls_int to = !alone ? size * (member + 1) / members : member == 0 ? size : 0;
        if (size > 0) {
            visit_all(S, first + from, first + to, relax);
            dls_crew_meet(crew);
        }
    }
}

typedef struct {
    dls_sweeps *S;
    dls_sweeps_run *run;
    dls_int count;
} errand;

static void sweep_some(dls_crew *crew, int member, void *data)
{
    const errand *E = data;
    dls_past *past = E->S->past;
    dls_int k = 0;
    bool arrived = false;
    while (k < E->count && !arrived) {
        if (E->run->accelerate) {
            dls_past_extrapolate(past, crew, member);
        }
        sweep(E->S, crew, member, E->run->relax);
        k++;
        if (E->run->accelerate) {
            dls_past_collect(past, crew, member);
            arrived = dls_past_change(past) <= E->run->goal;
        }
    }
    if (member == 0) {
        E->run->done += k;
        E->run->change = dls_past_change(past);
    }
}

void dls_friction_sweeps_do(dls_sweeps *S, dls_sweeps_run *run)
{
    enum { PART = 100 };              /* contacts for which a thread more is worth meeting it */
    static const double VISITS = 5e5; /* between two looks at the clock: 10 ms */
    dls_int members = DLS_MIN((dls_int)S->T->settings->workers, S->T->nc / PART);
    dls_int part = 1 + (dls_int)(VISITS / (double)(S->T->nc + 1));
    bool over = false;
    run->done = 0;
    run->change = INFINITY;
    while (run->done < run->count && !over) {
        errand E = {S, run, DLS_MIN(part, run->count - run->done)};
        if (members > 1) {
            dls_crew_run((int)members, sweep_some, &E);
        } else {
            sweep_some(NULL, 0, &E);
        }
        over = (run->accelerate && run->change <= run->goal) || dls_watch_over(&S->T->watch, NULL);
    }
}

/* y := L^-1 y, all bodies */
static void divide(const dls_sweeps *S)
{
    const dls_parts *B = S->bodies;
    for (dls_int g = 0; g < B->count; g++) {
        const double *L = S->L + S->row[g];
        double *y = S->y + S->place[B->member[B->start[g]]];
        for (dls_int i = 0; i < B->start[g + 1] - B->start[g]; i++, L += i) {
            y[i] = (y[i] - dls_dot(i, L, y)) / L[i];
        }
    }
}

void dls_friction_sweeps_begin(dls_sweeps *S, const double *r)
{
    const dls_friction_task *T = S->T;
    int d = T->d;
    const arrays A = {S->visits, S->lane, S->h, S->y, S->r};
    dls_past_forget(S->past);
    for (dls_int j = 0; j < T->n; j++) {
        S->y[S->place[j]] = -T->problem->f[j];
    }
    if (S->bodies) {
        divide(S);
    }
    for (dls_int k = 0; k < T->nc; k++) {
        dls_int c = S->contact[k];
        const double x[3] = {r[c * d], r[c * d + 1], r[c * d + d - 1]};
        dls_copy(d, T->problem->q + c * d, S->visits[k].w);
        dls_copy(d, x, S->r + k * d);
        if (S->bodies) {
            push(&A, d, S->visits + k, x);
        } else {
            dls_copy(d, x, S->y + c * DLS_LANE);
        }
    }
}

void dls_friction_sweeps_point(const dls_sweeps *S, double *r, double *v)
{
    const dls_parts *B = S->bodies;
    int d = S->T->d;
    for (dls_int k = 0; k < S->T->nc; k++) {
        dls_copy(d, S->r + k * d, r + S->contact[k] * d);
    }
    for (dls_int g = 0; B && g < B->count; g++) { /* L'v = y */
        const double *L = S->L + S->row[g], *y = S->y + S->place[B->member[B->start[g]]];
        const dls_int *member = B->member + B->start[g], count = B->start[g + 1] - B->start[g];
        for (dls_int i = count - 1; i >= 0; i--) {
            double sum = y[i];
            for (dls_int j = i + 1; j < count; j++) {
                sum -= L[j * (j + 1) / 2 + i] * v[member[j]];
            }
            v[member[i]] = sum / L[i * (i + 1) / 2 + i];
        }
    }
}
