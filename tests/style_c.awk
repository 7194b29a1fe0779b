# SPDX-License-Identifier: GPL-3.0-or-later
# House rules for C, given that clang-format has laid the code out: functions open with a brace
# in column one, and what stands in column one is at file scope.

function complain(what) {
    printf "%s:%d: %s\n", FILENAME, FNR, what
}

# The line without comments and without the insides of strings.
function code(line,    out, at) {
    if (in_comment) {
        at = index(line, "*/")
        if (!at) return ""
        line = substr(line, at + 2)
        in_comment = 0
    }
    gsub(/\\./, "", line)
    gsub(/'"'/, "''", line)
    gsub(/"[^"]*"/, "\"\"", line)
    while (at = index(line, "/*")) {
        out = substr(line, 1, at - 1)
        line = substr(line, at + 2)
        if (!index(line, "*/")) {
            in_comment = 1
            sub(/\/\/.*/, "", out)
            return out
        }
        line = out " " substr(line, index(line, "*/") + 2)
    }
    sub(/\/\/.*/, "", line)
    return line
}

function check_core(line) {
    if (match(line, /(^|[^A-Za-z0-9_])(v?f?printf|f?puts|f?putc|putchar|perror|_?exit|abort|assert)[ ]*\(/))
        complain("the core neither prints nor stops the program")
    if (line ~ /^[ \t]*#[ \t]*(if|elif|else)/ && line !~ /^#ifndef [A-Z0-9_]+_H$/ &&
        line !~ /__cplusplus/ && FILENAME !~ /(linsys\/suitesparse|base\/cpus|base\/guard)\.h$/)
        complain("no conditional compilation in the core")
    if (line ~ /^[ \t]+static / && line !~ /const/)
        complain("the core has no mutable static data")
    # At file scope, what is neither a type, a macro, a function nor const is a variable.
    gsub(/\)\([^()]*\)/, ")()", line)
    if (line ~ /^[A-Za-z_]/ && line !~ /^(typedef|struct [a-z_0-9]+( \{|;)|union|enum|extern "")/ &&
        line !~ /const/ && !typedef_open && line ~ /^[^()]*(\(\*[^()]*\)\(\))?( = .*|;)$/)
        complain("the core has no mutable static data")
    typedef_open = line ~ /^typedef/ && line !~ /;/ ? 1 : line ~ /^}|;$/ ? 0 : typedef_open
}

function check_gateway(line) {
    if (line ~ /mxArrayToString/)
        complain("dls_mex_text: of mxArrayToString Octave frees nothing")
    if (line ~ /nrhs/ && FILENAME !~ /dls_(call\.c|mex\.h)$/)
        complain("arguments are counted by the gateway's table")
}

# Fields of the public header: what each is, its unit or range, beside it or in the lines above it.
function check_field(line,    commented) {
    commented = line ~ /\/\*/
    if (field_comment) {
        field_comment = line !~ /\*\//
        field_told = 1
    } else if (line ~ /^ *\/\*/) {
        field_comment = line !~ /\*\//
        field_told = 1
    } else {
        field_comment = commented && line !~ /\*\//
        sub(/ *\/\*.*/, "", line)
        if (line ~ /;$/) {
            if (!commented && !field_told) complain("a field without a word on its unit or range")
            field_told = 0
        }
    }
}

FNR == 1 {
    in_fields = field_comment = field_told = 0
    in_comment = spdx = typedef_open = start = 0
    core = FILENAME ~ /^libcore\//
}
FNR <= 3 && /SPDX-License-Identifier: GPL-3.0-or-later/ { spdx = 1 }
FNR == 3 && !spdx { complain("no SPDX-License-Identifier: GPL-3.0-or-later in the first three lines") }
# The one public header has as many lines as the library has functions.
FNR == 351 && FILENAME != "libcore/delassus.h" { complain("file longer than 350 lines") }
length($0) > 100 { complain("line longer than 100 characters") }
/[ \t]$/ { complain("blanks at the end of the line") }
/^{/ { start = FNR }
/^}/ && start {
    long = FNR - start - 1
    if (long > 120) complain("function of " long " lines, at most 120")
    else if (long > 60) complain("warning: function of " long " lines, 60 is a good limit")
    start = 0
}
FILENAME == "libcore/delassus.h" && /^}/ { in_fields = 0 }
in_fields { check_field($0) }
FILENAME == "libcore/delassus.h" && /^typedef struct {/ { in_fields = 1; field_told = 0 }
core { check_core(code($0)) }
FILENAME ~ /^mex\// { check_gateway(code($0)) }
