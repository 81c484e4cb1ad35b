#!/bin/sh
# Installs completions for bash, zsh and fish, and a manual page per command: all made by the program itself.
#
#   scripts/install-shell.sh RAILBIRD SHARE
#
# RAILBIRD is the program, SHARE the folder of shared data, such as /usr/local/share.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
railbird=${1:?usage: scripts/install-shell.sh RAILBIRD SHARE}
share=${2:?usage: scripts/install-shell.sh RAILBIRD SHARE}

completion() {
  mkdir -p "$(dirname "$share/$2")"
  "$railbird" --generate-completion-script "$1" >"$share/$2"
}
completion bash bash-completion/completions/railbird
# A slash ends the name of a folder where a path is asked for alone; a word that is a folder too stays a word.
sed -i -e 's/^complete -o filenames -F/complete -F/' \
  -e '/^__railbird_add_completions() {/a\    [[ "${1}" == -[fdo] ]] \&\& compopt -o filenames' \
  "$share/bash-completion/completions/railbird"
completion zsh zsh/site-functions/_railbird
completion fish fish/vendor_completions.d/railbird.fish
"$railbird" --experimental-dump-help |
  python3 "$root/scripts/man-pages.py" "$share/man/man1" "$("$railbird" --version)"
