/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the equations and the laws of contacts say of an answer of an impact: residuals, energies,
   and whether it is admissible. */
#include <math.h>

#include "verify/impact.h"

static double unit_of(const dls_verify_hit *Q, const double *units, dls_int contact)
{
    double unit = 0;
    for (int t = 0; units && t < Q->P->d; t++) {
        unit = fmax(unit, units[Q->n + Q->nb + contact * Q->P->d + t]);
    }
    return units ? unit : 1;
}

/* By how much t misses the friction that opposes the slip */
static double friction(int k, const double *t, const double *slip, double radius, double unit)
{
    double x[2] = {0, 0}, e[2] = {0, 0};
    for (int i = 0; i < k; i++) {
        x[i] = t[i] / unit - slip[i] * unit;
    }
    double far = dls_norm(k, x), share = far > radius / unit ? radius / unit / far : 1;
    for (int i = 0; i < k; i++) {
        e[i] = t[i] / unit - share * x[i];
    }
    return isinf(radius) || isnan(radius) ? dls_norm(k, slip) * unit : dls_norm(k, e);
}

/* Contact i in one part; a law of one's own promises no more than that it parts. */
static void law_of_contact(const dls_verify_hit *Q, dls_int i, int role, const double *p,
                           double unit, double miss[2])
{
    const dls_impact_problem *P = Q->P;
    int d = P->d;
    bool plastic = role == DLS_IMPACT_PLASTIC;
    double given = 0, back = 0, slip[2] = {0, 0}, et = 0;
    const double *own = p + Q->nb + i * d, *u = Q->after + i * d, *u0 = Q->before + i * d;
    if (P->law[i] < 0) {
        miss[0] = isnan(u[0]) ? NAN : fmax(-u[0] * unit, 0);
        miss[1] = 0;
        return;
    } else if (!plastic && (dls_verify_is_law(Q, i, DLS_LAW_NEWTON) ||
                            dls_verify_is_law(Q, i, DLS_LAW_MOREAU))) {
        back = Q->approach[i];
        et = dls_verify_is_law(Q, i, DLS_LAW_MOREAU) ? dls_diagonal_entry(P->E, i) : P->et[i];
    } else if (role == DLS_IMPACT_SECOND && dls_verify_is_law(Q, i, DLS_LAW_POISSON)) {
        given = dls_diagonal_entry(P->E, i) * Q->X->P[Q->nb + i * d]; /* of the first part */
    } else if (role == DLS_IMPACT_FIRST && dls_verify_is_law(Q, i, DLS_LAW_FREMOND)) {
        et = 1;
    }
    for (int t = 1; t < d; t++) {
        slip[t - 1] = u[t] + et * u0[t];
    }
    double push = (own[0] - given) / unit, speed = (u[0] + back) * unit;
    bool free = !plastic && dls_verify_is_law(Q, i, DLS_LAW_FREMOND);
    miss[0] = isnan(push + speed) ? NAN : free ? fmax(-push, 0) : fabs(fmin(push, speed));
    miss[1] = d > 1 ? friction(d - 1, own + 1, slip, P->mu[i] * fmax(own[0], 0), unit) : 0;
}

void dls_verify_laws_of_impact(const dls_verify_hit *Q, int role, const double *v, const double *p,
                               const double *unit, double miss[2])
{
    miss[0] = miss[1] = 0;
    dls_set_mul_t(Q->P->B, v, Q->after);
    for (dls_int i = 0; i < Q->nu; i++) {
        double of_one[2];
        law_of_contact(Q, i, role, p, unit_of(Q, unit, i), of_one);
        miss[0] = dls_verify_worse(miss[0], of_one[0]);
        miss[1] = dls_verify_worse(miss[1], of_one[1]);
    }
}

double dls_verify_energy(const dls_verify_hit *Q, const double *v)
{
    dls_zero(Q->n, Q->e);
    dls_mul(Q->P->M, 1, v, Q->e);
    return dls_dot(Q->n, v, Q->e) / 2;
}

/* Q->sum += sign A x, and the length of that */
static double add_term(const dls_verify_hit *Q, dls_view A, double sign, const double *x)
{
    dls_zero(Q->n, Q->e);
    dls_mul(A, sign, x, Q->e);
    dls_axpy(Q->n, 1, Q->e, Q->sum);
    return dls_norm(Q->n, Q->e);
}

/* In the units given; that of the dynamics is relative to the lengths of its terms. */
static void find_residuals(dls_verify_hit *Q)
{
    const dls_impact_problem *P = Q->P;
    const dls_impact_claim *X = Q->X;
    double *residual = Q->facts.residual;
    dls_zero(Q->n, Q->sum);
    double terms = add_term(Q, P->M, 1, X->v);
    terms += add_term(Q, P->M, -1, P->v);
    terms += add_term(Q, P->G, -1, X->p);
    terms += add_term(Q, P->B, -1, X->p + Q->nb);
    double left = dls_norm(Q->n, Q->sum);
    residual[DLS_IMPACT_DYNAMICS] = left == 0 ? 0 : left / terms;
    dls_set_mul_t(P->G, X->v, Q->terms);
    dls_set_mul_t(P->G, P->v, Q->terms + Q->nb);
    dls_axpy(Q->nb, P->rebound, Q->terms + Q->nb, Q->terms);
    residual[DLS_IMPACT_CONSTRAINTS] = dls_largest(Q->nb, Q->terms);
    for (int k = 0; k < DLS_MAX(X->parts, 1); k++) {
        bool whole = X->parts == 0;
        const double *v = whole ? X->v : X->V + k * Q->n;
        const double *p = whole ? X->p : X->P + k * (Q->nb + Q->width);
        double miss[2], *worst = residual + DLS_IMPACT_COMPLEMENTARITY;
        dls_verify_laws_of_impact(Q, whole ? DLS_IMPACT_FIRST : (int)X->role[k], v, p, NULL, miss);
        worst[0] = dls_verify_worse(worst[0], miss[0]);
        worst[1] = dls_verify_worse(worst[1], miss[1]);
    }
}

/* What of |A'v| is nothing: the tolerance of the velocities, and rounding in their units */
static double small_of(const dls_verify_hit *Q, dls_view A, dls_int j, double tolerance,
                       double largest)
{
    static const double ROUNDING = 1e-14;
    double sum = 0;
    for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
        dls_int i = A.i[k];
        double speed = fabs(Q->X->v[i]) + fabs(Q->P->v[i]);
        sum += fabs(A.x[k]) * (tolerance * speed + ROUNDING * Q->unit[i] * largest);
    }
    return sum;
}

static void find_admissible(dls_verify_hit *Q)
{
    static const double ALLOWED = 1e-9;
    const dls_impact_problem *P = Q->P;
    dls_impact_facts *F = &Q->facts;
    double tolerance = Q->X->tolerance > 0 ? Q->X->tolerance : ALLOWED, largest = 0;
    double *slack = Q->all, *cross = Q->all + Q->nu;
    for (dls_int j = 0; j < Q->n; j++) {
        double speed = fabs(Q->X->v[j]) + fabs(P->v[j]);
        largest = dls_verify_worse(largest, speed / Q->unit[j]);
    }
    F->keeps_energy = F->energy[0] - F->energy[1] >= -tolerance * fmax(F->energy[0], F->energy[1]);
    F->keeps_apart = F->approaches = F->held = true;
    for (dls_int k = 0; k < Q->nb; k++) {
        double rate = fabs(Q->terms[Q->nb + k]);
        F->held = F->held && rate <= small_of(Q, P->G, k, tolerance, largest);
    }
    dls_zero(2 * Q->nu, slack);
    for (dls_int j = 0; j < Q->nu; j++) {
        slack[j] += Q->after[j * P->d];
        for (dls_int k = P->E.p[j]; k < P->E.p[j + 1]; k++) {
            slack[P->E.i[k]] += P->E.x[k] * Q->before[j * P->d];
        }
    }
    for (dls_int j = 0; j < Q->nu; j++) {
        for (dls_int k = P->E.p[j]; k < P->E.p[j + 1]; k++) {
            cross[P->E.i[k]] += fabs(P->E.x[k] * slack[j]);
        }
    }
    for (dls_int i = 0; i < Q->nu; i++) {
        double small = small_of(Q, P->B, i * P->d, tolerance, largest);
        F->keeps_apart = F->keeps_apart && Q->after[i * P->d] >= -small;
        F->approaches = F->approaches && Q->before[i * P->d] <= small;
        if (F->holds) {
            F->holds[i] = fabs(slack[i]) <= small + tolerance * cross[i];
        }
    }
}

void dls_verify_impact_facts(dls_verify_hit *Q)
{
    const dls_impact_claim *X = Q->X;
    dls_impact_facts *F = &Q->facts;
    F->energy[0] = dls_verify_energy(Q, Q->P->v);
    F->energy[1] = dls_verify_energy(Q, X->v);
    find_residuals(Q);
    dls_set_mul_t(Q->P->B, X->v, Q->after);
    F->size = fmax(dls_largest(Q->nb + Q->width, X->p),
                   fmax(dls_largest(Q->width, Q->after), dls_largest(Q->width, Q->before)));
    F->size = fmax(F->size, dls_largest(2 * Q->nb, Q->terms));
    find_admissible(Q);
    dls_copy(F->before ? Q->width : 0, Q->before, F->before);
    dls_copy(F->after ? Q->width : 0, Q->after, F->after);
    for (dls_int k = 0; F->work && k < Q->nb + Q->width; k++) { /* on the mean of velocities */
        double moved = k < Q->nb ? 0 : Q->after[k - Q->nb] + Q->before[k - Q->nb];
        F->work[k] = X->p[k] * moved / 2;
    }
    dls_set_mul_t(Q->P->G, X->v, Q->terms);
    for (dls_int k = 0; F->work && k < Q->nb; k++) {
        F->work[k] = X->p[k] * (Q->terms[k] + Q->terms[Q->nb + k]) / 2;
    }
    dls_zero(Q->nb + Q->width, Q->all);
}
