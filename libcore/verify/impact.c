/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of impacts, M (v+ - v-) = G pb + B p, G'v+ = 0, u = B'v contact by contact:
     solved       the equations, and the law of each contact (impact.c of motion) with its friction;
                  where they act in parts, one after the other, each part; where energy was guarded,
                  that the answer is between the plastic part and the others and makes no energy
     infeasible   x, y, u: M x + G y + B_N u = 0, G'x = 0, B_N'x >= 0, u >= 0, u'E u0_N < x'M v- */
#include <math.h>

#include "verify/impact.h"

static void lay_out(void *object, dls_room *room)
{
    dls_verify_hit *Q = object;
    Q->unit = DLS_TAKE(room, double, Q->order);
    Q->work = DLS_TAKE(room, double, DLS_VERIFY_WORK(Q->order));
    Q->momentum = DLS_TAKE(room, double, Q->n);
    Q->before = DLS_TAKE(room, double, Q->width);
    Q->approach = DLS_TAKE(room, double, Q->width);
    Q->e = DLS_TAKE(room, double, Q->order);
    Q->sum = DLS_TAKE(room, double, Q->n);
    Q->after = DLS_TAKE(room, double, Q->width);
    Q->all = DLS_TAKE(room, double, Q->nb + 2 * Q->width);
    Q->terms = DLS_TAKE(room, double, 2 * Q->order);
    Q->reach = DLS_TAKE(room, double, Q->order);
}

/* max |M (v - from) - G pb - B p| in its units */
static double dynamics(const dls_verify_hit *Q, const double *from, const double *v,
                       const double *p)
{
    const dls_impact_problem *P = Q->P;
    double worst = 0;
    for (dls_int j = 0; j < Q->n; j++) {
        Q->sum[j] = v[j] - from[j];
    }
    dls_zero(Q->n, Q->e);
    dls_mul(P->M, 1, Q->sum, Q->e);
    dls_mul(P->G, -1, p, Q->e);
    dls_mul(P->B, -1, p + Q->nb, Q->e);
    for (dls_int j = 0; j < Q->n; j++) {
        worst = dls_verify_worse(worst, fabs(Q->e[j]) * Q->unit[j]);
    }
    return worst / Q->most;
}

static void check_part(const dls_verify_hit *Q, int role, const double *from, const double *v,
                       const double *p)
{
    double miss[2];
    dls_verify_check(Q->report, "percussions", dynamics(Q, from, v, p), DLS_VERIFY_EQUATIONS);
    dls_verify_laws_of_impact(Q, role, v, p, Q->unit, miss);
    double bound = Q->P->d > 1 ? DLS_VERIFY_VELOCITIES : DLS_VERIFY_EQUATIONS;
    dls_verify_check(Q->report, "min (p.nu, Gu'*v+ + E*Gu'*v-) = 0", miss[0] / Q->most, bound);
    if (Q->P->d > 1) {
        dls_verify_check(Q->report, "Coulomb's law", miss[1] / Q->most, bound);
    }
}

/* Is the answer between (v0, p0) and (v, Q->all), and does it make no energy? */
static void check_guard(const dls_verify_hit *Q, const double *v0, const double *p0,
                        const double *v)
{
    static const double MADE = 1e-6;
    const dls_impact_claim *X = Q->X;
    double up = 0, down = 0, off = 0;
    for (dls_int j = 0; j < Q->n; j++) {
        double way = (v[j] - v0[j]) / Q->unit[j], gone = (X->v[j] - v0[j]) / Q->unit[j];
        up += way * gone;
        down += way * way;
    }
    double share = down > 0 ? up / down : 0;
    for (dls_int j = 0; j < Q->n; j++) {
        double e = X->v[j] - v0[j] - share * (v[j] - v0[j]);
        off = dls_verify_worse(off, fabs(e) / Q->unit[j]);
    }
    for (dls_int k = 0; k < Q->nb + Q->width; k++) {
        double e = X->p[k] - p0[k] - share * (Q->all[k] - p0[k]);
        off = dls_verify_worse(off, fabs(e) / Q->unit[Q->n + k]);
    }
    dls_verify_check(Q->report, "between the plastic part and the others", off / Q->most,
                     DLS_VERIFY_EQUATIONS);
    dls_verify_check(Q->report, "the share of it", fmax(share - 1, -share), DLS_VERIFY_EQUATIONS);
    double before = dls_verify_energy(Q, Q->P->v), made = dls_verify_energy(Q, X->v) - before;
    dls_verify_check(Q->report, "no energy is made", before > 0 ? made / before : made, MADE);
}

static void check_parts(const dls_verify_hit *Q)
{
    const dls_impact_claim *X = Q->X;
    dls_int size = Q->nb + Q->width;
    const double *last = Q->P->v, *plastic = NULL, *pressed = NULL;
    dls_zero(size, Q->all);
    dls_verify_check(Q->report, "there is a first part", X->role[0] != DLS_IMPACT_FIRST, 0);
    for (int k = 0; k < X->parts; k++) {
        int role = (int)X->role[k];
        const double *v = X->V + k * Q->n, *p = X->P + k * size;
        if (role == DLS_IMPACT_PLASTIC) {
            plastic = v;
            pressed = p;
            check_part(Q, role, Q->P->v, v, p);
        } else {
            check_part(Q, role, last, v, p);
            dls_axpy(size, 1, p, Q->all);
            last = v;
        }
    }
    if (plastic) {
        check_guard(Q, plastic, pressed, last);
        return;
    }
    double off = 0;
    for (dls_int j = 0; j < Q->n; j++) {
        off = dls_verify_worse(off, fabs(X->v[j] - last[j]) / Q->unit[j]);
    }
    for (dls_int k = 0; k < size; k++) {
        off = dls_verify_worse(off, fabs(X->p[k] - Q->all[k]) / Q->unit[Q->n + k]);
    }
    dls_verify_check(Q->report, "the parts add up", off / Q->most, DLS_VERIFY_EQUATIONS);
}

/* The numbers that the answer says of itself */
static void check_told(const dls_verify_hit *Q)
{
    static const double SAME = 1e-6, SMALL = 1e-12; /* rounding in units of the largest velocity */
    const dls_impact_claim *X = Q->X;
    double most = fmax(Q->facts.energy[0], Q->facts.energy[1]);
    for (int k = 0; k < 2 && X->energy; k++) {
        double off = fabs(Q->facts.energy[k] - X->energy[k]);
        dls_verify_check(Q->report, "info.energy", off > 0 ? off / most : off,
                         DLS_VERIFY_EQUATIONS);
    }
    for (int k = 0; k < DLS_IMPACT_RESIDUALS && X->residual; k++) {
        double own = Q->facts.residual[k], off = fabs(own - X->residual[k]);
        double size = k == DLS_IMPACT_DYNAMICS ? 1 : Q->facts.size;
        dls_verify_check(Q->report, "info.residual is recomputed",
                         off > 0 ? off / (SAME * own + SMALL * size) : off, 1);
    }
}

/* Of a law of one's own, or of a program, the equations alone */
static void check_solution(dls_verify_hit *Q)
{
    const dls_impact_problem *P = Q->P;
    const dls_impact_claim *X = Q->X;
    bool constants = false, own = false, soft = false;
    double one = 1 / Q->unit[Q->order - 1], largest = 0, held = 0;
    largest =
        fmax(dls_verify_largest(Q->n, X->v, Q->unit), dls_verify_largest(Q->n, P->v, Q->unit));
    largest = dls_verify_worse(largest, dls_verify_largest(Q->nb + Q->width, X->p, Q->unit + Q->n));
    for (dls_int j = 0; j < Q->n; j++) {
        constants = constants || Q->momentum[j] != 0;
    }
    for (dls_int i = 0; i < Q->nu; i++) {
        constants = constants || Q->approach[i] != 0;
        own = own || P->law[i] < 0 || P->program;
        soft = soft || dls_verify_is_law(Q, i, DLS_LAW_FREMOND);
    }
    Q->most = dls_verify_most(largest, one, constants);
    dls_set_mul_t(P->G, X->v, Q->terms);
    dls_set_mul_t(P->G, P->v, Q->terms + Q->nb);
    for (dls_int k = 0; k < Q->nb; k++) {
        double e = fabs(Q->terms[k] + P->rebound * Q->terms[Q->nb + k]);
        held = dls_verify_worse(held, e * Q->unit[Q->n + k]);
    }
    dls_verify_check(Q->report, "Gb'*v+ = 0", held / Q->most, DLS_VERIFY_EQUATIONS);
    if (own) {
        dls_verify_check(Q->report, "percussions", dynamics(Q, P->v, X->v, X->p),
                         DLS_VERIFY_EQUATIONS);
        dls_verify_leave(Q->report, "the law: percussions of the caller or of a program");
    } else if (X->parts > 0) {
        dls_verify_check(Q->report, "percussions", dynamics(Q, P->v, X->v, X->p),
                         DLS_VERIFY_EQUATIONS);
        check_parts(Q);
    } else {
        check_part(Q, DLS_IMPACT_FIRST, P->v, X->v, X->p);
    }
    if (soft) {
        dls_verify_leave(Q->report, "how far Fremond's contacts give way");
    }
    check_told(Q);
}

static void check_certificate(dls_verify_hit *Q)
{
    const dls_impact_problem *P = Q->P;
    const dls_impact_claim *X = Q->X;
    dls_int n = Q->n, nb = Q->nb;
    double gain = dls_dot(n, X->x, Q->momentum), given = 0;
    double *e = Q->e, *terms = Q->terms;
    for (dls_int i = 0; i < Q->nu; i++) {
        double u = fmax(X->u[i], 0);
        Q->all[nb + i * P->d] = u;
        gain -= u * Q->approach[i];
        given += u * fabs(Q->approach[i]);
    }
    for (dls_int j = 0; j < n; j++) {
        given += fabs(X->x[j] * Q->momentum[j]);
    }
    dls_residual_t(P->M, 1, X->x, NULL, e, terms);
    dls_mul(P->G, 1, X->y, e);
    dls_mul(P->B, 1, Q->all + nb, e);
    for (dls_int k = 0; k < nb + Q->width; k++) {
        dls_view A = k < nb ? P->G : P->B;
        dls_int j = k < nb ? k : k - nb;
        double y = k < nb ? X->y[k] : Q->all[k];
        for (dls_int i = A.p[j]; i < A.p[j + 1]; i++) {
            terms[A.i[i]] += fabs(A.x[i] * y);
        }
    }
    dls_residual_t(P->G, 1, X->x, NULL, e + n, terms + n);
    dls_residual_t(P->B, 1, X->x, NULL, e + n + nb, terms + n + nb);
    for (dls_int k = 0; k < Q->width; k++) {
        e[n + nb + k] = k % P->d == 0 ? fmin(e[n + nb + k], 0) : 0;
        terms[n + nb + k] *= k % P->d == 0;
    }
    const dls_verify_combination C = {Q->order - 1, e, terms, Q->reach, gain, given, 0};
    dls_verify_proof(Q->report, &C);
}

/* Sums below the accuracy of their terms are zero. */
static void clean(dls_int n, const double *terms, double *x)
{
    for (dls_int k = 0; k < n; k++) {
        x[k] = fabs(x[k]) <= DLS_VERIFY_ROUNDINGS * DLS_EPS * terms[k] ? 0 : x[k];
    }
}

/* What the problem says of the velocity before, and units */
static void prepare(dls_verify_hit *Q)
{
    const dls_impact_problem *P = Q->P;
    dls_verify_blocks K = {.order = Q->order};
    double *terms = Q->terms, *sums = terms + Q->n + Q->width;
    dls_residual_t(P->M, 1, P->v, NULL, Q->momentum, terms);
    clean(Q->n, terms, Q->momentum);
    dls_residual_t(P->B, 1, P->v, NULL, Q->before, terms);
    dls_zero(Q->nu, sums);
    dls_zero(Q->width, Q->approach);
    dls_zero(Q->nb + Q->width, Q->all);
    for (dls_int j = 0; j < Q->nu; j++) {
        for (dls_int k = P->E.p[j]; k < P->E.p[j + 1]; k++) {
            Q->approach[P->E.i[k]] += P->E.x[k] * Q->before[j * P->d];
            sums[P->E.i[k]] += fabs(P->E.x[k]) * terms[j * P->d];
        }
    }
    clean(Q->nu, sums, Q->approach);
    for (dls_int i = 0; i < Q->nu; i++) {
        Q->all[Q->nb + i * P->d] = Q->approach[i];
    }
    dls_verify_place(&K, P->M, 0, 0);
    dls_verify_place(&K, P->G, 0, Q->n);
    dls_verify_place(&K, P->B, 0, Q->n + Q->nb);
    dls_verify_place(&K, dls_verify_column(Q->n, Q->momentum), 0, Q->order - 1);
    dls_verify_place(&K, dls_verify_column(Q->nb + Q->width, Q->all), Q->n, Q->order - 1);
    dls_verify_units(&K, Q->unit, Q->work);
    dls_zero(Q->nb + Q->width, Q->all);
    for (dls_int k = 0; k < Q->order; k++) {
        Q->reach[k] = Q->unit[k] / Q->unit[Q->order - 1];
    }
}

dls_error dls_verify_impact(const dls_impact_problem *P, const dls_impact_claim *X,
                            dls_impact_facts *facts, dls_verify_report *report, dls_fault *fault)
{
    dls_verify_hit Q = {.P = P, .X = X, .report = report};
    Q.n = P->M.cols;
    Q.nb = P->G.cols;
    Q.width = P->B.cols;
    Q.nu = Q.width / P->d;
    Q.order = Q.n + Q.nb + Q.width + 1;
    dls_verify_begin(report);
    bool proof = X->outcome == DLS_INFEASIBLE && X->x && X->u && (X->y || Q.nb == 0);
    bool proved = X->outcome == DLS_SOLVED || proof;
    if (!proved) {
        dls_verify_nothing(report, X->outcome);
    }
    if (!proved && !facts) {
        return DLS_OK;
    } else if (!dls_pool_make(&Q.pool, lay_out, &Q)) {
        return dls_fail_memory(fault);
    }
    Q.facts = facts ? *facts : (dls_impact_facts){.size = 0};
    prepare(&Q);
    dls_verify_impact_facts(&Q);
    if (proof) {
        check_certificate(&Q);
    } else if (proved) {
        check_solution(&Q);
    }
    if (facts) {
        *facts = Q.facts;
    }
    dls_pool_free(&Q.pool);
    return DLS_OK;
}
