/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CHOLMOD: supernodal or simplicial L L' of a positive definite matrix, and simplicial L D L' of a
   quasi-definite one (strongly factorisable in every ordering: no pivoting). */
#include <math.h>
#include <string.h>

#include "linsys/linsys.h"
#include "sparse/lanes.h"

/* Columns of a simplicial solve that share the reading of the factor: those of a predictor and its
   corrector. Many go woven. */
enum { WIDE = 2 };
/* Unrolled in full, so that what they sum stays in vector registers. */
#define EACH_COLUMN _Pragma("GCC unroll 2") for (int c = 0; c < width; c++)

typedef struct {
    cholmod_common *common;
    cholmod_factor *L;
    double *w;       /* WIDE permuted right-hand sides, with room for their rows in a supernode */
    double *inverse; /* 1 / diagonal of a simplicial factor: solves multiply */
    double *woven;   /* DLS_LANES permuted right-hand sides, at the first time */
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
static cholmod_factor *analyse_best(cholmod_sparse *H, bool often, cholmod_common *c)
{
    static const double ONCE = 1200, OFTEN = 250; /* flops per entry of L from which it pays */
    double spatial = often ? OFTEN : ONCE;
    cholmod_factor *L = analyse_with(H, CHOLMOD_AMD, c);
    double lnz = c->lnz, flops = c->fl;
    if (!L || flops < spatial * lnz) {
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

static void lay_out(void *object, dls_room *room)
{
    dls_linsys *S = object;
    S->state = DLS_TAKE(room, chol, 1);
}

static void lay_out_sides(void *object, dls_room *room)
{
    chol *C = object;
    dls_int n = (dls_int)C->L->n, super = C->L->is_super;
    C->w = DLS_TAKE(room, double, WIDE *(super ? dls_linsys_supernodal_work(C->L) : n));
    C->inverse = DLS_TAKE(room, double, super ? 0 : n);
}

static void release(void *state)
{
    chol *C = state;
    cholmod_l_free_factor(&C->L, C->common);
}

/* Flops per entry of L, from which both factorising and solving are faster by supernodes: those of
   a full matrix of 45 rows. CHOLMOD's own 40 is for its own solves. */
static const double RATHER_SUPERNODAL = 30;

static dls_error analyse(dls_linsys *S, dls_view A, bool ldl)
{
    if (!dls_pool_make(&S->pool, lay_out, S) || !dls_pool_own(&S->pool, release, S->state)) {
        return DLS_ERROR_MEMORY;
    }
    chol *C = S->state;
    cholmod_common *c = C->common = &S->common;
    c->supernodal = ldl ? CHOLMOD_SIMPLICIAL : CHOLMOD_AUTO;
    c->supernodal_switch = RATHER_SUPERNODAL;
    c->final_ll = !ldl;
    c->final_asis = 1;
    c->quick_return_if_not_posdef = 1;
    cholmod_sparse H = dls_linsys_as_cholmod(A, -1);
    H.sorted = 0; /* the assembly leaves rows unsorted: nothing here needs the order */
    C->L = ldl ? analyse_with(&H, CHOLMOD_AMD, c) : analyse_best(&H, S->backend->often, c);
    if (!C->L || !dls_pool_make(&S->pool, lay_out_sides, C)) {
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
    dls_linsys_cholmod_factorize(&H, C->L, S->workers, c);
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

/* x = P' L'^-1 D^-1 L^-1 P b for `width` columns of a simplicial factor: for small systems the
   bookkeeping of the general solver costs more than this, and the entries of the factor are read
   once for all columns. One loop is made for each width. */
__attribute__((always_inline)) static inline void solve_columns(const chol *C, int width,
                                                                const double *b, double *x)
{
    const cholmod_factor *L = C->L;
    const dls_int *Lp = L->p, *Li = L->i, *Lnz = L->nz, *perm = L->Perm;
    const double *Lx = L->x, *inverse = C->inverse;
    const bool is_ll = L->is_ll;
    dls_int n = (dls_int)L->n;
    double *w = C->w;
    for (dls_int j = 0; j < n; j++) {
        EACH_COLUMN
        {
            w[width * j + c] = b[c * n + perm[j]];
        }
    }
    for (dls_int j = 0; j < n; j++) {
        double t[WIDE], sum[WIDE], scale = is_ll ? inverse[j] : 1;
        EACH_COLUMN
        {
            t[c] = w[width * j + c] * scale;
        }
        EACH_COLUMN
        {
            w[width * j + c] = t[c];
        }
        for (dls_int k = Lp[j] + 1, end = Lp[j] + Lnz[j]; k < end; k++) {
            double l = Lx[k], *row = w + width * Li[k];
            EACH_COLUMN
            {
                sum[c] = row[c] - l * t[c];
            }
            EACH_COLUMN
            {
                row[c] = sum[c];
            }
        }
    }
    for (dls_int j = n - 1; j >= 0; j--) {
        double t[WIDE], before = is_ll ? 1 : inverse[j], after = is_ll ? inverse[j] : 1;
        EACH_COLUMN
        {
            t[c] = w[width * j + c] * before;
        }
        for (dls_int k = Lp[j] + Lnz[j] - 1; k > Lp[j]; k--) { /* what was found just now: last */
            const double l = Lx[k], *row = w + width * Li[k];
            EACH_COLUMN
            {
                t[c] -= l * row[c];
            }
        }
        EACH_COLUMN
        {
            w[width * j + c] = t[c] * after;
        }
    }
    for (dls_int j = 0; j < n; j++) {
        EACH_COLUMN
        {
            x[c * n + perm[j]] = w[width * j + c];
        }
    }
}

static dls_error solve(dls_linsys *S, dls_int count, const double *b, double *x)
{
    chol *C = S->state;
    if (C->L->is_super) {
        dls_linsys_supernodal(C->L, (int)count, b, x, C->w);
    } else if (count == 1) {
        solve_columns(C, 1, b, x);
    } else {
        solve_columns(C, WIDE, b, x);
    }
    return DLS_OK;
}

static void lay_out_woven(void *object, dls_room *room)
{
    chol *C = object;
    C->woven = DLS_TAKE(room, double, DLS_LANES *(dls_int)C->L->n);
}

static dls_error woven(dls_linsys *S, const double *b, double *x)
{
    chol *C = S->state;
    if (!C->woven && !dls_pool_make(&S->pool, lay_out_woven, C)) {
        return DLS_ERROR_MEMORY;
    }
    dls_linsys_woven(C->L, b, x, C->woven);
    return DLS_OK;
}

#define SHARED .shape = DLS_LOWER, .block = WIDE, .factor = factor, .solve = solve, .woven = woven

const dls_backend dls_linsys_cholesky = {
    .name = "cholesky", .definite = true, .price = 1, .analyse = analyse_ll, SHARED};
const dls_backend dls_linsys_cholesky_often = {
    .name = "cholesky", .definite = true, .often = true, .price = 1, .analyse = analyse_ll, SHARED};
/* Simplicial: no BLAS in it. */
const dls_backend dls_linsys_ldl = {
    .name = "ldl", .inertia = true, .price = 4, .analyse = analyse_ldl, SHARED};

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
