#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/check_layers.sh COUNTS
# Includes point down only. Adds a line "passed failed 0 layers" (in files) to the file COUNTS.
set -u
counts=${1:-/dev/null}

# shellcheck disable=SC2046
awk '
    BEGIN {
        # modules of equal rank do not know each other; io stands beside
        n = split("base 1 sparse 2 law 3 verify 4 linsys 5 cones 5 rank 6 redundancy 7 kkt 7 ipm 7 classes 7 range 8 " \
                  "mlcp 8 solutions 9 lcp 10 delassus 10 friction 11 contact 12 motion 13 io 13 mechanism 14", r)
        for (i = 1; i < n; i += 2) rank[r[i]] = r[i + 1]
        host["mex.h"] = host["matrix.h"] = host["octave/oct.h"] = host["cmocka.h"] = 1
        n = split("ctype errno float inttypes limits math setjmp signal stdarg stdbool stddef stdint stdio stdlib string time", c)
        for (i = 1; i <= n; i++) standard[c[i] ".h"] = 1
    }
    function complain(what) {
        printf "%s:%d: %s\n", FILENAME, FNR, what
        bad[FILENAME] = 1
    }
    function check_core(to, quoted,    parts, n) {
        if (to in host) complain("the core does not know " to)
        if (!quoted || to == "delassus.h") return
        if (module == "") complain("delassus.h includes nothing of the library")
        n = split(to, parts, "/")
        if (n != 2 || !(parts[1] in rank)) {
            complain("include \"" to "\" is not of the form \"module/file.h\"")
        } else if (parts[1] != module && rank[parts[1]] >= rank[module]) {
            complain(module " includes " parts[1] ", which is not below it")
        }
    }
    function check_mex(to, quoted) {
        if (to in standard || to == "delassus.h" || to == "mex.h") return
        if (to == "libxml/parser.h" && FILENAME ~ /dls_xml_mex/) return
        if (to == "dlfcn.h" && FILENAME ~ /dls_library/) return
        if (quoted && to !~ "/" && (system("test -f mex/" to) == 0)) return
        complain("a gateway includes only delassus.h, mex.h and its own headers, not " to)
    }
    FNR == 1 {
        files++
        split(FILENAME, path, "/")
        module = path[1] == "libcore" && path[3] != "" ? path[2] : ""
        if (module != "" && !(module in rank)) complain("module " module " has no place in tests/check_layers.sh")
    }
    /^[ \t]*#[ \t]*include/ {
        to = $0
        quoted = to ~ /include[ \t]*"/
        sub(/^[^"<]*["<]/, "", to)
        sub(/[">].*/, "", to)
        if (path[1] == "libcore") check_core(to, quoted)
        else check_mex(to, quoted)
    }
    END {
        for (f in bad) failed++
        print files - failed, failed + 0, 0, "layers" >>"'"$counts"'"
        exit failed > 0
    }' $(find libcore mex -name '*.[ch]' | sort) /dev/null
