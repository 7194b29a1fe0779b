/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arrays of a pool lie in one block, where the address sanitizer sees no bounds between them.
   Where it is in use, DLS_GUARD bytes behind each array are poisoned. */
#ifndef DLS_GUARD_H
#define DLS_GUARD_H

#ifdef __has_feature /* clang */
#if __has_feature(address_sanitizer)
#define DLS_SANITIZED
#endif
#endif

#if defined(DLS_SANITIZED) || defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
enum { DLS_GUARD = 32 };
#define DLS_POISON(at, bytes) __asan_poison_memory_region((at), (bytes))
#else
enum { DLS_GUARD = 0 };
#define DLS_POISON(at, bytes) ((void)(at), (void)(bytes))
#endif

#endif
