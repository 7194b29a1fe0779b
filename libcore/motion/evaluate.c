/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model is asked for what is missing at a point, once. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "motion/model.h"

/* " = [1 2 ...]" */
static void show(char *text, size_t room, const char *name, dls_int n, const double *x)
{
    size_t at = strlen(text);
    snprintf(text + at, room - at, ", %s = [", name);
    for (dls_int k = 0; k < n && k < 8; k++) {
        at = strlen(text);
        snprintf(text + at, room - at, "%s%.6g", k ? " " : "", x[k]);
    }
    at = strlen(text);
    snprintf(text + at, room - at, n > 8 ? " ... %lld in all]" : "]", (long long)n);
}

enum { FRACTIONS = DLS_PART_RESTITUTION | DLS_PART_TANGENT_RESTITUTION };

static dls_error refuse(dls_motion_source *S, const dls_motion_values *E, int number, dls_int entry,
                        double value, dls_fault *fault)
{
    char at[200] = "";
    S->outside = !isfinite(value);
    show(at, sizeof at, "q", S->nq, E->q);
    show(at, sizeof at, "v", S->n, E->v);
    dls_int rows, cols;
    dls_motion_part_size(S, number, &rows, &cols);
    return dls_fail(fault, DLS_ERROR_MODEL,
                    "'%s' of the model returned %g in (%lld,%lld); expected %s\n"
                    "  at t = %.10g%s",
                    dls_motion_part_name(number), value, (long long)(entry % DLS_MAX(rows, 1) + 1),
                    (long long)(entry / DLS_MAX(rows, 1) + 1),
                    !isfinite(value)           ? "finite numbers"
                    : 1u << number & FRACTIONS ? "numbers in [0,1]"
                                               : "numbers >= 0",
                    E->t, at);
}

/* Is it there, and finite? */
static dls_error check_part(dls_motion_source *S, dls_motion_values *E, int number,
                            dls_fault *fault)
{
    dls_int rows, cols;
    dls_motion_part_size(S, number, &rows, &cols);
    double **vector = dls_motion_vector(E, number);
    if (vector) {
        for (dls_int k = 0; k < rows; k++) {
            double x = (*vector)[k];
            bool rigid = 1u << number == DLS_PART_STIFFNESS && x > 0;
            bool outside =
                (x < 0 && 1u << number & DLS_PARTS_LAWS) || (x > 1 && 1u << number & FRACTIONS);
            if (outside || (!isfinite(x) && 1u << number != DLS_PART_POTENTIAL && !rigid)) {
                return refuse(S, E, number, k, (*vector)[k], fault);
            }
        }
        return DLS_OK;
    }
    const dls_view *A = dls_motion_matrix(E, number);
    if (!A->p) {
        return dls_fail(fault, DLS_ERROR_MODEL, "'%s' of the model was not set",
                        dls_motion_part_name(number));
    }
    dls_int entries = dls_entries(*A);
    if (dls_finite(entries, A->x)) {
        return DLS_OK;
    }
    for (dls_int j = 0; j < cols; j++) {
        for (dls_int k = A->p[j]; k < A->p[j + 1]; k++) {
            if (!isfinite(A->x[k])) {
                return refuse(S, E, number, A->i[k] + j * rows, A->x[k], fault);
            }
        }
    }
    return DLS_OK;
}

dls_error dls_motion_ask(dls_motion_source *S, dls_motion_values *E, unsigned parts,
                         dls_fault *fault)
{
    double start = dls_clock();
    S->outside = false;
    dls_error error = S->model->evaluate(S->model->data, parts, E, fault);
    S->stats->time_model += dls_clock() - start;
    S->stats->evaluations++;
    if (error == DLS_ERROR_MEMORY) {
        return dls_fail_memory(fault);
    }
    if (S->model->contacts && !error) {
        dls_motion_empty_places(S, E, parts);
    }
    for (int k = 0; !error && k < DLS_PARTS; k++) {
        error = parts >> k & 1 ? check_part(S, E, k, fault) : DLS_OK;
    }
    E->have |= error ? 0 : parts;
    return error;
}

static void own_advance(dls_motion_source *S, const double *q, const double *v, double h,
                        double *next)
{
    dls_fault fault = {.code = DLS_OK};
    double start = dls_clock();
    dls_error error = S->model->advance(S->model->data, q, v, h, next, &fault);
    S->stats->time_model += dls_clock() - start;
    if (!error && !dls_finite(S->nq, next)) {
        error = dls_fail(&fault, DLS_ERROR_MODEL,
                         "'advance' of the model returned numbers that are not finite");
    }
    if (error) {
        S->broken = fault;
        S->broken.code = error;
        dls_copy(S->nq, q, next);
    }
}

dls_error dls_motion_mend(dls_motion_source *S, dls_fault *fault)
{
    dls_error error = S->broken.code;
    if (error) {
        *fault = S->broken;
        S->broken.code = DLS_OK;
    }
    return error;
}

void dls_motion_advance(dls_motion_source *S, const double *q, const double *v, double h,
                        double *next)
{
    if (S->model->advance) {
        own_advance(S, q, v, h, next);
        return;
    }
    for (dls_int k = 0; k < S->n; k++) {
        next[k] = q[k] + h * v[k];
    }
}

/* E stands at (t, q, v) from now on, and forgets what is not true there. */
static void move(const dls_motion_source *S, dls_motion_values *E, double t, const double *q,
                 const double *v)
{
    size_t nq = (size_t)S->nq * sizeof *q, n = (size_t)S->n * sizeof *v;
    bool same_q = memcmp(q, E->q, nq) == 0, same = same_q && t == E->t && !memcmp(v, E->v, n);
    if (E->generation != S->generation) {
        E->have &= S->kept | ~(unsigned)DLS_PARTS_CONTACT;
        E->generation = S->generation;
    }
    if (same) {
        return;
    }
    E->have &= S->kept | (same_q ? S->positional : 0);
    E->t = t;
    memcpy((double *)E->q, q, nq);
    memcpy((double *)E->v, v, n);
}

/* f - C v - K q */
static void load(const dls_motion_source *S, dls_motion_values *E)
{
    if (S->model->constant & DLS_PART_FORCE) {
        dls_copy(S->n, S->constant.f, E->f);
    } else if (!(S->model->given & DLS_PART_FORCE)) {
        dls_zero(S->n, E->f);
    }
    if (S->model->C.rows) {
        dls_mul(S->model->C, -1, E->v, E->f);
    }
    if (S->model->K.rows) {
        dls_mul(S->model->K, -1, E->q, E->f);
    }
}

/* h0 + G'q of a constant h or g */
static void level(const dls_motion_source *S, dls_motion_values *E, dls_motion_part part)
{
    if (part == DLS_PART_GAP) {
        dls_copy(S->nu, S->constant.g, E->g);
        dls_mul_t(S->constant.N, 1, E->q, E->g);
    } else {
        dls_copy(S->nb, S->constant.h, E->h);
        dls_mul_t(S->constant.G, 1, E->q, E->h);
    }
}

dls_error dls_motion_evaluate(dls_motion_source *S, dls_motion_values *E, unsigned parts, double t,
                              const double *q, const double *v, dls_fault *fault)
{
    dls_error error = dls_motion_mend(S, fault);
    if (error) {
        return error;
    }
    move(S, E, t, q, v);
    unsigned missing = parts & ~E->have;
    error = missing & S->asked ? dls_motion_ask(S, E, missing & S->asked, fault) : DLS_OK;
    if (error) {
        return error;
    }
    if (S->loaded && (missing & DLS_PART_FORCE)) {
        load(S, E);
    }
    unsigned levels = missing & S->model->constant & (DLS_PART_GAP | DLS_PART_CONSTRAINT);
    if (levels & DLS_PART_GAP) {
        level(S, E, DLS_PART_GAP);
    }
    if (levels & DLS_PART_CONSTRAINT) {
        level(S, E, DLS_PART_CONSTRAINT);
    }
    missing &= ~(S->asked | levels | (S->loaded ? DLS_PART_FORCE : 0));
    for (int k = 0; !error && missing >> k; k++) {
        error = missing >> k & 1 ? dls_motion_difference(S, E, 1u << k, fault) : DLS_OK;
    }
    E->have |= error ? 0 : parts;
    return error;
}
