"""Mutated input: nothing crashes, hangs, or takes memory without a bound.

Where `Tests/Fuzz` is built (`make fuzz`), its targets run under libFuzzer, each on its seeds and on the inputs
that earlier runs found; their time is added up. Otherwise the same seeds are mutated here and given to the commands.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tarfile
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from frame import HUNG, MOST_KB, REPOSITORY, Row, count

TITLE = "hostile input"
WEIGHT = 1
CORPUS = REPOSITORY / "Tests/Fuzz/Corpus"
PROGRAM = REPOSITORY / "Tests/Fuzz/.build/release/fuzz"
# Per target the inputs that reach new code, and `campaign.json`: the work of all runs. They begin with those of
# earlier campaigns, which `keep.py` there keeps in the repository.
GROWN = REPOSITORY / "Tests/Fuzz/.grown"
KEPT = REPOSITORY / "Tests/Fuzz/Kept"
# The targets that run at once for each processor.
PIECES = 4
# The seconds of a processor after which an input counts as one that hangs.
SLOW = 25
DAY, SEASON = ["--date", "2024-11-02", "--interval", "0"], ["--season", "xc", "--year", "2024"]
BET = ["bet", "lucky-sevens", "--wager", "0.10", "--currency", "GBP", "--paylines", "1,1,1", "--store", "bets"]
# Each client's commands, in the order in which the first byte of a body chooses the client.
CLIENTS = [
    [["racing", "today", *DAY], ["racing", "results", *DAY], ["racing", "search", "a", *DAY], ["racing", "horse", "7", *DAY]],
    [["seasonal", "progress", *SEASON], ["seasonal", "leaderboard", "--names", *SEASON], ["seasonal", "runner", "1", *SEASON], ["seasonal", "rewards", *SEASON]],
    [["sportsbook", "home"], ["sportsbook", "promotions"], ["sportsbook", "news"], ["sportsbook", "tips"], ["sportsbook", "login"]],
    [["betable", "account"], ["betable", "wallet"], ["betable", "session"], ["betable", *BET]],
    [["chatist", "tickets"], ["chatist", "show", "t1"], ["chatist", "branding"]]]
STATUSES = [200, 200, 200, 201, 204, 400, 401, 403, 404, 429, 500]
# The files of a fetch that is continued, in the order of `Tests/Fuzz`.
JOURNALS = [
    "points-transactions.ndjson.zst", "points-roster.ndjson.zst", "points-rewards.ndjson.zst", "points-progress.ndjson.zst", "points-runner_points.ndjson.zst", "points.json", "points.url",
    "chatist.ndjson.zst", "chatist.json", "chatist.salt"]
KEYS = {
    "RAILBIRD_RACING_API_KEY": "x" * 40, "RAILBIRD_SPORTSBOOK_USERNAME": "u", "RAILBIRD_SPORTSBOOK_PASSWORD": "x" * 20, "RAILBIRD_BETABLE_CLIENT_ID": "game-1",
    "RAILBIRD_BETABLE_CLIENT_SECRET": "x" * 30, "RAILBIRD_BETABLE_ACCESS_TOKEN": "y" * 30, "RAILBIRD_BETABLE_SESSION_ID": "z" * 30, "CHATIST_API_KEY": "x" * 30}
TOKENS = [
    b"", b"\0", b"\n", b"\r", b"\"", b"'", b",", b";", b"[", b"]", b"{", b"}", b"(", b")", b":", b"&a", b"*a", b"- ", b"\xef\xbb\xbf", b"\xff", b"\xf4\x90\x80\x80", b"-1", b"0",
    b"9223372036854775807", b"-9223372036854775808", b"18446744073709551616", b"1e308", b"1e-400", b"NaN", b"0/0", b"1/0", b"2147483648", b"9999-12-31", b"0000-00-00", b"\\u0000", b"\\ud800", b"*", b"@file", b"null", b"and ", b"not "]


def mutated(random, seeds):
    """An input near one of the seeds, or where two of them meet."""
    data = bytearray(random.choice(seeds))
    for _ in range(random.choice([1, 1, 2, 3, 5, 20])):
        place = random.randrange(len(data) + 1)
        kind = random.randrange(7)
        if kind == 0 and data:
            data[place % len(data)] = random.randrange(256)
        elif kind == 1 and data:
            data[place % len(data)] ^= 1 << random.randrange(8)
        elif kind == 2:
            del data[place:place + random.choice([1, 2, 4, 16, 256])]
        elif kind == 3:
            data[place:place] = random.choice(TOKENS) * random.choice([1, 1, 1, 3, 50])
        elif kind == 4:
            data[place:place] = data[place:place + random.randrange(1, 64)] * random.choice([1, 2, 40])
        elif kind == 5:
            other = random.choice(seeds)
            data[place:] = other[random.randrange(len(other) + 1):]
        elif found := list(re.finditer(rb"\d+", data)):
            number = random.choice(found)
            data[number.start():number.end()] = random.choice([b"0", b"-1", b"1" * 25, b"255", b"65536", b"4294967296", b"1e9", str(int(number[0]) + 1).encode() if len(number[0]) < 100 else b"7"])
    return bytes(data[:1 << 20])


def answer(body, status=200):
    """A well-formed answer with a body."""
    return f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def sealed(text):
    """Gives each line of a journal its checksums: without them no changed line is read at all."""
    def seal(line):
        members = line[1] + hashlib.sha256(line[4]).hexdigest().encode() + line[2]
        return members + b',"check":"%s"' % hashlib.sha256(members).hexdigest()[:8].encode() + line[3] + line[4] + line[5]
    return b"\n".join(re.sub(rb'^(.*?"sha256":")[^"]*(".*?)(,"body":)(.*)(.)$', seal, line, flags=re.DOTALL) for line in text.split(b"\n"))


class Answers:
    """A server whose every answer is an input: what a hostile service sends."""

    # What a client must know of its user before it asks for anything else.
    LOGINS = {
        b"/login ": answer(b'{"token": "1|' + b"x" * 40 + b'", "user": {"id": 1, "name": "A", "email": "a@b.example"}}'),
        b"/account?": answer(b'{"id": "p1", "first_name": "A", "last_name": "B"}')}

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url, self.data, self.knows_user = f"http://127.0.0.1:{self.listener.getsockname()[1]}", b"", False
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                client.settimeout(2)
                asked = client.recv(65536).split(b"\r\n")[0]
                known = [login for path, login in self.LOGINS.items() if path in asked and self.knows_user]
                client.sendall(known[0] if known else self.data)
                client.shutdown(socket.SHUT_WR)
                # What is unread when it closes would reset the connection, and take the answer with it.
                while client.recv(65536):
                    pass
            except OSError:
                pass
            client.close()


class Commands:
    """The commands that take a target's inputs, where there is no fuzzer."""

    def __init__(self, context, folder):
        self.context, self.folder = context, folder
        self.server = Answers()

    def run(self, target, data):
        """Gives an input to its command; yields the arguments and the result, and those of the import that a proposed mapping makes."""
        def run(arguments):
            return arguments, self.context.run(arguments, cwd=self.folder, env={**KEYS, "XDG_STATE_HOME": str(self.folder / "state")})

        arguments, result = run(self.arguments(target, data))
        yield arguments, result
        if target in ("table", "words", "documents") and arguments[1] == "--explain" and result.code == 0:
            (self.folder / "proposed.yaml").write_text(result.stdout)
            self.new_store("own")
            yield run(["import", "--store", "own", "--mapping", "proposed.yaml", arguments[2]])

    def new_store(self, name):
        shutil.rmtree(self.folder / name, ignore_errors=True)
        return self.folder / name

    def asking(self, client, place, body, status=200):
        """A command of a client, whose every request has the body as its answer."""
        command = CLIENTS[client][place % len(CLIENTS[client])]
        self.server.data, self.server.knows_user = answer(body, status), command[1] not in ("login", "account")
        return [*command, "--attempts", "1", "--base-url", self.server.url]

    def fetching(self, store, name, content, is_known):
        """A fetch that finds a file of an earlier one, at a service that knows nothing, or has nothing."""
        folder = self.new_store(store) / "fetch"
        folder.mkdir(parents=True)
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)
        self.server.data, self.server.knows_user = answer(b"[]", 200 if is_known else 404), True
        options = {"points": SEASON, "chatis": ["--customer", "c-1"], "betabl": []}[name[:6]]
        feed = {"points": "points", "chatis": "support", "betabl": "betting"}[name[:6]]
        return ["fetch", feed, "--store", store, "--base-url", self.server.url, "--rate", "0", *options]

    def arguments(self, target, data):
        first, rest = (data[0], data[1:]) if data else (0, b"")

        def file(name, content=rest):
            (self.folder / name).write_bytes(content)
            return name

        report = ["report", "--store", "sample", "--by", "jockey", "--windows", "30d", "--out", "out"]
        text = data.replace(b"\0", b"").decode(errors="replace")
        if target == "filter":
            return [*report, "--where" if len(data) % 2 else "--having", text or "x"]
        if target == "yaml":
            name = file("fuzz.yaml")
            return [["import", "--store", "s", "--mapping", name, "plain.csv"], [*report[:3], "--spec", name, "--out", "out"], ["card", "--store", "sample", "--date", "2024-12-31", "--angles", name]][first % 3]
        if target == "table" and b"race_id" in data and len(data) % 2:
            self.new_store("own")
            return ["import", "--store", "own", "--format", "railbird", file("fuzz.csv", data)]
        if target in ("table", "words"):
            words = f"date,course,horse,sp,pos,dist\n2024-01-01,Ascot,Red,{text},{text},{text}\n".encode()
            return ["import", "--explain", file("fuzz.csv", data if target == "table" else words)]
        if target == "documents":
            return ["import", "--explain", file(["a.json", "a.ndjson", "b.ndjson"][first % 3])]
        if target == "json":
            # A document, an answer, and the journal of bets.
            kind = len(data) % 3
            if kind == 0:
                return ["import", "--explain", file("a.json", data)]
            return self.asking(len(data) // 3 % 5, len(data) // 15, data) if kind == 1 else self.fetching("betting", "betable-bets.ndjson", data, True)
        if target == "bodies":
            return self.asking(first % 5, len(data), rest[1:], STATUSES[rest[0] % len(STATUSES)] if rest else 200)
        if target == "journals":
            name, content = JOURNALS[(first & 0x3F) % len(JOURNALS)], sealed(rest)
            if first < 0x80 and name.endswith(".zst"):
                # A frame without its length counts as damaged.
                content = subprocess.run(["zstd", "-qc", f"--stream-size={len(content)}"], input=content, capture_output=True, check=True).stdout
            return self.fetching("fetched", name, content, len(data) % 2)
        if target == "lists":
            return [["settle", file("bets.csv", data), "--store", "sample", "--out", "out"], [*report, "--aliases", file("aliases.csv", data)]][len(data) % 2]
        if target == "packed":
            return ["import", "--explain", file(["a.csv.gz", "a.csv.zst", "a.csv.bz2", "a.ndjson.zst", "a.zip", "a.tar", "a.tar.gz"][first % 7])]
        if target == "columns":
            return ["import", "--explain", file("a.parquet")]
        if target == "manifest":
            body, _, log = data.partition(b"\0")
            store = self.folder / "crafted/archive"
            store.mkdir(parents=True, exist_ok=True)
            (self.folder / "crafted/MANIFEST").write_bytes(b"railbird-store 2 " + hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
            (store / "LOG").write_bytes(log)
            return [["verify", "--store", "crafted"], ["imports", "--store", "crafted"], ["report", "--store", "crafted", "--by", "jockey", "--out", "out"]][len(data) % 3]
        self.server.data, self.server.knows_user = rest, False
        return ["racing", "today", *DAY, "--attempts", "1", "--base-url", self.server.url]


def keep(name, data):
    """Keeps an input that crashed something, for whoever looks into it."""
    folder = pathlib.Path(tempfile.gettempdir()) / "railbird-found"
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}-{time.time_ns()}"
    path.write_bytes(data)
    return path


def by_commands(context, folder):
    """Mutates the seeds of each target, as long as there is time; at least ten inputs each."""
    shutil.copy(CORPUS / "table/ours", folder / "plain.csv")
    commands = Commands(context, folder)
    targets = {path.name: [file.read_bytes() for file in sorted(path.iterdir())] for path in sorted(CORPUS.iterdir())}
    tried, lost = dict.fromkeys(targets, 0), dict.fromkeys(targets, 0)
    while context.left() > 0 or min(tried.values()) < 10:
        target = min(tried, key=tried.get)
        data = mutated(context.random, targets[target])
        tried[target] += 1
        for arguments, result in commands.run(target, data):
            if result.crashed or result.code == HUNG or result.peak_kb > MOST_KB:
                lost[target] += 1
                context.lose(f"{target}: exit {result.code}, {result.peak_kb >> 10} MB, {result.seconds:.1f} s: {' '.join(map(str, arguments))[:200]}: {result.stderr[-200:]}; {keep(target, data)}")
    return [Row(f"inputs of {target}, by a command", count(number), lost[target]) for target, number in tried.items()]


def sweep(process):
    """Removes the folder that a piece leaves when it crashed or was stopped."""
    for place in ["/dev/shm", "/tmp"]:
        shutil.rmtree(f"{place}/railbird-fuzz-{process.pid}", ignore_errors=True)


def is_slow(target, path):
    """Whether an input that timed out crashes, or takes long on a processor: on a busy machine a piece waits for one."""
    process = subprocess.Popen([str(PROGRAM), target, str(path), "-timeout=0"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    timer = threading.Timer(40 * SLOW, process.kill)
    timer.start()
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    sweep(process)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode != 0 or usage.ru_utime + usage.ru_stime > SLOW


def begin_with_kept():
    """Unpacks the inputs and the record that the repository keeps."""
    draft = GROWN.with_suffix(".new")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(KEPT, draft, ignore=shutil.ignore_patterns("*.xz"))
    for path in sorted(KEPT.glob("*.tar.xz")):
        with tarfile.open(path) as archive:
            archive.extractall(draft, filter="data")
    draft.replace(GROWN)


def by_fuzzer(context, folder):
    """Runs the targets under libFuzzer piece by piece, the one with the least processor time so far first.

    Targets with files or sockets wait for a part of their time, so more pieces run at once than there are
    processors.
    """
    if not GROWN.exists():
        begin_with_kept()
    record = GROWN / "campaign.json"
    targets = sorted(path.name for path in CORPUS.iterdir())
    campaign = dict.fromkeys(targets, (0, 0.0))
    pieces = context.workers * PIECES
    seconds = max(5, min(300, int(context.left() * pieces / len(targets))))
    lock, busy, running, stopped = threading.Lock(), set(), set(), threading.Event()
    # Per target: inputs, seconds of processors, edges, lost pieces.
    own = {}

    def read():
        # Each time, since another run may add to it.
        campaign.update(json.loads(record.read_text()) if record.exists() else {})

    def fuzz(target):
        grown, log = GROWN / target, folder / f"{target}.log"
        piece = max(5, min(seconds, int(context.left())))
        grown.mkdir(exist_ok=True)
        with open(log, "wb") as output:
            process = subprocess.Popen(
                [str(PROGRAM), target, str(grown), str(CORPUS / target), f"-max_total_time={piece}", f"-timeout={SLOW}", "-rss_limit_mb=2048", "-max_len=65536", "-print_final_stats=1", f"-artifact_prefix={folder}/found-{target}-"],
                stdout=output, stderr=output, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
            running.add(process)
            if stopped.is_set():
                process.terminate()
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        running.discard(process)
        sweep(process)
        failed = process.returncode != 0 and not stopped.is_set()
        found = list(folder.glob(f"found-{target}-*"))
        # Beside an input that timed out there may be one that was merely slow before.
        kinds = (f"found-{target}-timeout-", f"found-{target}-slow-unit-")
        if failed and found and all(path.name.startswith(kinds) and not is_slow(target, path) for path in found):
            failed = False
        text = log.read_text(errors="replace")
        inputs = re.search(r"number_of_executed_units:\s+(\d+)", text)
        covered = re.findall(r"cov: (\d+)", text)
        tried, spent = int(inputs[1]) if inputs else 0, usage.ru_utime + usage.ru_stime
        with lock:
            read()
            before, sums = campaign[target], own.get(target, (0, 0.0, 0, 0))
            campaign[target] = (before[0] + tried, before[1] + spent)
            own[target] = (sums[0] + tried, sums[1] + spent, max([sums[2], *map(int, covered[-1:])]), sums[3] + failed)
            draft = record.with_suffix(".new")
            draft.write_text(json.dumps(campaign, indent=1) + "\n")
            draft.replace(record)
        for path in found:
            if failed:
                context.lose(f"{target}: {text[-300:]}; {keep(target, path.read_bytes())}")
            path.unlink()

    def work(_):
        while True:
            with lock:
                # Each target once, however short the time is.
                free = [target for target in targets if target not in busy and (target not in own or context.left() > 5)]
                if stopped.is_set() or not free:
                    return
                target = min(free, key=lambda target: (target in own, campaign[target][1]))
                busy.add(target)
            try:
                fuzz(target)
            finally:
                with lock:
                    busy.discard(target)

    read()
    with ThreadPoolExecutor(pieces) as pool:
        try:
            list(pool.map(work, range(pieces)))
        except BaseException:
            # A stop by hand: the pieces end, and their time counts.
            stopped.set()
            for process in list(running):
                process.terminate()
            raise
    return [
        Row(
            f"inputs of {target}, guided by coverage",
            f"{count(tried)} in {spent / 60:.1f} CPU minutes, {count(covered)} edges; "
            f"with earlier runs {count(campaign[target][0])} in {campaign[target][1] / 60:.1f}",
            lost)
        for target, (tried, spent, covered, lost) in sorted(own.items())]


def run(context):
    folder = context.folder("input")
    context.must(["import", "--store", "sample", "--format", "railbird", REPOSITORY / "Datasets/sample/runners.csv"], cwd=folder)
    return (by_fuzzer if PROGRAM.exists() else by_commands)(context, folder)
