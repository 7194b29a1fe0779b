/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DARTLCP (13)-(15): reactions r_N e_N + D f_d with f_d >= 0 on the edges of a faceted cone, exact
   in 2D, and the slip lambda; one linear complementarity problem

       [ N'W N  N'W D   0 ]       [ N'q ]
       [ D'W N  D'W D   E ] z  +  [ D'q ],   z = (f_n, f_d, lambda)
       [  mu     -E'    0 ]       [  0  ]

   solved by Lemke's method: it is copositive, so that only infeasible problems stop it. mu = 0 has
   no f_d; mu = Inf has equations u_T = 0 with r_T free, which come first. Sec. 5: E and mu times a
   factor (the same reactions), A(i,i) (1 + eps) (others: how far is measured). */
#include <math.h>

#include "friction/friction.h"

enum { MOST_ROWS = 1000 }; /* dense pivots: seconds */

typedef struct {
    dls_int contact;
    double g[DLS_FRICTION_DIM]; /* the reaction is the sum of z g */
    int role;                   /* FORCE, EDGE (a force with lambda in its row), SLIP */
} unknown;

enum { FORCE, EDGE, SLIP };

typedef struct {
    dls_friction_task *T;
    dls_mobility *mobility;
    dls_int rows, free;
    unknown *x;             /* rows */
    dls_mat A;              /* room for rows^2 */
    double *q, *z, *slack;  /* rows */
    double *W, *rest;       /* N-by-N by columns; N: q, or u without reactions */
    double *column, *plain; /* N; N: r without the changes of sec. 5 */
    dls_lcp_result result;
} faceted;

/* List the unknowns, or count them if F->x is NULL: first those of equations. */
static void list(faceted *F)
{
    static const double TURN = 6.283185307179586;
    const dls_friction_task *T = F->T;
    int edges = T->d == 2 ? 2 : (int)T->settings->facets;
    dls_int n = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (dls_int c = 0; c < T->nc; c++) {
            double mu = T->problem->mu[c];
            bool slides = mu > 0 && isfinite(mu);
            int first = pass == 0 ? 1 : 0, end = pass == 0 ? (isinf(mu) ? T->d : 1) : 1;
            for (int i = first; i < end; i++, n++) {
                if (F->x) {
                    F->x[n] = (unknown){.contact = c, .role = FORCE};
                    F->x[n].g[i] = 1;
                }
            }
            for (int k = 0; pass == 1 && slides && k <= edges; k++, n++) {
                if (F->x && k == edges) {
                    F->x[n] = (unknown){.contact = c, .role = SLIP};
                } else if (F->x) {
                    double angle = TURN * k / edges;
                    F->x[n] = (unknown){.contact = c, .role = EDGE};
                    F->x[n].g[1] = T->d == 2 ? 1 - 2 * k : cos(angle);
                    F->x[n].g[2] = T->d == 2 ? 0 : sin(angle);
                }
            }
        }
        F->free = pass == 0 ? n : F->free;
    }
    F->rows = n;
}

static void find_matrix(faceted *F)
{
    const dls_friction_problem *P = F->T->problem;
    dls_int N = F->T->N;
    dls_zero(N * N, F->W);
    if (!P->global) {
        dls_fill_full(P->W, N, F->W);
    }
    for (dls_int j = 0; P->global && j < N; j++) {
        dls_delassus_column(&F->mobility->W, j, F->W + j * N);
    }
}

static void lay_out(void *object, dls_room *room)
{
    faceted *F = object;
    dls_int N = F->T->N, m = F->rows;
    F->x = DLS_TAKE(room, unknown, m);
    F->q = DLS_TAKE(room, double, m);
    F->z = DLS_TAKE(room, double, m);
    F->slack = DLS_TAKE(room, double, m);
    F->W = DLS_TAKE(room, double, N *N);
    F->rest = DLS_TAKE(room, double, N);
    F->column = DLS_TAKE(room, double, N);
    F->plain = DLS_TAKE(room, double, N);
    dls_mat_take(room, &F->A, m, m, m * m);
}

/* The unknowns of a task are counted before there is room for them. */
static void lay_out_counted(void *object, dls_room *room)
{
    faceted *F = object;
    if (!room->start) {
        F->x = NULL;
        list(F);
    }
    if (F->rows <= MOST_ROWS) {
        lay_out(F, room);
    }
}

/* Listed, and with a mobility in global form; F->x stays NULL if there are too many unknowns. */
dls_error dls_friction_lcp_prepare(dls_friction_task *T, dls_fault *fault)
{
    bool made = T->kept[DLS_WORK_FACETS] != NULL;
    faceted *F = dls_friction_workspace(T, DLS_WORK_FACETS, sizeof *F, lay_out_counted);
    if (!F) {
        return dls_fail_memory(fault);
    }
    if (!made && F->x) {
        list(F);
    }
    return F->x && T->problem->global ? dls_friction_mobility_of(T, &F->mobility, fault) : DLS_OK;
}

/* W, and q as it is without reactions; *possible = false: there is none. */
static dls_error prepare_facets(faceted *F, bool *possible)
{
    dls_friction_task *T = F->T;
    const dls_friction_problem *P = T->problem;
    dls_error error = DLS_OK;
    *possible = F->x != NULL;
    if (!*possible && T->settings->method == DLS_FRICTION_LCP) {
        dls_friction_tell(T, "lcp is for small problems: %lld rows, at most %d", (long long)F->rows,
                          MOST_ROWS);
    } else if (*possible && P->global) {
        *possible = F->mobility->regular && !F->mobility->large;
        if (!*possible) {
            dls_friction_bodies_tell(T, F->mobility->regular, "lcp");
        }
    }
    if (!*possible) {
        return DLS_OK;
    }
    find_matrix(F);
    dls_copy(T->N, P->q, F->rest);
    if (P->global) {
        dls_zero(T->N, T->r);
        error = dls_friction_mobility_move(F->mobility, T);
        dls_mul(P->H, 1, T->v, F->rest);
    }
    return error;
}

static double entry(const faceted *F, const unknown *a, const unknown *b, double scale)
{
    const dls_friction_task *T = F->T;
    if (a->role != SLIP && b->role != SLIP) {
        return dls_dot(T->d, a->g, F->column + a->contact * T->d);
    } else if (a->contact != b->contact || a->role == b->role) {
        return 0;
    } else if (a->role == SLIP) {
        return b->role == EDGE ? -scale : scale * T->problem->mu[a->contact];
    }
    return a->role == EDGE ? scale : 0;
}

/* A and q; E and mu times `scale`, the diagonal times 1 + shift */
static void assemble(faceted *F, double scale, double shift)
{
    const dls_friction_task *T = F->T;
    int d = T->d;
    dls_int at = 0;
    for (dls_int j = 0; j < F->rows; j++) {
        const unknown *b = &F->x[j];
        dls_zero(T->N, F->column);
        for (int i = 0; i < d && b->role != SLIP; i++) {
            dls_axpy(T->N, b->g[i], F->W + (b->contact * d + i) * T->N, F->column);
        }
        F->A.p[j] = at;
        for (dls_int i = 0; i < F->rows; i++) {
            double value = entry(F, &F->x[i], b, scale);
            if (value != 0) {
                F->A.i[at] = i;
                F->A.x[at++] = i == j ? value * (1 + shift) : value;
            }
        }
        F->q[j] = b->role == SLIP ? 0 : dls_dot(d, b->g, F->rest + b->contact * d);
    }
    F->A.p[F->rows] = at;
}

/* r and v of z; their residual */
static dls_error look_at_facets(faceted *F, bool *solved)
{
    dls_friction_task *T = F->T;
    dls_zero(T->N, T->r);
    for (dls_int k = 0; k < F->rows; k++) {
        dls_axpy(T->d, F->z[k], F->x[k].g, T->r + F->x[k].contact * T->d);
    }
    dls_error error = T->problem->global ? dls_friction_mobility_move(F->mobility, T) : DLS_OK;
    *solved = !error && dls_friction_look(T);
    return error;
}

/* Lemke's method; then whatever dls_lcp knows, if it was asked for or is cheap */
static dls_error solve_facets(faceted *F, double scale, double shift, bool *solved,
                              dls_fault *fault)
{
    static const int order[] = {DLS_LCP_LEMKE, DLS_LCP_AUTO};
    static const double LEAST = 1e-15, SHARPER = 1e-2, USUAL = 1e-8; /* its residual is another */
    dls_friction_task *T = F->T;
    int tries = T->settings->method == DLS_FRICTION_LCP ? 2 : 1;
    dls_error error = DLS_OK;
    bool ended = false;
    assemble(F, scale, shift);
    dls_lcp_problem problem = {.M = dls_see(&F->A), .q = F->q, .free = F->free};
    dls_lcp_settings settings = dls_lcp_defaults();
    settings.tolerance = fmax(LEAST, SHARPER * fmin(USUAL, T->settings->tolerance));
    settings.max_iterations = T->settings->max_iterations;
    dls_host host = {.interrupted = T->watch.host.interrupted, .data = T->watch.host.data};
    for (int k = 0; k < tries && !error && !ended; k++) {
        settings.method = order[k];
        dls_zero(F->rows, F->z);
        settings.max_time = fmax(0, T->watch.deadline - dls_clock());
        error = dls_lcp(&problem, &settings, host, F->z, F->slack, NULL, &F->result, fault);
        T->result->iterations += error ? 0 : F->result.iterations;
        error = error ? error : look_at_facets(F, solved);
        ended = *solved || F->result.outcome == DLS_SOLVED || F->result.outcome == DLS_INFEASIBLE ||
                !dls_friction_may_go_on(T, INFINITY);
    }
    return error;
}

static void tell(faceted *F, bool solved)
{
    dls_friction_task *T = F->T;
    if (solved || T->settings->method != DLS_FRICTION_LCP) {
        return;
    }
    if (F->result.outcome == DLS_INFEASIBLE) {
        dls_friction_tell(T, "lcp: %s has no solution",
                          T->d == 2 ? "the problem" : "the problem with faceted cones");
    } else if (F->result.outcome != DLS_SOLVED) {
        dls_friction_tell(T, "lcp of %lld rows: %s", (long long)F->rows,
                          dls_outcome_text(F->result.outcome));
    } else if (T->d == 3) {
        dls_friction_tell(T, "cones with %g edges are an approximation", T->settings->facets);
    }
}

/* The answer is that of the changed problem, worse as it may be. */
static dls_error solve_changed(faceted *F, bool *solved, dls_fault *fault)
{
    dls_friction_task *T = F->T;
    const dls_friction_settings *s = T->settings;
    double before = T->error, change = 0;
    dls_copy(T->N, T->r, F->plain);
    T->best = INFINITY;
    dls_error error = solve_facets(F, s->lcp_scale, s->lcp_shift, solved, fault);
    for (dls_int i = 0; i < T->N; i++) {
        change = fmax(change, fabs(T->r[i] - F->plain[i]));
    }
    double size = dls_largest(T->N, F->plain);
    dls_friction_tell(T,
                      "without LcpScale and LcpShift the residual is %.1e; they change "
                      "reactions by %.1e of the largest",
                      before, size > 0 ? change / size : 0);
    return error;
}

dls_error dls_friction_lcp(dls_friction_task *T, dls_fault *fault)
{
    bool possible = false, solved = false;
    T->result->method = "lcp";
    dls_error error = dls_friction_lcp_prepare(T, fault);
    faceted *F = T->kept[DLS_WORK_FACETS];
    error = error ? error : prepare_facets(F, &possible);
    if (!error && possible && dls_friction_may_go_on(T, INFINITY)) {
        error = solve_facets(F, 1, 0, &solved, fault);
        if (!error && (T->settings->lcp_scale != 1 || T->settings->lcp_shift > 0)) {
            error = solve_changed(F, &solved, fault);
        }
        if (!error) {
            tell(F, solved);
        }
    }
    return error;
}
