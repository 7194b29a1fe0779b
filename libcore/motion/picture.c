/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that is known of a run, as views. */
#include "motion/book.h"

void dls_motion_state(const dls_motion_run *R, dls_motion_picture *picture)
{
    const dls_motion_book *B = R->book;
    *picture = (dls_motion_picture){
        .n = R->n,
        .nq = R->nq,
        .nb = R->nb,
        .nu = R->nu,
        .np = R->np,
        .count = B->count,
        .events = B->accepted,
        .t = B->column[0],
        .q = B->column[1],
        .v = B->column[2],
        .p = B->column[3],
        .status = B->column[4],
        .gap = B->column[5],
        .identity = R->model.contacts ? B->column[6] : NULL,
        .kinetic = B->column[7],
        .potential = B->column[8],
        .violation = B->column[9],
        .work = B->column[10],
        .residual = B->column[11],
        .elastic = B->column[12],
        .event = B->event,
        .now = R->now.t,
        .q_now = R->now.q,
        .v_now = R->now.v,
        .p_now = R->now.p,
        .status_now = R->now.status,
        .identity_now = R->model.contacts ? R->source->identity : NULL,
        .memory = R->now.memory,
        .memories = R->memories,
        .finished = dls_motion_arrived(R),
        .outcome = B->outcome,
        .message = B->message,
        .stats = R->stats,
    };
}
