#!/usr/bin/env python3
"""Measures one report on the local engine and on Spark with one and two workers; prints a table.

    Tests/Cluster/measure.py --railbird .build/release/railbird --runners 1000000,10000000

Spark's seconds are those of the whole program, the median of three runs on a warm server. The bytes are
Spark's own counts for one run: read from the dataset's files, and written for a shuffle.
"""

import argparse
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import cluster  # noqa: E402
import spark  # noqa: E402

# Runs of minutes are worth the compiler that the tests leave out.
spark.JVM = "-XX:+UseSerialGC"
QUESTION = ["--by", "jockey,trainer,jockey+trainer"]
RUNS = 3


def seconds(work):
    begun = time.monotonic()
    work()
    return time.monotonic() - begun


def counted(machines):
    """Returns the bytes that all stages so far have read and shuffled."""
    base = f"http://127.0.0.1:{machines.driver_page}/api/v1/applications"
    stages = [stage for application in spark.ask(base)
              for stage in spark.ask(f"{base}/{application['id']}/stages")]
    return [sum(stage[name] for stage in stages) for name in ["inputBytes", "shuffleWriteBytes"]]


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def measure(checks, runners, workers):
    # The first run starts the executors and compiles; the counts are of a second one.
    checks.remote(QUESTION, "cluster")
    before = counted(checks.cluster)
    checks.remote(QUESTION, "cluster")
    read, shuffled = (after - b for after, b in zip(counted(checks.cluster), before))
    times = [seconds(lambda: checks.remote(QUESTION, "cluster")) for _ in range(RUNS)]
    checks.local(QUESTION, "local")
    checks.same("local", "cluster")
    local = [seconds(lambda: checks.local(QUESTION, "local")) for _ in range(RUNS)]
    size = sum(path.stat().st_size for path in checks.dataset.rglob("*.parquet"))
    row(f"{runners:,}", workers, f"{statistics.median(times):.1f}", f"{statistics.median(local):.2f}",
        f"{size / 1e6:.0f}", f"{read / 1e6:.0f}", f"{shuffled / 1e6:.1f}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--railbird", required=True, type=pathlib.Path, help="the built program")
    parser.add_argument("--runners", default="1000000", help="numbers of runners, by commas")
    parser.add_argument("--cache", type=pathlib.Path, default=cluster.REPOSITORY / ".build/spark")
    options = parser.parse_args()
    spark.check_machine()
    home = spark.home(str(options.cache))
    row("runners", "workers", "Spark, s", "local, s", "dataset, MB", "read, MB", "shuffled, MB")
    row(*["---"] * 7)
    for runners in map(int, options.runners.split(",")):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="railbird-measure-"))
        try:
            checks = cluster.Checks(options.railbird, None, folder, runners)
            for workers in [1, 2]:
                with spark.Cluster(home, str(folder / f"spark{workers}"), workers) as machines:
                    checks.cluster = machines
                    measure(checks, runners, workers)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
