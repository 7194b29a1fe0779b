/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runge-Kutta methods between events (HIGHORDER 5): what the files rk_*.c and event_*.c share.

   Rows are numbered through [bilateral; contacts; tangents]. While no event happens some rows take
   part, S->rows, an independent set of: bilateral constraints, closed contacts, tangents of those
   that stick. Where a contact slips its reaction is along N - mu T s, s the direction of slipping.
   A step of a scheme is a chain of pieces between events. The memory of the scheme says what the
   contacts do; everything else in the workspace is made from it, or a cache. */
#ifndef DLS_RK_H
#define DLS_RK_H

#include "motion/scheme.h"

/* A state, with the gaps and their rates; p: integrals of the reactions of S->rows. */
typedef struct {
    double t, tolerance;    /* tolerance: the gap that rounding leaves undecided */
    double work[DLS_WORKS]; /* of the step that ends here, with p */
    double *q, *v, *p, *g, *u;
} dls_rk_state;

/* Of some rows at one instant: gradients, directions of the reactions, speeds (G'v + w). */
typedef struct {
    dls_mat G, F;
    dls_int room_G, room_F; /* entries that there is memory for */
    dls_view g, f;          /* of G, of F or G */
    double *w;
} dls_rk_gradients;

/* Accelerations and reactions at one state with some contacts. */
typedef struct {
    bool known;
    double t, *q, *v, *memory, *a, *lambda;
    double power[DLS_WORKS];
} dls_rk_start;

/* What happened between two states, per contact: an open one was crossed (value is its gap, rate
   the gap's rate), or a closed one pulls (value is its reaction), leaves the friction cone while it
   sticks, or turns back while it slips. pulls: it has to be let go. */
typedef struct {
    bool *happened, *closed, *pulls;
    double *value, *rate;
    bool any, hits; /* one happened; one of an open contact */
} dls_rk_found;

enum { DLS_RK_HALVES = 8, DLS_RK_LEVELS = 16 };

/* event_hidden.c: rates of positions at both ends of a piece; gaps and rates between, a row each */
typedef struct {
    double *rate[2], *g, *u;
} dls_rk_path;

/* Pieces of the last steps, of the same size each: event_dense.c */
typedef struct {
    dls_int count, room;
    double *data;
} dls_rk_pieces;

typedef struct {
    dls_pool pool;
    dls_motion_run *R;
    const dls_motion_tableau *T;
    dls_motion_report *report;          /* of the step that is made */
    double length, *percussions, *work; /* of that step; work: since the motion began */
    double *residual;                   /* of its impacts */
    dls_int n, nq, nb, nu, all;
    int d, s;
    /* views of the memory of the step; closed .. kept_bilateral: 1 or 0; who: identities; patience:
       events of several contacts that the next step locates */
    double *begun, *load, *patience, *direction, *closed, *slips, *kept, *kept_bilateral, *who;
    dls_int remembered; /* numbers from direction on: what the contacts do */
    /* what follows from it */
    dls_int *active, *rows, *bilateral, actives, count, bilaterals;
    bool sliding;           /* some contact slips */
    double *speed;          /* of slipping contacts where a piece begins */
    dls_percussion *saddle; /* [M -F; G' 0] of what was looked at last */
    dls_int *set, sets;     /* its rows, where it lasts; sets < 0: it does not */
    dls_view none;          /* no contacts: n-by-0 */
    dls_motion_values stage, bar;
    dls_rk_gradients at, beside;
    dls_scatter sum;
    /* stages, one after the other: velocities, their rates, reactions, rates of positions (V itself
       where dq/dt = v), positions */
    double *V, *W, *L, *D, *Qs;
    double *power; /* of the stages, DLS_WORKS each */
    /* they begin at stages_t; stages_end: where a step ends with them, NAN: it does not; whole: it
       is nothing but these; projected: its end onto its constraints */
    double stages_t, stages_h, stages_end;
    int stages_index;
    bool whole, projected;
    int halvings; /* of pieces whose stages did not converge; kept for the halves of a step */
    double *Q, *vbar, *qbar, *zero;  /* nq, n, nq, n */
    double *bias, *lambda, *turning; /* all, all, nt */
    dls_rk_start starts[2];          /* the last two that were asked for */
    int newest;
    dls_rk_state y, z, x, before, after, half[DLS_RK_HALVES];
    dls_rk_found begin, found, what;
    dls_rk_path path;
    struct dls_rk_implicit *implicit;
    struct dls_rk_contacts *contacts;
    dls_rk_pieces pieces;
} dls_rk;

/* rk.c */
dls_error dls_motion_rk_new(dls_motion_run *R, dls_fault *fault); /* R->workspace */
void dls_motion_rk_free(dls_motion_run *R);
/* rk_memory.c */
dls_int dls_motion_rk_memories(const dls_motion_run *R);
/* Memory of R->nu contacts from that of nu0; left out where it has not `count` numbers */
void dls_motion_rk_carry(const dls_motion_run *R, dls_int nu0, dls_int count, const double *from,
                         double *to);
/* Its memory is that of a point. */
void dls_motion_rk_attach(dls_rk *S, double *memory);
/* active, rows, bilateral from the memory; are they those of `memory`, from direction on? */
void dls_motion_rk_select(dls_rk *S);
bool dls_motion_rk_same_rows(const dls_rk *S, const double *memory);
/* The contacts that there are when a step begins, S->y with its gaps */
dls_error dls_motion_rk_meet(dls_rk *S, dls_fault *fault);
/* rk_step.c: out = x + h * sum_j row[j] X_j, j < count, X_j of length n */
void dls_motion_rk_combine(dls_int n, const double *x, double h, const double *row, int count,
                           const double *X, double *out);
/* dq/dt = v, or along the model's own advance */
void dls_motion_rk_rate(dls_rk *S, const double *q, const double *v, double *rate);
/* Sums of rates lead away from quaternions of length one, and angles of joints from their bodies.
   Where that is more than a little, S->y.q := itself advanced by no time; was it? */
bool dls_motion_rk_normalise(dls_rk *S);
void dls_motion_rk_copy(const dls_rk *S, const dls_rk_state *from, dls_rk_state *to);
/* The tangent e of contact k among the rows */
static inline dls_int dls_rk_tangent(const dls_rk *S, dls_int k, int e)
{
    return S->nb + S->nu + k * (S->d - 1) + e;
}

/* rk_values.c: E at an instant with what the rows need, and more; P of these rows (may be NULL) */
dls_error dls_motion_rk_look(dls_rk *S, dls_motion_values *E, unsigned more, const dls_int *rows,
                             dls_int count, double t, const double *q, const double *v,
                             dls_rk_gradients *P, dls_fault *fault);
/* c = d/dt (G'v + w) at constant v; tangents by differences along the motion. */
dls_error dls_motion_rk_bias(dls_rk *S, dls_motion_values *E, const dls_int *rows, dls_int count,
                             double *c, dls_fault *fault);
/* y->g, y->u, y->tolerance */
dls_error dls_motion_rk_gaps(dls_rk *S, dls_rk_state *y, dls_fault *fault);

/* rk_accelerate.c: powers of the force and of the reactions lambda along S->at at velocity v */
void dls_motion_rk_power(const dls_rk *S, const dls_motion_values *E, const double *v,
                         const double *lambda, double *power);
/* (71) for some rows; M a = f + F lambda, G'a + c = 0 */
dls_error dls_motion_rk_accelerate(dls_rk *S, dls_motion_values *E, double t, const double *q,
                                   const double *v, double *a, double *lambda, dls_fault *fault);
dls_error dls_motion_rk_factor(dls_rk *S, const dls_motion_values *E, dls_view F, dls_view G,
                               dls_fault *fault);
/* M a = f + F l, G'a + c = 0 with a factorisation K of such matrices; refuses where it has none. */
dls_error dls_motion_rk_solve(dls_rk *S, dls_percussion *K, const double *f, const double *c,
                              double *a, double *l, dls_fault *fault);
/* The same at the end of one step, which is the beginning of the next: asked once. */
dls_error dls_motion_rk_start_at(dls_rk *S, const dls_rk_state *y, const dls_rk_start **start,
                                 dls_fault *fault);
/* v on G'v + w = 0 for some rows, by percussions lambda along F: in the kinetic metric the nearest
   where nothing slips */
dls_error dls_motion_rk_project(dls_rk *S, const dls_int *rows, dls_int count, dls_rk_state *y,
                                double *lambda, dls_fault *fault);

/* rk_step.c: one step while the contacts stay what they are; to->p is made */
dls_error dls_motion_rk_step(dls_rk *S, const dls_rk_state *y, double h, dls_rk_state *z,
                             dls_fault *fault);
/* The step that was tried is refused, not because the time is over: another one may be tried. */
bool dls_motion_rk_again(dls_rk *S);
/* rk_explicit.c, rk_implicit.c: the stages; index 1 or 2 */
dls_error dls_motion_rk_explicit(dls_rk *S, const dls_rk_state *y, double h, int index,
                                 dls_fault *fault);
dls_error dls_motion_rk_implicit(dls_rk *S, const dls_rk_state *y, double h, int index,
                                 dls_fault *fault);

#endif
