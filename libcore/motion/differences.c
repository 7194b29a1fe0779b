/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Central differences for what a model does not give: gradients, column by column, along the
   coordinate or, where coordinates are advanced, along its motion; rates along the motion. */
#include <math.h>

#include "motion/slope.h"

static void release(void *what)
{
    struct dls_motion_differences *D = what;
    dls_pool_free(&D->pool);
    dls_free(D);
}

static void lay_out(void *object, dls_room *room)
{
    dls_motion_source *S = object;
    struct dls_motion_differences *D = S->differences;
    dls_int most = DLS_MAX(DLS_MAX(S->n, S->nb), DLS_MAX(S->nu, S->nt));
    for (int k = 0; k < DLS_DIFFERENCES; k++) {
        D->reach[k] = DLS_TAKE(room, dls_motion_reach, S->n);
    }
    D->room = DLS_TAKE(room, double, DLS_SLOPE_ROOM *most);
    D->here = DLS_TAKE(room, double, most);
}

struct dls_motion_differences *dls_motion_differences_of(dls_motion_source *S)
{
    if (!S->differences) {
        struct dls_motion_differences *D = DLS_NEW(struct dls_motion_differences, 1);
        if (!dls_pool_own(&S->pool, release, D)) {
            return NULL;
        }
        S->differences = D;
    }
    struct dls_motion_differences *D = S->differences;
    return D->made || (D->made = dls_pool_make(&D->pool, lay_out, S)) ? D : NULL;
}

void dls_motion_slopes_in(dls_motion_source *S, int kind, double size, dls_motion_slopes *slopes)
{
    struct dls_motion_differences *D = S->differences;
    slopes->reach = D->reach[kind];
    slopes->source = S;
    slopes->room = D->room;
    slopes->error = &D->error;
    slopes->size = &D->size;
    slopes->top = dls_motion_slope_top(slopes->stencil, size);
}

double dls_motion_doubt(const dls_motion_source *S)
{
    static const double MOST = 1e-7; /* a direction along which nothing changes is all rounding */
    const struct dls_motion_differences *D = S->differences;
    return D && D->size > 0 ? fmin(MOST, D->error / D->size) : 0;
}

/* What is differenced: g or h, or the speeds G'v + w of contacts, constraints, tangents. */
typedef struct {
    dls_motion_source *S;
    dls_motion_values *E;
    unsigned parts;
    dls_int rows;
    double speed; /* along the motion: distance by time */
} question;

/* y (rows) := it, at A */
static dls_error look(const question *Q, dls_motion_values *A, double t, const double *q, double *y,
                      dls_fault *fault)
{
    dls_error error = dls_motion_evaluate(Q->S, A, Q->parts, t, q, Q->E->v, fault);
    if (error || Q->parts & (DLS_PART_GAP | DLS_PART_CONSTRAINT)) {
        dls_copy(error ? 0 : Q->rows, Q->parts & DLS_PART_GAP ? A->g : A->h, y);
        return error;
    }
    bool rubs = Q->parts & DLS_PART_TANGENT, gap = Q->parts & DLS_PART_GAP_GRADIENT;
    dls_set_mul_t(rubs ? A->T : gap ? A->N : A->G, A->v, y);
    dls_axpy(Q->rows, 1, rubs ? A->wt : gap ? A->wu : A->wb, y);
    return DLS_OK;
}

/* Along a coordinate */
static dls_error beside(void *data, dls_int k, double s, double *y, double *at, dls_fault *fault)
{
    const question *Q = data;
    dls_motion_source *S = Q->S;
    dls_error error = DLS_OK;
    for (int i = 0; i < 2 && !error; i++) {
        at[i] = dls_motion_displace(S, false, k, i ? -s : s, Q->E->q, Q->E->v, S->q, S->v);
        error = look(Q, &S->side, Q->E->t, S->q, y + i * Q->rows, fault);
    }
    return error;
}

/* Along the motion; the time goes on where walls move */
static dls_error ahead(void *data, dls_int direction, double s, double *y, double *at,
                       dls_fault *fault)
{
    const question *Q = data;
    dls_motion_source *S = Q->S;
    bool moving = S->model->given & DLS_PARTS_SPEED;
    dls_error error = DLS_OK;
    (void)direction;
    for (int i = 0; i < 2 && !error; i++) {
        at[i] = i ? -s : s;
        double time = at[i] / Q->speed;
        dls_motion_advance(S, Q->E->q, Q->E->v, time, S->q);
        error = look(Q, &S->ahead, Q->E->t + (moving ? time : 0), S->q, y + i * Q->rows, fault);
    }
    return error;
}

/* Gradients as columns */
static dls_error gradients(dls_motion_source *S, dls_motion_values *E, unsigned base,
                           dls_motion_part part, dls_fault *fault)
{
    struct dls_motion_differences *D = dls_motion_differences_of(S);
    double *x = dls_motion_full(E, part);
    if (!x || !D) {
        return dls_fail_memory(fault);
    }
    bool gap = base == DLS_PART_GAP;
    question Q = {.S = S, .E = E, .parts = base, .rows = gap ? S->nu : S->nb};
    dls_motion_slopes slopes = {.rows = Q.rows, .values = beside, .data = &Q};
    dls_error error = dls_motion_evaluate(S, E, base, E->t, E->q, E->v, fault);
    slopes.here = gap ? E->g : E->h; /* without it nobody sees that the curvature has grown */
    dls_motion_slopes_in(S, gap ? DLS_DIFFERENCE_GAP : DLS_DIFFERENCE_CONSTRAINT,
                         dls_largest(S->nq, E->q), &slopes);
    for (dls_int k = 0; !error && k < S->n; k++) {
        error = dls_motion_slope(&slopes, k, S->column, fault);
        for (dls_int i = 0; !error && i < Q.rows; i++) {
            x[k + i * S->n] = S->column[i];
        }
    }
    return error;
}

/* G'v + w of the gradients that are given, else g itself, of which five points make the rate */
static void ask_speeds(question *Q, dls_motion_part part)
{
    const dls_motion_source *S = Q->S;
    if (part == DLS_PART_TANGENT) {
        Q->rows = S->nt;
        Q->parts = DLS_PART_TANGENT | DLS_PART_TANGENT_SPEED;
    } else if (part == DLS_PART_GAP_RATE) {
        bool given = S->model->given & DLS_PART_GAP_GRADIENT;
        Q->rows = S->nu;
        Q->parts = given ? DLS_PART_GAP_GRADIENT | DLS_PART_GAP_SPEED : DLS_PART_GAP;
    } else {
        bool given = S->model->given & DLS_PART_CONSTRAINT_GRADIENT;
        Q->rows = S->nb;
        Q->parts =
            given ? DLS_PART_CONSTRAINT_GRADIENT | DLS_PART_CONSTRAINT_SPEED : DLS_PART_CONSTRAINT;
    }
}

dls_error dls_motion_rate(dls_motion_source *S, dls_motion_values *E, dls_motion_part part,
                          double *b, dls_fault *fault)
{
    static const double NOTHING = 1e-150; /* its square underflows */
    struct dls_motion_differences *D = dls_motion_differences_of(S);
    if (!D) {
        return dls_fail_memory(fault);
    }
    bool moving = S->model->given & DLS_PARTS_SPEED;
    double speed = dls_largest(S->n, E->v);
    question Q = {.S = S, .E = E, .speed = moving ? fmax(1, speed) : speed};
    ask_speeds(&Q, part);
    if (Q.speed < NOTHING) {
        dls_zero(Q.rows, b);
        return DLS_OK;
    }
    bool twice = Q.parts & (DLS_PART_GAP | DLS_PART_CONSTRAINT);
    dls_motion_slopes slopes = {.rows = Q.rows, .values = ahead};
    slopes.stencil = twice ? DLS_SECOND_BY_FIVE : DLS_FIRST_BY_TWO;
    slopes.data = &Q;
    slopes.here = D->here;
    dls_motion_slopes_in(S,
                         part == DLS_PART_TANGENT    ? DLS_DIFFERENCE_TANGENT_RATE
                         : part == DLS_PART_GAP_RATE ? DLS_DIFFERENCE_GAP_RATE
                                                     : DLS_DIFFERENCE_CONSTRAINT_RATE,
                         dls_largest(S->nq, E->q), &slopes);
    dls_error error = look(&Q, E, E->t, E->q, D->here, fault);
    error = error ? error : dls_motion_slope(&slopes, 0, b, fault);
    for (dls_int i = 0; i < Q.rows; i++) {
        b[i] *= twice ? Q.speed * Q.speed : Q.speed;
    }
    return error;
}

/* A := -B */
static dls_error negative(dls_motion_source *S, dls_motion_values *E, dls_motion_part part,
                          dls_view B, dls_fault *fault)
{
    if (!B.rows) {
        return dls_motion_full(E, part) || !S->n ? DLS_OK : dls_fail_memory(fault);
    }
    dls_error error = dls_motion_sparse(E, part, B, fault);
    double *x = (double *)(part == DLS_PART_FORCE_Q ? E->fq : E->fv).x; /* E's own */
    for (dls_int k = 0; !error && k < dls_entries(B); k++) {
        x[k] = -x[k];
    }
    return error;
}

/* q'(K q / 2 - f), of a constant load */
static void potential(const dls_motion_source *S, dls_motion_values *E)
{
    const dls_motion_model *L = S->model;
    *E->potential = 0;
    if (L->K.rows) {
        dls_zero(S->n, S->column);
        dls_mul(L->K, 0.5, E->q, S->column);
        *E->potential = dls_dot(S->n, E->q, S->column);
    }
    if (L->constant & DLS_PART_FORCE) {
        *E->potential -= dls_dot(S->n, E->q, S->constant.f);
    }
}

dls_error dls_motion_difference(dls_motion_source *S, dls_motion_values *E, dls_motion_part part,
                                dls_fault *fault)
{
    switch (part) {
    case DLS_PART_CONSTRAINT_GRADIENT:
        return gradients(S, E, DLS_PART_CONSTRAINT, part, fault);
    case DLS_PART_GAP_GRADIENT:
        return gradients(S, E, DLS_PART_GAP, part, fault);
    case DLS_PART_FORCE_Q:
        return S->loaded ? negative(S, E, part, S->model->K, fault)
                         : dls_motion_force_jacobian(S, E, part, fault);
    case DLS_PART_FORCE_V:
        return S->loaded ? negative(S, E, part, S->model->C, fault)
                         : dls_motion_force_jacobian(S, E, part, fault);
    case DLS_PART_CONSTRAINT_RATE:
        return dls_motion_rate(S, E, part, E->bb, fault);
    case DLS_PART_GAP_RATE:
        return dls_motion_rate(S, E, part, E->bu, fault);
    case DLS_PART_POTENTIAL:
        potential(S, E);
        return DLS_OK;
    default:
        return dls_fail(fault, DLS_ERROR_OPTION, "a part of the model is missing");
    }
}
