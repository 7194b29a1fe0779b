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

#include "ipm/system.h"

/* The scaled data: x = size D x^, s = size E^-1 s^, y = E y^ / (cost size), powers of two. */
typedef struct {
    dls_int n, m;
    dls_mat P, Pt, A, At; /* Pt is absent when P is symmetric */
    double *q, *b, *D, *E, cost, size;
    double most; /* largest |entry| of P */
    const dls_product *cones;
    bool symmetric;
} dls_scaled;

/* The loosest certificate that counts: found in trouble, or elsewhere. */
#define DLS_PROMISED 1e-8

/* Terms smaller than these count as nothing; all in scaled data. */
typedef struct {
    double primal, dual, gap;
} dls_floors;

/* max |residual| / max |term| over rows or columns: scaled, which does not depend on units and
   gives the verdict, or as given, which is what the caller sees. */
typedef enum { DLS_SCALED, DLS_GIVEN } dls_units;
typedef struct {
    double residual[2], term[2], unit[2]; /* unit: the least */
} dls_relative;
#define DLS_RELATIVE_NONE ((dls_relative){.unit = {INFINITY, INFINITY}})
/* A scaled residual and its largest term; NaN counts as nothing. */
static inline void dls_ipm_relative_add(dls_relative *R, double unit, double residual, double term)
{
    double r = residual < 0 ? -residual : residual;
    R->residual[DLS_SCALED] = DLS_MAX(r, R->residual[DLS_SCALED]);
    R->term[DLS_SCALED] = DLS_MAX(term, R->term[DLS_SCALED]);
    R->unit[DLS_SCALED] = 1;
    R->residual[DLS_GIVEN] = DLS_MAX(unit * r, R->residual[DLS_GIVEN]);
    R->term[DLS_GIVEN] = DLS_MAX(unit * term, R->term[DLS_GIVEN]);
    R->unit[DLS_GIVEN] = DLS_MIN(unit, R->unit[DLS_GIVEN]);
}

/* Where the iterate stands, relative as in dls_conic_result; infinite where meaningless. */
typedef struct {
    double primal, dual, gap;
    double visible;            /* the larger residual in the caller's units */
    double no_primal, no_dual; /* residuals of the two certificates */
    double objective, dual_objective, mu;
} dls_standing;

typedef struct {
    double *x, *s, *y, tau, kappa;
} dls_iterate;

/* What was found of a certificate that has been checked, see certificate.c. */
typedef struct {
    double certificate; /* 1 / the size of the points it excludes, in sizes of the data */
    double accuracy;    /* which part of the contradiction the accuracy of the data may undo */
    double reach;       /* the excluded points have a smaller sum of |entries|, caller's units */
} dls_proof;

/* What delassus.h calls a solver of conic programs. */
typedef struct dls_conic_solver dls_ipm;
struct dls_conic_solver {
    dls_pool pool;
    dls_scaled data;
    double *q, *b;   /* in the caller's units */
    dls_cones sizes; /* as given */
    dls_int *second; /* of them */
    bool symmetric;
    dls_conic_settings settings;
    dls_host host;
    dls_watch watch; /* from dls_ipm_new on, see dls_ipm_vectors */
    bool limited;    /* by dls_conic_limit */
    dls_product cones;
    dls_system system;
    dls_iterate now, step, affine, best;
    double *x2, *y2, lack;  /* K (x2, y2) = (-q, b) but for e: lack = e1'x2 - e2'y2 */
    double curvature;       /* along them: what a step of tau is divided by */
    double *g1, *g2, g3;    /* residuals */
    double *Px, *c;         /* c = (P + P')x / tau + q */
    double *r1, *r2;        /* right-hand side */
    double *lambda, *shift; /* ds = -shift - W^2 dy */
    double *u, *v;          /* m */
    dls_accuracy wanted;    /* of linear systems */
    dls_standing standing;
    struct {
        double residual, gap, certificate;
    } least; /* so far */
    double best_merit, last_step, sigma;
    dls_int iterations, idle;
    dls_outcome outcome;
    const char *trouble;  /* why it stopped without an answer */
    dls_proof proof;      /* of the last claim of infeasibility */
    bool claimed;         /* there was one */
    double *verification; /* work, of those that dls_conic_setup made */
    /* Another criterion in place of the residuals, for who knows better; NULL: none. */
    bool (*accept)(void *data, dls_ipm *I);
    void *accept_data;
};

/* equilibrate.c */
/* Room for everything; n, m, symmetric are set. */
void dls_ipm_scaled_take(dls_room *room, dls_scaled *S, dls_int P_entries, dls_int A_entries);
/* P and A in the caller's units, and their scaling; q and b have to follow. col, row: n, m, work */
void dls_ipm_scaled_matrices(dls_scaled *S, dls_view P, dls_view A, double *col, double *row);
dls_floors dls_ipm_scaled_floors(const dls_scaled *S, double x_size, double y_size);
/* Other q and b (n, m, in the caller's units), with their own units. */
void dls_ipm_scaled_vectors(dls_scaled *S, const double *q, const double *b);

/* standing.c */
void dls_ipm_residuals(dls_ipm *I); /* of I->now */
void dls_ipm_look(dls_ipm *I);      /* and its standing */
/* Is it over? outcome and trouble on return. */
bool dls_ipm_decided(dls_ipm *I);
void dls_ipm_salvage(dls_ipm *I); /* after trouble: is the best iterate a certificate? */

/* certificate.c */
/* Is the iterate a proof of the claim, primal_infeasible or dual_infeasible, that excludes points
   up to 1 / allowed times the size of the data? Then it is one on return, scaled to b'y = -1 or
   q'x = -1 in the caller's units. Uses r1 and u. */
bool dls_ipm_prove(dls_ipm *I, dls_outcome claim, double allowed);

/* A y or x from elsewhere, in scaled units, as proof of the claim. */
void dls_ipm_propose(dls_ipm *I, dls_outcome claim, const double *v);

/* start.c */
/* I->now := (x, s, y), given in the caller's units; tau and kappa stay. */
void dls_ipm_place(dls_ipm *I, const double *x, const double *s, const double *y);
dls_error dls_ipm_cold_start(dls_ipm *I, dls_fault *fault);
void dls_ipm_warm_start(dls_ipm *I, const double *x, const double *s, const double *y);

/* setup.c */
/* kind: of the cones of problem->cones.second; NULL: second-order */
dls_error dls_ipm_new_of(dls_ipm **out, const dls_conic_problem *problem, const dls_cone_kind *kind,
                         bool symmetric, const dls_conic_settings *settings, dls_host host,
                         dls_fault *fault);
dls_error dls_ipm_new(dls_ipm **out, const dls_conic_problem *problem, bool symmetric,
                      const dls_conic_settings *settings, dls_host host, dls_fault *fault);
/* Other values on the same patterns; q and b have to follow. */
void dls_ipm_matrices(dls_ipm *I, dls_view P, dls_view A);
/* Another problem with other q and b, in the caller's units (NULL: as before). */
void dls_ipm_vectors(dls_ipm *I, const double *q, const double *b);
void dls_ipm_free(dls_ipm *I);

/* ipm.c */
/* From I->now if `warm`. */
dls_error dls_ipm_run(dls_ipm *I, bool warm, dls_fault *fault);
/* In the caller's units, divided by tau, or scaled so that b'y = -1 or q'x = -1. */
void dls_ipm_solution(const dls_ipm *I, double *x, double *s, double *y);

/* report.c */
/* x, s, y, and what is known of them; active may be NULL. */
void dls_ipm_report(dls_ipm *I, double *x, double *s, double *y, dls_row *active,
                    dls_conic_result *result);

/* proofs.c */
/* The last resorts after trouble: proofs of infeasibility by programs of their own. */
dls_error dls_ipm_seek_proofs(dls_ipm *I, dls_fault *fault);

#endif
