/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the verification of impacts: the question, what the laws of contacts say of an answer
   (impact_facts.c), and the checks (impact.c).
   Tests: tests/m/test_verify_damage_friction.m, tests/m/test_impact_laws.m. */
#ifndef DLS_VERIFY_IMPACT_H
#define DLS_VERIFY_IMPACT_H

#include "verify/verify.h"

typedef struct {
    const dls_impact_problem *P;
    const dls_impact_claim *X;
    dls_verify_report *report;
    dls_impact_facts facts;
    dls_pool pool;
    dls_int n, nb, nu, width, order;
    double *unit, *work, *momentum; /* order; n */
    double *before, *approach;      /* width, nu */
    double *e, *sum, *after, *all;  /* n, n, width, nb + width */
    double *terms, *reach;          /* 2 order, order */
    double most;
} dls_verify_hit;

static inline bool dls_verify_is_law(const dls_verify_hit *Q, dls_int contact, int law)
{
    return Q->P->law[contact] == law;
}

/* v'M v / 2 */
double dls_verify_energy(const dls_verify_hit *Q, const double *v);
/* How far velocities v and percussions p of a part of this role are from the laws of the contacts,
   at most: normal, and tangential. unit: as Q->unit; NULL: in the units given. */
void dls_verify_laws_of_impact(const dls_verify_hit *Q, int role, const double *v, const double *p,
                               const double *unit, double miss[2]);
/* Q->facts, from Q->before on */
void dls_verify_impact_facts(dls_verify_hit *Q);

#endif
