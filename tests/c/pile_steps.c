/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "piles.h"

static const double STEP = 1e-3, GRAVITY = 9.81, DENSITY = 2500, PI = 3.14159265358979324;

/* rows of frame: normal and tangents */
static void complete(int d, double frame[3][3])
{
    double *n = frame[0];
    if (d == 2) {
        frame[1][0] = -n[1];
        frame[1][1] = n[0];
        return;
    }
    int axis = fabs(n[0]) < 0.6 ? 0 : 1;
    double size = sqrt(1 - n[axis] * n[axis]);
    for (int i = 0; i < 3; i++) {
        frame[1][i] = ((i == axis) - n[axis] * n[i]) / size;
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        frame[2][i] = n[j] * frame[1][k] - n[k] * frame[1][j];
    }
}

/* The rows of contact c, into the columns of H' (velocities of the centre, then of rotation):
   of the first body at the contact, minus that of the second. */
static void fill_rows(pile_step *S, dls_mat *Ht, dls_int c)
{
    const pile *P = S->of;
    int d = P->d, size = d == 3 ? 6 : 3;
    double frame[3][3];
    const double *n = frame[0];
    dls_int pair[] = {S->body[c], S->other[c]};
    S->gap[c] = pile_gap(P, pair[1], P->x + pair[0] * d, P->R[pair[0]], frame[0]);
    complete(d, frame);
    for (int row = 0; row < d; row++) {
        dls_int at = Ht->p[c * d + row];
        const double *e = frame[row];
        double turn[3] = {d == 3 ? n[1] * e[2] - n[2] * e[1] : n[0] * e[1] - n[1] * e[0]};
        turn[1] = d == 3 ? n[2] * e[0] - n[0] * e[2] : 0;
        turn[2] = d == 3 ? n[0] * e[1] - n[1] * e[0] : 0;
        for (int side = 0; side < 2 && pair[side] >= 0; side++) {
            for (int i = 0; i < size; i++, at++) {
                Ht->i[at] = pair[side] * size + i;
                Ht->x[at] = i < d ? (side ? -e[i] : e[i]) : -P->R[pair[side]] * turn[i - d];
            }
        }
        Ht->p[c * d + row + 1] = at;
    }
}

static void fill(pile_step *S)
{
    dls_mat Ht = {.p = NULL};
    int d = S->of->d;
    (void)dls_mat_new(&Ht, S->n, S->nc * d, S->nc * d * (d == 3 ? 12 : 6));
    for (dls_int c = 0; c < S->nc; c++) {
        fill_rows(S, &Ht, c);
    }
    if (!S->H.p) {
        (void)dls_mat_new(&S->H, S->nc * d, S->n, Ht.p[S->nc * d]);
    }
    dls_mat_fill_transpose(&S->H, dls_see(&Ht), NULL);
    dls_mat_free(&Ht);
    for (dls_int j = 0; j < S->n; j++) {
        int place = (int)(j % (d == 3 ? 6 : 3));
        S->f[j] = -S->mass[j] * (S->v[j] - (place == d - 1 ? GRAVITY * STEP : 0));
    }
}

static void list_contacts(pile_step *S, double reach)
{
    const pile *P = S->of;
    dls_int room = 8 * P->count + 16;
    double normal[3];
    S->body = need(room, sizeof *S->body);
    S->other = need(room, sizeof *S->other);
    for (dls_int i = 0; i < P->count; i++) {
        for (dls_int j = -pile_walls(P); j < i; j++) {
            if (S->nc < room && pile_gap(P, j, P->x + i * P->d, P->R[i], normal) < reach) {
                S->body[S->nc] = i;
                S->other[S->nc++] = j;
            }
        }
    }
}

static void find_velocities(pile_step *S, pile_kind kind, uint64_t seed)
{
    const pile *P = S->of;
    int d = P->d, size = d == 3 ? 6 : 3;
    for (dls_int j = 0; j < S->n; j++) {
        dls_int body = j / size;
        int place = (int)(j % size);
        double any = 0.15 * uniform(&seed) / (place < d ? 1 : P->R[body]);
        S->v[j] = kind == RANDOM ? any : kind == FALL ? 0.4 * any : 0;
        if (kind == FALL && place == d - 1) {
            S->v[j] -= 0.3;
        } else if (kind == SHEAR && place == 0) {
            S->v[j] = P->x[body * d + d - 1];
        }
    }
    for (dls_int c = 0; c < S->nc; c++) {
        double frame[3][3];
        (void)pile_gap(P, S->other[c], P->x + S->body[c] * d, P->R[S->body[c]], frame[0]);
        complete(d, frame);
        S->w[c * d] = kind == FALL ? fmax(S->gap[c], 0) / STEP : 0;
        for (int i = 0; i < d && kind == SHEAR && S->other[c] == -1; i++) {
            S->w[c * d + i] = 0.2 * frame[i][0];
        }
    }
}

pile_step *pile_step_new(const pile *P, pile_kind kind, double mu, uint64_t seed)
{
    pile_step *S = need(1, sizeof *S);
    int d = P->d, size = d == 3 ? 6 : 3;
    *S = (pile_step){.of = P, .n = size * P->count};
    list_contacts(S, 1e-3);
    double **vectors[] = {&S->gap, &S->w, &S->r, &S->u, &S->mu};
    double **others[] = {&S->mass, &S->v, &S->f, &S->velocity};
    for (int k = 0; k < 5; k++) {
        *vectors[k] = need(S->nc * d, sizeof(double));
    }
    for (int k = 0; k < 4; k++) {
        *others[k] = need(S->n, sizeof(double));
    }
    (void)dls_mat_new(&S->M, S->n, S->n, S->n);
    for (dls_int j = 0; j < S->n; j++) {
        double R = P->R[j / size], m = DENSITY * PI * R * R * (d == 3 ? 4.0 / 3 * R : 1);
        S->mass[j] = j % size < d ? m : m * R * R * (d == 3 ? 0.4 : 0.5);
        S->M.p[j + 1] = j + 1;
        S->M.i[j] = j;
        S->M.x[j] = S->mass[j];
    }
    for (dls_int c = 0; c < S->nc; c++) {
        S->mu[c] = mu;
    }
    fill(S); /* gaps */
    find_velocities(S, kind, seed);
    fill(S);
    S->problem = (dls_friction_problem){.dimension = d,
                                        .contacts = S->nc,
                                        .mu = S->mu,
                                        .global = true,
                                        .M = dls_see(&S->M),
                                        .H = dls_see(&S->H),
                                        .f = S->f,
                                        .q = S->w};
    return S;
}

void pile_step_on(pile_step *S, pile *P, double time)
{
    int d = P->d, size = d == 3 ? 6 : 3;
    for (dls_int j = 0; j < S->n; j++) {
        S->v[j] = S->velocity[j];
        if (j % size < d) {
            P->x[j / size * d + j % size] += time * S->v[j];
        }
    }
    fill(S);
    for (dls_int c = 0; c < S->nc; c++) {
        S->w[c * d] = fmax(S->gap[c], 0) / STEP;
    }
}

void pile_step_free(pile_step *S)
{
    double *arrays[] = {S->gap, S->mass, S->v, S->f, S->w, S->mu, S->r, S->u, S->velocity};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        free(arrays[k]);
    }
    free(S->body);
    free(S->other);
    dls_mat_free(&S->M);
    dls_mat_free(&S->H);
    free(S);
}
