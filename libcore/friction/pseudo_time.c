/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pseudo-time: r' = P (r - rho u^) - r, u^ = u + mu |u_T| e_N, by linearly implicit steps

     (I / dt + J) dr = -F,   F = r - P (r - rho u^),  J its derivative,

   one semismooth Newton step each. |F| is no merit function: it rises by orders before it falls
   where contacts change between sticking and sliding. A flow passes such folds; and Gauss-Seidel
   sweeps after every step remove what is local, so that a step is judged by what they make of its
   point, against what they make of the point before it. */
#include <math.h>

#include "friction/sweeps.h"

typedef struct {
    dls_friction_task *T;
    dls_friction_system *S;
    dls_sweeps *sweeps;
    double *F, *dr, *du, *dv, *g;
    double *stepped, *swept; /* N: after the step and sweeps, after sweeps alone */
    double dt;
    int count;       /* sweeps after a step */
    int pause, rest; /* rounds without steps: how many at a time, and how many are left */
} pseudo_time;

typedef enum { KEPT, LEFT, RESTED } fate; /* of a step */

static void lay_out(void *object, dls_room *room)
{
    pseudo_time *X = object;
    const dls_friction_task *T = X->T;
    double **reactions[] = {&X->F, &X->dr, &X->du, &X->stepped, &X->swept};
    for (size_t k = 0; k < sizeof reactions / sizeof *reactions; k++) {
        *reactions[k] = DLS_TAKE(room, double, T->N);
    }
    X->dv = DLS_TAKE(room, double, T->n);
    X->g = DLS_TAKE(room, double, T->n);
}

enum { MANY = 150 }; /* contacts, of which a few in wrong states do not make a stall */

/* Sweeps are bound by memory, at a fifth of a factorisation's speed. */
double dls_friction_factor_price(const dls_friction_system *S)
{
    static const double VISIT = 100; /* flops of the factor in the time of a visit */
    return S->solver->flops / (VISIT * (double)S->task->nc);
}

/* After a step: the more contacts, the farther they have to carry. */
static int sweeps_of(const pseudo_time *X)
{
    static const double LEAST = 200, MOST = 2000;
    return (int)fmin(MOST, fmax(LEAST, dls_friction_factor_price(X->S)));
}

double dls_friction_pseudo_time_price(const dls_friction_system *S)
{
    static const double STEP = 400; /* its sweeps, matrix and GMRES */
    return STEP + 2 * dls_friction_factor_price(S);
}

dls_error dls_friction_pseudo_time_prepare(dls_friction_task *T, dls_fault *fault)
{
    pseudo_time *X = dls_friction_workspace(T, DLS_WORK_PSEUDO_TIME, sizeof *X, lay_out);
    if (!X) {
        return dls_fail_memory(fault);
    }
    dls_error error = dls_friction_sweeps_of(T, &X->sweeps, fault);
    error = error || !X->sweeps ? error : dls_friction_system_of(T, &X->S, fault);
    if (error || !X->sweeps) {
        return error;
    }
    return error;
}

/* Sweeps from r, which becomes the point of the task; the error of that. */
static double sweep(pseudo_time *X, int count, double *r)
{
    dls_friction_task *T = X->T;
    static const double RELAX = 1.2, MORE = 0.01; /* sweeps go on beyond the tolerance */
    dls_sweeps_run run = {
        .count = count, .relax = RELAX, .accelerate = true, .goal = MORE * T->settings->tolerance};
    dls_friction_sweeps_begin(X->sweeps, r);
    dls_friction_sweeps_do(X->sweeps, &run);
    dls_friction_sweeps_point(X->sweeps, r, T->v);
    dls_copy(T->N, r, T->r);
    dls_friction_look(T);
    return isnan(T->error) ? INFINITY : T->error;
}

/* The blocks of contact c: C = (I + I/dt - D)^-1 rho D (I + mu e_N t'), C0 the same without the
   last factor. false: singular. */
static bool linearise(pseudo_time *X, dls_int c)
{
    const dls_friction_task *T = X->T;
    int d = T->d;
    dls_int at = c * d * d;
    double *A = X->S->blocks.A + at, *B = X->S->blocks.B + at, *Ai = X->S->blocks.Ai + at, D[9];
    dls_law_natural(d, T->problem->mu[c], T->rho[c], T->r + c * d, T->u + c * d, X->F + c * d, A,
                    B);
    for (int k = 0; k < d * d; k++) {
        double unit = k % (d + 1) == 0;
        D[k] = T->rho[c] * (unit - A[k]);
        A[k] += unit / X->dt;
    }
    bool regular = dls_law_inverse(d, A, Ai);
    dls_law_multiply(d, Ai, B, X->S->blocks.C + at);
    dls_law_multiply(d, Ai, D, X->S->blocks.C0 + at);
    return regular;
}

/* stepped: the point of the task after a step, within the cones. */
static dls_error step(pseudo_time *X, dls_fault *fault)
{
    static const double SHARE = 1e-2;
    dls_friction_task *T = X->T;
    int d = T->d;
    bool regular = true;
    for (dls_int c = 0; c < T->nc; c++) {
        regular = linearise(X, c) && regular;
    }
    for (dls_int i = 0; i < T->N; i++) {
        X->F[i] = -X->F[i];
    }
    for (dls_int i = 0; i < T->n; i++) {
        X->g[i] = -T->g[i];
    }
    X->S->share = SHARE;
    X->S->near = true;
    dls_error error = regular ? dls_friction_system_factor(X->S, fault) : DLS_ERROR_NUMERICAL;
    error = error ? error : dls_friction_system_solve(X->S, X->F, X->g, X->dr, X->du, X->dv);
    for (dls_int c = 0; !error && c < T->nc; c++) {
        double *dr = X->dr + c * d;
        dls_axpy(d, 1, T->r + c * d, dr);
        dls_law_project(d, T->problem->mu[c], dr, X->stepped + c * d, NULL);
    }
    return error || dls_finite(T->N, X->stepped) ? error : DLS_ERROR_NUMERICAL;
}

/* From the point of the task to the better of two: after a step and sweeps, or after sweeps alone,
   which a step that gains much need not be compared with. Where even short steps are worse there
   are some rounds without. */
static dls_error advance(pseudo_time *X, fate *end, dls_fault *fault)
{
    enum { LONGEST = 8 };
    static const double GROWTH = 3, LEAST = 1, MOST = 1e9, MUCH = 0.5;
    dls_friction_task *T = X->T;
    double before = T->error, with = INFINITY, cut = T->nc > MANY ? 3 : 30;
    dls_copy(T->N, T->r, X->swept);
    dls_error error = X->rest > 0 ? DLS_ERROR_NUMERICAL : step(X, fault);
    if (error && error != DLS_ERROR_NUMERICAL) {
        return error;
    }
    if (!error) {
        with = sweep(X, X->count, X->stepped);
    }
    *end = with <= fmax(MUCH * before, T->settings->tolerance) ? KEPT : LEFT;
    if (*end == LEFT && with < sweep(X, X->count, X->swept)) {
        *end = KEPT;
        sweep(X, 0, X->stepped);
    }
    if (*end == KEPT) {
        X->dt = fmin(MOST, GROWTH * X->dt);
        X->pause = 0;
    } else if (X->rest > 0) {
        *end = RESTED;
        X->rest--;
    } else {
        X->pause = X->dt > LEAST ? 0 : DLS_MIN(LONGEST, 2 * X->pause + 1);
        X->rest = X->pause;
        X->dt = fmax(LEAST, X->dt / cut);
    }
    return DLS_OK;
}

/* Sweeps, and the first step; from where sweeps ended, in a brief turn, fewer and longer. */
static bool start(pseudo_time *X)
{
    enum { BRIEF = 2 };
    static const double FIRST[] = {10, 100}, NEAR[] = {1e-3, 1e-2};
    dls_friction_task *T = X->T;
    X->count = sweeps_of(X) / (T->swept ? BRIEF : 1);
    dls_copy(T->N, T->r, X->swept);
    sweep(X, T->swept ? 0 : X->count, X->swept);
    X->dt = fmax(FIRST[T->swept], NEAR[T->swept] / T->error);
    X->rest = X->pause = 0;
    return T->error <= T->settings->tolerance && !T->far;
}

static dls_error iterate(pseudo_time *X, dls_fault *fault)
{
    enum { PATIENCE = 40, HURRY = 12, STALLS = 4 }; /* auto has other ways to go on */
    static const double MOST = 300, PROGRESS = 0.9, SLOW = 0.7;
    static const char *const name[] = {"kept", "left", "none"};
    dls_friction_task *T = X->T;
    dls_int idle = 0, hurry = T->nc > MANY ? 2 * HURRY : HURRY;
    dls_int patience = T->settings->method == DLS_FRICTION_AUTO ? hurry : PATIENCE;
    dls_error error = DLS_OK;
    double best = INFINITY, before = INFINITY;
    int stalled = 0;
    fate end = KEPT;
    bool solved = false;
    if (dls_friction_may_go_on(T, MOST)) {
        solved = start(X);
    }
    while (!solved && !error && idle < patience && dls_friction_may_go_on(T, MOST)) {
        bool stalls = end == LEFT && T->error > SLOW * before;
        before = T->error;
        stalled += stalls;
        bool springs_help = stalls && T->settings->method == DLS_FRICTION_AUTO && !T->loaded &&
                            dls_friction_rests(T);
        if (springs_help || (T->brief && stalled > STALLS)) {
            break;
        }
        error = advance(X, &end, fault);
        T->result->iterations++;
        solved = T->error <= T->settings->tolerance && !T->far;
        idle = T->error < PROGRESS * best ? 0 : idle + 1;
        best = idle == 0 ? T->error : best;
        if (T->settings->display > 1) {
            dls_say(T->host, "%6lld  step %s, dt %.1e  residual %.3e",
                    (long long)T->result->iterations, name[end], X->dt, T->error);
        }
    }
    return error;
}

dls_error dls_friction_pseudo_time(dls_friction_task *T, dls_fault *fault)
{
    T->result->method = "pseudo-time";
    dls_error error = dls_friction_pseudo_time_prepare(T, fault);
    pseudo_time *X = T->kept[DLS_WORK_PSEUDO_TIME];
    if (!error && X->sweeps) {
        error = iterate(X, fault);
    } else if (!error) {
        dls_friction_sweeps_tell(T, "pseudo-time");
    }
    return error;
}
