"""A year of days at high speed, and a store of very many imports.

Each day fetches its races, imports a file, reports with kept sums and writes features. Now and then an import is undone,
or killed, so that the next one cleans up after it. Memory, open files, files in the store and seconds a day must not
grow with the days beyond what the data themselves need. A store grows with its imports: what it grows by may not.
"""

import datetime
import json
import shutil
import statistics
import time

from frame import Row, count, files
from stores import Place, Sandbox, importing, runners, write_files

TITLE = "load"
WEIGHT = 4
DAYS = 365
IMPORTS = 10_000
# Seconds that an import into a store of 10,000 may take longer, by an unoptimised program.
MOST_SLOWER = 2.0
# A tenth of the section's time or more at the start and at the end are compared.
TENTH = 10
# Files that a report may have open, standard ones included, however many there are in the store.
OPEN_FILES = 48
# The first day of the year.
FIRST = datetime.date(2024, 1, 1)
LIBRARY = "Tests/Faults/faults.c"
# Months before the year: those that have left all windows but the longest are summed once and kept.
HISTORY = [f"{year}-{month:02}-15" for year in (2021, 2022, 2023) for month in range(1, 13)]


def run(context):
    write_files(context)
    half = context.left() / 2
    with Sandbox(context, str(FIRST), DAYS):
        row = year(context, half)
    return [row, many_imports(context, context.left())]


def year(context, seconds):
    """A year of the daily cycle, or as many days as there is time for."""
    place, until = Place(context, "year"), time.monotonic() + seconds
    day, spent, peaks, kept, grown, lost, undone, killed = FIRST, [], [], [], [], 0, 0, 0
    folder = context.folder("files/days")
    history = folder / "history.csv"
    history.write_text(runners("h", HISTORY, 0, races=20))
    place.must(importing(history))
    had = stored(place)

    def step(command):
        nonlocal lost, peak
        result = place.run(command)
        peak = max(peak, result.peak_kb)
        if result.code != 0:
            lost += 1
            context.lose(f"{today}: {command[0]} ended with {result.code}: {result.stderr[:300]}")

    while len(spent) < DAYS and (time.monotonic() < until or len(spent) < 2 * TENTH):
        start, peak = time.monotonic(), 0
        file = folder / f"{day}.csv"
        file.write_text(runners("y", [day], day.toordinal(), races=2, bad=1))
        today, next_day = str(day), str(day + datetime.timedelta(days=1))
        if len(spent) % 30 == 14:
            killed += 1
            result = place.run(importing(file), env={
                "LD_PRELOAD": context.shim(LIBRARY), "FAULTS": f"fsync=kill@{killed}",
                "FAULTS_FOLDER": str(place.path)})
            if result.code != -9:
                lost += 1
                context.lose(f"{today}: an import to be killed ended with {result.code}: {result.stderr[:300]}")
        step(["fetch", "racing", "--quiet", "--store", "S", "--base-url", "URL", "--from", today, "--to", today,
              "--refresh-days", "1", "--interval", "0"])
        step(importing(file))
        if len(spent) % 30 == 29:
            undone += 1
            step(["imports", "--quiet", "--store", "S", "--undo", str(newest(place)), "--yes"])
            step(importing(file))
        report = ["report", "--quiet", "--store", "S", "--by", "jockey", "--min-runs", "1", "--as-of", next_day,
                  "--keep-sums", "--out", "OUT"]
        step(report)
        step(["features", "--quiet", "--store", "S", "--by", "jockey", "--from", today, "--to", today,
              "--out", "FEATURES"])
        spent.append(time.monotonic() - start)
        peaks.append(peak)
        kept.append(sum(path.stat().st_size for path in (place.store / "sums").glob("*")))
        has = stored(place)
        grown.append((has[0] - had[0], has[1] - had[1]))
        had = has
        if len(spent) % 60 == 1:
            lost += differs(context, place, report, today)
        day += datetime.timedelta(days=1)
    if place.run(["verify", "--store", "S"]).code != 0:
        lost += 1
        context.lose("verify after the days: found damage")
    # A day's fetch and file; an undone one stays on the list, and is there again.
    imports, expected = len(json.loads(place.must(["imports", "--store", "S", "--json"]).stdout)), 1 + 2 * len(spent) + undone
    if imports != expected:
        lost += 1
        context.lose(f"found {imports} imports; expected {expected} of {len(spent)} days and the history")
    kept_files = sum(1 for _ in (place.store / "sums").glob("*"))
    lost += unused_sums(context, place, report)
    first, last = ends(spent)
    for name, before, after, slack in [
            ("seconds a day", first, last, 1.0), ("KB of memory", *ends(peaks), 32 << 10),
            ("bytes of kept sums", *ends(kept), 64 << 10),
            # A day adds its files and rows; one that begins a month adds more.
            ("new files a day", *ends([files for files, _ in grown]), 4),
            ("new bytes a day", *ends([size for _, size in grown]), 64 << 10)]:
        if after > 1.5 * before + slack:
            lost += 1
            context.lose(f"{name} grow: {before:.2f} in the first days, {after:.2f} in the last")
    few = place.run(report, open_files=OPEN_FILES)
    if few.code != 0:
        lost += 1
        context.lose(f"a report with {OPEN_FILES} open files ended with {few.code}: {few.stderr[:300]}")
    if not 0 < kept_files <= 17:
        lost += 1
        context.lose(f"{kept_files} files of kept sums; expected one or more, and at most sixteen and a new one")
    return Row(
        f"{count(len(spent))} days",
        f"{first:.2f} s a day at first, {last:.2f} s at last; {ends(peaks)[0] >> 10} and {ends(peaks)[1] >> 10} MB; "
        f"{OPEN_FILES} open files suffice; {count(had[0])} files of {had[1] >> 10} KB in the store, which grows by "
        f"{ends([size for _, size in grown])[0] >> 10} and {ends([size for _, size in grown])[1] >> 10} KB a day, "
        f"{kept_files} of them kept sums of "
        f"{ends(kept)[0] >> 10} and {ends(kept)[1] >> 10} KB; {undone} undone, {killed} killed", lost=lost)


def differs(context, place, report, today):
    """Whether a report with kept sums has other bytes than one that reads all months."""
    results = []
    for command in (report, [word for word in report if word != "--keep-sums"]):
        shutil.rmtree(place.path / "out", ignore_errors=True)
        place.must(command)
        results.append(files(place.path / "out"))
    if results[0] != results[1] or not results[0]:
        context.lose(f"{today}: a report with kept sums has other bytes than one without")
        return 1
    return 0


def unused_sums(context, place, report):
    """Whether a report reads a month whose sums are kept: then it finds the damage in it."""
    damaged = place.path / "SECOND"
    shutil.copytree(place.store, damaged)
    month = min((damaged / "segments/runners").iterdir())
    data = bytearray(month.read_bytes())
    # The columns end where the footer begins, whose length comes before the last six bytes.
    end = len(data) - 10 - int.from_bytes(data[-10:-6], "little")
    for index in range(end // 2, end - 16, 64):
        data[index] ^= 1
    month.write_bytes(data)
    report = ["SECOND" if word == "S" else word for word in report]
    kept = place.run(report)
    read = place.run([word for word in report if word != "--keep-sums"])
    if kept.code == 0 and read.code == 1:
        return 0
    context.lose(f"with an old month damaged a report by kept sums ended with {kept.code}, one without with {read.code}")
    return 1


def many_imports(context, seconds):
    """One store of very many small imports."""
    place, until = Place(context, "many"), time.monotonic() + seconds * 0.95
    file, spent, lost, early = context.work / "files" / "one.csv", [], 0, (0, 0)
    while len(spent) < IMPORTS and (time.monotonic() < until or len(spent) < 2 * TENTH):
        number = len(spent)
        day = datetime.date(2020, 1, 1) + datetime.timedelta(days=number % 1500)
        file.write_text(runners(f"m{number}-", [day], number, races=1))
        result = place.run(importing(file))
        spent.append(result.seconds)
        if result.code != 0:
            lost += 1
            context.lose(f"import {number}: exit {result.code}: {result.stderr[:300]}")
            break
        if len(spent) == 2 * TENTH:
            early = stored(place)
    verified = place.run(["verify", "--store", "S"], patience=600)
    if verified.code != 0:
        lost += 1
        context.lose(f"verify after {len(spent)} imports: {verified.stderr[:300]}{verified.stdout[-300:]}")
    report = place.run(["report", "--quiet", "--store", "S", "--out", "OUT"], patience=600)
    if report.code != 0:
        lost += 1
        context.lose(f"a report after {len(spent)} imports: {report.stderr[:300]}")
    first, last = ends(spent)
    if last > first + MOST_SLOWER:
        lost += 1
        context.lose(f"imports grow slow: {first:.3f} s at first, {last:.3f} s after {len(spent)}")
    late = stored(place)
    # A file of an import and its month; a line of each list.
    for name, first_sum, last_sum, slack in [("files", early[0], late[0], 8), ("bytes", early[1], late[1], 64 << 10)]:
        if last_sum * 2 * TENTH > (1.5 * first_sum + slack) * len(spent):
            lost += 1
            context.lose(f"{name} of the store grow: {first_sum} after {2 * TENTH} imports, {last_sum} after {len(spent)}")
    return Row(
        f"{count(len(spent))} imports into one store",
        f"{first:.3f} s an import at first, {last:.3f} s at last; verify {verified.seconds:.1f} s, report "
        f"{report.seconds:.1f} s; {count(late[0])} files of {late[1] >> 10} KB", lost=lost)


def stored(place):
    """The number of the store's files, and their bytes."""
    sizes = [path.stat().st_size for path in place.store.rglob("*") if path.is_file()]
    return len(sizes), sum(sizes)


def ends(values):
    """The median of the first tenth, without the very first, and of the last."""
    size = max(3, len(values) // TENTH)
    middle = statistics.median_low if isinstance(values[0], int) else statistics.median
    return middle(values[1:1 + size]), middle(values[-size:])


def newest(place):
    return max(entry["import_id"] for entry in json.loads(place.must(["imports", "--store", "S", "--json"]).stdout))

