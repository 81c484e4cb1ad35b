#!/usr/bin/env bash
# Runs every part of `make check`, also after one has failed, and ends with the last lines of those that failed and a
# table of all: part, seconds, passed or failed.
set -uo pipefail
cd "$(dirname "$0")/.."
logs=$(mktemp -d "${TMPDIR:-/tmp}/railbird-check-XXXXXX")
trap 'rm -rf "$logs"' EXIT
table=$logs/table

# Runs one part: its name, then its command.
part() {
  local name=$1 start=$SECONDS outcome=passed
  shift
  echo "check: $name"
  "$@" 2>&1 | tee "$logs/$name"
  [ "${PIPESTATUS[0]}" = 0 ] || outcome=failed
  printf '%-12s %5d s  %s\n' "$name" $((SECONDS - start)) $outcome >> "$table"
}

part lint make lint
# The long form of the tests that repeat one thing many times.
part test env RAILBIRD_LONG_TESTS=1 make test
part docs make docs
part examples make examples
part notebooks make notebooks
part torture make torture MINUTES=1
part cluster make cluster
part bench swift run bench --quick
part peers sh -c 'make peers && swift run bench --peers --quick'

echo
failed=$(awk '$NF == "failed" { print $1 }' "$table")
for name in $failed; do
  echo "The last lines of $name:"
  tail -n 8 "$logs/$name" | cut -c 1-300 | sed 's/^/  /'
done
cat "$table"
[ -z "$failed" ]
