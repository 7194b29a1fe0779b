# SPDX-License-Identifier: GPL-3.0-or-later
# House rules for m code. Only lines of code count for lengths: no help, comments or test blocks.

function complain(line, what) {
    printf "%s:%d: %s\n", file, line, what
}

function end_function() {
    if (name != "" && long > 120) complain(start, name " has " long " lines of code, at most 120")
    else if (name != "" && long > 60) complain(start, "warning: " name " has " long " lines of code, 60 is a good limit")
    name = ""
}

function end_file() {
    if (file == "") return
    end_function()
    if (!spdx) complain(1, "no SPDX-License-Identifier: GPL-3.0-or-later")
    if (lines > 350) complain(1, lines " lines of code, at most 350")
}

FNR == 1 { end_file(); file = FILENAME; lines = long = spdx = 0; name = "" }
/SPDX-License-Identifier: GPL-3.0-or-later/ { spdx = 1 }
length($0) > 100 { complain(FNR, "line longer than 100 characters") }
/[ \t]$/ { complain(FNR, "blanks at the end of the line") }
/^[ \t]*($|%|#)/ { next }
/^function / {
    end_function()
    start = FNR
    name = $0
    sub(/^function +([^=]*= *)?/, "", name)
    sub(/[ (].*/, "", name)
    long = -1
}
{ lines++; long++ }
END { end_file() }
