/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a step of Moreau and Jean works with. */
#include "motion/moreau_jean.h"

dls_int dls_motion_moreau_memories(const dls_motion_run *R)
{
    return 1 + 2 * R->n + R->nu;
}

static void lay_out(void *object, dls_room *room)
{
    const dls_motion_run *R = object;
    dls_motion_moreau *W = R->workspace;
    double **of_n[] = {&W->r, &W->x, &W->vm, &W->v, &W->f, &W->start, &W->mean, &W->was, &W->step};
    for (size_t k = 0; k < sizeof of_n / sizeof *of_n; k++) {
        *of_n[k] = DLS_TAKE(room, double, R->n);
    }
    double **of_nu[] = {&W->gap, &W->before, &W->mu, &W->cohesion, &W->rolling, &W->spinning};
    for (size_t k = 0; k < sizeof of_nu / sizeof *of_nu; k++) {
        *of_nu[k] = DLS_TAKE(room, double, R->nu);
    }
    W->law = DLS_TAKE(room, dls_motion_law, R->nu);
    W->soft = DLS_TAKE(room, double, R->d * R->nu);
    W->qm = DLS_TAKE(room, double, R->nq);
    W->c = DLS_TAKE(room, double, R->nb);
    W->s = DLS_TAKE(room, double, R->d * R->nu);
    W->u = DLS_TAKE(room, double, R->d * R->nu);
    W->p = DLS_TAKE(room, double, R->np);
    W->active = DLS_TAKE(room, bool, R->nu);
    W->level = DLS_TAKE(room, double, R->nb + R->nu);
    W->closed = DLS_TAKE(room, bool, R->nu);
    W->pushed = DLS_TAKE(room, bool, R->nu);
}

bool dls_motion_moreau_ends(const dls_motion_run *R)
{
    return R->settings.gradients == 1 && !R->linear;
}

unsigned dls_motion_moreau_start(const dls_motion_run *R)
{
    unsigned parts = DLS_PART_FORCE | DLS_PART_GAP_GRADIENT | DLS_PART_TANGENT;
    return R->moving ? parts | DLS_PART_TANGENT_SPEED : parts;
}

dls_error dls_motion_moreau_begin(dls_motion_run *R, dls_fault *fault)
{
    dls_motion_moreau *W = DLS_NEW(dls_motion_moreau, 1);
    if (!dls_pool_own(&R->pool, dls_free, W)) {
        return dls_fail_memory(fault);
    }
    R->workspace = W;
    if (!dls_pool_make(&R->pool, lay_out, R)) {
        return dls_fail_memory(fault);
    }
    W->parts = DLS_PART_MASS | DLS_PART_FORCE | DLS_PARTS_GRADIENT | DLS_PART_TANGENT;
    W->parts |= R->jacobian ? DLS_PARTS_JACOBIAN : 0;
    W->ends = dls_motion_moreau_ends(R);
    dls_error error = dls_motion_values_new(R->source, &R->pool, &W->middle, fault);
    return error || !R->moving ? error : dls_motion_values_new(R->source, &R->pool, &W->end, fault);
}

void dls_motion_moreau_end(dls_motion_run *R)
{
    dls_motion_moreau *W = R->workspace;
    dls_percussion_free(W->P);
    dls_percussion_free(W->projection);
    dls_motion_matrices_free(&W->K);
    dls_motion_matrices_free(&W->joined);
}
