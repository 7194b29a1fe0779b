/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "backends.h"

#include "check.h"

/* What the back end wants to see of A: its lower triangle or all of it (qr takes it for J). */
dls_mat shaped(const dls_backend *backend, dls_int n, const double *A)
{
    return backend->shape == DLS_LOWER ? sparse_lower_of(n, A) : sparse_of(n, n, A);
}

dls_linsys *factorise(const dls_backend *backend, dls_view A, dls_error expected)
{
    dls_fault f;
    dls_linsys *S = NULL;
    assert_code(dls_linsys_create(&S, backend, A, 0, &f), DLS_OK, &f);
    assert_code(dls_linsys_factor(S, A, &f), expected, &f);
    return S;
}

/* |A x - b| <= bound |b| for x from S; for qr, A'A x = b */
void check_solve(dls_linsys *S, dls_int n, const double *A, double bound)
{
    double *b = vector_random(n, 77), *x = need(n, sizeof *x), *r = vector_copy(n, b);
    assert_int_equal(dls_linsys_solve(S, b, x), DLS_OK);
    if (S->backend->shape == DLS_TALL) {
        double *t = need(n, sizeof *t);
        dense_apply(n, n, 1, A, x, t);
        dense_apply_t(n, n, -1, A, t, r);
        free(t);
    } else {
        dense_apply(n, n, -1, A, x, r);
    }
    assert_small(length(n, r), bound * length(n, b));
    free(b);
    free(x);
    free(r);
}

/* [A G; G' -C] */
double *quasi_definite(uint64_t seed)
{
    enum { M = N / 4 };
    double *K = dense_gram(N, N, 0.1, 1, seed), *G = dense_random(N - M, M, 0.2, seed + 1);
    for (int j = 0; j < N; j++) {
        for (int i = 0; i < N; i++) {
            bool low = i >= N - M, right = j >= N - M;
            if (low && right) {
                K[i + j * N] *= -1;
            } else if (right) {
                K[i + j * N] = K[j + i * N] = G[i + (j - N + M) * (N - M)];
            }
        }
    }
    free(G);
    return K;
}

double *definite(uint64_t seed)
{
    return dense_gram(N, N, 0.1, 0.5, seed);
}
