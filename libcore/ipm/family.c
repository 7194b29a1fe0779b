/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conic programs that share P, A and the cones. */
#include <math.h>

#include "ipm/ipm.h"

struct dls_conic_family {
    dls_ipm *ipm;
    dls_mat P, A;
    dls_conic_problem problem; /* views of P, A; q, b below */
    dls_int *second;
    double *q, *b, *work;
    dls_watch watch;
};

static bool enough(void *data, dls_ipm *I)
{
    const dls_conic_family *f = data;
    const dls_standing *z = &I->standing;
    return fmax(z->primal, fmax(z->dual, z->gap)) <= I->settings.tolerance ||
           dls_watch_over(&f->watch, NULL);
}

void dls_conic_family_limit(dls_conic_family *f, double tolerance, double deadline, dls_host host)
{
    f->ipm->settings.tolerance = tolerance;
    f->ipm->accept = enough;
    f->ipm->accept_data = f;
    f->watch = (dls_watch){host, deadline};
}

dls_error dls_conic_setup(const dls_conic_problem *problem, const dls_conic_settings *settings,
                          dls_host host, dls_conic_family **out, dls_fault *fault)
{
    dls_conic_settings chosen = settings ? *settings : dls_conic_defaults();
    dls_int n = problem->P.cols, m = problem->A.rows;
    *out = NULL;
    dls_error error = dls_ipm_check(problem, &chosen, fault);
    if (error) {
        return error;
    }
    dls_conic_family *f = DLS_NEW(dls_conic_family, 1);
    if (!f) {
        return dls_fail_memory(fault);
    }
    f->second = DLS_NEW(dls_int, problem->cones.count);
    f->q = DLS_NEW(double, n);
    f->b = DLS_NEW(double, m);
    f->work = DLS_NEW(double, 2 * n + m);
    bool ready = dls_mat_copy(&f->P, problem->P) && dls_mat_copy(&f->A, problem->A) && f->second &&
                 f->q && f->b && f->work;
    error = ready ? DLS_OK : dls_fail_memory(fault);
    if (!error) {
        dls_copy(n, problem->q, f->q);
        dls_copy(m, problem->b, f->b);
        f->problem =
            (dls_conic_problem){dls_see(&f->P), f->q, dls_see(&f->A), f->b, problem->cones};
        for (dls_int k = 0; k < problem->cones.count; k++) {
            f->second[k] = problem->cones.second[k];
        }
        f->problem.cones.second = f->second;
        error = dls_ipm_new(&f->ipm, &f->problem, true, &chosen, host, fault);
    }
    if (error) {
        dls_conic_family_free(f);
        return error;
    }
    *out = f;
    return DLS_OK;
}

void dls_conic_family_free(dls_conic_family *f)
{
    if (f) {
        dls_ipm_free(f->ipm);
        dls_mat_free(&f->P);
        dls_mat_free(&f->A);
        dls_free(f->second);
        dls_free(f->q);
        dls_free(f->b);
        dls_free(f->work);
        dls_free(f);
    }
}

dls_error dls_conic_next(dls_conic_family *f, const double *q, const double *b, bool warm,
                         double *x, double *s, double *y, dls_conic_result *result,
                         dls_fault *fault)
{
    double start = dls_clock();
    dls_int n = f->P.cols, m = f->A.rows, before = f->ipm->system.factorisations,
            refined = f->ipm->system.refinements;
    dls_error error = q ? dls_ipm_check_vector(n, q, "q", fault) : DLS_OK;
    error = error || !b ? error : dls_ipm_check_vector(m, b, "b", fault);
    if (error) {
        return error;
    }
    dls_copy(q ? n : 0, q, f->q);
    dls_copy(b ? m : 0, b, f->b);
    dls_ipm_scaled_vectors(&f->ipm->data, f->q, f->b);
    dls_ipm_system_restart(&f->ipm->system);
    if (warm) {
        dls_ipm_warm_start(f->ipm, x, s, y);
    }
    error = dls_ipm_run(f->ipm, warm, fault);
    if (!error) {
        dls_ipm_report(f->ipm, &f->problem, x, s, y, f->work, result);
        result->factorisations -= before;
        result->refinements -= refined;
        result->time = dls_clock() - start;
    }
    return error;
}
