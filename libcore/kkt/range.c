/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where proximal steps contract slowly (long closed loops): E has the square of the condition that
   the constraints have, Q R of them has not. Where the inertia is made of small definite blocks,
   A = L L', the constraints in units of inertia, C = L^-1 B = Q R, with z = L'x:

       z + C y = L^-1 r1,  C'z = r2:     z = Q (t, h2),  R1't = r2,  h = Q'L^-1 r1,  R1 y = h1 - t.

   Elsewhere Q R of the whole K, whose solution of least norm is Q (w, 0), R1'w = r. In both cases y
   is purged by a basis of ker B, from the same R or from that of B. Q R without pivoting of columns
   may misjudge the rank: what does not look sound is refused. */
#include <math.h>

#include "kkt/kkt.h"

struct dls_kkt_range {
    bool unique;     /* ker B is {0} */
    bool whole;      /* Q R of K; else */
    dls_metric mass; /* A = C C' */
    dls_rank rank;   /* of C^-1 B or K, with Q */
    double *x, *z;   /* n; n or m, whichever is more; n + m both of K */
    dls_pool pool;
};

static void lay_out(void *object, dls_room *room)
{
    dls_kkt_range *W = object;
    W->x = DLS_TAKE(room, double, W->rank.H.rows);
    W->z = DLS_TAKE(room, double, DLS_MAX(W->rank.H.rows, W->rank.R.cols));
}

static void release(void *object)
{
    dls_kkt_range *W = object;
    dls_pool_free(&W->mass.pool);
    dls_rank_free(&W->rank);
}

void dls_kkt_range_free(dls_kkt_range *W)
{
    if (W) {
        dls_pool_free(&W->pool);
        dls_free(W);
    }
}

/* Is A made of blocks so small and clearly definite that C^-1 B is as sparse as B? */
static bool is_local(const dls_kkt *K, const dls_metric *mass)
{
    static const double LEAST = 1e-9; /* pivot over the largest diagonal entry, which is about 1 */
    const cholmod_factor *L = mass->L;
    bool local = !L || (double)((const dls_int *)L->p)[L->n] <= (double)dls_entries(dls_see(&K->A));
    for (dls_int k = 0; local && k < K->n; k++) {
        double d = L ? ((const double *)L->x)[((const dls_int *)L->p)[k]] : mass->root[k];
        local = d * d > LEAST;
    }
    return local;
}

/* C^-1 B */
static dls_error whiten(dls_kkt *K, dls_metric *mass, dls_mat *C, dls_fault *fault)
{
    dls_mat Ct = {0};
    dls_error error = DLS_OK;
    if (mass->root && !dls_mat_copy(&Ct, dls_see(&K->Bt))) {
        error = dls_fail_memory(fault);
    }
    error = error ? error : dls_kkt_metric_columns(mass, dls_see(&K->Bt), &Ct, fault);
    if (!error && !dls_mat_transpose(C, dls_see(&Ct), NULL)) {
        error = dls_fail_memory(fault);
    }
    dls_mat_free(&Ct);
    return error;
}

/* |G v| of the columns v of ker G, over |G| |v|, at most: constraints that are nearly dependent,
   and not quite, have more than rounding there. x: n */
static double departure(const dls_kkt *K, const dls_mat *V, double *x)
{
    double worst = 0, longest = dls_longest_column(dls_see(&K->B));
    for (dls_int c = 0; c < V->cols; c++) {
        double square = 0, terms = 0;
        for (int write = 1; write >= 0; write--) { /* then what was written is zero again */
            for (dls_int t = V->p[c]; t < V->p[c + 1]; t++) {
                dls_int j = V->i[t];
                double v = V->x[t] / K->T[j];
                terms += write * v * v;
                for (dls_int k = K->B.p[j]; write && k < K->B.p[j + 1]; k++) {
                    x[K->B.i[k]] += v * K->B.x[k];
                }
                for (dls_int k = K->B.p[j]; !write && k < K->B.p[j + 1]; k++) {
                    square += x[K->B.i[k]] * x[K->B.i[k]];
                    x[K->B.i[k]] = 0;
                }
            }
        }
        worst = fmax(worst, sqrt(square / terms) / longest);
    }
    return worst;
}

/* K->reactions := ker B, from the R of it. *sound: it is local and clear. */
static dls_error take_kernel(dls_kkt *K, const dls_rank *rank, double *x, bool *sound,
                             dls_fault *fault)
{
    static const double FULL = 3;          /* entries of V over those of B */
    static const double CONDITION = 1e-10; /* least over largest pivot of V'V */
    static const double ROUNDING = 1e-13;
    double most = FULL * (double)dls_entries(dls_see(&K->B));
    *sound = true;
    if (rank->rank == K->m || K->reactions.gram) {
        return DLS_OK;
    }
    dls_error error = dls_kkt_nullspace_of(K, rank, most, sound, fault);
    if (error == DLS_ERROR_NUMERICAL) {
        *sound = false;
        error = DLS_OK;
    }
    const dls_linsys *gram = K->reactions.gram;
    *sound = !error && *sound && gram && gram->pivot_min > CONDITION * gram->pivot_max;
    dls_zero(*sound ? K->n : 0, x);
    *sound = *sound && departure(K, &K->reactions.V, x) <= ROUNDING;
    if (!*sound) {
        dls_kkt_nullspace_free(&K->reactions);
    }
    return error;
}

/* W->rank of X, with Q; clear? */
static dls_error reveal(dls_kkt *K, dls_kkt_range *W, dls_view X, bool *sound, dls_fault *fault)
{
    /* K has small eigenvalues - sigma^2: it must be seen that refinement converges, and nullities
       must agree; of the constraints nothing else decides */
    const double CLEAR = W->whole ? 10 * DLS_EPS : 1e-12;
    const dls_rank_rule rule = {K->settings.rank_tolerance, DLS_RANK_CEILING, -1, false};
    dls_error error = dls_rank_reveal_with_q(X, rule, &W->rank, fault);
    if (!error && !dls_pool_make(&W->pool, lay_out, W)) {
        error = dls_fail_memory(fault);
    }
    *sound = !error && dls_rank_clearness(&W->rank, W->z) > CLEAR;
    return error;
}

static dls_error use_constraints(dls_kkt *K, dls_kkt_range *W, bool *sound, dls_fault *fault)
{
    dls_mat C = {0};
    dls_error error = whiten(K, &W->mass, &C, fault);
    error = error ? error : reveal(K, W, dls_see(&C), sound, fault);
    dls_mat_free(&C);
    return error || !*sound ? error : take_kernel(K, &W->rank, W->x, sound, fault);
}

/* dim ker K is that of the null spaces known. */
static bool agrees(const dls_kkt *K, const dls_kkt_range *W)
{
    const dls_nullspace *N = &K->floating;
    dls_int nullity = N->V.cols + N->decided - N->outer.rank + K->reactions.V.cols;
    return W->rank.rank + nullity == K->n + K->m;
}

static dls_error use_whole(dls_kkt *K, dls_kkt_range *W, bool *sound, dls_fault *fault)
{
    const dls_rank_rule rule = {K->settings.rank_tolerance, DLS_RANK_CEILING, -1, false};
    const dls_blocks S = dls_kkt_blocks(K);
    dls_mat saddle = {0};
    dls_rank rank = {0};
    W->whole = true;
    dls_error error = dls_rank_saddle_pattern(&S, false, &saddle) ? DLS_OK : dls_fail_memory(fault);
    if (!error) {
        dls_rank_saddle_values(&S, false, 0, 0, &saddle);
        error = reveal(K, W, dls_see(&saddle), sound, fault);
    }
    dls_mat_free(&saddle);
    if (!error && *sound) {
        error = dls_rank_reveal(dls_see(&K->B), rule, &rank, fault);
        error = error ? error : take_kernel(K, &rank, W->x, sound, fault);
        W->unique = rank.rank == K->m;
        *sound = *sound && agrees(K, W);
    }
    dls_rank_free(&rank);
    return error;
}

static dls_error build(dls_kkt *K, dls_kkt_range *W, bool *sound, dls_fault *fault)
{
    dls_error error = dls_kkt_metric_make(&W->mass, dls_see(&K->A), K->n, fault);
    if (error == DLS_ERROR_MEMORY) {
        return error;
    }
    if (error) { /* not definite */
        return use_whole(K, W, sound, fault);
    }
    *sound = is_local(K, &W->mass);
    error = *sound ? use_constraints(K, W, sound, fault) : DLS_OK;
    W->unique = W->rank.rank == K->m;
    return error;
}

/* Loops have little fill; on lattices Q R costs many times what E does, with a kernel not local. */
static bool has_little_fill(const dls_kkt *K)
{
    static const double LITTLE = 20; /* flops per entry of the factor of E */
    return K->backend->definite && K->factor->flops < LITTLE * K->factor->entries;
}

dls_error dls_kkt_range_make(dls_kkt *K, dls_fault *fault)
{
    enum { SMALL = 600 }; /* unknowns: dense singular values come to the rescue there */
    bool sound = false;
    if (K->range || K->range_refused || K->team || K->massless || K->m == 0 ||
        K->n + K->m <= SMALL || !has_little_fill(K)) {
        return DLS_OK;
    }
    dls_kkt_range *W = DLS_NEW(dls_kkt_range, 1);
    if (!W || !dls_pool_own(&W->pool, release, W)) {
        dls_free(W);
        return dls_fail_memory(fault);
    }
    dls_error error = build(K, W, &sound, fault);
    if (error || !sound) {
        dls_kkt_range_free(W);
        K->range_refused = true;
        return error;
    }
    K->range = W;
    return DLS_OK;
}

bool dls_kkt_range_unique(const dls_kkt_range *W)
{
    return W->unique;
}

static void apply_whole(dls_kkt *K, const double *r1, const double *r2, double *dx, double *dy)
{
    dls_kkt_range *W = K->range;
    const dls_rank *F = &W->rank;
    for (dls_int k = 0; k < F->rank; k++) {
        dls_int i = F->order[k];
        W->x[k] = i < K->n ? r1[i] : r2 ? r2[i - K->n] : 0;
    }
    dls_rank_solve_t(F, W->x);
    dls_zero(K->n + K->m - F->rank, W->x + F->rank);
    dls_rank_apply_q(F, W->x, W->z);
    dls_copy(K->n, W->x, dx);
    dls_copy(K->m, W->x + K->n, dy);
}

void dls_kkt_range_apply(dls_kkt *K, const double *r1, const double *r2, double *dx, double *dy)
{
    dls_kkt_range *W = K->range;
    const dls_rank *F = &W->rank;
    if (W->whole) {
        apply_whole(K, r1, r2, dx, dy);
        return;
    }
    dls_copy(K->n, r1, W->x);
    dls_kkt_metric_data(&W->mass, 1, W->x);
    dls_rank_apply_q_t(F, W->x, W->z);
    for (dls_int k = 0; k < F->rank; k++) {
        W->z[k] = r2 ? r2[F->order[k]] : 0;
    }
    dls_rank_solve_t(F, W->z);
    for (dls_int k = 0; k < F->rank; k++) { /* x := (t, h2), z := h1 - t */
        double t = W->z[k];
        W->z[k] = W->x[k] - t;
        W->x[k] = t;
    }
    dls_rank_solve(F, W->z);
    dls_zero(K->m, dy);
    for (dls_int k = 0; k < F->rank; k++) {
        dy[F->order[k]] = W->z[k];
    }
    dls_rank_apply_q(F, W->x, W->z);
    dls_copy(K->n, W->x, dx);
    dls_kkt_metric_result(&W->mass, 1, dx);
}
