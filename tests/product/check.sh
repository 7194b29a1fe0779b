#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/product/check.sh BUILD COUNTS
# The library as other programs meet it: installed, found by pkg-config and by CMake, its header in C
# and in C++, its exported names. Adds lines "passed failed skipped name" to COUNTS.
set -u
build=$1
counts=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
prefix="$work/a prefix"

# check NAME COMMAND ... : one line of COUNTS; what a failure printed is shown
check() {
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        result=1 failed=0
    else
        result=0 failed=1
    fi
    printf '  product  %-30s %s\n' "$name" "$([ $failed -eq 0 ] && echo 'passed' || echo 'FAILED')"
    [ $failed -eq 0 ] || sed 's/^/    | /' "$work/log"
    echo "$result $failed 0 $name" >>"$counts"
}

# The functions that the header declares, and what the shared library exports.
declared() {
    cc -E -P -I"$top/libcore" "$top/libcore/delassus.h" | tr '\n' ' ' | tr ';' '\n' |
        sed 's/{[^}]*}//g' | grep -v typedef | grep -o 'dls_[a-z0-9_]*(' | tr -d '(' | sort -u
}
exported() {
    nm -D --defined-only "$build/libdelassus.so" | awk '{ print $3 }' | sort -u
}
only_the_header() {
    declared >"$work/declared"
    exported >"$work/exported"
    diff "$work/declared" "$work/exported"
}

staged() { # DESTDIR takes the files, the prefix stands in them
    make -s -C "$top" B="$build" install-lib DESTDIR="$work/stage" PREFIX=/opt/x &&
        grep -qx 'prefix=/opt/x' "$work/stage/opt/x/lib/pkgconfig/delassus.pc" &&
        test -e "$work/stage/opt/x/lib/libdelassus.so"
}
soname() {
    readelf -d "$build/libdelassus.so" | grep -q 'SONAME.*\[libdelassus\.so\.0\]'
}
header() { # compiler, standard
    printf '#include <delassus.h>\nint main(void) { return dls_error_id(DLS_OK) == 0; }\n' >"$work/$1.$3"
    "$1" -std="$2" -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -c "$work/$1.$3" -o "$work/h.o"
}
by_pkg_config() { # static: nothing of ours at run time
    flags=$(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --cflags --libs ${1:+"$1"} delassus) || return 1
    eval cc -std=c11 "$top/examples/c/kkt.c" -o "$work/kkt" "$flags" && LD_LIBRARY_PATH="$prefix/lib" "$work/kkt"
}
statically() {
    rm -f "$prefix"/lib/libdelassus.so*
    by_pkg_config --static && ! ldd "$work/kkt" | grep -q libdelassus
}
by_cmake() {
    cp "$top/tests/product/CMakeLists.txt" "$top/examples/c/kkt.c" "$work/" &&
        cmake -S "$work" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" &&
        cmake --build "$work/cmake" && "$work/cmake/kkt"
}

check exports only_the_header
check soname soname
check destdir staged
check install make -s -C "$top" B="$build" install-lib PREFIX="$prefix"
check header-c11 header cc c11 c
check header-c++17 header c++ c++17 cc
if command -v clang >/dev/null; then
    check header-clang header clang c11 c
fi
check cmake by_cmake
check pkg-config by_pkg_config
check pkg-config-static statically
