#!/bin/sh
# Installs what the build needs and is missing: curl, expat, libxlsxwriter, OpenBLAS, OpenSSL, simdjson, SQLite,
# xxHash, zstd, zlib (which unpacks the answers of servers), pkg-config and Apache Arrow C++.
# Does nothing, quickly, when all is there.
#
#   ARROW_VERSION   version of the pyarrow wheel to take Arrow from where no system package exists
#   ARROW_PREFIX    where its libraries and headers go (default: /usr/local as root, else .deps/arrow)
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
version=${ARROW_VERSION:-26.0.1}
if [ "$(id -u)" = 0 ]; then default_prefix=/usr/local; else default_prefix=$root/.deps/arrow; fi
prefix=${ARROW_PREFIX:-$default_prefix}

say() { printf 'setup: %s\n' "$*" >&2; }

# System packages, by what they supply rather than by name, so that any distribution passes.
system_packages() {
  missing=""
  command -v pkg-config >/dev/null || missing="$missing pkg-config"
  command -v zstd >/dev/null || missing="$missing zstd"
  command -v pkg-config >/dev/null && pkg-config --exists openblas || missing="$missing libopenblas-dev"
  command -v pkg-config >/dev/null && pkg-config --exists sqlite3 || missing="$missing libsqlite3-dev"
  command -v pkg-config >/dev/null && pkg-config --exists simdjson || missing="$missing libsimdjson-dev"
  command -v pkg-config >/dev/null && pkg-config --exists libxxhash || missing="$missing libxxhash-dev"
  command -v pkg-config >/dev/null && pkg-config --exists xlsxwriter || missing="$missing libxlsxwriter-dev"
  command -v pkg-config >/dev/null && pkg-config --exists expat || missing="$missing libexpat1-dev"
  command -v pkg-config >/dev/null && pkg-config --exists libcrypto || missing="$missing libssl-dev"
  # The headers of macOS hold these two, without pkg-config.
  if [ "$(uname)" != Darwin ]; then
    command -v pkg-config >/dev/null && pkg-config --exists libcurl || missing="$missing libcurl4-openssl-dev"
    command -v pkg-config >/dev/null && pkg-config --exists zlib || missing="$missing zlib1g-dev"
  fi
  [ -n "$missing" ] || return 0
  if [ "$(uname)" = Darwin ]; then
    say "missing:$missing; install them with: brew install pkg-config zstd openblas expat simdjson sqlite xxhash libxlsxwriter openssl@3 apache-arrow"
    exit 1
  fi
  if ! command -v apt-get >/dev/null; then
    say "missing:$missing (Debian's names); install them with this system's package manager"
    exit 1
  fi
  if [ "$(id -u)" = 0 ]; then sudo=""; else
    sudo="sudo -n"
    if ! $sudo true 2>/dev/null; then
      say "missing:$missing; install them with: sudo apt-get install$missing"
      exit 1
    fi
  fi
  say "installing$missing"
  $sudo apt-get update -qq >/dev/null
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq $missing >/dev/null
}

# Fails where a library is older than the wall around it is written for.
at_least() {
  pkg-config --atleast-version="$2" "$1" && return 0
  say "found $1 $(pkg-config --modversion "$1" 2>/dev/null || echo 'nowhere'); expected version $2 or newer: $3"
  exit 1
}

arrow_found() { pkg-config --exists arrow parquet 2>/dev/null; }

# Takes libarrow, libparquet and their headers out of the pyarrow wheel and writes the .pc files.
arrow_from_wheel() {
  say "installing Apache Arrow C++ $version from the pyarrow wheel into $prefix"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
    --no-deps --only-binary :all: --target "$work" "pyarrow==$version"
  mkdir -p "$prefix/lib/pkgconfig" "$prefix/include"
  cp -R "$work/pyarrow/include/arrow" "$work/pyarrow/include/parquet" "$prefix/include/"
  for lib in arrow parquet; do
    so=$(cd "$work/pyarrow" && ls lib$lib.so.*)
    cp "$work/pyarrow/$so" "$prefix/lib/$so"
    ln -sf "$so" "$prefix/lib/lib$lib.so"
    cat > "$prefix/lib/pkgconfig/$lib.pc" <<PC
Name: $lib
Description: Apache Arrow C++ from the pyarrow wheel
Version: $version
Libs: -L$prefix/lib -l$lib
Cflags: -I$prefix/include
PC
  done
  if [ "$prefix" = /usr/local ]; then ldconfig; fi
}

system_packages
at_least simdjson 3 https://simdjson.org
# Older ones follow entities that expand without end.
at_least expat 2.4.1 https://libexpat.github.io
[ "$(uname)" = Darwin ] || at_least libcurl 7.80 https://curl.se
if [ "$prefix" != /usr/local ] && [ -d "$prefix/lib/pkgconfig" ]; then
  PKG_CONFIG_PATH="$prefix/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
  export PKG_CONFIG_PATH
fi
arrow_found || arrow_from_wheel
if [ "$prefix" != /usr/local ] && [ -d "$prefix/lib/pkgconfig" ]; then
  say "to build and run by hand: export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib"
fi
