#!/bin/sh
# Builds and runs Examples/ as strangers would: against a tagged clone of what is committed, by URL
# and version. Takes the rest from SwiftPM's cache, compares the report with the command's, checks
# what each example links, and leaves nothing behind.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "examples: $*" >&2; exit 1; }

version=$(sed -n 's/.*static let engine = "\(.*\)".*/\1/p' Sources/railbird/*.swift)
[ -n "$version" ] || fail "Sources/railbird: found no engine version; expected one"
git clone --quiet --no-tags "$root" "$work/railbird"
git -C "$work/railbird" tag "$version"
git -C "$work/railbird" archive HEAD Examples Datasets/sample | tar -x -C "$work"
# A path and not a file: URL, which would stay in the cache.
export RAILBIRD_URL="$work/railbird"

# Prints the path of an example's program.
built() {
  options="--package-path $work/Examples/$1 --security-path $work/security --product $2"
  # shellcheck disable=SC2086
  swift build --quiet $options >&2
  # shellcheck disable=SC2086
  echo "$(swift build $options --show-bin-path)/$2"
}

# Fails when a program links other C libraries than those named.
links() {
  found=$(ldd "$1" | grep -E -o 'lib(arrow|parquet|openblas|simdjson)[a-z_]*' | sort -u | tr '\n' ' ')
  [ "$found" = "$2" ] || fail "$1: found links to $found; expected ${2:-none}"
}

bets=$(built SettledBets settled-bets)
"$bets" > "$work/bets.txt"
diff "$work/bets.txt" Examples/SettledBets/output.txt || fail "settled-bets: found other returns"
links "$bets" ""
modules=$(cd "$(dirname "$bets")" && echo *.build)
[ "$modules" = "Columns.build Racing.build settled_bets.build" ] ||
  fail "SettledBets: found $modules; expected Columns and Racing alone"

report=$(built JockeyReport jockey-report)
sample=$work/Datasets/sample/runners.csv
mkdir "$work/out"
"$report" "$sample" "$work/out"
links "$report" "libarrow libopenblas libparquet libsimdjson "

railbird=$(swift build --show-bin-path)/railbird
swift build --quiet --product railbird
"$railbird" import --quiet --store "$work/store" --format railbird "$sample"
"$railbird" report --quiet --store "$work/store" --by jockey --out "$work/command"
cmp "$work/out/jockey.csv" "$work/command/jockey.csv" || fail "jockey.csv is not the command's"
echo "examples: built from version $version; jockey.csv is the command's, byte for byte"
