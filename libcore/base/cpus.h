/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DLS_CPUS_H
#define DLS_CPUS_H

#include <stdint.h> /* says __GLIBC__ */

/* Compiled for several kinds of machines; which one this is, is seen when the program is loaded.
   The sums are the same: nothing is fused. (Sanitizers are not ready that early.) */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) &&                            \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define DLS_FOR_CPUS(...) __attribute__((target_clones(__VA_ARGS__)))
#else
#define DLS_FOR_CPUS(...)
#endif

#endif
