/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The smallest factor m with which |t_i| <= m mu_i |n_i| has a solution, by Dinkelbach's method: at
   m the point of greatest margin has a ratio max |t_i| / (mu_i |n_i|) that is the next m. The last
   one is not improved, but where the solution leaves a contact without a force its ratio is that of
   rounding errors, and contacts that cannot be loaded (margin 0 for all m) or reactions that must
   grow beyond bounds (an infimum) may stop it too early: it is confirmed by reactions with little
   more friction and multipliers that exclude any with little less, or the secant of both goes on,
   and bisection in the end. */
#include <math.h>

#include "contact/contact.h"

static const double CLOSE = 2e-8; /* relative: so accurate is the factor */

typedef struct {
    const dls_contact_margin *base;
    dls_contact_margin Q; /* the same with factor mu */
    const dls_watch *watch;
    dls_contact_margin_answer answer;
    double *mu, *weight, *ones, *attained; /* attained: reactions of the last factor that held */
    double *g;                             /* columns */
    int programs;
    dls_fault *fault;
    dls_error error;
} task;

static void lay_out(void *object, dls_room *room)
{
    task *T = object;
    dls_int k = T->base->contacts;
    DLS_TAKE_NUMBERS(room, k, &T->mu, &T->weight, &T->ones);
    DLS_TAKE_NUMBERS(room, T->base->G.cols, &T->answer.lambda, &T->g);
}

/* The leaves of the answer are there until the next call. */
static bool solve_with(task *T, double factor, const double *weight, double cap)
{
    for (dls_int c = 0; c < T->Q.contacts; c++) {
        T->mu[c] = factor * T->base->mu[c];
    }
    T->Q.weight = weight;
    T->Q.cap = cap;
    dls_contact_margin_free(&T->answer);
    if (!T->error) {
        T->error = dls_contact_margin_watched(&T->Q, T->watch, &T->answer, T->fault);
        T->programs += T->answer.programs;
    }
    return !T->error && T->answer.found;
}

/* With this factor there is a solution, to the accuracy of a program or, where that does not
   decide, of the data. */
static bool attainable(task *T, double factor)
{
    static const double INSIDE = 1e-8, ON = -1e-9; /* margins, of forces */
    bool held = solve_with(T, factor, T->ones, T->Q.size) && T->answer.value >= ON * T->Q.size;
    if (held && T->answer.value <= INSIDE * T->Q.size) {
        T->error = dls_contact_polish(&T->Q, T->answer.lambda, &held, T->fault);
    }
    if (held && !T->error) {
        dls_copy(T->Q.G.cols, T->answer.lambda, T->attained);
    }
    return held && !T->error;
}

/* The largest ratio |t| / (mu |n|), weights := mu |n|, nowhere too small; rounding errors do not
   count. */
static double ratio_attained(task *T)
{
    static const double ROUNDING = 1e-8, LEAST = 1e-3; /* of forces; of the largest weight */
    const dls_contact_margin *Q = T->base;
    const double *lambda = T->answer.lambda;
    double noise = ROUNDING * (Q->size + dls_largest(Q->G.cols, lambda)), ratio = 0, most = 0;
    for (dls_int c = 0; c < Q->contacts; c++) {
        double n = fabs(lambda[Q->normal[c]]), t = dls_contact_reach(Q, c, lambda);
        n = n <= noise ? 0 : n;
        if (t > noise) {
            ratio = fmax(ratio, t / (Q->mu[c] * n));
        }
        T->weight[c] = n;
        most = fmax(most, n);
    }
    for (dls_int c = 0; c < Q->contacts; c++) {
        T->weight[c] = Q->mu[c] * fmax(T->weight[c], LEAST * most);
    }
    return ratio;
}

static double descend(task *T)
{
    enum { STEPS = 40 };
    static const double LARGEST = 1e7, SAME = 1e-10;
    dls_int k = T->Q.contacts;
    double factor = 0, best = INFINITY;
    dls_copy(k, T->ones, T->weight);
    for (int step = 0; step < STEPS; step++) {
        double least = INFINITY;
        for (dls_int c = 0; c < k; c++) {
            least = fmin(least, T->weight[c]);
        }
        bool found = solve_with(T, factor, T->weight, T->Q.size * (1 + factor) / least);
        if (T->error || T->answer.outcome != DLS_SOLVED) {
            return isinf(best) ? NAN : best;
        } else if (!found) {
            return best; /* what presses and the equations exclude each other */
        }
        double ratio = ratio_attained(T);
        if (isinf(ratio) && isinf(best)) { /* an unloaded contact: friction counts for more */
            dls_copy(k, T->ones, T->weight);
            factor = fmax(1, 10 * factor);
            if (factor > LARGEST) {
                return best;
            }
        } else if (ratio >= best * (1 - SAME) || ratio == 0) {
            dls_copy(T->Q.G.cols, T->answer.lambda, T->attained);
            return fmin(best, ratio);
        } else {
            best = factor = ratio;
        }
    }
    return best;
}

/* low: not attainable; high: attainable, or NaN. From a guess one end of a bracket moves away until
   the least factor is inside. Next to a guess where the margin begins to be zero rounding may
   decide: what is well below is tried first. */
static void bracket(task *T, double guess, double *low, double *high)
{
    static const double NEXT = 1e-8, BELOW = 1e-4, WIDER = 30;
    double step = NEXT;
    *low = *high = guess;
    if (attainable(T, guess * (1 + step))) {
        double below = BELOW;
        *low = guess * (1 - below);
        while (*low > 0 && attainable(T, *low)) {
            below = fmin(WIDER * below, 1);
            *high = *low;
            *low = guess * (1 - below);
        }
        if (*high == guess && !attainable(T, guess * (1 - step))) {
            *low = guess * (1 - step);
        }
        return;
    }
    bool found = false;
    while (!found && step < 1) {
        step = fmin(WIDER * step, 1);
        *low = *high;
        *high = guess * (1 + step);
        found = attainable(T, *high);
    }
    *high = found ? *high : NAN;
}

static double bisect(task *T, double guess)
{
    enum { HALVINGS = 60 };
    double low, high;
    bracket(T, guess, &low, &high);
    for (int k = 0; k < HALVINGS && high - low > CLOSE * high; k++) {
        double middle = (low + high) / 2;
        if (attainable(T, middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

/* Multipliers that exclude reactions of any size that counts with `factor`; they replace those of
   out. */
static bool excluded(task *T, double factor, dls_contact_critical *out)
{
    static const double ENOUGH = 100; /* sizes of reactions */
    double force = fmax(T->Q.size, dls_largest(T->Q.G.cols, T->attained));
    dls_fill(T->Q.contacts, 1, T->weight);
    solve_with(T, factor, T->weight, T->Q.size);
    if (T->error || T->answer.outcome != DLS_SOLVED || T->answer.leaves == 0) {
        return false;
    }
    dls_contact_critical_free(out);
    out->below = factor;
    out->leaves = T->answer.leaves;
    out->sign = T->answer.sign;
    out->y = T->answer.y;
    T->answer.sign = T->answer.y = NULL;
    return dls_verify_exclude(&T->Q, 1, out->leaves, out->sign, out->y, T->g) > ENOUGH * force;
}

/* How little less friction the arithmetic of the programs excludes, relative. */
static const double LITTLE[] = {1e-6, 1e-5, 1e-4};

/* The margin is a convex function of the factor. Its values at a factor just above *factor, which
   must be attainable, and just below, which must be excluded, tell by their secant where it is
   zero: there, to the accuracy of bisection, or *factor moves on. */
static bool confirmed(task *T, double *factor, dls_contact_critical *out)
{
    enum { ROUNDS = 8 };
    static const double ABOVE = 1e-8;
    for (int k = 0; k < ROUNDS && !T->error; k++) {
        double low = *factor * (1 - LITTLE[0]), high = *factor * (1 + ABOVE);
        bool held = attainable(T, high);
        double over = T->answer.value;
        bool less = excluded(T, low, out);
        double under = T->answer.value, root = low + (high - low) * under / (under - over);
        if (held && less && root >= *factor * (1 - CLOSE)) {
            return true;
        } else if (!(under < over) || !(root > 0) || isinf(root)) {
            return false;
        }
        *factor = root;
    }
    return false;
}

/* Multipliers for a factor just below, or with much friction if there is none that suffices. */
static void prove(task *T, dls_contact_critical *out)
{
    static const double MUCH = 1e4;
    int count = isinf(out->factor) ? 1 : (int)(sizeof LITTLE / sizeof *LITTLE);
    bool proved = false;
    for (int k = 0; k < count && !T->error && !proved; k++) {
        proved = excluded(T, isinf(out->factor) ? MUCH : out->factor * (1 - LITTLE[k]), out);
    }
    if (!proved) {
        dls_contact_critical_free(out);
    }
}

static void find(task *T, dls_contact_critical *out)
{
    bool proved = false;
    out->factor = descend(T);
    if (isfinite(out->factor) && out->factor > 0) {
        double factor = out->factor;
        proved = confirmed(T, &factor, out);
        out->factor = proved ? factor : bisect(T, out->factor);
    }
    if (!proved && out->factor > 0) {
        prove(T, out);
    }
}

dls_error dls_contact_find_critical(const dls_contact_margin *Q, dls_host host,
                                    dls_contact_critical *out, dls_fault *fault)
{
    static const double PROGRAM = 1e-12; /* polished answers are not better */
    dls_watch watch = dls_watch_start(host, Q->max_time);
    task T = {.base = Q, .Q = *Q, .watch = &watch, .attained = out->lambda, .fault = fault};
    dls_pool pool = {NULL, 0};
    *out = (dls_contact_critical){.lambda = out->lambda};
    if (Q->contacts == 0) {
        return DLS_OK;
    } else if (!dls_pool_make(&pool, lay_out, &T)) {
        return dls_fail_memory(fault);
    }
    dls_fill(Q->contacts, 1, T.ones);
    T.Q.mu = T.mu;
    T.Q.always = true;
    T.Q.accuracy = fmax(Q->accuracy, PROGRAM);
    find(&T, out);
    out->programs = T.programs;
    dls_contact_margin_free(&T.answer);
    dls_pool_free(&pool);
    if (T.error) {
        dls_contact_critical_free(out);
    }
    return T.error;
}

void dls_contact_critical_free(dls_contact_critical *out)
{
    dls_free(out->sign);
    dls_free(out->y);
    out->sign = out->y = NULL;
    out->leaves = 0;
}
