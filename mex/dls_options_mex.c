/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table = dls_options_mex ('table', function): struct array name, default, low, high, choices, help
   opts = dls_options_mex ('read', function, args): all options, as the call of an m-function gives
   [opts, given] = dls_options_mex ('own', function, args): those that the core does not know; those
   of the core that are given
   text = dls_options_mex ('agree', text): '1 row' for '1 rows' */
#include <string.h>

#include "dls_options.h"

typedef struct {
    const char *function;
    const mxArray *args;
} inputs;

enum { MOST = 64 }; /* options of a function */

/* Choice number `number` of "a|b|c". */
static mxArray *choice(const char *choices, int number)
{
    for (; number > 0; number--) {
        choices = strchr(choices, '|') + 1;
    }
    char text[64] = "";
    size_t length = strcspn(choices, "|");
    strncat(text, choices, length < sizeof text ? length : sizeof text - 1);
    return mxCreateString(text);
}

static mxArray *value_of(const dls_setting *s, double value)
{
    return s->kind == DLS_KIND_CHOICE ? choice(s->choices, (int)value)
           : s->kind == DLS_KIND_FLAG ? mxCreateLogicalScalar(value != 0)
           : s->kind != DLS_KIND_ANY  ? mxCreateDoubleScalar(value)
           : s->choices[0] == '{'     ? mxCreateCellMatrix(0, 0)
           : s->choices[0] == '\''    ? mxCreateString("")
                                      : mxCreateDoubleMatrix(0, 0, mxREAL);
}

static void fill(mxArray *list, mwIndex first, const dls_setting *table, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const dls_setting *s = table + k;
        bool range = s->kind == DLS_KIND_REAL || s->kind == DLS_KIND_INTEGER;
        const char *choices = s->kind == DLS_KIND_FLAG     ? "on|off"
                              : s->kind == DLS_KIND_CHOICE ? s->choices
                                                           : "";
        mxSetField(list, first + k, "name", mxCreateString(s->name));
        mxSetField(list, first + k, "value", value_of(s, s->value));
        mxSetField(list, first + k, "low", dls_mex_copy(range ? &s->low : NULL, 1, 1));
        mxSetField(list, first + k, "high", dls_mex_copy(range ? &s->high : NULL, 1, 1));
        mxSetField(list, first + k, "choices", mxCreateString(choices));
        mxSetField(list, first + k, "help", mxCreateString(s->help));
    }
}

static void table(void *in, dls_mex_reply *to)
{
    static const char *names[] = {"name", "value", "low", "high", "choices", "help"};
    const dls_option_table *t = dls_option_table_of(((inputs *)in)->function);
    size_t count;
    const dls_setting *core = dls_settings_of(t->core, &count);
    to->out[0] = mxCreateStructMatrix(1, count + t->count, 6, names);
    fill(to->out[0], 0, core, count);
    fill(to->out[0], count, t->own, t->count);
}

typedef struct {
    const dls_setting *core, *own;
    size_t count; /* of the core's */
    bool said[MOST];
    double number[MOST];
    const mxArray *given[MOST]; /* of values of any kind */
} answer;

static void take(void *data, const dls_setting *row, bool core, double value, const mxArray *array)
{
    answer *A = data;
    size_t k = core ? (size_t)(row - A->core) : A->count + (size_t)(row - A->own);
    A->said[k] = true;
    A->number[k] = value;
    A->given[k] = row->kind == DLS_KIND_ANY ? array : NULL;
}

static const dls_setting *row_of(const answer *A, size_t k)
{
    return k < A->count ? A->core + k : A->own + (k - A->count);
}

/* All options of the function with their values; their number. */
static size_t answer_of(const inputs *I, answer *A)
{
    const dls_option_table *t = dls_option_table_of(I->function);
    *A = (answer){.own = t->own};
    A->core = dls_settings_of(t->core, &A->count);
    for (size_t k = 0; k < A->count + t->count; k++) {
        A->number[k] = row_of(A, k)->value;
    }
    dls_options_each(I->function, I->args, take, A);
    return A->count + t->count;
}

/* A struct of those from number `first` to `last`, or of what was said of them. */
static mxArray *struct_of(const answer *A, size_t first, size_t last, bool all)
{
    const char *names[MOST];
    size_t rows[MOST];
    int count = 0;
    for (size_t k = first; k < last; k++) {
        if (all || A->said[k]) {
            names[count] = row_of(A, k)->name;
            rows[count++] = k;
        }
    }
    mxArray *opts = mxCreateStructMatrix(1, 1, count, names);
    for (int k = 0; k < count; k++) {
        const mxArray *given = A->given[rows[k]];
        mxSetFieldByNumber(opts, 0, k,
                           given ? mxDuplicateArray(given)
                                 : value_of(row_of(A, rows[k]), A->number[rows[k]]));
    }
    return opts;
}

static void read(void *in, dls_mex_reply *to)
{
    answer A;
    size_t count = answer_of(in, &A);
    to->out[0] = struct_of(&A, 0, count, true);
}

static void own(void *in, dls_mex_reply *to)
{
    answer A;
    size_t count = answer_of(in, &A);
    to->out[0] = struct_of(&A, A.count, count, true);
    to->out[1] = to->wanted > 1 ? struct_of(&A, 0, A.count, false) : NULL;
}

static void agree(void *in, dls_mex_reply *to)
{
    char *text = dls_mex_text(((inputs *)in)->args);
    dls_agree(text);
    to->out[0] = mxCreateString(text);
}

#define DLS_MEX_FUNCTION DLS_MEX_ARGUMENT("function", TEXT, function, NULL, NULL)
static const dls_mex_argument table_arguments[] = {DLS_MEX_FUNCTION, DLS_MEX_END};
static const dls_mex_argument read_arguments[] = {
    DLS_MEX_FUNCTION, DLS_MEX_ARGUMENT("args", ARRAY, args, NULL, NULL), DLS_MEX_END};

static const dls_mex_argument agree_arguments[] = {
    DLS_MEX_ARGUMENT("text", ARRAY, args, NULL, NULL), DLS_MEX_END};

static const dls_mex_call calls[] = {{"table", table_arguments, 1, table, 0},
                                     {"read", read_arguments, 1, read, 0},
                                     {"own", read_arguments, 2, own, 0},
                                     {"agree", agree_arguments, 1, agree, 0},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_options", calls)
