/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A beam on three supports. The two equilibrium equations leave one reaction free: among all
   reactions that carry the beam, the library returns those of minimum norm.
   cc kkt.c -ldelassus -lspqr -lumfpack -lcholmod -lsuitesparseconfig -lopenblas -lm */
#include <math.h>
#include <stdio.h>

#include <delassus.h>

int main(void)
{
    /* Coordinates: height and angle of the beam. M = diag(mass, inertia), by compressed columns. */
    const dls_int M_start[] = {0, 1, 2}, M_row[] = {0, 1};
    const double mass = 30, inertia = 10, M_value[] = {mass, inertia};
    const dls_view M = {2, 2, M_start, M_row, M_value};

    /* Supports at -1, 0 and 1: the gradient of the height of each is a column of G (2-by-3). */
    const dls_int G_start[] = {0, 2, 3, 5}, G_row[] = {0, 1, 0, 0, 1};
    const double G_value[] = {1, -1, 1, 1, 1};
    const dls_view G = {2, 3, G_start, G_row, G_value};

    /* M a + F = G lambda: the weight stands on the left. G'a + b = 0 with b = 0: supports at rest.
     */
    const double F[] = {mass * 9.81, 0}, b[] = {0, 0, 0};
    double a[2], lambda[3];

    dls_kkt_result result;
    dls_fault fault;
    if (dls_kkt_once(M, G, F, b, a, lambda, &result, &fault)) {
        fprintf(stderr, "%s: %s\n", dls_error_id(fault.code), fault.text);
        return 1;
    }
    printf("%s: reactions %g %g %g N, residual %.1e\n", dls_outcome_text(result.outcome), lambda[0],
           lambda[1], lambda[2], result.dynamics);

    /* Each support carries a third; another answer would be (1/2, 0, 1/2). */
    double error = 0;
    for (int k = 0; k < 3; k++) {
        error = fmax(error, fabs(lambda[k] - mass * 9.81 / 3));
    }
    return result.outcome == DLS_SOLVED && error < 1e-10 ? 0 : 1;
}
