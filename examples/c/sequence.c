/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thousand friction problems u = W r + q, one time step apart: a block on two corners that is
   pushed to and fro. One solver begins each where the last one ended; calls alone begin anew. */
#include <math.h>
#include <stdio.h>

#include <delassus.h>

int main(void)
{
    /* W = H H' for a block of unit mass and inertia, by columns: N, T of one corner, N, T of the
       other. Its rank is 3: which corner carries how much of the friction is not determined. */
    const dls_int start[] = {0, 3, 7, 10, 14}, row[] = {0, 1, 3, 0, 1, 2, 3, 1, 2, 3, 0, 1, 2, 3};
    const double value[] = {2, -1, -1, -1, 2, 1, 2, 1, 2, 1, -1, 2, 1, 2}, mu[] = {0.5, 0.5};
    double q[] = {-1, 0, -1, 0}, r[4], u[4], alone[4];
    dls_friction_problem problem = {
        .dimension = 2, .contacts = 2, .mu = mu, .W = {4, 4, start, row, value}, .q = q};
    dls_friction_solver *solver;
    dls_friction_result warm, cold;
    dls_fault fault;
    dls_host quiet = {0};
    if (dls_friction_setup(&problem, NULL, quiet, &solver, &fault)) {
        fprintf(stderr, "%s: %s\n", dls_error_id(fault.code), fault.text);
        return 1;
    }
    long long steps[2] = {0, 0};
    double difference = 0;
    bool solved = true;
    for (int k = 0; k < 1000 && solved; k++) {
        q[1] = q[3] = 0.7 * sin(0.01 * k); /* beyond 0.5 the block slides */
        solved = !dls_friction_next(solver, NULL, q, false, r, u, NULL, &warm, &fault) &&
                 !dls_friction(&problem, NULL, false, quiet, alone, u, NULL, &cold, &fault) &&
                 warm.outcome == DLS_SOLVED && cold.outcome == DLS_SOLVED;
        steps[0] += warm.iterations;
        steps[1] += cold.iterations;
        difference = fmax(difference, fabs(r[0] - alone[0]) + fabs(r[2] - alone[2]) +
                                          fabs(r[1] + r[3] - alone[1] - alone[3]));
    }
    dls_friction_free(solver);
    printf("%lld iterations in sequence, %lld alone; answers differ by %.1e\n", steps[0], steps[1],
           difference);
    return solved && 2 * steps[0] <= steps[1] && difference < 1e-6 ? 0 : 1;
}
