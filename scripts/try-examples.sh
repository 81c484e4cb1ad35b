#!/bin/sh
# Builds and runs Examples/ as strangers would: against a tagged clone of what is committed, by URL
# and version, one from inside the clone and one from elsewhere. Takes other packages from SwiftPM's
# cache, compares the report with the command's and the links with the imports, and leaves nothing
# behind.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "examples: $*" >&2; exit 1; }

[ -z "$(git status --porcelain Sources Package.swift Examples)" ] ||
  echo "examples: takes the last commit, not the changes since" >&2
version=$(sed -n 's/.*static let engine = "\(.*\)".*/\1/p' Sources/Program/CommandTools/Version.swift)
[ -n "$version" ] || fail "Sources/Program/CommandTools/Version.swift: found no engine version; expected one"
clone=$work/railbird
git clone --quiet --no-tags "$root" "$clone"
git -C "$clone" tag "$version"
cp -R "$clone/Examples/JockeyReport" "$work/JockeyReport"

# Builds a package's program and prints its path.
built() {
  options="--package-path $1 --security-path $work/security --product $2"
  # shellcheck disable=SC2086
  swift build --quiet $options >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$2 doesn't build"; }
  # shellcheck disable=SC2086
  echo "$(swift build $options --show-bin-path)/$2"
}

# Fails when a program links other C libraries than those named.
links() {
  found=$(ldd "$1" | grep -E -o 'lib(arrow|crypto|curl|parquet|openblas|simdjson|xxhash)[a-z_]*' | sort -u | tr '\n' ' ')
  [ "$found" = "$2" ] || fail "$1: found links to ${found:-none}; expected ${2:-none}"
}

bets=$(built "$clone/Examples/SettledBets" settled-bets)
"$bets" > "$work/bets.txt"
sed -n '/^\$ swift run settled-bets/,/^```/p' "$clone/Examples/README.md" | sed '1d;$d' |
  diff - "$work/bets.txt" || fail "settled-bets prints other lines than Examples/README.md"
links "$bets" ""
modules=$(cd "$(dirname "$bets")" && find . -name '*.o' | cut -d / -f 2 | grep build | sort -u)
modules=$(echo $modules)
[ "$modules" = "BetSettlement.build CEmbedded.build Columns.build Racing.build settled_bets.build" ] ||
  fail "SettledBets: found $modules compiled; expected BetSettlement, Racing, Columns and CEmbedded alone"
echo "examples: SettledBets compiles BetSettlement and Racing alone"

RAILBIRD_URL=$clone
export RAILBIRD_URL
report=$(built "$work/JockeyReport" jockey-report)
links "$report" "libarrow libcrypto libparquet libsimdjson libxxhash "
sample=$clone/Datasets/sample/runners.csv
mkdir "$work/out"
"$report" "$sample" "$work/out"
swift build --quiet --product railbird
railbird=$(swift build --show-bin-path)/railbird
"$railbird" import --quiet --store "$work/store" --format railbird "$sample" >/dev/null
"$railbird" report --quiet --store "$work/store" --by jockey --out "$work/command"
cmp "$work/out/jockey.csv" "$work/command/jockey.csv" ||
  fail "JockeyReport: found another jockey.csv; expected the command's"
echo "examples: JockeyReport writes the command's jockey.csv, byte for byte"
