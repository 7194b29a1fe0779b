/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums over the members of a team. */
#include <math.h>

#include "linsys/team.h"

void dls_linsys_team_sum(const dls_team *T, int count, double *values)
{
    if (T) {
        T->sum(T, count, values);
    }
}

void dls_linsys_team_largest(const dls_team *T, int count, double *values)
{
    if (T) {
        T->largest(T, count, values);
    }
}

void dls_linsys_team_spread(const dls_team *T, double *x)
{
    if (T) {
        T->spread(T, x);
    }
}

void dls_linsys_team_collect(const dls_team *T, double *x)
{
    if (T) {
        T->collect(T, x);
    }
}

double dls_linsys_team_norm(const dls_team *T, dls_int n, const double *x)
{
    double length = dls_norm(n, x), largest = length;
    if (!T) {
        return length;
    }
    dls_linsys_team_largest(T, 1, &largest);
    double unit = dls_power2(largest), square = (length / unit) * (length / unit);
    dls_linsys_team_sum(T, 1, &square);
    return unit * sqrt(square);
}
