/* SPDX-License-Identifier: GPL-3.0-or-later */
/* id = dls_motion_mex ('setup', sizes, model, options, course)
   id = dls_motion_mex ('setup', sizes, model, options, course, tableau)     A and Abar by rows
       sizes: n, nq, nb, nu, d, linear, C, K, period, as the model has them; nx: of n and nq so many
       are states, at their end
       course: t0, tend, q, v, factors; p, status, memory of a motion that goes on, or []; times, or
       []
   told = dls_motion_mex ('next', id, model, steps)         at most so many more steps
   [q, v] = dls_motion_mex ('between', id, model, t)        at a time within the last step
   sol = dls_motion_mex ('solution', id, model)             all that is known
   asked = dls_motion_mex ('asked', id)                     the function that failed, and where
   E = dls_motion_mex ('look', id, model, t, q, v)          M, f, h, g ... at a state
   next = dls_motion_mex ('advance', id, model, q, v, h)    positions after h with velocity v
   sizes = dls_motion_mex ('library', model)                of a model in a shared object
   dls_motion_mex ('renew', id, model)                      forgets what may decide bits
   kept = dls_motion_mex ('keep', id, model, whole)         for 'resume'; whole: columns and events
   dls_motion_mex ('resume', id, model, kept)               goes on there with the same bits
   dls_motion_mex ('free', id)
   The model is handed over in every call: its functions live in Octave. One more may be 'look':
   [r, error] = look (P) for the problems P of steps (friction, lcp, kkt); r = []: not solved. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dls_library.h"
#include "dls_model_host.h"
#include "dls_problem_host.h"
#include "dls_reader.h"

typedef struct {
    const mxArray *look; /* during a call; NULL: nobody looks at problems */
    dls_model_host *host;
    dls_motion_run *run; /* NULL: an error came before it was made */
    bool adaptive;
    bool failed; /* a function of the model, in the last call */
    dls_fault fault;
} motion;

typedef struct {
    const mxArray *model;
    dls_motion_model sizes; /* of the model, with C and K */
    dls_int d;
    bool linear;
    dls_motion_settings settings;
    dls_motion_course course;
    const double *factors;
    dls_motion_tableau method;
    dls_int stages, order;
    bool first;
    double steps, t, h;
    const double *q, *v;
    motion *M;
    bool whole;
    const mxArray *kept;
} inputs;

static void release(void *object)
{
    motion *M = object;
    dls_motion_free(M->run);
    dls_model_host_free(M->host);
    free(M);
}

static void setup(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    I->sizes.d = (int)I->d;
    dls_model_host *host = dls_model_host_new(&I->sizes, I->linear, I->model);
    motion *M = host ? calloc(1, sizeof *M) : NULL;
    if (!M) {
        if (host) {
            dls_model_host_free(host);
        }
        dls_mex_error("delassus:outOfMemory", "dls_simulate: no memory for the motion");
        return;
    }
    M->host = host;
    to->out[0] = dls_handle_new(M, release);
    M->adaptive = I->settings.adaptive != 0;
    I->course.memories = isnan(to->size['k' - 'a']) ? 0 : DLS_MEX_SIZE(to, 'k');
    I->course.count = isnan(to->size['m' - 'a']) ? 0 : DLS_MEX_SIZE(to, 'm');
    if (I->factors) {
        memcpy(I->course.factors, I->factors, sizeof I->course.factors);
    }
    if (I->method.A) {
        I->method.stages = (int)I->stages;
        I->method.order = (int)I->order;
        I->method.first = I->first;
        I->course.tableau = &I->method;
    }
    I->course.shown = (dls_step_host){&M->look, dls_mex_show_problem};
    const dls_motion_model *model = dls_model_host_attach(M->host, I->model, true);
    dls_error error =
        dls_motion_setup(model, &I->settings, &I->course, dls_mex_host(), &M->run, &M->fault);
    if (error && error != DLS_ERROR_MODEL) {
        dls_fault fault = M->fault;
        const mxArray *id = to->out[0];
        dls_handle_release(&id, NULL);
        dls_mex_raise("dls_simulate", &fault);
    }
    M->failed = error != DLS_OK;
}

/* What there is to say after some steps; an error of the model's functions is in fault. */
static mxArray *told(const motion *M)
{
    static const char *fields[] = {"fault",   "t",       "q",     "v",    "finished",
                                   "outcome", "message", "steps", "time", "events"};
    mxArray *x = mxCreateStructMatrix(1, 1, 10, fields);
    dls_mex_set_text(x, "fault", M->failed ? M->fault.text : "");
    if (!M->run) {
        return x;
    }
    dls_motion_picture S;
    dls_motion_state(M->run, &S);
    dls_mex_set(x, "t", S.now);
    mxSetField(x, 0, "q", dls_mex_copy(S.q_now, S.nq, 1));
    mxSetField(x, 0, "v", dls_mex_copy(S.v_now, S.n, 1));
    mxSetField(x, 0, "finished", mxCreateLogicalScalar(S.finished));
    dls_mex_set_text(x, "outcome", dls_outcome_text(S.outcome));
    dls_mex_set_text(x, "message", S.message);
    dls_mex_set(x, "steps", (double)S.stats.steps);
    dls_mex_set(x, "time", S.stats.time);
    dls_mex_set(x, "events", (double)S.events);
    if (S.outcome == DLS_INTERRUPTED) {
        dls_mex_take_interrupt();
    }
    return x;
}

static void next(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    motion *M = I->M;
    const mxArray *look = mxGetField(I->model, 0, "look");
    M->look = dls_mex_is_data(look) ? NULL : look;
    dls_model_host_attach(M->host, I->model, M->adaptive);
    if (M->run && !M->failed) {
        dls_int steps = I->steps < 1e18 ? (dls_int)I->steps : INT64_MAX;
        dls_error error = dls_motion_next(M->run, steps, &M->fault);
        if (error && error != DLS_ERROR_MODEL) {
            dls_mex_raise("dls_simulate", &M->fault);
        }
        M->failed = error != DLS_OK;
    }
    if (M->failed) {
        dls_model_host_repeat(M->host);
    }
    to->out[0] = told(M);
}

static void solution(void *in, dls_mex_reply *to)
{
    const motion *M = ((inputs *)in)->M;
    if (!M->run) {
        to->out[0] = dls_mex_zeros(0, 0);
        return;
    }
    dls_motion_picture S;
    dls_fault fault;
    dls_model_host_attach(M->host, ((inputs *)in)->model, true);
    dls_motion_close(M->run, &fault); /* what fails now is NaN */
    dls_motion_state(M->run, &S);
    to->out[0] = dls_motion_solution(&S);
}

static dls_motion_picture picture_of(const inputs *I)
{
    dls_motion_picture S;
    if (!I->M->run) {
        dls_mex_error("delassus:model", I->M->fault.text);
    }
    dls_model_host_attach(I->M->host, I->model, true);
    dls_motion_state(I->M->run, &S);
    return S;
}

static void between(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_motion_picture S = picture_of(I);
    to->out[0] = dls_mex_zeros(S.nq, 1);
    to->out[1] = dls_mex_zeros(S.n, 1);
    dls_motion_between(I->M->run, I->t, mxGetPr(to->out[0]), mxGetPr(to->out[1]));
}

static void sizes(void *in, dls_mex_reply *to)
{
    to->out[0] = dls_library_sizes(((inputs *)in)->model);
}

/* Of a state that is given: of the size of the model? */
static dls_motion_picture picture_at(const inputs *I, const dls_mex_reply *to)
{
    dls_motion_picture S = picture_of(I);
    if (DLS_MEX_SIZE(to, 'q') != S.nq || DLS_MEX_SIZE(to, 'n') != S.n) {
        dls_mex_error("delassus:dimension", "dls_simulate: q or v has another size than the model");
    }
    return S;
}

static void advance(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_fault fault;
    dls_motion_picture S = picture_at(I, to);
    to->out[0] = dls_mex_zeros(S.nq, 1);
    dls_mex_check(dls_motion_moved(I->M->run, I->q, I->v, I->h, mxGetPr(to->out[0]), &fault),
                  "dls_simulate", &fault);
}

static void look(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    picture_at(I, to);
    to->out[0] = dls_model_look(I->M->run, I->t, I->q, I->v);
}

static void renew(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_fault fault;
    (void)to;
    picture_of(I);
    dls_mex_check(dls_motion_renew(I->M->run, &fault), "dls_simulate", &fault);
}

static void keep(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_fault fault;
    const double *numbers;
    dls_int count;
    dls_motion_picture S = picture_of(I);
    dls_mex_check(dls_motion_keep(I->M->run, &numbers, &count, &fault), "dls_simulate", &fault);
    to->out[0] = dls_motion_kept(&S, count, numbers, I->whole);
}

static void resume(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_fault fault;
    const double *numbers;
    dls_int count;
    (void)to;
    dls_motion_picture S = picture_of(I), P = dls_motion_take_kept(I->kept, &S, &count, &numbers);
    dls_mex_check(dls_motion_resume(I->M->run, &P, count, numbers, &fault), "dls_simulate", &fault);
}

static void asked(void *in, dls_mex_reply *to)
{
    to->out[0] = dls_model_host_asked(((inputs *)in)->M->host);
}

static const dls_mex_argument size_fields[] = {
    DLS_MEX_ARGUMENT("n", WHOLE, sizes.n, "n", NULL),
    DLS_MEX_ARGUMENT("nq", WHOLE, sizes.nq, "q", NULL),
    DLS_MEX_ARGUMENT("nx", WHOLE, sizes.nx, "x", NULL),
    DLS_MEX_ARGUMENT("period", NUMBER, sizes.period, NULL, NULL),
    DLS_MEX_ARGUMENT("nb", WHOLE, sizes.nb, "b", NULL),
    DLS_MEX_ARGUMENT("nu", WHOLE, sizes.nu, "u", NULL),
    DLS_MEX_BOUNDED("d", WHOLE, d, "d", NULL, 1, 6),
    DLS_MEX_ARGUMENT("linear", FLAG, linear, NULL, NULL),
    DLS_MEX_ARGUMENT("C", MATRIX, sizes.C, "?n", "n"),
    DLS_MEX_ARGUMENT("K", MATRIX, sizes.K, "?n", "n"),
    DLS_MEX_ARGUMENT("pattern", MATRIX, sizes.pattern, "?n", "n"),
    DLS_MEX_END};
static const dls_mex_argument course_fields[] = {
    DLS_MEX_ARGUMENT("t0", NUMBER, course.t0, NULL, NULL),
    DLS_MEX_ARGUMENT("tend", NUMBER, course.tend, NULL, NULL),
    DLS_MEX_ARGUMENT("q", FINITE, course.q, "q", "1"),
    DLS_MEX_ARGUMENT("v", FINITE, course.v, "n", "1"),
    DLS_MEX_ARGUMENT("p", FINITE, course.p, "?b+du", "1"),
    DLS_MEX_ARGUMENT("status", FINITE, course.status, "?u", "1"),
    DLS_MEX_ARGUMENT("memory", FINITE, course.memory, "?k", "1"),
    DLS_MEX_ARGUMENT("times", FINITE, course.times, "?1", "m"),
    DLS_MEX_ARGUMENT("factors", FINITE, factors, "1", "3"),
    DLS_MEX_END};
static const dls_mex_argument tableau_fields[] = {
    DLS_MEX_BOUNDED("stages", WHOLE, stages, "s", NULL, 1, 20),
    DLS_MEX_BOUNDED("order", WHOLE, order, NULL, NULL, 1, 20),
    DLS_MEX_ARGUMENT("A", FINITE, method.A, "s", "s"),
    DLS_MEX_ARGUMENT("Abar", FINITE, method.Abar, "?s", "s"),
    DLS_MEX_ARGUMENT("b", FINITE, method.b, "1", "s"),
    DLS_MEX_ARGUMENT("c", FINITE, method.c, "s", "1"),
    DLS_MEX_ARGUMENT("first", FLAG, first, NULL, NULL),
    DLS_MEX_ARGUMENT("explicit", FLAG, method.explicit_, NULL, NULL),
    DLS_MEX_ARGUMENT("stiffly", FLAG, method.stiffly, NULL, NULL),
    DLS_MEX_ARGUMENT("ahead", FLAG, method.ahead, NULL, NULL),
    DLS_MEX_ARGUMENT("name", TEXT, method.name, NULL, NULL),
    DLS_MEX_END};
static const dls_mex_argument no_options[] = {DLS_MEX_END};

#define DLS_MEX_MOTION                                                                             \
    DLS_MEX_STRUCT("sizes", size_fields), DLS_MEX_ARGUMENT("model", STRUCT, model, NULL, NULL),    \
        DLS_MEX_HAS_OPTIONS("dls_simulate", settings, no_options),                                 \
        DLS_MEX_STRUCT("course", course_fields)
#define DLS_MEX_RUN DLS_MEX_ARGUMENT("id", HANDLE, M, "id", NULL)
#define DLS_MEX_MODEL DLS_MEX_ARGUMENT("model", STRUCT, model, NULL, NULL)
#define DLS_MEX_STATE                                                                              \
    DLS_MEX_ARGUMENT("q", FINITE, q, "q", "1"), DLS_MEX_ARGUMENT("v", FINITE, v, "n", "1")

static const dls_mex_argument setup_arguments[] = {DLS_MEX_MOTION, DLS_MEX_END};
static const dls_mex_argument tableau_arguments[] = {
    DLS_MEX_MOTION, DLS_MEX_STRUCT("tableau", tableau_fields), DLS_MEX_END};
static const dls_mex_argument next_arguments[] = {
    DLS_MEX_RUN, DLS_MEX_MODEL, DLS_MEX_BOUNDED("steps", NUMBER, steps, NULL, NULL, 0, INFINITY),
    DLS_MEX_END};
static const dls_mex_argument between_arguments[] = {
    DLS_MEX_RUN, DLS_MEX_MODEL, DLS_MEX_ARGUMENT("t", NUMBER, t, NULL, NULL), DLS_MEX_END};
static const dls_mex_argument solution_arguments[] = {DLS_MEX_RUN, DLS_MEX_MODEL, DLS_MEX_END};
static const dls_mex_argument look_arguments[] = {DLS_MEX_RUN, DLS_MEX_MODEL,
                                                  DLS_MEX_ARGUMENT("t", NUMBER, t, NULL, NULL),
                                                  DLS_MEX_STATE, DLS_MEX_END};
static const dls_mex_argument advance_arguments[] = {DLS_MEX_RUN, DLS_MEX_MODEL, DLS_MEX_STATE,
                                                     DLS_MEX_ARGUMENT("h", NUMBER, h, NULL, NULL),
                                                     DLS_MEX_END};
static const dls_mex_argument keep_arguments[] = {
    DLS_MEX_RUN, DLS_MEX_MODEL, DLS_MEX_ARGUMENT("whole", FLAG, whole, NULL, NULL), DLS_MEX_END};
static const dls_mex_argument resume_arguments[] = {
    DLS_MEX_RUN, DLS_MEX_MODEL, DLS_MEX_ARGUMENT("kept", STRUCT, kept, NULL, NULL), DLS_MEX_END};
static const dls_mex_argument library_arguments[] = {DLS_MEX_MODEL, DLS_MEX_END};
static const dls_mex_argument run_arguments[] = {DLS_MEX_RUN, DLS_MEX_END};

static const dls_mex_call calls[] = {{"setup", setup_arguments, 1, setup, 0},
                                     {"setup", tableau_arguments, 1, setup, 0},
                                     {"next", next_arguments, 1, next, 0},
                                     {"between", between_arguments, 2, between, 0},
                                     {"solution", solution_arguments, 1, solution, 0},
                                     {"asked", run_arguments, 1, asked, 0},
                                     {"look", look_arguments, 1, look, 0},
                                     {"advance", advance_arguments, 1, advance, 0},
                                     {"renew", solution_arguments, 0, renew, 0},
                                     {"keep", keep_arguments, 1, keep, 0},
                                     {"resume", resume_arguments, 0, resume, 0},
                                     {"library", library_arguments, 1, sizes, 0},
                                     DLS_HANDLE_FREE,
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_simulate", calls)
