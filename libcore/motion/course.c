/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run is asked for: checked, and copied where the caller may take it away. */
#include <math.h>
#include <string.h>

#include "motion/book.h"

dls_error dls_motion_check_course(const dls_motion_course *C, const dls_motion_settings *S,
                                  dls_int nq, dls_int n, dls_fault *fault)
{
    dls_error error = dls_settings_check("dls_simulate", S, fault);
    error = error ? error : dls_check_vector(nq, C->q, "q", fault);
    error = error ? error : dls_check_vector(n, C->v, "v", fault);
    if (error) {
        return error;
    }
    if (!(isfinite(C->t0) && isfinite(C->tend) && C->tend >= C->t0)) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "the interval is [%g %g]; expected t0 <= tf",
                        C->t0, C->tend);
    }
    double rounding = DLS_EPS * fmax(fabs(C->t0), fabs(C->tend));
    if (S->step > 0 && S->step < rounding) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "'Step' is %g; expected more than rounding of the times, %g", S->step,
                        rounding);
    }
    const dls_motion_scheme *scheme = dls_motion_scheme_of((int)S->scheme);
    if (scheme->order == 0 && !C->tableau) {
        return dls_fail(fault, DLS_ERROR_OPTION, "%s is given no tableau", scheme->name);
    }
    const double *f = C->factors;
    bool factors = f[0] > 0 && f[1] > 0 && f[1] < 1 && f[2] > 1;
    if (!factors && (f[0] != 0 || f[1] != 0 || f[2] != 0)) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "'StepFactors' is [%g %g %g]; expected alpha > 0, 0 < alpha_min < 1, "
                        "alpha_max > 1",
                        f[0], f[1], f[2]);
    }
    return DLS_OK;
}

static bool own_times(dls_motion_book *B, const dls_motion_course *C)
{
    B->wanted = C->count;
    B->times = C->count ? DLS_NEW(double, C->count) : NULL;
    if (B->times) {
        dls_copy(C->count, C->times, B->times);
    }
    return B->times || !C->count;
}

/* The tableau with its numbers, in one piece */
static bool own_tableau(dls_motion_run *R, const dls_motion_tableau *T)
{
    if (!T) {
        return true;
    }
    dls_int s = T->stages;
    double *x = DLS_NEW(double, 2 * s * s + 2 * s);
    dls_motion_tableau *copy = DLS_NEW(dls_motion_tableau, 1);
    char *name = DLS_NEW(char, (dls_int)strlen(T->name) + 1);
    dls_pool *pool = &R->book->pool;
    bool done = dls_pool_own(pool, dls_free, copy);
    done = dls_pool_own(pool, dls_free, x) && done;
    done = dls_pool_own(pool, dls_free, name) && done;
    if (done) {
        *copy = *T;
        copy->name = strcpy(name, T->name);
        dls_copy(s * s, T->A, x);
        dls_copy(s, T->b, x + 2 * s * s);
        dls_copy(s, T->c, x + 2 * s * s + s);
        copy->A = x;
        copy->b = x + 2 * s * s;
        copy->c = x + 2 * s * s + s;
        if (T->Abar) {
            dls_copy(s * s, T->Abar, x + s * s);
            copy->Abar = x + s * s;
        }
        R->tableau = copy;
    }
    return done;
}

bool dls_motion_own_course(dls_motion_run *R, const dls_motion_course *C)
{
    return own_times(R->book, C) && own_tableau(R, C->tableau);
}
