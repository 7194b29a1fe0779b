/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Local problems. Where a pile jams, the residual of an otherwise good point is that of a few
   contacts around a body or two, which are in a wrong state (sticking, sliding, open) that neither
   sweeps nor Newton's steps leave. The contacts near the worst one are a small problem, the
   reactions of the others held; it is solved by methods that are too expensive for the whole. The
   point that results may well be worse at the border; steps of the whole repair that. A contact
   that is the worst again has its problem solved from zero, where another solution may be nearer,
   and then with more of its surroundings. */
#include <math.h>

#include "friction/cluster.h"

struct dls_clusters {
    dls_friction_task *T;
    const dls_sweeps *sweeps;
    dls_int *visit;           /* nc: of a contact */
    dls_int *tries;           /* nc: clusters around it in this run */
    dls_int *taken;           /* nc: the last cluster that it is a member of */
    dls_int *place;           /* nc: where there */
    double *error;            /* nc: |r - P (r - rho u^)| */
    double *h;                /* d * n: of one contact */
    double least;             /* of those that matter */
    double budget;            /* flops for one of them */
    dls_int most;             /* members */
    dls_int round;            /* clusters so far */
    dls_int *member, members; /* contacts of this one */
    dls_mat W;                /* of their problem, while it is solved */
    dls_int *count;           /* members: entries of a column of blocks of W, then filled so far */
    double *mu, *q, *r, *u;   /* of their problem */
};

static void lay_out(void *object, dls_room *room)
{
    dls_clusters *L = object;
    const dls_friction_task *T = L->T;
    dls_int N = T->d * DLS_CLUSTER;
    dls_int **contacts[] = {&L->visit, &L->tries, &L->taken, &L->place};
    double **rows[] = {&L->q, &L->r, &L->u};
    for (size_t k = 0; k < sizeof contacts / sizeof *contacts; k++) {
        *contacts[k] = DLS_TAKE(room, dls_int, T->nc);
    }
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        *rows[k] = DLS_TAKE(room, double, N);
    }
    L->error = DLS_TAKE(room, double, T->nc);
    L->h = DLS_TAKE(room, double, T->d * T->n);
    L->member = DLS_TAKE(room, dls_int, DLS_CLUSTER);
    L->mu = DLS_TAKE(room, double, DLS_CLUSTER);
    L->count = DLS_TAKE(room, dls_int, DLS_CLUSTER);
}

/* of a step: a dense L U */
static double price(const dls_clusters *L, dls_int members)
{
    return 2.0 / 3 * pow((double)(L->T->d * members), 3);
}

dls_error dls_friction_clusters_of(dls_friction_task *T, const dls_sweeps *sweeps, double budget,
                                   dls_clusters **out, dls_fault *fault)
{
    enum { SHARE = 4, LEAST = 20, STEPS = 20 }; /* a part of the whole, with room for so many */
    dls_clusters *L = dls_friction_workspace(T, DLS_WORK_CLUSTERS, sizeof *L, lay_out);
    *out = L;
    if (!L) {
        return dls_fail_memory(fault);
    }
    L->sweeps = sweeps;
    L->budget = budget;
    L->most = DLS_MIN(DLS_MAX(T->nc / SHARE, LEAST), DLS_CLUSTER);
    while (L->most > LEAST && STEPS * price(L, L->most) > budget) {
        L->most--;
    }
    for (dls_int k = 0; k < T->nc; k++) {
        L->visit[sweeps->visits[k].contact] = k;
        L->tries[k] = 0;
    }
    return DLS_OK;
}

/* ---- who belongs together ---- */

static const dls_visit *visit_of(const dls_clusters *L, dls_int contact)
{
    return L->sweeps->visits + L->visit[contact];
}

static void join(dls_clusters *L, dls_int c)
{
    if (L->taken[c] != L->round && L->members < L->most) {
        L->taken[c] = L->round;
        L->place[c] = L->members;
        L->member[L->members++] = c;
    }
}

/* Those that share a body with contact c */
static void join_neighbours(dls_clusters *L, dls_int c)
{
    const dls_parts *B = L->sweeps->bodies;
    const dls_visit *V = visit_of(L, c);
    dls_view H = L->T->problem->H;
    for (dls_int at = V->first; at < V->end; at++) {
        dls_int touched = L->sweeps->touch[at], j = B ? B->member[touched] : 0;
        for (dls_int k = B ? H.p[j] : 0; k < (B ? H.p[j + 1] : 1); k++) {
            join(L, B ? H.i[k] / L->T->d : touched);
        }
    }
}

static void gather(dls_clusters *L, dls_int c, int distance)
{
    dls_int next = 0;
    L->round++;
    L->members = 0;
    join(L, c);
    for (int k = 0; k < distance; k++) {
        for (dls_int end = L->members; next < end; next++) {
            join_neighbours(L, L->member[next]);
        }
    }
}

/* ---- their problem ---- */

/* Block (i, j) of W, after those above it; before there is room it is counted. */
static void put_block(dls_clusters *L, dls_int i, dls_int j, const double *block)
{
    int d = L->T->d;
    for (int k = 0; L->W.p && k < d * d; k++) {
        dls_int at = L->W.p[j * d + k % d] + L->count[j] + k / d;
        L->W.i[at] = i * d + k / d;
        L->W.x[at] = block[k];
    }
    L->count[j] += d;
}

/* h of member i, or nothing, where a product with another one's looks for it */
static void spread(dls_clusters *L, dls_int i, double factor)
{
    const dls_visit *V = visit_of(L, L->member[i]);
    int d = L->T->d;
    for (dls_int at = V->first; at < V->end; at++) {
        for (int k = 0; k < d; k++) {
            L->h[L->sweeps->touch[at] * d + k] = factor * L->sweeps->value[at * d + k];
        }
    }
}

/* Row i of blocks, h_i h_j' where they share a body */
static void fill_bodies(dls_clusters *L, dls_int i)
{
    int d = L->T->d;
    spread(L, i, 1);
    for (dls_int j = 0; j < L->members; j++) {
        const dls_visit *V = visit_of(L, L->member[j]);
        double block[DLS_FRICTION_DIM * DLS_FRICTION_DIM] = {0};
        for (dls_int at = V->first; at < V->end; at++) {
            const double *h = L->h + L->sweeps->touch[at] * d;
            for (int k = 0; k < d * d; k++) {
                block[k] += h[k / d] * L->sweeps->value[at * d + k % d];
            }
        }
        if (dls_largest(d * d, block) > 0) {
            put_block(L, i, j, block);
        }
    }
    spread(L, i, 0);
}

static void fill_contacts(dls_clusters *L, dls_int i)
{
    const dls_sweeps *S = L->sweeps;
    const dls_visit *V = visit_of(L, L->member[i]);
    int d = L->T->d;
    put_block(L, i, i, V->block.W);
    for (dls_int at = V->first; at < V->end; at++) {
        if (L->taken[S->touch[at]] == L->round) {
            put_block(L, i, L->place[S->touch[at]], S->value + at * d * d);
        }
    }
}

/* All blocks, row by row: into W, or counted. */
static void fill_matrix(dls_clusters *L)
{
    for (dls_int i = 0; i < L->members; i++) {
        L->count[i] = 0;
    }
    for (dls_int i = 0; i < L->members; i++) {
        if (L->sweeps->bodies) {
            fill_bodies(L, i);
        } else {
            fill_contacts(L, i);
        }
    }
}

/* false: out of memory */
static bool make_matrix(dls_clusters *L)
{
    int d = L->T->d;
    dls_int N = L->members * d, entries = 0;
    L->W = (dls_mat){.p = NULL};
    fill_matrix(L);
    for (dls_int i = 0; i < L->members; i++) {
        entries += d * L->count[i];
    }
    if (!dls_mat_new(&L->W, N, N, entries)) {
        return false;
    }
    for (dls_int k = 0; k < N; k++) {
        L->W.p[k + 1] = L->W.p[k] + L->count[k / d];
    }
    fill_matrix(L);
    return true;
}

/* q holds the reactions of all others. */
static dls_friction_problem extract(dls_clusters *L)
{
    const dls_friction_task *T = L->T;
    int d = T->d;
    for (dls_int i = 0; i < L->members; i++) {
        dls_int c = L->member[i];
        L->mu[i] = T->problem->mu[c];
        dls_copy(d, T->r + c * d, L->r + i * d);
        dls_copy(d, T->u + c * d, L->q + i * d);
    }
    dls_mul(dls_see(&L->W), -1, L->r, L->q);
    return (dls_friction_problem){
        .dimension = d, .contacts = L->members, .mu = L->mu, .W = dls_see(&L->W), .q = L->q};
}

/* ---- solutions ---- */

/* The reactions around contact c */
static dls_error solve(dls_clusters *L, dls_int c, bool *solved, dls_fault *fault)
{
    enum { NEAR = 2, FAR = 5 };
    static const double SHARE = 1e-2, LEAST = 1e-13, STEPS = 120;
    const dls_friction_task *T = L->T;
    bool warm = L->tries[c] % 2 == 0;
    gather(L, c, (int)DLS_MIN(NEAR + L->tries[c] / 2, FAR));
    L->tries[c]++;
    *solved = false;
    if (!make_matrix(L)) {
        return dls_fail_memory(fault);
    }
    dls_friction_problem problem = extract(L);
    dls_friction_settings settings = dls_friction_defaults();
    dls_friction_result result;
    settings.tolerance = fmax(LEAST, fmin(SHARE * T->error, T->settings->tolerance));
    settings.velocity_tolerance = INFINITY; /* of all contacts, it is judged outside */
    settings.max_iterations = ceil(fmin(STEPS, L->budget / price(L, L->members)));
    settings.max_time = fmax(0, T->watch.deadline - dls_clock());
    dls_error error =
        dls_friction(&problem, &settings, warm, T->host, L->r, L->u, NULL, &result, fault);
    dls_mat_free(&L->W);
    *solved = !error && result.outcome == DLS_SOLVED;
    if (!error && T->settings->display > 1) {
        dls_say(T->host, "        %lld contacts around %lld: %s, %s, %lld of %.0f steps",
                (long long)L->members, (long long)c + 1, dls_outcome_text(result.outcome),
                result.method, (long long)result.iterations, settings.max_iterations);
    }
    return error;
}

void dls_friction_clusters_begin(dls_clusters *L)
{
    const dls_friction_task *T = L->T;
    int d = T->d;
    L->least = 0;
    for (dls_int c = 0; c < T->nc; c++) {
        double F[DLS_FRICTION_DIM];
        dls_law_natural(d, T->problem->mu[c], T->rho[c], T->r + c * d, T->u + c * d, F, NULL, NULL);
        L->error[c] = dls_norm(d, F);
    }
}

dls_error dls_friction_clusters_next(dls_clusters *L, double *r, dls_fault *fault)
{
    static const double SHARE = 0.1;
    const dls_friction_task *T = L->T;
    int d = T->d;
    dls_int worst = 0;
    for (dls_int c = 1; c < T->nc; c++) {
        worst = L->error[c] > L->error[worst] ? c : worst;
    }
    if (!(L->error[worst] > L->least)) {
        return DLS_OK;
    }
    L->least = fmax(L->least, SHARE * L->error[worst]);
    bool solved;
    dls_error error = solve(L, worst, &solved, fault);
    for (dls_int i = 0; i < L->members; i++) {
        dls_copy(solved ? d : 0, L->r + i * d, r + L->member[i] * d);
        L->error[L->member[i]] = 0;
    }
    return error;
}
