/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear problems of assembly, and how far a mechanism has moved. */
#include <string.h>

#include "mechanism/close.h"
#include "mechanism/vector3.h"

static void lay_out(void *object, dls_room *room)
{
    dls_closing *C = object;
    dls_int n = C->n, m = C->m, nq = C->B->nq;
    dls_mat_take(room, &C->M, n + m, n + m, C->B->M.p[n] + m);
    dls_mat_take(room, &C->G, n + m, m, C->B->A[DLS_OF_G].p[m] + m);
    DLS_TAKE_NUMBERS(room, n + m, &C->F, &C->x);
    DLS_TAKE_NUMBERS(room, m, &C->b, &C->h, &C->lambda);
    DLS_TAKE_NUMBERS(room, nq, &C->q0, &C->q, &C->trial);
    DLS_TAKE_NUMBERS(room, n, &C->v0, &C->d, &C->Md);
}

/* The largest distance from a centre to a place, or between centres */
static double length_of(const dls_mechanism *B)
{
    double length = 0, apart[3];
    for (dls_int k = 0; k < B->joints; k++) {
        const dls_mechanism_item *J = &B->joint[k];
        dls_add3(B->frame[J->b].x, -1, B->frame[J->a].x, apart);
        if (J->touch) { /* it is not closed */
            continue;
        }
        length = fmax(length, J->a == 0 || J->b == 0 ? 0 : dls_length3(apart));
        length = fmax(length, J->a == 0 ? 0 : dls_length3(J->pa));
        length = fmax(length, J->b == 0 ? 0 : dls_length3(J->pb));
    }
    return length > 0 ? length : 1;
}

/* [M/mass 0; 0 1], and the pattern of [G; s] */
static void fill_saddle(dls_closing *C)
{
    const dls_mechanism *B = C->B;
    const dls_mat *M = &B->M, *G = &B->A[DLS_OF_G];
    dls_int n = C->n, at = M->p[n];
    memcpy(C->M.p, M->p, (size_t)(n + 1) * sizeof *M->p);
    memcpy(C->M.i, M->i, (size_t)at * sizeof *M->i);
    for (dls_int k = 0; k < at; k++) {
        C->M.x[k] = M->x[k] / C->mass;
    }
    for (dls_int j = 0; j < C->m; j++) {
        C->M.i[at] = n + j;
        C->M.x[at++] = 1;
        C->M.p[n + j + 1] = at;
    }
    at = 0;
    for (dls_int j = 0; j < C->m; j++) {
        for (dls_int k = G->p[j]; k < G->p[j + 1]; k++) {
            C->G.i[at++] = G->i[k];
        }
        C->G.i[at++] = n + j;
        C->G.p[j + 1] = at;
    }
}

dls_error dls_mechanism_closing_new(dls_mechanism *B, const bool *held, double t, dls_closing *C,
                                    dls_fault *fault)
{
    *C = (dls_closing){.B = B, .held = held, .n = B->n, .m = B->count.columns[DLS_OF_G], .t = t};
    if (!dls_pool_make(&C->pool, lay_out, C)) {
        return dls_fail_memory(fault);
    }
    C->length = length_of(B);
    double mass = dls_largest(B->bodies, B->mass) * C->length * C->length;
    mass = fmax(mass, dls_largest((B->d == 2 ? 1 : 9) * B->bodies, B->inertia));
    C->mass = mass > 0 ? mass : 1;
    fill_saddle(C);
    return DLS_OK;
}

void dls_mechanism_closing_free(dls_closing *C)
{
    dls_kkt_free(C->kkt);
    dls_pool_free(&C->pool);
}

/* 0 of an own equation */
static unsigned traits_of(const dls_closing *C, dls_int column)
{
    const dls_mechanism *B = C->B;
    dls_int item = B->item_of[DLS_OF_G][column];
    return item < 0 ? 0 : B->joint[item].kind->line[B->d - 2][B->line_of[column]].traits;
}

double dls_mechanism_unit(const dls_closing *C, dls_int column)
{
    return traits_of(C, column) & DLS_LINE_ANGULAR ? 1 : 1 / C->length;
}

dls_error dls_mechanism_measure(dls_closing *C, const double *q, const double *v, double *distance,
                                dls_fault *fault)
{
    dls_error error = dls_mechanism_evaluate(C->B, C->t, q, v, &C->E, fault);
    for (dls_int j = 0; j < C->m && !error; j++) {
        C->h[j] = C->E.h[j] * dls_mechanism_unit(C, j);
    }
    *distance = error ? 0 : dls_norm(C->m, C->h);
    return error;
}

/* What is held has no columns: it stays where it is. */
static void load_columns(dls_closing *C, bool speeds, double s)
{
    const dls_mechanism *B = C->B;
    const dls_mat *G = &B->A[DLS_OF_G];
    dls_int at = 0, rows = B->d == 2 ? 3 : 6;
    for (dls_int j = 0; j < C->m; j++) {
        double unit = dls_mechanism_unit(C, j);
        unit = !speeds && traits_of(C, j) & DLS_LINE_ROLLS ? 0 : unit;
        for (dls_int k = G->p[j]; k < G->p[j + 1]; k++) {
            C->G.x[at++] = unit * G->x[k];
        }
        C->G.x[at++] = s;
    }
    for (dls_int k = 0; C->held && k < B->bodies; k++) {
        dls_int from = B->frame[k + 1].v_at;
        for (dls_int e = 0; C->held[k] && from >= 0 && e < C->G.p[C->m]; e++) {
            C->G.x[e] *= C->G.i[e] < from || C->G.i[e] >= from + rows;
        }
    }
}

dls_error dls_mechanism_close(dls_closing *C, bool speeds, double s, const double *h,
                              dls_fault *fault)
{
    dls_kkt_result result;
    dls_kkt_settings settings = dls_kkt_defaults();
    dls_view M = dls_see(&C->M), G = dls_see(&C->G);
    load_columns(C, speeds, s);
    dls_error error =
        C->kkt ? dls_kkt_update(C->kkt, M, G, fault)
               : dls_kkt_setup(M, G, (dls_view){0}, &settings, (dls_host){0}, &C->kkt, fault);
    dls_kkt_certificate none = {0};
    return error ? error : dls_kkt_solve(C->kkt, C->F, h, C->x, C->lambda, none, &result, fault);
}

/* r := the rotation vector of p^-1 q; of two quaternions of length one */
static void rotation_between(const double *p, const double *q, double *r)
{
    double w = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
    r[0] = p[0] * q[1] - p[1] * q[0] - p[2] * q[3] + p[3] * q[2];
    r[1] = p[0] * q[2] + p[1] * q[3] - p[2] * q[0] - p[3] * q[1];
    r[2] = p[0] * q[3] - p[1] * q[2] + p[2] * q[1] - p[3] * q[0];
    double sine = dls_length3(r), angle = 2 * atan2(sine, fabs(w));
    dls_scale3((w < 0 ? -1 : 1) * (sine > 0 ? angle / sine : 2), r, r);
}

/* g := J(r)^-T g, where r(q exp x) = r + J(r)^-1 x + ...: g - r x g/2 + c r x (r x g) */
static void carry(const double *r, double *g)
{
    static const double SMALL = 1e-3; /* of the series 1/12 + angle^2/720 */
    double angle = dls_length3(r), first[3], second[3];
    double c = angle > SMALL ? (1 - angle / 2 / tan(angle / 2)) / (angle * angle) : 1. / 12;
    dls_cross3(r, g, first);
    dls_cross3(r, first, second);
    for (int k = 0; k < 3; k++) {
        g[k] += c * second[k] - first[k] / 2;
    }
}

double dls_mechanism_moved(const dls_closing *C, const double *q, double *d, double *g)
{
    const dls_mechanism *B = C->B;
    for (dls_int k = 1; k <= B->bodies; k++) {
        const dls_mechanism_frame *F = &B->frame[k];
        if (F->q >= 0) {
            dls_add3(q + F->q, -1, C->q0 + F->q, d + F->v_at);
            if (B->d == 3) {
                rotation_between(C->q0 + F->q + 3, q + F->q + 3, d + F->v_at + 3);
            }
        }
    }
    dls_zero(C->n, g);
    dls_mul((dls_view){C->n, C->n, C->M.p, C->M.i, C->M.x}, 1, d, g);
    double moved = dls_dot(C->n, d, g);
    for (dls_int k = 1; B->d == 3 && k <= B->bodies; k++) {
        if (B->frame[k].q >= 0) {
            carry(d + B->frame[k].v_at + 3, g + B->frame[k].v_at + 3);
        }
    }
    return moved;
}
