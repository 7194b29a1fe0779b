# SPDX-License-Identifier: GPL-3.0-or-later
# python3 siconos_solve.py FILE.dat SOLVER TOLERANCE: one run of a solver of Siconos (Debian:
# python3-siconos) on a friction problem of dls_write. Prints the time of the processor that the
# solver took, then the reactions. Without arguments: is the platform there?
import sys
import time

import numpy
import siconos.numerics as sn

if len(sys.argv) > 1:
    file, name, tolerance = sys.argv[1:]
    problem = sn.frictionContact_new_from_filename(file)
    options = sn.SolverOptions(getattr(sn, "SICONOS_FRICTION_3D_" + name))
    options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = 1000000
    options.dparam[sn.SICONOS_DPARAM_TOL] = float(tolerance)
    reaction = numpy.zeros(problem.dimension * problem.numberOfContacts)
    velocity = reaction.copy()
    start = time.process_time()
    sn.fc3d_driver(problem, reaction, velocity, options)
    print("%.17g" % (time.process_time() - start))
    for x in reaction:
        print("%.17g" % x)
