/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrices that are factorised: E = A + rho I + B B'/delta (lower triangle), J with J'J = E,
   and K + D = [A + rho I, B; B', -delta I]. Pattern first, values as often as needed. */
#include <math.h>

#include "rank/rank.h"

double dls_rank_normal_bound(const dls_blocks *S)
{
    double bound = (double)(dls_entries(S->A) + S->A.cols);
    for (dls_int k = 0; k < S->B.cols; k++) {
        double c = (double)(S->B.p[k + 1] - S->B.p[k]);
        bound += c * (c + 1) / 2;
    }
    return bound;
}

/* Column j of the lower triangle of E: A(j:n, j), j itself and, for each constraint k that touches
   j, B(j:n, k). As j grows, next[k] walks down column k, so B(next[k], k) is always the entry at
   row j. */
static bool begin_work(const dls_blocks *S, dls_normal_work *c, bool values)
{
    c->next = DLS_NEW(dls_int, S->B.cols);
    c->mark = DLS_NEW(dls_int, S->A.cols);
    c->sum = DLS_NEW(double, values ? S->A.cols : 0);
    return c->next && c->mark && c->sum;
}

static void rewind_columns(const dls_blocks *S, dls_normal_work *c)
{
    for (dls_int k = 0; k < S->B.cols; k++) {
        c->next[k] = S->B.p[k];
    }
}

static void end_work(dls_normal_work *c)
{
    dls_free(c->next);
    dls_free(c->mark);
    dls_free(c->sum);
    *c = (dls_normal_work){0};
}

/* Rows of column j, the diagonal first. */
static dls_int column_rows(const dls_blocks *S, dls_normal_work *c, dls_int j, dls_int *rows)
{
    dls_int count = 0;
#define DLS_VISIT(row)                                                                             \
    if (c->mark[row] != j + 1) {                                                                   \
        c->mark[row] = j + 1;                                                                      \
        rows[count++] = (row);                                                                     \
    }
    DLS_VISIT(j)
    for (dls_int t = S->A.p[j]; t < S->A.p[j + 1]; t++) {
        if (S->A.i[t] > j) {
            DLS_VISIT(S->A.i[t])
        }
    }
    for (dls_int t = S->Bt.p[j]; t < S->Bt.p[j + 1]; t++) {
        dls_int k = S->Bt.i[t];
        for (dls_int s = c->next[k]++; s < S->B.p[k + 1]; s++) {
            DLS_VISIT(S->B.i[s])
        }
    }
    return count;
}

/* At most this many rows, before the visit. */
static dls_int column_bound(const dls_blocks *S, const dls_normal_work *c, dls_int j)
{
    dls_int bound = 1 + S->A.p[j + 1] - S->A.p[j];
    for (dls_int t = S->Bt.p[j]; t < S->Bt.p[j + 1]; t++) {
        dls_int k = S->Bt.i[t];
        bound += S->B.p[k + 1] - c->next[k];
    }
    return bound;
}

bool dls_rank_normal_pattern(const dls_blocks *S, dls_mat *E)
{
    dls_normal_work c;
    dls_int n = S->A.cols, room = dls_entries(S->A) + dls_entries(S->B) + n;
    bool ready = dls_mat_new(E, n, n, room);
    ready = begin_work(S, &c, false) && ready;
    if (ready) {
        rewind_columns(S, &c);
    }
    for (dls_int j = 0; ready && j < n; j++) {
        dls_int at = E->p[j], needed = at + column_bound(S, &c, j);
        if (needed > room) {
            room = 2 * needed;
            dls_int *grown = dls_grow(E->i, room, sizeof *grown);
            E->i = grown ? grown : E->i;
            ready = grown != NULL;
        }
        E->p[j + 1] = ready ? at + column_rows(S, &c, j, E->i + at) : at;
    }
    end_work(&c);
    if (ready) {
        double *values = dls_grow(E->x, E->p[n], sizeof *values);
        E->x = values ? values : E->x;
        ready = values != NULL;
    }
    return ready;
}

void dls_rank_normal_fill(const dls_blocks *S, double rho, double delta, dls_normal_work *c,
                          dls_mat *E)
{
    rewind_columns(S, c);
    for (dls_int j = 0; j < S->A.cols; j++) {
        for (dls_int t = S->A.p[j]; t < S->A.p[j + 1]; t++) {
            c->sum[S->A.i[t]] = S->A.x[t]; /* rows above j are written too and cleared below */
        }
        c->sum[j] += rho;
        for (dls_int t = S->Bt.p[j]; t < S->Bt.p[j + 1]; t++) {
            dls_int k = S->Bt.i[t];
            double scale = S->Bt.x[t] / delta;
            for (dls_int s = c->next[k]++; s < S->B.p[k + 1]; s++) {
                c->sum[S->B.i[s]] += scale * S->B.x[s];
            }
        }
        for (dls_int t = E->p[j]; t < E->p[j + 1]; t++) {
            E->x[t] = c->sum[E->i[t]];
            c->sum[E->i[t]] = 0;
        }
        for (dls_int t = S->A.p[j]; t < S->A.p[j + 1] && S->A.i[t] < j; t++) {
            c->sum[S->A.i[t]] = 0;
        }
    }
}

bool dls_rank_normal_values(const dls_blocks *S, double rho, double delta, dls_mat *E)
{
    dls_normal_work c;
    bool ready = begin_work(S, &c, true);
    if (ready) {
        dls_rank_normal_fill(S, rho, delta, &c, E);
    }
    end_work(&c);
    return ready;
}

bool dls_rank_normal_share(const dls_blocks *S, const dls_team *T, double rho, double delta,
                           dls_mat *E)
{
    bool ready = dls_rank_normal_values(S, 0, delta, E);
    for (dls_int j = 0; ready && j < T->own; j++) {
        E->x[E->p[j]] += rho; /* the diagonal comes first */
    }
    return ready;
}

bool dls_rank_team_part(const dls_team *T, dls_view A, dls_mat *part)
{
    bool ready = part->p || dls_mat_new(part, A.rows, A.cols, dls_entries(A));
    dls_int at = 0;
    for (dls_int j = 0; ready && j < A.cols; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            if (A.i[k] < T->own || T->number[A.i[k]] > T->number[j]) {
                part->i[at] = A.i[k];
                part->x[at++] = A.x[k];
            }
        }
        part->p[j + 1] = at;
    }
    return ready;
}

bool dls_rank_saddle_pattern(const dls_blocks *S, bool lower, dls_mat *E)
{
    dls_int n = S->A.cols, m = S->B.cols, at = 0;
    dls_int room = dls_entries(S->A) + 2 * dls_entries(S->B) + n + m;
    if (!dls_mat_new(E, n + m, n + m, room)) {
        return false;
    }
    for (dls_int j = 0; j < n; j++) {
        bool diagonal = false;
        for (dls_int t = S->A.p[j]; t < S->A.p[j + 1]; t++) {
            dls_int i = S->A.i[t];
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
        for (dls_int t = S->Bt.p[j]; t < S->Bt.p[j + 1]; t++) {
            E->i[at++] = n + S->Bt.i[t];
        }
        E->p[j + 1] = at;
    }
    for (dls_int k = 0; k < m; k++) {
        for (dls_int t = S->B.p[k]; !lower && t < S->B.p[k + 1]; t++) {
            E->i[at++] = S->B.i[t];
        }
        E->i[at++] = n + k;
        E->p[n + k + 1] = at;
    }
    return true;
}

void dls_rank_saddle_values(const dls_blocks *S, bool lower, double rho, double delta, dls_mat *E)
{
    dls_int n = S->A.cols;
    for (dls_int j = 0; j < n; j++) {
        dls_int at = E->p[j], t = S->A.p[j];
        for (; at < E->p[j + 1] && E->i[at] < n; at++) {
            while (t < S->A.p[j + 1] && S->A.i[t] < E->i[at]) {
                t++;
            }
            bool stored = t < S->A.p[j + 1] && S->A.i[t] == E->i[at];
            E->x[at] = (stored ? S->A.x[t] : 0) + (E->i[at] == j ? rho : 0);
        }
        dls_copy(E->p[j + 1] - at, S->Bt.x + S->Bt.p[j], E->x + at);
    }
    for (dls_int k = 0; k < S->B.cols; k++) {
        dls_int at = E->p[n + k], count = lower ? 0 : S->B.p[k + 1] - S->B.p[k];
        dls_copy(count, S->B.x + S->B.p[k], E->x + at);
        E->x[at + count] = -delta;
    }
}

/* C' with C C' = A + rho I, from the Cholesky factor L of P (A + rho I) P': C = P'L. */
static dls_error transposed_root(dls_view A, double rho, dls_mat *Ct)
{
    cholmod_common c;
    cholmod_l_start(&c);
    c.print = 0;
    c.supernodal = CHOLMOD_SIMPLICIAL;
    c.final_ll = 1;
    cholmod_sparse H = dls_linsys_as_cholmod(A, -1);
    double shift[2] = {rho, 0};
    cholmod_factor *L = cholmod_l_analyze(&H, &c);
    bool factored = L && cholmod_l_factorize_p(&H, shift, NULL, 0, L, &c) && L->minor == L->n;
    dls_error error = factored                            ? DLS_OK
                      : c.status == CHOLMOD_OUT_OF_MEMORY ? DLS_ERROR_MEMORY
                                                          : DLS_ERROR_NUMERICAL;
    cholmod_sparse *S = factored ? cholmod_l_factor_to_sparse(L, &c) : NULL;
    if (!error) {
        error = S ? DLS_OK : DLS_ERROR_MEMORY;
    }
    const dls_int *order = L ? L->Perm : NULL;
    for (dls_int t = 0; !error && t < (dls_int)cholmod_l_nnz(S, &c); t++) {
        ((dls_int *)S->i)[t] = order[((dls_int *)S->i)[t]];
    }
    if (!error) {
        dls_view C = {A.rows, A.cols, S->p, S->i, S->x};
        error = dls_mat_transpose(Ct, C, NULL) ? DLS_OK : DLS_ERROR_MEMORY;
    }
    cholmod_l_free_sparse(&S, &c);
    cholmod_l_free_factor(&L, &c);
    cholmod_l_finish(&c);
    return error;
}

dls_error dls_rank_tall(const dls_blocks *S, double rho, double delta, dls_mat *J)
{
    dls_mat Ct = {0}, Bt = {0};
    double scale = 1 / sqrt(delta);
    dls_mat_free(J);
    dls_error error = transposed_root(S->A, rho, &Ct);
    if (!error) {
        error = dls_mat_copy(&Bt, S->Bt) ? DLS_OK : DLS_ERROR_MEMORY;
    }
    for (dls_int t = 0; !error && t < dls_entries(S->Bt); t++) {
        Bt.x[t] *= scale;
    }
    if (!error) {
        error = dls_stack(dls_see(&Ct), dls_see(&Bt), J) ? DLS_OK : DLS_ERROR_MEMORY;
    }
    dls_mat_free(&Ct);
    dls_mat_free(&Bt);
    return error;
}
