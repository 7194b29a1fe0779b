/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coulomb friction problems. All methods improve one point (r, v) of a task; dls_friction_look
   recomputes its residual from the caller's data and keeps the best point seen. A method stops
   when a look says solved, or when it cannot go on; it never judges itself.

   Newton-like methods share one linear system: per contact A dr + B du = c, with du = W dr, or
   M dv - H'dr = g and du = H dv. They differ in the d-by-d blocks A and B alone. */
#ifndef DLS_FRICTION_H
#define DLS_FRICTION_H

#include "delassus/operator.h"
#include "law/law.h"

typedef struct dls_friction_solver dls_friction_task;
typedef struct dls_friction_system dls_friction_system;
typedef struct dls_mobility dls_mobility;

/* What a method needs of memory is made when it is first used, and kept with the task. */
typedef enum {
    DLS_WORK_INTERIOR,
    DLS_WORK_NEWTON,
    DLS_WORK_PSEUDO_TIME,
    DLS_WORK_FIXPOINT,
    DLS_WORK_CONVEX,
    DLS_WORK_SWEEPS,
    DLS_WORK_SPRINGS,
    DLS_WORK_FACETS,
    DLS_WORK_MODES,
    DLS_WORK_ARCLENGTH,
    DLS_WORK_COUNT
} dls_friction_work;

/* What is known of the modes of contact, all of them: OPEN, no solution was found in them and
   rounding decides some; REFUTED, none has a solution, which is proved. */
typedef enum { DLS_MODES_UNSEEN, DLS_MODES_OPEN, DLS_MODES_REFUTED } dls_friction_modes_known;

struct dls_friction_solver {
    dls_pool pool;
    dls_friction_problem own; /* copies, but for those of a task that lasts one call */
    dls_friction_settings chosen;
    const dls_friction_problem *problem;
    const dls_friction_settings *settings;
    dls_host host;
    int d;
    dls_int nc, N, n; /* n = 0 in local form */
    dls_int version;  /* of W, or M and H: what is made of them is made again when it grows */
    dls_mat W, M, H;
    double *mu, *f, *q;              /* nc, n, N */
    double *rho;                     /* nc: 1 / mean diagonal of W_cc, see dls_residual */
    double *r, *u, *v;               /* the point, in arrays of the caller; u follows from r or v */
    double *g;                       /* n: M v + f - H'r */
    double *best_r, *best_v, best;   /* least error seen, */
    bool best_small;                 /* but for velocities the tolerance is met */
    double *work;                    /* N + 3n */
    double *past_r[2], *past_v[2];   /* the last answers, newest first */
    int answers;                     /* how many of them there are */
    bool loaded;                     /* springs had their turn */
    bool brief;                      /* a method is to leave soon where it meets difficulties */
    bool swept;                      /* it begins where sweeps ended */
    dls_int sweeps;                  /* iterations that were these, and do not count for others */
    bool near;                       /* the point comes from an answer nearby */
    double error, natural, equality; /* of the last look; error: above the tolerance, too, where */
    double measured;                 /* velocities are wrong; without them */
    double expected;                 /* size of reactions that the data suggest; 0: nothing acts */
    double speed;                    /* length of the velocities that the data alone cause */
    dls_friction_modes_known modes;
    bool far, ran_away; /* the last look: far beyond that; solved once, but so far */
    dls_watch watch;    /* MaxTime and Ctrl-C */
    dls_friction_result *result;
    dls_friction_system *system; /* see dls_friction_system_of */
    dls_parts *bodies;           /* see dls_friction_bodies_of */
    dls_mobility *mobility;      /* see dls_friction_mobility_of */
    void *kept[DLS_WORK_COUNT];
};

/* Of a row: divisions by 2 or 3 that are known cost a tenth of others. */
static inline dls_int dls_friction_contact_of(int d, dls_int row)
{
    return d == 3 ? row / 3 : row / 2;
}

/* task.c */
/* Of a zeroed task: everything, on the caller's problem and settings, or on copies. */
dls_error dls_friction_task_new(dls_friction_task *T, const dls_friction_problem *problem,
                                const dls_friction_settings *settings, bool copies,
                                dls_fault *fault);
/* A struct of `size` bytes that begins with a dls_friction_task *, laid out once. NULL: out of
   memory. */
void *dls_friction_workspace(dls_friction_task *T, dls_friction_work which, size_t size,
                             dls_layout *layout);
void dls_friction_tell(dls_friction_task *T, const char *format, ...);

/* residual.c: u, g and the errors of the point; true if it meets the tolerance. */
bool dls_friction_look(dls_friction_task *T);
void dls_friction_expect(dls_friction_task *T); /* T->expected, T->speed */
/* Of the point that was looked at last: the measures of dls_residual (NaN: it is none), and the
   error of velocities. */
double dls_friction_measure(dls_friction_task *T, bool scaled);
double dls_friction_velocity_error(dls_friction_task *T);
/* That part of T->speed may be wrong in an answer that is solved; INFINITY: any. */
double dls_friction_velocity_tolerance(const dls_friction_settings *settings);
/* false, with the outcome set: iterations or time are used up, or the user wants to stop. */
bool dls_friction_may_go_on(dls_friction_task *T, double most);

/* ---- linear systems (system.c, pattern.c, solution.c) ---- */
typedef struct {
    double *A, *B;  /* the local form uses these */
    double *Ai, *C; /* A^-1 and A^-1 B: the global form */
    double *C0;     /* symmetric positive semidefinite, near C: for Cholesky and GMRES */
} dls_friction_blocks;

/* What solves the systems of a method. Of K0 = M + H'C0 H, or I + F'W F, there may be a Cholesky
   factor, with which GMRES solves; what it leaves decides:

       NONE ---> FRESH ----------> OLD      the next matrix differs little (`near`), and no pause
                  | ^---------------'       it left too much in the steps that pay: factor anew
                  | left too much, or K0 is singular
                  v
                PLAIN <---> STRAIGHT      L U of the whole; Cholesky again where C = C0 (`straight`)

   A method begins with FRESH or OLD as the last one left them, else with NONE. Small systems and
   full local ones have L U in K itself: FRESH. */
typedef enum {
    DLS_FACTOR_NONE,
    DLS_FACTOR_FRESH,
    DLS_FACTOR_OLD,
    DLS_FACTOR_PLAIN,
    DLS_FACTOR_STRAIGHT
} dls_friction_factor;

struct dls_friction_system {
    dls_friction_task *task;
    dls_friction_blocks blocks;
    dls_int version;              /* of the task that values, entry are of */
    dls_int entries, coordinates; /* sizes */
    dls_mat K;                    /* local: A + B W, global: M + H'C H */
    bool symmetric;               /* K is the lower triangle of I + F'W F, M + H'C0 H */
    bool straight;  /* set by the method: C = C0, the lower triangle is all there is */
    double *values; /* of W or M on the pattern of K */
    /* global: contact c touches coordinate[start[c] .. start[c+1]), and has d entries of H for each
       of them; local, symmetric: these are contacts, from c on, each with its block of W */
    dls_int *start, *coordinate;
    double *entry;
    dls_int *mark, *list; /* order of K, and contacts: of the pattern */
    dls_linsys *solver;
    double *rhs, *correction; /* order of K */
    dls_gmres krylov;
    dls_friction_factor factor;
    dls_friction_system *plain; /* L U of the whole, made when it is needed */
    double share, goal;         /* set by the method: residuals that may be left, of the right-hand
                                   side and absolute */
    bool near;                  /* set by the method: matrices follow that differ little */
    double *factored;           /* of the Cholesky factor: C0, or F of C0 = F F' (local) */
    double *turned;             /* local: F^-1 C, */
    double *y, *h, *rest;       /* dr = rest + F y, y + F^-1 C W dr = h, */
    double *half;               /* and F y */
    int worth;                  /* steps of GMRES with an old factor that pay */
    int pause, wait;            /* factors without a trial of the old one: so many, and left */
};

/* The system of the task, as a method finds it when it begins. */
dls_error dls_friction_system_of(dls_friction_task *T, dls_friction_system **out, dls_fault *fault);
/* The pattern and constant parts: K, values, start, coordinate, entry. */
dls_error dls_friction_pattern(dls_friction_system *S, dls_fault *fault);
void dls_friction_pattern_fill(dls_friction_system *S);
/* For the blocks in S->blocks. DLS_ERROR_NUMERICAL: singular. */
dls_error dls_friction_system_factor(dls_friction_system *S, dls_fault *fault);
/* Whatever factor there is: Cholesky, or L U. */
dls_error dls_friction_system_renew(dls_friction_system *S, bool plainly, dls_fault *fault);
/* solution.c: c (N), g (n) -> dr, du (N), dv (n) */
dls_error dls_friction_system_solve(dls_friction_system *S, const double *c, const double *g,
                                    double *dr, double *du, double *dv);

/* ---- bodies.c: the blocks into which M falls apart ---- */
/* a pivot of M, scaled to a unit diagonal, that is none */
#define DLS_BODIES_SINGULAR 1e-13

/* NULL: out of memory */
const dls_parts *dls_friction_bodies_of(dls_friction_task *T);
/* Would M^-1, or a matrix of so many entries beside it, take too much memory? */
bool dls_friction_bodies_large(const dls_parts *B, double entries);
/* Why a method that needs M^-1 has none: M is singular, or it is large. */
void dls_friction_bodies_tell(dls_friction_task *T, bool regular, const char *method);

/* ---- mobility.c: W = H M^-1 H' of the global form ---- */
struct dls_mobility {
    dls_operator W; /* of M, its columns H' */
    dls_mat rows;   /* H' */
    int version;
    bool regular, large; /* M is; W would take too much memory: then there is none */
};

dls_error dls_friction_mobility_of(dls_friction_task *T, dls_mobility **out, dls_fault *fault);
/* v = M^-1 (H'r - f) of the point */
dls_error dls_friction_mobility_move(dls_mobility *B, dls_friction_task *T);

/* ---- methods: what they keep, made at the first call; and the run ---- */
typedef dls_error dls_friction_method(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_newton_prepare(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_newton(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_interior_prepare(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_interior(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_pseudo_time_prepare(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_pseudo_time(dls_friction_task *T, dls_fault *fault);
/* What a step of it costs, and what a factorisation does, in sweeps, as sizes suggest */
double dls_friction_pseudo_time_price(const dls_friction_system *S);
double dls_friction_factor_price(const dls_friction_system *S);
dls_error dls_friction_gauss_seidel_prepare(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_gauss_seidel(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_lcp_prepare(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_lcp(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_fixpoint_prepare(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_fixpoint(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_arclength_prepare(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_arclength(dls_friction_task *T, dls_fault *fault);
/* modes.c: 2D, or mu = 0 and Inf: a solution, or T->modes; consider leaves the point alone */
dls_error dls_friction_enumerate_prepare(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_enumerate(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_consider(dls_friction_task *T, dls_fault *fault);
/* track.c: from an answer nearby; single.c: one contact */
dls_error dls_friction_track(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_single(dls_friction_task *T, dls_fault *fault);
/* springs.c: a start where loads are carried at rest (rests: are they, at this point?) */
bool dls_friction_rests(const dls_friction_task *T);
dls_error dls_friction_springs(dls_friction_task *T, dls_fault *fault);
/* auto.c: methods in turns */
dls_error dls_friction_automatic_prepare(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_automatic(dls_friction_task *T, dls_fault *fault);
/* solve.c: solved, refuted, or limits reached; back to the best point; is that far larger than what
   the data suggest; from the point of the task to the best one, judged */
bool dls_friction_over(const dls_friction_task *T);
void dls_friction_take_best(dls_friction_task *T);
bool dls_friction_is_large(dls_friction_task *T);
/* |rho u| / |r| at this point, u of the contacts that carry: small where loads are carried at rest;
   NaN: nothing carries */
double dls_friction_pace(const dls_friction_task *T);
dls_error dls_friction_run(dls_friction_task *T, dls_fault *fault);
dls_error dls_friction_prepare(dls_friction_task *T, dls_fault *fault);

#endif
