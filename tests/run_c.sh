#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/run_c.sh MODE COUNTS PROGRAM ...
# Runs C programs and writes a line "passed failed skipped name" for each to the file COUNTS.
#   unit      cmocka programs: every test counts
#   memcheck  cmocka programs under valgrind: every program counts once
#   example   plain programs: every program counts once
# The output of a program is shown when something failed. As many run at a time as there are cores.
set -u
mode=$1 counts=$2
shift 2
if [ "$mode" != one ]; then
    mkdir -p "$(dirname "$counts")"
    : >"$counts"
    export OPENBLAS_NUM_THREADS="${OPENBLAS_NUM_THREADS-1}"
    printf '%s\n' "$@" | xargs -P "${JOBS:-$(nproc)}" -I '{}' "$0" one "$counts" "$mode" '{}'
    exit 0
fi
mode=$1 program=$2
name=$(basename "$program")
log=$counts.$name.log

# valgrind before 3.20 does not know AVX-512: keep OpenBLAS to kernels without it.
memcheck() {
    OPENBLAS_CORETYPE=Haswell OPENBLAS_NUM_THREADS=1 DLS_TEST_SMALL=1 CMOCKA_MESSAGE_OUTPUT=STDOUT \
        valgrind -q --leak-check=full --show-leak-kinds=definite,indirect --num-callers=20 \
        --errors-for-leak-kinds=definite,indirect --error-exitcode=99 "$1" >"$log" 2>&1 </dev/null
}

# Tests announced but not reported (the program died) are failures, and so is a program without tests.
read_tap() {
    awk -v rc="$1" '
        /^1\.\.[0-9]+$/ { planned += substr($0, 4) }
        /^(not )?ok [0-9]+ # SKIP/ { s++; next }
        /^ok [0-9]+/ { p++ }
        /^not ok [0-9]+/ { f++ }
        END {
            if (planned > p + f + s) f = planned - p - s
            if (!f && (rc || !planned)) f = 1
            print p + 0, f + 0, s + 0
        }' "$log"
}

case $mode in
unit) CMOCKA_MESSAGE_OUTPUT=TAP "$program" >"$log" 2>&1 </dev/null ;;
memcheck) memcheck "$program" ;;
example) "$program" >"$log" 2>&1 </dev/null ;;
esac
rc=$?
if [ "$mode" = unit ]; then
    result=$(read_tap $rc)
elif [ $rc -eq 0 ]; then
    result="1 0 0"
else
    result="0 1 0"
fi
echo "$result $name" >>"$counts"
read -r passed failed skipped <<END
$result
END
line=$(printf '  %-8s %-30s %5d passed' "$mode" "$name" "$passed")
[ "$failed" -gt 0 ] && line="$line, $failed FAILED"
[ "$skipped" -gt 0 ] && line="$line, $skipped skipped"
if [ "$failed" -gt 0 ]; then
    line="$line
$(sed 's/^/    | /' "$log")
    | exit status $rc"
fi
echo "$line"
rm -f "$log"
