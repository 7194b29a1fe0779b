/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A contact problem: with friction and few cases all its solutions, else one by the methods of
   mixed complementarity. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/spatial.h"

enum { LARGE = 150, CASES = 20 }; /* unknowns: up to there pivots are faster; conditions */

typedef struct {
    dls_contact_result result;
    dls_pool pool;
    const dls_contact_scaled *N;
    const dls_contact_settings *settings;
    dls_contact_problem *P;
    dls_watch watch;
    dls_int count; /* of solutions for which there is room */
    bool law, monotone;
    double *v, *w; /* unknowns of P */
} task;

static void lay_out(void *object, dls_room *room)
{
    task *T = object;
    dls_int unknowns = T->P->lcp.M.cols;
    T->result.unknowns = unknowns;
    T->result.rows = dls_contact_rows(&T->N->S);
    T->result.margin_b = DLS_TAKE(room, double, T->N->S.Gb.cols);
    T->result.margin_u = DLS_TAKE(room, double, T->N->S.Gu.cols);
    dls_int rows = T->N->S.Gb.cols + T->N->S.Gu.cols + 2 * T->P->nt; /* of a program, at most */
    T->result.proof = DLS_TAKE(room, double, DLS_MAX(unknowns, rows));
    DLS_TAKE_NUMBERS(room, unknowns, &T->v, &T->w);
}

static void lay_out_list(void *object, dls_room *room)
{
    task *T = object;
    T->result.x = DLS_TAKE(room, double, T->result.rows * T->count);
}

static bool room_for(task *T, dls_int count)
{
    T->count = T->result.count = count;
    return dls_pool_make(&T->pool, lay_out_list, T);
}

static dls_int conditions(const task *T)
{
    return T->P->lcp.M.cols - T->P->lcp.free;
}

static dls_error judge_candidate(task *T, dls_fault *fault)
{
    dls_contact_result *r = &T->result;
    return dls_contact_check(&T->N->S, T->law, 1, dls_contact_answer_at(&T->N->S, r->x),
                             &r->residuals, r->margin_b, r->margin_u, fault);
}

/* The residual; of a solution also the minimum norm and whether it is unique (with its active
   set). */
static dls_error judge_answer(task *T, dls_fault *fault)
{
    dls_contact_result *r = &T->result;
    char text[120] = "";
    dls_error error = DLS_OK;
    if (r->outcome == DLS_SOLVED && T->settings->minimum) {
        error = dls_contact_minimum(T->N, T->P, T->law, r->x, &r->unique, text, fault);
    }
    size_t used = strlen(r->message);
    snprintf(r->message + used, sizeof r->message - used, "%s", text);
    return error ? error : judge_candidate(T, fault);
}

/* A solution may only be as far off as the tolerance and the accuracy of the data say. */
static void doubt_answer(task *T)
{
    dls_contact_result *r = &T->result;
    double worst = dls_contact_worst(r->residuals);
    double most = fmax(T->settings->tolerance, 4 * T->settings->accuracy);
    if (r->outcome == DLS_SOLVED && !(worst <= most)) {
        size_t used = strlen(r->message);
        r->outcome = DLS_NUMERICAL_TROUBLE;
        snprintf(r->message + used, sizeof r->message - used, "; residual %.1e", worst);
    }
}

/* Into the message and the result: what the solver of the complementarity problem says. */
static void conclude(task *T, const dls_lcp_result *m, bool complete)
{
    dls_contact_result *r = &T->result;
    bool none = m->outcome == DLS_NO_SOLUTION;
    r->outcome = m->outcome;
    r->method = m->method ? m->method : "";
    r->iterations = m->iterations;
    r->certificate = m->certificate;
    r->enumerated = complete || none;
    snprintf(r->message, sizeof r->message, "%s", m->message);
    if (m->outcome == DLS_INFEASIBLE) {
        r->unique = DLS_NO;
    } else if (m->outcome != DLS_SOLVED && (complete || none)) {
        r->outcome = DLS_NO_SOLUTION;
        r->unique = DLS_NO;
        r->certificate = DLS_CERTIFICATE_NONE;
        dls_phrase(r->message, sizeof r->message,
                   "all %.0f cases were examined, none is a solution", exp2((double)conditions(T)));
    }
}

/* By dls_friction or the fixed point on the normal forces; most: convex programs of the latter. */
static dls_error by_fixpoint(task *T, double most, dls_contact_list which, dls_fault *fault)
{
    dls_contact_result *r = &T->result;
    dls_contact_problem *P = NULL;
    if (!room_for(T, which == DLS_LIST_NEVER ? 1 : DLS_SPATIAL_MOST)) {
        return dls_fail_memory(fault);
    }
    dls_error error = dls_contact_assemble(&T->N->S, false, &P, fault);
    dls_spatial D = {.S = &T->N->S,
                     .P = P,
                     .settings = T->settings,
                     .watch = &T->watch,
                     .law = T->law,
                     .most = (dls_int)most,
                     .list = which};
    dls_spatial_list list = {.x = r->x};
    error = error ? error : dls_contact_spatial(&D, &list, r, fault);
    r->count = DLS_MAX(list.count, 1);
    dls_contact_problem_free(P);
    return error ? error : judge_candidate(T, fault);
}

/* Large ones by Gauss' principle; done: to an end. */
static dls_error by_principle(task *T, bool *done, dls_fault *fault)
{
    enum { MOST = 50 };
    dls_contact_result *r = &T->result;
    double most = T->settings->programs;
    dls_error error = by_fixpoint(T, most > 0 ? fmin(most, MOST) : MOST, DLS_LIST_NEVER, fault);
    bool solved =
        r->outcome == DLS_SOLVED && dls_contact_worst(r->residuals) <= T->settings->tolerance;
    *done = !error && (solved || r->outcome == DLS_INFEASIBLE);
    if (*done && solved) {
        error = judge_answer(T, fault);
        r->unique = DLS_UNDECIDED; /* of other active sets nothing is known */
    } else if (!*done) {
        r->unknowns = T->P->lcp.M.cols;
    }
    return error;
}

/* One solution. complete: there is none among all cases. */
static dls_error single(task *T, bool complete, dls_fault *fault)
{
    dls_contact_result *r = &T->result;
    dls_lcp_settings lcp = T->settings->lcp;
    dls_lcp_result m = {.method = NULL};
    r->enumerated = complete;
    if (lcp.method == DLS_LCP_AUTO && !T->settings->large && T->P->lcp.M.cols > LARGE) {
        bool done = T->monotone;
        dls_error failed = DLS_OK;
        r->left = T->monotone;
        if (!r->left) {
            failed = by_principle(T, &done, fault);
        }
        if (failed || done) {
            return failed;
        }
    }
    lcp.max_time = fmax(T->watch.deadline - dls_clock(), 0);
    dls_error error = dls_lcp(&T->P->lcp, &lcp, T->watch.host, T->v, T->w, r->proof, &m, fault);
    if (!error && !room_for(T, 1)) {
        error = dls_fail_memory(fault);
    }
    if (error) {
        return error;
    }
    dls_contact_spread(&T->N->S, T->P, T->v, r->x);
    conclude(T, &m, complete);
    error = judge_answer(T, fault);
    if (!T->monotone && r->outcome == DLS_SOLVED) {
        r->unique = DLS_UNDECIDED; /* of other active sets nothing is known */
    }
    return error;
}

/* Reactions of minimum norm, which the first solution has, may be those of another one. */
static void drop_repeated(dls_contact_result *r)
{
    dls_int kept = 1;
    for (dls_int k = 1; k < r->count; k++) {
        if (dls_contact_find(r->rows, kept, r->x, r->x + k * r->rows) == 0) {
            memmove(r->x + kept++ * r->rows, r->x + k * r->rows, (size_t)r->rows * sizeof *r->x);
        }
    }
    r->count = kept;
}

static dls_error take_list(task *T, const dls_contact_solutions *list, dls_fault *fault)
{
    dls_contact_result *r = &T->result;
    if (!room_for(T, list->count)) {
        return dls_fail_memory(fault);
    }
    dls_copy(r->rows * list->count, list->x, r->x);
    r->outcome = DLS_SOLVED;
    r->method = "enumerate";
    r->iterations = (dls_int)1 << conditions(T);
    r->enumerated = list->complete;
    dls_phrase(r->message, sizeof r->message, "%lld solutions in %lld cases",
               (long long)list->count, (long long)r->iterations);
    dls_error error = judge_answer(T, fault);
    drop_repeated(r);
    if (list->count > 1 || list->segment) {
        r->unique = DLS_NO;
    } else if (!list->complete && r->unique == DLS_YES) {
        r->unique = DLS_UNDECIDED; /* yes was said of its active set only */
    }
    return error;
}

/* May there be several solutions, and few cases? */
static bool lists(const task *T)
{
    enum { FEW = 8 };
    dls_contact_list list = T->settings->list;
    bool few = T->N->S.Gu.cols + 2 * T->P->nc <= FEW && conditions(T) <= CASES;
    return list == DLS_LIST_ALWAYS ||
           (list == DLS_LIST_FEW && few && !T->monotone && T->settings->lcp.method == DLS_LCP_AUTO);
}

static dls_error find_answer(task *T, dls_fault *fault)
{
    enum { PROGRAMS = 200 };
    dls_contact_solutions list = {.count = 0};
    dls_error error = DLS_OK;
    if (T->law && T->N->S.d == 3) {
        double most = T->settings->programs;
        error = by_fixpoint(T, most > 0 ? most : PROGRAMS, T->settings->list, fault);
        doubt_answer(T);
        return error;
    }
    if (T->settings->list == DLS_LIST_ALWAYS && conditions(T) > CASES) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "'Solutions' is 'all' with %lld conditions; expected at most %d",
                        (long long)conditions(T), CASES);
    }
    if (lists(T)) {
        error = dls_contact_enumerate(&T->N->S, T->P, T->law, T->settings, &T->watch, &list, fault);
    }
    if (!error) {
        error = list.count > 0 ? take_list(T, &list, fault) : single(T, list.complete, fault);
        if (!T->result.left) {
            doubt_answer(T);
        }
    }
    dls_free(list.x);
    return error;
}

dls_error dls_contact_solve(const dls_contact_scaled *N, const dls_contact_settings *settings,
                            dls_host host, dls_contact_result **out, dls_fault *fault)
{
    double start = dls_clock();
    task *T = DLS_NEW(task, 1);
    *out = NULL;
    if (!T) {
        return dls_fail_memory(fault);
    }
    T->N = N;
    T->settings = settings;
    T->watch = dls_watch_start(host, settings->lcp.max_time);
    dls_error error = dls_settings_check("dls_lcp", &settings->lcp, fault);
    error =
        error ? error : dls_contact_assemble(&N->S, settings->coulomb && N->S.d == 2, &T->P, fault);
    if (!error && !dls_pool_make(&T->pool, lay_out, T)) {
        error = dls_fail_memory(fault);
    }
    if (!error) {
        dls_int slides = dls_entries(T->P->Du);
        T->law = settings->coulomb && dls_contact_may_slip(&N->S, T->P);
        T->monotone = slides == 0 && T->P->nm == 0 && T->P->nc == 0;
        T->monotone = T->monotone && !(T->law && N->S.d == 3);
        T->result.left = T->monotone && conditions(T) == 0;
        error = T->result.left ? DLS_OK : find_answer(T, fault);
    }
    dls_contact_problem_free(T->P);
    T->P = NULL;
    if (error) {
        dls_contact_result_free(&T->result);
    } else {
        T->result.time = dls_clock() - start;
        *out = &T->result;
    }
    return error;
}

void dls_contact_result_free(dls_contact_result *result)
{
    if (result) {
        task *T = (task *)result; /* its first member */
        dls_pool_free(&T->pool);
        dls_free(T);
    }
}
