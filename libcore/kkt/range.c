/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where proximal steps contract slowly (long closed loops) and the inertia is made of small
   definite blocks, A = L L': the constraints in units of inertia, C = L^-1 B = Q R, have the
   condition of B, of which E has the square. With z = L'x

       z + C y = L^-1 r1,  C'z = r2:     z = Q (t, h2),  R1't = r2,  h = Q'L^-1 r1,  R1 y = h1 - t,

   and ker B from the same R, which purges y. Q R without pivoting of columns may misjudge the rank:
   what does not look sound is refused. */
#include <math.h>

#include "kkt/kkt.h"

struct dls_kkt_range {
    dls_metric mass; /* A = C C' */
    dls_rank rank;   /* of C^-1 B, with Q */
    double *x, *z;   /* n, max (n, m) */
    dls_pool pool;
};

static void lay_out(void *object, dls_room *room)
{
    dls_kkt_range *W = object;
    dls_int n = W->rank.R.cols > 0 ? W->rank.H.rows : 0;
    W->x = DLS_TAKE(room, double, n);
    W->z = DLS_TAKE(room, double, DLS_MAX(n, W->rank.R.cols));
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

/* K->reactions := ker B, from R. *sound: it is local and clear. */
static dls_error take_kernel(dls_kkt *K, dls_kkt_range *W, bool *sound, dls_fault *fault)
{
    static const double FULL = 3;          /* entries of V over those of B */
    static const double CONDITION = 1e-10; /* least over largest pivot of V'V */
    static const double ROUNDING = 1e-13;
    const dls_rank *rank = &W->rank;
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
    dls_zero(*sound ? K->n : 0, W->x);
    *sound = *sound && departure(K, &K->reactions.V, W->x) <= ROUNDING;
    if (!*sound) {
        dls_kkt_nullspace_free(&K->reactions);
    }
    return error;
}

static dls_error build(dls_kkt *K, dls_kkt_range *W, bool *sound, dls_fault *fault)
{
    static const double CLEAR = 1e-12;
    const dls_rank_rule rule = {K->settings.rank_tolerance, DLS_RANK_CEILING, -1, false};
    dls_mat C = {0};
    dls_error error = dls_kkt_metric_make(&W->mass, dls_see(&K->A), K->n, fault);
    *sound = !error && is_local(K, &W->mass);
    if (error || !*sound) {
        return error == DLS_ERROR_MEMORY ? error : DLS_OK;
    }
    error = whiten(K, &W->mass, &C, fault);
    error = error ? error : dls_rank_reveal_with_q(dls_see(&C), rule, &W->rank, fault);
    dls_mat_free(&C);
    if (!error && !dls_pool_make(&W->pool, lay_out, W)) {
        error = dls_fail_memory(fault);
    }
    *sound = !error && dls_rank_clearness(&W->rank, W->z) > CLEAR;
    return error || !*sound ? error : take_kernel(K, W, sound, fault);
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
    return W->rank.rank == W->rank.R.cols;
}

void dls_kkt_range_apply(dls_kkt *K, const double *r1, const double *r2, double *dx, double *dy)
{
    dls_kkt_range *W = K->range;
    const dls_rank *F = &W->rank;
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
