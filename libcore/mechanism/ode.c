/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The collider: ODE's functions, of bodies that are placed by us. Solids that are not in touch yet
   are found by making one of them larger by the margin; a mesh is always a little larger. */
#include <ode/ode.h>
#include <string.h>

#include "mechanism/solid.h"
#include "mechanism/vector3.h"

/* A convex body is larger by a factor about its middle; its depth: of the nearest face there. */
typedef struct {
    dGeomID geom;
    dTriMeshDataID mesh;
    double middle[3], depth;
    double *point, *plane; /* as ODE has them now: 3 and 4 each */
    unsigned *polygon;     /* 3 and its corners, of each face */
} solid;

struct dls_mechanism_collider {
    dls_pool pool;
    dls_int bodies, corners, faces;
    solid *solid; /* bodies + 1 */
    double *point, *plane;
    unsigned *polygon;
};

static const double SWOLLEN = 1e-3; /* a mesh, of its size */

static void lay_out(void *object, dls_room *room)
{
    dls_mechanism_collider *C = object;
    C->solid = DLS_TAKE(room, solid, C->bodies + 1);
    C->point = DLS_TAKE(room, double, 3 * C->corners);
    C->plane = DLS_TAKE(room, double, 4 * C->faces);
    C->polygon = DLS_TAKE(room, unsigned, 4 * C->faces);
}

/* Eight corners that are mirror images: half the lengths of a box */
static bool box(const dls_mechanism_shape *S, double *half)
{
    static const double LIKE = 1e-12;
    bool yes = S->kind == DLS_SHAPE_SOLID && S->count == 8 && S->radius == 0;
    unsigned seen = 0;
    for (dls_int k = 0; yes && k < 8; k++) {
        const double *x = S->corner + 3 * k;
        for (int i = 0; i < 3; i++) {
            half[i] = k == 0 ? fabs(x[i]) : half[i];
            yes = yes && half[i] > 0 && fabs(fabs(x[i]) - half[i]) <= LIKE * S->extent;
        }
        seen |= 1u << ((x[0] > 0) + 2 * (x[1] > 0) + 4 * (x[2] > 0));
    }
    return yes && seen == 255;
}

/* Corners and planes, larger by a factor */
static void fill_convex(const dls_mechanism_shape *S, double factor, solid *C)
{
    double from[3];
    for (dls_int k = 0; k < S->count; k++) {
        dls_add3(S->corner + 3 * k, -1, C->middle, from);
        dls_scale3(factor, from, C->point + 3 * k);
    }
    for (dls_int k = 0; k < S->faces; k++) {
        memcpy(C->plane + 4 * k, S->normal + 3 * k, 3 * sizeof *C->plane);
        C->plane[4 * k + 3] = dls_dot3(S->normal + 3 * k, C->point + 3 * S->face[3 * k]);
    }
}

static void new_convex(const dls_mechanism_shape *S, solid *C)
{
    for (dls_int k = 0; k < S->count; k++) {
        dls_add3(C->middle, 1 / (double)S->count, S->corner + 3 * k, C->middle);
    }
    for (dls_int k = 0; k < 4 * S->faces; k++) {
        C->polygon[k] = k % 4 == 0 ? 3 : (unsigned)S->face[3 * (k / 4) + k % 4 - 1];
    }
    fill_convex(S, 1, C);
    C->depth = INFINITY;
    for (dls_int k = 0; k < S->faces; k++) {
        C->depth = fmin(C->depth, C->plane[4 * k + 3]);
    }
    C->geom =
        dCreateConvex(NULL, C->plane, (unsigned)S->faces, C->point, (unsigned)S->count, C->polygon);
}

/* Corners are moved along the sum of the normals around them. */
static void new_mesh(const dls_mechanism_shape *S, solid *C)
{
    for (dls_int k = 0; k < 3 * S->faces; k++) {
        dls_int corner = S->face[k];
        dls_add3(C->point + 3 * corner, 1, S->normal + 3 * (k / 3), C->point + 3 * corner);
        C->polygon[k] = (unsigned)corner;
    }
    for (dls_int k = 0; k < S->count; k++) {
        double *x = C->point + 3 * k, length = dls_length3(x);
        dls_scale3(length > 0 ? SWOLLEN * S->extent / length : 0, x, x);
        dls_add3(x, 1, S->corner + 3 * k, x);
    }
    C->mesh = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(C->mesh, C->point, 3 * sizeof *C->point, (int)S->count, C->polygon,
                                (int)(3 * S->faces), 3 * sizeof *C->polygon);
    dGeomTriMeshDataPreprocess2(C->mesh, 1u << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, NULL);
    C->geom = dCreateTriMesh(NULL, C->mesh, NULL, NULL, NULL);
}

static void new_solid(const dls_mechanism_shape *S, solid *C)
{
    double half[3];
    if (S->kind == DLS_SHAPE_ROUND) {
        C->geom = dCreateSphere(NULL, S->radius);
    } else if (S->kind == DLS_SHAPE_CYLINDER) {
        C->geom = dCreateCylinder(NULL, S->radius, S->corner[5] - S->corner[2]);
    } else if (S->kind == DLS_SHAPE_MESH) {
        new_mesh(S, C);
    } else if (box(S, half)) {
        C->geom = dCreateBox(NULL, 2 * half[0], 2 * half[1], 2 * half[2]);
    } else if (S->faces > 0) {
        new_convex(S, C);
    } else if (S->count == 2) {
        C->geom = dCreateCapsule(NULL, S->radius, S->corner[5] - S->corner[2]);
    }
}

dls_error dls_mechanism_collider_new(dls_mechanism *B, dls_fault *fault)
{
    dls_mechanism_collider *C = B->collider = DLS_NEW(dls_mechanism_collider, 1);
    dls_int corner = 0, face = 0;
    if (!C) {
        return dls_fail_memory(fault);
    }
    C->bodies = B->bodies;
    C->corners = B->corners;
    C->faces = B->faces;
    if (!dls_pool_make(&C->pool, lay_out, C)) {
        return dls_fail_memory(fault);
    }
    if (!dInitODE2(0) || !dAllocateODEDataForThread(dAllocateMaskAll)) {
        return dls_fail_memory(fault);
    }
    for (dls_int k = 0; k <= B->bodies; k++) {
        C->solid[k].point = C->point + 3 * corner;
        C->solid[k].plane = C->plane + 4 * face;
        C->solid[k].polygon = C->polygon + 4 * face;
        new_solid(&B->shape[k], &C->solid[k]);
        corner += B->shape[k].count;
        face += B->shape[k].faces;
    }
    return DLS_OK;
}

void dls_mechanism_collider_free(dls_mechanism *B)
{
    dls_mechanism_collider *C = B->collider;
    for (dls_int k = 0; C && C->solid && k <= C->bodies; k++) {
        if (C->solid[k].geom) {
            dGeomDestroy(C->solid[k].geom);
        }
        if (C->solid[k].mesh) {
            dGeomTriMeshDataDestroy(C->solid[k].mesh);
        }
    }
    if (C) {
        dls_pool_free(&C->pool);
        dls_free(C);
    }
    B->collider = NULL;
}

/* Larger by the margin; false: a mesh */
static bool swell(const dls_mechanism_shape *S, double margin, solid *C)
{
    double half[3];
    switch (dGeomGetClass(C->geom)) {
    case dSphereClass:
        dGeomSphereSetRadius(C->geom, S->radius + margin);
        return true;
    case dCapsuleClass:
        dGeomCapsuleSetParams(C->geom, S->radius + margin, S->corner[5] - S->corner[2]);
        return true;
    case dCylinderClass:
        dGeomCylinderSetParams(C->geom, S->radius + margin,
                               S->corner[5] - S->corner[2] + 2 * margin);
        return true;
    case dBoxClass:
        box(S, half);
        dGeomBoxSetLengths(C->geom, 2 * (half[0] + margin), 2 * (half[1] + margin),
                           2 * (half[2] + margin));
        return true;
    case dConvexClass:
        fill_convex(S, 1 + margin / C->depth, C);
        return true;
    default:
        return false;
    }
}

static void stand(const dls_mechanism_solid *S, const solid *C)
{
    const double(*R)[3] = (const double(*)[3])S->frame->R;
    double x[3];
    dMatrix3 turned = {R[0][0], R[1][0], R[2][0], 0,       R[0][1], R[1][1],
                       R[2][1], 0,       R[0][2], R[1][2], R[2][2], 0};
    dls_turn3(R, C->middle, x);
    dls_add3(S->frame->x, 1, x, x);
    dGeomSetPosition(C->geom, x[0], x[1], x[2]);
    dGeomSetRotation(C->geom, turned);
}

static bool meshed(const dls_mechanism_solid *S)
{
    return S->shape->kind == DLS_SHAPE_MESH;
}

/* The simpler one is made larger. */
int dls_mechanism_hints(const dls_mechanism *B, const dls_mechanism_solid *a,
                        const dls_mechanism_solid *b, double margin, dls_mechanism_hint *hint)
{
    dContactGeom found[DLS_HINTS];
    solid *first = &B->collider->solid[a->body], *second = &B->collider->solid[b->body];
    bool a_grows = dGeomGetClass(first->geom) <= dGeomGetClass(second->geom);
    const dls_mechanism_shape *larger = a_grows ? a->shape : b->shape;
    solid *grown = a_grows ? first : second;
    bool grew = swell(larger, margin, grown);
    stand(a, first);
    stand(b, second);
    int count = dCollide(first->geom, second->geom, DLS_HINTS, found, sizeof *found);
    for (int k = 0; k < count; k++) {
        dls_scale3(-1, found[k].normal, hint[k].n);
        int side = found[k].side1 >= 0 ? found[k].side1 : found[k].side2; /* ODE mixes them up */
        hint[k].triangle_a = meshed(a) ? side : -1;
        hint[k].triangle_b = meshed(b) ? side : -1;
        hint[k].depth = found[k].depth;
    }
    if (grew) {
        swell(larger, 0, grown);
    }
    return count;
}
