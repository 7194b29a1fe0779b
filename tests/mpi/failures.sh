#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/mpi/failures.sh BUILD COUNTS
# What can go wrong while several processes work on one system: each run must end by itself, with a
# message that says which rank failed and why, with the input as it was and no half-written result.
# Adds a line "passed failed 0 mpi-failures" to the file COUNTS.
set -u
build=$(cd "$1" && pwd) counts=$2
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
root=
[ "$(id -u)" -eq 0 ] && root=--allow-run-as-root
passed=0 failed=0
cd "$work" || exit 1
mkdir "$work/out"

ranks() { # ranks P ARGUMENT ... : dls_mpi on P ranks, its words in the file log
    p=$1
    shift
    timeout 600 mpirun -np "$p" --oversubscribe $root "$build/dls_mpi" "$@" >log 2>&1 </dev/null
}

check() { # check NAME COMMAND ... : the command succeeds
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "    | $name: not as expected; the run said:"
        sed 's/^/    | /' log
    fi
}

# failed_saying TEXT STATUS: the run failed, not by the patience of this script, and says so; data
# are untouched and there is no result.
failed_saying() {
    [ "$2" -ne 0 ] && [ "$2" -ne 124 ] && grep -q "$1" log && [ ! -e out/x.sol ] &&
        [ ! -e out/x.sol.part ] && [ "$(cat x.kkt* | cksum)" = "$before" ]
}

# hurt SIGNAL RANK: run on two ranks and send a signal to one of them when both are at work.
hurt() {
    mpirun -np 2 --oversubscribe $root "$build/dls_mpi" --limit 4 x.kkt out/x.sol \
        >log 2>&1 </dev/null &
    launcher=$!
    victim=
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sleep 0.1
        # shellcheck disable=SC2046
        set -- "$1" "$2" $(pgrep -P $launcher -f dls_mpi | sort -n)
        [ $# -eq 4 ] && break
        set -- "$1" "$2"
    done
    sleep 0.3
    [ $# -eq 4 ] && eval "victim=\$$((3 + $2))" && kill -s "$1" "$victim"
    wait $launcher
    status=$?
    [ -n "$victim" ] && ps -o stat= -p "$victim" | grep -qv Z && echo "rank $2 lives on" >log
    rm -f out/x.sol.part # whoever is killed cannot tidy up
}

"$build/lattice_kkt" 250 2 x.kkt
before=$(cat x.kkt* | cksum)

hurt KILL 1
check "a killed rank" failed_saying "rank 1 .*signal 9" $status
hurt SEGV 0
check "a crashed rank" failed_saying "rank 0 .*signal 11" $status
hurt STOP 1
check "a stuck rank" failed_saying "time limit" $status

"$build/lattice_kkt" 30 2 x.kkt
before=$(cat x.kkt* | cksum)
if mount -t tmpfs -o size=16k small out 2>log; then # needs rights that not everybody has
    ranks 2 x.kkt out/x.sol
    check "a small disk" failed_saying "'out/x.sol' cannot be written: No space left on device" $?
    umount out
fi
ln -s /dev/full out/x.sol.part
ranks 2 x.kkt out/x.sol
check "a full disk" failed_saying "cannot be written: No space left on device" $?
ranks 2 x.kkt /no/such/folder/x.sol
check "no folder" failed_saying "rank 0: file: .*No such file" $?
ranks 2 --limit x.kkt out/x.sol
check "arguments" failed_saying "expected two files" $?
ranks 2 --Tolerance=small x.kkt out/x.sol
check "an option" failed_saying "expected a number" $?
ranks 2 none.kkt out/x.sol
check "no file" failed_saying "'none.kkt' cannot be opened" $?

"$build/dls_mpi" --split 2 x.kkt >log 2>&1
before=$(cat x.kkt* | cksum)
ranks 3 --pieces x.kkt out/x.sol
check "a missing piece" failed_saying "rank 2: file: 'x.kkt.2' cannot be opened" $?
ranks 1 --pieces x.kkt out/x.sol
check "too few ranks" failed_saying "rank 0: format: this piece ends before coordinate 901" $?
ranks 2 --pieces x.kkt out/x.sol
check "pieces" "$build/lattice_kkt" 30 2 x.kkt out/x.sol
rm -f out/x.sol
cp x.kkt.1 good
head -c 20000 good >x.kkt.1
before=$(cat x.kkt* | cksum)
ranks 2 --pieces x.kkt out/x.sol
check "a truncated piece" failed_saying "rank 1: file: 'x.kkt.1' is truncated: 20000 bytes" $?
ranks 2 x.kkt.0 out/x.sol
check "a piece for the whole" failed_saying "is one of several pieces" $?
{ head -c 88 good; printf '\1\0\0\0\0\0\0\100'; tail -c +97 good; } >x.kkt.1
before=$(cat x.kkt* | cksum)
ranks 2 --pieces x.kkt out/x.sol
check "a damaged piece" failed_saying "rank 1: format: 'x.kkt.1' has columns of M in disorder" $?
cp x.kkt.0 x.kkt.1
before=$(cat x.kkt* | cksum)
ranks 2 --pieces x.kkt out/x.sol
check "a piece twice" failed_saying "rank 0: format: this piece ends before" $?
"$build/lattice_kkt" 31 2 y.kkt
"$build/dls_mpi" --split 2 y.kkt
cp y.kkt.1 x.kkt.1
before=$(cat x.kkt* | cksum)
ranks 2 --pieces x.kkt out/x.sol
check "pieces of two systems" failed_saying "are not of one system" $?
"$build/dls_mpi" --slurm 64 /data/x.kkt /data/x.sol >log
check "--slurm" sh -n log
check "--slurm 64" grep -q "#SBATCH --ntasks=64" log
"$build/dls_mpi" --help >log
check "--help" grep -q "mpirun -np P dls_mpi" log

printf '  %-8s %-30s %4d passed' mpi failures "$passed"
[ "$failed" -gt 0 ] && printf ', %d FAILED' "$failed"
echo
echo "$passed $failed 0 mpi-failures" >>"$counts"
