/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which bodies are near each other: balls around them in a grid, whose cells are as large as the
   largest of them; what is much larger than the average, and planes, meets all others. */
#include "mechanism/touch.h"
#include "mechanism/vector3.h"

enum { LARGE = -1, NOWHERE = -2 }; /* in `next` */

static const double MARGIN = 1e-3; /* of the size */
static const double FACTOR = 2;    /* velocities change in a step */

/* How far beyond its size a body comes by turning, and by forces */
static double sway(const dls_mechanism *B, dls_int k, double size)
{
    double h = B->grid.h;
    return MARGIN * size + FACTOR * h * (size * dls_length3(B->frame[k].w) + h * B->grid.weight);
}

double dls_mechanism_margin(const dls_mechanism *B, dls_int a, dls_int b)
{
    double speed[3];
    dls_add3(B->frame[b].v, -1, B->frame[a].v, speed);
    return sway(B, a, B->shape[a].extent) + sway(B, b, B->shape[b].extent) +
           FACTOR * B->grid.h * dls_length3(speed);
}

bool dls_mechanism_near(const dls_mechanism *B, dls_int a, dls_int b)
{
    double apart[3];
    bool plane_a = B->shape[a].kind == DLS_SHAPE_PLANE;
    bool plane_b = B->shape[b].kind == DLS_SHAPE_PLANE;
    dls_add3(B->frame[b].x, -1, B->frame[a].x, apart);
    double reach = B->grid.reach[a] + B->grid.reach[b], distance2 = dls_dot3(apart, apart);
    if (!plane_a && !plane_b && distance2 > reach * reach) { /* the margin is not more */
        return false;
    }
    double together = B->shape[a].extent + B->shape[b].extent + dls_mechanism_margin(B, a, b);
    if (plane_a || plane_b) {
        const double *normal = B->frame[plane_a ? a : b].R[B->d - 1];
        return !(plane_a && plane_b) && (plane_a ? 1 : -1) * dls_dot3(normal, apart) <= together;
    }
    return distance2 <= together * together;
}

static const double REACH = 0.2; /* of the smaller size, that a point may go in a step */

/* The time in which bodies come together and points move by their reach */
static double lasts(const dls_mechanism *B, dls_int a, dls_int b)
{
    const dls_int body[] = {a, b};
    double speed[3], apart[3], size = INFINITY, sizes = 0;
    bool plane_a = B->shape[a].kind == DLS_SHAPE_PLANE;
    bool plane = plane_a || B->shape[b].kind == DLS_SHAPE_PLANE;
    dls_add3(B->frame[b].v, -1, B->frame[a].v, speed);
    dls_add3(B->frame[b].x, -1, B->frame[a].x, apart);
    double fast = dls_length3(speed);
    for (int k = 0; k < 2; k++) {
        double extent = B->shape[body[k]].extent;
        bool round = B->shape[body[k]].kind == DLS_SHAPE_ROUND;
        size = extent > 0 ? fmin(size, extent) : size;
        sizes += extent;
        fast += round ? 0 : extent * dls_length3(B->frame[body[k]].w);
    }
    double away = plane
                      ? (plane_a ? 1 : -1) * dls_dot3(B->frame[plane_a ? a : b].R[B->d - 1], apart)
                      : dls_length3(apart);
    double way = fmax(0, away - sizes) + REACH * size, weight = B->grid.weight;
    /* fast t + weight t^2/2 = way */
    return 2 * way / (fast + sqrt(fast * fast + 2 * weight * way));
}

double dls_mechanism_lasting(const dls_mechanism *B)
{
    double least = INFINITY;
    for (dls_int k = 0; k < B->touches; k++) {
        const dls_mechanism_touch *T = &B->touch[k];
        least = T->seen ? fmin(least, lasts(B, T->a, T->b)) : least;
    }
    return least;
}

static dls_int bucket(const dls_mechanism *B, const dls_int *cell)
{
    uint64_t mixed = (uint64_t)cell[0] * 73856093u ^ (uint64_t)cell[1] * 19349663u ^
                     (uint64_t)cell[2] * 83492791u;
    return (dls_int)(mixed & (uint64_t)(B->grid.heads - 1));
}

void dls_mechanism_reach(dls_mechanism *B, double h)
{
    dls_mechanism_grid *G = &B->grid;
    G->h = h;
    G->weight = dls_length3(B->gravity);
    for (dls_int k = 0; k <= B->bodies; k++) {
        double size = B->shape[k].extent;
        G->reach[k] = size + sway(B, k, size) + FACTOR * h * dls_length3(B->frame[k].v);
    }
}

/* Cells of bodies that are not large */
static void enter(dls_mechanism *B)
{
    dls_mechanism_grid *G = &B->grid;
    double sum = 0, largest = 0;
    dls_int count = 0;
    for (dls_int k = 0; k <= B->bodies; k++) {
        bool bounded = B->shape[k].count > 0;
        G->reach[k] = bounded ? G->reach[k] : 0;
        sum += G->reach[k];
        count += bounded;
        G->next[k] = bounded ? 0 : B->shape[k].kind == DLS_SHAPE_NONE ? NOWHERE : LARGE;
    }
    for (dls_int k = 0; k <= B->bodies; k++) {
        if (G->next[k] == 0) {
            G->next[k] = G->reach[k] * (double)count > 4 * sum ? LARGE : 0;
            largest = fmax(largest, G->next[k] == LARGE ? 0 : 2 * G->reach[k]);
        }
    }
    for (dls_int k = 0; k < G->heads; k++) {
        G->head[k] = 0;
    }
    for (dls_int k = 0; k <= B->bodies; k++) {
        if (G->next[k] == 0) {
            for (int i = 0; i < 3; i++) {
                G->cell[3 * k + i] = (dls_int)floor(B->frame[k].x[i] / largest);
            }
            dls_int *head = &G->head[bucket(B, G->cell + 3 * k)];
            G->next[k] = *head;
            *head = k;
        }
    }
}

/* Bodies in the cells around that of body k, the lower one of each pair */
static dls_error around(dls_mechanism *B, dls_int k, dls_mechanism_visit *visit, dls_fault *fault)
{
    const dls_mechanism_grid *G = &B->grid;
    int cells = B->d == 2 ? 9 : 27;
    dls_error error = DLS_OK;
    for (int c = 0; c < cells && !error; c++) {
        const dls_int *at = G->cell + 3 * k;
        dls_int cell[3] = {at[0] + c % 3 - 1, at[1] + c / 3 % 3 - 1,
                           at[2] + (cells == 9 ? 0 : c / 9 - 1)};
        for (dls_int j = G->head[bucket(B, cell)]; j > 0 && !error; j = G->next[j]) {
            const dls_int *other = G->cell + 3 * j;
            bool same = cell[0] == other[0] && cell[1] == other[1] && cell[2] == other[2];
            error = same && j < k ? visit(B, j, k, fault) : DLS_OK;
        }
    }
    return error;
}

dls_error dls_mechanism_neighbours(dls_mechanism *B, dls_mechanism_visit *visit, dls_fault *fault)
{
    const dls_int *next = B->grid.next;
    dls_error error = DLS_OK;
    enter(B);
    for (dls_int k = 0; k <= B->bodies && !error; k++) {
        error = next[k] >= 0 ? around(B, k, visit, fault) : DLS_OK;
        for (dls_int j = 0; next[k] == LARGE && j <= B->bodies && !error; j++) {
            bool other = next[j] >= 0 || (next[j] == LARGE && j > k);
            error = other ? visit(B, DLS_MIN(j, k), DLS_MAX(j, k), fault) : DLS_OK;
        }
    }
    return error;
}
