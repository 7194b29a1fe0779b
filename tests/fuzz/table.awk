# SPDX-License-Identifier: GPL-3.0-or-later
# The table of fuzz.sh from its logs, the first failures of each kind, and the sum.
function flush_kind() {
    if (kind == "") return
    bad = n["crash"] + n["hang"] + n["foreign"] + n["wrong"]
    if (growth > most) { bad++; why = why sprintf("  %s: memory grew by %d MB in a batch\n", kind, growth) }
    printf "%-12s %8d %7d %6d %8d %6d %6d %6d %8.1f %8d\n", kind, cases, n["crash"], n["hang"], \
        n["foreign"], n["wrong"], n["soft"], n["slow"], cases / (seconds > 0 ? seconds : 1), growth
    passed += cases > bad ? cases - bad : 0
    failed += bad
}
function failure(text) {
    if (++shown <= 5) why = why sprintf("  make fuzz KIND=%s SEED=%s CASE=%d    # %s\n", kind, seed, $2, text)
}
BEGIN {
    printf "%-12s %8s %7s %6s %8s %6s %6s %6s %8s %8s\n", "kind", "cases", "crashes", "hangs", "foreign", \
        "wrong", "soft", "slow", "cases/s", "MB more"
}
FNR == 1 {
    flush_kind()
    kind = FILENAME
    sub(/.*\//, "", kind)
    sub(/-[^-]*$/, "", kind)
    cases = seconds = growth = shown = 0
    split("", n)
}
$1 == "crash" || $1 == "hang" { cases++; n[$1]++; failure($1 " " $3) }
$1 == "memory" && ($4 - $3) / 1024 > growth { growth = ($4 - $3) / 1024 }
$1 == "end" {
    cases++
    seconds += $3
    verdict = $4
    sub(/:$/, "", verdict)
    n[verdict]++
    if (verdict == "foreign" || verdict == "wrong") {
        text = $0
        sub(/^end [^ ]* [^ ]* /, "", text)
        failure(text)
    }
}
END {
    flush_kind()
    if (why) printf "\n%s", why
    printf "%d passed, %d failed\n", passed, failed
    exit failed > 0 || passed == 0
}
