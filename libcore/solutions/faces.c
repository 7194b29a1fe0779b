/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solution set as a list of faces over shared vertices and rays. */
#include <math.h>

#include "solutions/solutions.h"

enum { MOST_SHARED = 20000 }; /* vertices in several faces: they are looked up one by one */

static bool grow_list(dls_faces *F, void **array, dls_int *room, dls_int need, size_t size)
{
    if (need > *room) {
        dls_int more = DLS_MAX(2 * *room, DLS_MAX(need, 16));
        void *bigger = dls_grow(*array, more, size);
        if (!bigger) {
            F->memory = true;
            return false;
        }
        *array = bigger;
        *room = more;
    }
    return true;
}

bool dls_solutions_faces_new(dls_faces *F, dls_int N)
{
    *F = (dls_faces){.set = DLS_NEW(dls_lcp_set, 1)};
    if (!F->set) {
        return false;
    }
    F->set->N = N;
    F->set->complete = true;
    F->set->face_start = DLS_NEW(dls_int, 1);
    F->set->face_item = DLS_NEW(dls_int, 1);
    F->set->vertex = DLS_NEW(double, 1);
    F->set->ray = DLS_NEW(double, 1);
    F->set->line = DLS_NEW(double, 1);
    return F->set->face_start && F->set->face_item && F->set->vertex && F->set->ray && F->set->line;
}

void dls_solutions_faces_free(dls_faces *F)
{
    dls_free(F->degenerate);
    dls_free(F->signature);
    dls_free(F->item);
}

void dls_lcp_set_free(dls_lcp_set *set)
{
    if (set) {
        dls_free(set->vertex);
        dls_free(set->ray);
        dls_free(set->line);
        dls_free(set->face_start);
        dls_free(set->face_item);
        dls_free(set);
    }
}

/* equal up to 1e-8 of the largest entry of x, `size` */
static bool same_vertex(dls_int n, const double *x, double size, const double *y)
{
    static const double EQUAL = 1e-8;
    for (dls_int k = 0; k < n; k++) {
        if (!(fabs(x[k] - y[k]) <= EQUAL * size)) {
            return false;
        }
    }
    return true;
}

static void add_item(dls_faces *F, dls_int item)
{
    dls_int k = F->items;
    if (!grow_list(F, (void **)&F->item, &F->items_room, k + 1, sizeof *F->item)) {
        return;
    }
    while (k > 0 && F->item[k - 1] > item) { /* insertion keeps them sorted */
        F->item[k] = F->item[k - 1];
        k--;
    }
    if (k > 0 && F->item[k - 1] == item) {
        for (; k < F->items; k++) {
            F->item[k] = F->item[k + 1];
        }
        return;
    }
    F->item[k] = item;
    F->items++;
}

/* Vertices are items 0, 2, 4, ... and rays 1, 3, 5, ... until the list is finished. */
void dls_solutions_faces_vertex(dls_faces *F, const double *v, bool degenerate)
{
    dls_lcp_set *S = F->set;
    dls_int N = S->N, room = F->vertex_room;
    double size = dls_largest(N, v);
    for (dls_int k = 0; k < S->vertices; k++) {
        bool possible = degenerate || F->degenerate[k];
        if (possible && same_vertex(N, v, size, S->vertex + k * N)) {
            F->degenerate[k] = true;
            add_item(F, 2 * k);
            return;
        }
    }
    if (S->vertices >= (degenerate ? MOST_SHARED : DLS_FACES_MOST)) {
        S->complete = false;
        return;
    }
    if (grow_list(F, (void **)&F->degenerate, &room, S->vertices + 1, sizeof *F->degenerate) &&
        grow_list(F, (void **)&S->vertex, &F->vertex_room, S->vertices + 1,
                  (size_t)DLS_MAX(N, 1) * sizeof *S->vertex)) {
        F->degenerate[S->vertices] = degenerate;
        dls_copy(N, v, S->vertex + S->vertices * N);
        add_item(F, 2 * S->vertices++);
    }
}

void dls_solutions_faces_ray(dls_faces *F, const double *r)
{
    dls_lcp_set *S = F->set;
    dls_int N = S->N;
    for (dls_int k = 0; k < S->rays; k++) {
        if (same_vertex(N, r, 1, S->ray + k * N)) {
            add_item(F, 2 * k + 1);
            return;
        }
    }
    if (S->rays >= MOST_SHARED) {
        S->complete = false;
    } else if (grow_list(F, (void **)&S->ray, &F->ray_room, S->rays + 1,
                         (size_t)DLS_MAX(N, 1) * sizeof *S->ray)) {
        dls_copy(N, r, S->ray + S->rays * N);
        add_item(F, 2 * S->rays++ + 1);
    }
}

/* sorted a within sorted b */
static bool subset(dls_int na, const dls_int *a, dls_int nb, const dls_int *b)
{
    dls_int i = 0;
    for (dls_int j = 0; i < na && j < nb; j++) {
        i += a[i] == b[j];
    }
    return i == na;
}

static uint64_t signature(dls_int count, const dls_int *item)
{
    uint64_t bits = 0;
    for (dls_int k = 0; k < count; k++) {
        bits |= (uint64_t)1 << ((uint64_t)item[k] * 0x9E3779B97F4A7C15u >> 58);
    }
    return bits;
}

void dls_solutions_faces_close(dls_faces *F)
{
    dls_lcp_set *S = F->set;
    dls_int count = F->items, start = S->face_start[S->faces], room = F->face_room;
    F->items = 0;
    if (F->memory || count == 0) {
        return;
    }
    uint64_t mark = signature(count, F->item);
    bool alone = count == 1 && F->item[0] % 2 == 0 && !F->degenerate[F->item[0] / 2];
    for (dls_int k = 0; !alone && k < S->faces; k++) {
        dls_int at = S->face_start[k], length = S->face_start[k + 1] - at;
        if ((mark & ~F->signature[k]) == 0 && subset(count, F->item, length, S->face_item + at)) {
            return;
        }
    }
    if (S->faces >= DLS_FACES_MOST) {
        S->complete = false;
        return;
    }
    if (grow_list(F, (void **)&F->signature, &room, S->faces + 2, sizeof *F->signature) &&
        grow_list(F, (void **)&S->face_start, &F->face_room, S->faces + 2, sizeof *S->face_start) &&
        grow_list(F, (void **)&S->face_item, &F->item_room, start + count, sizeof *S->face_item)) {
        for (dls_int k = 0; k < count; k++) {
            S->face_item[start + k] = F->item[k];
        }
        F->signature[S->faces++] = mark;
        S->face_start[S->faces] = start + count;
    }
}

/* Is face k contained in a later one? */
static bool covered(const dls_faces *F, dls_int k)
{
    const dls_lcp_set *S = F->set;
    const dls_int *item = S->face_item + S->face_start[k];
    dls_int count = S->face_start[k + 1] - S->face_start[k];
    bool alone = count == 1 && item[0] % 2 == 0 && !F->degenerate[item[0] / 2];
    for (dls_int j = k + 1; !alone && j < S->faces; j++) {
        dls_int at = S->face_start[j], length = S->face_start[j + 1] - at;
        if ((F->signature[k] & ~F->signature[j]) == 0 &&
            subset(count, item, length, S->face_item + at)) {
            return true;
        }
    }
    return false;
}

void dls_solutions_faces_finish(dls_faces *F)
{
    dls_lcp_set *S = F->set;
    dls_int faces = 0, items = 0;
    for (dls_int k = 0; k < S->faces; k++) {
        dls_int start = S->face_start[k], end = S->face_start[k + 1];
        if (covered(F, k)) {
            continue;
        }
        S->face_start[faces] = items; /* never beyond what is still to be read */
        F->signature[faces++] = F->signature[k];
        for (dls_int i = start; i < end; i++) {
            S->face_item[items++] = S->face_item[i];
        }
    }
    for (dls_int k = 0; k < items; k++) {
        dls_int item = S->face_item[k];
        S->face_item[k] = item % 2 ? S->vertices + item / 2 : item / 2;
    }
    S->faces = faces;
    S->face_start[faces] = items;
    S->lines = faces > 0 ? S->lines : 0;
}

/* x := its part orthogonal to the lines, twice for rounding */
void dls_solutions_faces_project(const dls_lcp_set *set, dls_int lines, double *x)
{
    for (dls_int k = 0; k < 2 * lines; k++) {
        const double *line = set->line + k % lines * set->N;
        dls_axpy(set->N, -dls_dot(set->N, line, x), line, x);
    }
}
