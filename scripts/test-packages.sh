#!/bin/sh
# Puts the Python packages that read our exports in the tests into .deps/python, where the tests
# look for them. Where they cannot be had, the tests that need them say so and skip.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
target=$root/.deps/python
export PYTHONPATH="$target"
command -v python3 >/dev/null || { echo "no python3; some tests will skip" >&2; exit 0; }
python3 -c 'import pyarrow, polars, duckdb' 2>/dev/null && exit 0
mkdir -p "$target"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
  --only-binary :all: --target "$target" "pyarrow==26.0.1" "polars==2.1.0" "duckdb==2.0.0" ||
  echo "pyarrow, polars and duckdb cannot be installed; some tests will skip" >&2
