"""Every key, token and password in use, searched for in all that the program prints, writes and starts."""

import base64
import json
import os
import pathlib
import re
import stat
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.request

from frame import REPOSITORY, Row, count

TITLE = "secrets"
WEIGHT = 1
# The exit code of a command that was not understood, and so given no secret.
USAGE = 64
FAULTS = ["401", "403", "429", "500", "502", "503", "redirect", "moved", "malformed", "utf8", "truncated", "empty", "element", "field", "reset"]
# Files that hold a login for the next command, or lead to `serve`; no other user may read them.
KEPT = (".session", ".place", "credentials", "open.html")
# The tests of the modules that hold a secret; a longer run has all tests, which take more than its time.
SUITES = "SecrecyTests|FiveClientsTests|LoginFileTests"
SECONDS_FOR_ALL_TESTS = 300
# Secrets in those tests' sources, or their beginnings.
TESTED = [
    "railbirdsandboxkey0", "railbirdsandboxpassword", "railbirdsandboxclientsecret", "railbirdsandboxchatistkey", "processtestkey0",
    "pending-state-0815", "newer-token-0815", "another-token-0815", "another-token-0123456789", "wrongkeywrongkey"]
# Those that `FiveClientsTests` puts together.
JOINED = {"racingKey": "4a4a", "pointsToken": "5b5b", "sportsbookPassword": "6c6c", "sportsbookToken": "7d7d", "betableToken": "8e8e", "betableSession": "9f9f", "betableSecret": "1g1g", "chatistKey": "2h2h"}
# The test keys in the sandbox's help, and the test runner's lines, which name the tests' arguments.
PUBLIC = re.compile(rb'"defaultValue" : "[^"]*"|\(default: [^)]*\)|^\S+ Test .*$', re.MULTILINE)
# What the sandbox prints for the caller, and a login that a test has opened to others.
OPEN = (b"http://127.0.0.1:", b'{"access_token":')
# A file is searched in pieces that overlap by more than the longest secret; of a packed one so much is unpacked.
PIECE, OVERLAP, MOST_UNPACKED = 16 << 20, 4096, 256 << 20


def forms(secret):
    """The ways in which a secret may be written."""
    plain = secret.encode()
    found = {plain, urllib.parse.quote(secret, safe="").encode(), urllib.parse.quote_plus(secret).encode(), json.dumps(secret)[1:-1].encode()}
    for shift in range(3):
        text = base64.b64encode(b"x" * shift + plain)
        # Drop the ends, which the bytes beside the secret change.
        found.add(text[4 if shift else 0:len(text) // 4 * 4 - 4])
    return {form for form in found if len(form) >= 6}


class Search:
    def __init__(self, context, folder, of_tests=False):
        self.context, self.folder, self.of_tests = context, folder, of_tests
        self.secrets, self.outputs, self.files, self.children, self.found = {}, 0, 0, 0, 0

    def lose(self, text):
        self.found += 1
        self.context.lose(text)

    def add(self, name, secret):
        self.secrets[name] = forms(secret)

    def names_in(self, data):
        return sorted(name for name, forms_ in self.secrets.items() if any(form in data for form in forms_))

    def run(self, arguments, env, stdin=None):
        result = self.context.run(arguments, env=env, cwd=self.folder, stdin=stdin)
        self.outputs += 2
        for name, text in (("stdout", result.stdout), ("stderr", result.stderr)):
            if leaks := self.names_in(text.encode()):
                self.lose(f"{' '.join(map(str, arguments))}: {leaks} on {name}")
        if result.crashed:
            self.lose(f"{' '.join(map(str, arguments))}: crashed: {result.stderr[-300:]}")
        return result

    def all_files(self):
        for path in sorted(self.folder.rglob("*")):
            if path.is_symlink() or not path.is_file():
                continue
            self.files += 1
            if path.name.startswith("child-"):
                self.children += 1
            if path.name.endswith(KEPT):
                if stat.S_IMODE(path.stat().st_mode) & 0o077:
                    self.lose(f"{path.name}: mode {stat.S_IMODE(path.stat().st_mode):o}")
                continue
            with open(path, "rb") as file:
                start = file.read(32)
                # Tests keep logins under any name.
                if self.of_tests and (start.startswith(OPEN) or not stat.S_IMODE(path.stat().st_mode) & 0o077):
                    continue
                file.seek(0)
                if leaks := self.names_in_stream(file):
                    self.lose(f"{path.relative_to(self.folder)}: {leaks}")
            if start[:4] == b"\x28\xb5\x2f\xfd":
                with subprocess.Popen(["zstd", "-qdc", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as unpacking:
                    leaks = self.names_in_stream(unpacking.stdout, most=MOST_UNPACKED)
                    unpacking.kill()
                if leaks:
                    self.lose(f"{path.relative_to(self.folder)}, unpacked: {leaks}")

    def names_in_stream(self, stream, most=1 << 40):
        """Searches a file piece by piece: tests have bombs, and files of holes."""
        found, last, read = set(), b"", 0
        while read < most and (piece := stream.read(PIECE)):
            read += len(piece)
            if piece.count(0) < len(piece):
                text = last + piece
                found |= set(self.names_in(PUBLIC.sub(b"", text) if self.of_tests else text))
            last = piece[-OVERLAP:]
        return sorted(found)


def sandbox(context, search):
    """Starts the sandbox; returns the process, its address, and its keys by the variables' names."""
    key, coach = "torturesecretracingkey0123456789abcdef", "torture-coach/token+&=x"
    process = subprocess.Popen(
        [str(context.railbird), "sandbox", "--rate", "0", "--key", key, "--coach-token", coach, "--days", "6", "--races-per-day", "4", "--from", "2024-11-01"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address, keys = None, {}
    while "CHATIST_API_KEY" not in keys:
        line = process.stdout.readline()
        if not line:
            raise RuntimeError("the sandbox did not start")
        if line.startswith("http"):
            address = line.strip()
        elif "=" in line:
            name, value = line.strip().split("=", 1)
            keys.setdefault(name, value)
    threading.Thread(target=process.stdout.read, daemon=True).start()
    for name in ("RAILBIRD_RACING_API_KEY", "RAILBIRD_SEASONAL_TOKEN", "RAILBIRD_SPORTSBOOK_PASSWORD", "RAILBIRD_BETABLE_CLIENT_SECRET", "CHATIST_API_KEY"):
        search.add(name, keys[name])
    return process, address, keys


def call(address, path, method="POST"):
    with urllib.request.urlopen(urllib.request.Request(address + path, method=method, data=b"" if method == "POST" else None), timeout=30) as answer:
        return answer.read().decode()


def child_recorder(folder):
    """A desktop's program that writes down what it was started with."""
    programs = folder / "programs"
    programs.mkdir()
    (programs / "xdg-open").write_text('#!/bin/sh\n{ tr "\\0" "\\n" </proc/self/environ; tr "\\0" " " </proc/$$/cmdline; } >"$CHILD_LOG-$$"\n')
    (programs / "xdg-open").chmod(0o755)
    return {"PATH": f"{programs}:{os.environ['PATH']}", "CHILD_LOG": str(folder / "child-log")}


def tests(context):
    """Runs tests, all of them if there is time, and searches their output and every file that they had, the removed ones too."""
    bundle = context.railbird.parent / "railbirdPackageTests.xctest"
    if not bundle.exists():
        return []
    of_all = context.seconds >= SECONDS_FOR_ALL_TESTS
    # All tests together leave gigabytes, too many for a folder in memory.
    with tempfile.TemporaryDirectory(prefix="railbird-torture-", dir="/var/tmp" if of_all else context.work, ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        for part in ("tmp", "kept"):
            (folder / part).mkdir()
        search = Search(context, folder, of_tests=True)
        sources = b"".join(path.read_bytes() for part in ("Tests", "Sources") for path in (REPOSITORY / part).rglob("*.swift"))
        for secret in TESTED + list(JOINED):
            search.add(secret, secret + JOINED.get(secret, ""))
            if secret.encode() not in sources:
                search.lose(f"no test has the secret {secret}")
        environment = {
            **os.environ, "HOME": str(folder), "TMPDIR": str(folder / "tmp"), "XDG_STATE_HOME": str(folder / "state"), "KEEP_FROM": str(folder), "KEEP_IN": str(folder / "kept"),
            "LD_PRELOAD": context.shim("Tests/Torture/keep.c")}
        suites = [] if of_all else ["--filter", SUITES]
        result = subprocess.run([str(bundle), "--testing-library", "swift-testing", *suites], cwd=REPOSITORY, env=environment, capture_output=True)
        search.outputs += 2
        for name, data in (("stdout", result.stdout), ("stderr", result.stderr)):
            if leaks := search.names_in(PUBLIC.sub(b"", data)):
                search.lose(f"tests: {leaks} on {name}")
        run = re.search(r"Test run with (\d+) tests?", (result.stdout + result.stderr).decode(errors="replace"))
        if not run or int(run[1]) < 20:
            search.lose(f"tests: found {run and run[0]}; expected twenty or more")
        search.all_files()
    return [Row(
        f"{count(len(search.secrets))} secrets of {count(int(run[1])) if run else 0} tests searched for", f"{count(search.outputs)} outputs, {count(search.files)} files, the removed ones too", search.found)]


def run(context):
    return tests(context) + commands(context)


def commands(context):
    folder = context.folder("secrets")
    for name in ("tmp", "state"):
        (folder / name).mkdir()
    search = Search(context, folder)
    process, address, keys = sandbox(context, search)
    environment = {**keys, "TMPDIR": str(folder / "tmp"), "XDG_STATE_HOME": str(folder / "state"), "HOME": str(folder), **child_recorder(folder)}
    wrong = {name: "wrong" + value[::-1] for name, value in keys.items() if name != "RAILBIRD_SPORTSBOOK_USERNAME"}
    for name, value in wrong.items():
        search.add("a wrong " + name, value)
    store, season = ["--store", "store", "--base-url", address], ["--season", "xc", "--year", "2024"]
    racing = ["fetch", "racing", *store, "--from", "2024-11-01", "--to", "2024-11-06", "--interval", "0", "--verbose"]
    all_commands = [
        racing, ["fetch", "points", *store, *season, "--verbose"], ["fetch", "promotions", *store, "--verbose"], ["fetch", "betting", *store, "--verbose"], ["fetch", "support", *store, "--customer", "c1", "--verbose"],
        ["sportsbook", "login", "--base-url", address], ["sportsbook", "home", "--base-url", address, "--verbose"], ["sportsbook", "promotions", "--base-url", address, "--json"],
        ["betable", "session", "--base-url", address, "--verbose"], ["betable", "wallet", "--base-url", address, "--verbose"], ["betable", "account", "--base-url", address, "--json"],
        ["betable", "bet", "lucky-sevens", "--wager", "0.10", "--currency", "GBP", "--paylines", "1,1,1", "--times", "3", "--store", "store", "--base-url", address, "--verbose"],
        ["chatist", "new", "hello", "--customer", "c1", "--base-url", address, "--verbose"], ["chatist", "tickets", "--customer", "c1", "--base-url", address, "--json"],
        ["seasonal", "progress", *season, "--base-url", address], ["seasonal", "earn", "1", "WORKOUT", "--uuid", "u1", *season, "--base-url", address, "--verbose"],
        ["racing", "results", "--date", "2024-11-02", "--base-url", address, "--verbose"], ["racing", "status", "--base-url", address, "--json"], ["racing", "selftest", "--base-url", address, "--verbose"],
    ]
    # A password in an address is one, too.
    inside = address.replace("//", "//user:torturesecretinsideaurl@")
    search.add("a password in an address", "torturesecretinsideaurl")
    try:
        page = search.run(["betable", "authorize", "--classic", "--base-url", address], environment).stdout.strip()
        location = json.loads(call(address, "/sandbox/betable/authorize?" + page.split("?", 1)[-1], "GET"))["location"]
        search.run(["betable", "login", "--base-url", address], environment, stdin=location + "\n")
        for arguments in all_commands:
            if search.run(arguments, environment).code == USAGE:
                raise RuntimeError(f"{' '.join(map(str, arguments))}: is no command")
            search.run([*arguments, "--log-format", "json"] if "--verbose" in arguments else arguments, {**environment, **wrong})
            search.run([part.replace(address, inside) for part in arguments], environment)
        begun = 0
        for fault in FAULTS:
            for arguments in all_commands[:4] + all_commands[5:7] + all_commands[9:10] + all_commands[13:14]:
                if begun and context.left() == 0:
                    break
                begun += 1
                call(address, f"/sandbox/fault?next={fault},{fault}")
                search.run(arguments, {**environment, "RAILBIRD_TEST": "1"})
        for file in (folder / "state").rglob("*.session"):
            for name, token in re.findall(r"(\w*(?:TOKEN|SECRET)\w*)[\"']?\s*[=:]\s*[\"']?([^\s\"',}]+)", file.read_text(), re.IGNORECASE):
                search.add(f"{name} in {file.name}", token)
        context.must(["import", "--store", "sample", "--format", "railbird", REPOSITORY / "Datasets/sample/runners.csv"], cwd=folder)
        search.run(["report", "--store", "sample", "--by", "jockey", "--format", "html", "--out", "out", "--open"], environment)
        server = subprocess.Popen(
            [str(context.railbird), "serve", "--store", "sample", "--open"], cwd=folder, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        token = re.search(r"http://127\.0\.0\.1:\d+/(\w+)/", server.stdout.readline())
        search.add("the token of serve", token[1])
        deadline = time.monotonic() + 10
        while len(list(folder.glob("child-log-*"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        command = open(f"/proc/{server.pid}/cmdline", "rb").read()
        if leaks := search.names_in(command):
            search.lose(f"serve: {leaks} in its command line")
        time.sleep(0.3)
        search.all_files()
        server.terminate()
        server.wait(30)
        if left := list(folder.rglob("open.html")):
            search.lose(f"{left[0].name} is left when serve has ended")
        # A file that others can read is refused by name, and nothing of it is printed.
        file = folder / "credentials"
        file.write_text("".join(f"{name}={value}\n" for name, value in keys.items()))
        file.chmod(0o644)
        told = search.run(["fetch", "racing", *store, "--credentials", "credentials"], {key: value for key, value in environment.items() if key not in keys})
        if told.code == 0 or "mode 0644" not in told.stderr:
            search.lose(f"a file of credentials with mode 0644 was read: {told.stderr}")
        file.unlink()
        for file in (folder / "state").rglob("*.session"):
            file.chmod(0o644)
        for arguments in (all_commands[6], all_commands[9]):
            search.run(arguments, {key: value for key, value in environment.items() if "PASSWORD" not in key})
        for file in (folder / "state").rglob("*.session"):
            file.chmod(0o600)
    finally:
        process.terminate()
        process.wait(30)
    if search.children < 2:
        search.lose("no child was looked at")
    return [Row(
        f"{count(len(search.secrets))} secrets searched for", f"{count(search.outputs)} outputs, {count(search.files)} files, {count(search.children)} children", search.found)]
