/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/mechanism: every line against differences along motions, action and reaction, known
   mechanisms. */
#include "machines.h"
#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

enum { BODIES = 3 };

static void random_place(int d, uint64_t *seed, double *at)
{
    double size = 0;
    for (int k = 0; k < (d == 2 ? 3 : 7); k++) {
        at[k] = uniform(seed);
    }
    for (int k = 3; d == 3 && k < 7; k++) {
        size += at[k] * at[k];
    }
    for (int k = 3; d == 3 && k < 7; k++) {
        at[k] /= sqrt(size);
    }
}

static void random_item(double *item, uint64_t *seed)
{
    for (int k = DLS_ITEM_POINT_A; k < DLS_ITEM_PARAMETER; k++) {
        item[k] = uniform(seed);
    }
    for (int k = 0; k < 6; k++) {
        item[DLS_ITEM_PARAMETER + k] = 0.3 + 0.2 * uniform(seed);
    }
}

/* Every kind there is in d dimensions, between all sorts of bodies: one that is fixed, two that
   move, in both orders. */
static void random_machine(machine *M, int d, int side, uint64_t seed)
{
    static const dls_int ends[][2] = {{1, 2}, {2, 3}, {3, 2}, {3, 0}};
    double at[7];
    machine_begin(M, d);
    for (int k = 0; k < BODIES; k++) {
        random_place(d, &seed, at);
        machine_body(M, k == 0, 0.7, at);
    }
    for (int k = 0; k < dls_mechanism_joint_count; k++) {
        const dls_mechanism_kind *kind = &dls_mechanism_joints[k];
        int normals = kind->normals[d - 2];
        if (normals > 0 && !(side && normals > 1)) {
            const dls_int *at_bodies = ends[uniform(&seed) > 0 ? k % 4 : (k + 1) % 4];
            double *c = machine_joint(M, kind->name, at_bodies[0], at_bodies[1]);
            random_item(c, &seed);
            c[DLS_ITEM_SIDE] = side;
            c[DLS_ITEM_MU] = 0.3;
        }
    }
}

static bool integrable(const machine *M, const double *c, dls_int line)
{
    const char *name = dls_mechanism_kind_name(false, (dls_int)c[DLS_ITEM_KIND]);
    bool rolls = strncmp(name, "rolling", 7) == 0, ratio = strcmp(name, "gear") == 0;
    ratio = ratio || strcmp(name, "rack") == 0;
    return !(rolls && line > 0) && !(ratio && M->data.d == 3);
}

typedef struct {
    double *h, *speed, *rate; /* of all columns of G, N, T, H, one after the other */
    double *G;
    dls_int columns, normals; /* those of G and N */
} sample;

static sample take(dls_mechanism *B, double t, const double *q, const double *v)
{
    dls_mechanism_values E;
    dls_fault fault;
    assert_code(dls_mechanism_evaluate(B, t, q, v, &E, &fault), DLS_OK, &fault);
    const dls_view A[] = {E.G, E.N, E.T, E.H};
    const double *const rate[] = {E.bb, E.bu, E.bt, E.bh}, *const w[] = {E.wb, E.wu, NULL, NULL};
    sample S = {.normals = E.G.cols + E.N.cols};
    S.columns = S.normals + E.T.cols + E.H.cols;
    S.h = need(S.columns, sizeof(double));
    S.speed = need(S.columns, sizeof(double));
    S.rate = need(S.columns, sizeof(double));
    S.G = need(E.n * S.columns, sizeof(double));
    memcpy(S.h, E.h, (size_t)E.G.cols * sizeof(double));
    memcpy(S.h + E.G.cols, E.g, (size_t)E.N.cols * sizeof(double));
    for (int s = 0, at = 0; s < 4; s++) {
        double *G = dense_of(A[s]);
        memcpy(S.G + E.n * at, G, (size_t)(E.n * A[s].cols) * sizeof(double));
        for (dls_int k = 0; k < A[s].cols; k++, at++) {
            S.rate[at] = rate[s][k];
            S.speed[at] = (w[s] ? w[s][k] : 0) + dls_dot(E.n, G + E.n * k, v);
        }
        free(G);
    }
    return S;
}

static void drop(sample S)
{
    free(S.h);
    free(S.speed);
    free(S.rate);
    free(S.G);
}

/* Values, speeds and rates at t and t +- STEP on the path q, v constant: each is the derivative of
   the one before. */
static void differences(int d, int side, uint64_t seed)
{
    static const double STEP = 1e-5, CLOSE = 2e-8;
    machine M;
    random_machine(&M, d, side, seed);
    dls_mechanism *B = machine_setup(&M);
    dls_int n, nq;
    dls_mechanism_get_size(B, &n, &nq);
    double *q = need(nq, sizeof *q), *next = need(nq, sizeof *next),
           *v = vector_random(n, seed + 1);
    machine_state(&M, q);
    sample S[3];
    for (int k = 0; k < 3; k++) {
        dls_mechanism_advance(B, q, v, (k - 1) * STEP, next);
        S[k] = take(B, 0.4 + (k - 1) * STEP, next, v);
    }
    for (dls_int c = 0; c < S[1].columns; c++) {
        double rate = (S[2].speed[c] - S[0].speed[c]) / (2 * STEP);
        assert_small(fabs(rate - S[1].rate[c]), CLOSE * (1 + fabs(rate)));
        if (c < S[1].normals) {
            dls_int item = side ? B->item_of[DLS_OF_N][c] : B->item_of[DLS_OF_G][c];
            double speed = (S[2].h[c] - S[0].h[c]) / (2 * STEP);
            if (integrable(&M, M.joint + item * DLS_ITEM_ROWS, side ? 0 : B->line_of[c])) {
                assert_small(fabs(speed - S[1].speed[c]), CLOSE * (1 + fabs(speed)));
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        drop(S[k]);
    }
    free(q);
    free(next);
    free(v);
    dls_mechanism_free(B);
}

static void test_differences(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        for (int d = 2; d <= 3; d++) {
            for (int side = -1; side <= 1; side++) {
                differences(d, side, seed);
            }
        }
    }
}

/* Action and reaction: what a line does to a and to b is in equilibrium: no rigid
   motion of both together is seen. Gears see rotations. */
static void test_action_and_reaction(void **state)
{
    (void)state;
    static const double CLOSE = 1e-13;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        for (int d = 2; d <= 3; d++) {
            machine M;
            random_machine(&M, d, 0, seed);
            for (dls_int k = 0; k < M.data.joints; k++) {
                M.joint[k * DLS_ITEM_ROWS + DLS_ITEM_A] = 1 + (double)(k % 2);
                M.joint[k * DLS_ITEM_ROWS + DLS_ITEM_B] = 2 - (double)(k % 2);
            }
            M.fixed[0] = 0;
            dls_mechanism *B = machine_setup(&M);
            dls_int n, nq, gear = 0;
            dls_mechanism_get_size(B, &n, &nq);
            double *q = need(nq, sizeof *q), *v = need(n, sizeof *v), *V = vector_random(6, seed);
            machine_state(&M, q);
            dls_mechanism_place(B, q, v);
            for (int k = 0; k < BODIES; k++) {
                const dls_mechanism_frame *F = &B->frame[k + 1];
                double spin[3] = {d == 2 ? 0 : V[3], d == 2 ? 0 : V[4], V[5]}, moves[3];
                dls_cross3(spin, F->x, moves);
                dls_add3(moves, 1, V, moves);
                memcpy(v + F->v_at, moves, (size_t)d * sizeof *v);
                double own[3];
                dls_turn_back3((const double(*)[3])F->R, spin, own);
                memcpy(v + F->v_at + d, d == 2 ? spin + 2 : own, (d == 2 ? 1 : 3) * sizeof *v);
            }
            sample S = take(B, 0, q, v);
            for (dls_int c = 0; c < S.columns; c++) {
                bool is_gear = false;
                if (c < S.normals) {
                    const double *item = M.joint + B->item_of[DLS_OF_G][c] * DLS_ITEM_ROWS;
                    dls_int kind = (dls_int)item[DLS_ITEM_KIND];
                    is_gear = strcmp(dls_mechanism_kind_name(false, kind), "gear") == 0;
                }
                double w = c < S.normals ? B->speed[0][c] : 0;
                if (is_gear) {
                    gear++;
                } else {
                    assert_small(fabs(S.speed[c] - w), CLOSE);
                }
            }
            assert_int_equal(gear, 1);
            drop(S);
            free(q);
            free(v);
            free(V);
            dls_mechanism_free(B);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_differences),
                                       cmocka_unit_test(test_action_and_reaction)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
