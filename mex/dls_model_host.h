/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model whose functions are m-functions. They are asked through mexCallMATLAB: Octave copies what
   goes in, so that t, q and v are the same three arrays in all calls, and what comes out is read
   where it lies.

   An error of such a function, or Ctrl-C in it, unwinds past the engine, with the user's message;
   the run stays whole, because a step changes nothing before it is accepted. Where the engine is to
   go on (another, shorter step), or has not yet handed over its run, errors are trapped, and the
   function is asked once more for its message. */
#ifndef DLS_MODEL_HOST_H
#define DLS_MODEL_HOST_H

#include "dls_mex.h"

enum { LOAD_OF_TIME = 2 }; /* between the functions of (q), of (t,q,v), of (t,q,v,x) */
enum { STATE = DLS_PARTS, SAMPLE, CONTACTS, ADVANCE, IMPACT, FUNCTIONS };

typedef struct {
    const mxArray *value; /* a number or a function */
    int arguments;        /* 0: a number */
    bool listed;          /* and one more, the list of the contacts that there are */
    dls_int rows, cols;   /* without contacts that come and go, of which each has */
    dls_int each_row, each_col;
    mxArray *last; /* the last answer of the function */
    double *key;   /* and its arguments, one after the other */
} dls_model_part;

typedef struct {
    dls_motion_model model;
    struct dls_library *library; /* NULL: none */
    struct dls_machine *machine; /* NULL: the parts are functions */
    dls_model_part part[FUNCTIONS];
    dls_int *pattern[3]; /* starts and rows of C, K, and of the force's Jacobians */
    double *entry[3];
    bool linear, trap;
    mxArray *t, *q, *v, *x, *h; /* arguments */
    mxArray *list;              /* identities of the contacts that there are; NULL: nobody goes */
    dls_int *identity, count;   /* the same */
    mxArray *struck[5];         /* W, u, e, mu, numbers of contacts: arguments of a law of impact */
    int asked;                  /* the part whose function is at work; -1: none */
} dls_model_host;

/* Of a model as dls_model_bind leaves it, with its sizes, C and K; NULL: out of memory. */
dls_model_host *dls_model_host_new(const dls_motion_model *sizes, bool linear,
                                   const mxArray *model);
void dls_model_host_free(dls_model_host *H);
/* For the engine. The model of the m-side is handed over in each call of the gateway. */
const dls_motion_model *dls_model_host_attach(dls_model_host *H, const mxArray *model, bool trap);
/* After a trapped error: ask again. Raises what the function raises, or returns. */
void dls_model_host_repeat(dls_model_host *H);
/* The function that was being asked when something went wrong, and where: a struct with name, t, q,
   v, x; name is '' when it was none. */
mxArray *dls_model_host_asked(const dls_model_host *H);

/* dls_model_ask.c: for the engine, and what part k is called (H NULL: in models with forces) */
dls_error dls_model_evaluate(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault);
dls_error dls_model_sample(void *data, double t, const double *q, double *v, dls_fault *fault);
dls_error dls_model_forces(void *data, double t, dls_int count, const double *q, const double *v,
                           double *f, dls_fault *fault);
dls_error dls_model_advance(void *data, const double *q, const double *v, double h, double *next,
                            dls_fault *fault);
dls_error dls_model_impact(void *data, const dls_hit *hit, double *p, dls_fault *fault);
void dls_model_at(dls_model_host *H, double t, const double *q, const double *v);
/* The answer of a function at the arguments in t, q, v; NULL: an error that was trapped. */
mxArray *dls_model_call(dls_model_host *H, int k, bool trap);
dls_error dls_model_refuse(const dls_model_host *H, int k, const char *what, dls_fault *fault);
void dls_model_forget(dls_model_part *part); /* its last answer */
const char *dls_model_field(const dls_model_host *H, int k);

/* dls_model_list.c */
dls_error dls_model_contacts(void *data, double t, const double *q, const double *v, double h,
                             dls_int *count, const dls_int **identity, dls_fault *fault);

/* dls_model_part.c */
/* Append ", name = [1 2 ... 9 in all]". */
void dls_model_show(char *text, size_t room, const char *name, const mxArray *x);
/* Are they real doubles of a size, or empty where nothing is expected? If not: what they are. */
bool dls_model_fits(const mxArray *x, dls_int rows, dls_int cols, char *what, size_t room);
/* y := x, which may be sparse, columns `lead` apart */
void dls_model_spread(const mxArray *x, size_t lead, double *y);
/* Part k of E := x, with nx more states than x has rows; each: rows of vectors, columns of matrices
   that each contact of the list has, 0: it has none */
dls_error dls_model_deliver(const mxArray *x, int k, dls_int nx, dls_int each, dls_motion_values *E,
                            dls_fault *fault);
/* A struct: M, G, N, T, fq, fv, f, h, g, wb ... at a state */
mxArray *dls_model_look(dls_motion_run *R, double t, const double *q, const double *v);

/* dls_motion_picture.c: t, q, v, p ... events, stats, last */
mxArray *dls_motion_solution(const dls_motion_picture *S);

/* dls_motion_keep.c: numbers of stats, as above; what dls_motion_keep returned and the picture,
   without columns and events unless it is whole; a picture of such a struct, for the run that S
   shows: events are in memory of the gateway */
enum { DLS_STATISTICS = 11 };
void dls_motion_put_statistics(const dls_motion_stats *stats, double *x);
mxArray *dls_motion_kept(const dls_motion_picture *S, dls_int count, const double *numbers,
                         bool whole);
dls_motion_picture dls_motion_take_kept(const mxArray *kept, const dls_motion_picture *S,
                                        dls_int *count, const double **numbers);

#endif
