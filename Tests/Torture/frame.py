"""The parts that all sections share: a run of the program, a section's context, and the table."""

import dataclasses
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
# Longer than any command here takes, in a debug build on a busy machine; one that still runs then hangs.
PATIENCE = 120
# More memory than any input is worth.
MOST_KB = 1_500_000
HUNG = -1000


@dataclasses.dataclass
class Row:
    """A line of the table: what was tried, the figures, and how often something was lost."""

    subject: str
    figures: str
    lost: int = 0
    section: str = ""


@dataclasses.dataclass
class Result:
    """A run of the program. `code` is negative after a signal, and `HUNG` if it had to be ended."""

    code: int
    stdout: str
    stderr: str
    seconds: float
    peak_kb: int

    @property
    def crashed(self):
        """Whether a signal ended it, or the runtime's own report of a crash is in its output."""
        return self.code < 0 or "Program crashed" in self.stderr or "Fatal error" in self.stderr


class Context:
    """What a section works with: the program, a folder, its time, and a place to tell of losses."""

    def __init__(self, name, title, railbird, work, seconds, workers, seed):
        self.name, self.title, self.railbird = name, title, railbird
        self.work, self.seconds, self.workers = work, seconds, max(1, workers)
        self.random = random.Random(f"{seed} {name}")
        self.begun = time.monotonic()
        self.losses = []
        self._lock = threading.Lock()
        work.mkdir(parents=True)

    # Time.

    def left(self):
        """Seconds of the section's time that are left, never negative."""
        return max(0.0, self.seconds - (time.monotonic() - self.begun))

    # Running the program.

    def run(self, arguments, env=None, patience=PATIENCE, address_space=None, open_files=None, stdin=None,
            cwd=None):
        """Runs railbird with arguments to its end; `address_space` limits it, in bytes, and `open_files`."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith("RAILBIRD_")}
        # A crash is known by its signal; the backtrace would take seconds.
        environment.update({"SWIFT_BACKTRACE": "enable=no", "no_proxy": "127.0.0.1"}, **(env or {}))

        # The limit is set by a shell: Python may not run code of ours between fork and exec.
        limits = [f"ulimit -v {address_space >> 10}"] if address_space else []
        limits += [f"ulimit -n {open_files}"] if open_files else []
        shell = ["sh", "-c", " && ".join([*limits, 'exec "$0" "$@"'])] if limits else []
        start = time.monotonic()
        process = subprocess.Popen(
            shell + [str(self.railbird), *map(str, arguments)], env=environment, cwd=cwd or self.work,
            stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        hung = threading.Event()

        def end():
            hung.set()
            os.kill(process.pid, signal.SIGKILL)

        timer = threading.Timer(patience, end)
        timer.start()
        usage = {}

        # The process is waited for here alone: only so its own peak of memory is known.
        def wait():
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            usage["peak"] = used.ru_maxrss

        outputs = {}
        readers = [
            threading.Thread(target=lambda n=n, f=f: outputs.__setitem__(n, f.read()))
            for n, f in [("out", process.stdout), ("err", process.stderr)]]
        for reader in readers:
            reader.start()
        if stdin is not None:
            try:
                process.stdin.write(stdin if isinstance(stdin, bytes) else stdin.encode())
                process.stdin.close()
            except BrokenPipeError:
                pass
        wait()
        timer.cancel()
        for reader in readers:
            reader.join()
        process.stdout.close()
        process.stderr.close()
        return Result(
            HUNG if hung.is_set() else process.returncode,
            outputs["out"].decode(errors="replace"), outputs["err"].decode(errors="replace"),
            time.monotonic() - start, usage["peak"])

    def must(self, arguments, **options):
        """Runs railbird where a failure is the torture's own: it ends the section."""
        result = self.run(arguments, **options)
        if result.code != 0:
            raise RuntimeError(f"{arguments}: exit {result.code}: {result.stdout}{result.stderr}")
        return result

    def map(self, work, items):
        """Runs `work` on each item, `workers` at a time; returns the results in order."""
        with ThreadPoolExecutor(self.workers) as pool:
            return list(pool.map(work, items))

    # Files.

    def folder(self, name):
        """A new, empty folder of the section."""
        path = self.work / name
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
        return path

    def shim(self, source):
        """Compiles a C file of the repository into a library to preload; returns its path."""
        source = REPOSITORY / source
        library = self.work.parent / (source.stem + ".so")
        with self._lock:
            if not library.exists():
                subprocess.run(
                    ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-pthread", "-o", library, source, "-ldl"],
                    check=True)
        return str(library)

    # Losses.

    def lose(self, text):
        """Tells of something lost: it is printed at once, and the torture ends with 1."""
        with self._lock:
            self.losses.append(text)
            print(f"LOST in {self.title}: {text}", file=sys.stderr, flush=True)


def files(folder, but=("LOCK",)):
    """The bytes of all files below a folder, by their paths in it."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file() and not path.is_symlink() and path.name not in but:
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found


def count(number):
    return f"{number:,}"


def table(rows):
    """The rows as aligned text; a section is named once."""
    cells, last = [("section", "tried", "found", "lost")], None
    for row in rows:
        cells.append((row.section if row.section != last else "", row.subject, row.figures, count(row.lost)))
        last = row.section
    widths = [max(len(line[column]) for line in cells) for column in range(4)]
    lines = []
    for line in cells:
        text = "  ".join(line[column].ljust(widths[column]) for column in range(3))
        lines.append(f"{text}  {line[3].rjust(widths[3])}".rstrip())
    lines.insert(1, "-" * (sum(widths) + 6))
    return "\n".join(lines)
