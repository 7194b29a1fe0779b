/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of all solutions of an LCP: vertices solve, rays stay solutions, the members of a face are
   complementary to each other, and what is said about the list is true of it. That nothing is
   missing is not seen without solving. */
#include <math.h>

#include "verify/verify.h"

typedef struct {
    dls_int N, vertices, rays;
    dls_verify_lcp_units U;
    double *r, *c, *w, *z, *W,
        *most;            /* N; of vertices, then rays, in units: N each; of a face 2 N */
    bool *listed, *alone; /* vertices and rays: in a face; in no larger one */
} memory;

static void lay_out(void *object, dls_room *room)
{
    memory *T = object;
    dls_int all = T->N * (T->vertices + T->rays);
    dls_verify_lcp_take(room, &T->U, T->N);
    DLS_TAKE_NUMBERS(room, T->N, &T->r, &T->c, &T->w);
    DLS_TAKE_NUMBERS(room, all, &T->z, &T->W);
    T->most = DLS_TAKE(room, double, 2 * T->N);
    T->listed = DLS_TAKE(room, bool, T->vertices + T->rays);
    T->alone = DLS_TAKE(room, bool, T->vertices + T->rays);
}

/* z and w = M z + q of a vertex, or of a ray without q, in units */
static void scale(memory *T, const dls_lcp_problem *P, dls_int k, const double *z, bool ray)
{
    dls_zero(T->N, T->w);
    dls_copy(ray ? 0 : T->N, P->q, T->w);
    dls_mul(P->M, 1, z, T->w);
    for (dls_int i = 0; i < T->N; i++) {
        T->z[k * T->N + i] = z[i] / T->c[i];
        T->W[k * T->N + i] = T->w[i] * T->r[i];
    }
}

static void check_vertices(memory *T, const dls_lcp_problem *P, const dls_lcp_list *X, double *most,
                           dls_verify_report *report)
{
    double gap = 0, computed = 0;
    for (dls_int k = 0; k < X->vertices; k++) {
        scale(T, P, k, X->z + k * T->N, false);
        *most = dls_verify_worse(*most, dls_verify_largest(T->N, X->z + k * T->N, T->c));
        for (dls_int i = 0; i < T->N; i++) {
            double z = T->z[k * T->N + i], w = T->W[k * T->N + i];
            gap = dls_verify_worse(gap, fabs(z < w || isnan(z) ? z : w));
            computed = dls_verify_worse(computed, T->r[i] * fabs(X->w[k * T->N + i] - T->w[i]));
        }
    }
    dls_verify_check(report, "min (z, w) = 0 at all vertices", gap / *most, DLS_VERIFY_EQUATIONS);
    dls_verify_check(report, "w is computed from z", computed / *most, DLS_VERIFY_EQUATIONS);
}

/* Rays are of size one then. */
static void check_rays(memory *T, const dls_lcp_problem *P, const dls_lcp_list *X,
                       dls_verify_report *report)
{
    double below = 0, largest = 0;
    for (dls_int k = 0; k < X->rays; k++) {
        const double *ray = X->ray + k * T->N;
        dls_int at = (X->vertices + k) * T->N;
        double size = dls_verify_largest(T->N, ray, T->c);
        scale(T, P, X->vertices + k, ray, true);
        for (dls_int i = at; i < at + T->N; i++) {
            T->z[i] /= size;
            T->W[i] /= size;
            below = dls_verify_worse(below, fmax(-T->z[i], -T->W[i]));
        }
        largest = dls_verify_worse(largest, fabs(dls_largest(T->N, ray) - 1));
    }
    dls_verify_check(report, "rays stay >= 0", below, DLS_VERIFY_EQUATIONS);
    dls_verify_check(report, "the largest entry of a ray is 1", largest, DLS_VERIFY_EQUATIONS);
}

/* Vertices are of size `most`. */
static void check_faces(memory *T, const dls_lcp_list *X, double most, dls_verify_report *report)
{
    double worst = 0;
    dls_int missing = 0;
    for (dls_int k = 0; k < X->vertices + X->rays; k++) {
        T->alone[k] = true;
    }
    for (dls_int f = 0; f < X->faces; f++) {
        dls_zero(2 * T->N, T->most);
        for (dls_int t = X->face_start[f]; t < X->face_start[f + 1]; t++) {
            dls_int k = X->face_item[t];
            double size = k < X->vertices ? most : 1;
            T->listed[k] = true;
            T->alone[k] = T->alone[k] && X->face_start[f + 1] - X->face_start[f] == 1;
            for (dls_int i = 0; i < T->N; i++) {
                T->most[i] = fmax(T->most[i], T->z[k * T->N + i] / size);
                T->most[T->N + i] = fmax(T->most[T->N + i], T->W[k * T->N + i] / size);
            }
        }
        for (dls_int i = 0; i < T->N; i++) {
            worst = fmax(worst, fmin(T->most[i], T->most[T->N + i]));
        }
    }
    for (dls_int k = 0; k < X->vertices + X->rays; k++) {
        missing += !T->listed[k];
    }
    dls_verify_check(report, "members of a face are complementary", worst, DLS_VERIFY_EQUATIONS);
    dls_verify_check(report, "vertices and rays without a face", (double)missing, 0);
}

static void check_words(const memory *T, const dls_lcp_list *X, dls_verify_report *report)
{
    dls_int alone = 0, wrong = 0;
    for (dls_int k = 0; k < X->vertices; k++) {
        alone += T->alone[k];
        wrong += T->alone[k] != X->isolated[k];
    }
    bool finite = alone == X->vertices && X->rays == 0;
    double count = finite ? (double)X->vertices : INFINITY;
    wrong += X->count != count || X->unique != (X->complete && count == 1);
    dls_verify_check(report, "count, isolated and unique are those of the list", (double)wrong, 0);
    dls_verify_leave(report, "complete: that no solution is missing");
    dls_verify_leave(report, "bases");
}

dls_error dls_verify_lcp_all(const dls_lcp_problem *P, const dls_lcp_list *X,
                             dls_verify_report *report, dls_fault *fault)
{
    memory T = {.N = P->M.rows, .vertices = X->vertices, .rays = X->rays};
    dls_pool pool = {0};
    double most = 1;
    if (!dls_pool_make(&pool, lay_out, &T)) {
        return dls_fail_memory(fault);
    }
    dls_verify_begin(report);
    dls_verify_lcp_prepare(&T.U, P->M);
    dls_verify_lcp_measure(&T.U, T.N, P->q, T.r, T.c);
    check_vertices(&T, P, X, &most, report);
    check_rays(&T, P, X, report);
    check_faces(&T, X, most, report);
    check_words(&T, X, report);
    dls_pool_free(&pool);
    return DLS_OK;
}
