/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of M and G alone, for the verification of KKT systems: units, connected parts, their kinds. */
#include "verify/verify.h"

void dls_verify_kkt_take(dls_room *room, dls_verify_kkt_units *U, dls_int n, dls_int m)
{
    U->d = DLS_TAKE(room, double, n + m);
    U->part = DLS_TAKE(room, dls_int, n + m);
    U->kind = DLS_TAKE(room, unsigned char, n + m);
    U->work = DLS_TAKE(room, double, DLS_VERIFY_WORK(n + m));
}

void dls_verify_kkt_prepare(dls_verify_kkt_units *U, dls_view M, dls_view G)
{
    dls_int n = M.rows, all = n + G.cols;
    dls_verify_blocks K = {.order = all};
    dls_verify_place(&K, M, 0, 0);
    dls_verify_place(&K, G, 0, n);
    dls_verify_units(&K, U->d, U->work);
    dls_verify_parts(&K, U->part);
    for (dls_int k = 0; k < all; k++) {
        U->kind[k] = DLS_VERIFY_BARE;
    }
    for (dls_int k = 0; k < all; k++) {
        dls_int p = U->part[k];
        U->kind[p] = p != k && U->kind[p] == DLS_VERIFY_BARE ? DLS_VERIFY_LIGHT : U->kind[p];
    }
    for (dls_int j = 0; j < n; j++) {
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            dls_int p = U->part[j];
            U->kind[p] = M.x[k] != 0 ? DLS_VERIFY_HEAVY : U->kind[p];
        }
    }
}
