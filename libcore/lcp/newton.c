/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_lcp_newton: semismooth Newton with two maps. Full steps of the min map (which solves exactly
   once its active set is right) are tried as long as they lead somewhere and no active set comes
   back; else Newton steps of the Fischer-Burmeister map with a line search on its merit. Several
   starts, in a fixed order. */
#include <math.h>

#include "lcp/newton.h"

enum {
    STARTS = 5,
    PER_START = 200, /* iterations */
    RUN = 8,         /* min steps without progress before the line search takes over */
    SEEN = 64,       /* active sets remembered */
    MEMORY = 4,      /* of the nonmonotone line search */
    LARGE = 1000,    /* order from which on long runs are too dear */
    FIRST_RUN = 3,
    PATHS = 4,
    PATH = 30,    /* steps of the smoothed map */
    PATIENCE = 40 /* iterations in which the merit must halve */
};

/* Where one start stands. */
typedef struct {
    int run;   /* min steps left before the next line search */
    int pause; /* line searches left before the next run */
    int next_pause;
    int steps; /* of this run */
    uint64_t seen[SEEN];
    int sets;
    int paths; /* followed so far, the last one down to mu */
    double mu;
    double recent[MEMORY], milestone;
    int searches, since;
} progress;

/* ---- the two maps ---- */

/* sqrt (a^2 + b^2 + 2 mu): then a b = mu where it is a + b */
static double radius(double a, double b, double mu)
{
    return sqrt(a * a + b * b + 2 * mu);
}

static double fischer(double a, double b, double mu)
{
    double r = radius(a, b, mu);
    return a + b > 0 ? 2 * (mu - a * b) / (r + a + b) : r - a - b;
}

static double merit_at(const dls_newton *S, double t)
{
    double sum = 0;
    for (dls_int i = 0; i < S->N; i++) {
        double w = S->w[i] + t * S->dw[i];
        double phi = i < S->free ? w : fischer(S->y[i] + t * S->dy[i], w, S->mu);
        sum += phi * phi;
    }
    return sum / 2;
}

/* 1 - a/r without cancellation */
static double derivative(double a, double b, double r, double mu)
{
    return a > 0 ? (b * b + 2 * mu) / r / (r + a) : 1 - a / r;
}

/* w, phi with da dy + db dw = phi for a Newton step, and the merit. */
static void evaluate(dls_newton *S)
{
    static const double KINK = 0.29289321881345248; /* an element of the derivative at (0, 0) */
    double sum = 0;
    dls_copy(S->N, S->q, S->w);
    dls_mul(dls_see(&S->M), 1, S->y, S->w);
    for (dls_int i = 0; i < S->N; i++) {
        double a = S->y[i], b = S->w[i], r = radius(a, b, S->mu);
        bool free = i < S->free;
        S->phi[i] = free ? -b : fischer(a, b, S->mu);
        S->da[i] = free ? 0 : r > 0 ? derivative(a, b, r, S->mu) : KINK;
        S->db[i] = free ? 1 : r > 0 ? derivative(b, a, r, S->mu) : KINK;
        sum += S->phi[i] * S->phi[i];
    }
    S->merit = sum / 2;
}

/* The caller's verdict on y >= 0; the best point is kept. */
static bool judge(dls_newton *S)
{
    dls_lcp_task *T = S->T;
    for (dls_int i = 0; i < S->N; i++) {
        double y = i < S->free ? S->y[i] : fmax(S->y[i], 0);
        T->v[i] = S->unit * S->col[i] * y;
    }
    bool solved = dls_lcp_accept(T);
    if (solved || T->result->relative < S->best) {
        S->best = T->result->relative;
        dls_copy(S->N, T->v, S->best_v);
    }
    return solved;
}

static void report(const dls_newton *S, const char *kind, double length)
{
    if (S->T->settings->display == 2) {
        dls_say(S->T->sink, "%5lld  %10.3e  %10.3e  %-8s %8.2g",
                (long long)S->T->result->iterations, S->merit, S->T->result->relative, kind,
                length);
    }
}

/* ---- steps ---- */

static dls_error min_step(dls_newton *S, double *accuracy, dls_fault *fault)
{
    for (dls_int i = 0; i < S->N; i++) {
        S->fixed[i] = i >= S->free && S->y[i] <= S->w[i];
        S->theta[i] = 0;
        S->rhs[i] = S->fixed[i] ? -S->y[i] : -S->w[i];
    }
    return dls_newton_direction(S, accuracy, fault);
}

static dls_error fischer_step(dls_newton *S, double *accuracy, dls_fault *fault)
{
    static const double STEEP = 1e-12;
    for (dls_int i = 0; i < S->N; i++) {
        S->fixed[i] = S->db[i] <= STEEP * S->da[i];
        S->theta[i] = S->fixed[i] ? 0 : S->da[i] / S->db[i];
        S->rhs[i] = S->phi[i] / (S->fixed[i] ? S->da[i] : S->db[i]);
    }
    return dls_newton_direction(S, accuracy, fault);
}

/* The derivative of the merit along dy, and that of phi, squared. */
static double slope(const dls_newton *S, double *square)
{
    double sum = 0;
    *square = 0;
    for (dls_int i = 0; i < S->N; i++) {
        double change = S->da[i] * S->dy[i] + S->db[i] * S->dw[i];
        sum -= S->phi[i] * change;
        *square += change * change;
    }
    return sum;
}

/* dy = -gradient, as long as the linear model says. */
static void steepest_descent(dls_newton *S)
{
    double square;
    for (dls_int i = 0; i < S->N; i++) {
        S->t[i] = S->db[i] * S->phi[i];
    }
    dls_set_mul_t(dls_see(&S->M), S->t, S->dy);
    for (dls_int i = 0; i < S->N; i++) {
        S->dy[i] += S->da[i] * S->phi[i];
    }
    dls_zero(S->N, S->dw);
    dls_mul(dls_see(&S->M), 1, S->dy, S->dw);
    double along = slope(S, &square), length = square > 0 ? -along / square : 0;
    for (dls_int i = 0; i < S->N; i++) {
        S->dy[i] *= length;
        S->dw[i] *= length;
    }
}

/* Armijo's rule against the largest of the recent merits; 0 when no length will do. */
static double line_search(const dls_newton *S, const progress *G)
{
    static const double SHARE = 1e-4, SHORTEST = 1e-10;
    double square, along = slope(S, &square), reference = S->merit;
    int known = G->searches < MEMORY ? G->searches : MEMORY;
    for (int k = 0; k < known; k++) {
        reference = fmax(reference, G->recent[k]);
    }
    if (!(along < -1e-8 * S->merit)) {
        return 0;
    }
    double t = 1;
    while (t > SHORTEST && !(merit_at(S, t) <= reference + SHARE * t * along)) {
        t /= 2;
    }
    return t > SHORTEST ? t : 0;
}

static void move(dls_newton *S, double t)
{
    dls_axpy(S->N, t, S->dy, S->y);
    evaluate(S);
}

/* ---- the loop ---- */

/* Is the active set of y new in this run? Remember it. */
static bool new_set(const dls_newton *S, progress *G)
{
    uint64_t hash = 14695981039346656037u;
    for (dls_int i = S->free; i < S->N; i++) {
        hash = (hash ^ (S->y[i] <= S->w[i])) * 1099511628211u;
        hash ^= hash >> 29;
    }
    for (int k = 0; k < (G->sets < SEEN ? G->sets : SEEN); k++) {
        if (G->seen[k] == hash) {
            return false;
        }
    }
    G->seen[G->sets++ % SEEN] = hash;
    return true;
}

static void keep(dls_newton *S)
{
    dls_copy(S->N, S->y, S->kept_y);
    S->kept_merit = S->merit;
}

static void end_run(dls_newton *S, progress *G)
{
    if (S->kept_merit < S->merit) {
        dls_copy(S->N, S->kept_y, S->y);
        evaluate(S);
    }
    keep(S);
    G->run = 0;
    G->pause = G->next_pause;
    G->next_pause = DLS_MIN(2 * G->next_pause, 16);
    G->searches = 0;
}

/* One full step of the min map. */
static dls_error step_of_run(dls_newton *S, progress *G, dls_fault *fault)
{
    static const double PROGRESS = 0.9, CONSISTENT = 1e-6;
    double accuracy;
    if (!new_set(S, G)) {
        end_run(S, G);
        return DLS_OK;
    }
    dls_error error = min_step(S, &accuracy, fault);
    S->T->result->iterations++;
    if (error || !(accuracy <= CONSISTENT)) {
        end_run(S, G);
        return error;
    }
    move(S, 1);
    report(S, "min", 1);
    G->run--;
    G->steps++;
    if (S->merit < PROGRESS * S->kept_merit) {
        keep(S);
        G->run = RUN;
    }
    if (G->run == 0) {
        end_run(S, G);
    }
    return DLS_OK;
}

/* One step of the Fischer-Burmeister map; stuck: not even the gradient descends. */
static dls_error step_of_search(dls_newton *S, progress *G, bool *stuck, dls_fault *fault)
{
    double accuracy;
    const char *kind = "fischer";
    dls_error error = fischer_step(S, &accuracy, fault);
    if (error) {
        return error;
    }
    S->T->result->iterations++;
    double t = line_search(S, G);
    if (t < 1e-6) {
        kind = "gradient";
        steepest_descent(S);
        t = line_search(S, G);
    }
    *stuck = t == 0;
    G->recent[G->searches++ % MEMORY] = S->merit;
    move(S, t);
    report(S, kind, t);
    if (S->merit < S->kept_merit) {
        keep(S);
    }
    if (--G->pause <= 0) {
        G->run = RUN;
        G->sets = 0;
    }
    return DLS_OK;
}

/* Large problems: Newton steps along the path of the smoothed map while mu decreases, until the
   active set y <= w hardly changes. Unlike that of min steps, their number does not grow with the
   distance of a front from where it has to be. */
static dls_error follow_path(dls_newton *S, progress *G, dls_fault *fault)
{
    double y = 0, w = 0, accuracy, t = 1, count = (double)DLS_MAX(S->N - S->free, 1);
    dls_int changes;
    dls_error error = DLS_OK;
    if (G->paths > 0 && S->kept_merit < S->merit) {
        dls_copy(S->N, S->kept_y, S->y);
        evaluate(S);
    }
    for (dls_int i = S->free; i < S->N; i++) {
        y += fabs(S->y[i]) / count;
        w += fabs(S->w[i]) / count;
    }
    S->mu = G->paths++ == 0 ? y * w : fmin(10 * G->mu, y * w);
    const progress none = {0};
    for (int k = 0, quiet = 0; k < PATH && t > 0 && quiet < 3; k++) {
        evaluate(S);
        error = fischer_step(S, &accuracy, fault);
        if (error) {
            break;
        }
        S->T->result->iterations++;
        t = line_search(S, &none);
        changes = 0;
        for (dls_int i = 0; i < S->N; i++) {
            bool before = S->y[i] <= S->w[i];
            S->y[i] += t * S->dy[i];
            S->w[i] += t * S->dw[i];
            changes += i >= S->free && before != (S->y[i] <= S->w[i]);
        }
        quiet = t == 1 && changes <= S->N / 2000 ? quiet + 1 : 0;
        report(S, "path", t);
        S->mu *= t > 0.9 ? 0.2 : 1;
    }
    G->mu = S->mu;
    S->mu = 0;
    evaluate(S);
    keep(S);
    G->run = RUN;
    G->sets = G->steps = 0;
    return error;
}

static bool stagnates(const dls_newton *S, progress *G)
{
    if (S->kept_merit < 0.5 * G->milestone) {
        G->milestone = S->kept_merit;
        G->since = 0;
    }
    return G->since++ > PATIENCE;
}

/* From y: true when solved. */
static dls_error iterate(dls_newton *S, dls_int budget, bool *solved, dls_fault *fault)
{
    progress G = {.run = RUN, .next_pause = 1};
    dls_int limit = S->T->result->iterations + budget;
    dls_error error = DLS_OK;
    bool stuck = false;
    evaluate(S);
    keep(S);
    G.milestone = S->merit;
    *solved = judge(S);
    report(S, "start", 0);
    while (!error && !*solved && !stuck && S->T->result->iterations < limit && !stagnates(S, &G)) {
        if (S->N > LARGE && G.steps >= (G.paths ? RUN : FIRST_RUN) && G.paths < PATHS) {
            error = follow_path(S, &G, fault);
            continue;
        }
        error = G.run > 0 ? step_of_run(S, &G, fault) : step_of_search(S, &G, &stuck, fault);
        *solved = !error && judge(S);
    }
    return error;
}

/* ---- starts ---- */

/* The caller's v; zero; what makes w >= 0 on a diagonal; noise of two sizes. */
static void start_point(dls_newton *S, int start)
{
    dls_noise(S->N, S->y);
    for (dls_int j = 0; j < S->N; j++) {
        double diagonal = 0, noise = j < S->free ? S->y[j] : fabs(S->y[j]);
        for (dls_int k = S->M.p[j]; k < S->M.p[j + 1]; k++) {
            diagonal = S->M.i[k] == j ? S->M.x[k] : diagonal;
        }
        double cover = fmax(-S->q[j], 0) / (diagonal > 0.01 ? diagonal : 1);
        S->y[j] = start == 0   ? S->best_v[j] / (S->unit * S->col[j])
                  : start == 1 ? 0
                  : start == 2 ? cover
                  : start == 3 ? noise
                               : 30 * noise;
    }
}

static dls_error run_starts(dls_newton *S, dls_fault *fault)
{
    dls_lcp_result *r = S->T->result;
    double most = S->T->settings->max_iterations;
    dls_int limit = most > 0 ? (dls_int)most : STARTS * PER_START;
    bool solved = false, zero = true;
    dls_error error = DLS_OK;
    dls_copy(S->N, S->T->v, S->best_v);
    for (dls_int i = 0; i < S->N; i++) {
        zero = zero && S->best_v[i] == 0;
    }
    for (int start = 0; start < STARTS && !solved && !error && r->iterations < limit; start++) {
        if (start == 1 && zero) {
            continue;
        }
        dls_int left = limit - r->iterations;
        start_point(S, start);
        error = iterate(S, most > 0 ? left : DLS_MIN(left, PER_START), &solved, fault);
        if (start == 0 && !solved && !error) {
            r->outcome = DLS_NUMERICAL_TROUBLE;
            error = dls_lcp_farkas(S->T, fault);
            if (error || r->outcome != DLS_NUMERICAL_TROUBLE) {
                return error;
            }
        }
    }
    if (!solved && !error) {
        dls_copy(S->N, S->best_v, S->T->v);
        dls_lcp_accept(S->T);
        r->outcome = r->iterations < limit ? DLS_NUMERICAL_TROUBLE : DLS_MAX_ITERATIONS;
        dls_lcp_tell(S->T, "no start of the semismooth Newton method reached the tolerance");
    }
    return error;
}

/* ---- set-up ---- */

/* The caller's M with a place for each diagonal entry. */
static bool copy_with_diagonal(dls_view M, dls_mat *out)
{
    dls_int at = 0;
    if (!dls_mat_new(out, M.cols, M.cols, dls_entries(M) + M.cols)) {
        return false;
    }
    for (dls_int j = 0; j < M.cols; j++) {
        bool placed = false;
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            if (!placed && M.i[k] > j) {
                out->i[at++] = j;
            }
            placed = placed || M.i[k] >= j;
            out->i[at] = M.i[k];
            out->x[at++] = M.x[k];
        }
        if (!placed) {
            out->i[at++] = j;
        }
        out->p[j + 1] = at;
    }
    return true;
}

static bool is_symmetric(dls_newton *S, dls_int *work)
{
    dls_int i, j;
    for (dls_int k = 0; k < S->N; k++) {
        S->t[k] = 1;
    }
    return dls_asymmetry(dls_see(&S->M), S->t, work, &i, &j) <= 1e-13;
}

static bool take_problem(dls_newton *S)
{
    dls_int *work = DLS_NEW(dls_int, S->N);
    double *scaling = DLS_NEW(double, 2 * S->N);
    bool ready = work && scaling && copy_with_diagonal(S->T->problem->M, &S->M);
    if (ready) {
        dls_equilibrate(&S->M, S->row, S->col, scaling);
        double top = 0;
        for (dls_int i = 0; i < S->N; i++) {
            S->q[i] = S->row[i] * S->T->problem->q[i];
            top = fmax(top, fabs(S->q[i]));
        }
        S->unit = dls_power2(top);
        for (dls_int i = 0; i < S->N; i++) {
            S->q[i] /= S->unit;
        }
        S->symmetric = is_symmetric(S, work);
    }
    dls_free(work);
    dls_free(scaling);
    return ready;
}

static bool create(dls_newton *S, double ***arrays, size_t count)
{
    bool ready = true;
    for (size_t k = 0; k < count; k++) {
        *arrays[k] = DLS_NEW(double, S->N);
        ready = ready && *arrays[k];
    }
    S->fixed = DLS_NEW(bool, S->N);
    return ready && S->fixed && take_problem(S);
}

dls_error dls_lcp_newton(dls_lcp_task *T, dls_fault *fault)
{
    dls_newton S = {.T = T, .N = T->problem->M.cols, .free = T->problem->free, .best = INFINITY};
    double **arrays[] = {&S.row,    &S.col,   &S.q,   &S.y,  &S.w,  &S.phi, &S.da, &S.db, &S.kept_y,
                         &S.best_v, &S.theta, &S.rhs, &S.dy, &S.dw, &S.b,   &S.r,  &S.t};
    size_t count = sizeof arrays / sizeof *arrays;
    dls_error error = create(&S, arrays, count) ? DLS_OK : dls_fail_memory(fault);
    error = error ? error : dls_newton_step_create(&S, fault);
    T->result->method = "newton";
    if (!error && T->settings->display == 2) {
        dls_say(T->sink, "%5s  %10s  %10s  %-8s %8s", "iter", "merit", "residual", "step",
                "length");
    }
    error = error ? error : run_starts(&S, fault);
    for (size_t k = 0; k < count; k++) {
        dls_free(*arrays[k]);
    }
    dls_free(S.fixed);
    dls_mat_free(&S.M);
    dls_newton_step_free(&S);
    return error;
}
