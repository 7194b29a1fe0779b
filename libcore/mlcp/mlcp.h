/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mixed linear complementarity problems w = M v + q: the first `free` rows are equations, the
   others 0 <= w _|_ v >= 0. What is known of one: residuals, certificates, its dense form. No
   method judges its own answer: dls_mlcp_accept recomputes w and the natural map from the caller's
   data. */
#ifndef DLS_MLCP_H
#define DLS_MLCP_H

#include "rank/rank.h"

/* What the methods that try one problem have found of it, and when they have to end. */
typedef struct {
    dls_watch watch;
    bool stopped; /* by it: */
    dls_outcome why;
    bool sought;  /* feasibility has been looked into, see dls_mlcp_farkas */
    double reach; /* of the last certificate: no v with sum |v| below this is feasible */
    double doubt; /* data as wrong as this may remove the contradiction of a certificate; 0: none */
} dls_lcp_known;

/* What stays from one problem to the next with a matrix of the same pattern: what is known of M,
   and what the methods keep, each made when it is first needed. All of it is in the pool. */
typedef struct {
    dls_pool pool;
    dls_int version;     /* of the values of M */
    bool sized;          /* row and col are filled */
    double *row, *col;   /* N each: see dls_equilibrate_factors */
    bool judged;         /* monotone and symmetric are known */
    bool monotone;       /* M + M' is semidefinite */
    bool symmetric;      /* exactly */
    bool classified;     /* promise is known */
    const char *promise; /* of the class of a small M, or NULL */
    struct dls_mlcp_program *program;
    struct dls_lcp_pivoting *pivoting;
    struct dls_lcp_interior *interior;
    struct dls_newton *newton;
} dls_lcp_kept;

/* One problem being solved. The arrays are the caller's; residual.c owns the verdict. */
typedef struct {
    const dls_lcp_problem *problem;
    const dls_lcp_settings *settings;
    dls_host host;
    double *v, *w, *certificate; /* N each; v: on entry where to start */
    double *work;                /* 4N */
    double *best;                /* 2N: the best point and a ray, while methods take turns */
    double *sweep;               /* 2N, of gauss-seidel */
    dls_lcp_result *result;
    dls_lcp_known *known;
    dls_lcp_kept *kept;
} dls_lcp_task;

/* To exclude v of 1e8 times the size of the data, which certificates promise, and some digits more:
   what an interior point is asked for. */
#define DLS_MLCP_CERTIFICATE 1e-11

/* residual.c */
/* most(i) = max_j |M(i,j)|; the size of v that the data suggest: max_i |q(i)| / most(i) */
double dls_mlcp_data_size(const dls_lcp_problem *problem, double *most);
/* Recompute w and the residuals of v; true, and outcome = solved, if they meet the tolerance. */
bool dls_mlcp_accept(dls_lcp_task *T);
/* Do all bases take but some milliseconds (4096 at most)? */
bool dls_mlcp_is_small(const dls_lcp_problem *problem);
/* Fill kept->row and col, if they are not. Uses T->work but for its first N entries. */
void dls_mlcp_units(dls_lcp_task *T);
/* MaxTime or Ctrl-C? Then it is the outcome. */
bool dls_mlcp_over(dls_lcp_task *T);
/* Add a sentence to result->message. */
void dls_mlcp_tell(dls_lcp_task *T, const char *format, ...);

/* certificate.c: is u a Farkas certificate (see delassus.h) that excludes all v up to 1e8 times the
   size of the data? Then it is cleaned, scaled to q'u = -1, stored in T->certificate, and outcome =
   infeasible. u is not T->work. */
bool dls_mlcp_certify(dls_lcp_task *T, const double *u);

/* farkas.c: settle feasibility by a linear program, once: outcome = infeasible with certificate, or
   unchanged. */
dls_error dls_mlcp_farkas(dls_lcp_task *T, dls_fault *fault);

/* check.c */
dls_error dls_mlcp_check(const dls_lcp_problem *P, dls_fault *fault);
/* Fill kept->monotone and symmetric, if they are not. */
dls_error dls_mlcp_look(dls_lcp_task *T, dls_fault *fault);

#endif
