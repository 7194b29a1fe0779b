/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which method for which problem, and what next when one leaves the question open. */
#include <string.h>

#include "lcp/lcp.h"
#include "solutions/solutions.h"

enum { LEMKE_MONOTONE = 300, LEMKE_LARGEST = 2000, ENUMERATE_LARGEST = 20, COVERS = 3 };

typedef dls_error (*step)(dls_lcp_task *T, dls_fault *fault);

/* A solution, a certificate, the list of all bases, or the clock ends the search. */
static bool is_settled(const dls_lcp_task *T)
{
    dls_outcome outcome = T->result->outcome;
    return outcome == DLS_SOLVED || outcome == DLS_INFEASIBLE || outcome == DLS_NO_SOLUTION ||
           outcome == DLS_TIME_LIMIT || outcome == DLS_INTERRUPTED;
}

/* Other covering vectors: of a matrix without structure each may lead to a solution. */
static dls_error more_lemke(dls_lcp_task *T, dls_fault *fault)
{
    dls_error error = DLS_OK;
    size_t said = strlen(T->result->message);
    for (int k = 1; !error && k <= COVERS && !is_settled(T); k++) {
        T->result->message[said] = '\0'; /* of those in vain there is nothing to say */
        error = dls_lcp_lemke_from(T, k + 1, fault);
    }
    T->result->message[is_settled(T) ? strlen(T->result->message) : said] = '\0';
    return error;
}

static dls_error start_anew(dls_lcp_task *T, step method, dls_fault *fault)
{
    bool iterative = method == dls_lcp_newton || method == dls_lcp_gauss_seidel;
    if (iterative && !dls_finite(T->problem->M.cols, T->v)) {
        dls_zero(T->problem->M.cols, T->v);
    }
    T->result->certificate = DLS_CERTIFICATE_NONE;
    T->result->outcome = DLS_NUMERICAL_TROUBLE;
    T->result->iterations = 0;
    return method(T, fault);
}

/* What is handed back when nothing settles the question: the best v, and a ray if there was one. */
typedef struct {
    double least, *v, *ray; /* N, N */
    const char *method;
    bool has_ray, undecided; /* all bases were seen, and the question is open: no ray answers it */
} fallback;

static void keep_better(dls_lcp_task *T, fallback *B)
{
    dls_int N = T->problem->M.cols;
    B->undecided = B->undecided || T->result->outcome == DLS_NOT_DECIDED;
    if (T->result->outcome == DLS_RAY && !B->has_ray) {
        dls_copy(N, T->certificate, B->ray);
        B->has_ray = true;
    }
    dls_outcome outcome = T->result->outcome;
    if (!dls_mlcp_accept(T) && (!B->method || T->result->relative < B->least)) {
        B->least = T->result->relative;
        B->method = T->result->method;
        dls_copy(N, T->v, B->v);
        T->result->outcome = outcome;
    }
}

static void hand_back(dls_lcp_task *T, const fallback *B)
{
    dls_int N = T->problem->M.cols;
    dls_copy(N, B->v, T->v);
    T->result->method = B->method;
    if (B->undecided) {
        T->result->outcome = DLS_NOT_DECIDED;
    } else if (B->has_ray) { /* says more than a failure */
        T->result->outcome = DLS_RAY;
        T->result->certificate = DLS_CERTIFICATE_RAY;
        dls_copy(N, B->ray, T->certificate);
    }
}

/* Pivots that are worth trying before another method: on some matrices Lemke needs 2^N. */
static double pivots_worth(const dls_lcp_task *T)
{
    double given = T->settings->max_iterations;
    return given > 0 ? given : 1000 + 20 * (double)T->problem->M.cols;
}

/* One after the other until the question is settled. */
static dls_error try_all(dls_lcp_task *task, const step *steps, dls_fault *fault)
{
    dls_lcp_settings settings = *task->settings, limited = settings;
    dls_lcp_task own = *task, *T = &own;
    limited.max_iterations = pivots_worth(task);
    fallback best = {.v = T->best, .ray = T->best + T->problem->M.cols};
    dls_error error = DLS_OK;
    for (int k = 0; !error && steps[k] && !(k > 0 && is_settled(T)); k++) {
        T->settings = steps[k] == dls_lcp_lemke || steps[k] == more_lemke ? &limited : &settings;
        error = start_anew(T, steps[k], fault);
        if (!error && !is_settled(T)) {
            keep_better(T, &best);
        }
    }
    if (!error && !is_settled(T)) {
        hand_back(T, &best);
    }
    return error;
}

/* What the class of a small matrix promises; classes that imply more come first. */
static dls_error use_class(dls_lcp_task *T, dls_fault *fault)
{
    enum { QUICK = 12 };
    static const struct {
        dls_class kind;
        const char *words;
    } promises[] = {
        {DLS_CLASS_P, "A is a P-matrix: one solution for every q"},
        {DLS_CLASS_STRICTLY_COPOSITIVE, "A is strictly copositive: there is a solution"},
        {DLS_CLASS_COPOSITIVE_PLUS,
         "A is copositive-plus: lemke solves it or proves it infeasible"},
        {DLS_CLASS_COPOSITIVE, "A is copositive"},
    };
    dls_lcp_kept *kept = T->kept;
    dls_class_report *C = NULL;
    if (kept->classified || T->problem->free > 0 || T->problem->M.cols > QUICK) {
        return DLS_OK;
    }
    dls_error error = dls_matrix_class(T->problem->M, &C, fault);
    for (int k = 3; !error && k >= 0; k--) {
        bool holds = C->holds[promises[k].kind] == DLS_YES;
        kept->promise = holds ? promises[k].words : kept->promise;
    }
    kept->classified = !error;
    dls_class_report_free(C);
    return error;
}

/* M + M' is semidefinite: dense where pivots are few and cheap. */
static bool is_dense(const dls_lcp_problem *P)
{
    dls_int N = P->M.cols, m = N - P->free;
    return N <= LEMKE_MONOTONE || (m <= LEMKE_MONOTONE && N <= 2 * LEMKE_MONOTONE);
}

static const step *choose_steps(const dls_lcp_task *T)
{
    static const step DENSE_MONOTONE[] = {dls_lcp_lemke, dls_mlcp_farkas, dls_lcp_interior,
                                          dls_lcp_newton, NULL};
    static const step SPARSE_MONOTONE[] = {dls_lcp_interior, dls_mlcp_farkas, dls_lcp_newton,
                                           dls_lcp_gauss_seidel, NULL};
    static const step MIDDLE_MONOTONE[] = {dls_lcp_interior, dls_mlcp_farkas,      dls_lcp_newton,
                                           dls_lcp_lemke,    dls_lcp_gauss_seidel, NULL};
    static const step TINY[] = {dls_lcp_lemke, dls_mlcp_farkas, dls_solutions_least,
                                more_lemke,    dls_lcp_newton,  NULL};
    static const step SMALL[] = {dls_lcp_lemke,  dls_mlcp_farkas,     more_lemke,
                                 dls_lcp_newton, dls_solutions_least, NULL};
    static const step DENSE[] = {dls_lcp_lemke,  dls_mlcp_farkas,      more_lemke,
                                 dls_lcp_newton, dls_lcp_gauss_seidel, NULL};
    static const step SPARSE[] = {dls_lcp_newton, dls_mlcp_farkas, dls_lcp_gauss_seidel, NULL};
    static const step SPARSE_LEMKE[] = {dls_lcp_newton, dls_mlcp_farkas, dls_lcp_gauss_seidel,
                                        dls_lcp_lemke, NULL};
    dls_int N = T->problem->M.cols, m = N - T->problem->free;
    bool pivots = N + T->problem->free <= 5000;
    if (T->kept->monotone) {
        return is_dense(T->problem) ? DENSE_MONOTONE : pivots ? MIDDLE_MONOTONE : SPARSE_MONOTONE;
    }
    return dls_mlcp_is_small(T->problem)                   ? TINY
           : m <= ENUMERATE_LARGEST && N <= LEMKE_MONOTONE ? SMALL
           : N <= LEMKE_LARGEST                            ? DENSE
           : pivots                                        ? SPARSE_LEMKE
                                                           : SPARSE;
}

dls_error dls_lcp_auto_prepare(dls_lcp_task *T, dls_fault *fault)
{
    dls_error error = dls_mlcp_look(T, fault);
    if (!error && !T->kept->monotone) {
        error = use_class(T, fault);
    }
    step first = error ? NULL : choose_steps(T)[0];
    return error                       ? error
           : first == dls_lcp_lemke    ? dls_lcp_lemke_prepare(T, fault)
           : first == dls_lcp_interior ? dls_lcp_ipm_prepare(T, fault)
                                       : dls_lcp_newton_prepare(T, fault);
}

dls_error dls_lcp_auto(dls_lcp_task *T, dls_fault *fault)
{
    dls_error error = dls_lcp_auto_prepare(T, fault);
    if (error) {
        return error;
    }
    if (T->kept->monotone) {
        dls_mlcp_tell(T, "a monotone problem: %s solves it or proves it infeasible",
                      is_dense(T->problem) ? "lemke" : "interior-point");
    } else {
        dls_mlcp_tell(T, "not a monotone problem");
    }
    if (T->kept->promise) {
        dls_mlcp_tell(T, "%s", T->kept->promise);
    }
    return try_all(T, choose_steps(T), fault);
}
