/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system as it is given: its sides, and what may be wrong with it. */
#include <math.h>

#include "contact/contact.h"

dls_contact_side dls_contact_side_of(const dls_contact_system *S, bool unilateral)
{
    dls_contact_side C = {
        S->Gb.cols, S->Hb.cols > 0 ? S->d - 1 : 0, S->Gb, S->Hb, S->bb, S->tb, S->mub, S->vtb};
    if (unilateral) {
        C = (dls_contact_side){
            S->Gu.cols, S->Hu.cols > 0 ? S->d - 1 : 0, S->Gu, S->Hu, S->bu, S->tu, S->muu, S->vtu};
    }
    return C;
}

double dls_contact_length(dls_int k, const double *x)
{
    return k == 2 ? hypot(x[0], x[1]) : k == 1 ? fabs(x[0]) : 0;
}

dls_contact_mode dls_contact_mode_of(const dls_contact_side *C, dls_int contact)
{
    if (C->k == 0 || !(C->mu[contact] > 0)) {
        return DLS_FRICTIONLESS;
    }
    return dls_contact_length(C->k, C->v + contact * C->k) > 0 ? DLS_SLIDING : DLS_STICKING;
}

static dls_error check_matrix(dls_view A, const char *name, dls_int rows, dls_int cols,
                              dls_fault *fault)
{
    if (A.rows != rows || A.cols != cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "%s is %lld-by-%lld; expected %lld-by-%lld",
                        name, (long long)A.rows, (long long)A.cols, (long long)rows,
                        (long long)cols);
    }
    return dls_view_check(A, name, fault);
}

static dls_error check_vector(dls_int count, const double *x, const char *name, dls_fault *fault)
{
    if (count > 0 && !x) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "%s is missing; expected %lld numbers", name,
                        (long long)count);
    }
    for (dls_int i = 0; i < count; i++) {
        if (!isfinite(x[i])) {
            return dls_fail(fault, DLS_ERROR_NOT_FINITE, "%s(%lld) is %g; expected a finite number",
                            name, (long long)i + 1, x[i]);
        }
    }
    return DLS_OK;
}

static dls_error check_side(const dls_contact_system *S, bool unilateral, dls_fault *fault)
{
    static const char *const names[2][6] = {{"Gb", "Hb", "bb", "tb", "vtb", "mub"},
                                            {"Gu", "Hu", "bu", "tu", "vtu", "muu"}};
    dls_contact_side C = dls_contact_side_of(S, unilateral);
    const char *const *name = names[unilateral];
    dls_error error = check_matrix(C.G, name[0], S->M.rows, C.count, fault);
    error = error ? error : check_matrix(C.H, name[1], S->M.rows, C.k * C.count, fault);
    error = error ? error : check_vector(C.count, C.b, name[2], fault);
    error = error ? error : check_vector(C.k * C.count, C.t, name[3], fault);
    error = error ? error : check_vector(C.k * C.count, C.v, name[4], fault);
    if (!error && C.k > 0 && C.count > 0 && !C.mu) {
        return check_vector(C.count, NULL, name[5], fault);
    }
    for (dls_int c = 0; !error && C.k > 0 && c < C.count; c++) {
        if (!(C.mu[c] >= 0)) {
            return dls_fail(fault, DLS_ERROR_NOT_FINITE,
                            "%s(%lld) is %g; expected a nonnegative number or Inf", name[5],
                            (long long)c + 1, C.mu[c]);
        }
    }
    return error;
}

dls_error dls_contact_system_check(const dls_contact_system *S, dls_fault *fault)
{
    if (S->d != 2 && S->d != 3) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "d is %lld; expected 2 or 3", (long long)S->d);
    }
    dls_error error = check_matrix(S->M, "M", S->M.cols, S->M.cols, fault);
    error = error ? error : check_vector(S->M.cols, S->F, "F", fault);
    error = error ? error : check_side(S, false, fault);
    return error ? error : check_side(S, true, fault);
}
