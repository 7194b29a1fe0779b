/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of joints. Lines along x, y, z are along the axes of a's place ("along", "across", and
   their product; in 2D "across" is to the left of "along"), rx, ry, rz turn about them. */
#include "mechanism/mechanism.h"

#define X_OFFSET                                                                                   \
    {                                                                                              \
        "x", dls_mechanism_offset, 0, 0, false, false                                              \
    }
#define Y_OFFSET                                                                                   \
    {                                                                                              \
        "y", dls_mechanism_offset, 1, 0, false, false                                              \
    }
#define Z_OFFSET                                                                                   \
    {                                                                                              \
        "z", dls_mechanism_offset, 2, 0, false, false                                              \
    }
#define X_TURN                                                                                     \
    {                                                                                              \
        "rx", dls_mechanism_align, 2, 1, true, false                                               \
    }
#define Y_TURN                                                                                     \
    {                                                                                              \
        "ry", dls_mechanism_align, 2, 0, true, false                                               \
    }
#define Z_TURN                                                                                     \
    {                                                                                              \
        "rz", dls_mechanism_align, 1, 0, true, false                                               \
    }
#define ANGLE(axis)                                                                                \
    {                                                                                              \
        "turn", dls_mechanism_turn, axis, 0, true, true                                            \
    }
#define CONTACT(shapes)                                                                            \
    {"normal", dls_mechanism_contact, 0, shapes, false, false},                                    \
        {"slip", dls_mechanism_contact, 1, shapes, false, false},                                  \
    {                                                                                              \
        "slip2", dls_mechanism_contact, 2, shapes, false, false                                    \
    }
#define ROLLING(text, shapes)                                                                      \
    {                                                                                              \
        .name = text, .normals = {2, 3}, .line = { {CONTACT(shapes)}, {CONTACT(shapes)} }          \
    }
#define TOUCH(text, shapes)                                                                        \
    {                                                                                              \
        .name = text, .normals = {1, 1}, .tangents = {1, 2}, .line = {                             \
            {CONTACT(shapes)},                                                                     \
            {CONTACT(shapes)}                                                                      \
        }                                                                                          \
    }

const dls_mechanism_kind dls_mechanism_joints[] = {
    {.name = "hinge",
     .normals = {2, 5},
     .line = {{X_OFFSET, Y_OFFSET}, {X_OFFSET, Y_OFFSET, Z_OFFSET, Y_TURN, Z_TURN}}},
    {.name = "slider",
     .normals = {2, 5},
     .tangents = {1, 1},
     .line = {{Y_OFFSET, {"rz", dls_mechanism_turn, 2, 0, true, false}, X_OFFSET},
              {Y_OFFSET, Z_OFFSET, X_TURN, Y_TURN, Z_TURN, X_OFFSET}}},
    {.name = "ball", .normals = {0, 3}, .line = {{{0}}, {X_OFFSET, Y_OFFSET, Z_OFFSET}}},
    {.name = "universal",
     .normals = {0, 4},
     .line = {{{0}},
              {X_OFFSET, Y_OFFSET, Z_OFFSET, {"twist", dls_mechanism_align, 0, 0, true, true}}}},
    {.name = "cylindrical",
     .normals = {0, 4},
     .line = {{{0}}, {Y_OFFSET, Z_OFFSET, Y_TURN, Z_TURN}}},
    {.name = "planar", .normals = {0, 3}, .line = {{{0}}, {X_OFFSET, Y_TURN, Z_TURN}}},
    {.name = "fixed",
     .normals = {3, 6},
     .line = {{X_OFFSET, Y_OFFSET, {"rz", dls_mechanism_turn, 2, 0, true, false}},
              {X_OFFSET, Y_OFFSET, Z_OFFSET, X_TURN, Y_TURN, Z_TURN}}},
    {.name = "distance",
     .normals = {1, 1},
     .line = {{{"length", dls_mechanism_distance, 0, 0, false, true}},
              {{"length", dls_mechanism_distance, 0, 0, false, true}}}},
    {.name = "curve",
     .normals = {1, 0},
     .line = {{{"curve", dls_mechanism_curve, 0, 0, false, false}}}},
    {.name = "gear",
     .normals = {1, 1},
     .line = {{{"ratio", dls_mechanism_gear, 2, 0, true, false}},
              {{"ratio", dls_mechanism_gear, 0, 0, true, false}}}},
    {.name = "rack",
     .normals = {1, 1},
     .line = {{{"ratio", dls_mechanism_rack, 2, 0, false, false}},
              {{"ratio", dls_mechanism_rack, 0, 0, false, false}}}},
    {.name = "screw",
     .normals = {0, 5},
     .line = {{{0}},
              {Y_OFFSET,
               Z_OFFSET,
               Y_TURN,
               Z_TURN,
               {"pitch", dls_mechanism_screw, 0, 0, false, false}}}},
    {.name = "slot",
     .normals = {1, 2},
     .tangents = {1, 1},
     .line = {{Y_OFFSET, X_OFFSET}, {Y_OFFSET, Z_OFFSET, X_OFFSET}}},
    {.name = "travel",
     .normals = {1, 1},
     .line = {{{"travel", dls_mechanism_offset, 0, 0, false, true}},
              {{"travel", dls_mechanism_offset, 0, 0, false, true}}}},
    {.name = "turn", .normals = {1, 1}, .line = {{ANGLE(2)}, {ANGLE(0)}}},
    ROLLING("rolling", 0),
    ROLLING("rolling disk", 1),
    ROLLING("rolling round", 2),
    TOUCH("touch", 0),
    TOUCH("touch disk", 1),
    TOUCH("touch round", 2),
    TOUCH("touch inside", 3)};

const int dls_mechanism_joint_count = sizeof dls_mechanism_joints / sizeof *dls_mechanism_joints;
