/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From numbers to a mechanism: what they must be, sizes, frames, patterns. */
#include <string.h>

#include "mechanism/solid.h"
#include "mechanism/vector3.h"

enum { MANY = 200 }; /* points that are always watched */

static bool whole(double x, double low, double high)
{
    return x >= low && x <= high && x == floor(x);
}

static dls_error check_numbers(const dls_mechanism_data *D, dls_fault *fault)
{
    bool plane = D->d == 2;
    dls_int b = D->bodies, rows = DLS_ITEM_ROWS;
    if (!plane && D->d != 3) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "d is %d; expected 2 or 3", D->d);
    }
    const double *const array[] = {D->gravity, D->fixed, D->mass,  D->inertia,
                                   D->place,   D->joint, D->force, D->angle};
    const dls_int count[] = {D->d,
                             b,
                             b,
                             plane ? b : 9 * b,
                             plane ? 3 * b : 7 * b,
                             rows * D->joints,
                             rows * D->forces,
                             rows * D->angles};
    static const char *const name[] = {"gravity", "fixed", "mass",  "inertia",
                                       "place",   "joint", "force", "angle"};
    dls_error error = DLS_OK;
    for (int k = 0; k < 8 && !error; k++) {
        error = dls_check_vector(count[k], array[k], name[k], fault);
    }
    for (dls_int k = 0; k < b && !error; k++) {
        if (D->mass[k] < 0) {
            error = dls_fail(fault, DLS_ERROR_OPTION, "the mass of body %lld is %g; expected >= 0",
                             (long long)k + 1, D->mass[k]);
        }
    }
    return error;
}

static dls_error check_item(const dls_mechanism_data *D, bool force, const char *what,
                            const double *c, dls_int k, dls_fault *fault)
{
    int kinds = force ? dls_mechanism_force_count : dls_mechanism_joint_count;
    if (!whole(c[DLS_ITEM_KIND], 1, kinds)) {
        return dls_fail(fault, DLS_ERROR_OPTION, "the kind of %s %lld is %g; expected 1 to %d",
                        what, (long long)k + 1, c[DLS_ITEM_KIND], kinds);
    }
    for (int side = DLS_ITEM_A; side <= DLS_ITEM_B; side++) {
        if (!whole(c[side], 0, (double)D->bodies)) {
            return dls_fail(fault, DLS_ERROR_DIMENSION,
                            "%s %lld is at body %g; expected 0 to %lld bodies", what,
                            (long long)k + 1, c[side], (long long)D->bodies);
        }
    }
    if (!force && c[DLS_ITEM_A] == c[DLS_ITEM_B]) {
        return dls_fail(fault, DLS_ERROR_STRUCTURE, "%s %lld joins body %g with itself", what,
                        (long long)k + 1, c[DLS_ITEM_A]);
    }
    if (!whole(c[DLS_ITEM_ANGLE], 0, (double)D->angles)) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "the angle of %s %lld is number %g of %lld",
                        what, (long long)k + 1, c[DLS_ITEM_ANGLE], (long long)D->angles);
    }
    const dls_mechanism_kind *kind =
        (force ? dls_mechanism_forces : dls_mechanism_joints) + (dls_int)c[DLS_ITEM_KIND] - 1;
    if (kind->normals[D->d - 2] == 0) {
        return dls_fail(fault, DLS_ERROR_OPTION, "%s %lld is '%s', which there is not in %dD", what,
                        (long long)k + 1, kind->name, D->d);
    }
    if (!force && c[DLS_ITEM_SIDE] != 0 && kind->normals[D->d - 2] > 1) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "joint %lld is '%s', of more than one equation: it cannot be one-sided",
                        (long long)k + 1, kind->name);
    }
    return DLS_OK;
}

/* An angle that is a coordinate */
static dls_error check_angle(const dls_mechanism_data *D, dls_int k, dls_fault *fault)
{
    const double *c = D->angle + k * DLS_ITEM_ROWS;
    dls_error error = check_item(D, false, "angle", c, k, fault);
    if (error) {
        return error;
    }
    const dls_mechanism_kind *kind = dls_mechanism_joints + (dls_int)c[DLS_ITEM_KIND] - 1;
    dls_mechanism_equation *equation = kind->line[1][0].equation;
    bool turns = equation == dls_mechanism_turn || equation == dls_mechanism_bend;
    return D->d == 3 && turns ? DLS_OK
                              : dls_fail(fault, DLS_ERROR_OPTION,
                                         "angle %lld is '%s' in %dD; expected a turn or a bend in "
                                         "space",
                                         (long long)k + 1, kind->name, D->d);
}

static void body_sizes(dls_mechanism *B, const dls_mechanism_data *D, dls_mechanism_frame *frame)
{
    B->n = B->nq = 0;
    for (dls_int k = 0; k < B->bodies; k++) {
        bool fixed = D->fixed[k] != 0;
        if (frame) {
            frame[k + 1].q = fixed ? -1 : B->nq;
            frame[k + 1].v_at = fixed ? -1 : B->n;
        }
        B->nq += fixed ? 0 : B->d == 2 ? 3 : 7;
        B->n += fixed ? 0 : B->d == 2 ? 3 : 6;
    }
    B->of_bodies = B->nq;
    B->nq += B->angles;
}

static bool moves(const dls_mechanism_data *D, double body)
{
    return body > 0 && D->fixed[(dls_int)body - 1] == 0;
}

/* Columns of a joint, and their entries: `first` lines and those after them */
static void count_joint(const dls_mechanism_data *D, dls_int k, dls_mechanism_count *count)
{
    const double *c = D->joint + k * DLS_ITEM_ROWS;
    const dls_mechanism_kind *kind = dls_mechanism_joints + (dls_int)c[DLS_ITEM_KIND] - 1;
    int in = D->d - 2, normals = kind->normals[in], bodies = 0;
    bool contact = c[DLS_ITEM_SIDE] != 0, slides = contact || c[DLS_ITEM_MU] > 0;
    bodies = moves(D, c[DLS_ITEM_A]) + moves(D, c[DLS_ITEM_B]);
    for (int l = 0; l < normals + (slides ? kind->tangents[in] : 0); l++) {
        int to = l < normals ? (contact ? DLS_OF_N : DLS_OF_G) : contact ? DLS_OF_T : DLS_OF_H;
        int entries = kind->line[in][l].traits & DLS_LINE_ANGULAR ? (in ? 3 : 1) : (in ? 6 : 3);
        count->columns[to]++;
        count->entries[to] += bodies * entries;
    }
}

/* Corners of a shape: the least and the largest number, and whether there are faces */
static const struct {
    dls_int least, most;
    bool faces;
} corners_of[DLS_SHAPES] = {[DLS_SHAPE_ROUND] = {1, 1, false},
                            [DLS_SHAPE_POLYGON] = {2, DLS_MECHANISM_POINTS, false},
                            [DLS_SHAPE_SOLID] = {2, INT32_MAX, true},
                            [DLS_SHAPE_CYLINDER] = {2, 2, false},
                            [DLS_SHAPE_MESH] = {3, INT32_MAX, true}};

/* The ends of an axis are on z, as far below as above; else there are triangles of the corners. */
static bool outlined(const double *c, const double *corner, const double *face)
{
    int kind = (int)c[0];
    bool axis = kind == DLS_SHAPE_CYLINDER || (kind == DLS_SHAPE_SOLID && c[2] == 2);
    bool good = !axis || (corner[0] == 0 && corner[1] == 0 && corner[3] == 0 && corner[4] == 0 &&
                          corner[2] == -corner[5] && corner[5] > 0);
    good = good && (axis || !corners_of[kind].faces ? c[3] == 0 : c[3] > 0);
    for (dls_int k = 0; good && k < 3 * (dls_int)c[3]; k++) {
        good = whole(face[k], 0, c[2] - 1);
    }
    return good;
}

/* Is the shape one that there is, with its corners? */
static dls_error check_shapes(const dls_mechanism_data *D, dls_fault *fault)
{
    dls_int corners = 0, faces = 0;
    dls_error error = dls_check_vector(DLS_SHAPE_ROWS * D->bodies, D->shape, "shape", fault);
    error = error ? error : dls_check_vector(3 * D->corners, D->corner, "corner", fault);
    error = error ? error : dls_check_vector(3 * D->faces, D->face, "face", fault);
    error = error ? error : dls_check_vector(DLS_TOUCH_ROWS * D->touches, D->touch, "touch", fault);
    for (dls_int k = 0; !error && k < D->bodies; k++) {
        const double *c = D->shape + DLS_SHAPE_ROWS * k;
        bool good = whole(c[0], 0, DLS_SHAPES - 1) && c[1] >= 0;
        good =
            good && whole(c[2], (double)corners_of[(int)c[0]].least,
                          fmin((double)(D->corners - corners), (double)corners_of[(int)c[0]].most));
        good = good && whole(c[3], 0, (double)(D->faces - faces));
        if (!good || !outlined(c, D->corner + 3 * corners, D->face + 3 * faces)) {
            return dls_fail(
                fault, DLS_ERROR_OPTION,
                "the shape of body %lld is [%g %g %g %g]; expected a kind, a radius and "
                "numbers of corners and faces",
                (long long)k + 1, c[0], c[1], c[2], c[3]);
        }
        corners += (dls_int)c[2];
        faces += (dls_int)c[3];
    }
    return error;
}

/* The shape of a body of a touch, as far as its kind goes */
static dls_mechanism_shape shape_of(const dls_mechanism_data *D, double body)
{
    const double *c = D->shape + DLS_SHAPE_ROWS * ((dls_int)body - 1);
    return body == 0 ? (dls_mechanism_shape){.kind = DLS_SHAPE_PLANE}
                     : (dls_mechanism_shape){.kind = (int)c[0], .count = (dls_int)c[2]};
}

static dls_error check_touch(const dls_mechanism_data *D, dls_int k, dls_fault *fault)
{
    const double *c = D->touch + DLS_TOUCH_ROWS * k;
    double bodies = (double)D->bodies;
    bool good = whole(c[0], DLS_TOUCH_ALL, bodies) && whole(c[1], DLS_TOUCH_ALL, bodies);
    if (good && c[0] >= 0 && c[1] >= 0) {
        dls_mechanism_shape a = shape_of(D, c[0]), b = shape_of(D, c[1]);
        good = c[0] != c[1] && dls_mechanism_points(&a, &b) > 0;
    }
    return good && fmin(fmin(c[2], c[3]), fmin(c[4], c[5])) >= 0 && c[3] <= 1
               ? DLS_OK
               : dls_fail(fault, DLS_ERROR_OPTION,
                          "touch %lld is [%g %g %g %g %g %g]; expected two bodies with shapes, "
                          "friction, restitution (<= 1), stiffness and damping >= 0",
                          (long long)k + 1, c[0], c[1], c[2], c[3], c[4], c[5]);
}

static void lay_out(void *object, dls_room *room)
{
    dls_mechanism *B = object;
    const dls_int *columns = B->count.columns;
    dls_int moving = B->n / (B->d == 2 ? 3 : 6);
    B->frame = DLS_TAKE(room, dls_mechanism_frame, B->bodies + 1);
    B->joint = DLS_TAKE(room, dls_mechanism_item, B->joints);
    B->force = DLS_TAKE(room, dls_mechanism_item, B->forces);
    B->angle = DLS_TAKE(room, dls_mechanism_item, B->angles);
    B->ahead = DLS_TAKE(room, dls_mechanism_frame, B->angles > 0 ? B->bodies + 1 : 0);
    DLS_TAKE_NUMBERS(room, B->angles, &B->angle_placed, &B->angle_now);
    B->mass = DLS_TAKE(room, double, B->bodies);
    B->inertia = DLS_TAKE(room, double, (B->d == 2 ? 1 : 9) * B->bodies);
    dls_mat_take(room, &B->M, B->n, B->n, moving * (B->d == 2 ? 3 : 12));
    DLS_TAKE_NUMBERS(room, B->n, &B->f, &B->v);
    B->q = DLS_TAKE(room, double, B->nq);
    for (int k = DLS_OF_G; k <= DLS_OF_H; k += DLS_OF_H - DLS_OF_G) {
        dls_mat_take(room, &B->A[k], B->n, columns[k], B->count.entries[k]);
        DLS_TAKE_NUMBERS(room, columns[k], &B->value[k], &B->rate[k]);
        B->item_of[k] = DLS_TAKE(room, dls_int, columns[k]);
    }
    B->speed[0] = DLS_TAKE(room, double, columns[DLS_OF_G]);
    B->rule = DLS_TAKE(room, dls_mechanism_rule, B->rules);
    B->shape = DLS_TAKE(room, dls_mechanism_shape, B->bodies + 1);
    B->corner = DLS_TAKE(room, double, 3 * B->corners);
    B->face = DLS_TAKE(room, dls_int, 3 * B->faces);
    B->normal_of = DLS_TAKE(room, double, 3 * B->faces);
    B->grid.reach = DLS_TAKE(room, double, B->bodies + 1);
    B->grid.cell = DLS_TAKE(room, dls_int, 3 * (B->bodies + 1));
    B->grid.next = DLS_TAKE(room, dls_int, B->bodies + 1);
    B->grid.head = DLS_TAKE(room, dls_int, B->grid.heads);
    B->grid.path = DLS_TAKE(room, double, 12 * (B->bodies + 1));
    B->line_of = DLS_TAKE(room, dls_int, columns[DLS_OF_G]);
    B->muh = DLS_TAKE(room, double, columns[DLS_OF_H]);
}

static dls_error check(const dls_mechanism_data *D, dls_mechanism_count *count, dls_fault *fault)
{
    dls_error error = check_numbers(D, fault);
    error = error || !D->touches ? error : check_shapes(D, fault);
    for (dls_int k = 0; k < D->joints && !error; k++) {
        error = check_item(D, false, "joint", D->joint + k * DLS_ITEM_ROWS, k, fault);
        if (!error) {
            count_joint(D, k, count);
        }
    }
    for (dls_int k = 0; k < D->forces && !error; k++) {
        error = check_item(D, true, "force", D->force + k * DLS_ITEM_ROWS, k, fault);
    }
    for (dls_int k = 0; k < D->angles && !error; k++) {
        error = check_angle(D, k, fault);
    }
    for (dls_int k = 0; k < D->touches && !error; k++) {
        error = check_touch(D, k, fault);
    }
    return error;
}

void dls_mechanism_free(dls_mechanism *B)
{
    if (B) {
        dls_mechanism_collider_free(B);
        dls_pool_free(&B->remembered);
        dls_mat_free(&B->placed);
        dls_free(B->missed.pair);
        dls_pool_free(&B->meeting);
        dls_pool_free(&B->pool);
        dls_free(B);
    }
}

void dls_mechanism_get_size(const dls_mechanism *B, dls_int *n, dls_int *nq)
{
    *n = B->n;
    *nq = B->nq;
}

dls_error dls_mechanism_setup(const dls_mechanism_data *D, dls_mechanism_host host,
                              dls_mechanism **out, dls_fault *fault)
{
    dls_mechanism_count count = {{0}, {0}};
    dls_error error = check(D, &count, fault);
    *out = NULL;
    if (error) {
        return error;
    }
    dls_mechanism *B = DLS_NEW(dls_mechanism, 1);
    if (!B) {
        return dls_fail_memory(fault);
    }
    B->d = D->d;
    B->bodies = D->bodies;
    B->joints = D->joints;
    B->forces = D->forces;
    B->angles = D->angles;
    B->rules = D->touches;
    for (B->grid.heads = 1; B->grid.heads < 2 * B->bodies;) {
        B->grid.heads *= 2;
    }
    B->corners = D->touches > 0 ? D->corners : 0;
    B->faces = D->touches > 0 ? D->faces : 0;
    B->own = D->own;
    B->host = host;
    memcpy(B->gravity, D->gravity, (size_t)D->d * sizeof *D->gravity);
    body_sizes(B, D, NULL);
    /* contacts have d - 1 tangents each, or none has one */
    B->dc = count.columns[DLS_OF_T] > 0 || D->touches > 0 ? D->d : 1;
    count.columns[DLS_OF_G] += D->own;
    count.entries[DLS_OF_G] += B->n * D->own;
    B->count = count;
    if (!dls_pool_make(&B->pool, lay_out, B)) {
        dls_mechanism_free(B);
        return dls_fail_memory(fault);
    }
    body_sizes(B, D, B->frame);
    dls_mechanism_fill(B, D);
    dls_mechanism_place_angles(B, D);
    dls_mechanism_place(B, B->q, B->v);
    dls_mechanism_looks looks = dls_mechanism_looks_at(B);
    B->many = dls_mechanism_possible(B) > MANY || looks != DLS_LOOKS_AT_NOTHING;
    error = looks == DLS_LOOKS_AT_SOLIDS ? dls_mechanism_collider_new(B, fault) : DLS_OK;
    /* of many bodies nobody has a place yet */
    error = error ? error : dls_mechanism_gather(B, !B->many, -1, fault);
    error = error ? error : dls_mechanism_stiffen(B, fault);
    if (error) {
        dls_mechanism_free(B);
        return error;
    }
    *out = B;
    return DLS_OK;
}
