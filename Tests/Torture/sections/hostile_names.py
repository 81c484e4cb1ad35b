"""Names that command a terminal, a spreadsheet, a browser or a file system, in every output."""

import csv
import http.server
import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import tarfile
import threading
import unicodedata
import urllib.error
import urllib.request
import xml.etree.ElementTree
import zipfile

from frame import Row, count

TITLE = "hostile names"
WEIGHT = 1

MARKUP = ["<img src=x onerror=alert(1)>", "\"><svg onload=alert(2)>", "</script><script>alert(3)</script>", "' onmouseover='alert(4)"]
FORMULAS = ["=cmd|'/c calc'!A1", "+1+cmd", "-2+3+cmd", "@SUM(A1)", "\t=1+1", "\r=1+1"]
PATHS = ["../../../outside/up", "../outside-beside", "outside-within/x", "/tmp/railbird-absolute", "a/b\\c", "..", "CON", "$(touch outside-shell)", "`touch outside-tick`", "; touch outside-semi"]
COMMANDS = [
    "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x1b]52;c;aGk=\x07", "\x9b31mcsi", "back\x08\x08space", "bell\x07", "\x7fdel",
    "over\u202eesrever", "iso\u2066lated\u2069", "mark\u200fed", "line\u2028end\u2029", "\ufeffbom", "tag\U000e0041ged"]
NAMES = MARKUP + FORMULAS + PATHS + COMMANDS
# The members of services' answers that hold names and other text to be shown.
SHOWN = {
    "name", "first_name", "last_name", "title", "subtitle", "content", "author", "reasoning", "home_team", "away_team", "market_name", "outcome_name", "description", "tags", "symbols", "created_by", "createdBy",
    "course", "horse", "jockey", "trainer", "owner", "going", "distance", "finish_time", "prize", "email", "graduatingClass", "assignee", "channel", "action_target", "primaryLight", "logoLight", "message", "error"}
# Members that have numbers or marks. Where they have text, the listing ends with 65 and quotes it.
MEASURED = {"age", "canceled"}
SEASON = ["--season", "xc", "--year", "2024"]
# What lists names of each client's service.
LISTINGS = [
    ["racing", "today", "--date", "2024-11-01", "--interval", "0"], ["racing", "results", "--date", "2024-11-01", "--interval", "0"], ["racing", "search", "e", "--date", "2024-11-01", "--interval", "0"],
    ["seasonal", "leaderboard", *SEASON, "--names"], ["seasonal", "rewards", *SEASON], ["seasonal", "progress", *SEASON],
    ["sportsbook", "home"], ["sportsbook", "promotions"], ["sportsbook", "news"], ["sportsbook", "tips"],
    ["betable", "account"], ["betable", "bet", "lucky-sevens", "--wager", "0.10", "--currency", "GBP", "--paylines", "1,1,1", "--store", "fetched"],
    ["chatist", "tickets", "--customer", "c1"], ["chatist", "show", "ticket_1", "--customer", "c1"], ["chatist", "branding", "--customer", "c1"]]
FETCHES = [["racing", "--from", "2024-11-01", "--to", "2024-11-02", "--interval", "0"], ["points", *SEASON, "--rate", "0"], ["promotions"], ["betting"], ["support", "--customer", "c1", "--include-text", "--rate", "0"]]
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


class Service:
    """The program's own sandbox, of whose answers this gives every name as one of ours."""

    def __init__(self, context):
        # Whether every request but a login gets an error, whose message is a name.
        self.names, self.refuses = 0, False
        self.shown = SHOWN
        self.sandbox = subprocess.Popen(
            [str(context.railbird), "sandbox", "--rate", "0", "--from", "2024-11-01", "--days", "2", "--races-per-day", "12"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.keys, self.address = {"no_proxy": "127.0.0.1"}, self.sandbox.stdout.readline().strip()
        while "CHATIST_API_KEY" not in self.keys:
            name, found, value = self.sandbox.stdout.readline().strip().partition("=")
            if not name:
                raise RuntimeError("the sandbox did not start")
            if found:
                self.keys.setdefault(name, value)
        threading.Thread(target=self.sandbox.stdout.read, daemon=True).start()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                status, answer = service.answer(self.command, self.path, body, {name: self.headers[name] for name in self.headers if name.lower() not in ("host", "connection", "accept-encoding", "content-length")})
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def ask(self, method, path, body, headers):
        request = urllib.request.Request(self.address + path, method=method, data=body or None, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def answer(self, method, path, body, headers):
        if self.refuses and not path.endswith("/login"):
            return 400, json.dumps({"message": self.name(), "error": self.name()}).encode()
        status, answer = self.ask(method, path, body, headers)
        try:
            return status, json.dumps(self.named(json.loads(answer))).encode()
        except ValueError:
            return status, answer

    def name(self):
        self.names += 1
        return (NAMES + NULS)[self.names % len(NAMES + NULS)]

    def named(self, value, is_shown=False):
        if isinstance(value, dict):
            return {key: self.named(member, key in self.shown) for key, member in value.items()}
        if isinstance(value, list):
            return [self.named(member, is_shown) for member in value]
        return self.name() if is_shown and isinstance(value, str) else value

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        self.sandbox.kill()
        self.sandbox.wait()


class Search:
    """Runs commands, and searches all that they print and write."""

    def __init__(self, context, folder):
        self.context, self.folder = context, folder
        # Those of services.
        self.keys = {}
        self.texts, self.files, self.found = 0, 0, 0

    def lose(self, text):
        self.found += 1
        self.context.lose(text)

    def run(self, arguments, codes=(0, 1), stdin=None):
        result = self.context.run(arguments, cwd=self.folder, env={**self.keys, "XDG_STATE_HOME": str(self.folder / "state")}, stdin=stdin)
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
            os.execve(self.context.railbird, [str(self.context.railbird), *map(str, arguments)], {**os.environ, **self.keys, "XDG_STATE_HOME": str(self.folder / "state"), "TERM": "xterm", "COLUMNS": "80"})
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


def sources(search, folder):
    """Sources of rows, and mappings, whose names are these."""
    races = [["race_id", "date", "course", "number", "horse", "position", "source"]]
    races += [[f"s{place}", "2024-04-01", "Ascot", 1, f"Horse {place}", 1, name] for place, name in enumerate(NAMES)]
    with open(folder / "sources.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(races)
    search.run(["import", "--store", "sources", "--format", "railbird", "--verbose", "sources.csv"], codes=(0,))
    for place, name in enumerate(NAMES + NULS):
        text = json.dumps(name)
        mapping = f"name: {text}\ndescription: {text}\ntables:\n  t:\n    feeds: runners\n    fields:\n      race_id: race_id\n      date: date\n      number: number\n      horse: horse\n      source: {{default: {text}}}\n"
        (folder / "named.yaml").write_text(mapping, encoding="utf-8")
        (folder / "named.csv").write_text(f"race_id,date,number,horse\nm{place},2024-04-02,1,Ann\nbad,bad,bad,bad\n")
        search.run(["import", "--store", "sources", "--mapping", "named.yaml", "named.csv"])
    for arguments in [
            ["imports"], ["imports", "--json"], ["tables"], ["rejects"], ["verify"], ["replay", "--into", "replayed"], ["card", "--date", "2024-04-01", "--results"],
            ["report", "--by", "source", "--show", "--out", "out"], ["report", "--by", "course", "--where", "source = '../outside-beside'", "--out", "out", "--verbose"], ["export", "--to", "csv", "--table", "all", "--out", "out/sources"]]:
        search.run([*arguments, "--store", "sources"])
        search.on_terminal([*arguments, "--store", "sources"])


def services(context, search, folder):
    """Names that the five services send: listed, logged, fetched, and in their errors."""
    service = Service(context)
    try:
        search.keys, url = service.keys, ["--base-url", service.url]
        page = search.run(["betable", "authorize", "--classic", "--base-url", service.url], codes=(0,)).stdout.strip()
        login = json.loads(service.ask("GET", "/sandbox/betable/authorize?" + page.split("?", 1)[-1], b"", {})[1])
        search.run(["betable", "login", *url], codes=(0,), stdin=login["location"] + "\n")
        for arguments in [["seasonal", "earn", str(runner), "WORKOUT", *SEASON] for runner in (54, 94, 52)] + [
                ["seasonal", "add", *SEASON, "--coach", "--description", "Pizza", "--threshold", "10", "--order", "1", "--created-by", "Coach"], ["chatist", "new", "hello", "--customer", "c1"]]:
            search.run([*arguments, *url])
        shown = service.names
        for arguments in LISTINGS:
            search.run([*arguments, *url, "--verbose"])
            search.run([*arguments, *url, "--json", "--verbose", "--log-format", "json"])
            search.on_terminal([*arguments, *url, "--verbose"])
            if service.names == shown:
                search.lose(f"{arguments[:2]}: no name was sent")
            shown = service.names
        service.shown = SHOWN | MEASURED
        for arguments in LISTINGS[:3]:
            result = search.run([*arguments, *url, "--verbose"], codes=(65,))
            if not re.search(r"left out \S*canceled: found “", result.stderr):
                search.lose(f"{arguments[:2]}: a text in place of a mark is not named: {result.stderr[-300:]!r}")
            search.on_terminal([*arguments, *url, "--verbose"])
        for arguments in FETCHES:
            search.run(["fetch", *arguments, "--store", "fetched", *url, "--verbose"], codes=(0, 1, 65))
            search.on_terminal(["fetch", *arguments, "--store", "fetched-again", *url])
        for arguments in [
                ["tables"], ["imports"], ["imports", "--json"], ["rejects"], ["rejects", "--json"], ["verify"], ["card", "--date", "2024-11-01", "--results"], ["season", *SEASON], ["promotions"], ["betting"], ["support"],
                ["report", "--by", "jockey,horse", "--show", "--out", "out/fetched"], ["export", "--to", "csv", "--table", "all", "--out", "out/fetched"]]:
            search.run([*arguments, "--store", "fetched", "--verbose"] if arguments[0] == "report" else [*arguments, "--store", "fetched"])
            search.on_terminal([*arguments, "--store", "fetched"])
        service.refuses = True
        for arguments in LISTINGS + [["fetch", *arguments, "--store", "refused"] for arguments in FETCHES]:
            search.run([*arguments, *url, "--verbose"])
            search.on_terminal([*arguments, *url])
    finally:
        search.keys = {}
        service.stop()


def run(context):
    folder = context.folder("names/inner/work")
    outside = sorted(path for path in (context.work / "names").rglob("*"))
    search = Search(context, folder)
    runners(folder / "evil.csv")
    store = ["--store", "store"]
    search.run(["import", *store, "--format", "railbird", "--verbose", "evil.csv"])
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
    filters = [["report", *store, "--by", "course", "--out", f"out2/{place}", "--where", f'course = "{name}"'] for place, name in enumerate(NAMES)]
    filters += [["report", *store, "--by", name, "--out", f"out2/by-{place}"] for place, name in enumerate(NAMES[::3])]
    filters += [["card", *store, "--date", name] for name in NAMES[::4]]
    context.map(search.run, [arguments for arguments in reads if "--out" not in arguments] + shows)
    for arguments in [arguments for arguments in reads if "--out" in arguments]:
        search.run(arguments)
    context.map(lambda arguments: search.run(arguments, codes=(0, 1, 64)), filters)
    sources(search, folder)
    services(context, search, folder)
    search.run([*reads[0], "--verbose"])
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
    for path in folder.rglob("outside*"):
        search.lose(f"{path.relative_to(folder)}: a name was run, or led there")
    if os.path.exists("/tmp/railbird-absolute"):
        search.lose("/tmp/railbird-absolute: a file outside")
    return [
        Row("names in all texts", f"{count(len(NAMES + NULS))} names, {count(search.texts)} outputs, {count(search.files)} files", search.found)]
