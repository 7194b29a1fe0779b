/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report = dls_verify_friction_mex (kind, problem, answer), as dls_verify_mex: answers about
   friction ('local', 'global': the forms), its criteria ('exists local', 'exists global') and
   impacts: [report, facts] = dls_verify_friction_mex ('impact', S, answer), S of dls_system. */
#include <string.h>

#include "dls_verify_report.h"

typedef struct {
    const char *status;
    dls_friction_problem friction;
    dls_friction_laws laws;
    dls_friction_claim r;
    dls_exists_claim exists;
    double ok, strict, weak, necessary;
    dls_impact_problem impact;
    dls_impact_claim hit;
    dls_view Gu, Hu;
    const double *pb, *pn, *pt, *Pb, *Pn, *Pt; /* percussions: of one part, of all */
    dls_int d, rows;
    double is_law;
} inputs;

enum { LOCAL, GLOBAL }; /* forms */

/* Sizes and form of a friction problem */
static void take_contacts(inputs *I, const dls_mex_reply *to)
{
    I->friction.global = to->variant == GLOBAL;
    I->friction.dimension = (int)I->d;
    I->friction.contacts = DLS_MEX_SIZE(to, 'c');
    I->laws.rows = (int)I->rows;
    dls_int d = I->d, more = (I->laws.rolling ? d - 1 : 0) + (I->laws.spinning ? 1 : 0);
    if (I->rows != d + (I->is_law != 0 ? more : 0) || (I->laws.second && d < 3)) {
        dls_mex_error("delassus:dimension",
                      "dls_verify: rows is %lld; expected %lld and its moments", (long long)I->rows,
                      (long long)d);
    }
    if (I->rows * I->friction.contacts != DLS_MEX_SIZE(to, 'm')) {
        dls_mex_error("delassus:dimension", "dls_verify: %s has %lld rows; expected %lld",
                      I->friction.global ? "w" : "q", (long long)DLS_MEX_SIZE(to, 'm'),
                      (long long)(I->rows * I->friction.contacts));
    }
}

static void verify_friction(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_verify_report report;
    dls_fault fault;
    take_contacts(I, to);
    I->r.outcome = dls_mex_outcome(I->status);
    I->r.cases = I->r.y ? DLS_MEX_SIZE(to, 'k') : 0;
    dls_mex_check(
        dls_verify_friction(&I->friction, I->is_law != 0 ? &I->laws : NULL, &I->r, &report, &fault),
        "dls_verify", &fault);
    to->out[0] = dls_mex_report(&report);
}

static void verify_exists(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_exists_claim *X = &I->exists;
    dls_verify_report report;
    dls_fault fault;
    take_contacts(I, to);
    X->exists = strcmp(I->status, "exists") == 0;
    X->not_guaranteed = strcmp(I->status, "not_guaranteed") == 0;
    X->ok = I->ok != 0;
    X->strict = I->strict != 0;
    X->weak = I->weak != 0;
    X->necessary = I->necessary != 0;
    dls_mex_check(
        dls_verify_exists(&I->friction, I->is_law != 0 ? &I->laws : NULL, X, &report, &fault),
        "dls_verify", &fault);
    to->out[0] = dls_mex_report(&report);
}

/* Gu and, with friction, Hu, contact by contact */
static dls_view contact_columns(dls_view N, dls_view T, int d)
{
    dls_int count = N.cols * d, entries = N.p[N.cols] + (d > 1 ? T.p[T.cols] : 0);
    dls_int *p = mxCalloc((mwSize)count + 1, sizeof *p),
            *i = mxCalloc((mwSize)entries + 1, sizeof *i);
    double *x = mxCalloc((mwSize)entries + 1, sizeof *x);
    for (dls_int k = 0; k < count; k++) {
        dls_view A = k % d == 0 ? N : T;
        dls_int j = k % d == 0 ? k / d : k / d * (d - 1) + k % d - 1;
        dls_int length = A.p[j + 1] - A.p[j];
        memcpy(i + p[k], A.i + A.p[j], (size_t)length * sizeof *i);
        memcpy(x + p[k], A.x + A.p[j], (size_t)length * sizeof *x);
        p[k + 1] = p[k] + length;
    }
    return (dls_view){N.rows, count, p, i, x};
}

/* Percussions of constraints, then contact by contact; of all parts */
static const double *percussions(const double *b, const double *n, const double *t, dls_int nb,
                                 dls_int nu, int d, dls_int parts)
{
    double *p = mxCalloc((mwSize)((nb + nu * d) * parts) + 1, sizeof *p), *at = p;
    for (dls_int k = 0; k < parts; k++) {
        for (dls_int j = 0; j < nb; j++) {
            *at++ = b[k * nb + j];
        }
        for (dls_int j = 0; j < nu * d; j++) {
            dls_int i = j / d;
            *at++ = j % d == 0 ? n[k * nu + i] : t[(k * nu + i) * (d - 1) + j % d - 1];
        }
    }
    return p;
}

static mxArray *impact_facts(const dls_impact_facts *F, mxArray *const *made)
{
    static const char *const names[] = {"residual", "energy",    "before",       "after",
                                        "work",     "holds",     "keeps_energy", "keeps_apart",
                                        "held",     "approaches"};
    mxArray *const parts[] = {dls_mex_copy(F->residual, DLS_IMPACT_RESIDUALS, 1),
                              dls_mex_copy(F->energy, 2, 1),
                              made[0],
                              made[1],
                              made[2],
                              made[3],
                              mxCreateLogicalScalar(F->keeps_energy),
                              mxCreateLogicalScalar(F->keeps_apart),
                              mxCreateLogicalScalar(F->held),
                              mxCreateLogicalScalar(F->approaches)};
    return dls_mex_struct(sizeof names / sizeof *names, names, parts);
}

static void verify_impact(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_verify_report report;
    dls_fault fault;
    int d = I->pt ? (int)I->d : 1;
    dls_int nb = DLS_MEX_SIZE(to, 'b'), nu = DLS_MEX_SIZE(to, 'c');
    bool parts = I->hit.role != NULL;
    if ((d > 1 && DLS_MEX_SIZE(to, 'h') != nu * (d - 1)) ||
        (parts && ((!I->Pb && nb > 0) || (!I->Pn && nu > 0) || (!I->Pt && I->pt) ||
                   (!I->hit.V && I->impact.M.rows > 0)))) {
        dls_mex_error("delassus:dimension", "dls_verify: percussions of all parts are expected");
    }
    I->impact.d = d;
    I->impact.B = contact_columns(I->Gu, I->Hu, d);
    I->hit.outcome = dls_mex_outcome(I->status);
    I->hit.parts = parts ? (int)DLS_MEX_SIZE(to, 'k') : 0;
    I->hit.p = percussions(I->pb, I->pn, I->pt, nb, nu, d, 1);
    I->hit.P = percussions(I->Pb, I->Pn, I->Pt, nb, nu, d, I->hit.parts);
    mxArray *const made[] = {dls_mex_zeros(d, nu), dls_mex_zeros(d, nu),
                             dls_mex_zeros(nb + d * nu, 1), mxCreateLogicalMatrix((mwSize)nu, 1)};
    dls_impact_facts facts = {.before = mxGetPr(made[0]),
                              .after = mxGetPr(made[1]),
                              .work = mxGetPr(made[2]),
                              .holds = (bool *)mxGetLogicals(made[3])};
    dls_mex_check(dls_verify_impact(&I->impact, &I->hit, &facts, &report, &fault), "dls_verify",
                  &fault);
    to->out[0] = dls_mex_report(&report);
    to->out[1] = to->wanted > 1 ? impact_facts(&facts, made) : NULL;
}

#define DLS_MEX_STATUS DLS_MEX_ARGUMENT("status", TEXT, status, NULL, NULL)
#define DLS_MEX_OF_CONTACTS                                                                        \
    DLS_MEX_BOUNDED("d", WHOLE, d, "d", NULL, 2, 3),                                               \
        DLS_MEX_BOUNDED("rows", WHOLE, rows, "s", NULL, 2, 6),                                     \
        DLS_MEX_ARGUMENT("law", FLAG, is_law, NULL, NULL),                                         \
        DLS_MEX_ARGUMENT("mu", NUMBERS, friction.mu, "c", "1"),                                    \
        DLS_MEX_ARGUMENT("second", NUMBERS, laws.second, "?c", "1"),                               \
        DLS_MEX_ARGUMENT("angle", FINITE, laws.angle, "?c", "1"),                                  \
        DLS_MEX_ARGUMENT("cohesion", NUMBERS, laws.cohesion, "?c", "1"),                           \
        DLS_MEX_ARGUMENT("rolling", NUMBERS, laws.rolling, "?c", "1"),                             \
        DLS_MEX_ARGUMENT("spinning", NUMBERS, laws.spinning, "?c", "1")
#define DLS_MEX_OF_CASES                                                                           \
    DLS_MEX_STATUS, DLS_MEX_ARGUMENT("r", NUMBERS, r.r, "m", "1"),                                 \
        DLS_MEX_ARGUMENT("u", NUMBERS, r.u, "m", "1"),                                             \
        DLS_MEX_ARGUMENT("tolerance", NUMBER, r.tolerance, "?", NULL),                             \
        DLS_MEX_ARGUMENT("velocity_tolerance", NUMBER, r.velocity_tolerance, "?", NULL),           \
        DLS_MEX_ARGUMENT("told", NUMBERS, r.told, "?5", "1"),                                      \
        DLS_MEX_ARGUMENT("y", NUMBERS, r.y, "?m", "k"),                                            \
        DLS_MEX_ARGUMENT("mode", NUMBERS, r.mode, "?c", "k"),                                      \
        DLS_MEX_ARGUMENT("arc", NUMBERS, r.arc, "?2", "k")
static const dls_mex_argument local_problem[] = {
    DLS_MEX_OF_CONTACTS, DLS_MEX_ARGUMENT("W", MATRIX, friction.W, "m", "m"),
    DLS_MEX_ARGUMENT("q", FINITE, friction.q, "m", "1"), DLS_MEX_END};
static const dls_mex_argument global_problem[] = {
    DLS_MEX_OF_CONTACTS,
    DLS_MEX_ARGUMENT("M", MATRIX, friction.M, "n", "n"),
    DLS_MEX_ARGUMENT("H", MATRIX, friction.H, "m", "n"),
    DLS_MEX_ARGUMENT("f", FINITE, friction.f, "n", "1"),
    DLS_MEX_ARGUMENT("w", FINITE, friction.q, "m", "1"),
    DLS_MEX_END};
static const dls_mex_argument local_answer[] = {DLS_MEX_OF_CASES, DLS_MEX_END};
static const dls_mex_argument global_answer[] = {
    DLS_MEX_OF_CASES, DLS_MEX_ARGUMENT("v", NUMBERS, r.v, "n", "1"),
    DLS_MEX_ARGUMENT("p", NUMBERS, r.p, "?n", "k"), DLS_MEX_END};
static const dls_mex_argument about_local[] = DLS_MEX_ABOUT(local_problem, local_answer);
static const dls_mex_argument about_global[] = DLS_MEX_ABOUT(global_problem, global_answer);

#define DLS_MEX_OF_EXISTS(n)                                                                       \
    DLS_MEX_STATUS, DLS_MEX_ARGUMENT("ok", FLAG, ok, NULL, NULL),                                  \
        DLS_MEX_ARGUMENT("strict", FLAG, strict, NULL, NULL),                                      \
        DLS_MEX_ARGUMENT("weak", FLAG, weak, NULL, NULL),                                          \
        DLS_MEX_ARGUMENT("necessary", FLAG, necessary, NULL, NULL),                                \
        DLS_MEX_ARGUMENT("v", NUMBERS, exists.v, "?" n, "1"),                                      \
        DLS_MEX_ARGUMENT("u", NUMBERS, exists.u, "?m", "1"),                                       \
        DLS_MEX_ARGUMENT("r", NUMBERS, exists.r, "?m", "1"),                                       \
        DLS_MEX_ARGUMENT("kernel", NUMBERS, exists.kernel, "?m", "1"),                             \
        DLS_MEX_ARGUMENT("free", NUMBERS, exists.free, "?" n, "1")
static const dls_mex_argument local_exists[] = {DLS_MEX_OF_EXISTS("m"), DLS_MEX_END};
static const dls_mex_argument global_exists[] = {DLS_MEX_OF_EXISTS("n"), DLS_MEX_END};
static const dls_mex_argument about_local_exists[] = DLS_MEX_ABOUT(local_problem, local_exists);
static const dls_mex_argument about_global_exists[] = DLS_MEX_ABOUT(global_problem, global_exists);

static const dls_mex_argument impact_problem[] = {
    DLS_MEX_ARGUMENT("M", MATRIX, impact.M, "n", "n"),
    DLS_MEX_ARGUMENT("Gb", MATRIX, impact.G, "n", "b"),
    DLS_MEX_BOUNDED("d", WHOLE, d, "d", NULL, 2, 3),
    DLS_MEX_ARGUMENT("Gu", MATRIX, Gu, "n", "c"),
    DLS_MEX_ARGUMENT("Hu", MATRIX, Hu, "n", "h"),
    DLS_MEX_ARGUMENT("muu", NUMBERS, impact.mu, "c", "1"),
    DLS_MEX_END};
static const dls_mex_argument impact_answer[] = {
    DLS_MEX_STATUS,
    DLS_MEX_ARGUMENT("law", FINITE, impact.law, "c", "1"),
    DLS_MEX_ARGUMENT("E", MATRIX, impact.E, "c", "c"),
    DLS_MEX_ARGUMENT("et", FINITE, impact.et, "c", "1"),
    DLS_MEX_ARGUMENT("before", FINITE, impact.v, "n", "1"),
    DLS_MEX_ARGUMENT("rebound", NUMBER, impact.rebound, NULL, NULL),
    DLS_MEX_ARGUMENT("program", FLAG, impact.program, NULL, NULL),
    DLS_MEX_ARGUMENT("tolerance", NUMBER, hit.tolerance, "?", NULL),
    DLS_MEX_ARGUMENT("v", NUMBERS, hit.v, "n", "1"),
    DLS_MEX_ARGUMENT("nb", NUMBERS, pb, "b", "1"),
    DLS_MEX_ARGUMENT("nu", NUMBERS, pn, "c", "1"),
    DLS_MEX_ARGUMENT("tu", NUMBERS, pt, "?dc-c", "1"),
    DLS_MEX_ARGUMENT("energy", NUMBERS, hit.energy, "?2", "1"),
    DLS_MEX_ARGUMENT("residual", NUMBERS, hit.residual, "?4", "1"),
    DLS_MEX_ARGUMENT("role", FINITE, hit.role, "?1", "k"),
    DLS_MEX_ARGUMENT("V", NUMBERS, hit.V, "?n", "k"),
    DLS_MEX_ARGUMENT("Nb", NUMBERS, Pb, "?b", "k"),
    DLS_MEX_ARGUMENT("Nu", NUMBERS, Pn, "?c", "k"),
    DLS_MEX_ARGUMENT("Tu", NUMBERS, Pt, "?dc-c", "k"),
    DLS_MEX_ARGUMENT("x", NUMBERS, hit.x, "?n", "1"),
    DLS_MEX_ARGUMENT("y", NUMBERS, hit.y, "?b", "1"),
    DLS_MEX_ARGUMENT("u", NUMBERS, hit.u, "?c", "1"),
    DLS_MEX_END};
static const dls_mex_argument about_impact[] = DLS_MEX_ABOUT(impact_problem, impact_answer);

static const dls_mex_call calls[] = {
    {"local", about_local, 1, verify_friction, LOCAL},
    {"global", about_global, 1, verify_friction, GLOBAL},
    {"exists local", about_local_exists, 1, verify_exists, LOCAL},
    {"exists global", about_global_exists, 1, verify_exists, GLOBAL},
    {"impact", about_impact, 2, verify_impact, 0},
    DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_verify", calls)
