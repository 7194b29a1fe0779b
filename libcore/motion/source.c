/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a model gives, what follows from that, and its constants. */
#include "motion/model.h"

int dls_motion_dimension(const dls_motion_model *L)
{
    int d = L->d - (L->given & DLS_PART_SPINNING ? 1 : 0);
    return L->given & DLS_PART_ROLLING ? (d + 1) / 2 : d;
}

static dls_error check_model(const dls_motion_model *L, dls_fault *fault)
{
    dls_int nq = L->nq ? L->nq : L->n;
    int d = dls_motion_dimension(L);
    if (L->n < 0 || L->nb < 0 || L->nu < 0 || d < 1 || d > 3 || nq < L->n || L->nx < 0 ||
        L->nx > L->n || (L->period > 0 && !L->sample) || (nq != L->n && !L->advance)) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "n = %lld, nq = %lld, nb = %lld, nu = %lld, d = %d; expected sizes, d of 1 "
                        "to 3, and 'advance' where nq is larger than n",
                        (long long)L->n, (long long)nq, (long long)L->nb, (long long)L->nu, L->d);
    }
    unsigned levels = L->constant & (DLS_PART_GAP | DLS_PART_CONSTRAINT);
    bool affine = (!(levels & DLS_PART_GAP) || (L->constant & DLS_PART_GAP_GRADIENT)) &&
                  (!(levels & DLS_PART_CONSTRAINT) || (L->constant & DLS_PART_CONSTRAINT_GRADIENT));
    bool given = (L->given & DLS_PART_MASS) && (L->nu == 0 || (L->given & DLS_PART_GAP)) &&
                 (L->nb == 0 || (L->given & DLS_PART_CONSTRAINT)) &&
                 (L->d == 1 || L->nu == 0 || (L->given & DLS_PART_TANGENT));
    bool lasting = L->contacts && (L->constant & DLS_PARTS_CONTACT);
    if (!affine || !given || lasting || (L->constant & ~L->given) ||
        (L->advance && (levels || L->K.rows))) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "a part of the model is missing; expected a mass, gaps of contacts, "
                        "constraints, tangents where d > 1, and gradients of constant gaps and "
                        "constraints; contacts that come and go are not constant, nor is what is "
                        "affine in coordinates that are advanced");
    }
    dls_error error = L->C.rows ? dls_view_check_as(L->C, "C", L->n, L->n, fault) : DLS_OK;
    return error || !L->K.rows ? error : dls_view_check_as(L->K, "K", L->n, L->n, fault);
}

/* What depends on q alone, is zero, or never changes. */
static void classify(dls_motion_source *S)
{
    const dls_motion_model *L = S->model;
    unsigned given = L->given, constant = L->constant, none = 0;
    S->positional = L->of_q & given;
    S->positional |= constant & (DLS_PART_GAP | DLS_PART_CONSTRAINT);
    S->positional |= L->of_q & DLS_PART_GAP ? DLS_PART_GAP_GRADIENT & ~given : 0;
    S->positional |= L->of_q & DLS_PART_CONSTRAINT ? DLS_PART_CONSTRAINT_GRADIENT & ~given : 0;
    S->loaded = L->C.rows > 0 || L->K.rows > 0;
    none |= L->nb ? 0 : DLS_PART_CONSTRAINT | DLS_PART_CONSTRAINT_GRADIENT;
    none |= L->nu ? 0 : DLS_PART_GAP | DLS_PART_GAP_GRADIENT;
    none |= L->nu && L->d > 1 ? 0 : DLS_PART_TANGENT;
    none |= DLS_PARTS_SPEED | DLS_PARTS_LAWS;
    none |= S->loaded ? 0 : DLS_PART_FORCE;
    bool still = !S->loaded && ((constant & DLS_PART_FORCE) || !(given & DLS_PART_FORCE));
    none |= still ? DLS_PARTS_JACOBIAN : 0;
    none |= !S->loaded && (L->of_q & DLS_PART_FORCE) ? DLS_PART_FORCE_V : 0;
    unsigned steady = constant | ~given;
    none |= (steady & DLS_PART_CONSTRAINT_SPEED) && (constant & DLS_PART_CONSTRAINT_GRADIENT)
                ? DLS_PART_CONSTRAINT_RATE
                : 0;
    none |= L->nb ? 0 : DLS_PART_CONSTRAINT_RATE;
    none |=
        (steady & DLS_PART_GAP_SPEED) && (constant & DLS_PART_GAP_GRADIENT) ? DLS_PART_GAP_RATE : 0;
    none |= L->nu ? 0 : DLS_PART_GAP_RATE;
    bool stored = !L->advance && (still || (S->loaded && (steady & DLS_PART_FORCE)));
    none |= stored ? 0 : DLS_PART_POTENTIAL;
    S->absent = none & ~given;
    S->asked = given & ~constant;
    S->kept = S->absent | (constant & ~(DLS_PART_GAP | DLS_PART_CONSTRAINT));
    S->kept |= S->loaded ? DLS_PARTS_JACOBIAN & ~given : 0;
    S->kept &= S->loaded ? ~(unsigned)DLS_PART_FORCE : ~0u;
}

/* Exact zeros of a constant matrix are left out. */
static dls_error compress(dls_motion_source *S, int number, dls_fault *fault)
{
    dls_view *A = dls_motion_matrix(&S->constant, number);
    dls_mat B;
    dls_int at = 0;
    if (!dls_mat_new(&B, A->rows, A->cols, dls_entries(*A)) || !dls_mat_own(&S->pool, &B)) {
        return dls_fail_memory(fault);
    }
    for (dls_int j = 0; j < A->cols; j++) {
        for (dls_int k = A->p[j]; k < A->p[j + 1]; k++) {
            if (A->x[k] != 0) {
                B.i[at] = A->i[k];
                B.x[at++] = A->x[k];
            }
        }
        B.p[j + 1] = at;
    }
    *A = dls_see(&B);
    return DLS_OK;
}

static dls_error ask_constants(dls_motion_source *S, double t, const double *q, const double *v,
                               dls_fault *fault)
{
    unsigned parts = S->model->constant;
    S->constant.t = t;
    S->constant.q = q;
    S->constant.v = v;
    dls_error error = parts ? dls_motion_ask(S, &S->constant, parts, fault) : DLS_OK;
    for (int k = 0; !error && k < DLS_PARTS; k++) {
        bool matrix = parts >> k & 1 && dls_motion_matrix(&S->constant, k);
        error = matrix ? compress(S, k, fault) : DLS_OK;
    }
    return error;
}

static void lay_out(void *object, dls_room *room)
{
    dls_motion_source *S = object;
    dls_int most = DLS_MAX(DLS_MAX(S->n, S->nb), S->nu);
    S->q = DLS_TAKE(room, double, S->nq);
    S->v = DLS_TAKE(room, double, S->n);
    S->column = DLS_TAKE(room, double, most);
    S->identity = DLS_TAKE(room, double, S->nu);
    S->contact = DLS_TAKE(room, dls_int, S->nu);
}

dls_error dls_motion_source_new(const dls_motion_model *model, dls_motion_stats *stats, double t,
                                const double *q, const double *v, dls_motion_source **out,
                                dls_fault *fault)
{
    *out = NULL;
    dls_error error = check_model(model, fault);
    if (error) {
        return error;
    }
    dls_motion_source *S = DLS_NEW(dls_motion_source, 1);
    if (!S) {
        return dls_fail_memory(fault);
    }
    S->model = model;
    S->stats = stats;
    S->n = model->n;
    S->nq = model->nq ? model->nq : model->n;
    S->nb = model->nb;
    S->nu = model->nu;
    S->nt = (model->d - 1) * model->nu;
    dls_int n = S->n, nb = S->nb, nu = S->nu, nt = S->nt;
#define SIZE_OF_PART(symbol, name, rows, cols) {rows, cols},
    const dls_int size[][2] = {DLS_MOTION_PARTS(SIZE_OF_PART)};
    for (int k = 0; k < DLS_PARTS; k++) {
        S->rows[k] = size[k][0];
        S->cols[k] = size[k][1];
    }
    classify(S);
    error = dls_pool_make(&S->pool, lay_out, S) ? DLS_OK : dls_fail_memory(fault);
    for (dls_int k = 0; k < nu && !error; k++) {
        S->contact[k] = -1;
    }
    error = error ? error : dls_motion_values_new(S, &S->pool, &S->constant, fault);
    error = error ? error : ask_constants(S, t, q, v, fault);
    error = error ? error : dls_motion_values_new(S, &S->pool, &S->side, fault);
    error = error ? error : dls_motion_values_new(S, &S->pool, &S->ahead, fault);
    if (error) {
        dls_motion_source_free(S);
        return error;
    }
    *out = S;
    return DLS_OK;
}

void dls_motion_source_free(dls_motion_source *S)
{
    if (S) {
        dls_free(S->hash);
        dls_free(S->seated);
        dls_pool_free(&S->pool);
        dls_free(S);
    }
}
