/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries of Z = (L L')^-1 on the pattern of a supernodal L, last supernode first (Takahashi).
   For a supernode with columns J and rows J, I below:   Y = L_IJ L_JJ^-1,
       Z_IJ = -Z_II Y,      Z_JJ = (L_JJ L_JJ')^-1 - Y' Z_IJ,
   and all of Z_II is known already, because I is part of the pattern of every column it names. */
#include <string.h>

#include "base/lapack.h"
#include "rank/rank.h"

typedef struct {
    const cholmod_factor *L;
    const dls_int *super, *pi, *px, *s;
    dls_int *owner;  /* supernode of each column */
    dls_int *place;  /* of a row in the supernode at hand */
    double *Z;       /* like L->x */
    double *ZII, *Y; /* of the largest supernode */
    dls_int *number; /* of a row of E in L: the inverse of its order */
    dls_int largest, widest;
} inverse;

static void lay_out(void *object, dls_room *room)
{
    inverse *V = object;
    dls_int n = (dls_int)V->L->n;
    DLS_TAKE_INDICES(room, n, &V->owner, &V->place, &V->number);
    V->Z = DLS_TAKE(room, double, (dls_int)V->L->xsize);
    V->ZII = DLS_TAKE(room, double, V->largest * V->largest);
    V->Y = DLS_TAKE(room, double, V->widest);
}

static bool open_inverse(inverse *V, const cholmod_factor *L, dls_pool *pool)
{
    *V = (inverse){.L = L, .super = L->super, .pi = L->pi, .px = L->px, .s = L->s};
    for (size_t k = 0; k < L->nsuper; k++) {
        dls_int cols = V->super[k + 1] - V->super[k], rows = V->pi[k + 1] - V->pi[k];
        V->largest = DLS_MAX(V->largest, rows - cols);
        V->widest = DLS_MAX(V->widest, (rows - cols) * cols);
    }
    bool ready = dls_pool_make(pool, lay_out, V);
    for (size_t k = 0; ready && k < L->nsuper; k++) {
        for (dls_int j = V->super[k]; j < V->super[k + 1]; j++) {
            V->owner[j] = (dls_int)k;
            V->number[((const dls_int *)L->Perm)[j]] = j;
        }
    }
    return ready;
}

/* ZII (lower, order `count`) from the columns that own the rows I. */
static void gather_column(inverse *V, const dls_int *I, dls_int count)
{
    dls_int current = -1;
    for (dls_int c = 0; c < count; c++) {
        dls_int t = V->owner[I[c]], first = V->pi[t], rows = V->pi[t + 1] - first;
        if (t != current) {
            for (dls_int k = 0; k < rows; k++) {
                V->place[V->s[first + k]] = k;
            }
            current = t;
        }
        const double *column = V->Z + V->px[t] + (I[c] - V->super[t]) * rows;
        for (dls_int r = c; r < count; r++) {
            V->ZII[r + c * count] = column[V->place[I[r]]];
        }
    }
}

static void invert_supernode(inverse *V, dls_int k)
{
    const double one = 1, minus = -1, zero = 0;
    int cols = (int)(V->super[k + 1] - V->super[k]), rows = (int)(V->pi[k + 1] - V->pi[k]);
    int below = rows - cols, info = 0;
    const double *L = (const double *)V->L->x + V->px[k];
    double *Z = V->Z + V->px[k];
    for (int j = 0; j < cols; j++) { /* the triangle, whose inverse dpotri gives */
        memcpy(Z + j + (size_t)j * rows, L + j + (size_t)j * rows, (size_t)(cols - j) * sizeof *Z);
    }
    dpotri_("L", &cols, Z, &rows, &info);
    if (below == 0) {
        return;
    }
    gather_column(V, V->s + V->pi[k] + cols, below);
    for (int j = 0; j < cols; j++) {
        memcpy(V->Y + (size_t)j * below, L + cols + (size_t)j * rows, (size_t)below * sizeof *Z);
    }
    dtrsm_("R", "L", "N", "N", &below, &cols, &one, L, &rows, V->Y, &below);
    dsymm_("L", "L", &below, &cols, &minus, V->ZII, &below, V->Y, &below, &zero, Z + cols, &rows);
    for (int j = 0; j < cols; j++) { /* lower triangle of Z_JJ -= Y' Z_IJ, column by column */
        int height = cols - j, single = 1;
        dgemm_("T", "N", &height, &single, &below, &minus, V->Y + (size_t)j * below, &below,
               Z + cols + (size_t)j * rows, &rows, &one, Z + j + (size_t)j * rows, &rows);
    }
}

static double inverse_entry(const inverse *V, dls_int i, dls_int j)
{
    dls_int col = DLS_MIN(i, j), row = DLS_MAX(i, j), t = V->owner[col];
    dls_int low = V->pi[t], high = V->pi[t + 1] - 1;
    while (low < high) {
        dls_int middle = (low + high) / 2;
        if (V->s[middle] < row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    dls_int rows = V->pi[t + 1] - V->pi[t];
    return V->Z[V->px[t] + (col - V->super[t]) * rows + (low - V->pi[t])];
}

static void evaluate_forms(const inverse *V, dls_view G, double *h)
{
    for (dls_int j = 0; j < G.cols; j++) {
        h[j] = 0;
        for (dls_int a = G.p[j]; a < G.p[j + 1]; a++) {
            for (dls_int b = G.p[j]; b <= a; b++) {
                double z = inverse_entry(V, V->number[G.i[a]], V->number[G.i[b]]);
                h[j] += (a == b ? 1 : 2) * G.x[a] * G.x[b] * z;
            }
        }
    }
}

dls_error dls_rank_inverse_forms(dls_view E, dls_view G, double *h, dls_fault *fault)
{
    cholmod_common c;
    cholmod_l_start(&c);
    c.print = 0;
    c.supernodal = CHOLMOD_SUPERNODAL;
    c.final_asis = 1;
    cholmod_sparse H = dls_linsys_as_cholmod(E, -1);
    H.sorted = 0;
    cholmod_factor *L = cholmod_l_analyze(&H, &c);
    bool factored = L && dls_linsys_cholmod_factorize(&H, L, 0, &c) && L->minor == L->n;
    inverse V = {0};
    dls_pool pool = {0};
    bool ready = factored && open_inverse(&V, L, &pool);
    if (ready) {
        for (dls_int k = (dls_int)L->nsuper - 1; k >= 0; k--) {
            invert_supernode(&V, k);
        }
        evaluate_forms(&V, G, h);
    }
    dls_pool_free(&pool);
    bool memory = c.status == CHOLMOD_OUT_OF_MEMORY || (factored && !ready) || !L;
    cholmod_l_free_factor(&L, &c);
    cholmod_l_finish(&c);
    return ready ? DLS_OK
           : memory
               ? dls_fail_memory(fault)
               : dls_fail(fault, DLS_ERROR_NUMERICAL, "a pivot of G G' + eps I is not positive");
}
