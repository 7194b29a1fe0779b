/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bound on the Lipschitz constant of the fixed point on the normal forces (gauss.c), in the norm
   |mu.*ln| over the contacts with friction; below 1 there is exactly one solution. It needs M > 0
   and independent columns in J = [Gb, Gu, Ht].
      With new normal forces in the program, Gauss' principle is strongly convex: in the norm of M,
   |da| <= (h + e) |mu.*dln|, h = |M^-1/2 Hc|, Hc the tangents that may slip, e = |M^-1/2 Hs|, Hs
   the directions of the sliding contacts. Its multipliers l solve J l = M a + F + sliding, so
   |dl| <= |da| + e |mu.*dln| in the norm of D = J'M^-1 J, and |mu.*dln| <= s |dl|,
   s^2 = |diag (mu) (D^-1)_nn diag (mu)|: together s (h + 2 e). */
#include <math.h>

#include "base/lapack.h"
#include "contact/spatial.h"
#include "verify/verify.h"

typedef struct {
    const dls_spatial *D;
    dls_int nr, most;
    double *V, *d, *J, *slide, *gram, *work, *copy; /* M = V diag (d) V'; M^-1/2 of columns */
} task;

static void lay_out(void *object, dls_room *room)
{
    task *T = object;
    dls_int n = T->D->n;
    DLS_TAKE_NUMBERS(room, n * n, &T->V);
    DLS_TAKE_NUMBERS(room, T->most, &T->d);
    DLS_TAKE_NUMBERS(room, n * T->nr, &T->J, &T->slide, &T->copy);
    DLS_TAKE_NUMBERS(room, T->most * T->most, &T->gram);
    T->work = DLS_TAKE(room, double, 4 * T->most);
}

/* A = V diag (d) V', V in the place of A */
static bool eigenvalues(task *T, dls_int order, double *A)
{
    int n = (int)order, room = (int)(4 * T->most), info = 0;
    if (n > 0) {
        dsyev_("V", "U", &n, A, &n, T->d, T->work, &room, &info);
    }
    return info == 0;
}

/* gram := A'A of columns with n entries */
static void fill_gram(task *T, dls_int cols, const double *A)
{
    dls_int n = T->D->n;
    for (dls_int j = 0; j < cols; j++) {
        for (dls_int i = 0; i <= j; i++) {
            double sum = dls_dot(n, A + i * n, A + j * n);
            T->gram[i + j * cols] = T->gram[j + i * cols] = sum;
        }
    }
}

static double norm_of(task *T, dls_int cols, const double *A)
{
    fill_gram(T, cols, A);
    bool ready = eigenvalues(T, cols, T->gram);
    return !ready ? INFINITY : cols > 0 ? sqrt(fmax(T->d[cols - 1], 0)) : 0;
}

/* x += factor A(:, j) */
static void add_column(dls_view A, dls_int j, double factor, double *x)
{
    for (dls_int t = A.p[j]; t < A.p[j + 1]; t++) {
        x[A.i[t]] += factor * A.x[t];
    }
}

/* The columns := d^-1/2 V' (columns) */
static void apply_root(task *T, dls_int cols, double *A)
{
    dls_int n = T->D->n;
    for (dls_int j = 0; j < cols; j++) {
        dls_copy(n, A + j * n, T->copy);
        for (dls_int i = 0; i < n; i++) {
            A[i + j * n] = dls_dot(n, T->V + i * n, T->copy) / sqrt(T->d[i]);
        }
    }
}

/* The directions of friction of sliding contacts, each over its mu; how many */
static dls_int sliding_columns(task *T)
{
    const dls_spatial *D = T->D;
    dls_int count = 0, n = D->n;
    for (dls_int c = 0; c < D->nl; c++) {
        bool b = c < D->nb;
        dls_view slides = b ? D->P->Db : D->P->Du;
        dls_int j = b ? c : c - D->nb;
        if (slides.p[j + 1] > slides.p[j]) {
            double *x = T->slide + n * count++;
            dls_zero(n, x);
            add_column(b ? D->S->Gb : D->S->Gu, j, 1 / D->mu[c], x);
            add_column(b ? D->P->Gb : D->P->Gu, j, -1 / D->mu[c], x);
        }
    }
    return count;
}

/* J into T->J; of the tangents those that may slip are kept apart by `soft` at its end. */
static dls_int gradient_columns(task *T)
{
    const dls_spatial *D = T->D;
    dls_int at = 0, n = D->n, soft = 0;
    dls_zero(n * T->nr, T->J);
    for (dls_int c = 0; c < D->nl; c++) {
        bool b = c < D->nb;
        add_column(b ? D->S->Gb : D->S->Gu, b ? c : c - D->nb, 1, T->J + n * at++);
    }
    for (int pass = 0; pass < 2; pass++) {
        for (dls_int j = 0; j < D->P->nt; j++) {
            bool slips = isfinite(D->mu[D->contact[j / D->k]]);
            if (slips == (pass == 1)) {
                add_column(D->P->Ht, j, 1, T->J + n * at++);
                soft += slips;
            }
        }
    }
    return soft;
}

/* s: of diag (mu) (D^-1)_nn diag (mu) */
static double feeding(task *T)
{
    const dls_spatial *D = T->D;
    dls_int nr = T->nr, nl = D->nl;
    fill_gram(T, nr, T->J);
    if (!eigenvalues(T, nr, T->gram)) {
        return INFINITY;
    }
    double *root = T->copy; /* nr-by-nl, nr <= n */
    for (dls_int c = 0; c < nl; c++) {
        double mu = isfinite(D->mu[c]) ? D->mu[c] : 0;
        dls_zero(D->n, root + c * D->n);
        for (dls_int i = 0; i < nr; i++) {
            root[i + c * D->n] = mu * T->gram[c + i * nr] / sqrt(T->d[i]);
        }
    }
    return norm_of(T, nl, root);
}

static double lipschitz(task *T)
{
    static const double REGULAR = 1e-12, INDEPENDENT = 1e-8; /* eigenvalues of M; pivots */
    const dls_spatial *D = T->D;
    dls_int n = D->n, nr = T->nr, soft = gradient_columns(T), slides = sliding_columns(T);
    dls_fill_full(D->S->M, n, T->V);
    if (!eigenvalues(T, n, T->V) || !(T->d[0] > REGULAR * T->d[n - 1])) {
        return INFINITY;
    }
    apply_root(T, nr, T->J);
    apply_root(T, slides, T->slide);
    dls_copy(n * nr, T->J, T->copy);
    if (!(dls_verify_least_pivot(n, nr, T->copy) > INDEPENDENT)) {
        return INFINITY;
    }
    double h = norm_of(T, soft, T->J + n * (nr - soft));
    double e = norm_of(T, slides, T->slide);
    return feeding(T) * (h + 2 * e);
}

dls_error dls_spatial_contraction(const dls_spatial *D, double *constant, dls_fault *fault)
{
    task T = {.D = D, .nr = D->nl + D->P->nt};
    dls_pool pool = {NULL, 0};
    T.most = DLS_MAX(D->n, T.nr) + 1;
    *constant = INFINITY;
    if (T.nr > D->n || D->n == 0) {
        return DLS_OK;
    } else if (!dls_pool_make(&pool, lay_out, &T)) {
        return dls_fail_memory(fault);
    }
    *constant = lipschitz(&T);
    dls_pool_free(&pool);
    return DLS_OK;
}
