/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CONIC's convex problem through the conic engine. With Y = diag (1, mu, ..) and
   X = diag (mu, 1, ..) per contact, z in second-order cones:

     global: minimise 1/2 v'M v + f'v,             -Y H v + z = Y (w + E s),  r = Y y
     local:  minimise 1/2 r'W r + (q + E s)'r,     -X r + z = 0

   and where mu is 0 or Inf normal rows in the orthant; tangential rows are equations where the
   problem's variable does not move (mu = Inf: u_T = 0; mu = 0: r_T = 0) and absent otherwise.
   W itself may be neither symmetric nor semidefinite; its symmetric part with a shifted diagonal
   takes its place, and what it lacks acts on the reactions found last. */
#include <math.h>

#include "friction/fixpoint.h"

typedef struct {
    dls_friction_task *T;
    dls_conic_solver *family;
    dls_int version;     /* of the task that it is of */
    dls_int *row;        /* N: row of A, or -1 */
    double *unit;        /* N: of Y or X */
    dls_int *second;     /* nc: sizes of the cones */
    dls_mat A, raw;      /* raw: room for A, to sort its rows */
    dls_mat W;           /* local: what stands for it */
    double *b, *q;       /* rows of A; n or N */
    double *x, *z, *y;   /* n or N; rows; rows */
    dls_int order, rows; /* of A: columns, rows */
    bool warm;
} conic;

static bool curved(const dls_friction_task *T, dls_int c)
{
    double mu = T->problem->mu[c];
    return mu > 0 && isfinite(mu);
}

/* Are tangential components of the variable fixed at zero? */
static bool locked(const dls_friction_task *T, dls_int c)
{
    return T->problem->global ? isinf(T->problem->mu[c]) : T->problem->mu[c] == 0;
}

/* Equations first, then the orthant, then the cones. */
static void number_rows(conic *K, const dls_friction_task *T, dls_cones *cones)
{
    int d = T->d;
    dls_int at = 0;
    *cones = (dls_cones){.zero = 0};
    for (int pass = 0; pass < 3; pass++) {
        for (dls_int c = 0; c < T->nc; c++) {
            bool curve = curved(T, c);
            double mu = T->problem->mu[c];
            for (int i = 0; i < d; i++) {
                int place = curve ? 2 : i == 0 ? 1 : 0;
                dls_int k = c * d + i;
                if (pass == 0) {
                    K->row[k] = -1;
                    K->unit[k] = !curve ? 1 : (i == 0) == T->problem->global ? 1 : mu;
                }
                if (place == pass && (place > 0 || locked(T, c))) {
                    K->row[k] = at++;
                }
            }
            cones->count += pass == 2 && curve;
        }
        cones->zero = pass == 0 ? at : cones->zero;
        cones->linear = pass == 1 ? at - cones->zero : cones->linear;
    }
    K->rows = at;
}

/* A = -Y H or -X: rows renumbered, sorted by transposing twice. */
static void constraints(conic *K)
{
    const dls_friction_task *T = K->T;
    dls_view H = T->problem->H;
    bool global = T->problem->global;
    dls_int at = 0;
    for (dls_int j = 0; j < K->order; j++) {
        for (dls_int k = global ? H.p[j] : j; k < (global ? H.p[j + 1] : j + 1); k++) {
            dls_int i = global ? H.i[k] : j;
            if (K->row[i] >= 0) {
                K->A.i[at] = K->row[i];
                K->A.x[at++] = -K->unit[i] * (global ? H.x[k] : 1);
            }
        }
        K->A.p[j + 1] = at;
    }
    K->A.rows = K->raw.cols = K->rows;
    dls_mat_fill_transpose(&K->raw, dls_see(&K->A), NULL);
    dls_mat_fill_transpose(&K->A, dls_see(&K->raw), NULL);
}

/* S = (A + A') / 2 + shift I */
static bool shifted_symmetric_part(dls_view A, double shift, dls_mat *S)
{
    dls_mat At = {0};
    if (!dls_mat_transpose(&At, A, NULL)) {
        return false;
    }
    dls_mat_free(S);
    bool ready = dls_mat_new(S, A.rows, A.cols, 2 * dls_entries(A) + A.cols);
    dls_int at = 0;
    for (dls_int j = 0; ready && j < A.cols; j++) {
        dls_int k = A.p[j], l = At.p[j], end = A.p[j + 1], stop = At.p[j + 1];
        bool diagonal = shift == 0;
        while (k < end || l < stop || !diagonal) {
            dls_int row = diagonal ? A.rows : j;
            row = k < end ? DLS_MIN(row, A.i[k]) : row;
            row = l < stop ? DLS_MIN(row, At.i[l]) : row;
            S->i[at] = row;
            S->x[at] = row == j ? shift : 0;
            diagonal = diagonal || row == j;
            if (k < end && A.i[k] == row) {
                S->x[at] += A.x[k++] / 2;
            }
            if (l < stop && At.i[l] == row) {
                S->x[at] += At.x[l++] / 2;
            }
            at++;
        }
        S->p[j + 1] = at;
    }
    dls_mat_free(&At);
    return ready;
}

static void release(void *state)
{
    conic *K = state;
    dls_conic_free(K->family);
    dls_mat_free(&K->W);
}

static void lay_out(void *object, dls_room *room)
{
    conic *K = object;
    const dls_friction_task *T = K->T;
    double **rows[] = {&K->unit, &K->b, &K->z, &K->y};
    bool global = T->problem->global;
    K->order = global ? T->n : T->N;
    K->row = DLS_TAKE(room, dls_int, T->N);
    K->second = DLS_TAKE(room, dls_int, T->nc);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        *rows[k] = DLS_TAKE(room, double, T->N);
    }
    K->q = DLS_TAKE(room, double, K->order);
    K->x = DLS_TAKE(room, double, K->order);
    dls_int entries = global ? dls_entries(T->problem->H) : T->N;
    dls_mat_take(room, &K->A, T->N, K->order, entries);
    dls_mat_take(room, &K->raw, K->order, T->N, entries);
}

/* With as much of a shift as W needs to count as semidefinite; N |W| is enough for any W, also one
   that is all rounding. */
static dls_error set_up(conic *K, dls_conic_problem *problem, dls_fault *fault)
{
    const double SHIFT[] = {0, 1e-12, 1e-9, 1e-6, 1e-3, 1e-1, (double)K->T->N};
    const dls_friction_problem *P = K->T->problem;
    if (P->global) {
        problem->P = P->M;
        problem->q = P->f;
        return dls_conic_setup(problem, NULL, (dls_host){0}, &K->family, fault);
    }
    dls_error error = DLS_ERROR_INDEFINITE;
    double size = dls_max_abs(P->W);
    for (size_t k = 0; error == DLS_ERROR_INDEFINITE && k < sizeof SHIFT / sizeof *SHIFT; k++) {
        if (!shifted_symmetric_part(P->W, SHIFT[k] * size, &K->W)) {
            return dls_fail_memory(fault);
        }
        problem->P = dls_see(&K->W);
        problem->q = P->q;
        error = dls_conic_setup(problem, NULL, (dls_host){0}, &K->family, fault);
    }
    return error;
}

static dls_error prepare(dls_convex *C, dls_fault *fault)
{
    static const double LEAST = 1e-15;
    dls_friction_task *T = C->T;
    bool made = T->kept[DLS_WORK_CONVEX] != NULL;
    conic *K = dls_friction_workspace(T, DLS_WORK_CONVEX, sizeof *K, lay_out);
    if (!K || (!made && !dls_pool_own(&T->pool, release, K))) {
        T->kept[DLS_WORK_CONVEX] = NULL;
        return dls_fail_memory(fault);
    }
    C->state = K;
    C->least = LEAST;
    K->warm = false;
    if (K->version == T->version) {
        return DLS_OK;
    }
    dls_conic_free(K->family);
    K->family = NULL;
    dls_cones cones;
    number_rows(K, T, &cones);
    constraints(K);
    for (dls_int k = 0; k < cones.count; k++) {
        K->second[k] = T->d;
    }
    cones.second = K->second;
    dls_conic_problem problem = {.A = dls_see(&K->A), .b = K->b, .cones = cones};
    dls_error error = set_up(K, &problem, fault);
    K->version = error ? 0 : T->version;
    return error;
}

/* The vectors for s */
static void set_vectors(const dls_convex *C, const double *s)
{
    conic *K = C->state;
    const dls_friction_task *T = C->T;
    const dls_friction_problem *P = T->problem;
    dls_zero(K->rows, K->b);
    dls_copy(K->order, P->global ? P->f : P->q, K->q);
    if (!P->global) {
        dls_mul(P->W, 1, T->r, K->q);
        dls_mul(dls_see(&K->W), -1, T->r, K->q);
    }
    for (dls_int k = 0; k < T->N; k++) {
        dls_int c = k / T->d;
        double lift = k % T->d == 0 && curved(T, c) ? P->mu[c] * s[c] : 0;
        if (!P->global) {
            K->q[k] += lift;
        } else if (K->row[k] >= 0) {
            K->b[K->row[k]] = K->unit[k] * (P->q[k] + lift);
        }
    }
}

/* An interior point that gets stuck is asked for less, from a start of its own. */
static dls_error run_program(dls_convex *C, dls_conic_result *result, dls_fault *fault)
{
    enum { RETRIES = 2 };
    static const double LESS = 100, MOST = 1e-5;
    conic *K = C->state;
    const dls_watch *watch = &C->T->watch;
    dls_error error = DLS_OK;
    bool stuck = true;
    for (int k = 0; !error && stuck && k <= RETRIES; k++) {
        dls_conic_limit(K->family, C->tolerance, watch->deadline, watch->host);
        error =
            dls_conic_next(K->family, K->q, K->b, K->warm, K->x, K->z, K->y, NULL, result, fault);
        if (error) {
            break;
        }
        stuck = (result->outcome == DLS_NUMERICAL_TROUBLE || result->outcome == DLS_NOT_DECIDED) &&
                !dls_watch_over(watch, NULL);
        K->warm = result->outcome == DLS_SOLVED;
        C->steps += result->iterations;
        C->factorisations += result->factorisations;
        C->time += result->time_factor;
        if (stuck) {
            C->tolerance = fmin(LESS * C->tolerance, MOST);
            C->least = C->tolerance;
        }
    }
    return error;
}

static dls_error solve(dls_convex *C, const double *s, dls_fault *fault)
{
    conic *K = C->state;
    dls_friction_task *T = C->T;
    dls_conic_result result;
    set_vectors(C, s);
    dls_error error = run_program(C, &result, fault);
    if (error) {
        return error;
    }
    C->empty = result.outcome == DLS_PRIMAL_INFEASIBLE || result.outcome == DLS_DUAL_INFEASIBLE;
    if (!C->empty && dls_finite(K->order, K->x) && dls_finite(K->rows, K->y)) {
        dls_copy(K->order, K->x, T->problem->global ? T->v : T->r);
        for (dls_int k = 0; T->problem->global && k < T->N; k++) {
            T->r[k] = K->row[k] >= 0 ? K->unit[k] * K->y[K->row[k]] : 0;
        }
    }
    return DLS_OK;
}

const dls_convex_kind dls_friction_convex_conic = {prepare, solve};
