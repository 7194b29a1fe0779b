/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The theta-method of Moreau and Jean, HIGHORDER (16):
     M (v1 - v0) = h f + G pb + B pc at q0 + h theta v_theta,  q1 = q0 + h v_theta,
     0 <= N'v1 + e N'v0 _|_ pn >= 0 for gaps with g(q0) + gamma h N'v0 <= 0, the others open.
   Newton's method on v: with x = v1 - v0 and J = h theta fv + (h theta)^2 fq,
     (M - J) x = h f + J (v0 - v) + G pb + B pc,
     G'(v0 + x) + wb = 0,  u = B'(v0 + x) + w + e (N'v0 + wu) (18);
   one iteration where matrices are constant and the force is linear. It begins with the
   accelerations of the last two steps (memory) unless a contact changed. Constraints that move have
   their velocities at the end of the step, like v1, and those of the beginning beside v0: their
   positions follow by the trapezoidal rule for theta = 1/2.
   'Gradients' 'end': M, G, N, T at q1, f := (1 - theta) f(t0, q0, v0) + theta f(t1, q1, v1), N'v0
   of rebounds and gaps with N at q0; the same J. */
#include <math.h>
#include <string.h>

#include "motion/moreau_jean.h"

/* memory: what is known of accelerations (0: nothing), two of them (n), sways of walls (nu) */
static double *accelerations(const dls_motion_point *point)
{
    return point->memory + 1;
}

static double *sways(const dls_motion_run *R, const dls_motion_point *point)
{
    return point->memory + 1 + 2 * R->n;
}

/* What the end of the step does not tell: force and velocities at its beginning */
static void keep_start(dls_motion_run *R, const dls_motion_point *from)
{
    const dls_motion_moreau *W = R->workspace;
    const dls_motion_values *E = &R->here;
    dls_copy(R->n, E->f, W->start);
    for (dls_int i = 0; i < R->nu; i++) {
        for (int t = 0; t < R->d; t++) {
            dls_int j = t == 0 ? i : i * (R->d - 1) + t - 1;
            const double *w = t == 0 ? E->wu : E->wt;
            W->u[i * R->d + t] = dls_motion_power(t == 0 ? E->N : E->T, j, from->v);
            W->u[i * R->d + t] += R->moving ? w[j] : 0;
        }
    }
}

/* Gaps, laws and speeds of walls at the beginning; where the iterations begin. */
static dls_error begin_step(dls_motion_run *R, double h, const dls_motion_point *from,
                            dls_fault *fault)
{
    dls_motion_moreau *W = R->workspace;
    dls_motion_values *E = &R->here;
    unsigned parts = DLS_PART_GAP | DLS_PARTS_LAWS;
    parts |= R->moving ? DLS_PART_GAP_SPEED : 0;
    parts |= W->ends ? dls_motion_moreau_start(R) : 0;
    dls_error error = dls_motion_evaluate(R->source, E, parts, from->t, from->q, from->v, fault);
    if (error) {
        return error;
    }
    if (W->ends) {
        keep_start(R, from);
    }
    dls_copy(R->nu, E->g, W->gap);
    W->h = dls_motion_take_laws(R, h, E, W->law, W->soft) ? W->h : NAN;
    dls_copy(R->nu, E->mu, W->mu);
    dls_copy(R->nu, E->wu, W->before);
    dls_copy(R->nu, E->cohesion, W->cohesion);
    dls_copy(R->nu, E->rolling, W->rolling);
    dls_copy(R->nu, E->spinning, W->spinning);
    dls_copy(R->n, from->v, W->v);
    if (from->memory[0] != 0 && !R->linear) {
        dls_axpy(R->n, 2 * h, accelerations(from), W->v);
        dls_axpy(R->n, -h, accelerations(from) + R->n, W->v);
    }
    return DLS_OK;
}

/* The trapezoidal rule errs by less than the most that a wall ever moved by changing its speed in a
   step, its sway, and that must not open a lasting contact. */
static void sway_walls(dls_motion_run *R, double h, dls_motion_point *to)
{
    dls_motion_moreau *W = R->workspace;
    double *sway = sways(R, to);
    for (dls_int i = 0; i < R->nu; i++) {
        sway[i] = fmax(sway[i], h * fabs(W->end.wu[i] - W->before[i]));
        W->gap[i] -= sway[i];
    }
}

/* The force of the step */
static void take_force(dls_motion_run *R)
{
    dls_motion_moreau *W = R->workspace;
    W->force = W->middle.f;
    if (W->ends) {
        dls_motion_mean(R->n, R->settings.theta, W->start, W->middle.f, W->mean);
        W->force = W->mean;
    }
}

/* Values in the middle of the step, and of the walls at its end. */
static dls_error look(dls_motion_run *R, double h, const dls_motion_point *from, int iteration,
                      dls_motion_point *to, dls_fault *fault)
{
    dls_motion_moreau *W = R->workspace;
    bool first = iteration == 1;
    unsigned parts = W->parts;
    if (!first) { /* Jacobians are kept; open contacts have made their choice */
        parts &= W->slow ? parts : ~(unsigned)DLS_PARTS_JACOBIAN;
        parts &= W->close ? parts : ~(unsigned)(DLS_PART_GAP_GRADIENT | DLS_PART_TANGENT);
    }
    double theta = R->settings.theta;
    dls_motion_mean(R->n, theta, from->v, W->v, W->vm);
    double at = W->ends ? h : theta * h;
    dls_motion_advance(R->source, from->q, W->vm, at, W->qm);
    dls_error error = dls_motion_evaluate(R->source, &W->middle, parts, from->t + at, W->qm,
                                          W->ends ? W->v : W->vm, fault);
    if (error) {
        return error;
    }
    take_force(R);
    if (R->moving) {
        dls_motion_advance(R->source, from->q, W->vm, h, W->qm);
        error = dls_motion_evaluate(R->source, &W->end, DLS_PARTS_SPEED, from->t + h, W->qm, W->v,
                                    fault);
    }
    if (!error && R->moving && first) {
        sway_walls(R, h, to);
    }
    return error;
}

/* The system of the iteration, factorised; again only where it may be another. */
static dls_error load(dls_motion_run *R, double h, dls_fault *fault)
{
    dls_motion_moreau *W = R->workspace;
    const dls_motion_values *E = &W->middle;
    double k = h * R->settings.theta;
    bool jacobian = W->parts & DLS_PARTS_JACOBIAN;
    if (R->linear && W->P && W->h == h) {
        W->P->watch = R->watch;
        return DLS_OK;
    }
    dls_error error = DLS_OK;
    if (jacobian) {
        error = dls_motion_combine_matrices(&W->K, 1, E->M, -k, E->fv, -k * k, E->fq, fault);
    }
    error = error || R->d == 1 ? error : dls_motion_interleave(&W->K, R->d, E->N, E->T, fault);
    if (error) {
        return error;
    }
    W->h = h;
    W->mass = dls_max_abs(E->M);
    dls_percussion_problem Q = {.A = jacobian ? dls_see(&W->K.A) : E->M,
                                .G = E->G,
                                .B = R->d > 1 ? dls_see(&W->K.B) : E->N,
                                .d = R->d,
                                .mu = W->mu,
                                .compliance = R->soft || R->creeps ? W->soft : NULL,
                                .rolling = R->rolls ? W->rolling : NULL,
                                .spinning = R->spins ? W->spinning : NULL};
    return dls_motion_percussions(R, &Q, &W->P, fault);
}

/* Right-hand sides r, c, s as at the top */
static void right_sides(dls_motion_run *R, double h, const dls_motion_point *from)
{
    dls_motion_moreau *W = R->workspace;
    const dls_motion_values *E = &W->middle;
    double k = h * R->settings.theta;
    for (dls_int i = 0; i < R->n; i++) {
        W->r[i] = h * W->force[i];
        W->x[i] = from->v[i] - W->v[i];
    }
    if ((W->parts & DLS_PARTS_JACOBIAN) && !R->linear) {
        dls_mul(E->fv, k, W->x, W->r);
        dls_mul(E->fq, k * k, W->x, W->r);
    }
    dls_set_mul_t(E->G, from->v, W->c);
    dls_set_mul_t(R->d > 1 ? dls_see(&W->K.B) : E->N, from->v, W->s);
    if (R->moving) {
        dls_axpy(R->nb, 1, W->end.wb, W->c);
    }
    for (dls_int i = 0; i < R->nu; i++) {
        double *s = W->s + i * R->d, *u = W->u + i * R->d;
        for (int t = 0; t < R->d; t++) {
            dls_int j = i * (R->d - 1) + t - 1;
            double w1 = !R->moving ? 0 : t == 0 ? W->end.wu[i] : W->end.wt[j];
            u[t] = W->ends ? u[t] : s[t] + (t == 0 && R->moving ? W->before[i] : w1);
            s[t] += w1 + W->law[i].factor[t] * u[t] + (t == 0 ? W->law[i].bias : 0);
        }
    }
}

/* W->v := v1; the change, relative, but for what rounding of positions does to stiff forces */
static double move(dls_motion_run *R, double h, const dls_motion_point *from)
{
    dls_motion_moreau *W = R->workspace;
    double sum = 0;
    for (dls_int i = 0; i < R->n; i++) {
        double v1 = from->v[i] + W->x[i];
        sum += (v1 - W->v[i]) * (v1 - W->v[i]);
        W->v[i] = v1;
    }
    if (R->linear || sum == 0) {
        return 0;
    }
    double scale = dls_norm(R->n, W->v) + dls_norm(R->n, from->v);
    double force = dls_norm(R->n, W->force), noise = 4 * DLS_EPS * dls_largest(R->nq, W->qm);
    noise /= fmax(R->settings.newton_tolerance, DLS_EPS);
    force += W->parts & DLS_PARTS_JACOBIAN ? noise * dls_frobenius(W->middle.fq) : 0;
    return sqrt(sum) / (scale + (W->mass > 0 ? h * force / W->mass : 0));
}

/* The force depends on the time alone: it is the same at another velocity. */
static bool same_force(dls_motion_run *R, int iteration)
{
    dls_motion_moreau *W = R->workspace;
    bool same = R->fixed && !R->moving && !(W->parts & DLS_PARTS_JACOBIAN) && iteration > 1 &&
                memcmp(W->f, W->middle.f, (size_t)R->n * sizeof *W->f) == 0;
    dls_copy(R->n, W->middle.f, W->f);
    return same;
}

static dls_error iterate(dls_motion_run *R, double h, const dls_motion_point *from,
                         dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    dls_motion_moreau *W = R->workspace;
    /* changes that fall slower call for other Jacobians, for relaxation */
    static const double SLOW = 0.1, CREEPS = 0.5;
    double change = 0, last = 0, w = 1;
    int choices = 0;
    W->slow = false;
    for (int iteration = 1; report->ok; iteration++) {
        bool first = iteration == 1;
        dls_error error = look(R, h, from, iteration, to, fault);
        bool same = !error && same_force(R, iteration);
        error = error || same ? error : load(R, h, fault);
        if (error || same) {
            return error;
        }
        right_sides(R, h, from);
        if (first) {
            (void)dls_motion_moreau_choose(R, h, from, false);
        }
        dls_motion_pull(R->nu, W->active, h, W->cohesion, W->middle.N, W->r);
        dls_percussion_result result = {.solved = true};
        error = dls_percussion_solve(W->P, W->r, W->c, W->s, false, W->active, W->x, W->p, &result,
                                     fault);
        if (error) {
            return error;
        }
        report->unsettled = 0; /* what the iterations before missed */
        dls_motion_count(R, &result, report);
        dls_copy(R->n, W->v, W->was);
        change = move(R, h, from);
        unsigned parts = W->parts;
        bool near = 10 * change * change <= R->settings.newton_tolerance * last; /* the next one */
        bool settled = R->linear || near || dls_motion_settled(R, change, last);
        if (settled && report->ok && dls_motion_moreau_choose_again(R, h, from, &choices)) {
            last = 0;
            continue;
        }
        if (settled || !dls_motion_iterates(R, iteration, change, &W->parts, report)) {
            return DLS_OK;
        }
        W->slow = parts != W->parts || (iteration > 2 && change > SLOW * last);
        w = dls_motion_relax(R->n, !first && (w < 1 || change > CREEPS * last), w, W->was, W->step,
                             W->v);
        last = change;
    }
    return DLS_OK;
}

/* Accelerations for the next step, unless a contact changed. */
static void remember(dls_motion_run *R, double h, const dls_motion_point *from,
                     dls_motion_point *to)
{
    const dls_motion_moreau *W = R->workspace;
    double *a = accelerations(to);
    bool known = from->memory[0] != 0;
    to->memory[0] = memcmp(from->status, to->status, (size_t)R->nu * sizeof(double)) == 0;
    for (dls_int k = 0; k < R->n && !R->linear; k++) {
        double now = (W->v[k] - from->v[k]) / h;
        a[k + R->n] = known ? accelerations(from)[k] : now;
        a[k] = now;
    }
}

dls_error dls_motion_moreau_step(dls_motion_run *R, double h, const dls_motion_point *from,
                                 dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    dls_motion_moreau *W = R->workspace;
    unsigned parts = W->parts;
    dls_copy(R->nu, sways(R, from), sways(R, to));
    dls_error error = begin_step(R, h, from, fault);
    error = error ? error : iterate(R, h, from, to, report, fault);
    W->parts = parts;
    if (error || !report->ok) {
        return error;
    }
    to->t = from->t + h;
    dls_motion_mean(R->n, R->settings.theta, from->v, W->v, W->vm);
    dls_motion_advance(R->source, from->q, W->vm, h, to->q);
    dls_copy(R->n, W->v, to->v);
    dls_motion_sort(R, W->P, W->mu, W->p, to);
    dls_motion_pull(R->nu, W->active, h, W->cohesion, (dls_view){0}, to->p + R->nb);
    dls_motion_values E = W->middle; /* a linear force was asked before its one iteration */
    double theta = R->settings.theta;
    E.f = W->force;
    dls_motion_later_force(R, theta, h * theta * theta, W->x, &E, W->r);
    dls_motion_work(R, h, &E, from->v, to->v, to);
    remember(R, h, from, to);
    return DLS_OK;
}

const dls_motion_scheme dls_motion_moreau_jean = {.name = "moreau-jean",
                                                  .order = 1,
                                                  .velocities = true,
                                                  .memories = dls_motion_moreau_memories,
                                                  .begin = dls_motion_moreau_begin,
                                                  .step = dls_motion_moreau_step,
                                                  .judge = dls_motion_judge_moreau,
                                                  .end = dls_motion_moreau_end};
