#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/fuzz/fuzz.sh BUILD       ("make fuzz"; OCT is the command that starts Octave)
# Random cases of every kind (a file tests/fuzz/fuzz_KIND.m each), run by children in batches; a child
# that dies or stands still costs the case it was at. Settings, from the environment:
#   KIND   one kind, or several; all by default         SEED   1
#   CASE   this case alone, with what it prints         TIME   seconds for all kinds together
#   CASES  of each kind at most; no limit
#   FRESH  1 forgets earlier runs                       HANG   seconds of the processor without progress; 30
#   MEMORY MB that a batch may leave behind; 64: fragmentation of some hundred cases
# BUILD/fuzz/KIND-SEED.log has the lines "run N", "end N SECONDS VERDICT", "crash N STATUS", "hang N",
# "memory N BEFORE AFTER" (kB); a run begins after the last case of the log.
set -u
out=$1/fuzz
here=$(dirname "$0")
seed=${SEED:-1} patience=${HANG:-30}
kinds=${KIND:-$(cd "$here" && ls fuzz_*.m | sed 's/^fuzz_//; s/\.m$//' | grep -vx run)}
mkdir -p "$out"
ulimit -c 0
export OPENBLAS_NUM_THREADS=${OPENBLAS_NUM_THREADS:-1}

octave() {
    exec $OCT --path "$here" --path tests/m --path tests/m/problems --eval "$1" </dev/null
}

if [ -n "${CASE:-}" ]; then
    octave "fuzz_run ('$kinds', $seed, $CASE)"
fi

next() {
    awk '$1 == "end" || $1 == "crash" || $1 == "hang" { n = $2 } END { print n + 1 }' "$1"
}

# Seconds of the processor that a child has used, and its children
used() {
    awk -v hz="$(getconf CLK_TCK)" '{ print int(($14 + $15 + $16 + $17) / hz) }' "/proc/$1/stat" 2>/dev/null
}

# Kills the child when its log has not grown for a while: of the processor, so that a busy machine is
# no reason; or for ten times as long, where it only waits.
watch() {
    local still=0 size last= since=0 now
    while sleep 1 && kill -0 "$1" 2>/dev/null; do
        size=$(stat -c %s "$log") now=$(used "$1")
        [ "$size" = "$last" ] && still=$((still + 1)) || { still=0 since=${now:-0}; }
        last=$size
        if [ $((${now:-0} - since)) -ge "$patience" ] || [ $still -ge $((10 * patience)) ]; then
            echo "hang $(next "$log")" >>"$log"
            kill -9 "$1"
            return
        fi
    done
}

run_kind() {
    local kind=$1 stop=$((SECONDS + $2)) first child watcher status
    while [ $SECONDS -lt $stop ]; do
        first=$(next "$log")
        [ "$first" -le "${CASES:-$first}" ] || return
        (octave "fuzz_run ('$kind', $seed, $first, $((stop - SECONDS)), '$log', ${CASES:-Inf})" >"${log%.log}.out" 2>&1) &
        child=$!
        watch $child >/dev/null 2>&1 &
        watcher=$!
        wait $child 2>/dev/null
        status=$?
        kill $watcher 2>/dev/null
        wait $watcher 2>/dev/null
        # A child that ended badly, unless it was stopped for standing still, died of the case it was at.
        if [ $status -ne 0 ] && [ "$(tail -n 1 "$log" | cut -d ' ' -f 1)" != hang ]; then
            echo "crash $(next "$log") $status" >>"$log"
        fi
    done
}

trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM
share=$((${TIME:-120} / $(echo "$kinds" | wc -w)))
[ $share -ge 1 ] || share=1
logs=()
for kind in $kinds; do
    log=$out/$kind-$seed.log
    [ "${FRESH:-}" = 1 ] && rm -f "$log"
    touch "$log"
    run_kind "$kind" $share
    logs+=("$log")
done
awk -v seed="$seed" -v most="${MEMORY:-64}" -f "$here/table.awk" "${logs[@]}"
