/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers as columns (a, nb, nu, tb, tu), from the unknowns of the complementarity problem. */
#include <math.h>

#include "contact/contact.h"

bool dls_contact_may_slip(const dls_contact_system *S, const dls_contact_problem *P)
{
    bool found = false;
    for (dls_int j = 0; j < P->nt; j++) {
        found = found || isfinite((j < P->from_b ? S->mub : S->muu)[P->k[j] / (S->d - 1)]);
    }
    return found;
}

dls_int dls_contact_rows(const dls_contact_system *S)
{
    return S->M.cols + S->Gb.cols + S->Gu.cols + S->Hb.cols + S->Hu.cols;
}

dls_contact_answer dls_contact_answer_at(const dls_contact_system *S, const double *x)
{
    const double *nb = x + S->M.cols, *nu = nb + S->Gb.cols, *tb = nu + S->Gu.cols;
    return (dls_contact_answer){x, nb, nu, tb, tb + S->Hb.cols};
}

double dls_contact_worst(dls_contact_residuals r)
{
    return fmax(fmax(fmax(r.dynamics, r.bilateral), fmax(r.unilateral, r.sticking)), r.friction);
}

void dls_contact_rub(const dls_contact_system *S, const dls_contact_problem *P, const double *t,
                     double *x)
{
    double *nb = x + S->M.cols, *nu = nb + S->Gb.cols, *tb = nu + S->Gu.cols;
    double *ln[2] = {nb, nu}, *lt[2] = {tb, tb + S->Hb.cols};
    dls_view D[2] = {P->Db, P->Du};
    dls_zero(S->Hb.cols + S->Hu.cols, tb);
    for (int s = 0; s < 2; s++) {
        for (dls_int c = 0; c < D[s].cols; c++) {
            for (dls_int e = D[s].p[c]; e < D[s].p[c + 1]; e++) {
                lt[s][D[s].i[e]] -= D[s].x[e] * (s == 0 ? fabs(ln[s][c]) : ln[s][c]);
            }
        }
    }
    for (dls_int j = 0; j < P->nt; j++) {
        lt[j >= P->from_b][P->k[j]] = t[j];
    }
}

void dls_contact_spread(const dls_contact_system *S, const dls_contact_problem *P, const double *v,
                        double *x)
{
    dls_int n = S->M.cols, nb = S->Gb.cols;
    const double *t = v + n + nb;
    dls_copy(n + nb, v, x);
    dls_copy(S->Gu.cols, t + P->nt + P->nm, x + n + nb);
    dls_contact_rub(S, P, t, x);
}
