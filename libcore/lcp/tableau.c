/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dictionary of Lemke's method: exchange, lexicographic ratio test, error and its repair. */
#include <math.h>

#include "lcp/lcp.h"

void dls_lcp_tableau_take(dls_room *room, dls_tableau *B, dls_int n)
{
    B->T = DLS_TAKE(room, double, n *(n + 2));
    B->row = DLS_TAKE(room, double, n + 2);
    B->column = DLS_TAKE(room, double, n);
    DLS_TAKE_INDICES(room, n, &B->basic, &B->tied, &B->first);
    B->nonbasic = DLS_TAKE(room, dls_int, n + 1);
    B->place = DLS_TAKE(room, dls_int, 2 * n + 1);
    B->order = DLS_TAKE(room, int, n);
}

void dls_lcp_tableau_begin(dls_tableau *B, dls_int n, const double *M, const double *q, double *d,
                           double *factor)
{
    static const double SLACK = 1e-13; /* rounding of constants after a few pivots */
    B->n = n;
    B->M = M;
    B->q = q;
    B->d = d;
    B->factor = factor;
    B->slack = SLACK;
    B->age = 0;
    dls_copy(n * n, M, B->T);
    dls_copy(n, d, B->T + n * n);
    dls_copy(n, q, B->T + n * (n + 1));
    for (dls_int k = 0; k < n; k++) {
        B->basic[k] = B->place[k] = B->first[k] = k;
    }
    for (dls_int k = 0; k <= n; k++) {
        B->nonbasic[k] = n + k;
        B->place[n + k] = n + k;
    }
}

/* With p = T(r,s) and t_j = -T(r,j)/p: T(i,j) += T(i,s) t_j, row r becomes t, column s is divided
   by p. */
void dls_lcp_tableau_pivot(dls_tableau *B, dls_int r, dls_int s)
{
    dls_int n = B->n;
    static const double one = 1;
    int size = (int)n, count = (int)n + 2, step = 1;
    double pivot = B->T[r + s * n];
    for (dls_int j = 0; j < n + 2; j++) {
        B->row[j] = -B->T[r + j * n] / pivot;
        B->T[r + j * n] = 0;
    }
    B->row[s] = 1 / pivot;
    for (dls_int i = 0; i < n; i++) {
        B->column[i] = B->T[i + s * n];
        B->T[i + s * n] = 0;
    }
    B->column[r] = 1;
    dger_(&size, &count, &one, B->column, &step, B->row, &step, B->T, &size);
    dls_int leaves = B->basic[r], enters = B->nonbasic[s];
    B->basic[r] = enters;
    B->nonbasic[s] = leaves;
    B->place[enters] = r;
    B->place[leaves] = n + s;
    B->age++;
}

/* Keep of the tied rows those where the k-th perturbation of the constants blocks first: row i of
   the inverse basis at the k-th variable of the first basis is -T(i, its column), or a unit vector
   when it is basic still. */
static dls_int keep_smallest(dls_tableau *B, const double *c, dls_int k, dls_int count)
{
    static const double EQUAL = 1e-10;
    dls_int n = B->n, at = B->place[B->first[k]], left = 0;
    const double *column = at < n ? NULL : B->T + (at - n) * n;
    double least = INFINITY, size = 0;
    for (dls_int i = 0; i < count; i++) {
        dls_int r = B->tied[i];
        double t = (column ? column[r] : -(double)(r == at)) / c[r];
        least = fmin(least, t);
        size = fmax(size, fabs(t));
    }
    for (dls_int i = 0; i < count; i++) {
        dls_int r = B->tied[i];
        double t = (column ? column[r] : -(double)(r == at)) / c[r];
        if (t <= least + EQUAL * size) {
            B->tied[left++] = r;
        }
    }
    return left;
}

dls_int dls_lcp_tableau_leaving(dls_tableau *B, dls_int s)
{
    /* pivots below SMALL are rounding; constants may become negative by the slack (Harris), so
       that ratios equal up to rounding count as equal */
    static const double SMALL = 1e-11, SAFE = 1e-6;
    dls_int n = B->n, count = 0, z0 = B->place[2 * n];
    const double *c = B->T + s * n, *b = B->T + (n + 1) * n;
    double most = 0, constants = 0, limit = INFINITY;
    for (dls_int i = 0; i < n; i++) {
        most = fabs(c[i]) > most ? fabs(c[i]) : most;
        constants = fabs(b[i]) > constants ? fabs(b[i]) : constants;
    }
    double slack = B->slack * constants, small = SMALL * most;
    if (z0 < n && b[z0] <= slack && fabs(c[z0]) > SAFE * most) {
        return z0; /* it is zero already: exchange it, whatever the sign */
    }
    for (dls_int i = 0; i < n; i++) {
        if (c[i] < -small) {
            double t = ((b[i] > 0 ? b[i] : 0) + slack) / -c[i];
            limit = t < limit ? t : limit;
        }
    }
    for (dls_int i = 0; i < n; i++) {
        if (c[i] < -small && b[i] <= limit * -c[i] * (1 + 4 * DLS_EPS)) {
            if (i == z0) {
                return i;
            }
            B->tied[count++] = i;
        }
    }
    for (dls_int k = 0; count > 1 && k < n; k++) {
        count = keep_smallest(B, c, k, count);
    }
    dls_int best = count > 0 ? B->tied[0] : -1;
    for (dls_int i = 1; i < count; i++) {
        best = c[B->tied[i]] < c[best] ? B->tied[i] : best;
    }
    return best;
}

/* column += alpha times the coefficients of variable k in w - M z - d z_0 */
static void add_variable(const dls_tableau *B, dls_int k, double alpha, double *column)
{
    dls_int n = B->n;
    if (k < n) {
        column[k] += alpha;
    } else {
        dls_axpy(n, -alpha, k < 2 * n ? B->M + (k - n) * n : B->d, column);
    }
}

double dls_lcp_tableau_drift(dls_tableau *B)
{
    dls_int n = B->n;
    const double *b = B->T + (n + 1) * n;
    double worst = 0, size = 0;
    dls_negate(n, B->q, B->column);
    for (dls_int i = 0; i < n; i++) {
        add_variable(B, B->basic[i], b[i], B->column);
        size = fmax(size, fmax(fabs(b[i]), fabs(B->q[i])));
    }
    for (dls_int i = 0; i < n; i++) {
        worst = fmax(worst, fabs(B->column[i]));
    }
    return worst / size;
}

bool dls_lcp_tableau_rebuild(dls_tableau *B)
{
    dls_int n = B->n;
    int size = (int)n, count = (int)n + 2, info = 0;
    dls_zero(n * n, B->factor);
    dls_zero(n * (n + 2), B->T);
    for (dls_int j = 0; j < n; j++) {
        add_variable(B, B->basic[j], 1, B->factor + j * n);
    }
    for (dls_int j = 0; j <= n; j++) {
        add_variable(B, B->nonbasic[j], -1, B->T + j * n);
    }
    dls_copy(n, B->q, B->T + (n + 1) * n);
    dgetrf_(&size, &size, B->factor, &size, B->order, &info);
    if (info == 0) {
        dls_lu_solve_many(size, B->factor, B->order, false, count, B->T);
    }
    B->age = 0;
    return info == 0 && dls_finite(n * (n + 2), B->T);
}

bool dls_lcp_tableau_restart(dls_tableau *B)
{
    dls_int n = B->n, column = B->place[2 * n] - n;
    bool negative = false;
    B->slack = 0; /* it may be what hid these constants: they can be small beside the others */
    if (column < 0 || !dls_lcp_tableau_rebuild(B)) {
        return false;
    }
    dls_zero(n, B->d);
    for (dls_int i = 0; i < n; i++) {
        negative = negative || B->T[i + (n + 1) * n] < 0;
        B->T[i + column * n] = 1;
        B->first[i] = B->basic[i];
    }
    for (dls_int i = 0; i < n; i++) { /* d = (basis) 1, so that z_0 has the column 1 */
        dls_zero(n, B->column);
        add_variable(B, B->basic[i], 1, B->column);
        dls_axpy(n, 1, B->column, B->d);
    }
    return negative;
}
