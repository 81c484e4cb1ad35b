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
export NO_COLOR=1

# Not by `swift test`, which keeps the last lines of tests that are stopped to itself.
tests=$(swift build --show-bin-path)/railbirdPackageTests.xctest

# Runs a selection of the tests, and names those that have not ended after half an hour.
run() {
  local log=$1
  shift
  timeout 30m "$tests" --testing-library swift-testing "$@" 2>&1 | tee "$log"
  local status=${PIPESTATUS[0]}
  [ "$status" != 124 ] || {
    echo "tests: stopped after 30 minutes; these had not ended:"
    sed -nE '/Test (case|run) /d; s/^◇ Test (.*) started\.$/1 \1/p
      s/^[✔✘] Test (.*) (passed|failed) after .*/-1 \1/p; s/^➜ Test (.*) skipped.*/-1 \1/p' "$log" |
      sed -E 's/ with [0-9]+ test cases?$//' |
      awk '{ number = $1; sub(/^[-1]+ /, ""); open[$0] += number }
        END { for (name in open) if (open[name] > 0) print "  " name }'
  }
  return "$status"
}

run "$folder/program.log" --filter "$program" --skip "$network" > "$folder/program.out" 2>&1 &
run "$folder/others.log" --skip "$program|$network"
others=$?
wait $!
own=$?
cat "$folder/program.out"
[ $others = 0 ] && [ $own = 0 ] || exit 1
run "$folder/network.log" --filter "$network"
