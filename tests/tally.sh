#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/tally.sh COUNTS ...
# Adds up files of lines "passed failed skipped name" and prints the sum; fails if anything failed.
cat "$@" | awk '
    { p += $1; f += $2; s += $3 }
    $2 > 0 { bad = bad "\n  " $4 }
    END {
        if (bad) print "\nFailures in:" bad
        printf "%d passed, %d failed%s\n", p, f, s ? ", " s " skipped" : ""
        exit f > 0 || p == 0
    }'
