/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of dls_friction_exists; H, w stand for W (its symmetric part), q in local form, L for the
   product of the cones of friction, L* for its dual:
     a witness v       u = H v + w in L*, inside of it where 0 < mu < Inf if that is claimed
     a proof r         in L, H'r = e = 0, w'r < 0: for all v with H v + w in L*
                       0 <= r'(H v + w), that is -e'v <= w'r
     a kernel r        in L, H'r = 0, r /= 0
     a direction d     M d = 0, (H d)_N >= 0, f'd <= 0; where it proves that there is no solution
                       H d in L* and f'd < 0 */
#include <math.h>

#include "verify/friction.h"

typedef struct {
    const dls_friction_problem *P;
    const dls_friction_laws *laws;
    const dls_exists_claim *X;
    dls_verify_report *report;
    dls_pool pool;
    dls_int N, n;
    double *unit, *work;          /* N + n + 1; */
    double *u, *e, *terms, *size; /* N, n, n, n */
} question;

static void lay_out(void *object, dls_room *room)
{
    question *Q = object;
    dls_int order = Q->N + Q->n + 1;
    Q->unit = DLS_TAKE(room, double, order);
    Q->work = DLS_TAKE(room, double, DLS_VERIFY_WORK(order));
    Q->u = DLS_TAKE(room, double, Q->N);
    Q->e = DLS_TAKE(room, double, Q->n);
    Q->terms = DLS_TAKE(room, double, Q->n);
    Q->size = DLS_TAKE(room, double, Q->n);
}

/* y += H x, or of local form the symmetric part */
static void forwards(const question *Q, const double *x, double *y)
{
    const dls_friction_problem *P = Q->P;
    if (P->global) {
        dls_mul(P->H, 1, x, y);
        return;
    }
    dls_mul(P->W, 0.5, x, y);
    dls_residual_t(P->W, 1, x, NULL, Q->e, Q->terms);
    dls_axpy(Q->N, 0.5, Q->e, y);
}

/* e = H'r with its terms */
static void backwards(const question *Q, const double *r)
{
    const dls_friction_problem *P = Q->P;
    dls_residual_t(P->global ? P->H : P->W, 1, r, NULL, Q->e, Q->terms);
    if (P->global) {
        return;
    }
    dls_zero(Q->N, Q->u);
    dls_mul(P->W, 0.5, r, Q->u);
    for (dls_int j = 0; j < Q->n; j++) {
        Q->e[j] = 0.5 * Q->e[j] + Q->u[j]; /* the terms of both halves are about the same */
    }
}

/* The most that a contact is outside of its cone, relative to `most` in the units of contacts;
   inside: by how much the least of those with 0 < mu < Inf is inside */
static double outside(const question *Q, const double *x, bool dual, double most, double *inside)
{
    int rows = Q->laws ? Q->laws->rows : Q->P->dimension;
    double worst = 0;
    *inside = INFINITY;
    for (dls_int c = 0; c < Q->P->contacts; c++) {
        double unit = Q->unit[c * rows], far;
        for (int i = 1; i < rows && !Q->laws; i++) {
            unit = fmin(unit, Q->unit[c * rows + i]);
        }
        far = dls_verify_outside(Q->P, Q->laws, c, x + c * rows, dual);
        far *= (dual ? unit : 1 / unit) / most;
        worst = dls_verify_worse(worst, far);
        bool curved = Q->P->mu[c] > 0 && isfinite(Q->P->mu[c]);
        *inside = curved ? fmin(*inside, -far) : *inside;
    }
    return worst;
}

static void check_witness(question *Q)
{
    const dls_exists_claim *X = Q->X;
    dls_int N = Q->N, n = Q->n;
    double largest = 0, inside, one = 0;
    bool constants = false;
    dls_copy(N, Q->P->q, Q->u);
    forwards(Q, X->v, Q->u);
    for (dls_int j = 0; j < n; j++) {
        largest = dls_verify_worse(largest, fabs(X->v[j]) / Q->unit[N + j]);
    }
    one = 1 / Q->unit[N + n];
    for (dls_int i = 0; i < N; i++) {
        constants = constants || Q->P->q[i] != 0;
    }
    double most = dls_verify_most(largest, one, constants);
    for (dls_int i = 0; i < N; i++) {
        Q->work[i] = Q->u[i] - X->u[i];
    }
    double off = dls_norm(N, Q->work), size = fmax(dls_norm(N, Q->u), dls_norm(N, Q->P->q));
    off = off == 0 ? 0 : off / size;
    dls_verify_check(Q->report, "u is computed from v", off, DLS_VERIFY_EQUATIONS);
    if (X->weak) {
        double out = outside(Q, Q->u, true, most, &inside);
        dls_verify_check(Q->report, "u in L*", out, DLS_VERIFY_EQUATIONS);
        if (X->strict && isfinite(inside)) {
            dls_verify_check(Q->report, "u is inside of L*", -inside, 0);
        }
    }
}

/* r in L, relative; the largest of it in its units */
static void check_in_cone(question *Q, const double *r, const char *name)
{
    double largest = 0, inside;
    for (dls_int i = 0; i < Q->N; i++) {
        largest = dls_verify_worse(largest, fabs(r[i]) / Q->unit[i]);
    }
    double far = largest > 0 ? outside(Q, r, false, largest, &inside) : INFINITY;
    dls_verify_check(Q->report, name, far, DLS_VERIFY_REACTIONS);
}

static void check_proof(question *Q)
{
    const double *r = Q->X->r, *w = Q->P->q;
    double gain = 0, given = 0;
    check_in_cone(Q, r, "r in L");
    backwards(Q, r);
    for (dls_int i = 0; i < Q->N; i++) {
        gain -= w[i] * r[i];
        given += fabs(w[i] * r[i]);
    }
    for (dls_int j = 0; j < Q->n; j++) {
        Q->size[j] = Q->unit[Q->N + j] / Q->unit[Q->N + Q->n];
    }
    const dls_verify_combination C = {
        Q->n, Q->e, Q->terms, Q->size, gain, given, DLS_VERIFY_EQUATIONS};
    dls_verify_proof(Q->report, &C);
}

static void check_kernel(question *Q)
{
    double off = 0, most = 0;
    check_in_cone(Q, Q->X->kernel, "kernel in L");
    backwards(Q, Q->X->kernel);
    for (dls_int j = 0; j < Q->n; j++) {
        off = dls_verify_worse(off, fabs(Q->e[j]) * Q->unit[Q->N + j]);
        most = fmax(most, Q->terms[j] * Q->unit[Q->N + j]);
    }
    dls_verify_check(Q->report, "H'*kernel = 0", off == 0 ? 0 : off / most, DLS_VERIFY_EQUATIONS);
}

/* Of a singular M in global form */
static void check_free(question *Q)
{
    static const double FREE = 1e-5; /* of its terms: M d = 0 to the root of its rounding */
    const dls_friction_problem *P = Q->P;
    const double *d = Q->X->free;
    double off = 0, most = 0, gain = 0, given = 0, inside;
    dls_residual_t(P->M, 1, d, NULL, Q->e, Q->terms);
    for (dls_int j = 0; j < Q->n; j++) {
        off = dls_verify_worse(off, fabs(Q->e[j]));
        gain -= P->f[j] * d[j];
        given += fabs(P->f[j] * d[j]);
    }
    most =
        dls_max_abs(P->M) * dls_largest(Q->n, d); /* d may be along a massless coordinate alone */
    dls_verify_check(Q->report, "M*free = 0", off == 0 ? 0 : off / most, FREE);
    dls_verify_check(Q->report, "f'*free <= 0", given > 0 ? -gain / given : 0, FREE);
    if (Q->X->necessary && !Q->X->r) {
        dls_zero(Q->N, Q->u);
        dls_mul(P->H, 1, d, Q->u);
        most = dls_max_abs(P->H) * dls_largest(Q->n, d) * Q->unit[0]; /* H d may be rounding */
        double out = most > 0 ? outside(Q, Q->u, true, most, &inside) : 0;
        dls_verify_check(Q->report, "H*free in L*", out, FREE);
        dls_verify_check(Q->report, "f'*free < 0", gain > 0 ? -gain : INFINITY, 0);
    }
}

static void find_units(question *Q)
{
    const dls_friction_problem *P = Q->P;
    dls_verify_blocks K = {.order = Q->N + Q->n + 1};
    dls_verify_place(&K, P->global ? P->H : P->W, 0, Q->N);
    dls_verify_place(&K, dls_verify_column(Q->N, P->q), 0, Q->N + Q->n);
    dls_verify_units(&K, Q->unit, Q->work);
}

static void judge(question *Q)
{
    const dls_exists_claim *X = Q->X;
    find_units(Q);
    bool proved = X->r || X->free, witness = X->u || Q->N == 0;
    dls_verify_check(Q->report, "there is a witness", X->ok && !(witness && X->weak), 0);
    dls_verify_check(Q->report, "status and ok agree",
                     X->ok != X->exists || (X->not_guaranteed && !proved && X->weak && X->strict),
                     0);
    dls_verify_check(Q->report, "what is necessary is proved",
                     X->necessary && X->not_guaranteed && !proved, 0);
    if (X->u && (X->v || Q->n == 0)) {
        check_witness(Q);
    } else {
        dls_verify_check(Q->report, "(4.4) has a witness", !witness && (X->weak || X->strict), 0);
    }
    if (X->r) {
        check_proof(Q);
    }
    if (X->kernel) {
        check_kernel(Q);
    } else {
        dls_verify_leave(Q->report, "info.criteria.all_w: (5.1)");
    }
    if (X->free && Q->P->global) {
        check_free(Q);
    }
    dls_verify_leave(Q->report, "info.margin: that it is the largest");
}

dls_error dls_verify_exists(const dls_friction_problem *P, const dls_friction_laws *laws,
                            const dls_exists_claim *X, dls_verify_report *report, dls_fault *fault)
{
    question Q = {.P = P, .laws = laws, .X = X, .report = report};
    Q.N = (laws ? laws->rows : P->dimension) * P->contacts;
    Q.n = P->global ? P->M.cols : Q.N;
    dls_verify_begin(report);
    if (!dls_pool_make(&Q.pool, lay_out, &Q)) {
        return dls_fail_memory(fault);
    }
    if (!X->u && !X->r && !X->free && !X->ok) {
        dls_verify_nothing(report, DLS_NOT_DECIDED);
    } else {
        judge(&Q);
    }
    dls_pool_free(&Q.pool);
    return DLS_OK;
}
