#!/usr/bin/env python3
"""Runs reports on a real Spark cluster on this machine and holds them against the local engine.

    Tests/Cluster/cluster.py --railbird .build/debug/railbird
    Tests/Cluster/cluster.py --railbird .build/release/railbird --rounds 10 --runners 10000000 --questions filter \
        --only reports,killed_executor,killed_worker
    Tests/Cluster/cluster.py --railbird .build/debug/railbird --serve
    Tests/Cluster/cluster.py --railbird .build/debug/railbird --format hkjc --import results.csv.zst
    Tests/Cluster/cluster.py --railbird .build/debug/railbird --only reports,interrupt

A master, two workers and a Connect server run on 127.0.0.1; the folder of `--cache` keeps Spark, which is
fetched once (456 MB), unless SPARK_HOME names one. Prints one line for each check and ends with 1 if any
failed; where Java, memory or Spark are missing it says so and ends with 0. `--serve` starts the cluster,
prints its address and a dataset, and waits for Ctrl-C.
"""

import argparse
import filecmp
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import spark  # noqa: E402
import streams  # noqa: E402

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
TOKEN = "cluster-test-token"
# Longer than any report here takes, on a cold and busy machine too.
PATIENCE = 600

# A question's name and its options.
QUESTIONS = {
    "plain": ["--by", "jockey,trainer,jockey+trainer"],
    "filter": ["--by", "jockey,trainer,jockey+trainer", "--where",
               "sp < 10 and field_size >= 6", "--windows", "90d,all"],
    "aliases": ["--by", "jockey,trainer,jockey+trainer", "--as-of", "2024-06-01"],
    "shown": ["--by", "jockey+trainer,course", "--min-runs", "5", "--order-by", "sp_roi", "--top",
              "7", "--totals", "--commission", "0.02"],
}


def prepare_for_minutes():
    """Sets the cluster and this script up for queries of minutes."""
    global PATIENCE
    PATIENCE = 3600
    spark.prepare_for_minutes()


class Failed(Exception):
    """A check whose answer is not the expected one."""


class Checks:
    """The checks, over one cluster, one store and its dataset."""

    def __init__(self, railbird, cluster, folder, options):
        self.railbird, self.rounds = str(railbird.resolve()), options.rounds
        self.questions = options.questions
        self.cluster, self.folder = cluster, folder
        self.store, self.dataset = folder / "store", folder / "dataset"
        self.uri = "file://" + str(self.dataset)
        self.make_data(options)

    def make_data(self, options):
        sources = options.files or [str(REPOSITORY / "Datasets/sample/runners.csv")]
        if options.runners:
            sources = [str(self.folder / "runners.parquet")]
            self.run("generate", "--runners", str(options.runners), "--out", sources[0])
        self.run("import", "--store", str(self.store), "--format", options.format, *sources)
        self.run("export", "--store", str(self.store), "--to", "parquet", "--partition", "month",
                 "--incremental", "--out", str(self.dataset))
        names = self.names()
        self.local(QUESTIONS["plain"], "local-plain")
        (self.folder / "aliases.csv").write_text(
            "role,spelling,name\n" + "".join(f"jockey,{a},{b}\n" for a, b in zip(names[::2], names[1::2])))

    def names(self):
        """Returns some jockeys' names, of which every other becomes an alias of the next."""
        self.local(["--by", "jockey"], "names")
        lines = (self.folder / "names" / "jockey.csv").read_text().splitlines()[1:]
        names = sorted({line.split(",")[0] for line in lines if '"' not in line})
        return names[:20]

    # Runs of the program.

    def run(self, *arguments, code=0, environment=None):
        done = subprocess.run([self.railbird, *arguments], capture_output=True, text=True,
                              timeout=PATIENCE, env={**os.environ, **(environment or {})})
        if done.returncode != code:
            raise Failed(f"{arguments[0]} ended with {done.returncode}; expected {code}: "
                         f"{done.stderr.strip()[-600:]}")
        return done

    def options(self, name):
        extra = ["--aliases", str(self.folder / "aliases.csv")] if name in ["aliases", "filter"] else []
        return QUESTIONS[name] + extra

    def local(self, options, out):
        self.run("report", "--store", str(self.store), *options, "--quiet", "--out",
                 str(self.folder / out))

    def command(self, options, out, address=None, dataset=None):
        return [self.railbird, "report", "--engine", address or self.cluster.address, "--dataset",
                dataset or self.uri, *options, "--out", str(self.folder / out)]

    def remote(self, options, out, **others):
        return self.run(*self.command(options, out, **others)[1:])

    def same(self, one, other):
        """Holds two folders of files against each other, byte by byte."""
        one, other = self.folder / one, self.folder / other
        names = sorted(os.listdir(one))
        if names != sorted(os.listdir(other)):
            raise Failed(f"found the files {sorted(os.listdir(other))}; expected {names}")
        for name in names:
            if not filecmp.cmp(one / name, other / name, shallow=False):
                raise Failed(f"{name}: found other bytes than the local report's; {first_difference(one / name, other / name)}")

    def refused(self, text, *options, code=1, address=None, dataset=None, environment=None):
        """Expects a report to fail at once with a text."""
        command = self.command(["--by", "jockey", *options], "refused", address, dataset)
        done = self.run(*command[1:], code=code, environment=environment)
        if text not in done.stderr:
            raise Failed(f"found {done.stderr.strip()!r}; expected {text!r}")
        if TOKEN in done.stderr:
            raise Failed("found the token in a message")

    def start_and_wait(self, options, out):
        """Starts a report and waits until the cluster works on it."""
        process = subprocess.Popen(self.command(options, out), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + PATIENCE
        while not self.cluster.running_jobs():
            if process.poll() is not None or time.monotonic() > end:
                raise Failed(f"no job ran before the report ended: {process.communicate()[1][-600:]}")
            time.sleep(0.02)
        return process

    def finish(self, process, code=0):
        text = process.communicate(timeout=PATIENCE)[1]
        if process.returncode != code:
            raise Failed(f"found the exit code {process.returncode}; expected {code}: {text[-600:]}")
        return text

    # The checks, in order; each returns what it has to say.

    def reports(self):
        for name in self.questions:
            self.local(self.options(name), f"local-{name}")
        begun = time.monotonic()
        for round in range(self.rounds):
            for name in self.questions:
                self.remote(self.options(name), f"cluster-{name}")
                self.same(f"local-{name}", f"cluster-{name}")
        each = (time.monotonic() - begun) / self.rounds / len(self.questions)
        return f"{self.rounds} × {len(self.questions)} reports, byte for byte; {each:.1f} s each"

    def drift(self):
        """Holds the drift of invented streams against the local engine's."""
        folder, ticks = self.folder / "streams", self.folder / "ticks"
        folder.mkdir()
        races = streams.races(REPOSITORY / "Datasets/sample/runners.csv", 60)
        for number, race in enumerate(races):
            (folder / f"1.{70000 + number}").write_text(streams.stream(number, race, 400))
        self.run("ticks", "--store", str(self.store), "--out", str(ticks), str(folder))
        for key in ["jockey", "trainer"]:
            asked = ["drift", "--by", key, "--minutes", "60,10,1", "--quiet", "--out"]
            self.run(*asked, str(self.folder / f"local-{key}"), "--ticks", str(ticks))
            self.run(*asked, str(self.folder / f"cluster-{key}"), "--engine",
                     self.cluster.address, "--dataset", f"file://{ticks}")
            self.same(f"local-{key}", f"cluster-{key}")
        return f"{len(races)} markets by jockey and trainer, byte for byte"

    def messages(self):
        nobody = f"127.0.0.1:{spark.free_ports(1)}"
        self.refused("no Spark Connect server can be reached", address="sc://" + nobody)
        page = f"127.0.0.1:{self.cluster.master_page}"
        self.refused("expected a Spark Connect server", address="sc://" + page)
        self.refused("the address of a Spark Connect server", code=64,
                     address=f"spark://127.0.0.1:{self.cluster.master_port}")
        self.refused("a token in the address", code=64,
                     address=f"{self.cluster.address}/;token={TOKEN}")
        # A token for another machine goes by TLS alone.
        self.refused("without TLS", code=64, address="sc://spark.example:15002",
                     environment={"RAILBIRD_SPARK_TOKEN": TOKEN})
        self.refused("the cluster finds no such file or folder", dataset="file:///nowhere/racing")
        self.refused("--format", "--format", "html", code=64)
        self.refused("--keep-sums", "--keep-sums", code=64)
        return "eight, each its own sentence"

    def wrong_schema(self):
        """Asks for datasets of which a file lacks a column, or has another type than is promised."""
        for column in ["headgear", "race_day"]:
            other = self.folder / f"dataset-without-{column}"
            shutil.copytree(self.dataset, other)
            script = ("import sys, pyarrow.parquet as pq\n"
                      "column, path = sys.argv[1:]\n"
                      "table = pq.ParquetFile(path).read()\n"
                      "pq.write_table(table.drop_columns([column]), path)\n")
            if not self.pyarrow(script, column, sorted((other / "starters").glob("month=*/*"))[-1]):
                return "not tried: pyarrow is not in .deps/python (scripts/test-packages.sh)"
            # Spark would read the column as nulls.
            self.refused("as the manifest has it", dataset="file://" + str(other))
        other = self.folder / "other-dataset"
        shutil.copytree(self.dataset, other)
        files = sorted((other / "starters").glob("month=*/*.parquet"))
        script = ("import sys, pyarrow.parquet as pq\n"
                  "for path in sys.argv[1:]:\n"
                  "  table = pq.ParquetFile(path).read()\n"
                  "  place = table.schema.get_field_index('race_day')\n"
                  "  texts = table.column('race_day').cast('string')\n"
                  "  pq.write_table(table.set_column(place, 'race_day', texts), path)\n")
        if not self.pyarrow(script, *files):
            raise Failed("pyarrow could not write the files")
        self.refused("as the manifest has it", dataset="file://" + str(other))
        seal(other)
        self.refused("the files on the cluster have other columns than expected",
                     dataset="file://" + str(other))
        return "a column too few and text in place of a number are told"

    def pyarrow(self, script, *arguments):
        """Runs a script; returns whether there is pyarrow."""
        done = subprocess.run(
            [sys.executable, "-c", script, *map(str, arguments)], capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY / ".deps/python")})
        if done.returncode and "No module named" not in done.stderr:
            raise Failed(done.stderr[-600:])
        return not done.returncode

    def missing(self):
        """Asks for datasets of which a file is gone, which Spark passes over in silence, or cut."""
        other = self.folder / "short-dataset"
        shutil.copytree(self.dataset, other)
        sorted((other / "starters").glob("month=*/*.parquet"))[-1].unlink()
        self.refused("found no such file", dataset="file://" + str(other))
        ticks = self.folder / "short-ticks"
        (self.folder / "1.99").write_text(
            streams.stream(29999, streams.races(REPOSITORY / "Datasets/sample/runners.csv", 1)[0], 40))
        self.run("ticks", "--out", str(ticks), str(self.folder / "1.99"))
        cut = next((ticks / "ticks").glob("month=*/*.parquet"))
        os.truncate(cut, cut.stat().st_size - 1)
        done = self.run("drift", "--out", str(self.folder / "refused"), "--engine",
                        self.cluster.address, "--dataset", f"file://{ticks}", code=1)
        if "as the manifest has it" not in done.stderr:
            raise Failed(f"found {done.stderr.strip()!r}; expected a cut file")
        return "a report without one of its files is refused, and drift of a cut file"

    def far_day(self):
        """Holds the note on a race far ahead, which decides the day, against the local report's."""
        store, dataset = self.folder / "far-store", self.folder / "far-dataset"
        rows = self.folder / "far.csv"
        rows.write_text("race_id,date,number,horse,jockey,position,sp,course,country\n"
                        "a,2024-05-03,1,Ann,Jo,1,2.5,Ayr,GB\nb,2099-05-03,1,Bea,Jo,1,3.5,Ayr,GB\n")
        self.run("import", "--store", str(store), "--format", "railbird", str(rows))
        self.run("export", "--store", str(store), "--to", "parquet", "--partition", "month",
                 "--table", "starters", "--out", str(dataset))
        asked = ["--by", "jockey", "--out", str(self.folder / "far")]
        local = self.run("report", "--store", str(store), *asked).stderr
        far = self.run("report", "--engine", self.cluster.address, "--dataset",
                       "file://" + str(dataset), *asked).stderr
        notes = [[line for line in text.splitlines() if "decides the day" in line]
                 for text in [local, far]]
        if len(notes[0]) != 1 or notes[0] != notes[1]:
            raise Failed(f"found {notes[1]}; expected {notes[0]}")
        return "the race that decides the day is named as by a local report"

    def rules(self):
        """Holds facts of earlier runs by other rules than the usual ones against the local report's."""
        asked = ["--by", "runs_since_break", "--break-days", "20"]
        self.refused("--break-days: found 20 days; expected the dataset's 60", "--where", "runs_since_break > 0",
                     *asked[2:], code=64)
        other = self.folder / "rules-dataset"
        self.run("export", "--store", str(self.store), "--to", "parquet", "--partition", "month", "--table",
                 "starters", *asked[2:], "--out", str(other))
        self.local(asked, "local-rules")
        self.remote(asked, "cluster-rules", dataset="file://" + str(other))
        self.same("local-rules", "cluster-rules")
        return "runs since a break of 20 days, byte for byte; another dataset refuses them"

    def settings(self):
        """Asks a server whose own settings would change answers or pass over damage."""
        server = self.cluster.run_connect(
            "contrary", "local[1]", self.cluster.token_port, self.cluster.token_page,
            {"spark.sql.ansi.enabled": "false", "spark.sql.session.timeZone": "Asia/Tokyo",
             "spark.sql.caseSensitive": "true", "spark.sql.parser.escapedStringLiterals": "true",
             "spark.sql.parser.quotedRegexColumnNames": "true",
             "spark.sql.files.ignoreCorruptFiles": "true",
             "spark.sql.files.ignoreMissingFiles": "true"})
        server.wait_for(lambda: spark.listens(self.cluster.token_port))
        address = f"sc://127.0.0.1:{self.cluster.token_port}"
        # A quote and a backslash are what the settings change the meaning of.
        asked = ["--by", "jockey", "--where",
                 r"""jockey != "Fiona O'Dugath" and trainer != "Fiona O'Dugath" and horse != 'O''Neil \ x'"""]
        # The store has none of these names.
        asked.append("--allow-empty")
        self.local(asked, "local-quoted")
        self.remote(asked, "cluster-quoted", address=address)
        self.same("local-quoted", "cluster-quoted")
        other = self.folder / "cut-dataset"
        shutil.copytree(self.dataset, other)
        cut = sorted((other / "starters").glob("month=*/*.parquet"))[-1]
        os.truncate(cut, cut.stat().st_size // 2)
        self.refused("as the manifest has it", dataset="file://" + str(other), address=address)
        # With the size of the cut file in its manifest, Spark has to notice it.
        seal(other)
        self.refused("the cluster cannot run the query", dataset="file://" + str(other),
                     address=address)
        return "seven contrary ones change nothing, and a cut file is told"

    def mistakes(self):
        """Holds the words and the exit code of a wrong question against the local engine's."""
        asked = ["--by", "jockey", "--where", "price_early < 3"]
        local = self.run("report", "--store", str(self.store), *asked, "--quiet", "--out",
                         str(self.folder / "mistake"), code=64)
        self.refused(local.stderr.strip(), *asked[2:], code=64)
        for asked in (["--where", "jockey = 'Lucy Brubian'"], ["--where", "number > 900"]):
            local = self.run("report", "--store", str(self.store), "--by", "jockey", *asked, "--quiet",
                             "--out", str(self.folder / "mistake"), code=1)
            self.refused(local.stderr.strip(), *asked)
        return "an unknown price, an unknown name and no runner, in the words of the local report"

    def token(self):
        self.cluster.run_token_server(TOKEN)
        address = f"sc://127.0.0.1:{self.cluster.token_port}"
        self.refused("the server refuses the token", address=address)
        self.refused("the server refuses the token", address=address,
                     environment={"RAILBIRD_SPARK_TOKEN": "another"})
        secret = self.folder / "credentials"
        secret.write_text(f"RAILBIRD_SPARK_TOKEN={TOKEN}\n")
        secret.chmod(0o600)
        self.remote([*self.options("plain"), "--credentials", str(secret)], "token",
                    address=address)
        self.same("local-plain", "token")
        return "none and another refused, the right one taken"

    def interrupt(self):
        slowest = 0
        for number, name in [(signal.SIGINT, "SIGINT"), (signal.SIGTERM, "SIGTERM")]:
            # A query that could end by itself would pass for an interrupted one.
            with self.cluster.stopped_executors():
                process = self.start_and_wait(self.options("plain"), "interrupted")
                begun = time.monotonic()
                process.send_signal(number)
                self.until_idle(begun, name)
                slowest = max(slowest, time.monotonic() - begun)
                self.finish(process, code=130)
        return f"the query ended after {slowest:.1f} s at most, and the program with it"

    def until_idle(self, begun, name):
        quiet = 0
        # A query has several jobs, and between two of them none runs for a moment.
        while quiet < 10:
            quiet = 0 if self.cluster.running_jobs() else quiet + 1
            if not quiet and time.monotonic() - begun > 2:
                raise Failed(f"{name}: the query still ran on the server after 2 s")
            time.sleep(0.02)

    def time_limit(self):
        with self.cluster.stopped_executors():
            done = self.run(*self.command(self.options("plain"), "late")[1:], "--engine-timeout",
                            "1s", code=1)
            if "no query is left on the server" not in done.stderr:
                raise Failed(f"found {done.stderr.strip()!r}; expected a time limit")
            self.until_idle(time.monotonic(), "time limit")
        return "a second's limit was kept, and no query is left"

    def clients(self, count=20):
        failures = []
        question = ["--by", "jockey"]
        self.local(question, "local-jockeys")

        def one(index):
            try:
                self.remote(question, f"client-{index}")
                self.same("local-jockeys", f"client-{index}")
            except Exception as failure:  # noqa: BLE001 a thread's failure is told by the check
                failures.append(f"client {index}: {failure}")

        begun = time.monotonic()
        threads = [threading.Thread(target=one, args=[index]) for index in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise Failed("; ".join(failures[:3]))
        return f"{count} at once, the same bytes, {time.monotonic() - begun:.0f} s"

    def session(self):
        """Runs the Swift tests of the session: overflow, types, interruption, many at once."""
        done = subprocess.run(
            ["swift", "test", "--skip-build", "--ignore-lock", "--filter", "LiveSparkTests"],
            cwd=REPOSITORY, capture_output=True, text=True, timeout=PATIENCE,
            env={**os.environ, "RAILBIRD_SPARK": self.cluster.address})
        if done.returncode:
            raise Failed((done.stdout + done.stderr)[-1500:])
        # One of the tests cancels a query that would last for hours.
        self.until_idle(time.monotonic(), "a cancelled query")
        passed = [line for line in done.stdout.splitlines() if "Test run with" in line]
        return passed[-1].split("Test run with ")[-1] if passed else "no tests"

    def killed_executor(self):
        process = self.start_and_wait(self.options("plain"), "no-executor")
        victims = self.cluster.executors()
        if not victims:
            raise Failed("found no executor; expected two")
        os.kill(victims[0], signal.SIGKILL)
        self.finish(process)
        self.same("local-plain", "no-executor")
        return "killed in mid-query; the same bytes"

    def killed_worker(self):
        process = self.start_and_wait(self.options("plain"), "no-worker")
        worker = self.cluster.workers[0]
        children = [pid for pid in self.cluster.executors()
                    if spark.parent(pid) == worker.process.pid]
        worker.kill()
        for pid in children:
            os.kill(pid, signal.SIGKILL)
        self.finish(process)
        self.same("local-plain", "no-worker")
        return "killed with its executor in mid-query; the same bytes"


def seal(dataset):
    """Makes a dataset's manifest give the sizes of its files as they are now."""
    path = dataset / "manifest.json"
    manifest = json.loads(path.read_text())
    for table in manifest["tables"].values():
        for month in table["months"]:
            for file in month["files"]:
                file["bytes"] = (dataset / file["path"]).stat().st_size

    def line():
        return json.dumps(manifest, separators=(",", ":"), ensure_ascii=False)

    manifest["sha256"] = ""
    manifest["sha256"] = hashlib.sha256(line().encode()).hexdigest()
    path.write_text(line() + "\n")


def first_difference(one, other):
    pairs = zip(open(one, "rb").readlines() + [b""], open(other, "rb").readlines() + [b""])
    for number, (expected, found) in enumerate(pairs, 1):
        if expected != found:
            return f"line {number}: found {found!r:.300}; expected {expected!r:.300}"
    return "one is longer"


# The worker's death comes last: the cluster has one less from then on.
ORDER = ["reports", "drift", "messages", "mistakes", "wrong_schema", "missing", "far_day", "rules",
         "settings", "token", "interrupt", "time_limit", "clients", "session", "killed_executor", "killed_worker"]


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--railbird", required=True, type=pathlib.Path, help="the built program")
    parser.add_argument("--only", help="checks, by commas: " + ", ".join(ORDER))
    parser.add_argument("--rounds", type=int, default=1, help="how often each report is compared")
    parser.add_argument("--questions", default=",".join(QUESTIONS),
                        help="those that are compared, by commas: " + ", ".join(QUESTIONS))
    parser.add_argument("--runners", type=int, default=0,
                        help="generated runners in place of the sample's 5,000")
    parser.add_argument("--import", dest="files", nargs="+", metavar="FILE",
                        help="files to import in place of the sample")
    parser.add_argument("--format", default="railbird", help="the format of --import, as of `railbird import`")
    parser.add_argument("--cache", type=pathlib.Path, default=REPOSITORY / ".build/spark",
                        help="where Spark is kept")
    parser.add_argument("--serve", action="store_true", help="start the cluster and wait")
    parser.add_argument("--keep", action="store_true", help="leave the folder of logs and data")
    options = parser.parse_args()
    options.questions = options.questions.split(",")
    for name in options.questions:
        if name not in QUESTIONS:
            parser.error(f"--questions: found {name!r}; expected one of {', '.join(QUESTIONS)}")
    if options.runners and options.files:
        parser.error("--import: found --runners too; expected one of them")
    if options.format != "railbird" and not options.files:
        parser.error("--format: found no --import; expected the files of that format")
    return options


def main():
    options = arguments()
    names = options.only.split(",") if options.only else ORDER
    for name in names:
        if name not in ORDER:
            sys.exit(f"--only: found {name!r}; expected one of {', '.join(ORDER)}")
    if not os.access(options.railbird, os.X_OK):
        sys.exit(f"--railbird: found no program {options.railbird}; expected a built one")
    if options.runners >= 1_000_000:
        prepare_for_minutes()
    # A stop by hand still ends the processes.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="railbird-cluster-"))
    failed = []
    try:
        spark.check_machine()
        home = spark.home(str(options.cache))
        begun = time.monotonic()
        with spark.Cluster(home, str(folder / "spark")) as cluster:
            tell("cluster", "ready", time.monotonic() - begun, f"{cluster.address}, two workers")
            checks = Checks(options.railbird, cluster, folder, options)
            if options.serve:
                print(f"--engine {cluster.address} --dataset {checks.uri}", flush=True)
                signal.pause()
            for name in names:
                failed += [] if passes(name, getattr(checks, name), cluster) else [name]
    except spark.Absent as absence:
        print(f"cluster tests skipped: {absence}")
        return 0
    except KeyboardInterrupt:
        return 130
    finally:
        if options.keep or failed:
            print(f"logs and data: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    # The last line of a long log names them.
    print(f"{len(names) - len(failed)} of {len(names)} checks passed", *([f"failed: {', '.join(failed)}"] if failed else []), sep="; ")
    return 1 if failed else 0


def passes(name, check, cluster):
    begun = time.monotonic()
    try:
        tell(name, "passed", None, check(), begun)
        return True
    except (Failed, RuntimeError, subprocess.TimeoutExpired) as failure:
        tell(name, "FAILED", None, str(failure), begun)
    except Exception:  # noqa: BLE001 a fault of this frame must not hide the other checks
        tell(name, "FAILED", None, traceback.format_exc(), begun)
    finally:
        cluster.stop_own_servers()
    print(cluster.connect.tail(), flush=True)
    return False


def tell(name, result, seconds, text, begun=None):
    seconds = time.monotonic() - begun if begun else seconds
    print(f"{name:16} {result}  {seconds:6.1f} s  {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
