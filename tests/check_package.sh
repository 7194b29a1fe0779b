#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/check_package.sh PACKAGE.tar.gz FOLDER
# Installs the Octave package in FOLDER, touching nothing of the user's; finds its manual and an
# example, runs the example, and its tests.
set -eu
package=$(realpath "$1")
rm -rf "$2"
mkdir -p "$2"
cd "$2"
pkg="d = pwd (); pkg ('prefix', d, fullfile (d, 'arch')); \
     pkg ('local_list', fullfile (d, 'list')); pkg ('global_list', fullfile (d, 'global'));"
octave-cli -f -H --eval "$pkg pkg install -local $package" </dev/null
octave-cli -f -H --eval "$pkg pkg load delassus; pkg test delassus" </dev/null | tee log
octave-cli -f -H --eval "$pkg pkg load delassus; delassus doc dls_kkt; delassus examples; \
    run (fullfile (fileparts (which ('dls_kkt')), 'examples', 'door.m')); disp ('example ran')" </dev/null |
    grep -x 'example ran'
# pkg test returns no status: read its summary.
awk '/^ *PASS +[0-9]+/ { p = $2 } /^ *FAIL +[0-9]+/ { f = $2 }
     /^ *REGRESSION +[0-9]+/ { f += $2 }
     END { printf "%d passed, %d failed\n", p, f; exit f > 0 || p == 0 }' log
