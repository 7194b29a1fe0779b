/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What never changes: frames of places, the mass matrix, patterns of gradients. */
#include <string.h>

#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

/* x := x/|x|, or the axis where x = 0 */
static void unit(double *x, const double *axis)
{
    double length = dls_length3(x);
    if (length > 0) {
        dls_scale3(1 / length, x, x);
    } else {
        memcpy(x, axis, 3 * sizeof *x);
    }
}

/* along, across less its part along, their product */
static void make_frame(int d, const double *along, const double *across, double (*R)[3])
{
    static const double AXES[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const double PARALLEL = 1e-12;
    memcpy(R[0], along, sizeof R[0]);
    unit(R[0], AXES[0]);
    if (d == 2) {
        memcpy(R[2], AXES[2], sizeof R[2]);
        dls_cross3(R[2], R[0], R[1]);
        return;
    }
    double size = dls_length3(across);
    dls_add3(across, -dls_dot3(across, R[0]), R[0], R[1]);
    if (!(dls_length3(R[1]) > PARALLEL * size)) {
        int least = fabs(R[0][1]) <= fabs(R[0][0]) ? 1 : 0;
        least = fabs(R[0][2]) < fabs(R[0][least]) ? 2 : least;
        dls_add3(AXES[least], -R[0][least], R[0], R[1]);
    }
    unit(R[1], AXES[1]);
    dls_cross3(R[0], R[1], R[2]);
}

static const double TURN = 6.283185307179586;

static void fill_item(const dls_mechanism *B, bool force, const double *c, dls_mechanism_item *item)
{
    const dls_mechanism_kind *table = force ? dls_mechanism_forces : dls_mechanism_joints;
    item->kind = table + (dls_int)c[DLS_ITEM_KIND] - 1;
    item->a = (dls_int)c[DLS_ITEM_A];
    item->b = (dls_int)c[DLS_ITEM_B];
    memcpy(item->pa, c + DLS_ITEM_POINT_A, sizeof item->pa);
    memcpy(item->pb, c + DLS_ITEM_POINT_B, sizeof item->pb);
    make_frame(B->d, c + DLS_ITEM_ALONG_A, c + DLS_ITEM_ACROSS_A, item->A);
    make_frame(B->d, c + DLS_ITEM_ALONG_B, c + DLS_ITEM_ACROSS_B, item->B);
    item->turned = atan2(item->B[0][1], item->B[0][0]) - atan2(item->A[0][1], item->A[0][0]);
    item->turned += TURN * c[DLS_ITEM_TURNS];
    item->angle = (dls_int)c[DLS_ITEM_ANGLE];
    memcpy(item->p, c + DLS_ITEM_PARAMETER, sizeof item->p);
    item->side = (c[DLS_ITEM_SIDE] > 0) - (c[DLS_ITEM_SIDE] < 0);
    item->mu = c[DLS_ITEM_MU];
    item->e = c[DLS_ITEM_RESTITUTION];
    item->asked = (dls_int)c[DLS_ITEM_ASKED];
}

static void fill_mass(dls_mechanism *B)
{
    dls_mat *M = &B->M;
    dls_int at = 0;
    for (dls_int k = 0; k < B->bodies; k++) {
        dls_int row = B->frame[k + 1].v_at;
        int size = B->d == 2 ? 1 : 3; /* of the inertia */
        for (int j = 0; row >= 0 && j < B->d + size; j++) {
            bool turns = j >= B->d;
            for (int i = turns ? B->d : j; i < (turns ? B->d + size : j + 1); i++) {
                M->i[at] = row + i;
                M->x[at++] = turns ? B->inertia[size * size * k + (i - B->d) + size * (j - B->d)]
                                   : B->mass[k];
            }
            M->p[row + j + 1] = at;
        }
    }
}

/* The rows of a line in the next column of A, the body that comes first first */
static void fill_column(const dls_mechanism *B, const dls_mechanism_item *item, bool angular,
                        dls_mat *A, dls_int column)
{
    dls_int at = A->p[column];
    dls_int first = B->frame[item->a].v_at, second = B->frame[item->b].v_at;
    dls_int from[] = {DLS_MIN(first, second), DLS_MAX(first, second)};
    for (int s = 0; s < 2; s++) {
        for (int k = angular ? B->d : 0; from[s] >= 0 && k < (B->d == 2 ? 3 : 6); k++) {
            A->i[at++] = from[s] + k;
        }
    }
    A->p[column + 1] = at;
}

void dls_mechanism_fill_item(dls_mechanism *B, dls_mechanism_item *item, dls_int number,
                             dls_int *next)
{
    int in = B->d - 2, normals = item->kind->normals[in];
    int to = item->side ? DLS_OF_N : DLS_OF_G, slide = item->side ? DLS_OF_T : DLS_OF_H;
    int slides = item->side || item->mu > 0 ? item->kind->tangents[in] : 0;
    item->column = next[to];
    item->slide = slides ? next[slide] : -1;
    for (int l = 0; l < normals + slides; l++) {
        int matrix = l < normals ? to : slide;
        dls_int column = next[matrix]++;
        fill_column(B, item, item->kind->line[in][l].traits & DLS_LINE_ANGULAR, &B->A[matrix],
                    column);
        B->item_of[matrix][column] = number;
        if (matrix == DLS_OF_G) {
            B->line_of[column] = l;
        }
        if (matrix == DLS_OF_H) {
            B->muh[column] = item->mu;
        }
    }
    if (item->side) {
        B->e[item->column] = item->e;
        B->mu[item->column] = item->mu;
        for (int l = slides; l < B->dc - 1; l++) { /* a contact without tangents beside others */
            dls_int column = next[DLS_OF_T]++;
            B->A[DLS_OF_T].p[column + 1] = B->A[DLS_OF_T].p[column];
        }
    }
}

/* How far what is around a corner is from the centre */
static double reach_of(const dls_mechanism_shape *S, dls_int corner)
{
    double far = dls_length3(S->corner + 3 * corner);
    return S->kind == DLS_SHAPE_CYLINDER ? hypot(far, S->radius) : far + S->radius;
}

static void normal_of(const dls_mechanism_shape *S, dls_int face, double *n)
{
    static const double UP[3] = {0, 0, 1};
    const dls_int *at = S->face + 3 * face;
    double u[3], w[3];
    dls_add3(S->corner + 3 * at[1], -1, S->corner + 3 * at[0], u);
    dls_add3(S->corner + 3 * at[2], -1, S->corner + 3 * at[0], w);
    dls_cross3(u, w, n);
    unit(n, UP);
}

static void fill_shapes(dls_mechanism *B, const dls_mechanism_data *D)
{
    dls_int corner = 0, face = 0;
    dls_copy(3 * B->corners, D->corner, B->corner);
    for (dls_int k = 0; k < 3 * B->faces; k++) {
        B->face[k] = (dls_int)D->face[k];
    }
    B->shape[0].kind = DLS_SHAPE_PLANE;
    for (dls_int k = 0; B->rules > 0 && k < B->bodies; k++) {
        const double *c = D->shape + DLS_SHAPE_ROWS * k;
        dls_mechanism_shape *S = &B->shape[k + 1];
        *S = (dls_mechanism_shape){(int)c[0],     c[1],
                                   (dls_int)c[2], B->corner + 3 * corner,
                                   (dls_int)c[3], B->face + 3 * face,
                                   NULL,          0};
        for (dls_int j = 0; j < S->count; j++) {
            S->extent = fmax(S->extent, reach_of(S, j));
        }
        for (dls_int j = 0; j < S->faces; j++) {
            normal_of(S, j, B->normal_of + 3 * (face + j));
        }
        S->normal = B->normal_of + 3 * face;
        corner += S->count;
        face += S->faces;
    }
}

static void fill_own(dls_mechanism *B, dls_int column)
{
    dls_mat *G = &B->A[DLS_OF_G];
    for (; column < B->count.columns[DLS_OF_G]; column++) {
        B->item_of[DLS_OF_G][column] = B->line_of[column] = -1;
        for (dls_int k = 0; k < B->n; k++) {
            G->i[G->p[column] + k] = k;
        }
        G->p[column + 1] = G->p[column] + B->n;
    }
}

void dls_mechanism_fill(dls_mechanism *B, const dls_mechanism_data *D)
{
    dls_int next[4] = {0, 0, 0, 0};
    int rows = B->d == 2 ? 3 : 7;
    dls_mechanism_frame *ground = &B->frame[0];
    ground->q = ground->v_at = -1;
    ground->R[0][0] = ground->R[1][1] = ground->R[2][2] = 1;
    dls_copy(B->bodies, D->mass, B->mass);
    dls_copy((B->d == 2 ? 1 : 9) * B->bodies, D->inertia, B->inertia);
    for (dls_int k = 0; k < B->bodies; k++) {
        if (B->frame[k + 1].q < 0) {
            dls_mechanism_stand(B->d, &B->frame[k + 1], D->place + rows * k, NULL);
        }
    }
    for (dls_int k = 0; k < B->forces; k++) {
        fill_item(B, true, D->force + k * DLS_ITEM_ROWS, &B->force[k]);
    }
    for (dls_int k = 0; k < B->angles; k++) {
        fill_item(B, false, D->angle + k * DLS_ITEM_ROWS, &B->angle[k]);
    }
    fill_shapes(B, D);
    for (dls_int k = 0; k < D->joints; k++) {
        fill_item(B, false, D->joint + k * DLS_ITEM_ROWS, &B->joint[k]);
        dls_mechanism_item *J = &B->joint[k];
        if (!J->side) {
            dls_mechanism_fill_item(B, J, k, next);
        }
        bool targeted = J->kind->line[B->d - 2][0].traits & DLS_LINE_TARGETED;
        B->moving = B->moving || (targeted && (J->p[1] != 0 || J->p[2] != 0 || J->asked > 0));
        B->steered = B->steered || J->asked > 0;
    }
    for (dls_int k = 0; k < B->rules; k++) {
        const double *c = D->touch + DLS_TOUCH_ROWS * k;
        B->rule[k] = (dls_mechanism_rule){(dls_int)c[0], (dls_int)c[1], c[2], c[3], c[4], c[5]};
        B->soft = B->soft || c[4] > 0;
    }
    fill_own(B, next[DLS_OF_G]);
    B->steered = B->steered || B->own > 0;
    fill_mass(B);
}
