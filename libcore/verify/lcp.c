/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of complementarity problems, w = M v + q, the first rows equations, the others
   0 <= w _|_ v >= 0:
     solved        the equations and min (v, w) = 0, in units in which the entries of [M q] are near
                   one
     infeasible    u: u >= 0 but in equations, M'u = 0 in free columns, <= 0 in others, q'u < 0
     no_solution   the same in each of some cases, which are all: v_i = 0 (-1), w_i = 0 (1) or
                   neither (0); (M'u)_i has any sign where v_i = 0, and u_i where w_i = 0 */
#include <math.h>

#include "verify/verify.h"

typedef struct {
    const dls_lcp_problem *P;
    const dls_lcp_claim *X;
    double *r, *c;  /* units of rows, and of v: constants are at most 1, v of that order */
    bool constants; /* is there one? */
    double *e, *terms, *work; /* N each */
    dls_verify_report *report;
} question;

static void check_solution(const question *Q)
{
    const dls_lcp_problem *P = Q->P;
    dls_int N = P->M.rows;
    double *w = Q->e, equations = 0, computed = 0, natural = 0;
    double most = dls_verify_most(dls_verify_largest(N, Q->X->v, Q->c), 1, Q->constants);
    double bound = dls_verify_bound(Q->X->tolerance);
    dls_copy(N, P->q, w);
    dls_mul(P->M, 1, Q->X->v, w);
    for (dls_int i = 0; i < N; i++) {
        double value = Q->r[i] * w[i], v = Q->X->v[i] / Q->c[i];
        if (i < P->free) {
            equations = dls_verify_worse(equations, fabs(value));
        } else {
            computed = dls_verify_worse(computed, Q->r[i] * fabs(w[i] - Q->X->w[i]));
            natural = dls_verify_worse(natural, fabs(v < value || isnan(v) ? v : value));
        }
    }
    if (P->free > 0) {
        dls_verify_check(Q->report, "A*x + B*z + a = 0", equations / most, bound);
    }
    dls_verify_check(Q->report, "w is computed from z", computed / most, bound);
    dls_verify_check(Q->report, "min (z, w) = 0", natural / most, bound);
}

static void check_case(const question *Q, dls_int k)
{
    const dls_lcp_problem *P = Q->P;
    const dls_lcp_claim *X = Q->X;
    dls_int N = P->M.rows, complementary = N - P->free;
    const double *u = Q->X->u + k * N;
    const bool divided = Q->X->outcome == DLS_NO_SOLUTION && Q->X->state;
    const double *state = divided ? Q->X->state + k * complementary - P->free : NULL;
    double least = 0, gain = -dls_dot(N, P->q, u), gain_terms = 0;
    dls_residual_t(P->M, 1, u, NULL, Q->e, Q->terms);
    for (dls_int i = 0; i < N; i++) {
        double s = state && i >= P->free ? state[i] : 0;
        gain_terms += fabs(P->q[i] * u[i]);
        if (i >= P->free) {
            least = s > 0 ? least : dls_verify_worse(least, -u[i]);
            Q->e[i] = s < 0 ? 0 : Q->e[i] < 0 ? 0 : Q->e[i];
        }
    }
    dls_verify_check(Q->report, "u >= 0", least, 0);
    const dls_verify_combination C = {
        N, Q->e, Q->terms, Q->c, gain, gain_terms, dls_verify_bound(X->tolerance)};
    dls_verify_proof(Q->report, &C);
}

static void check_certificate(const question *Q)
{
    const dls_lcp_claim *X = Q->X;
    if (!X->u && X->outcome == DLS_NO_SOLUTION) {
        dls_verify_nothing(Q->report, X->outcome);
        return;
    }
    dls_int number = X->u ? X->cases : 0;
    bool wrong = X->outcome == DLS_NO_SOLUTION ? number == 0 : number != 1;
    dls_verify_check(Q->report, "there is a certificate", wrong, 0);
    for (dls_int k = 0; k < X->cases && Q->report->ok; k++) {
        check_case(Q, k);
    }
}

bool dls_verify_lcp_measure(const dls_verify_lcp_units *U, dls_int N, const double *q, double *r,
                            double *c)
{
    double *size = U->work + 4 * N;
    bool constants = false;
    dls_zero(2 * N, size);
    for (dls_int i = 0; i < N; i++) {
        double *most = size + U->part[i];
        *most = fmax(*most, U->r[i] * fabs(q[i]));
        constants = constants || q[i] != 0;
    }
    for (dls_int i = 0; i < N; i++) {
        double row = size[U->part[i]], column = size[U->part[N + i]];
        r[i] = U->r[i] / (row > 0 ? row : 1);
        c[i] = U->c[i] * (column > 0 ? column : 1);
    }
    return constants;
}

void dls_verify_lcp_in(const dls_verify_lcp_units *U, const dls_lcp_problem *P,
                       const dls_lcp_claim *X, dls_verify_report *report)
{
    dls_int N = P->M.rows;
    question Q = {
        P,     X, U->work, U->work + N, false, U->work + 2 * N, U->work + 3 * N, U->work + 4 * N,
        report};
    dls_verify_begin(report);
    Q.constants = dls_verify_lcp_measure(U, N, P->q, Q.r, Q.c);
    if (X->outcome == DLS_SOLVED) {
        check_solution(&Q);
    } else if (X->outcome == DLS_INFEASIBLE || X->outcome == DLS_NO_SOLUTION) {
        check_certificate(&Q);
    } else {
        dls_verify_nothing(report, X->outcome);
    }
}

void dls_verify_lcp_take(dls_room *room, dls_verify_lcp_units *U, dls_int N)
{
    U->r = DLS_TAKE(room, double, 2 * N);
    U->c = U->r ? U->r + N : NULL;
    U->part = DLS_TAKE(room, dls_int, 2 * N);
    U->work = DLS_TAKE(room, double, DLS_VERIFY_WORK(2 * N));
}

void dls_verify_lcp_prepare(dls_verify_lcp_units *U, dls_view M)
{
    dls_verify_blocks K = {.order = 2 * M.rows};
    dls_verify_place(&K, M, 0, M.rows);
    dls_verify_units(&K, U->r, U->work);
    dls_verify_parts(&K, U->part);
}

typedef struct {
    dls_int N, cases;
    dls_verify_lcp_units U;
    dls_int *order;
} memory;

static void lay_out(void *object, dls_room *room)
{
    memory *W = object;
    dls_verify_lcp_take(room, &W->U, W->N);
    W->order = DLS_TAKE(room, dls_int, W->cases);
}

dls_error dls_verify_lcp(const dls_lcp_problem *P, const dls_lcp_claim *X,
                         dls_verify_report *report, dls_fault *fault)
{
    memory W = {.N = P->M.rows, .cases = X->cases};
    dls_pool pool = {0};
    if (!dls_pool_make(&pool, lay_out, &W)) {
        return dls_fail_memory(fault);
    }
    dls_verify_lcp_prepare(&W.U, P->M);
    dls_verify_lcp_in(&W.U, P, X, report);
    if (X->outcome == DLS_NO_SOLUTION && X->u) {
        bool all = X->state && dls_verify_covers(W.N - P->free, X->cases, X->state, W.order);
        dls_verify_check(report, "the cases are all", !all, 0);
    }
    dls_pool_free(&pool);
    return DLS_OK;
}
