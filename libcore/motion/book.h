/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run has stored: columns and events, in arrays that grow by doubling. */
#ifndef DLS_BOOK_H
#define DLS_BOOK_H

#include "motion/scheme.h"

/* Of the judge: values, an equation and one of its terms, positions, velocities, reactions */
typedef struct {
    dls_motion_values at[2];
    double *rest, *term, *q, *v, *lambda; /* n, n, nq, n, nb */
    double worst, step;                   /* since the column `column`; of this step */
    dls_int column;
} dls_motion_judged;

typedef struct dls_motion_book dls_motion_book;
struct dls_motion_book {
    dls_pool pool;    /* what lives as long as the run, whatever the number of contacts */
    dls_int rows[13]; /* of t, q, v, p, status, gap, identity, kinetic, potential, violation, work,
                     residual, elastic */
    double *column[13];
    dls_int count, room;
    dls_motion_event *event;
    dls_int events, event_room;
    dls_int accepted; /* events before the step that is tried */
    double *times;    /* of columns that are wanted; NULL: those of steps */
    dls_int wanted, next;
    double *q, *v; /* between two steps */
    double *gap;   /* nu: before a step */
    char message[400];
    dls_outcome outcome;
    dls_motion_point to, middle, whole; /* of steps that are tried */
    double h, longest;                  /* the next one, adaptive; what its contacts allow */
    dls_motion_values mass[2]; /* where a step began and where it ended, of a mass that changes */
    dls_motion_judged judged;
    double clock;           /* up to when time is in the stats */
    dls_int redundant;      /* constraints, as told */
    dls_int since, stretch; /* steps at the beginning, and of the stretch */
    double *kept;           /* of dls_motion_keep */
};

/* The last state as a column, or the states at the times since `from`. */
dls_error dls_motion_store_first(dls_motion_run *R, dls_fault *fault);
dls_error dls_motion_store(dls_motion_run *R, const dls_motion_point *from, dls_fault *fault);
/* Room for as many columns */
bool dls_motion_book_reserve(dls_motion_book *B, dls_int columns);
/* The columns for R->nu contacts instead of nu0 */
bool dls_motion_book_widen(dls_motion_run *R, dls_int nu0);
void dls_motion_book_free(dls_motion_book *B);
/* Changes of status between two points as events, where the step told none. */
dls_error dls_motion_tell_changes(dls_motion_run *R, const dls_motion_point *from,
                                  const dls_motion_point *to, dls_fault *fault);

/* course.c: is it one? Its arrays, with the run */
dls_error dls_motion_check_course(const dls_motion_course *C, const dls_motion_settings *S,
                                  dls_int nq, dls_int n, dls_fault *fault);
bool dls_motion_own_course(dls_motion_run *R, const dls_motion_course *C);

/* engine.c: is the motion at its end? */
bool dls_motion_arrived(const dls_motion_run *R);
/* sample.c: the next stretch, where one begins; at a sample states change */
dls_error dls_motion_begin_stretch(dls_motion_run *R, dls_fault *fault);
/* work.c: energy that the percussions of the step made, as an event */
dls_error dls_motion_tell_gain(dls_motion_run *R, dls_fault *fault);
/* book.c: another number of constraints repeats others */
dls_error dls_motion_tell_redundant(dls_motion_run *R, dls_fault *fault);
/* Contacts that are closed at the start and approach: the first step of schemes that locate no
   events hits them */
dls_error dls_motion_tell_first(dls_motion_run *R, const dls_motion_point *from,
                                const dls_motion_point *to, dls_fault *fault);
/* A step whose iteration ended with this change, or whose contacts miss their law by it (0:
   neither), or that leaves more of its equations than rounding does */
dls_error dls_motion_tell_unsettled(dls_motion_run *R, double lacks, dls_fault *fault);
/* What a mass that changes adds to the work of the step from `from` to now */
dls_error dls_motion_work_mass(dls_motion_run *R, const dls_motion_point *from, dls_fault *fault);

/* contact_list.c: contacts that come and go. Which there are; their places when a step begins */
dls_error dls_motion_count_contacts(dls_motion_run *R, double t, const double *q, const double *v,
                                    dls_int *count, const dls_int **identity, dls_fault *fault);
dls_error dls_motion_meet_contacts(dls_motion_run *R, dls_fault *fault);
/* engine.c: nu capacities for contacts from now on, which have no places yet; the scheme has ended
   and must begin anew */
dls_error dls_motion_widen(dls_motion_run *R, dls_int nu, dls_fault *fault);

/* judge.c: a step that is to be accepted */
dls_error dls_motion_judge(dls_motion_run *R, double h, const dls_motion_point *from,
                           const dls_motion_point *to, dls_fault *fault);

/* attempt.c: one step of R->now to R->book->to, of a length that is given or adaptive */
dls_error dls_motion_attempt(dls_motion_run *R, dls_motion_report *report, dls_fault *fault);
/* adaptive.c: one accepted step of R->now to R->book->to, of a length that its error allows */
dls_error dls_motion_adaptive(dls_motion_run *R, dls_motion_report *report, dls_fault *fault);

#endif
