/* SPDX-License-Identifier: GPL-3.0-or-later */
/* S = dls_system_mex (args): the contact system of dls_system (args{:}): blocks by name, a system
   before them, or both, judged and completed; [] where args is a system that lacks nothing */
#include <stdio.h>
#include <string.h>

#include "dls_reader.h"
#include "dls_system_blocks.h"

typedef struct {
    const mxArray *args;
    dls_contact_system S;
} inputs;

/* In the order of the fields; the first are what users give. */
#define DLS_BLOCKS(X)                                                                              \
    X(M)                                                                                           \
    X(F) X(Gb) X(bb) X(Gu) X(bu) X(Hb) X(tb) X(Hu) X(tu) X(mub) X(muu) X(vtb) X(vtu) X(d) X(names)
#define DLS_MADE(X) X(kind) X(n) X(nb) X(nu) X(modeb) X(modeu)
#define DLS_PLACE(name) DLS_AT_##name,
#define DLS_WORD(name) #name,

enum {
    DLS_BLOCKS(DLS_PLACE) BLOCKS,
    DLS_AT_kind = BLOCKS,
    DLS_AT_n,
    DLS_AT_nb,
    DLS_AT_nu,
    DLS_AT_modeb,
    DLS_AT_modeu,
    FIELDS
};

static const char *const field_names[] = {DLS_BLOCKS(DLS_WORD) DLS_MADE(DLS_WORD)};

static const dls_mex_argument blocks[] = {DLS_SYSTEM_BLOCKS("?"), DLS_MEX_END};

static int field_of(const char *name)
{
    int k = 0;
    while (k < FIELDS && strcmp(field_names[k], name) != 0) {
        k++;
    }
    return k;
}

/* The m-file says it better. */
static void refuse_name(const char *name)
{
    dls_mex_error("delassus:option", "unknown block '%.60s'", name);
}

static bool is_nothing(const mxArray *x)
{
    return !x || (mxIsDouble(x) && mxGetNumberOfElements(x) == 0);
}

static bool is_text(const mxArray *x)
{
    return dls_mex_is_data(x) && mxIsChar(x);
}

/* The last value of each name; whether there are pairs beside a struct. */
static bool collect(const mxArray *args, const mxArray *given[])
{
    mwSize count = mxIsCell(args) ? mxGetNumberOfElements(args) : 0;
    const mxArray *first = count > 0 ? mxGetCell(args, 0) : NULL;
    bool whole = dls_mex_is_data(first) && mxIsStruct(first) && mxGetNumberOfElements(first) == 1;
    for (int k = 0; whole && k < mxGetNumberOfFields(first); k++) {
        const char *name = mxGetFieldNameByNumber(first, k);
        int f = field_of(name);
        if (f == FIELDS) {
            refuse_name(name);
        }
        given[f] = mxGetFieldByNumber(first, 0, k);
    }
    for (mwSize k = whole; k < count; k += 2) {
        const mxArray *text = mxGetCell(args, k);
        if (k + 1 == count || !is_text(text)) {
            dls_mex_error("delassus:option", "expected pairs of a block's name and its value");
        }
        const char *name = dls_mex_text(text);
        int f = name ? field_of(name) : FIELDS;
        if (f >= BLOCKS) {
            refuse_name(name ? name : "");
        }
        given[f] = mxGetCell(args, k + 1);
    }
    return whole && count == 1;
}

/* One value for all, and rows, as columns; count: of the columns of `of`. */
static const mxArray *one_each(const mxArray *x, const char *name, mwSize count, const char *of)
{
    if (is_nothing(x) || !mxIsDouble(x) || mxIsComplex(x) || mxIsSparse(x)) {
        return x;
    }
    mwSize found = mxGetNumberOfElements(x);
    bool scalar = found == 1 && count != 1, row = mxGetM(x) == 1 && found > 1;
    if (found > 1 && found != count && (row || mxGetN(x) == 1)) {
        dls_mex_error("delassus:dimension",
                      "%s has %lld entries; expected %lld, one per column of %s, or one for all",
                      name, (long long)found, (long long)count, of);
    }
    if (!scalar && !row) {
        return x;
    }
    mxArray *column = mxCreateDoubleMatrix(scalar ? count : found, 1, mxREAL);
    for (mwSize k = 0; k < (scalar ? count : found); k++) {
        mxGetPr(column)[k] = mxGetPr(x)[scalar ? 0 : k];
    }
    return column;
}

static mwSize columns_of(const mxArray *x)
{
    return is_nothing(x) || !dls_mex_is_data(x) ? 0 : mxGetN(x);
}

static void read_blocks(inputs *I, const mxArray *given[])
{
    dls_reader r = {.inputs = (char *)I};
    for (int k = 0; k < 26; k++) {
        r.size[k] = NAN;
    }
    if (is_nothing(given[DLS_AT_M])) {
        dls_mex_error("delassus:dimension", "the block M is missing; expected n-by-n");
    }
    given[DLS_AT_d] = is_nothing(given[DLS_AT_d]) ? mxCreateDoubleScalar(2) : given[DLS_AT_d];
    given[DLS_AT_mub] = one_each(given[DLS_AT_mub], "mub", columns_of(given[DLS_AT_Gb]), "Gb");
    given[DLS_AT_muu] = one_each(given[DLS_AT_muu], "muu", columns_of(given[DLS_AT_Gu]), "Gu");
    mwSize n = dls_mex_is_data(given[DLS_AT_M]) ? mxGetM(given[DLS_AT_M]) : 0;
    for (const dls_mex_argument *a = blocks; a->name; a++) {
        int f = field_of(a->name);
        if (a->kind == DLS_MEX_MATRIX && is_nothing(given[f])) {
            given[f] = mxCreateSparse(n, 0, 1, mxREAL);
        }
        dls_mex_read(&r, a, given[f]);
    }
}

static const double *or_zeros(const double *x, dls_int count)
{
    return x ? x : mxCalloc((size_t)count + 1, sizeof *x);
}

static void fill_zeros(inputs *I)
{
    dls_contact_system *S = &I->S;
    dls_int nb = S->Gb.cols, nu = S->Gu.cols, k = S->d - 1;
    S->F = or_zeros(S->F, S->M.cols);
    S->bb = or_zeros(S->bb, nb);
    S->bu = or_zeros(S->bu, nu);
    S->tb = or_zeros(S->tb, S->Hb.cols);
    S->tu = or_zeros(S->tu, S->Hu.cols);
    S->mub = or_zeros(S->mub, nb);
    S->muu = or_zeros(S->muu, nu);
    S->vtb = or_zeros(S->vtb, k * nb);
    S->vtu = or_zeros(S->vtu, k * nu);
}

static const char *mode_of(const dls_contact_system *S, char side, dls_int c)
{
    bool b = side == 'b';
    dls_int k = S->d - 1;
    const double *v = (b ? S->vtb : S->vtu) + c * k;
    bool slides = v[0] != 0 || (k > 1 && v[1] != 0);
    bool rough = (b ? S->Hb : S->Hu).cols > 0 && (b ? S->mub : S->muu)[c] > 0;
    return !rough ? "frictionless" : slides ? "sliding" : "sticking";
}

static mxArray *modes_of(const dls_contact_system *S, char side)
{
    dls_int count = (side == 'b' ? S->Gb : S->Gu).cols;
    mxArray *modes = mxCreateCellMatrix(1, (mwSize)count);
    for (dls_int c = 0; c < count; c++) {
        mxSetCell(modes, (mwIndex)c, mxCreateString(mode_of(S, side, c)));
    }
    return modes;
}

static bool is_system(const mxArray *kind)
{
    char text[8] = "";
    if (is_text(kind)) {
        mxGetString(kind, text, sizeof text);
    }
    return strcmp(text, "system") == 0;
}

/* A cell of texts, and of the right number of them. */
static bool has_names(const mxArray *list, mwSize count)
{
    bool good =
        dls_mex_is_data(list) && mxIsCell(list) && (mwSize)mxGetNumberOfElements(list) == count;
    for (mwSize c = 0; good && c < count; c++) {
        const mxArray *name = mxGetCell(list, c);
        good = is_text(name) && mxGetM(name) <= 1;
    }
    return good;
}

static const mxArray *names_given(const mxArray *names, const char *side)
{
    return dls_mex_is_data(names) && mxIsStruct(names) && mxGetNumberOfElements(names) == 1
               ? mxGetField(names, 0, side)
               : NULL;
}

static mxArray *names_of(const mxArray *names, const char *side, mwSize count)
{
    const mxArray *list = names_given(names, side);
    mxArray *made = mxCreateCellMatrix(1, count);
    bool none = !list || (dls_mex_is_data(list) && mxGetNumberOfElements(list) == 0);
    if (!none && !has_names(list, count)) {
        dls_mex_error("delassus:option", "names.%s has %lld entries; expected %lld texts", side,
                      dls_mex_is_data(list) ? (long long)mxGetNumberOfElements(list) : 1,
                      (long long)count);
    }
    for (mwSize c = 0; c < count; c++) {
        char text[32];
        snprintf(text, sizeof text, "%s%lld", side, (long long)c + 1);
        mxSetCell(made, c, none ? mxCreateString(text) : mxDuplicateArray(mxGetCell(list, c)));
    }
    return made;
}

static mxArray *all_names(const dls_contact_system *S, const mxArray *given)
{
    static const char *parts[] = {"b", "u", "bodies"};
    const mxArray *bodies = names_given(given, "bodies");
    int any = dls_mex_is_data(bodies) && mxGetNumberOfElements(bodies) > 0;
    mxArray *names = mxCreateStructMatrix(1, 1, 2 + any, parts);
    mxSetFieldByNumber(names, 0, 0, names_of(given, "b", (mwSize)S->Gb.cols));
    mxSetFieldByNumber(names, 0, 1, names_of(given, "u", (mwSize)S->Gu.cols));
    if (any) {
        mxSetFieldByNumber(names, 0, 2, mxDuplicateArray(bodies));
    }
    return names;
}

/* Rows or columns of a block, by their letter; NULL: a number */
static dls_int size_of(const dls_contact_system *S, const char *letter)
{
    static const char letters[] = "nbust";
    const dls_int sizes[] = {S->M.cols, S->Gb.cols, S->Gu.cols, S->Hb.cols, S->Hu.cols};
    const char *text = letter && *letter == '?' ? letter + 1 : letter;
    const char *at = text ? strchr(letters, *text) : NULL;
    return at ? sizes[at - letters] : text && strcmp(text, "d-1") == 0 ? S->d - 1 : 1;
}

/* In the form in which `complete` leaves it */
static bool is_final(const dls_mex_argument *a, const mxArray *x, const dls_contact_system *S)
{
    return x && mxIsSparse(x) == (a->kind == DLS_MEX_MATRIX) &&
           (dls_int)mxGetM(x) == size_of(S, a->rows) && (dls_int)mxGetN(x) == size_of(S, a->cols);
}

static bool is_number(const mxArray *x, dls_int value)
{
    return dls_mex_is_data(x) && mxIsDouble(x) && !mxIsComplex(x) && !mxIsSparse(x) &&
           mxGetNumberOfElements(x) == 1 && *mxGetPr(x) == (double)value;
}

static bool has_modes(const dls_contact_system *S, const mxArray *list, char side)
{
    mwSize count = (mwSize)(side == 'b' ? S->Gb : S->Gu).cols;
    bool good = has_names(list, count);
    for (mwSize c = 0; good && c < count; c++) {
        char text[16] = "";
        mxGetString(mxGetCell(list, c), text, sizeof text);
        good = strcmp(text, mode_of(S, side, (dls_int)c)) == 0;
    }
    return good;
}

/* Is it what `complete` would make of it? */
static bool lacks_nothing(const dls_contact_system *S, const mxArray *const f[])
{
    dls_int nb = S->Gb.cols, nu = S->Gu.cols;
    bool good = f[DLS_AT_kind] && is_number(f[DLS_AT_n], S->M.cols) &&
                is_number(f[DLS_AT_nb], nb) && is_number(f[DLS_AT_nu], nu);
    for (const dls_mex_argument *a = blocks; good && a->name; a++) {
        good = is_final(a, f[field_of(a->name)], S);
    }
    return good && has_names(names_given(f[DLS_AT_names], "b"), (mwSize)nb) &&
           has_names(names_given(f[DLS_AT_names], "u"), (mwSize)nu) &&
           has_modes(S, f[DLS_AT_modeb], 'b') && has_modes(S, f[DLS_AT_modeu], 'u');
}

static mxArray *struct_of(const dls_contact_system *S, const mxArray *names)
{
    dls_int n = S->M.cols, nb = S->Gb.cols, nu = S->Gu.cols, k = S->d - 1;
    dls_int hb = S->Hb.cols, hu = S->Hu.cols;
    mxArray *parts[] = {dls_mex_copy_sparse(S->M),
                        dls_mex_copy(S->F, n, 1),
                        dls_mex_copy_sparse(S->Gb),
                        dls_mex_copy(S->bb, nb, 1),
                        dls_mex_copy_sparse(S->Gu),
                        dls_mex_copy(S->bu, nu, 1),
                        dls_mex_copy_sparse(S->Hb),
                        dls_mex_copy(S->tb, hb, 1),
                        dls_mex_copy_sparse(S->Hu),
                        dls_mex_copy(S->tu, hu, 1),
                        dls_mex_copy(S->mub, nb, 1),
                        dls_mex_copy(S->muu, nu, 1),
                        dls_mex_copy(S->vtb, k, nb),
                        dls_mex_copy(S->vtu, k, nu),
                        mxCreateDoubleScalar((double)S->d),
                        all_names(S, names),
                        mxCreateString("system"),
                        mxCreateDoubleScalar((double)n),
                        mxCreateDoubleScalar((double)nb),
                        mxCreateDoubleScalar((double)nu),
                        modes_of(S, 'b'),
                        modes_of(S, 'u')};
    return dls_mex_struct(FIELDS, field_names, parts);
}

static void complete(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    const mxArray *given[FIELDS] = {NULL}, *fields[FIELDS];
    bool whole = collect(I->args, given);
    if (given[DLS_AT_kind] && !is_system(given[DLS_AT_kind])) {
        dls_mex_error("delassus:type", "the struct is no contact system; expected one");
    }
    memcpy(fields, given, sizeof given);
    read_blocks(I, given);
    fill_zeros(I);
    dls_fault fault;
    dls_mex_check(dls_contact_valid(&I->S, &fault), "dls_system", &fault);
    to->out[0] = whole && lacks_nothing(&I->S, fields) ? dls_mex_zeros(0, 0)
                                                       : struct_of(&I->S, given[DLS_AT_names]);
}

static const dls_mex_argument arguments[] = {DLS_MEX_ARGUMENT("args", ARRAY, args, NULL, NULL),
                                             DLS_MEX_END};

static const dls_mex_call calls[] = {{NULL, arguments, 1, complete, 0}, DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_system", calls)
