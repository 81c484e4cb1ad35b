"""Small stores and the operations on them that several sections torture."""

import dataclasses
import hashlib
import os
import random
import re
import shutil
import subprocess
import time

from frame import Row, files

KEY = "torturekey0000000000000000000000"
FAULTS = "Tests/Faults/faults.c"
GOINGS = ["Good", "Soft", "Heavy", "Good to Firm"]
COLUMNS = "race_id,date,number,horse,jockey,trainer,course,going,position,sp"


def runners(name, days, seed, races=2, bad=0):
    """The text of a file of runners: invented, small, with some rows that are refused."""
    chance = random.Random(seed)
    lines = [COLUMNS]
    for day in days:
        for race in range(races):
            for number in range(1, 7):
                lines.append(
                    f"{name}{day}{race},{day},{number},Horse {chance.randrange(40)} {name},"
                    f"Jockey {chance.randrange(12)},Trainer {chance.randrange(9)},Course {race},"
                    f"{chance.choice(GOINGS)},{number},{chance.randrange(15, 300) / 10}")
    lines += [f"{name}-bad-{row},,1,Nobody,No one,None,Course 1,Good,1,2.0" for row in range(bad)]
    return "\n".join(lines) + "\n"


@dataclasses.dataclass
class Operation:
    """A command that changes a store, or results beside it.

    `before` makes the place it starts from, then `kills`, a fault, kills a first run of the command. `again` tells
    whether the command may follow its own end. An atomic one leaves the state before or the state after, and nothing
    between.
    """

    name: str
    before: list
    command: list
    again: bool = True
    is_atomic: bool = True
    is_durable: bool = True
    kills: str = ""
    looks: tuple = ()


class Place:
    """A folder with a store `S`, made by commands in which S, OUT, A, B … are replaced."""

    def __init__(self, context, name):
        self.context, self.path = context, context.folder(name)

    @property
    def store(self):
        return self.path / "S"

    def words(self, command, path=None):
        path = path or self.path
        names = {
            "S": path / "S", "SECOND": path / "SECOND", "OUT": path / "out", "LOOK": path / "look",
            "FEATURES": path / "features.csv", "URL": self.context.url if hasattr(self.context, "url") else ""}
        for file in (self.context.work / "files").iterdir():
            names[file.stem.upper()] = file
        return [str(names.get(word, word)) for word in command]

    def run(self, command, path=None, env=None, **options):
        environment = {"RAILBIRD_RACING_API_KEY": KEY, **(env or {})}
        return self.context.run(self.words(command, path), env=environment, **options)

    def must(self, command, path=None):
        result = self.run(command, path)
        if result.code != 0:
            raise RuntimeError(f"{command}: exit {result.code}: {result.stdout}{result.stderr}")
        return result

    def make(self, commands):
        """Makes the place by commands, or as a copy of one that they made before."""
        made = self.context.work / hashlib.sha256(repr(commands).encode()).hexdigest()
        if not made.exists():
            for command in commands:
                self.must(command)
            shutil.copytree(self.path, made)
        else:
            shutil.copytree(made, self.path, dirs_exist_ok=True)

    def kill(self, operation, env=None):
        """Runs an operation's command, which is killed where `kills` says."""
        env = env or {}
        libraries = env.get("LD_PRELOAD", "") + " " + self.context.shim(FAULTS)
        result = self.run(operation.command, env={
            **env, "LD_PRELOAD": libraries, "FAULTS": operation.kills, "FAULTS_FOLDER": str(self.path)})
        if result.code != -9:
            raise RuntimeError(f"{operation.name}: exit {result.code}; expected that it is killed")


def write_files(context):
    """Writes the files that the operations import."""
    folder = context.folder("files")
    texts = {
        "a.csv": runners("a", ["2024-01-06", "2024-02-03"], 1),
        "b.csv": runners("b", ["2024-02-10", "2024-03-02"], 2),
        "c.csv": runners("c", ["2024-03-09"], 3, races=1),
        "d.csv": runners("d", ["2024-01-13", "2024-04-06"], 4, races=1),
        "bad.csv": runners("e", ["2024-03-16"], 5, races=1, bad=40),
        "next.csv": runners("n", ["2024-05-04"], 6, races=1),
        "names.csv": "role,spelling,name\njockey,Jockey 1,Jockey One\njockey,Jockey 2,Jockey One\n",
        "names2.csv": "role,spelling,name\ntrainer,Trainer 1,Trainer One\n",
        "angles.yaml": "angles:\n  - name: Soft\n    where: going = 'Soft'\n  - name: Short\n    where: sp < 4\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)


def importing(*files):
    return ["import", "--quiet", "--store", "S", "--format", "railbird", *files]


REPORT = ["report", "--quiet", "--store", "S", "--by", "jockey", "--windows", "30d,all", "--min-runs", "1",
          "--out", "OUT"]
KEEPING = REPORT + ["--keep-sums"]
FEATURES = ["features", "--quiet", "--store", "S", "--out", "FEATURES"]
EXPORT = ["export", "--quiet", "--store", "S", "--to", "parquet", "--out", "OUT"]
FETCH = [
    "fetch", "racing", "--quiet", "--store", "S", "--base-url", "URL", "--from", "2024-11-01", "--to", "2024-11-02",
    "--interval", "0"]
A, B = importing("A"), importing("B")
IMPORTS = ["imports", "--store", "S", "--json"]

OPERATIONS = [
    Operation("first import", [], A),
    Operation("import", [A], B),
    # The one leaves drafts; the other, before its folder's second sync, files that it replaced but not yet for good.
    Operation("clean-up of a killed import", [A], B, kills="rename:MANIFEST=kill"),
    Operation("clean-up of a killed commit", [A], B, kills="fsync:S=kill@2"),
    Operation("import of three files", [A], importing("B", "C", "D")),
    Operation("import with rejects", [A], importing("BAD"), looks=(IMPORTS,)),
    Operation("undo", [A, B], ["imports", "--quiet", "--store", "S", "--undo", "2", "--yes"], again=False),
    Operation(
        "retry of rejects", [A, importing("BAD")],
        ["rejects", "--quiet", "--store", "S", "--retry", "2", "--format", "railbird", "--default", "date=2024-03-20"],
        looks=(IMPORTS,)),
    Operation("replay", [A, B], ["replay", "--quiet", "--store", "S"],
        # The tables are the same again: nothing shows whether it lasts.
        is_durable=False),
    Operation(
        "replay into another", [A, B], ["replay", "--quiet", "--store", "S", "--into", "SECOND"], again=False),
    Operation("fetch", [A], FETCH, is_atomic=False),
    Operation("aliases set", [A], ["aliases", "--store", "S", "--set", "NAMES"]),
    Operation(
        "aliases replaced", [A, ["aliases", "--store", "S", "--set", "NAMES"]],
        ["aliases", "--store", "S", "--set", "NAMES2"]),
    Operation(
        "aliases cleared", [A, ["aliases", "--store", "S", "--set", "NAMES"]],
        ["aliases", "--store", "S", "--clear"]),
    Operation(
        "angles registered", [A], ["angles", "register", "--store", "S", "--angles", "ANGLES"],
        looks=(["angles", "list", "--store", "S"],)),
    Operation("report with kept sums", [A, KEEPING, B], KEEPING, is_durable=False),
]

# Older results lie there already.
RESULTS = [
    Operation("report", [A, REPORT, B], REPORT, is_durable=False),
    Operation("features", [A, FEATURES, B], FEATURES, is_durable=False),
    Operation("export", [A, EXPORT, B], EXPORT, is_durable=False),
]
READING = RESULTS + [Operation("verify", [A, B], ["verify", "--quiet", "--store", "S"], is_durable=False)]


def spread(operations, seconds, least):
    """The operations that there is time for, from all over the list; the others have their turn on another day."""
    stride = -(-len(operations) // max(4, int(seconds / least)))
    return operations[time.gmtime().tm_yday % stride::stride]


def left_out(operations, chosen):
    """What the table tells of operations that there was no time for."""
    names = [operation.name for operation in operations if operation not in chosen]
    return [Row("left out for want of time", f"{len(names)} operations, with the turn of another day")] if names else []


# What lies in a place: files by their paths, as `files` and `read_tree` give them.

STORES = ("S", "SECOND")


def store_files(tree):
    """Files of the stores."""
    return {name: content for name, content in tree.items() if name.split("/")[0] in STORES}


def results(tree):
    """Files beside the stores: results, and drafts of them."""
    return {
        name: content for name, content in tree.items()
        if name.split("/")[0] not in STORES and content is not None}


def is_draft(name):
    """Whether a file has the name of a draft."""
    return "/.draft-" in "/" + name or name.endswith(".new")


def drafts(tree):
    """Names of files that the next writer removes: drafts, and what a store's manifest does not name."""
    found = set()
    for name in tree:
        store, _, path = name.partition("/")
        manifest = tree.get(store + "/MANIFEST", b"")
        is_named = path.removeprefix("archive/").encode() in manifest or manifest and path == "archive/LOG"
        if is_draft(name) or path.startswith(("segments/", "dictionaries/", "archive/")) and not is_named:
            found.add(name)
    return found


def torn(found, old, new):
    """Names of results that are neither the whole old one nor the whole new one."""
    return sorted(
        name for name in found.keys() | old.keys()
        if not is_draft(name) and found.get(name) not in (old.get(name), new.get(name)))


def look(place, operation, path=None):
    """What a user sees of a store: verify's answer, a report's bytes, and what the operation looks at.

    "nothing" where there is no store; text that begins with "!" where something is wrong.
    """
    path = path or place.path
    seen = []
    for store in ["S", "SECOND"] if "SECOND" in operation.command else ["S"]:
        result = place.run(["verify", "--store", store], path)
        if result.code == 1 and "found no store" in result.stderr:
            seen.append("nothing")
            continue
        if result.code != 0:
            return f"! verify: exit {result.code}: {result.stdout}{result.stderr}"
        report = KEEPING if operation.command is KEEPING else REPORT
        names = {"S": store, "OUT": "LOOK"}
        for command in [[names.get(word, word) for word in report], *operation.looks]:
            result = place.run(command, path)
            if result.code != 0:
                return f"! {command[0]}: exit {result.code}: {result.stdout}{result.stderr}"
            # Two runs of a command differ in their moment alone.
            seen.append(re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "now", result.stdout))
        seen.append(repr(sorted(files(path / "look").items())))
        # Results that are looked at stay as they are.
        shutil.rmtree(path / "look", ignore_errors=True)
    return "\n".join(seen)


class Sandbox:
    """The program's own sandbox of the racing API, for fetches."""

    def __init__(self, context, first="2024-11-01", days=2):
        self.process = subprocess.Popen(
            [str(context.railbird), "sandbox", "--from", first, "--days", str(days), "--races-per-day", "1",
             "--rate", "0", "--key", KEY],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "no_proxy": "127.0.0.1"})
        context.url = self.process.stdout.readline().strip()
        if not re.match(r"http://127\.0\.0\.1:\d+$", context.url):
            raise RuntimeError(f"sandbox: found {context.url!r}; expected its address")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
