/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "measure.h"
#include "race.h"
#include "verify/friction.h"

const double TOLERANCE[TOLERANCES] = {1e-2, 1e-3, 1e-4, 1e-6, 1e-8};

enum { MOST_RACES = 100 };
static struct {
    int count;
    double ratio[TOLERANCES][MOST_RACES], regret[TOLERANCES][MOST_RACES];
} tally;

bool race_solved(const dls_friction_problem *P, const double *r, const double *v, double tolerance)
{
    dls_int N = P->dimension * P->contacts, n = P->M.cols;
    double *rho = need(P->contacts, 8), *work = need(N + 2 * n, 8), reactions;
    const dls_verify_point X = {.problem = P, .rho = rho, .work = work};
    dls_verify_rho(P, rho);
    pile_verdict V = pile_judge(P, r, v);
    double allowed = fmin(0.3, 100 * tolerance) * dls_verify_speed(&X, &reactions);
    free(rho);
    free(work);
    return V.scaled <= 1.001 * tolerance && V.velocity <= 1.001 * allowed;
}

static bool is_late(void *deadline)
{
    return now() > *(double *)deadline;
}

/* The shortest of some runs; INFINITY: not solved within the limit */
static double time_of(const dls_friction_problem *P, int method, double tolerance, double limit)
{
    enum { RUNS = 5 };
    static const double LONG = 0.1; /* once is enough then */
    dls_int N = P->dimension * P->contacts;
    double *r = need(N, 8), *u = need(N, 8), *v = need(P->M.cols, 8), best = INFINITY;
    for (int run = 0; run < RUNS; run++) {
        dls_friction_settings settings = dls_friction_defaults();
        dls_friction_result result;
        dls_fault fault = {0};
        double start = now(), deadline = start + limit;
        settings.tolerance = tolerance;
        settings.method = method;
        stop_on(dls_friction(P, &settings, false,
                             (dls_host){.interrupted = is_late, .data = &deadline}, r, u, v,
                             &result, &fault),
                &fault);
        double time = now() - start;
        if (result.outcome == DLS_SOLVED && race_solved(P, r, v, tolerance)) {
            best = fmin(best, time);
        }
        if (time > LONG) {
            break;
        }
    }
    free(r);
    free(u);
    free(v);
    return best;
}

/* The shortest time of any method, auto among them; others have no longer than auto. */
static double best_time(const dls_friction_problem *P, double automatic, double tolerance,
                        double limit, int *method)
{
    static const int OTHERS[] = {DLS_FRICTION_GAUSS_SEIDEL, DLS_FRICTION_PSEUDO_TIME,
                                 DLS_FRICTION_INTERIOR_POINT, DLS_FRICTION_NEWTON};
    double best = automatic;
    *method = DLS_FRICTION_AUTO;
    for (size_t k = 0; k < sizeof OTHERS / sizeof *OTHERS; k++) {
        double time = time_of(P, OTHERS[k], tolerance, fmin(best, limit));
        if (time < best) {
            best = time;
            *method = OTHERS[k];
        }
    }
    return best;
}

void race_run(const char *name, const dls_friction_problem *P, double limit)
{
    race_times plain = plain_sweeps(P, limit);
    for (int k = 0; k < TOLERANCES && tally.count < MOST_RACES; k++) {
        int method;
        double time = time_of(P, DLS_FRICTION_AUTO, TOLERANCE[k], limit);
        double best = best_time(P, time, TOLERANCE[k], limit, &method);
        double ratio = isinf(plain.seconds[k]) ? isinf(time) ? NAN : 0 : time / plain.seconds[k];
        double regret = isinf(best) ? NAN : time / best;
        printf("  %-22s %.0e  plain %9.3f ms  auto %9.3f ms  ratio %6.2f  regret %5.2f%s\n", name,
               TOLERANCE[k], 1e3 * plain.seconds[k], 1e3 * time, ratio, regret,
               regret > 1.1 ? method == DLS_FRICTION_GAUSS_SEIDEL     ? " gauss-seidel"
                              : method == DLS_FRICTION_PSEUDO_TIME    ? " pseudo-time"
                              : method == DLS_FRICTION_INTERIOR_POINT ? " interior-point"
                                                                      : " newton"
                            : "");
        fflush(stdout);
        tally.ratio[k][tally.count] = ratio;
        tally.regret[k][tally.count] = regret;
    }
    tally.count += tally.count < MOST_RACES;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of the numbers among x, which are sorted in place; at shares from 0 to 1 */
static dls_int sort_numbers(double *x)
{
    dls_int count = 0;
    for (int k = 0; k < tally.count; k++) {
        if (!isnan(x[k])) {
            x[count++] = x[k];
        }
    }
    qsort(x, (size_t)count, sizeof *x, by_size);
    return count;
}

static double at(const double *x, dls_int count, double share)
{
    return count > 0 ? x[(dls_int)(share * (double)(count - 1) + 0.5)] : NAN;
}

void race_summary(void)
{
    printf("  %d races: auto / plain sweeps, and auto / the best method (median, 95 %%, worst)\n",
           tally.count);
    for (int k = 0; k < TOLERANCES; k++) {
        double *x = tally.ratio[k], *y = tally.regret[k];
        dls_int m = sort_numbers(x), n = sort_numbers(y);
        printf("  %.0e  %6.2f %6.2f %6.2f (of %lld)   %6.2f %6.2f %6.2f (of %lld)\n", TOLERANCE[k],
               at(x, m, 0.5), at(x, m, 0.95), at(x, m, 1), (long long)m, at(y, n, 0.5),
               at(y, n, 0.95), at(y, n, 1), (long long)n);
    }
}
