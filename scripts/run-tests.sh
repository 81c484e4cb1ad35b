#!/usr/bin/env bash
# Runs the built tests, each module in a process of its own: a line for each, then the slowest suites and what
# failed. The tests of the program wait for their processes, so they run beside the others. Those of servers and
# clients count connections and milliseconds on loopback: they run alone, at the end.
set -uo pipefail
cd "$(dirname "$0")/.."
network='HTTPTransportTests|SparkConnectTests|ContractTests|SharedPaceTests|NetworkTests|SandboxTests|LoopbackHTTPTests|PageServerTests|SDKTests\.SecrecyTests'
clients='APICoreTests|PoniRacingTests|SeasonalRewardsTests|SportsbookAPITests|BetableSDKTests|ChatistSDKTests'
program=ProcessTests

# The tests write and sync thousands of small files: in memory, where it has room.
room=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
[ "${room:-0}" -lt 4000000 ] || memory=/dev/shm
folder=$(mktemp -d "${memory:-${TMPDIR:-/tmp}}/railbird-tests-XXXXXX")
trap 'rm -rf "$folder"' EXIT
export TMPDIR=$folder/files
mkdir "$TMPDIR" "$folder/logs"
# The tests throw errors by the thousand; Swift Testing would take a backtrace of each.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0
export NO_COLOR=1

# Ctrl-C does not reach the tests: `timeout` gives them a process group of their own.
trap 'kill $(jobs -p) $(cat "$folder/running") 2>/dev/null; exit 130' INT TERM

# The tests' program itself: `swift test` keeps back the last lines of a run that is stopped.
tests=$(swift build --show-bin-path)/railbirdPackageTests.xctest || exit 1

# Runs a selection of the tests, stops it after three quarters of an hour, and prints how it ended.
run() {
  local name=$1 status
  local log=$folder/logs/$name
  shift
  timeout -k 1m 45m "$tests" --testing-library swift-testing "$@" > "$log" 2>&1 &
  echo $! >> "$folder/running"
  wait $!
  status=$?
  [ $status = 0 ] || echo "$name" >> "$folder/failed"
  grep -hE '^(➜ |short form)' "$log" | sort -u
  sed -nE "s/^(✔|✘) Test run with (.*)/\1 $name: \2/p" "$log"
  case $status in
    0 | 1) ;;
    124 | 137)
      echo "✘ $name: stopped after 45 minutes; these had not ended:"
      sed -nE '/^[^ ]+ Test (case|run) /d; s/^◇ Test (.*) started\.$/1 \1/p
        s/^(✔|✘) Test (.*) (passed|failed) after .*/-1 \2/p; s/^➜ Test (.*) skipped.*/-1 \1/p' "$log" |
        sed -E 's/ with [0-9]+ test cases?$//' |
        awk '{ number = $1; sub(/^[-1]+ /, ""); open[$0] += number }
          END { for (name in open) if (open[name] > 0) print "  " name }'
      ;;
    *)
      echo "✘ $name: exit code $status"
      grep -m 3 -E 'Fatal error|recondition failed|Program crashed' "$log" || tail -n 3 "$log"
      ;;
  esac
}
export -f run
export tests folder network

# The modules of tests in the manifest, the largest first, but the program's, the clients' and those of the network.
modules() {
  sed -nE 's/.*path: "(Tests\/[^"]*Tests)".*/\1/p' Package.swift | xargs du -sk | sort -rn | sed 's/.*\///' |
    grep -vE "^($program|$clients)\$|$network"
}

# The 20 suites that took longest, by the clock; those of one module run side by side.
slowest() {
  echo "The slowest suites, in seconds:"
  for log in "$folder"/logs/*; do
    sed -nE "s/^(✔|✘) Suite (.*) (passed|failed) after ([0-9.]+) seconds.*/\4 ${log##*/}.\2/p" "$log"
  done | sort -rn | head -n 20 | sed 's/^/  /'
}

# The tests that failed, each with its first mistake.
failures() {
  sed -nE 's/^✘ Test (case )?(.*) recorded an issue( with .*)? at ([^ ]+): (.*)/\4 \2: \5/p' "$folder"/logs/* |
    awk '{ test = $0; sub(/^[^ ]+ /, "", test); sub(/: .*/, "", test) } !seen[test]++' |
    cut -c 1-300 | head -n 20
}

run "$program" --filter "^$program\\." --skip "$network" &
modules > "$folder/modules"
[ -s "$folder/modules" ] || { echo "Package.swift: found no modules of tests; expected some" >&2; exit 1; }
xargs -P 2 -I NAME bash -c 'run NAME --filter "^NAME\\." --skip "$network"' < "$folder/modules" &
wait
run network --filter "$network" &
wait
for name in ${clients//|/ }; do run "$name" --filter "^$name\\." --skip "$network" & wait; done
slowest
[ ! -e "$folder/failed" ] || { echo "These failed: $(sort "$folder/failed" | tr '\n' ' ')"; failures; exit 1; }
