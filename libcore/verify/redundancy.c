/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A diagnosis of constraints. The kernel shows which columns of G follow from others, and with the
   independence of the independent ones that no more do; then a reaction is determined exactly where
   its row of the kernel is zero. All in units in which the entries of G are near one. */
#include <math.h>

#include "verify/redundancy.h"

typedef dls_verify_diagnosis question;

static void check_split(const question *Q)
{
    const dls_redundancy_report *R = Q->R;
    dls_int wrong = R->rank < 0 || R->rank > R->m;
    for (dls_int i = 0; i < R->m; i++) {
        Q->place[i] = -2;
    }
    for (dls_int k = 0; !wrong && k < R->m; k++) {
        dls_int i = k < R->rank ? R->independent[k] : R->redundant[k - R->rank];
        wrong += i < 0 || i >= R->m || Q->place[i] != -2;
        if (!wrong) {
            Q->place[i] = k < R->rank ? -1 : k - R->rank;
        }
    }
    dls_verify_check(Q->report, "independent and redundant ones are all", (double)wrong, 0);
}

/* |diag (r) A z| of a column of Z whose largest entry is 1 in these units */
static double residual_of(const question *Q, dls_view A, const double *r, dls_view Z,
                          dls_int column, const double *unit)
{
    double worst = 0, largest = dls_verify_column_size(Z, column, unit);
    for (int pass = 0; pass < 2; pass++) { /* add up; look, and leave zeros */
        for (dls_int k = Z.p[column]; k < Z.p[column + 1]; k++) {
            for (dls_int t = A.p[Z.i[k]]; t < A.p[Z.i[k] + 1]; t++) {
                double *y = Q->y + A.i[t];
                worst = pass == 0 ? 0 : dls_verify_worse(worst, r[A.i[t]] * fabs(*y) / largest);
                *y = pass == 0 ? *y + A.x[t] * Z.x[k] : 0;
            }
        }
    }
    return worst;
}

static void check_kernel(const question *Q)
{
    dls_view Z = Q->R->kernel;
    double residual = 0, identity = 0;
    dls_int wrong = 0, *touched = Q->list;
    for (dls_int i = 0; i < Q->R->m; i++) {
        touched[i] = 0;
    }
    for (dls_int c = 0; c < Z.cols; c++) {
        double own = 0;
        residual = dls_verify_worse(residual, residual_of(Q, Q->G, Q->r, Z, c, Q->c));
        for (dls_int k = Z.p[c]; k < Z.p[c + 1]; k++) {
            dls_int number = Q->place[Z.i[k]];
            touched[Z.i[k]] += Z.x[k] != 0;
            own = number == c ? Z.x[k] : own;
            identity =
                number >= 0 && number != c ? dls_verify_worse(identity, fabs(Z.x[k])) : identity;
        }
        identity = dls_verify_worse(identity, fabs(own - 1));
    }
    for (dls_int i = 0; i < Q->R->m; i++) {
        wrong += Q->R->determined[i] != (touched[i] == 0);
    }
    double bound = fmin(DLS_VERIFY_KERNEL * fmax(Q->R->tolerance, DLS_VERIFY_SHARP), 0.1);
    dls_verify_check(Q->report, "G*kernel = 0", residual, bound);
    dls_verify_check(Q->report, "kernel(redundant,:) = I", identity, 1e-9);
    dls_verify_check(Q->report, "determined where the kernel is zero", (double)wrong, 0);
}

static bool check_independent(const question *Q)
{
    dls_verify_columns C = {Q->G, Q->r, Q->c, Q->R->rank, Q->R->independent, 0, 0};
    if (!dls_verify_independent(&C)) {
        return false;
    }
    dls_verify_check(Q->report, "independent: tolerance over pivot",
                     dls_verify_pivot_needed(Q) / C.least, 1);
    if (C.left > 0) {
        dls_verify_leave(Q->report, "independent (large pieces), and so rank and determined");
    }
    return true;
}

/* S = [M; G']: S D = 0. Each column of D has a row of its own; without these coordinates the
   columns of S are independent, so that there are no more. */
static bool check_floating(const question *Q, dls_view S)
{
    dls_view D = Q->R->floating;
    dls_int n = Q->R->n, *own = Q->list, kept = 0, missing = 0;
    double worst = 0;
    dls_zero(n, Q->work);
    for (dls_int k = 0; k < dls_entries(D); k++) {
        Q->work[D.i[k]] += D.x[k] != 0;
    }
    for (dls_int c = 0; c < D.cols; c++) {
        dls_int at = -1;
        for (dls_int k = D.p[c]; k < D.p[c + 1]; k++) {
            at = Q->work[D.i[k]] == 1 && D.x[k] != 0 ? D.i[k] : at;
        }
        missing += at < 0;
        if (at >= 0) {
            Q->work[at] = -1;
        }
        worst = dls_verify_worse(worst, residual_of(Q, S, Q->d, D, c, Q->d));
    }
    dls_verify_check(Q->report, "acceleration_kernel: independent", (double)missing, 0);
    dls_verify_check(Q->report, "M*d = 0, G'*d = 0", worst, DLS_VERIFY_FLOATING);
    for (dls_int j = 0; j < n; j++) {
        own[kept] = j;
        kept += Q->work[j] >= 0;
    }
    dls_verify_columns C = {S, Q->d, Q->d, kept, own, 0, 0};
    if (!Q->all) {
        return true;
    }
    if (!dls_verify_independent(&C)) {
        return false;
    }
    dls_verify_check(Q->report, "acceleration_kernel: rounding over pivot of the rest",
                     DLS_VERIFY_PIVOT * (double)(n + 1) * DLS_EPS / C.least, 1);
    if (C.left > 0) {
        dls_verify_leave(Q->report, "acceleration_kernel (large pieces): that there is no more");
    }
    return true;
}

static void lay_out(void *object, dls_room *room)
{
    question *Q = object;
    dls_int n = Q->G.rows, m = Q->G.cols;
    DLS_TAKE_NUMBERS(room, n + m, &Q->r, &Q->d, &Q->y);
    DLS_TAKE_INDICES(room, m, &Q->place, &Q->part, &Q->at);
    Q->c = Q->r + n;
    Q->h = DLS_TAKE(room, double, m);
    Q->list = DLS_TAKE(room, dls_int, n + m);
    Q->work = DLS_TAKE(room, double, DLS_VERIFY_WORK(n + m));
}

/* c(j) = 1 / |diag (r) g_j| over rows where r > 0; 0 where there is none */
static void measure_columns(const question *Q, const double *r)
{
    static const double SAFE = 1e-200; /* squares from here to 1 / SAFE are numbers */
    for (dls_int j = 0; j < Q->G.cols; j++) {
        double square = 0, length = 0;
        for (dls_int t = Q->G.p[j]; t < Q->G.p[j + 1]; t++) {
            double x = r[Q->G.i[t]] * Q->G.x[t];
            square += x * x;
        }
        bool safe = square > SAFE && square < 1 / SAFE;
        for (dls_int t = Q->G.p[j]; !safe && t < Q->G.p[j + 1]; t++) {
            length = hypot(length, r[Q->G.i[t]] * Q->G.x[t]);
        }
        length = safe ? sqrt(square) : length;
        Q->c[j] = length > 0 ? 1 / length : 0;
    }
}

/* The largest entry of each row of G diag (c) */
static void measure_rows(const question *Q, double *largest)
{
    dls_zero(Q->G.rows, largest);
    for (dls_int j = 0; j < Q->G.cols; j++) {
        for (dls_int t = Q->G.p[j]; t < Q->G.p[j + 1]; t++) {
            dls_int i = Q->G.i[t];
            largest[i] = fmax(largest[i], fabs(Q->G.x[t]) * Q->c[j]);
        }
    }
}

/* Ranks of G are those of constraints of unit length in coordinates of unit inertia; these are made
   even, but for those that hardly any constraint touches: it is what measured positions leave of
   zeros. A coordinate without inertia has the unit of its constraints. */
static void find_units_of_constraints(const question *Q, const dls_verify_blocks *K)
{
    static const double SIX_DIGITS = 1e-6;
    double *s = Q->d, *largest = Q->work;
    bool all = true;
    dls_diagonal(Q->M, s);
    for (dls_int i = 0; i < Q->G.rows; i++) {
        s[i] = s[i] > 0 ? 1 / sqrt(s[i]) : 0;
        all = all && s[i] > 0;
    }
    if (!all) {
        dls_verify_units(K, Q->r, Q->work);
    }
    measure_columns(Q, s);
    measure_rows(Q, largest);
    for (dls_int i = 0; i < Q->G.rows; i++) {
        s[i] = s[i] > 0 ? s[i] : largest[i] > 0 ? 1 / largest[i] : Q->r[i];
    }
    measure_columns(Q, s);
    measure_rows(Q, largest);
    for (dls_int i = 0; i < Q->G.rows; i++) {
        Q->r[i] = s[i] * largest[i] >= SIX_DIGITS ? 1 / largest[i] : s[i];
    }
    measure_columns(Q, Q->r);
    for (dls_int j = 0; j < Q->G.cols; j++) {
        Q->c[j] = Q->c[j] > 0 ? Q->c[j] : 1;
    }
}

/* Of G; where accelerations are checked, of [M G; G' 0]. */
static void find_units(const question *Q, bool both)
{
    dls_int n = Q->G.rows, order = n + Q->G.cols;
    dls_verify_blocks K = {.order = order};
    dls_verify_place(&K, Q->G, 0, n);
    find_units_of_constraints(Q, &K);
    if (both) {
        dls_verify_place(&K, Q->M, 0, 0);
        dls_verify_units(&K, Q->d, Q->work);
    }
}

static bool check(question *Q, dls_pool *pool)
{
    const dls_redundancy_report *R = Q->R;
    bool both = Q->all || R->floating.cols > 0;
    dls_mat Gt = {0}, S = {0};
    find_units(Q, both);
    bool ready = !Q->all || check_independent(Q);
    if (R->kernel.p) {
        check_kernel(Q);
        dls_verify_release_parts(Q);
    } else {
        dls_verify_leave(Q->report, "redundant, determined: there is no kernel");
    }
    ready = ready && (!Q->report->ok || dls_verify_releases(Q, pool));
    dls_verify_leave(Q->report, "gaps, rank_mass, singular_values, nearest, conditions");
    if (ready && both) {
        ready = dls_mat_transpose(&Gt, Q->G, NULL) && dls_stack(Q->M, dls_see(&Gt), &S) &&
                check_floating(Q, dls_see(&S));
        dls_mat_free(&Gt);
        dls_mat_free(&S);
    }
    return ready;
}

dls_error dls_verify_redundancy(dls_view M, dls_view G, const dls_redundancy_report *R, bool all,
                                dls_verify_report *report, dls_fault *fault)
{
    question Q = {.M = M, .G = G, .R = R, .all = all, .report = report};
    dls_pool pool = {0};
    dls_verify_begin(report);
    bool ready = dls_pool_make(&pool, lay_out, &Q);
    if (ready) {
        check_split(&Q);
    }
    if (ready && report->ok) { /* else numbers of constraints that are none */
        ready = check(&Q, &pool);
    }
    dls_pool_free(&pool);
    return ready ? DLS_OK : dls_fail_memory(fault);
}
