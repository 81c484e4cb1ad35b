#!/bin/sh
# Makes Datasets/sample anew: our own generator's output, and the metadata that says so.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
runners=5000
seed=1
cd "$root"
file=Datasets/sample/runners.csv
.build/release/railbird generate --runners $runners --seed $seed --out $file
sha256=$(sha256sum $file | cut -d ' ' -f 1)
size=$(wc -c < $file | tr -d ' ')
cat > Datasets/sample/metadata.json <<JSON
{
  "file": "runners.csv",
  "sha256": "$sha256",
  "size_bytes": $size,
  "kind": "synthetic",
  "generator": "railbird generate --runners $runners --seed $seed --out $file",
  "runners": $runners,
  "seed": $seed,
  "licence": "Apache-2.0",
  "note": "Invented races, people and horses; any likeness to real ones is chance."
}
JSON
