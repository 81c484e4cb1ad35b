#!/usr/bin/env bash
# Runs the built tests. The tests of the program wait for their processes, so they run beside the
# others. Those of servers and clients count connections and milliseconds on loopback: they run alone.
set -uo pipefail
cd "$(dirname "$0")/.."
network='HTTPTransportTests|SparkConnectTests|ContractTests|SharedPaceTests|NetworkTests|SandboxTests|LoopbackHTTPTests|PageServerTests'
program='^ProcessTests\.'

# The tests write and sync thousands of small files: in memory, where it has room.
room=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
[ "${room:-0}" -lt 4000000 ] || memory=/dev/shm
folder=$(mktemp -d "${memory:-${TMPDIR:-/tmp}}/railbird-tests-XXXXXX")
trap 'rm -rf "$folder"' EXIT
export TMPDIR=$folder
# The tests throw errors by the thousand; Swift Testing would take a backtrace of each.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0
log=$folder/program.log

run() { swift test --skip-build --ignore-lock --disable-xctest "$@"; }
run --filter "$program" --skip "$network" > "$log" 2>&1 &
run --skip "$program|$network"
others=$?
wait $!
own=$?
cat "$log"
[ $others = 0 ] && [ $own = 0 ] || exit 1
run --filter "$network"
