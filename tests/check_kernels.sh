#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/check_kernels.sh BUILD [short]
# The same verdicts with every OpenBLAS kernel that the CPU can run, with one thread and with two:
# "make check" under each; KERNELS="Prescott Zen" and THREADS=1 choose among them. short: the tests
# that decide verdicts under one kernel that this CPU would not choose, with one thread.
set -u
build=$1
out=$build/kernels
rm -rf "$out"
mkdir -p "$out"

able() { grep -qw "$1" /proc/cpuinfo; }

permitted() {
    [ "$(uname -m)" = x86_64 ] || return
    able pni && echo Prescott
    able sse4_2 && echo Nehalem
    able avx2 && able fma && echo Haswell Zen
    able avx512f && able avx512dq && able avx512vl && able avx512bw && echo SkylakeX
}

# A library built for one kernel ignores the choice.
chosen() {
    OPENBLAS_CORETYPE=$1 OPENBLAS_VERBOSE=2 "$build/tests/c/test_linsys" 2>&1 </dev/null |
        sed -n 's/^Core: //p' | head -n 1
}

# The counts of one run are its last line.
count() {
    tail -n 1 "$out/$1.log" | awk -v name="$1" '
        /^[0-9]+ passed, [0-9]+ failed/ { print $1, $3, ($5 == "" ? 0 : $5), name; ok = 1 }
        END { if (!ok) print 0, 1, 0, name }' >>"$out/counts"
    sed -n '/FAILED/,/^  [a-z]/p' "$out/$1.log"
    echo "  $1: $(tail -n 1 "$out/$1.log")"
}

: >"$out/counts"
if [ "${2-}" = short ]; then
    kernel=Prescott
    OPENBLAS_CORETYPE=$kernel OPENBLAS_NUM_THREADS=1 make --no-print-directory check-verdicts \
        </dev/null >"$out/$kernel-1.log" 2>&1
    count $kernel-1
else
    for kernel in ${KERNELS:-$(permitted)}; do
        if [ "$(chosen "$kernel")" != "$kernel" ]; then
            echo "  $kernel: this OpenBLAS does not have it"
            echo "0 0 1 $kernel" >>"$out/counts"
            continue
        fi
        for threads in ${THREADS:-1 2}; do
            OPENBLAS_CORETYPE=$kernel OPENBLAS_NUM_THREADS=$threads make --no-print-directory \
                check </dev/null >"$out/$kernel-$threads.log" 2>&1
            count "$kernel-$threads"
        done
    done
fi
tests/tally.sh "$out/counts"
