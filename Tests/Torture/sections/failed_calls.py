"""Every system call on files failed in turn, while a command writes or reads a store.

The Nth call of a kind fails, alone or with all later ones, or the process is killed in its place, by
`Tests/Faults/faults.c`. The command either ends well, with the right result, or with an exit code and a message that
tells the path and the system's reason; the store is as before or as after, or as a commit on the way left it, without
drafts; each result is the old one or the new one; and the next command completes, to the same end. A sync that failed
is never made again.
"""

import collections
import itertools
import shutil
import threading
import time

from frame import Row, count, files
from stores import (
    FAULTS, OPERATIONS, READING, STORES, Place, Sandbox, drafts, importing, left_out, look, results, spread,
    store_files, torn, write_files)

TITLE = "failed calls"
WEIGHT = 5
NEXT_EVERY = 4
LEAST_SECONDS = 1
# Failures of each operation, however short the time.
LEAST_FAILURES = 3
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
    rows, trials, operations = [], [], READING + OPERATIONS
    chosen = spread(operations, context.left(), LEAST_SECONDS)
    with Sandbox(context):
        for index, operation in enumerate(chosen):
            trials.append(Trial(context, operation))
            rows.append(trials[-1].row(context.left() / (len(chosen) - index)))
    tried, killed = sum(trial.tried for trial in trials), sum(trial.outcomes["killed"] for trial in trials)
    return rows + [Row("all operations", f"{count(tried)} failures, {count(killed)} of them kills")] + left_out(operations, chosen)


class Trial:
    """An operation, and the calls that it makes."""

    def __init__(self, context, operation):
        self.context, self.operation = context, operation
        self.place = Place(context, "place")
        self.place.make(operation.before)
        if operation.kills:
            self.place.kill(operation)
        self.lost, self.tried, self.outcomes = 0, 0, collections.Counter()
        self.lock = threading.Lock()

    def row(self, seconds):
        self.base = files(self.place.path)
        self.names = [name.removeprefix("S/") for name in self.base]
        self.before = look(self.place, self.operation)
        calls = self.count_calls()
        self.states = [self.before, *self.between(), self.after]
        cases = self.cases(calls)
        total = len(cases)
        until = time.monotonic() + seconds

        def work(worker):
            while True:
                with self.lock:
                    if not cases or time.monotonic() > until and self.tried >= LEAST_FAILURES:
                        return
                    case = cases.pop()
                    self.tried += 1
                    is_next = self.tried % NEXT_EVERY == 1
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
        self.results = results(files(copy))
        self.after = look(self.place, self.operation, copy)
        return collections.Counter(line.split(" ")[0] for line in log)

    def between(self):
        """The states on the way of a command that commits in steps: it is killed before each commit."""
        states = []
        while not self.operation.is_atomic:
            copy = self.copy(0)
            _, log = self.run(copy, 0, f"rename:MANIFEST=kill@{len(states) + 1}")
            if not log:
                break
            states.append(look(self.place, self.operation, copy))
        return states

    def cases(self, calls):
        """All failures: call, number, error, and whether later ones fail too; the kinds of call in turn at the end."""
        kinds = []
        for call, made in calls.items():
            cases = []
            for number in range(1, made + 1):
                cases.append((call, number, "kill", False))
                for error in ERRORS[call]:
                    cases.append((call, number, error, False))
                    if error not in ("EINTR", "short"):
                        cases.append((call, number, error, True))
            self.context.random.shuffle(cases)
            kinds.append(cases)
        self.context.random.shuffle(kinds)
        return [case for turn in itertools.zip_longest(*kinds) for case in turn if case][::-1]

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
            "LD_PRELOAD": self.context.shim(FAULTS), "FAULTS": faults, "FAULTS_FOLDER": str(self.context.work),
            "FAULTS_LOG": str(log)}, patience=60)
        return result, log.read_text(errors="replace").splitlines() if log.exists() else []

    def check(self, case, worker, is_next):
        call, number, error, is_lasting = case
        folder = self.copy(worker)
        faults = f"{call}={error}@{number}{'+' if is_lasting else ''}"
        # All later syncs are logged; and changes, for a file that is written or cut anew may be synced anew.
        beside = f",fsync=none@{number}+,write=none,ftruncate=none" if call == "fsync" and error not in ("EINTR", "kill") else ""
        result, log = self.run(folder, worker, faults + beside)
        if beside and is_repeated(log, is_lasting):
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
        left = files(folder)
        names = torn(results(left), results(self.base), self.results)
        if names:
            raise Lost(f"found {names[0]}, which is neither the old result nor the new one")
        if error == "kill":
            if result.code == 0 or result.crashed and result.code != -9:
                raise Lost("the process should have been killed")
            return self.expect(folder, left, self.states, "killed")
        if result.crashed:
            raise Lost("the command crashed or hung")
        found = drafts(left) - drafts(self.base)
        if any(name.split("/")[0] not in STORES for name in found):
            raise Lost("a draft of a result is left")
        if result.code == 0:
            if results(left) != self.results:
                raise Lost("ended well with another result")
            if found:
                raise Lost(f"ended well, and drafts are left: {sorted(found)[:2]}")
            return self.expect(folder, left, [self.after], "ended well")
        if result.code not in (FAILED, STORED):
            raise Lost("the exit code is none of a failed command")
        reason = REASONS.get(error)
        said = result.stderr + result.stdout
        if reason is None or reason not in said:
            raise Lost("the message lacks the system's reason")
        # The store's files and results, or those that are imported.
        if str(self.context.work) not in said and not any(name in said for name in self.names):
            raise Lost("the message names no file")
        if result.code == STORED:
            # What the commit replaced stays until its sync is known to be made.
            return self.expect(folder, left, self.states[1:], "stored, then failed")
        if found and not (call in NEEDED_TO_REMOVE and (is_lasting or call == "unlink")):
            raise Lost(f"drafts are left: {sorted(found)[:2]}")
        self.expect(folder, left, self.states[:-1], "failed, as before")

    def expect(self, folder, left, states, kind):
        """Compares what is seen of the store; a store without any change needs no look."""
        if self.before not in states or store_files(left) != store_files(self.base):
            if self.operation in READING:
                raise Lost("a command that reads changed the store")
            seen = look(self.place, self.operation, folder)
            if seen not in states:
                raise Lost(seen[:300] if seen.startswith("!") else "another state of the store")
            if kind == "failed, as before" and seen != self.before:
                kind = "failed on the way"
        with self.lock:
            self.outcomes[kind] += 1

    def check_next(self, folder):
        """The same command, or another one where it cannot be given again, completes; nothing is left of the first try."""
        is_another = not self.operation.again and look(self.place, self.operation, folder) == self.after
        result = self.place.run(importing("NEXT") if is_another else self.operation.command, folder)
        if result.code != 0:
            raise Lost(f"the next command: exit {result.code}: {result.stderr[:200]}")
        left = files(folder)
        seen = look(self.place, self.operation, folder)
        if seen.startswith("!"):
            raise Lost(f"after the next command: {seen[:300]}")
        if not is_another and (seen != self.after or results(left) != self.results):
            raise Lost("after the next command: another state, or other results")
        if drafts(left):
            raise Lost(f"after the next command: drafts are left: {sorted(drafts(left))[:2]}")

    def lose(self, text):
        with self.lock:
            self.lost += 1
        self.context.lose(text)


class Lost(Exception):
    """Something that a failed call should not lead to."""


def is_repeated(log, is_lasting):
    """Whether a sync that failed, the first or also all later ones, was made again without a write in between."""
    failed, has_failed = set(), False
    for line in log:
        call, path = line.split(" ", 1)
        if call in ("write", "ftruncate"):
            failed.discard(path)
        elif path in failed:
            return True
        elif is_lasting or not has_failed:
            failed.add(path)
            has_failed = True
    return False
