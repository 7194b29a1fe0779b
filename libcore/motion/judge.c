/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "motion/judge.h"

#include <math.h>

#include "law/law.h"

void dls_judge_value(double *worst, double value, double size)
{
    double x = value == 0 ? 0 : fabs(value) / size;
    *worst = isnan(x) ? INFINITY : fmax(*worst, x);
}

void dls_judge_begin(dls_judgement *V)
{
    V->size = 0;
    dls_zero(V->R->n, V->J->rest);
}

static void add(dls_judgement *V)
{
    V->size = fmax(V->size, dls_largest(V->R->n, V->J->term));
    dls_axpy(V->R->n, 1, V->J->term, V->J->rest);
}

void dls_judge_matrix(dls_judgement *V, dls_view A, double factor, const double *x)
{
    dls_zero(V->R->n, V->J->term);
    dls_mul(A, factor, x, V->J->term);
    add(V);
}

void dls_judge_vector(dls_judgement *V, double factor, const double *x)
{
    dls_zero(V->R->n, V->J->term);
    dls_axpy(V->R->n, factor, x, V->J->term);
    add(V);
}

void dls_judge_reactions(dls_judgement *V, const dls_motion_values *E, const double *p)
{
    const dls_motion_run *R = V->R;
    if (R->nb > 0) {
        dls_judge_matrix(V, E->G, -1, p);
    }
    if (R->nu > 0) {
        dls_judge_matrix(V, E->N, -1, p + R->nb);
    }
    if (R->nt > 0) {
        dls_judge_matrix(V, E->T, -1, p + R->nb + R->nu);
    }
}

void dls_judge_end(dls_judgement *V)
{
    dls_judge_value(V->worst, dls_largest(V->R->n, V->J->rest), V->size);
}

double dls_judge_pace(const dls_judgement *V, const dls_motion_values *E, const double *v0,
                      const double *v1)
{
    double mass = dls_max_abs(E->M);
    return dls_norm(V->R->n, v0) + dls_norm(V->R->n, v1) + (mass > 0 ? V->size / mass : 0);
}

void dls_judge_momentum(dls_judgement *V, double h, const dls_motion_values *E, const double *v0,
                        const double *v1, const double *p)
{
    const dls_motion_run *R = V->R;
    dls_judge_begin(V);
    dls_judge_matrix(V, E->M, 1, v1);
    dls_judge_matrix(V, E->M, -1, v0);
    dls_judge_vector(V, -h, E->f);
    if (R->model.K.rows) { /* a stiff force is a small difference of such terms */
        V->size = fmax(V->size, h * dls_max_abs(R->model.K) * dls_largest(R->nq, E->q));
    }
    V->pace = dls_judge_pace(V, E, v0, v1);
    dls_judge_reactions(V, E, p);
    dls_judge_end(V);
    V->speed = dls_judge_pace(V, E, v0, v1);
}

void dls_judge_rates(const dls_judgement *V, dls_view G, const double *v, const double *w)
{
    for (dls_int j = 0; j < G.cols; j++) {
        double own = w ? w[j] : 0, length = dls_norm(G.p[j + 1] - G.p[j], G.x + G.p[j]);
        dls_judge_value(V->worst, dls_motion_power(G, j, v) + own, length * V->speed + fabs(own));
    }
}

/* What a percussion does to the velocity along column j of B, each coordinate on its own */
static double mobility(dls_view M, dls_view B, dls_int j)
{
    double sum = 0;
    for (dls_int k = B.p[j]; k < B.p[j + 1]; k++) {
        double x = B.x[k], m = x != 0 ? dls_diagonal_entry(M, B.i[k]) : 0;
        sum += m > 0 ? x * x / m : 0;
    }
    return sum;
}

double dls_judge_approach(const dls_judgement *V, dls_int i, const dls_motion_values *E)
{
    const dls_motion_values *at = V->own ? V->first : E;
    return dls_motion_power(at->N, i, V->v0) + (V->R->moving ? V->first->wu[i] : 0);
}

void dls_judge_rebound(dls_judgement *V, double h, dls_int i, const dls_motion_values *E,
                       const dls_motion_values *end, const double *p, double *u)
{
    const dls_motion_run *R = V->R;
    const dls_motion_values *at = V->own ? V->first : E;
    const double *w0 = V->own ? V->first->wt : end->wt;
    dls_motion_law_of(R, h, V->first, i, &V->law);
    const double *factor = V->law.factor, *soft = V->law.soft;
    u[0] = dls_motion_power(E->N, i, V->v1) + (R->moving ? end->wu[i] : 0) + V->law.bias;
    u[0] += factor[0] * dls_judge_approach(V, i, E);
    u[0] += soft[0] > 0 && p[R->nb + i] != 0 ? soft[0] * (p[R->nb + i] + V->hold) : 0;
    for (int t = 1; t < R->d; t++) {
        dls_int j = i * (R->d - 1) + t - 1;
        u[t] = dls_motion_power(E->T, j, V->v1) + factor[t] * dls_motion_power(at->T, j, V->v0);
        u[t] += R->moving ? end->wt[j] + factor[t] * w0[j] : 0;
        u[t] += soft[t] * p[R->nb + R->nu + j];
    }
}

void dls_judge_contact(const dls_judgement *V, dls_int i, const dls_motion_values *E, double mu,
                       double open, const double *u, const double *p)
{
    const dls_motion_run *R = V->R;
    int d = R->dim;
    dls_int own = E->N.p[i + 1] - E->N.p[i];
    double r[DLS_FRICTION_DIM] = {p[R->nb + i] + V->hold}, F[DLS_FRICTION_DIM];
    double speed = fmax(dls_norm(own, E->N.x + E->N.p[i]) * V->pace, fabs(u[0]));
    speed = fmax(speed, V->law.soft[0] * fabs(r[0]));
    for (int t = 1; t < d; t++) {
        r[t] = p[R->nb + R->nu + i * (R->d - 1) + t - 1];
        speed = fmax(speed, fmax(fabs(u[t]), V->law.soft[t] * fabs(r[t])));
    }
    if (dls_largest(d, r) == 0) { /* open, or about to open */
        dls_judge_value(V->worst, fmax(0, fmin(-u[0], -open)), speed);
        return;
    }
    double rho = 1 / (mobility(E->M, E->N, i) + V->law.soft[0]);
    rho = isfinite(rho) ? rho : 1;
    if (open > 0) { /* a percussion across a gap */
        dls_judge_value(V->worst, fmin(rho * open, dls_largest(d, r)), rho * speed);
        return;
    }
    if (d == 1) {
        F[0] = fmin(r[0], rho * u[0]);
    } else {
        dls_law_natural(d, mu, rho, r, u, F, NULL, NULL);
    }
    dls_judge_value(V->worst, dls_largest(d, F), rho * speed);
}

/* `count` moments in columns of T from j: t is the one of arm N that is against u the most */
static void judge_moments(const dls_judgement *V, const dls_motion_values *E, dls_int j, int count,
                          double most, const double *u, const double *p)
{
    const double *t = p + V->R->nb + V->R->nu + j;
    double x[2], rho = count / (mobility(E->M, E->T, j) + mobility(E->M, E->T, j + count - 1));
    rho = isfinite(rho) ? rho : 1;
    for (int k = 0; k < count; k++) {
        x[k] = t[k] - rho * u[k];
    }
    double length = dls_norm(count, x), part = length > most ? most / length : 1, worst = 0;
    for (int k = 0; k < count; k++) {
        worst = fmax(worst, fabs(t[k] - part * x[k]));
    }
    dls_int own = E->T.p[j + 1] - E->T.p[j];
    double speed = fmax(dls_norm(own, E->T.x + E->T.p[j]) * V->speed, dls_largest(count, u));
    dls_judge_value(V->worst, worst, fmax(fmax(most, dls_largest(count, t)), rho * speed));
}

void dls_judge_moments(const dls_judgement *V, dls_int i, const dls_motion_values *E,
                       const double *u, const double *p)
{
    const dls_motion_run *R = V->R;
    double N = fmax(p[R->nb + i] + V->hold, 0);
    dls_int first = i * (R->d - 1);
    if (R->rolls) {
        judge_moments(V, E, first + R->dim - 1, R->dim - 1, N * V->first->rolling[i], u + R->dim,
                      p);
    }
    if (R->spins) {
        judge_moments(V, E, first + R->d - 2, 1, N * V->first->spinning[i], u + R->d - 1, p);
    }
}

void dls_judge_positions(const dls_judgement *V, const double *q, const double *expected)
{
    double size = fmax(dls_largest(V->R->nq, q), dls_largest(V->R->nq, expected)), worst = 0;
    for (dls_int k = 0; k < V->R->nq; k++) {
        worst = fmax(worst, fabs(q[k] - expected[k]));
    }
    dls_judge_value(V->worst, worst, size);
}

dls_error dls_motion_judge(dls_motion_run *R, double h, const dls_motion_point *from,
                           const dls_motion_point *to, dls_fault *fault)
{
    dls_motion_judged *J = &R->book->judged;
    if (!R->settings.residual) {
        return DLS_OK;
    }
    if (J->column != R->book->count) {
        J->column = R->book->count;
        J->worst = 0;
    }
    double worst = to->residual;
    dls_error error = R->scheme->judge(R, h, from, to, &worst, fault);
    J->step = fmax(J->step, worst);
    J->worst = fmax(J->worst, worst);
    return error;
}
