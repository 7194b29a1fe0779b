/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a step leaves of its scheme's equations, recomputed from its two points and from values that
   are asked anew; each equation relative to its largest term. */
#ifndef DLS_JUDGE_H
#define DLS_JUDGE_H

#include "motion/book.h"

/* speed: the size that velocities have in a step, |v0| + |v1| + (its momenta) / max |M|; pace: the
   same without reactions, which are huge where contacts jam: laws of velocities are judged by it */
typedef struct {
    dls_motion_run *R;
    dls_motion_judged *J;
    double *worst;
    double size, speed, pace;
    double hold;                    /* of the contact: its law speaks of p_N + hold */
    dls_motion_law law;             /* of it */
    const dls_motion_values *first; /* at the beginning of the step: laws, speeds of surfaces */
    bool own; /* and the gradients of velocities before; else they are those of the step */
    const double *v0, *v1;
} dls_judgement;

/* *worst := max (*worst, |value| / size); no number counts as Inf */
void dls_judge_value(double *worst, double value, double size);
/* An equation of n rows: terms are added up; its rest is judged */
void dls_judge_begin(dls_judgement *V);
void dls_judge_matrix(dls_judgement *V, dls_view A, double factor, const double *x);
void dls_judge_vector(dls_judgement *V, double factor, const double *x);
/* -G pb - N pn - T pt */
void dls_judge_reactions(dls_judgement *V, const dls_motion_values *E, const double *p);
void dls_judge_end(dls_judgement *V);
/* |v0| + |v1| + (the terms up to now, of momenta) / max |M| */
double dls_judge_pace(const dls_judgement *V, const dls_motion_values *E, const double *v0,
                      const double *v1);
/* M v1 - M v0 - h f - G pb - N pn - T pt, and with it V->speed, V->pace */
void dls_judge_momentum(dls_judgement *V, double h, const dls_motion_values *E, const double *v0,
                        const double *v1, const double *p);
/* G'v + w (w NULL: none) */
void dls_judge_rates(const dls_judgement *V, dls_view G, const double *v, const double *w);
/* N'v0 + w0 of contact i, E: of the step */
double dls_judge_approach(const dls_judgement *V, dls_int i, const dls_motion_values *E);
/* V->law of contact i, and u of which it speaks, along the gradients in E; end: the speeds of
   surfaces at the end of the step */
void dls_judge_rebound(dls_judgement *V, double h, dls_int i, const dls_motion_values *E,
                       const dls_motion_values *end, const double *p, double *u);
/* Coulomb's law of contact i for the velocity u of which it speaks; open: its gap, by a time, is
   foreseen to be positive or not (0: it touches) */
void dls_judge_contact(const dls_judgement *V, dls_int i, const dls_motion_values *E, double mu,
                       double open, const double *u, const double *p);
/* The same of its moments */
void dls_judge_moments(const dls_judgement *V, dls_int i, const dls_motion_values *E,
                       const double *u, const double *p);
/* q against what it should be */
void dls_judge_positions(const dls_judgement *V, const double *q, const double *expected);

#endif
