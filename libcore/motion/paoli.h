/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The step of Schatzman and Paoli: its workspace, and its contacts. */
#ifndef DLS_PAOLI_H
#define DLS_PAOLI_H

#include "motion/scheme.h"

/* memory: 1 after the first step, its length, q(k-1) */
typedef struct {
    unsigned parts; /* at the middle of the step */
    dls_motion_values middle, end, contact[2];
    double e_of[2]; /* restitution at which a contact's values are */
    int last;       /* of these two */
    int d;          /* 1 without friction */
    dls_motion_matrices K;
    dls_view normal; /* gradients of the contacts, each at its place */
    dls_mat N;       /* of contacts with different restitution */
    dls_int room;    /* its entries */
    dls_percussion *P;
    double h;                        /* of P */
    double *w, *x, *x1, *r, *vm, *q; /* n */
    double *c, *s, *p, *e, *mu;      /* nb, d nu, np, nu, nu */
    bool *active;                    /* nu */
} dls_motion_paoli;

/* w with q(1) = q0 + h v0 + h^2/2 a0: w = h v0 - h^2/2 a0; contacts that rest take part in a0. */
dls_error dls_motion_paoli_start(dls_motion_run *R, double h, const dls_motion_point *from,
                                 dls_motion_report *report, dls_fault *fault);
/* w of the steps after the first */
void dls_motion_paoli_before(dls_motion_run *R, double h, const dls_motion_point *from);
/* s + N'x = (1 + e) g, linearised about x; *N: gradients, each at the place of its contact. */
dls_error dls_motion_paoli_gaps(dls_motion_run *R, double h, const dls_motion_point *from,
                                dls_view *N, dls_fault *fault);

#endif
