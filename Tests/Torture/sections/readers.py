"""Readers beside a writer, and writers beside each other.

Eight readers report again and again while a writer commits. Each report's bytes must be those of one of the states
that the writer went through: every state is kept, and reported alone at the end.
"""

import json
import shutil
import subprocess
import threading
import time

from frame import Row, count, files
from stores import REPORT, Place, importing, runners, write_files

TITLE = "readers and a writer"
WEIGHT = 3
READERS = 8
COMMITS = 500
# Demanded even if the time is short.
LEAST_COMMITS = 5
LIBRARY = "Tests/Faults/faults.c"


def run(context):
    write_files(context)
    rows = [second_writer(context), killed_writer(context)]
    rows += [without_locks(context, error) for error in ["ENOLCK", "EOPNOTSUPP"]]
    rows.append(beside_writer(context, context.left()))
    return rows


def beside_writer(context, seconds):
    """Readers beside a writer that adds a file, and now and then undoes it."""
    place = Place(context, "place")
    place.must(importing("A"))
    days = context.folder("files/days")
    # Two thirds of the time is for the writer; the rest is for the reports of each state alone.
    until, at_most = time.monotonic() + seconds * 0.66, COMMITS
    is_over, reports, lost = threading.Event(), [], []
    lock = threading.Lock()
    # Hard links: a store's files are never written again; the manifest is replaced.
    states = [keep_state(place, context.folder("state-0"))]

    def read(number):
        out, made = context.work / f"out-{number}", 0
        while not is_over.is_set() or not made:
            shutil.rmtree(out, ignore_errors=True)
            command = [out if word == "OUT" else word for word in REPORT]
            result = place.run(command)
            made += 1
            with lock:
                if result.code != 0:
                    lost.append(f"a reader ended with {result.code}: {result.stderr[:300]}")
                else:
                    reports.append(digest(out))

    readers = [threading.Thread(target=read, args=(number,)) for number in range(READERS)]
    for reader in readers:
        reader.start()
    commits = 0
    while commits < at_most and (time.monotonic() < until or commits < LEAST_COMMITS):
        commits += 1
        if commits % 5 == 0:
            command = ["imports", "--quiet", "--store", "S", "--undo", str(newest(place)), "--yes"]
        else:
            name = days / f"{commits}.csv"
            name.write_text(runners(f"w{commits}", [f"2024-{1 + commits % 12:02}-17"], commits, races=1))
            command = importing(name)
        result = place.run(command)
        if result.code != 0:
            lost.append(f"the writer ended with {result.code}: {result.stderr[:300]}")
            break
        states.append(keep_state(place, context.folder(f"state-{commits}")))
    is_over.set()
    for reader in readers:
        reader.join()

    def alone(state):
        out = state / "out"
        place.run([out if word == "OUT" else word for word in REPORT], state)
        return digest(out)

    known = set(context.map(alone, states))
    strangers = sum(report not in known for report in reports)
    if strangers:
        lost.append(f"{strangers} reports are of no state that the writer went through")
    for text in lost:
        context.lose(text)
    return Row(
        f"{READERS} readers beside {count(commits)} commits",
        f"{count(len(reports))} reports of {count(len(set(reports)))} states", lost=len(lost))


def keep_state(place, folder):
    subprocess.run(["cp", "-al", place.store, folder / "S"], check=True)
    return folder


def newest(place):
    return max(entry["import_id"] for entry in json.loads(place.must(["imports", "--store", "S", "--json"]).stdout))


def digest(out):
    return hash(tuple(sorted(files(out).items())))


def second_writer(context):
    """Writers that start together: one at a time writes, the others are refused with a message."""
    rounds, refused, lost = 0, 0, 0
    until = time.monotonic() + context.seconds * 0.1
    while rounds < 50 and (rounds < 2 or time.monotonic() < until):
        rounds += 1
        place = Place(context, "two")
        place.must(importing("A"))
        results = [None] * 4

        def write(number):
            results[number] = place.run(importing(["B", "C", "D", "NEXT"][number]))

        writers = [threading.Thread(target=write, args=(number,)) for number in range(4)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        for result in results:
            is_refused = result.code == 1 and "another process is writing to this store" in result.stderr
            refused += is_refused
            if result.code != 0 and not is_refused:
                lost += 1
                context.lose(f"a writer beside others ended with {result.code}: {result.stderr[:300]}")
        written = sum(result.code == 0 for result in results)
        if place.run(["verify", "--store", "S"]).code != 0 or newest(place) != 1 + written or not written:
            lost += 1
            context.lose(f"{written} of 4 writers ended well, and the store is not theirs together")
    return Row("4 writers together", f"{count(rounds)} times, {count(refused)} refused", lost=lost)


def killed_writer(context):
    """A writer that is killed with the lock held blocks neither readers nor the next writer."""
    kills, lost = 0, 0
    until = time.monotonic() + context.seconds * 0.1
    while kills < 200 and (kills < 3 or time.monotonic() < until):
        kills += 1
        place = Place(context, "killed")
        place.must(importing("A"))
        # At its first synced file: it holds the lock, and files of its own are written.
        result = place.run(importing("B"), env={
            "LD_PRELOAD": context.shim(LIBRARY), "FAULTS": f"fsync=kill@{1 + kills % 20}",
            "FAULTS_FOLDER": str(place.path)})
        for command in [["verify", "--store", "S"], REPORT, importing("B"), ["verify", "--store", "S"]]:
            after = place.run(command, patience=30)
            if result.code != -9 or after.code != 0:
                lost += 1
                context.lose(f"after a kill ({result.code}) {command[0]} ended with {after.code}: {after.stderr[:300]}")
    return Row("writers killed with the lock held", f"{count(kills)}, each followed by a writer", lost=lost)


def without_locks(context, error):
    """A file system without locks: readers need none, and a writer is refused with a message."""
    place, lost = Place(context, "unlocked"), 0
    place.must(importing("A"))
    env = {
        "LD_PRELOAD": context.shim(LIBRARY), "FAULTS": f"flock={error}", "FAULTS_FOLDER": str(place.store)}
    for command in [["verify", "--store", "S"], REPORT, ["export", "--store", "S", "--to", "csv", "--out", "OUT"]]:
        result = place.run(command, env=env)
        if result.code != 0:
            lost += 1
            context.lose(f"without locks {command[0]} ended with {result.code}: {result.stderr[:300]}")
    before = files(place.store)
    result = place.run(importing("B"), env=env)
    if result.code != 1 or "LOCK: " not in result.stderr or files(place.store) != before:
        lost += 1
        context.lose(f"without locks a writer ended with {result.code}: {result.stderr[:300]}")
    return Row(f"a file system without locks ({error})", "3 readers end well, a writer is refused", lost=lost)
