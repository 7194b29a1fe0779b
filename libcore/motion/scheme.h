/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run, as schemes see it, and the table of schemes.

   A scheme is a row: `memories` says how many numbers it keeps from step to step; `begin` makes its
   workspace (once per run: arrays from R->pool, percussions); `step` computes the point `to` a time
   h after `from`. A step never changes `from`, and everything it needs of the past is in
   from->memory: so a step may be tried, thrown away, halved (adaptive.c), saved and continued.
   Caches (factorisations, values) may be kept in the workspace, as they do not change results.
   At the beginning of a motion memory is all zero; memory[0] is 0 until the first step. */
#ifndef DLS_SCHEME_H
#define DLS_SCHEME_H

#include "motion/model.h"
#include "motion/motion.h"

typedef struct {
    double t;
    double work[DLS_WORKS];              /* since the motion began; a step adds its own */
    double gain;                         /* the energy that percussions of the step made */
    double residual;                     /* of its impacts */
    double *q, *v, *p, *status, *memory; /* nq, n, np, nu, scheme->memories */
} dls_motion_point;

/* How a step ended. A step that has no solution is not an error: ok is false, and message says why
   (dls_motion_refuse); outcome tells a limit of time or Ctrl-C from that. */
typedef struct {
    bool ok;
    dls_outcome outcome;
    /* relative: the last change of an iteration that was not refused, or what its contact problems
       miss of their law; 0: it settled */
    double unsettled;
    bool incomplete; /* the list of contacts: the step is to be made with another one */
    char message[320];
} dls_motion_report;

typedef struct {
    const char *name;
    int order;        /* between events, of consistency; 0: that of the tableau */
    bool keeps_order; /* across events, too: steps are not restricted at them */
    bool velocities;  /* laws of contacts are those of velocities: percussions may make energy */
    bool projects;    /* positions onto constraints: they hide errors */
    bool adaptive;    /* where no step is asked for */
    double tolerance; /* of adaptive steps, where none is asked for; 0: 1e-4 */
    dls_int (*memories)(const dls_motion_run *R); /* NULL: none */
    /* memory of R->nu contacts from one of nu0, of `count` numbers; NULL: what is of places comes
       last in it */
    void (*carry)(const dls_motion_run *R, dls_int nu0, dls_int count, const double *from,
                  double *memory);
    dls_error (*begin)(dls_motion_run *R, dls_fault *fault); /* R->workspace; R->now is known */
    dls_error (*step)(dls_motion_run *R, double h, const dls_motion_point *from,
                      dls_motion_point *to, dls_motion_report *report, dls_fault *fault);
    /* *worst := the largest of its value and of what the step from `from` to `to` leaves of the
       equations of the scheme, each relative to its terms; values are asked anew */
    dls_error (*judge)(dls_motion_run *R, double h, const dls_motion_point *from,
                       const dls_motion_point *to, double *worst, dls_fault *fault);
    /* q, v (nq, n) at a time within the step from `from` to `to`; NULL: cubic in q, its derivative
       in v where nothing happened, else linear */
    void (*dense)(dls_motion_run *R, const dls_motion_point *from, const dls_motion_point *to,
                  double t, double *q, double *v);
    void (*end)(dls_motion_run *R); /* what is not in R->pool; NULL: nothing */
} dls_motion_scheme;

/* scheme.c: does the scheme know the laws of impact? */
dls_error dls_motion_check_laws(const dls_motion_run *R, dls_fault *fault);
/* Laws of contacts in a step, for each column of [N T] (moments of rotation: factor = soft = 0):
   they speak of u1 + factor u0 + soft p, and of the normal part + bias. soft Inf: no force. */
enum { DLS_COLUMNS = 6 };
typedef struct {
    double factor[DLS_COLUMNS], soft[DLS_COLUMNS], bias;
} dls_motion_law;
/* Of contact i, at the values where a step of length h begins. Of a compliant one, with
   u = (1 - theta) u0 + theta u1: p = max (0, -h k (g + theta h u) - h c u). */
void dls_motion_law_of(const dls_motion_run *R, double h, const dls_motion_values *E, dls_int i,
                       dls_motion_law *law);
/* Of all contacts, and soft (d nu) for dls_percussion; false: it has changed */
bool dls_motion_take_laws(const dls_motion_run *R, double h, const dls_motion_values *E,
                          dls_motion_law *law, double *soft);
/* A step of the run's scheme */
dls_error dls_motion_try(dls_motion_run *R, double h, const dls_motion_point *from,
                         dls_motion_point *to, dls_motion_report *report, dls_fault *fault);
/* scheme.c: the table, by the choices of 'Scheme' */
const dls_motion_scheme *dls_motion_scheme_of(int choice);
extern const dls_motion_scheme dls_motion_moreau_jean, dls_motion_moreau_jean_projected,
    dls_motion_schatzman_paoli, dls_motion_generalized_alpha, dls_motion_rattle,
    dls_motion_event_capturing, dls_motion_event_driven;

/* judge_moreau.c, judge_paoli.c, judge_alpha.c, judge_rattle.c, rk_judge.c */
dls_error dls_motion_judge_moreau(dls_motion_run *R, double h, const dls_motion_point *from,
                                  const dls_motion_point *to, double *worst, dls_fault *fault);
dls_error dls_motion_judge_paoli(dls_motion_run *R, double h, const dls_motion_point *from,
                                 const dls_motion_point *to, double *worst, dls_fault *fault);
dls_error dls_motion_judge_alpha(dls_motion_run *R, double h, const dls_motion_point *from,
                                 const dls_motion_point *to, double *worst, dls_fault *fault);
dls_error dls_motion_judge_rattle(dls_motion_run *R, double h, const dls_motion_point *from,
                                  const dls_motion_point *to, double *worst, dls_fault *fault);
dls_error dls_motion_judge_rk(dls_motion_run *R, double h, const dls_motion_point *from,
                              const dls_motion_point *to, double *worst, dls_fault *fault);

struct dls_motion_run {
    dls_pool pool;
    dls_motion_model model;        /* as given; nq is set */
    dls_motion_settings settings;  /* as given; step is set */
    dls_motion_source *source;     /* of values: dls_motion_evaluate (R->source, ...) */
    dls_int memories;              /* of the scheme */
    dls_int n, nq, nb, nu, nt, np; /* nt = (d - 1) nu, np = nb + nu + nt */
    int d, dim;                    /* columns of [N T] of a contact; of them normal and tangents */
    bool moving;                   /* the model gives speeds */
    bool friction;                 /* d > 1, and not all mu are zero */
    bool soft;                     /* compliant contacts: not all are rigid */
    bool creeps;                   /* their tangents: not all are rigid */
    bool rolls, spins;             /* contacts have such moments */
    bool fixed;                    /* M, G, N, T are constant */
    bool linear;                   /* ... and the force is f0 - C v - K q with a constant f0 */
    bool jacobian; /* Jacobians of the force are given, or linear: Newton's method uses them */
    bool fine;     /* the step is one of the two halves that a whole one is compared with */
    dls_int redundant, repeats; /* constraints that repeat others; one of them */
    bool suspect;               /* a factorisation was not possible: they have been counted */
    double tend;
    double from, until; /* a stretch of steps of one length; without samples all of the run */
    double factors[3];  /* HIGHORDER (66) */
    const dls_motion_tableau *tableau; /* a copy; NULL where the course has none */
    dls_watch watch;
    dls_step_host shown;
    dls_motion_stats stats; /* schemes add solves, factorisations, iterations, residual */
    const dls_motion_scheme *scheme;
    void *workspace; /* of the scheme */
    dls_motion_point now;
    dls_motion_values here; /* at `now` when a step begins: gap, and what was evaluated to store */
    struct dls_motion_book *book; /* columns and events: engine.c */
};

/* Is the time of computing over, or does the user want to stop? The report says so, then. Asked in
   every iteration. */
bool dls_motion_over(dls_motion_run *R, dls_motion_report *report);
/* The step has no solution; returns DLS_OK, so that steps end by `return dls_motion_refuse (...)`.
   The first reason stays. */
dls_error dls_motion_refuse(dls_motion_report *report, const char *format, ...);
/* Newton's matrix leaves out d(G p)/dq: of a chain with links of length l iterations grow where
   3 (h c/l)^2 > 1, c^2 its pull by its mass per length. Where they hardly converge (creeps), of the
   step from `was` to v a part is taken, by Aitken's delta squared: w := -w s'd/d'd, d the change of
   the step s since the last one; returns w. */
double dls_motion_relax(dls_int n, bool creeps, double w, const double *was, double *step,
                        double *v);
/* Is a state good enough after this relative change, `last` the one before (0: none)? Contact
   problems are solved as well as their tolerance says. */
bool dls_motion_settled(const dls_motion_run *R, double change, double last);
/* After an iteration of Newton's method that did not settle: is there another one? No after the
   last that is allowed (refused), at a limit of time, or where the step is refused already. The
   Jacobians of a force that takes many iterations are added to the `parts` that are evaluated. */
bool dls_motion_iterates(dls_motion_run *R, int iteration, double change, unsigned *parts,
                         dls_motion_report *report);
/* An event within the step; forgotten when the step is not accepted. A step that tells none has its
   changes of status told by the engine. */
dls_error dls_motion_tell(dls_motion_run *R, double t, dls_int contact, int kind, double value,
                          dls_fault *fault);
/* Adds the counts of a percussion to those of the run, and refuses where it is not solved. */
void dls_motion_count(dls_motion_run *R, const dls_percussion_result *result,
                      dls_motion_report *report);
/* *P for a problem (its host and rank_tolerance are set here): made the first time, *P being NULL,
   then loaded with new values. The scheme frees it. */
dls_error dls_motion_percussions(dls_motion_run *R, const dls_percussion_problem *problem,
                                 dls_percussion **P, dls_fault *fault);
/* Cohesion c acts on active contacts, and their law speaks of p + h c: r := r - N h c, and
   afterwards (N: none) p := p - h c */
void dls_motion_pull(dls_int nu, const bool *active, double h, const double *c, dls_view N,
                     double *r);
/* to->p and to->status from the answer p of P (of all contacts, mu of them; normals only: d = 1) */
void dls_motion_sort(const dls_motion_run *R, const dls_percussion *P, const double *mu,
                     const double *p, dls_motion_point *to);
/* work.c: what a step adds to to->work: h f, and the percussions to->p along G, N, T of E, on
   (v0 + v1)/2; h = 0: percussions alone */
void dls_motion_work(const dls_motion_run *R, double h, const dls_motion_values *E,
                     const double *v0, const double *v1, dls_motion_point *to);
/* The part of it that contacts made, if any; size: of its terms, of the squares of percussions;
   push: of the force in the step */
void dls_motion_gain(const dls_motion_run *R, double made, const double size[2], double push,
                     dls_view M, dls_motion_point *to);
/* Of a linear model E->f := room := f + (a fv + b fq) x; of others it is as it was asked last. */
void dls_motion_later_force(const dls_motion_run *R, double a, double b, const double *x,
                            dls_motion_values *E, double *room);
double dls_motion_power(dls_view G, dls_int j, const double *v); /* column j of G'v */
/* f'v without what changes states beside velocities */
double dls_motion_force_power(const dls_motion_run *R, const double *f, const double *v);
/* power: of the force, of the bilateral reactions lambda, at velocity v */
void dls_motion_powers(const dls_motion_run *R, const dls_motion_values *E, const double *lambda,
                       const double *v, double power[2]);
/* combine.c: A := a M + b fv + c fq (rows = 0 or a factor 0: left out), in memory that is kept; and
   B := [N T], contact by contact, d columns each */
typedef struct {
    dls_mat A, B;
    dls_int room_A, room_B;
    dls_scatter sum;
} dls_motion_matrices;
dls_error dls_motion_combine_matrices(dls_motion_matrices *K, double a, dls_view M, double b,
                                      dls_view fv, double c, dls_view fq, dls_fault *fault);
dls_error dls_motion_interleave(dls_motion_matrices *K, int d, dls_view N, dls_view T,
                                dls_fault *fault);
/* The same of E, but contacts with from_other[i] (other NULL: none) have the columns of `other` */
dls_error dls_motion_interleave_from(dls_motion_matrices *K, int d, const dls_motion_values *E,
                                     const dls_motion_values *other, const bool *from_other,
                                     dls_fault *fault);
/* A := sum of `count` matrices times factors, as in dls_motion_combine_matrices */
dls_error dls_motion_sum_matrices(dls_motion_matrices *K, dls_int n, int count,
                                  const dls_view *parts, const double *factor, dls_fault *fault);
/* *joined := [G, columns j of N with p[j] > 0], in B */
dls_error dls_motion_append(dls_motion_matrices *K, dls_view G, dls_view N, const double *p,
                            dls_view *joined, dls_fault *fault);
void dls_motion_matrices_free(dls_motion_matrices *K);
/* |x - old|; old := x */
double dls_motion_replace(dls_int n, const double *x, double *old);
/* out := (1 - theta) v0 + theta v1 */
void dls_motion_mean(dls_int n, double theta, const double *v0, const double *v1, double *out);
/* R->now.memory from one of nu0 contacts, of `count` numbers; book.c: p */
void dls_motion_carry(dls_motion_run *R, dls_int nu0, dls_int count, const double *memory);
void dls_motion_spread(const dls_motion_run *R, dls_int nu0, const double *p0, double *p);
/* to := from (all of it) */
void dls_motion_copy(const dls_motion_run *R, const dls_motion_point *from, dls_motion_point *to);
/* The arrays of a point, in a layout */
void dls_motion_point_take(const dls_motion_run *R, dls_room *room, dls_motion_point *point);

#endif
