"""Small stores and the operations on them that several sections torture."""

import dataclasses
import os
import random
import re
import shutil
import subprocess

from frame import files

KEY = "torturekey0000000000000000000000"
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

    `before` makes the place it starts from; `again` tells whether the same command may follow its own end. An atomic
    one leaves the state before or the state after, and nothing between.
    """

    name: str
    before: list
    command: list
    again: bool = True
    is_atomic: bool = True
    is_durable: bool = True
    kills: bool = False
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
            "S": path / "S", "SECOND": path / "SECOND", "OUT": path / "out",
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
FETCH = [
    "fetch", "racing", "--quiet", "--store", "S", "--base-url", "URL", "--from", "2024-11-01", "--to", "2024-11-02",
    "--interval", "0"]
A, B = importing("A"), importing("B")
IMPORTS = ["imports", "--store", "S", "--json"]

OPERATIONS = [
    Operation("first import", [], A),
    Operation("import", [A], B),
    Operation("clean-up after a kill", [A], B, kills=True),
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

READING = [
    Operation("report", [A, B], REPORT, is_durable=False),
    Operation("features", [A, B], ["features", "--quiet", "--store", "S", "--out", "FEATURES"], is_durable=False),
    Operation(
        "export", [A, B], ["export", "--quiet", "--store", "S", "--to", "parquet", "--out", "OUT"],
        is_durable=False),
    Operation("verify", [A, B], ["verify", "--quiet", "--store", "S"], is_durable=False),
]


def look(place, operation, path=None):
    """What a user sees of a store: verify's answer, a report's bytes, and what the operation looks at.

    "nothing" where there is no store; text that begins with "!" where something is wrong.
    """
    path = path or place.path
    shutil.rmtree(path / "out", ignore_errors=True)
    seen = []
    for store in ["S", "SECOND"] if "SECOND" in operation.command else ["S"]:
        result = place.run(["verify", "--store", store], path)
        if result.code == 1 and "found no store" in result.stderr:
            seen.append("nothing")
            continue
        if result.code != 0:
            return f"! verify: exit {result.code}: {result.stdout}{result.stderr}"
        report = KEEPING if operation.command is KEEPING else REPORT
        for command in [
                [store if word == "S" else word for word in report], *operation.looks]:
            result = place.run(command, path)
            if result.code != 0:
                return f"! {command[0]}: exit {result.code}: {result.stdout}{result.stderr}"
            # Two runs of a command differ in their moment alone.
            seen.append(re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "now", result.stdout))
        seen.append(repr(sorted(files(path / "out").items())))
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
