/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The margin of held contacts as a conic program in x = (lambda / size, eps / size), free columns:
     G lambda = w,  eps <= cap,  lu >= 0,  |t_i| <= mu_i sign_i n_i - weight_i eps. */
#include <math.h>
#include <stdio.h>

#include "contact/contact.h"

enum { AUTO, CHOLESKY, LDL }; /* methods of dls_conic */
/* One after the other: a bracket of mu wants ten digits; where that fails another factorisation
   finds nine, and eight still decide the sign of a margin that is not zero. */
static const struct {
    double method, tolerance;
} TRIES[] = {{AUTO, 1e-10}, {LDL, 1e-9}, {AUTO, 1e-8}, {LDL, 1e-8}};
/* Of the largest reaction: a pull that is not what the program's tolerance leaves of zero */
static const double PULLS = 1e-10;

typedef struct {
    const dls_contact_margin *Q;
    const double *sign; /* of contacts; 0: nothing is asked */
    dls_contact_program *out;
    dls_int columns, cone_rows; /* of the program: free ones and eps; rows per contact */
    dls_int *place;             /* column of the program, -1 */
    dls_int *contact, *role;    /* of a column: whose, 0 normal, 1.. tangent; -1 */
    bool *implied;              /* lu >= 0 follows from the cones */
    double *sides, shrink;      /* of a polygon: (cos, sin); its inscribed radius */
    dls_mat A;
    dls_int *none, *second; /* of P; sizes of cones */
    double *bound;          /* mu sign, of a normal */
    double *q, *b, *x, *s, *y;
    bool weighted;
} task;

static dls_int used(const task *T)
{
    dls_int count = 0;
    for (dls_int c = 0; c < T->Q->contacts; c++) {
        count += T->sign[c] != 0;
    }
    return count;
}

static void lay_out(void *object, dls_room *room)
{
    task *T = object;
    const dls_contact_margin *Q = T->Q;
    dls_int n = Q->G.rows, m = Q->G.cols, k = used(T);
    dls_int rows = n + 1 + m + k * T->cone_rows;
    DLS_TAKE_INDICES(room, m, &T->place, &T->contact, &T->role);
    T->implied = DLS_TAKE(room, bool, m);
    T->sides = DLS_TAKE(room, double, 2 * T->cone_rows);
    dls_mat_take(room, &T->A, rows, m + 1,
                 dls_entries(Q->G) + m + 1 + (Q->d + 1) * k * T->cone_rows);
    T->none = DLS_TAKE(room, dls_int, m + 2);
    T->second = DLS_TAKE(room, dls_int, k);
    T->bound = DLS_TAKE(room, double, m);
    DLS_TAKE_NUMBERS(room, m + 1, &T->q, &T->x);
    DLS_TAKE_NUMBERS(room, rows, &T->b, &T->s, &T->y);
}

static bool polyhedral(const dls_contact_margin *Q)
{
    return Q->d == 2 || Q->facets > 0;
}

/* Sides c t <= r mu n of the polygon inscribed in the disc, a corner on the first axis. */
static const double PI = 3.14159265358979323846;
static void inscribed_polygon(task *T)
{
    dls_int count = T->cone_rows;
    T->shrink = T->Q->d == 2 ? 1 : cos(PI / (double)count);
    for (dls_int k = 0; k < count; k++) {
        double angle = PI * (double)(2 * k + 1) / (double)count;
        T->sides[2 * k] = T->Q->d == 2 ? 1 - 2 * (double)k : cos(angle);
        T->sides[2 * k + 1] = sin(angle);
    }
}

double dls_contact_reach(const dls_contact_margin *Q, dls_int contact, const double *lambda)
{
    double t[2] = {0, 0}, reach = 0;
    for (dls_int e = 0; e < Q->d - 1; e++) {
        t[e] = lambda[Q->tangent[contact * (Q->d - 1) + e]];
    }
    if (!polyhedral(Q) || Q->d == 2) {
        return hypot(t[0], t[1]);
    }
    for (dls_int k = 0; k < Q->facets; k++) {
        double angle = PI * (double)(2 * k + 1) / (double)Q->facets;
        reach = fmax(reach, cos(angle) * t[0] + sin(angle) * t[1]);
    }
    return reach / cos(PI / (double)Q->facets);
}

static void place_columns(task *T)
{
    const dls_contact_margin *Q = T->Q;
    for (dls_int j = 0; j < Q->G.cols; j++) {
        T->place[j] = Q->free[j] ? T->columns++ : -1;
        T->contact[j] = -1;
    }
    for (dls_int c = 0, at = 0; c < Q->contacts; c++) {
        T->bound[Q->normal[c]] = Q->mu[c] * T->sign[c];
        T->implied[Q->normal[c]] = !Q->bilateral[c] && T->sign[c] == 1 && Q->mu[c] > 0;
        for (dls_int e = 0; T->sign[c] != 0 && e < Q->d; e++) {
            dls_int j = e == 0 ? Q->normal[c] : Q->tangent[c * (Q->d - 1) + e - 1];
            T->contact[j] = at;
            T->role[j] = e;
        }
        at += T->sign[c] != 0;
        T->weighted = T->weighted || (T->sign[c] != 0 && Q->weight[c] != 0);
    }
    if (polyhedral(Q)) {
        inscribed_polygon(T);
    }
}

static void put_entry(dls_mat *A, dls_int *at, dls_int row, double value)
{
    if (value != 0) {
        dls_mat_put(A, at, row, value);
    }
}

/* The rows of a contact in the column of its normal (bound: mu sign) or of a tangent. */
static void put_contact(task *T, dls_int *at, dls_int first, dls_int role, double bound)
{
    if (!polyhedral(T->Q)) {
        put_entry(&T->A, at, first + role, role == 0 ? -bound : -1);
        return;
    }
    for (dls_int k = 0; k < T->cone_rows; k++) {
        put_entry(&T->A, at, first + k,
                  role == 0 ? -T->shrink * bound : T->sides[2 * k + role - 1]);
    }
}

static bool asked(const task *T, dls_int j, bool whole)
{
    return T->Q->presses[j] && (whole || !T->implied[j]);
}

/* Columns, then eps; whole: lu >= 0 everywhere. Returns where the cones begin. */
static dls_int fill_margin(task *T, bool whole, bool capped)
{
    const dls_contact_margin *Q = T->Q;
    dls_int n = Q->G.rows, row = n + capped, cones = row, at = 0;
    for (dls_int j = 0; j < Q->G.cols; j++) {
        cones += asked(T, j, whole);
    }
    for (dls_int j = 0; j < Q->G.cols; j++) {
        dls_int mine = asked(T, j, whole) ? row++ : -1;
        if (T->place[j] < 0) {
            continue;
        }
        for (dls_int t = Q->G.p[j]; t < Q->G.p[j + 1]; t++) {
            put_entry(&T->A, &at, Q->G.i[t], Q->G.x[t]);
        }
        if (mine >= 0) {
            put_entry(&T->A, &at, mine, -1);
        }
        if (T->contact[j] >= 0) {
            put_contact(T, &at, cones + T->contact[j] * T->cone_rows, T->role[j], T->bound[j]);
        }
        T->A.p[T->place[j] + 1] = at;
    }
    if (capped) {
        put_entry(&T->A, &at, n, 1);
    }
    for (dls_int c = 0, k = 0; c < Q->contacts; c++) {
        dls_int rows = polyhedral(Q) ? T->cone_rows : 1;
        for (dls_int e = 0; T->sign[c] != 0 && e < rows; e++) {
            put_entry(&T->A, &at, cones + k * T->cone_rows + e, Q->weight[c]);
        }
        k += T->sign[c] != 0;
    }
    T->A.p[T->columns + 1] = at;
    T->A.cols = T->columns + 1;
    T->A.rows = cones + used(T) * T->cone_rows;
    return cones;
}

/* A second way of factorising where the first ends short, and then more tolerance. */
static dls_error solve_program(task *T, const dls_conic_problem *P, const dls_watch *watch,
                               dls_conic_result *result, dls_fault *fault)
{
    dls_error error = DLS_OK;
    bool done = false;
    for (int k = 0; !error && !done && k < (int)(sizeof TRIES / sizeof *TRIES); k++) {
        dls_conic_settings settings = dls_conic_defaults();
        settings.method = TRIES[k].method;
        settings.tolerance = TRIES[k].tolerance;
        settings.max_time = fmax(watch->deadline - dls_clock(), 0);
        error = dls_conic(P, &settings, false, watch->host, T->x, T->s, T->y, NULL, result, fault);
        dls_outcome o = result->outcome;
        done = o == DLS_SOLVED || o == DLS_PRIMAL_INFEASIBLE || o == DLS_DUAL_INFEASIBLE;
        if (!error && !done && watch->deadline <= dls_clock()) {
            snprintf(result->message, sizeof result->message, "MaxTime is over");
            done = true;
        }
    }
    return error;
}

/* Without eps <= cap first, unless it is always asked for: its absence may show that eps is
   unbounded. */
static dls_error program(task *T, bool whole, const dls_watch *watch, dls_fault *fault)
{
    const dls_contact_margin *Q = T->Q;
    dls_contact_program *out = T->out;
    dls_int n = Q->G.rows, m = Q->G.cols, k = used(T);
    dls_conic_result result = {.outcome = DLS_DUAL_INFEASIBLE};
    dls_error error = DLS_OK;
    bool capped = !T->weighted || Q->always, unbounded = !T->weighted;
    for (int pass = 0; pass < 2 && !error && result.outcome == DLS_DUAL_INFEASIBLE; pass++) {
        capped = capped || pass == 1;
        unbounded = unbounded || pass == 1;
        dls_int cones = fill_margin(T, whole, capped), rows = T->A.rows;
        T->q[T->columns] = -1;
        dls_zero(rows, T->b);
        for (dls_int i = 0; i < n; i++) {
            T->b[i] = Q->w[i] / Q->size;
        }
        if (capped) {
            T->b[n] = Q->cap / Q->size;
        }
        bool flat = polyhedral(Q);
        dls_cones product = {n, (flat ? rows : cones) - n, flat ? 0 : k, T->second};
        dls_view none = {T->columns + 1, T->columns + 1, T->none, NULL, NULL};
        dls_conic_problem P = {none, T->q, dls_see(&T->A), T->b, product};
        error = solve_program(T, &P, watch, &result, fault);
    }
    dls_copy(n, T->y, out->y);
    for (dls_int j = 0; j < m; j++) {
        out->lambda[j] = T->place[j] < 0 ? 0 : Q->size * T->x[T->place[j]];
    }
    out->value = Q->size * T->x[T->columns];
    out->outcome = result.outcome;
    if (result.outcome == DLS_PRIMAL_INFEASIBLE) {
        out->value = -INFINITY;
    } else if (result.outcome == DLS_SOLVED && unbounded) {
        out->value = INFINITY;
    }
    snprintf(out->message, sizeof out->message, "%s", result.message);
    out->programs++;
    return error;
}

/* A margin that is not negative makes lu >= 0 follow from the cones: these rows, which cost half of
   the time, come in where the answer without them needs them. */
static dls_error in_two_steps(task *T, const dls_watch *watch, dls_fault *fault)
{
    const double *lambda = T->out->lambda;
    dls_int m = T->Q->G.cols;
    dls_error error = program(T, false, watch, fault);
    bool again = T->out->outcome != DLS_SOLVED && T->out->outcome != DLS_PRIMAL_INFEASIBLE;
    double least = -PULLS * dls_largest(m, lambda);
    for (dls_int j = 0; j < m; j++) {
        again = again || (T->implied[j] && lambda[j] < least);
    }
    return error || !again ? error : program(T, true, watch, fault);
}

dls_error dls_contact_margin_program(const dls_contact_margin *Q, const double *sign,
                                     const dls_watch *watch, dls_contact_program *out,
                                     dls_fault *fault)
{
    task T = {.Q = Q, .sign = sign, .out = out};
    dls_pool pool = {NULL, 0};
    T.cone_rows = Q->d == 2 ? 2 : Q->facets > 0 ? Q->facets : 3;
    if (!dls_pool_make(&pool, lay_out, &T)) {
        return dls_fail_memory(fault);
    }
    for (dls_int c = 0, count = used(&T); c < count; c++) {
        T.second[c] = 3;
    }
    out->programs = 0;
    place_columns(&T);
    dls_error error = in_two_steps(&T, watch, fault);
    dls_pool_free(&pool);
    return error;
}
