/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mechanisms: bodies, joints and forces as data; all equations in one pass over the joints.

   Planes are computed in space: a body in 2D has its angle about the third axis, and the third
   components are dropped at the end. A joint is a list of lines; a line is a scalar equation h = 0
   between two bodies, its gradient as forces and torques about the two centres (in the world), and
   d/dt (G') v. How to add
     a joint   a row of the table in kinds.c, from lines that exist
     a line    a function dls_mechanism_<line> in a file of its own, declared below
     a force   a row of the table in forces.c: lines, and a law of value and speed
     a shape   see touch.h */
#ifndef DLS_MECHANISM_H
#define DLS_MECHANISM_H

#include "motion/model.h"

/* How a body stands and moves, in the world; w: angular velocity. */
typedef struct {
    double x[3], R[3][3], v[3], w[3];
    double turned;   /* 2D: the angle, which counts whole turns */
    dls_int q, v_at; /* its first coordinate and velocity; -1: it does not move */
} dls_mechanism_frame;

typedef struct dls_mechanism_kind dls_mechanism_kind;

/* A joint or force between places of bodies a and b, in their own frames. */
typedef struct {
    const dls_mechanism_kind *kind;
    dls_int a, b; /* 0: ground */
    double pa[3], pb[3], A[3][3], B[3][3];
    double p[DLS_ITEM_PARAMETERS];
    double turned; /* 2D: the angle from A to B when the bodies have the angle 0 */
    dls_int angle; /* 3D: its angle is this one, from 1; 0: within half a turn */
    int side;
    dls_int asked; /* number of a function of the host, from 1; 0: none */
    double mu, e;
    dls_int column, slide; /* first of G or N, of T or H (-1: none) */
    dls_int touch;         /* of shapes, from 1; 0: none */
} dls_mechanism_item;

/* The outline of a body: corners within a radius, counterclockwise in 2D. */
typedef struct {
    int kind; /* DLS_SHAPE_.. */
    double radius;
    dls_int count;
    const double *corner; /* 3 each */
    dls_int faces;        /* triangles of a body in space */
    const dls_int *face;  /* 3 corners each */
    const double *normal; /* 3 each */
    double extent;        /* how far it reaches from the centre */
} dls_mechanism_shape;

/* Two bodies that may touch, in so many points from `first` on, as rule `rule` says; of what is
   seen when a step begins the points are known until the next one. */
typedef struct {
    dls_int a, b, first, points, rule;
    bool seen;
} dls_mechanism_touch;

typedef struct dls_mechanism_collider dls_mechanism_collider;

/* Where a contact of solids was seen, in the axes of body b of its pair */
typedef struct {
    dls_int identity;
    double at[3];
} dls_mechanism_mark;

/* Which bodies may touch (DLS_TOUCH_ALL: all that have a shape), and how */
typedef struct {
    dls_int a, b;
    double mu, e, stiffness, damping; /* stiffness 0: rigid */
} dls_mechanism_rule;

/* Neighbours in a grid: cells by a hash */
typedef struct {
    double *reach; /* bodies + 1: how far from its centre a body is, within a step */
    dls_int *cell, *next, *head;
    dls_int heads;    /* a power of two */
    double h, weight; /* length of the step, acceleration by gravity */
    double *path;     /* 12 (bodies + 1): of the centres, in a piece of the step */
} dls_mechanism_grid;

/* Pairs a + (bodies + 1) b, a < b, that have been checked beyond the touches in the step from t
   on: those that are not near when it begins but may meet, and solids without a point */
typedef struct {
    dls_int *pair, count, room;
    dls_int *touched, touches; /* pairs of the touches, sorted; none: they are not known yet */
    double t;
} dls_mechanism_missed;

/* The places of an item in the world. */
typedef struct {
    const dls_mechanism_item *item;
    const dls_mechanism_frame *a, *b;
    int d;
    double A[3][3], B[3][3];
    double ra[3], rb[3];          /* from the centres to the points */
    double dx[3], dv[3], dacc[3]; /* from point to point; dacc: at constant velocities */
    double dw[3];                 /* w of a less w of b */
    double about;                 /* the angle of the item is the nearest to this */
} dls_mechanism_pair;

/* speed: G'v; bias: its rate at constant v; na, ta, nb, tb: of the force and torque on a and b;
   at: the point of a contact, from the centre of b */
typedef struct {
    double h, speed, bias;
    double na[3], ta[3], nb[3], tb[3], at[3];
} dls_mechanism_row;

typedef void dls_mechanism_equation(const dls_mechanism_pair *P, int i, int j,
                                    dls_mechanism_row *row);

enum {
    DLS_LINE_ANGULAR = 1,  /* torques alone */
    DLS_LINE_TARGETED = 2, /* h is to be p[0] + p[1] s + p[2] s^2/2, s = t - p[3] */
    DLS_LINE_ROLLS = 4     /* of velocities: there is no h */
};

typedef struct {
    const char *name;
    dls_mechanism_equation *equation;
    int i, j;
    unsigned traits;
} dls_mechanism_line;

/* A force along a line, and how it changes with value and speed: less stiffness, less damping */
typedef struct {
    double force, energy, stiffness, damping;
} dls_mechanism_effect;

enum { DLS_MECHANISM_LINES = 6, DLS_MECHANISM_POINTS = 1024 }; /* of a touch: the most */

/* Lines in 2D and in 3D; of a joint the first `normals` are constraints, the others the directions
   in which it slides. */
struct dls_mechanism_kind {
    const char *name;
    int normals[2], tangents[2];
    dls_mechanism_line line[2][DLS_MECHANISM_LINES];
    /* of forces: along a line, from its value and speed */
    void (*law)(const double *p, int line, bool angular, const dls_mechanism_row *row,
                dls_mechanism_effect *to);
};

extern const dls_mechanism_kind dls_mechanism_joints[], dls_mechanism_forces[];
extern const int dls_mechanism_joint_count, dls_mechanism_force_count;

#define DLS_MECHANISM_EQUATION(line)                                                               \
    void dls_mechanism_##line(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)

/* lines.c: A_i'dx;  A_i'B_j;  the angle about axis i from A to B, whole turns counted */
DLS_MECHANISM_EQUATION(offset);
DLS_MECHANISM_EQUATION(align);
DLS_MECHANISM_EQUATION(turn);
/* the angles of a universal joint, about A_0 (i = 0) and B_0 */
DLS_MECHANISM_EQUATION(bend);
/* compound.c: the angle between A_0 and B_0;  |dx|;  a curve, quadratic in dx;  advance and angle
   of a screw */
DLS_MECHANISM_EQUATION(swing);
DLS_MECHANISM_EQUATION(distance);
DLS_MECHANISM_EQUATION(curve);
DLS_MECHANISM_EQUATION(screw);
/* contact.c: i = 0: gap of a contact, 1, 2: its tangents, j: which shapes */
enum {
    DLS_BALL_ON_PLANE,
    DLS_DISK_ON_PLANE,
    DLS_ROUND_ON_ROUND,
    DLS_ROUND_IN_ROUND,
    DLS_PIN_IN_HOLE /* the end of a pin, the axis of the hole is A_0 */
};
DLS_MECHANISM_EQUATION(contact);
/* gear.c: ratio of angular velocities;  a rack */
DLS_MECHANISM_EQUATION(gear);
DLS_MECHANISM_EQUATION(rack);
/* forces.c: a torque along axis i of a;  a force along axis i of b */
DLS_MECHANISM_EQUATION(twist);
DLS_MECHANISM_EQUATION(thrust);

/* row += alpha other (na, ta, nb, tb, speed, bias; not h) */
void dls_mechanism_combine(dls_mechanism_row *row, double alpha, const dls_mechanism_row *other);

/* Numbers of columns: of G, N, T, H; entries likewise */
typedef struct {
    dls_int columns[4], entries[4];
} dls_mechanism_count;
enum { DLS_OF_G, DLS_OF_N, DLS_OF_T, DLS_OF_H };

struct dls_mechanism {
    dls_pool pool;
    int d, dc; /* dc: dimension of contacts, 1 where none has tangents */
    dls_int bodies, joints, forces, n, nq;
    dls_int rules, corners, faces;
    dls_mechanism_rule *rule;
    bool many;               /* touches are looked for when a step begins; else all are there */
    dls_mechanism_grid grid; /* of many */
    /* contacts: limits of joints, then the points of touches; arrays for `room` of them */
    dls_pool meeting;
    dls_int room, touches, points;
    dls_mechanism_touch *touch;
    dls_mechanism_missed missed;
    double lasting;            /* of what was seen when the step began */
    dls_mechanism_item *place; /* points */
    dls_int *identity;
    dls_mechanism_mark *mark; /* of points; those of the gathering before are sorted */
    dls_pool remembered;
    dls_mechanism_mark *before;
    dls_int marks, memory;            /* how many, and room */
    dls_mechanism_collider *collider; /* of solids in space, or NULL */
    dls_mat placed;                   /* their columns, where the engine wants them */
    dls_int placed_columns, placed_entries;
    dls_mechanism_shape *shape; /* bodies + 1: that of the ground is a plane */
    double *corner, *normal_of; /* 3 each: of corners, of faces */
    dls_int *face;              /* 3 each */
    double *point, *normal;     /* 3 each, of columns of N; NAN of limits */
    dls_int *touch_of;          /* of columns of N: rule, -1: a limit */
    dls_mechanism_count count;
    double gravity[3];
    double *mass, *inertia;     /* bodies; 1 or 9 each */
    dls_mechanism_frame *frame; /* bodies + 1: the ground first */
    dls_mechanism_item *joint, *force;
    /* 3D: angles that are coordinates, after those of the bodies; what they were where the bodies
       were placed, and are now; frames of advance */
    dls_int angles, of_bodies;
    dls_mechanism_item *angle;
    double *angle_placed, *angle_now;
    dls_mechanism_frame *ahead;
    dls_mat M, A[4];                 /* G, N, T, H */
    double *f, *value[4], *rate[4];  /* n; h, g; bb, bu, bt, bh */
    double *speed[2], *e, *mu, *muh; /* wb, wu */
    double *stiffness, *damping;     /* of columns of N */
    bool soft;                       /* some of them are not rigid */
    dls_int *item_of[4], *line_of;   /* of columns; of G */
    double potential;
    dls_mechanism_host host;
    dls_int own;          /* the last columns of G, full */
    dls_mat fq, fv;       /* no columns where nothing is stiff or damped */
    bool moving, steered; /* targets move in time; functions of the host are in the joints */
    /* what is known at which point: bits */
    unsigned known;
    double t, *q, *v; /* nq, n */
};

/* evaluate.c: values and gradients of joints; their rates; forces; Jacobians of these. Nothing is
   computed twice. */
enum { DLS_KNOWN_JOINTS = 1, DLS_KNOWN_RATES = 2, DLS_KNOWN_FORCES = 4, DLS_KNOWN_JACOBIANS = 8 };
dls_error dls_mechanism_know(dls_mechanism *B, unsigned what, double t, const double *q,
                             const double *v, dls_fault *fault);

/* fill.c: all but the sizes */
void dls_mechanism_fill(dls_mechanism *B, const dls_mechanism_data *D);
/* kinds.c: of a point where shapes touch */
const dls_mechanism_kind *dls_mechanism_touching(int shapes);
/* gather.c: touches of bodies that are near within a time h (< 0: of none), and their contacts;
   `every`: of all bodies. The limits of joints are the first contacts. */
dls_error dls_mechanism_gather(dls_mechanism *B, bool every, double h, dls_fault *fault);
dls_int dls_mechanism_possible(const dls_mechanism *B); /* number of all points */
/* Where contacts of solids were seen, as dls_motion_model has it in `kept` */
dls_error dls_mechanism_recall(dls_mechanism *B, bool put, dls_int *count, double *x,
                               dls_fault *fault);
/* look.c: what must be looked at: solids on planes; solids of which the collider must tell. What is
   seen is remembered; the points of a touch, with the identities that they had then. */
typedef enum { DLS_LOOKS_AT_NOTHING, DLS_LOOKS_AT_PLANES, DLS_LOOKS_AT_SOLIDS } dls_mechanism_looks;
dls_mechanism_looks dls_mechanism_looks_at(const dls_mechanism *B);
dls_error dls_mechanism_remember(dls_mechanism *B, dls_fault *fault);
void dls_mechanism_see(const dls_mechanism *B, dls_mechanism_touch *touch);
/* gather.c: the rule of two bodies; -1: they do not touch */
dls_int dls_mechanism_rule_of(const dls_mechanism *B, dls_int a, dls_int b);
/* near.c: how near bodies a and b may come in a step; are they as near as that? */
double dls_mechanism_margin(const dls_mechanism *B, dls_int a, dls_int b);
bool dls_mechanism_near(const dls_mechanism *B, dls_int a, dls_int b);
/* near.c: how long what was seen of solids lasts, until points move far beside their sizes */
double dls_mechanism_lasting(const dls_mechanism *B);
/* B->grid.reach within a time h; calls for pairs of bodies a < b with a shape, each once, whose
   balls of this radius may meet, and for others */
void dls_mechanism_reach(dls_mechanism *B, double h);
typedef dls_error dls_mechanism_visit(dls_mechanism *B, dls_int a, dls_int b, dls_fault *fault);
dls_error dls_mechanism_neighbours(dls_mechanism *B, dls_mechanism_visit *visit, dls_fault *fault);
/* cover.c: one more pair that is missed, unless it is known */
dls_error dls_mechanism_miss(dls_mechanism *B, dls_int a, dls_int b, dls_fault *fault);
/* Do the touches hold all pairs that may meet between two states, a time h apart? Those
   that they do not hold are missed. */
dls_error dls_mechanism_cover(dls_mechanism *B, double h, const double *const q[2],
                              const double *const v[2], bool *complete, dls_fault *fault);
/* fill.c: the columns of joint k, of the numbers `next` in G, N, T, H */
void dls_mechanism_fill_item(dls_mechanism *B, dls_mechanism_item *item, dls_int number,
                             dls_int *next);
/* touch.c: room for points between two shapes; are they looked at when a step begins? which places
   of the others are the points now */
dls_int dls_mechanism_points(const dls_mechanism_shape *a, const dls_mechanism_shape *b);
bool dls_mechanism_looked_at(const dls_mechanism_shape *a, const dls_mechanism_shape *b);
void dls_mechanism_find(dls_mechanism *B);
/* frames.c; v of a body that stands: NULL */
void dls_mechanism_stand(int d, dls_mechanism_frame *F, const double *q, const double *v);
void dls_mechanism_place(const dls_mechanism *B, const double *q, const double *v);
void dls_mechanism_quaternion(const double *q, double (*R)[3]); /* of any length */
void dls_mechanism_meet(const dls_mechanism *B, const dls_mechanism_item *item,
                        dls_mechanism_pair *P);
void dls_mechanism_meet_in(const dls_mechanism_frame *frame, int d, const dls_mechanism_item *item,
                           dls_mechanism_pair *P); /* P->about: 0 */
/* angles.c: the angle plus the whole turns that bring it nearest to `about`; the angles of `next`,
   whose bodies are known, h after those of q; those where the bodies are placed */
double dls_mechanism_nearest(double angle, double about);
void dls_mechanism_follow(const dls_mechanism *B, const double *q, const double *v, double h,
                          double *next);
void dls_mechanism_place_angles(dls_mechanism *B, const dls_mechanism_data *D);
/* New parameters, where the host gives them; along: of a force, value and rate of its line */
dls_error dls_mechanism_steer(const dls_mechanism *B, dls_mechanism_item *item, double t,
                              const double *q, const double *v, const double *along,
                              dls_fault *fault);
/* forces.c: f and the potential, of gravity, rotation and all forces */
dls_error dls_mechanism_load(dls_mechanism *B, double t, const double *q, const double *v,
                             dls_fault *fault);
/* stiffness.c: patterns of fq and fv, in B->pool; their values, from where the bodies are. */
dls_error dls_mechanism_stiffen(dls_mechanism *B, dls_fault *fault);
void dls_mechanism_slopes(dls_mechanism *B);

#endif
