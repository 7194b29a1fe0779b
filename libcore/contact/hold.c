/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All contacts are held: the mixed problem (65)(a)(b) of ALLSTICK. Gauss' principle gives the
   acceleration and names the contacts that open; equations with the others give the digits. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/contact.h"

typedef struct {
    const dls_contact_hold *H;
    dls_contact_held *out;
    dls_mat A, G, I;            /* signed columns, transposed; those that are active; identity */
    dls_int *order;             /* of columns: equations first */
    dls_int equations, columns; /* of G */
    double *b, *s, *y;          /* rows of A */
    double *beta, *l;           /* of the columns of G */
    double *a, *w, *r;          /* coordinates */
    dls_row *row;
    bool *before, *trial; /* columns: open */
} task;

static void lay_out(void *object, dls_room *room)
{
    task *T = object;
    dls_int n = T->H->M.cols, m = T->H->G.cols, entries = dls_entries(T->H->G);
    dls_mat_take(room, &T->A, m, n, entries);
    dls_mat_take(room, &T->G, n, m, entries);
    dls_mat_take(room, &T->I, n, n, n);
    T->order = DLS_TAKE(room, dls_int, m);
    T->row = DLS_TAKE(room, dls_row, m);
    T->before = DLS_TAKE(room, bool, m);
    T->trial = DLS_TAKE(room, bool, m);
    DLS_TAKE_NUMBERS(room, m, &T->b, &T->s, &T->y, &T->beta, &T->l);
    DLS_TAKE_NUMBERS(room, n, &T->a, &T->w, &T->r);
}

/* Append column j of the given G, times factor. */
static void append_given(task *T, dls_int j, double factor)
{
    dls_int c = T->columns++, at = T->G.p[c];
    dls_mat_put_column(&T->G, &at, T->H->G, j, 0, factor);
    T->G.p[c + 1] = at;
    T->G.cols = T->columns;
}

/* G'a + b = 0 for equations, >= 0 for the others. */
static void fill_held_rows(task *T)
{
    dls_int m = T->H->G.cols, at = 0;
    T->columns = T->G.cols = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (dls_int j = 0; j < m; j++) {
            if (T->H->opens[j] == (pass == 1)) {
                T->order[at] = j;
                T->b[at++] = pass == 1 ? T->H->b[j] : -T->H->b[j];
                append_given(T, j, pass == 1 ? -1 : 1);
            }
        }
        T->equations = pass == 0 ? at : T->equations;
    }
    dls_mat_fill_transpose(&T->A, dls_see(&T->G), NULL);
}

/* w = M a + F */
static void forces(const task *T, const double *a, double *w)
{
    dls_copy(T->H->M.cols, T->H->F, w);
    dls_mul(T->H->M, 1, a, w);
}

static dls_error by_gauss(task *T, const dls_watch *watch, dls_fault *fault)
{
    dls_contact_held *out = T->out;
    dls_int m = T->H->G.cols;
    dls_cones cones = {T->equations, m - T->equations, 0, NULL};
    dls_conic_problem P = {T->H->M, T->H->F, dls_see(&T->A), T->b, cones};
    dls_conic_settings settings = dls_conic_defaults();
    dls_conic_result result;
    settings.accuracy = T->H->accuracy;
    settings.max_time = fmax(watch->deadline - dls_clock(), 0);
    dls_error error =
        dls_conic(&P, &settings, false, watch->host, out->a, T->s, T->y, T->row, &result, fault);
    for (dls_int k = 0; !error && k < m; k++) {
        bool opens = k >= T->equations;
        out->lambda[T->order[k]] = opens ? T->y[k] : -T->y[k];
        out->open[T->order[k]] =
            opens && result.outcome == DLS_SOLVED && T->row[k] == DLS_ROW_INACTIVE;
    }
    forces(T, out->a, out->w);
    out->outcome = error ? DLS_NUMERICAL_TROUBLE : result.outcome;
    snprintf(out->message, sizeof out->message, "%s", error ? "" : result.message);
    return error;
}

static dls_error solve_closed(task *T, dls_kkt_result *result, dls_fault *fault);

/* Nothing may open: equations, and no program. *solved: they have a solution. */
static dls_error by_equations(task *T, bool *solved, dls_fault *fault)
{
    dls_contact_held *out = T->out;
    dls_kkt_result result;
    dls_error error = solve_closed(T, &result, fault);
    *solved = !error && result.outcome == DLS_SOLVED;
    if (*solved) {
        dls_copy(T->H->M.cols, T->a, out->a);
        dls_copy(T->H->G.cols, T->l, out->lambda);
        forces(T, out->a, out->w);
        out->outcome = DLS_SOLVED;
        snprintf(out->message, sizeof out->message, "equations, as a KKT system");
    }
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

/* The columns that are not open, and their b. */
static void gather_held(task *T)
{
    T->columns = T->G.cols = 0;
    for (dls_int j = 0; j < T->H->G.cols; j++) {
        if (!T->out->open[j]) {
            T->beta[T->columns] = T->H->b[j];
            append_given(T, j, 1);
        }
    }
}

/* Do the accelerations a of the contacts that open exceed least? */
static bool opening(const task *T, double least)
{
    bool all = true;
    for (dls_int j = 0; j < T->H->G.cols; j++) {
        double g = T->H->b[j];
        for (dls_int t = T->H->G.p[j]; t < T->H->G.p[j + 1]; t++) {
            g += T->H->G.x[t] * T->a[T->H->G.i[t]];
        }
        all = all && (!T->out->open[j] || g > least);
    }
    return all;
}

/* w of the reactions, without what is rounding of size `rounding`. */
static void clean_reactions(task *T, double rounding)
{
    static const double NOTHING = 1e-6; /* of the rounding: an entry by itself is no force */
    dls_int n = T->H->M.cols;
    double *w = T->out->w;
    dls_zero(n, T->r);
    dls_mul_sizes(T->H->M, T->a, T->r);
    for (dls_int i = 0; i < n; i++) {
        bool nothing = T->H->F[i] == 0 && T->r[i] <= rounding; /* acts there */
        w[i] = nothing || fabs(w[i]) <= NOTHING * rounding ? 0 : w[i];
    }
    if (!(dls_largest(n, w) > rounding)) {
        dls_zero(n, w);
    }
}

/* The shortest change of the reactions of G by which they balance w. */
static dls_error balance_forces(task *T, dls_fault *fault)
{
    dls_int n = T->H->M.cols, m = T->H->G.cols, at = 0;
    double *w = T->out->w, *lambda = T->out->lambda;
    dls_kkt_result result;
    for (dls_int j = 0; j < m; j++) {
        if (!T->out->open[j]) {
            T->y[at++] = lambda[j];
        }
    }
    dls_zero(m, T->beta);
    dls_copy(n, w, T->r);
    dls_mul(dls_see(&T->G), -1, T->y, T->r);
    for (dls_int i = 0; i < n; i++) {
        T->I.p[i + 1] = i + 1;
        T->I.i[i] = i;
        T->I.x[i] = 1;
    }
    dls_error error =
        dls_kkt_once(dls_see(&T->I), dls_see(&T->G), T->r, T->beta, T->w, T->l, &result, fault);
    at = 0;
    for (dls_int j = 0; !error && j < m; j++) {
        lambda[j] = T->out->open[j] ? 0 : lambda[j] + T->l[at++];
    }
    return error;
}

/* Equations with the contacts that are closed. */
static dls_error solve_closed(task *T, dls_kkt_result *result, dls_fault *fault)
{
    const dls_contact_hold *H = T->H;
    gather_held(T);
    return dls_kkt_once(H->M, dls_see(&T->G), H->F, T->beta, T->a, T->l, result, fault);
}

/* Open what pulls by more than least; how many contacts that is. */
static dls_int open_pulling(task *T, double least)
{
    dls_int count = 0;
    for (dls_int j = 0, at = 0; j < T->H->G.cols; j++) {
        bool closed = !T->out->open[j];
        if (closed && T->H->opens[j] && T->l[at] < -least) {
            T->out->open[j] = true;
            count++;
        }
        at += closed;
    }
    return count;
}

/* To the program's accuracy a contact may be closed that opens slowly: its reaction pulls. Where
   the equations without such contacts have none that pulls and all that are open do open, that is
   the solution (M a is unique); else the contacts are those of the program, again. */
static dls_error let_open(task *T, double size, dls_kkt_result *result, dls_fault *fault)
{
    enum { PASSES = 4 };
    static const double PULLS = 1e-12, OPENS = 1e-13; /* of forces, in natural units */
    bool changed = false, right = false;
    dls_error error = DLS_OK;
    memcpy(T->before, T->out->open, (size_t)T->H->G.cols * sizeof *T->before);
    for (int k = 0; !error && !right && k < PASSES && open_pulling(T, PULLS * size) > 0; k++) {
        changed = true;
        error = solve_closed(T, result, fault);
        memcpy(T->trial, T->out->open, (size_t)T->H->G.cols * sizeof *T->trial);
        bool opens = !error && result->outcome == DLS_SOLVED && opening(T, OPENS * size);
        right = opens && open_pulling(T, PULLS * size) == 0;
        memcpy(T->out->open, T->trial, (size_t)T->H->G.cols * sizeof *T->trial);
        if (!opens) { /* redundant reactions of minimum norm pull, too */
            break;
        }
    }
    if (!error && changed && !right) {
        memcpy(T->out->open, T->before, (size_t)T->H->G.cols * sizeof *T->before);
        error = solve_closed(T, result, fault);
    }
    return error;
}

/* The program names the active set; equations with that set give the digits. w is taken from the
   reactions, so that it lies in the range of the columns up to rounding. */
static dls_error refine_active(task *T, dls_fault *fault)
{
    static const double NEAR = 1e-3, SAME = 1e-7; /* of forces, to the program's */
    static const double OPENS = 1e-9;     /* of accelerations, the tolerance of the program */
    static const double ROUNDING = 1e-14; /* of forces, in sums of some dozens of terms */
    const dls_contact_hold *H = T->H;
    dls_contact_held *out = T->out;
    dls_int n = H->M.cols;
    dls_kkt_result result;
    dls_error error = solve_closed(T, &result, fault);
    if (!error && result.outcome == DLS_SOLVED) {
        error = let_open(T, dls_largest(n, H->F) + dls_largest(n, out->w), &result, fault);
    }
    if (error) {
        return error;
    }
    double before = dls_largest(n, out->a), bias = dls_largest(H->G.cols, H->b), mass = 0;
    double scale = dls_largest(n, T->a) + before + bias;
    for (dls_int j = 0; j < n; j++) {
        double sum = 0;
        for (dls_int t = H->M.p[j]; t < H->M.p[j + 1]; t++) {
            sum += fabs(H->M.x[t]);
        }
        mass = fmax(mass, sum);
    }
    double size = mass * (before + bias) + dls_largest(n, H->F);
    forces(T, T->a, T->w);
    dls_axpy(n, -1, out->w, T->w);
    double apart = dls_largest(n, T->w);
    /* what has no mass may move otherwise than in the program, whose contacts do open */
    bool right = apart <= SAME * size || opening(T, -OPENS * scale);
    if (result.outcome != DLS_SOLVED || !(apart <= NEAR * size) || !right) {
        return DLS_OK;
    }
    if (opening(T, 0)) {
        dls_copy(n, T->a, out->a);
    }
    dls_zero(n, out->w);
    dls_mul(dls_see(&T->G), 1, T->l, out->w);
    error = balance_forces(T, fault);
    clean_reactions(T, ROUNDING * size);
    return error;
}

dls_error dls_contact_solve_held(const dls_contact_hold *H, dls_host host, dls_contact_held *out,
                                 dls_fault *fault)
{
    task T = {.H = H, .out = out};
    dls_pool pool = {NULL, 0};
    dls_int n = H->M.cols, m = H->G.cols;
    dls_watch watch = dls_watch_start(host, H->max_time);
    if (!dls_pool_make(&pool, lay_out, &T)) {
        return dls_fail_memory(fault);
    }
    fill_held_rows(&T);
    bool solved = false;
    dls_error error = T.equations == m ? by_equations(&T, &solved, fault) : DLS_OK;
    if (!error && !solved) {
        fill_held_rows(&T);
        error = by_gauss(&T, &watch, fault);
    }
    bool nothing = dls_largest(n, H->F) == 0 && dls_largest(m, H->b) == 0;
    if (!error && out->outcome == DLS_SOLVED && nothing) { /* acts: rest without reactions */
        dls_zero(n, out->a);
        dls_zero(n, out->w);
        dls_zero(m, out->lambda);
        for (dls_int j = 0; j < m; j++) {
            out->open[j] = false;
        }
    } else if (!error && out->outcome == DLS_SOLVED) {
        error = refine_active(&T, fault);
    }
    double size = fmax(dls_largest(n, out->w), dls_largest(n, H->F));
    size = fmax(size, dls_largest(m, out->lambda));
    out->size = size > 0 || isnan(size) ? size : 1;
    dls_pool_free(&pool);
    return error;
}
