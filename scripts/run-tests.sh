#!/usr/bin/env bash
# Runs the built tests. The tests of the program wait for their processes, so they run beside the
# others. Those of servers and clients count connections and milliseconds on loopback: they run alone.
set -uo pipefail
cd "$(dirname "$0")/.."
network='HTTPTransportTests|SparkConnectTests|ContractTests|SharedPaceTests|NetworkTests|SandboxTests|LoopbackHTTPTests|PageServerTests|SDKTests\.SecrecyTests'
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

# Ctrl-C reaches this script alone: `timeout` gives the tests a process group of their own.
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM

# The tests' program itself: `swift test` keeps back the last lines of a run that is stopped.
tests=$(swift build --show-bin-path)/railbirdPackageTests.xctest || exit 1

# Begins a selection of the tests, and stops it after three quarters of an hour.
begin() {
  local log=$folder/$1
  shift
  # Before its reader begins.
  : > "$log"
  timeout -k 1m 45m "$tests" --testing-library swift-testing "$@" > "$log" 2>&1 &
}

# Waits for a selection; names the tests that had not ended when it was stopped.
finish() {
  local log=$folder/$1 status
  wait "$2"
  status=$?
  case $status in
    124 | 137)
      echo "tests: stopped after 45 minutes; these had not ended:"
      sed -nE '/^[^ ]+ Test (case|run) /d; s/^◇ Test (.*) started\.$/1 \1/p
        s/^(✔|✘) Test (.*) (passed|failed) after .*/-1 \2/p; s/^➜ Test (.*) skipped.*/-1 \1/p' "$log" |
        sed -E 's/ with [0-9]+ test cases?$//' |
        awk '{ number = $1; sub(/^[-1]+ /, ""); open[$0] += number }
          END { for (name in open) if (open[name] > 0) print "  " name }'
      ;;
  esac
  return $status
}

# Waits for a selection, and shows its output meanwhile.
follow() {
  tail -n +1 -f --pid="$2" "$folder/$1" &
  wait $!
  finish "$1" "$2"
}

# Prints the 20 suites that took longest, by the clock; suites of one selection run side by side.
slowest() {
  echo "The slowest suites, in seconds:"
  sed -nE 's/^(✔|✘) Suite (.*) (passed|failed) after ([0-9.]+) seconds.*/\4 \2/p' "$@" 2>/dev/null |
    sort -rn | head -n 20 | sed 's/^/  /'
}

# Names the tests that failed, each with its first mistake; the last lines are what CI shows.
failures() {
  sed -nE 's/^✘ Test (case )?(.*) recorded an issue( with .*)? at ([^ ]+): (.*)/\4 \2: \5/p' "$@" 2>/dev/null |
    awk '{ test = $0; sub(/^[^ ]+ /, "", test); sub(/: .*/, "", test) } !seen[test]++' |
    cut -c 1-300 | head -n 20 | sed '1i These tests failed:'
}

begin program --filter "$program" --skip "$network"
program_tests=$!
begin others --skip "$program|$network"
follow others $!
others=$?
finish program $program_tests > "$folder/unfinished"
own=$?
cat "$folder/program" "$folder/unfinished"
begin network --filter "$network"
follow network $!
network_tests=$?
logs=("$folder/program" "$folder/others" "$folder/network")
slowest "${logs[@]}"
failures "${logs[@]}"
cat "$folder/unfinished"
[ $own -le 1 ] || tail -n 3 "$folder/program"
[ $others -le 1 ] || tail -n 3 "$folder/others"
echo "Exit codes: program $own, others $others, network $network_tests"
[ $own = 0 ] && [ $others = 0 ] && [ $network_tests = 0 ]
