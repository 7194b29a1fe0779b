/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units of Curtis and Reid: minimise the sum of (log |k_ij| + x_i + x_j)^2 over the entries, by
   conjugate gradients with the diagonal of the normal equations

       (D + E) x = -s,   D: entries of a row,  E: the pattern,  s: sums of the logarithms of rows.

   Logarithms are of base 2. Where rows and columns fall into two classes that only meet each other,
   one may gain what the other one loses: the iteration leaves that as it begins, at zero. */
#include <math.h>
#include <string.h>

#include "verify/verify.h"

void dls_verify_place(dls_verify_blocks *K, dls_view A, dls_int row, dls_int col)
{
    if (K->count < DLS_VERIFY_BLOCKS && A.rows > 0 && A.cols > 0) {
        K->block[K->count].A = A;
        K->block[K->count].row = row;
        K->block[K->count].col = col;
        K->count++;
    }
}

/* What is done with an entry and its place; mirrored ones count twice. */
typedef struct {
    const double *x,
        *near; /* of the rows; near: what is below `least`, scaled so, does not count */
    double *y, *z, least;
} vectors;
typedef void visitor(vectors *V, dls_int i, dls_int j, double value, double weight);

static inline bool counts(const vectors *V, dls_int i, dls_int j, double value)
{
    return value > 0 && (!V->near || value * V->near[i] * V->near[j] >= V->least);
}

/* Entries of column j of block b: from start to end; row (k) is where they are. */
typedef struct {
    const double *x;
    const dls_int *i;
    dls_int first, start, end; /* first: row of entry `start` of a full column */
} column;

static inline column column_of(const dls_verify_blocks *K, int b, dls_int j)
{
    const dls_view *A = &K->block[b].A;
    dls_int start = A->p ? A->p[j] : j * A->rows;
    return (column){A->x, A->i, K->block[b].row, start, A->p ? A->p[j + 1] : start + A->rows};
}

static inline dls_int row_in(const column *C, dls_int k)
{
    return C->first + (C->i ? C->i[k] : k - C->start);
}

/* Inlined with its visitor: one loop for each. */
__attribute__((always_inline)) static inline void visit(const dls_verify_blocks *K, vectors *V,
                                                        visitor *entry)
{
    for (int b = 0; b < K->count; b++) {
        const dls_int col = K->block[b].col;
        const double weight = K->block[b].row == col ? 1 : 2;
        for (dls_int j = 0; j < K->block[b].A.cols; j++) {
            const column C = column_of(K, b, j);
            for (dls_int k = C.start; k < C.end; k++) {
                dls_int i = row_in(&C, k);
                double value = fabs(C.x[k]);
                if (counts(V, i, col + j, value)) {
                    entry(V, i, col + j, value, weight);
                }
            }
        }
    }
}

static inline void find_largest(vectors *V, dls_int i, dls_int j, double value, double weight)
{
    (void)weight;
    value *= V->x[i] * V->x[j];
    V->y[i] = DLS_MAX(V->y[i], value);
    V->y[j] = DLS_MAX(V->y[j], value);
}

static inline void find_least(vectors *V, dls_int i, dls_int j, double value, double weight)
{
    (void)weight;
    value *= V->x[i] * V->x[j];
    V->y[0] = DLS_MIN(V->y[0], value);
}

/* The largest one of those that z makes negligible */
static inline void find_left_out(vectors *V, dls_int i, dls_int j, double value, double weight)
{
    (void)weight;
    bool out = value * V->z[i] * V->z[j] < DLS_VERIFY_NEGLIGIBLE;
    value *= V->x[i] * V->x[j];
    V->y[0] = out && value > V->y[0] ? value : V->y[0];
}

/* log2 (x), linear between powers of two: within 0.09; units by powers of two shift it. */
static inline double logarithm(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (double)bits * 0x1p-52 - 1023;
}

/* y: how many; z: their logarithms; the least and the largest entry */
static void add_up(const dls_verify_blocks *K, const vectors *V, double *least, double *most)
{
    const vectors v = *V;
    double small = INFINITY, large = 0;
    for (int b = 0; b < K->count; b++) {
        const dls_int col = K->block[b].col;
        const double weight = K->block[b].row == col ? 1 : 2;
        for (dls_int j = 0; j < K->block[b].A.cols; j++) {
            const column C = column_of(K, b, j);
            double number = 0, sum = 0;
            for (dls_int k = C.start; k < C.end; k++) {
                dls_int i = row_in(&C, k);
                double value = fabs(C.x[k]);
                if (counts(&v, i, col + j, value)) {
                    double s = weight * logarithm(value);
                    small = DLS_MIN(small, value);
                    large = DLS_MAX(large, value);
                    number += weight;
                    sum += s;
                    v.y[i] += weight;
                    v.z[i] += s;
                }
            }
            v.y[col + j] += number;
            v.z[col + j] += sum;
        }
    }
    *least = small;
    *most = large;
}

/* y += (D + E) x */
static void multiply(const dls_verify_blocks *K, const vectors *V)
{
    const vectors v = *V;
    for (int b = 0; b < K->count; b++) {
        const dls_int col = K->block[b].col;
        const double weight = K->block[b].row == col ? 1 : 2;
        for (dls_int j = 0; j < K->block[b].A.cols; j++) {
            const column C = column_of(K, b, j);
            double x = v.x[col + j], sum = 0;
            for (dls_int k = C.start; k < C.end; k++) {
                dls_int i = row_in(&C, k);
                if (counts(&v, i, col + j, fabs(C.x[k]))) {
                    double s = weight * (v.x[i] + x);
                    v.y[i] += s;
                    sum += s;
                }
            }
            v.y[col + j] += sum;
        }
    }
}

/* The least entry where the largest ones of its row and column are about 1: by the factors near */
static double find_near(const dls_verify_blocks *K, const double *d, double *near, double *largest)
{
    double least = 1;
    vectors V = {.x = d, .y = largest};
    dls_zero(K->order, largest);
    visit(K, &V, find_largest);
    for (dls_int i = 0; i < K->order; i++) {
        near[i] = largest[i] > 0 ? d[i] / sqrt(largest[i]) : 1;
    }
    V = (vectors){.x = near, .y = &least};
    visit(K, &V, find_least);
    return least;
}

/* r: of x; p, q: work; share: 1 over the diagonal D, 0 of empty rows */
static void conjugate_gradients(const dls_verify_blocks *K, vectors V, const double *share,
                                double *x, double *r)
{
    enum { STEPS = 20 };
    static const double ENOUGH = 1; /* a factor of two */
    dls_int n = K->order;
    double *p = r + n, *q = p + n, product = 0;
    for (int step = 0; step < STEPS; step++) {
        double before = product;
        for (dls_int i = 0; i < n; i++) {
            q[i] = share[i] * r[i];
        }
        if (dls_largest(n, q) <= ENOUGH) {
            return;
        }
        product = dls_dot(n, r, q);
        if (step > 0) {
            dls_xpay(n, q, product / before, p);
        } else {
            dls_copy(n, q, p);
        }
        dls_zero(n, q);
        V.x = p;
        V.y = q;
        multiply(K, &V);
        double curvature = dls_dot(n, p, q);
        if (!(curvature > 0)) {
            return;
        }
        dls_axpy(n, product / curvature, p, x);
        dls_axpy(n, -product / curvature, q, r);
    }
}

/* 2^x, x rounded; the largest ones are still numbers */
static inline double power(double x)
{
    const double e = x > 1000 ? 1000 : x > -1000 ? x : -1000;
    uint64_t bits = (uint64_t)(1023 + (int)(e < 0 ? e - 0.5 : e + 0.5)) << 52;
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

/* From the units d on, or from 1; work: 4 n. The least over the largest entry */
static double fit(const dls_verify_blocks *K, const double *near, bool from_one, double *d,
                  double *work)
{
    dls_int n = K->order;
    double *share = work, *r = share + n, least, most;
    vectors V = {d, near, share, r, DLS_VERIFY_NEGLIGIBLE};
    dls_zero(2 * n, share);
    add_up(K, &V, &least, &most);
    for (dls_int i = 0; i < n; i++) {
        share[i] = share[i] > 0 ? 1 / share[i] : 0;
        d[i] = from_one ? 0 : logarithm(d[i]);
    }
    V.y = r;
    if (!from_one) {
        multiply(K, &V);
    }
    dls_negate(n, r, r);
    conjugate_gradients(K, V, share, d, r);
    for (dls_int i = 0; i < n; i++) {
        d[i] = power(d[i]);
    }
    return least / most;
}

/* Entries that are negligible as given may be rounding, which draws the units towards itself where
   they do not make all entries even. The others decide whether they are. No entry is less beside
   the largest ones of its row and column than beside the largest of all. */
void dls_verify_units(const dls_verify_blocks *K, double *d, double *work)
{
    static const double EVEN = 1e-3;
    dls_int n = K->order;
    double *near = work, *rest = near + n, *first = rest + 4 * n, most = 0;
    if (!(fit(K, NULL, true, d, rest) < DLS_VERIFY_NEGLIGIBLE)) {
        return;
    }
    dls_fill(n, 1, first);
    if (find_near(K, d, near, rest) >= EVEN ||
        find_near(K, first, near, rest) >= DLS_VERIFY_NEGLIGIBLE) {
        return;
    }
    dls_copy(n, d, first);
    fit(K, near, false, d, rest);
    find_near(K, d, rest, rest + n);
    vectors V = {.x = rest, .y = &most, .z = near};
    visit(K, &V, find_left_out);
    if (most >= DLS_VERIFY_NEGLIGIBLE) {
        dls_copy(n, first, d);
    }
}

void dls_verify_units_as_given(const dls_verify_blocks *K, double *d, double *work)
{
    double *near = work, *rest = near + K->order;
    dls_fill(K->order, 1, d);
    find_near(K, d, near, rest);
    fit(K, near, true, d, rest);
}

static dls_int root(dls_int *part, dls_int i)
{
    while (part[i] != i) {
        part[i] = part[part[i]];
        i = part[i];
    }
    return i;
}

void dls_verify_parts(const dls_verify_blocks *K, dls_int *part)
{
    for (dls_int i = 0; i < K->order; i++) {
        part[i] = i;
    }
    for (int b = 0; b < K->count; b++) {
        for (dls_int j = 0; j < K->block[b].A.cols; j++) {
            const column C = column_of(K, b, j);
            dls_int first = root(part, K->block[b].col + j);
            for (dls_int k = C.start; k < C.end; k++) {
                dls_int i = row_in(&C, k);
                if (C.x[k] != 0 && part[i] != first) {
                    dls_int other = root(part, i);
                    part[DLS_MAX(first, other)] = DLS_MIN(first, other);
                    first = DLS_MIN(first, other);
                }
            }
        }
    }
    for (dls_int i = 0; i < K->order; i++) {
        part[i] = root(part, i);
    }
}

typedef struct {
    dls_int order;
    double *d, *work;
} memory;

static void lay_out(void *object, dls_room *room)
{
    memory *W = object;
    W->d = DLS_TAKE(room, double, W->order);
    W->work = DLS_TAKE(room, double, DLS_VERIFY_WORK(W->order));
}

dls_error dls_verify_find_units(dls_view A, double *row, double *col, dls_fault *fault)
{
    bool symmetric = !col && A.rows == A.cols;
    memory W = {.order = symmetric ? A.rows : A.rows + A.cols};
    dls_verify_blocks K = {.order = W.order};
    dls_pool pool = {0};
    if (!dls_pool_make(&pool, lay_out, &W)) {
        return dls_fail_memory(fault);
    }
    dls_verify_place(&K, A, 0, symmetric ? 0 : A.rows);
    dls_verify_units(&K, W.d, W.work);
    dls_copy(A.rows, W.d, row);
    dls_copy(col ? A.cols : 0, W.d + A.rows, col);
    dls_pool_free(&pool);
    return DLS_OK;
}
