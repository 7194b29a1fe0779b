/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Block nonlinear Gauss-Seidel: one contact after the other, each solved exactly for the others'
   reactions. Local form: u = W r + q is kept up to date by the columns of a contact; global form:
   v = M^-1 (H'r - f) by those of M^-1 H', and u_c = H_c v + w_c is formed when c's turn comes. */
#include <math.h>

#include "friction/friction.h"

typedef struct {
    dls_friction_task *T;
    dls_mobility *mobility; /* global form */
    dls_view columns;       /* what a change of r adds to u, or to v */
    double *block;          /* nc blocks W_cc, row by row */
} sweeps;

static void lay_out(void *object, dls_room *room)
{
    sweeps *S = object;
    S->block = DLS_TAKE(room, double, S->T->N * S->T->d);
}

static double row_times(dls_view rows, dls_int i, const double *x)
{
    double sum = 0;
    for (dls_int k = rows.p[i]; k < rows.p[i + 1]; k++) {
        sum += rows.x[k] * x[rows.i[k]];
    }
    return sum;
}

/* W_cc from W, or H_c Z_c */
static void find_blocks(sweeps *S)
{
    const dls_friction_task *T = S->T;
    dls_view A = S->columns;
    int d = T->d;
    for (dls_int j = 0; j < T->N; j++) {
        double *block = S->block + j / d * d * d;
        dls_int first = j / d * d;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            if (T->problem->global) {
                T->work[A.i[k]] = A.x[k];
            } else if (A.i[k] / d == j / d) {
                block[A.i[k] % d * d + j % d] = A.x[k];
            }
        }
        for (int i = 0; T->problem->global && i < d; i++) {
            block[i * d + j % d] = row_times(dls_see(&S->mobility->rows), first + i, T->work);
        }
        for (dls_int k = A.p[j]; T->problem->global && k < A.p[j + 1]; k++) {
            T->work[A.i[k]] = 0;
        }
    }
}

dls_error dls_friction_gauss_seidel_prepare(dls_friction_task *T, dls_fault *fault)
{
    sweeps *S = dls_friction_workspace(T, DLS_WORK_SWEEPS, sizeof *S, lay_out);
    if (!S) {
        return dls_fail_memory(fault);
    }
    return T->problem->global ? dls_friction_mobility_of(T, &S->mobility, fault) : DLS_OK;
}

/* v = M^-1 (H'r - f), without what rounding adds to it from sweep to sweep; then its residual. */
static dls_error look(sweeps *S, bool *solved)
{
    dls_friction_task *T = S->T;
    dls_error error = T->problem->global ? dls_friction_mobility_move(S->mobility, T) : DLS_OK;
    *solved = !error && dls_friction_look(T);
    return error;
}

static void solve_contact(sweeps *S, dls_int c)
{
    const dls_friction_task *T = S->T;
    int d = T->d;
    double *r = T->r + c * d, *u = T->u + c * d, q[DLS_FRICTION_DIM], new[DLS_FRICTION_DIM];
    const double *W = S->block + c * d * d;
    for (int i = 0; i < d; i++) {
        if (T->problem->global) {
            u[i] =
                T->problem->q[c * d + i] + row_times(dls_see(&S->mobility->rows), c * d + i, T->v);
        }
        q[i] = u[i] - dls_dot(d, W + i * d, r);
    }
    dls_law_solve(d, T->problem->mu[c], W, q, new);
    double *target = T->problem->global ? T->v : T->u;
    for (int i = 0; i < d; i++) {
        double change = new[i] - r[i];
        dls_view A = S->columns;
        for (dls_int k = A.p[c * d + i]; change != 0 && k < A.p[c * d + i + 1]; k++) {
            target[A.i[k]] += change * A.x[k];
        }
        r[i] = new[i];
    }
}

static dls_error iterate(sweeps *S)
{
    enum { EVERY = 5, PATIENCE = 5000 };
    static const double MOST = 100000, PROGRESS = 0.9;
    dls_friction_task *T = S->T;
    dls_int idle = 0, first = T->result->iterations;
    double best = INFINITY;
    bool solved;
    dls_error error = look(S, &solved);
    while (!solved && !error && idle < PATIENCE && dls_friction_may_go_on(T, MOST)) {
        for (dls_int c = 0; c < T->nc; c++) {
            solve_contact(S, c);
        }
        dls_int sweep = ++T->result->iterations - first;
        double allowed = T->settings->max_iterations;
        bool last = allowed > 0 && T->result->iterations >= allowed;
        if (sweep > EVERY && sweep % EVERY && !last) {
            continue;
        }
        error = look(S, &solved);
        idle = T->best < PROGRESS * best ? 0 : idle + EVERY;
        best = idle == 0 ? T->best : best;
        if (T->settings->display > 1) {
            dls_say(T->host, "%6lld  residual %.3e", (long long)sweep, T->error);
        }
    }
    if (idle >= PATIENCE) {
        dls_friction_tell(T, "gauss-seidel stalls");
    }
    return error;
}

dls_error dls_friction_gauss_seidel(dls_friction_task *T, dls_fault *fault)
{
    T->result->method = "gauss-seidel";
    dls_error error = dls_friction_gauss_seidel_prepare(T, fault);
    if (error) {
        return error;
    }
    sweeps *S = T->kept[DLS_WORK_SWEEPS];
    if (T->problem->global) {
        if (!dls_friction_mobility_tell(S->mobility, T, "gauss-seidel")) {
            return DLS_OK;
        }
        T->result->factorisations++;
    }
    S->columns = T->problem->global ? dls_see(&S->mobility->Z) : T->problem->W;
    dls_zero(T->N + 3 * T->n, T->work);
    dls_zero(T->N * T->d, S->block);
    find_blocks(S);
    return iterate(S);
}
