/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interior point on monotone problems: w = M v + q with v = x, z = s and w = y is the system
   M x + A'y + q = 0, A x + s = 0 of ipm/ipm.h with A = [0, -I], whether M is symmetric or not. */
#include <math.h>
#include <string.h>

#include "ipm/ipm.h"
#include "lcp/lcp.h"

typedef struct {
    dls_lcp_task *task;
    bool first;
} hunt;

/* v from the iterate, z_i = 0 where w_i clearly wins: close to a solution that is the right
   complementary basis, and the natural map falls to rounding. */
static void round_iterate(const dls_ipm *I, const dls_iterate *at, const dls_lcp_problem *p,
                          bool snap, double *v)
{
    const dls_scaled *d = &I->data;
    for (dls_int j = 0; j < d->n; j++) {
        v[j] = d->size * d->D[j] * at->x[j] / at->tau;
    }
    for (dls_int i = 0; i < d->m; i++) {
        double z = d->size / d->E[i] * at->s[i] / at->tau;
        v[p->free + i] = snap && at->s[i] < at->y[i] ? 0 : z;
    }
}

/* Near enough for an active-set method, or, when that has failed, a solution. */
static bool near_solution(void *data, dls_ipm *I)
{
    static const double CLOSE = 1e-8;
    hunt *h = data;
    const dls_standing *z = &I->standing;
    if (fmax(z->primal, fmax(z->dual, z->gap)) > CLOSE) {
        return false;
    }
    round_iterate(I, &I->now, h->task->problem, true, h->task->v);
    if (h->first || dls_mlcp_accept(h->task)) {
        return true;
    }
    round_iterate(I, &I->now, h->task->problem, false, h->task->v);
    return dls_mlcp_accept(h->task);
}

static dls_conic_settings settings_for(const dls_lcp_task *T)
{
    static const double NEVER = 1e-13; /* out of reach: the natural map decides */
    dls_conic_settings s = dls_conic_defaults();
    s.tolerance = NEVER;
    s.infeasible = DLS_MLCP_CERTIFICATE;
    s.display = T->settings->display == 2 ? 2 : 0;
    s.max_iterations = T->settings->max_iterations;
    return s;
}

/* A few Newton steps from T->v: they find the last digits at once where z and w are clearly apart,
   and are the only ones to find them where z and w are both about sqrt (mu). */
static dls_error polish_point(dls_lcp_task *T, dls_fault *fault)
{
    enum { STEPS = 8 };
    dls_lcp_settings few = *T->settings;
    few.max_iterations = STEPS;
    dls_lcp_task close = *T;
    close.settings = &few;
    char message[sizeof T->result->message];
    memcpy(message, T->result->message, sizeof message);
    dls_int before = T->result->iterations;
    const char *method = T->result->method;
    T->result->iterations = 0; /* newton's budget is for its own */
    dls_error error = dls_lcp_newton(&close, fault);
    memcpy(T->result->message, message, sizeof message);
    T->result->method = method;
    if (T->result->outcome == DLS_SOLVED) {
        dls_mlcp_tell(T, "%lld newton steps", (long long)T->result->iterations);
    }
    T->result->iterations += before;
    return error;
}

/* What the end of the interior point means for the problem. */
static void conclude_interior(dls_lcp_task *T, dls_ipm *I)
{
    T->result->iterations += I->iterations;
    T->result->factorisations += I->system.factorisations;
    dls_mlcp_tell(T, "interior-point: %lld iterations with '%s'", (long long)I->iterations,
                  I->system.backend->name);
    if (I->outcome == DLS_SOLVED) {
        T->result->outcome = DLS_SOLVED;
        return;
    }
    round_iterate(I, I->best_merit < INFINITY ? &I->best : &I->now, T->problem, true, T->v);
    bool infeasible = I->outcome == DLS_PRIMAL_INFEASIBLE || I->outcome == DLS_DUAL_INFEASIBLE;
    T->result->outcome = infeasible ? DLS_NUMERICAL_TROUBLE : I->outcome;
    /* x'M x = 0, M x >= 0 and M monotone: M'x = -M x <= 0, and q'x < 0 */
    const dls_iterate *end = I->outcome == DLS_DUAL_INFEASIBLE ? &I->now : &I->best;
    for (dls_int j = 0; j < I->data.n; j++) {
        T->w[j] = I->data.size * I->data.D[j] * end->x[j];
    }
    if (!dls_mlcp_certify(T, T->w) && I->trouble) {
        dls_mlcp_tell(T, "%s", I->trouble);
    }
}

static bool ends_here(const dls_lcp_task *T)
{
    dls_outcome outcome = T->result->outcome;
    return outcome == DLS_SOLVED || outcome == DLS_INFEASIBLE || outcome == DLS_TIME_LIMIT ||
           outcome == DLS_INTERRUPTED;
}

/* The interior point until it is near a solution, then Newton; where that fails, the interior point
   as far as it goes, then Newton. */
static dls_error run_both(dls_lcp_task *T, dls_ipm *I, dls_fault *fault)
{
    hunt h = {T, true};
    dls_error error = DLS_OK;
    I->accept = near_solution;
    I->accept_data = &h;
    for (int phase = 0; !error && phase < 2; phase++) {
        h.first = phase == 0;
        error = dls_ipm_run(I, phase > 0, fault);
        if (error) {
            return error;
        }
        conclude_interior(T, I);
        if (I->outcome == DLS_SOLVED ? dls_mlcp_accept(T) : ends_here(T)) {
            return DLS_OK;
        }
        error = polish_point(T, fault);
        if (ends_here(T)) {
            return error;
        }
    }
    return error;
}

/* ---- memory ---- */

struct dls_lcp_interior {
    const dls_lcp_problem *problem;
    dls_pool pool;
    dls_ipm *ipm;
    dls_int version; /* of the values of M in it */
    dls_mat A;       /* [0, -I], one row for each complementarity row */
    double *zero;
};
typedef struct dls_lcp_interior interior;

static void lay_out(void *object, dls_room *room)
{
    interior *L = object;
    dls_int N = L->problem->M.cols, m = N - L->problem->free;
    dls_mat_take(room, &L->A, m, N, m);
    L->zero = DLS_TAKE(room, double, m);
}

static void release(void *object)
{
    interior *L = object;
    dls_ipm_free(L->ipm);
    dls_pool_free(&L->pool);
    dls_free(L);
}

/* For the present M, whether symmetric or not. */
static dls_error load_problem(interior *L, const dls_lcp_task *T, dls_fault *fault)
{
    const dls_lcp_problem *p = T->problem;
    dls_conic_settings settings = settings_for(T);
    dls_conic_problem conic = {
        p->M, p->q, dls_see(&L->A), L->zero, {0, p->M.cols - p->free, 0, NULL}};
    dls_error error = DLS_OK;
    if (L->ipm && L->ipm->symmetric == T->kept->symmetric) {
        dls_ipm_matrices(L->ipm, p->M, dls_see(&L->A));
    } else {
        dls_ipm_free(L->ipm);
        error = dls_ipm_new(&L->ipm, &conic, T->kept->symmetric, &settings, T->host, fault);
    }
    L->version = error ? -1 : T->kept->version;
    return error;
}

static dls_error fill_interior(interior *L, const dls_lcp_task *T, dls_fault *fault)
{
    const dls_lcp_problem *p = T->problem;
    dls_int N = p->M.cols, m = N - p->free;
    L->problem = p;
    if (!dls_pool_make(&L->pool, lay_out, L)) {
        return dls_fail_memory(fault);
    }
    for (dls_int j = 0; j < N; j++) {
        L->A.p[j + 1] = DLS_MAX(j + 1 - p->free, 0);
    }
    for (dls_int i = 0; i < m; i++) {
        L->A.i[i] = i;
        L->A.x[i] = -1;
    }
    return load_problem(L, T, fault);
}

dls_error dls_lcp_ipm_prepare(dls_lcp_task *T, dls_fault *fault)
{
    dls_lcp_kept *kept = T->kept;
    dls_error error = dls_mlcp_look(T, fault);
    if (error || kept->interior || !kept->monotone) {
        return error;
    }
    interior *L = DLS_NEW(interior, 1);
    error = L ? fill_interior(L, T, fault) : dls_fail_memory(fault);
    if (error) {
        if (L) {
            release(L);
        }
        return error;
    }
    kept->interior = dls_pool_own(&kept->pool, release, L) ? L : NULL;
    return kept->interior ? DLS_OK : dls_fail_memory(fault);
}

/* The start may be close, if it is the answer to the problem before: Newton tries it first. */
static dls_error try_start(dls_lcp_task *T, dls_fault *fault)
{
    dls_int N = T->problem->M.cols;
    bool sought = T->known->sought;
    if (!dls_finite(N, T->v) || dls_largest(N, T->v) == 0) {
        return DLS_OK;
    }
    T->known->sought = true; /* too early for a proof that there is no solution */
    dls_error error = polish_point(T, fault);
    T->known->sought = sought;
    return error;
}

dls_error dls_lcp_interior(dls_lcp_task *T, dls_fault *fault)
{
    T->result->method = "interior-point";
    dls_error error = dls_lcp_ipm_prepare(T, fault);
    if (!error && !T->kept->monotone) {
        dls_mlcp_tell(T, "interior-point needs a monotone problem, with a matrix whose symmetric "
                         "part is semidefinite");
        T->result->outcome = DLS_NUMERICAL_TROUBLE;
        return DLS_OK;
    }
    error = error ? error : try_start(T, fault);
    if (error || ends_here(T)) {
        return error;
    }
    interior *L = T->kept->interior;
    error = L->version == T->kept->version ? DLS_OK : load_problem(L, T, fault);
    if (error) {
        return error;
    }
    dls_ipm_vectors(L->ipm, T->problem->q, NULL);
    L->ipm->watch = T->known->watch;
    return run_both(T, L->ipm, fault);
}
