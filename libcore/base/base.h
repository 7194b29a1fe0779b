/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every module needs: memory, faults, small vector arithmetic, the clock. */
#ifndef DLS_BASE_H
#define DLS_BASE_H

#include <stdarg.h>

#include "delassus.h"

#define DLS_EPS 2.220446049250313e-16

#define DLS_MIN(a, b) ((a) < (b) ? (a) : (b))
#define DLS_MAX(a, b) ((a) > (b) ? (a) : (b))

/* Zeroed arrays; NULL when memory is out (or the test hook says so); at least one byte. */
void *dls_alloc(dls_int count, size_t size);
#define DLS_NEW(type, count) ((type *)dls_alloc((count), sizeof(type)))
/* The array with another size, what is new not zeroed; NULL leaves it as it was. */
void *dls_grow(void *memory, dls_int count, size_t size);
void dls_free(void *memory);

/* The memory of one object: its arrays, made at once, and what libraries made for it. All of it
   goes with dls_pool_free, in reverse order. A zeroed pool is an empty one. */
typedef void dls_release(void *what);
typedef struct {
    dls_release *release;
    void *what;
} dls_owned;
typedef struct {
    dls_owned *owned;
    dls_int count;
} dls_pool;
typedef struct {
    char *start; /* NULL while the sizes are added up */
    size_t used;
    bool overflow;
} dls_room;
/* A layout sets every array pointer of an object by DLS_TAKE, in any order; it is called twice, and
   sees the same sizes both times. The arrays are zeroed. */
typedef void dls_layout(void *object, dls_room *room);
void *dls_take(dls_room *room, dls_int count, size_t size);
#define DLS_TAKE(room, type, count) ((type *)dls_take((room), (count), sizeof(type)))
/* Arrays of one size each: DLS_TAKE_NUMBERS (room, n, &T->x, &T->y, ...), of indices likewise */
#define DLS_TAKE_NUMBERS(room, count, ...)                                                         \
    dls_take_numbers((room), (count), (double **[]){__VA_ARGS__, NULL})
#define DLS_TAKE_INDICES(room, count, ...)                                                         \
    dls_take_indices((room), (count), (dls_int * *[]){__VA_ARGS__, NULL})
void dls_take_numbers(dls_room *room, dls_int count, double **const *arrays);
void dls_take_indices(dls_room *room, dls_int count, dls_int **const *arrays);
/* false: out of memory. A pool may be made in several steps, as sizes become known. */
bool dls_pool_make(dls_pool *pool, dls_layout *layout, void *object);
/* The pool releases it from now on; at once, when it cannot remember it (false). NULL: false. */
bool dls_pool_own(dls_pool *pool, dls_release *release, void *what);
void dls_pool_free(dls_pool *pool);

/* Fill the fault (which may be NULL) and return the code. */
dls_error dls_fail(dls_fault *fault, dls_error code, const char *format, ...);
dls_error dls_fail_memory(dls_fault *fault);

/* count finite numbers; `name` is used in the sentence */
dls_error dls_check_vector(dls_int count, const double *x, const char *name, dls_fault *fault);
/* A sentence more, after a semicolon; room: of the whole message. */
void dls_append(char *message, size_t room, const char *format, va_list args);

/* All fields within their ranges: C callers fill the structs themselves. */
dls_error dls_settings_check(const char *function, const void *settings, dls_fault *fault);

/* Format a line, end it, and hand it to the host, if there is one. */
void dls_say(dls_host host, const char *format, ...);

double dls_clock(void); /* seconds */

/* When to end before the work is done: at a time of dls_clock, or when the user asks for it. */
typedef struct {
    dls_host host;
    double deadline;
} dls_watch;
dls_watch dls_watch_start(dls_host host, double seconds);
/* Is it over? Then *why (may be NULL) is DLS_TIME_LIMIT or DLS_INTERRUPTED. */
bool dls_watch_over(const dls_watch *watch, dls_outcome *why);

/* crew.c: work on so many threads, the caller's among them (or as few as the system gives); all
   meet where each calls meet. */
typedef struct dls_crew dls_crew;
typedef void dls_crew_work(dls_crew *crew, int member, void *data);
void dls_crew_run(int members, dls_crew_work *work, void *data);
int dls_crew_members(const dls_crew *crew);
void dls_crew_meet(dls_crew *crew);

/* A sum of products in twice the working precision; begin with {0}. */
typedef struct {
    double high, low, size; /* the sum is high + low; size: sum of |x y| */
    dls_int count;          /* of terms */
} dls_exact;
void dls_exact_add(dls_exact *sum, double x, double y); /* sum += x y; a number alone: y = 1 */
/* The sum, rounded; it is within *bound of the exact one. Infinite bound: an overflow. */
double dls_exact_value(const dls_exact *sum, double *bound);
double dls_exact_dot(dls_int n, const double *x, const double *y, double *bound);
void dls_exact_product(dls_view A, const double *x, dls_exact *sum); /* sum += A x (A.rows) */
void dls_exact_column(dls_view A, dls_int j, const double *y, dls_exact *sum); /* += A(:,j)'y */
void dls_exact_transposed(dls_view A, const double *y, dls_exact *sum); /* sum += A'y (A.cols) */

/* Did a sum of squares lose nothing by overflow or underflow? */
static inline bool dls_is_safe(double square)
{
    return square > 1e-280 && square < 1e280;
}
double dls_norm(dls_int n, const double *x);
double dls_largest(dls_int n, const double *x); /* max |x(k)|; NaN if there is one */
double dls_dot(dls_int n, const double *x, const double *y);
void dls_axpy(dls_int n, double alpha, const double *x, double *y); /* y += alpha x */
void dls_xpay(dls_int n, const double *x, double alpha, double *y); /* y = x + alpha y */
/* r = f + sign r - x */
void dls_rest(dls_int n, const double *f, double sign, const double *x, double *r);
void dls_copy(dls_int n, const double *x, double *y); /* y = x */
void dls_zero(dls_int n, double *x);
void dls_fill(dls_int n, double value, double *x);      /* x(k) = value */
void dls_negate(dls_int n, const double *x, double *y); /* y = -x */
/* x := diag (scale) x / size, the size of its largest entry, a power of two (1 of zeros) */
double dls_unit_size(dls_int n, const double *scale, double *x);
bool dls_finite(dls_int n, const double *x);
/* The power of two nearest below x: scaling by it is exact. 1 for x <= 0. */
double dls_power2(double x);
/* lu.c: A = L U, n-by-n by columns, partial pivoting, rows scaled by powers of two unless scale is
   NULL; the least pivot relative to the largest: 1 of order 0, NaN where one is. */
double dls_lu_factor(int n, double *A, double *scale, int *pivots);
void dls_lu_solve(int n, const double *lu, const double *scale, const int *pivots, double *x);
/* X = A^-1 X or A^-T X, of rows that were not scaled */
void dls_lu_solve_many(int n, const double *lu, const int *pivots, bool transposed, int count,
                       double *X);
/* Reproducible noise in (-1, 1): same numbers on every machine. */
void dls_noise(dls_int n, double *x);

#endif
