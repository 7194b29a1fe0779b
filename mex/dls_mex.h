/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the gateways share.

   A gateway is a table of calls; a call is a table of arguments, and a function that gets them
   checked. Whatever an m-file hands over, an argument is what its table says, or an error
   delassus:type (kind), delassus:dimension (size) or delassus:option (value) is raised before
   anything is computed.

   Memory: inputs are const views of the caller's arrays (mwIndex is int64, so nothing is copied)
   and are never written: other variables may share them. Core objects are malloc'ed; a gateway
   raises an error only when none is alive, because the error unwinds past its frames. */
#ifndef DLS_MEX_H
#define DLS_MEX_H

#include <stddef.h>

#include <mex.h>

#include "delassus.h"

/* ---- arguments ----  X(kind, type of the member it fills, what it is) */
#define DLS_MEX_KINDS(X)                                                                           \
    X(MATRIX, dls_view, "a real matrix")                                                           \
    X(METRIC, dls_view, "a real matrix, or its diagonal")                                          \
    X(NUMBERS, const double *, "real numbers")                                                     \
    X(FINITE, const double *, "finite real numbers")                                               \
    X(NUMBER, double, "a real number")                                                             \
    X(WHOLE, dls_int, "a whole number")                                                            \
    X(FLAG, bool, "true or false")                                                                 \
    X(FLAGS, bool *, "logical values")                                                             \
    X(INDICES, dls_int *, "indices")                                                               \
    X(CONES, dls_cones, "sizes of cones [z, l, q...]")                                             \
    X(TEXT, const char *, "a text")                                                                \
    X(TEXTS, char **, "a cell of texts")                                                           \
    X(CELL, const mxArray *, "a cell")                                                             \
    X(BYTES, const unsigned char *, "bytes (uint8)")                                               \
    X(STRUCT, const mxArray *, "one struct")                                                       \
    X(OPTIONS, none, "options: names and values, or a struct")                                     \
    X(ARRAY, const mxArray *, "anything")                                                          \
    X(FIELDS, none, "one struct")                                                                  \
    X(HANDLE, void *, "a handle")

#define DLS_MEX_ENUM(kind, type, what) DLS_MEX_##kind,
typedef enum { DLS_MEX_KINDS(DLS_MEX_ENUM) DLS_MEX_KIND_COUNT } dls_mex_kind;

/* Sizes are sums of products of letters and digits: "du-u" is d*u - u. A letter alone takes the
   first size it meets; what comes later must agree. "?" in front: or empty (a field: or absent),
   then the member stays zero. */
typedef struct dls_mex_argument {
    const char *name;
    dls_mex_kind kind;
    size_t at;                             /* of the member of the call's inputs */
    const char *rows;                      /* WHOLE: the letter that becomes its value, or NULL;
                                              HANDLE: the property of an object that has it */
    const char *cols;                      /* WHOLE, INDICES: the largest value, or NULL */
    double low, high;                      /* bounds of numbers, unless both are 0; FIELDS: so many
                                              are there, or 0 */
    const struct dls_mex_argument *fields; /* of FIELDS, OPTIONS; the last one has no name */
} dls_mex_argument;

/* Tables speak of a struct type `inputs` of their file. Indices and cones become 0-based and
   counted; columns may be given as rows. */
#define DLS_MEX_ARGUMENT(text, what, member, m, n)                                                 \
    {                                                                                              \
        .name = text, .kind = DLS_MEX_##what, .at = offsetof(inputs, member), .rows = m, .cols = n \
    }
#define DLS_MEX_BOUNDED(text, what, member, m, n, least, most)                                     \
    {                                                                                              \
        .name = text, .kind = DLS_MEX_##what, .at = offsetof(inputs, member), .rows = m,           \
        .cols = n, .low = least, .high = most                                                      \
    }
#define DLS_MEX_STRUCT(text, table)                                                                \
    {                                                                                              \
        .name = text, .kind = DLS_MEX_FIELDS, .fields = table                                      \
    }
/* Options of a function: those of the core go to the member (its defaults, first), others to what
   the table says of them: a double, or a member of the kind of the value. */
#define DLS_MEX_HAS_OPTIONS(function, member, table)                                               \
    {                                                                                              \
        .name = function, .kind = DLS_MEX_OPTIONS, .at = offsetof(inputs, member), .fields = table \
    }
#define DLS_MEX_END                                                                                \
    {                                                                                              \
        .name = NULL                                                                               \
    }

enum { DLS_MEX_OUTPUTS = 8 };

/* What a call answers. Of its outputs the first `wanted`, at least 1, are handed on. */
typedef struct {
    const double *size; /* that letters took: DLS_MEX_SIZE (to, 'n') */
    int wanted, variant;
    mxArray *out[DLS_MEX_OUTPUTS];
} dls_mex_reply;
#define DLS_MEX_SIZE(reply, letter) ((dls_int)(reply)->size[(letter) - 'a'])

/* run: in, the inputs */
typedef struct {
    const char *verb; /* first argument; NULL: none */
    const dls_mex_argument *arguments;
    int outputs; /* at most */
    void (*run)(void *in, dls_mex_reply *to);
    int variant; /* for run: which of the calls that it serves */
} dls_mex_call;

#define DLS_MEX_LAST                                                                               \
    {                                                                                              \
        .run = NULL                                                                                \
    }

typedef struct {
    int nlhs;
    mxArray **plhs;
    int nrhs;
    const mxArray **prhs;
} dls_mex_frame;

/* The call whose verb and number of arguments fit, with its arguments read. `function` is the
   m-function that users call. calls: the last one has no run. */
void dls_mex_run(const char *function, const dls_mex_call *calls, size_t inputs,
                 dls_mex_frame frame);

#define DLS_MEX_GATEWAY(function, calls)                                                           \
    void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])                   \
    {                                                                                              \
        dls_mex_run(function, calls, sizeof(inputs), (dls_mex_frame){nlhs, plhs, nrhs, prhs});     \
    }

/* ---- errors ---- */

/* Raise delassus:<id> with the fault's sentence; check: if there is one. Nothing may be alive. */
void dls_mex_raise(const char *function, const dls_fault *fault);
void dls_mex_check(dls_error error, const char *function, const dls_fault *fault);
void dls_mex_error(const char *id, const char *format, ...);

/* mexPrintf, and Ctrl-C: a core that was interrupted returns what it has; the interpreter does the
   rest when the gateway returns. */
dls_host dls_mex_host(void);
/* The interpreter does nothing about a Ctrl-C: the wrapper keeps what there is and raises it. */
void dls_mex_take_interrupt(void);

/* ---- results ---- */
/* What the info of every solver begins with, in this order. */
#define DLS_MEX_INFO                                                                               \
    "status", "exitflag", "message", "residual", "iterations", "time", "method", "certificate"
/* The text of a char array, freed when the call ends (of mxArrayToString Octave frees nothing);
   NULL: it is none. */
char *dls_mex_text(const mxArray *array);
/* One struct of so many fields; takes over the parts. Likewise of numbers. */
mxArray *dls_mex_struct(int count, const char *const *names, mxArray *const *parts);
mxArray *dls_mex_numbers(int count, const char *const *names, const double *numbers);
/* An info: a struct with the names of DLS_MEX_INFO and more; the caller sets what is not in the
   ending. */
typedef struct {
    dls_outcome outcome;
    const char *message, *method; /* method: NULL, if there was none */
    double iterations, time;
} dls_mex_ending;
mxArray *dls_mex_info(int count, const char *const *names, const dls_mex_ending *ending);
void dls_mex_set(mxArray *structure, const char *field, double value);
void dls_mex_set_text(mxArray *structure, const char *field, const char *text);
mxArray *dls_mex_zeros(dls_int rows, dls_int cols);
mxArray *dls_mex_copy(const double *x, dls_int rows, dls_int cols); /* x = NULL: 0-by-0 */
mxArray *dls_mex_copy_sparse(dls_view A);
mxArray *dls_mex_copy_flags(const bool *x, dls_int count);
mxArray *dls_mex_copy_indices(const dls_int *x, dls_int count, bool row); /* 1-based */

/* Handles: a number {index, generation}, or the object of m that has it as a property; checked at
   each use. They lock the gateway while any lives. */
mxArray *dls_handle_new(void *object, void (*release)(void *));
void *dls_handle_get(const mxArray *handle, const char *property); /* raises delassus:handle */
/* What the handle of many problems keeps: their solver, and the answer from which the next one
   starts, if it is to. */
typedef struct {
    void *solver;
    void (*release)(void *solver);
    dls_int rows[2];
    bool warm, solved; /* solved: there is an answer */
    double last[];     /* numbers of an answer, or others that are kept */
} dls_sequence;
/* Takes over the solver. */
dls_sequence *dls_sequence_new(const dls_sequence *values, dls_int numbers);
mxArray *dls_sequence_handle(dls_sequence *S);
/* The call 'free', the same for all. */
void dls_handle_release(void *in, dls_mex_reply *to);
extern const dls_mex_argument dls_handle_release_arguments[];
#define DLS_HANDLE_FREE                                                                            \
    {                                                                                              \
        "free", dls_handle_release_arguments, 0, dls_handle_release, 0                             \
    }

#endif
