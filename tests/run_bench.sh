#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: OCTAVE="octave-cli --path ..." tests/run_bench.sh "PROGRAM ARGUMENTS" | SCRIPT.m ...
# Runs programs and Octave scripts one after the other, on one thread.
# OpenBLAS runs a CPU newer than itself with its oldest kernel (five times slower in dgemm),
# unless told which one to take.
set -u
# CHOLMOD asks OpenMP for four threads whatever OMP_NUM_THREADS says; the limit it must obey.
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 OMP_THREAD_LIMIT=1

kernel() { $OCTAVE --eval "disp (version ('-blas'))" </dev/null; }

case $(kernel) in
*Prescott*)
    if grep -qw avx512f /proc/cpuinfo; then
        export OPENBLAS_CORETYPE=SkylakeX
    elif grep -qw avx2 /proc/cpuinfo; then
        export OPENBLAS_CORETYPE=Haswell
    fi
    ;;
esac
echo "$(kernel), OPENBLAS_CORETYPE=${OPENBLAS_CORETYPE-not set}, 1 thread"

status=0
for what in "$@"; do
    echo "== $(basename "${what%% *}" .m)"
    case $what in
    *.m)
        $OCTAVE --path "$PWD/tests/bench" --path "$PWD/tests/m/problems" --eval "source ('$what')" </dev/null ||
            status=1
        ;;
    *)
        # shellcheck disable=SC2086
        $what </dev/null || status=1
        ;;
    esac
done
exit $status
