/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machines.h"
#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

void machine_begin(machine *M, int d)
{
    *M = (machine){0};
    M->data = (dls_mechanism_data){.d = d,
                                   .gravity = M->gravity,
                                   .fixed = M->fixed,
                                   .mass = M->mass,
                                   .inertia = M->inertia,
                                   .place = M->place,
                                   .joint = M->joint,
                                   .force = M->force};
    M->gravity[d - 1] = -9.81;
}

dls_int machine_body(machine *M, bool fixed, double size, const double *at)
{
    int d = M->data.d, rows = d == 2 ? 3 : 7, width = d == 2 ? 1 : 3;
    dls_int k = M->data.bodies++;
    assert_true(k < MOST_BODIES);
    M->fixed[k] = fixed;
    M->mass[k] = 1;
    for (int i = 0; i < width; i++) {
        M->inertia[width * width * k + i * (width + 1)] = size * size;
    }
    memcpy(M->place + rows * k, at, (size_t)rows * sizeof *at);
    return k + 1;
}

static double *item(machine *M, bool force, const char *kind, dls_int a, dls_int b)
{
    dls_int k = force ? M->data.forces++ : M->data.joints++, number = 1;
    assert_true(k < MOST_ITEMS);
    while (strcmp(dls_mechanism_kind_name(force, number), kind) != 0) {
        number++;
    }
    double *c = (force ? M->force : M->joint) + k * DLS_ITEM_ROWS;
    c[DLS_ITEM_KIND] = (double)number;
    c[DLS_ITEM_A] = (double)a;
    c[DLS_ITEM_B] = (double)b;
    return c;
}

double *machine_joint(machine *M, const char *kind, dls_int a, dls_int b)
{
    return item(M, false, kind, a, b);
}

double *machine_force(machine *M, const char *kind, dls_int a, dls_int b)
{
    return item(M, true, kind, a, b);
}

void machine_set(double *item, int row, double x, double y, double z)
{
    item[row] = x;
    item[row + 1] = y;
    item[row + 2] = z;
}

static void from_world(const machine *M, double body, const double *point, const double *axis,
                       double *own_point, double *own_axis)
{
    dls_mechanism_frame F = {.R = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double arm[3];
    if (body > 0) {
        int rows = M->data.d == 2 ? 3 : 7;
        dls_mechanism_stand(M->data.d, &F, M->place + rows * ((int)body - 1), NULL);
    }
    dls_add3(point, -1, F.x, arm);
    dls_turn_back3((const double(*)[3])F.R, arm, own_point);
    dls_turn_back3((const double(*)[3])F.R, axis, own_axis);
}

void machine_meet(const machine *M, double *item, const double *point, const double *along)
{
    /* any direction will do for what is across, but it must be the same for both */
    double across[3], least[3] = {0, 0, 0};
    least[fabs(along[0]) < 0.5 ? 0 : 1] = 1;
    dls_cross3(along, least, across);
    for (int s = 0; s < 2; s++) {
        double body = item[s ? DLS_ITEM_B : DLS_ITEM_A],
               *axes = item + (s ? DLS_ITEM_ALONG_B : DLS_ITEM_ALONG_A);
        double *at = item + (s ? DLS_ITEM_POINT_B : DLS_ITEM_POINT_A);
        from_world(M, body, point, along, at, axes);
        from_world(M, body, point, across, at, axes + 3);
    }
}

void machine_state(const machine *M, double *q)
{
    int rows = M->data.d == 2 ? 3 : 7;
    for (dls_int k = 0; k < M->data.bodies; k++) {
        if (!M->fixed[k]) {
            memcpy(q, M->place + rows * k, (size_t)rows * sizeof *q);
            q += rows;
        }
    }
}

dls_mechanism *machine_setup(const machine *M)
{
    dls_mechanism *B;
    dls_fault fault;
    dls_mechanism_data data = M->data;
    data.gravity = M->gravity;
    assert_code(dls_mechanism_setup(&data, (dls_mechanism_host){0}, &B, &fault), DLS_OK, &fault);
    return B;
}

dls_int machine_rank(dls_mechanism *B, const double *q, dls_int *count)
{
    static const double NOTHING = 1e-10;
    dls_mechanism_values E;
    dls_fault fault;
    dls_int n, nq, rank = 0;
    dls_mechanism_get_size(B, &n, &nq);
    double *rest = need(n, sizeof *rest);
    assert_code(dls_mechanism_evaluate(B, 0, q, rest, &E, &fault), DLS_OK, &fault);
    double *G = dense_of(E.G), *s = dense_singular_values(n, E.G.cols, G);
    while (rank < DLS_MIN(n, E.G.cols) && s[rank] > NOTHING * s[0]) {
        rank++;
    }
    *count = E.G.cols;
    free(rest);
    free(G);
    free(s);
    return rank;
}

void machine_four_bar(machine *M, int d, double by)
{
    static const double end[4][2] = {{0, 0}, {0, 1}, {1.9364916731037085, 1.5}, {2, 0}};
    dls_int before = 0;
    machine_begin(M, d);
    for (int k = 0; k < 3; k++) {
        double x = end[k + 1][0] - end[k][0], y = end[k + 1][1] - end[k][1];
        double turned = atan2(y, x), mid[2] = {end[k][0] + x / 2, end[k][1] + y / 2};
        const double flat[] = {mid[0] + by, mid[1] - by * k, turned + by};
        const double space[] = {mid[0] + by,          mid[1] - by * k, by,
                                cos(turned / 2 + by), by / 2,          by * (k - 1.) / 2,
                                sin(turned / 2 + by)};
        double at[7], size = 0;
        memcpy(at, d == 2 ? flat : space, (d == 2 ? 3 : 7) * sizeof(double));
        for (int i = 3; d == 3 && i < 7; i++) {
            size += at[i] * at[i];
        }
        for (int i = 3; d == 3 && i < 7; i++) {
            at[i] /= sqrt(size);
        }
        double half = sqrt(x * x + y * y) / 2;
        dls_int body = machine_body(M, false, 0.3 + 0.1 * k, at);
        double *c = machine_joint(M, "hinge", before, body);
        machine_set(c, DLS_ITEM_POINT_B, -half, 0, 0);
        if (before > 0) {
            const double *last = c - DLS_ITEM_ROWS;
            machine_set(c, DLS_ITEM_POINT_A, -last[DLS_ITEM_POINT_B], 0, 0);
        }
        before = body;
    }
    double *c = machine_joint(M, "hinge", before, 0);
    machine_set(c, DLS_ITEM_POINT_A, -(c - DLS_ITEM_ROWS)[DLS_ITEM_POINT_B], 0, 0);
    machine_set(c, DLS_ITEM_POINT_B, end[3][0], end[3][1], 0);
    for (int k = 0; d == 3 && k < 4; k++) {
        machine_set(M->joint + k * DLS_ITEM_ROWS, DLS_ITEM_ALONG_A, 0, 0, 1);
        machine_set(M->joint + k * DLS_ITEM_ROWS, DLS_ITEM_ALONG_B, 0, 0, 1);
    }
}
