/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A primal-dual interior point on the homogeneous embedding of

       minimise 1/2 x'P x + q'x,  A x + s = b,  s in K          (P symmetric), or of
       P x + A'y + q = 0, A x + s = b, s in K, y in K*, s'y = 0 (P monotone only):

       P x + A'y + q tau          = 0        g1
       A x + s - b tau            = 0        g2
       x'P x/tau + q'x + b'y + kappa = 0     g3     s, y in K, K*;  tau, kappa >= 0.

   tau > 0 = kappa: (x, s, y) / tau solves. tau = 0 < kappa: b'y < 0 and A'y = 0 prove that there
   is no feasible point, or q'x < 0, P x = 0, A x + s = 0 that there is none for the dual. The
   method needs no feasible start and always ends at one of the two, near a maximally complementary
   solution. */
#ifndef DLS_IPM_H
#define DLS_IPM_H

#include "cone/system.h"

/* The scaled data: x = size D x^, s = size E^-1 s^, y = E y^ / (cost size), powers of two. */
typedef struct {
    dls_int n, m;
    dls_mat P, Pt, A, At; /* Pt is absent when P is symmetric */
    double *q, *b, *D, *E, cost, size;
} dls_scaled;

/* Terms smaller than these count as nothing: primal and dual in the caller's units, gap scaled. */
typedef struct {
    double primal, dual, gap;
} dls_floors;

/* Where the iterate stands, relative as in dls_conic_result; infinite where meaningless. */
typedef struct {
    double primal, dual, gap;
    double no_primal, no_dual; /* residuals of the two certificates */
    double objective, dual_objective, mu;
} dls_standing;

typedef struct {
    double *x, *s, *y, tau, kappa;
} dls_iterate;

typedef struct dls_ipm dls_ipm;
struct dls_ipm {
    dls_scaled data;
    bool symmetric;
    dls_conic_settings settings;
    dls_host host;
    dls_product cones;
    dls_system system;
    dls_iterate now, step, affine, best;
    double *x2, *y2, lack;  /* K (x2, y2) = (-q, b) but for e: lack = e1'x2 - e2'y2 */
    double *g1, *g2, g3;    /* residuals */
    double *Px, *c;         /* c = (P + P')x / tau + q */
    double *r1, *r2;        /* right-hand side */
    double *lambda, *shift; /* ds = -shift - W^2 dy */
    double *u, *v;          /* m */
    dls_accuracy wanted;    /* of linear systems */
    dls_standing standing;
    double best_merit, last_step, sigma;
    dls_int iterations, idle;
    dls_outcome outcome;
    const char *trouble; /* why it stopped without an answer */
    /* Another criterion in place of the residuals, for who knows better; NULL: none. */
    bool (*accept)(void *data, dls_ipm *I);
    void *accept_data;
};

/* equilibrate.c */
dls_error dls_scaled_new(dls_scaled *S, const dls_conic_problem *problem, const dls_product *cones,
                         bool symmetric, dls_fault *fault);
dls_floors dls_scaled_floors(const dls_scaled *S, double x_size, double y_size);
/* Other q and b (n, m, in the caller's units), with their own units. */
void dls_scaled_vectors(dls_scaled *S, const double *q, const double *b);
void dls_scaled_free(dls_scaled *S);

/* standing.c */
void dls_ipm_look(dls_ipm *I); /* residuals and standing of I->now */
/* Is it over? outcome and trouble on return. */
bool dls_ipm_decided(dls_ipm *I);
void dls_ipm_salvage(dls_ipm *I); /* after trouble: is the best iterate a certificate? */

/* start.c */
dls_error dls_ipm_cold_start(dls_ipm *I, dls_fault *fault);
void dls_ipm_warm_start(dls_ipm *I, const double *x, const double *s, const double *y);

/* ipm.c */
dls_error dls_ipm_new(dls_ipm **out, const dls_conic_problem *problem, bool symmetric,
                      const dls_conic_settings *settings, dls_host host, dls_fault *fault);
/* From I->now if `warm`. */
dls_error dls_ipm_run(dls_ipm *I, bool warm, dls_fault *fault);
/* In the caller's units, divided by tau, or scaled so that b'y = -1 or q'x = -1. */
void dls_ipm_solution(const dls_ipm *I, double *x, double *s, double *y);
void dls_ipm_free(dls_ipm *I);

/* conic.c */
dls_error dls_conic_check(const dls_conic_problem *p, const dls_conic_settings *settings,
                          dls_fault *fault);
dls_error dls_conic_check_vector(dls_int n, const double *x, const char *name, dls_fault *fault);
/* Solution and what is known of it; work has 2n + m entries. */
void dls_conic_report(const dls_ipm *I, const dls_conic_problem *problem, double *x, double *s,
                      double *y, double *work, dls_conic_result *result);

#endif
