#!/bin/sh
# Writes the notebooks of the samples with a program, runs each of them, and holds sources, printed lines and
# reports against notebooks-export/.
#
#   scripts/try-notebooks.sh RAILBIRD [--write]
#
# With --write it replaces notebooks-export/ by them. The Python packages of scripts/notebooks/requirements.txt go
# to .notebooks, an environment of their own. Besides these two folders nothing is written.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
railbird=${1:?usage: scripts/try-notebooks.sh RAILBIRD [--write]}
railbird=$(cd "$(dirname "$railbird")" && pwd)/$(basename "$railbird")
cd "$root"
python=.notebooks/bin/python
needed=scripts/notebooks/requirements.txt

if ! cmp -s "$needed" .notebooks/requirements.txt; then
  echo "notebooks: installing the packages of $needed into .notebooks" >&2
  rm -rf .notebooks
  python3 -m venv .notebooks
  $python -m pip install --quiet --disable-pip-version-check --only-binary :all: -r "$needed"
  cp "$needed" .notebooks/requirements.txt
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The kernels' own files, and nothing of the user's settings.
export IPYTHONDIR="$work/ipython" JUPYTER_CONFIG_DIR="$work/jupyter" JUPYTER_RUNTIME_DIR="$work/runtime" \
  MPLCONFIGDIR="$root/.notebooks/matplotlib"
export JUPYTER_PREFER_ENV_PATH=1

"$railbird" import --quiet --store "$work/store" --format railbird Datasets/sample/runners.csv
"$railbird" import --quiet --store "$work/store" --format points-ledger \
  Datasets/season/ledger.csv Datasets/season/roster.csv Datasets/season/rewards.csv
"$railbird" notebook --quiet --store "$work/store" --out "$work/notebooks"
$python scripts/notebooks/run.py "$work/notebooks" --kept "$root/notebooks-export" ${2:+"$2"}
