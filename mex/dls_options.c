/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one reader of options. */
#include "dls_options.h"

#include <stdio.h>
#include <string.h>

/* "a, b": another name, while there is room. */
static void append(char *names, size_t size, const char *name)
{
    size_t used = strlen(names);
    snprintf(names + used, size - used, "%s%s", used > 0 ? ", " : "", name);
}

const dls_option_table *dls_option_table_of(const char *function)
{
    for (const dls_option_table *t = dls_option_tables; t->function; t++) {
        if (strcmp(t->function, function) == 0) {
            return t;
        }
    }
    char names[900] = "", near[80];
    for (const dls_option_table *t = dls_option_tables; t->function; t++) {
        append(names, sizeof names, t->function);
    }
    dls_setting_nearest(function, names, near, sizeof near);
    dls_mex_error("delassus:option", "'%.60s' is not a function with options; expected one of %s%s",
                  function, names, near);
    return NULL;
}

/* An option that the function does not have. */
static void refuse_name(const dls_option_table *t, const dls_setting *core, size_t count,
                        const char *name)
{
    const char *now = dls_setting_renamed(name);
    if (now && (dls_setting_find(core, count, now) || dls_setting_find(t->own, t->count, now))) {
        dls_mex_error("delassus:option", "option '%s' is called '%s' since 0.2", name, now);
    }
    char names[1200] = "", near[80];
    for (size_t k = 0; k < count + t->count; k++) {
        append(names, sizeof names, k < count ? core[k].name : t->own[k - count].name);
    }
    dls_setting_nearest(name, names, near, sizeof near);
    dls_mex_error("delassus:option", "unknown option '%.60s' of %s; expected one of %s%s", name,
                  t->function, names, near);
}

static bool is_text(const mxArray *array)
{
    return mxIsChar(array) && mxGetNumberOfDimensions(array) == 2 && mxGetM(array) <= 1;
}

static bool is_number(const mxArray *array)
{
    return mxIsDouble(array) && !mxIsComplex(array) && mxGetNumberOfElements(array) == 1 &&
           (!mxIsSparse(array) || mxGetJc(array)[1] == 1);
}

static double value_of(const dls_setting *row, const mxArray *array)
{
    dls_setting alone = *row;
    dls_fault fault = {DLS_OK, ""};
    dls_error error = DLS_OK;
    double value = 0;
    alone.offset = 0;
    if (dls_mex_is_data(array) && is_text(array)) {
        error = dls_setting_text(&alone, 1, &value, row->name, dls_mex_text(array), &fault);
    } else if (dls_mex_is_data(array) && is_number(array)) {
        error = dls_setting_number(&alone, 1, &value, row->name, mxGetPr(array)[0], &fault);
    } else if (row->kind == DLS_KIND_FLAG && mxIsLogical(array) && !mxIsSparse(array) &&
               mxGetNumberOfElements(array) == 1) {
        value = *mxGetLogicals(array);
    } else {
        char found[120];
        dls_mex_describe(array, found, sizeof found);
        dls_mex_error("delassus:option", "option '%s' is %s; expected %s%s", row->name, found,
                      row->kind == DLS_KIND_FLAG     ? "true or false"
                      : row->kind == DLS_KIND_CHOICE ? "one of "
                                                     : "a real double scalar",
                      row->kind == DLS_KIND_CHOICE ? row->choices : "");
    }
    if (error) {
        dls_mex_error("delassus:option", "%s", fault.text);
    }
    return value;
}

typedef struct {
    const dls_option_table *table;
    const dls_setting *core;
    size_t count;
    dls_option_taker *take;
    void *data;
} reading;

/* It is spent at once: what is said after it counts. */
static void read_preset(const reading *R, double choice)
{
    for (const dls_option_preset *p = dls_option_presets; p->name; p++) {
        if (p->choice == choice) {
            const dls_setting *row = dls_setting_find(R->core, R->count, p->name);
            R->take(R->data, row, true, p->value, NULL);
        }
    }
}

static void read_one(const reading *R, const char *name, const mxArray *array)
{
    const dls_setting *row = dls_setting_find(R->core, R->count, name);
    bool core = row != NULL;
    row = core ? row : dls_setting_find(R->table->own, R->table->count, name);
    if (!row) {
        refuse_name(R->table, R->core, R->count, name);
        return;
    }
    double value = row->kind == DLS_KIND_ANY ? 0 : value_of(row, array);
    if (strcmp(row->name, "Preset") == 0) {
        read_preset(R, value);
    } else {
        R->take(R->data, row, core, value, array);
    }
}

static void read_struct(const reading *R, const mxArray *structure)
{
    for (int k = 0; k < mxGetNumberOfFields(structure); k++) {
        read_one(R, mxGetFieldNameByNumber(structure, k), mxGetFieldByNumber(structure, 0, k));
    }
}

static bool is_structure(const mxArray *array)
{
    return dls_mex_is_data(array) && mxIsStruct(array) && mxGetNumberOfElements(array) == 1;
}

static bool is_nothing(const mxArray *array)
{
    return !array || (mxIsDouble(array) && mxGetNumberOfElements(array) == 0);
}

/* The first of args, from `first` on, that is no name, or the name without a value. */
static void refuse_pairs(const mxArray *args, mwSize first)
{
    mwSize count = mxGetNumberOfElements(args), k = first;
    while (k < count && dls_mex_is_data(mxGetCell(args, k)) && is_text(mxGetCell(args, k))) {
        k += 2;
    }
    if (k >= count) {
        dls_mex_error("delassus:option",
                      "option '%.60s' has no value; expected a struct or "
                      "name/value pairs",
                      dls_mex_text(mxGetCell(args, count - 1)));
    }
    char found[120];
    const mxArray *array = mxGetCell(args, k);
    dls_mex_describe(array, found, sizeof found);
    if (dls_mex_is_data(array) && is_number(array)) {
        snprintf(found, sizeof found, "%g", mxGetPr(array)[0]);
    }
    dls_mex_error("delassus:option",
                  "%s stands in place of an option's name; expected a struct "
                  "or name/value pairs",
                  found);
}

void dls_options_each(const char *function, const mxArray *args, dls_option_taker *take, void *data)
{
    reading R = {dls_option_table_of(function), NULL, 0, take, data};
    R.core = dls_settings_of(R.table->core, &R.count);
    if (is_nothing(args)) {
        return;
    }
    if (is_structure(args)) {
        read_struct(&R, args);
        return;
    }
    if (!dls_mex_is_data(args) || !mxIsCell(args)) {
        char found[120];
        dls_mex_describe(args, found, sizeof found);
        dls_mex_error("delassus:option", "options are %s; expected a struct or name/value pairs",
                      found);
    }
    mwSize count = mxGetNumberOfElements(args), first = 0;
    if (count == 1 && is_nothing(mxGetCell(args, 0))) {
        return;
    }
    if (count > 0 && is_structure(mxGetCell(args, 0))) {
        first = 1;
    }
    bool understood = (count - first) % 2 == 0;
    for (mwSize k = first; understood && k < count; k += 2) {
        understood = dls_mex_is_data(mxGetCell(args, k)) && is_text(mxGetCell(args, k));
    }
    if (!understood) {
        refuse_pairs(args, first);
    }
    if (first == 1) {
        read_struct(&R, mxGetCell(args, 0));
    }
    for (mwSize k = first; k < count; k += 2) {
        read_one(&R, dls_mex_text(mxGetCell(args, k)), mxGetCell(args, k + 1));
    }
}

typedef struct {
    dls_reader *reader;
    const dls_mex_argument *argument;
    char *settings;
} placing;

static const dls_mex_argument *field_of(const dls_mex_argument *a, const char *name)
{
    const dls_mex_argument *f = a->fields;
    while (f && f->name && strcmp(f->name, name) != 0) {
        f++;
    }
    return f && f->name ? f : NULL;
}

static void place(void *data, const dls_setting *row, bool core, double value, const mxArray *array)
{
    placing *P = data;
    const dls_mex_argument *f = core ? NULL : field_of(P->argument, row->name);
    if (core) {
        *(double *)(P->settings + row->offset) = value;
    } else if (f && row->kind == DLS_KIND_ANY) {
        dls_mex_read(P->reader, f, array);
    } else if (f) {
        *(double *)(P->reader->inputs + f->at) = value;
    }
}

void dls_options_place(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    const dls_option_table *t = dls_option_table_of(a->name);
    placing P = {r, a, to};
    size_t count;
    const dls_setting *core = dls_settings_of(t->core, &count);
    for (size_t k = 0; k < count; k++) {
        place(&P, core + k, true, core[k].value, NULL);
    }
    for (size_t k = 0; k < t->count; k++) {
        if (t->own[k].kind != DLS_KIND_ANY) {
            place(&P, t->own + k, false, t->own[k].value, NULL);
        }
    }
    dls_options_each(a->name, array, place, &P);
}
