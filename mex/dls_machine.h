/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism of the m-side as a model of the engine: numbers in C, and what functions of the user
   there are, asked as those of a model are (dls_model_host.h). */
#ifndef DLS_MACHINE_H
#define DLS_MACHINE_H

#include "dls_mex.h"

typedef struct dls_machine dls_machine;

/* Of a model of dls_simulate.m (model_of), with the fields machine (numbers), own (how many own
   constraints), functions, called, counts, inputs (as the numbers count them: two cells and two
   vectors; their names, how many numbers each returns, with how many arguments it is called) and
   owner (which function has own constraints and forces; 0: none). Raises what is wrong with it. */
dls_machine *dls_machine_new(const mxArray *model);
void dls_machine_free(dls_machine *K);
dls_motion_model dls_machine_model(const dls_machine *K);
/* The functions of the m-side are handed over in each call of the gateway. */
void dls_machine_attach(dls_machine *K, const mxArray *model, bool trap);
void dls_machine_repeat(dls_machine *K);
mxArray *dls_machine_asked(const dls_machine *K);

#endif
