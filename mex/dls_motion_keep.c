/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run as a struct of numbers, and back */
#include <math.h>
#include <string.h>

#include "dls_model_host.h"
#include "dls_reader.h"

typedef struct {
    dls_motion_picture S;
    const double *event, *stats, *numbers;
} inputs;

#define DLS_MEX_COLUMNS(text, member, rows) DLS_MEX_ARGUMENT(text, NUMBERS, S.member, rows, "c")
static const dls_mex_argument fields[] = {
    DLS_MEX_COLUMNS("t", t, "1"),
    DLS_MEX_COLUMNS("q", q, "q"),
    DLS_MEX_COLUMNS("v", v, "n"),
    DLS_MEX_COLUMNS("p", p, "p"),
    DLS_MEX_COLUMNS("status", status, "u"),
    DLS_MEX_COLUMNS("gap", gap, "u"),
    DLS_MEX_COLUMNS("identity", identity, "i"),
    DLS_MEX_COLUMNS("kinetic", kinetic, "1"),
    DLS_MEX_COLUMNS("potential", potential, "1"),
    DLS_MEX_COLUMNS("violation", violation, "1"),
    DLS_MEX_COLUMNS("work", work, "4"),
    DLS_MEX_COLUMNS("residual", residual, "1"),
    DLS_MEX_COLUMNS("elastic", elastic, "1"),
    DLS_MEX_ARGUMENT("event", NUMBERS, event, "4", "e"),
    DLS_MEX_ARGUMENT("now", NUMBER, S.now, NULL, NULL),
    DLS_MEX_ARGUMENT("q_now", FINITE, S.q_now, "q", "1"),
    DLS_MEX_ARGUMENT("v_now", FINITE, S.v_now, "n", "1"),
    DLS_MEX_ARGUMENT("p_now", FINITE, S.p_now, "p", "1"),
    DLS_MEX_ARGUMENT("status_now", FINITE, S.status_now, "u", "1"),
    DLS_MEX_ARGUMENT("memory", FINITE, S.memory, "k", "1"),
    DLS_MEX_ARGUMENT("identity_now", FINITE, S.identity_now, "i", "1"),
    DLS_MEX_ARGUMENT("stats", NUMBERS, stats, "s", "1"),
    DLS_MEX_ARGUMENT("numbers", NUMBERS, numbers, "x", "1"),
    DLS_MEX_END};

void dls_motion_put_statistics(const dls_motion_stats *stats, double *x)
{
    const double numbers[DLS_STATISTICS] = {(double)stats->steps,
                                            (double)stats->rejected,
                                            (double)stats->solves,
                                            (double)stats->factorisations,
                                            (double)stats->iterations,
                                            (double)stats->evaluations,
                                            stats->time,
                                            stats->time_model,
                                            stats->time_factor,
                                            stats->time_contacts,
                                            stats->residual};
    memcpy(x, numbers, sizeof numbers);
}

static dls_motion_stats take_statistics(const double *x)
{
    return (dls_motion_stats){.steps = (dls_int)x[0],
                              .rejected = (dls_int)x[1],
                              .solves = (dls_int)x[2],
                              .factorisations = (dls_int)x[3],
                              .iterations = (dls_int)x[4],
                              .evaluations = (dls_int)x[5],
                              .time = x[6],
                              .time_model = x[7],
                              .time_factor = x[8],
                              .time_contacts = x[9],
                              .residual = x[10]};
}

static mxArray *put_events(const dls_motion_event *event, dls_int count)
{
    mxArray *x = dls_mex_zeros(4, count);
    for (dls_int k = 0; k < count; k++) {
        const dls_motion_event *e = event + k;
        const double parts[] = {e->t, (double)e->contact, e->kind, e->value};
        memcpy(mxGetPr(x) + 4 * k, parts, sizeof parts);
    }
    return x;
}

static mxArray *column_of(const double *x, dls_int count)
{
    return count > 0 ? dls_mex_copy(x, count, 1) : dls_mex_zeros(0, 1);
}

mxArray *dls_motion_kept(const dls_motion_picture *S, dls_int count, const double *numbers,
                         bool whole)
{
    enum { KINDS = 13 };
    static const char *const names[] = {
        "t",       "q",         "v",         "p",     "status",     "gap",     "identity",
        "kinetic", "potential", "violation", "work",  "residual",   "elastic", "event",
        "now",     "q_now",     "v_now",     "p_now", "status_now", "memory",  "identity_now",
        "stats",   "numbers",   "sizes"};
    dls_int places = S->identity ? S->nu : 0;
    const double *const column[KINDS] = {
        S->t,       S->q,         S->v,         S->p,    S->status,   S->gap,    S->identity,
        S->kinetic, S->potential, S->violation, S->work, S->residual, S->elastic};
    const dls_int rows[KINDS] = {1, S->nq, S->n, S->np,     S->nu, S->nu, places,
                                 1, 1,     1,    DLS_WORKS, 1,     1};
    mxArray *part[KINDS + 11];
    for (int k = 0; k < KINDS; k++) {
        part[k] = dls_mex_zeros(rows[k], whole ? S->count : 0);
        if (whole) {
            memcpy(mxGetPr(part[k]), column[k], (size_t)(rows[k] * S->count) * sizeof(double));
        }
    }
    double stats[DLS_STATISTICS];
    dls_motion_put_statistics(&S->stats, stats);
    const double sizes[] = {(double)S->count, (double)S->events};
    mxArray *const rest[] = {put_events(S->event, whole ? S->events : 0),
                             mxCreateDoubleScalar(S->now),
                             column_of(S->q_now, S->nq),
                             column_of(S->v_now, S->n),
                             column_of(S->p_now, S->np),
                             column_of(S->status_now, S->nu),
                             column_of(S->memory, S->memories),
                             column_of(S->identity_now, places),
                             column_of(stats, DLS_STATISTICS),
                             column_of(numbers, count),
                             column_of(sizes, 2)};
    memcpy(part + KINDS, rest, sizeof rest);
    return dls_mex_struct(KINDS + 11, names, part);
}

dls_motion_picture dls_motion_take_kept(const mxArray *kept, const dls_motion_picture *S,
                                        dls_int *count, const double **numbers)
{
    static const dls_mex_argument whole = DLS_MEX_STRUCT("kept", fields);
    inputs I = {.event = NULL};
    dls_reader reader = {.inputs = (char *)&I};
    dls_motion_picture *P = &I.S;
    for (int k = 0; k < 26; k++) {
        reader.size[k] = NAN;
    }
    dls_mex_read(&reader, &whole, kept);
#define SIZE(letter) ((dls_int)reader.size[(letter) - 'a'])
    if (SIZE('s') != DLS_STATISTICS || (SIZE('i') != 0 && SIZE('i') != SIZE('u'))) {
        dls_mex_error("delassus:dimension", "dls_simulate: what was kept is not of such a motion");
    }
    dls_motion_event *event = mxCalloc((size_t)SIZE('e') + 1, sizeof *event);
    for (dls_int k = 0; k < SIZE('e'); k++) {
        const double *x = I.event + 4 * k;
        bool known = x[2] >= 0 && x[2] < DLS_EVENTS;
        event[k] = (dls_motion_event){x[0], (dls_int)x[1], known ? (int)x[2] : -1, x[3]};
    }
    P->n = SIZE('n');
    P->nq = SIZE('q');
    P->nb = S->nb;
    P->np = SIZE('p');
    P->nu = SIZE('u');
    P->count = SIZE('c');
    P->event = event;
    P->events = SIZE('e');
    P->memories = SIZE('k');
    P->identity_now = SIZE('i') == SIZE('u') ? P->identity_now : NULL;
    P->stats = take_statistics(I.stats);
    *count = SIZE('x');
    *numbers = I.numbers;
    return *P;
}
