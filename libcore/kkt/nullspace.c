/* SPDX-License-Identifier: GPL-3.0-or-later */
/* N = ker A cap ker B', the accelerations that neither inertia nor constraints determine. The
   proximal steps see nothing there (but amplify rounding by 1/rho), so N is found and projected out
   exactly: with a sparse basis V (rank/peel.c) t_N = V (V'V)^-1 V't, in large components by
   Householder vectors of the range of [A, B]. Where constraints are
   scaled ker B likewise: least norms are the caller's, not those of the scaled unknowns. */
#include "kkt/kkt.h"

/* Lower triangle of V'V, the normal matrix of B = V', and its Cholesky factor. */
static dls_error factor_gram(dls_nullspace *N, dls_fault *fault)
{
    dls_int n = N->V.cols;
    dls_mat Vt = {0}, gram = {0}, none = {0};
    bool ready = dls_mat_transpose(&Vt, dls_see(&N->V), NULL) && dls_mat_new(&none, n, n, 0);
    dls_blocks S = {dls_see(&none), dls_see(&Vt), dls_see(&N->V)};
    ready = ready && dls_rank_normal_pattern(&S, &gram) && dls_rank_normal_values(&S, 0, 1, &gram);
    dls_error error =
        ready ? dls_linsys_create(&N->gram, &dls_linsys_cholesky, dls_see(&gram), 0, fault)
              : dls_fail_memory(fault);
    error = error ? error : dls_linsys_factor(N->gram, dls_see(&gram), fault);
    dls_mat_free(&Vt);
    dls_mat_free(&none);
    dls_mat_free(&gram);
    return error;
}

static void lay_out(void *object, dls_room *room)
{
    dls_nullspace *N = object;
    DLS_TAKE_NUMBERS(room, N->V.cols, &N->c, &N->d);
    DLS_TAKE_NUMBERS(room, N->decided, &N->u, &N->w);
}

static void release(void *object)
{
    dls_nullspace *N = object;
    dls_mat_free(&N->V);
    dls_linsys_free(N->gram);
    dls_rank_free(&N->outer);
    dls_free(N->number);
}

/* N with the basis V, which it takes over */
static dls_error take_basis(dls_nullspace *N, dls_mat *V, dls_fault *fault)
{
    if (!dls_pool_own(&N->pool, release, N)) {
        release(N);
        *N = (dls_nullspace){0};
        return dls_fail_memory(fault);
    }
    N->V = *V;
    *V = (dls_mat){0};
    if (!dls_pool_make(&N->pool, lay_out, N)) {
        return dls_fail_memory(fault);
    }
    return N->V.cols > 0 ? factor_gram(N, fault) : DLS_OK;
}

dls_error dls_kkt_nullspace_floating(dls_kkt *K, dls_floating *F, dls_fault *fault)
{
    dls_nullspace *N = &K->floating;
    dls_mat V = {0};
    dls_kkt_nullspace_free(N);
    if (F->V.cols == 0 && F->outer.rank == F->decided) {
        return DLS_OK;
    }
    dls_error error = dls_mat_copy(&V, dls_see(&F->V)) ? DLS_OK : dls_fail_memory(fault);
    if (!error && F->outer.rank < F->decided) {
        N->outer = F->outer;
        N->number = F->number;
        N->decided = F->decided;
        F->outer = (dls_rank){0};
        F->number = NULL;
        F->decided = 0;
    }
    error = error ? error : take_basis(N, &V, fault);
    dls_mat_free(&V);
    return error;
}

dls_error dls_kkt_nullspace_of(dls_kkt *K, const dls_rank *rank, double most, bool *local,
                               dls_fault *fault)
{
    dls_mat V = {0};
    dls_error error = dls_rank_kernel(rank, most, &V, fault);
    *local = !error && V.p;
    for (dls_int k = 0; *local && k < V.p[V.cols]; k++) {
        V.x[k] *= K->T[V.i[k]];
    }
    dls_kkt_nullspace_free(&K->reactions);
    error = error || !*local ? error : take_basis(&K->reactions, &V, fault);
    dls_mat_free(&V);
    return error;
}

static dls_error reactions_to(dls_kkt *K, double tolerance, dls_fault *fault)
{
    dls_mat V = {0};
    dls_int *dependent = DLS_NEW(dls_int, K->m);
    dls_error error =
        dependent ? dls_rank_null_space(dls_see(&K->B), K->T, tolerance, &V, dependent, fault)
                  : dls_fail_memory(fault);
    dls_kkt_nullspace_free(&K->reactions);
    error = error ? error : take_basis(&K->reactions, &V, fault);
    dls_mat_free(&V);
    dls_free(dependent);
    return error;
}

/* Where rounding is all that some row has a basis to it may not be factorised, and one to the
   ceiling is. */
dls_error dls_kkt_nullspace_reactions(dls_kkt *K, dls_fault *fault)
{
    dls_error error = reactions_to(K, K->settings.rank_tolerance, fault);
    return error == DLS_ERROR_NUMERICAL ? reactions_to(K, DLS_RANK_CEILING, fault) : error;
}

bool dls_kkt_nullspace_any(const dls_nullspace *N)
{
    return N->gram || N->decided > 0;
}

/* u := the part of t(number) in the range of `outer`, or the other one */
static void split(dls_nullspace *N, const double *t, bool in_range)
{
    for (dls_int k = 0; k < N->decided; k++) {
        N->u[k] = t[N->number[k]];
    }
    dls_rank_apply_q_t(&N->outer, N->u, N->w);
    for (dls_int k = 0; k < N->decided; k++) {
        N->u[k] = (k < N->outer.rank) == in_range ? N->u[k] : 0;
    }
    dls_rank_apply_q(&N->outer, N->u, N->w);
}

static void put_back(const dls_nullspace *N, double *t)
{
    for (dls_int k = 0; k < N->decided; k++) {
        t[N->number[k]] = N->u[k];
    }
}

dls_error dls_kkt_nullspace_part(dls_nullspace *N, dls_int n, double *t)
{
    dls_view V = dls_see(&N->V);
    dls_error error = DLS_OK;
    if (N->decided > 0) {
        split(N, t, false);
    }
    if (N->gram) {
        dls_set_mul_t(V, t, N->c);
        error = dls_linsys_solve(N->gram, N->c, N->d);
    }
    dls_zero(n, t);
    if (N->gram) {
        dls_mul(V, 1, N->d, t);
    }
    put_back(N, t);
    return error;
}

/* The first pass leaves the rounding of what it takes away, which may be large; the second hardly
   any. (To make the dependent coordinates zero first would be exact, but where such a coordinate is
   small in its null vector all others would grow as 1 over it, and their rounding with them.) */
dls_error dls_kkt_nullspace_remove(dls_nullspace *N, double *t)
{
    enum { PASSES = 2 };
    dls_view V = dls_see(&N->V);
    dls_error error = DLS_OK;
    for (int pass = 0; !error && N->gram && pass < PASSES; pass++) {
        dls_set_mul_t(V, t, N->c);
        error = dls_linsys_solve(N->gram, N->c, N->d);
        dls_mul(V, -1, N->d, t);
    }
    if (N->decided > 0) {
        split(N, t, true);
        put_back(N, t);
    }
    return error;
}

void dls_kkt_nullspace_free(dls_nullspace *N)
{
    dls_pool_free(&N->pool);
    *N = (dls_nullspace){0};
}
