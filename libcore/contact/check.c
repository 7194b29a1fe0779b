/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well accelerations and reactions satisfy the laws, from the system alone. */
#include <float.h>
#include <math.h>

#include "contact/contact.h"

typedef struct {
    const dls_contact_system *S;
    dls_contact_side side[2];
    const double *ln[2], *lt[2];
    dls_contact_answer v;
    bool law;
    double *Ma, *R;       /* n */
    double *g[2], *at[2]; /* G'a + b, H'a + t */
    double force, motion; /* scales */
} inspection;

static double max_of(double worst, double x)
{
    return isnan(x) ? INFINITY : fmax(worst, fabs(x));
}

static double max_abs(dls_int n, const double *x, double worst)
{
    for (dls_int i = 0; i < n; i++) {
        worst = max_of(worst, x[i]);
    }
    return worst;
}

static bool is_sticking(const inspection *I, int s, dls_int contact)
{
    return dls_contact_mode_of(&I->side[s], contact) == DLS_STICKING;
}

/* Accelerations A'a + b into g; their sizes count in I->motion. */
static void accelerate_constraints(inspection *I, dls_view A, const double *b, bool counts,
                                   dls_int j, double *g)
{
    double sum = b[j], size = 0;
    for (dls_int t = A.p[j]; t < A.p[j + 1]; t++) {
        double product = A.x[t] * I->v.a[A.i[t]];
        sum += product;
        size += fabs(product);
    }
    g[j] = sum;
    if (counts) {
        I->motion = max_of(max_of(I->motion, b[j]), size);
    }
}

static void evaluate_laws(inspection *I, double size)
{
    dls_int n = I->S->M.rows;
    dls_mul(I->S->M, 1, I->v.a, I->Ma);
    I->force = max_abs(n, I->Ma, max_abs(n, I->S->F, fmax(size, DBL_MIN)));
    I->motion = fmax(size, DBL_MIN);
    for (int s = 0; s < 2; s++) {
        const dls_contact_side *C = &I->side[s];
        dls_mul(C->G, 1, I->ln[s], I->R);
        dls_mul(C->H, 1, I->lt[s], I->R);
        I->force = max_abs(C->count, I->ln[s], I->force);
        for (dls_int c = 0; c < C->count; c++) {
            accelerate_constraints(I, C->G, C->b, true, c, I->g[s]);
        }
        for (dls_int h = 0; h < C->H.cols; h++) {
            accelerate_constraints(I, C->H, C->t, is_sticking(I, s, h / C->k), h, I->at[s]);
        }
    }
    I->force = max_abs(n, I->R, I->force);
}

/* Coulomb's law at the acceleration level: t = projection of t - a_t on the disc mu |ln|; without a
   bound the contact sticks. */
static void judge_law(const inspection *I, int s, dls_int c, dls_contact_residuals *r)
{
    const dls_contact_side *C = &I->side[s];
    double radius = C->mu[c] * fabs(I->ln[s][c]) / I->force, trial[2] = {0, 0};
    for (dls_int e = 0; e < C->k; e++) {
        dls_int h = c * C->k + e;
        trial[e] = I->lt[s][h] / I->force - I->at[s][h] / I->motion;
        if (!isfinite(radius)) {
            r->sticking = max_of(r->sticking, I->at[s][h] / I->motion);
        }
    }
    double size = dls_contact_length(C->k, trial);
    double shrink = size > radius ? radius / size : 1;
    for (dls_int e = 0; isfinite(radius) && e < C->k; e++) {
        double t = I->lt[s][c * C->k + e] / I->force;
        r->friction = max_of(r->friction, t - shrink * trial[e]);
    }
}

static void judge_contact(const inspection *I, int s, dls_int c, dls_contact_residuals *r)
{
    const dls_contact_side *C = &I->side[s];
    dls_contact_mode mode = dls_contact_mode_of(C, c);
    const double *v = C->v + c * C->k;
    if (mode == DLS_STICKING && I->law) {
        judge_law(I, s, c, r);
        return;
    }
    double pull = mode == DLS_SLIDING ? C->mu[c] * (s == 0 ? fabs(I->ln[s][c]) : I->ln[s][c]) /
                                            dls_contact_length(C->k, v)
                                      : 0;
    for (dls_int e = 0; e < C->k; e++) {
        dls_int h = c * C->k + e;
        if (mode == DLS_STICKING) {
            r->sticking = max_of(r->sticking, I->at[s][h] / I->motion);
        } else {
            double along = mode == DLS_SLIDING ? pull * v[e] : 0;
            r->friction = max_of(r->friction, (I->lt[s][h] + along) / I->force);
        }
    }
}

static void judge_laws(const inspection *I, dls_contact_residuals *r)
{
    *r = (dls_contact_residuals){.dynamics = 0};
    for (dls_int i = 0; i < I->S->M.rows; i++) {
        r->dynamics = max_of(r->dynamics, (I->Ma[i] + I->S->F[i] - I->R[i]) / I->force);
    }
    r->bilateral = max_abs(I->side[0].count, I->g[0], 0) / I->motion;
    for (dls_int c = 0; c < I->side[1].count; c++) {
        double w = I->g[1][c] / I->motion, z = I->ln[1][c] / I->force;
        r->unilateral = max_of(r->unilateral, isnan(w) || isnan(z) ? INFINITY : fmin(w, z));
    }
    for (int s = 0; s < 2; s++) {
        for (dls_int c = 0; c < I->side[s].count; c++) {
            judge_contact(I, s, c, r);
        }
    }
    double *all[] = {&r->dynamics, &r->bilateral, &r->unilateral, &r->sticking, &r->friction};
    for (int k = 0; k < 5; k++) {
        *all[k] = isfinite(*all[k]) ? *all[k] : INFINITY;
    }
}

static void margins(const inspection *I, int s, double *margin)
{
    const dls_contact_side *C = &I->side[s];
    for (dls_int c = 0; c < C->count; c++) {
        margin[c] = 0;
        if (C->k > 0 && isinf(C->mu[c])) {
            margin[c] = INFINITY;
        } else if (C->k > 0 && C->mu[c] > 0) {
            margin[c] =
                C->mu[c] * fabs(I->ln[s][c]) - dls_contact_length(C->k, I->lt[s] + c * C->k);
        }
    }
}

dls_error dls_contact_check(const dls_contact_system *S, bool coulomb, double size,
                            dls_contact_answer answer, dls_contact_residuals *residuals,
                            double *margin_b, double *margin_u, dls_fault *fault)
{
    inspection I = {.S = S, .v = answer, .law = coulomb};
    dls_int n = S->M.rows, normal = S->Gb.cols + S->Gu.cols, tangents = S->Hb.cols + S->Hu.cols;
    double *work = DLS_NEW(double, 2 * n + normal + tangents);
    if (!work) {
        return dls_fail_memory(fault);
    }
    I.Ma = work;
    I.R = I.Ma + n;
    I.g[0] = I.R + n;
    I.g[1] = I.g[0] + S->Gb.cols;
    I.at[0] = I.g[1] + S->Gu.cols;
    I.at[1] = I.at[0] + S->Hb.cols;
    for (int s = 0; s < 2; s++) {
        I.side[s] = dls_contact_side_of(S, s == 1);
        I.ln[s] = s == 1 ? answer.nu : answer.nb;
        I.lt[s] = s == 1 ? answer.tu : answer.tb;
    }
    evaluate_laws(&I, size);
    judge_laws(&I, residuals);
    margins(&I, 0, margin_b);
    margins(&I, 1, margin_u);
    dls_free(work);
    return DLS_OK;
}
