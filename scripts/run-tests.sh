#!/usr/bin/env bash
# Runs the built tests. The tests of the program wait for their processes, so they run beside the
# others. Those of servers and clients count connections and milliseconds on loopback: they run alone.
set -uo pipefail
cd "$(dirname "$0")/.."
network='HTTPTransportTests|SparkConnectTests|ContractTests|SharedPaceTests|NetworkTests|SandboxTests|LoopbackHTTPTests|PageServerTests'
program='^ProcessTests\.'
log=$(mktemp)
trap 'rm -f "$log"' EXIT

swift test --skip-build --ignore-lock --filter "$program" --skip "$network" > "$log" 2>&1 &
swift test --skip-build --ignore-lock --skip "$program|$network"
others=$?
wait $!
own=$?
cat "$log"
[ $others = 0 ] && [ $own = 0 ] || exit 1
swift test --skip-build --filter "$network"
