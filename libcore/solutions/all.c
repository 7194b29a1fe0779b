/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two users of the enumeration: dls_lcp_all, and a method of dls_lcp. */
#include <math.h>

#include "solutions/solutions.h"

static dls_error check_order(const dls_lcp_problem *problem, dls_fault *fault)
{
    static const dls_int LARGEST = 5000;
    dls_int m = problem->M.cols - problem->free;
    if (m > DLS_ENUMERATE_LARGEST) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "enumeration examines 2^%lld bases; expected at most %d complementarity "
                        "rows",
                        (long long)m, DLS_ENUMERATE_LARGEST);
    }
    return problem->M.cols <= LARGEST
               ? DLS_OK
               : dls_fail(fault, DLS_ERROR_OPTION,
                          "enumeration works on dense matrices: M has order %lld; expected at most "
                          "%lld",
                          (long long)problem->M.cols, (long long)LARGEST);
}

dls_error dls_lcp_all(const dls_lcp_problem *problem, const dls_lcp_settings *settings,
                      dls_host host, dls_lcp_set **out, dls_fault *fault)
{
    dls_lcp_settings chosen = settings ? *settings : dls_lcp_defaults();
    dls_watch watch = dls_watch_start(host, chosen.max_time);
    *out = NULL;
    dls_error error = dls_mlcp_check(problem, fault);
    error = error ? error : dls_settings_check("dls_lcp", &chosen, fault);
    error = error ? error : check_order(problem, fault);
    return error ? error : dls_solutions_search(problem, chosen.accuracy, &watch, out, fault);
}

/* The vertex of least norm becomes v. */
static void take_least(dls_lcp_task *T, const dls_lcp_set *set)
{
    dls_int N = set->N, best = 0;
    for (dls_int k = 1; k < set->vertices; k++) {
        if (dls_norm(N, set->vertex + k * N) < dls_norm(N, set->vertex + best * N)) {
            best = k;
        }
    }
    dls_copy(N, set->vertex + best * N, T->v);
    T->result->outcome = DLS_NUMERICAL_TROUBLE;
    dls_mlcp_accept(T);
    dls_mlcp_tell(T, "enumerate: %.0f bases, %lld vertices, %lld rays, %lld faces%s%s", set->bases,
                  (long long)set->vertices, (long long)set->rays, (long long)set->faces,
                  set->complete ? "" : ", incomplete",
                  T->result->outcome == DLS_SOLVED ? "" : ", none to Tolerance");
}

dls_error dls_solutions_least(dls_lcp_task *T, dls_fault *fault)
{
    dls_lcp_set *set = NULL;
    dls_error error = check_order(T->problem, fault);
    error = error ? error
                  : dls_solutions_search(T->problem, T->settings->accuracy, &T->known->watch, &set,
                                         fault);
    if (error) {
        return error;
    }
    T->result->method = "enumerate";
    T->result->iterations = (dls_int)set->bases;
    if (set->vertices > 0) {
        take_least(T, set);
    } else {
        dls_mlcp_tell(T, "enumerate: %.0f of %.0f bases examined, none has a solution%s",
                      set->bases, exp2((double)(set->N - T->problem->free)),
                      set->complete ? "" : ", as far as rounding lets one tell");
        T->result->outcome = set->complete ? DLS_NO_SOLUTION : DLS_NOT_DECIDED;
        error = !set->complete && dls_mlcp_over(T) ? DLS_OK : dls_mlcp_farkas(T, fault);
    }
    dls_lcp_set_free(set);
    return error;
}
