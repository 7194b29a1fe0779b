/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Delassus: Lagrangian systems with redundant constraints. The one public header.

   Conventions (the same in C, in Octave and in the papers):
     dynamics      M a + F = G lambda        F stands on the LEFT
     constraints   G' a + b = 0              gradients are the columns of G (n-by-m)
   Matrices are compressed by columns (CSC), 0-based, sorted rows, no duplicates, int64 indices;
   M is given in full (both triangles). Views never own and never write what they show.

   Tier 1: dls_kkt_once, dls_redundancy        one call, one answer
   Tier 2: dls_kkt_setup/solve/update/free     factorise once, solve many times
   Tier 3: dls_kkt_residual, dls_view_check    building blocks

   A *call error* (wrong size, not symmetric, out of memory) is a dls_error with a sentence in
   dls_fault. An *outcome* (solved, inconsistent, inaccurate) is a dls_outcome in the result: never
   an error.

   Units: any consistent ones; where nothing else is said a quantity has the unit that M, F, q and t
   give it, reals are finite, times that were spent are seconds of a clock on the wall, counts begin
   at 0, relative residuals are 0 at best and of the order of rounding where an answer is exact.
   Arrays: their lengths stand beside them.

   Threads: the library has no mutable statics. Different objects may be used in different threads
   at the same time; one object by one thread at a time. Whoever calls from several threads lets
   OpenBLAS run one thread (OPENBLAS_NUM_THREADS=1). */
#ifndef DELASSUS_H
#define DELASSUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The library exports what stands here, and nothing else. */
#pragma GCC visibility push(default)

#define DLS_VERSION "0.2.0"

typedef int64_t dls_int;

/* What a call did:  X(symbol, identifier used after "delassus:") */
#define DLS_ERRORS(X)                                                                              \
    X(OK, "ok")                                                                                    \
    X(ERROR_DIMENSION, "dimension")                                                                \
    X(ERROR_STRUCTURE, "structure")                                                                \
    X(ERROR_NOT_FINITE, "notFinite")                                                               \
    X(ERROR_NOT_SYMMETRIC, "notSymmetric")                                                         \
    X(ERROR_INDEFINITE, "indefinite")                                                              \
    X(ERROR_OPTION, "option")                                                                      \
    X(ERROR_PATTERN, "pattern")                                                                    \
    X(ERROR_MEMORY, "outOfMemory")                                                                 \
    X(ERROR_NUMERICAL, "numerical")                                                                \
    X(ERROR_FILE, "file")                                                                          \
    X(ERROR_FORMAT, "format")                                                                      \
    X(ERROR_MODEL, "model")

#define DLS_ENUM(symbol, id) DLS_##symbol,
typedef enum { DLS_ERRORS(DLS_ENUM) DLS_ERROR_COUNT } dls_error;

/* What a solver concluded:  X(symbol, text in info.status, info.exitflag), from good to bad:
   solved; answers that were proved; limits, after which the best point is returned; failures, of
   which an open question is the least. Flags are quadprog's: 1 solved, 0 a limit, -2 no solution,
   -3 unbounded; below: -4 undecided, -5 trouble, -6, -7. */
#define DLS_OUTCOMES(X)                                                                            \
    X(SOLVED, "solved", 1)                                                                         \
    X(INCONSISTENT, "inconsistent", -2)                                                            \
    X(INFEASIBLE, "infeasible", -2)                                                                \
    X(PRIMAL_INFEASIBLE, "primal_infeasible", -2)                                                  \
    X(NO_SOLUTION, "no_solution", -2)                                                              \
    X(DUAL_INFEASIBLE, "dual_infeasible", -3)                                                      \
    X(MAX_ITERATIONS, "max_iterations", 0)                                                         \
    X(TIME_LIMIT, "time_limit", 0)                                                                 \
    X(INTERRUPTED, "interrupted", 0)                                                               \
    X(NOT_DECIDED, "undecided", -4)                                                                \
    X(RAY, "ray", -7)                                                                              \
    X(INACCURATE, "inaccurate", -6)                                                                \
    X(NUMERICAL_TROUBLE, "numerical_trouble", -5)

#define DLS_ENUM3(symbol, text, flag) DLS_##symbol,
typedef enum { DLS_OUTCOMES(DLS_ENUM3) DLS_OUTCOME_COUNT } dls_outcome;

const char *dls_error_id(dls_error code);
const char *dls_outcome_text(dls_outcome outcome);
int dls_outcome_exitflag(dls_outcome outcome);
/* Where a number is 1, its noun is singular: "1 row" for "1 rows"; texts grow no longer by it. */
void dls_agree(char *text);
/* snprintf, and that */
void dls_phrase(char *text, size_t room, const char *format, ...);

/* The sentence that goes with an error: argument, what was found, what was expected. */
typedef struct {
    dls_error code; /* DLS_OK: none */
    char text[320]; /* UTF-8 as the names in it, ends with 0; "" without an error */
} dls_fault;

/* A sparse matrix that somebody else owns. */
typedef struct {
    dls_int rows, cols; /* 0..; rows of a column are 0..rows-1 */
    const dls_int *p;   /* cols+1 column starts */
    const dls_int *i;   /* row of each entry, increasing within a column */
    const double *x;    /* value of each entry */
} dls_view;

/* Sizes, starts, order of rows, finite values; `name` is used in the sentence. */
dls_error dls_view_check(dls_view A, const char *name, dls_fault *fault);

/* ---- settings: one list gives the struct, defaults, ranges, the reader and the help table ----
   X(kind, field, "Name", default, low, high, choices, help); choices are numbered from 0. */
#define DLS_KKT_SETTINGS(X)                                                                        \
    X(CHOICE, method, "Method", 0, 0, 6, "auto|cholesky|ldl|lu|qr|dense|mumps",                    \
      "factorisation; auto predicts the cost, dense is the singular value decomposition")          \
    X(REAL, tolerance, "Tolerance", 1e-12, 1e-15, 1e-2, "",                                        \
      "relative residual up to which an answer counts as solved")                                  \
    X(REAL, rank_tolerance, "RankTolerance", 0, 0, 1e-1, "",                                       \
      "of dense and of undetermined accelerations, relative; 0: from rounding")                    \
    X(REAL, rho, "Rho", 0, 0, 1e-2, "", "proximal weight on a, relative to M; 0: by method")       \
    X(REAL, delta, "Delta", 0, 0, 1e-2, "",                                                        \
      "proximal weight on lambda, relative to G'G; 0: by method")                                  \
    X(REAL, data_accuracy, "DataAccuracy", 1.8e-15, 0, 1e-2, "",                                   \
      "relative accuracy of M, G, F, b: no verdict depends on changes within it")                  \
    X(INTEGER, max_iterations, "MaxIterations", 0, 0, INFINITY, "",                                \
      "proximal and Krylov steps per solve; 0: 400")                                               \
    X(REAL, max_time, "MaxTime", INFINITY, 0, INFINITY, "",                                        \
      "seconds after which the best answer so far is returned")                                    \
    X(CHOICE, display, "Display", 0, 0, 2, "off|final|iter", "what is printed")

#define DLS_FIELD_REAL double
#define DLS_FIELD_INTEGER double
#define DLS_FIELD_FLAG double
#define DLS_FIELD_CHOICE double
#define DLS_FIELD(kind, field, name, value, low, high, choices, help) DLS_FIELD_##kind field;
typedef struct {
    DLS_KKT_SETTINGS(DLS_FIELD)
} dls_kkt_settings;

enum {
    DLS_KKT_AUTO,
    DLS_KKT_CHOLESKY,
    DLS_KKT_LDL,
    DLS_KKT_LU,
    DLS_KKT_QR,
    DLS_KKT_DENSE,
    DLS_KKT_MUMPS
};

typedef enum { DLS_KIND_REAL, DLS_KIND_INTEGER, DLS_KIND_FLAG, DLS_KIND_CHOICE } dls_kind;

typedef struct {
    const char *name;        /* as users write it */
    dls_kind kind;           /* how its number is read */
    size_t offset;           /* of the field in its struct, bytes */
    double value, low, high; /* default; least and greatest value */
    const char *choices;     /* "a|b|c" for DLS_KIND_CHOICE */
    const char *help;        /* one line, with the unit */
} dls_setting;

/* The table of a function's settings by its user name ("dls_kkt"); NULL when there is none. */
const dls_setting *dls_settings_of(const char *function, size_t *count);
dls_kkt_settings dls_kkt_defaults(void);
/* The row of a name; NULL: unknown. Names and choices are compared without regard to case. */
const dls_setting *dls_setting_find(const dls_setting *table, size_t count, const char *name);
/* What a name or choice of 0.1 is called now; NULL: it has not changed. */
const char *dls_setting_renamed(const char *name);
/* "; did you mean 'x'?" where one of "x|y" or "x, y" differs from name by few letters, else "". */
void dls_setting_nearest(const char *name, const char *names, char *text, size_t size);
/* Set one field by name from a number, or from one of its choices ("on", "off" of a flag). Unknown
   names are errors, and those of 0.1, too: they tell the new one. */
dls_error dls_setting_number(const dls_setting *table, size_t count, void *settings,
                             const char *name, double value, dls_fault *fault);
dls_error dls_setting_text(const dls_setting *table, size_t count, void *settings, const char *name,
                           const char *text, dls_fault *fault);

/* What the core asks of its host: where progress lines go (it never prints by itself), and whether
   the user wants to stop (asked between iterations: Ctrl-C). Either may be NULL. */
typedef struct {
    void (*line)(void *data, const char *text); /* one line, without its end */
    bool (*interrupted)(void *data);            /* asked often: costs next to nothing */
    void *data;                                 /* first argument of both */
} dls_host;

/* ---- verification ----
   Is an answer right? Of problem and answer alone, by products and comparisons: verify/verify.h. */
typedef struct {
    const char *name;    /* a text of the library */
    double value, bound; /* relative, or counts; the worst of all that have this name */
    bool ok;             /* value <= bound */
} dls_verify_line;

enum { DLS_VERIFY_CHECKS = 24, DLS_VERIFY_LEFT = 8 };
typedef struct {
    bool ok;         /* all checks are met, and something is claimed */
    bool verifiable; /* something is claimed */
    double residual; /* the largest relative error of the equations; NaN: not asked for */
    double excludes; /* solutions are excluded up to so many of their natural sizes; NaN: none is */
    int checks, left;                         /* how many, 0.. */
    dls_verify_line check[DLS_VERIFY_CHECKS]; /* the first `checks` */
    const char *not_checked[DLS_VERIFY_LEFT]; /* claims that were not checked */
    char message[320];                        /* the first check that failed; "" if none did */
} dls_verify_report;

/* Units (> 0) in which the entries of diag (row) A diag (col) are near one, whatever units A is
   given in; row (A.rows), col (A.cols, may be NULL: then a square A is symmetric, with one unit for
   a row and its column). */
dls_error dls_verify_find_units(dls_view A, double *row, double *col, dls_fault *fault);
/* Are the columns of S (rows-by-cols, their signs count) cases that exclude each other and are all?
 */
dls_error dls_verify_find_cover(dls_int rows, dls_int cols, const double *S, bool *all,
                                dls_fault *fault);

/* ---- KKT systems ---- */
typedef struct dls_kkt dls_kkt; /* a factorisation with copies of M and G */

/* What setup chose and what it cost. */
typedef struct {
    const char *method;    /* back end in use */
    double rho, delta;     /* proximal weights in the caller's units (0 for dense) */
    double tolerance;      /* the setting */
    double accuracy;       /* the setting: of data, relative */
    double factor_entries; /* entries of the factor */
    double matrix_entries; /* entries of the factorised matrix */
    double flops;          /* of the factorisation, as predicted (0: unknown) */
    dls_int rank;          /* of the KKT matrix; -1 where the method does not decide it */
    double time_setup;     /* seconds: scaling, assembly, ordering */
    double time_factor;    /* seconds: numeric factorisation */
    dls_int analyses;      /* symbolic analyses so far: update() leaves it */
} dls_kkt_stats;

/* What is known of one solution. Residuals are recomputed from M, G, F, b as given. */
typedef struct {
    dls_outcome outcome; /* solved, inconsistent, undecided, inaccurate, time_limit, interrupted */
    double dynamics;     /* |M a + F - G lambda| / (|F| + |M a| + |G lambda|) */
    double constraints;  /* |G'a + b| / (|b| + | |G|'|a| |), at rest see dls_kkt_rate_error */
    double worst;        /* largest residual of an equation relative to its terms, kkt/judge.c */
    double optimality;   /* |K'r| of the residual r, relative: 0 at a least-squares solution */
    double kernel;       /* bound of |part of lambda in ker G| / |lambda|; NaN: not measured */
    bool forces_inconsistent, constraints_inconsistent; /* which half has no solution */
    dls_outcome stopped; /* DLS_TIME_LIMIT or DLS_INTERRUPTED; else DLS_SOLVED */
    int steps;           /* proximal steps */
    int krylov;          /* Krylov and projection steps */
    double time;         /* seconds in this solve */
    const char *method;  /* not the factorisation's when a direct method came to the rescue */
} dls_kkt_result;

/* Certificates of inconsistency, caller's arrays; either may be NULL.
   constraints: G y = 0, b'y != 0.   forces: M x = 0, G'x = 0, F'x != 0. */
typedef struct {
    double *constraints; /* m */
    double *forces;      /* n */
} dls_kkt_certificate;

/* Factorise for M (n-by-n, symmetric positive semidefinite) and G (n-by-m). W is the metric of
   lambda (minimise lambda'W lambda): m-by-m SPD, or rows = 0 for the identity. */
dls_error dls_kkt_setup(dls_view M, dls_view G, dls_view W, const dls_kkt_settings *settings,
                        dls_host host, dls_kkt **out, dls_fault *fault);
/* The same without copies of M and G, which must stay as they are until K is freed: no updates. */
dls_error dls_kkt_borrow(dls_view M, dls_view G, dls_view W, const dls_kkt_settings *settings,
                         dls_host host, dls_kkt **out, dls_fault *fault);
/* New values on the same patterns: no symbolic analysis. After an error K solves nothing until it
   is updated again. */
dls_error dls_kkt_update(dls_kkt *K, dls_view M, dls_view G, dls_fault *fault);
/* Errors of b (m, absolute, in the units of b, >= 0; copied; NULL: none), for all later solves:
   what lies within them contradicts nothing, and is left of G'a + b by a solution. Where b is a sum
   of terms that cancel, DataAccuracy, which is relative to b itself, does not know their size. */
dls_error dls_kkt_set_accuracy(dls_kkt *K, const double *b, dls_fault *fault);
/* F (n), b (m) -> a (n), lambda (m). Allocates nothing but, once, what slow convergence needs. */
dls_error dls_kkt_solve(dls_kkt *K, const double *F, const double *b, double *a, double *lambda,
                        dls_kkt_certificate certificate, dls_kkt_result *result, dls_fault *fault);
/* `count` right-hand sides, one after the other, as all the rest: cheaper than one by one. */
dls_error dls_kkt_solve_many(dls_kkt *K, dls_int count, const double *F, const double *b, double *a,
                             double *lambda, dls_kkt_certificate certificate,
                             dls_kkt_result *results, dls_fault *fault);
void dls_kkt_free(dls_kkt *K);
dls_kkt_stats dls_kkt_get_stats(const dls_kkt *K);
void dls_kkt_get_size(const dls_kkt *K, dls_int *n, dls_int *m);

/* All of it in one call. */
dls_error dls_kkt_once(dls_view M, dls_view G, const double *F, const double *b, double *a,
                       double *lambda, dls_kkt_result *result, dls_fault *fault);

/* Residuals of any candidate, as defined in dls_kkt_result; work has 2n + 2m entries. */
void dls_kkt_residual(dls_view M, dls_view G, const double *F, const double *b, const double *a,
                      const double *lambda, double *work, double *dynamics, double *constraints);

/* A KKT system, and what is claimed of it; of what is not, NULL or 0. */
typedef struct {
    dls_view M, G;        /* n-by-n, n-by-m */
    const double *F, *b;  /* n, m; columns of many, one after the other */
    const double *errors; /* m: of b, absolute, in its units, the same for all columns */
} dls_kkt_problem;
typedef struct {
    dls_outcome outcome;        /* others than solved and inconsistent claim nothing */
    const double *a, *lambda;   /* n, m */
    const double *y, *x;        /* m, n: dls_kkt_certificate, constraints and forces */
    double tolerance, accuracy; /* the settings, relative; tolerance 0: the default */
} dls_kkt_claim;
/* A claim for each of `count` columns. M, G, F, b are valid. */
dls_error dls_verify_kkt(const dls_kkt_problem *problem, dls_int count, const dls_kkt_claim *claim,
                         dls_verify_report *report, dls_fault *fault);

/* ---- redundancy ---- */
#define DLS_REDUNDANCY_SETTINGS(X)                                                                 \
    X(REAL, rank_tolerance, "RankTolerance", 0, 0, 1e-1, "",                                       \
      "relative to the largest singular value of G in balanced units; 0: the gap below 1e-5")      \
    X(FLAG, leverage, "Leverage", 1, 0, 1, "", "compute R.leverage")                               \
    X(REAL, most, "MaxKernelEntries", 1e8, 0, 1e10, "",                                            \
      "give up R.kernel when it would have more entries")

typedef struct {
    DLS_REDUNDANCY_SETTINGS(DLS_FIELD)
} dls_redundancy_settings;
dls_redundancy_settings dls_redundancy_defaults(void);

/* Constraints that share states of self-stress: which of them to release so that all their
   reactions are determined. */
typedef struct {
    dls_int rows, count; /* constraints of the part; how many of them to release, no less */
    dls_int sets;        /* sets of constraints whose release does it */
    dls_int *row;        /* rows, increasing */
    dls_int *set;        /* sets-by-count: one set after the other, each increasing */
    bool complete;       /* all sets are listed */
} dls_release_part;

/* Which constraints are redundant, and what that leaves undetermined. Owned; see
   dls_redundancy_free. */
typedef struct {
    dls_int n, m;          /* coordinates, constraints: G is n-by-m */
    dls_int rank;          /* of G */
    dls_int *independent;  /* rank columns of G, increasing */
    dls_int *redundant;    /* the m - rank others, increasing */
    dls_view kernel;       /* m-by-(m - rank), G kernel = 0; column k is 1 at redundant[k] and
                                elsewhere nonzero only at independent ones; p == NULL: too large */
    bool *determined;      /* m: reaction i is the same in all solutions */
    double *leverage;      /* m: g_i' (G G')^+ g_i, exactly 1 when determined; NULL: not asked */
    double leverage_error; /* no leverage is further off */
    dls_release_part *releases; /* parts; none without a kernel */
    dls_int parts;              /* of these */
    dls_view floating; /* n-by-k, M floating = 0, G' floating = 0: undetermined accelerations */
    dls_int rank_mass; /* of M; that of [M G] is n less the columns of floating */
    /* last kept / first dropped value, the latter at least rounding: singular values or diagonal of
       R of G, of M and of [M G], each in units of its own (rank/units.c) */
    double gap, gap_mass, gap_all;
    double tolerance;        /* of G, relative, between the two */
    char message[340];       /* "", or what the verification refused: then gap is at most 1 */
    double *singular_values; /* min(n, m) of G in those units; NULL when that is not small */
    const double *units;     /* n: in a = units .* x inertias are 1, whatever the caller's units */
} dls_redundancy_report;

dls_error dls_redundancy(dls_view M, dls_view G, const dls_redundancy_settings *settings,
                         dls_redundancy_report **out, dls_fault *fault);
void dls_redundancy_free(dls_redundancy_report *report);
/* Verifies rank, determined, kernel, leverage, releases and floating; all: also what costs as much
   as the diagnosis, that independent columns are independent and nothing else floats. */
dls_error dls_verify_redundancy(dls_view M, dls_view G, const dls_redundancy_report *claim,
                                bool all, dls_verify_report *report, dls_fault *fault);

/* ---- conic programs ----
   minimise 1/2 x'P x + q'x  subject to  A x + s = b,  s in {0}^zero x R+^linear x second-order
   cones {(t, v): |v| <= t} of the sizes second[0..count-1], in this order. */
#define DLS_CONIC_SETTINGS(X)                                                                      \
    X(CHOICE, method, "Method", 0, 0, 2, "auto|cholesky|ldl",                                      \
      "linear systems: of P + A'W A, or of [P A'; A -W]; auto predicts the cost")                  \
    X(REAL, tolerance, "Tolerance", 1e-9, 1e-15, 1e-2, "",                                         \
      "relative residuals and gap up to which an answer counts as solved")                         \
    X(REAL, infeasible, "CertificateTolerance", 1e-9, 1e-14, 1e-4, "",                             \
      "a certificate of infeasibility excludes points up to 1/this, in sizes of the data")         \
    X(REAL, accuracy, "DataAccuracy", 8 * 2.220446049250313e-16, 0, 1e-2, "",                      \
      "of P, q, A, b, relative: no verdict depends on less")                                       \
    X(INTEGER, max_iterations, "MaxIterations", 0, 0, INFINITY, "",                                \
      "interior-point iterations; 0: 100")                                                         \
    X(REAL, max_time, "MaxTime", INFINITY, 0, INFINITY, "",                                        \
      "seconds after which the best answer so far is returned")                                    \
    X(CHOICE, display, "Display", 0, 0, 2, "off|final|iter", "what is printed")

typedef struct {
    DLS_CONIC_SETTINGS(DLS_FIELD)
} dls_conic_settings;
dls_conic_settings dls_conic_defaults(void);

typedef struct {
    dls_int zero, linear, count; /* rows of {0}, rows of R+, second-order cones */
    const dls_int *second;       /* count sizes >= 1 */
} dls_cones;

typedef struct {
    dls_view P;      /* n-by-n, symmetric positive semidefinite, given in full */
    const double *q; /* n */
    dls_view A;      /* m-by-n */
    const double *b; /* m */
    dls_cones cones; /* m rows in all */
} dls_conic_problem;

/* How a row stands at the end, from the sizes of s and y. */
typedef enum { DLS_ROW_UNDECIDED, DLS_ROW_STRONG, DLS_ROW_INACTIVE } dls_row;

typedef struct {
    /* solved, primal_infeasible, dual_infeasible, undecided, max_iterations, time_limit,
       interrupted, numerical_trouble; residuals are >= 0, at best of the order of rounding */
    dls_outcome outcome;
    double primal;         /* |A x + s - b| relative to max (|A x|, |s|, |b|), all scaled */
    double dual;           /* |P x + A'y + q| relative to max (|P x|, |A'y|, |q|), all scaled */
    double gap;            /* |x'P x + q'x + b'y| relative to the largest of the three */
    double cone;           /* how far s and y are outside of their cones, relative */
    double certificate;    /* 1 / size of excluded points, in sizes of the data; NaN: none */
    double objective;      /* 1/2 x'P x + q'x */
    double dual_objective; /* -1/2 x'P x - b'y */
    dls_int iterations, factorisations, refinements; /* of this problem, 0.. */
    const char *method;                              /* back end in use */
    double factor_entries;                           /* of one factor */
    double time, time_factor;                        /* seconds: in all; of it factorising */
    double tolerance;                                /* the setting: of primal, dual and gap */
    char message[320];                               /* what was found, what was tried */
} dls_conic_result;

/* x (n), s, y (m): on entry a warm start when `warm`, on return the solution, or the certificate:
     primal_infeasible  y in K*, A'y = 0, b'y = -1
     dual_infeasible    P x = 0, A x + s = 0, s in K, q'x = -1
   active (m) may be NULL. */
dls_error dls_conic(const dls_conic_problem *problem, const dls_conic_settings *settings, bool warm,
                    dls_host host, double *x, double *s, double *y, dls_row *active,
                    dls_conic_result *result, dls_fault *fault);

/* Many problems with P and A of the same patterns, and the same cones: setup checks, scales,
   analyses, and owns copies of everything. */
typedef struct dls_conic_solver dls_conic_solver;
dls_error dls_conic_setup(const dls_conic_problem *problem, const dls_conic_settings *settings,
                          dls_host host, dls_conic_solver **out, dls_fault *fault);
/* q, b: NULL as before; the others as for dls_conic: a warm start is from the last answer if the
   arrays still hold it. Allocates nothing, but after trouble: the other linear system, which stays,
   and proofs of infeasibility. */
dls_error dls_conic_next(dls_conic_solver *S, const double *q, const double *b, bool warm,
                         double *x, double *s, double *y, dls_row *active, dls_conic_result *result,
                         dls_fault *fault);
/* New values for P and A; an error leaves S as it was. Only the examination of P allocates. */
dls_error dls_conic_update(dls_conic_solver *S, dls_view P, dls_view A, dls_fault *fault);
/* For one step of another iteration: from now on another tolerance, of scaled residuals only, a
   time (of dls_clock) at which to end, whom to ask for an end, and no proofs after trouble. */
void dls_conic_limit(dls_conic_solver *S, double tolerance, double deadline, dls_host host);
void dls_conic_free(dls_conic_solver *S);

/* What is claimed of a conic program; of what is not, NULL or 0. */
typedef struct {
    dls_outcome outcome;      /* others than solved and the two proofs claim nothing */
    const double *x, *s, *y;  /* n, m, m, as dls_conic returns them */
    double tolerance;         /* that `solved` was asked for, relative; 0: the default */
    const double *objectives; /* 2: objective, dual_objective, units of the program */
    const dls_row *active;    /* m */
} dls_conic_claim;
/* P, q, A, b and the cones are valid. */
dls_error dls_verify_conic(const dls_conic_problem *problem, const dls_conic_claim *claim,
                           dls_verify_report *report, dls_fault *fault);

/* ---- ranges ----
   Least and greatest value of each c_k'x, c_k the columns of C, over the polyhedron
   {x: A x = b, x_j >= 0 unless free[j]}: one simplex method, every end proved by its dual, each
   program starts where the last one ended. Over {x: A x = b, x free (cones->zero entries), >= 0
   (linear) or in second-order cones}: interior points. After max_time seconds, or when the host
   asks for it, what is not known yet is NaN. */

/* What proves the ends, to be filled in: by weak duality b'y_lo <= c_k'x <= b'y_hi for all x of the
   set, c_k - A'y_lo and A'y_hi - c_k being in its dual cone; a point attains an end that is finite,
   along a ray one is infinite. */
typedef struct {
    double *y_lo, *y_hi;    /* n-by-k; zero at infinite ends */
    double *points;         /* m-by-(2 k + 1): points and rays */
    dls_int *at_lo, *at_hi; /* k: which of them belongs to an end; -1: none */
    dls_int count, point;   /* of points; one that is in the set, -1: none was found */
    double *empty;          /* n: primal infeasible: -A'y in the dual cone, b'y > 0 */
} dls_range_proof;

typedef struct {
    dls_view A;             /* n-by-m; a polyhedron: dense work of size n^2 */
    const double *b;        /* n */
    const bool *free;       /* m, of a polyhedron */
    dls_view C;             /* m-by-k */
    const dls_cones *cones; /* of x; NULL: a polyhedron */
    double close; /* cones: a point where a function that cannot be negative is at most this
                     proves that its minimum is zero */
    dls_range_proof *proof; /* of the last call; NULL: not asked for */
} dls_range_problem;

typedef struct {
    dls_outcome outcome; /* solved; primal_infeasible: all ends are NaN; others: some */
    double error;        /* worst residual, negative x or gap of all programs, in scaled data */
    /* at most two programs for each column of C; steps of the simplex method; 0.. */
    dls_int programs, pivots, factorisations;
    double time; /* seconds */
} dls_range_result;

/* lo, hi (k): infinite where unbounded. determined (k): constant where A x = b; not asked for where
   there are cones. */
dls_error dls_range(const dls_range_problem *problem, double max_time, dls_host host, double *lo,
                    double *hi, bool *determined, dls_range_result *result, dls_fault *fault);

/* Many b: setup checks, scales and owns copies of everything and the memory of the method. */
typedef struct dls_range_solver dls_range_solver;
dls_error dls_range_setup(const dls_range_problem *problem, double max_time, dls_host host,
                          dls_range_solver **out, dls_fault *fault);
/* b: NULL as before. Allocates nothing, but where interior points are in trouble. Answers are those
   of a call for this b alone: another b leaves no vertex to start from. */
dls_error dls_range_next(dls_range_solver *R, const double *b, double *lo, double *hi,
                         bool *determined, dls_range_result *result, dls_fault *fault);
void dls_range_free(dls_range_solver *R);

/* x (m): a solution of A x = b if *left is small: what remains, with rows and b of size one.
   *kernel: of A, one at as many columns of A as depend on the others; to be freed. */
dls_error dls_range_kernel(dls_view A, const double *b, double *x, dls_view *kernel, double *left,
                           dls_fault *fault);
void dls_range_kernel_free(dls_view *kernel);

/* ---- complementarity problems ----
   w = M v + q; of the N rows the first `free` are equations (w = 0, v free), the others
   0 <= w _|_ v >= 0. An LCP has free = 0; the MLCP has M = [A B; C D], v = [x; z]. */
typedef struct {
    dls_view M;      /* N-by-N, of any signs and symmetry */
    const double *q; /* N */
    dls_int free;    /* 0..N */
} dls_lcp_problem;

#define DLS_LCP_SETTINGS(X)                                                                        \
    X(CHOICE, method, "Method", 0, 0, 5,                                                           \
      "auto|lemke|interior-point|newton|gauss-seidel|enumerate",                                   \
      "auto looks at the matrix and says in info.message what it did")                             \
    X(REAL, tolerance, "Tolerance", 1e-10, 1e-15, 1e-2, "",                                        \
      "relative natural map up to which an answer counts as solved")                               \
    X(INTEGER, max_iterations, "MaxIterations", 0, 0, INFINITY, "",                                \
      "pivots, steps or sweeps; 0: by method")                                                     \
    X(REAL, relaxation, "Relaxation", 1, 0.01, 1.99, "", "of gauss-seidel")                        \
    X(REAL, accuracy, "DataAccuracy", 8 * 2.220446049250313e-16, 0, 1e-2, "",                      \
      "of M and q, relative: no verdict depends on less")                                          \
    X(REAL, max_time, "MaxTime", INFINITY, 0, INFINITY, "",                                        \
      "seconds after which the best answer so far is returned")                                    \
    X(CHOICE, display, "Display", 0, 0, 2, "off|final|iter", "what is printed")

typedef struct {
    DLS_LCP_SETTINGS(DLS_FIELD)
} dls_lcp_settings;
dls_lcp_settings dls_lcp_defaults(void);

enum {
    DLS_LCP_AUTO,
    DLS_LCP_LEMKE,
    DLS_LCP_INTERIOR_POINT,
    DLS_LCP_NEWTON,
    DLS_LCP_GAUSS_SEIDEL,
    DLS_LCP_ENUMERATE
};

/* What the array `certificate` (N) of dls_lcp holds. */
typedef enum {
    DLS_CERTIFICATE_NONE,
    /* u: u_i >= 0 in complementarity rows, M'u = 0 in free columns and <= 0 in the others, q'u < 0:
       no v has w = 0 in the equations and v >= 0, w >= 0 in the others. */
    DLS_CERTIFICATE_FARKAS,
    DLS_CERTIFICATE_RAY /* the direction of v on Lemke's secondary ray */
} dls_certificate_kind;

typedef struct {
    /* solved, infeasible, no_solution, ray, undecided, max_iterations, time_limit, interrupted,
       numerical_trouble */
    dls_outcome outcome;
    double natural;         /* max |min (v, w)| and |w| in equations, in the caller's units */
    double relative;        /* max_i |min (v_i / nu, w_i / omega_i)|, see dls_lcp_residual */
    double complementarity; /* max_i v_i w_i */
    dls_certificate_kind certificate;   /* NONE: the array is not written */
    dls_int iterations, factorisations; /* pivots, steps or sweeps; 0.. */
    double tolerance;                   /* the setting: of `relative` */
    double time;                        /* seconds */
    const char *method;                 /* what produced the answer */
    char message[420];                  /* what was tried and why; what a certificate proves */
} dls_lcp_result;

/* v (N): on entry where to start (zeros: nowhere), on return the answer; w (N) = M v + q;
   certificate (N) may be NULL. */
dls_error dls_lcp(const dls_lcp_problem *problem, const dls_lcp_settings *settings, dls_host host,
                  double *v, double *w, double *certificate, dls_lcp_result *result,
                  dls_fault *fault);

/* Many problems with M of the same pattern: setup checks, examines M, and owns copies of everything
   and the memory of the method. */
typedef struct dls_lcp_solver dls_lcp_solver;
dls_error dls_lcp_setup(const dls_lcp_problem *problem, const dls_lcp_settings *settings,
                        dls_host host, dls_lcp_solver **out, dls_fault *fault);
/* q: NULL as before; the others as for dls_lcp: it starts at the last answer if v still holds it,
   whose basis lemke and Newton try first. Allocates nothing, but in enumeration, and the first time
   that another method has to come to the rescue. */
dls_error dls_lcp_next(dls_lcp_solver *S, const double *q, double *v, double *w,
                       double *certificate, dls_lcp_result *result, dls_fault *fault);
/* New values for M, which are examined: that allocates. A refused M changes nothing. */
dls_error dls_lcp_update(dls_lcp_solver *S, dls_view M, dls_fault *fault);
void dls_lcp_free(dls_lcp_solver *S);

/* natural and relative of any candidate; w (N) = M v + q on return; work has 2N entries.
   With mu = max_i |q_i| / max_j |M_ij| and a_i = |q_i| + (|M| |v|)_i:
   nu = min (mu, |v|) + 1e-4 |v|, omega_i = min (|q_i| + max_j |M_ij| mu, a_i) + 1e-4 a_i, but at
   least 1e-14 mu and 1e-14 (|q_i| + max_j |M_ij| mu). */
void dls_lcp_residual(const dls_lcp_problem *problem, const double *v, double *w, double *work,
                      double *natural, double *relative, double *complementarity);

/* What is claimed of a complementarity problem; of what is not, NULL or 0. */
typedef struct {
    dls_outcome outcome; /* others than solved, infeasible, no_solution claim nothing */
    const double *v, *w; /* N each */
    double tolerance;    /* that `solved` was asked for, relative; 0: the default */
    dls_int cases;       /* of a certificate; infeasible: 1 */
    const double *u;     /* N-by-cases: DLS_CERTIFICATE_FARKAS in the case */
    const double *state; /* (N - free)-by-cases: -1: z_i = 0, 1: w_i = 0, 0: neither; no_solution */
} dls_lcp_claim;
/* M and q are valid. */
dls_error dls_verify_lcp(const dls_lcp_problem *problem, const dls_lcp_claim *claim,
                         dls_verify_report *report, dls_fault *fault);

/* All solutions (N - free <= 20): the union of polyhedra, each the convex hull of some vertices
   plus the cone of some rays plus the span of some lines (lines: free unknowns only). */
typedef struct {
    dls_int N;                            /* unknowns */
    dls_int vertices, rays, lines, faces; /* how many of each, 0.. */
    double *vertex;                       /* N-by-vertices */
    double *ray;                          /* N-by-rays, largest entry 1 */
    double *line;                         /* N-by-lines, the same for all faces */
    dls_int *face_start;                  /* faces + 1: into face_item */
    dls_int *face_item;                   /* k < vertices: vertex k; else ray k - vertices */
    double bases;                         /* complementary bases examined */
    bool complete; /* false: too many faces, or singular or not to rounding */
} dls_lcp_set;

/* Of the settings (NULL: the default ones) the time and the accuracy of the data count. */
dls_error dls_lcp_all(const dls_lcp_problem *problem, const dls_lcp_settings *settings,
                      dls_host host, dls_lcp_set **out, dls_fault *fault);
void dls_lcp_set_free(dls_lcp_set *set);

/* What is claimed of all solutions of an LCP: a dls_lcp_set without lines, and words about it. */
typedef struct {
    dls_int vertices, rays, faces; /* how many, 0.. */
    const double *z, *w, *ray;     /* N-by-vertices twice, N-by-rays */
    const dls_int *face_start;     /* faces + 1, into face_item */
    const dls_int *face_item;      /* as in dls_lcp_set */
    const bool *isolated;          /* vertices: in no larger face */
    double count;                  /* of solutions, 0..; Inf */
    bool complete, unique;         /* the list is whole; it has one solution */
} dls_lcp_list;
/* M and q are valid, free = 0, items are vertices or rays. */
dls_error dls_verify_lcp_all(const dls_lcp_problem *problem, const dls_lcp_list *list,
                             dls_verify_report *report, dls_fault *fault);

typedef enum { DLS_UNDECIDED, DLS_YES, DLS_NO } dls_verdict;

/* ---- contacts with friction at one instant ----
   M a + F = Gb lb + Gu lu + Hb tb + Hu tu,  Gb'a + bb = 0,  0 <= Gu'a + bu _|_ lu >= 0, with
   d - 1 columns of H per contact (or none) and friction mu; a contact with mu > 0 slides when its
   tangential velocity vt is not zero, else it sticks. */
typedef struct {
    dls_int d; /* 2 or 3: d - 1 tangents per contact */
    /* n-by-n; n-by-nb, n-by-nu; n-by-(d - 1) nb, n-by-(d - 1) nu, or 0 columns: no friction */
    dls_view M, Gb, Gu, Hb, Hu;
    /* F (n); bb, bu, tb, tu: d/dt (G') dq/dt, d/dt (H') dq/dt; mub, muu >= 0, Inf: never slides;
       vtb, vtu: tangential velocities. One for each column of Gb, Gu (mu) or Hb, Hu (t, vt) */
    const double *F, *bb, *bu, *tb, *tu, *mub, *muu, *vtb, *vtu;
} dls_contact_system;

/* Is S such a system: shapes, finite numbers, M symmetric and positive semidefinite, no gradient
   zero, friction only where there are tangents? */
dls_error dls_contact_valid(const dls_contact_system *S, dls_fault *fault);

/* The mixed complementarity problem of the unknowns a, lb, t | m, lu, p, q: see contact/problem.c.
   Owned, views included; see dls_contact_problem_free. */
typedef struct {
    dls_int nt, nm, nc;       /* sticking tangents; bilateral |lb|; laws of Coulomb */
    dls_int from_b;           /* of the sticking tangents the first ones are of Hb */
    dls_int *k, *m, *coulomb; /* columns of Hb or Hu; of Gb; positions in k */
    dls_view Db, Du, Gb, Gu;  /* mu vt/|vt|; Gb - Hb Db and Gu - Hu Du */
    dls_view Ht;              /* tangents as in k */
    dls_lcp_problem lcp;      /* n + |lb| + nt equations first */
} dls_contact_problem;

/* coulomb: sticking contacts may begin to slip (d = 2), else their tangents are equations. */
dls_error dls_contact_assemble(const dls_contact_system *S, bool coulomb, dls_contact_problem **out,
                               dls_fault *fault);
void dls_contact_problem_free(dls_contact_problem *P);
/* Has Coulomb's law anything to decide: does a contact stick that may slip (mu finite)? */
bool dls_contact_may_slip(const dls_contact_system *S, const dls_contact_problem *P);

typedef struct {
    /* a (n); reactions: one per column of Gb, Gu, Hb, Hu */
    const double *a, *nb, *nu, *tb, *tu;
} dls_contact_answer;

/* Of the laws, from S alone: relative to the largest force, the largest acceleration of a
   constraint, or both; not finite: Inf. */
typedef struct {
    double dynamics, bilateral, unilateral, sticking, friction; /* 0 at best; 1: all wrong */
} dls_contact_residuals;

/* coulomb: sticking contacts obey Coulomb's law at the acceleration level. size: forces and
   accelerations are not smaller, for residuals (1 in natural units: an answer at rest is zero but
   for rounding). margin_b, margin_u: mu |ln| - |lt| per contact, 0 without friction. */
dls_error dls_contact_check(const dls_contact_system *S, bool coulomb, double size,
                            dls_contact_answer answer, dls_contact_residuals *residuals,
                            double *margin_b, double *margin_u, dls_fault *fault);

/* A system in natural units, powers of two, in which it looks the same whatever units it is given
   in: a = unit.a a', lb = unit.nb lb' ..., tangents share the unit of their normal. Forces and
   accelerations have the size 1 there, `size` before. Owned; friction and velocities are the
   caller's. */
typedef struct {
    dls_contact_system S;    /* in natural units */
    dls_contact_answer unit; /* > 0, lengths as of an answer */
    double size;             /* of forces and accelerations in S before, > 0 */
} dls_contact_scaled;
dls_error dls_contact_scale(const dls_contact_system *S, dls_contact_scaled **out,
                            dls_fault *fault);
void dls_contact_scaled_free(dls_contact_scaled *scaled);

typedef enum { DLS_LIST_FEW, DLS_LIST_NEVER, DLS_LIST_ALWAYS } dls_contact_list;
typedef struct {
    bool coulomb;          /* else sticking is asked for by equations */
    bool minimum;          /* reactions of minimum norm, where they are not unique */
    bool large;            /* by pivots, however many unknowns there are */
    dls_contact_list list; /* all solutions; FEW: where there may be several and cases are few */
    double tolerance;      /* relative residual of a solution */
    double accuracy;       /* of the data, relative; of no account in a list */
    double programs;       /* of the fixed point on the normal forces; 0: 200 */
    dls_lcp_settings lcp;  /* the time is that of all */
} dls_contact_settings;

/* Columns (a, nb, nu, tb, tu) of answers, rows entries each; the first one is the best point, or
   the solution of minimum norm, the others are the rest of the list. */
typedef struct {
    /* solved, infeasible, no_solution, ray, undecided, max_iterations, time_limit, interrupted,
       numerical_trouble */
    dls_outcome outcome;
    bool left; /* nothing was done: only equations, or unknowns too many for a convex problem */
    bool enumerated;                  /* all cases were examined */
    dls_verdict unique;               /* acceleration and reactions */
    dls_int iterations, rows, count;  /* of the solver; x is rows-by-count */
    double *x;                        /* in natural units */
    dls_contact_residuals residuals;  /* of the first column */
    double *margin_b, *margin_u;      /* of the first column, see dls_contact_check */
    double time;                      /* seconds */
    dls_certificate_kind certificate; /* what proof holds */
    dls_int unknowns;   /* of the problem of dls_contact_assemble; of `cones` if it is infeasible:
                         rows of the program of Gauss' principle (contact/gauss.c) */
    double *proof;      /* for them */
    const char *method; /* what produced the answer */
    char message[420];  /* what was tried and why */
} dls_contact_result;

/* The answer in natural units, as the system. Owned. */
dls_error dls_contact_solve(const dls_contact_scaled *N, const dls_contact_settings *settings,
                            dls_host host, dls_contact_result **out, dls_fault *fault);
void dls_contact_result_free(dls_contact_result *result);
dls_contact_answer dls_contact_answer_at(const dls_contact_system *S, const double *x);

double dls_contact_worst(dls_contact_residuals r);

/* Reactions of minimum norm in the caller's units, for the acceleration of x (as in a result, the
   reactions are replaced), on the gradients that are active in it; are acceleration and reactions
   unique with this active set? law: contacts that stick may slip, reactions stay as they are.
   text (120): what became of them. */
dls_error dls_contact_minimum(const dls_contact_scaled *N, const dls_contact_problem *P, bool law,
                              double *x, dls_verdict *unique, char *text, dls_fault *fault);

/* All contacts are held: min 1/2 a'M a + F'a, G'a + b = 0, but >= 0 in the columns that may open
   (ALLSTICK (65)); in natural units. */
typedef struct {
    dls_view M, G;       /* n-by-n; n-by-m: all gradients, tangents of contacts that stick, too */
    const double *F, *b; /* n; m */
    const bool *opens;   /* m */
    double accuracy, max_time; /* of the data, relative; seconds */
} dls_contact_hold;
typedef struct {
    dls_outcome
        outcome; /* of the program: primal_infeasible, lambda proves it; dual_infeasible, a */
    double *a, *lambda, *w; /* n; m: one solution; n: M a + F, as far as it is not rounding */
    bool *open;             /* m */
    double size;            /* of forces */
    char message[320];      /* of the program */
} dls_contact_held;
/* The arrays of out are the caller's, zero. */
dls_error dls_contact_solve_held(const dls_contact_hold *H, dls_host host, dls_contact_held *out,
                                 dls_fault *fault);

/* The largest eps with G lambda = w, lambda >= 0 where it presses, 0 where it is not free, and
   |t_i| <= mu_i |n_i| - weight_i eps at all contacts, n_i >= 0 but of bilateral ones: there the
   sign is found by branching. */
typedef struct {
    dls_view G;                      /* n-by-m: normals and tangents */
    const double *w;                 /* n */
    double size;                     /* of forces */
    const bool *free, *presses;      /* columns of G */
    dls_int d, contacts;             /* 2 or 3; how many */
    const dls_int *normal, *tangent; /* columns of G; tangents contact by contact, d - 1 each */
    const bool *bilateral;           /* contacts: the normal force may have either sign */
    const double *mu, *weight;       /* contacts: >= 0; >= 0: of eps */
    dls_int facets;                  /* sides of polygons instead of discs, d = 3; 0: discs */
    double cap;       /* of eps; where eps is unbounded a point with this one is returned */
    bool always;      /* the cap is a bound */
    double accuracy;  /* relative, of the data: of dls_contact_find_critical, dls_contact_polish */
    double max_nodes; /* programs for the signs, 1.. */
    double max_time;  /* seconds */
} dls_contact_margin;
typedef struct {
    dls_outcome outcome; /* solved, max_iterations (nodes), or trouble */
    double value;        /* Inf: unbounded; -Inf: no lambda presses and balances w */
    bool found;          /* there is a lambda */
    double *lambda;      /* columns of G; the caller's */
    dls_int leaves;      /* choices of signs, 0.. */
    double *sign, *y;    /* contacts, rows of G of each leaf: w'y bounds eps there */
    dls_int programs;    /* conic programs solved, 0.. */
    char message[320];   /* of the last program */
} dls_contact_margin_answer;
dls_error dls_contact_solve_margin(const dls_contact_margin *Q, dls_host host,
                                   dls_contact_margin_answer *out, dls_fault *fault);
void dls_contact_margin_free(dls_contact_margin_answer *out);

/* The margin of Q, or the least factor of its friction, as claimed; NULL, 0: what is not. */
typedef struct {
    double value, below;    /* margin: of forces; factor, and one that is excluded, >= 0 */
    const double *x;        /* columns of G: reactions that attain it; unbounded: a direction */
    dls_int leaves;         /* choices of signs */
    const double *sign, *y; /* contacts, rows of G of each leaf */
} dls_margin_claim;
dls_error dls_verify_margin(const dls_contact_margin *Q, const dls_margin_claim *claim,
                            bool friction, dls_verify_report *report, dls_fault *fault);
/* Reactions up to this size are excluded by the leaves with factor times the friction; g: columns
   of G */
double dls_verify_exclude(const dls_contact_margin *Q, double factor, dls_int leaves,
                          const double *sign, const double *y, double *g);

/* Intervals of the reactions (columns of Q->G): ends, what proves them. Places count from 1. */
typedef struct {
    dls_outcome outcome;                /* solved; others: lo, hi are bounds */
    const double *lo, *hi;              /* columns */
    const bool *determined, *unbounded; /* columns */
    const double *lambda;               /* admissible reactions */
    dls_view moves; /* columns: to points that attain ends, or directions without end */
    const double *at_lo, *at_hi, *from_lo, *from_hi; /* of each end: its move (0: none), and where a
                                                        direction begins (0: at lambda) */
    const double *along; /* a move that the equations allow, of LO = HI not determined; or 0 */
    dls_int leaves;      /* cases of signs, those of a part one after the other */
    const double *part, *sign; /* of leaves; contacts-by-leaves */
    const bool *empty;         /* of leaves: y shows that no reactions have these signs */
    const double *y;           /* rows of G-by-leaves */
    dls_int bounds;            /* a column in a leaf each; ordered by leaves */
    const double *column, *leaf, *y_lo, *y_hi; /* bounds; rows of G-by-bounds */
} dls_range_claim;
dls_error dls_verify_range(const dls_contact_margin *Q, const dls_range_claim *claim,
                           dls_verify_report *report, dls_fault *fault);
/* lambda fits into the cones mu_i to the accuracy of a program: what is nearly zero or on its cone
   is put there. held: then balance and cones are missed by no more than the accuracy of the data
   times the terms. */
dls_error dls_contact_polish(const dls_contact_margin *Q, double *lambda, bool *held,
                             dls_fault *fault);
/* The smallest factor with which the cones factor mu_i have a solution, and what excludes smaller
   ones. weight, cap and always of Q are not used. */
typedef struct {
    double factor;    /* Inf: none; NaN: not found */
    double *lambda;   /* G.cols, the caller's: reactions in these cones, as before without any */
    double below;     /* a factor that the leaves exclude, if there are any */
    dls_int leaves;   /* choices of signs, 0.. */
    double *sign, *y; /* contacts, rows of G of each leaf */
    int programs;     /* conic programs solved, 0.. */
} dls_contact_critical;
dls_error dls_contact_find_critical(const dls_contact_margin *Q, dls_host host,
                                    dls_contact_critical *out, dls_fault *fault);
void dls_contact_critical_free(dls_contact_critical *out);

/* ---- matrix classes ----  X(symbol, name) */
#define DLS_CLASSES(X)                                                                             \
    X(SYMMETRIC, "symmetric")                                                                      \
    X(PD, "PD")                                                                                    \
    X(PSD, "PSD")                                                                                  \
    X(P, "P")                                                                                      \
    X(P0, "P0")                                                                                    \
    X(COPOSITIVE, "copositive")                                                                    \
    X(STRICTLY_COPOSITIVE, "strictly_copositive")                                                  \
    X(COPOSITIVE_PLUS, "copositive_plus")                                                          \
    X(Z, "Z")                                                                                      \
    X(M, "M")

#define DLS_ENUM_CLASS(symbol, name) DLS_CLASS_##symbol,
typedef enum { DLS_CLASSES(DLS_ENUM_CLASS) DLS_CLASS_COUNT } dls_class;

typedef struct {
    dls_verdict holds[DLS_CLASS_COUNT]; /* by dls_class */
    const char *why[DLS_CLASS_COUNT];   /* the test that decided */
    double *witness[DLS_CLASS_COUNT]; /* order N or NULL: a vector that refutes the class; of P and
                                         P0 the 0/1 indicator of a principal minor, of Z, M and
                                         symmetry that of two indices or a vector, see why */
} dls_class_report;

/* Exact up to rounding for order <= 16; beyond, sufficient tests. A is square. */
dls_error dls_matrix_class(dls_view A, dls_class_report **out, dls_fault *fault);
void dls_class_report_free(dls_class_report *report);
const char *dls_class_name(dls_class c);

/* ---- Coulomb friction at given velocities ----
   local form:  u = W r + q;   global form:  M v + f = H'r, u = H v + w.
   Contact by contact, normal first, with K = {|r_T| <= mu r_N}:
   K* contains u + mu |u_T| e_N, and it is orthogonal to r in K.
   mu = 0: no friction; mu = INFINITY: no sliding, u_T = 0 and 0 <= u_N _|_ r_N >= 0. */
typedef struct {
    int dimension;    /* 2 or 3: rows per contact */
    dls_int contacts; /* N = dimension * contacts */
    const double *mu; /* contacts */
    bool global;      /* which form: the fields of the other one are not looked at */
    dls_view W;       /* local: N-by-N, may be rank deficient and slightly unsymmetric */
    dls_view M, H;    /* global: n-by-n, symmetric positive semidefinite; N-by-n */
    const double *f;  /* global: n */
    const double *q;  /* N: q of the local form, w of the global form */
} dls_friction_problem;

#define DLS_FRICTION_SETTINGS(X)                                                                   \
    X(CHOICE, method, "Method", 0, 0, 8,                                                           \
      "auto|newton|interior-point|fixpoint|gauss-seidel|lcp|pseudo-time|enumerate|arclength",      \
      "auto: pseudo-time if contacts are many, interior-point, newton from several starts")        \
    X(REAL, tolerance, "Tolerance", 1e-8, 1e-15, 1e-2, "",                                         \
      "residual (see dls_residual) up to which an answer counts as solved")                        \
    X(CHOICE, measure, "Measure", 0, 0, 1, "scaled|siconos", "which residual, see dls_residual")   \
    X(REAL, velocity_tolerance, "VelocityTolerance", 0, 0, INFINITY, "",                           \
      "and up to which velocities may be wrong, relative to those without reactions; "             \
      "0: min (0.3, 100*Tolerance), Inf: any")                                                     \
    X(INTEGER, max_iterations, "MaxIterations", 0, 0, INFINITY, "",                                \
      "Newton or interior-point steps, sweeps, convex programs; 0: by method")                     \
    X(REAL, max_time, "MaxTime", 120, 0, INFINITY, "",                                             \
      "seconds after which the best point is returned")                                            \
    X(REAL, accuracy, "DataAccuracy", 8 * 2.220446049250313e-16, 0, 1e-2, "",                      \
      "relative accuracy of the data: no_solution is proved for all data within it")               \
    X(CHOICE, map, "Map", 0, 0, 1, "natural|alart-curnier", "the equations of newton")             \
    X(CHOICE, outer, "Outer", 2, 0, 2, "anderson|picard|newton",                                   \
      "fixpoint: how s = F (s) is solved")                                                         \
    X(REAL, outer_tolerance, "OuterTolerance", 0, 0, 1, "",                                        \
      "fixpoint: |F(s)-s|/(1+|s|), CONIC (6.1) but for 1/n, up to which it goes on")               \
    X(CHOICE, inner, "Inner", 0, 0, 1, "conic|projected-gradient",                                 \
      "fixpoint: how its convex programs are solved")                                              \
    X(INTEGER, facets, "Facets", 8, 3, 1000, "", "lcp: edges of the cone in 3D")                   \
    X(REAL, lcp_scale, "LcpScale", 1, 1e-12, 1e12, "",                                             \
      "lcp: the parts E and mu of its matrix are multiplied by this (DARTLCP 5)")                  \
    X(REAL, lcp_shift, "LcpShift", 0, 0, 1, "",                                                    \
      "lcp: its diagonal is multiplied by 1 + this, which changes the answer (DARTLCP 5)")         \
    X(INTEGER, workers, "Workers", 1, 1, 64, "",                                                   \
      "threads of sweeps, and of BLAS where factors are large; sweeps have the same bits")         \
    X(CHOICE, display, "Display", 0, 0, 2, "off|final|iter", "what is printed")

typedef struct {
    DLS_FRICTION_SETTINGS(DLS_FIELD)
} dls_friction_settings;
dls_friction_settings dls_friction_defaults(void);

enum {
    DLS_FRICTION_AUTO,
    DLS_FRICTION_NEWTON,
    DLS_FRICTION_INTERIOR_POINT,
    DLS_FRICTION_FIXPOINT,
    DLS_FRICTION_GAUSS_SEIDEL,
    DLS_FRICTION_LCP,
    DLS_FRICTION_PSEUDO_TIME,
    DLS_FRICTION_ENUMERATE,
    DLS_FRICTION_ARCLENGTH
};

typedef struct {
    /* solved, no_solution, undecided, max_iterations, time_limit, interrupted, numerical_trouble */
    dls_outcome outcome;
    double error;             /* in the measure that was asked for */
    double natural, equality; /* its parts */
    double scaled, siconos;   /* in both measures */
    /* the most by which the velocity at a contact is wrong for these reactions, in units of u:
       |e_c| / rho_c of the natural map, and what M v + f - H'r does to u, diag (M) for M */
    double velocity;
    double speed; /* length of the velocities that the data alone cause, diag (M) for M */
    dls_int iterations, outer, factorisations; /* steps or sweeps; convex programs; 0.. */
    double time, time_factor;                  /* seconds: in all; of it factorising */
    double tolerance, velocity_tolerance;      /* the settings: of error; of velocity / speed */
    const char *method;                        /* what produced the answer */
    char message[320];                         /* what was tried and why */
} dls_friction_result;

/* r (N) and v (n, NULL in local form): on entry a start when `warm`, on return the best point
   found; u (N). */
dls_error dls_friction(const dls_friction_problem *problem, const dls_friction_settings *settings,
                       bool warm, dls_host host, double *r, double *u, double *v,
                       dls_friction_result *result, dls_fault *fault);

/* Laws with more than one disk for each contact: r_N + cohesion for r_N, ellipses, moments. NULL:
   none. */
typedef struct {
    int rows; /* of each contact: its dimension, then rolling, then spinning */
    const double
        *second; /* contacts: coefficient of the second axis of an ellipse; mu: the first */
    const double *angle, *cohesion, *rolling, *spinning; /* contacts */
} dls_friction_laws;

/* What is claimed of a friction problem; of what is not, NULL or 0. */
enum {
    DLS_FRICTION_EQUALITY,
    DLS_FRICTION_SCALED,
    DLS_FRICTION_SICONOS,
    DLS_FRICTION_VELOCITY,
    DLS_FRICTION_SPEED,
    DLS_FRICTION_TOLD
};
typedef struct {
    dls_outcome outcome;                  /* others than solved and no_solution claim nothing */
    const double *r, *u, *v;              /* N, N, n: NULL in local form */
    double tolerance, velocity_tolerance; /* that `solved` was asked for; 0: the defaults */
    const double *told;                   /* DLS_FRICTION_TOLD: parts of the residual */
    dls_int cases;                        /* of a certificate, see dls_friction_refute */
    const double *mode;  /* contacts-by-cases; NULL: one combination for all u_N >= 0, r in K */
    const double *arc;   /* 2-by-cases: of slip of one contact in space; NULL: none */
    const double *p, *y; /* n-by-cases, N-by-cases */
} dls_friction_claim;
/* The problem is valid. laws NULL: Coulomb's cones; with laws only `solved` is checked. */
dls_error dls_verify_friction(const dls_friction_problem *problem, const dls_friction_laws *laws,
                              const dls_friction_claim *claim, dls_verify_report *report,
                              dls_fault *fault);

/* What dls_friction_exists claims; NULL: nothing. */
typedef struct {
    bool ok, exists, not_guaranteed; /* the status */
    bool strict, weak,
        necessary;       /* u inside of L*, in L*; what is found proves that there is none */
    const double *v, *u; /* n (N in local form), N: the witness */
    const double *r, *kernel, *free; /* N, N, n */
} dls_exists_claim;
dls_error dls_verify_exists(const dls_friction_problem *problem, const dls_friction_laws *laws,
                            const dls_exists_claim *claim, dls_verify_report *report,
                            dls_fault *fault);

/* Problems with the same contacts and mu that differ in f and q, or in the values of W, or of M and
   H, on the same patterns. Setup copies the data and analyses the patterns; each problem begins at
   the last answer. Nothing is allocated afterwards, but by UMFPACK, by lcp, by the small problems
   of pseudo-time, and once by each method that auto falls back on. */
typedef struct dls_friction_solver dls_friction_solver;
dls_error dls_friction_setup(const dls_friction_problem *problem,
                             const dls_friction_settings *settings, dls_host host,
                             dls_friction_solver **out, dls_fault *fault);
/* f (n, global form only), q (N): NULL as before. warm: r and v are a start. The rest as above. */
dls_error dls_friction_next(dls_friction_solver *solver, const double *f, const double *q,
                            bool warm, double *r, double *u, double *v, dls_friction_result *result,
                            dls_fault *fault);
/* A: W, and H is not looked at; or M. A refused update leaves everything as it was. */
dls_error dls_friction_update(dls_friction_solver *solver, dls_view A, dls_view H,
                              dls_fault *fault);
/* Contacts come and go: another problem of the same bodies, form and d in place of the solver's,
   with its settings. Contact to[k] was from[k], and begins with its answers; the others with 0. */
dls_error dls_friction_change(dls_friction_solver **solver, const dls_friction_problem *problem,
                              dls_int count, const dls_int *to, const dls_int *from,
                              dls_fault *fault);
void dls_friction_forget(dls_friction_solver *solver); /* the next one begins anew */
void dls_friction_limit(dls_friction_solver *solver, double max_time); /* of the next ones */
dls_friction_problem dls_friction_get_problem(const dls_friction_solver *solver); /* a view */
void dls_friction_free(dls_friction_solver *solver);

/* The proof of no_solution. In 2D, and where mu is 0 or Inf, a contact has d coordinates in each of
   its modes: 0 open, 1 sticking (closed where mu is 0 or Inf), 2 sliding with u_T >= 0, 3 with
   u_T <= 0. Column k of y (N) and p (n; none in local form) refutes column k of mode (nc):
     M p = H'y,  y'u - (H p)'r >= 0 for all u, r of the mode,  y'w - p'f = -1
   (W'y and y'q in local form). */
dls_int dls_friction_modes(const dls_friction_problem *problem); /* columns; 0: too many */
/* y begins with a NaN where a mode is not refuted. */
dls_error dls_friction_refute(const dls_friction_problem *problem, double accuracy, double *mode,
                              double *p, double *y, dls_fault *fault);

/* ---- percussions: one step of a motion ----
   A v = r + G pb + B pc,  G'v + c = 0,  and for the active contacts u = B'v + s obeys
   0 <= u _|_ pc >= 0 (d = 1) or Coulomb's law (d = 2, 3: columns of B contact by contact, normal
   first). G may be redundant and A singular where G makes up for it. */
/* A problem within a step, shown before it is solved. contacts > 0: u = W r + q of those that are
   active, a complementarity problem (dimension 1) or one of friction. Else A v = r + G p, G'v + c =
   0, of bilateral constraints alone. */
typedef struct {
    dls_friction_problem contact; /* of nobody: contacts = 0 */
    dls_view A, G;                /* n-by-n, n-by-nb; of contacts: rows = 0 */
    const double *r, *c;          /* n, nb */
} dls_step_problem;

typedef struct {
    void *data; /* first argument of show */
    /* NULL: nobody looks. May solve a problem of contacts: reactions r, and their residual error */
    dls_error (*show)(void *data, const dls_step_problem *problem, bool *solved, double *r,
                      double *error, dls_fault *fault);
} dls_step_host;

typedef struct {
    dls_view A, G, B; /* n-by-n, n-by-nb, n-by-(d nu): kept by the caller while in use */
    int d;            /* 1: no friction, 2, 3; rows per contact */
    const double *mu; /* nu; NULL when d = 1 */
    /* 0, or below which part of the largest a singular value of G counts as zero: constraints that
       are redundant on the manifold are not quite so beside it */
    double rank_tolerance;
    dls_host host; /* asked in contact problems and factorisations */
    dls_view F;    /* A v = r + F pb + B pc: reactions that are not along gradients; rows = 0: G */
    bool full;     /* columns of contacts are full vectors, also where masses are blocks */
    dls_step_host shown;      /* who looks at problems */
    const double *compliance; /* d nu: u = B'v + s + compliance * p; Inf: bears nothing; or NULL */
    const double *rolling, *spinning; /* nu: arms of moments, as in dls_motion_model; or NULL */
} dls_percussion_problem;

typedef struct dls_percussion dls_percussion; /* a factorisation, and what contacts need of it */

typedef struct {
    bool solved;  /* false: v and p are the best point */
    double error; /* relative residual of the contact problem, and of redundant systems */
    /* solved, but the law of contacts is missed by this part of the velocities without percussions,
       1e-3 at most, which is more than rounding; 0: it is not */
    double missed;
    double time;                                /* seconds in problems of two contacts or more */
    dls_int solves, factorisations, iterations; /* linear systems; 0.. */
    char message[160];                          /* why it is not solved */
} dls_percussion_result;

dls_error dls_percussion_setup(const dls_percussion_problem *problem, dls_percussion **out,
                               dls_fault *fault);
/* Another problem, of any size: allocates only where it is larger than all before. The contact
   problems begin at the last answer. */
dls_error dls_percussion_update(dls_percussion *P, const dls_percussion_problem *problem,
                                dls_fault *fault);
/* r (n), c (nb), s (d nu), active (nu) -> v (n), p (nb + d nu: bilateral, then contacts as in B).
   expand: contacts that u < 0 shows to be closed become active, too. The result is added to. */
dls_error dls_percussion_solve(dls_percussion *P, const double *r, const double *c, const double *s,
                               bool expand, bool *active, double *v, double *p,
                               dls_percussion_result *result, dls_fault *fault);
void dls_percussion_free(dls_percussion *P);

/* Laws of impact, X(symbol, name): libcore/motion/impact.c has the formulas */
#define DLS_IMPACT_LAWS(X)                                                                         \
    X(NEWTON, "newton")                                                                            \
    X(MOREAU, "moreau")                                                                            \
    X(POISSON, "poisson")                                                                          \
    X(FREMOND, "fremond")                                                                          \
    X(PLASTIC, "plastic")
#define DLS_LAW_OF_IMPACT(symbol, name) DLS_LAW_##symbol,
enum { DLS_IMPACT_LAWS(DLS_LAW_OF_IMPACT) DLS_LAWS };

/* Contacts that are hit at once, for a law of one's own: u+ = W p + u. In motions: where. */
typedef struct {
    double t;                     /* time of the hit */
    const double *q, *v;          /* v before; q NULL: not of a motion */
    dls_int count;                /* contacts that are hit, 1.. */
    int d;                        /* 1, 2 or 3: rows of each */
    const dls_int *contact;       /* which; NULL: all */
    const double *W, *u, *e, *mu; /* (d count)^2, full; before, contact by contact, normal first */
} dls_hit;
/* p (d count) := their percussions */
typedef dls_error (*dls_hit_law)(void *data, const dls_hit *hit, double *p, dls_fault *fault);

/* Of which an impact consists: as the laws ask; more percussions (Poisson, Fremond) after it; and,
   where energy was guarded, as if all laws were plastic, between which and the others v lies. */
enum { DLS_IMPACT_FIRST, DLS_IMPACT_SECOND, DLS_IMPACT_PLASTIC, DLS_IMPACT_PARTS };
typedef struct {
    double *v, *p; /* n, nb + d nu: after it, and its percussions */
    bool made;     /* 0: there was none */
} dls_impact_part;

typedef struct {
    const double *v;            /* n: before */
    const double *c, *w;        /* nb, d nu: what constraints and contacts move by themselves */
    const double *e, *et, *law; /* nu */
    bool guard;                 /* no energy is made */
    dls_hit_law own;            /* instead of the laws by name; NULL: none */
    void *data;                 /* its first argument */
    const dls_int *contact;     /* nu: what it is told */
    dls_impact_part *part;      /* DLS_IMPACT_PARTS; NULL: not wanted */
} dls_impact;
/* v (n) after and p (nb + d nu), all contacts being hit. P is one with `full`; A is the mass. */
dls_error dls_percussion_impact(dls_percussion *P, const dls_impact *impact, double *v, double *p,
                                dls_percussion_result *result, dls_fault *fault);

/* What is claimed of M (v+ - v) = G pb + B p, G'v+ + rebound G'v = 0 and the laws of contacts; of
   what is not, NULL or 0. */
typedef struct {
    dls_view M, G, B;       /* as of dls_percussion_problem */
    int d;                  /* 1: no friction */
    const double *mu;       /* nu; NULL when d = 1 */
    dls_view E;             /* nu-by-nu: restitution; laws but newton's have a diagonal */
    const double *et, *law; /* nu; law < 0: not one of these */
    const double *v;        /* n: before */
    double rebound;         /* of bilateral constraints, 0 or restitution */
    bool program;           /* the law is met as well as percussions can: it is not checked */
} dls_impact_problem;
/* Residuals of an answer: |M (v+ - v) - G pb - B p| relative to the lengths of its terms, and in
   the units given |G'v+ + rebound G'v|, |min (p_N, u_N + E u0_N)|, |p_T - P (p_T - u_T)|, at most
 */
enum {
    DLS_IMPACT_DYNAMICS,
    DLS_IMPACT_CONSTRAINTS,
    DLS_IMPACT_COMPLEMENTARITY,
    DLS_IMPACT_FRICTION,
    DLS_IMPACT_RESIDUALS
};
typedef struct {
    dls_outcome outcome;     /* others than solved and infeasible claim nothing */
    const double *v, *p;     /* n, nb + d nu */
    int parts;               /* see dls_impact_part; 0: it is one */
    const double *role;      /* parts */
    const double *V, *P;     /* n-by-parts, (nb + d nu)-by-parts */
    const double *energy;    /* 2: before and after */
    const double *residual;  /* DLS_IMPACT_RESIDUALS */
    double tolerance;        /* of velocities, in dls_impact_facts; 0: 1e-9 */
    const double *x, *y, *u; /* n, nb, nu: infeasible by M x + G y + B_N u = 0, G'x = 0,
                                B_N'x >= 0, u >= 0, u'E B_N'v < x'M v */
} dls_impact_claim;
/* What an answer is; arrays are the caller's, NULL: not wanted. */
typedef struct {
    double residual[DLS_IMPACT_RESIDUALS]; /* see there */
    double size;            /* the largest percussion or velocity at a contact or constraint */
    double energy[2];       /* kinetic: before, after */
    double *before, *after; /* d nu: velocities at contacts */
    double *work;           /* nb + d nu: of percussions, on the mean of the velocities */
    bool *holds;            /* nu: u_N = -E u0_N */
    bool keeps_energy;      /* it does not grow */
    bool keeps_apart;       /* u_N >= 0 */
    bool held;              /* G'v = 0 */
    bool approaches;        /* u0_N <= 0 */
} dls_impact_facts;
/* facts: NULL, if they are not wanted */
dls_error dls_verify_impact(const dls_impact_problem *problem, const dls_impact_claim *claim,
                            dls_impact_facts *facts, dls_verify_report *report, dls_fault *fault);

/* 0 open, 1 closed without friction, 2 sticks, 3 slips */
double dls_percussion_status(int d, double mu, const double *pc);

/* ---- motion ----
   M(t,q,v) dv/dt = f(t,q,v) + G lambda_b + N lambda_n + T lambda_t,  h(t,q) = 0,
   0 <= g(t,q) _|_ lambda_n >= 0, Coulomb's law for lambda_t; dq/dt = v unless the model advances q
   by itself. A model is data and functions; a run owns its memory:
     dls_motion_setup     checks the model, evaluates what is constant, stores the first column
     dls_motion_next      steps; whatever ends it, the run stays whole: look at it, go on, free it
     dls_motion_state     a view of all that is known
   X(symbol, name of the function in dls_model, rows, columns): what a model consists of at (t,q,v).
   Speeds are partial derivatives to t: the contacts move with N'v + wu, T'v + wt, the bilateral
   constraints with G'v + wb = 0; rates are d/dt of these at constant v. */
#define DLS_MOTION_PARTS(X)                                                                        \
    X(MASS, "mass", n, n)                           /* M */                                        \
    X(FORCE, "force", n, 1)                         /* f */                                        \
    X(CONSTRAINT, "constraint", nb, 1)              /* h */                                        \
    X(GAP, "gap", nu, 1)                            /* g */                                        \
    X(CONSTRAINT_GRADIENT, "constraintgrad", n, nb) /* G */                                        \
    X(GAP_GRADIENT, "gapgrad", n, nu)               /* N */                                        \
    X(TANGENT, "tangent", n, nt)                    /* T, contact by contact; nt = (d - 1) nu */   \
    X(CONSTRAINT_SPEED, "constrainttime", nb, 1)    /* wb */                                       \
    X(GAP_SPEED, "gaptime", nu, 1)                  /* wu */                                       \
    X(TANGENT_SPEED, "tangenttime", nt, 1)          /* wt */                                       \
    X(CONSTRAINT_RATE, "constraintrate", nb, 1)     /* bb */                                       \
    X(GAP_RATE, "gaprate", nu, 1)                   /* bu */                                       \
    X(FORCE_Q, "force_q", n, n)                     /* fq, along advance where there is one */     \
    X(FORCE_V, "force_v", n, n)                     /* fv */                                       \
    X(POTENTIAL, "potential", 1, 1)                                                                \
    X(RESTITUTION, "restitution", nu, 1)                /* e */                                    \
    X(FRICTION, "mu", nu, 1)                            /* mu */                                   \
    X(TANGENT_RESTITUTION, "tangentrestitution", nu, 1) /* et */                                   \
    X(LAW, "law", nu, 1)             /* of impact: DLS_LAW_NEWTON ..; constant */                  \
    X(COHESION, "cohesion", nu, 1)   /* c: a closed contact bears -c, its law is that of ln + c */ \
    X(STIFFNESS, "stiffness", nu, 1) /* k: ln = max (0, -k g - c u_N) where g <= 0; Inf: rigid */  \
    X(DAMPING, "damping", nu, 1)     /* c */                                                       \
    X(CREEP, "creep", nu, 1)         /* s: Coulomb's law is that of u_T + s lt */                  \
    X(ROLLING, "rolling", nu, 1)     /* arms: moments are at most so much ln */                    \
    X(SPINNING, "spinning", nu, 1)   /* in the last columns of T */

#define DLS_PART_NUMBER(symbol, name, rows, cols) DLS_PARTNO_##symbol,
enum { DLS_MOTION_PARTS(DLS_PART_NUMBER) DLS_PARTS };
#define DLS_PART_BIT(symbol, name, rows, cols) DLS_PART_##symbol = 1u << DLS_PARTNO_##symbol,
typedef enum { DLS_MOTION_PARTS(DLS_PART_BIT) DLS_PART_END } dls_motion_part;

/* The values at one (t, q, v). Vectors are there to be written by the model's function; matrices
   are set by dls_motion_full or dls_motion_sparse. Views are valid until the same values are
   evaluated elsewhere. */
typedef struct {
    double t;            /* of the argument */
    const double *q, *v; /* copies of the argument */
    unsigned have;       /* parts that are evaluated */
    /* Of contacts that come and go: place k holds number contact[k] of their list; -1: none, its
       entries are ours, its columns empty. All parts of contacts are of so many places. */
    const dls_int *contact;
    dls_int places; /* length of contact; nu */
    /* set by dls_motion_full, dls_motion_sparse; sizes as in the list of parts */
    dls_view M, G, N, T, fq, fv;
    /* to be written; lengths as in the list of parts; e within 0..1, mu >= 0 */
    double *f, *h, *g, *wb, *wu, *wt, *bb, *bu, *e, *mu, *et, *law, *cohesion, *potential;
    double *stiffness, *damping, *creep, *rolling, *spinning; /* as these */
    dls_int generation;               /* of the list of contacts: as all below of the engine */
    struct dls_motion_memory *memory; /* of the engine */
} dls_motion_values;

/* The array of a full matrix, by columns, zeroed, to be written by the model; NULL: out of memory,
   then DLS_ERROR_MEMORY is what its function returns. */
double *dls_motion_full(dls_motion_values *E, dls_motion_part part);
/* Copies A, whose size is right; allocates when it has more entries than ever before. */
dls_error dls_motion_sparse(dls_motion_values *E, dls_motion_part part, dls_view A,
                            dls_fault *fault);

typedef struct {
    dls_int n, nq, nb, nu; /* velocities, coordinates (0: n), bilateral constraints, contacts */
    /* 1: no tangents; 2, 3; where rolling is given 1 or 2 more columns of T for each contact, where
       spinning is (d = 3) one more, in this order: relative rotations. Then d counts these, too */
    int d;
    unsigned given; /* what `evaluate` knows; of the rest gradients, rates and Jacobians are made by
                          differences, all else is zero */
    unsigned constant; /* what never changes: asked once. A constant h or g is that at q = 0 of an
                          affine function, h + G'q with a constant G */
    unsigned of_q;     /* what depends on q alone */
    dls_view C, K;     /* rows = 0: absent. f - C v - K q is the force, f as given */
    dls_view pattern;  /* of the force's Jacobians by differences; rows = 0: they are full */
    void *data;        /* first argument of all functions below */
    /* Sets `parts` (bits of `given`) at E->t, E->q, E->v. An error ends dls_motion_next. */
    dls_error (*evaluate)(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault);
    /* Forces at `count` states, columns of q, v and f, for differences; NULL, an error, or other
       forces than those of `evaluate`: it is asked for one after the other. */
    dls_error (*forces)(void *data, double t, dls_int count, const double *q, const double *v,
                        double *f, dls_fault *fault);
    /* next := q after a time h with the velocity v; NULL: q + h v, and nq = n */
    dls_error (*advance)(void *data, const double *q, const double *v, double h, double *next,
                         dls_fault *fault);
    /* The law of impacts, for event-driven; NULL: by name (LAW) */
    dls_hit_law impact;
    /* Contacts that come and go; NULL: always the same nu. When a step of length h begins: their
       identities, > 0 and all different; views until the next call. nu is the least number of
       places for them: a contact keeps its place as long as it lives, and with it what is known of
       it. Gaps of places without a contact are DLS_MOTION_FAR. */
    dls_error (*contacts)(void *data, double t, const double *q, const double *v, double h,
                          dls_int *count, const dls_int **identity, dls_fault *fault);
    /* The last nx velocities are states x beside q and v, dx/dt = g(t,q,v,x): their mass is the
       unit matrix, their force g; what is in the place of their positions is of no use. */
    dls_int nx;
    /* At multiples of `period` (0: never), before a step begins: may change the states v. */
    double period;
    /* t: the multiple */
    dls_error (*sample)(void *data, double t, const double *q, double *v, dls_fault *fault);
    /* Does the list of `contacts` hold all that may close while the bodies move freely between two
       states, a time h apart? If not, `contacts` is called again for the same step, and must add
       what it left out. NULL: it does. For event-driven and event-capturing. */
    dls_error (*covers)(void *data, double h, const double *const q[2], const double *const v[2],
                        bool *complete, dls_fault *fault);
    /* How long the contacts that `contacts` has returned last are right, at the speeds of then; for
       adaptive steps. NULL: for ever */
    double (*lasting)(void *data);
    /* What `contacts` keeps from one list to the next, as *count numbers: written to x (NULL: only
       counted), or where `put` taken from there. NULL: nothing */
    dls_error (*kept)(void *data, bool put, dls_int *count, double *x, dls_fault *fault);
} dls_motion_model;
#define DLS_MOTION_FAR 1e100

/* A model in a shared object, for dls_model ('library', file). It is linked with nothing: what it
   calls is in `host`, which lives as long as the model. It exports
     const int dls_library_version = DLS_LIBRARY_VERSION;
     dls_error dls_library_open(const dls_library_host *host, dls_motion_model *model,
                                dls_fault *fault);
     void dls_library_close(void *data);          of the model; may be absent */
#define DLS_LIBRARY_VERSION 2
typedef struct {
    double *(*full)(dls_motion_values *E, dls_motion_part part); /* dls_motion_full */
    /* dls_motion_sparse */
    dls_error (*sparse)(dls_motion_values *E, dls_motion_part part, dls_view A, dls_fault *fault);
    const double *numbers; /* count of them, from dls_model (..., 'numbers', x); until it is open */
    dls_int count;         /* of numbers, 0.. */
} dls_library_host;

/* Options of dls_simulate that the engine reads */
#define DLS_MOTION_SETTINGS(X)                                                                     \
    X(CHOICE, scheme, "Scheme", 0, 0, 6,                                                           \
      "moreau-jean|moreau-jean-projected|schatzman-paoli|nonsmooth-generalized-alpha|rattle|"      \
      "event-"                                                                                     \
      "capturing|event-driven",                                                                    \
      "one step of the motion")                                                                    \
    X(REAL, step, "Step", 0, 0, INFINITY, "",                                                      \
      "length of a step; 0: a thousandth of the interval, event-driven: adaptive")                 \
    X(REAL, theta, "Theta", 0.5, 0, 1, "", "implicitness, HIGHORDER (16), (22)")                   \
    X(REAL, gamma, "Gamma", 1, 0, 1, "", "of the predicted gap, HIGHORDER (16e)")                  \
    X(CHOICE, gradients, "Gradients", 0, 0, 1, "middle|end",                                       \
      "and mass of a step of Moreau and Jean; end: trapezoidal forces")                            \
    X(CHOICE, method, "Method", 0, 0, 10,                                                          \
      "radau-iia-5|radau-iia-3|lobatto-iiia-2|lobatto-iiia-4|lobatto-iiia-6|lobatto-iiic-4|"       \
      "gauss-4|half-explicit-2|half-explicit-3|half-explicit-4|half-explicit-5",                   \
      "Runge-Kutta method, see dls_tableau")                                                       \
    X(INTEGER, index, "Index", 2, 1, 2, "", "constraints on accelerations (1) or velocities (2)")  \
    X(REAL, critical_factor, "CriticalFactor", 0.001, 0, INFINITY, "",                             \
      "C of the critical length C*h^r")                                                            \
    X(REAL, critical_order, "CriticalOrder", 0, 0, 20, "",                                         \
      "r of the critical length; 0: order + 1")                                                    \
    X(INTEGER, max_events, "MaxEvents", 1e4, 1, INFINITY, "", "impacts in one step")               \
    X(REAL, spectral_radius, "SpectralRadius", 0.8, 0, 1, "",                                      \
      "at infinity, of generalized-alpha and rattle")                                              \
    X(CHOICE, projection, "Projection", 0, 0, 1, "mass|euclidean",                                 \
      "metric of moreau-jean-projected")                                                           \
    X(CHOICE, combined, "Combined", 0, 0, 2, "off|all|active",                                     \
      "moreau-jean-projected: its positions close contacts; projected: all, or those that press")  \
    X(FLAG, adaptive, "Adaptive", 0, 0, 1, "", "steps by HIGHORDER (63)-(70)")                     \
    X(REAL, rel_tol, "RelTol", INFINITY, 0, INFINITY, "",                                          \
      "relative error of adaptive steps; Inf: 1e-4, event-driven 1e-12")                           \
    X(REAL, abs_tol, "AbsTol", INFINITY, 0, INFINITY, "",                                          \
      "absolute error of adaptive steps; Inf: RelTol/100")                                         \
    X(REAL, min_step, "MinStep", 0, 0, INFINITY, "", "shortest adaptive step; 0: from rounding")   \
    X(REAL, max_step, "MaxStep", INFINITY, DBL_MIN, INFINITY, "", "longest adaptive step")         \
    X(CHOICE, estimate, "Estimate", 0, 0, 1, "variable|coordinates",                               \
      "order from contacts (68)-(70), or (67)")                                                    \
    X(INTEGER, max_steps, "MaxSteps", INFINITY, 0, INFINITY, "", "stop after so many")             \
    X(REAL, max_time, "MaxTime", INFINITY, 0, INFINITY, "",                                        \
      "stop after so many seconds of computing")                                                   \
    X(REAL, tolerance, "Tolerance", 1e-12, 1e-15, 1e-2, "", "residual of friction problems")       \
    X(CHOICE, friction_method, "FrictionMethod", 0, 0, 8,                                          \
      "auto|newton|interior-point|fixpoint|gauss-seidel|lcp|pseudo-time|enumerate|arclength",      \
      "of dls_friction")                                                                           \
    X(REAL, rank_tolerance, "RankTolerance", 0, 0, 0.1, "",                                        \
      "redundant: singular values of G below this part of the largest")                            \
    X(INTEGER, max_iterations, "MaxIterations", 30, 1, INFINITY, "", "of a step")                  \
    X(REAL, newton_tolerance, "NewtonTolerance", 1e-12, 0, 1, "",                                  \
      "relative change of the velocity")                                                           \
    X(INTEGER, stride, "Stride", 1, 1, 1e9, "", "store one step of so many")                       \
    X(FLAG, guard, "EnergyGuard", 0, 0, 1, "", "impacts make no energy, whatever their law")       \
    X(FLAG, energy, "Energy", 1, 0, 1, "", "compute sol.energy")                                   \
    X(FLAG, residual, "Residual", 1, 0, 1, "", "compute sol.residual")

typedef struct {
    DLS_MOTION_SETTINGS(DLS_FIELD)
} dls_motion_settings;
dls_motion_settings dls_motion_defaults(void);
enum { DLS_COMBINED_OFF, DLS_COMBINED_ALL, DLS_COMBINED_ACTIVE };

enum {
    DLS_SCHEME_MOREAU_JEAN,
    DLS_SCHEME_MOREAU_JEAN_PROJECTED,
    DLS_SCHEME_SCHATZMAN_PAOLI,
    DLS_SCHEME_GENERALIZED_ALPHA,
    DLS_SCHEME_RATTLE,
    DLS_SCHEME_EVENT_CAPTURING,
    DLS_SCHEME_EVENT_DRIVEN
};

/* Of a Runge-Kutta method: dls_tableau returns it. A, Abar s-by-s by rows; b, c (s) */
typedef struct {
    int stages, order, first; /* first: 1 when the first stage is the beginning */
    /* A is strictly lower; its last row is b; the first reaction is that of the beginning */
    bool explicit_, stiffly, ahead;
    const double *A, *Abar, *b, *c; /* Abar: of explicit methods only */
    const char *name;               /* as in the choices of 'Method' */
} dls_motion_tableau;

/* Where a motion begins, where it ends, and what is wanted of it. */
typedef struct {
    double t0, tend;          /* t0 < tend */
    const double *q, *v;      /* nq, n */
    const double *p, *status; /* of a motion that goes on; NULL: it begins */
    const double *memory;     /* the same: what the scheme knows, as dls_motion_state shows it */
    dls_int memories;         /* its length */
    const double *identity;   /* the same, of contacts that come and go: of so many places */
    dls_int places;           /* 0.. */
    const double *times;      /* increasing, in (t0, tend]: columns are stored there exactly, and */
    dls_int count;            /* nowhere else; 0: at steps */
    double factors[3];        /* alpha, alpha_min, alpha_max of HIGHORDER (66); zeros: 0.9 0.5 5 */
    const dls_motion_tableau *tableau; /* of event schemes */
    dls_step_host shown;               /* problems of steps */
} dls_motion_course;

/* X(symbol, text in sol.events); the first four are the states of a contact */
#define DLS_MOTION_EVENTS(X)                                                                       \
    X(OPENS, "open")                                                                               \
    X(CLOSES, "close")                                                                             \
    X(STICKS, "stick")                                                                             \
    X(SLIPS, "slip")                                                                               \
    X(IMPACT, "impact")                                                                            \
    X(ACCUMULATION, "accumulation")                                                                \
    X(CAPTURED, "captured")                                                                        \
    X(ENERGY_GAIN, "energy")                                                                       \
    X(REDUNDANT, "redundant") /* bilateral constraints: the contact is one of them */              \
    X(UNSETTLED, "unsettled") /* an implicit step, nearly; of no contact */
#define DLS_EVENT(symbol, text) DLS_EVENT_##symbol,
enum { DLS_MOTION_EVENTS(DLS_EVENT) DLS_EVENTS };
const char *dls_motion_event_text(int kind);

typedef struct {
    double t;        /* of the event */
    dls_int contact; /* from 0; of contacts that come and go: identity - 1; redundant: constraint */
    int kind;        /* DLS_EVENT_.. */
    /* open .. slip: normal percussion of the step, velocity in event-driven; impulse; seconds until
       the accumulation; length captured; energy gained; how many are redundant; relative change */
    double value;
} dls_motion_event;

/* Rows of `work`: of the force (that of the potential, too), of bilateral reactions, normal and
   tangential ones of contacts. Kinetic energy less all of it is constant, to the scheme's order. */
enum { DLS_WORK_FORCE, DLS_WORK_CONSTRAINT, DLS_WORK_CONTACT, DLS_WORK_FRICTION, DLS_WORKS };

typedef struct {
    /* counts: steps made, and tried in vain; linear systems; of Newton and of contact problems */
    dls_int steps, rejected, solves, factorisations, iterations;
    dls_int evaluations;                                 /* calls of the model's functions */
    double time, time_model, time_factor, time_contacts; /* seconds */
    double residual; /* the worst of contact problems, relative */
} dls_motion_stats;

/* All that is known of a run; views that are valid until the next call with it. Matrices have one
   column for each of `count` times: p bilateral, normal, tangential percussions of the step that
   ends there; status 0 open, 1 closed without friction, 2 sticks, 3 slips. */
typedef struct {
    /* rows of v, of q; bilateral constraints, contacts, rows of p; columns; events */
    dls_int n, nq, nb, nu, np, count, events;
    const double *t, *q, *v, *p, *status, *gap, *kinetic, *potential; /* energies NaN: unknown */
    const double *violation;                                          /* max |h| */
    const double *identity; /* of contacts that come and go, 0: none; NULL: they do not */
    const double *work;     /* DLS_WORKS each, since the start; NaN within a step */
    const double *residual; /* of the equations of the steps since the last column; NaN: unknown */
    const double *elastic;  /* energy of compliant contacts */
    const dls_motion_event *event; /* events, in the order of time */
    double now;                    /* the last state */
    /* what dls_motion_course asks for to go on */
    const double *q_now, *v_now, *p_now, *status_now, *memory, *identity_now;
    dls_int memories;    /* length of memory */
    bool finished;       /* at tend */
    dls_outcome outcome; /* SOLVED; TIME_LIMIT, INTERRUPTED, MAX_ITERATIONS (steps), NO_SOLUTION */
    const char *message; /* why a step has no solution */
    dls_motion_stats stats; /* since setup */
} dls_motion_picture;

typedef struct dls_motion_run dls_motion_run;
/* An error: *out is NULL. */
dls_error dls_motion_setup(const dls_motion_model *model, const dls_motion_settings *settings,
                           const dls_motion_course *course, dls_host host, dls_motion_run **out,
                           dls_fault *fault);
/* At most `steps` more steps. */
dls_error dls_motion_next(dls_motion_run *R, dls_int steps, dls_fault *fault);
/* Another end: the run goes on to there. */
dls_error dls_motion_extend(dls_motion_run *R, double tend, dls_fault *fault);
/* The last state becomes a column where it is none yet: of a run that has ended before tend. */
dls_error dls_motion_close(dls_motion_run *R, dls_fault *fault);
/* Starts of iterations, factorisations and values are forgotten, which may decide the last bits. */
dls_error dls_motion_renew(dls_motion_run *R, dls_fault *fault);
/* A run elsewhere has the same bits from here on, if this one is renewed, too: what it needs beside
   the picture, *count numbers that are valid until the next call with the run; and a run that was
   set up as this one was, and goes on (renewed) from the picture and these numbers. */
dls_error dls_motion_keep(dls_motion_run *R, const double **numbers, dls_int *count,
                          dls_fault *fault);
dls_error dls_motion_resume(dls_motion_run *R, const dls_motion_picture *picture, dls_int count,
                            const double *numbers, dls_fault *fault);
/* q, v at a time within the last step, by the dense output of the scheme; false: t is not there. */
bool dls_motion_between(dls_motion_run *R, double t, double *q, double *v);
/* next (nq) := q (nq) after a time h with the velocity v (n), as the model has it */
dls_error dls_motion_moved(dls_motion_run *R, const double *q, const double *v, double h,
                           double *next, dls_fault *fault);
/* What the model is at (t, q, v): given or by differences; until the run is asked or steps again */
dls_error dls_motion_look(dls_motion_run *R, unsigned parts, double t, const double *q,
                          const double *v, const dls_motion_values **out, dls_fault *fault);
void dls_motion_state(const dls_motion_run *R, dls_motion_picture *picture);
void dls_motion_free(dls_motion_run *R);

/* ---- mechanisms ----
   Bodies, joints and forces as numbers. A body that moves has the coordinates (x, y, angle) or
   (position of the centre, unit quaternion w x y z), and the velocities (of the centre, angular
   one): in 3D of the centre in the axes of the world, angular in those of the body. In 3D the last
   coordinates are the angles of joints, rad, whole turns counted: quaternions do not count them.
   An item, a column of `joint` or `force`, joins places of bodies a and b, given in the frame of
   the body (third components are 0 in 2D): */
enum {
    DLS_ITEM_KIND,          /* from 1, see dls_mechanism_kind_name */
    DLS_ITEM_A,             /* 0: the ground; bodies from 1 */
    DLS_ITEM_B,             /* not a, but of forces */
    DLS_ITEM_POINT_A,       /* 3 numbers, as all below */
    DLS_ITEM_POINT_B = 6,   /* "x" of a line is along_a, "y" across_a, "z" their product; */
    DLS_ITEM_ALONG_A = 9,   /* where the joint is closed both frames agree, but for the motion */
    DLS_ITEM_ACROSS_A = 12, /* that it leaves. Zeros: along, the first axis of the body; across, */
    DLS_ITEM_ALONG_B = 15,  /* any; in 2D across is to the left of along */
    DLS_ITEM_ACROSS_B = 18,
    DLS_ITEM_PARAMETER = 21, /* 6 numbers, see mechanism/kinds.c and forces.c */
    DLS_ITEM_SIDE = 27,      /* 0: h = 0; 1: h >= 0, -1: h <= 0: a contact */
    DLS_ITEM_MU,             /* friction of contacts, and of joints that slide */
    DLS_ITEM_RESTITUTION,    /* of contacts */
    DLS_ITEM_ASKED,          /* k: function k of the host, from 1, gives the parameters */
    DLS_ITEM_TURNS,          /* whole turns that its angle has beyond what the coordinates say */
    DLS_ITEM_ANGLE,          /* in 3D: k: its angle is angle k, from 1; 0: in (-pi, pi] */
    DLS_ITEM_ROWS,
    DLS_ITEM_PARAMETERS = 6
};

typedef struct {
    int d;                          /* 2 or 3 */
    dls_int bodies, joints, forces; /* columns of what follows */
    const double *gravity;          /* d */
    const double *fixed, *mass;     /* bodies: 1 where it never moves */
    const double *inertia;          /* 1 per body, or 9: about the centre, in its axes */
    /* coordinates of all bodies, 3 or 7 each: where fixed ones are; where those that move had the
       angles of DLS_ITEM_TURNS */
    const double *place;
    const double *joint, *force; /* DLS_ITEM_ROWS each */
    /* Angles that are coordinates (3D), DLS_ITEM_ROWS each: the kind 'turn', 'bend' or 'bend
       second', places, and whole turns beyond (-pi, pi] where the bodies are placed */
    const double *angle;
    dls_int angles; /* 0.. */
    /* Shapes that touch. Corners are in the order of their bodies, of a polygon in 2D
       counterclockwise; a segment has two, what is round one. */
    dls_int touches, corners, faces;
    const double *shape;  /* per body: DLS_SHAPE_.., radius, numbers of corners and faces */
    const double *corner; /* 3 each, in the frame of the body */
    const double *face;   /* triangles: 3 corners of the body each, from 0, seen from outside
                             counterclockwise */
    /* DLS_TOUCH_ROWS each: bodies a, b (0: the plane of the ground, DLS_TOUCH_ALL: all that have a
       shape), mu, restitution, stiffness (0: rigid), damping; of a pair the first one holds */
    const double *touch;
    dls_int own; /* constraints of the host, the last columns of G */
} dls_mechanism_data;
enum {
    DLS_SHAPE_NONE,
    DLS_SHAPE_PLANE,
    DLS_SHAPE_ROUND,
    DLS_SHAPE_POLYGON,
    DLS_SHAPE_SOLID,    /* in 3D: all that is within the radius of the hull of the corners */
    DLS_SHAPE_CYLINDER, /* in 3D: along z, its ends are two corners */
    DLS_SHAPE_MESH,     /* in 3D */
    DLS_SHAPES
};
enum { DLS_SHAPE_ROWS = 4, DLS_TOUCH_ROWS = 6, DLS_TOUCH_ALL = -1 };

/* Functions of the user at (t, q, v); either may be NULL. */
typedef struct {
    /* p: the parameters of a joint or force, by its function `number` (from 1). along: of a force,
       the value of its first line and its rate, as the angle and the angular velocity of a joint;
       of a joint NULL */
    dls_error (*parameters)(void *data, bool force, dls_int number, double t, const double *q,
                            const double *v, const double *along, double *p, dls_fault *fault);
    /* h, G (n-by-own, by columns, zeroed), b of own constraints; adds to f. NULL: not asked */
    dls_error (*own)(void *data, double t, const double *q, const double *v, double *h, double *G,
                     double *b, double *f, dls_fault *fault);
    void *data; /* first argument of both */
} dls_mechanism_host;

typedef struct dls_mechanism dls_mechanism;
/* Copies the data. */
dls_error dls_mechanism_setup(const dls_mechanism_data *data, dls_mechanism_host host,
                              dls_mechanism **out, dls_fault *fault);
void dls_mechanism_free(dls_mechanism *B);
/* Velocities, coordinates; `angles` of these are angles of joints, the last ones. */
void dls_mechanism_get_size(const dls_mechanism *B, dls_int *n, dls_int *nq);
dls_int dls_mechanism_angles(const dls_mechanism *B);
/* The angles of q from its bodies: those nearest to the angles where the bodies are placed. */
void dls_mechanism_set_angles(const dls_mechanism *B, double *q);
/* Of force k, from 0: the value of its first line, and its rate */
void dls_mechanism_along(dls_mechanism *B, dls_int k, const double *q, const double *v,
                         double along[2]);
/* turns: whole turns of each angle of q beyond (-pi, pi] */
void dls_mechanism_get_turns(const dls_mechanism *B, const double *q, double *turns);

/* All of M dv/dt = f + G lambda_b + ... at (t, q, v); views that live until the next call. h and w
   as in the engine; T: tangents of the contacts N, d - 1 each (d = 1: none); H: directions in which
   bilateral joints with friction slide. b: d/dt of G'v, N'v, T'v, H'v (and w) at constant v. */
typedef struct {
    dls_int n, nq;                                         /* velocities, coordinates */
    int d;                                                 /* 2 or 3 */
    dls_view M, G, N, T, H;                                /* n rows each */
    const double *f, *h, *g, *wb, *wu, *bb, *bu, *bt, *bh; /* n; one per column */
    const double *e, *mu, *muh;                            /* of contacts; of columns of H */
    /* of columns of G (2), N, H: from 0; -1 of own ones */
    const dls_int *joint, *line, *contact_joint, *slider;
    const double *point, *normal; /* 3 each, of contacts of shapes, from a to b; NAN of others */
    const dls_int *touch;         /* of contacts: from 0; -1: of no shapes */
    bool many;                    /* contacts are those that are near: others come in motions */
    /* of contacts: point k (from 0) of bodies a and b is 1 + k + 1024 (a + (bodies + 1) b); limits
       have larger ones */
    const dls_int *identity;
    double potential; /* energy of weight and forces */
} dls_mechanism_values;
dls_error dls_mechanism_evaluate(dls_mechanism *B, double t, const double *q, const double *v,
                                 dls_mechanism_values *E, dls_fault *fault);
/* next := q after a time h with the velocity v: quaternions by the exponential map; angles of
   joints go the way of their bodies, over any number of turns */
void dls_mechanism_advance(const dls_mechanism *B, const double *q, const double *v, double h,
                           double *next);

/* For the engine; B lives as long as the model is used. */
dls_motion_model dls_mechanism_model(dls_mechanism *B);

/* q, v := the nearest state, in the metric of M, in which all equations of G hold at t; bodies that
   are `held` (NULL: none) stay, and the velocities of what is held do. What rolls does not hinder
   positions. gap, slip (columns of G): h, and G'v + wb, in the end. */
typedef struct {
    bool closed, matched; /* the positions, the velocities */
    int steps;            /* of the iteration, 0.. */
    double distance;      /* |h|, lengths relative to the size of the mechanism */
    double moved;         /* d'M d of the way, relative to the largest inertia */
} dls_mechanism_fit;
dls_error dls_mechanism_assemble(dls_mechanism *B, const bool *held, double t, double *q, double *v,
                                 double *gap, double *slip, dls_mechanism_fit *fit,
                                 dls_fault *fault);

/* Names of the kinds of joints and forces, from 1, NULL beyond the last one; and of a line of a
   joint in 2D or 3D: normals first. */
const char *dls_mechanism_kind_name(bool force, dls_int kind);
const char *dls_mechanism_line_name(int d, dls_int kind, dls_int line, dls_int *normals,
                                    dls_int *tangents);

/* ---- HDF5 files: datasets by their paths, "/fclib_local/W/x" ---- */
typedef enum {
    DLS_DATASET_ABSENT,
    DLS_DATASET_REAL,
    DLS_DATASET_INT,
    DLS_DATASET_TEXT
} dls_datatype;

typedef struct {
    dls_datatype type; /* what the file has, or is to have */
    dls_int count;     /* numbers, or characters of a text without its final zero */
    double *x;         /* REAL and INT (whole numbers, 32 bits in the file) */
    char *text;        /* ends with 0 */
} dls_dataset;

/* Numbers of any type are read as REAL. A damaged file makes the HDF5 library itself crash or
   ask for all memory: a child process with limits runs it, and what it finds comes by a pipe.
   Datasets whose data are in other files are refused. */
dls_error dls_hdf5_read(const char *file, dls_int count, const char *const *paths, dls_host host,
                        dls_dataset *sets, dls_fault *fault);
/* Replaces the file, by a child process, too; absent datasets are left out. */
dls_error dls_hdf5_write(const char *file, dls_int count, const char *const *paths,
                         const dls_dataset *sets, dls_host host, dls_fault *fault);
void dls_dataset_free(dls_int count, dls_dataset *sets); /* what dls_hdf5_read allocated */

/* Expand a zlib stream (of a MAT-file), up to `most` bytes; out is freed by dls_bytes_free. */
dls_error dls_inflate(const void *bytes, dls_int count, dls_int most, unsigned char **out,
                      dls_int *size, dls_fault *fault);
void dls_bytes_free(unsigned char *bytes);

/* ---- versions ---- */
typedef struct {
    char suitesparse[24]; /* "5.12.0" */
    const char *blas;     /* configuration of OpenBLAS; "unknown" for another BLAS */
    const char *kernel;   /* the one it picked for this CPU */
    int threads;          /* of BLAS; 1 where it is unknown */
} dls_libraries;
dls_libraries dls_library_versions(void);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
