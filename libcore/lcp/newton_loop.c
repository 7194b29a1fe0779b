/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Semismooth Newton with two maps, from one start. Full steps of the min map (which solves exactly
   once its active set is right) are tried as long as they lead somewhere and no active set comes
   back; else Newton steps of the Fischer-Burmeister map with a line search on its merit. What is
   large, or resists, follows the path of the smoothed map. */
#include <math.h>

#include "lcp/newton.h"

enum {
    RUN = 8,      /* min steps without progress before the line search takes over */
    SEEN = 64,    /* active sets remembered */
    MEMORY = 4,   /* of the nonmonotone line search */
    LARGE = 1000, /* order from which on long runs are too dear */
    FIRST_RUN = 3,
    PATHS = 4,
    PATH = 30,    /* steps of the smoothed map */
    PATIENCE = 40 /* iterations in which the merit must halve */
};

/* What one start goes through:

     RUNNING (min map) -- an active set comes back, no progress --> SEARCHING (Fischer-Burmeister)
        ^  ^------------------ the pause is over ---------------------'  |
        |                                                                '-- no descent --> STUCK
        '-- FOLLOWING (the path of the smoothed map) <-- either is slow */
typedef enum { RUNNING, SEARCHING, FOLLOWING, STUCK } state;

/* Where it stands. */
typedef struct {
    state state;
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
    dls_int limit; /* of iterations */
    bool solved;
} progress;

/* The caller's verdict on y >= 0, without entries below a level; the best point is kept. */
static bool accept_point(dls_newton *S, double level)
{
    dls_lcp_task *T = S->T;
    for (dls_int i = 0; i < S->N; i++) {
        bool drop = i < S->free ? fabs(S->y[i]) <= level : S->y[i] <= level;
        T->v[i] = drop ? 0 : S->unit * S->col[i] * S->y[i];
    }
    bool solved = dls_mlcp_accept(T);
    if (solved || T->result->relative < S->best) {
        S->best = T->result->relative;
        dls_copy(S->N, T->v, S->best_v);
    }
    return solved;
}

/* Rows that hold only rounding have a large relative residual: near a solution, without it, too. */
static void judge_newton(dls_newton *S, progress *G, const char *kind, double length)
{
    static const double NEAR = 1e-16, LEVELS[] = {0, 1e-15, 1e-12};
    double top = fmax(1, dls_largest(S->N, S->y));
    for (int k = 0; k < 3 && !G->solved && (k == 0 || S->merit < NEAR * top * top); k++) {
        G->solved = accept_point(S, LEVELS[k] * top);
    }
    if (S->T->settings->display == 2) {
        dls_say(S->T->host, "%5lld  %10.3e  %10.3e  %-8s %8.2g",
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
    return dls_lcp_newton_direction(S, accuracy, fault);
}

static dls_error fischer_step(dls_newton *S, double *accuracy, dls_fault *fault)
{
    static const double STEEP = 1e-12;
    for (dls_int i = 0; i < S->N; i++) {
        S->fixed[i] = S->db[i] <= STEEP * S->da[i];
        S->theta[i] = S->fixed[i] ? 0 : S->da[i] / S->db[i];
        S->rhs[i] = S->phi[i] / (S->fixed[i] ? S->da[i] : S->db[i]);
    }
    return dls_lcp_newton_direction(S, accuracy, fault);
}

/* Armijo's rule against the largest of the recent merits; 0 when no length will do. */
static double line_search(const dls_newton *S, const progress *G)
{
    static const double SHARE = 1e-4, SHORTEST = 1e-10, FLAT = 1e-8;
    double square, along = dls_lcp_newton_slope(S, &square), reference = S->merit;
    int known = G->searches < MEMORY ? G->searches : MEMORY;
    for (int k = 0; k < known; k++) {
        reference = fmax(reference, G->recent[k]);
    }
    if (!(along < -FLAT * S->merit)) {
        return 0;
    }
    double t = 1;
    while (t > SHORTEST && !(dls_lcp_newton_merit(S, t) <= reference + SHARE * t * along)) {
        t /= 2;
    }
    return t > SHORTEST ? t : 0;
}

static void move_along(dls_newton *S, double t)
{
    dls_axpy(S->N, t, S->dy, S->y);
    dls_lcp_newton_evaluate(S);
}

/* ---- the states ---- */

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

static void keep_best(dls_newton *S)
{
    dls_copy(S->N, S->y, S->kept_y);
    S->kept_merit = S->merit;
}

static void end_run(dls_newton *S, progress *G)
{
    if (S->kept_merit < S->merit) {
        dls_copy(S->N, S->kept_y, S->y);
        dls_lcp_newton_evaluate(S);
    }
    keep_best(S);
    G->state = SEARCHING;
    G->pause = G->next_pause;
    G->next_pause = DLS_MIN(2 * G->next_pause, 16);
    G->searches = 0;
}

static void begin_run(progress *G)
{
    G->state = RUNNING;
    G->run = RUN;
    G->sets = 0;
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
    move_along(S, 1);
    judge_newton(S, G, "min", 1);
    G->run--;
    G->steps++;
    if (S->merit < PROGRESS * S->kept_merit) {
        keep_best(S);
        G->run = RUN;
    }
    if (G->run == 0) {
        end_run(S, G);
    }
    return DLS_OK;
}

/* One step of the Fischer-Burmeister map; stuck where not even the gradient descends. */
static dls_error step_of_search(dls_newton *S, progress *G, dls_fault *fault)
{
    static const double SHORT = 1e-6; /* a step that the gradient may better */
    double accuracy;
    const char *kind = "fischer";
    dls_error error = fischer_step(S, &accuracy, fault);
    if (error) {
        return error;
    }
    S->T->result->iterations++;
    double t = line_search(S, G);
    if (t < SHORT) {
        kind = "gradient";
        dls_lcp_newton_steepest(S);
        t = line_search(S, G);
    }
    G->recent[G->searches++ % MEMORY] = S->merit;
    move_along(S, t);
    judge_newton(S, G, kind, t);
    if (S->merit < S->kept_merit) {
        keep_best(S);
    }
    if (--G->pause <= 0) {
        begin_run(G);
    }
    G->state = t == 0 ? STUCK : G->state;
    return DLS_OK;
}

/* Newton steps along the path of the smoothed map while mu decreases, until the active set y <= w
   hardly changes: for large problems, since unlike that of min steps their number does not grow
   with the distance of a front from where it has to be; for others, after runs that failed. */
static dls_error follow_path(dls_newton *S, progress *G, dls_fault *fault)
{
    static const double LONG = 0.9, CLOSER = 0.2; /* steps after which mu may fall, and how far */
    double y = 0, w = 0, accuracy, t = 1, count = (double)DLS_MAX(S->N - S->free, 1);
    dls_int changes;
    dls_error error = DLS_OK;
    if (G->paths > 0 && S->kept_merit < S->merit) {
        dls_copy(S->N, S->kept_y, S->y);
        dls_lcp_newton_evaluate(S);
    }
    for (dls_int i = S->free; i < S->N; i++) {
        y += fabs(S->y[i]) / count;
        w += fabs(S->w[i]) / count;
    }
    S->mu = G->paths++ == 0 ? y * w : fmin(10 * G->mu, y * w);
    const progress none = {0};
    dls_lcp_newton_evaluate(S);
    dls_int last = DLS_MIN(G->limit, S->T->result->iterations + PATH);
    for (int quiet = 0; S->T->result->iterations < last && t > 0 && quiet < 3 && !G->solved;) {
        if (dls_mlcp_over(S->T)) {
            break;
        }
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
        S->mu *= t > LONG ? CLOSER : 1;
        dls_lcp_newton_evaluate(S);
        judge_newton(S, G, "path", t);
    }
    G->mu = S->mu;
    S->mu = 0;
    dls_lcp_newton_evaluate(S);
    keep_best(S);
    begin_run(G);
    G->steps = 0;
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

/* Pauses became long, or runs of what is large. */
static bool is_slow(const dls_newton *S, const progress *G)
{
    return G->paths < PATHS && (G->next_pause >= 4 << G->paths ||
                                (S->N > LARGE && G->steps >= (G->paths ? RUN : FIRST_RUN)));
}

static dls_error act_in_state(dls_newton *S, progress *G, dls_fault *fault)
{
    G->state = is_slow(S, G) ? FOLLOWING : G->state;
    return G->state == FOLLOWING ? follow_path(S, G, fault)
           : G->state == RUNNING ? step_of_run(S, G, fault)
                                 : step_of_search(S, G, fault);
}

dls_error dls_lcp_newton_iterate(dls_newton *S, dls_int budget, bool *solved, dls_fault *fault)
{
    dls_lcp_result *r = S->T->result;
    progress G = {.next_pause = 1, .limit = r->iterations + budget};
    dls_error error = DLS_OK;
    begin_run(&G);
    dls_lcp_newton_evaluate(S);
    keep_best(S);
    G.milestone = S->merit;
    judge_newton(S, &G, "start", 0);
    while (!error && !G.solved && G.state != STUCK && r->iterations < G.limit &&
           !stagnates(S, &G) && !dls_mlcp_over(S->T)) {
        error = act_in_state(S, &G, fault);
    }
    *solved = !error && G.solved;
    return error;
}
