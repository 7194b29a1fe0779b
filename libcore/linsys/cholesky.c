/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CHOLMOD: supernodal or simplicial L L' of a positive definite matrix, and simplicial L D L' of a
   quasi-definite one (strongly factorisable in every ordering: no pivoting). */
#include <math.h>
#include <string.h>

#include "linsys/linsys.h"

typedef struct {
    cholmod_factor *L;
    cholmod_dense *Y, *E, *X; /* workspace of cholmod_l_solve2, kept between solves */
    double *w;                /* permuted right-hand side of the simplicial solve */
    double *inverse;          /* 1 / diagonal of a simplicial factor: solves multiply */
} chol;

static cholmod_factor *analyse_with(cholmod_sparse *H, int ordering, cholmod_common *c)
{
    c->nmethods = 1;
    c->method[0].ordering = ordering;
    c->postorder = 1;
    return cholmod_l_analyze(H, c);
}

/* Minimum degree; nested dissection too where the work per entry says "three-dimensional": it costs
   as much as factorising a plane problem, which it seldom improves. */
static cholmod_factor *analyse_best(cholmod_sparse *H, cholmod_common *c)
{
    static const double SPATIAL = 1200; /* flops per entry of L */
    cholmod_factor *L = analyse_with(H, CHOLMOD_AMD, c);
    double lnz = c->lnz, flops = c->fl;
    if (!L || flops < SPATIAL * lnz) {
        return L;
    }
    cholmod_factor *other = analyse_with(H, CHOLMOD_METIS, c);
    if (other && c->fl < flops) {
        cholmod_l_free_factor(&L, c);
        return other;
    }
    cholmod_l_free_factor(&other, c);
    c->lnz = lnz;
    c->fl = flops;
    return L;
}

static dls_error analyse(dls_linsys *S, dls_view A, bool ldl)
{
    chol *C = DLS_NEW(chol, 1);
    if (!C) {
        return DLS_ERROR_MEMORY;
    }
    S->state = C;
    cholmod_common *c = &S->common;
    c->supernodal = ldl ? CHOLMOD_SIMPLICIAL : CHOLMOD_AUTO;
    c->final_ll = !ldl;
    c->final_asis = 1;
    c->quick_return_if_not_posdef = 1;
    cholmod_sparse H = dls_linsys_as_cholmod(A, -1);
    H.sorted = 0; /* the assembly leaves rows unsorted: nothing here needs the order */
    C->L = ldl ? analyse_with(&H, CHOLMOD_AMD, c) : analyse_best(&H, c);
    C->w = DLS_NEW(double, 2 * S->n);
    C->inverse = DLS_NEW(double, S->n);
    if (!C->L || !C->w || !C->inverse) {
        return DLS_ERROR_MEMORY;
    }
    S->entries = c->lnz;
    S->flops = c->fl;
    return DLS_OK;
}

static dls_error analyse_ll(dls_linsys *S, dls_view A)
{
    return analyse(S, A, false);
}

static dls_error analyse_ldl(dls_linsys *S, dls_view A)
{
    return analyse(S, A, true);
}

static void see_pivot(dls_linsys *S, double pivot)
{
    S->pivot_min = fmin(S->pivot_min, fabs(pivot));
    S->pivot_max = fmax(S->pivot_max, fabs(pivot));
    S->negative_pivots += pivot < 0;
}

/* Visit the diagonal of L L' or D. */
static void see_pivots(dls_linsys *S, const cholmod_factor *L, double *inverse)
{
    S->pivot_min = INFINITY;
    S->pivot_max = 0;
    S->negative_pivots = 0;
    const double *x = L->x;
    if (L->is_super) {
        const dls_int *super = L->super, *pi = L->pi, *px = L->px;
        for (size_t s = 0; s < L->nsuper; s++) {
            dls_int rows = pi[s + 1] - pi[s];
            for (dls_int j = 0; j < super[s + 1] - super[s]; j++) {
                double d = x[px[s] + j + j * rows];
                see_pivot(S, d * d);
            }
        }
    } else {
        const dls_int *p = L->p;
        for (size_t j = 0; j < L->n; j++) {
            double d = x[p[j]];
            see_pivot(S, L->is_ll ? d * d : d);
            inverse[j] = 1 / d;
        }
    }
}

static dls_error factor(dls_linsys *S, dls_view A)
{
    chol *C = S->state;
    cholmod_common *c = &S->common;
    cholmod_sparse H = dls_linsys_as_cholmod(A, -1);
    H.sorted = 0;
    dls_linsys_cholmod_factorize(&H, C->L, c);
    if (c->status == CHOLMOD_OUT_OF_MEMORY || c->status == CHOLMOD_TOO_LARGE) {
        return DLS_ERROR_MEMORY;
    }
    /* success is claimed for minor < n too: ask the factor, not the status */
    if (c->status < 0 || C->L->minor < C->L->n) {
        return DLS_ERROR_NUMERICAL;
    }
    see_pivots(S, C->L, C->inverse);
    return S->n == 0 || (S->pivot_min > 0 && isfinite(S->pivot_max)) ? DLS_OK : DLS_ERROR_NUMERICAL;
}

/* x = P' L'^-1 D^-1 L^-1 P b on the columns of a simplicial factor: for small systems the
   bookkeeping of the general solver costs more than this. */
static void solve_simplicial(const chol *C, const double *b, double *x)
{
    const cholmod_factor *L = C->L;
    const dls_int *Lp = L->p, *Li = L->i, *Lnz = L->nz, *perm = L->Perm;
    const double *Lx = L->x, *inverse = C->inverse;
    double *w = C->w;
    dls_int n = (dls_int)L->n;
    for (dls_int j = 0; j < n; j++) {
        w[j] = b[perm[j]];
    }
    for (dls_int j = 0; j < n; j++) {
        double t = L->is_ll ? w[j] * inverse[j] : w[j];
        w[j] = t;
        for (dls_int k = Lp[j] + 1; k < Lp[j] + Lnz[j]; k++) {
            w[Li[k]] -= Lx[k] * t;
        }
    }
    for (dls_int j = n - 1; j >= 0; j--) {
        double t = L->is_ll ? w[j] : w[j] * inverse[j];
        for (dls_int k = Lp[j] + 1; k < Lp[j] + Lnz[j]; k++) {
            t -= Lx[k] * w[Li[k]];
        }
        w[j] = L->is_ll ? t * inverse[j] : t;
    }
    for (dls_int j = 0; j < n; j++) {
        x[perm[j]] = w[j];
    }
}

/* The entries of the factor are read once for both: w holds pairs. */
static void solve_simplicial_pair(const chol *C, const double *b, double *x)
{
    const cholmod_factor *L = C->L;
    const dls_int *Lp = L->p, *Li = L->i, *Lnz = L->nz, *perm = L->Perm;
    const double *Lx = L->x, *inverse = C->inverse;
    double *w = C->w;
    dls_int n = (dls_int)L->n;
    for (dls_int j = 0; j < n; j++) {
        w[2 * j] = b[perm[j]];
        w[2 * j + 1] = b[n + perm[j]];
    }
    for (dls_int j = 0; j < n; j++) {
        double scale = L->is_ll ? inverse[j] : 1, t = w[2 * j] * scale, u = w[2 * j + 1] * scale;
        w[2 * j] = t;
        w[2 * j + 1] = u;
        for (dls_int k = Lp[j] + 1; k < Lp[j] + Lnz[j]; k++) {
            w[2 * Li[k]] -= Lx[k] * t;
            w[2 * Li[k] + 1] -= Lx[k] * u;
        }
    }
    for (dls_int j = n - 1; j >= 0; j--) {
        double scale = L->is_ll ? 1 : inverse[j], t = w[2 * j] * scale, u = w[2 * j + 1] * scale;
        for (dls_int k = Lp[j] + 1; k < Lp[j] + Lnz[j]; k++) {
            t -= Lx[k] * w[2 * Li[k]];
            u -= Lx[k] * w[2 * Li[k] + 1];
        }
        w[2 * j] = L->is_ll ? t * inverse[j] : t;
        w[2 * j + 1] = L->is_ll ? u * inverse[j] : u;
    }
    for (dls_int j = 0; j < n; j++) {
        x[perm[j]] = w[2 * j];
        x[n + perm[j]] = w[2 * j + 1];
    }
}

static dls_error solve_super(dls_linsys *S, dls_int count, const double *b, double *x)
{
    chol *C = S->state;
    dls_copy(count * S->n, b, C->w);
    cholmod_dense B = dls_linsys_as_cholmod_dense(S->n, count, C->w);
    if (!cholmod_l_solve2(CHOLMOD_A, C->L, &B, NULL, &C->X, NULL, &C->Y, &C->E, &S->common)) {
        return dls_linsys_cholmod_error(&S->common);
    }
    dls_copy(count * S->n, C->X->x, x);
    return DLS_OK;
}

static dls_error solve(dls_linsys *S, const double *b, double *x)
{
    chol *C = S->state;
    if (C->L->is_super) {
        return solve_super(S, 1, b, x);
    }
    solve_simplicial(C, b, x);
    return DLS_OK;
}

static dls_error solve_pair(dls_linsys *S, const double *b, double *x)
{
    chol *C = S->state;
    if (C->L->is_super) {
        return solve_super(S, 2, b, x);
    }
    solve_simplicial_pair(C, b, x);
    return DLS_OK;
}

static void release(dls_linsys *S)
{
    chol *C = S->state;
    if (C) {
        cholmod_l_free_factor(&C->L, &S->common);
        cholmod_l_free_dense(&C->X, &S->common);
        cholmod_l_free_dense(&C->Y, &S->common);
        cholmod_l_free_dense(&C->E, &S->common);
        dls_free(C->w);
        dls_free(C->inverse);
        dls_free(C);
    }
}

const dls_backend dls_linsys_cholesky = {"cholesky", DLS_LOWER, analyse_ll, factor,
                                         solve,      release,   solve_pair, true};
const dls_backend dls_linsys_ldl = {"ldl", DLS_LOWER, analyse_ldl, factor,
                                    solve, release,   solve_pair,  false};

/* With A = P'L D L'P and D(k) <= 0, the solution of L' z = e_k, d = P'z, gives d'A d = D(k). */
static dls_error direction_of_pivot(dls_linsys *S, double *d, bool *found)
{
    const cholmod_factor *L = ((chol *)S->state)->L;
    const dls_int *Lp = L->p, *Li = L->i, *Lnz = L->nz, *perm = L->Perm;
    const double *Lx = L->x;
    dls_int n = (dls_int)L->n, valid = (dls_int)L->minor, worst = -1;
    double *z = DLS_NEW(double, n);
    if (!z) {
        return DLS_ERROR_MEMORY;
    }
    for (dls_int j = 0; j < valid; j++) {
        if (Lx[Lp[j]] < (worst < 0 ? 0 : Lx[Lp[worst]])) {
            worst = j;
        }
    }
    if (worst < 0 && valid < n) {
        worst = valid; /* the pivot that stopped the factorisation */
    }
    *found = worst >= 0;
    if (*found) {
        z[worst] = 1;
        for (dls_int j = worst - 1; j >= 0; j--) {
            for (dls_int k = Lp[j] + 1; k < Lp[j] + Lnz[j]; k++) {
                z[j] -= Lx[k] * z[Li[k]];
            }
        }
        for (dls_int j = 0; j < n; j++) {
            d[perm[j]] = z[j];
        }
    }
    dls_free(z);
    return DLS_OK;
}

dls_error dls_linsys_negative_direction(dls_view lower, double *d, bool *found, dls_fault *fault)
{
    dls_linsys *S;
    *found = false;
    dls_error error = dls_linsys_create(&S, &dls_linsys_ldl, lower, 0, fault);
    if (error) {
        return error;
    }
    error = factor(S, lower);
    if (error != DLS_ERROR_MEMORY) {
        error = direction_of_pivot(S, d, found);
    }
    dls_linsys_free(S);
    return error ? dls_fail_memory(fault) : DLS_OK;
}
