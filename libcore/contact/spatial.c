/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contact/spatial.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FEW = 4 }; /* contacts whose cases are listed */

typedef struct {
    dls_spatial D;
    dls_spatial_list *list;
    dls_contact_result *out;
    dls_spatial_answer answer;
    dls_spatial_newton *newton;
    dls_mat Ht, H;                       /* of dls_friction: contact by contact */
    double *q, *r, *u, *s, *y, *nothing; /* its vectors; of the program of may_open */
    dls_int *none;
} task;

static void lay_out(void *object, dls_room *room)
{
    task *T = object;
    const dls_contact_system *S = T->D.S;
    dls_int N = S->Gu.cols + S->Hu.cols, n = T->D.n;
    dls_int entries = dls_entries(S->Gu) + dls_entries(S->Hu);
    T->D.contact = DLS_TAKE(room, dls_int, T->D.groups);
    T->D.mu = DLS_TAKE(room, double, T->D.nl);
    T->D.tau = DLS_TAKE(room, double, T->D.P->nt);
    T->D.margin = DLS_TAKE(room, double, T->D.nl);
    dls_mat_take(room, &T->Ht, n, N, entries);
    dls_mat_take(room, &T->H, N, n, entries);
    DLS_TAKE_NUMBERS(room, N, &T->q, &T->r, &T->u, &T->s, &T->y);
    T->nothing = DLS_TAKE(room, double, n);
    T->none = DLS_TAKE(room, dls_int, n + 1);
}

static void fill_problem(task *T)
{
    dls_spatial *D = &T->D;
    const dls_contact_system *S = D->S;
    dls_copy(D->nb, S->mub, D->mu);
    dls_copy(D->nl - D->nb, S->muu, D->mu + D->nb);
    for (dls_int j = 0; j < D->P->nt; j++) {
        bool b = j < D->P->from_b;
        dls_int row = D->P->k[j];
        D->tau[j] = (b ? S->tb : S->tu)[row];
        D->contact[j / D->k] = row / D->k + (b ? 0 : D->nb);
    }
}

dls_error dls_spatial_check(const dls_spatial *D, dls_spatial_answer *answer, dls_fault *fault)
{
    dls_contact_residuals r;
    dls_error error = dls_contact_check(D->S, D->law, 1, dls_contact_answer_at(D->S, answer->x), &r,
                                        D->margin, D->margin + D->nb, fault);
    answer->worst = error ? INFINITY : dls_contact_worst(r);
    return error;
}

/* Is there an acceleration that all contacts allow? */
static dls_error may_open(task *T, bool *yes, dls_fault *fault)
{
    const dls_contact_system *S = T->D.S;
    dls_int n = T->D.n, count = S->Gu.cols;
    dls_conic_result result;
    dls_conic_settings settings = dls_conic_defaults();
    dls_view none = {n, n, T->none, NULL, NULL};
    dls_mat_fill(&T->Ht, S->Gu);
    T->Ht.rows = n;
    T->Ht.cols = count;
    for (dls_int t = 0; t < dls_entries(S->Gu); t++) {
        T->Ht.x[t] = -T->Ht.x[t];
    }
    T->H.rows = count;
    T->H.cols = n;
    dls_mat_fill_transpose(&T->H, dls_see(&T->Ht), NULL);
    dls_cones cones = {0, count, 0, NULL};
    dls_conic_problem P = {none, T->nothing, dls_see(&T->H), S->bu, cones};
    dls_error error = dls_conic(&P, &settings, false, T->D.watch->host, T->answer.x, T->s, T->y,
                                NULL, &result, fault);
    *yes = !error && dls_outcome_exitflag(result.outcome) == 1;
    return error;
}

/* H, q of all contacts, normal first; mu is S->muu. */
static dls_friction_problem friction_problem(task *T)
{
    const dls_contact_system *S = T->D.S;
    int k = T->D.k;
    dls_int at = 0, row = 0;
    for (dls_int c = 0; c < S->Gu.cols; c++) {
        for (int e = 0; e <= k; e++) {
            dls_int j = e == 0 ? c : c * k + e - 1;
            dls_mat_put_column(&T->Ht, &at, e == 0 ? S->Gu : S->Hu, j, 0, 1);
            T->q[row] = e == 0 ? S->bu[j] : S->tu[j];
            T->Ht.p[++row] = at;
        }
    }
    T->Ht.cols = T->H.rows = row;
    T->Ht.rows = T->H.cols = T->D.n;
    dls_mat_fill_transpose(&T->H, dls_see(&T->Ht), NULL);
    return (dls_friction_problem){.dimension = S->d,
                                  .contacts = S->Gu.cols,
                                  .mu = S->muu,
                                  .global = true,
                                  .M = S->M,
                                  .H = dls_see(&T->H),
                                  .f = S->F,
                                  .q = T->q};
}

/* Unilateral contacts that stick, slip or open by Coulomb's law: what dls_friction solves, with
   accelerations in place of velocities. */
static bool incremental(const task *T)
{
    const dls_contact_system *S = T->D.S;
    bool fits = S->Gb.cols == 0 && S->Gu.cols > 0 && T->D.law && dls_entries(T->D.P->Du) == 0 &&
                S->Hu.cols == T->D.k * S->Gu.cols;
    for (dls_int c = 0; fits && c < S->Gu.cols; c++) {
        fits = isfinite(S->muu[c]);
    }
    return fits;
}

static dls_error by_friction(task *T, dls_fault *fault)
{
    static const double TIGHT = 1e-11, POLISH = 1e-2; /* residuals */
    const dls_contact_system *S = T->D.S;
    dls_friction_settings settings = dls_friction_defaults();
    dls_friction_result result = {.method = ""};
    bool open = S->Gu.cols <= FEW;
    dls_error error = open ? DLS_OK : may_open(T, &open, fault);
    if (error || !open) {
        return error;
    }
    settings.tolerance = TIGHT;
    settings.max_time = fmin(settings.max_time, fmax(T->D.watch->deadline - dls_clock(), 0) / 2);
    dls_friction_problem P = friction_problem(T);
    error = dls_friction(&P, &settings, false, T->D.watch->host, T->r, T->u, T->answer.x, &result,
                         fault);
    if (error == DLS_ERROR_NUMERICAL) {
        return DLS_OK;
    } else if (error) {
        return error;
    }
    double *ln = T->answer.x + T->D.n, *tu = ln + S->Gu.cols;
    for (dls_int c = 0; c < S->Gu.cols; c++) {
        ln[c] = T->r[c * S->d];
        dls_copy(T->D.k, T->r + c * S->d + 1, tu + c * T->D.k);
    }
    error = dls_spatial_check(&T->D, &T->answer, fault);
    if (!error && T->answer.worst <= POLISH) {
        error = dls_spatial_newton_new(&T->D, &T->newton, fault);
        error = error ? error : dls_spatial_polish(T->newton, &T->answer, fault);
    }
    snprintf(T->out->message, sizeof T->out->message, "friction by %s, residual %.1e",
             result.method, T->answer.worst);
    T->out->iterations = result.iterations;
    T->out->method = "friction";
    return error;
}

static void say(task *T, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    dls_append(T->out->message, sizeof T->out->message, format, args);
    va_end(args);
}

static dls_error by_programs(task *T, dls_fault *fault)
{
    dls_contact_result *out = T->out;
    dls_spatial_fixpoint F = {.proof = out->proof};
    dls_error error = dls_spatial_iterate(&T->D, &T->answer, &F, fault);
    int flag = dls_outcome_exitflag(F.outcome);
    out->outcome = F.outcome;
    out->iterations = F.programs;
    out->method = "cones";
    snprintf(out->message, sizeof out->message,
             "fixed point on the normal forces: %lld convex programs, residual %.1e",
             (long long)F.programs, T->answer.worst);
    if (F.outcome == DLS_PRIMAL_INFEASIBLE) {
        out->outcome = DLS_INFEASIBLE;
        out->unique = DLS_NO;
        out->certificate = DLS_CERTIFICATE_FARKAS;
        out->unknowns = dls_spatial_program_rows(&T->D);
    } else if (flag < -4 || flag == -3) {
        out->outcome = DLS_NUMERICAL_TROUBLE;
        say(T, "the convex program ended with %s", dls_outcome_text(F.ended));
    }
    return error;
}

/* Is it the only solution? */
static dls_error contracts(task *T, bool *yes, dls_fault *fault)
{
    enum { LARGE = 500 };
    double constant = INFINITY;
    dls_error error = DLS_OK;
    if (T->out->outcome == DLS_SOLVED && T->D.n <= LARGE) {
        error = dls_spatial_contraction(&T->D, &constant, fault);
    }
    *yes = !error && constant < 1;
    if (*yes) {
        T->out->unique = DLS_YES;
        say(T, "it contracts (%.2g): the only solution", constant);
    }
    return error;
}

/* Other solutions, or one where none was found. */
static dls_error search_others(task *T, dls_fault *fault)
{
    enum { CASES = 32, ALL = 1000, UNKNOWNS = 60 };
    static const double TOLERANCE = 1e-9;
    const dls_spatial *D = &T->D;
    dls_contact_result *out = T->out;
    bool small = D->nl <= FEW && D->P->lcp.M.cols <= UNKNOWNS;
    int most = small && !dls_watch_over(D->watch, NULL) ? CASES : 0;
    most = T->D.list == DLS_LIST_ALWAYS ? ALL : most;
    dls_error error = DLS_OK;
    if (most > 0 && !T->newton) {
        error = dls_spatial_newton_new(D, &T->newton, fault);
    }
    if (!error && most > 0) {
        error = dls_spatial_search(D, T->newton, fmin(D->settings->tolerance, TOLERANCE), most,
                                   T->list, fault);
        say(T, "%d accelerations found from many cases", T->list->count);
    }
    if (T->list->count > 0) {
        out->outcome = DLS_SOLVED;
    }
    if (T->list->count > 1 || T->list->several) {
        out->unique = DLS_NO;
    }
    return error;
}

static dls_error solve(task *T, dls_fault *fault)
{
    dls_contact_result *out = T->out;
    bool only = false;
    dls_error error = incremental(T) ? by_friction(T, fault) : DLS_OK;
    out->outcome = DLS_SOLVED;
    if (!error && !(T->answer.worst <= T->D.settings->tolerance)) {
        error = by_programs(T, fault);
    }
    T->list->count = out->outcome == DLS_SOLVED;
    if (error || out->outcome == DLS_INFEASIBLE || T->D.list == DLS_LIST_NEVER) {
        return error;
    }
    error = contracts(T, &only, fault);
    return error || only ? error : search_others(T, fault);
}

dls_error dls_contact_spatial(const dls_spatial *given, dls_spatial_list *list,
                              dls_contact_result *out, dls_fault *fault)
{
    task T = {.D = *given, .list = list, .out = out};
    dls_pool pool = {NULL, 0};
    T.D.k = T.D.S->d - 1;
    T.D.n = T.D.S->M.cols;
    T.D.nb = T.D.S->Gb.cols;
    T.D.nl = T.D.nb + T.D.S->Gu.cols;
    T.D.rows = dls_contact_rows(T.D.S);
    T.D.groups = T.D.P->nt / T.D.k;
    T.answer = (dls_spatial_answer){list->x, INFINITY};
    if (!dls_pool_make(&pool, lay_out, &T)) {
        return dls_fail_memory(fault);
    }
    fill_problem(&T);
    dls_error error = solve(&T, fault);
    dls_spatial_newton_free(T.newton);
    dls_pool_free(&pool);
    return error;
}
