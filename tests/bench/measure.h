/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clock, peak memory, processes of their own, and the table that is printed. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stddef.h>

double now(void);         /* seconds */
double peak_memory(void); /* of this process so far, in GB */

/* Run work(out) in a process of its own: its peak memory is its own, and neither a crash nor the
   limit (seconds; 0: none) harms the rest. `out` receives `size` bytes of plain data. */
bool apart(void (*work)(void *out), void *out, size_t size, unsigned limit);

/* One line each: name, measured, target, met or MISSED. */
void title(const char *format, ...);
void at_most(const char *name, double measured, double target);
void at_least(const char *name, double measured, double target);
void report(const char *name, double measured, const char *remark);
void summary(void);

#endif
