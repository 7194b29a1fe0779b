/* SPDX-License-Identifier: GPL-3.0-or-later */
/* P = dls_contact_mex ('problem', S, coulomb)
   [a, lambda, residual, cones, regular] = dls_contact_mex ('answer', S, P, law, v)
   [residual, cones, regular] = dls_contact_mex ('check', S, P, law, a, lambda)
   S of dls_system, P of 'problem', v the unknowns of P; law: Coulomb's at the acceleration level */
#include <math.h>
#include <string.h>

#include "dls_mex.h"

static const mxArray *field(const mxArray *s, const char *name)
{
    const mxArray *value = mxIsStruct(s) ? mxGetField(s, 0, name) : NULL;
    if (!value) {
        mexErrMsgIdAndTxt("delassus:type", "the field %s is missing; expected a struct of %s", name,
                          "dls_system");
    }
    return value;
}

static const double *numbers(const mxArray *array, const char *name, dls_int count)
{
    if (!mxIsDouble(array) || mxIsComplex(array) || mxIsSparse(array) ||
        (dls_int)mxGetNumberOfElements(array) != count) {
        mexErrMsgIdAndTxt("delassus:dimension", "%s is not %lld full real numbers", name,
                          (long long)count);
    }
    return mxGetPr(array);
}

static const double *vector(const mxArray *s, const char *name, dls_int count)
{
    return numbers(field(s, name), name, count);
}

static dls_view matrix(const mxArray *s, const char *name, dls_int rows)
{
    dls_view A = dls_mex_sparse(field(s, name), name);
    if (A.rows != rows) {
        mexErrMsgIdAndTxt("delassus:dimension", "%s has %lld rows; expected %lld", name,
                          (long long)A.rows, (long long)rows);
    }
    return A;
}

static const double *friction(const mxArray *s, const char *name, dls_int count)
{
    const double *mu = vector(s, name, count);
    for (dls_int c = 0; c < count; c++) {
        if (!(mu[c] >= 0)) {
            mexErrMsgIdAndTxt("delassus:option", "%s contains %g; expected mu >= 0", name, mu[c]);
        }
    }
    return mu;
}

static dls_contact_system system_of(const mxArray *s)
{
    dls_contact_system S = {.d = (dls_int)*vector(s, "d", 1)};
    S.M = dls_mex_sparse(field(s, "M"), "M");
    dls_int n = S.M.cols, k = S.d - 1;
    S.F = vector(s, "F", n);
    S.Gb = matrix(s, "Gb", n);
    S.Gu = matrix(s, "Gu", n);
    S.Hb = matrix(s, "Hb", n);
    S.Hu = matrix(s, "Hu", n);
    bool fits = (S.d == 2 || S.d == 3) && S.M.rows == n &&
                (S.Hb.cols == 0 || S.Hb.cols == k * S.Gb.cols) &&
                (S.Hu.cols == 0 || S.Hu.cols == k * S.Gu.cols);
    if (!fits) {
        dls_mex_error("delassus:dimension", "M, d or the tangents do not fit");
    }
    S.bb = vector(s, "bb", S.Gb.cols);
    S.bu = vector(s, "bu", S.Gu.cols);
    S.tb = vector(s, "tb", S.Hb.cols);
    S.tu = vector(s, "tu", S.Hu.cols);
    S.mub = friction(s, "mub", S.Gb.cols);
    S.muu = friction(s, "muu", S.Gu.cols);
    S.vtb = vector(s, "vtb", k * S.Gb.cols);
    S.vtu = vector(s, "vtu", k * S.Gu.cols);
    return S;
}

static mxArray *sparse_copy(dls_view A)
{
    dls_int nnz = A.p[A.cols];
    mxArray *out =
        mxCreateSparse((mwSize)A.rows, (mwSize)A.cols, (mwSize)(nnz > 0 ? nnz : 1), mxREAL);
    memcpy(mxGetJc(out), A.p, (size_t)(A.cols + 1) * sizeof *A.p);
    if (nnz > 0) {
        memcpy(mxGetIr(out), A.i, (size_t)nnz * sizeof *A.i);
        memcpy(mxGetPr(out), A.x, (size_t)nnz * sizeof *A.x);
    }
    return out;
}

static mxArray *column(const double *x, dls_int count)
{
    mxArray *out = mxCreateDoubleMatrix((mwSize)count, 1, mxREAL);
    if (count > 0) {
        memcpy(mxGetPr(out), x, (size_t)count * sizeof *x);
    }
    return out;
}

/* 1-based */
static mxArray *indices(const dls_int *x, dls_int count, bool row)
{
    mxArray *out = mxCreateDoubleMatrix(row ? 1 : (mwSize)count, row ? (mwSize)count : 1, mxREAL);
    for (dls_int i = 0; i < count; i++) {
        mxGetPr(out)[i] = (double)(x[i] + 1);
    }
    return out;
}

static mxArray *problem_struct(const dls_contact_system *S, const dls_contact_problem *P)
{
    static const char *names[] = {"Db",     "Du",       "Gu",    "Ht",      "kb", "ku", "m", "K",
                                  "slides", "monotone", "sizes", "coulomb", "ne", "a",  "b", "law"};
    mxArray *s = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    dls_int free = P->lcp.free, size = P->lcp.M.cols;
    dls_int sizes[] = {S->M.cols - 1, S->Gb.cols - 1, P->nt - 1,
                       P->nm - 1,     S->Gu.cols - 1, P->nc - 1};
    bool slides = P->Du.p[P->Du.cols] > 0;
    mxSetField(s, 0, "Db", sparse_copy(P->Db));
    mxSetField(s, 0, "Du", sparse_copy(P->Du));
    mxSetField(s, 0, "Gu", sparse_copy(P->Gu));
    mxSetField(s, 0, "Ht", sparse_copy(P->Ht));
    mxSetField(s, 0, "kb", indices(P->k, P->from_b, false));
    mxSetField(s, 0, "ku", indices(P->k + P->from_b, P->nt - P->from_b, false));
    mxSetField(s, 0, "m", indices(P->m, P->nm, true));
    mxSetField(s, 0, "K", sparse_copy(P->lcp.M));
    mxSetField(s, 0, "slides", mxCreateLogicalScalar(slides));
    mxSetField(s, 0, "monotone", mxCreateLogicalScalar(!slides && P->nm == 0 && P->nc == 0));
    mxSetField(s, 0, "sizes", indices(sizes, 6, true));
    mxSetField(s, 0, "coulomb", indices(P->coulomb, P->nc, false));
    dls_mex_set(s, "ne", (double)free);
    mxSetField(s, 0, "a", column(P->lcp.q, free));
    mxSetField(s, 0, "b", column(P->lcp.q + free, size - free));
    return s;
}

/* Has Coulomb's law anything to decide: does a contact stick that may slip (mu finite)? */
static bool may_slip(const dls_contact_system *S, const dls_contact_problem *P)
{
    bool found = false;
    for (dls_int j = 0; j < P->nt; j++) {
        found = found || isfinite((j < P->from_b ? S->mub : S->muu)[P->k[j] / (S->d - 1)]);
    }
    return found;
}

static void problem(mxArray *plhs[], const mxArray *prhs[])
{
    dls_contact_system S = system_of(prhs[0]);
    bool coulomb = mxIsLogicalScalarTrue(prhs[1]);
    dls_contact_problem *P = NULL;
    dls_fault fault;
    if (dls_contact_assemble(&S, coulomb && S.d == 2, &P, &fault)) {
        dls_mex_raise("dls_contact", &fault);
    }
    plhs[0] = problem_struct(&S, P);
    mxSetField(plhs[0], 0, "law", mxCreateLogicalScalar(coulomb && may_slip(&S, P)));
    dls_contact_problem_free(P);
}

static mxArray *residual_struct(const dls_contact_residuals *r)
{
    static const char *names[] = {"dynamics", "bilateral", "unilateral", "sticking", "friction"};
    const double values[] = {r->dynamics, r->bilateral, r->unilateral, r->sticking, r->friction};
    mxArray *s = mxCreateStructMatrix(1, 1, 5, names);
    for (int k = 0; k < 5; k++) {
        dls_mex_set(s, names[k], values[k]);
    }
    return s;
}

/* Up to three outputs: residual, cones, regular. */
static void check(int nlhs, mxArray *plhs[], const dls_contact_system *S, const mxArray *P,
                  bool law, dls_contact_answer v)
{
    static const char *names[] = {"b", "u"};
    mxArray *b = mxCreateDoubleMatrix((mwSize)S->Gb.cols, 1, mxREAL);
    mxArray *u = mxCreateDoubleMatrix((mwSize)S->Gu.cols, 1, mxREAL);
    const double *sizes = vector(P, "sizes", 6);
    bool regular = false;
    dls_contact_residuals r;
    dls_fault fault;
    dls_error error = dls_contact_check(S, law, v, &r, mxGetPr(b), mxGetPr(u), &fault);
    if (!error && nlhs > 2 && sizes[3] + sizes[5] == 0) {
        dls_int free = (dls_int)(sizes[0] + sizes[1] + sizes[2]);
        error =
            dls_contact_regular(S, dls_mex_sparse(field(P, "K"), "K"), free, v, &regular, &fault);
    }
    if (error) {
        dls_mex_raise("dls_contact", &fault);
    }
    plhs[0] = residual_struct(&r);
    if (nlhs > 1) {
        plhs[1] = mxCreateStructMatrix(1, 1, 2, names);
        mxSetField(plhs[1], 0, "b", b);
        mxSetField(plhs[1], 0, "u", u);
    }
    if (nlhs > 2) {
        plhs[2] = mxCreateLogicalScalar(regular);
    }
}

/* The reactions among the unknowns, with the friction of the sliding contacts. */
static mxArray *reactions(const dls_contact_system *S, const mxArray *P, const double *v,
                          dls_contact_answer *answer)
{
    static const char *names[] = {"nb", "nu", "tb", "tu"};
    dls_int n = S->M.cols, nb = S->Gb.cols, nu = S->Gu.cols;
    const double *sizes = vector(P, "sizes", 6), *x = v + n + nb;
    dls_int free = n + nb + (dls_int)sizes[2];
    const double *normal[] = {v + n, v + free + (dls_int)sizes[3]};
    mxArray *parts[] = {column(normal[0], nb), column(normal[1], nu),
                        mxCreateDoubleMatrix((mwSize)S->Hb.cols, 1, mxREAL),
                        mxCreateDoubleMatrix((mwSize)S->Hu.cols, 1, mxREAL)};
    mxArray *lambda = mxCreateStructMatrix(1, 1, 4, names);
    for (int s = 0; s < 2; s++) {
        dls_view D = matrix(P, s == 0 ? "Db" : "Du", s == 0 ? S->Hb.cols : S->Hu.cols);
        double *t = mxGetPr(parts[2 + s]);
        for (dls_int c = 0; c < D.cols && c < (s == 0 ? nb : nu); c++) {
            double ln = s == 0 ? fabs(normal[s][c]) : normal[s][c];
            for (dls_int e = D.p[c]; e < D.p[c + 1]; e++) {
                t[D.i[e]] -= D.x[e] * ln;
            }
        }
        const mxArray *k = field(P, s == 0 ? "kb" : "ku");
        for (dls_int j = 0; j < (dls_int)mxGetNumberOfElements(k); j++) {
            t[(dls_int)mxGetPr(k)[j] - 1] = *x++;
        }
    }
    for (int k = 0; k < 4; k++) {
        mxSetField(lambda, 0, names[k], parts[k]);
    }
    *answer = (dls_contact_answer){v, mxGetPr(parts[0]), mxGetPr(parts[1]), mxGetPr(parts[2]),
                                   mxGetPr(parts[3])};
    return lambda;
}

static void answer(int nlhs, mxArray *plhs[], const mxArray *prhs[])
{
    dls_contact_system S = system_of(prhs[0]);
    dls_view K = dls_mex_sparse(field(prhs[1], "K"), "K");
    const double *v = numbers(prhs[3], "v", K.cols);
    dls_contact_answer found;
    mxArray *a = column(v, S.M.cols), *lambda = reactions(&S, prhs[1], v, &found);
    if (nlhs > 2) {
        check(nlhs - 2, plhs + 2, &S, prhs[1], mxIsLogicalScalarTrue(prhs[2]), found);
    }
    plhs[0] = a;
    if (nlhs > 1) {
        plhs[1] = lambda;
    }
}

static void check_given(int nlhs, mxArray *plhs[], const mxArray *prhs[])
{
    dls_contact_system S = system_of(prhs[0]);
    dls_contact_answer given = {numbers(prhs[3], "a", S.M.cols), vector(prhs[4], "nb", S.Gb.cols),
                                vector(prhs[4], "nu", S.Gu.cols), vector(prhs[4], "tb", S.Hb.cols),
                                vector(prhs[4], "tu", S.Hu.cols)};
    check(nlhs, plhs, &S, prhs[1], mxIsLogicalScalarTrue(prhs[2]), given);
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    char op[16] = "";
    if (nrhs > 0) {
        dls_mex_text(prhs[0], op, sizeof op, "the operation");
    }
    if (strcmp(op, "problem") == 0 && nrhs == 3) {
        problem(plhs, prhs + 1);
    } else if (strcmp(op, "answer") == 0 && nrhs == 5) {
        answer(nlhs, plhs, prhs + 1);
    } else if (strcmp(op, "check") == 0 && nrhs == 6) {
        check_given(nlhs, plhs, prhs + 1);
    } else {
        dls_mex_error("delassus:internal",
                      "dls_contact_mex is called by dls_contact, not by users");
    }
}
