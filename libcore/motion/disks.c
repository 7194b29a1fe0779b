/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts with moments, |t_e| <= m_e N, as contacts of one disk each, exactly. Disk e has a normal
   n_e of its own; N is their mean, and u_e = (u_N + w (n_e - N)) / disks with any w > 0: then
   0 <= n_e _|_ u_e >= 0 says n_e = max (0, N - u_N/w), the same for all e. With w = W_NN normals of
   a contact do not see each other. l_e n_e is the unknown and m_e/l_e the coefficient, so that
   normals and moments have equal mobilities. */
#include <math.h>

#include "motion/motion.h"

/* The part of the contact's columns that is component c of disk e; -1: none */
static dls_int column_of(const dls_percussion *P, int e, int c)
{
    if (c == 0 || e == 0) {
        return c;
    }
    bool rolls = P->rolling && e == 1;
    return rolls ? P->dim - 1 + c : c == 1 ? P->D.d - 1 : -1;
}

static double mobility(const dls_percussion *P, dls_int column)
{
    return column < 0 ? 0 : dls_delassus_diagonal(&P->D, column);
}

/* l_e, a power of two: it should not change with every step */
static double unit(const dls_percussion *P, dls_int contact, int e)
{
    double sum = 0, normal = mobility(P, contact * P->D.d);
    int last = 0;
    for (int c = 1; c < P->dim; c++) {
        dls_int j = column_of(P, e, c);
        sum += j < 0 ? 0 : mobility(P, contact * P->D.d + j);
        last += j >= 0;
    }
    double ratio = normal / P->disks * last / sum;
    return e > 0 && ratio > 0 && isfinite(ratio) ? exp2(round(log2(ratio) / 2)) : 1;
}

/* Columns of W, and their factors, of the unknowns; mu, q */
static void list_unknowns(dls_percussion *P, dls_int count)
{
    dls_int x = 0;
    for (dls_int a = 0; a < count; a++) {
        dls_int i = P->list[a];
        for (int e = 0; e < P->disks; e++) {
            double l = unit(P, i, e);
            const double *arm = e == 0 ? P->mu : P->rolling && e == 1 ? P->rolling : P->spinning;
            P->mu_active[a * P->disks + e] = arm[i] / l;
            for (int c = 0; c < P->dim; c++, x++) {
                dls_int j = column_of(P, e, c);
                P->column[x] = j < 0 ? -1 : i * P->D.d + j;
                P->factor[x] = j < 0 ? 0 : c == 0 ? 1 / (P->disks * l) : 1;
                P->q[x] = j < 0 ? 0 : P->factor[x] * P->u[P->column[x]];
                P->r[x] = 0;
            }
        }
    }
}

dls_view dls_motion_disks(dls_percussion *P, dls_int count)
{
    dls_int size = count * P->disks * P->dim, own = P->disks * P->dim, at = 0;
    list_unknowns(P, count);
    for (dls_int x = 0; x < size; x++) {
        dls_int j = P->column[x];
        for (dls_int y = 0; y < size; y++) {
            dls_int i = P->column[y];
            double value = i < 0 || j < 0 ? 0 : P->D.W[j * P->D.width + i];
            bool normals = x / own == y / own && x % P->dim == 0 && y % P->dim == 0;
            value += i == j && i >= 0 && P->compliance ? P->compliance[i] : 0;
            value = P->factor[x] * P->factor[y] * value * (!normals ? 1 : x == y ? P->disks : 0);
            dls_mat_put(&P->part, &at, y, value);
        }
        P->part.p[x + 1] = at;
    }
    return (dls_view){size, size, P->part.p, P->part.i, P->part.x};
}

void dls_motion_of_disks(const dls_percussion *P, dls_int count, double *pc)
{
    for (dls_int x = 0; x < count * P->disks * P->dim; x++) {
        if (P->column[x] >= 0) {
            pc[P->column[x]] += P->factor[x] * P->r[x];
        }
    }
}
