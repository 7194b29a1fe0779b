/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Enumeration of all modes of contact; see modes.h. */
#include "friction/modes.h"

#include <math.h>

enum { MOST_MODES = 4096, MOST_ROWS = 200 };

static int modes_of(int d, double mu)
{
    bool straight = mu == 0 || isinf(mu);
    return straight ? 2 : d == 2 ? 4 : 0;
}

dls_int dls_friction_modes_count(const dls_friction_problem *P)
{
    dls_int count = 1, n = P->global ? P->M.cols : 0;
    for (dls_int c = 0; c < P->contacts && count > 0 && count <= MOST_MODES; c++) {
        count *= modes_of(P->dimension, P->mu[c]);
    }
    return count > MOST_MODES || n + P->dimension * P->contacts > MOST_ROWS ? 0 : count;
}

/* K->mode becomes that of a number below dls_friction_modes_count. */
static void set_mode(dls_modes *K, dls_int number)
{
    const dls_friction_task *T = K->T;
    for (dls_int c = 0; c < T->nc; c++) {
        int base = modes_of(T->d, T->problem->mu[c]);
        K->mode[c] = (int)(number % base);
        number /= base;
    }
}

/* Modes 0: open, 1: sticking, or closed where mu is 0 or Inf, 2 and 3: u_T >= 0, u_T <= 0. */
bool dls_friction_mode_coordinate(int d, double mu, int mode, int i, double *u, double *r)
{
    dls_zero(d, u);
    dls_zero(d, r);
    if (mu == 0 || isinf(mu)) {
        double *part = i == 0 ? (mode == 0 ? u : r) : (mu == 0 ? u : r);
        part[i] = 1;
    } else if (mode == 0) {
        u[i] = 1;
    } else if (mode > 1 && i == 0) {
        u[1] = mode == 2 ? 1 : -1;
    } else { /* an edge of the cone */
        bool positive = mode == 1 ? i == 0 : mode == 3;
        double unit = 1 / fmax(1, mu);
        r[0] = unit;
        r[1] = positive ? mu * unit : -mu * unit;
    }
    return i > 0 && (mode == 0 || mu == 0 || isinf(mu));
}

/* ---- scaling: powers of two, so that W^, H^ and M^ are about one and data stay exact ---- */

static void find_scales(dls_modes *K)
{
    const dls_friction_task *T = K->T;
    const dls_friction_problem *P = T->problem;
    for (dls_int c = 0; c < T->nc; c++) {
        K->contact[c] = dls_power2(sqrt(T->rho[c]));
    }
    for (dls_int j = 0; j < T->n; j++) {
        double most = fabs(dls_diagonal_entry(P->M, j));
        for (dls_int k = P->H.p[j]; k < P->H.p[j + 1]; k++) {
            double h = P->H.x[k] * K->contact[P->H.i[k] / T->d];
            most = fmax(most, h * h);
        }
        K->coordinate[j] = most > 0 ? 1 / dls_power2(sqrt(most)) : 1;
    }
    K->size = 0;
    for (dls_int i = 0; i < T->N; i++) {
        K->size = fmax(K->size, fabs(P->q[i]) * K->contact[i / T->d]);
    }
    for (dls_int j = 0; j < T->n; j++) {
        K->size = fmax(K->size, fabs(P->f[j]) * K->coordinate[j]);
    }
    K->size = dls_power2(K->size);
}

/* ---- U u + R r = e ---- */

/* Gauss and Jordan with complete pivoting on [M; -H], the steps beside it. */
static void eliminate_modes(dls_modes *K)
{
    static const double NOTHING = 1e-12;
    const dls_friction_task *T = K->T;
    dls_int n = T->n, width = n + K->rows;
    for (dls_int done = 0; done < n; done++) {
        dls_int row = -1, column = -1;
        double most = NOTHING;
        for (dls_int i = 0; i < K->rows; i++) {
            for (dls_int j = 0; K->pivot[i] < 0 && j < n; j++) {
                double size = fabs(K->V[i * width + j]);
                if (size > most) {
                    most = size;
                    row = i;
                    column = j;
                }
            }
        }
        if (row < 0) {
            return;
        }
        double *pivot = K->V + row * width, scale = 1 / pivot[column];
        K->pivot[row] = column;
        K->kept--;
        for (dls_int j = 0; j < width; j++) {
            pivot[j] *= scale;
        }
        for (dls_int i = 0; i < K->rows; i++) {
            double factor = i == row ? 0 : K->V[i * width + column];
            if (factor != 0) {
                dls_axpy(width, -factor, pivot, K->V + i * width);
                K->V[i * width + column] = 0;
            }
        }
    }
}

static void fill_modes(dls_modes *K)
{
    const dls_friction_task *T = K->T;
    const dls_friction_problem *P = T->problem;
    dls_int n = T->n, width = n + K->rows;
    dls_zero(K->rows * width, K->V);
    for (dls_int j = 0; j < n; j++) {
        for (dls_int k = P->M.p[j]; k < P->M.p[j + 1]; k++) {
            K->V[P->M.i[k] * width + j] = P->M.x[k] * K->coordinate[j] * K->coordinate[P->M.i[k]];
        }
        for (dls_int k = P->H.p[j]; k < P->H.p[j + 1]; k++) {
            K->V[(n + P->H.i[k]) * width + j] =
                -P->H.x[k] * K->coordinate[j] * K->contact[P->H.i[k] / T->d];
        }
    }
    for (dls_int i = 0; i < K->rows; i++) {
        K->V[i * width + n + i] = 1;
        K->pivot[i] = -1;
    }
    K->kept = K->rows;
}

/* The part of one row: steps times [0 -H'; I 0], or [I -W], and times (-f; w), or q. */
static void relate(const dls_modes *K, const double *steps, double *U, double *R, double *e)
{
    const dls_friction_task *T = K->T;
    const dls_friction_problem *P = T->problem;
    dls_view A = P->global ? P->H : P->W;
    dls_copy(T->N, steps + T->n, U);
    dls_zero(T->N, R);
    for (dls_int j = 0; j < A.cols; j++) {
        double column = P->global ? K->coordinate[j] : K->contact[j / T->d];
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            double value = A.x[k] * column * K->contact[A.i[k] / T->d];
            dls_int of = P->global ? A.i[k] : j, times = P->global ? j : A.i[k];
            R[of] -= steps[times] * value;
        }
    }
    *e = 0;
    for (dls_int j = 0; j < T->n; j++) {
        *e -= steps[j] * P->f[j] * K->coordinate[j] / K->size;
    }
    for (dls_int i = 0; i < T->N; i++) {
        *e += steps[T->n + i] * P->q[i] * K->contact[i / T->d] / K->size;
    }
}

static void lay_out(void *object, dls_room *room)
{
    dls_modes *K = object;
    dls_int N = K->T->N, n = K->T->n, rows = K->rows = n + N;
    K->contact = DLS_TAKE(room, double, K->T->nc);
    K->coordinate = DLS_TAKE(room, double, n);
    K->x = DLS_TAKE(room, double, N);
    K->y = DLS_TAKE(room, double, rows);
    K->unit = DLS_TAKE(room, double, rows);
    K->V = DLS_TAKE(room, double, rows *(n + rows));
    K->U = DLS_TAKE(room, double, rows *N);
    K->R = DLS_TAKE(room, double, rows *N);
    K->e = DLS_TAKE(room, double, rows);
    K->A = DLS_TAKE(room, double, rows *(N + 1 + rows));
    K->pivot = DLS_TAKE(room, dls_int, rows);
    K->basic = DLS_TAKE(room, dls_int, rows);
    K->free = DLS_TAKE(room, bool, N);
    K->mode = DLS_TAKE(room, int, K->T->nc);
    K->sum = DLS_TAKE(room, dls_exact, N + n);
}

dls_error dls_friction_enumerate_prepare(dls_friction_task *T, dls_fault *fault)
{
    bool possible = dls_friction_modes_count(T->problem) > 0;
    bool made = !possible || dls_friction_workspace(T, DLS_WORK_MODES, sizeof(dls_modes), lay_out);
    return made ? DLS_OK : dls_fail_memory(fault);
}

/* The modes of the task, for its data as they are now. */
static dls_error prepare(dls_friction_task *T, dls_modes **out, dls_fault *fault)
{
    dls_error error = dls_friction_enumerate_prepare(T, fault);
    dls_modes *K = *out = T->kept[DLS_WORK_MODES];
    if (error || !K) {
        return error;
    }
    find_scales(K);
    fill_modes(K);
    eliminate_modes(K);
    for (dls_int i = 0, at = 0; i < K->rows; i++) {
        if (K->pivot[i] < 0) {
            relate(K, K->V + i * (T->n + K->rows) + T->n, K->U + at * T->N, K->R + at * T->N,
                   K->e + at);
            at++;
        }
    }
    return DLS_OK;
}

/* ---- all modes ---- */

/* The point of the task becomes that of the mode; v from the rows where it was eliminated. */
static bool look(dls_modes *K)
{
    dls_friction_task *T = K->T;
    dls_int n = T->n, N = T->N, width = n + K->rows;
    double *U = K->A, *R = U + N, *u = R + N, *r = u + N, e;
    dls_zero(2 * N, u);
    for (dls_int k = 0; k < N; k++) {
        double a[DLS_FRICTION_DIM], b[DLS_FRICTION_DIM];
        dls_int c = k / T->d;
        dls_friction_mode_coordinate(T->d, T->problem->mu[c], K->mode[c], (int)(k % T->d), a, b);
        dls_axpy(T->d, K->x[k], a, u + c * T->d);
        dls_axpy(T->d, K->x[k], b, r + c * T->d);
    }
    for (dls_int i = 0; i < N; i++) {
        T->r[i] = K->size * K->contact[i / T->d] * r[i];
    }
    dls_zero(n, T->v);
    for (dls_int i = 0; i < K->rows; i++) {
        if (K->pivot[i] >= 0) {
            relate(K, K->V + i * width + n, U, R, &e);
            e -= dls_dot(N, U, u) + dls_dot(N, R, r);
            T->v[K->pivot[i]] = K->size * K->coordinate[K->pivot[i]] * e;
        }
    }
    return dls_friction_look(T);
}

static void conclude_modes(dls_friction_task *T, dls_int count, dls_int refuted)
{
    if (refuted == count) {
        T->modes = DLS_MODES_REFUTED;
        dls_friction_tell(T, "no solution: each of the %lld modes of contact is refuted",
                          (long long)count);
    } else {
        dls_friction_tell(T, "%lld of %lld modes of contact are refuted, rounding decides the rest",
                          (long long)refuted, (long long)count);
    }
}

static dls_error enumerate(dls_friction_task *T, bool *solved, dls_fault *fault)
{
    dls_int count = dls_friction_modes_count(T->problem), refuted = 0, k = 0;
    T->modes = DLS_MODES_OPEN;
    *solved = false;
    if (count == 0) {
        dls_friction_tell(T,
                          "enumeration is for problems with up to %d modes (2D: 4 a contact; 3D: "
                          "mu = 0 or Inf, 2 a contact) and %d rows",
                          MOST_MODES, MOST_ROWS);
        return DLS_OK;
    }
    dls_modes *K;
    dls_error error = prepare(T, &K, fault);
    for (; !error && !*solved && k < count && dls_friction_may_go_on(T, INFINITY); k++) {
        set_mode(K, k);
        dls_mode_end end = dls_friction_modes_solve(K);
        refuted += end == DLS_MODE_REFUTED;
        *solved = end == DLS_MODE_POINT && look(K);
        T->result->iterations++;
    }
    if (!error && !*solved && k == count) {
        conclude_modes(T, count, refuted);
    }
    return error;
}

dls_error dls_friction_enumerate(dls_friction_task *T, dls_fault *fault)
{
    bool solved;
    dls_error error = enumerate(T, &solved, fault);
    if (!error && (solved || T->settings->method == DLS_FRICTION_ENUMERATE)) {
        T->result->method = "enumerate";
    }
    return error;
}

dls_error dls_friction_consider(dls_friction_task *T, dls_fault *fault)
{
    double best = T->best;
    dls_outcome outcome = T->result->outcome;
    bool solved;
    T->best = -1; /* no other point is kept */
    dls_error error = enumerate(T, &solved, fault);
    T->best = best;
    T->result->outcome = outcome;
    if (solved) {
        T->modes = DLS_MODES_UNSEEN;
        dls_friction_tell(T, "a solution exists (enumerate)");
    }
    return error;
}

dls_int dls_friction_modes(const dls_friction_problem *problem)
{
    return dls_friction_modes_count(problem);
}

dls_error dls_friction_refute(const dls_friction_problem *problem, double accuracy, double *mode,
                              double *p, double *y, dls_fault *fault)
{
    dls_friction_settings settings = dls_friction_defaults();
    settings.accuracy = accuracy;
    dls_friction_task T = {.N = 0};
    dls_modes *K = NULL;
    dls_error error = dls_friction_task_new(&T, problem, &settings, false, fault);
    error = error ? error : prepare(&T, &K, fault);
    for (dls_int k = 0; !error && k < dls_friction_modes_count(problem); k++) {
        set_mode(K, k);
        bool refuted = dls_friction_modes_solve(K) == DLS_MODE_REFUTED;
        for (dls_int c = 0; c < T.nc; c++) {
            mode[k * T.nc + c] = K->mode[c];
        }
        dls_copy(T.n, K->unit, p + k * T.n);
        dls_copy(T.N, K->unit + T.n, y + k * T.N);
        if (!refuted) {
            y[k * T.N] = NAN;
        }
    }
    dls_pool_free(&T.pool);
    return error;
}
