/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contacts near the worst ones, solved as problems of their own: see cluster.c. */
#ifndef DLS_FRICTION_CLUSTER_H
#define DLS_FRICTION_CLUSTER_H

#include "friction/sweeps.h"

enum { DLS_CLUSTER = 150 }; /* contacts */
typedef struct dls_clusters dls_clusters;

/* Of up to DLS_CLUSTER contacts and a quarter of all; each may cost so many flops, as predicted. */
dls_error dls_friction_clusters_of(dls_friction_task *T, const dls_sweeps *sweeps, double budget,
                                   dls_clusters **out, dls_fault *fault);
/* The contacts of the point of the task, which was looked at, are judged. */
void dls_friction_clusters_begin(dls_clusters *L);
/* Solves what is around the worst contact of no cluster since; r (N) is the point. Nothing happens
   where its error is small beside that of the first. */
dls_error dls_friction_clusters_next(dls_clusters *L, double *r, dls_fault *fault);

#endif
