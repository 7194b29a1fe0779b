/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrices that are factorised: E = A + rho I + B B'/delta (lower triangle), and
   K + D = [A + rho I, B; B', -delta I]. Pattern first, values as often as needed. */
#include "kkt/kkt.h"

double dls_normal_bound(const dls_kkt *K)
{
    double bound = (double)(dls_entries(dls_see(&K->A)) + K->n);
    for (dls_int k = 0; k < K->m; k++) {
        double c = (double)(K->B.p[k + 1] - K->B.p[k]);
        bound += c * (c + 1) / 2;
    }
    return bound;
}

/* Column j of the lower triangle of E: A(j:n, j), j itself and, for each constraint k that touches j,
   B(j:n, k). As j grows, next[k] walks down column k, so B(next[k], k) is always the entry at row j. */
typedef struct {
    dls_int *next, *mark;
    double *sum;
} column;

static bool column_begin(const dls_kkt *K, column *c, bool values)
{
    c->next = DLS_NEW(dls_int, K->m);
    c->mark = DLS_NEW(dls_int, K->n);
    c->sum = DLS_NEW(double, values ? K->n : 0);
    if (!c->next || !c->mark || !c->sum) {
        return false;
    }
    for (dls_int k = 0; k < K->m; k++) {
        c->next[k] = K->B.p[k];
    }
    return true;
}

static void column_end(column *c)
{
    dls_free(c->next);
    dls_free(c->mark);
    dls_free(c->sum);
}

/* Rows of column j, the diagonal first, into rows (may be NULL to count only). */
static dls_int column_rows(const dls_kkt *K, column *c, dls_int j, dls_int *rows)
{
    dls_int count = 0;
#define DLS_VISIT(row)                                                                             \
    if (c->mark[row] != j + 1) {                                                                   \
        c->mark[row] = j + 1;                                                                      \
        if (rows) {                                                                                \
            rows[count] = (row);                                                                   \
        }                                                                                          \
        count++;                                                                                   \
    }
    DLS_VISIT(j)
    for (dls_int t = K->A.p[j]; t < K->A.p[j + 1]; t++) {
        if (K->A.i[t] > j) {
            DLS_VISIT(K->A.i[t])
        }
    }
    for (dls_int t = K->Bt.p[j]; t < K->Bt.p[j + 1]; t++) {
        dls_int k = K->Bt.i[t];
        for (dls_int s = c->next[k]++; s < K->B.p[k + 1]; s++) {
            DLS_VISIT(K->B.i[s])
        }
    }
    return count;
}

bool dls_normal_pattern(const dls_kkt *K, dls_mat *E)
{
    column c;
    dls_int *starts = DLS_NEW(dls_int, K->n + 1);
    bool ready = column_begin(K, &c, false) && starts;
    for (dls_int j = 0; ready && j < K->n; j++) {
        starts[j + 1] = starts[j] + column_rows(K, &c, j, NULL);
    }
    column_end(&c);
    if (ready && dls_mat_new(E, K->n, K->n, starts[K->n])) {
        ready = column_begin(K, &c, false);
        for (dls_int j = 0; ready && j < K->n; j++) {
            E->p[j + 1] = starts[j + 1];
            column_rows(K, &c, j, E->i + E->p[j]);
        }
        column_end(&c);
    } else {
        ready = false;
    }
    dls_free(starts);
    return ready;
}

bool dls_normal_values(const dls_kkt *K, dls_mat *E)
{
    column c;
    if (!column_begin(K, &c, true)) {
        column_end(&c);
        return false;
    }
    for (dls_int j = 0; j < K->n; j++) {
        for (dls_int t = K->A.p[j]; t < K->A.p[j + 1]; t++) {
            c.sum[K->A.i[t]] = K->A.x[t]; /* rows above j are written too and cleared below */
        }
        c.sum[j] += K->rho;
        for (dls_int t = K->Bt.p[j]; t < K->Bt.p[j + 1]; t++) {
            dls_int k = K->Bt.i[t];
            double scale = K->Bt.x[t] / K->delta;
            for (dls_int s = c.next[k]++; s < K->B.p[k + 1]; s++) {
                c.sum[K->B.i[s]] += scale * K->B.x[s];
            }
        }
        for (dls_int t = E->p[j]; t < E->p[j + 1]; t++) {
            E->x[t] = c.sum[E->i[t]];
            c.sum[E->i[t]] = 0;
        }
        for (dls_int t = K->A.p[j]; t < K->A.p[j + 1] && K->A.i[t] < j; t++) {
            c.sum[K->A.i[t]] = 0;
        }
    }
    column_end(&c);
    return true;
}

bool dls_saddle_pattern(const dls_kkt *K, bool lower, dls_mat *E)
{
    dls_int n = K->n, m = K->m, at = 0;
    dls_int room = dls_entries(dls_see(&K->A)) + 2 * dls_entries(dls_see(&K->B)) + n + m;
    if (!dls_mat_new(E, n + m, n + m, room)) {
        return false;
    }
    for (dls_int j = 0; j < n; j++) {
        bool diagonal = false;
        for (dls_int t = K->A.p[j]; t < K->A.p[j + 1]; t++) {
            dls_int i = K->A.i[t];
            if (i > j && !diagonal) {
                E->i[at++] = j;
                diagonal = true;
            }
            if (!lower || i >= j) {
                E->i[at++] = i;
                diagonal = diagonal || i == j;
            }
        }
        if (!diagonal) {
            E->i[at++] = j;
        }
        for (dls_int t = K->Bt.p[j]; t < K->Bt.p[j + 1]; t++) {
            E->i[at++] = n + K->Bt.i[t];
        }
        E->p[j + 1] = at;
    }
    for (dls_int k = 0; k < m; k++) {
        for (dls_int t = K->B.p[k]; !lower && t < K->B.p[k + 1]; t++) {
            E->i[at++] = K->B.i[t];
        }
        E->i[at++] = n + k;
        E->p[n + k + 1] = at;
    }
    return true;
}

void dls_saddle_values(const dls_kkt *K, bool lower, double rho, double delta, dls_mat *E)
{
    dls_int n = K->n;
    for (dls_int j = 0; j < n; j++) {
        dls_int at = E->p[j], t = K->A.p[j];
        for (; at < E->p[j + 1] && E->i[at] < n; at++) {
            while (t < K->A.p[j + 1] && K->A.i[t] < E->i[at]) {
                t++;
            }
            bool stored = t < K->A.p[j + 1] && K->A.i[t] == E->i[at];
            E->x[at] = (stored ? K->A.x[t] : 0) + (E->i[at] == j ? rho : 0);
        }
        dls_copy(E->p[j + 1] - at, K->Bt.x + K->Bt.p[j], E->x + at);
    }
    for (dls_int k = 0; k < K->m; k++) {
        dls_int at = E->p[n + k], count = lower ? 0 : K->B.p[k + 1] - K->B.p[k];
        dls_copy(count, K->B.x + K->B.p[k], E->x + at);
        E->x[at + count] = -delta;
    }
}
