/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiled side of mechanisms; D as in dls_mechanism_data.h
   E = dls_mechanism_mex ('evaluate', D, t, q, v)      all of M dv/dt = f + G lambda + ...
   next = dls_mechanism_mex ('advance', D, q, v, h)
   [q, v, fit] = dls_mechanism_mex ('assemble', D, t, q, v, held)      held: a flag per body
       fit: closed, matched, steps, distance, moved; gap, slip (1-by-joints): the largest |h| and
       |G'v + wb| of each
   q = dls_mechanism_mex ('angles', D, q)      the angles that D counts, below those of the bodies
   turns = dls_mechanism_mex ('turns', D, q)   whole turns of these, of each column of q
   x = dls_mechanism_mex ('along', D, q, v)    value of the first line of each force, and its rate:
       2-by-forces, column by column of q, v
   K = dls_mechanism_mex ('kinds', d)      joints with their lines, and forces, in order
   q: coordinates of the bodies and the angles that D counts, or, without these, of the bodies: then
   angles are the nearest to those where D has the bodies, and q that is returned is without, too */
#include <math.h>
#include <string.h>

#include "dls_mechanism_data.h"

typedef struct {
    const mxArray *D;
    dls_int d;
    double t, h;
    const double *q, *v;
    const bool *held;
    dls_int columns;
} inputs;

static void refuse(dls_fault *fault)
{
    dls_mex_raise("dls_mechanism", fault);
}

/* Lives until it is freed by hand: nothing may be raised in between. I->q := with angles, in
   I->columns columns of nq rows; v NULL: there is none */
static dls_mechanism *setup(inputs *I, const dls_mex_reply *to)
{
    dls_mechanism *B = dls_mechanism_read("dls_mechanism", I->D, (dls_mechanism_host){0}, 0);
    dls_int n, nq, given = DLS_MEX_SIZE(to, 'q'), speeds;
    dls_mechanism_get_size(B, &n, &nq);
    dls_int bodies = nq - dls_mechanism_angles(B);
    speeds = I->v ? DLS_MEX_SIZE(to, 'n') : n;
    I->columns = isnan(to->size['m' - 'a']) ? 1 : DLS_MEX_SIZE(to, 'm');
    if (n != speeds || (nq != given && bodies != given)) {
        dls_mechanism_free(B);
        dls_mex_error("delassus:dimension",
                      "q and v have %lld and %lld numbers; expected %lld and %lld",
                      (long long)given, (long long)speeds, (long long)bodies, (long long)n);
    }
    double *q = mxCalloc((size_t)(nq * I->columns) + 1, sizeof *q);
    for (dls_int k = 0; k < I->columns; k++) {
        memcpy(q + k * nq, I->q + k * given, (size_t)given * sizeof *q);
        if (given < nq) {
            dls_mechanism_set_angles(B, q + k * nq);
        }
    }
    I->q = q;
    return B;
}

/* Entries that are zero are for patterns; here they go. */
static mxArray *matrix_of(dls_view A)
{
    mxArray *out = dls_mex_copy_sparse(A);
    mwIndex *p = mxGetJc(out), *i = mxGetIr(out), at = 0;
    double *x = mxGetPr(out);
    for (dls_int j = 0; j < A.cols; j++) {
        p[j] = at;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            if (A.x[k] != 0) {
                i[at] = (mwIndex)A.i[k];
                x[at++] = A.x[k];
            }
        }
    }
    p[A.cols] = at;
    return out;
}

static void evaluate(void *in, dls_mex_reply *to)
{
    static const char *const names[] = {
        "M",    "G",       "N",      "T",     "H",     "f",      "h",        "wb",  "bb",
        "g",    "wu",      "bu",     "bt",    "bh",    "e",      "mu",       "muh", "joint",
        "line", "contact", "slider", "touch", "point", "normal", "identity", "many"};
    inputs *I = in;
    dls_mechanism *B = setup(I, to);
    dls_mechanism_values E;
    dls_fault fault;
    if (dls_mechanism_evaluate(B, I->t, I->q, I->v, &E, &fault)) {
        dls_mechanism_free(B);
        refuse(&fault);
    }
    dls_int nb = E.G.cols, nu = E.N.cols, nh = E.H.cols, nt = E.T.cols;
    to->out[0] = mxCreateStructMatrix(1, 1, 26, (const char **)names);
    const dls_view matrix[] = {E.M, E.G, E.N, E.T, E.H};
    const double *const vector[] = {E.f,  E.h,  E.wb, E.bb, E.g,  E.wu,
                                    E.bu, E.bt, E.bh, E.e,  E.mu, E.muh};
    const dls_int count[] = {E.n, nb, nb, nb, nu, nu, nu, nt, nh, nu, nu, nh};
    const dls_int *const index[] = {E.joint, E.line, E.contact_joint, E.slider, E.touch};
    const dls_int indices[] = {nb, nb, nu, nh, nu};
    for (int k = 0; k < 5; k++) {
        mxSetField(to->out[0], 0, names[k], matrix_of(matrix[k]));
    }
    for (int k = 0; k < 12; k++) {
        mxSetField(to->out[0], 0, names[5 + k], dls_mex_copy(vector[k], count[k], 1));
    }
    for (int k = 0; k < 5; k++) {
        mxSetField(to->out[0], 0, names[17 + k], dls_mex_copy_indices(index[k], indices[k], true));
    }
    mxSetField(to->out[0], 0, "point", dls_mex_copy(E.point, 3, nu));
    mxSetField(to->out[0], 0, "normal", dls_mex_copy(E.normal, 3, nu));
    mxSetField(to->out[0], 0, "identity", dls_mex_copy_indices(E.identity, nu, true));
    dls_mex_set(to->out[0], "many", E.many);
    mxAddField(to->out[0], "potential");
    dls_mex_set(to->out[0], "potential", E.potential);
    mxAddField(to->out[0], "d");
    dls_mex_set(to->out[0], "d", E.d);
    dls_mechanism_free(B);
}

static void advance(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_mechanism *B = setup(I, to);
    dls_int n, nq;
    dls_mechanism_get_size(B, &n, &nq);
    dls_int rows = DLS_MEX_SIZE(to, 'q');
    double *next = mxCalloc((size_t)nq + 1, sizeof *next);
    to->out[0] = dls_mex_zeros(rows, I->columns);
    for (dls_int k = 0; k < I->columns; k++) {
        dls_mechanism_advance(B, I->q + k * nq, I->v + k * n, I->h, next);
        memcpy(mxGetPr(to->out[0]) + k * rows, next, (size_t)rows * sizeof *next);
    }
    dls_mechanism_free(B);
}

static void angles(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_mechanism *B = setup(I, to);
    dls_int n, nq;
    dls_mechanism_get_size(B, &n, &nq);
    to->out[0] = dls_mex_copy(I->q, nq, I->columns);
    dls_mechanism_free(B);
}

static void turns(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_mechanism *B = setup(I, to);
    dls_int n, nq, count = dls_mechanism_angles(B);
    dls_mechanism_get_size(B, &n, &nq);
    to->out[0] = dls_mex_zeros(count, I->columns);
    for (dls_int k = 0; k < I->columns; k++) {
        dls_mechanism_get_turns(B, I->q + k * nq, mxGetPr(to->out[0]) + k * count);
    }
    dls_mechanism_free(B);
}

static void along(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_mechanism *B = setup(I, to);
    dls_int forces = (dls_int)mxGetN(mxGetField(I->D, 0, "force"));
    dls_int n, nq;
    dls_mechanism_get_size(B, &n, &nq);
    to->out[0] = dls_mex_zeros(2, forces * I->columns);
    double *x = mxGetPr(to->out[0]);
    for (dls_int j = 0; j < I->columns; j++) {
        for (dls_int k = 0; k < forces; k++) {
            dls_mechanism_along(B, k, I->q + j * nq, I->v + j * n, x + 2 * (j * forces + k));
        }
    }
    dls_mechanism_free(B);
}

/* The largest of each joint, a row */
static mxArray *by_joint(const dls_mechanism_values *E, dls_int joints, const double *x)
{
    mxArray *out = dls_mex_zeros(1, joints);
    double *most = mxGetPr(out);
    for (dls_int k = 0; k < E->G.cols; k++) {
        most[E->joint[k]] = fmax(most[E->joint[k]], fabs(x[k]));
    }
    return out;
}

static void assemble(void *in, dls_mex_reply *to)
{
    static const char *names[] = {"closed", "matched", "steps", "distance", "moved", "gap", "slip"};
    inputs *I = in;
    dls_mechanism *B = setup(I, to);
    dls_mechanism_values E;
    dls_mechanism_fit fit;
    dls_fault fault;
    dls_int bodies = (dls_int)mxGetN(mxGetField(I->D, 0, "fixed"));
    if (DLS_MEX_SIZE(to, 'b') != bodies) {
        dls_mechanism_free(B);
        dls_mex_error("delassus:dimension", "held has %lld flags; expected %lld, as bodies",
                      (long long)DLS_MEX_SIZE(to, 'b'), (long long)bodies);
    }
    to->out[1] = dls_mex_copy(I->v, DLS_MEX_SIZE(to, 'n'), 1);
    double *q = (double *)I->q, *v = mxGetPr(to->out[1]); /* ours */
    dls_error error = dls_mechanism_evaluate(B, I->t, q, v, &E, &fault);
    double *gap = mxCalloc((size_t)E.G.cols + 1, sizeof *gap);
    double *slip = mxCalloc((size_t)E.G.cols + 1, sizeof *slip);
    error = error ? error : dls_mechanism_assemble(B, I->held, I->t, q, v, gap, slip, &fit, &fault);
    if (error) {
        dls_mechanism_free(B);
        refuse(&fault);
    }
    to->out[0] = dls_mex_copy(q, DLS_MEX_SIZE(to, 'q'), 1);
    const double numbers[] = {fit.closed, fit.matched, fit.steps, fit.distance, fit.moved};
    to->out[2] = mxCreateStructMatrix(1, 1, 7, names);
    for (int k = 0; k < 5; k++) {
        dls_mex_set(to->out[2], names[k], numbers[k]);
    }
    mxSetField(to->out[2], 0, "gap",
               by_joint(&E, (dls_int)mxGetN(mxGetField(I->D, 0, "joint")), gap));
    mxSetField(to->out[2], 0, "slip",
               by_joint(&E, (dls_int)mxGetN(mxGetField(I->D, 0, "joint")), slip));
    dls_mechanism_free(B);
}

/* Names of the lines from..from + count - 1 of a joint */
static mxArray *line_names(int d, dls_int kind, dls_int from, dls_int count)
{
    dls_int normals, tangents;
    mxArray *names = mxCreateCellMatrix(1, (mwSize)count);
    for (dls_int l = 0; l < count; l++) {
        const char *name = dls_mechanism_line_name(d, kind, from + l, &normals, &tangents);
        mxSetCell(names, (mwIndex)l, mxCreateString(name));
    }
    return names;
}

static void kinds(void *in, dls_mex_reply *to)
{
    static const char *fields[] = {"name", "lines", "slides"};
    int d = (int)((inputs *)in)->d;
    dls_int count[2] = {0, 0}, normals, tangents;
    for (int force = 0; force < 2; force++) {
        while (dls_mechanism_kind_name(force, count[force] + 1)) {
            count[force]++;
        }
    }
    mxArray *joints = mxCreateStructMatrix(1, (mwSize)count[0], 3, fields);
    for (dls_int k = 0; k < count[0]; k++) {
        dls_mechanism_line_name(d, k + 1, 0, &normals, &tangents);
        const char *name = dls_mechanism_kind_name(false, k + 1);
        mxSetField(joints, (mwIndex)k, "name", mxCreateString(name));
        mxSetField(joints, (mwIndex)k, "lines", line_names(d, k + 1, 0, normals));
        mxSetField(joints, (mwIndex)k, "slides", line_names(d, k + 1, normals, tangents));
    }
    mxArray *forces = mxCreateCellMatrix(1, (mwSize)count[1]);
    for (dls_int k = 0; k < count[1]; k++) {
        mxSetCell(forces, (mwIndex)k, mxCreateString(dls_mechanism_kind_name(true, k + 1)));
    }
    to->out[0] = joints;
    to->out[1] = forces;
}

static const dls_mex_argument evaluate_arguments[] = {
    DLS_MEX_ARGUMENT("D", STRUCT, D, NULL, NULL), DLS_MEX_ARGUMENT("t", NUMBER, t, NULL, NULL),
    DLS_MEX_ARGUMENT("q", FINITE, q, "q", "1"), DLS_MEX_ARGUMENT("v", FINITE, v, "n", "1"),
    DLS_MEX_END};
static const dls_mex_argument advance_arguments[] = {
    DLS_MEX_ARGUMENT("D", STRUCT, D, NULL, NULL), DLS_MEX_ARGUMENT("q", FINITE, q, "q", "m"),
    DLS_MEX_ARGUMENT("v", FINITE, v, "n", "m"), DLS_MEX_ARGUMENT("h", NUMBER, h, NULL, NULL),
    DLS_MEX_END};
static const dls_mex_argument assemble_arguments[] = {
    DLS_MEX_ARGUMENT("D", STRUCT, D, NULL, NULL),    DLS_MEX_ARGUMENT("t", NUMBER, t, NULL, NULL),
    DLS_MEX_ARGUMENT("q", FINITE, q, "q", "1"),      DLS_MEX_ARGUMENT("v", FINITE, v, "n", "1"),
    DLS_MEX_ARGUMENT("held", FLAGS, held, "b", "1"), DLS_MEX_END};
static const dls_mex_argument angles_arguments[] = {DLS_MEX_ARGUMENT("D", STRUCT, D, NULL, NULL),
                                                    DLS_MEX_ARGUMENT("q", FINITE, q, "q", "m"),
                                                    DLS_MEX_END};
static const dls_mex_argument along_arguments[] = {
    DLS_MEX_ARGUMENT("D", STRUCT, D, NULL, NULL), DLS_MEX_ARGUMENT("q", FINITE, q, "q", "m"),
    DLS_MEX_ARGUMENT("v", FINITE, v, "n", "m"), DLS_MEX_END};
static const dls_mex_argument kinds_arguments[] = {DLS_MEX_BOUNDED("d", WHOLE, d, "d", NULL, 2, 3),
                                                   DLS_MEX_END};

static const dls_mex_call calls[] = {
    {"evaluate", evaluate_arguments, 1, evaluate, 0}, {"advance", advance_arguments, 1, advance, 0},
    {"assemble", assemble_arguments, 3, assemble, 0}, {"angles", angles_arguments, 1, angles, 0},
    {"turns", angles_arguments, 1, turns, 0},         {"along", along_arguments, 1, along, 0},
    {"kinds", kinds_arguments, 2, kinds, 0},          DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_mechanism", calls)
