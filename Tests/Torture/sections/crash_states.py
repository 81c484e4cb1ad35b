"""Every legal state of the disk after a power failure, while a command changes a store or results.

A command runs once with `record.c` preloaded. Of each state that `disk.py` builds from the record, `verify`, a report
and the list of imports must show the state before or the state after, and the next command must complete. At the end
of the command only the state after will do. A result is the whole old one or the whole new one; after the next run
all are new, and no draft is left.
"""

import itertools
import math
import shutil
import threading
import time

from disk import Disk, digest, read_tree, states, write_tree
from frame import Row, count, files
from stores import (
    OPERATIONS, RESULTS, Place, Sandbox, drafts, importing, is_draft, left_out, look, results, spread, store_files,
    torn, write_files)

TITLE = "crash states"
WEIGHT = 6
RECORDER = "Tests/Torture/record.c"
# After a third of the states the next command is run too.
NEXT_EVERY = 3
LEAST_SECONDS = 1
# States of each operation, however short the time.
LEAST_STATES = 4
# Enough to find out a program without syncs.
MUTANT_STATES = 12


def run(context):
    write_files(context)
    operations = OPERATIONS + RESULTS
    with Sandbox(context):
        rows, tried = [mutants(context)], 0
        chosen = spread(operations, context.left(), LEAST_SECONDS)
        for index, operation in enumerate(chosen):
            trial = Trial(context, operation)
            rows.append(trial.row(context.left() / (len(chosen) - index)))
            tried += trial.tried
    return rows + [Row("all operations", f"{count(tried)} states")] + left_out(operations, chosen)


class Trial:
    """An operation, its record, and the states to try."""

    def __init__(self, context, operation, dropped=None, is_loud=True):
        self.context, self.operation = context, operation
        self.dropped, self.is_loud = dropped, is_loud
        self.place = Place(context, "place")
        self.place.make(operation.before)
        self.lost, self.tried, self.outcomes = 0, 0, {}

    def record(self):
        """Runs the operation once and returns the disk."""
        path, log = self.place.path, self.context.work / "record"
        log.unlink(missing_ok=True)
        disk = Disk(path)
        self.base = disk.seen()
        env = {
            "LD_PRELOAD": self.context.shim(RECORDER), "RECORD_FOLDER": str(path), "RECORD_LOG": str(log),
            **({"RECORD_DROP": self.dropped} if self.dropped else {})}
        self.before = look(self.place, self.operation)
        if self.operation.kills:
            self.place.kill(self.operation, env)
        result = self.place.run(self.operation.command, env=env)
        if result.code != 0:
            raise RuntimeError(f"{self.operation.name}: exit {result.code}: {result.stderr}")
        disk.run(log)
        seen, found = disk.seen(), read_tree(path)
        if seen != found:
            odd = sorted(name for name in seen.keys() | found.keys() if seen.get(name, 0) != found.get(name, 0))
            raise RuntimeError(f"{self.operation.name}: the record misses a call on {odd[:3]}")
        self.old, self.new = results(self.base), results(seen)
        if self.operation in RESULTS:
            if store_files(seen) != store_files(self.base):
                self.lose(f"{self.operation.name}: changes the store")
            if any(self.new.get(name) == content for name, content in self.old.items()):
                raise RuntimeError(f"{self.operation.name}: a result has the bytes of the old one")
        self.after = look(self.place, self.operation)
        if self.before == self.after and self.operation.is_durable:
            raise RuntimeError(f"{self.operation.name}: changes nothing that a look shows")
        self.allowed = {self.before: "before", self.after: "after"}
        if not self.operation.is_atomic:
            for index, tree in disk.commits:
                self.allowed.setdefault(self.look_at(tree, 0)[0], "between")
        return disk

    def look_at(self, tree, worker):
        """Builds a state and looks at it; returns what was seen and the folder."""
        folder = self.context.work / f"state-{worker}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        write_tree(tree, folder)
        # A store without any change needs no look.
        if store_files(tree) == store_files(self.base):
            return self.before, folder
        return look(self.place, self.operation, folder), folder

    def outcome(self, seen, found):
        """The state that was found; none if it is no legal one."""
        if self.operation not in RESULTS:
            return self.allowed.get(seen)
        whole = {name: content for name, content in found.items() if not is_draft(name)}
        return "before" if whole == self.old else "after" if whole == self.new else "between"

    def row(self, seconds, limit=math.inf):
        """Tries states for some seconds, or up to a number."""
        disk = self.record()
        legal = math.log10(sum(10 ** min(moment.count(), 300) for moment in disk.moments))
        until = time.monotonic() + seconds
        chosen, known = states(disk.moments, self.context.random), set()
        lock = threading.Lock()

        def work(worker):
            idle = 0
            # Once all states are tried, chance finds known ones only: stop then.
            while idle < 2000 and self.tried < limit and (
                    time.monotonic() < until or self.tried < LEAST_STATES):
                if not self.is_loud and self.lost:
                    return
                with lock:
                    moment, choices = next(chosen)
                    tree = moment.tree(choices)
                    name = (digest(tree), moment.is_end)
                    if name in known:
                        idle += 1
                        continue
                    known.add(name)
                    idle, self.tried = 0, self.tried + 1
                    is_next = self.tried % NEXT_EVERY == 1
                self.check(moment, choices, tree, worker, is_next)

        self.context.map(work, range(self.context.workers))
        total = f"10^{legal:.0f}" if legal > 6 else count(round(10 ** legal))
        found = ", ".join(f"{count(number)} {kind}" for kind, number in sorted(self.outcomes.items()))
        return Row(self.operation.name, f"{count(self.tried)} of {total} states: {found}", lost=self.lost)

    def check(self, moment, choices, tree, worker, is_next):
        seen, folder = self.look_at(tree, worker)
        found = results(tree)
        outcome = self.outcome(seen, found)
        runs = ", ".join(f"{choice} × {len(list(run))}" for choice, run in itertools.groupby(choices))
        note = f"{self.operation.name}, before record {moment.record}, choices {runs}"
        if outcome is None:
            return self.lose(f"{note}: found {seen[:400] if seen.startswith('!') else 'another state'}")
        names = torn(found, self.old, self.new)
        if names:
            return self.lose(f"{note}: found {names[0]}, which is neither the old result nor the new one")
        if moment.is_end and self.operation.is_durable and seen != self.after:
            return self.lose(f"{note}: found the state before, after the command had ended")
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
        if not is_next:
            return
        is_another = seen == self.after and not self.operation.again
        command = importing("NEXT") if is_another else self.operation.command
        result = self.place.run(command, folder)
        if result.code != 0:
            return self.lose(f"{note}: then {command[0]}: exit {result.code}: {result.stderr}")
        left = files(folder)
        seen = look(self.place, self.operation, folder)
        if seen.startswith("!") or seen == "nothing":
            self.lose(f"{note}: then {command[0]}: {seen[:400]}")
        elif drafts(left):
            self.lose(f"{note}: then {command[0]}: drafts are left: {sorted(drafts(left))[:2]}")
        elif not is_another and seen != self.after:
            self.lose(f"{note}: then {command[0]}: another state than the one after")
        elif not is_another and results(left) != self.new:
            self.lose(f"{note}: then {command[0]}: other results")

    def lose(self, text):
        self.lost += 1
        if self.is_loud:
            self.context.lose(text)


def mutants(context):
    """A program without its syncs must be found out: else the states prove nothing."""
    found, cases = [], [*itertools.product(["files", "folders"], OPERATIONS[:2]), ("files", RESULTS[0])]
    for dropped, operation in cases:
        trial = Trial(context, operation, dropped, is_loud=False)
        trial.row(seconds=60, limit=MUTANT_STATES)
        found.append((dropped, trial.operation.name, trial.lost))
    missed = [f"{dropped} in {name}" for dropped, name, lost in found if not lost]
    for name in missed:
        context.lose(f"no state shows that syncs are missing: {name}")
    return Row(
        "programs without syncs", f"{len(found) - len(missed)} of {len(found)} found out", lost=len(missed))
