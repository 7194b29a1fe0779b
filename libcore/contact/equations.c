/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of contacts in their states, and their derivative, row by row. */
#include <float.h>
#include <math.h>

#include "contact/newton.h"

/* Column j of the gradients [Gb, Gu, Ht] of accelerations. */
static dls_view gradient(const dls_spatial *D, dls_int j, dls_int *column)
{
    *column = j < D->nb ? j : j < D->nl ? j - D->nb : j - D->nl;
    return j < D->nb ? D->S->Gb : j < D->nl ? D->S->Gu : D->P->Ht;
}

static double constant(const dls_spatial *D, dls_int j)
{
    return j < D->nb ? D->S->bb[j] : j < D->nl ? D->S->bu[j - D->nb] : D->tau[j - D->nl];
}

static double along(const dls_spatial *D, dls_int j, const double *a)
{
    dls_int c;
    dls_view G = gradient(D, j, &c);
    double sum = 0;
    for (dls_int t = G.p[c]; t < G.p[c + 1]; t++) {
        sum += G.x[t] * a[G.i[t]];
    }
    return sum;
}

/* C := [Gb - Hb Db sign, Gu - Hu Du, Ht] and its transpose */
bool dls_newton_pulls(dls_spatial_newton *T)
{
    const dls_spatial *D = T->D;
    const dls_contact_problem *P = D->P;
    bool ready = true;
    dls_int at = 0;
    for (dls_int j = 0; ready && j < T->nr; j++) {
        dls_view A = j < D->nb ? P->Gb : j < D->nl ? P->Gu : P->Ht;
        dls_int c = j < D->nb ? j : j < D->nl ? j - D->nb : j - D->nl;
        T->C.p[j] = at;
        if (j < D->nb && T->sign[j] < 0) { /* G + H D = 2 G - (G - H D) */
            dls_contact_add_column(&T->sum, D->S->Gb, c, 2);
            dls_contact_add_column(&T->sum, A, c, -1);
            ready = dls_scatter_collect(&T->sum, 0, 0, &T->C, &T->room, j); /* there is room */
            at = T->C.p[j + 1];
        } else {
            dls_mat_put_column(&T->C, &at, A, c, 0, 1);
        }
        T->C.p[j + 1] = at;
    }
    if (ready) {
        dls_mat_fill_transpose(&T->Ct, dls_see(&T->C), NULL);
    }
    return ready;
}

/* a0 = -M^-1 F, Z = M^-1 C, W = [Gb, Gu, Ht]'Z by rows; false: M is singular. */
bool dls_newton_eliminate(dls_spatial_newton *T)
{
    static const double REGULAR = 1e-9; /* the least pivot of M, relative */
    const dls_spatial *D = T->D;
    int n = (int)D->n;
    dls_fill_full(D->S->M, D->n, T->lu);
    if (!(dls_lu_factor(n, T->lu, NULL, T->pivots) > REGULAR)) {
        return false;
    }
    for (dls_int i = 0; i < D->n; i++) {
        T->free[i] = -D->S->F[i];
    }
    dls_fill_full(dls_see(&T->C), D->n, T->Z);
    dls_lu_solve_many(n, T->lu, T->pivots, false, 1, T->free);
    dls_lu_solve_many(n, T->lu, T->pivots, false, (int)T->nr, T->Z);
    for (dls_int j = 0; j < T->nr; j++) {
        for (dls_int i = 0; i < T->nr; i++) {
            T->W[i + j * T->nr] = along(D, j, T->Z + i * D->n);
        }
    }
    return true;
}

/* The accelerations of y, and their components. */
void dls_newton_accelerate(dls_spatial_newton *T)
{
    const dls_spatial *D = T->D;
    if (T->local) {
        dls_copy(D->n, T->free, T->a);
        for (dls_int j = 0; j < T->nr; j++) {
            dls_axpy(D->n, T->y[j], T->Z + j * D->n, T->a);
        }
    } else {
        dls_copy(D->n, T->y, T->a);
    }
    for (dls_int j = 0; j < T->nr; j++) {
        T->acc[j] = along(D, j, T->a) + constant(D, j);
    }
}

/* Add to equation `row` in the making: an entry; factor times the acceleration j. */
static void add_entry(dls_spatial_newton *T, dls_int row, dls_int column, double value)
{
    if (T->order <= DLS_NEWTON_FULL) {
        T->Jt[column + row * T->order] += value;
    } else {
        dls_scatter_add(&T->row, column, value);
    }
}

static void add_acceleration(dls_spatial_newton *T, dls_int row, dls_int j, double factor)
{
    dls_int c;
    dls_view G = gradient(T->D, j, &c);
    if (T->local) {
        dls_axpy(T->nr, factor, T->W + j * T->nr, T->Jt + row * T->order);
        return;
    }
    for (dls_int t = G.p[c]; t < G.p[c + 1]; t++) {
        add_entry(T, row, G.i[t], factor * G.x[t]);
    }
}

static bool end_equation(dls_spatial_newton *T, dls_int row)
{
    if (T->order <= DLS_NEWTON_FULL) {
        return true;
    }
    dls_int room = T->sparse.p[row]; /* there is room */
    return dls_scatter_collect(&T->row, 0, 0, &T->sparse, &room, row);
}

/* M a + F = C (ln, t) */
static bool dynamics(dls_spatial_newton *T)
{
    const dls_spatial *D = T->D;
    dls_view M = D->S->M;
    bool ready = true;
    for (dls_int i = 0; ready && i < T->at; i++) {
        double sum = D->S->F[i];
        for (dls_int t = M.p[i]; t < M.p[i + 1]; t++) {
            add_entry(T, i, M.i[t], M.x[t]);
            sum += M.x[t] * T->a[M.i[t]];
        }
        for (dls_int t = T->Ct.p[i]; t < T->Ct.p[i + 1]; t++) {
            add_entry(T, i, T->at + T->Ct.i[t], -T->Ct.x[t]);
            sum -= T->Ct.x[t] * T->y[T->at + T->Ct.i[t]];
        }
        T->r[i] = sum;
        ready = end_equation(T, i);
    }
    return ready;
}

/* The reaction y_j + factor y_normal = 0 as equation of j. */
static bool no_force(dls_spatial_newton *T, dls_int j, dls_int normal, double factor)
{
    add_entry(T, T->at + j, T->at + j, 1);
    T->r[T->at + j] = T->y[T->at + j];
    if (factor != 0) {
        add_entry(T, T->at + j, T->at + normal, factor);
        T->r[T->at + j] += factor * T->y[T->at + normal];
    }
    return end_equation(T, T->at + j);
}

static bool no_acceleration(dls_spatial_newton *T, dls_int j)
{
    add_acceleration(T, T->at + j, j, 1);
    T->r[T->at + j] = T->acc[j];
    return end_equation(T, T->at + j);
}

/* |at| t + mu |ln| at = 0 of the tangents from j, forces in units of `force` */
static bool slips(dls_spatial_newton *T, dls_int j, dls_int c, double radius, double force)
{
    const double *y = T->y + T->at, *at = T->acc + j;
    int k = T->D->k;
    double speed = dls_contact_length(k, at), bound = radius * fabs(y[c]) / force;
    double side = (y[c] > 0) - (y[c] < 0);
    bool ready = true;
    for (int e = 0; ready && e < k; e++) {
        dls_int row = T->at + j + e;
        for (int f = 0; f < k; f++) {
            double unit = at[f] / fmax(speed, DBL_MIN);
            add_acceleration(T, row, j + f, (e == f ? bound : 0) + unit * y[j + e] / force);
        }
        add_entry(T, row, T->at + c, at[e] * radius * side / force);
        add_entry(T, row, row, speed / force);
        T->r[row] = y[j + e] * speed / force + at[e] * bound;
        ready = end_equation(T, row);
    }
    return ready;
}

static void clear(dls_spatial_newton *T)
{
    if (T->order <= DLS_NEWTON_FULL) {
        dls_zero(T->order * T->order, T->Jt);
    }
    T->sparse.cols = T->order <= DLS_NEWTON_FULL ? 0 : T->order;
    dls_newton_accelerate(T);
}

bool dls_newton_linearise(dls_spatial_newton *T)
{
    const dls_spatial *D = T->D;
    const double *y = T->y + T->at;
    int k = D->k;
    clear(T);
    double force = fmax(fmax(dls_largest(D->n, D->S->F), dls_largest(D->nl, y)), DBL_MIN);
    double motion = fmax(dls_largest(D->n, T->a), DBL_MIN);
    for (dls_int j = 0; j < T->nr; j++) {
        motion = fmax(motion, fabs(constant(D, j)));
    }
    bool ready = dynamics(T);
    for (dls_int c = 0; ready && c < D->nl; c++) {
        bool open = c >= D->nb && y[c] / force < T->acc[c] / motion;
        ready = open ? no_force(T, c, c, 0) : no_acceleration(T, c);
    }
    for (dls_int g = 0; ready && g < D->groups; g++) {
        dls_int j = D->nl + g * k, c = D->contact[g];
        double radius = dls_spatial_friction(D, c), trial[2] = {0, 0};
        for (int e = 0; e < k; e++) {
            trial[e] = y[j + e] / force - T->acc[j + e] / motion;
        }
        bool slip = dls_contact_length(k, trial) > radius * fabs(y[c]) / force;
        if (slip && isfinite(radius)) {
            ready = slips(T, j, c, radius, force);
        }
        for (int e = 0; ready && e < k && !(slip && isfinite(radius)); e++) {
            ready = no_acceleration(T, j + e);
        }
    }
    return ready;
}

double dls_spatial_angle(int j)
{
    static const double PI = 3.14159265358979323846, FIRST = 0.1; /* no axis of symmetry */
    return 2 * PI * (j - 1) / DLS_SPATIAL_ANGLES + FIRST;
}

bool dls_newton_assemble_case(dls_spatial_newton *T, const int *state)
{
    const dls_spatial *D = T->D;
    bool ready = true;
    dls_zero(T->order, T->y);
    clear(T);
    ready = dynamics(T);
    for (dls_int c = 0; ready && c < D->nl; c++) {
        ready = state[c] == 0 ? no_force(T, c, c, 0) : no_acceleration(T, c);
    }
    for (dls_int g = 0; ready && g < D->groups; g++) {
        dls_int j = D->nl + g * D->k, c = D->contact[g];
        int slip = state[c] < 0 ? -state[c] - 1 : state[c] - 1;
        bool held = slip == 0 || !(D->mu[c] > 0) || isinf(D->mu[c]);
        double angle = slip > 0 ? dls_spatial_angle(slip) : 0;
        for (int e = 0; ready && e < D->k; e++) {
            double part = slip > 0 ? D->mu[c] * (e == 0 ? cos(angle) : sin(angle)) : 0;
            ready = held ? no_acceleration(T, j + e)
                         : no_force(T, j + e, c, state[c] < 0 ? -part : part);
        }
    }
    return ready;
}
