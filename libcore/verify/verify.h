/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is an answer right? Every function asks this before it returns; dls_verify asks the same code.

   Computes, for each kind of answer, a report: a list of checks (name, value, bound), and what was
   not checked. Only products, comparisons and orthogonalisations are made: nothing is solved, no
   answer is improved.
   Promises: it sees problem and answer, and includes no solver (tests/check_layers.sh); the same
   verdict in all units of the caller; a claim without a proof is refused, NaN is refused; a limit
   or a failure claims nothing and is not verifiable. Tested by tests/c/test_verify.c (units,
   proofs, memory), tests/m/test_verify.m and test_verify_damage.m (every claim of right answers is
   damaged: refused).

   To add a kind:
   1. libcore/verify/<kind>.c with dls_verify_<kind>, declared in delassus.h: it takes the problem,
      the answer with its outcome, and a dls_verify_report, begins with dls_verify_begin and makes
      the checks by the functions below. Bounds are in tolerances.h. Memory: one pool (DLS_TAKE),
      made before the first product. Where problems come one after the other, a function of its own
      makes it at setup, with the units of the matrices; nothing is allocated afterwards.
   2. mex/dls_verify_mex.c: a table of its fields and a line in `calls`. Sizes that the table states
      need no check elsewhere. A row in tests/fuzz/gateway_call.m.
   3. mfiles/private/dls_verify_<file>.m: the body of verify_<kind> becomes one line,
      dls_judge ('add', report, dls_verify_mex ('<kind>', problem, answer)); the arithmetic goes.
   4. The hook: the last statement of the one-call C function or of its gateway calls
      dls_verify_<kind>. A refused claim is computed another way, or the outcome becomes
      DLS_INACCURATE or DLS_NOT_DECIDED and the message ends with dls_verify_refusal.
   5. tests/m/test_verify_damage.m: a row with a right answer and the claims that are damaged. */
#ifndef DLS_VERIFY_H
#define DLS_VERIFY_H

#include <math.h>

#include "sparse/sparse.h"
#include "verify/tolerances.h"

/* report.c */
void dls_verify_begin(dls_verify_report *report); /* nothing was checked: ok, verifiable */
/* value <= bound, else (and for NaN) the answer is refused. Checks of one name are one line: that
   of the largest value / bound. `name` stays the caller's. */
void dls_verify_check(dls_verify_report *report, const char *name, double value, double bound);
/* Claims of the answer that are not checked. */
void dls_verify_leave(dls_verify_report *report, const char *claim);
/* The outcome claims nothing, or comes without what would prove it: neither ok nor verifiable. */
void dls_verify_nothing(dls_verify_report *report, dls_outcome outcome);
/* The checks of another one join the report: of another case, or right-hand side. */
void dls_verify_join(dls_verify_report *report, const dls_verify_report *other);
/* "; verification: <what failed>" after a message of `room` bytes */
void dls_verify_refusal(const dls_verify_report *report, char *message, size_t room);

/* units.c: a symmetric matrix in blocks. A block off the diagonal stands for its mirror image, too;
   one on the diagonal is given in full. A.i == NULL: A is full. Rows and columns of an m-by-n
   matrix have units of their own in the symmetric one with that block at (0, m). */
enum { DLS_VERIFY_BLOCKS = 12 };
typedef struct {
    dls_int order;
    int count;
    struct {
        dls_view A;
        dls_int row, col;
    } block[DLS_VERIFY_BLOCKS];
} dls_verify_blocks;
void dls_verify_place(dls_verify_blocks *K, dls_view A, dls_int row, dls_int col);
/* a column of a full matrix */
static inline dls_view dls_verify_column(dls_int n, const double *x)
{
    return (dls_view){.rows = n, .cols = 1, .x = x};
}
/* Units d in which the entries of diag (d) K diag (d) are near one: their logarithms have the least
   sum of squares (Curtis and Reid), which other units of the caller do not change. Entries that can
   only be rounding do not count. An empty row has the unit 1. work: DLS_VERIFY_WORK (order)
   A homogeneous matrix [A q] or [P A' q; A 0 -b; q' -b' 0] has a last row or column for the number
   1: unknowns of the size d(i) / d(last) make its terms comparable. */
#define DLS_VERIFY_WORK(order) (6 * (order))
void dls_verify_units(const dls_verify_blocks *K, double *d, double *work);
/* The same without the entries that are negligible in the units given: where these are rounding of
   the caller, the units above may follow them. */
void dls_verify_units_as_given(const dls_verify_blocks *K, double *d, double *work);
/* part(i): the first row of those that entries of K connect with row i. Where a part consists of
   two classes that only meet each other, its units may be d of one and 1/d of the other class. */
void dls_verify_parts(const dls_verify_blocks *K, dls_int *part);

/* proof.c */
/* What residuals are relative to: the largest unknown in its unit, or the constants (the number 1
   in its unit, `one`); at most DLS_VERIFY_MOST times these, if there are any: a tolerance of larger
   unknowns would hide them. */
double dls_verify_most(double largest, double one, bool constants);
/* The larger one; NaN stays. */
static inline double dls_verify_worse(double a, double b)
{
    return a > b || isnan(a) ? a : b;
}
/* Of equations that `solved` promises up to a tolerance in other units */
static inline double dls_verify_bound(double tolerance)
{
    return DLS_MAX(DLS_VERIFY_EQUATIONS, DLS_VERIFY_SLACK * tolerance);
}
/* max |x(i)| / d(i) */
double dls_verify_largest(dls_int n, const double *x, const double *d);
/* The share of r = G'a + b that errors of b do not explain: r, of least squares in these units, is
   a combination of the constraints that contradict each other, and |r|'errors is what b may change
   of r'r. errors == NULL: none. Numbers of r are `stride` apart. */
double dls_verify_unexplained(dls_int m, const double *unit, const double *r, int stride,
                              const double *errors);
/* A combination of the conditions says e'x >= gain > 0, where e should vanish. That excludes all x
   with |e|'|x| < gain: they must be excluded up to DLS_VERIFY_REACH times their natural sizes. What
   the data themselves leave open counts, too: their accuracy in each term, and rounding. */
typedef struct {
    dls_int n;
    const double *e, *terms; /* terms(i): the sum of the magnitudes that cancel in e(i) */
    const double *reach;     /* natural sizes of x, > 0 */
    double gain, gain_terms; /* the latter: the sum of the magnitudes in gain */
    double vanish; /* the largest e(i) reach(i) beside all terms so; 0: whatever is excluded */
} dls_verify_combination;
void dls_verify_proof(dls_verify_report *report, const dls_verify_combination *C);
/* Are the columns of S (rows-by-cols, entries of any sign, or 0) the leaves of a tree, each node of
   which divides by the sign of one row? Then they exclude each other and are together all patterns
   of signs. work: cols */
bool dls_verify_covers(dls_int rows, dls_int cols, const double *S, dls_int *work);

/* kkt.c: dls_verify_kkt of many F, b with one M, G; nothing is allocated after `take`.
   kkt_units.c: parts without M, with, and rows without entries */
enum { DLS_VERIFY_LIGHT, DLS_VERIFY_HEAVY, DLS_VERIFY_BARE };
typedef struct {
    double *d, *inverse; /* n + m: units of a and lambda; 1 / d */
    dls_int *part;       /* n + m: numbers of parts, from 0 on */
    dls_int parts;
    unsigned char *kind; /* of parts */
    bool bare;           /* is there a part of that kind? */
    double *work;        /* DLS_VERIFY_WORK (n + m) */
} dls_verify_kkt_units;
void dls_verify_kkt_take(dls_room *room, dls_verify_kkt_units *U, dls_int n, dls_int m);
void dls_verify_kkt_prepare(dls_verify_kkt_units *U, dls_view M, dls_view G);
void dls_verify_kkt_in(const dls_verify_kkt_units *U, const dls_kkt_problem *problem,
                       const dls_kkt_claim *claim, dls_verify_report *report);

/* conic.c: dls_verify_conic with memory that is there */
#define DLS_VERIFY_CONIC_WORK(n, m) ((n) + (m) + 1 + DLS_VERIFY_WORK((n) + (m) + 1))
void dls_verify_conic_in(const dls_conic_problem *problem, const dls_conic_claim *claim,
                         double *work, dls_verify_report *report);

/* lcp.c: dls_verify_lcp of many q with one M; nothing is allocated after `take` */
typedef struct {
    double *r, *c; /* N: units of rows and columns of M */
    dls_int *part; /* 2N: of rows, then columns */
    double *work;  /* DLS_VERIFY_WORK (2N) */
} dls_verify_lcp_units;
void dls_verify_lcp_take(dls_room *room, dls_verify_lcp_units *U, dls_int N);
void dls_verify_lcp_prepare(dls_verify_lcp_units *U, dls_view M);
/* r, c (N): units of the rows and of z in which constants are at most 1: those of M, but rows of
   one part may have any common unit. Are there constants? Uses U->work beyond 4 N. */
bool dls_verify_lcp_measure(const dls_verify_lcp_units *U, dls_int N, const double *q, double *r,
                            double *c);
void dls_verify_lcp_in(const dls_verify_lcp_units *U, const dls_lcp_problem *problem,
                       const dls_lcp_claim *claim, dls_verify_report *report);

/* ranks.c */
/* Columns of diag (row) A diag (col), one by one. */
typedef struct {
    dls_view A;
    const double *row, *col;
    dls_int count;
    const dls_int *list;
    double least; /* result: the least pivot of columns of unit length; 0: dependent */
    dls_int left; /* result: columns in pieces too large to be checked */
} dls_verify_columns;
bool dls_verify_independent(dls_verify_columns *C); /* false: out of memory */
/* The least pivot of a full matrix, which is destroyed. */
double dls_verify_least_pivot(dls_int rows, dls_int cols, double *A);

#endif
