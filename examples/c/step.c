/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two seconds of a block that slides down an incline of 30 degrees with mu = 0.2: time steps of
   A v = r + B pc with Coulomb's law at the contact, one factorisation for all of them. */
#include <math.h>
#include <stdio.h>

#include <delassus.h>

int main(void)
{
    /* Coordinates: along the incline, and off it. A = M = diag(m, m); B: normal, tangent. */
    const double m = 3, g = 9.81, angle = acos(-1) / 6, h = 1e-3, mu = 0.2;
    const dls_int start[] = {0, 1, 2}, row[] = {0, 1}, normal_first[] = {1, 0}, none[] = {0};
    const double mass[] = {m, m}, one[] = {1, 1};
    const dls_percussion_problem problem = {.A = {2, 2, start, row, mass},
                                            .G = {2, 0, none, NULL, NULL},
                                            .B = {2, 2, start, normal_first, one},
                                            .d = 2,
                                            .mu = &mu};
    dls_percussion *step;
    dls_fault fault;
    if (dls_percussion_setup(&problem, &step, &fault)) {
        fprintf(stderr, "%s: %s\n", dls_error_id(fault.code), fault.text);
        return 1;
    }
    double v[] = {0, 0}, x = 0, p[2];
    dls_error error = DLS_OK;
    for (int k = 0; !error && k < 2000; k++) {
        const double r[] = {m * (v[0] + h * g * sin(angle)), m * (v[1] - h * g * cos(angle))};
        const double s[] = {0, 0}; /* u = B'v + s: no restitution, the incline rests */
        bool active = true;
        dls_percussion_result result = {0};
        error = dls_percussion_solve(step, r, NULL, s, false, &active, v, p, &result, &fault);
        x += h * v[0];
    }
    dls_percussion_free(step);
    double a = g * (sin(angle) - mu * cos(angle));
    printf("v = %.6f m/s (exact %.6f), x = %.3f m; force %.4f N, friction %.4f N\n", v[0], 2 * a, x,
           p[0] / h, p[1] / h);
    return !error && fabs(v[0] - 2 * a) < 1e-9 && fabs(p[0] - h * m * g * cos(angle)) < 1e-9 ? 0
                                                                                             : 1;
}
