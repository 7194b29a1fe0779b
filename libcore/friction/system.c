/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear system of Newton-like methods:

     A dr + B du = c   per contact,   du = W dr          (local)
                                      M dv - H'dr = g, du = H dv   (global)

   local:   (A + B W) dr = c, or (I + C W) dr = A^-1 c, C = A^-1 B
   global:  dr = A^-1 c - C du:  (M + H'C H) dv = g + H'A^-1 c; W is never formed.

   C is unsymmetric by De Saxce's term only. For large n or N its symmetric part C0 = F F' without
   that term is factorised (Cholesky: a fraction of the time and half the memory of L U), in
   M + H'C0 H or, with dr = F y, in I + F'W F, and GMRES does the rest, up to what the method asks
   for. Where it takes too many steps, L U does it all. A factor of an earlier step serves as long
   as GMRES needs so few steps with it that they cost less than half a new one. */
#include <math.h>

#include "friction/friction.h"

static const double FULL = 0.3; /* share of entries from which LAPACK is faster than the others */

static const dls_backend *backend_for(const dls_friction_system *S)
{
    static const dls_int SMALL = 80; /* below it LAPACK is faster than UMFPACK, too */
    double n = (double)S->K.rows;
    bool dense = n <= (double)SMALL || (double)dls_entries(dls_see(&S->K)) > FULL * n * n;
    return S->symmetric ? &dls_linsys_cholesky_often
           : dense      ? &dls_linsys_dense_lu
                        : &dls_linsys_lu;
}

static void release_solver(void *solver)
{
    dls_linsys_free(solver);
}

static void release_krylov(void *krylov)
{
    dls_linsys_gmres_free(krylov);
}

static void lay_out(void *object, dls_room *room)
{
    dls_friction_system *S = object;
    const dls_friction_task *T = S->task;
    dls_int order = T->problem->global ? T->n : T->N, size = T->N * T->d;
    if (!T->system) { /* else this is the plain one of that, with its blocks */
        S->blocks.A = DLS_TAKE(room, double, size);
        S->blocks.B = DLS_TAKE(room, double, size);
        S->blocks.Ai = DLS_TAKE(room, double, size);
        S->blocks.C = DLS_TAKE(room, double, size);
        S->blocks.C0 = DLS_TAKE(room, double, size);
    }
    S->rhs = DLS_TAKE(room, double, order);
    S->correction = DLS_TAKE(room, double, order);
    S->factored = DLS_TAKE(room, double, S->symmetric ? size : 0);
    if (S->symmetric && !T->problem->global) {
        S->turned = DLS_TAKE(room, double, size);
        S->y = DLS_TAKE(room, double, T->N);
        S->h = DLS_TAKE(room, double, T->N);
        S->rest = DLS_TAKE(room, double, T->N);
        S->half = DLS_TAKE(room, double, T->N);
    }
    S->start = DLS_TAKE(room, dls_int, T->nc + 1);
    S->mark = DLS_TAKE(room, dls_int, order + T->nc);
    S->list = DLS_TAKE(room, dls_int, order + T->nc + 1);
}

/* Steps of GMRES that cost half a factor; their flops wait for memory, and are SLOWER. */
static int steps_for_half(const dls_friction_system *S)
{
    static const double SLOWER = 4, OPERATOR = 1000; /* flops of a contact, times that */
    double step = SLOWER * 4 * S->solver->entries + OPERATOR * (double)S->task->nc;
    bool serves = S->symmetric && S->task->problem->global; /* F changes with the contacts */
    return serves ? (int)fmin(S->krylov.steps, S->solver->flops / (2 * step)) : 0;
}

static dls_error create(dls_friction_system **out, dls_friction_task *T, bool symmetric,
                        dls_fault *fault)
{
    enum { KRYLOV = 80 };
    /* stiff contacts make tiny pivots on purpose: UMFPACK is not to judge by their ratio */
    static const double ANY_RATIO = 1e-200;
    dls_int order = T->problem->global ? T->n : T->N;
    dls_friction_system *S = DLS_NEW(dls_friction_system, 1);
    if (!dls_pool_own(&T->pool, dls_free, S)) {
        return dls_fail_memory(fault);
    }
    S->task = T;
    S->symmetric = symmetric;
    if (!dls_pool_make(&T->pool, lay_out, S) ||
        (symmetric && !(dls_pool_own(&T->pool, release_krylov, &S->krylov) &&
                        dls_linsys_gmres_new(&S->krylov, order, KRYLOV)))) {
        return dls_fail_memory(fault);
    }
    dls_error error = dls_friction_pattern(S, fault);
    if (!error) {
        error = dls_linsys_create(&S->solver, backend_for(S), dls_see(&S->K), ANY_RATIO, fault);
    }
    if (!error && !dls_pool_own(&T->pool, release_solver, S->solver)) {
        error = dls_fail_memory(fault);
    }
    if (!error && T->settings->workers > 1) {
        S->solver->workers = (int)T->settings->workers;
    }
    S->worth = error ? 0 : steps_for_half(S);
    *out = error ? NULL : S;
    return error;
}

dls_error dls_friction_system_of(dls_friction_task *T, dls_friction_system **out, dls_fault *fault)
{
    static const dls_int LARGE = 100;
    static const double INEXACT = 1e-3;  /* what a Newton step needs */
    static const double ACCURATE = 1e-8; /* local: with less newton took three times as many */
    double order = (double)(T->problem->global ? T->n : T->N);
    bool full = !T->problem->global && (double)dls_entries(T->problem->W) > FULL * order * order;
    bool symmetric = order > (double)LARGE && !full;
    dls_error error = T->system ? DLS_OK : create(&T->system, T, symmetric, fault);
    *out = T->system;
    if (!error) {
        dls_friction_factor left = T->system->factor;
        bool serves = left == DLS_FACTOR_FRESH || left == DLS_FACTOR_OLD;
        T->system->factor = serves ? left : DLS_FACTOR_NONE;
        T->system->straight = false;
        T->system->share = T->problem->global ? INEXACT : ACCURATE;
        T->system->goal = INFINITY;
        T->system->near = false;
    }
    return error;
}

/* K = A + B W, block by block */
static void assemble_local(dls_friction_system *S)
{
    const dls_friction_task *T = S->task;
    int d = T->d;
    for (dls_int j = 0; j < T->N; j++) {
        dls_int own = j / d;
        for (dls_int k = S->K.p[j]; k < S->K.p[j + 1]; k += d) {
            dls_int c = S->K.i[k] / d;
            const double *A = S->blocks.A + c * d * d, *B = S->blocks.B + c * d * d;
            for (int i = 0; i < d; i++) {
                double sum = c == own ? A[i * d + j % d] : 0;
                for (int l = 0; l < d; l++) {
                    sum += B[i * d + l] * S->values[k + l];
                }
                S->K.x[k + i] = sum;
            }
        }
    }
}

/* C0 = F F' and G = F^-1 C of a contact, F lower triangular; what is rounding of a row is zero
   there, and in F^-1 */
static void find_root(int d, const double *C0, const double *C, double *F, double *G)
{
    static const double ROUNDING = 1e-14;
    for (int i = 0; i < d; i++) {
        for (int j = 0; j <= i; j++) {
            double left = C0[i * d + j] - dls_dot(j, F + i * d, F + j * d), root = F[j * d + j];
            if (i == j) {
                F[i * d + i] = left > ROUNDING * C0[i * d + i] ? sqrt(left) : 0;
            } else {
                F[i * d + j] = root > 0 ? left / root : 0;
            }
        }
        for (int k = 0; k < d; k++) {
            double left = C[i * d + k];
            for (int j = 0; j < i; j++) {
                left -= F[i * d + j] * G[j * d + k];
            }
            G[i * d + k] = F[i * d + i] > 0 ? left / F[i * d + i] : 0;
        }
    }
}

static void find_roots(dls_friction_system *S)
{
    int d = S->task->d;
    dls_zero(S->task->N * d, S->factored);
    for (dls_int k = 0; k < S->task->N * d; k += d * d) {
        find_root(d, S->blocks.C0 + k, S->blocks.C + k, S->factored + k, S->turned + k);
    }
}

/* The lower triangle of K = I + F'W F */
static void assemble_roots(dls_friction_system *S)
{
    const dls_friction_task *T = S->task;
    int d = T->d;
    for (dls_int j = 0; j < T->nc; j++) {
        const double *Fj = S->factored + j * d * d;
        dls_int first = S->start[j];
        for (dls_int b = first; b < S->start[j + 1]; b++) {
            const double *F = S->factored + S->coordinate[b] * d * d;
            double WF[9];
            dls_law_multiply(d, S->entry + b * d * d, Fj, WF);
            for (int l = 0; l < d; l++) {
                double *x = S->K.x + S->K.p[j * d + l] + (b - first) * d - (b > first ? l : 0);
                for (int i = b == first ? l : 0; i < d; i++) {
                    double sum = b == first && i == l;
                    for (int k = i; k < d; k++) {
                        sum += F[k * d + i] * WF[k * d + l];
                    }
                    x[b == first ? i - l : i] = sum;
                }
            }
        }
    }
}

/* K = M + the sum of H_c'C_c H_c, or of the lower triangles of H_c'C0_c H_c */
static void assemble_global(dls_friction_system *S)
{
    const dls_friction_task *T = S->task;
    int d = T->d;
    dls_copy(S->K.p[T->n], S->values, S->K.x);
    for (dls_int c = 0; c < T->nc; c++) {
        const double *C = (S->symmetric ? S->blocks.C0 : S->blocks.C) + c * d * d;
        dls_int first = S->start[c], end = S->start[c + 1];
        for (dls_int b = first; b < end; b++) {
            double y[DLS_FRICTION_DIM] = {0};
            for (int i = 0; i < d; i++) {
                for (int l = 0; l < d; l++) {
                    y[i] += C[i * d + l] * S->entry[b * d + l];
                }
            }
            dls_int at = S->K.p[S->coordinate[b]];
            for (dls_int a = S->symmetric ? b : first; a < end; a++) { /* both increase */
                while (S->K.i[at] < S->coordinate[a]) {
                    at++;
                }
                for (int i = 0; i < d; i++) {
                    S->K.x[at] += S->entry[a * d + i] * y[i];
                }
            }
        }
    }
}

static dls_error assemble_and_factor(dls_friction_system *S, dls_fault *fault)
{
    dls_friction_task *T = S->task;
    if (S->version != T->version) {
        dls_friction_pattern_fill(S);
    }
    if (T->problem->global) {
        assemble_global(S);
    } else if (S->symmetric) {
        assemble_roots(S);
    } else {
        assemble_local(S);
    }
    T->result->factorisations++;
    bool finite = dls_finite(dls_entries(dls_see(&S->K)), S->K.x);
    return finite ? dls_linsys_factor(S->solver, dls_see(&S->K), fault) : DLS_ERROR_NUMERICAL;
}

/* L U, on the blocks of S, where it takes seconds at most. */
static dls_error factor_plainly(dls_friction_system *S, dls_fault *fault)
{
    static const double MOST =
        3e9; /* flops of the Cholesky factor: L U takes 10 to 40 times that */
    if (S->solver->flops > MOST) {
        return DLS_ERROR_NUMERICAL;
    }
    dls_error error = S->plain ? DLS_OK : create(&S->plain, S->task, false, fault);
    if (!error) {
        S->factor = DLS_FACTOR_PLAIN;
        S->plain->blocks = S->blocks;
        error = assemble_and_factor(S->plain, fault);
    }
    return error;
}

static dls_error factor_anew(dls_friction_system *S, dls_fault *fault)
{
    bool plain = S->factor == DLS_FACTOR_PLAIN || S->factor == DLS_FACTOR_STRAIGHT;
    if (S->symmetric && S->task->problem->global) {
        dls_copy(S->task->N * S->task->d, S->blocks.C0, S->factored);
    } else if (S->symmetric) {
        find_roots(S);
    }
    dls_error error = assemble_and_factor(S, fault);
    S->factor = error ? DLS_FACTOR_NONE : plain ? DLS_FACTOR_STRAIGHT : DLS_FACTOR_FRESH;
    return error;
}

dls_error dls_friction_system_renew(dls_friction_system *S, bool plainly, dls_fault *fault)
{
    double start = dls_clock();
    dls_error error = plainly ? factor_plainly(S, fault) : factor_anew(S, fault);
    S->task->result->time_factor += dls_clock() - start;
    return error;
}

dls_error dls_friction_system_factor(dls_friction_system *S, dls_fault *fault)
{
    enum { FEW = 6 }; /* steps hardly ever suffice */
    dls_friction_factor before = S->factor;
    bool plain = before == DLS_FACTOR_PLAIN || before == DLS_FACTOR_STRAIGHT;
    bool plainly = plain && !S->straight, there = before != DLS_FACTOR_NONE && !plain;
    if (S->near && there && S->worth >= FEW && S->version == S->task->version && S->wait-- <= 0) {
        S->factor = DLS_FACTOR_OLD;
        return DLS_OK;
    }
    dls_error error = dls_friction_system_renew(S, plainly, fault);
    if (error == DLS_ERROR_NUMERICAL && S->symmetric && !plainly) {
        error = dls_friction_system_renew(S, true, fault);
    }
    return error;
}
