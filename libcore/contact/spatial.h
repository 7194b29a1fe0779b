/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coulomb's law in space, and friction of many contacts, at one instant: dls_friction, or a fixed
   point on the normal forces, then Newton's method for the digits and for other solutions.
   Tests: test_contact_spatial.c, test_contact_spatial.m, test_contact_large.m. */
#ifndef DLS_SPATIAL_H
#define DLS_SPATIAL_H

#include <math.h>

#include "contact/contact.h"

/* The problem. ln: normal forces, bilateral ones first. */
typedef struct {
    const dls_contact_system *S;  /* in natural units */
    const dls_contact_problem *P; /* without the law: Ht has the tangents of all that stick */
    const dls_contact_settings *settings;
    const dls_watch *watch;
    bool law;                        /* contacts that stick may slip */
    dls_int most;                    /* convex programs */
    dls_contact_list list;           /* other solutions */
    int k;                           /* tangents of a contact */
    dls_int n, nb, nl, rows, groups; /* coordinates; contacts; entries of an answer; of tangents */
    dls_int *contact;                /* groups: whose, in ln */
    double *mu, *tau;                /* nl; tangents in Ht: constants of their accelerations */
    double *margin;                  /* nl: work of the check */
} dls_spatial;

/* An answer, as a column of dls_contact_result, and its largest residual; Inf: none yet. */
typedef struct {
    double *x;
    double worst;
} dls_spatial_answer;
/* Contact c sticks unless its tangential force exceeds this times |ln|. */
static inline double dls_spatial_friction(const dls_spatial *D, dls_int c)
{
    return D->law ? D->mu[c] : INFINITY;
}
dls_error dls_spatial_check(const dls_spatial *D, dls_spatial_answer *answer, dls_fault *fault);

/* gauss.c: the fixed point on the normal forces */
typedef struct {
    dls_outcome outcome; /* solved, max_iterations; primal_infeasible: proof; of the last program */
    dls_int programs;
    double *proof;     /* rows of the program of Gauss' principle; the caller's */
    dls_outcome ended; /* of the last program, if it has no answer */
} dls_spatial_fixpoint;
dls_int dls_spatial_program_rows(const dls_spatial *D);
dls_error dls_spatial_iterate(const dls_spatial *D, dls_spatial_answer *answer,
                              dls_spatial_fixpoint *out, dls_fault *fault);

/* newton.c: steps on the equations of the active contacts */
typedef struct dls_spatial_newton dls_spatial_newton;
dls_error dls_spatial_newton_new(const dls_spatial *D, dls_spatial_newton **out, dls_fault *fault);
void dls_spatial_newton_free(dls_spatial_newton *T);
/* A nearby answer to more digits, if it gets better. */
dls_error dls_spatial_polish(dls_spatial_newton *T, dls_spatial_answer *answer, dls_fault *fault);
/* states (nl): 0 open, 1 held, 1 + j slipping at angle j; negative: ln < 0 */
dls_error dls_spatial_start(dls_spatial_newton *T, const int *state, dls_spatial_answer *answer,
                            dls_fault *fault);
double dls_spatial_angle(int j); /* 1.. DLS_SPATIAL_ANGLES */
enum { DLS_SPATIAL_ANGLES = 6 };

/* starts.c: solutions with different accelerations, from at most so many cases */
typedef struct {
    dls_int count;
    double *x;    /* columns, DLS_SPATIAL_MOST of them; the caller's */
    bool several; /* different reactions were met with one acceleration */
} dls_spatial_list;
enum { DLS_SPATIAL_MOST = 20 };
dls_error dls_spatial_search(const dls_spatial *D, dls_spatial_newton *T, double tolerance,
                             int most, dls_spatial_list *list, dls_fault *fault);

/* contraction.c: a bound on the Lipschitz constant of the fixed point; Inf: none is known */
dls_error dls_spatial_contraction(const dls_spatial *D, double *constant, dls_fault *fault);

/* spatial.c: the whole. S, P, settings, watch, law, most, list are given. Fills outcome, method,
   message, iterations, unique and certificate of out, and its proof (rows of the program); list->x
   holds count answers, or the best point. */
dls_error dls_contact_spatial(const dls_spatial *given, dls_spatial_list *list,
                              dls_contact_result *out, dls_fault *fault);

#endif
