/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One linear problem of assembly, of any rank and size: the least
     |d + x|^2 in the metric of M + |G'x + h|^2 / s^2,
   as M x + M d = G l, G'x + s y + h = 0 with y the other unknown. */
#ifndef DLS_CLOSE_H
#define DLS_CLOSE_H

#include "kkt/kkt.h"
#include "mechanism/mechanism.h"

typedef struct {
    dls_pool pool;
    dls_mechanism *B;
    const bool *held; /* of bodies; NULL: none */
    dls_int n, m;
    double t, length, mass; /* units: size of the mechanism, and mass length^2 */
    dls_mat M, G;           /* of x and y; equations in units */
    dls_kkt *kkt;
    double *F, *b, *x, *lambda; /* n + m, m, n + m, m */
    double *q0, *v0, *h;        /* where it began; equations in units */
    double *q, *trial, *d, *Md; /* nq, nq, n, n */
    dls_mechanism_values E;
} dls_closing;

dls_error dls_mechanism_closing_new(dls_mechanism *B, const bool *held, double t, dls_closing *C,
                                    dls_fault *fault);
void dls_mechanism_closing_free(dls_closing *C);
/* of equation j: 1, or one over the length */
double dls_mechanism_unit(const dls_closing *C, dls_int j);
/* E at q and v; h in units, of the lines that have one. *distance: |h| */
dls_error dls_mechanism_measure(dls_closing *C, const double *q, const double *v, double *distance,
                                dls_fault *fault);
/* C->x from C->F (the first n) and h. speeds: all lines, else those that have a value */
dls_error dls_mechanism_close(dls_closing *C, bool speeds, double s, const double *h,
                              dls_fault *fault);
/* d := what leads from q0 to q, g := gradient of d'M d/2, returns d'M d; in units */
double dls_mechanism_moved(const dls_closing *C, const double *q, double *d, double *g);

#endif
