/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts that come and go. Each has an identity and a place among nu; it keeps the place as long
   as it lives, so that percussions, states and starts of solvers follow it. Where there are more
   contacts than places the run gets more. */
#include <math.h>
#include <string.h>

#include "motion/book.h"

void dls_motion_empty_places(const dls_motion_source *S, dls_motion_values *E, unsigned parts)
{
    const struct {
        unsigned part;
        double *x, value;
    } vector[] = {{DLS_PART_GAP, E->g, DLS_MOTION_FAR},
                  {DLS_PART_GAP_SPEED, E->wu, 0},
                  {DLS_PART_GAP_RATE, E->bu, 0},
                  {DLS_PART_RESTITUTION, E->e, 0},
                  {DLS_PART_FRICTION, E->mu, 0},
                  {DLS_PART_COHESION, E->cohesion, 0},
                  {DLS_PART_DAMPING, E->damping, 0},
                  {DLS_PART_CREEP, E->creep, 0},
                  {DLS_PART_ROLLING, E->rolling, 0},
                  {DLS_PART_SPINNING, E->spinning, 0},
                  {DLS_PART_STIFFNESS, E->stiffness, INFINITY}};
    for (size_t j = 0; j < sizeof vector / sizeof *vector; j++) {
        for (dls_int k = 0; parts & vector[j].part && k < S->nu; k++) {
            vector[j].x[k] = S->contact[k] < 0 ? vector[j].value : vector[j].x[k];
        }
    }
    for (dls_int k = 0; parts & DLS_PART_TANGENT_SPEED && k < S->nt; k++) {
        E->wt[k] *= S->contact[k / (S->model->d - 1)] >= 0;
    }
}

/* Where the number of an identity is, or would be */
static dls_int *find(const dls_motion_source *S, const dls_int *identity, dls_int who)
{
    static const uint64_t MIX = 0x9E3779B97F4A7C15u; /* Knuth's multiplicative hash */
    dls_int k = (dls_int)((uint64_t)who * MIX >> 20) & (S->hashes - 1);
    while (S->hash[k] > 0 && identity[S->hash[k] - 1] != who) {
        k = (k + 1) & (S->hashes - 1);
    }
    return &S->hash[k];
}

static dls_error enter(dls_motion_source *S, dls_int count, const dls_int *identity,
                       dls_fault *fault)
{
    if (S->hashes < 2 * count) {
        dls_int size = 64;
        while (size < 4 * count) {
            size *= 2;
        }
        dls_int *hash = dls_grow(S->hash, size, sizeof *hash);
        S->hash = hash ? hash : S->hash;
        bool *seated = dls_grow(S->seated, size, sizeof *seated);
        S->seated = seated ? seated : S->seated;
        S->hashes = hash && seated ? size : 0;
        if (!S->hashes) {
            return dls_fail_memory(fault);
        }
    }
    if (S->hashes > 0) {
        memset(S->hash, 0, (size_t)S->hashes * sizeof *S->hash);
    }
    for (dls_int k = 0; k < count; k++) {
        dls_int *at = find(S, identity, identity[k]);
        if (identity[k] <= 0 || *at > 0) {
            return dls_fail(fault, DLS_ERROR_MODEL,
                            "contact %lld of the list has the identity %lld%s; expected numbers "
                            "> 0, all different",
                            (long long)k + 1, (long long)identity[k],
                            identity[k] > 0 ? ", which another one has" : "");
        }
        *at = k + 1;
    }
    return DLS_OK;
}

/* Nothing is known of a contact at place k. */
static void vacate(dls_motion_run *R, dls_int k)
{
    double *p = R->now.p + R->nb;
    p[k] = R->now.status[k] = R->source->identity[k] = 0;
    for (int t = 0; t < R->d - 1; t++) {
        p[R->nu + k * (R->d - 1) + t] = 0;
    }
}

/* Who has a place stays there; the others take the first ones that are free. */
static void settle(dls_motion_run *R, dls_int count, const dls_int *identity)
{
    dls_motion_source *S = R->source;
    dls_int next = 0;
    if (count > 0) {
        memset(S->seated, 0, (size_t)count * sizeof *S->seated);
    }
    for (dls_int k = 0; k < R->nu; k++) {
        dls_int who = (dls_int)S->identity[k], number = who && count ? *find(S, identity, who) : 0;
        S->contact[k] = number - 1;
        if (number > 0) {
            S->seated[number - 1] = true;
        } else if (who) {
            vacate(R, k);
        }
    }
    for (dls_int j = 0; j < count; j++) {
        if (!S->seated[j]) {
            while (S->contact[next] >= 0) {
                next++;
            }
            S->contact[next] = j;
            S->identity[next] = (double)identity[j];
        }
    }
    S->generation++;
}

dls_error dls_motion_count_contacts(dls_motion_run *R, double t, const double *q, const double *v,
                                    dls_int *count, const dls_int **identity, dls_fault *fault)
{
    double start = dls_clock(),
           h = R->settings.adaptive && R->book->h > 0 ? R->book->h : R->settings.step;
    dls_error error = R->model.contacts(R->model.data, t, q, v, h, count, identity, fault);
    R->book->longest = R->model.lasting ? R->model.lasting(R->model.data) : INFINITY;
    R->stats.time_model += dls_clock() - start;
    R->stats.evaluations++;
    return error;
}

dls_error dls_motion_meet_contacts(dls_motion_run *R, dls_fault *fault)
{
    dls_int count;
    const dls_int *identity;
    if (!R->model.contacts) {
        return DLS_OK;
    }
    dls_error error =
        dls_motion_count_contacts(R, R->now.t, R->now.q, R->now.v, &count, &identity, fault);
    error = error ? error : enter(R->source, count, identity, fault);
    bool more = !error && count > R->nu, begun = R->workspace != NULL;
    if (more) {
        error = dls_motion_widen(R, 2 * count, fault);
        error = error ? error : enter(R->source, count, identity, fault);
    }
    if (!error) {
        settle(R, count, identity);
    }
    /* a scheme may evaluate the model at once: all contacts have their places by then */
    return !error && more && begun ? R->scheme->begin(R, fault) : error;
}
