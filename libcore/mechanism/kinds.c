/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of joints. Lines along x, y, z are along the axes of a's place ("along", "across", and
   their product; in 2D "across" is to the left of "along"), rx, ry, rz turn about them. */
#include "mechanism/mechanism.h"

enum { ANGULAR = DLS_LINE_ANGULAR, TARGETED = DLS_LINE_TARGETED, ROLLS = DLS_LINE_ROLLS };

#define LINE(text, equation, i, j, traits)                                                         \
    {                                                                                              \
        text, dls_mechanism_##equation, i, j, traits                                               \
    }
#define X LINE("x", offset, 0, 0, 0)
#define Y LINE("y", offset, 1, 0, 0)
#define Z LINE("z", offset, 2, 0, 0)
#define RX LINE("rx", align, 2, 1, ANGULAR)
#define RY LINE("ry", align, 2, 0, ANGULAR)
#define RZ LINE("rz", align, 1, 0, ANGULAR)
#define PLANE_RZ LINE("rz", turn, 2, 1, ANGULAR)
#define TWIST LINE("twist", align, 0, 0, ANGULAR | TARGETED)
#define LENGTH LINE("length", distance, 0, 0, TARGETED)
#define TRAVEL LINE("travel", offset, 0, 0, TARGETED)
#define TURN(axis) LINE("turn", turn, axis, 0, ANGULAR | TARGETED)
#define BEND(axis) LINE("bend", bend, axis, 0, ANGULAR | TARGETED)
#define SWING LINE("swing", swing, 0, 0, ANGULAR | TARGETED)
#define PITCH LINE("pitch", screw, 0, 0, 0)
#define NORMAL(shapes) LINE("normal", contact, 0, shapes, 0)
#define SLIP(shapes) LINE("slip", contact, 1, shapes, ROLLS)
#define SLIP2(shapes) LINE("slip2", contact, 2, shapes, ROLLS)
#define CONTACT(shapes)                                                                            \
    {                                                                                              \
        {NORMAL(shapes), SLIP(shapes)},                                                            \
        {                                                                                          \
            NORMAL(shapes), SLIP(shapes), SLIP2(shapes)                                            \
        }                                                                                          \
    }
#define NO_LINE                                                                                    \
    {                                                                                              \
        LINE("", offset, 0, 0, 0)                                                                  \
    }

/* name, normals in 2D and 3D, tangents, lines in 2D, lines in 3D */
const dls_mechanism_kind dls_mechanism_joints[] = {
    {"hinge", {2, 5}, {0, 0}, {{X, Y}, {X, Y, Z, RY, RZ}}, NULL},
    {"slider", {2, 5}, {1, 1}, {{Y, PLANE_RZ, X}, {Y, Z, RX, RY, RZ, X}}, NULL},
    {"ball", {0, 3}, {0, 0}, {NO_LINE, {X, Y, Z}}, NULL},
    {"universal", {0, 4}, {0, 0}, {NO_LINE, {X, Y, Z, TWIST}}, NULL},
    {"cylindrical", {0, 4}, {0, 0}, {NO_LINE, {Y, Z, RY, RZ}}, NULL},
    {"planar", {0, 3}, {0, 0}, {NO_LINE, {X, RY, RZ}}, NULL},
    {"fixed", {3, 6}, {0, 0}, {{X, Y, PLANE_RZ}, {X, Y, Z, RX, RY, RZ}}, NULL},
    {"distance", {1, 1}, {0, 0}, {{LENGTH}, {LENGTH}}, NULL},
    {"curve", {1, 0}, {0, 0}, {{LINE("curve", curve, 0, 0, 0)}, NO_LINE}, NULL},
    {"gear",
     {1, 1},
     {0, 0},
     {{LINE("ratio", gear, 2, 0, ANGULAR)}, {LINE("ratio", gear, 0, 0, ANGULAR | ROLLS)}},
     NULL},
    {"rack",
     {1, 1},
     {0, 0},
     {{LINE("ratio", rack, 2, 0, 0)}, {LINE("ratio", rack, 0, 0, ROLLS)}},
     NULL},
    {"screw", {0, 5}, {0, 0}, {NO_LINE, {Y, Z, RY, RZ, PITCH}}, NULL},
    {"slot", {1, 2}, {1, 1}, {{Y, X}, {Y, Z, X}}, NULL},
    {"collar", {0, 1}, {0, 0}, {NO_LINE, {X}}, NULL},
    {"key", {0, 1}, {0, 0}, {NO_LINE, {RX}}, NULL},
    {"travel", {1, 1}, {0, 0}, {{TRAVEL}, {TRAVEL}}, NULL},
    {"turn", {1, 1}, {0, 0}, {{TURN(2)}, {TURN(0)}}, NULL},
    {"travel y", {0, 1}, {0, 0}, {NO_LINE, {LINE("travel", offset, 1, 0, TARGETED)}}, NULL},
    {"travel z", {0, 1}, {0, 0}, {NO_LINE, {LINE("travel", offset, 2, 0, TARGETED)}}, NULL},
    {"bend", {0, 1}, {0, 0}, {NO_LINE, {BEND(0)}}, NULL},
    {"bend second", {0, 1}, {0, 0}, {NO_LINE, {BEND(1)}}, NULL},
    {"swing", {0, 1}, {0, 0}, {NO_LINE, {SWING}}, NULL},
    {"rolling", {2, 3}, {0, 0}, CONTACT(DLS_BALL_ON_PLANE), NULL},
    {"rolling disk", {2, 3}, {0, 0}, CONTACT(DLS_DISK_ON_PLANE), NULL},
    {"rolling round", {2, 3}, {0, 0}, CONTACT(DLS_ROUND_ON_ROUND), NULL},
    {"touch", {1, 1}, {1, 2}, CONTACT(DLS_BALL_ON_PLANE), NULL},
    {"touch disk", {1, 1}, {1, 2}, CONTACT(DLS_DISK_ON_PLANE), NULL},
    {"touch round", {1, 1}, {1, 2}, CONTACT(DLS_ROUND_ON_ROUND), NULL},
    {"touch inside", {1, 1}, {1, 2}, CONTACT(DLS_ROUND_IN_ROUND), NULL},
    {"touch pin", {1, 1}, {1, 2}, CONTACT(DLS_PIN_IN_HOLE), NULL}};

enum { JOINTS = sizeof dls_mechanism_joints / sizeof *dls_mechanism_joints };
const int dls_mechanism_joint_count = JOINTS;

/* The last kinds are in the order of DLS_BALL_ON_PLANE .. */
const dls_mechanism_kind *dls_mechanism_touching(int shapes)
{
    return &dls_mechanism_joints[JOINTS - 1 - DLS_PIN_IN_HOLE + shapes];
}
