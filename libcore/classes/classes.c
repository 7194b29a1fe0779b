/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_matrix_class: run the tests, cheap ones first; what one of them proves of another class is
   taken over, so that nothing is computed twice. */
#include <math.h>

#include "classes/classes.h"

/* The report, with the memory of its witnesses. */
typedef struct {
    dls_class_report report;
    double memory[];
} owned_report;

const char *dls_class_name(dls_class c)
{
    static const char *const names[] = {
#define DLS_CLASS_TEXT(symbol, name) name,
        DLS_CLASSES(DLS_CLASS_TEXT)};
    return c >= 0 && c < DLS_CLASS_COUNT ? names[c] : "unknown";
}

void dls_class_report_free(dls_class_report *report)
{
    dls_free(report); /* of an owned_report: its first member */
}

void dls_classes_decide(dls_classify *C, dls_class c, dls_verdict verdict, const char *why,
                        const double *witness)
{
    dls_class_report *R = C->report;
    if (R->holds[c] != DLS_UNDECIDED || verdict == DLS_UNDECIDED) {
        return;
    }
    R->holds[c] = verdict;
    R->why[c] = why;
    if (witness) {
        R->witness[c] = C->room + c * C->n;
        dls_copy(C->n, witness, R->witness[c]);
    }
}

void dls_classes_refute_pair(dls_classify *C, dls_class c, const char *why, dls_int i, dls_int j)
{
    if (C->report->holds[c] == DLS_UNDECIDED) { /* once: this takes n operations */
        dls_zero(C->n, C->x);
        C->x[i] = C->x[j] = 1;
        dls_classes_decide(C, c, DLS_NO, why, C->x);
    }
}

void dls_classes_refute_copositive(dls_classify *C, const char *why, const double *z)
{
    dls_classes_decide(C, DLS_CLASS_COPOSITIVE, DLS_NO, why, z);
    dls_classes_decide(C, DLS_CLASS_STRICTLY_COPOSITIVE, DLS_NO, why, z);
    dls_classes_decide(C, DLS_CLASS_COPOSITIVE_PLUS, DLS_NO, why, z);
    dls_classes_decide(C, DLS_CLASS_PSD, DLS_NO, why, z);
    dls_classes_decide(C, DLS_CLASS_PD, DLS_NO, why, z);
}

/* ---- implications ---- */

static void imply(dls_classify *C, dls_class from, dls_class to, const char *why)
{
    if (C->report->holds[from] == DLS_YES) {
        dls_classes_decide(C, to, DLS_YES, why, NULL);
    }
}

/* not `from` implies not `to`, with the same witness */
static void exclude(dls_classify *C, dls_class from, dls_class to, const char *why)
{
    if (C->report->holds[from] == DLS_NO) {
        dls_classes_decide(C, to, DLS_NO, why, C->report->witness[from]);
    }
}

/* A symmetric matrix is P (P0) when it is PD (PSD); a singular one has the determinant 0. */
static void combine_symmetric(dls_classify *C)
{
    const dls_verdict *holds = C->report->holds;
    imply(C, DLS_CLASS_P, DLS_CLASS_PD, "symmetric and P");
    imply(C, DLS_CLASS_P0, DLS_CLASS_PSD, "symmetric and P0");
    if (C->n > DLS_EXACT_ORDER && holds[DLS_CLASS_PSD] == DLS_NO) {
        dls_classes_decide(C, DLS_CLASS_P0, DLS_NO, "symmetric, not PSD", NULL);
    }
    if (holds[DLS_CLASS_PSD] == DLS_YES && holds[DLS_CLASS_PD] == DLS_NO) {
        dls_fill(C->n, 1, C->x);
        dls_classes_decide(C, DLS_CLASS_P, DLS_NO, "symmetric and singular", C->x);
    }
}

static void combine_classes(dls_classify *C)
{
    const dls_verdict *holds = C->report->holds;
    bool symmetric = holds[DLS_CLASS_SYMMETRIC] == DLS_YES, z = holds[DLS_CLASS_Z] == DLS_YES;
    if (z) {
        imply(C, DLS_CLASS_P, DLS_CLASS_M, "Z and P");
        exclude(C, DLS_CLASS_P, DLS_CLASS_M, "Z but not P");
    }
    if (symmetric) {
        combine_symmetric(C);
    }
    if (symmetric && z) {
        imply(C, DLS_CLASS_COPOSITIVE, DLS_CLASS_PSD, "symmetric, Z and copositive");
        imply(C, DLS_CLASS_STRICTLY_COPOSITIVE, DLS_CLASS_PD, "symmetric, Z, strictly copositive");
    }
}

/* Two rounds reach every consequence: no chain that starts at a combined verdict is longer. */
static void conclude_classes(dls_classify *C)
{
    for (int round = 0; round < 3; round++) {
        imply(C, DLS_CLASS_M, DLS_CLASS_Z, "implied by M");
        imply(C, DLS_CLASS_M, DLS_CLASS_P, "implied by M");
        imply(C, DLS_CLASS_PD, DLS_CLASS_PSD, "implied by PD");
        imply(C, DLS_CLASS_PD, DLS_CLASS_P, "implied by PD");
        imply(C, DLS_CLASS_PD, DLS_CLASS_STRICTLY_COPOSITIVE, "implied by PD");
        imply(C, DLS_CLASS_PSD, DLS_CLASS_P0, "implied by PSD");
        imply(C, DLS_CLASS_PSD, DLS_CLASS_COPOSITIVE_PLUS, "implied by PSD");
        imply(C, DLS_CLASS_P, DLS_CLASS_P0, "implied by P");
        imply(C, DLS_CLASS_STRICTLY_COPOSITIVE, DLS_CLASS_COPOSITIVE_PLUS,
              "implied by strictly copositive");
        imply(C, DLS_CLASS_COPOSITIVE_PLUS, DLS_CLASS_COPOSITIVE, "implied by copositive_plus");
        exclude(C, DLS_CLASS_P0, DLS_CLASS_P, "not P0");
        exclude(C, DLS_CLASS_Z, DLS_CLASS_M, "not Z");
        combine_classes(C);
    }
}

/* ---- the tests that need no other file ---- */

/* a_ij = a_ji up to what rounding does to a product J'DJ: relative to the entries themselves and to
   the root of the diagonal. y holds the roots. */
static void test_symmetry(dls_classify *C)
{
    static const double ALLOWED = 1e-12;
    dls_view A = C->A, B = dls_see(&C->At);
    for (dls_int j = 0; j < C->n; j++) {
        C->y[j] = sqrt(fabs(dls_diagonal_entry(A, j)));
    }
    for (dls_int j = 0; j < C->n; j++) {
        dls_int k = A.p[j], t = B.p[j];
        while (k < A.p[j + 1] || t < B.p[j + 1]) {
            dls_int i = k < A.p[j + 1] ? A.i[k] : C->n, l = t < B.p[j + 1] ? B.i[t] : C->n;
            double a = i <= l ? A.x[k++] : 0, b = l <= i ? B.x[t++] : 0;
            i = DLS_MIN(i, l);
            double scale = fmax(fmax(fabs(a), fabs(b)), C->y[i] * C->y[j]);
            if (fabs(a - b) > ALLOWED * scale) {
                dls_classes_refute_pair(C, DLS_CLASS_SYMMETRIC, "two entries differ", i, j);
                return;
            }
        }
    }
    dls_classes_decide(C, DLS_CLASS_SYMMETRIC, DLS_YES, "all entries compared", NULL);
}

/* S = (A + A')/2, merged by columns; cancellation down to rounding is zero. */
static void symmetric_part(dls_classify *C)
{
    static const double CANCELLED = 4 * DLS_EPS;
    dls_view A = C->A, B = dls_see(&C->At);
    dls_int at = 0;
    for (dls_int j = 0; j < C->n; j++) {
        dls_int k = A.p[j], t = B.p[j];
        while (k < A.p[j + 1] || t < B.p[j + 1]) {
            dls_int i = k < A.p[j + 1] ? A.i[k] : C->n, l = t < B.p[j + 1] ? B.i[t] : C->n;
            double a = i <= l ? 0.5 * A.x[k++] : 0, b = l <= i ? 0.5 * B.x[t++] : 0;
            if (fabs(a + b) > CANCELLED * (fabs(a) + fabs(b))) {
                C->S.i[at] = DLS_MIN(i, l);
                C->S.x[at++] = a + b;
            }
        }
        C->S.p[j + 1] = at;
    }
}

bool dls_classes_negative(const dls_classify *C, const double *x)
{
    static const double ROUNDING = 1e-13; /* of the sum, relative to its terms */
    const dls_mat *S = &C->S;
    double sum = 0, size = 0;
    for (dls_int j = 0; j < C->n; j++) {
        for (dls_int k = S->p[j]; k < S->p[j + 1]; k++) {
            double term = x[S->i[k]] * S->x[k] * x[j];
            sum += term;
            size += fabs(term);
        }
    }
    return sum < -ROUNDING * size;
}

/* x'Sx < 0: perhaps |x| or the parts of x of one sign show that S is not copositive, either; |x|
   always does when S is Z. */
static void try_signs(dls_classify *C)
{
    for (int part = 0; part < 3 && dls_class_open(C, DLS_CLASS_COPOSITIVE); part++) {
        for (dls_int j = 0; j < C->n; j++) {
            double x = C->x[j];
            C->y[j] = part == 0 ? fabs(x) : fmax(part == 1 ? x : -x, 0);
        }
        if (dls_classes_negative(C, C->y)) {
            dls_classes_refute_copositive(C, "a negative direction, its signs removed", C->y);
        }
    }
}

static dls_error test_definite(dls_classify *C, dls_fault *fault)
{
    dls_definiteness d;
    dls_error error = dls_rank_definite(dls_see(&C->S), C->x, &d, fault);
    if (!error) {
        dls_classes_decide(C, DLS_CLASS_PSD, d.psd, d.why, d.psd == DLS_NO ? C->x : NULL);
        dls_classes_decide(C, DLS_CLASS_PD, d.pd, d.why, d.pd == DLS_NO ? C->x : NULL);
        if (d.psd == DLS_NO) {
            try_signs(C);
        }
    }
    return error;
}

static dls_error run_tests(dls_classify *C, dls_fault *fault)
{
    bool exact = C->n <= DLS_EXACT_ORDER;
    test_symmetry(C);
    dls_classes_signs(C);
    dls_error error = test_definite(C, fault);
    conclude_classes(C);
    if (!error) {
        error = dls_classes_comparison(C, fault);
    }
    conclude_classes(C);
    if (exact && !error && (dls_class_open(C, DLS_CLASS_P) || dls_class_open(C, DLS_CLASS_P0))) {
        dls_classes_minors(C);
    }
    conclude_classes(C);
    dls_classes_zero_diagonal(C);
    conclude_classes(C);
    if (exact && !error) {
        dls_classes_supports(C);
    } else if (!error) {
        error = dls_classes_splitting(C, fault);
        conclude_classes(C);
        if (!error) {
            dls_classes_descend(C);
        }
    }
    conclude_classes(C);
    return error;
}

static void lay_out(void *object, dls_room *room)
{
    dls_classify *C = object;
    dls_int n = C->n, entries = dls_entries(C->A);
    DLS_TAKE_NUMBERS(room, n, &C->x, &C->y, &C->col, &C->d, &C->z, &C->g);
    C->work = DLS_TAKE(room, double, 2 * n);
    dls_mat_take(room, &C->At, n, n, entries);
    dls_mat_take(room, &C->S, n, n, 2 * entries);
    dls_mat_take(room, &C->E, n, n, entries);
    dls_mat_take(room, &C->P, n, n, 2 * entries);
}

/* A report with room for all witnesses. */
static owned_report *new_report(dls_int n)
{
    size_t witnesses = (size_t)n * DLS_CLASS_COUNT * sizeof(double);
    owned_report *R = dls_alloc(1, sizeof *R + witnesses);
    for (int c = 0; R && c < DLS_CLASS_COUNT; c++) {
        R->report.why[c] = "no test decided";
    }
    return R;
}

dls_error dls_matrix_class(dls_view A, dls_class_report **out, dls_fault *fault)
{
    *out = NULL;
    dls_error error = dls_view_check(A, "A", fault);
    if (error) {
        return error;
    }
    if (A.rows != A.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "A is %lld-by-%lld; expected square",
                        (long long)A.rows, (long long)A.cols);
    }
    dls_classify C = {.n = A.cols, .A = A};
    owned_report *R = new_report(A.cols);
    if (R && dls_pool_make(&C.pool, lay_out, &C)) {
        C.report = &R->report;
        C.room = R->memory;
        dls_mat_fill_transpose(&C.At, A, NULL);
        symmetric_part(&C);
        error = run_tests(&C, fault);
    } else {
        error = dls_fail_memory(fault);
    }
    dls_pool_free(&C.pool);
    if (error) {
        dls_free(R);
        return error;
    }
    *out = &R->report;
    return DLS_OK;
}
