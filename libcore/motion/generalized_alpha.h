/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generalized-alpha method: its workspace, and what it knows of the step before. */
#ifndef DLS_GENERALIZED_ALPHA_H
#define DLS_GENERALIZED_ALPHA_H

#include "motion/scheme.h"

typedef struct {
    double am, af, gamma, beta, c;
    unsigned parts;
    dls_motion_values values;
    dls_motion_matrices K;
    dls_percussion *contacts, *smooth;                    /* of M, of M less Jacobians */
    bool coupled;                                         /* Jacobians are used */
    double h;                                             /* of `smooth` */
    double mass;                                          /* max |M| */
    double *d, *a, *W, *dW, *v, *v1, *q, *x, *r, *free_v; /* n; q: nq; dW: of the last iteration */
    double *u0, *mu, *cohesion, *rolling, *spinning;      /* nu */
    dls_motion_law *law;                                  /* nu */
    double *soft; /* d nu; stale: it, or moments, are others */
    bool stale;
    double *c_b, *s, *p, *lambda, *zero, *all; /* nb, d nu, np, np, n, np */
    bool *active, *none;                       /* nu */
} dls_motion_alpha;

/* memory: 1 after the first step; d, a (n), lambda of d and of a (nb); two powers */
typedef struct {
    double *d, *a, *ld, *la, *power;
} dls_alpha_past;

static inline dls_alpha_past dls_alpha_past_of(const dls_motion_run *R,
                                               const dls_motion_point *point)
{
    double *m = point->memory + 1;
    double *l = m + 2 * R->n;
    return (dls_alpha_past){m, m + R->n, l, l + R->nb, l + 2 * R->nb};
}

/* z1 of (1 - am) z1 + am z0 = (1 - af) d1 + af d0 */
static inline double dls_alpha_mixed(const dls_motion_alpha *X, double d1, double d0, double z0)
{
    return ((1 - X->af) * d1 + X->af * d0 - X->am * z0) / (1 - X->am);
}

/* Cohesion acts on a contact that was closed, or that touches where a motion begins. */
static inline bool dls_alpha_clings(const dls_motion_values *first, const dls_motion_point *from,
                                    dls_int contact)
{
    bool begins = from->memory[0] == 0;
    return first->cohesion[contact] > 0 &&
           (from->status[contact] != 0 || (begins && first->g[contact] <= 0));
}

/* alpha_contacts.c: X->x := W, X->p: they change free_v to free_v + W at fixed positions. */
dls_error dls_motion_alpha_percussions(dls_motion_run *R, double h, const dls_motion_point *from,
                                       const dls_motion_values *E, dls_motion_report *report,
                                       dls_fault *fault);

#endif
