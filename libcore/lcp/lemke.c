/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lemke's method (Cottle, Pang, Stone: The linear complementarity problem, 4.4 and 4.9) with
   lexicographic pivots, so that it ends for every matrix. */
#include <math.h>

#include "lcp/lcp.h"

enum { RESTARTS = 5 };

typedef enum { SOLUTION, RAY, LIMIT, SINGULAR, STOPPED } verdict;

/* The covering vector: ones, or others that lead elsewhere when the first ends in a ray. */
static void cover(dls_int n, int attempt, double *d)
{
    static const double GOLDEN = 0.618034, TURN = 6.283185307; /* rotations that never meet again */
    static const double SPREAD = 0.9, SHAKE = 3; /* from 1 - 0.9 to 1 + 0.9; noise, in radians */
    dls_noise(n, d);
    for (dls_int k = 0; k < n; k++) {
        double turns = attempt * (1 - GOLDEN) + (double)k * GOLDEN;
        d[k] = attempt == 0 ? 1 : 1 + SPREAD * cos(TURN * turns * attempt + SHAKE * d[k]);
    }
}

static const double LEAST = 1000; /* pivots that are always worth while */

static double usual_pivots(dls_int n)
{
    static const double EACH = 50; /* for each row: more than has been seen outside of Murty */
    return LEAST + EACH * (double)n;
}

/* Murty's examples need 2^n pivots, others hardly more than n. */
static double pivots_allowed(const dls_lcp_task *T, dls_int n)
{
    static const double FLOPS = 2e10; /* some seconds */
    static const double BASES = 21;   /* all bases of that many rows fit into them */
    double size = (double)DLS_MAX(n, 1);
    double small = fmin(exp2(fmin(size, BASES) + 1), FLOPS / (size * size));
    double given = T->settings->max_iterations;
    return given > 0 ? given : fmax(usual_pivots(n), LEAST + small);
}

/* The first exchange takes in z_0 where the constants are most negative: the last such row, which
   is the lexicographically smallest. */
static dls_int first_row(const dls_tableau *B)
{
    dls_int n = B->n, row = -1;
    const double *b = B->T + (n + 1) * n, *d = B->T + (B->place[2 * n] - n) * n;
    double least = 0;
    for (dls_int i = 0; i < n; i++) {
        double t = b[i] / d[i];
        if (t < least || (row >= 0 && t == least)) {
            least = t;
            row = i;
        }
    }
    return row;
}

static void report_pivot(const dls_lcp_task *T, const dls_tableau *B, dls_int enters,
                         dls_int leaves)
{
    dls_int n = B->n, at = B->place[2 * n];
    double z0 = at < n ? B->T[at + (n + 1) * n] : 0;
    dls_say(T->host, "%7lld  in %c%-6lld out %c%-6lld z0 %.6e", (long long)T->result->iterations,
            enters < n ? 'w' : 'z', (long long)(enters == 2 * n ? 0 : enters % n + 1),
            leaves < n ? 'w' : 'z', (long long)(leaves == 2 * n ? 0 : leaves % n + 1), z0);
}

static dls_int complement(dls_int n, dls_int variable)
{
    return variable < n ? variable + n : variable - n;
}

/* Pivot until z_0 leaves or nothing blocks; *ray is then the column without a blocking row. */
static verdict run_lemke(dls_lcp_task *T, dls_tableau *B, double most, dls_int *ray)
{
    static const double DRIFT = 1e-10;
    dls_int n = B->n, row = first_row(B), enters = 2 * n;
    for (dls_int step = 1; row >= 0; step++) {
        dls_int leaves = B->basic[row];
        dls_lcp_tableau_pivot(B, row, B->place[enters] - n);
        T->result->iterations++;
        if (T->settings->display > 1) {
            report_pivot(T, B, enters, leaves);
        }
        if (leaves == 2 * n) {
            break;
        }
        if (step >= most) {
            return LIMIT;
        }
        if (dls_mlcp_over(T)) {
            return STOPPED;
        }
        if (step % 32 == 0 && !(dls_lcp_tableau_drift(B) <= DRIFT) && !dls_lcp_tableau_rebuild(B)) {
            return SINGULAR;
        }
        enters = complement(n, leaves);
        *ray = B->place[enters] - n;
        row = dls_lcp_tableau_leaving(B, *ray);
        if (row < 0 && B->age > 0) { /* only believed on fresh numbers */
            if (!dls_lcp_tableau_rebuild(B)) {
                return SINGULAR;
            }
            row = dls_lcp_tableau_leaving(B, *ray);
        }
        if (row < 0) {
            return RAY;
        }
    }
    return SOLUTION;
}

/* The point of the final basis: by a fresh LU, or by the tableau where that is better. */
static void final_point(dls_lcp_task *T, dls_lcp_dense *D, dls_tableau *B, bool *inside, double *z)
{
    dls_int n = B->n;
    double best = INFINITY, tolerance = T->settings->tolerance;
    for (dls_int k = 0; k < n; k++) {
        dls_int row = B->place[n + k];
        inside[k] = row < n;
        z[k] = row < n ? fmax(B->T[row + (n + 1) * n], 0) : 0;
    }
    bool solved = dls_mlcp_polish(D, inside, T->v) && dls_mlcp_accept(T);
    if (!solved) {
        solved = dls_mlcp_tidy(T->problem, tolerance, T->v, D->K) && dls_mlcp_accept(T);
    }
    if (!solved) {
        best = dls_finite(D->N, T->v) ? T->result->relative : best;
        dls_copy(D->N, T->v, T->certificate);
        dls_mlcp_lift(D, false, z, T->v);
        solved = dls_mlcp_tidy(T->problem, tolerance, T->v, D->K) && dls_mlcp_accept(T);
    }
    if (!solved && !dls_mlcp_accept(T) && best < T->result->relative) {
        dls_copy(D->N, T->certificate, T->v);
    }
}

/* d >= 0 in complementarity rows and d'M d <= 0, to rounding; tiny negative entries go. */
static bool is_ray(const dls_lcp_problem *P, double *d)
{
    static const double NOTHING = 1e-12;
    dls_view M = P->M;
    double most = dls_largest(M.cols, d), form = 0, size = 0;
    for (dls_int i = 0; i < M.cols; i++) {
        d[i] = most > 0 && fabs(d[i]) > NOTHING * most ? d[i] / most : 0;
        if (!isfinite(d[i]) || (i >= P->free && d[i] < 0)) {
            return false;
        }
    }
    for (dls_int j = 0; j < M.cols; j++) {
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            double t = d[M.i[k]] * M.x[k] * d[j];
            form += M.i[k] >= P->free ? t : 0; /* equations hold along the ray */
            size += fabs(t);
        }
    }
    return most > 0 && form <= NOTHING * size;
}

/* Along column s the v move in this direction; of a monotone problem it proves infeasibility. */
static void explain_ray(dls_lcp_task *T, dls_lcp_dense *D, dls_tableau *B, dls_int s, double *z)
{
    dls_int n = B->n, N = D->N;
    for (dls_int k = 0; k < n; k++) {
        dls_int row = B->place[n + k];
        z[k] = row < n ? B->T[row + s * n] : row == n + s;
    }
    dls_mlcp_lift(D, true, z, T->certificate);
    T->result->outcome = DLS_RAY;
    T->result->certificate = DLS_CERTIFICATE_RAY;
    dls_copy(N, T->certificate, T->w);
    bool proof = dls_mlcp_certify(T, T->w);
    if (!proof && D->form == DLS_FREE_ELIMINATED) { /* M may be monotone after elimination only */
        dls_mlcp_adjoint(D, T->w);
        proof = dls_mlcp_certify(T, T->w);
    }
    if (proof) {
        dls_mlcp_tell(
            T,
            "lemke: %lld pivots to a ray whose direction proves that no z >= 0 has w >= 0 "
            "(certificate)",
            (long long)T->result->iterations);
    } else if (is_ray(T->problem, T->certificate)) {
        dls_mlcp_tell(T, "lemke: %lld pivots to a secondary ray", (long long)T->result->iterations);
    } else {
        T->result->outcome = DLS_NUMERICAL_TROUBLE;
        T->result->certificate = DLS_CERTIFICATE_NONE;
        dls_mlcp_tell(T, "lemke: %lld pivots to a ray that is none in the data as given",
                      (long long)T->result->iterations);
    }
}

static void conclude_ray(dls_lcp_task *T, dls_lcp_dense *D, dls_tableau *B, bool *inside, double *z)
{
    dls_int ray = 0;
    verdict end = run_lemke(T, B, pivots_allowed(T, B->n), &ray);
    T->result->outcome = DLS_NUMERICAL_TROUBLE;
    final_point(T, D, B, inside, z);
    for (int k = 0; k < RESTARTS && end == SOLUTION && T->result->outcome != DLS_SOLVED; k++) {
        if (!dls_lcp_tableau_restart(B)) { /* the constants were negative but for rounding */
            break;
        }
        end = run_lemke(T, B, usual_pivots(B->n), &ray);
        final_point(T, D, B, inside, z);
    }
    long long pivots = (long long)T->result->iterations;
    if (end == RAY && T->result->outcome != DLS_SOLVED) {
        explain_ray(T, D, B, ray, z);
    } else if (T->result->outcome == DLS_SOLVED) {
        dls_mlcp_tell(T, "lemke: %lld pivots", pivots);
    } else if (end == STOPPED) {
        dls_mlcp_over(T);
        dls_mlcp_tell(T, "lemke: stopped after %lld pivots", pivots);
    } else if (end == LIMIT) {
        T->result->outcome = DLS_MAX_ITERATIONS;
        dls_mlcp_tell(T, "lemke: stopped after %lld pivots", pivots);
    } else {
        dls_mlcp_tell(T, "lemke: after %lld pivots the basis %s", pivots,
                      end == SINGULAR ? "is singular up to rounding"
                                      : "does not reproduce the problem to Tolerance");
    }
}

struct dls_lcp_pivoting {
    const dls_lcp_problem *problem;
    dls_pool pool;
    dls_lcp_dense D;
    dls_tableau B;
    double *d, *z;
    bool *inside;
};
typedef struct dls_lcp_pivoting pivoting;

static void lay_out(void *object, dls_room *room)
{
    pivoting *L = object;
    dls_int most = L->problem->M.cols + L->problem->free;
    dls_mlcp_dense_take(room, L->problem, true, &L->D);
    dls_lcp_tableau_take(room, &L->B, most);
    DLS_TAKE_NUMBERS(room, most, &L->d, &L->z);
    L->inside = DLS_TAKE(room, bool, most);
}

static void release(void *object)
{
    pivoting *L = object;
    dls_pool_free(&L->pool);
    dls_free(L);
}

dls_error dls_lcp_lemke_prepare(dls_lcp_task *T, dls_fault *fault)
{
    static const dls_int LARGEST = 5000; /* 200 MB a matrix, seconds a hundred pivots */
    dls_int N = T->problem->M.cols, f = T->problem->free;
    dls_lcp_kept *kept = T->kept;
    if (kept->pivoting) {
        return DLS_OK;
    }
    if (N + f > LARGEST) {
        return dls_fail(
            fault, DLS_ERROR_OPTION,
            "lemke works on a dense tableau: order %lld, of it %lld free, is too "
            "large; expected at most %lld (free ones count twice); use interior-point, newton "
            "or gauss-seidel",
            (long long)N, (long long)f, (long long)LARGEST);
    }
    pivoting *L = DLS_NEW(pivoting, 1);
    if (L) {
        L->problem = T->problem;
    }
    if (L && !dls_pool_make(&L->pool, lay_out, L)) {
        release(L);
        L = NULL;
    }
    kept->pivoting = dls_pool_own(&kept->pool, release, L) ? L : NULL;
    return kept->pivoting ? DLS_OK : dls_fail_memory(fault);
}

/* The basis of T->v, if there is one: that of the problem before may still be the right one. */
static bool still_right(dls_lcp_task *T, pivoting *L)
{
    dls_lcp_dense *D = &L->D;
    bool split = D->form == DLS_FREE_SPLIT, some = false;
    for (dls_int k = 0; k < D->n; k++) {
        dls_int at = split ? (k < D->free ? k : k - D->free) : k + D->N - D->n;
        bool minus = split && k >= D->free && k < 2 * D->free;
        L->inside[k] = minus ? T->v[at] < 0 : T->v[at] > 0;
        some = some || L->inside[k];
    }
    if (!some || !dls_mlcp_polish(D, L->inside, L->z) || !dls_finite(D->N, L->z)) {
        return false;
    }
    dls_copy(D->N, L->z, T->v);
    if (dls_mlcp_accept(T)) {
        dls_mlcp_tell(T, "lemke: the basis of the start is still right");
        return true;
    }
    return false;
}

/* A run on the condensed problem. What ends in trouble of pivots is begun anew:

     CONDENSED --- free unknowns were eliminated ---> SPLIT --- the first cover ---> OTHER_COVER */
typedef enum { CONDENSED, SPLIT, OTHER_COVER, OVER } run;

static void run_once(dls_lcp_task *T, int attempt, bool split)
{
    pivoting *L = T->kept->pivoting;
    dls_lcp_dense *D = &L->D;
    dls_mlcp_condense(T->problem, DLS_FREE_SPLIT, split, 1 + T->kept->version, D);
    dls_copy(D->N, D->row, T->kept->row);
    dls_copy(D->N, D->col, T->kept->col);
    T->kept->sized = true;
    if (attempt == 0 && !split && still_right(T, L)) {
        return;
    }
    cover(D->n, attempt, L->d);
    dls_lcp_tableau_begin(&L->B, D->n, D->M, D->q, L->d, D->K);
    conclude_ray(T, D, &L->B, L->inside, L->z);
}

dls_error dls_lcp_lemke_from(dls_lcp_task *T, int attempt, dls_fault *fault)
{
    T->result->method = "lemke";
    dls_error error = dls_lcp_lemke_prepare(T, fault);
    if (error) {
        return error;
    }
    const dls_lcp_dense *D = &T->kept->pivoting->D;
    for (run now = CONDENSED; now != OVER;) {
        bool split = now != CONDENSED && (now == SPLIT || D->form == DLS_FREE_SPLIT);
        run_once(T, now == OTHER_COVER ? 1 : attempt, split);
        bool trouble = T->result->outcome == DLS_NUMERICAL_TROUBLE;
        bool fewer = now == CONDENSED && T->problem->free > 0 && D->form != DLS_FREE_SPLIT;
        bool another = now < OTHER_COVER && attempt == 0;
        now = trouble && fewer ? SPLIT : trouble && another ? OTHER_COVER : OVER;
    }
    return DLS_OK;
}

dls_error dls_lcp_lemke(dls_lcp_task *T, dls_fault *fault)
{
    return dls_lcp_lemke_from(T, 0, fault);
}
