/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stick to slip (ALLSTICK (5), (69)), or sliding friction in large systems: a fixed point on the
   normal forces. For given bounds r = mu |ln| (and sliding forces) Gauss' principle is the program
      minimise a'M a / 2 + F'a + sum r_g |H_g'a + tau_g|,  Gb'a + bb = 0,  Gu'a + bu >= 0
   whose multipliers are the reactions, with |t_g| <= r_g: x = (a, e), e_g >= |H_g'a + tau_g|. Where
   nothing may slip H_g'a + tau_g = 0. The next normal forces are those of Anderson. */
#include <math.h>

#include "contact/spatial.h"

enum { MEMORY = 6 };

typedef struct {
    const dls_spatial *D;
    dls_spatial_newton *newton;
    dls_int soft, hard, zero, rows,
        columns; /* groups that may slip, tangents that may not; sizes */
    dls_mat At, A;
    dls_int *start, *sizes;       /* of the columns of P; of cones */
    double *q, *b, *x, *s, *y;    /* columns; rows */
    double *ln, *t, *slide, *now; /* nl; tangents; those of sliding contacts; an answer */
    double *from, *to;            /* nl-by-MEMORY: normal forces, and what came of them */
    double *basis, *g;            /* Anderson */
    int count;
} fixpoint;

static bool is_soft(const dls_spatial *D, dls_int g)
{
    return isfinite(dls_spatial_friction(D, D->contact[g]));
}

static void measure(fixpoint *T)
{
    const dls_spatial *D = T->D;
    for (dls_int g = 0; g < D->groups; g++) {
        T->soft += is_soft(D, g);
    }
    T->hard = (D->groups - T->soft) * D->k;
    T->zero = D->nb + T->hard;
    T->rows = T->zero + D->nl - D->nb + T->soft * (D->k + 1);
    T->columns = D->n + T->soft;
}

dls_int dls_spatial_program_rows(const dls_spatial *D)
{
    fixpoint T = {.D = D};
    measure(&T);
    return T.rows;
}

static void lay_out(void *object, dls_room *room)
{
    fixpoint *T = object;
    const dls_spatial *D = T->D;
    dls_int entries =
        dls_entries(D->S->Gb) + dls_entries(D->S->Gu) + dls_entries(D->P->Ht) + T->soft;
    dls_mat_take(room, &T->At, T->columns, T->rows, entries);
    dls_mat_take(room, &T->A, T->rows, T->columns, entries);
    T->start = DLS_TAKE(room, dls_int, T->columns + 1);
    T->sizes = DLS_TAKE(room, dls_int, T->soft);
    DLS_TAKE_NUMBERS(room, T->columns, &T->q, &T->x);
    DLS_TAKE_NUMBERS(room, T->rows, &T->b, &T->s, &T->y);
    T->ln = DLS_TAKE(room, double, D->nl);
    T->t = DLS_TAKE(room, double, D->P->nt);
    T->slide = DLS_TAKE(room, double, DLS_MAX(D->S->Hb.cols, D->S->Hu.cols));
    T->now = DLS_TAKE(room, double, D->rows);
    DLS_TAKE_NUMBERS(room, D->nl * MEMORY, &T->from, &T->to, &T->basis);
    T->g = DLS_TAKE(room, double, D->nl);
}

static void put_row(fixpoint *T, dls_int *row, dls_view A, dls_int j, double factor, double b)
{
    dls_int at = T->At.p[*row];
    dls_mat_put_column(&T->At, &at, A, j, 0, factor);
    T->b[*row] = b;
    T->At.p[++*row] = at;
}

/* A x + s = b, s in the cones; A is filled as its transpose. */
static void fill_program(fixpoint *T)
{
    const dls_spatial *D = T->D;
    const dls_contact_system *S = D->S;
    dls_int row = 0, cone = 0, n = D->n, k = D->k;
    for (dls_int c = 0; c < D->nb; c++) {
        put_row(T, &row, S->Gb, c, 1, -S->bb[c]);
    }
    for (dls_int j = 0; j < D->P->nt; j++) {
        if (!is_soft(D, j / k)) {
            put_row(T, &row, D->P->Ht, j, 1, -D->tau[j]);
        }
    }
    for (dls_int c = 0; c < D->nl - D->nb; c++) {
        put_row(T, &row, S->Gu, c, -1, S->bu[c]);
    }
    for (dls_int g = 0; g < D->groups; g++) {
        if (!is_soft(D, g)) {
            continue;
        }
        dls_int at = T->At.p[row];
        dls_mat_put(&T->At, &at, n + cone, -1);
        T->At.p[++row] = at;
        T->sizes[cone++] = k + 1;
        for (dls_int j = g * k; j < (g + 1) * k; j++) {
            put_row(T, &row, D->P->Ht, j, -1, D->tau[j]);
        }
    }
    dls_mat_fill_transpose(&T->A, dls_see(&T->At), NULL);
    for (dls_int j = 0; j <= T->columns; j++) {
        T->start[j] = S->M.p[DLS_MIN(j, n)];
    }
}

/* The forces of the program: those of sliding contacts, and bounds of friction. */
static void fill_forces(fixpoint *T)
{
    const dls_spatial *D = T->D;
    const dls_contact_system *S = D->S;
    dls_view slides[2] = {D->P->Db, D->P->Du}, H[2] = {S->Hb, S->Hu};
    dls_copy(D->n, S->F, T->q);
    for (int s = 0; s < 2; s++) {
        dls_zero(H[s].cols, T->slide);
        for (dls_int c = 0; c < slides[s].cols; c++) {
            double ln = s == 0 ? fabs(T->ln[c]) : fmax(T->ln[D->nb + c], 0);
            for (dls_int t = slides[s].p[c]; t < slides[s].p[c + 1]; t++) {
                T->slide[slides[s].i[t]] += slides[s].x[t] * ln;
            }
        }
        dls_mul(H[s], 1, T->slide, T->q);
    }
    for (dls_int g = 0, cone = 0; g < D->groups; g++) {
        if (is_soft(D, g)) {
            T->q[D->n + cone++] = D->mu[D->contact[g]] * fabs(T->ln[D->contact[g]]);
        }
    }
}

/* The answer of the multipliers into T->now. */
static void take_multipliers(fixpoint *T)
{
    const dls_spatial *D = T->D;
    dls_int hard = D->nb, soft = T->zero + D->nl - D->nb, k = D->k;
    dls_copy(D->n, T->x, T->now);
    for (dls_int c = 0; c < D->nl; c++) {
        T->now[D->n + c] = c < D->nb ? -T->y[c] : T->y[T->zero + c - D->nb];
    }
    for (dls_int g = 0; g < D->groups; g++) {
        for (dls_int e = 0; e < k; e++) {
            T->t[g * k + e] = is_soft(D, g) ? T->y[soft + 1 + e] : -T->y[hard++];
        }
        soft += is_soft(D, g) ? k + 1 : 0;
    }
    dls_contact_rub(D->S, D->P, T->t, T->now);
}

static dls_error solve_program(fixpoint *T, bool warm, dls_conic_result *result, dls_fault *fault)
{
    static const double TIGHT = 1e-11, ENOUGH = 1e-8; /* residuals */
    const dls_spatial *D = T->D;
    dls_conic_settings settings = dls_conic_defaults();
    dls_view M = D->S->M, P = {T->columns, T->columns, T->start, M.i, M.x};
    dls_cones cones = {T->zero, D->nl - D->nb, T->soft, T->sizes};
    dls_conic_problem problem = {P, T->q, dls_see(&T->A), T->b, cones};
    settings.tolerance = TIGHT;
    settings.accuracy = D->settings->accuracy;
    settings.max_time = fmax(D->watch->deadline - dls_clock(), 0);
    fill_forces(T);
    dls_error error =
        dls_conic(&problem, &settings, warm, D->watch->host, T->x, T->s, T->y, NULL, result, fault);
    double worst = fmax(fmax(result->primal, result->dual), result->gap);
    if (!error && dls_outcome_exitflag(result->outcome) != 1 && worst <= ENOUGH) {
        result->outcome = DLS_SOLVED;
    }
    return error;
}

/* images - arguments of the fixed point, number j of the memory */
static double defect(const fixpoint *T, int j, dls_int c)
{
    return T->to[j * T->D->nl + c] - T->from[j * T->D->nl + c];
}

/* ln := the affine combination of the last images whose defect is least: with the last one as
   origin, least squares by orthogonal differences. */
static void anderson(fixpoint *T)
{
    static const double NOTHING = 1e-10, WILD = 10; /* of a difference; of the coefficients */
    dls_int nl = T->D->nl;
    int last = T->count - 1, kept[MEMORY], used = 0;
    double R[MEMORY * MEMORY] = {0}, z[MEMORY] = {0}, most = 0, total = 0;
    dls_copy(nl, T->to + last * nl, T->ln);
    for (int j = 0; T->count > 2 && j < last; j++) {
        double *v = T->basis + used * nl;
        for (dls_int c = 0; c < nl; c++) {
            v[c] = defect(T, j, c) - defect(T, last, c);
        }
        most = fmax(most, dls_norm(nl, v));
        for (int i = 0; i < used; i++) {
            R[i + used * MEMORY] = dls_dot(nl, T->basis + i * nl, v);
            dls_axpy(nl, -R[i + used * MEMORY], T->basis + i * nl, v);
        }
        double length = dls_norm(nl, v);
        if (length > NOTHING * most) {
            R[used * (MEMORY + 1)] = length;
            for (dls_int c = 0; c < nl; c++) {
                v[c] /= length;
                z[used] -= v[c] * defect(T, last, c);
            }
            kept[used++] = j;
        }
    }
    for (int i = used - 1; i >= 0; i--) {
        for (int j = i + 1; j < used; j++) {
            z[i] -= R[i + j * MEMORY] * z[j];
        }
        z[i] /= R[i * (MEMORY + 1)];
        total += fabs(z[i]);
    }
    if (!(total < WILD)) {
        return;
    }
    for (int i = 0; i < used; i++) {
        for (dls_int c = 0; c < nl; c++) {
            T->ln[c] += z[i] * (T->to[kept[i] * nl + c] - T->to[last * nl + c]);
        }
    }
    for (dls_int c = T->D->nb; used > 0 && c < nl; c++) {
        T->ln[c] = fmax(T->ln[c], 0);
    }
}

static void remember(fixpoint *T, const double *image)
{
    dls_int nl = T->D->nl;
    if (T->count == MEMORY) {
        for (dls_int e = 0; e < (MEMORY - 1) * nl; e++) {
            T->from[e] = T->from[e + nl];
            T->to[e] = T->to[e + nl];
        }
        T->count--;
    }
    dls_copy(nl, T->ln, T->from + T->count * nl);
    dls_copy(nl, image, T->to + T->count++ * nl);
}

/* Newton's method where the residual is small enough for it; *below: the next one to try at. */
static dls_error add_digits(fixpoint *T, dls_spatial_answer *now, double *below, dls_fault *fault)
{
    dls_error error = DLS_OK;
    if (now->worst <= *below) {
        *below = now->worst / 10;
        if (!T->newton) {
            error = dls_spatial_newton_new(T->D, &T->newton, fault);
        }
        error = error ? error : dls_spatial_polish(T->newton, now, fault);
    }
    return error;
}

static dls_error iterate(fixpoint *T, dls_spatial_answer *answer, dls_spatial_fixpoint *out,
                         dls_fault *fault)
{
    enum { IDLE = 5 };
    static const double CLOSE = 1e-9, POLISH = 1e-2; /* residuals */
    const dls_spatial *D = T->D;
    double below = POLISH, tolerance = D->settings->tolerance;
    int idle = 0;
    dls_error error = DLS_OK;
    for (bool done = false; !error && !done && out->programs < D->most;) {
        dls_conic_result result = {.outcome = DLS_SOLVED};
        dls_spatial_answer now = {T->now, INFINITY};
        error = solve_program(T, out->programs > 0, &result, fault);
        out->programs++;
        if (error || dls_outcome_exitflag(result.outcome) != 1) {
            out->outcome = out->ended = result.outcome;
            break;
        }
        take_multipliers(T);
        error = dls_spatial_check(D, &now, fault);
        error = error ? error : add_digits(T, &now, &below, fault);
        idle++;
        if (now.worst < answer->worst) {
            idle = now.worst > answer->worst / 2 ? idle : 0;
            answer->worst = now.worst;
            dls_copy(D->rows, now.x, answer->x);
        } else if (isinf(answer->worst)) {
            dls_copy(D->rows, now.x, answer->x);
        }
        done = answer->worst <= fmin(tolerance, CLOSE) || /* as near as the programs come */
               (answer->worst <= tolerance && idle >= IDLE);
        remember(T, now.x + D->n);
        anderson(T);
    }
    if (out->outcome == DLS_MAX_ITERATIONS && answer->worst <= tolerance) {
        out->outcome = DLS_SOLVED;
    }
    return error;
}

dls_error dls_spatial_iterate(const dls_spatial *D, dls_spatial_answer *answer,
                              dls_spatial_fixpoint *out, dls_fault *fault)
{
    fixpoint T = {.D = D};
    dls_pool pool = {NULL, 0};
    out->outcome = DLS_MAX_ITERATIONS;
    out->ended = DLS_SOLVED;
    out->programs = 0;
    measure(&T);
    if (!dls_pool_make(&pool, lay_out, &T)) {
        return dls_fail_memory(fault);
    }
    fill_program(&T);
    if (isfinite(answer->worst)) {
        dls_copy(D->nl, answer->x + D->n, T.ln);
    }
    dls_error error = iterate(&T, answer, out, fault);
    if (out->outcome == DLS_PRIMAL_INFEASIBLE) {
        dls_copy(T.rows, T.y, out->proof);
    }
    dls_spatial_newton_free(T.newton);
    dls_pool_free(&pool);
    return error;
}
