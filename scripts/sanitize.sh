#!/usr/bin/env bash
# Runs tests under the compiler's sanitizers, in a build of its own for each: half an hour and
# some gigabytes. KIND is `thread` or `address`; without it both run.
set -euo pipefail
cd "$(dirname "$0")/.."

run() {
  local kind=$1
  shift
  swift build --build-tests --sanitize="$kind" --scratch-path ".build-$kind"
  swift test --skip-build --sanitize="$kind" --scratch-path ".build-$kind" "$@"
}

# The store's writer and readers, parallel scans, imports in parts, servers and clients.
thread() {
  export TSAN_OPTIONS="exitcode=66 suppressions=$PWD/scripts/thread-sanitizer.txt"
  run thread --filter 'SnapshotIsolationTests|CheckedColumnsTests|ParallelTasksTests|MonthPartTests|SameBytesTests|LoopbackServerTests|AsyncHTTPTransportTests|ConnectionTests|StreamedBodyTests'
}

# The modules in which bytes from outside meet C walls or pointers, and the importer, which brings bytes to them.
address() {
  # Leaks are not looked for: the runtime keeps metadata and the test library its tests until the end.
  export ASAN_OPTIONS="detect_leaks=0"
  # Freed memory is kept for a while, to find its later use: tests that measure memory cannot pass,
  # nor one that has a limit of time.
  run address --skip 'memory does not grow' --skip 'a race of thirty thousand runners' \
    --filter '^(ColumnsTests|SystemFilesTests|TextEncodingsTests|TabularFilesTests|WorkbooksTests|ColumnStoreTests|KernelsTests|YAMLTextTests|HTTPTransportTests|MappingsTests|RowReadingTests|RaceMergingTests|RacingImportTests)\.'
}

case ${KIND:-both} in
  thread | address) "$KIND" ;;
  both)
    thread
    address
    ;;
  *)
    echo "KIND: found $KIND; expected thread, address or both" >&2
    exit 2
    ;;
esac
