"""Names that command a terminal, a spreadsheet, a browser or a file system, in every output."""

import csv
import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import tarfile
import unicodedata
import xml.etree.ElementTree
import zipfile

from frame import Row, count

TITLE = "hostile names"
WEIGHT = 1

MARKUP = ["<img src=x onerror=alert(1)>", "\"><svg onload=alert(2)>", "</script><script>alert(3)</script>", "' onmouseover='alert(4)"]
FORMULAS = ["=cmd|'/c calc'!A1", "+1+cmd", "-2+3+cmd", "@SUM(A1)", "\t=1+1", "\r=1+1"]
PATHS = ["../../../outside/up", "/tmp/railbird-absolute", "a/b\\c", "..", "CON", "$(touch outside-shell)", "`touch outside-tick`", "; touch outside-semi"]
COMMANDS = [
    "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x1b]52;c;aGk=\x07", "\x9b31mcsi", "back\x08\x08space", "bell\x07", "\x7fdel",
    "over\u202eesrever", "iso\u2066lated\u2069", "mark\u200fed", "line\u2028end\u2029", "\ufeffbom", "tag\U000e0041ged"]
NAMES = MARKUP + FORMULAS + PATHS + COMMANDS
# No CSV file and no argument can have these; JSON can.
NULS = ["nul\x00 end", "\x00", "\x00\x00="]

# Our own progress lines write these.
OWN_COMMANDS = re.compile(r"\r\x1b\[K")
COUNTED = re.compile(r"-?[0-9][0-9.,e+-]*|-?inf|-|\+|--|-\d+ .*")
FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+@-]*")


def commands_in(text, keeps="\n\t"):
    """The scalars of a text that act in place of being shown."""
    return sorted({
        f"U+{ord(scalar):04X}" for scalar in text
        if scalar not in keeps + "\u200c\u200d" and unicodedata.category(scalar) in ("Cc", "Cf", "Zl", "Zp")})


def runners(path):
    """A file of races whose every text is one of the names, and of rows that are refused."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["race_id", "date", "course", "race_name", "number", "horse", "jockey", "trainer", "owner", "going", "position", "sp"])
        for race in range(len(NAMES)):
            for number in range(1, 5):
                pick = [NAMES[(race + number * step) % len(NAMES)] for step in range(7)]
                out.writerow([f"r{race}", f"2024-01-{race % 28 + 1:02}", pick[0], pick[1], number, f"{pick[2]} {number}", *pick[3:], number, number + 1.5])
        for name in NAMES:
            out.writerow([name, name, name, name, name, name, name, name, name, name, name, name])


def club(folder):
    """Files of a running club's season whose names are these."""
    files = {
        "ledger.csv": ["activity_uuid,runner_id,date,time,activity_type,points".split(",")]
        + [[f"{name}{week}", f"{runner}", f"2024-09-{week * 7 + 1:02}", "08:00", "TRAINING_RUN", 10 + runner % 7] for week in range(3) for runner, name in enumerate(NAMES, 1)],
        "roster.csv": ["runner_id,runner,team,active,graduation_class".split(",")] + [[runner, name, "UA", "true", 2026] for runner, name in enumerate(NAMES, 1)],
        "rewards.csv": ["reward_id,season,year,description,point_threshold,display_order".split(",")] + [[place, "xc", 2024, name, 40 * place, place] for place, name in enumerate(NAMES, 1)]}
    for name, rows in files.items():
        with open(folder / name, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)
    return list(files)


def answers(folder):
    """JSON files of races and of a sportsbook's answers whose names are these."""
    names, start = NAMES + NULS, 1_706_000_000_000_000
    lists = {
        "boosts": [{"banner_id": f"b{place}", "starts_at": start, "ends_at": start + 3_600_000_000, "status": "ACTIVE", "title": name, "event_id": name, "original_odd": "2.5", "boosted_odd": "3.0"}
                   for place, name in enumerate(names)],
        "picks": [{"pick_id": f"p{place}", "starts_at": start, "title": name, "tipster_id": f"t{place % 9}", "tipster": name, "win_rate": "61%", "event_id": name, "home": name, "away": name,
                   "market_name": name, "outcome_name": name, "odds": "2.0", "reasoning": name} for place, name in enumerate(names)]}
    for table, rows in lists.items():
        (folder / f"{table}.ndjson").write_text("".join(json.dumps({"fetched_at": start, table: [row]}) + "\n" for row in rows), encoding="utf-8")
    runners = [{"race_id": f"n{place}", "date": "2024-01-05", "course": name, "number": "1", "horse": name, "jockey": name, "trainer": name, "position": "1", "sp": "3"} for place, name in enumerate(NULS)]
    (folder / "nuls.json").write_text(json.dumps(runners), encoding="utf-8")


class Search:
    """Runs commands, and searches all that they print and write."""

    def __init__(self, context, folder):
        self.context, self.folder = context, folder
        self.texts, self.files, self.found = 0, 0, 0

    def lose(self, text):
        self.found += 1
        self.context.lose(text)

    def run(self, arguments, codes=(0, 1)):
        result = self.context.run(arguments, cwd=self.folder, env={"XDG_STATE_HOME": str(self.folder / "state")})
        shown = " ".join(map(repr, map(str, arguments)))
        if result.code not in codes:
            self.lose(f"{shown}: exit {result.code}: {result.stderr[-300:]!r}")
        for name, text in (("stdout", result.stdout), ("stderr", result.stderr)):
            self.texts += 1
            if acts := commands_in(text):
                self.lose(f"{shown}: {acts} in {name}")
        return result

    def on_terminal(self, arguments):
        """Runs a command with all of its output on a terminal."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.execve(self.context.railbird, [str(self.context.railbird), *map(str, arguments)], {**os.environ, "TERM": "xterm", "COLUMNS": "80"})
        text = b""
        try:
            while select.select([terminal], [], [], 60)[0] and (piece := os.read(terminal, 65536)):
                text += piece
        except OSError:
            pass
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(child, 0)
        os.close(terminal)
        self.texts += 1
        plain = OWN_COMMANDS.sub("", text.decode(errors="replace").replace("\r\n", "\n"))
        if acts := commands_in(plain):
            self.lose(f"{' '.join(map(repr, map(str, arguments)))}: {acts} on a terminal")

    def workbook(self, path):
        """Searches a workbook, which is XML of text and numbers alone."""
        with zipfile.ZipFile(path) as archive:
            for member in archive.namelist():
                try:
                    page = xml.etree.ElementTree.fromstring(archive.read(member))
                except xml.etree.ElementTree.ParseError as error:
                    self.lose(f"{path.name}, {member}: {error}")
                    continue
                if found := {element.tag.split("}")[1] for element in page.iter()} & {"f", "hyperlink"}:
                    self.lose(f"{path.name}, {member}: {found}")

    def files_below(self, folder):
        """Searches the files that commands have written."""
        for path in sorted(folder.rglob("*")):
            if not FILE_NAME.fullmatch(path.name):
                self.lose(f"the file name {path.name!r}")
            if not path.is_file():
                continue
            self.files += 1
            if path.suffix == ".xlsx":
                self.workbook(path)
            if path.suffix not in (".csv", ".json", ".html", ".ipynb", ".md", ".py", ".txt", ".ndjson"):
                continue
            text = path.read_text(encoding="utf-8")
            # A script's data may hold marks of attributes, but none that ends it.
            page = re.sub(r"<script[^>]*>.*?</script>", "", text, flags=re.DOTALL) if path.suffix == ".html" else ""
            if found := [mark for mark in MARKUP if mark in page or mark[0] in "<\"" and path.suffix == ".html" and mark in text]:
                self.lose(f"{path.name}: the markup {found} stands in the page")
            if path.suffix in (".html", ".md") and (acts := commands_in(text)):
                self.lose(f"{path.name}: {acts}")
            if path.suffix in (".json", ".ipynb"):
                json.loads(text)
            if path.suffix == ".csv":
                for row in csv.reader(io.StringIO(text, newline="")):
                    for cell in row:
                        if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not COUNTED.fullmatch(cell):
                            self.lose(f"{path.name}: a spreadsheet runs the cell {cell!r}")


def archives(folder):
    """Archives whose members would be written elsewhere by their names."""
    row = "race_id,date,number,horse\nz,2024-02-01,1,Ann\n"
    names = ["../outside-zip.csv", "../../outside/up.csv", str(folder / "outside-absolute.csv"), "a/../../outside-mid.csv", "\x1b[31m.csv", "x\ny.csv"]
    with zipfile.ZipFile(folder / "members.zip", "w") as archive:
        for index, name in enumerate(names):
            archive.writestr(zipfile.ZipInfo(name), row.replace("z,", f"z{index},"))
    with tarfile.open(folder / "members.tar.gz", "w:gz") as archive:
        for index, name in enumerate(names):
            member = tarfile.TarInfo(name)
            text = row.replace("z,", f"t{index},").encode()
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text))
        for kind, name in ((tarfile.SYMTYPE, "link.csv"), (tarfile.LNKTYPE, "hard.csv"), (tarfile.FIFOTYPE, "fifo.csv"), (tarfile.CHRTYPE, "null.csv")):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            archive.addfile(member)
    return ["members.zip", "members.tar.gz"]


def run(context):
    folder = context.folder("names/inner/work")
    outside = sorted(path for path in (context.work / "names").rglob("*"))
    search = Search(context, folder)
    runners(folder / "evil.csv")
    store = ["--store", "store"]
    search.run(["import", *store, "--format", "railbird", "evil.csv"])
    hostile_files = ["-rf.csv", "\x1b[31mred.csv", "$(touch outside-file).csv", "a\nb.csv", "\u202evsc.csv"]
    for index, name in enumerate(hostile_files):
        (folder / name).write_text(f"race_id,date,number,horse\nf{index},2024-03-0{index + 1},1,Ann\nbad,bad,bad,bad\n")
        search.run(["import", *store, "--format", "railbird", "--", name])
    for name in archives(folder):
        search.run(["import", *store, "--format", "railbird", name])
    search.run(["import", "--explain", "evil.csv"])
    with open(folder / "header.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["race_id", "date", "number", "horse", *COMMANDS, *MARKUP], ["h", "2024-01-01", "1", "Ann", *COMMANDS, *MARKUP]])
    explained = search.run(["import", "--explain", "header.csv"])
    (folder / "mine.yaml").write_text(explained.stdout, encoding="utf-8")
    if search.run(["import", "--store", "mine", "--mapping", "mine.yaml", "header.csv"]).code != 0:
        search.lose("a mapping that --explain proposed was refused")
    search.run(["import", *store, "--format", "points-ledger", *club(folder)], codes=(0,))
    answers(folder)
    search.run(["import", *store, "--format", "sportsbook", "boosts.ndjson", "picks.ndjson"], codes=(0,))
    search.run(["import", *store, "--format", "railbird", "nuls.json"], codes=(0,))
    keys = "jockey,trainer,horse,course,owner,going,jockey+trainer"
    reads = [
        ["report", *store, "--by", keys, "--show", "--out", "out", "--format", "csv,json,html,xlsx", "--luck", "--windows", "all"],
        ["card", *store, "--date", "2024-01-05", "--results"], ["card", *store, "--date", "2024-01-05", "--format", "html", "--out", "out"],
        ["card", *store, "--date", "2024-01-05", "--format", "csv,json", "--out", "out"], ["tables", *store], ["imports", *store], ["imports", *store, "--json"],
        ["rejects", *store], ["rejects", *store, "--json"], ["rejects", *store, "--limit", "500"], ["verify", *store], ["doctor"],
        ["aliases", *store], ["calibration", *store, "--by", "course,year", "--out", "out", "--show"], ["export", *store, "--to", "csv", "--table", "all", "--out", "out/tables"],
        ["features", *store, "--out", "out/features.csv"], ["notebook", *store, "--out", "out/notebooks"],
        ["season", *store, "--season", "xc", "--year", "2024"], ["season", *store, "--season", "xc", "--year", "2024", "--format", "csv,json,html", "--out", "out/season"],
        ["promotions", *store], ["promotions", *store, "--show", "--out", "out/promotions"],
        ["search", *store, "--keys", "jockey,course", "--out", "out", "--show"],
    ]
    roles = ["jockey", "trainer", "horse", "course"]
    shows = [["show", role, *store, "--", name.strip()] for name in NAMES for role in roles[:2]]
    filters = [["report", *store, "--by", "course", "--out", "out2", "--where", f'course = "{name}"'] for name in NAMES]
    filters += [["report", *store, "--by", name, "--out", "out2"] for name in NAMES[::3]]
    filters += [["card", *store, "--date", name] for name in NAMES[::4]]
    context.map(search.run, [arguments for arguments in reads if "--out" not in arguments] + shows)
    for arguments in [arguments for arguments in reads if "--out" in arguments]:
        search.run(arguments)
    for arguments in filters:
        search.run(arguments, codes=(0, 1, 64))
    for arguments in reads[:2] + shows[:12] + [["rejects", *store], ["imports", *store], ["tables", *store]]:
        search.on_terminal([part for part in arguments])
    for name in ("out", "out2"):
        if (folder / name).exists():
            search.files_below(folder / name)
    search.run(["verify", *store], codes=(0,))
    # Nothing lies where a name would have led.
    kept = {folder, *folder.rglob("*")}
    for path in (context.work / "names").rglob("*"):
        if path not in kept and path not in outside:
            search.lose(f"{path}: a file outside")
    for path in folder.iterdir():
        if path.name.startswith("outside"):
            search.lose(f"{path.name}: a name was run")
    if os.path.exists("/tmp/railbird-absolute"):
        search.lose("/tmp/railbird-absolute: a file outside")
    return [
        Row("names in all texts", f"{count(len(NAMES + NULS))} names, {count(search.texts)} outputs, {count(search.files)} files", search.found)]
