/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All equations at (t, q, v): one pass over the joints. */
#include <string.h>

#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

static double *put_body(const dls_mechanism *B, const dls_mechanism_frame *F, bool angular,
                        const double *force, const double *torque, double *x)
{
    if (F->v_at < 0) {
        return x;
    }
    if (!angular) {
        x[0] = force[0];
        x[1] = force[1];
        x += 2;
        if (B->d == 3) {
            *x++ = force[2];
        }
    }
    if (B->d == 2) {
        *x = torque[2];
        return x + 1;
    }
    dls_turn_back3((const double(*)[3])F->R, torque, x);
    return x + 3;
}

/* The gradient of a line, as the pattern has it */
static void put(const dls_mechanism *B, const dls_mechanism_pair *P, bool angular,
                const dls_mechanism_row *row, double *x)
{
    if (P->a->v_at < P->b->v_at) {
        x = put_body(B, P->a, angular, row->na, row->ta, x);
        put_body(B, P->b, angular, row->nb, row->tb, x);
    } else {
        x = put_body(B, P->b, angular, row->nb, row->tb, x);
        put_body(B, P->a, angular, row->na, row->ta, x);
    }
}

/* h less p0 + p1 s + p2 s^2/2, s = t - p3; returns its speed */
static double aim(const double *p, double t, dls_mechanism_row *row)
{
    double s = t - p[3];
    row->h -= p[0] + s * (p[1] + s * p[2] / 2);
    row->bias -= p[2];
    return -p[1] - s * p[2];
}

static void evaluate_joint(dls_mechanism *B, double t, const dls_mechanism_item *item)
{
    static const dls_mechanism_row NOTHING = {0};
    int in = B->d - 2, normals = item->kind->normals[in];
    int to = item->side ? DLS_OF_N : DLS_OF_G, slide = item->side ? DLS_OF_T : DLS_OF_H;
    int slides = item->slide < 0 ? 0 : item->kind->tangents[in];
    dls_mechanism_pair P;
    dls_mechanism_row row;
    dls_mechanism_meet(B, item, &P);
    for (int l = 0; l < normals + slides; l++) {
        const dls_mechanism_line *line = &item->kind->line[in][l];
        bool normal = l < normals;
        int matrix = normal ? to : slide;
        dls_int column = normal ? item->column + l : item->slide + l - normals;
        line->equation(&P, line->i, line->j, &row);
        double speed = normal && line->traits & DLS_LINE_TARGETED ? aim(item->p, t, &row) : 0;
        if (normal && item->side < 0) {
            dls_mechanism_row other = row;
            row = NOTHING;
            dls_mechanism_combine(&row, -1, &other);
            row.h = -other.h;
            speed = -speed;
        }
        put(B, &P, line->traits & DLS_LINE_ANGULAR, &row, B->A[matrix].x + B->A[matrix].p[column]);
        B->value[matrix][column] = row.h;
        B->rate[matrix][column] = row.bias;
        if (normal) {
            B->speed[item->side != 0][column] = speed;
        }
        if (normal && item->touch) {
            dls_add3(P.b->x, 1, row.at, B->point + 3 * column);
            memcpy(B->normal + 3 * column, item->b == B->touch[item->touch - 1].b ? row.nb : row.na,
                   sizeof row.nb);
        }
    }
}

static void show(const dls_mechanism *B, dls_mechanism_values *E)
{
    *E = (dls_mechanism_values){.n = B->n,
                                .nq = B->nq,
                                .d = B->dc,
                                .M = dls_see(&B->M),
                                .G = dls_see(&B->A[DLS_OF_G]),
                                .N = dls_see(&B->A[DLS_OF_N]),
                                .T = dls_see(&B->A[DLS_OF_T]),
                                .H = dls_see(&B->A[DLS_OF_H]),
                                .f = B->f,
                                .h = B->value[DLS_OF_G],
                                .g = B->value[DLS_OF_N],
                                .wb = B->speed[0],
                                .wu = B->speed[1],
                                .bb = B->rate[DLS_OF_G],
                                .bu = B->rate[DLS_OF_N],
                                .bt = B->rate[DLS_OF_T],
                                .bh = B->rate[DLS_OF_H],
                                .e = B->e,
                                .mu = B->mu,
                                .muh = B->muh,
                                .joint = B->item_of[DLS_OF_G],
                                .line = B->line_of,
                                .contact_joint = B->item_of[DLS_OF_N],
                                .slider = B->item_of[DLS_OF_H],
                                .point = B->point,
                                .normal = B->normal,
                                .touch = B->touch_of,
                                .identity = B->identity,
                                .many = B->many,
                                .potential = B->potential};
}

/* What is not true at (t, q, v) is forgotten; the bodies go there. */
static void go(dls_mechanism *B, double t, const double *q, const double *v)
{
    bool same = B->known && t == B->t && memcmp(q, B->q, (size_t)B->nq * sizeof *q) == 0;
    bool rests = same && memcmp(v, B->v, (size_t)B->n * sizeof *v) == 0;
    if (rests) {
        return;
    }
    B->known &= same && !B->steered ? DLS_KNOWN_JOINTS : 0;
    B->t = t;
    dls_copy(B->nq, q, B->q);
    dls_copy(B->n, v, B->v);
    dls_mechanism_place(B, q, v);
}

dls_error dls_mechanism_steer(const dls_mechanism *B, dls_mechanism_item *item, double t,
                              const double *q, const double *v, const double *along,
                              dls_fault *fault)
{
    const dls_mechanism_host *host = &B->host;
    return item->asked && host->parameters
               ? host->parameters(host->data, along != NULL, item->asked, t, q, v, along, item->p,
                                  fault)
               : DLS_OK;
}

/* Own constraints are the last columns, and full. */
static dls_error evaluate_own(dls_mechanism *B, double t, const double *q, const double *v,
                              dls_fault *fault)
{
    dls_int first = B->count.columns[DLS_OF_G] - B->own;
    dls_mat *G = &B->A[DLS_OF_G];
    double *x = G->x + G->p[first];
    dls_zero(B->n * B->own, x);
    return B->own && B->host.own ? B->host.own(B->host.data, t, q, v, B->value[DLS_OF_G] + first, x,
                                               B->rate[DLS_OF_G] + first, NULL, fault)
                                 : DLS_OK;
}

dls_error dls_mechanism_know(dls_mechanism *B, unsigned what, double t, const double *q,
                             const double *v, dls_fault *fault)
{
    go(B, t, q, v);
    dls_error error = DLS_OK;
    unsigned lacks = what & ~B->known, joints = DLS_KNOWN_JOINTS | DLS_KNOWN_RATES;
    if (lacks & joints) {
        dls_mechanism_find(B);
    }
    for (dls_int k = 0; lacks & joints && k < B->joints && !error; k++) {
        error = dls_mechanism_steer(B, &B->joint[k], t, q, v, NULL, fault);
        evaluate_joint(B, t, &B->joint[k]);
    }
    for (dls_int k = 0; lacks & joints && k < B->points && !error; k++) {
        evaluate_joint(B, t, &B->place[k]);
    }
    if (lacks & joints && !error) {
        error = evaluate_own(B, t, q, v, fault);
    }
    if (lacks & DLS_KNOWN_FORCES && !error) {
        error = dls_mechanism_load(B, t, q, v, fault);
    }
    if (lacks & DLS_KNOWN_JACOBIANS && !error) {
        dls_mechanism_slopes(B);
    }
    lacks |= lacks & joints ? joints : 0;
    B->known |= error ? 0 : lacks;
    return error;
}

dls_error dls_mechanism_evaluate(dls_mechanism *B, double t, const double *q, const double *v,
                                 dls_mechanism_values *E, dls_fault *fault)
{
    unsigned all = DLS_KNOWN_JOINTS | DLS_KNOWN_RATES | DLS_KNOWN_FORCES;
    dls_mechanism_place(B, q, v);
    dls_error error = B->many ? dls_mechanism_gather(B, false, 0, fault) : DLS_OK;
    error = error ? error : dls_mechanism_know(B, all, t, q, v, fault);
    show(B, E);
    return error;
}

const char *dls_mechanism_kind_name(bool force, dls_int kind)
{
    const dls_mechanism_kind *table = force ? dls_mechanism_forces : dls_mechanism_joints;
    int count = force ? dls_mechanism_force_count : dls_mechanism_joint_count;
    return kind >= 1 && kind <= count ? table[kind - 1].name : NULL;
}

const char *dls_mechanism_line_name(int d, dls_int kind, dls_int line, dls_int *normals,
                                    dls_int *tangents)
{
    const dls_mechanism_kind *K = &dls_mechanism_joints[kind - 1];
    *normals = K->normals[d - 2];
    *tangents = K->tangents[d - 2];
    return line < *normals + *tangents ? K->line[d - 2][line].name : NULL;
}
