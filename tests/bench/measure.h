/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clock, peak memory, processes of their own, and the table that is printed. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stddef.h>

#include "delassus.h"

double now(void);         /* seconds of this process: others do not count */
double peak_memory(void); /* of this process so far, in GB */
void forget_peak(void);

/* Run work(data) in a process of its own with at most 20 GB: its peak memory is its own; neither
   a crash nor the limit (seconds; 0: none) harms the rest. What it does to the `size` bytes of
   plain data, and its verdicts, come back when it ends well. */
bool apart(void (*work)(void *data), void *data, size_t size, unsigned limit);

/* n zeros, freed by the caller; the program ends where there is no memory. */
double *vector(dls_int n);

/* Say what went wrong and end the program. */
void stop_on(dls_error error, const dls_fault *fault);

/* One line each: name, measured, target, met or MISSED. */
void title(const char *format, ...);
void at_most(const char *name, double measured, double target);
void at_least(const char *name, double measured, double target);
void report(const char *name, double measured, const char *remark);
void unfinished(const char *name); /* a missed target */
void summary(void);

#endif
