/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constraints that are active at an answer, and the gradients of their reactions. */
#ifndef DLS_ACTIVE_H
#define DLS_ACTIVE_H

#include "contact/contact.h"

typedef struct {
    const dls_contact_scaled *N;
    const dls_contact_problem *P;
    double *x;
    dls_contact_answer v; /* in x */
    double force;         /* the largest reaction */
    bool *strict, *tight; /* nu: presses; closes */
    bool *use;            /* nu: what may press */
    double *sign;         /* nb: of its reaction */
    double *a, *values;   /* n + columns: work */
    dls_mat G;            /* under construction */
    dls_int room, *zero;  /* its entries; n + 1 zeros */
    dls_scatter sum;
    double *R, *l, *unit, *none; /* n; columns */
} dls_active;

dls_int dls_active_columns(const dls_active *W); /* of G, at most */
void dls_active_look(dls_active *W);
/* G := [Gb - Hb Db sign, Gu - Hu Du (which), Ht]: what reactions pull at; false: out of memory */
bool dls_active_pulls(dls_active *W, const bool *which);
/* independent: columns of G that are tight; unique: acceleration and reactions */
dls_error dls_active_unique(dls_active *W, bool *independent, dls_verdict *unique,
                            dls_fault *fault);

#endif
