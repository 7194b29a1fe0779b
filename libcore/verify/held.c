/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify/held.h"

static const double PI = 3.14159265358979323846;

static double side(const dls_contact_margin *Q, dls_int contact, const double *x, bool corner)
{
    double t[2] = {0, 0}, most = 0;
    for (dls_int e = 0; e < Q->d - 1; e++) {
        t[e] = x[Q->tangent[contact * (Q->d - 1) + e]];
    }
    if (Q->d == 2 || Q->facets == 0) {
        return hypot(t[0], t[1]);
    }
    for (dls_int k = 0; k < Q->facets; k++) {
        double angle = PI * (double)(2 * k + 1 + corner) / (double)Q->facets;
        most = fmax(most, cos(angle) * t[0] + sin(angle) * t[1]);
    }
    return most;
}

double dls_verify_held_pull(const dls_contact_margin *Q, dls_int contact, const double *z)
{
    return side(Q, contact, z, true);
}

double dls_verify_held_need(const dls_contact_margin *Q, dls_int contact, const double *x)
{
    bool pyramid = Q->d == 3 && Q->facets > 0;
    return side(Q, contact, x, false) / (pyramid ? cos(PI / (double)Q->facets) : 1);
}

double dls_verify_held_outside(const dls_contact_margin *Q, double factor, const double *x,
                               const double *sign)
{
    double worst = 0;
    for (dls_int j = 0; j < Q->G.cols; j++) {
        worst = Q->free[j] ? worst : dls_verify_worse(worst, fabs(x[j]));
        worst = Q->presses[j] ? dls_verify_worse(worst, -x[j]) : worst;
    }
    for (dls_int c = 0; c < Q->contacts; c++) {
        double n = x[Q->normal[c]] * (sign ? sign[c] : 1);
        worst = sign ? dls_verify_worse(worst, -n) : worst;
        worst =
            dls_verify_worse(worst, dls_verify_held_need(Q, c, x) - factor * Q->mu[c] * fabs(n));
    }
    return worst;
}

/* Is column j a force of a contact with a cone? */
static bool coned(const dls_contact_margin *Q, dls_int j, const double *sign)
{
    for (dls_int c = 0; c < Q->contacts; c++) {
        bool mine = Q->normal[c] == j;
        for (dls_int e = 0; e < Q->d - 1; e++) {
            mine = mine || Q->tangent[c * (Q->d - 1) + e] == j;
        }
        if (mine) {
            return sign[c] != 0;
        }
    }
    return false;
}

double dls_verify_held_dual(const dls_contact_margin *Q, double factor, const double *z,
                            const double *sign)
{
    double worst = 0;
    for (dls_int j = 0; j < Q->G.cols; j++) {
        double off = Q->presses[j] ? -z[j] : Q->free[j] ? fabs(z[j]) : 0;
        if (!(off <= worst) && !coned(Q, j, sign)) {
            worst = off;
        }
    }
    for (dls_int c = 0; c < Q->contacts; c++) {
        double reach = factor * Q->mu[c] * dls_verify_held_pull(Q, c, z);
        double off = reach - sign[c] * z[Q->normal[c]];
        worst = sign[c] == 0 ? worst : dls_verify_worse(worst, off);
    }
    return worst;
}

bool dls_verify_held_leaves(const dls_contact_margin *Q, dls_int leaves, const double *sign,
                            const double *known, double *list, dls_int *work)
{
    dls_int rows = 0;
    for (dls_int c = 0; c < Q->contacts; c++) {
        double only = !Q->bilateral[c] ? 1 : known ? known[c] : 0;
        for (dls_int k = 0; k < leaves; k++) {
            double s = sign[c + k * Q->contacts];
            if (only != 0 && s != only && s != 0) { /* 0: in no cone, a larger set */
                return false;
            }
        }
        rows += only == 0;
    }
    for (dls_int c = 0, row = 0; c < Q->contacts; c++) {
        if (Q->bilateral[c] && !(known && known[c] != 0)) {
            for (dls_int k = 0; k < leaves; k++) {
                list[row + k * rows] = sign[c + k * Q->contacts];
            }
            row++;
        }
    }
    return dls_verify_covers(rows, leaves, list, work);
}

double dls_verify_held_balance(const dls_contact_margin *Q, const double *x, const double *w,
                               double *r)
{
    for (dls_int i = 0; i < Q->G.rows; i++) {
        r[i] = w ? -w[i] : 0;
    }
    dls_mul(Q->G, 1, x, r);
    double worst = 0;
    for (dls_int i = 0; i < Q->G.rows; i++) {
        worst = dls_verify_worse(worst, fabs(r[i]));
    }
    return worst;
}
