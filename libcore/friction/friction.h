/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coulomb friction problems. All methods improve one point (r, v) of a task; dls_friction_look
   recomputes its residual from the caller's data and keeps the best point seen. A method stops
   when a look says solved, or when it cannot go on; it never judges itself.

   Newton-like methods share one linear system: per contact A dr + B du = c, with du = W dr, or
   M dv - H'dr = g and du = H dv. They differ in the d-by-d blocks A and B alone. */
#ifndef DLS_FRICTION_H
#define DLS_FRICTION_H

#include "law/law.h"
#include "linsys/linsys.h"

typedef struct {
    const dls_friction_problem *problem;
    const dls_friction_settings *settings;
    dls_host host;
    int d;
    dls_int nc, N, n;                /* n = 0 in local form */
    double *rho;                     /* nc: 1 / mean diagonal of W_cc, see dls_residual */
    double *r, *u, *v;               /* the point; u follows from r or v */
    double *g;                       /* n: M v + f - H'r */
    double *best_r, *best_v, best;   /* least error seen */
    double *work;                    /* N + 3n */
    double error, natural, equality; /* of the last look */
    double expected;                 /* size of reactions that the data suggest; 0: nothing acts */
    bool enumerated, refuted;        /* all modes were looked at; none has a solution */
    bool far, ran_away;              /* the last look: far beyond that; solved once, but so far */
    dls_watch watch;                 /* MaxTime and Ctrl-C */
    dls_friction_result *result;
} dls_friction_task;

/* task.c */
dls_error dls_friction_check(const dls_friction_problem *P, dls_fault *fault);
dls_error dls_friction_task_new(dls_friction_task *T, dls_fault *fault);
void dls_friction_task_free(dls_friction_task *T);
void dls_friction_tell(dls_friction_task *T, const char *format, ...);

/* residual.c: u, g and the errors of the point; true if it meets the tolerance. */
bool dls_friction_look(dls_friction_task *T);
double dls_friction_expected(dls_friction_task *T);
/* false, with the outcome set: iterations or time are used up, or the user wants to stop. */
bool dls_friction_may_go_on(dls_friction_task *T, double most);

/* ---- linear systems (system.c, pattern.c) ---- */
typedef struct {
    double *A, *B;  /* the local form uses these */
    double *Ai, *C; /* A^-1 and A^-1 B: the global form */
    double *C0;     /* symmetric positive semidefinite, near C: for Cholesky and GMRES */
} dls_friction_blocks;

typedef struct dls_friction_system dls_friction_system;

struct dls_friction_system {
    const dls_friction_task *task;
    dls_friction_blocks blocks;
    dls_mat K;      /* local: A + B W, global: M + H'C H, or the lower triangle of M + H'C0 H */
    bool symmetric; /* the latter */
    bool straight;  /* set by the method: C = C0, the lower triangle is all there is */
    double *values; /* of W or M on the pattern of K */
    dls_int *start, *coordinate; /* global: contact c touches coordinate[start[c] .. start[c+1]) */
    double *entry;               /* and has d entries of H for each of them */
    dls_linsys *solver;
    double *rhs, *correction; /* order of K */
    double *w1, *w2;          /* N: of the operator of GMRES */
    dls_gmres krylov;
    double time;
    dls_int factorisations;
    dls_friction_system *plain; /* L U of the whole, once GMRES has given up */
    bool plain_now;             /* it was factorised last */
};

dls_error dls_friction_system_new(dls_friction_system **out, const dls_friction_task *T,
                                  dls_fault *fault);
/* The pattern and constant parts: K, values, start, coordinate, entry. */
dls_error dls_friction_pattern(dls_friction_system *S, dls_fault *fault);
/* For the blocks in S->blocks. DLS_ERROR_NUMERICAL: singular. */
dls_error dls_friction_system_factor(dls_friction_system *S, dls_fault *fault);
/* c (N), g (n) -> dr, du (N), dv (n) */
dls_error dls_friction_system_solve(dls_friction_system *S, const double *c, const double *g,
                                    double *dr, double *du, double *dv);
void dls_friction_system_free(dls_friction_system *S);

/* ---- mobility.c: Z = M^-1 H' of the global form ---- */
typedef struct {
    dls_int n;
    bool regular, large; /* M is; Z would take too much memory: then there is none */
    dls_linsys *solver;  /* of M scaled to a unit diagonal */
    double *scale, *rhs;
    dls_mat rows; /* H' */
    dls_mat Z;
} dls_mobility;

dls_error dls_friction_mobility_new(dls_mobility *B, dls_view M, dls_view H, dls_fault *fault);
/* x = M^-1 b */
dls_error dls_friction_mobility_solve(dls_mobility *B, const double *b, double *x);
/* Is Z there? If not, the message says why. */
bool dls_friction_mobility_tell(const dls_mobility *B, dls_friction_task *T, const char *method);
void dls_friction_mobility_free(dls_mobility *B);

/* ---- methods ---- */
dls_error dls_friction_newton(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_interior(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_gauss_seidel(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_lcp(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_fixpoint(dls_friction_task *T, dls_fault *fault);
/* modes.c: 2D, or mu = 0 and Inf: a solution, or T->refuted; consider leaves the point alone */
dls_error dls_friction_enumerate(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_consider(dls_friction_task *T, dls_fault *fault);
/* single.c: one contact */
dls_error dls_friction_single(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_auto(dls_friction_task *T, dls_fault *fault);

#endif
