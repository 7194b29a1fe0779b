/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "builder.h"
#include "kkt_families.h"

const char *const family_name[FAMILIES_OF_KKT] = {"net",    "full net", "random", "sparser",
                                                  "ladder", "light",    "ties",   "hubs",
                                                  "dense",  "truss",    "trees"};

/* The distance of points a and c of `dim` coordinates is constant. */
static void bar(builder *B, const double *at, int dim, dls_int a, dls_int c)
{
    double square = 0;
    for (int d = 0; d < dim; d++) {
        double v = at[dim * c + d] - at[dim * a + d];
        square += v * v;
    }
    for (int d = 0; d < dim; d++) {
        double v = (at[dim * c + d] - at[dim * a + d]) / sqrt(square);
        builder_put(&B->G, dim * a + d, B->m, -v);
        builder_put(&B->G, dim * c + d, B->m, v);
    }
    B->m++;
}

static void point_mass(builder *B, int dim, dls_int p, double mass)
{
    for (int d = 0; mass > 0 && d < dim; d++) {
        builder_put(&B->M, dim * p + d, dim * p + d, mass);
    }
}

static double *grid_in_space(builder *B, dls_int size, dls_int more)
{
    double *at = need(3 * (size * size + more), sizeof *at);
    for (dls_int p = 0; p < size * size + more; p++) {
        at[3 * p] = (double)(p / size) + builder_between(B, -0.1, 0.1);
        at[3 * p + 1] = (double)(p % size) + builder_between(B, -0.1, 0.1);
        at[3 * p + 2] = builder_between(B, 0, 0.5);
    }
    return at;
}

static void make_net(builder *B, dls_int size, double missing)
{
    double *at = grid_in_space(B, size, 0);
    B->n = 3 * size * size;
    for (dls_int p = 0; p < size * size; p++) {
        dls_int row = p / size, column = p % size;
        bool inside = row > 0 && column > 0 && row < size - 1 && column < size - 1;
        point_mass(B, 3, p, inside && builder_chance(B, 0.2) ? 0 : builder_between(B, 1, 2));
        if (row + 1 < size && !builder_chance(B, missing)) {
            bar(B, at, 3, p, p + size);
        }
        if (column + 1 < size && !builder_chance(B, missing)) {
            bar(B, at, 3, p, p + 1);
        }
    }
    free(at);
}

/* A net of 8 by 8 points with masses; 6 chains of `size` massless points from point to point of it,
   so that most coordinates of a chain are unconstrained */
static void make_trees(builder *B, dls_int size)
{
    enum { SIDE = 8, CHAINS = 6 };
    dls_int first = SIDE * SIDE, end = first + CHAINS * size;
    double *at = grid_in_space(B, SIDE, CHAINS * size);
    B->n = 3 * end;
    for (dls_int p = 0; p < first; p++) {
        point_mass(B, 3, p, builder_between(B, 1, 2));
        if (p + SIDE < first) {
            bar(B, at, 3, p, p + SIDE);
        }
    }
    for (dls_int p = first; p < end; p++) {
        dls_int place = (p - first) % size;
        bar(B, at, 3, p, place > 0 ? p - 1 : builder_any(B, first));
        if (place == size - 1) {
            bar(B, at, 3, p, builder_any(B, first));
        }
    }
    free(at);
}

static void make_truss(builder *B, dls_int size)
{
    double *at = need(2 * size * size, sizeof *at);
    B->n = 2 * size * size;
    for (dls_int p = 0; p < size * size; p++) {
        at[2 * p] = (double)(p / size) + builder_between(B, -0.15, 0.15);
        at[2 * p + 1] = (double)(p % size) + builder_between(B, -0.15, 0.15);
        point_mass(B, 2, p, builder_chance(B, 0.15) ? 0 : pow(10, builder_between(B, -1, 1)));
    }
    for (dls_int p = 0; p < size * size; p++) {
        bool below = p / size + 1 < size, right = p % size + 1 < size;
        if (below && !builder_chance(B, 0.05)) {
            bar(B, at, 2, p, p + size);
        }
        if (right && !builder_chance(B, 0.05)) {
            bar(B, at, 2, p, p + 1);
        }
        if (below && right) {
            bar(B, at, 2, p, p + size + 1);
            bar(B, at, 2, p + 1, p + size);
        }
    }
    free(at);
}

static void make_random(builder *B, dls_int size, double columns, double dependent)
{
    enum { ENTRIES = 3 };
    dls_int base = (dls_int)(columns * (double)size), of_sums = (dls_int)(dependent * (double)base);
    B->n = size;
    for (dls_int k = 0; k < size; k++) {
        if (builder_chance(B, 0.8)) {
            builder_put(&B->M, k, k, builder_between(B, 0.5, 1.5));
        }
    }
    for (; B->m < base; B->m++) {
        for (int t = 0; t < ENTRIES; t++) {
            builder_put(&B->G, builder_any(B, size), B->m, uniform(&B->seed));
        }
    }
    for (; B->m < base + of_sums; B->m++) {
        dls_int a = builder_any(B, base), c = builder_any(B, base);
        double weight = builder_between(B, 0.1, 1);
        for (int t = 0; t < ENTRIES; t++) {
            entry e = B->G.list[ENTRIES * a + t], f = B->G.list[ENTRIES * c + t];
            builder_put(&B->G, e.i, B->m, weight * e.x);
            builder_put(&B->G, f.i, B->m, f.x);
        }
    }
}

typedef struct {
    dls_int body;
    double x, y; /* of the hinge, from its centre */
} end;

/* An axis along z: three equal velocities of a point, two equal angular velocities */
static void hinge(builder *B, end a, end c)
{
    const end both[] = {a, c};
    for (int side = 0; side < 2; side++) {
        double s = side == 0 ? 1 : -1, x = both[side].x, y = both[side].y;
        dls_int v = 6 * both[side].body, w = v + 3;
        builder_put(&B->G, v, B->m, s);
        builder_put(&B->G, w + 2, B->m, -s * y);
        builder_put(&B->G, v + 1, B->m + 1, s);
        builder_put(&B->G, w + 2, B->m + 1, s * x);
        builder_put(&B->G, v + 2, B->m + 2, s);
        builder_put(&B->G, w, B->m + 2, s * y);
        builder_put(&B->G, w + 1, B->m + 2, -s * x);
        builder_put(&B->G, w, B->m + 3, s);
        builder_put(&B->G, w + 1, B->m + 4, s);
    }
    B->m += 5;
}

/* Two rails of links of length 1 and, where links meet, rungs between the rails */
static void make_ladder(builder *B, dls_int cells, bool light)
{
    double *height = need(cells + 1, sizeof *height);
    for (dls_int k = 0; k <= cells; k++) {
        height[k] = builder_between(B, 1, 1.3);
    }
    B->n = 18 * cells;
    for (dls_int body = 0; body < 3 * cells; body++) {
        double mass = builder_between(B, 1, 2);
        for (int d = 0; d < 6 && !(light && body % 3 == 2); d++) {
            builder_put(&B->M, 6 * body + d, 6 * body + d,
                        d < 3 ? mass : builder_between(B, 0.1, 0.2));
        }
    }
    for (dls_int k = 0; k < cells; k++) {
        dls_int lower = 3 * k, upper = lower + 1, rung = lower + 2;
        double rise = (height[k + 1] - height[k]) / 2, half = height[k + 1] / 2;
        if (k + 1 < cells) {
            double next = (height[k + 2] - height[k + 1]) / 2;
            hinge(B, (end){lower, 0.5, 0}, (end){lower + 3, -0.5, 0});
            hinge(B, (end){upper, 0.5, rise}, (end){upper + 3, -0.5, -next});
        }
        hinge(B, (end){lower, 0.5, 0}, (end){rung, 0, -half});
        hinge(B, (end){upper, 0.5, rise}, (end){rung, 0, half});
    }
    for (int d = 0; d < 6; d++) {
        builder_put(&B->G, d, B->m++, 1); /* the first link is fixed */
    }
    free(height);
}

static void make_ties(builder *B, dls_int size)
{
    static const double WEIGHT[] = {1. / 6, 4. / 6, 1. / 6};
    B->n = 2 * size * size;
    for (dls_int q = 0; q < 9 * size * size; q++) {
        dls_int p = q / 9, row = p / size + q % 9 / 3 - 1, column = p % size + q % 3 - 1;
        for (int d = 0; d < 2; d++) {
            if (row >= 0 && column >= 0 && row < size && column < size) {
                builder_put(&B->M, 2 * (row * size + column) + d, 2 * p + d,
                            WEIGHT[q % 9 / 3] * WEIGHT[q % 3]);
            }
        }
    }
    for (dls_int line = 2; line + 2 < size; line += 5) {
        for (dls_int k = 0; k < 2 * size; k++) {
            dls_int a = 2 * line * size + k, b = a + 2 * size, c = b + 2 * size;
            const dls_int pair[4][2] = {{a, b}, {b, c}, {a, c}, {a, b}};
            for (int t = 0; t < 4; t++) {
                double unit = t == 3 ? 1e-3 : 1;
                builder_put(&B->G, pair[t][0], B->m, unit);
                builder_put(&B->G, pair[t][1], B->m++, -unit);
            }
        }
    }
}

static void make_hubs(builder *B, dls_int size)
{
    B->n = size;
    for (dls_int k = 0; k < size; k++) {
        if (builder_chance(B, 0.9)) {
            builder_put(&B->M, k, k, builder_between(B, 0.5, 1.5));
        }
    }
    for (dls_int k = 0; k < 8 * size / 10; k++) {
        dls_int a = (dls_int)((double)size * pow(builder_between(B, 0, 1), 3)) % size;
        dls_int c = (k * 7919 + 13) % size;
        double v = builder_between(B, 1, 2),
               w = (builder_chance(B, 0.5) ? -1 : 1) * builder_between(B, 1, 2);
        c = a == c ? (c + 1) % size : c;
        for (int again = 1; again <= (k % 10 == 0 ? 2 : 1); again++) {
            builder_put(&B->G, a, B->m, again * v);
            builder_put(&B->G, c, B->m++, again * w);
        }
    }
}

static void make_dense(builder *B, dls_int size)
{
    B->n = size;
    for (dls_int k = 0; k < size; k++) {
        if (k % 7 > 0) {
            builder_put(&B->M, k, k, builder_between(B, 1, 2));
        }
    }
    for (dls_int k = 0; k + 2 < size; k += 2) {
        builder_put(&B->G, k, B->m, 1);
        builder_put(&B->G, k + 1, B->m, -builder_between(B, 1, 2));
        builder_put(&B->G, k + 2, B->m++, builder_between(B, 0, 1));
    }
    for (int t = 0; t < 20; t++) {
        dls_int before = B->G.count;
        for (dls_int k = 0; k < size; k++) {
            builder_put(&B->G, k, B->m, builder_between(B, -0.5, 0.5));
        }
        B->m++;
        for (dls_int k = 0; t % 10 == 0 && k < size; k++) {
            builder_put(&B->G, k, B->m, -3 * B->G.list[before + k].x);
        }
        B->m += t % 10 == 0;
    }
}

static void make(builder *B, family_kind kind, dls_int size)
{
    switch (kind) {
    case FAMILY_NET:
    case FAMILY_FULL_NET:
        make_net(B, size, kind == FAMILY_NET ? 0.1 : 0);
        break;
    case FAMILY_RANDOM:
        make_random(B, size, 0.6, 0.2);
        break;
    case FAMILY_SPARSER:
        make_random(B, size, 0.5, 1. / 9);
        break;
    case FAMILY_LADDER:
    case FAMILY_LIGHT:
        make_ladder(B, size, kind == FAMILY_LIGHT);
        break;
    case FAMILY_TIES:
        make_ties(B, size);
        break;
    case FAMILY_HUBS:
        make_hubs(B, size);
        break;
    case FAMILY_DENSE:
        make_dense(B, size);
        break;
    case FAMILY_TRUSS:
        make_truss(B, size);
        break;
    default:
        make_trees(B, size);
    }
}

/* A solution exists: of the forces M x1 + F = G l1, of the rates G'x0 + b = 0. */
static void add_data(family *P)
{
    double *x0 = need(P->n, sizeof *x0), *x1 = need(P->n, sizeof *x1), *l = need(P->m, sizeof *l);
    P->F = need(P->n, sizeof *P->F);
    P->b = need(P->m, sizeof *P->b);
    for (dls_int k = 0; k < P->n; k++) {
        x0[k] = cos(0.7 * (double)k);
        x1[k] = sin(1.3 * (double)k);
    }
    for (dls_int k = 0; k < P->m; k++) {
        l[k] = sin((double)k);
    }
    dls_mul(P->M, -1, x1, P->F);
    dls_mul(P->G, 1, l, P->F);
    dls_mul_t(P->G, -1, x0, P->b);
    free(x0);
    free(x1);
    free(l);
}

family family_make(family_kind kind, dls_int size, uint64_t seed)
{
    builder B = {.seed = 0x9e3779b97f4a7c15u * (seed + 1) + (uint64_t)kind};
    for (int k = 0; k < 8; k++) {
        uniform(&B.seed);
    }
    make(&B, kind, size);
    family P = {B.n,  B.m, builder_matrix(&B.M, B.n, B.n), builder_matrix(&B.G, B.n, B.m),
                NULL, NULL};
    add_data(&P);
    return P;
}

void family_free(family *P)
{
    const dls_view both[] = {P->M, P->G};
    for (int k = 0; k < 2; k++) {
        free((dls_int *)both[k].p);
        free((dls_int *)both[k].i);
        free((double *)both[k].x);
    }
    free(P->F);
    free(P->b);
}
