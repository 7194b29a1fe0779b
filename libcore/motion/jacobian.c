/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jacobians of the force by central differences. Coordinates of which no two move the same entry of
   the force, by its pattern, have one colour and are displaced together (Curtis, Powell, Reid).
   Where the model knows forces at many states all displacements are one question. */
#include <math.h>

#include "motion/slope.h"

static const double SAME = 1e-12; /* forces, asked one by one or at once */
enum { BATCH = 64 };              /* states of one question */

struct dls_motion_colours {
    dls_pool pool;
    dls_int count, *colour; /* n */
    dls_int batch;
    double *q, *v, *f, *g; /* nq, n, n, n by batch */
    double *distance;      /* n */
    double *x;             /* entries of the pattern */
    int several;           /* 1: at once; -1: one after the other; 0: not known yet */
};

static void lay_out(void *object, dls_room *room)
{
    dls_motion_source *S = object;
    struct dls_motion_colours *C = S->colours;
    C->colour = DLS_TAKE(room, dls_int, S->n);
    C->q = DLS_TAKE(room, double, S->nq * C->batch);
    C->v = DLS_TAKE(room, double, S->n * C->batch);
    C->f = DLS_TAKE(room, double, S->n * C->batch);
    C->g = DLS_TAKE(room, double, S->n * C->batch);
    C->distance = DLS_TAKE(room, double, S->n);
    C->x = DLS_TAKE(room, double, S->model->pattern.rows ? dls_entries(S->model->pattern) : 0);
}

/* The first colour that no column has with which column j shares a row. seen: n + 1, of columns */
static void paint(struct dls_motion_colours *C, dls_view A, dls_view At, dls_int j, dls_int *seen)
{
    for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
        for (dls_int l = At.p[A.i[k]]; l < At.p[A.i[k] + 1]; l++) {
            dls_int other = At.i[l];
            if (other < j) {
                seen[C->colour[other]] = j + 1;
            }
        }
    }
    dls_int c = 0;
    while (seen[c] == j + 1) {
        c++;
    }
    C->colour[j] = c;
    C->count = DLS_MAX(C->count, c + 1);
}

static bool paint_all(dls_motion_source *S)
{
    struct dls_motion_colours *C = S->colours;
    dls_view A = S->model->pattern;
    if (!A.rows) {
        for (dls_int k = 0; k < S->n; k++) {
            C->colour[k] = k;
        }
        C->count = S->n;
        return true;
    }
    dls_mat At = {0};
    dls_int *seen = DLS_NEW(dls_int, S->n + 1);
    bool made = seen && dls_mat_transpose(&At, A, NULL);
    for (dls_int j = 0; made && j < S->n; j++) {
        paint(C, A, dls_see(&At), j, seen);
    }
    dls_mat_free(&At);
    dls_free(seen);
    return made;
}

static void release(void *what)
{
    struct dls_motion_colours *C = what;
    dls_pool_free(&C->pool);
    dls_free(C);
}

static dls_error make_colours(dls_motion_source *S, dls_fault *fault)
{
    struct dls_motion_colours *C = DLS_NEW(struct dls_motion_colours, 1);
    if (!dls_pool_own(&S->pool, release, C)) {
        return dls_fail_memory(fault);
    }
    C->batch = S->model->forces ? BATCH : 2;
    C->several = S->model->forces ? 0 : -1;
    S->colours = C;
    bool made = dls_pool_make(&C->pool, lay_out, S) && paint_all(S);
    return made ? DLS_OK : dls_fail_memory(fault);
}

/* A state of the batch: all coordinates of a colour displaced by s */
static void displace(dls_motion_source *S, const dls_motion_values *E, bool of_v, dls_int colour,
                     double s, dls_int place)
{
    struct dls_motion_colours *C = S->colours;
    double *q = C->q + place * S->nq, *v = C->v + place * S->n, *x = of_v ? v : q;
    bool along = !of_v && S->model->advance;
    dls_copy(S->nq, E->q, q);
    dls_copy(S->n, E->v, v);
    dls_zero(S->n, S->v);
    for (dls_int k = 0; k < S->n; k++) {
        if (C->colour[k] == colour && along) {
            S->v[k] = 1;
            C->distance[k] = 2 * fabs(s);
        } else if (C->colour[k] == colour) {
            C->distance[k] = fabs((x[k] + s) - (x[k] - s));
            x[k] += s;
        }
    }
    if (along) {
        dls_motion_advance(S, E->q, S->v, s, q);
    }
}

/* C->f of the first states of the batch */
static dls_error ask_forces(dls_motion_source *S, double t, dls_int states, dls_fault *fault)
{
    struct dls_motion_colours *C = S->colours;
    bool at_once = false, same = true;
    if (C->several >= 0) {
        double start = dls_clock();
        dls_fault none;
        at_once = !S->model->forces(S->model->data, t, states, C->q, C->v, C->f, &none) &&
                  dls_finite(states * S->n, C->f);
        S->stats->time_model += dls_clock() - start;
        S->stats->evaluations++;
    }
    if (C->several > 0 && at_once) {
        return DLS_OK;
    }
    dls_error error = DLS_OK;
    for (dls_int k = 0; k < states && !error; k++) {
        double *f = C->f + k * S->n, *g = C->g + k * S->n;
        error = dls_motion_evaluate(S, &S->side, DLS_PART_FORCE, t, C->q + k * S->nq,
                                    C->v + k * S->n, fault);
        double size = error ? 0 : fmax(dls_largest(S->n, S->side.f), dls_largest(S->n, f));
        for (dls_int i = 0; i < S->n && !error; i++) {
            g[i] = S->side.f[i];
            same = same && fabs(f[i] - g[i]) <= SAME * size;
        }
    }
    C->several = at_once && same && !error ? 1 : -1;
    dls_copy(states * S->n, C->g, C->f);
    return error;
}

/* Steps of colours are chosen one after the other. */
typedef struct {
    dls_motion_source *S;
    const dls_motion_values *E;
    bool of_v;
} question;

static dls_error force(void *data, dls_int colour, double s, double *y, double *at,
                       dls_fault *fault)
{
    const question *Q = data;
    dls_motion_source *S = Q->S;
    for (int i = 0; i < 2; i++) {
        at[i] = i ? -s : s;
        displace(S, Q->E, Q->of_v, colour, at[i], i);
    }
    dls_error error = ask_forces(S, Q->E->t, 2, fault);
    dls_copy(error ? 0 : 2 * S->n, S->colours->f, y);
    return error;
}

/* The columns of a colour, whose states are at a place of the batch and after it */
static void spread(const dls_motion_source *S, dls_int colour, dls_int place, double *x)
{
    const struct dls_motion_colours *C = S->colours;
    dls_view A = S->model->pattern;
    const double *ahead = C->f + place * S->n, *behind = ahead + S->n;
    for (dls_int k = 0; k < S->n; k++) {
        dls_int from = A.rows ? A.p[k] : 0, to = A.rows ? A.p[k + 1] : S->n;
        for (dls_int l = from; C->colour[k] == colour && l < to; l++) {
            dls_int i = A.rows ? A.i[l] : l;
            x[A.rows ? l : i + k * S->n] = (ahead[i] - behind[i]) / C->distance[k];
        }
    }
}

/* The batch of colours from `first` on */
static dls_error columns(const question *Q, const dls_motion_slopes *slopes, dls_int first,
                         double *x, dls_fault *fault)
{
    dls_motion_source *S = Q->S;
    struct dls_motion_colours *C = S->colours;
    dls_int colours = DLS_MIN(C->count - first, C->batch / 2);
    for (dls_int k = 0; k < 2 * colours; k++) {
        double s = slopes->reach[first + k / 2].step;
        displace(S, Q->E, Q->of_v, first + k / 2, k % 2 ? -s : s, k);
    }
    dls_error error = ask_forces(S, Q->E->t, 2 * colours, fault);
    for (dls_int k = 0; k < colours && !error; k++) {
        const double *ahead = C->f + 2 * k * S->n;
        spread(S, first + k, 2 * k, x);
        dls_motion_slope_test(slopes, first + k, ahead, ahead + S->n);
    }
    return error;
}

dls_error dls_motion_force_jacobian(dls_motion_source *S, dls_motion_values *E,
                                    dls_motion_part part, dls_fault *fault)
{
    dls_view A = S->model->pattern;
    dls_error error = S->colours ? DLS_OK : make_colours(S, fault);
    const struct dls_motion_colours *C = S->colours;
    double *x = error ? NULL : A.rows ? C->x : dls_motion_full(E, part);
    if (!error && !(x && dls_motion_differences_of(S))) {
        error = dls_fail_memory(fault);
    }
    error = error ? error : dls_motion_evaluate(S, E, DLS_PART_FORCE, E->t, E->q, E->v, fault);
    if (error) {
        return error;
    }
    question Q = {.S = S, .E = E, .of_v = part == DLS_PART_FORCE_V};
    dls_motion_slopes slopes = {.rows = S->n, .values = force, .data = &Q};
    slopes.here = E->f;
    dls_motion_slopes_in(S, Q.of_v ? DLS_DIFFERENCE_FORCE_V : DLS_DIFFERENCE_FORCE_Q,
                         Q.of_v ? dls_largest(S->n, E->v) : dls_largest(S->nq, E->q), &slopes);
    for (dls_int k = 0; !error && k < C->count; k++) {
        error = dls_motion_slope_known(&slopes, k) ? DLS_OK
                                                   : dls_motion_slope(&slopes, k, S->column, fault);
    }
    for (dls_int first = 0; !error && first < C->count; first += C->batch / 2) {
        error = columns(&Q, &slopes, first, x, fault);
    }
    if (error || !A.rows) {
        return error;
    }
    return dls_motion_sparse(E, part, (dls_view){S->n, S->n, A.p, A.i, x}, fault);
}
