/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "base/cpus.h"
#include "friction/past.h"

typedef double lane __attribute__((vector_size(DLS_LANE * sizeof(double)), may_alias));

enum { PART = 256 };              /* lanes */
enum { SUMS = 2 * DLS_PAST + 2 }; /* of a part: f'f, g'g, f'dF, and the last of dF with all */

struct dls_past {
    dls_sweeps *S;
    dls_int lanes, parts;      /* of r */
    double *begun, *f, *r, *y; /* where the sweep began; f, g of r and y after it */
    double *dF[DLS_PAST], *dR[DLS_PAST], *dY[DLS_PAST];
    double *sums; /* parts * SUMS */
    double gram[DLS_PAST * DLS_PAST], gamma[DLS_PAST];
    double f2, g2, before; /* squares, of the last sweep and the one before */
    int have, next;        /* columns, and which one comes next */
    bool first, spoiled;   /* there is no f yet; columns are not all finite */
};

static void lay_out(void *object, dls_room *room)
{
    dls_past *A = object;
    dls_int N = A->lanes * DLS_LANE, n = A->S->lanes * DLS_LANE;
    DLS_TAKE_NUMBERS(room, N, &A->begun, &A->f, &A->r);
    A->y = DLS_TAKE(room, double, n);
    for (int k = 0; k < DLS_PAST; k++) {
        DLS_TAKE_NUMBERS(room, N, &A->dF[k], &A->dR[k]);
        A->dY[k] = DLS_TAKE(room, double, n);
    }
    A->sums = DLS_TAKE(room, double, A->parts *SUMS);
}

dls_past *dls_past_new(dls_sweeps *S)
{
    dls_past *A = DLS_NEW(dls_past, 1);
    if (!dls_pool_own(&S->T->pool, dls_free, A)) {
        return NULL;
    }
    A->S = S;
    A->lanes = (S->T->N + DLS_LANE - 1) / DLS_LANE;
    A->parts = (A->lanes + PART - 1) / PART;
    dls_past_forget(A);
    return dls_pool_make(&S->T->pool, lay_out, A) ? A : NULL;
}

void dls_past_forget(dls_past *A)
{
    for (int k = 0; A->spoiled && k < DLS_PAST; k++) { /* their weights are zero, but 0 * Inf */
        dls_zero(A->lanes * DLS_LANE, A->dF[k]);
        dls_zero(A->lanes * DLS_LANE, A->dR[k]);
        dls_zero(A->S->lanes * DLS_LANE, A->dY[k]);
    }
    A->spoiled = false;
    A->first = true;
    A->have = A->next = 0;
    A->f2 = A->before = INFINITY;
    A->g2 = 1;
}

double dls_past_change(const dls_past *A)
{
    return A->f2 == 0 ? 0 : sqrt(A->f2 / A->g2);
}

static void meet(dls_crew *crew)
{
    if (crew) {
        dls_crew_meet(crew);
    }
}

/* x -= the sum of gamma dX */
DLS_FOR_CPUS("default", "avx2")
static void mix(const dls_past *A, double *const *dX, dls_int from, dls_int to, double *x)
{
    const lane *a = (const lane *)dX[0], *b = (const lane *)dX[1], *c = (const lane *)dX[2];
    double s = A->gamma[0], t = A->gamma[1], u = A->gamma[2];
    lane *at = (lane *)x;
    for (dls_int k = from; k < to; k++) {
        at[k] -= (s * a[k] + t * b[k]) + u * c[k];
    }
}

void dls_past_extrapolate(dls_past *A, dls_crew *crew, int member)
{
    int members = crew ? dls_crew_members(crew) : 1;
    dls_int from = A->lanes * member / members, to = A->lanes * (member + 1) / members;
    dls_int first = A->S->lanes * member / members, end = A->S->lanes * (member + 1) / members;
    if (A->have > 0) {
        mix(A, A->dR, from, to, A->S->r);
        mix(A, A->dY, first, end, A->S->y);
    }
    dls_copy((to - from) * DLS_LANE, A->S->r + from * DLS_LANE, A->begun + from * DLS_LANE);
    meet(crew);
}

/* Lanes of f, dF and dR, and their sums */
DLS_FOR_CPUS("default", "avx2")
static void collect(const dls_past *A, dls_int from, dls_int to, double *sums)
{
    const lane *begun = (const lane *)A->begun, *now = (const lane *)A->S->r;
    lane *f = (lane *)A->f, *r = (lane *)A->r, all[SUMS] = {{0}};
    lane *dF[] = {(lane *)A->dF[0], (lane *)A->dF[1], (lane *)A->dF[2]};
    lane *newest = (lane *)A->dF[A->next], *dR = (lane *)A->dR[A->next];
    for (dls_int k = from; k < to; k++) {
        const lane g = now[k], x = g - begun[k], dx = x - f[k];
        dR[k] = g - r[k];
        newest[k] = dx;
        f[k] = x;
        r[k] = g;
        all[0] += x * x;
        all[1] += g * g;
        all[2] += x * dF[0][k];
        all[3] += x * dF[1][k];
        all[4] += x * dF[2][k];
        all[5] += dx * dF[0][k];
        all[6] += dx * dF[1][k];
        all[7] += dx * dF[2][k];
    }
    for (int k = 0; k < SUMS; k++) {
        sums[k] = (all[k][0] + all[k][2]) + (all[k][1] + all[k][3]);
    }
}

DLS_FOR_CPUS("default", "avx2")
static void collect_y(const dls_past *A, dls_int from, dls_int to)
{
    const lane *now = (const lane *)A->S->y;
    lane *y = (lane *)A->y, *dY = (lane *)A->dY[A->next];
    for (dls_int k = from; k < to; k++) {
        dY[k] = now[k] - y[k];
        y[k] = now[k];
    }
}

/* gamma of the normal equations, slightly regularised; false: singular */
static bool least_squares(dls_past *A, const double *right)
{
    static const double RIDGE = 1e-10, FLOOR = 1e-14;
    double L[DLS_PAST][DLS_PAST], trace = 0;
    int h = A->have;
    for (int i = 0; i < h; i++) {
        trace += A->gram[i * DLS_PAST + i];
    }
    for (int i = 0; i < DLS_PAST; i++) {
        A->gamma[i] = i < h ? right[i] : 0;
    }
    for (int i = 0; i < h; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = A->gram[i * DLS_PAST + j];
            sum += i == j ? RIDGE * sum + FLOOR * trace : 0;
            for (int k = 0; k < j; k++) {
                sum -= L[i][k] * L[j][k];
            }
            if (i == j && !(sum > 0)) {
                return false;
            }
            L[i][j] = i == j ? sqrt(sum) : sum / L[j][j];
        }
        A->gamma[i] = (A->gamma[i] - dls_dot(i, L[i], A->gamma)) / L[i][i];
    }
    for (int i = h - 1; i >= 0; i--) {
        for (int k = i + 1; k < h; k++) {
            A->gamma[i] -= L[k][i] * A->gamma[k];
        }
        A->gamma[i] /= L[i][i];
    }
    return true;
}

/* The past with this sweep; without any where |f| grew. */
static void decide(dls_past *A)
{
    double all[SUMS] = {0};
    for (dls_int p = 0; p < A->parts; p++) {
        for (int k = 0; k < SUMS; k++) {
            all[k] += A->sums[p * SUMS + k];
        }
    }
    A->before = A->f2;
    A->f2 = all[0];
    A->g2 = all[1];
    bool grew = !A->first && !(A->f2 <= A->before);
    if (grew) {
        A->have = A->next = 0;
    } else if (!A->first) {
        int slot = A->next;
        A->have = DLS_MIN(A->have + 1, DLS_PAST);
        A->next = (slot + 1) % DLS_PAST;
        for (int j = 0; j < DLS_PAST; j++) {
            A->gram[slot * DLS_PAST + j] = A->gram[j * DLS_PAST + slot] = all[2 + DLS_PAST + j];
        }
        if (!least_squares(A, all + 2)) {
            A->have = A->next = 0;
        }
    }
    A->first = false;
    A->spoiled = A->spoiled || !isfinite(A->f2 + A->g2);
}

void dls_past_collect(dls_past *A, dls_crew *crew, int member)
{
    int members = crew ? dls_crew_members(crew) : 1;
    for (dls_int p = A->parts * member / members; p < A->parts * (member + 1) / members; p++) {
        collect(A, p * PART, DLS_MIN((p + 1) * PART, A->lanes), A->sums + p * SUMS);
    }
    collect_y(A, A->S->lanes * member / members, A->S->lanes * (member + 1) / members);
    meet(crew);
    if (member == 0) {
        decide(A);
    }
    meet(crew);
}
