/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPQR: solves J'J x = b for a tall J (rows-by-n, full column rank) from J P = Q R, so that the
   condition of J counts and not its square: R'R z = P'b and one corrected step. Q is never kept. */
#include "linsys/linsys.h"

typedef struct {
    dls_mat J, R;
    dls_int *order;    /* n: column k of R is column order[k] of J */
    double *z, *r, *t; /* n, n, rows */
} qr;

static void lay_out(void *object, dls_room *room)
{
    dls_linsys *S = object;
    qr F = {0};
    F.order = DLS_TAKE(room, dls_int, S->n);
    DLS_TAKE_NUMBERS(room, S->n, &F.z, &F.r);
    F.t = DLS_TAKE(room, double, S->rows);
    qr *state = S->state = DLS_TAKE(room, qr, 1);
    if (state) {
        *state = F;
    }
}

static void release(void *state)
{
    qr *F = state;
    dls_mat_free(&F->J);
    dls_mat_free(&F->R);
}

static dls_error analyse(dls_linsys *S, dls_view J)
{
    (void)J;
    bool ready = dls_pool_make(&S->pool, lay_out, S) && dls_pool_own(&S->pool, release, S->state);
    return ready ? DLS_OK : DLS_ERROR_MEMORY;
}

static dls_error take_factor(qr *F, cholmod_sparse *R, const dls_int *E, dls_int n,
                             cholmod_common *c)
{
    bool done = cholmod_l_sort(R, c) && dls_mat_copy(&F->R, (dls_view){n, n, R->p, R->i, R->x});
    for (dls_int k = 0; done && k < n; k++) {
        F->order[k] = E ? E[k] : k;
    }
    return done ? DLS_OK : DLS_ERROR_MEMORY;
}

static dls_error check_diagonal(dls_linsys *S)
{
    const qr *F = S->state;
    S->pivot_min = S->pivot_max = 0;
    for (dls_int k = 0; k < S->n; k++) {
        dls_int last = F->R.p[k + 1] - 1;
        double d = last >= F->R.p[k] && F->R.i[last] == k ? F->R.x[last] * F->R.x[last] : 0;
        S->pivot_min = k == 0 || d < S->pivot_min ? d : S->pivot_min;
        S->pivot_max = DLS_MAX(S->pivot_max, d);
    }
    return S->n == 0 || S->pivot_min > 0 ? DLS_OK : DLS_ERROR_NUMERICAL;
}

static dls_error factor(dls_linsys *S, dls_view J)
{
    qr *F = S->state;
    cholmod_common *c = &S->common;
    release(F);
    if (!dls_mat_copy(&F->J, J)) {
        return DLS_ERROR_MEMORY;
    }
    if (S->n == 0) {
        return DLS_OK;
    }
    cholmod_sparse H = dls_linsys_as_cholmod(J, 0), *R = NULL;
    dls_int *E = NULL;
    SuiteSparseQR_C(SPQR_ORDERING_DEFAULT, SPQR_NO_TOL, S->n, 0, &H, NULL, NULL, NULL, NULL, &R, &E,
                    NULL, NULL, NULL, c);
    dls_error error = R ? take_factor(F, R, E, S->n, c) : DLS_ERROR_MEMORY;
    S->entries = error ? 0 : (double)dls_entries(dls_see(&F->R));
    S->flops = c->SPQR_flopcount;
    cholmod_l_free_sparse(&R, c);
    if (E) {
        cholmod_l_free((size_t)S->n, sizeof(dls_int), E, c);
    }
    return error ? error : check_diagonal(S);
}

/* x += P (R'R)^-1 P' b */
static void add_solution(const qr *F, dls_int n, const double *b, double *x)
{
    const dls_mat *R = &F->R;
    double *z = F->z;
    for (dls_int k = 0; k < n; k++) { /* R' z = P' b */
        dls_int last = R->p[k + 1] - 1;
        double sum = b[F->order[k]];
        for (dls_int t = R->p[k]; t < last; t++) {
            sum -= R->x[t] * z[R->i[t]];
        }
        z[k] = sum / R->x[last];
    }
    for (dls_int k = n - 1; k >= 0; k--) { /* R y = z, in place */
        dls_int last = R->p[k + 1] - 1;
        double v = z[k] /= R->x[last];
        for (dls_int t = R->p[k]; t < last; t++) {
            z[R->i[t]] -= R->x[t] * v;
        }
    }
    for (dls_int k = 0; k < n; k++) {
        x[F->order[k]] += z[k];
    }
}

static dls_error solve(dls_linsys *S, dls_int count, const double *b, double *x)
{
    (void)count;
    qr *F = S->state;
    dls_zero(S->n, x);
    if (S->n == 0) {
        return DLS_OK;
    }
    add_solution(F, S->n, b, x);
    dls_copy(S->n, b, F->r); /* corrected seminormal equations: r = b - J'(J x) */
    dls_zero(F->J.rows, F->t);
    dls_mul(dls_see(&F->J), 1, x, F->t);
    dls_mul_t(dls_see(&F->J), -1, F->t, F->r);
    add_solution(F, S->n, F->r, x);
    return DLS_OK;
}

const dls_backend dls_linsys_qr = {.name = "qr",
                                   .shape = DLS_TALL,
                                   .block = 1,
                                   .price = 1,
                                   .analyse = analyse,
                                   .factor = factor,
                                   .solve = solve};
