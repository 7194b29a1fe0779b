/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of m-functions that the core does not know. */
#include <float.h>
#include <math.h>

#include "dls_options.h"

#define REAL(name, value, low, high, help)                                                         \
    {                                                                                              \
        name, DLS_KIND_REAL, 0, value, low, high, "", help                                         \
    }
#define WHOLE(name, value, low, high, help)                                                        \
    {                                                                                              \
        name, DLS_KIND_INTEGER, 0, value, low, high, "", help                                      \
    }
#define FLAG(name, value, help)                                                                    \
    {                                                                                              \
        name, DLS_KIND_FLAG, 0, value, 0, 1, "", help                                              \
    }
#define CHOICE(name, choices, help)                                                                \
    {                                                                                              \
        name, DLS_KIND_CHOICE, 0, 0, 0, 0, choices, help                                           \
    }
#define ANY(name, value, help)                                                                     \
    {                                                                                              \
        name, DLS_KIND_ANY, 0, 0, 0, 0, value, help                                                \
    }

static const dls_setting kkt[] = {
    ANY("Weight", "[]",
        "metric of lambda: m positive weights or an m-by-m SPD matrix; []: identity"),
    ANY("ConstraintAccuracy", "[]",
        "absolute errors of b, one or m: what lies within them contradicts nothing; []: none"),
    CHOICE("Engine", "local|mpi", "mpi: several processes (dls_kkt only)"),
    WHOLE("Workers", 2, 1, 1e6, "processes of the engine mpi"),
};
static const dls_setting redundancy[] = {
    ANY("Names", "{}", "names of the m constraints, for the table"),
    ANY("b", "[]", "m-by-1: is it compatible?"),
    ANY("N", "[]", "n-by-m distorted gradients, for TUTORIAL (70)"),
};
static const dls_setting lcp[] = {
    ANY("Start", "[]", "where newton and gauss-seidel begin; []: zeros"),
};
static const dls_setting lcp_setup[] = {
    FLAG("Warm", 1, "every problem starts at the last answer"),
    WHOLE("Free", 0, 0, 9e15, "the first rows that are equations, with free unknowns"),
};
static const dls_setting conic_setup[] = {
    FLAG("Warm", 0, "every problem starts at the last answer"),
};
static const dls_setting friction[] = {
    ANY("Start", "[]", "reactions to begin with; []: none"),
    ANY("StartVelocity", "[]", "velocities to begin with; []: none"),
};
static const dls_setting friction_setup[] = {
    FLAG("Warm", 1, "begin at the last answers"),
    ANY("Names", "{}", "of the contacts, texts or numbers: who is who after update (K, P, names)"),
};
static const dls_setting impact[] = {
    ANY("Law", "''", "of impact, a name, a cell of them, or a handle; empty: auto"),
    ANY("TangentRestitution", "[]", "of newton, one or one per contact; []: 0"),
    FLAG("EnergyGuard", 0, "no energy is made, whatever the law"),
    CHOICE("Formulation", "mlcp|80|81|82|83|84", "program of COUPLING (80) to (84)"),
    FLAG("Uniqueness", 1, "decide what is unique"),
};
static const dls_setting conic[] = {
    ANY("Start", "[]", "struct x, s, y to start from; []: none"),
};
static const dls_setting contact[] = {
    CHOICE("Sticking", "coulomb|equations", "law of sticking contacts"),
    CHOICE("Solutions", "auto|one|all", "list several solutions?"),
    FLAG("MinimumNorm", 1, "reactions of minimum norm"),
    CHOICE("Method", "auto|lemke|interior-point|newton|gauss-seidel|enumerate", "of dls_mlcp"),
    REAL("Tolerance", 1e-08, 0, 1, "relative residual of a solution"),
    REAL("DataAccuracy", 8 * 2.220446049250313e-16, 0, 1e-2, "relative accuracy of the data"),
    WHOLE("MaxIterations", 0, 0, INFINITY, "steps of the fixed point (3D Coulomb); 0: 200"),
    REAL("MaxTime", INFINITY, 0, INFINITY, "seconds"),
    CHOICE("Formulation",
           "mlcp|gauss|projection|reduced|lcp|reactions|dual|constrained|nearest|gap|"
           "gap-acceleration|gap-dual|variational|sliding-projection|all",
           "program to solve; all: compare them"),
    CHOICE("Display", "off|final|iter", "what is printed"),
};
static const dls_setting sticking[] = {
    FLAG("Persistent", 0, "no contact may detach"),
    WHOLE("Facets", 0, 0, 1000, "sides of inscribed pyramids in 3D; 0: exact cones"),
    FLAG("Critical", 1, "compute mu_min and mu_scale"),
    REAL("MaxNodes", 1000, 0, INFINITY, "of the branch and bound over signs and contacts"),
    FLAG("Static", 0, "v = 0 and a = 0"),
    ANY("Force", "[]", "struct B, C, c, ...: seek F + B*u with C*u <= c"),
    CHOICE("Goal", "margin|smallest", "of the force that is sought"),
    FLAG("Neighbourhood", 0, "do the contacts stick for a while?"),
    REAL("DataAccuracy", 8 * 2.220446049250313e-16, 0, 1e-2, "relative accuracy of the data"),
    REAL("MaxTime", INFINITY, 0, INFINITY, "seconds"),
    CHOICE("Display", "off|final|iter", "what is printed"),
};
static const dls_setting wellposed[] = {
    ANY("Criteria", "{}", "beginnings of sources, like {'data', 'TUTORIAL'}; {}: all"),
    ANY("ForceDirections", "[]", "n-by-k: external forces beside F; []: all"),
    ANY("ForceBounds", "[]", "k-by-2: their bounds; []: none"),
    ANY("Restitution", "[]", "matrix of restitution, as in dls_impact"),
    ANY("VelocityBefore", "[]", "velocity before an impact"),
    ANY("Gap", "[]", "h of the unilateral constraints"),
    ANY("GapRate", "[]", "dh/dt of the unilateral constraints"),
    WHOLE("Facets", 8, 3, 1000, "sides of polygons in ALLSTICK Prop. 10, Cor. 4 (3D)"),
    REAL("DataAccuracy", 8 * 2.220446049250313e-16, 0, 1e-2, "relative accuracy of the data"),
    REAL("MaxTime", INFINITY, 0, INFINITY, "seconds"),
};
static const dls_setting friction_bound[] = {
    REAL("MaxTime", INFINITY, 0, INFINITY, "seconds"),
};
static const dls_setting modes[] = {
    ANY("ForceDirections", "[]", "n-by-k: loads beside F; []: all"),
    WHOLE("Facets", 8, 3, 1000, "sides of the polygons of friction in 3D"),
    WHOLE("MaxModes", 5000, 1, INFINITY, "combinations of states that are examined"),
    REAL("MaxTime", INFINITY, 0, INFINITY, "seconds"),
};
static const dls_setting periodic[] = {
    CHOICE("Period", "fixed|free", "is T known?"),
    ANY("Relative", "[]", "coordinates that need not return"),
    ANY("Values", "[]", "of the parameter of a family of models"),
    REAL("ReturnTolerance", 1e-08, 0, 1, "relative, of what does not return"),
    WHOLE("MaxShots", 20, 1, INFINITY, "steps of Newton's method"),
    REAL("Difference", 1e-05, 0, 1, "of states, for the monodromy matrix"),
};
static const dls_setting equilibrium[] = {
    REAL("Close", 1e-06, 0, INFINITY, "gaps up to which contacts are closed"),
    REAL("Reach", 10, 0, INFINITY, "largest displacement that is tried"),
    REAL("Tolerance", 1e-10, 0, 1, "relative, of the forces"),
    WHOLE("MaxIterations", 50, 1, INFINITY, "of Newton's method"),
};
static const dls_setting friction_map[] = {
    CHOICE("Method", "conic|socp|sqp|facets|projected-gradient", "of the convex program"),
    WHOLE("Facets", 4, 3, 1000, "sides of the pyramids of 'facets'"),
    FLAG("Derivative", 1, "compute it?"),
    REAL("Shift", 0, 0, INFINITY, "delta of EXIST sec. 3.2"),
    ANY("Start", "[]", "reactions to begin with; []: zero"),
    REAL("Tolerance", 1e-08, 0, 1, "of the program's residual"),
    WHOLE("MaxIterations", 0, 0, INFINITY, "of 'sqp', 'projected-gradient'; 0: 100, 250"),
};
static const dls_setting grasp[] = {
    CHOICE("Limit", "sum|each", "normal forces of quality: their sum, or each, is at most 1"),
    WHOLE("Facets", 0, 0, 1000, "sides of inscribed pyramids in 3D; 0: exact cones"),
    ANY("Scale", "[]", "lengths by which wrenches are divided; []: 1"),
    ANY("Center", "[]", "about which moments are taken; []: the origin"),
    FLAG("Quality", 1, "compute it?"),
    REAL("Tolerance", 0.01, 0, 1, "relative distance of the bounds of the quality"),
    REAL("MaxPoints", 100, 0, INFINITY, "of the inscribed polytope"),
    REAL("DataAccuracy", 8 * 2.220446049250313e-16, 0, 1e-2, "relative accuracy of the data"),
    REAL("MaxTime", INFINITY, 0, INFINITY, "seconds"),
    CHOICE("Display", "off|final|iter", "what is printed"),
};
static const dls_setting reaction_range[] = {
    FLAG("Cones", 1, "respect the friction cones"),
    REAL("MaxBilateral", 12, 0, 50, "signs of bilateral contacts are enumerated up to"),
    REAL("MaxPatterns", 1000, 0, INFINITY, "sliding: patterns of complementarity to try"),
    REAL("DataAccuracy", 8 * 2.220446049250313e-16, 0, 1e-2, "relative accuracy of the data"),
    REAL("MaxTime", INFINITY, 0, INFINITY, "seconds"),
    CHOICE("Display", "off|final|iter", "what is printed"),
};
static const dls_setting measure[] = {
    CHOICE("Measure", "scaled|siconos", "free of units, or that of the Siconos platform"),
};
static const dls_setting simulate[] = {
    CHOICE("Preset", "none|siconos", "options that reproduce the conventions of a platform"),
    ANY("StepFactors", "[]", "alpha, alpha_min, alpha_max of (66); []: 0.9, 0.5, 5"),
    CHOICE("Initial", "error|warn|project|off", "inconsistent initial data"),
    REAL("InitialTolerance", 1e-06, 0, INFINITY, "of gaps, constraints, velocities"),
    ANY("Monitor", "[]",
        "functions of the contact system along the motion, or names, see the help"),
    ANY("Record", "''", "folder: all problems of the steps as files"),
    ANY("Checkpoint", "''", "file that is written along the run; the same call goes on from it"),
    REAL("CheckpointTime", 60, 0, INFINITY, "seconds between two times that it is written"),
    ANY("Stop", "[]", "handle of (t,q,v): true stops"),
    ANY("OutputFcn", "[]", "handle of (t,q,v,flag), flag 'init'|''|'done'"),
    ANY("Events", "[]", "[value, isterminal, direction] = f (t,q,v), as in ode45"),
    CHOICE("OnError", "raise|return", "errors of the user's functions"),
    CHOICE("Display", "auto|final|iter|off", "what is printed"),
};
static const dls_setting orders[] = {
    ANY("Schemes", "{}", "of dls_simulate; 'event-capturing radau-iia-5': with a method"),
    ANY("Steps", "[]", "lengths; []: five, from a 50th of the interval"),
    ANY("Reference", "''", "exact motion as in dls_error, or a scheme; empty: event-driven"),
    ANY("Norms", "{}", "of dls_error; {}: L1"),
    REAL("Floor", 1e-12, 0, INFINITY, "errors below are rounding"),
    ANY("Picture", "''", "name of a file ....png"),
};
static const dls_setting sweep[] = {
    CHOICE("Engine", "auto|serial|cores|slurm|mpi", "who computes the points"),
    WHOLE("Workers", 0, 0, 1024, "processes; 0: one per core"),
    ANY("Folder", "''", "where points are stored; empty: temporary"),
    FLAG("Retry", 0, "compute failed points again when going on"),
    FLAG("Trust", 0, "read function handles from a given folder; accept folders of others"),
    WHOLE("Seed", 0, 0, 4294967295, "of random numbers, together with the number of the point"),
    REAL("Patience", 600, 0.1, 1000000000.0,
         "mpi: seconds until points of silent ranks are taken over"),
    CHOICE("Display", "auto|final|iter|off", "what is printed"),
};
static const dls_setting delassus[] = {
    ANY("Reduced", "[]", "true, or indices of coordinates: matrices of a system without equations"),
};
static const dls_setting write[] = {
    CHOICE("Storage", "auto|dense|sparse", "of matrices in .dat files"),
};
static const dls_setting animate[] = {
    ANY("Rate", "[]", "frames per second; []: 20"),
    ANY("Speed", "[]", "seconds of the motion per second of the film; []: 1"),
    ANY("Limits", "[]", "of the axes; []: by the drawing"),
    ANY("Size", "[]", "pixels; []: [480 360]"),
    ANY("Plots", "{}", "of a page: quantities; {}: energy and first coordinates"),
};
static const dls_setting plot[] = {
    ANY("Panels", "[]", "what is drawn; []: what there is"),
    ANY("Coordinates", "[]", "which; []: those that vary most"),
    ANY("Contacts", "[]", "which; []: the first ones"),
    ANY("Names", "{}", "of the coordinates"),
    ANY("Figure", "[]", "where; []: a new one"),
    ANY("File", "''", "name ....pdf, ....png or ....svg: written there"),
    FLAG("Reactions", 1, "of a mechanism: arrows"),
    FLAG("Labels", 1, "of a mechanism: names of bodies and joints"),
};
static const dls_setting plot_map[] = {
    ANY("Value", "[]", "handle of an answer: what is drawn; []: the answer"),
    ANY("Fix", "[]", "struct: parameters that are held, with their values"),
    ANY("Title", "''", "of the picture"),
};
static const dls_setting loads[] = {
    FLAG("Static", 1, "equilibrium: no acceleration"),
    WHOLE("Facets", 8, 3, 1000, "sides of the pyramids in 3D"),
    WHOLE("MaxPoints", 3000, 1, 1000000, "points attained at which it stops"),
    REAL("MaxTime", INFINITY, 0, INFINITY, "seconds"),
};
static const dls_setting read_file[] = {
    REAL("MaxBytes", 1e9, 1, INFINITY, "of a file, and of data in it when they are expanded"),
};
static const dls_setting profile[] = {
    ANY("Solved", "[]", "p-by-s logical: which answers count"),
    ANY("Picture", "''", "name of a file ....png"),
};
static const dls_setting limits[] = {
    REAL("DataAccuracy", 8 * 2.220446049250313e-16, 0, 1e-2, "relative accuracy of the data"),
    REAL("MaxTime", INFINITY, 0, INFINITY, "seconds"),
};

#define DLS_TABLE(function, core, own)                                                             \
    {                                                                                              \
        function, core, own, sizeof own / sizeof *own                                              \
    }

const dls_option_preset dls_option_presets[] = {
    {1, "Scheme", DLS_SCHEME_MOREAU_JEAN},
    {1, "Theta", 0.5},
    {1, "Gamma", 0.5},
    {1, "Gradients", 1},
    {0, NULL, 0},
};

const dls_option_table dls_option_tables[] = {
    DLS_TABLE("dls_kkt", "dls_kkt", kkt),
    DLS_TABLE("dls_kkt_setup", "dls_kkt", kkt),
    DLS_TABLE("dls_redundancy", "dls_redundancy", redundancy),
    DLS_TABLE("dls_conic", "dls_conic", conic),
    DLS_TABLE("dls_conic_setup", "dls_conic", conic_setup),
    DLS_TABLE("dls_lcp", "dls_lcp", lcp),
    DLS_TABLE("dls_lcp_setup", "dls_lcp", lcp_setup),
    DLS_TABLE("dls_mlcp", "dls_lcp", lcp),
    DLS_TABLE("dls_lcp_all", "", limits),
    DLS_TABLE("dls_friction", "dls_friction", friction),
    DLS_TABLE("dls_friction_setup", "dls_friction", friction_setup),
    DLS_TABLE("dls_friction_exists", "", limits),
    DLS_TABLE("dls_residual", "", measure),
    DLS_TABLE("dls_contact", "", contact),
    DLS_TABLE("dls_impact", "dls_lcp", impact),
    DLS_TABLE("dls_sticking", "", sticking),
    DLS_TABLE("dls_reaction_range", "", reaction_range),
    DLS_TABLE("dls_wellposed", "", wellposed),
    DLS_TABLE("dls_friction_bound", "", friction_bound),
    DLS_TABLE("dls_grasp", "", grasp),
    DLS_TABLE("dls_equilibrium", "", equilibrium),
    DLS_TABLE("dls_friction_map", "", friction_map),
    DLS_TABLE("dls_loads", "", loads),
    DLS_TABLE("dls_modes", "", modes),
    DLS_TABLE("dls_delassus", "", delassus),
    DLS_TABLE("dls_simulate", "dls_simulate", simulate),
    DLS_TABLE("dls_orders", "dls_simulate", orders),
    DLS_TABLE("dls_periodic", "dls_simulate", periodic),
    DLS_TABLE("dls_sweep", "", sweep),
    DLS_TABLE("dls_plot", "", plot),
    DLS_TABLE("dls_plot_map", "", plot_map),
    DLS_TABLE("dls_animate", "", animate),
    DLS_TABLE("dls_profile", "", profile),
    DLS_TABLE("dls_read", "", read_file),
    DLS_TABLE("dls_write", "", write),
    {NULL, NULL, NULL, 0},
};
