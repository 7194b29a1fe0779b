/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates that a friction problem has no solution: every mode of the contacts has y with
   y'u - s'r >= 0 for all u, r of the mode, s = W'y (or s = H p, M p = H'y), although y'u - s'r =
   y'q (y'w - p'f) < 0; or one y does so for all u_N >= 0 and r in K at once (no modes: a
   relaxation).
   Modes are numbers: 0 open, 1 stick or closed, 2 slip with u_T >= 0, 3 with u_T <= 0; of one
   contact in space 2 is slip in an arc of directions. */
#include <math.h>
#include <string.h>

#include "verify/friction.h"

typedef struct {
    const dls_friction_problem *P;
    const dls_friction_claim *X;
    dls_verify_report *report;
    dls_pool pool;
    dls_int N, n, order;
    double *unit, *e, *terms, *reach; /* order; n + 2N each */
    double *s, *work;                 /* N */
    bool *seen;                       /* cases */
} question;

static void lay_out(void *object, dls_room *room)
{
    question *Q = object;
    dls_int all = Q->n + 2 * Q->N;
    Q->unit = DLS_TAKE(room, double, Q->order);
    Q->work = DLS_TAKE(room, double, DLS_VERIFY_WORK(Q->order));
    Q->e = DLS_TAKE(room, double, all);
    Q->terms = DLS_TAKE(room, double, all);
    Q->reach = DLS_TAKE(room, double, all);
    Q->s = DLS_TAKE(room, double, Q->N);
    Q->seen = DLS_TAKE(room, bool, Q->X->cases);
}

/* How far y and -s are from the duals of what u and r of a contact can be in a mode; -1: any */
static void violations(int d, double mu, double mode, const double *y, const double *s, double *eu,
                       double *er)
{
    double t = dls_norm(d - 1, s + 1), side = 5 - 2 * mode;
    dls_zero(d, eu);
    dls_zero(d, er);
    eu[0] = mode < 1 ? fmin(y[0], 0) : 0;
    if (isinf(mu)) { /* u_T = 0, r_T free */
        dls_copy(d - 1, s + 1, er + 1);
        er[0] = mode != 0 ? fmax(s[0], 0) : 0;
    } else if (mode == -1) {
        dls_copy(d - 1, y + 1, eu + 1);
        er[0] = fmax(s[0] + mu * t, 0);
    } else if (mu == 0 || mode == 0) { /* u_T free, r_T = 0 */
        dls_copy(d - 1, y + 1, eu + 1);
        er[0] = mode == 1 ? fmax(s[0], 0) : 0;
    } else if (mode == 1) {
        er[0] = fmax(s[0] + mu * t, 0);
    } else { /* the sign of u_T, r_T = -mu sign r_N */
        eu[1] = side * fmin(side * y[1], 0);
        er[0] = fmax(s[0] - mu * side * s[1], 0);
    }
}

/* The same of one contact in space that slides between two directions a and b: u_T = alpha a + beta
   b, r_T = -mu r_N t with t in the triangle of a, b and the point where the tangents there meet. */
static void sliding(double mu, const double *arc, const double *y, const double *s, double *eu,
                    double *er)
{
    double a[3][2] = {{cos(arc[0]), sin(arc[0])}, {cos(arc[1]), sin(arc[1])}};
    double share = 1 / (1 + a[0][0] * a[1][0] + a[0][1] * a[1][1]);
    a[2][0] = share * (a[0][0] + a[1][0]);
    a[2][1] = share * (a[0][1] + a[1][1]);
    dls_zero(3, eu);
    dls_zero(3, er);
    for (int k = 0; k < 3; k++) {
        er[0] = fmax(er[0], s[0] - mu * (a[k][0] * s[1] + a[k][1] * s[2]));
        if (k < 2) {
            eu[k + 1] = fmin(a[k][0] * y[1] + a[k][1] * y[2], 0);
        }
    }
}

/* s, and e = M p - H'y with the terms of both */
static double combine(const question *Q, const double *p, const double *y, double *given)
{
    const dls_friction_problem *P = Q->P;
    dls_int N = Q->N, n = Q->n;
    double gain = -dls_dot(N, P->q, y);
    *given = 0;
    dls_zero(n + 2 * N, Q->terms);
    for (dls_int i = 0; i < N; i++) {
        *given += fabs(P->q[i] * y[i]);
        Q->terms[n + i] = fabs(y[i]);
    }
    if (!P->global) {
        dls_residual_t(P->W, 1, y, NULL, Q->s, Q->terms + n + N);
        return gain;
    }
    dls_zero(N, Q->s);
    dls_mul(P->H, 1, p, Q->s);
    dls_residual_t(P->H, -1, y, NULL, Q->e, Q->terms);
    dls_mul(P->M, 1, p, Q->e);
    for (dls_int j = 0; j < n; j++) {
        gain += P->f[j] * p[j];
        *given += fabs(P->f[j] * p[j]);
        for (dls_int k = P->M.p[j]; k < P->M.p[j + 1]; k++) {
            Q->terms[P->M.i[k]] += fabs(P->M.x[k] * p[j]);
        }
        for (dls_int k = P->H.p[j]; k < P->H.p[j + 1]; k++) {
            Q->terms[n + N + P->H.i[k]] += fabs(P->H.x[k] * p[j]);
        }
    }
    return gain;
}

/* One contact in space, whose slip has arcs of directions */
static bool has_arcs(const question *Q)
{
    return Q->P->dimension == 3 && Q->P->contacts == 1 && Q->X->arc && Q->X->mode;
}

static void check_case(const question *Q, dls_int k)
{
    const dls_friction_problem *P = Q->P;
    int d = P->dimension;
    dls_int N = Q->N, n = Q->n;
    const double *y = Q->X->y + k * N, *mode = Q->X->mode ? Q->X->mode + k * P->contacts : NULL;
    double given, gain = combine(Q, n > 0 ? Q->X->p + k * n : NULL, y, &given);
    double *eu = Q->e + n, *er = eu + N;
    for (dls_int c = 0; c < P->contacts; c++) {
        if (has_arcs(Q) && mode[c] == 2) {
            sliding(P->mu[c], Q->X->arc + 2 * k, y, Q->s, eu, er);
        } else {
            violations(d, P->mu[c], mode ? mode[c] : -1, y + c * d, Q->s + c * d, eu + c * d,
                       er + c * d);
        }
    }
    const dls_verify_combination C = {n + 2 * N,           Q->e, Q->terms, Q->reach, gain, given,
                                      DLS_VERIFY_EQUATIONS};
    dls_verify_proof(Q->report, &C);
}

/* Are the modes of all contacts there, each once? */
static bool modes_are_all(const question *Q)
{
    const dls_friction_problem *P = Q->P;
    const dls_friction_claim *X = Q->X;
    memset(Q->seen, 0, (size_t)X->cases * sizeof *Q->seen);
    for (dls_int k = 0; k < X->cases; k++) {
        dls_int at = 0, all = 1;
        for (dls_int c = 0; c < P->contacts; c++) {
            bool curved = P->mu[c] > 0 && isfinite(P->mu[c]);
            int many = curved ? 4 : 2;
            double m = X->mode[k * P->contacts + c];
            if (!(m >= 0 && m < many && m == floor(m)) || (curved && P->dimension == 3) ||
                all > X->cases) {
                return false;
            }
            at += all * (dls_int)m;
            all *= many;
        }
        if (all != X->cases || Q->seen[at]) {
            return false;
        }
        Q->seen[at] = true;
    }
    return X->cases > 0;
}

/* One contact in space: open, stick, and slip one arc after the other, around the circle? */
static bool arcs_are_all(const question *Q)
{
    static const double QUARTER = 1.5707963267948968, TURN = 6.283185307179586;
    const dls_friction_claim *X = Q->X;
    dls_int open = 0, stick = 0, arcs = 0;
    double end = 0;
    for (dls_int k = 0; k < X->cases; k++) {
        open += X->mode[k] == 0;
        stick += X->mode[k] == 1;
    }
    for (bool found = true; found && end < TURN;) {
        found = false;
        for (dls_int k = 0; k < X->cases && !found; k++) {
            const double *arc = X->arc + 2 * k;
            found = X->mode[k] == 2 && arc[0] == end && arc[1] > end && arc[1] - end <= QUARTER;
            end = found ? arc[1] : end;
        }
        arcs += found;
    }
    return open == 1 && stick == 1 && open + stick + arcs == X->cases && end >= TURN;
}

/* Natural sizes of v, u, r in the units of the problem */
static void find_reach(question *Q)
{
    const dls_friction_problem *P = Q->P;
    dls_int N = Q->N, n = Q->n;
    dls_verify_blocks K = {.order = Q->order};
    if (P->global) {
        dls_verify_place(&K, P->M, 0, 0);
        dls_verify_place(&K, P->H, n, 0);
        dls_verify_place(&K, dls_verify_column(n, P->f), 0, n + N);
    } else {
        dls_verify_place(&K, P->W, 0, 0);
    }
    dls_verify_place(&K, dls_verify_column(N, P->q), n, n + N);
    dls_verify_units(&K, Q->unit, Q->work);
    double one = Q->unit[n + N];
    for (dls_int j = 0; j < n; j++) {
        Q->reach[j] = Q->unit[j] / one;
    }
    for (dls_int i = 0; i < N; i++) {
        Q->reach[n + i] = 1 / (Q->unit[n + i] * one);
        Q->reach[n + N + i] = Q->unit[n + i] / one;
    }
}

static void check_certificate(question *Q)
{
    const dls_friction_claim *X = Q->X;
    if (X->mode) {
        bool all = has_arcs(Q) ? arcs_are_all(Q) : modes_are_all(Q);
        dls_verify_check(Q->report, "all modes are refuted", !all, 0);
    } else {
        dls_verify_check(Q->report, "one combination", X->cases != 1, 0);
    }
    find_reach(Q);
    for (dls_int k = 0; k < X->cases && Q->report->ok; k++) {
        check_case(Q, k);
    }
}

dls_error dls_verify_refutation(const dls_friction_problem *P, const dls_friction_claim *X,
                                dls_verify_report *report, dls_fault *fault)
{
    question Q = {.P = P, .X = X, .report = report};
    Q.N = P->dimension * P->contacts;
    Q.n = P->global ? P->M.cols : 0;
    Q.order = Q.n + Q.N + 1;
    if (!X->y || X->cases == 0 || (Q.n > 0 && !X->p)) {
        dls_verify_nothing(report, X->outcome);
        return DLS_OK;
    } else if (!dls_pool_make(&Q.pool, lay_out, &Q)) {
        return dls_fail_memory(fault);
    }
    check_certificate(&Q);
    dls_pool_free(&Q.pool);
    return DLS_OK;
}
