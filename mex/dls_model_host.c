/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dls_model_host.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dls_library.h"
#include "dls_machine.h"
#include "dls_reader.h"

/* As dls_model tells of functions of (q,list), and of (t,q,v,list): 5 */
enum { OF_Q_LIST = 2 };
/* Laws of impact are the same for all that come and go */
static const unsigned LASTING = DLS_PART_LAW | DLS_PART_TANGENT_RESTITUTION;

/* How many arguments its function has, 0: it is a number, -1: there is nothing. */
static int arguments_of(const dls_model_host *H, const mxArray *model, int k)
{
    const mxArray *value = mxGetField(model, 0, dls_model_field(H, k));
    bool data = dls_mex_is_data(value);
    if (data ? k == IMPACT : k == DLS_PARTNO_LAW) { /* by name, or a function */
        return -1;
    }
    if (k == DLS_PARTNO_FORCE && H->linear) {
        return data ? 0 : LOAD_OF_TIME;
    }
    const mxArray *list = mxGetField(model, 0, "arity");
    const mxArray *arity =
        list && mxIsStruct(list) ? mxGetField(list, 0, dls_model_field(NULL, k)) : NULL;
    bool known = arity && mxIsDouble(arity) && mxGetNumberOfElements(arity) == 1;
    int count = known ? (int)mxGetScalar(arity) : -1;
    bool own = count == 1 || count == 4 || k == IMPACT;
    return !value || count < 0 ? -1 : data ? 0 : own ? count : count == OF_Q_LIST ? 1 : 3;
}

/* C or K of a linear model, a pattern; one without entries is absent. */
static bool copy_matrix(dls_model_host *H, int k, dls_view A, dls_view *view)
{
    size_t cols = (size_t)A.cols, entries = A.p ? (size_t)A.p[cols] : 0;
    *view = (dls_view){0};
    if (entries == 0) {
        return true;
    }
    H->pattern[k] = malloc((cols + 1 + entries) * sizeof *H->pattern[k]);
    H->entry[k] = malloc(entries * sizeof *H->entry[k]);
    if (!H->pattern[k] || !H->entry[k]) {
        return false;
    }
    dls_int *rows = H->pattern[k] + cols + 1;
    memcpy(H->pattern[k], A.p, (cols + 1) * sizeof *A.p);
    memcpy(rows, A.i, entries * sizeof *A.i);
    memcpy(H->entry[k], A.x, entries * sizeof *A.x);
    *view = (dls_view){A.rows, A.cols, H->pattern[k], rows, H->entry[k]};
    return true;
}

static void set_sizes(dls_model_host *H)
{
    dls_motion_model *m = &H->model;
    dls_int n = m->n - m->nx, nb = m->nb, nu = m->nu, nt = (m->d - 1) * nu;
#define DLS_HOST_SIZE(symbol, name, rows, cols) {rows, cols},
    const dls_int size[][2] = {DLS_MOTION_PARTS(DLS_HOST_SIZE)};
    nu += 1;
    nt = (m->d - 1) * nu;
    const dls_int more[][2] = {DLS_MOTION_PARTS(DLS_HOST_SIZE)};
    for (int k = 0; k < DLS_PARTS; k++) {
        H->part[k].rows = size[k][0];
        H->part[k].cols = size[k][1];
        H->part[k].each_row = H->list ? more[k][0] - size[k][0] : 0;
        H->part[k].each_col = H->list ? more[k][1] - size[k][1] : 0;
        H->part[k].listed = H->part[k].each_row + H->part[k].each_col > 0;
    }
    for (int k = STATE; k < FUNCTIONS; k++) {
        H->part[k].rows = k == ADVANCE ? m->nq - m->nx : m->nx;
        H->part[k].cols = 1;
    }
}

/* Are the sizes that the arguments have been read with those of the model? */
static bool agree(const dls_motion_model *a, const dls_motion_model *b)
{
    return a->n == b->n && a->nq == b->nq && a->nx == b->nx && a->nb == b->nb && a->nu == b->nu &&
           a->d == b->d;
}

/* Models that are in C: H->model is made */
static void take_compiled(dls_model_host *H, const dls_motion_model *sizes, const mxArray *model)
{
    const mxArray *file = mxGetField(model, 0, "library");
    if (mxGetField(model, 0, "machine")) {
        H->machine = dls_machine_new(model);
        H->model = dls_machine_model(H->machine);
    } else if (file && dls_mex_is_data(file) && mxGetNumberOfElements(file) > 0) {
        H->library = dls_library_new(model);
        H->model = dls_library_model(H->library);
    }
    bool compiled = H->machine || H->library;
    if (compiled && !agree(&H->model, sizes)) {
        dls_model_host_free(H);
        dls_mex_error("delassus:dimension", "dls_simulate: the sizes of the model differ");
    }
}

dls_model_host *dls_model_host_new(const dls_motion_model *sizes, bool linear, const mxArray *model)
{
    dls_model_host *H = mxCalloc(1, sizeof *H); /* gone where something is raised */
    take_compiled(H, sizes, model);
    mexMakeMemoryPersistent(H);
    H->asked = -1;
    if (H->machine || H->library) {
        return H;
    }
    dls_motion_model *m = &H->model;
    *m = *sizes;
    m->data = H;
    m->evaluate = dls_model_evaluate;
    H->linear = linear;
    if (arguments_of(H, model, CONTACTS) > 0) {
        H->list = dls_mex_zeros(0, 1);
        mexMakeArrayPersistent(H->list);
        m->contacts = dls_model_contacts;
    }
    set_sizes(H);
    bool made = true;
    for (int k = 0; k < FUNCTIONS; k++) {
        int arguments = arguments_of(H, model, k);
        const mxArray *value = mxGetField(model, 0, dls_model_field(H, k));
        double usual = k == DLS_PARTNO_STIFFNESS ? INFINITY : 0;
        if (H->part[k].listed && arguments == 0 && mxGetScalar(value) == usual) {
            arguments = -1; /* as what is not given */
        }
        H->part[k].arguments = arguments;
        if (arguments > 0) {
            H->part[k].key = malloc((size_t)(m->nq + m->n + 1) * sizeof *H->part[k].key);
            made = made && H->part[k].key;
        }
        if (k < DLS_PARTS) {
            m->given |= arguments >= 0 ? 1u << k : 0;
            m->constant |=
                arguments == 0 && (!H->part[k].listed || LASTING & 1u << k) ? 1u << k : 0;
            m->of_q |= arguments == 1 ? 1u << k : 0;
        }
    }
    if (H->part[STATE].arguments >= 0) { /* they are part of the force */
        m->given |= DLS_PART_FORCE;
        m->constant &= ~(unsigned)DLS_PART_FORCE;
        m->of_q &= ~(unsigned)DLS_PART_FORCE;
    }
    m->advance = H->part[ADVANCE].arguments > 0 ? dls_model_advance : NULL;
    m->impact = H->part[IMPACT].arguments > 0 ? dls_model_impact : NULL;
    m->sample = H->part[SAMPLE].arguments > 0 ? dls_model_sample : NULL;
    made = made && copy_matrix(H, 0, sizes->C, &m->C) && copy_matrix(H, 1, sizes->K, &m->K) &&
           copy_matrix(H, 2, sizes->pattern, &m->pattern);
    bool columns = m->nx == 0 && H->part[DLS_PARTNO_FORCE].arguments > 0 && !linear;
    m->forces = columns ? dls_model_forces : NULL;
    if (!made) {
        dls_model_host_free(H);
        return NULL;
    }
    mxArray **arguments[] = {&H->t, &H->q, &H->v, &H->x, &H->h};
    const dls_int count[] = {1, m->nq - m->nx, m->n - m->nx, m->nx, 1};
    for (int k = 0; k < 5; k++) {
        *arguments[k] = dls_mex_zeros(count[k], 1);
        mexMakeArrayPersistent(*arguments[k]);
    }
    return H;
}

void dls_model_host_free(dls_model_host *H)
{
    if (H->machine) {
        dls_machine_free(H->machine);
    }
    if (H->library) {
        dls_library_free(H->library);
    }
    mxArray *const arguments[] = {H->t,         H->q,         H->v,         H->x,
                                  H->h,         H->list,      H->struck[0], H->struck[1],
                                  H->struck[2], H->struck[3], H->struck[4]};
    for (int k = 0; k < 11; k++) {
        if (arguments[k]) {
            mxDestroyArray(arguments[k]);
        }
    }
    for (int k = 0; k < 3; k++) {
        free(H->pattern[k]);
        free(H->entry[k]);
    }
    for (int k = 0; k < FUNCTIONS; k++) {
        dls_model_forget(&H->part[k]);
        free(H->part[k].key);
    }
    free(H->identity);
    mxFree(H);
}

const dls_motion_model *dls_model_host_attach(dls_model_host *H, const mxArray *model, bool trap)
{
    if (H->machine) {
        dls_machine_attach(H->machine, model, trap);
    }
    if (H->machine || H->library) {
        return &H->model;
    }
    for (int k = 0; k < FUNCTIONS; k++) {
        const mxArray *value = mxGetField(model, 0, dls_model_field(H, k));
        if (H->part[k].arguments > 0 && (!value || dls_mex_is_data(value))) {
            dls_mex_error("delassus:type", "'%s' of the model is no function any more",
                          dls_model_field(H, k));
        }
        H->part[k].value = value;
    }
    H->trap = trap;
    return &H->model;
}
