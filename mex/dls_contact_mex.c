/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [N, U] = dls_contact_mex ('units', S)
   P = dls_contact_mex ('problem', S, coulomb)
   [a, lambda, residual, cones, regular] = dls_contact_mex ('answer', S, P, law, v)
   [residual, cones, regular] = dls_contact_mex ('check', S, P, law, a, lambda)
   S of dls_system, P of 'problem', v the unknowns of P; law: Coulomb's at the acceleration level;
   N: M, F, G, b, H, t of S in its natural units U: a = U.a .* a', lambda.nb = U.nb .* lambda.nb'
   ...; U.size: of forces and accelerations */
#include <math.h>

#include "dls_mex.h"

typedef struct {
    dls_int d;
    dls_contact_system S;
    bool law;
    /* of P */
    dls_view K, Db, Du;
    dls_int *kb, *ku, *m, *coulomb;
    const double *v; /* its unknowns */
    dls_contact_answer answer;
    dls_int count;        /* n, nb, nu: what m-files believe */
    const mxArray *modes; /* modeb, modeu */
} inputs;

static const dls_contact_system *system_of(inputs *I)
{
    dls_contact_system *S = &I->S;
    dls_int k = I->d - 1;
    S->d = I->d;
    if ((S->Hb.cols != 0 && S->Hb.cols != k * S->Gb.cols) ||
        (S->Hu.cols != 0 && S->Hu.cols != k * S->Gu.cols)) {
        dls_mex_error("delassus:dimension", "the tangents do not fit d and the normals");
    }
    return S;
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
    mxSetField(s, 0, "Db", dls_mex_copy_sparse(P->Db));
    mxSetField(s, 0, "Du", dls_mex_copy_sparse(P->Du));
    mxSetField(s, 0, "Gu", dls_mex_copy_sparse(P->Gu));
    mxSetField(s, 0, "Ht", dls_mex_copy_sparse(P->Ht));
    mxSetField(s, 0, "kb", dls_mex_copy_indices(P->k, P->from_b, false));
    mxSetField(s, 0, "ku", dls_mex_copy_indices(P->k + P->from_b, P->nt - P->from_b, false));
    mxSetField(s, 0, "m", dls_mex_copy_indices(P->m, P->nm, true));
    mxSetField(s, 0, "K", dls_mex_copy_sparse(P->lcp.M));
    mxSetField(s, 0, "slides", mxCreateLogicalScalar(slides));
    mxSetField(s, 0, "monotone", mxCreateLogicalScalar(!slides && P->nm == 0 && P->nc == 0));
    mxSetField(s, 0, "sizes", dls_mex_copy_indices(sizes, 6, true));
    mxSetField(s, 0, "coulomb", dls_mex_copy_indices(P->coulomb, P->nc, false));
    dls_mex_set(s, "ne", (double)free);
    mxSetField(s, 0, "a", dls_mex_copy(P->lcp.q, free, 1));
    mxSetField(s, 0, "b", dls_mex_copy(P->lcp.q + free, size - free, 1));
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

static void problem(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)size;
    (void)wanted;
    inputs *I = in;
    const dls_contact_system *S = system_of(I);
    dls_contact_problem *P = NULL;
    dls_fault fault;
    if (dls_contact_assemble(S, I->law && S->d == 2, &P, &fault)) {
        dls_mex_raise("dls_contact", &fault);
    }
    out[0] = problem_struct(S, P);
    mxSetField(out[0], 0, "law", mxCreateLogicalScalar(I->law && may_slip(S, P)));
    dls_contact_problem_free(P);
}

/* rows .* A .* columns, one column unit for `each` columns */
static mxArray *scaled_matrix(dls_view A, const double *rows, const double *columns, dls_int each)
{
    mxArray *out = dls_mex_copy_sparse(A);
    double *x = mxGetPr(out);
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int t = A.p[j]; t < A.p[j + 1]; t++) {
            x[t] *= rows[A.i[t]] * columns[j / each];
        }
    }
    return out;
}

/* x .* unit * factor, x: NULL for ones, one unit for `each` entries */
static mxArray *scaled_vector(dls_int count, const double *x, const double *unit, dls_int each,
                              double factor)
{
    mxArray *out = dls_mex_zeros(count, 1);
    for (dls_int i = 0; i < count; i++) {
        mxGetPr(out)[i] = (x ? x[i] : 1) * unit[i / each] * factor;
    }
    return out;
}

static void set_all(mxArray *s, mxArray *const parts[], int count)
{
    for (int k = 0; k < count; k++) {
        mxSetFieldByNumber(s, 0, k, parts[k]);
    }
}

static void units(void *in, const double *lengths, int wanted, mxArray *out[])
{
    static const char *scaled[] = {"M", "F", "Gb", "bb", "Hb", "tb", "Gu", "bu", "Hu", "tu"};
    static const char *names[] = {"a", "nb", "nu", "tb", "tu", "size"};
    (void)lengths;
    (void)wanted;
    const dls_contact_system *S = system_of(in);
    dls_int n = S->M.cols, nb = S->Gb.cols, nu = S->Gu.cols, k = S->d - 1;
    double *d = mxMalloc((size_t)(n + nb + nu + 1) * sizeof *d), *cb = d + n, *cu = cb + nb, size;
    dls_fault fault;
    if (dls_contact_units(S, d, cb, cu, &size, &fault)) {
        dls_mex_raise("dls_contact", &fault);
    }
    mxArray *parts[] = {
        scaled_matrix(S->M, d, d, 1),   scaled_vector(n, S->F, d, 1, 1 / size),
        scaled_matrix(S->Gb, d, cb, 1), scaled_vector(nb, S->bb, cb, 1, 1 / size),
        scaled_matrix(S->Hb, d, cb, k), scaled_vector(S->Hb.cols, S->tb, cb, k, 1 / size),
        scaled_matrix(S->Gu, d, cu, 1), scaled_vector(nu, S->bu, cu, 1, 1 / size),
        scaled_matrix(S->Hu, d, cu, k), scaled_vector(S->Hu.cols, S->tu, cu, k, 1 / size),
    };
    mxArray *of[] = {
        scaled_vector(n, NULL, d, 1, size),           scaled_vector(nb, NULL, cb, 1, size),
        scaled_vector(nu, NULL, cu, 1, size),         scaled_vector(S->Hb.cols, NULL, cb, k, size),
        scaled_vector(S->Hu.cols, NULL, cu, k, size), mxCreateDoubleScalar(size)};
    out[0] = mxCreateStructMatrix(1, 1, 10, scaled);
    out[1] = mxCreateStructMatrix(1, 1, 6, names);
    set_all(out[0], parts, 10);
    set_all(out[1], of, 6);
    mxFree(d);
}

static mxArray *residual_struct(const dls_contact_residuals *r)
{
    static const char *names[] = {"dynamics", "bilateral", "unilateral",
                                  "sticking", "friction",  "worst"};
    const double values[] = {r->dynamics, r->bilateral, r->unilateral, r->sticking, r->friction};
    mxArray *s = mxCreateStructMatrix(1, 1, 6, names);
    double worst = 0;
    for (int k = 0; k < 5; k++) {
        dls_mex_set(s, names[k], values[k]);
        worst = values[k] <= worst ? worst : values[k]; /* NaN is the worst */
    }
    dls_mex_set(s, "worst", worst);
    return s;
}

/* Up to three outputs: residual, cones, regular. */
static void judge(const inputs *I, const double *size, int wanted, mxArray *out[])
{
    static const char *names[] = {"b", "u"};
    const dls_contact_system *S = &I->S;
    mxArray *b = dls_mex_zeros(S->Gb.cols, 1), *u = dls_mex_zeros(S->Gu.cols, 1);
    bool regular = false;
    dls_contact_residuals r;
    dls_fault fault;
    dls_error error =
        dls_contact_check(S, I->law, 1, I->answer, &r, mxGetPr(b), mxGetPr(u), &fault);
    if (!error && wanted > 2 && DLS_MEX_SIZE(size, 'x') + DLS_MEX_SIZE(size, 'y') == 0) {
        dls_int free = S->M.cols + S->Gb.cols + DLS_MEX_SIZE(size, 'p') + DLS_MEX_SIZE(size, 'q');
        error = dls_contact_regular(S, I->K, free, I->answer, &regular, &fault);
    }
    if (error) {
        dls_mex_raise("dls_contact", &fault);
    }
    out[0] = residual_struct(&r);
    out[1] = mxCreateStructMatrix(1, 1, 2, names);
    mxSetField(out[1], 0, "b", b);
    mxSetField(out[1], 0, "u", u);
    out[2] = mxCreateLogicalScalar(regular);
}

/* t: the sticking tangents k among the unknowns x, and the friction -D ln of sliding contacts. */
static mxArray *tangential(dls_view D, mxArray *normal, bool bilateral, const dls_int *k,
                           dls_int count, const double *x)
{
    mxArray *out = dls_mex_zeros(D.rows, 1);
    double *t = mxGetPr(out);
    for (dls_int c = 0; c < D.cols; c++) {
        double ln = mxGetPr(normal)[c];
        for (dls_int e = D.p[c]; e < D.p[c + 1]; e++) {
            t[D.i[e]] -= D.x[e] * (bilateral ? fabs(ln) : ln);
        }
    }
    for (dls_int j = 0; j < count; j++) {
        t[k[j]] = x[j];
    }
    return out;
}

static void answer(void *in, const double *size, int wanted, mxArray *out[])
{
    static const char *names[] = {"nb", "nu", "tb", "tu"};
    inputs *I = in;
    const dls_contact_system *S = system_of(I);
    dls_int n = S->M.cols, nb = S->Gb.cols, nu = S->Gu.cols;
    dls_int from_b = DLS_MEX_SIZE(size, 'p'), from_u = DLS_MEX_SIZE(size, 'q');
    const double *t = I->v + n + nb, *m = t + from_b + from_u;
    mxArray *b = dls_mex_copy(I->v + n, nb, 1);
    mxArray *u = dls_mex_copy(m + DLS_MEX_SIZE(size, 'x'), nu, 1);
    mxArray *parts[] = {b, u, tangential(I->Db, b, true, I->kb, from_b, t),
                        tangential(I->Du, u, false, I->ku, from_u, t + from_b)};
    out[0] = dls_mex_copy(I->v, n, 1);
    out[1] = mxCreateStructMatrix(1, 1, 4, names);
    for (int k = 0; k < 4; k++) {
        mxSetField(out[1], 0, names[k], parts[k]);
    }
    I->answer = (dls_contact_answer){I->v, mxGetPr(parts[0]), mxGetPr(parts[1]), mxGetPr(parts[2]),
                                     mxGetPr(parts[3])};
    if (wanted > 2) {
        judge(I, size, wanted - 2, out + 2);
    }
}

static void check(void *in, const double *size, int wanted, mxArray *out[])
{
    system_of(in);
    judge(in, size, wanted, out);
}

/* Letters: n coordinates, b and u contacts, s and t tangents; p and q of them stick, x unknowns
   |lb|, y laws of Coulomb (two unknowns each). */
static const dls_mex_argument system_fields[] = {
    DLS_MEX_BOUNDED("d", WHOLE, d, "d", NULL, 2, 3),
    DLS_MEX_ARGUMENT("M", MATRIX, S.M, "n", "n"),
    DLS_MEX_ARGUMENT("n", WHOLE, count, "n", NULL),
    DLS_MEX_ARGUMENT("F", NUMBERS, S.F, "n", "1"),
    DLS_MEX_ARGUMENT("Gb", MATRIX, S.Gb, "n", "b"),
    DLS_MEX_ARGUMENT("Gu", MATRIX, S.Gu, "n", "u"),
    DLS_MEX_ARGUMENT("nb", WHOLE, count, "b", NULL),
    DLS_MEX_ARGUMENT("nu", WHOLE, count, "u", NULL),
    DLS_MEX_ARGUMENT("modeb", CELL, modes, "b", NULL),
    DLS_MEX_ARGUMENT("modeu", CELL, modes, "u", NULL),
    DLS_MEX_ARGUMENT("Hb", MATRIX, S.Hb, "n", "s"),
    DLS_MEX_ARGUMENT("Hu", MATRIX, S.Hu, "n", "t"),
    DLS_MEX_ARGUMENT("bb", NUMBERS, S.bb, "b", "1"),
    DLS_MEX_ARGUMENT("bu", NUMBERS, S.bu, "u", "1"),
    DLS_MEX_ARGUMENT("tb", NUMBERS, S.tb, "s", "1"),
    DLS_MEX_ARGUMENT("tu", NUMBERS, S.tu, "t", "1"),
    DLS_MEX_BOUNDED("mub", NUMBERS, S.mub, "b", "1", 0, INFINITY),
    DLS_MEX_BOUNDED("muu", NUMBERS, S.muu, "u", "1", 0, INFINITY),
    DLS_MEX_ARGUMENT("vtb", NUMBERS, S.vtb, "d-1", "b"),
    DLS_MEX_ARGUMENT("vtu", NUMBERS, S.vtu, "d-1", "u"),
    DLS_MEX_END};
static const dls_mex_argument problem_fields[] = {
    DLS_MEX_ARGUMENT("Db", MATRIX, Db, "s", "b"),
    DLS_MEX_ARGUMENT("Du", MATRIX, Du, "t", "u"),
    DLS_MEX_ARGUMENT("kb", INDICES, kb, "p", "s"),
    DLS_MEX_ARGUMENT("ku", INDICES, ku, "q", "t"),
    DLS_MEX_ARGUMENT("m", INDICES, m, "x", "b"),
    DLS_MEX_ARGUMENT("coulomb", INDICES, coulomb, "y", "p+q"),
    DLS_MEX_ARGUMENT("K", MATRIX, K, "n+b+p+q+x+u+2y", "n+b+p+q+x+u+2y"),
    DLS_MEX_END};
static const dls_mex_argument answer_fields[] = {
    DLS_MEX_ARGUMENT("nb", NUMBERS, answer.nb, "b", "1"),
    DLS_MEX_ARGUMENT("nu", NUMBERS, answer.nu, "u", "1"),
    DLS_MEX_ARGUMENT("tb", NUMBERS, answer.tb, "s", "1"),
    DLS_MEX_ARGUMENT("tu", NUMBERS, answer.tu, "t", "1"), DLS_MEX_END};

static const dls_mex_argument units_arguments[] = {DLS_MEX_STRUCT("S", system_fields), DLS_MEX_END};
static const dls_mex_argument problem_arguments[] = {
    DLS_MEX_STRUCT("S", system_fields), DLS_MEX_ARGUMENT("coulomb", FLAG, law, NULL, NULL),
    DLS_MEX_END};
static const dls_mex_argument answer_arguments[] = {
    DLS_MEX_STRUCT("S", system_fields), DLS_MEX_STRUCT("P", problem_fields),
    DLS_MEX_ARGUMENT("law", FLAG, law, NULL, NULL),
    DLS_MEX_ARGUMENT("v", NUMBERS, v, "n+b+p+q+x+u+2y", "1"), DLS_MEX_END};
static const dls_mex_argument check_arguments[] = {
    DLS_MEX_STRUCT("S", system_fields),
    DLS_MEX_STRUCT("P", problem_fields),
    DLS_MEX_ARGUMENT("law", FLAG, law, NULL, NULL),
    DLS_MEX_ARGUMENT("a", NUMBERS, answer.a, "n", "1"),
    DLS_MEX_STRUCT("lambda", answer_fields),
    DLS_MEX_END};

static const dls_mex_call calls[] = {{"units", units_arguments, 2, units},
                                     {"problem", problem_arguments, 1, problem},
                                     {"answer", answer_arguments, 5, answer},
                                     {"check", check_arguments, 3, check},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_contact", calls)
