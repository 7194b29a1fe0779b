/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts with friction at one instant: what the files of this module share. */
#ifndef DLS_CONTACT_H
#define DLS_CONTACT_H

#include "sparse/sparse.h"

/* One side, bilateral or unilateral, of a system. */
typedef struct {
    dls_int count, k; /* contacts, tangents of each: d - 1, or 0 without tangents */
    dls_view G, H;
    const double *b, *t, *mu, *v;
} dls_contact_side;

typedef enum { DLS_FRICTIONLESS, DLS_SLIDING, DLS_STICKING } dls_contact_mode;

/* Sizes, matrices, finite numbers, mu >= 0: what C programs may get wrong. */
dls_error dls_contact_system_check(const dls_contact_system *S, dls_fault *fault);
dls_contact_side dls_contact_side_of(const dls_contact_system *S, bool unilateral);
dls_contact_mode dls_contact_mode_of(const dls_contact_side *C, dls_int contact);
/* += factor A(:, j) */
void dls_contact_add_column(dls_scatter *sum, dls_view A, dls_int j, double factor);
/* x (as in a result) of the unknowns v of a problem */
void dls_contact_spread(const dls_contact_system *S, const dls_contact_problem *P, const double *v,
                        double *x);
/* Reactions in x := friction of sliding contacts, and t of sticking ones */
void dls_contact_rub(const dls_contact_system *S, const dls_contact_problem *P, const double *t,
                     double *x);
dls_int dls_contact_rows(const dls_contact_system *S); /* of a result */

/* list.c: the distinct solutions of all cases that satisfy the laws to a tolerance */
typedef struct {
    dls_int count;
    double *x;     /* columns as in a result, count of them; freed by the caller */
    bool complete; /* nothing is missing */
    bool segment;  /* there are continua of solutions; their vertices are in the list */
} dls_contact_solutions;
dls_error dls_contact_enumerate(const dls_contact_system *S, const dls_contact_problem *P, bool law,
                                const dls_contact_settings *settings, const dls_watch *watch,
                                dls_contact_solutions *out, dls_fault *fault);
/* The number, from 1, of the first of the columns of `list` that differs from x by less than 1e-8
   of its largest entry; 0: none */
dls_int dls_contact_find(dls_int rows, dls_int count, const double *list, const double *x);
/* margin.c: one program of dls_contact_margin, of chosen signs (0: no cone) */
typedef struct {
    dls_outcome outcome; /* solved, primal_infeasible (value -Inf), or trouble */
    double value;        /* Inf: unbounded */
    double *lambda, *y;  /* columns; rows of G */
    int programs;
    char message[320];
} dls_contact_program;
dls_error dls_contact_margin_program(const dls_contact_margin *Q, const double *sign,
                                     const dls_watch *watch, dls_contact_program *out,
                                     dls_fault *fault);
/* The least mu n that allows the tangential force of a contact. */
double dls_contact_reach(const dls_contact_margin *Q, dls_int contact, const double *lambda);
/* signs.c: branch and bound; the rest of dls_contact_solve_margin */
dls_error dls_contact_margin_watched(const dls_contact_margin *Q, const dls_watch *watch,
                                     dls_contact_margin_answer *out, dls_fault *fault);
/* |x|, x with k entries */
double dls_contact_length(dls_int k, const double *x);

#endif
