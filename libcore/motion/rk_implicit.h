/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the stages of an implicit method keep. The stages that are unknown are the `free` last ones
   (not the first where it is the beginning of the step). */
#ifndef DLS_RK_IMPLICIT_H
#define DLS_RK_IMPLICIT_H

#include "motion/rk.h"
#include "motion/slope.h"

typedef struct {
    const dls_rk_state *y;
    double h;
    int index;
} dls_rk_trial;

/* What the iterations of a step know of the force: nothing, or its Jacobians in the matrix of all
   stages.

     PLAIN --- slow ---> NEW --- hopeless, or no end ---> all derivatives (rk_newton.c), or no step
                          ^
     OLD ----- slow ------'

   A step begins PLAIN until one was slow (`stiff`), then with what was made for its length: OLD,
   and NEW where it was made in this place. */
typedef enum { DLS_RK_PLAIN, DLS_RK_OLD, DLS_RK_NEW } dls_rk_knows;

typedef struct dls_rk_implicit {
    int free, first;  /* first = s - free */
    double *A2;       /* A A, s-by-s */
    double *inverse;  /* of A of the free stages, free-by-free */
    double *lagrange; /* of [c_i^j], s-by-s: from values at the nodes to coefficients */
    double *dW, *dL;  /* n-by-free, all-by-free: changes */
    double *r, *cs;   /* the same: right-hand sides */
    /* [M -G; G' 0] in the middle of the step, for all its iterations */
    dls_percussion *frozen;
    dls_rk_gradients frozen_at;
    bool frozen_known;
    double frozen_t, frozen_h, *frozen_q, *frozen_memory;
    /* the polynomial through the stages of the last step, or of a longer trial of this one */
    bool known;
    double t, h, *PW, *PL, *memory;
    dls_rk_knows knows;
    bool stiff, made; /* some step was slow; there is a matrix: where, and of what length */
    bool idle, exact; /* the force has no Jacobians there; it is for the length of this step */
    double newton_t, newton_h, *newton_memory;
    /* rk_stages.c: sparse; its matrices, made when they are first used */
    dls_percussion *stages;
    dls_pool sparse;
    dls_mat A, G, F;
    dls_int room_A, room_G, room_F;
    dls_scatter sum;
    /* or whole: I - h A (x) Bv - h^2 A^2 (x) Bq */
    bool whole;
    dls_pool pool;
    double *K, *Bv, *Bq, *x, *room;
    dls_motion_reach *reach_v, *reach_q; /* n each: steps of differences to v and to q */
    int *pivots;
} dls_rk_implicit;

/* Is there such a matrix? Without forces that change, that of the middle does as well. */
static inline bool dls_rk_with_jacobians(const dls_rk_implicit *I)
{
    return I->knows != DLS_RK_PLAIN && !I->idle;
}

/* rk_guess.c: W and L to begin with */
dls_error dls_motion_rk_guess(dls_rk *S, const dls_rk_trial *X, dls_fault *fault);
/* rk_jacobian.c: mass S->stage.M, gradients I->frozen_at in the middle of the step; factorised */
dls_error dls_motion_rk_middle(dls_rk *S, const dls_rk_trial *X, dls_fault *fault);
dls_error dls_motion_rk_frozen(dls_rk *S, const dls_rk_trial *X, dls_fault *fault);
/* renew: the derivatives of the accelerations by differences (index 1) */
dls_error dls_motion_rk_jacobian(dls_rk *S, const dls_rk_trial *X, bool renew, dls_fault *fault);
/* I->dW, I->dL from what is left of the equations, I->r and I->cs; or from changes without
   derivatives, in I->dW and I->dL */
dls_error dls_motion_rk_jacobian_solve(dls_rk *S, const dls_rk_trial *X, dls_fault *fault);
/* rk_stages.c: are they solved by what is left of them? The sparse matrix, and the same */
bool dls_motion_rk_by_equations(const dls_rk *S, const dls_rk_trial *X);
dls_error dls_motion_rk_stages(dls_rk *S, const dls_rk_trial *X, dls_fault *fault);
dls_error dls_motion_rk_stages_solve(dls_rk *S, const dls_rk_trial *X, dls_fault *fault);
/* rk_newton.c: Newton's method on the stages of index 2 with all derivatives by differences */
dls_error dls_motion_rk_newton(dls_rk *S, const dls_rk_trial *X, dls_fault *fault);
/* Velocities and positions of the stages from W */
void dls_motion_rk_stage(dls_rk *S, const dls_rk_trial *X);

#endif
