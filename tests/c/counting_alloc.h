/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COUNTING_ALLOC_H
#define COUNTING_ALLOC_H

#include "delassus.h"

/* Make the k-th allocation from now on fail (k >= 1; 0: never), and count them. */
void dls_test_fail_allocation(dls_int k);
dls_int dls_test_allocations(void);
double dls_test_bytes(void); /* asked for until now */

#endif
