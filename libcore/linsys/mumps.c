/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MUMPS: L L' of a positive definite matrix, alone or in a team. Each member brings the lower
   triangle of its part of the matrix in its own numbering; entries at the same place are added.
   Built only when asked for. */
#include <dmumps_c.h>
#include <limits.h>
#include <math.h>

#include "linsys/linsys.h"

enum { INITIALISE = -1, TERMINATE = -2, ANALYSE = 1, FACTORISE = 2, SOLVE = 3 };
enum { WORLD = -987654 }; /* all processes that there are */

typedef struct {
    DMUMPS_STRUC_C id;
    bool started;
    MUMPS_INT *row, *column; /* of the entries of this process, from 1 */
    double *rhs;             /* whole, where MUMPS wants it: in the first process */
    dls_int room;            /* of the next two: where MUMPS leaves the solution, and which it is */
    MUMPS_INT *where;
    double *solution;
} mumps;

static dls_int number(const dls_linsys *S, dls_int local)
{
    return 1 + (S->team ? S->team->number[local] : local);
}

static dls_error run_job(mumps *C, int job)
{
    static const int MEMORY[] = {-5, -7, -8, -9, -11, -13, -14, -15, -17, -19, -20, -22};
    C->id.job = job;
    dmumps_c(&C->id);
    int code = C->id.infog[0];
    for (size_t k = 0; k < sizeof MEMORY / sizeof *MEMORY; k++) {
        if (code == MEMORY[k]) {
            return DLS_ERROR_MEMORY;
        }
    }
    return code < 0 ? DLS_ERROR_NUMERICAL : DLS_OK;
}

/* The manual's ICNTL(k); what is not set here is its default. */
static void control(mumps *C, int k, int value)
{
    C->id.icntl[k - 1] = value;
}

/* PORD has half the entries of minimum degree on lattices in space and a tenth more on plane ones.
   It stops the program when all rows have the same pattern: a full matrix gets minimum degree. */
static int ordering(const dls_linsys *S, double entries, double n)
{
    enum { MINIMUM_DEGREE = 0, PORD = 4 };
    dls_linsys_team_sum(S->team, 1, &entries);
    return entries >= n * (n + 1) / 2 ? MINIMUM_DEGREE : PORD;
}

static dls_error start(dls_linsys *S, mumps *C, dls_int n, dls_int entries)
{
    C->id.comm_fortran = S->team ? S->team->communicator : WORLD;
    C->id.par = 1;
    C->id.sym = 1; /* positive definite: no pivoting, nothing to be decided by tolerance */
    dls_error error = run_job(C, INITIALISE);
    C->started = !error;
    for (int k = 1; k <= 4; k++) {
        control(C, k, k < 4 ? -1 : 0); /* print nothing */
    }
    control(C, 7, ordering(S, (double)entries, (double)n));
    control(C, 8, 0);  /* no scaling: the KKT system was scaled */
    control(C, 18, 3); /* entries are where they are */
    control(C, 20, 0); /* right-hand sides from the first process: MUMPS' way of taking them from
                           all sends as much to each of them */
    control(C, 21, 1); /* solutions stay where they arise */
    return error;
}

typedef struct {
    dls_linsys *S;
    dls_int n, count;
} sizes;

static void lay_out(void *object, dls_room *room)
{
    const sizes *Z = object;
    bool first = !Z->S->team || Z->S->team->first;
    mumps C = {.row = DLS_TAKE(room, MUMPS_INT, Z->count),
               .column = DLS_TAKE(room, MUMPS_INT, Z->count),
               .rhs = DLS_TAKE(room, double, first ? Z->n : 0)};
    mumps *state = Z->S->state = DLS_TAKE(room, mumps, 1);
    if (state) {
        *state = C;
    }
}

static void release(void *state)
{
    mumps *C = state;
    if (C->started) {
        run_job(C, TERMINATE);
    }
    dls_free(C->where);
    dls_free(C->solution);
}

static dls_error analyse(dls_linsys *S, dls_view A)
{
    sizes Z = {S, S->team ? S->team->whole : S->n, dls_entries(A)};
    dls_int n = Z.n, count = Z.count;
    bool ready = n < INT_MAX && dls_pool_make(&S->pool, lay_out, &Z) &&
                 dls_pool_own(&S->pool, release, S->state);
    if (!ready) {
        return DLS_ERROR_MEMORY;
    }
    mumps *C = S->state;
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            C->row[k] = (MUMPS_INT)number(S, A.i[k]);
            C->column[k] = (MUMPS_INT)number(S, j);
        }
    }
    if (n == 0) {
        return DLS_OK;
    }
    dls_error error = start(S, C, n, count);
    C->id.n = (MUMPS_INT)n;
    C->id.nnz_loc = count;
    C->id.irn_loc = C->row;
    C->id.jcn_loc = C->column;
    error = error ? error : run_job(C, ANALYSE);
    S->flops = C->id.rinfog[0];
    return error;
}

/* A count that may exceed an int: MUMPS gives millions, negative, then. */
static double is_large(int count)
{
    return count < 0 ? -1e6 * count : count;
}

static dls_error make_room(mumps *C, dls_int room)
{
    if (room > C->room) {
        dls_free(C->where);
        dls_free(C->solution);
        C->where = DLS_NEW(MUMPS_INT, room);
        C->solution = DLS_NEW(double, room);
        C->room = C->where && C->solution ? room : 0;
    }
    return room > C->room ? DLS_ERROR_MEMORY : DLS_OK;
}

static dls_error factor(dls_linsys *S, dls_view A)
{
    enum { MOST = 800 }; /* per cent of room beyond the estimate, at first as MUMPS thinks best */
    mumps *C = S->state;
    dls_error error = DLS_OK;
    if (!C->started) {
        return DLS_OK;
    }
    C->id.a_loc = (double *)A.x; /* MUMPS reads only */
    for (int room = C->id.icntl[13]; room <= MOST; room = 2 * room + 20) {
        control(C, 14, room);
        error = run_job(C, FACTORISE);
        int code = C->id.infog[0];
        if (code != -8 && code != -9) { /* the estimates of room were too small */
            break;
        }
    }
    if (error) {
        return error;
    }
    S->entries = is_large(C->id.infog[28]);
    S->negative_pivots = C->id.infog[11];
    return S->negative_pivots > 0 ? DLS_ERROR_NUMERICAL : make_room(C, C->id.info[22]);
}

static dls_error solve(dls_linsys *S, dls_int count, const double *b, double *x)
{
    (void)count;
    mumps *C = S->state;
    if (!C->started) {
        return DLS_OK;
    }
    if (S->team) {
        S->team->gather(S->team, b, C->rhs);
    } else {
        dls_copy(S->n, b, C->rhs);
    }
    C->id.nrhs = 1;
    C->id.rhs = C->rhs;
    C->id.lsol_loc = C->id.info[22];
    C->id.isol_loc = C->where;
    C->id.sol_loc = C->solution;
    dls_error error = run_job(C, SOLVE);
    dls_int entries = C->id.info[22];
    if (!error && S->team) {
        return S->team->deliver(S->team, entries, C->where, C->solution, x);
    }
    for (dls_int k = 0; !error && k < entries; k++) {
        x[C->where[k] - 1] = C->solution[k];
    }
    return error;
}

const dls_backend dls_linsys_mumps = {.name = "mumps",
                                      .shape = DLS_LOWER,
                                      .definite = true,
                                      .teams = true,
                                      .block = 1,
                                      .price = 1,
                                      .analyse = analyse,
                                      .factor = factor,
                                      .solve = solve};
