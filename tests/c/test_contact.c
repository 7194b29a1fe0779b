/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/contact: the mixed problem against the laws written out densely, residuals of answers
   that were made to satisfy them, and short memory. */
#include "check.h"
#include "dense.h"

enum { N = 7, MOST = 6 };

/* A random system; contact c is frictionless, sliding, sticking, or sticking with mu = Inf. */
typedef struct {
    dls_contact_system S;
    dls_int n, k, count[2]; /* k = d - 1 */
    double *M, *F, *G[2], *H[2], *b[2], *t[2];
    double mu[2][MOST], v[2][2 * MOST];
    dls_mat sparse[5];
} rig;

static rig rig_of(dls_int d, dls_int nb, dls_int nu, bool tangents, uint64_t seed)
{
    rig r = {.n = N, .k = d - 1, .count = {nb, nu}};
    uint64_t state = seed + 100;
    r.M = dense_gram(N - 2, N, 0.5, 0, seed);
    r.F = vector_random(N, seed + 1);
    for (int s = 0; s < 2; s++) {
        dls_int m = r.count[s], h = tangents ? m * r.k : 0;
        r.G[s] = dense_random(N, m, 0.6, seed + 2 + (uint64_t)s);
        r.H[s] = dense_random(N, h, 0.6, seed + 4 + (uint64_t)s);
        r.b[s] = vector_random(m, seed + 6 + (uint64_t)s);
        r.t[s] = vector_random(h, seed + 8 + (uint64_t)s);
        for (dls_int c = 0; tangents && c < m; c++) {
            double kind = uniform(&state);
            r.mu[s][c] = kind < -0.6 ? 0 : kind > 0.7 ? INFINITY : 0.3 + fabs(uniform(&state));
            for (dls_int e = 0; e < r.k && kind > -0.6 && kind < 0; e++) {
                r.v[s][c * r.k + e] = uniform(&state);
            }
        }
        r.sparse[1 + s] = sparse_of(N, m, r.G[s]);
        r.sparse[3 + s] = sparse_of(N, h, r.H[s]);
    }
    r.sparse[0] = sparse_of(N, N, r.M);
    r.S = (dls_contact_system){d,
                               dls_see(&r.sparse[0]),
                               dls_see(&r.sparse[1]),
                               dls_see(&r.sparse[2]),
                               dls_see(&r.sparse[3]),
                               dls_see(&r.sparse[4]),
                               r.F,
                               r.b[0],
                               r.b[1],
                               r.t[0],
                               r.t[1],
                               NULL,
                               NULL,
                               NULL,
                               NULL};
    return r;
}

/* The struct may have moved since. */
static const dls_contact_system *system_of(rig *r)
{
    r->S.mub = r->mu[0];
    r->S.muu = r->mu[1];
    r->S.vtb = r->v[0];
    r->S.vtu = r->v[1];
    return &r->S;
}

static void rig_free(rig *r)
{
    free(r->M);
    free(r->F);
    for (int s = 0; s < 2; s++) {
        free(r->G[s]);
        free(r->H[s]);
        free(r->b[s]);
        free(r->t[s]);
    }
    for (int k = 0; k < 5; k++) {
        sparse_free(&r->sparse[k]);
    }
}

static bool sticks(const rig *r, int s, dls_int c)
{
    return r->mu[s][c] > 0 && r->v[s][c * r->k] == 0;
}

static double of_column(const double *A, dls_int j, const double *x)
{
    double sum = 0;
    for (dls_int i = 0; i < N; i++) {
        sum += A[i + j * N] * x[i];
    }
    return sum;
}

/* The laws for unknowns v in the order of the problem, as the header states them: w (N + ...). */
static void laws(const rig *r, const dls_contact_problem *P, const double *v, double *w)
{
    const dls_int nb = r->count[0], nu = r->count[1], k = r->k;
    const double *a = v, *lb = v + N, *t = lb + nb, *m = t + P->nt, *lu = m + P->nm;
    const double *p = lu + nu, *q = p + P->nc;
    double *rows = w, *wb = w + N, *wt = wb + nb, *wm = wt + P->nt, *wu = wm + P->nm;
    double *wp = wu + nu, *wq = wp + P->nc;
    dls_int im = 0, it = 0, ic = 0;
    dense_apply(N, N, 1, r->M, a, rows);
    dls_axpy(N, 1, r->F, rows);
    for (int s = 0; s < 2; s++) {
        for (dls_int c = 0; c < r->count[s]; c++) {
            double ln = s == 0 ? lb[c] : lu[c], size = ln;
            bool law = P->nc > 0 && sticks(r, s, c) && isfinite(r->mu[s][c]);
            bool slides = r->mu[s][c] > 0 && !sticks(r, s, c);
            *(s == 0 ? &wb[c] : &wu[c]) = of_column(r->G[s], c, a) + r->b[s][c];
            if (s == 0 && (slides || law)) {
                size = ln + 2 * m[im];
                wm[im] = ln + m[im];
                im++;
            }
            dls_axpy(N, -ln, r->G[s] + c * N, rows);
            double speed = dls_norm(k, r->v[s] + c * k);
            for (dls_int e = 0; e < k && slides; e++) {
                double pull = r->mu[s][c] * size * r->v[s][c * k + e] / speed;
                dls_axpy(N, pull, r->H[s] + (c * k + e) * N, rows);
            }
            for (dls_int e = 0; e < k && sticks(r, s, c); e++, it++) {
                dls_axpy(N, -t[it], r->H[s] + (c * k + e) * N, rows);
                wt[it] = of_column(r->H[s], c * k + e, a) + r->t[s][c * k + e];
                if (law) {
                    wt[it] += q[ic] - p[ic];
                    wp[ic] = r->mu[s][c] * size + t[it];
                    wq[ic] = r->mu[s][c] * size - t[it];
                    ic++;
                }
            }
        }
    }
    assert_int_equal(im, P->nm);
    assert_int_equal(it, P->nt);
    assert_int_equal(ic, P->nc);
}

static void check_problem(dls_int d, dls_int nb, dls_int nu, bool tangents, bool coulomb,
                          uint64_t seed)
{
    rig r = rig_of(d, nb, nu, tangents, seed);
    dls_contact_problem *P = NULL;
    dls_fault fault;
    assert_code(dls_contact_assemble(system_of(&r), coulomb, &P, &fault), DLS_OK, &fault);
    dls_int size = P->lcp.M.cols;
    assert_int_equal(size, N + nb + P->nt + P->nm + nu + 2 * P->nc);
    assert_int_equal(P->lcp.free, N + nb + P->nt);
    assert_code(dls_view_check(P->lcp.M, "K", &fault), DLS_OK, &fault);
    double *v = vector_random(size, seed + 50), *w = need(size, sizeof *w);
    double *expected = need(size, sizeof *w);
    dls_copy(size, P->lcp.q, w);
    dls_mul(P->lcp.M, 1, v, w);
    laws(&r, P, v, expected);
    assert_small(distance(size, w, expected), 1e-13 * (1 + length(size, expected)));
    free(v);
    free(w);
    free(expected);
    dls_contact_problem_free(P);
    rig_free(&r);
}

static void test_problem(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < 60; k++) {
        dls_int d = 2 + (dls_int)(k % 2), nb = (dls_int)(k % 5), nu = (dls_int)(k / 5 % 5);
        check_problem(d, nb, nu, true, false, 1000 + k);
        check_problem(2, nb, nu, true, true, 2000 + k);
        check_problem(d, nb, nu, false, true, 3000 + k);
    }
}

/* Forces and right-hand sides chosen so that an answer is exact, then spoilt. */
static dls_contact_residuals check_answer(rig *r, bool law, double spoil, double *margins)
{
    double a[N], ln[2][MOST] = {{0}}, lt[2][2 * MOST] = {{0}}, none[2][MOST];
    uint64_t state = 5;
    for (dls_int i = 0; i < N; i++) {
        a[i] = uniform(&state);
    }
    for (dls_int i = 0; i < N; i++) {
        r->F[i] = 0;
    }
    dense_apply(N, N, -1, r->M, a, r->F);
    for (int s = 0; s < 2; s++) {
        for (dls_int c = 0; c < r->count[s]; c++) {
            ln[s][c] = s == 0 ? uniform(&state) : fmax(0, uniform(&state));
            r->b[s][c] = -of_column(r->G[s], c, a) + (s == 1 && ln[s][c] == 0 ? 0.5 : 0);
            dls_axpy(N, ln[s][c], r->G[s] + c * N, r->F);
            double speed = dls_norm(r->k, r->v[s] + c * r->k);
            bool rigid = isinf(r->mu[s][c]);
            for (dls_int e = 0; e < r->k; e++) {
                dls_int h = c * r->k + e;
                double way = speed > 0 ? r->v[s][h] / speed : 1 / sqrt((double)r->k);
                double bound = r->mu[s][c] * fabs(ln[s][c]);
                lt[s][h] = r->mu[s][c] == 0 ? 0 : rigid ? 0.4 : -bound * way;
                r->t[s][h] = -of_column(r->H[s], h, a);
                if (law && speed == 0 && !rigid && r->mu[s][c] > 0) {
                    r->t[s][h] += 0.7 * way; /* it slips */
                }
                dls_axpy(N, lt[s][h], r->H[s] + h * N, r->F);
            }
        }
    }
    lt[1][0] += spoil;
    dls_contact_residuals out;
    dls_fault fault;
    dls_contact_answer answer = {a, ln[0], ln[1], lt[0], lt[1]};
    assert_code(dls_contact_check(system_of(r), law, 0, answer, &out, none[0], none[1], &fault),
                DLS_OK, &fault);
    for (int s = 0; s < 2; s++) {
        for (dls_int c = 0; c < r->count[s]; c++) {
            double force = dls_norm(r->k, lt[s] + c * r->k), mu = r->mu[s][c];
            double margin = mu == 0 ? 0 : isinf(mu) ? INFINITY : mu * fabs(ln[s][c]) - force;
            assert_true(isnan(margin) || none[s][c] == margin ||
                        fabs(none[s][c] - margin) <= 1e-14);
        }
    }
    *margins = none[1][0];
    return out;
}

static double worst_of(dls_contact_residuals r)
{
    return fmax(fmax(fmax(r.dynamics, r.bilateral), fmax(r.unilateral, r.sticking)), r.friction);
}

static void test_residual(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < 40; k++) {
        rig r = rig_of(2 + (dls_int)(k % 2), (dls_int)(k % 4), 1 + (dls_int)(k / 4 % 4), true, k);
        double margin;
        bool law = k % 3 == 0;
        assert_small(worst_of(check_answer(&r, law, 0, &margin)), 1e-13);
        dls_contact_residuals spoilt = check_answer(&r, law, 1e-3, &margin);
        assert_true(spoilt.dynamics > 1e-6 || spoilt.friction > 1e-6);
        assert_true(isinf(worst_of(check_answer(&r, law, NAN, &margin))));
        rig_free(&r);
    }
}

static dls_error run_all(const dls_contact_system *S, dls_fault *fault)
{
    static const double zero[4 * MOST + N] = {0};
    double margins[2][MOST];
    dls_contact_problem *P = NULL;
    dls_contact_residuals r;
    dls_contact_answer answer = {zero, zero, zero, zero, zero};
    dls_error error = dls_contact_assemble(S, true, &P, fault);
    assert_true((P == NULL) == (error != DLS_OK));
    error =
        error ? error : dls_contact_check(S, true, 0, answer, &r, margins[0], margins[1], fault);
    dls_contact_problem_free(P);
    return error;
}

static void refused(const dls_contact_system *S, const char *text)
{
    dls_contact_problem *P = NULL;
    dls_fault fault = {0};
    assert_true(dls_contact_assemble(S, true, &P, &fault) && strstr(fault.text, text));
}

/* What a C program may get wrong is a call error, nothing is read beyond its end. */
static void test_bad_input(void **state)
{
    (void)state;
    rig r = rig_of(3, 2, 2, true, 5);
    dls_contact_system S = *system_of(&r), bad[] = {S, S, S, S};
    const double mu[] = {1, NAN};
    bad[0].d = 4;
    bad[1].Hu.cols--;
    bad[2].muu = NULL;
    bad[3].mub = mu;
    refused(&bad[0], "d is 4");
    refused(&bad[1], "Hu is 7-by-3; expected 7-by-4");
    refused(&bad[2], "muu is missing");
    refused(&bad[3], "mub(2)");
    r.sparse[2].i[0] = N;
    refused(&S, "Gu: rows");
    rig_free(&r);
}

static void test_memory(void **state)
{
    (void)state;
    rig r = rig_of(2, 3, 3, true, 77);
    bool failed = true;
    for (dls_int k = 1; failed; k++) {
        dls_fault fault = {0};
        dls_int before = dls_test_allocations();
        dls_test_fail_allocation(k);
        dls_error error = run_all(system_of(&r), &fault);
        dls_test_fail_allocation(0);
        failed = dls_test_allocations() - before >= k;
        assert_code(error, failed ? DLS_ERROR_MEMORY : DLS_OK, &fault);
    }
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problem),
        cmocka_unit_test(test_residual),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("contact", tests, NULL, NULL);
}
