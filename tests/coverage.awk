# SPDX-License-Identifier: GPL-3.0-or-later
# Sums up "gcov -n": lines of libcore run, by file.
/^File/ { file = $2; gsub(/\047/, "", file) }
/^Lines executed/ && file ~ /^libcore.*\.c$/ {
    split($0, part, /[:% ]+/)
    percent = part[3]
    of = $NF
    printf "  %6.1f %% of %4d  %s\n", percent, of, file
    run += percent / 100 * of
    all += of
    file = ""
}
END { if (all) printf "  %6.1f %% of %4d  all\n", 100 * run / all, all }
