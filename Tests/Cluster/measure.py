#!/usr/bin/env python3
"""Measures one report on the local engine and on Spark with one and two workers; prints a table.

    Tests/Cluster/measure.py --railbird .build/release/railbird --runners 1000000,10000000

The seconds are the whole program's, the median of the runs on a warm server. The bytes that one run writes
for a shuffle are Spark's own count.
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

QUESTION = ["--by", "jockey,trainer,jockey+trainer"]


def seconds(work):
    begun = time.monotonic()
    work()
    return time.monotonic() - begun


def shuffled(machines):
    """Returns the bytes that all stages so far have written for a shuffle."""
    base = f"http://127.0.0.1:{machines.driver_page}/api/v1/applications"
    return sum(stage["shuffleWriteBytes"] for application in spark.ask(base)
               for stage in spark.ask(f"{base}/{application['id']}/stages"))


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def measure(checks, runners, workers, runs):
    # Starts the executors and compiles the queries, over a month instead of all years.
    checks.remote([*QUESTION, "--windows", "30d"], "warm")
    before = shuffled(checks.cluster)
    times = [seconds(lambda: checks.remote(QUESTION, "cluster")) for _ in range(runs)]
    moved = (shuffled(checks.cluster) - before) / runs
    local = [seconds(lambda: checks.local(QUESTION, "local")) for _ in range(runs)]
    checks.same("local", "cluster")
    size = sum(path.stat().st_size for path in checks.dataset.rglob("*.parquet"))
    row(f"{runners:,}", workers, f"{statistics.median(times):.1f}", f"{statistics.median(local):.2f}",
        f"{size / 1e6:.0f}", f"{moved / 1e6:.0f}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--railbird", required=True, type=pathlib.Path, help="the built program")
    parser.add_argument("--runners", default="1000000", help="numbers of runners, by commas")
    parser.add_argument("--runs", type=int, default=3, help="timed runs of each side")
    parser.add_argument("--cache", type=pathlib.Path, default=cluster.REPOSITORY / ".build/spark")
    options = parser.parse_args()
    cluster.prepare_for_minutes()
    spark.check_machine()
    home = spark.home(str(options.cache))
    row("runners", "workers", "Spark, s", "local, s", "dataset, MB", "shuffled, MB")
    row(*["---"] * 6)
    for runners in map(int, options.runners.split(",")):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="railbird-measure-"))
        try:
            data = argparse.Namespace(rounds=1, questions=[], runners=runners, files=None, format="railbird")
            checks = cluster.Checks(options.railbird, None, folder, data)
            for workers in [1, 2]:
                with spark.Cluster(home, str(folder / f"spark{workers}"), workers) as machines:
                    checks.cluster = machines
                    measure(checks, runners, workers, options.runs)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
