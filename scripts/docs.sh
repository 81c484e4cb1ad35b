#!/bin/sh
# Builds the documentation of the library products with DocC, warnings as errors, into one archive,
# .build/docs/railbird.doccarchive. A module's README.md is its first page.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"

docc=$(command -v docc || xcrun --find docc)
out=.build/docs
modules=$(sed -n 's/^ *\.library(name: "\([A-Za-z]*\)".*/\1/p' Package.swift)
[ -n "$modules" ] || { echo "docs: Package.swift: found no library product; expected some" >&2; exit 1; }

rm -rf "$out"
mkdir -p "$out"
log=$out/symbols.log
# It also tries test modules, which may not be built yet: what counts is our own modules' graphs.
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members \
  >"$log" 2>&1 || true
symbols=$(dirname "$(swift build --show-bin-path)")/symbolgraph

archives=""
for module in $modules; do
  catalog=$out/$module.docc
  [ -f "$symbols/$module.symbols.json" ] || { cat "$log" >&2; exit 1; }
  mkdir -p "$catalog"
  folder=$(sed -n "s|.*path: \"\(Sources/[^\"]*/$module\)\".*|\1|p" Package.swift)
  sed "1s/^# .*/# \`\`$module\`\`/" "$folder/README.md" > "$catalog/$module.md"
  for graph in "$symbols/$module.symbols.json" "$symbols/$module@"*.symbols.json; do
    if [ -f "$graph" ]; then cp "$graph" "$catalog/"; fi
  done
  "$docc" convert "$catalog" --warnings-as-errors --output-dir "$out/$module.doccarchive" \
    --fallback-display-name "$module" --fallback-bundle-identifier "railbird.$module" >&2
  archives="$archives $out/$module.doccarchive"
done

# shellcheck disable=SC2086
"$docc" merge $archives --output-path "$out/railbird.doccarchive" \
  --synthesized-landing-page-name Railbird >&2
# shellcheck disable=SC2086
rm -rf $archives "$out"/*.docc
echo "documentation of $(echo "$modules" | wc -l) modules: $out/railbird.doccarchive"
