# SPDX-License-Identifier: GPL-3.0-or-later
# python3 siconos_solve.py FILE.dat SOLVER TOLERANCE LIMIT ...: runs of a solver of Siconos (Debian:
# python3-siconos) on a friction problem of dls_write, to each of the tolerances, in LIMIT seconds of
# the processor each; the first one beyond its limit ends the program. A line for each: the time that
# the solver took (the mean of runs of 0.1 s together: the clock of the processor is coarse), then the
# reactions. SOLVER without FRICTION: NSGS, or GLOBAL_ADMM for the global form. Without arguments: is
# the platform there?
import signal
import sys
import time

import numpy
import siconos.numerics as sn


def solve(file, name, tolerance, limit):
    whole = name.startswith("GLOBAL_")
    kind = "globalFrictionContact" if whole else "frictionContact"
    if whole:
        import scipy.sparse.coo  # noqa: F401, what it wants for a sparse M
    problem = getattr(sn, kind + "_new_from_filename")(file)
    prefix = "SICONOS_GLOBAL_FRICTION_3D_" if whole else "SICONOS_FRICTION_%dD_" % problem.dimension
    if problem.dimension == 2 and problem.M.storageType == sn.NM_SPARSE:  # its solvers take no sparse columns
        size = problem.M.size0
        dense = sn.NM_create(sn.NM_DENSE, size, size)
        sn.NM_to_dense(problem.M, dense)
        problem.M = dense
    options = sn.SolverOptions(getattr(sn, prefix + name.replace("GLOBAL_", "")))
    options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = 1000000
    options.dparam[sn.SICONOS_DPARAM_TOL] = tolerance
    r = numpy.zeros(problem.dimension * problem.numberOfContacts)
    u = r.copy()
    v = numpy.zeros(problem.M.shape[0]) if whole else None  # sparse: of scipy
    signal.setitimer(signal.ITIMER_PROF, limit)  # its signal ends the program
    start = time.process_time()
    if whole:
        sn.gfc3d_driver(problem, r, u, v, options)
    elif problem.dimension == 3:
        sn.fc3d_driver(problem, r, u, options)
    else:
        sn.fc2d_driver(problem, r, u, options)
    spent = time.process_time() - start
    signal.setitimer(signal.ITIMER_PROF, 0)
    return spent, r


if len(sys.argv) > 1:
    file, name = sys.argv[1:3]
    for tolerance, limit in zip(sys.argv[3::2], sys.argv[4::2]):
        spent, runs, start = 0, 0, time.perf_counter()
        while runs == 0 or (spent < 0.1 and time.perf_counter() - start < 0.6):
            more, r = solve(file, name, float(tolerance), float(limit))
            spent, runs = spent + more, runs + 1
        print(" ".join("%.17g" % x for x in [spent / runs, *r]), flush=True)
