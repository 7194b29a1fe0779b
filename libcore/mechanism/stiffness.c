/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jacobians of forces, for Newton's method: of a line with the gradient g and the force s,
     fq = -stiffness g g',  fv = -damping g g',
   of a distance also what turns with the line, s/length (1 - n n') between the points; of rotation
   -w x J w. The turning of other gradients is left out: it matters where a force is large compared
   with stiffness times length, and then only for how fast Newton's method is. */
#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

static int block_order(const dls_mechanism *B)
{
    return B->d == 2 ? 3 : 6;
}

/* Has it any slope? What the host steers is not known before. */
static bool slopes(const dls_mechanism *B, const dls_mechanism_item *F)
{
    const dls_mechanism_row at = {.h = 1, .speed = 1};
    dls_mechanism_effect effect;
    bool some = false;
    for (int l = 0; !F->asked && l < F->kind->normals[B->d - 2]; l++) {
        bool angular = F->kind->line[B->d - 2][l].traits & DLS_LINE_ANGULAR;
        F->kind->law(F->p, l, angular, &at, &effect);
        some = some || effect.stiffness != 0 || effect.damping != 0;
    }
    return some;
}

/* Bodies in the columns of each body: itself, and those on the other side of a spring. */
static bool fill_pattern(dls_mechanism *B, dls_mat *A)
{
    int size = block_order(B);
    dls_int bodies = B->n / size, room = 3 * bodies + 1;
    dls_mat near;
    dls_scatter seen = {0};
    dls_int *first = DLS_NEW(dls_int, bodies + 1), *next = DLS_NEW(dls_int, 2 * B->forces);
    bool done = first && next && dls_mat_new(&near, bodies, bodies, room);
    bool made = done;
    done = done && dls_scatter_new(&seen, bodies);
    for (dls_int k = 0; done && k <= bodies; k++) {
        first[k] = -1;
    }
    for (dls_int k = 0; done && k < 2 * B->forces; k++) { /* forces by their bodies */
        const dls_mechanism_item *F = &B->force[k / 2];
        dls_int at = B->frame[k % 2 ? F->b : F->a].v_at;
        if (at >= 0 && slopes(B, F)) {
            next[k] = first[at / size];
            first[at / size] = k;
        }
    }
    for (dls_int j = 0; done && j < bodies; j++) {
        dls_scatter_add(&seen, j, 1);
        for (dls_int k = first[j]; k >= 0; k = next[k]) {
            const dls_mechanism_item *F = &B->force[k / 2];
            dls_int other = B->frame[k % 2 ? F->a : F->b].v_at;
            if (other >= 0) {
                dls_scatter_add(&seen, other / size, 1);
            }
        }
        done = dls_scatter_collect(&seen, 0, bodies, &near, &room, j);
    }
    done = done && dls_mat_new(A, B->n, B->n, size * size * near.p[bodies]);
    for (dls_int j = 0, at = 0; done && j < B->n; j++) {
        for (dls_int k = near.p[j / size]; k < near.p[j / size + 1]; k++) {
            for (int i = 0; i < size; i++) {
                A->i[at++] = near.i[k] * size + i;
            }
        }
        A->p[j + 1] = at;
    }
    if (made) {
        dls_mat_free(&near);
    }
    dls_scatter_free(&seen);
    dls_free(first);
    dls_free(next);
    return done;
}

dls_error dls_mechanism_stiffen(dls_mechanism *B, dls_fault *fault)
{
    enum { FEW = 60 }; /* differences of so many forces are quick */
    bool some = B->n > FEW;
    for (dls_int k = 0; k < B->forces; k++) {
        some = some || slopes(B, &B->force[k]);
    }
    if (!some) {
        return DLS_OK;
    }
    bool done = fill_pattern(B, &B->fq) && dls_mat_own(&B->pool, &B->fq) &&
                dls_mat_copy(&B->fv, dls_see(&B->fq)) && dls_mat_own(&B->pool, &B->fv);
    return done ? DLS_OK : dls_fail_memory(fault);
}

/* A(rows of `row`, columns of `col`) += alpha x y' for the parts x, y of a line */
static void add_block(int size, dls_mat *A, dls_int row, const double *x, dls_int col,
                      const double *y, double alpha)
{
    for (int j = 0; j < size; j++) {
        dls_int at = A->p[col + j];
        while (A->i[at] != row) {
            at += size;
        }
        for (int i = 0; i < size; i++) {
            A->x[at + i] += alpha * x[i] * y[j];
        }
    }
}

/* A += alpha g g' */
static void add_line(const dls_mechanism *B, const dls_mechanism_pair *P,
                     const dls_mechanism_row *row, double alpha, dls_mat *A)
{
    const dls_mechanism_frame *body[] = {P->a, P->b};
    const double *force[] = {row->na, row->nb}, *torque[] = {row->ta, row->tb};
    double g[2][6];
    for (int s = 0; s < 2 && alpha != 0; s++) {
        if (B->d == 2) {
            g[s][0] = force[s][0];
            g[s][1] = force[s][1];
            g[s][2] = torque[s][2];
        } else {
            dls_scale3(1, force[s], g[s]);
            dls_turn_back3((const double(*)[3])body[s]->R, torque[s], g[s] + 3);
        }
    }
    for (int k = 0; k < 4 && alpha != 0; k++) {
        dls_int r = body[k / 2]->v_at, c = body[k % 2]->v_at;
        if (r >= 0 && c >= 0) {
            add_block(block_order(B), A, r, g[k / 2], c, g[k % 2], alpha);
        }
    }
}

/* Along a distance: fq += s/length (sum of e e' less n n') */
static void turn_along(dls_mechanism *B, const dls_mechanism_pair *P, double force,
                       const dls_mechanism_row *n)
{
    double alpha = n->h > 0 ? force / n->h : 0;
    for (int i = 0; i < B->d && alpha != 0; i++) {
        dls_mechanism_row row = {0};
        row.nb[i] = 1;
        row.na[i] = -1;
        dls_cross3(P->rb, row.nb, row.tb);
        dls_cross3(P->ra, row.na, row.ta);
        add_line(B, P, &row, alpha, &B->fq);
    }
    add_line(B, P, n, -alpha, &B->fq);
}

/* d/dw (J w x w) = [J w] x - [w] x J, with w in the axes of the body */
static void add_rotation(dls_mechanism *B, dls_int k)
{
    const dls_mechanism_frame *F = &B->frame[k + 1];
    const double *J = B->inertia + 9 * k, *w = B->v + F->v_at + 3;
    double momentum[3] = {0, 0, 0};
    for (int j = 0; j < 3; j++) {
        dls_add3(momentum, w[j], J + 3 * j, momentum);
    }
    for (int j = 0; j < 3; j++) {
        double axis[3] = {j == 0, j == 1, j == 2}, column[3], other[3];
        dls_cross3(momentum, axis, column);
        dls_cross3(w, J + 3 * j, other);
        dls_int at = B->fv.p[F->v_at + 3 + j];
        while (B->fv.i[at] != F->v_at + 3) {
            at++;
        }
        dls_add3(B->fv.x + at, 1, column, B->fv.x + at);
        dls_add3(B->fv.x + at, -1, other, B->fv.x + at);
    }
}

void dls_mechanism_slopes(dls_mechanism *B)
{
    dls_mechanism_pair P;
    dls_mechanism_row row;
    dls_mechanism_effect effect;
    dls_int entries = B->fq.p[B->n];
    dls_zero(entries, B->fq.x);
    dls_zero(entries, B->fv.x);
    for (dls_int k = 0; B->d == 3 && k < B->bodies; k++) {
        if (B->frame[k + 1].v_at >= 0) {
            add_rotation(B, k);
        }
    }
    for (dls_int k = 0; k < B->forces; k++) {
        const dls_mechanism_item *F = &B->force[k];
        if (!slopes(B, F)) {
            continue;
        }
        dls_mechanism_meet(B, F, &P);
        for (int l = 0; l < F->kind->normals[B->d - 2]; l++) {
            const dls_mechanism_line *line = &F->kind->line[B->d - 2][l];
            line->equation(&P, line->i, line->j, &row);
            F->kind->law(F->p, l, line->traits & DLS_LINE_ANGULAR, &row, &effect);
            add_line(B, &P, &row, -effect.stiffness, &B->fq);
            add_line(B, &P, &row, -effect.damping, &B->fv);
            if (line->equation == dls_mechanism_distance) {
                turn_along(B, &P, effect.force, &row);
            }
        }
    }
}
