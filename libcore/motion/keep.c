/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run in numbers: it goes on elsewhere, later, with the same bits. */
#include <math.h>
#include <string.h>

#include "motion/book.h"

/* What is not in a picture, in this order; then what the model keeps of its contacts */
enum { NUMBERS = 15 + DLS_WORKS };

dls_error dls_motion_renew(dls_motion_run *R, dls_fault *fault)
{
    dls_error error = dls_motion_widen(R, R->nu, fault);
    error = error ? error : dls_motion_meet_contacts(R, fault);
    R->book->to.t = R->now.t; /* nothing is known within the last step */
    return error ? error : R->scheme->begin(R, fault);
}

static void put_numbers(const dls_motion_run *R, double *x)
{
    const dls_motion_book *B = R->book;
    const double numbers[] = {(double)R->nu,
                              R->from,
                              R->until,
                              R->now.gain,
                              (double)R->redundant,
                              (double)R->repeats,
                              R->suspect,
                              B->h,
                              B->longest,
                              (double)B->next,
                              (double)B->redundant,
                              (double)B->since,
                              (double)B->stretch,
                              B->judged.worst,
                              (double)B->judged.column};
    memcpy(x, numbers, sizeof numbers);
    dls_copy(DLS_WORKS, R->now.work, x + NUMBERS - DLS_WORKS);
}

static void take_numbers(dls_motion_run *R, const double *x)
{
    dls_motion_book *B = R->book;
    R->from = x[1];
    R->until = x[2];
    R->now.gain = x[3];
    R->redundant = (dls_int)x[4];
    R->repeats = (dls_int)x[5];
    R->suspect = x[6] != 0;
    B->h = x[7];
    B->longest = x[8];
    B->next = (dls_int)x[9];
    B->redundant = (dls_int)x[10];
    B->since = (dls_int)x[11];
    B->stretch = (dls_int)x[12];
    B->judged.worst = x[13];
    B->judged.column = (dls_int)x[14];
    dls_copy(DLS_WORKS, x + NUMBERS - DLS_WORKS, R->now.work);
}

dls_error dls_motion_keep(dls_motion_run *R, const double **numbers, dls_int *count,
                          dls_fault *fault)
{
    const dls_motion_model *L = &R->model;
    dls_int more = 0;
    dls_error error = L->kept ? L->kept(L->data, false, &more, NULL, fault) : DLS_OK;
    double *x = error ? NULL : dls_grow(R->book->kept, NUMBERS + more, sizeof *x);
    if (!x) {
        return error ? error : dls_fail_memory(fault);
    }
    R->book->kept = x;
    put_numbers(R, x);
    *numbers = x;
    *count = NUMBERS + more;
    return L->kept ? L->kept(L->data, false, &more, x + NUMBERS, fault) : DLS_OK;
}

/* Identities of contacts, each once; 0: none. Two places for one contact would leave too few. */
static bool are_identities(dls_int count, const double *x)
{
    static const double MANY = 9007199254740992.0; /* 2^53 */
    bool good = true;
    for (dls_int k = 0; good && k < count; k++) {
        good = x[k] >= 0 && x[k] < MANY && x[k] == floor(x[k]);
        for (dls_int j = 0; good && x[k] > 0 && j < k; j++) {
            good = x[j] != x[k];
        }
    }
    return good;
}

/* Whole numbers that index: of columns, redundant constraints, steps */
static bool fits(const dls_motion_run *R, const dls_motion_picture *P, dls_int count,
                 const double *x)
{
    static const double MANY = 9007199254740992.0; /* 2^53 */
    const dls_motion_book *B = R->book;
    bool sizes = P->n == R->n && P->nq == R->nq && P->nb == R->nb && P->count >= 1 &&
                 P->np == R->nb + R->d * P->nu && P->events >= 0 &&
                 (P->identity_now || !R->model.contacts) && count >= NUMBERS;
    sizes = sizes && x[0] == (double)P->nu && (P->nu == R->nu || R->model.contacts) && P->nu >= 0;
    sizes = sizes && (!R->model.contacts || are_identities(P->nu, P->identity_now));
    const double most[] = {(double)R->nb, (double)DLS_MAX(R->nb - 1, 0), 1};
    for (int k = 0; sizes && k < 3; k++) {
        sizes = x[4 + k] >= 0 && x[4 + k] <= most[k];
    }
    sizes = sizes && x[9] >= 0 && x[9] <= (double)B->wanted && x[10] >= 0 && x[10] <= most[0];
    for (int k = 11; sizes && k < 15; k++) {
        sizes = k == 13 || (x[k] >= 0 && x[k] <= MANY);
    }
    for (dls_int k = 0; sizes && k < P->events; k++) {
        sizes = P->event[k].kind >= 0 && P->event[k].kind < DLS_EVENTS;
    }
    return sizes && isfinite(P->now) && P->now <= R->tend && x[1] <= P->now;
}

static dls_error take_book(dls_motion_run *R, const dls_motion_picture *P, dls_fault *fault)
{
    dls_motion_book *B = R->book;
    const double *const column[] = {P->t,    P->q,        P->v,       P->p,         P->status,
                                    P->gap,  P->identity, P->kinetic, P->potential, P->violation,
                                    P->work, P->residual, P->elastic};
    dls_motion_event *event = dls_grow(B->event, DLS_MAX(P->events, 1), sizeof *event);
    B->event = event ? event : B->event;
    B->events = B->accepted = 0;
    if (!event || !dls_motion_book_reserve(B, P->count)) {
        return dls_fail_memory(fault);
    }
    B->event_room = DLS_MAX(P->events, 1);
    B->count = P->count;
    for (int k = 0; k < 13; k++) {
        dls_copy(B->rows[k] * P->count, column[k], B->column[k]);
    }
    if (P->events > 0) {
        memcpy(B->event, P->event, (size_t)P->events * sizeof *B->event);
    }
    B->events = B->accepted = P->events;
    return DLS_OK;
}

dls_error dls_motion_resume(dls_motion_run *R, const dls_motion_picture *P, dls_int count,
                            const double *numbers, dls_fault *fault)
{
    dls_error error = DLS_OK;
    bool other = !fits(R, P, count, numbers);
    if (!other && P->nu != R->nu) {
        error = dls_motion_widen(R, P->nu, fault);
        error = error ? error : R->scheme->begin(R, fault);
    }
    other = other || (!error && P->memories != R->memories);
    if (other) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "what was kept is not of such a motion");
    }
    error = error ? error : take_book(R, P, fault);
    if (error) {
        return error;
    }
    R->now.t = P->now;
    dls_copy(R->nq, P->q_now, R->now.q);
    dls_copy(R->n, P->v_now, R->now.v);
    dls_copy(R->np, P->p_now, R->now.p);
    dls_copy(R->nu, P->status_now, R->now.status);
    dls_copy(R->memories, P->memory, R->now.memory);
    if (R->model.contacts) {
        dls_copy(R->nu, P->identity_now, R->source->identity);
    }
    take_numbers(R, numbers);
    double *own = dls_grow(R->book->kept, count, sizeof *own);
    if (!own) {
        return dls_fail_memory(fault);
    }
    R->book->kept = own;
    dls_copy(count, numbers, own);
    if (R->model.kept) {
        dls_int more = count - NUMBERS;
        error = R->model.kept(R->model.data, true, &more, own + NUMBERS, fault);
    }
    error = error ? error : dls_motion_renew(R, fault);
    R->stats = P->stats; /* it was renewed before it was kept */
    return error;
}
