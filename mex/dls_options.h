/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of m-functions: those of the core (dls_settings_of), and those of their own beside them
   or without. One table, from which they are read, checked, printed, and put into the manual. */
#ifndef DLS_OPTIONS_H
#define DLS_OPTIONS_H

#include "dls_reader.h"

/* A value that the function judges itself; `choices` is the default: "[]", "{}" or "''". */
#define DLS_KIND_ANY ((dls_kind)(DLS_KIND_CHOICE + 1))

typedef struct {
    const char *function, *core; /* core: whose settings; "": nobody's */
    const dls_setting *own;      /* of no struct: offsets are 0; a choice begins with its default */
    size_t count;
} dls_option_table;

extern const dls_option_table dls_option_tables[]; /* the last one has no function */

/* What a choice of 'Preset' stands for: numbers of the core's options */
typedef struct {
    int choice;
    const char *name;
    double value;
} dls_option_preset;

extern const dls_option_preset dls_option_presets[]; /* the last one has no name */

/* Raises delassus:option for functions without options. */
const dls_option_table *dls_option_table_of(const char *function);

/* args: what a call has after its arguments, a cell that begins with a struct of options or has
   names and values only; or the struct alone; or nothing. take gets each option: its row, whether
   that is the core's, and the value as a number (of a choice: which) unless it is of any kind. */
typedef void dls_option_taker(void *data, const dls_setting *row, bool core, double value,
                              const mxArray *array);
void dls_options_each(const char *function, const mxArray *args, dls_option_taker *take,
                      void *data);

/* The options of a call into its inputs, as DLS_MEX_HAS_OPTIONS says. */
void dls_options_place(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to);

#endif
