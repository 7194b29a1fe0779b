/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of KKT systems, M a + F = G lambda, G'a + b = 0:
     solved         both hold. A residual is compared with the terms of its equation, which are
                    counted up to DLS_VERIFY_MOST times the constants, and the tolerance of the
                    answer with the largest force or acceleration of the part of the system
     inconsistent   y: G y = e = 0, b'y /= 0, for e'a = -b'y; or x: M x = 0, G'x = 0, F'x /= 0
   in units in which the entries of [M G; G' 0] are near one. A part of the system is what M and G
   connect. Forces and accelerations can only be compared where M has entries: there constraints may
   keep DLS_VERIFY_STATICS of the accelerations that forces would cause, and where no acceleration
   is asked for, the rounding errors of these. */
#include <math.h>

#include "verify/verify.h"

/* Sizes in a part, in units: the data, and with the answer */
typedef struct {
    double *forces, *rates;    /* |F|; |b| */
    double *reaction, *motion; /* and |lambda|; and |a| */
} sizes;

typedef struct {
    const dls_verify_kkt_units *U;
    const dls_kkt_problem *P;
    const dls_kkt_claim *X;
    dls_int n, m;
    sizes Z;
    double *e, *terms; /* n + m */
    double bound, tolerance;
    double force, rate; /* the largest |F|, |b| */
    double most;        /* datum of a certificate, in units */
    dls_verify_report *report;
} question;

/* The largest data and answers of each part, in units; in registers while the part is the same */
static void measure_side(const dls_verify_kkt_units *U, dls_int first, dls_int count,
                         const double *data, const double *answer, double *most_data,
                         double *most_answer)
{
    const double *d = U->d + first, *inverse = U->inverse + first;
    const dls_int *part = U->part + first;
    dls_int p = 0;
    if (count == 0) {
        return; /* there may be no part */
    }
    double x = most_data[p], y = most_answer[p];
    for (dls_int k = 0; k < count; k++) {
        if (part[k] != p) {
            most_data[p] = x;
            most_answer[p] = y;
            p = part[k];
            x = most_data[p];
            y = most_answer[p];
        }
        double of_data = fabs(data[k]) * d[k], of_answer = fabs(answer[k]) * inverse[k];
        if (!(of_data <= x)) {
            x = dls_verify_worse(x, of_data);
        }
        if (!(of_answer <= y)) {
            y = dls_verify_worse(y, of_answer);
        }
    }
    most_data[p] = x;
    most_answer[p] = y;
}

static void measure(question *Q)
{
    const dls_verify_kkt_units *U = Q->U;
    const dls_kkt_problem *P = Q->P;
    const sizes *Z = &Q->Z;
    double *const each[] = {Z->forces, Z->rates, Z->reaction, Z->motion};
    for (int k = 0; k < 4; k++) {
        dls_zero(U->parts, each[k]);
    }
    measure_side(U, 0, Q->n, P->F, Q->X->a, Z->forces, Z->motion);
    measure_side(U, Q->n, Q->m, P->b, Q->X->lambda, Z->rates, Z->reaction);
    Q->force = U->bare ? dls_largest(Q->n, P->F) : 0;
    Q->rate = U->bare ? dls_largest(Q->m, P->b) : 0;
}

/* e = [M a - G lambda; G'a] + e; one pass through M and G */
static void add_products(const question *Q, const double *a, const double *lambda)
{
    const dls_view *M = &Q->P->M, *G = &Q->P->G;
    double *e = Q->e;
    for (dls_int j = 0; j < Q->n; j++) {
        for (dls_int k = M->p[j]; k < M->p[j + 1]; k++) {
            e[M->i[k]] += M->x[k] * a[j];
        }
    }
    for (dls_int j = 0; j < Q->m; j++) {
        double sum = 0, l = lambda[j];
        for (dls_int k = G->p[j]; k < G->p[j + 1]; k++) {
            dls_int i = G->i[k];
            e[i] -= G->x[k] * l;
            sum += G->x[k] * a[i];
        }
        e[Q->n + j] += sum;
    }
}

/* terms: sums of the magnitudes of products; b: constants of the lower rows of e, or NULL */
static void set_sizes(const question *Q, const double *a, const double *lambda, const double *b)
{
    dls_zero(Q->n, Q->terms);
    dls_mul_sizes(Q->P->M, a, Q->terms);
    dls_mul_sizes(Q->P->G, lambda, Q->terms);
    dls_residual_t(Q->P->G, 1, a, b, Q->e + Q->n, Q->terms + Q->n);
}

/* What a residual is compared with: its terms up to `cap`, and what the tolerance allows */
typedef struct {
    double cap, allowed;
} comparison;

static comparison compare(const question *Q, dls_int part, bool constraint)
{
    const sizes *Z = &Q->Z;
    int kind = Q->U->kind[part];
    double forces = Z->forces[part], rates = Z->rates[part], data = constraint ? rates : forces;
    double size = fmax(data, constraint ? Z->motion[part] : Z->reaction[part]), caused = 0;
    double cap = INFINITY;
    if (kind == DLS_VERIFY_BARE) { /* nothing but its constant, in the unit 1 */
        cap = 0;
        size = data = constraint ? Q->rate : Q->force;
    } else {
        double both = fmax(fmax(forces, Z->reaction[part]), fmax(rates, Z->motion[part]));
        bool asked = constraint || kind == DLS_VERIFY_LIGHT ? data > 0 : false;
        caused = asked && kind == DLS_VERIFY_HEAVY ? DLS_VERIFY_STATICS * both : 0;
        size = asked ? size : both;
        if (kind ==
            DLS_VERIFY_HEAVY) { /* of dynamics, the accelerations are given by the constraints */
            data = fmax(fmax(forces, rates), constraint ? 0 : Z->motion[part]);
        }
    }
    if (data > 0) {
        cap = fmin(cap, DLS_VERIFY_MOST * data);
        size = fmin(size, DLS_VERIFY_MOST * DLS_VERIFY_MOST * data);
    }
    return (comparison){cap, (Q->tolerance * size + caused) / Q->bound};
}

/* The comparisons of all parts take the place of their sizes. */
static void compare_parts(question *Q)
{
    const sizes *Z = &Q->Z;
    for (dls_int p = 0; p < Q->U->parts; p++) {
        comparison forces = compare(Q, p, false), rates = compare(Q, p, true);
        Z->forces[p] = forces.cap;
        Z->reaction[p] = forces.allowed;
        Z->rates[p] = rates.cap;
        Z->motion[p] = rates.allowed;
    }
}

/* worst: of what is left of equations, relative; this is number k, with a constant. A division only
   where it is the worst so far. */
static inline void compare_equation(const question *Q, dls_int k, double left, double constant,
                                    const double *cap, const double *allowed, double *worst)
{
    dls_int p = Q->U->part[k];
    double unit = Q->U->d[k], terms = unit * (Q->terms[k] + fabs(constant));
    double whole = DLS_MIN(terms, cap[p]) + allowed[p];
    left *= unit;
    if (left != 0 && !(left <= *worst * whole)) {
        *worst = dls_verify_worse(*worst, left / whole);
    }
}

static void compare_equations(const question *Q, double *worst)
{
    const dls_kkt_problem *P = Q->P;
    const sizes *Z = &Q->Z;
    double forces = 0, rates = 0;
    double part = dls_verify_unexplained(Q->m, Q->U->d + Q->n, Q->e + Q->n, 1, P->errors);
    for (dls_int i = 0; i < Q->n; i++) {
        compare_equation(Q, i, fabs(Q->e[i]), P->F[i], Z->forces, Z->reaction, &forces);
    }
    for (dls_int j = 0, k = Q->n; j < Q->m; j++, k++) {
        compare_equation(Q, k, part * fabs(Q->e[k]), P->b[j], Z->rates, Z->motion, &rates);
    }
    worst[0] = forces;
    worst[1] = rates;
}

/* Mostly residuals are small beside what the tolerance allows: the terms need not be known. */
static void check_solution(question *Q)
{
    const dls_kkt_problem *P = Q->P;
    double worst[2];
    compare_parts(Q);
    dls_copy(Q->n, P->F, Q->e);
    dls_copy(Q->m, P->b, Q->e + Q->n);
    add_products(Q, Q->X->a, Q->X->lambda);
    dls_zero(Q->n + Q->m, Q->terms);
    compare_equations(Q, worst);
    if (!(worst[0] <= Q->bound && worst[1] <= Q->bound)) {
        set_sizes(Q, Q->X->a, Q->X->lambda, P->b);
        compare_equations(Q, worst);
    }
    bool finite = dls_finite(Q->n, Q->X->a) && dls_finite(Q->m, Q->X->lambda);
    dls_verify_check(Q->report, "M*a + F = G*lambda", finite ? worst[0] : NAN, Q->bound);
    dls_verify_check(Q->report, "G'*a + b = 0", worst[1], Q->bound);
    dls_verify_leave(Q->report, "a, lambda: of least norm (info.residual.kernel)");
}

/* That the sums e vanish, and that what they leave cannot undo the gain: solutions have at most the
   sizes reach(k); `lost` of the gain may be errors of the data. */
static void check_sums(question *Q, dls_int n, double *reach, dls_verify_combination C, double lost)
{
    double left = 0, terms = C.gain_terms / Q->most, accuracy = 2 * Q->X->accuracy;
    for (dls_int k = 0; k < n; k++) {
        double unit = Q->U->d[k];
        left = dls_verify_worse(left, unit * fabs(Q->e[k]));
        terms = dls_verify_worse(terms, unit * Q->terms[k]);
        reach[k] *= unit;
        lost += accuracy * Q->terms[k] * reach[k];
    }
    dls_verify_check(Q->report, "the sums of the certificate vanish", left == 0 ? 0 : left / terms,
                     DLS_VERIFY_VANISHES);
    C.n = n;
    C.e = Q->e;
    C.terms = Q->terms;
    C.reach = reach;
    C.gain -= lost + accuracy * C.gain_terms;
    dls_verify_proof(Q->report, &C);
}

/* What is gained, for v of the unknowns from `first` on; Q->most gives v a size in units: those of
   rows without entries are not known. */
static dls_verify_combination gain_of(question *Q, dls_int first, const double *data,
                                      const double *v)
{
    dls_int n = data == Q->P->b ? Q->m : Q->n;
    dls_verify_combination C = {.gain = fabs(dls_dot(n, data, v))};
    Q->most = 0;
    for (dls_int k = 0; k < n; k++) {
        bool bare = Q->U->kind[Q->U->part[first + k]] == DLS_VERIFY_BARE;
        C.gain_terms += fabs(data[k] * v[k]);
        Q->most = fmax(Q->most, bare ? 0 : fabs(data[k]) * Q->U->d[first + k]);
    }
    return C;
}

/* y: accelerations of the sizes of b and a; those that forces would cause alone are known up to
   rounding. */
static void check_constraints(question *Q)
{
    const sizes *Z = &Q->Z;
    const dls_view *G = &Q->P->G;
    const double *y = Q->X->y;
    double lost = 0, *reach = Z->reaction;
    dls_zero(Q->n, Q->e);
    dls_zero(Q->n, Q->terms);
    dls_mul(*G, 1, y, Q->e);
    dls_mul_sizes(*G, y, Q->terms);
    for (dls_int i = 0; i < Q->n; i++) {
        dls_int p = Q->U->part[i];
        reach[i] = fmax(Z->rates[p], Z->motion[p]);
        lost += Q->U->kind[p] == DLS_VERIFY_HEAVY
                    ? DLS_EPS * Q->terms[i] * Q->U->d[i] * Z->forces[p]
                    : 0;
    }
    for (dls_int j = 0; Q->P->errors && j < Q->m; j++) {
        lost += fabs(y[j]) * Q->P->errors[j];
    }
    check_sums(Q, Q->n, reach, gain_of(Q, Q->n, Q->P->b, y), lost);
}

/* x: accelerations and reactions of the sizes of all data */
static void check_forces(question *Q)
{
    const sizes *Z = &Q->Z;
    dls_int all = Q->n + Q->m;
    double *none = Z->motion, *reach = Z->reaction;
    for (dls_int k = 0; k < all; k++) {
        dls_int p = Q->U->part[k];
        reach[k] = Z->forces[p] + (Q->U->kind[p] == DLS_VERIFY_HEAVY ? Z->rates[p] : 0);
    }
    dls_zero(all, Q->e);
    dls_zero(Q->m, none);
    add_products(Q, Q->X->x, none);
    set_sizes(Q, Q->X->x, none, NULL);
    check_sums(Q, all, reach, gain_of(Q, 0, Q->P->F, Q->X->x), 0);
}

static void check_certificate(question *Q)
{
    bool y = Q->X->y && dls_largest(Q->m, Q->X->y) != 0;
    bool x = Q->X->x && dls_largest(Q->n, Q->X->x) != 0;
    dls_verify_check(Q->report, "there is a certificate", !x && !y, 0);
    if (y) {
        check_constraints(Q);
        measure(Q);
    }
    if (x) {
        check_forces(Q);
    }
    dls_verify_leave(Q->report, "a, lambda: the least-squares solution (info.residual.optimality)");
}

void dls_verify_kkt_in(const dls_verify_kkt_units *U, const dls_kkt_problem *P,
                       const dls_kkt_claim *X, dls_verify_report *report)
{
    dls_int n = P->M.rows, m = P->G.cols, all = n + m;
    double *at = U->work;
    question Q = {.U = U, .P = P, .X = X, .n = n, .m = m, .report = report};
    Q.Z = (sizes){at, at + all, at + 2 * all, at + 3 * all};
    Q.e = at + 4 * all;
    Q.terms = at + 5 * all;
    Q.tolerance = fmax(X->tolerance > 0 ? X->tolerance : DLS_VERIFY_KKT_TOLERANCE, X->accuracy);
    Q.bound = fmax(DLS_VERIFY_KKT, DLS_VERIFY_SLACK * Q.tolerance);
    dls_verify_begin(report);
    if (X->outcome != DLS_SOLVED && X->outcome != DLS_INCONSISTENT) {
        dls_verify_nothing(report, X->outcome);
        return;
    }
    measure(&Q);
    if (X->outcome == DLS_SOLVED) {
        check_solution(&Q);
    } else {
        check_certificate(&Q);
    }
}
