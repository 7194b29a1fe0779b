/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "piles.h"

enum { WALLS = 5, OBJECTS = 10, NEAR = 8, PATIENCE = 100 };

int pile_walls(const pile *P)
{
    return P->shape == BOX ? 1 + 2 * (P->d - 1) : 2;
}

/* The gap between the wall and a body of radius R at x, and the normal, inwards. */
static double wall(const pile *P, int k, const double *x, double R, double *normal)
{
    int d = P->d;
    double half = 0.5 * P->width, radius = length(d - 1, x), foot[3] = {0};
    double c = cos(0.6), s = sin(0.6); /* of the funnel, from upright */
    for (int i = 0; i < d; i++) {
        normal[i] = i < d - 1 ? -x[i] / fmax(radius, 1e-12) : 0;
    }
    if (k == 0) {
        memset(normal, 0, (size_t)d * sizeof *normal);
        normal[d - 1] = 1;
        return x[d - 1] - R;
    }
    switch (P->shape) {
    case BOX: {
        int axis = (k - 1) / 2, side = k % 2 ? 1 : -1;
        memset(normal, 0, (size_t)d * sizeof *normal);
        normal[axis] = -side;
        return half - side * x[axis] - R;
    }
    case FUNNEL:
        for (int i = 0; i < d; i++) {
            normal[i] = i < d - 1 ? c * normal[i] : s;
        }
        return c * (0.5 * half - radius) + s * x[d - 1] - R;
    case BOWL:
        memcpy(foot, x, (size_t)d * sizeof *x);
        foot[d - 1] = fmin(x[d - 1] - 1.5 * half, 0);
        radius = length(d, foot);
        for (int i = 0; i < d; i++) {
            normal[i] = -foot[i] / fmax(radius, 1e-12);
        }
        return 1.6 * half - radius - R;
    default:
        return half - radius - R;
    }
}

double pile_gap(const pile *P, dls_int object, const double *x, double R, double *normal)
{
    if (object < 0) {
        return wall(P, (int)(-1 - object), x, R, normal);
    }
    const double *y = P->x + object * P->d;
    double far = distance(P->d, x, y);
    for (int i = 0; i < P->d; i++) {
        normal[i] = (x[i] - y[i]) / far;
    }
    return far - R - P->R[object];
}

/* A x = b by Cramer's rule, rows of A */
static void solve(int d, double A[3][3], const double *b, double *x)
{
    double B[3][3];
    double det = 0;
    for (int k = -1; k < d; k++) {
        memcpy(B, A, sizeof B);
        for (int i = 0; k >= 0 && i < d; i++) {
            B[i][k] = b[i];
        }
        double value = d == 2 ? B[0][0] * B[1][1] - B[0][1] * B[1][0]
                              : B[0][0] * (B[1][1] * B[2][2] - B[1][2] * B[2][1]) -
                                    B[0][1] * (B[1][0] * B[2][2] - B[1][2] * B[2][0]) +
                                    B[0][2] * (B[1][0] * B[2][1] - B[1][1] * B[2][0]);
        if (k < 0) {
            det = value;
        } else {
            x[k] = value / det;
        }
    }
}

static bool is_clear(const pile *P, const dls_int *near, dls_int count, const double *x, double R)
{
    double normal[3];
    for (dls_int k = 0; k < count; k++) {
        if (pile_gap(P, near[k], x, R, normal) < -1e-9) {
            return false;
        }
    }
    for (int k = 0; k < pile_walls(P); k++) {
        if (wall(P, k, x, R, normal) < -1e-9) {
            return false;
        }
    }
    return true;
}

/* From x on to where it touches the objects; false: nowhere, or they do not carry it. */
static bool rests_on(const pile *P, const dls_int *object, double R, double *x)
{
    int d = P->d;
    double A[3][3] = {{0}}, T[3][3] = {{0}}, gap[3], step[3], up[3] = {0};
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < d; i++) {
            gap[i] = -pile_gap(P, object[i], x, R, A[i]);
        }
        solve(d, A, gap, step);
        double size = length(d, step), least = fmin(1, R / size);
        for (int i = 0; i < d; i++) {
            x[i] += least * step[i];
        }
        if (!isfinite(size) || size < 1e-14) {
            break;
        }
    }
    bool good = true;
    for (int i = 0; i < d; i++) {
        good = good && fabs(pile_gap(P, object[i], x, R, A[i])) < 1e-12;
        for (int j = 0; j < d; j++) {
            T[j][i] = A[i][j];
        }
    }
    up[d - 1] = 1;
    solve(d, T, up, step);
    for (int i = 0; i < d; i++) {
        good = good && step[i] > -1e-9;
    }
    return good;
}

/* Where the last body lands, dropped at a point of the plan. */
static void fall(const pile *P, dls_int last, double *x)
{
    int d = P->d;
    double R = P->R[last], normal[3];
    x[d - 1] = R;
    for (dls_int j = 0; j < last; j++) {
        double reach = R + P->R[j], away = distance(d - 1, x, P->x + j * d);
        if (away < reach) {
            x[d - 1] = fmax(x[d - 1], P->x[j * d + d - 1] + sqrt(reach * reach - away * away));
        }
    }
    for (int pass = 0; pass < 4; pass++) {
        for (int k = 0; k < pile_walls(P); k++) {
            double gap = wall(P, k, x, R, normal);
            for (int i = 0; i < d && gap < 0; i++) {
                x[i] -= gap * normal[i];
            }
        }
    }
}

/* The bodies around x, the NEAR nearest first; count of them */
static dls_int look_around(const pile *P, dls_int last, const double *x, dls_int *near)
{
    double R = P->R[last], normal[3];
    dls_int count = 0;
    for (dls_int j = 0; j < last; j++) {
        if (pile_gap(P, j, x, R, normal) < 8 * R) {
            near[count++] = j;
        }
    }
    for (dls_int a = 0; a < DLS_MIN(count, NEAR); a++) {
        for (dls_int b = a + 1; b < count; b++) {
            if (pile_gap(P, near[b], x, R, normal) < pile_gap(P, near[a], x, R, normal)) {
                dls_int keep = near[a];
                near[a] = near[b];
                near[b] = keep;
            }
        }
    }
    return count;
}

/* The lowest place near x; false: there is none. */
static bool settle(const pile *P, dls_int last, dls_int *near, double *x)
{
    int d = P->d, objects = 0;
    double R = P->R[last], best[3] = {0}, place[3], normal[3];
    dls_int object[OBJECTS + WALLS], count = look_around(P, last, x, near), chosen[3];
    if (x[d - 1] == R && is_clear(P, near, count, x, R)) {
        return true;
    }
    best[d - 1] = INFINITY;
    for (int k = 0; k < DLS_MIN(count, NEAR); k++) {
        object[objects++] = near[k];
    }
    for (int k = 0; k < pile_walls(P); k++) {
        if (wall(P, k, x, R, normal) < 1.5 * R) {
            object[objects++] = -1 - k;
        }
    }
    for (int a = 0; a < objects; a++) {
        for (int b = a + 1; b < objects; b++) {
            for (int c = d == 3 ? b + 1 : b; c < (d == 3 ? objects : b + 1); c++) {
                chosen[0] = object[a];
                chosen[1] = object[b];
                chosen[2] = object[c];
                memcpy(place, x, sizeof place);
                if (rests_on(P, chosen, R, place) && place[d - 1] < best[d - 1] &&
                    distance(d, place, x) < 3 * R && is_clear(P, near, count, place, R)) {
                    memcpy(best, place, sizeof best);
                }
            }
        }
    }
    memcpy(x, best, (size_t)d * sizeof *x);
    return isfinite(best[d - 1]);
}

/* Where nothing carries it: as it was dropped. */
static bool lands(const pile *P, dls_int last, dls_int *near, const double *plan, double *x)
{
    memcpy(x, plan, (size_t)(P->d - 1) * sizeof *x);
    fall(P, last, x);
    return is_clear(P, near, look_around(P, last, x, near), x, P->R[last]);
}

/* How far from the middle the container goes at that height. */
static double reach(const pile *P, double height)
{
    double half = 0.5 * P->width;
    return P->shape == FUNNEL ? 0.5 * half + 0.68 * height : P->shape == BOWL ? 1.6 * half : half;
}

pile *pile_pack(int d, pile_shape shape, dls_int count, uint64_t seed)
{
    pile *P = need(1, sizeof *P);
    *P = (pile){.d = d, .shape = shape, .count = count};
    P->x = need(count * d, sizeof *P->x);
    P->R = need(count, sizeof *P->R);
    P->width = 0.115 * ceil(pow((double)count / 1.2, 1.0 / d));
    dls_int *near = need(count, sizeof *near);
    double top = 0;
    int failed = 0;
    for (dls_int k = 0; k < count; k++) {
        P->R[k] = 0.05 * (1 + 0.2 * uniform(&seed));
    }
    for (dls_int k = 0; k < count;) {
        double x[3] = {0}, plan[2], inwards = 1;
        for (int i = 0; i < d - 1; i++) {
            plan[i] = reach(P, top) * uniform(&seed);
        }
        for (bool done = false; !done && inwards > 0.1; inwards *= 0.8) { /* it rolls down walls */
            for (int i = 0; i < d - 1; i++) {
                x[i] = inwards * plan[i];
            }
            fall(P, k, x);
            done = settle(P, k, near, x) || (failed > PATIENCE && lands(P, k, near, plan, x));
            failed = done ? 0 : failed + 1;
            memcpy(P->x + k * d, x, (size_t)d * sizeof *x);
            top = done ? fmax(top, x[d - 1]) : top;
            k += done;
        }
    }
    free(near);
    return P;
}

void pile_free(pile *P)
{
    free(P->x);
    free(P->R);
    free(P);
}
