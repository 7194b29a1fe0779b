/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that is known of a run, as a struct */
#include "dls_model_host.h"
#include "dls_reader.h"

static mxArray *events(const dls_motion_picture *S)
{
    static const char *fields[] = {"t", "contact", "kind", "value"};
    mxArray *x = mxCreateStructMatrix(1, (mwSize)S->events, 4, fields);
    for (dls_int k = 0; k < S->events; k++) {
        const dls_motion_event *e = S->event + k;
        mwIndex at = (mwIndex)k;
        mxSetFieldByNumber(x, at, 0, mxCreateDoubleScalar(e->t));
        mxSetFieldByNumber(x, at, 1, mxCreateDoubleScalar((double)e->contact + 1));
        mxSetFieldByNumber(x, at, 2, mxCreateString(dls_motion_event_text(e->kind)));
        mxSetFieldByNumber(x, at, 3, mxCreateDoubleScalar(e->value));
    }
    return x;
}

static mxArray *statistics(const dls_motion_stats *stats)
{
    static const char *const fields[] = {
        "steps", "rejected",   "solves",      "factorisations", "iterations", "evaluations",
        "time",  "time_model", "time_factor", "time_contacts",  "residual"};
    double numbers[DLS_STATISTICS];
    dls_motion_put_statistics(stats, numbers);
    return dls_mex_numbers(DLS_STATISTICS, fields, numbers);
}

/* The last state: a motion goes on from there. */
static mxArray *last(const dls_motion_picture *S)
{
    static const char *const fields[] = {"t", "q", "v", "p", "status", "memory"};
    mxArray *const parts[] = {
        mxCreateDoubleScalar(S->now),          dls_mex_copy(S->q_now, S->nq, 1),
        dls_mex_copy(S->v_now, S->n, 1),       dls_mex_copy(S->p_now, S->np, 1),
        dls_mex_copy(S->status_now, S->nu, 1), dls_mex_copy(S->memory, S->memories, 1)};
    return dls_mex_struct(6, fields, parts);
}

mxArray *dls_motion_solution(const dls_motion_picture *S)
{
    static const char *fields[] = {
        "t",         "q",        "v",    "p",       "status",  "gap",    "kinetic", "potential",
        "violation", "residual", "work", "contact", "elastic", "events", "stats",   "last"};
    const double *column[] = {S->t,    S->q,        S->v,         S->p,         S->status,
                              S->gap,  S->kinetic,  S->potential, S->violation, S->residual,
                              S->work, S->identity, S->elastic};
    const dls_int rows[] = {1, S->nq, S->n, S->np, S->nu, S->nu, 1, 1, 1, 1, DLS_WORKS, S->nu, 1};
    mxArray *x = mxCreateStructMatrix(1, 1, 16, fields);
    for (int k = 0; k < 13; k++) {
        mxSetFieldByNumber(x, 0, k,
                           column[k] ? dls_mex_copy(column[k], rows[k], S->count)
                                     : dls_mex_zeros(0, S->count));
    }
    mxSetField(x, 0, "events", events(S));
    mxSetField(x, 0, "stats", statistics(&S->stats));
    mxSetField(x, 0, "last", last(S));
    return x;
}
