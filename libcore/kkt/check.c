/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one member of a team can see of M, G, and symmetry between the members. */
#include <math.h>

#include "kkt/kkt.h"

/* M x by its columns and by its rows, for a noisy x: in a symmetric M both are the same. Relative
   to d(i) d(j), as for a matrix in one piece. work: four vectors with copies, zero. */
static dls_error check_symmetric_in(const dls_team *T, dls_view M, double *work, dls_fault *fault)
{
    static const double ALLOWED = 1e-12;
    double *x = work, *d = work + T->local, *columns = d + T->local, *rows = columns + T->local;
    dls_noise(T->own, x);
    dls_linsys_team_spread(T, x);
    for (dls_int j = 0; j < T->own; j++) {
        d[j] = sqrt(fabs(dls_diagonal_entry(M, j)));
    }
    dls_linsys_team_spread(T, d);
    dls_set_mul_t(M, x, columns);
    dls_mul(M, 1, x, rows);
    dls_linsys_team_collect(T, rows);
    for (dls_int j = 0; j < T->own; j++) {
        double scale = 0;
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            scale += d[M.i[k]] * d[j];
        }
        if (fabs(rows[j] - columns[j]) > ALLOWED * scale) {
            return dls_fail(fault, DLS_ERROR_NOT_SYMMETRIC,
                            "M is not symmetric: its row and its column %lld differ",
                            (long long)T->number[j] + 1);
        }
    }
    return DLS_OK;
}

dls_error dls_kkt_check_in(const dls_team *T, dls_view M, dls_view G, dls_fault *fault)
{
    bool dominant = false;
    dls_error error = dls_rank_check_sizes(M, G, fault);
    error = error ? error : dls_view_check(G, "G", fault);
    error = error ? error : dls_rank_check_range(G, "G", fault);
    error = error ? error : dls_view_check(M, "M", fault);
    error = error ? error : dls_rank_check_range(M, "M", fault);
    error = error ? error : dls_rank_check_diagonal(M, "M", &dominant, fault);
    double *work = error ? NULL : DLS_NEW(double, 4 * T->local);
    if (work) {
        error = check_symmetric_in(T, M, work, fault);
    }
    bool ready = error || work;
    dls_free(work);
    return ready ? error : dls_fail_memory(fault);
}
