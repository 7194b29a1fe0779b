/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Moore-Penrose solution of a singular KKT system by the proximal method of multipliers.

   Inside, the system is symmetric, scaled and without the papers' signs:

       A x + B y = f        A = S M S / alpha      a = S x             f = -S F / alpha
       B'x       = g        B = S G T / beta       lambda = -(alpha/beta) T y,  g = -T b / beta

   with alpha, beta and the entries of S, T powers of two, so that scaling rounds nothing. Its
   kernel is (ker A cap ker B') x ker B. With K = [A B; B' 0], D = diag(rho I, -delta I) one
   proximal step

       (K + D) (dx, dy) = (f, g) - K (x, y)

   keeps the iterates that start at zero in the range of K, hence (S = I, T = I) converges to the
   solution of minimum norm, at the rate rho/(rho + .) and delta/(delta + .): three to six steps. */
#ifndef DLS_KKT_H
#define DLS_KKT_H

#include "rank/rank.h"
#include "sparse/lanes.h"
#include "verify/verify.h"

/* The metric W = C C' of lambda: y = C' lambda turns |lambda|_W into |y|. */
typedef struct {
    dls_int m;
    double *root;          /* diagonal W: C = diag(root); NULL otherwise */
    cholmod_factor *L;     /* general W: C = P' L */
    cholmod_common common; /* of L */
    double *t;             /* m */
    dls_pool pool;
} dls_metric;

/* A null space in the caller's units, and what projects onto it: a basis V, and in the coordinates
   number (:) the complement of the range of a matrix. */
typedef struct {
    dls_mat V;
    dls_linsys *gram; /* V'V; NULL: {0} */
    double *c, *d;
    dls_rank outer;
    dls_int decided, *number;
    double *u, *w;
    dls_pool pool;
} dls_nullspace;

/* Of one right-hand side, or of DLS_LANES woven ones that iterate together: each at its own state,
   solves and products for all of them at once, whoever still needs them. */
typedef struct {
    int width;
    double *f, *x, *c, *r1, *suspect_x; /* n each; with room for copies */
    double *dx, *s, *p, *t;             /* the same; one after the other, and in their place: */
    dls_exact *sum;                     /* n; alone */
    double *g, *y, *r2, *dy, *v, *q, *suspect_y; /* m each */
    double *w, *z;                               /* n + m each; with room for copies */
} dls_kkt_work;

typedef struct dls_kkt_dense dls_kkt_dense; /* dense.h */
typedef struct dls_kkt_range dls_kkt_range; /* range.c */

/* In whose units S, T the system is solved, hence which norms come out least. */
typedef enum {
    DLS_KKT_GIVEN,  /* S = I, T = I: the caller's */
    DLS_KKT_MASSES, /* T = I: the caller's for lambda; what floats is removed from a */
    DLS_KKT_OWN,    /* neither; ker G, too, is found and removed */
    DLS_KKT_FOREIGN /* neither, and ker G too large to be removed: none is called least */
} dls_kkt_units;

struct dls_kkt {
    const dls_team *team; /* NULL: alone */
    dls_int n, m;         /* own */
    dls_int local;        /* coordinates, copies of others' included; alone: n */
    dls_kkt_settings settings;
    dls_host host;
    dls_pool pool;
    dls_mat M, G;      /* the caller's: copies, or */
    bool borrowed;     /* his own arrays */
    dls_metric metric; /* of lambda */
    dls_mat A, B, Bt;  /* scaled; Bt = B'; A has the pattern of M, B mostly that of G */
    dls_mat part;      /* in a team: what this process adds to the lower triangle of A */
    double alpha, beta, *S, *T;
    double *row_A, *row_B, *column_B; /* sums of |A| and |B|: local, local, m */
    dls_int *group;                   /* local + m: coordinates and constraints that are coupled */
    dls_kkt_units units;
    dls_nullspace floating;  /* ker M cap ker G' */
    bool *pinned;            /* n: coordinates that E takes out, so that nothing floats in it */
    dls_int pins;            /* how many: one for each column of floating.V */
    bool decided;            /* what floats was known before E was factorised */
    dls_nullspace reactions; /* ker G, from DLS_KKT_OWN on: of lambda with its metric */
    bool bare;               /* there is an equation with nothing but its datum */
    bool massless;           /* M = 0: forces say nothing about the size of a */
    double mobility;         /* of dls_kkt_mobility */
    double *accuracy;        /* m: of b, absolute; NULL: as DataAccuracy says */
    dls_int longest;         /* entries in a column of B, at most */

    const dls_backend *backend;
    dls_linsys *factor;   /* of E, J or K + D; NULL for 'dense' */
    dls_kkt_dense *dense; /* of K: method 'dense', or the rescue of 'auto'. Both are NULL where an
                             update or a change of back end has failed. */
    dls_mat E;            /* the factorised matrix */
    double rho, delta;    /* scaled */
    bool tightened;       /* rho or delta were lowered for slow modes */
    dls_kkt_range
        *range; /* from the first slow solve on; its steps take the place of proximal ones */
    bool range_refused; /* it was tried */
    dls_gmres krylov;   /* basis, allocated at the first slow solve */
    double *first;      /* n + m, from the first rescue on: the answer that it may improve */
    dls_kkt_work work;  /* of those at hand: */
    dls_kkt_work alone, together; /* together.width is 0 until a call has many */
    dls_kkt_stats stats;
    dls_verify_kkt_units verification; /* alone: units of M, G as given */
    dls_watch watch;                   /* of the solve that runs */
    double spent;                      /* on the setup, until a solve has paid for it */
};

/* What a right-hand side goes through (converge.c); from each state only on to a later one:

     CONTRACTING -- r2 is in ker B --> CONTRADICTED (g := its part in im B', from the start again)
       | steps contract slowly            |
       v                                  v
     SLOW (smaller rho or delta) <--------'
       |-- r2 is large still, g as given --> DOUBTED (g := its part in im B', from the start again)
       v                                       |
     CREEPING (GMRES) <------------------------'
       v
     CLEAN (x and y lose what they have in ker K)

   CONTRADICTED and SLOW lead to CLEAN at once where the range space takes over (range.c). SLOW,
   DOUBTED and CREEPING are left out by whom rounding has stopped. Of many that iterate
   together those that do not go straight from CONTRACTING to CLEAN begin again ALONE. */
typedef enum {
    DLS_KKT_CONTRACTING,
    DLS_KKT_CONTRADICTED,
    DLS_KKT_SLOW,
    DLS_KKT_DOUBTED,
    DLS_KKT_CREEPING,
    DLS_KKT_CLEAN,
    DLS_KKT_ALONE
} dls_kkt_state;

/* Where the iteration of a right-hand side stands: relative residuals of the two blocks, and what
   they are relative to. Functions get one for each of those at hand. */
typedef struct {
    dls_kkt_result *result;
    dls_kkt_state state;
    bool dense;          /* by 'dense', not by the proximal method */
    double force, asked; /* |f|, |g| */
    double e1, e2, size1, size2;
    double before; /* the error one step ago */
    int step;
    bool going;
    bool consistent; /* g was made so, whichever state did it: it is done once */
} dls_progress;

/* memory.c: a new one, whose pool releases all; the arrays, when M, G and the metric are there */
dls_kkt *dls_kkt_new(void);
bool dls_kkt_make_arrays(dls_kkt *K);
/* The vectors of one right-hand side, when the factor is there, which takes most while it is made;
   those of many, at the first time. */
bool dls_kkt_make_alone(dls_kkt *K);
bool dls_kkt_make_accuracy(dls_kkt *K); /* the array, at the first time */
bool dls_kkt_make_together(dls_kkt *K);

/* check.c: what one member of a team can see, and symmetry between the members */
dls_error dls_kkt_check_in(const dls_team *T, dls_view M, dls_view G, dls_fault *fault);

/* metric.c: Gw = G C'^-1, b := C^-1 b, y -> lambda = C'^-1 y. Where L is NULL, Gw has the pattern
   of G: then only its values are written; otherwise it is a new matrix. */
dls_error dls_kkt_metric_make(dls_metric *W, dls_view weight, dls_int m, dls_fault *fault);
dls_error dls_kkt_metric_columns(dls_metric *W, dls_view G, dls_mat *Gw, dls_fault *fault);
void dls_kkt_metric_data(dls_metric *W, int width, double *b);
void dls_kkt_metric_result(dls_metric *W, int width, double *lambda);

/* scale.c */
dls_blocks dls_kkt_blocks(const dls_kkt *K); /* A, B, B' as they are factorised */
dls_error dls_kkt_scale(dls_kkt *K, bool unit_metric, dls_fault *fault);
double dls_kkt_unevenness(const dls_kkt *K); /* longest over shortest constraint, before scaling */

/* prox.c */
dls_error dls_kkt_prox_setup(dls_kkt *K, dls_fault *fault);
dls_error dls_kkt_prox_factor(dls_kkt *K, dls_fault *fault);
/* Lower rho and/or delta, once, where the steps contract slowly; undone if rounding forbids it. */
dls_error dls_kkt_prox_tighten(dls_kkt *K, bool forces, bool constraints, bool *done);
/* (K + D) (dx, dy) = (r1, r2); r1 or r2 may be NULL for zero; dy may be NULL when not wanted. */
dls_error dls_kkt_prox_apply(dls_kkt *K, const double *r1, const double *r2, double *dx,
                             double *dy);
/* z = (B B' + delta (A + rho I))^-1 s, s = B v, the preconditioner of projections: of s alone, as
   rounding of the much larger v would spoil what is left of it. The factors of a quasi-definite
   matrix amplify rounding by 1/(rho delta), which proximal steps forgive and projections would not:
   there they are refined. dx becomes z; t, dy, r1 and r2 are scratch. */
dls_error dls_kkt_prox_precondition(dls_kkt *K);

/* krylov.c: improve (x, y) by GMRES right-preconditioned with (K + D)^-1 */
dls_error dls_kkt_krylov(dls_kkt *K, double w1, double w2, int budget, int *steps);
void dls_kkt_krylov_undo(dls_kkt *K); /* the last cycle */

/* project.c */
/* work.v = u - B'c with B v = 0 (|B v| = reached, <= target if possible): the part of u in ker B.
   work.c is the witness of the rest, work.q that rest B'c, rounded once. */
dls_error dls_kkt_project(dls_kkt *K, const double *u, double target, double *reached, int *steps);
/* The same for all that are asked. */
typedef struct {
    bool asked;
    double target, reached;
    double cheap; /* rounding of B'c in that of one product, up to which sums need not be exact */
    double rounding; /* |work.q - B'c|, at most */
    int *steps;
    double length, best, first; /* |q|^2, |B v|: the least so far, and of u */
    int step, idle;
    bool ended, going;
} dls_projection;
dls_error dls_kkt_project_all(dls_kkt *K, const double *u, dls_projection *T);

/* floating.c: K->floating and the pins, before E is factorised; then what structure left open in F;
   all of it without E */
dls_error dls_kkt_floating_by_structure(dls_kkt *K, dls_floating *F, dls_fault *fault);
dls_error dls_kkt_floating_by_factor(dls_kkt *K, dls_floating *F, dls_fault *fault);
dls_error dls_kkt_floating_by_qr(dls_kkt *K, dls_fault *fault);

/* nullspace.c: K->floating as F has it, K->reactions by Q R of B */
dls_error dls_kkt_nullspace_floating(dls_kkt *K, dls_floating *F, dls_fault *fault);
dls_error dls_kkt_nullspace_reactions(dls_kkt *K, dls_fault *fault);
bool dls_kkt_nullspace_any(const dls_nullspace *N);                       /* not {0} */
dls_error dls_kkt_nullspace_part(dls_nullspace *N, dls_int n, double *t); /* t := its part in it */
dls_error dls_kkt_nullspace_remove(dls_nullspace *N, double *t);          /* t := the other part */
void dls_kkt_nullspace_free(dls_nullspace *N);
/* K->reactions := ker B by a Q R of C^-1 B; *local: the basis has at most `most` entries. */
dls_error dls_kkt_nullspace_of(dls_kkt *K, const dls_rank *rank, double most, bool *local,
                               dls_fault *fault);

/* range.c: K->range, where the system allows it and it was not refused before. Then K->reactions is
   ker B (unique: it is {0}). */
dls_error dls_kkt_range_make(dls_kkt *K, dls_fault *fault);
bool dls_kkt_range_unique(const dls_kkt_range *W);
/* A dx + B dy = r1, B'dx = r2 (NULL: zero), as good as rounding allows; dy with a part in ker B */
void dls_kkt_range_apply(dls_kkt *K, const double *r1, const double *r2, double *dx, double *dy);
void dls_kkt_range_free(dls_kkt_range *W);

/* dls_kkt_residual of systems in pieces and of many right-hand sides. First the products, with
   copies where a team asks for them: M a, G lambda, b + G'a, |G|'|a|; then the residuals of the two
   equations, which take the place of the first and the third, and their relative sizes. */
typedef struct {
    const dls_team *team;
    int width;
    dls_view M, H, G; /* reactions act along H, mostly G */
    double mobility;  /* of dls_kkt_mobility */
    double rest;      /* of dls_kkt_rest */
} dls_equations;
typedef struct {
    double *inertia, *reaction, *c, *scale;
} dls_terms;
/* |G| / |M|: with a force, the acceleration of the constraints that it would cause alone */
double dls_kkt_mobility(const dls_team *T, dls_view M, dls_view G);
void dls_kkt_residual_terms(const dls_equations *E, const double *b, const double *a,
                            const double *lambda, dls_terms terms);
void dls_kkt_residual_in(const dls_equations *E, const double *F, const double *b, dls_terms terms,
                         double *dynamics, double *constraints);
/* The one rule for G'a + b: |left| relative to its terms |b| + ||G|'|a||, but for what is lost of
   the rates that the forces would cause alone, rest times these: what is at rest is a difference of
   them, and has no terms of its own. */
double dls_kkt_rate_error(double left, double terms, double lost);
/* Relative: rounding, or what is left of constraints that a rank tolerance takes for repeated */
double dls_kkt_rest(double rank_tolerance);
/* residual.c: r1 = f - A x - B y, r2 = g - B'x and the sizes they are to be compared with */
void dls_kkt_defect(dls_kkt *K, dls_progress *P);
void dls_kkt_defect_of_zero(dls_kkt *K, dls_progress *P); /* x = 0, y = 0, without products */
void dls_kkt_size_up(dls_kkt *K, dls_progress *P);        /* |f|, |g|, where they are new */
/* Norms and products of all at hand */
static inline void dls_kkt_norms(const dls_team *T, int width, dls_int n, const double *x,
                                 double *out)
{
    if (T) {
        *out = dls_linsys_team_norm(T, n, x);
    } else {
        dls_norm_many(width, n, x, out);
    }
}
static inline void dls_kkt_dots(const dls_kkt *K, const double *x, const double *y, double *out)
{
    dls_dot_many(K->work.width, K->m, x, y, out);
    dls_linsys_team_sum(K->team, 1, out);
}

/* setup.c: by a back end that has no number among the settings; NULL: they choose */
dls_error dls_kkt_setup_by(const dls_backend *backend, bool borrow, dls_view M, dls_view G,
                           dls_view W, const dls_kkt_settings *settings, dls_host host,
                           dls_kkt **out, dls_fault *fault);
/* Setup of one member, by 'mumps'. M and G, which K takes over unless checks fail, have
   a row for each coordinate that it touches; the columns of M beyond its own are empty. T stays the
   caller's. What is checked is what one member can see: not the signs of M's eigenvalues. */
dls_error dls_kkt_setup_in(const dls_team *T, dls_mat *M, dls_mat *G,
                           const dls_kkt_settings *settings, dls_host host, dls_kkt **out,
                           dls_fault *fault);
/* dense.c, dense_solve.c: (f, g) -> (x, y); v := its part in ker B */
dls_error dls_kkt_dense_setup(dls_kkt *K, dls_fault *fault);
dls_error dls_kkt_dense_solve(dls_kkt *K, dls_progress *P);
void dls_kkt_dense_kernel(dls_kkt *K, double *v);
void dls_kkt_dense_stats(const dls_kkt_dense *D, dls_kkt_stats *s);
void dls_kkt_dense_free(dls_kkt_dense *D);
/* setup.c: the proximal method by another back end, from now on */
dls_error dls_kkt_prox_switch(dls_kkt *K, const dls_backend *backend, dls_fault *fault);

/* converge.c: (f, g) -> (x, y) by the proximal method */
dls_error dls_kkt_converge(dls_kkt *K, dls_progress *P);

/* Where rounding is near: no more steps below this relative residual, and none that gains less. */
#define DLS_KKT_GOOD_ENOUGH 1e-14
#define DLS_KKT_WORTH 0.5

/* converge.c: f and g without what has no solution, as far as null spaces are known; the rest is
   suspected. */
dls_error dls_kkt_drop_inconsistent(dls_kkt *K, dls_progress *P);
/* converge.c: work.v := the part of work.r2 in ker B, as clean as rounding allows */
dls_error dls_kkt_out_of_reach(dls_kkt *K, dls_progress *P);
/* purge.c: x, y of least norm: by the null spaces that are known (x alone; both), or by projection
 */
dls_error dls_kkt_drop_floating(dls_kkt *K);
dls_error dls_kkt_drop_kernels(dls_kkt *K, dls_progress *P);
dls_error dls_kkt_purge(dls_kkt *K, dls_progress *P);
void dls_kkt_take_step(dls_kkt *K, const dls_progress *P);
/* Is it time to end? Then the result says why. */
bool dls_kkt_over(dls_kkt *K, dls_progress *P);

/* solve.c: v (m, scaled) and t (n, scaled) become candidates */
void dls_kkt_suspect_constraints(dls_kkt *K, const double *v, dls_progress *P);
void dls_kkt_suspect_forces(dls_kkt *K, const double *t, dls_progress *P);

/* groups.c */
void dls_kkt_groups(dls_kkt *K);

/* Right-hand sides and answers, as those at hand: one, or woven ones */
typedef struct {
    const double *F, *b;
    double *a, *lambda;
} dls_kkt_sides;
/* (f, g) from the data */
void dls_kkt_load(dls_kkt *K, const double *F, const double *b);

/* judge.c: residuals, suspicions verified, and the outcome; (x, y) belong to a, lambda */
void dls_kkt_judge(dls_kkt *K, dls_kkt_sides X, dls_progress *P);
/* Scaled sizes of each group of a right-hand side, in the work: accelerations and reactions with
   those that the data alone would cause; accelerations without those of forces; |g|. */
typedef struct {
    double *X, *Y, *own, *asked;
} dls_kkt_sizes;
/* certificate.c: what is suspected is proved, or no longer claimed */
void dls_kkt_prove(dls_kkt *K, dls_kkt_sides X, dls_kkt_sizes Z, dls_kkt_result *R);
/* residual.c: r := what the accuracy of b does not explain of r, a residual of the constraints */
void dls_kkt_within_accuracy(const dls_kkt *K, int width, double *r);

#endif
