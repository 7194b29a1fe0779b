/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report = dls_verify_mex (kind, problem, answer): structs with the fields of the tables below. The
   report has the fields of dls_verify_report; `checks` is a struct array, `not_checked` a cell.
   d = dls_verify_mex ('units', K)    units of a symmetric matrix, see libcore/verify/verify.h
   [r, c] = dls_verify_mex ('units', K)
   all = dls_verify_mex ('covers', S) */
#include "dls_verify_report.h"

typedef struct {
    const char *status;
    dls_lcp_problem lcp;
    dls_lcp_claim z;
    dls_conic_problem conic;
    dls_conic_claim x;
    bool *strong, *inactive;
    dls_kkt_problem kkt;
    dls_kkt_claim a; /* of all columns */
    bool *consistent;
    dls_lcp_list list;
    const double *lengths; /* of its faces */
    dls_int *item;
    bool *isolated;
    dls_view K;
    const double *S;
    dls_view M, G;
    dls_redundancy_report redundancy;
    dls_int *rows, *sets; /* of all parts, one after the other */
    const double *sizes;  /* of each part: rows, count, sets */
} inputs;

static void verify_lcp(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_verify_report report;
    dls_fault fault;
    I->z.outcome = dls_mex_outcome(I->status);
    I->z.cases = I->z.u ? DLS_MEX_SIZE(to, 'k') : 0;
    dls_mex_check(dls_verify_lcp(&I->lcp, &I->z, &report, &fault), "dls_verify", &fault);
    to->out[0] = dls_mex_report(&report);
}

/* Rows with both flags, or with neither although they are not undecided, are none of the kinds. */
static const dls_row *rows_of(const inputs *I)
{
    dls_int m = I->conic.A.rows;
    dls_row *rows = mxCalloc((mwSize)m + 1, sizeof *rows);
    for (dls_int i = 0; i < m; i++) {
        rows[i] = I->strong[i]     ? DLS_ROW_STRONG
                  : I->inactive[i] ? DLS_ROW_INACTIVE
                                   : DLS_ROW_UNDECIDED;
    }
    return rows;
}

static void verify_conic(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_verify_report report;
    dls_fault fault;
    I->x.outcome = dls_mex_outcome(I->status);
    I->x.active = I->strong && I->inactive ? rows_of(I) : NULL;
    dls_mex_check(dls_verify_conic(&I->conic, &I->x, &report, &fault), "dls_verify", &fault);
    to->out[0] = dls_mex_report(&report);
}

/* The parts of releases: false if their sizes are not those of rows and sets. */
static bool read_parts(inputs *I, const dls_mex_reply *to)
{
    dls_redundancy_report *R = &I->redundancy;
    dls_int rows = DLS_MEX_SIZE(to, 'a'), sets = DLS_MEX_SIZE(to, 'b');
    R->parts = DLS_MEX_SIZE(to, 'p');
    R->releases = mxCalloc((mwSize)R->parts + 1, sizeof *R->releases);
    for (dls_int p = 0; p < R->parts; p++) {
        const double *size = I->sizes + 3 * p;
        dls_release_part *P = R->releases + p;
        if (!(size[0] <= (double)rows && size[1] <= size[0] && size[1] * size[2] <= (double)sets)) {
            return false;
        }
        *P = (dls_release_part){
            .rows = (dls_int)size[0], .count = (dls_int)size[1], .sets = (dls_int)size[2]};
        P->row = I->rows + DLS_MEX_SIZE(to, 'a') - rows;
        P->set = I->sets + DLS_MEX_SIZE(to, 'b') - sets;
        rows -= P->rows;
        sets -= P->count * P->sets;
    }
    return rows == 0 && sets == 0;
}

static void verify_redundancy(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_redundancy_report *R = &I->redundancy;
    dls_verify_report report;
    dls_fault fault;
    R->n = I->G.rows;
    R->m = I->G.cols;
    if (!read_parts(I, to)) {
        dls_mex_error("delassus:dimension", "dls_verify: sizes of releases do not fit");
    }
    dls_mex_check(dls_verify_redundancy(I->M, I->G, R, true, &report, &fault), "dls_verify",
                  &fault);
    to->out[0] = dls_mex_report(&report);
}

/* Of an inconsistent answer a column is solved or inconsistent, as its flag says. */
static void verify_kkt(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_verify_report report;
    dls_fault fault;
    dls_int n = DLS_MEX_SIZE(to, 'n'), m = DLS_MEX_SIZE(to, 'm'), count = DLS_MEX_SIZE(to, 'k');
    dls_outcome said = dls_mex_outcome(I->status);
    dls_kkt_claim *claims = mxCalloc((mwSize)count + 1, sizeof *claims);
    for (dls_int k = 0; k < count; k++) {
        claims[k] = I->a;
        claims[k].outcome = said != DLS_INCONSISTENT ? said
                            : I->consistent[k]       ? DLS_SOLVED
                                                     : DLS_INCONSISTENT;
        claims[k].a += k * n;
        claims[k].lambda += k * m;
        claims[k].y += I->a.y ? k * m : 0;
        claims[k].x += I->a.x ? k * n : 0;
    }
    dls_mex_check(dls_verify_kkt(&I->kkt, count, claims, &report, &fault), "dls_verify", &fault);
    to->out[0] = dls_mex_report(&report);
}

static void verify_lcp_all(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_lcp_list *X = &I->list;
    dls_verify_report report;
    dls_fault fault;
    dls_int faces = DLS_MEX_SIZE(to, 'g'), items = DLS_MEX_SIZE(to, 'i');
    dls_int *start = mxCalloc((mwSize)faces + 1, sizeof *start);
    X->vertices = DLS_MEX_SIZE(to, 'k');
    X->rays = DLS_MEX_SIZE(to, 'r');
    X->faces = faces;
    for (dls_int f = 0; f < faces; f++) {
        bool fits = I->lengths[f] >= 0 && I->lengths[f] <= (double)(items - start[f]);
        start[f + 1] = start[f] + (fits ? (dls_int)I->lengths[f] : 0);
    }
    if (start[faces] != items) {
        dls_mex_error("delassus:dimension", "dls_verify: lengths of faces do not fit");
    }
    X->face_start = start;
    X->face_item = I->item;
    X->isolated = I->isolated;
    dls_mex_check(dls_verify_lcp_all(&I->lcp, X, &report, &fault), "dls_verify", &fault);
    to->out[0] = dls_mex_report(&report);
}

static void units(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    bool both = to->wanted > 1;
    dls_fault fault;
    to->out[0] = dls_mex_zeros(I->K.rows, 1);
    to->out[1] = both ? dls_mex_zeros(I->K.cols, 1) : NULL;
    dls_mex_check(
        dls_verify_find_units(I->K, mxGetPr(to->out[0]), both ? mxGetPr(to->out[1]) : NULL, &fault),
        "dls_verify", &fault);
}

static void covers(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    bool all;
    dls_fault fault;
    dls_mex_check(
        dls_verify_find_cover(DLS_MEX_SIZE(to, 'm'), DLS_MEX_SIZE(to, 'n'), I->S, &all, &fault),
        "dls_verify", &fault);
    to->out[0] = mxCreateLogicalScalar(all);
}

#define DLS_MEX_STATUS DLS_MEX_ARGUMENT("status", TEXT, status, NULL, NULL)

static const dls_mex_argument lcp_problem[] = {
    DLS_MEX_ARGUMENT("M", MATRIX, lcp.M, "n", "n"), DLS_MEX_ARGUMENT("q", FINITE, lcp.q, "n", "1"),
    DLS_MEX_ARGUMENT("free", WHOLE, lcp.free, "f", "n"), DLS_MEX_END};
static const dls_mex_argument lcp_answer[] = {
    DLS_MEX_STATUS,
    DLS_MEX_ARGUMENT("v", NUMBERS, z.v, "n", "1"),
    DLS_MEX_ARGUMENT("w", NUMBERS, z.w, "n", "1"),
    DLS_MEX_ARGUMENT("tolerance", NUMBER, z.tolerance, "?", NULL),
    DLS_MEX_ARGUMENT("u", NUMBERS, z.u, "?n", "k"),
    DLS_MEX_ARGUMENT("state", NUMBERS, z.state, "?n-f", "k"),
    DLS_MEX_END};
static const dls_mex_argument about_lcp[] = DLS_MEX_ABOUT(lcp_problem, lcp_answer);

static const dls_mex_argument all_answer[] = {
    DLS_MEX_ARGUMENT("z", NUMBERS, list.z, "n", "k"),
    DLS_MEX_ARGUMENT("w", NUMBERS, list.w, "n", "k"),
    DLS_MEX_ARGUMENT("rays", NUMBERS, list.ray, "n", "r"),
    DLS_MEX_ARGUMENT("items", INDICES, item, "i", "k+r"),
    DLS_MEX_ARGUMENT("lengths", NUMBERS, lengths, "g", "1"),
    DLS_MEX_ARGUMENT("isolated", FLAGS, isolated, "k", "1"),
    DLS_MEX_ARGUMENT("count", NUMBER, list.count, NULL, NULL),
    DLS_MEX_ARGUMENT("complete", FLAG, list.complete, NULL, NULL),
    DLS_MEX_ARGUMENT("unique", FLAG, list.unique, NULL, NULL),
    DLS_MEX_END};
static const dls_mex_argument about_all[] = DLS_MEX_ABOUT(lcp_problem, all_answer);

static const dls_mex_argument conic_problem[] = {
    DLS_MEX_ARGUMENT("P", MATRIX, conic.P, "n", "n"),
    DLS_MEX_ARGUMENT("q", FINITE, conic.q, "n", "1"),
    DLS_MEX_ARGUMENT("A", MATRIX, conic.A, "m", "n"),
    DLS_MEX_ARGUMENT("b", FINITE, conic.b, "m", "1"),
    DLS_MEX_ARGUMENT("cones", CONES, conic.cones, "m", NULL),
    DLS_MEX_END};
static const dls_mex_argument conic_answer[] = {
    DLS_MEX_STATUS,
    DLS_MEX_ARGUMENT("x", NUMBERS, x.x, "n", "1"),
    DLS_MEX_ARGUMENT("s", NUMBERS, x.s, "m", "1"),
    DLS_MEX_ARGUMENT("y", NUMBERS, x.y, "m", "1"),
    DLS_MEX_ARGUMENT("tolerance", NUMBER, x.tolerance, "?", NULL),
    DLS_MEX_ARGUMENT("objectives", NUMBERS, x.objectives, "?2", "1"),
    DLS_MEX_ARGUMENT("strong", FLAGS, strong, "?m", "1"),
    DLS_MEX_ARGUMENT("inactive", FLAGS, inactive, "?m", "1"),
    DLS_MEX_END};
static const dls_mex_argument about_conic[] = DLS_MEX_ABOUT(conic_problem, conic_answer);

static const dls_mex_argument redundancy_problem[] = {DLS_MEX_ARGUMENT("M", MATRIX, M, "n", "n"),
                                                      DLS_MEX_ARGUMENT("G", MATRIX, G, "n", "m"),
                                                      DLS_MEX_END};
static const dls_mex_argument redundancy_answer[] = {
    DLS_MEX_ARGUMENT("rank", WHOLE, redundancy.rank, "r", "m"),
    DLS_MEX_ARGUMENT("independent", INDICES, redundancy.independent, "r", "m"),
    DLS_MEX_ARGUMENT("redundant", INDICES, redundancy.redundant, "m-r", "m"),
    DLS_MEX_ARGUMENT("determined", FLAGS, redundancy.determined, "m", "1"),
    DLS_MEX_ARGUMENT("kernel", MATRIX, redundancy.kernel, "?m", "m-r"),
    DLS_MEX_ARGUMENT("leverage", NUMBERS, redundancy.leverage, "?m", "1"),
    DLS_MEX_ARGUMENT("leverage_error", NUMBER, redundancy.leverage_error, NULL, NULL),
    DLS_MEX_ARGUMENT("tolerance", NUMBER, redundancy.tolerance, NULL, NULL),
    DLS_MEX_ARGUMENT("acceleration_kernel", MATRIX, redundancy.floating, "n", "k"),
    DLS_MEX_BOUNDED("sizes", NUMBERS, sizes, "3", "p", 0, 1e15),
    DLS_MEX_ARGUMENT("rows", INDICES, rows, "a", "m"),
    DLS_MEX_ARGUMENT("sets", INDICES, sets, "b", "m"),
    DLS_MEX_END};
static const dls_mex_argument about_redundancy[] =
    DLS_MEX_ABOUT(redundancy_problem, redundancy_answer);

static const dls_mex_argument kkt_problem[] = {
    DLS_MEX_ARGUMENT("M", MATRIX, kkt.M, "n", "n"),
    DLS_MEX_ARGUMENT("G", MATRIX, kkt.G, "n", "m"),
    DLS_MEX_ARGUMENT("F", FINITE, kkt.F, "n", "k"),
    DLS_MEX_ARGUMENT("b", FINITE, kkt.b, "m", "k"),
    DLS_MEX_ARGUMENT("errors", FINITE, kkt.errors, "?m", "1"),
    DLS_MEX_END};
static const dls_mex_argument kkt_answer[] = {
    DLS_MEX_STATUS,
    DLS_MEX_ARGUMENT("a", NUMBERS, a.a, "n", "k"),
    DLS_MEX_ARGUMENT("lambda", NUMBERS, a.lambda, "m", "k"),
    DLS_MEX_ARGUMENT("constraints", NUMBERS, a.y, "?m", "k"),
    DLS_MEX_ARGUMENT("forces", NUMBERS, a.x, "?n", "k"),
    DLS_MEX_ARGUMENT("consistent", FLAGS, consistent, "k", "1"),
    DLS_MEX_ARGUMENT("tolerance", NUMBER, a.tolerance, "?", NULL),
    DLS_MEX_ARGUMENT("accuracy", NUMBER, a.accuracy, "?", NULL),
    DLS_MEX_END};
static const dls_mex_argument about_kkt[] = DLS_MEX_ABOUT(kkt_problem, kkt_answer);

static const dls_mex_argument units_arguments[] = {DLS_MEX_ARGUMENT("K", MATRIX, K, "m", "n"),
                                                   DLS_MEX_END};
static const dls_mex_argument covers_arguments[] = {DLS_MEX_ARGUMENT("S", NUMBERS, S, "m", "n"),
                                                    DLS_MEX_END};

static const dls_mex_call calls[] = {{"lcp", about_lcp, 1, verify_lcp, 0},
                                     {"lcp_all", about_all, 1, verify_lcp_all, 0},
                                     {"kkt", about_kkt, 1, verify_kkt, 0},
                                     {"conic", about_conic, 1, verify_conic, 0},
                                     {"redundancy", about_redundancy, 1, verify_redundancy, 0},
                                     {"units", units_arguments, 2, units, 0},
                                     {"covers", covers_arguments, 1, covers, 0},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_verify", calls)
