"""Damage: a byte, a block, a file or a name of a store is not as it was written.

`verify` must find each damage of the state. A reader must print exactly what it prints of the intact store, or end
with a message and a code that is not 0; it must not end by a signal, hang, or leave a file with other bytes.
`repair` must bring back what the archive has, and a kill in the middle must leave a store that it still repairs.
"""

import dataclasses
import hashlib
import json
import os
import random
import shutil
import subprocess
import threading
import time
import zlib

from frame import HUNG, Row, count, files
from stores import FETCH, KEEPING, REPORT, Place, Sandbox, importing, write_files

TITLE = "damage"
WEIGHT = 3
# A command of a small store takes a tenth of a second.
PATIENCE = 30

# What a fetch that was stopped leaves.
JOURNAL = "fetch/racing.ndjson.zst"
LEDGER = "runner_id,date,activity_type,points\n1,2024-10-01,RUN,10\n2,2024-11-02,RUN,15\n"
ROSTER = "runner_id,runner,team,active\n1,Ann,UA,true\n2,Bea,UA,true\n"
REWARDS = "reward_id,season,year,point_threshold\n1,xc,2024,20\n"

CLUB = ["import", "--quiet", "--store", "S", "--format", "points-ledger", "LEDGER", "ROSTER", "REWARDS"]
SETUP = [
    importing("A"), importing("B"), importing("BAD"), CLUB, FETCH,
    ["aliases", "--store", "S", "--set", "NAMES"],
    ["angles", "register", "--store", "S", "--angles", "ANGLES"],
]
READERS = [
    REPORT,
    KEEPING,
    ["report", "--quiet", "--store", "S", "--by", "course,odds_band,days_since_last_run_band", "--where",
     "sp < 20 and going like '%o%' or race_id > 'a'", "--out", "OUT"],
    ["features", "--quiet", "--store", "S", "--by", "jockey,trainer+course", "--columns", "date,horse,source", "--out",
     "OUT/features.csv"],
    ["card", "--store", "S", "--date", "2024-02-10", "--results", "--out", "OUT"],
    ["show", "jockey", "Jockey 4", "--store", "S"],
    ["export", "--quiet", "--store", "S", "--to", "csv", "--table", "all", "--out", "OUT"],
    ["season", "--store", "S", "--season", "xc", "--year", "2024", "--out", "OUT"],
    ["calibration", "--quiet", "--store", "S", "--out", "OUT"],
    ["qualifiers", "--store", "S", "--date", "2024-02-10", "--angles", "ANGLES", "--out", "OUT"],
    ["angles", "list", "--store", "S"],
    ["rejects", "--store", "S"],
    ["imports", "--json", "--store", "S"],
    ["aliases", "--store", "S"],
    ["tables", "--columns", "--store", "S"],
]
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


@dataclasses.dataclass
class Damage:
    """A change of one file: its kind in the table, and how to make it."""

    kind: str
    file: str
    at: int = 0
    bits: int = 0
    other: str = ""

    def text(self):
        return f"{self.kind}, {self.file}" + (f", byte {self.at} ^ {self.bits}" if self.kind == "byte flipped" else "")

    def apply(self, store, intact):
        path, data = store / self.file, bytearray(intact[self.file])
        path.unlink()
        if self.kind == "byte flipped":
            data[self.at] ^= self.bits
        elif self.kind == "sector of zeros":
            data[self.at:self.at + 512] = bytes(len(data[self.at:self.at + 512]))
        elif self.kind == "cut":
            data = data[:self.at]
        elif self.kind == "lengthened":
            data += b"\0" * 64
        elif self.kind == "all zeros":
            data = bytes(len(data))
        elif self.kind == "garbage":
            data = random.Random(self.at).randbytes(len(data))
        elif self.kind == "another's bytes":
            data = intact[self.other]
        elif self.kind == "folder":
            return path.mkdir()
        elif self.kind == "pipe":
            return os.mkfifo(path)
        elif self.kind == "link":
            return path.symlink_to(store.parent / "elsewhere")
        elif self.kind == "missing":
            return None
        path.write_bytes(data)
        return None


def kind_of(file):
    parts = file.split("/")
    return "/".join(parts[:2]) if parts[0] == "segments" else "archive/LOG" if file == "archive/LOG" else parts[0]


def is_hidden(damage, intact):
    """Whether `verify` need not tell of a damage, which is no state's and which the next command does without."""
    data = intact[damage.file]
    if damage.file.startswith("sums/"):
        # Another question's sums are whole, under a name that no report asks for.
        return damage.kind in ("missing", "another's bytes")
    if damage.file.endswith((".ndjson", ".ndjson.zst")):
        if damage.kind in ("missing", "cut", "another's bytes"):
            return True
        # The last line or answer may look like one that a crash cut off.
        end = data.rindex(ZSTD_MAGIC) if damage.file.endswith(".zst") else data.rindex(b"\n", 0, len(data) - 1) + 1
        if damage.kind in ("byte flipped", "sector of zeros"):
            return damage.at + (1 if damage.kind == "byte flipped" else 512) > end
        return damage.file.endswith(".ndjson") and damage.kind in ("lengthened", "all zeros", "garbage")
    # A fetch's notes of its service and of its run; its salts are checked.
    return damage.file.startswith("fetch/") and not damage.file.endswith(".salt")


def unpacked(path):
    return subprocess.run(["zstd", "-dcq", str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def whole_files(intact, chance):
    """Damages of whole files, each kind for each file."""
    for file, data in intact.items():
        kinds = ["missing", "folder", "pipe", "link", "lengthened"]
        if data:
            kinds += ["all zeros", "garbage"]
        for kind in kinds:
            yield Damage(kind, file, at=chance.randrange(1000))
        for at in {0, 1, len(data) // 2, len(data) - 1} if data else ():
            yield Damage("cut", file, at=at)
        for place in range(0, len(data), max(512, len(data) // 6 // 512 * 512)):
            if any(data[place:place + 512]):
                yield Damage("sector of zeros", file, at=place)
        alike = [other for other in intact if other != file and kind_of(other) == kind_of(file)]
        alike = [other for other in alike if intact[other] != data]
        if alike:
            yield Damage("another's bytes", file, other=chance.choice(alike))


def flips(intact, chance):
    """Every byte of every file, in an order that gives each kind of file its turn."""
    places = {}
    for file, data in intact.items():
        places.setdefault(kind_of(file), []).extend((file, at) for at in range(len(data)))
    for kind in places.values():
        chance.shuffle(kind)
    while places:
        for kind in list(places):
            file, at = places[kind].pop()
            yield Damage("byte flipped", file, at=at, bits=chance.choice([1 << chance.randrange(8), chance.randrange(1, 256)]))
            if not places[kind]:
                del places[kind]


class Copy:
    """A worker's copy of the store, of which one file is damaged at a time."""

    def __init__(self, place, path):
        self.place, self.path = place, path
        shutil.copytree(place.path, path)
        (path / "elsewhere").write_text("not a store's\n")
        self.intact = place.intact

    def see(self, command):
        """What a command prints and writes: its result, and the files of its folder."""
        out = self.path / "out"
        shutil.rmtree(out, ignore_errors=True)
        command = [word.replace("OUT/", f"{out}/") for word in command]
        result = self.place.run(command, self.path, patience=PATIENCE)
        text = result.stdout.replace(str(self.path), "PLACE")
        return result, text, files(out)

    def restore(self, damage):
        path = self.path / "S" / damage.file
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        elif path.is_symlink() or path.exists():
            path.unlink()
        path.write_bytes(self.intact[damage.file])
        # A report removes damaged sums and keeps others.
        for file in files(self.path / "S" / "sums"):
            if "sums/" + file not in self.intact:
                (self.path / "S" / "sums" / file).unlink()
        for file, data in self.intact.items():
            if file.startswith("sums/"):
                (self.path / "S" / file).parent.mkdir(exist_ok=True)
                (self.path / "S" / file).write_bytes(data)


class Trial:
    """Counts what readers and `verify` make of damages."""

    def __init__(self, context, place, baselines):
        self.context, self.place, self.baselines = context, place, baselines
        self.lock = threading.Lock()
        self.tried, self.found, self.missed = {}, 0, 0
        self.read, self.same, self.refused = 0, 0, 0
        self.crashed, self.wrong, self.silent = 0, 0, 0
        self.journal = unpacked(place.store / JOURNAL)

    def attempt(self, copy, damage, turn):
        damage.apply(copy.path / "S", self.place.intact)
        try:
            self.verify(copy, damage)
            # Each reader of its kind in turn, and always the plain report.
            for index in {0, 1 + turn % (len(READERS) - 1), 1 + (turn * 7 + 3) % (len(READERS) - 1)}:
                self.reader(copy, damage, index)
        finally:
            copy.restore(damage)
        with self.lock:
            self.tried[damage.kind] = self.tried.get(damage.kind, 0) + 1

    def verify(self, copy, damage):
        result = self.place.run(["verify", "--store", "S"], copy.path, patience=PATIENCE)
        if result.crashed or result.code == HUNG:
            return self.count("crashed", f"verify: {damage.text()}: exit {result.code}: {result.stderr[:300]}")
        told = damage.file in result.stdout
        if is_hidden(damage, self.place.intact) and not told:
            return None
        if damage.kind == "lengthened" and damage.file == "archive/LOG":
            # Text behind the log's end is an unfinished commit's.
            return None
        # Damage beside the state is reported; the state is intact.
        if result.code == 0 and not (told and damage.file.startswith(("sums/", "fetch/"))):
            if damage.file.endswith(".zst") and unpacked(copy.path / "S" / damage.file) == self.journal:
                # zstd does not look at every bit of a frame's head.
                return None
            return self.count("missed", f"verify finds nothing: {damage.text()}")
        with self.lock:
            self.found += 1
        return None

    def reader(self, copy, damage, index):
        result, text, written = copy.see(READERS[index])
        label = f"{READERS[index][0]}: {damage.text()}"
        baseline_text, baseline_files = self.baselines[index]
        with self.lock:
            self.read += 1
        if result.crashed or result.code == HUNG:
            return self.count("crashed", f"{label}: exit {result.code}: {result.stderr[:300]}")
        if any(baseline_files.get(file) != data for file, data in written.items()):
            return self.count("wrong", f"{label}: exit {result.code}, and a file with other bytes")
        if result.code == 0:
            if text != baseline_text or written.keys() != baseline_files.keys():
                return self.count("wrong", f"{label}: exit 0, and other bytes")
            with self.lock:
                self.same += 1
            return None
        if not result.stderr.strip():
            return self.count("silent", f"{label}: exit {result.code} without a message")
        with self.lock:
            self.refused += 1
        return None

    def count(self, name, text):
        with self.lock:
            setattr(self, name, getattr(self, name) + 1)
        self.context.lose(text)

    def rows(self, size):
        whole = sum(n for kind, n in self.tried.items() if kind != "byte flipped")
        kinds = ", ".join(f"{count(n)} {kind}" for kind, n in sorted(self.tried.items()) if kind != "byte flipped")
        return [
            Row("bytes flipped", f"{count(self.tried.get('byte flipped', 0))} of {count(size)}"),
            Row("damages of files", f"{count(whole)}: {kinds}"),
            Row("verify", f"{count(self.found)} of {count(self.found + self.missed)} found", lost=self.missed),
            Row("crashes of readers", f"{self.crashed} of {count(self.read)}", lost=self.crashed),
            Row("silent wrong numbers", f"{self.wrong} of {count(self.read)}", lost=self.wrong),
            Row("other answers", f"{count(self.same)} right, {count(self.refused)} refused", lost=self.silent),
        ]


def run(context):
    write_files(context)
    folder = context.work / "files"
    for name, text in [("ledger.csv", LEDGER), ("roster.csv", ROSTER), ("rewards.csv", REWARDS)]:
        (folder / name).write_text(text)
    place = Place(context, "store")
    with Sandbox(context):
        for command in SETUP:
            place.must(command)
    # The first run keeps sums, the second reads them: only then do its bytes stay the same.
    for _ in range(2):
        place.must(KEEPING)
    shutil.rmtree(place.path / "out")
    leave_journals(place.store)
    place.intact = files(place.store)
    copies = [Copy(place, context.work / f"copy-{worker}") for worker in range(context.workers)]
    baselines = []
    for command in READERS:
        result, text, written = copies[0].see(command)
        if result.code != 0:
            raise RuntimeError(f"{command}: exit {result.code}: {result.stdout}{result.stderr}")
        baselines.append((text, written))
    trial = Trial(context, place, baselines)
    budget = context.left() * 0.75
    begun = time.monotonic()
    whole = list(whole_files(place.intact, context.random))
    context.random.shuffle(whole)
    turns = chain(flips(place.intact, context.random), whole)

    def work(worker):
        while time.monotonic() - begun < budget:
            with trial.lock:
                turn, damage = next(turns, (0, None))
            if damage is None:
                return
            trial.attempt(copies[worker], damage, turn)

    context.map(work, range(context.workers))
    rows = trial.rows(sum(len(data) for data in place.intact.values()))
    return rows + crafted(context, place) + repairs(context, place, baselines[0])


def leave_journals(store):
    """Puts journals in place that wait to be stored: fetched answers, and lines of bets."""
    packed = next(path for path in sorted((store / "archive").iterdir()) if path.read_bytes()[:4] == ZSTD_MAGIC)
    # An answer a frame, as a fetch writes them.
    lines = unpacked(packed).splitlines(keepends=True)
    frames = [subprocess.run(["zstd", "-cq"], input=line, capture_output=True, check=True).stdout for line in lines[:4]]
    (store / JOURNAL).write_bytes(b"".join(frames))
    bets = b""
    for number in range(3):
        line = json.dumps({"bets": [{"at": number, "bet_key": f"k{number}", "error": "timed out", "result": "indeterminate"}], "event": "indeterminate"}, separators=(",", ":"))[:-1].encode()
        bets += line + b',"crc32":"%08x"}\n' % zlib.crc32(line)
    (store / "fetch/betable-bets.ndjson").write_bytes(bets)


def chain(first, second):
    """Two byte flips, then one damage of a whole file, numbered."""
    first, second = iter(first), iter(second)
    turn, end = 0, object()
    while True:
        taken = [next(first, end), next(first, end), next(second, end)]
        if all(item is end for item in taken):
            return
        for item in taken:
            if item is not end:
                yield turn, item
                turn += 1


# Crafted stores.


def sealed(manifest):
    body = json.dumps(manifest, sort_keys=True, separators=(",", ":")).encode()
    return b"railbird-store 2 " + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def crafted(context, place):
    """Manifests with right checksums that name files elsewhere: pipes, which a reader would wait for."""
    tried = lost = 0
    intact = json.loads(place.intact["MANIFEST"].partition(b"\n")[2])
    outside = context.folder("outside")
    os.mkfifo(outside / "pipe")
    os.mkfifo(outside / ("0" * 64))
    for target in ["../../outside/pipe", str(outside / "pipe"), "segments/runners/../../../../outside/pipe",
                   "segments/races/linked", "segments/runners/a/../pipe", "", "."]:
        for where in ["segments", "dictionaries"]:
            manifest = json.loads(json.dumps(intact))
            entry = manifest["segments"][0] if where == "segments" else next(iter(manifest["dictionaries"].values()))[0]
            entry["file"] = target
            tried, lost = tried + 1, lost + refuses(context, place, sealed(manifest), f"{where}: {target!r}")
    for sum in ["../../outside/" + "0" * 48, "/" + "0" * 63, "."]:
        manifest = json.loads(json.dumps(intact))
        manifest["archive"][0]["sha256"] = sum
        tried, lost = tried + 1, lost + refuses(context, place, sealed(manifest), f"archive: {sum!r}")
    for name in ["segments", "dictionaries", "archive", "segments/runners"]:
        tried, lost = tried + 1, lost + refuses(context, place, place.intact["MANIFEST"], f"link {name}", link=name)
    return [Row("crafted stores", f"{tried} refused, nothing outside read", lost=lost)]


def refuses(context, place, manifest, label, link=None):
    path = context.work / "crafted"
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(place.path, path)
    (path / "S" / "MANIFEST").write_bytes(manifest)
    (path / "S" / "segments" / "races" / "linked").symlink_to(context.work / "outside" / "pipe")
    if link:
        moved = context.work / "moved"
        shutil.rmtree(moved, ignore_errors=True)
        (path / "S" / link).rename(moved)
        (path / "S" / link).symlink_to(moved)
    for command in [["verify", "--store", "S"], REPORT, READERS[6]]:
        result = place.run(command, path, patience=PATIENCE)
        # Only who reads the archive meets a link in its place.
        if result.crashed or result.code == HUNG or result.code == 0 and (command[0] == "verify" or link != "archive"):
            context.lose(f"crafted, {label}: {command[0]}: exit {result.code}: {result.stderr[:300]}")
            return 1
    return 0


# Repairs.


def repairs(context, place, baseline):
    kinds = {}
    for file in place.intact:
        kinds.setdefault(kind_of(file), []).append(file)
    kinds = {kind: found for kind, found in kinds.items() if kind not in ("fetch", "aliases.csv", "angles.ndjson")}
    tried = mended = asked = kills = lost = 0
    names = sorted(kinds)
    copy = None
    while context.left() > 0 or tried < len(names):
        file = context.random.choice(kinds[names[tried % len(names)]])
        data = place.intact[file]
        damage = context.random.choice([
            Damage("byte flipped", file, at=context.random.randrange(len(data)), bits=1),
            Damage("missing", file), Damage("cut", file, at=len(data) // 2), Damage("folder", file)])
        if file.startswith("sums/") and damage.kind == "missing":
            damage = Damage("all zeros", file)
        tried += 1
        shutil.rmtree(context.work / "repair", ignore_errors=True)
        copy = Copy(place, context.work / "repair")
        damage.apply(copy.path / "S", place.intact)
        before = files(copy.path / "S")
        listed = place.run(["repair", "--store", "S"], copy.path, patience=PATIENCE)
        if files(copy.path / "S") != before or listed.crashed or listed.code != 1:
            lost += 1
            context.lose(f"repair without --yes: {damage.text()}: exit {listed.code}: {listed.stdout}{listed.stderr}")
            continue
        command = ["repair", "--quiet", "--store", "S", "--yes"]
        if file.startswith("archive/") and file != "archive/LOG":
            original = copy.path / "original"
            original.write_bytes(data)
            command += ["--original", str(original)]
            asked += 1
        if context.random.random() < 0.5:
            kill(place, copy, command, context.random.random() * max(0.02, listed.seconds * 2))
            kills += 1
        result = place.run(command, copy.path, patience=PATIENCE)
        verified = place.run(["verify", "--store", "S"], copy.path, patience=PATIENCE)
        _, text, written = copy.see(REPORT)
        if result.code != 0 or verified.code != 0 or (text, written) != baseline:
            # Without a manifest it is no longer known that aliases are as they were set.
            lost += 1
            context.lose(
                f"repair: {damage.text()}: exit {result.code}: {result.stdout}{result.stderr}{verified.stdout}"
                f"{'' if (text, written) == baseline else ' and another report'}")
        else:
            mended += 1
    return [Row("repairs", f"{mended} of {tried}, {kills} after a kill, {asked} with the original", lost=lost)]


def kill(place, copy, command, seconds):
    """Runs a command and kills it after a while."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("RAILBIRD_")}
    process = subprocess.Popen(
        [str(place.context.railbird), *place.words(command, copy.path)], cwd=copy.path, env=environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    process.kill()
    process.wait()
