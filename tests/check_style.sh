#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/check_style.sh COUNTS
# House rules that a machine can check. Adds lines "passed failed 0 check" to the file COUNTS.
set -u
counts=${1:-/dev/null}
status=0
c_files=$(find libcore mex tests/c tests/bench tests/mpi examples -name '*.[ch]' 2>/dev/null | sort)
m_files=$(find mfiles tests examples -name '*.m' 2>/dev/null | sort)
complaints=$(mktemp) && trap 'rm -f "$complaints"' EXIT

# note CHECK FILES: print the complaints "file:line: text"; warnings fail nothing.
note() {
    cat "$complaints"
    total=$(echo "$2" | grep -c .)
    failed=$(grep -v ': warning: ' "$complaints" | cut -d: -f1 | sort -u | grep -c .)
    echo "$((total - failed)) $failed 0 $1" >>"$counts"
    [ "$failed" -eq 0 ] || status=1
}

# shellcheck disable=SC2086
clang-format --dry-run -Werror $c_files 2>&1 |
    sed -n 's/^\([^:]*:[0-9]*\):.*clang-format.*/\1: not formatted (clang-format -i mends it)/p' |
    sort -u >"$complaints"
note format "$c_files"

# shellcheck disable=SC2086
awk -f tests/style_c.awk $c_files /dev/null >"$complaints"
note c-rules "$c_files"

# shellcheck disable=SC2086
awk -f tests/style_m.awk $m_files /dev/null >"$complaints"
note m-rules "$m_files"

# Every user function has a place in the index of the package, and the index names nothing else.
{
    names=$(sed -n 's/^ \+//p' mfiles/package/INDEX | tr ' ' '\n' | sort)
    for f in mfiles/dls_*.m; do
        [ -f "$f" ] && ! echo "$names" | grep -qx "$(basename "$f" .m)" &&
            echo "mfiles/package/INDEX:1: lacks $(basename "$f" .m)"
    done
    for n in $names; do
        [ -f "mfiles/$n.m" ] || echo "mfiles/package/INDEX:1: there is no mfiles/$n.m"
    done
} >"$complaints"
note index mfiles/package/INDEX

# What the READMEs of the library name is there.
maps=$(find libcore -name '*.md' | sort)
{
    for f in $maps; do
        grep -no '[a-z_]\+\(/[a-z_]\+\)*\.\(c\|h\|m\|md\|sh\)\b' "$f" | while IFS=: read -r line name; do
            [ -n "$(find ./libcore ./mex ./mfiles ./tests ./examples -path "*/$name" -print -quit)" ] ||
                echo "$f:$line: there is no $name"
        done
    done
} >"$complaints"
note maps "$maps"

# All that tell the version, or its date, tell the same.
version=$(sed -n 's/^#define DLS_VERSION "\(.*\)"/\1/p' libcore/delassus.h)
date=$(sed -n 's/^date-released: *//p' CITATION.cff)
telling="CITATION.cff NEWS.md README.md mfiles/Contents.m mfiles/dls_version.m mfiles/package/debian/changelog"
{
    while IFS='|' read -r file pattern; do
        grep -q -- "$pattern" "$file" || echo "$file:1: not of version $version of $date: no '$pattern'"
    done <<END
CITATION.cff|^version: $version\$
NEWS.md|^## $version ($date)\$
README.md|delassus-$version.tar.gz
README.md|version $version
mfiles/Contents.m|^% Version $version\$
mfiles/dls_version.m|ans = $version\$
mfiles/package/debian/changelog|^delassus ($version-
END
    LC_ALL=C date -d "$date" "+%d %b %Y" | grep -qFf - mfiles/package/debian/changelog ||
        echo "mfiles/package/debian/changelog:1: not of $date"
} >"$complaints"
note version "$(echo "$telling" | tr ' ' '\n')"

# The README states a number that a benchmark prints only as the manual's page on performance does.
awk -F '|' '
    function numbers(text, list,    n) {
        n = 0
        while (match(text, /[0-9]+( [0-9][0-9][0-9])*(\.[0-9]+)?/)) {
            list[++n] = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
        }
        return n
    }
    function benches(text, list,    n) {
        n = 0
        while (match(text, /bench_[a-z_]+/)) {
            list[++n] = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
        }
        return n
    }
    FILENAME == "README.md" && NF > 4 && /bench_/ {
        b = benches($4, bench)
        n = numbers($4, number)
        for (i = 1; i <= n; i++) {
            found = 0
            for (j = 1; j <= b; j++) if ((bench[j], number[i]) in stated) found = 1
            if (!found) print FILENAME ":" FNR ": performance.md has no " number[i] " of " bench[1]
        }
    }
    FILENAME != "README.md" && /bench_/ {
        b = benches($0, bench)
        n = numbers($0, number)
        for (i = 1; i <= n; i++) for (j = 1; j <= b; j++) stated[bench[j], number[i]] = 1
    }
' mfiles/package/doc/performance.md README.md >"$complaints"
kinds=$(find tests/fuzz -name 'fuzz_*.m' ! -name fuzz_run.m | wc -l)
grep -q "$kinds kinds of random problems" README.md ||
    echo "README.md:1: make fuzz has $kinds kinds of random problems" >>"$complaints"
note numbers README.md

# Texts that users read have the field's words (tests/private_phrases.txt has those that they have not).
phrases=$(grep -v '^$' tests/private_phrases.txt | paste -sd '|')
texts="README.md $(find mfiles/package/doc -name '*.md' | sort) $(find mfiles -maxdepth 1 -name '*.m' | sort)"
# shellcheck disable=SC2086
awk -v phrases="$phrases" '
    FNR == 1 { code = 0; help = 0; ended = 0 }
    FILENAME ~ /\.md$/ && /^```/ { code = !code }
    FILENAME ~ /\.m$/ {
        if (/^%/ && !ended) help = 1
        else if (help) ended = 1
        if (!help || ended) next
    }
    !code && tolower($0) ~ phrases { print FILENAME ":" FNR ": a private phrase: " $0 }
' $texts >"$complaints"
note words "$(echo "$texts" | tr ' ' '\n')"
exit $status
