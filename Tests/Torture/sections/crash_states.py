"""Every legal state of the disk after a power failure, while a command changes a store.

A command runs once with `record.c` preloaded. Of each state that `disk.py` builds from the record, `verify`, a report
and the list of imports must show the state before or the state after, and the next command must complete. At the end
of the command only the state after will do.
"""

import itertools
import math
import shutil
import threading
import time

from disk import Disk, digest, read_tree, states, write_tree
from frame import Row, count
from stores import OPERATIONS, Place, Sandbox, importing, look, write_files

TITLE = "crash states"
WEIGHT = 6
RECORDER = "Tests/Torture/record.c"
# After a third of the states the next command is run too.
NEXT_EVERY = 3
LEAST_SECONDS = 4
# States of each operation, however short the time.
LEAST_STATES = 8
# Enough to find out a program without syncs.
MUTANT_STATES = 12


def run(context):
    write_files(context)
    rows = []
    with Sandbox(context):
        rows.append(mutants(context))
        # In a short time few operations, each with enough states, rather than all with none.
        chosen = OPERATIONS[:max(3, int(context.left() / LEAST_SECONDS))]
        for index, operation in enumerate(chosen):
            rows.append(Trial(context, operation).row(context.left() / (len(chosen) - index)))
    if chosen != OPERATIONS:
        rows.append(Row("left out for want of time", f"{len(OPERATIONS) - len(chosen)} operations"))
    return rows


class Trial:
    """An operation, its record, and the states to try."""

    def __init__(self, context, operation, dropped=None, is_loud=True):
        self.context, self.operation = context, operation
        self.dropped, self.is_loud = dropped, is_loud
        self.place = Place(context, "place")
        for command in operation.before:
            self.place.must(command)
        self.lost, self.tried, self.outcomes = 0, 0, {}
        shutil.rmtree(self.place.path / "out", ignore_errors=True)

    def record(self):
        """Runs the operation once and returns the disk."""
        path, log = self.place.path, self.context.work / "record"
        log.unlink(missing_ok=True)
        disk = Disk(path)
        env = {
            "LD_PRELOAD": self.context.shim(RECORDER), "RECORD_FOLDER": str(path), "RECORD_LOG": str(log),
            **({"RECORD_DROP": self.dropped} if self.dropped else {})}
        before = look(self.place, self.operation)
        shutil.rmtree(path / "out", ignore_errors=True)
        if self.operation.kills:
            # Killed right after the rename that commits: its name is then not on disk.
            kill = {"RECORD_KILL": str(self.commit_record(env, log))}
            self.place.run(self.operation.command, env={**env, **kill})
        result = self.place.run(self.operation.command, env=env)
        if result.code != 0:
            raise RuntimeError(f"{self.operation.name}: exit {result.code}: {result.stderr}")
        disk.run(log)
        seen, found = disk.seen(), read_tree(path)
        if seen != found:
            odd = sorted(name for name in seen.keys() | found.keys() if seen.get(name, 0) != found.get(name, 0))
            raise RuntimeError(f"{self.operation.name}: the record misses a call on {odd[:3]}")
        after = look(self.place, self.operation)
        if before == after and self.operation.is_durable:
            raise RuntimeError(f"{self.operation.name}: changes nothing that a look shows")
        self.allowed = {before: "before", after: "after"}
        if not self.operation.is_atomic:
            for index, tree in disk.commits:
                self.allowed.setdefault(self.look_at(tree, 0)[0], "between")
        self.after = after
        return disk

    def commit_record(self, env, log):
        """The number of the record that renames the manifest, in a run on a copy."""
        copy = self.context.folder("copy")
        shutil.copytree(self.place.path, copy, dirs_exist_ok=True)
        self.place.run(
            self.operation.command, copy, env={**env, "RECORD_FOLDER": str(copy)})
        disk = Disk(self.place.path)
        disk.root = str(copy)
        for number, line in enumerate(records(log), 1):
            if line.startswith("rename") and line.endswith("MANIFEST"):
                log.unlink()
                return number
        raise RuntimeError("found no rename of the manifest")

    def look_at(self, tree, worker):
        """Builds a state and looks at it; returns what was seen and the folder."""
        folder = self.context.work / f"state-{worker}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        write_tree(tree, folder)
        return look(self.place, self.operation, folder), folder

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
                    is_next = self.tried % NEXT_EVERY == 0
                self.check(moment, choices, tree, worker, is_next)

        self.context.map(work, range(self.context.workers))
        total = f"10^{legal:.0f}" if legal > 6 else count(round(10 ** legal))
        found = ", ".join(f"{count(number)} {kind}" for kind, number in sorted(self.outcomes.items()))
        return Row(self.operation.name, f"{count(self.tried)} of {total} states: {found}", lost=self.lost)

    def check(self, moment, choices, tree, worker, is_next):
        seen, folder = self.look_at(tree, worker)
        outcome = self.allowed.get(seen)
        runs = ", ".join(f"{choice} × {len(list(run))}" for choice, run in itertools.groupby(choices))
        note = f"{self.operation.name}, before record {moment.record}, choices {runs}"
        if outcome is None:
            return self.lose(f"{note}: found {seen[:400] if seen.startswith('!') else 'another state'}")
        if moment.is_end and self.operation.is_durable and seen != self.after:
            return self.lose(f"{note}: found the state before, after the command had ended")
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
        if not is_next:
            return
        is_after = seen == self.after
        command = importing("NEXT") if is_after and not self.operation.again else self.operation.command
        result = self.place.run(command, folder)
        if result.code != 0:
            return self.lose(f"{note}: then {command[0]}: exit {result.code}: {result.stderr}")
        seen = look(self.place, self.operation, folder)
        if seen.startswith("!") or seen == "nothing":
            self.lose(f"{note}: then {command[0]}: {seen[:400]}")

    def lose(self, text):
        self.lost += 1
        if self.is_loud:
            self.context.lose(text)


def records(log):
    """The lines of a record, without the bytes of writes."""
    rest = log.read_bytes()
    while rest:
        line, _, rest = rest.partition(b"\n")
        if line.startswith(b"write"):
            rest = rest[int(line.split(b"\t")[3]):]
        yield line.decode()


def mutants(context):
    """A program without its syncs must be found out: else the states prove nothing."""
    found, names = [], ["files", "folders"]
    for dropped, index in itertools.product(names, [0, 1]):
        trial = Trial(context, OPERATIONS[index], dropped, is_loud=False)
        trial.row(seconds=60, limit=MUTANT_STATES)
        found.append((dropped, trial.operation.name, trial.lost))
    missed = [f"{dropped} in {name}" for dropped, name, lost in found if not lost]
    for name in missed:
        context.lose(f"no state shows that syncs are missing: {name}")
    return Row(
        "programs without syncs", f"{len(found) - len(missed)} of {len(found)} found out", lost=len(missed))
