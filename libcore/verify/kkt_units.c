/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verification of KKT systems: what M and G alone decide (units, connected parts, their kinds), and
   the one call with memory of its own. */
#include <string.h>

#include "verify/verify.h"

void dls_verify_kkt_take(dls_room *room, dls_verify_kkt_units *U, dls_int n, dls_int m)
{
    U->d = DLS_TAKE(room, double, n + m);
    U->inverse = DLS_TAKE(room, double, n + m);
    U->part = DLS_TAKE(room, dls_int, n + m);
    U->kind = DLS_TAKE(room, unsigned char, n + m);
    U->work = DLS_TAKE(room, double, DLS_VERIFY_WORK(n + m));
}

/* Parts get numbers from 0 on, in the order of their first rows; their kinds. */
static void number_parts(dls_verify_kkt_units *U, dls_int all)
{
    U->parts = 0;
    for (dls_int k = 0; k < all; k++) {
        dls_int first = U->part[k];
        bool new = first == k;
        dls_int p = U->part[k] = new ? U->parts++ : U->part[first];
        U->kind[p] = new ? DLS_VERIFY_BARE : DLS_VERIFY_LIGHT;
    }
}

void dls_verify_kkt_prepare(dls_verify_kkt_units *U, dls_view M, dls_view G)
{
    dls_int n = M.rows, all = n + G.cols;
    dls_verify_blocks K = {.order = all};
    dls_verify_place(&K, M, 0, 0);
    dls_verify_place(&K, G, 0, n);
    dls_verify_units(&K, U->d, U->work);
    dls_verify_parts(&K, U->part);
    number_parts(U, all);
    for (dls_int j = 0; j < n; j++) {
        bool mass = false;
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            mass = mass || M.x[k] != 0;
        }
        if (mass) {
            U->kind[U->part[j]] = DLS_VERIFY_HEAVY;
        }
    }
    for (dls_int k = 0; k < all; k++) {
        U->inverse[k] = 1 / U->d[k];
    }
    U->bare = memchr(U->kind, DLS_VERIFY_BARE, (size_t)U->parts) != NULL;
}

typedef struct {
    dls_int n, m;
    dls_verify_kkt_units U;
} memory;

static void lay_out(void *object, dls_room *room)
{
    memory *W = object;
    dls_verify_kkt_take(room, &W->U, W->n, W->m);
}

dls_error dls_verify_kkt(const dls_kkt_problem *P, dls_int count, const dls_kkt_claim *X,
                         dls_verify_report *report, dls_fault *fault)
{
    memory W = {.n = P->M.rows, .m = P->G.cols};
    dls_pool pool = {0};
    if (!dls_pool_make(&pool, lay_out, &W)) {
        return dls_fail_memory(fault);
    }
    dls_verify_kkt_prepare(&W.U, P->M, P->G);
    dls_verify_begin(report);
    for (dls_int k = 0; k < count; k++) {
        dls_kkt_problem one = *P;
        dls_verify_report of_one;
        one.F += k * W.n;
        one.b += k * W.m;
        dls_verify_kkt_in(&W.U, &one, X + k, &of_one);
        dls_verify_join(report, &of_one);
    }
    dls_pool_free(&pool);
    return DLS_OK;
}
