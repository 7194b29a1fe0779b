/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system as it is given: its sides, and what may be wrong with it. */
#include <math.h>

#include "contact/contact.h"
#include "rank/rank.h"

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

static dls_error check_side(const dls_contact_system *S, bool unilateral, dls_fault *fault)
{
    static const char *const names[2][6] = {{"Gb", "Hb", "bb", "tb", "vtb", "mub"},
                                            {"Gu", "Hu", "bu", "tu", "vtu", "muu"}};
    dls_contact_side C = dls_contact_side_of(S, unilateral);
    const char *const *name = names[unilateral];
    dls_error error = dls_view_check_as(C.G, name[0], S->M.rows, C.count, fault);
    error = error ? error : dls_view_check_as(C.H, name[1], S->M.rows, C.k * C.count, fault);
    error = error ? error : dls_check_vector(C.count, C.b, name[2], fault);
    error = error ? error : dls_check_vector(C.k * C.count, C.t, name[3], fault);
    error = error ? error : dls_check_vector(C.k * C.count, C.v, name[4], fault);
    if (!error && C.k > 0 && C.count > 0 && !C.mu) {
        return dls_check_vector(C.count, NULL, name[5], fault);
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
    dls_error error = dls_view_check_as(S->M, "M", S->M.cols, S->M.cols, fault);
    error = error ? error : dls_check_vector(S->M.cols, S->F, "F", fault);
    error = error ? error : check_side(S, false, fault);
    return error ? error : check_side(S, true, fault);
}

static bool is_zero(dls_view A, dls_int j)
{
    bool zero = true;
    for (dls_int t = A.p[j]; t < A.p[j + 1]; t++) {
        zero = zero && A.x[t] == 0;
    }
    return zero;
}

/* Constraint c has a gradient; friction and sliding need tangents, and mu = Inf never slides. */
static dls_error check_constraint(const dls_contact_side *C, dls_int k, dls_int c, const char *s,
                                  dls_fault *fault)
{
    long long number = (long long)c + 1;
    bool slides = dls_contact_length(k, C->v + c * k) > 0;
    if (is_zero(C->G, c)) {
        return dls_fail(fault, DLS_ERROR_STRUCTURE,
                        "column %lld of G%s is zero; expected a gradient", number, s);
    }
    if (C->k == 0 && C->mu[c] != 0) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "mu%s(%lld) is %g but H%s is missing; expected tangents", s, number,
                        C->mu[c], s);
    }
    if (C->k == 0 && slides) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "vt%s of constraint %lld is not zero but H%s is missing; expected tangents",
                        s, number, s);
    }
    if (!(C->mu[c] < INFINITY) && slides) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "constraint %lld has mu%s = Inf and slides in vt%s", number, s, s);
    }
    return DLS_OK;
}

dls_error dls_contact_valid(const dls_contact_system *S, dls_fault *fault)
{
    dls_error error = dls_contact_system_check(S, fault);
    error = error ? error : dls_rank_check_positive(S->M, "M", fault);
    for (int s = 0; s < 2; s++) {
        dls_contact_side C = dls_contact_side_of(S, s == 1);
        dls_int k = S->d - 1;
        error = error ? error : dls_check_vector(k * C.count, C.v, s ? "vtu" : "vtb", fault);
        for (dls_int c = 0; !error && c < C.count; c++) {
            error = check_constraint(&C, k, c, s ? "u" : "b", fault);
        }
    }
    return error;
}
