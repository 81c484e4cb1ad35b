"""Every system call on files failed in turn, while a command writes or reads a store.

The Nth call of a kind fails, alone or with all later ones, or the process is killed in its place, by
`Tests/Faults/faults.c`. The command either ends well, with the right result, or with an exit code and a message that
tells the path and the system's reason; the store is as before or as after, without drafts; and the next command
completes. A sync that failed is never made again.
"""

import collections
import shutil
import threading
import time

from frame import Row, count, files
from stores import OPERATIONS, READING, Place, Sandbox, look, write_files

TITLE = "failed calls"
WEIGHT = 5
LIBRARY = "Tests/Faults/faults.c"
NEXT_EVERY = 4
LEAST_SECONDS = 4
# Failures of each operation, however short the time.
LEAST_FAILURES = 8
# Exit codes of a command that failed: 1, and 74 where the change is stored.
FAILED, STORED = 1, 74

ERRORS = {
    "open": ["EIO", "ENOSPC", "EDQUOT", "EMFILE", "EACCES", "EINTR"],
    "read": ["EIO", "EINTR"],
    "write": ["EIO", "ENOSPC", "EDQUOT", "EINTR", "short"],
    "fsync": ["EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "rename": ["EIO", "ENOSPC", "EDQUOT", "EACCES", "EINTR"],
    "ftruncate": ["EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "mmap": ["ENOMEM", "EACCES", "EMFILE"],
    "mkdir": ["EIO", "ENOSPC", "EDQUOT", "EACCES"],
    "flock": ["EINTR", "EIO", "ENOLCK"],
    "stat": ["EIO", "EACCES", "EINTR"],
    "fstat": ["EIO", "EINTR"],
    "unlink": ["EIO", "EACCES", "EINTR"],
    "link": ["EIO", "ENOSPC", "EDQUOT", "EACCES"],
    "close": ["EIO", "ENOSPC", "EDQUOT"],
}
REASONS = {
    "EIO": "Input/output error", "ENOSPC": "No space left on device", "EDQUOT": "Disk quota exceeded",
    "EMFILE": "Too many open files", "EACCES": "Permission denied", "ENOMEM": "Cannot allocate memory",
    "ENOLCK": "No locks available",
}
# Calls that a command needs to remove its drafts: where they keep failing, the next writer does it.
NEEDED_TO_REMOVE = {"unlink", "open", "stat", "read", "fsync", "fstat"}


def run(context):
    write_files(context)
    rows, operations = [], [operation for operation in READING + OPERATIONS if not operation.kills]
    # In a short time few operations of every kind, each with enough failures.
    stride = -(-len(operations) // max(4, int(context.left() / LEAST_SECONDS)))
    chosen = operations[::stride]
    with Sandbox(context):
        for index, operation in enumerate(chosen):
            rows.append(Trial(context, operation).row(context.left() / (len(chosen) - index)))
    if len(chosen) < len(operations):
        rows.append(Row("left out for want of time", f"{len(operations) - len(chosen)} operations"))
    return rows


class Trial:
    """An operation, and the calls that it makes."""

    def __init__(self, context, operation):
        self.context, self.operation = context, operation
        self.place = Place(context, "place")
        for command in operation.before:
            self.place.must(command)
        shutil.rmtree(self.place.path / "out", ignore_errors=True)
        self.lost, self.tried, self.outcomes = 0, 0, collections.Counter()
        self.lock = threading.Lock()

    def row(self, seconds):
        self.base = files(self.place.path)
        self.names = [name.removeprefix("S/") for name in self.base]
        self.before = look(self.place, self.operation)
        shutil.rmtree(self.place.path / "out", ignore_errors=True)
        calls = self.count_calls()
        cases = self.cases(calls)
        total = len(cases)
        self.context.random.shuffle(cases)
        until = time.monotonic() + seconds

        def work(worker):
            while True:
                with self.lock:
                    if not cases or time.monotonic() > until and self.tried >= LEAST_FAILURES:
                        return
                    case = cases.pop()
                    self.tried += 1
                    is_next = self.tried % NEXT_EVERY == 0
                self.check(case, worker, is_next)

        self.context.map(work, range(self.context.workers))
        found = ", ".join(f"{count(number)} {kind}" for kind, number in sorted(self.outcomes.items()))
        return Row(
            self.operation.name, f"{count(self.tried)} of {count(total)} failures of "
            f"{count(sum(calls.values()))} calls: {found}", lost=self.lost)

    def count_calls(self):
        """Runs the operation undisturbed on a copy; returns the number of calls of each kind."""
        copy = self.copy(0)
        result, log = self.run(copy, 0, ",".join(call + "=none" for call in ERRORS))
        if result.code != 0:
            raise RuntimeError(f"{self.operation.name}: exit {result.code}: {result.stderr}")
        self.results = results(copy)
        self.after = look(self.place, self.operation, copy)
        return collections.Counter(line.split(" ")[0] for line in log)

    def cases(self, calls):
        """All failures: call, number, error, and whether later ones fail too."""
        cases = []
        for call, made in calls.items():
            for number in range(1, made + 1):
                cases.append((call, number, "kill", False))
                for error in ERRORS[call]:
                    cases.append((call, number, error, False))
                    if error not in ("EINTR", "short"):
                        cases.append((call, number, error, True))
        return cases

    def copy(self, worker):
        folder = self.context.work / f"copy-{worker}"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.place.path, folder)
        return folder

    def run(self, folder, worker, faults):
        """Runs the operation with faults; returns its result and the lines of what failed."""
        log = self.context.work / f"faults-{worker}"
        log.unlink(missing_ok=True)
        result = self.place.run(self.operation.command, folder, env={
            "LD_PRELOAD": self.context.shim(LIBRARY), "FAULTS": faults, "FAULTS_FOLDER": str(folder),
            "FAULTS_LOG": str(log)}, patience=60)
        return result, log.read_text(errors="replace").splitlines() if log.exists() else []

    def check(self, case, worker, is_next):
        call, number, error, is_lasting = case
        folder = self.copy(worker)
        faults = f"{call}={error}@{number}{'+' if is_lasting else ''}"
        # Written anew, a file may be synced anew.
        beside = ",write=none" if call == "fsync" and error not in ("EINTR", "kill") else ""
        result, log = self.run(folder, worker, faults + beside)
        if beside and is_repeated(log):
            self.lose(f"{self.operation.name}, {faults}: a sync that failed was made again")
        log = [line for line in log if line.startswith(call + " ")]
        first = log[0].replace(str(folder), "") if log else "no call"
        try:
            self.judge(case, folder, result, log)
            if is_next:
                self.check_next(folder)
        except Lost as lost:
            said = (result.stderr or result.stdout).replace(str(folder), "").strip()[:200]
            self.lose(f"{self.operation.name}, {faults} ({first}), exit {result.code}, {said!r}: {lost}")

    def judge(self, case, folder, result, log):
        call, number, error, is_lasting = case
        if not log:
            # Another number of threads, another order: this time the call was not made.
            with self.lock:
                self.outcomes["not met"] += 1
            return
        if error == "kill":
            if result.code == 0 or result.crashed and result.code != -9:
                raise Lost("the process should have been killed")
            return self.count_state(folder, "killed")
        if result.crashed:
            raise Lost("the command crashed or hung")
        if result.code == 0:
            if results(folder) != self.results:
                raise Lost("ended well with another result")
            self.expect(folder, [self.after], "ended well")
            return
        if result.code not in (FAILED, STORED):
            raise Lost("the exit code is none of a failed command")
        reason = REASONS.get(error)
        said = result.stderr + result.stdout
        if reason is None or reason not in said:
            raise Lost("the message lacks the system's reason")
        if str(folder) not in said and not any(name in said for name in self.names):
            raise Lost("the message names no file")
        if any(left.endswith(".csv.new") or "/.draft-" in "/" + left for left in files(folder)):
            raise Lost("a draft of a result is left")
        if result.code == STORED:
            return self.expect(folder, [self.after], "stored, then failed")
        left = set(files(folder / "S")) - set(files_below(self.base, "S/"))
        left = {name for name in left if not name.startswith(("sums/", "fetch/"))}
        if left and not (call in NEEDED_TO_REMOVE and (is_lasting or call == "unlink")) and self.operation.is_atomic:
            raise Lost(f"drafts are left: {sorted(left)[:2]}")
        self.expect(folder, [self.before], "failed, as before")

    def count_state(self, folder, kind):
        self.expect(folder, [self.before, self.after], kind)

    def expect(self, folder, states, kind):
        """Compares what is seen of the store; files without any change need no look."""
        changed = self.before not in states or any(
            content != self.base.get(name) for name, content in files(folder).items()
            if not name.startswith("out/"))
        if changed:
            seen = look(self.place, self.operation, folder)
            if seen.startswith("!") or self.operation.is_atomic and seen not in states:
                raise Lost(seen[:300] if seen.startswith("!") else "another state of the store")
        with self.lock:
            self.outcomes[kind] += 1

    def check_next(self, folder):
        """The same command completes, undisturbed, and nothing is left of the first try."""
        result = self.place.run(self.operation.command, folder)
        if result.code != 0 and self.operation.again:
            raise Lost(f"the next command: exit {result.code}: {result.stderr[:200]}")
        seen = look(self.place, self.operation, folder)
        if seen.startswith("!"):
            raise Lost(f"after the next command: {seen[:300]}")

    def lose(self, text):
        with self.lock:
            self.lost += 1
        self.context.lose(text)


class Lost(Exception):
    """Something that a failed call should not lead to."""


def is_repeated(log):
    """Whether a sync failed twice of a file that was not written in between."""
    failed = set()
    for line in log:
        call, path = line.split(" ", 1)
        if call == "write":
            failed.discard(path)
        elif call == "fsync":
            if path in failed:
                return True
            failed.add(path)
    return False


def results(folder):
    """The bytes of the results beside a store."""
    return {
        name: content for name, content in files(folder).items()
        if name.startswith("out/") or name.startswith("features")}


def files_below(tree, start):
    return [name[len(start):] for name in tree if name.startswith(start)]
