"""One store of all five services, filled from servers that fail: it has what the servers have."""

import collections
import csv
import os
import pathlib
import random
import re
import signal
import subprocess
import threading
import time

from five_servers import AFTER, BEFORE, Bets, Book, Elsewhere, Points, Racing, Support
from frame import Row, count
from sections.secret_search import forms

TITLE = "five clients"
WEIGHT = 1
FEEDS = ["points", "promotions", "betting", "support", "racing"]
# From so many seconds on, slow answers come too late, and the pace of racing is the real one.
LONG = 900
# The share of commands that are killed.
KILLED = 0.1


class Torture:
    def __init__(self, context):
        self.context, self.random, self.long = context, random.Random(context.random.random()), context.seconds >= LONG
        # Seconds after which a bet cannot arrive any more.
        self.arrival = 20 if self.long else 4
        word = "%030x" % self.random.getrandbits(120)
        self.settings = {
            "seed": context.random.random(), "share": 0.05 if self.long else 0.2, "slow": 65 if self.long else 1, "racing": "racingkey" + word, "points": "pointstoken" + word, "password": "bookpassword" + word,
            "betable": "betabletoken" + word, "session": "betablesession" + word, "chatist": "chatistkey" + word}
        self.elsewhere = Elsewhere({**self.settings, "share": 0}, "")
        host = f"http://localhost:{self.elsewhere.server_address[1]}"
        kinds = {"racing": Racing, "points": Points, "promotions": Book, "betting": Bets, "support": Support}
        self.servers = {name: kind(self.settings, host) for name, kind in kinds.items()}
        self.store, self.state = context.folder("store"), context.folder("state")
        self.env = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("RAILBIRD_", "CHATIST_"))}, "SWIFT_BACKTRACE": "enable=no", "no_proxy": "127.0.0.1,localhost",
            "HOME": str(self.state), "XDG_STATE_HOME": str(self.state), "RAILBIRD_RACING_API_KEY": self.settings["racing"], "RAILBIRD_SEASONAL_TOKEN": self.settings["points"],
            "RAILBIRD_SPORTSBOOK_USERNAME": "user@example.test", "RAILBIRD_SPORTSBOOK_PASSWORD": self.settings["password"], "RAILBIRD_BETABLE_ACCESS_TOKEN": self.settings["betable"],
            "RAILBIRD_BETABLE_SESSION_ID": self.settings["session"], "CHATIST_API_KEY": self.settings["chatist"]}
        self.secrets = {name: forms(self.settings[name]) for name in ("racing", "points", "password", "betable", "session", "chatist")}
        self.said, self.codes, self.killed, self.unnamed, self.named, self.leaks, self.wrong, self.searched = "", {}, {}, 0, 0, 0, 0, 0
        self.lock, self.number, self.stopping = threading.Lock(), 0, threading.Event()

    # Running the program.

    def run(self, what, arguments, patience=None):
        """Runs a command; returns its code, None where it was killed, output and messages."""
        kill = patience is None and self.random.random() < KILLED
        life = 20 if self.long and what == "fetch racing" else 5 if what.startswith("fetch") else 0.5
        with subprocess.Popen([str(self.context.railbird), *arguments], env=self.env, cwd=self.context.work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace") as process:
            try:
                out, err = process.communicate(timeout=self.random.expovariate(1 / life) if kill else patience or 900)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                out, err = process.communicate()
                if not kill:
                    self.lose(f"{what}: did not end")
        code = None if process.returncode == -signal.SIGKILL else process.returncode
        with self.lock:
            self.said += err
            self.codes.setdefault(what, collections.Counter())["killed" if code is None else code] += 1
            for name, secret in self.secrets.items():
                if any(form in (out + err).encode() for form in secret):
                    self.leaks += 1
                    self.lose(f"{what}: the secret {name} in {out} {err}")
        if code is not None and (code < 0 or "Fatal error" in err):
            self.lose(f"{what}: crashed: {code} {err[-500:]}")
        return code, out, err

    def lose(self, text):
        self.wrong += 1
        self.context.lose(text[-1500:])

    def fetch(self, feed, *more, patience=None):
        url, pace = self.servers[feed].url, [] if self.long else ["--interval", "0.02"]
        first = ["--from", str(self.servers["racing"].first), "--to", str(self.servers["racing"].last)]
        rest = {"racing": [*first, *pace], "points": ["--season", "track", "--year", "2026", "--rate", "20"], "promotions": ["--rate", "20", "--platform", "ios"],
            "betting": ["--rate", "20", "--arrival-time", str(self.arrival)], "support": ["--rate", "20", "--customer", "c-1", "--include-text"]}[feed]
        begun, start = len(self.servers[feed].log), time.monotonic()
        code, out, err = self.run("fetch " + feed, ["fetch", feed, "--store", self.store, "--base-url", url, *rest, *more], patience)
        self.judge(feed, begun, start, code, err)
        return code, err

    def judge(self, feed, begun, start, code, err):
        """Each answer that was lost for good is named, and the exit code says so."""
        if code is None:
            return
        last = {}
        for entry in list(self.servers[feed].log)[begun:]:
            # Requests of commands beside the fetch are none of its own.
            if entry["method"] == "GET" and not entry["path"].startswith("/1.0/account?"):
                last[entry["path"]] = entry
        lost = [entry for entry in last.values() if entry["useless"] and entry["at"] >= start]
        with self.lock:
            for entry in lost:
                # A ticket's id is in no message.
                place = "ticket" if feed == "support" else re.sub(r"^/1\.0|\?.*", "", entry["path"])
                if code == 0 or place not in err:
                    self.unnamed += 1
                    self.lose(f"fetch {feed}: exit {code}, but {entry['path']} ended with: {entry['fault']}; {err[-600:]}")
                else:
                    self.named += 1

    def write(self, what, arguments, kind, keys):
        """A change: sent once; one that is said to be made is made, and every other is named."""
        code, out, err = self.run(what, arguments)
        server = self.servers[{"award": "points", "reward": "points", "bet": "betting", "message": "support"}[kind]]
        made = [server.applied.get((kind, key), 0) for key in keys]
        if code == 0 and made != [1] * len(keys):
            self.lose(f"{what}: exit 0, but made {made} times: {out} {err}")
        if code:
            # Names of bets are in their lines or the message, those of awards in the message; a
            # ticket's words are in neither, and a refusal may have only the service's words.
            names = keys if kind in ("bet", "award") else ["refuses" if "refuses" in err else "POST /"]
            came = any(server.received.get((kind, key)) for key in keys)
            with self.lock:
                shown = out + err if kind == "bet" else err
                if all(name in shown for name in names) if came else err.strip():
                    self.named += 1
                else:
                    self.unnamed += 1
                    self.lose(f"{what}: exit {code}: {err}")
        return code

    # What users do.

    def writes(self):
        while not self.stopping.is_set():
            self.number += 1
            number, turn = self.number, self.number % 6
            url = {name: server.url for name, server in self.servers.items()}
            bet = ["betable", "bet", "lucky-sevens", "--wager", "0.10", "--currency", "GBP", "--paylines", "1,1,1", "--store", self.store, "--base-url", url["betting"], "--key"]
            if turn == 0:
                self.write("bet", [*bet, f"K{number}"], "bet", [f"K{number}"])
            elif turn == 1:
                self.write("bets in a batch", [*bet, f"K{number}", "--times", "3", "--batch", "3"], "bet", [f"K{number}-1:{index}" for index in range(3)])
            elif turn == 2:
                # An award that failed is made again under its own name, as the command says.
                uuid = f"00000000-0000-4000-8000-{number:012}"
                arguments = ["seasonal", "earn", str(number % 8 + 1), self.random.choice(list(Points.earned)), "--uuid", uuid, "--season", "track", "--year", "2026", "--base-url", url["points"]]
                if self.write("award", arguments, "award", [uuid]) != 0:
                    self.write("award again", arguments, "award", [uuid])
            elif turn == 3 and number % 30 == 3:
                self.write("reward", ["seasonal", "add", "--coach", "--description", f"Reward {number}", "--reward-name", f"Reward {number}", "--threshold", str(number * 10), "--order", str(number), "--season", "track", "--year", "2026", "--base-url", url["points"]], "reward", [f"Reward {number}"])
            elif turn == 4 and (number % 24 == 4 or not self.servers["support"].tickets):
                self.write("ticket", ["chatist", "new", f"Question {number} – é", "--customer", "c-1", "--base-url", url["support"]], "message", [f"Question {number} – é"])
            elif turn in (3, 4, 5) and self.servers["support"].tickets:
                ticket = self.random.choice(list(self.servers["support"].tickets))
                self.write("message", ["chatist", "send", ticket, f"Message {number}", "--customer", "c-1", "--base-url", url["support"]], "message", [f"Message {number}"])
            self.stopping.wait(3 if self.long else 0.1)

    def world(self):
        """The services change by themselves."""
        while not self.stopping.wait(20 if self.long else 2):
            self.servers["racing"].amend()
            self.servers["promotions"].move()
            self.servers["support"].work()

    def progress(self):
        begun = time.monotonic()
        while not self.stopping.wait(60):
            requests = {name: len(server.log) for name, server in self.servers.items()}
            faults = sum(bool(entry["fault"]) for server in self.servers.values() for entry in list(server.log))
            runs = {what: sum(codes.values()) for what, codes in list(self.codes.items())}
            print(f"{(time.monotonic() - begun) / 60:.0f} min: requests {requests}, {faults} faults, runs {runs}, {self.named} losses named, {self.wrong} wrong", flush=True)

    # The store and the truth.

    def exported(self, table):
        out = self.context.folder("export")
        self.context.must(["export", "--store", self.store, "--to", "csv", "--table", table, "--out", out])
        with open(out / f"{table}.csv", newline="") as file:
            return list(csv.DictReader(file))

    def differs(self, name, stored, truth):
        """The row of a table whose rows, by key, are to be the truth's."""
        bad = sorted((key for key in stored.keys() | truth.keys() if stored.get(key) != truth.get(key)), key=str)
        for key in bad[:5]:
            self.lose(f"{name}: {key}: store {stored.get(key)}, server {truth.get(key)}")
        return Row(name, f"{count(len(stored))} rows in the store, {count(len(truth))} at the server, {len(bad)} differ", lost=len(bad))

    def unique(self, name, rows, key, value):
        found = {}
        for row in rows:
            if key(row) in found:
                self.lose(f"{name}: {key(row)} is in the store twice")
            found[key(row)] = value(row)
        return found

    def compared(self):
        def micros(text):
            return round(float(text) * 1e6)

        servers, rows = self.servers, []
        runners = self.unique("runners", self.exported("runners"), lambda r: (r["race_id"], r["horse_id"]), lambda r: (r["date"], r["horse"], r["jockey"], r["trainer"], int(r["position"] or -1), micros(r["sp"] or -1)))
        rows.append(self.differs("racing: runners", runners, servers["racing"].truth()))
        ledger = self.unique("ledger", self.exported("points_ledger"), lambda r: r["tx_key"], lambda r: (r["runner_id"], r["season"], r["activity_type"], int(r["points"]), int(r["balance_after"])))
        rows.append(self.differs("points: awards", {key.upper(): value for key, value in ledger.items()}, {key.upper(): value for key, value in servers["points"].truth().items()}))

        def latest(table, key, value, only=lambda row: True, at="ingest_time"):
            return {key(row): value(row) for row in sorted(filter(only, self.exported(table)), key=lambda row: row[at])}

        total = latest("season_progress", lambda r: (r["season"], r["year"]), lambda r: int(r["team_total"]), at="reported_at")
        rows.append(self.differs("points: the team's total", total, {("track", "2026"): servers["points"].total()}))
        rewards = latest("season_rewards", lambda r: r["reward_id"], lambda r: (r["description"], int(r["point_threshold"])), at="reported_at") if servers["points"].rewards else {}
        rows.append(self.differs("points: rewards", rewards, {str(reward["id"]): (reward["description"], reward["pointThreshold"]) for reward in servers["points"].rewards}))
        book = servers["promotions"]
        quotes = self.exported("odds_quotes")
        base = latest("odds_quotes", lambda r: r["outcome_id"], lambda r: micros(r["price"]), lambda r: r["price_kind"] == "base")
        rows.append(self.differs("promotions: prices of the last answer", base, {str(9000 + index): round(price * 1e6) for index, price in enumerate(book.prices)}))
        invented = {(row["outcome_id"], micros(row["price"])) for row in quotes if row["price_kind"] == "base"} - book.sent
        rows.append(Row("promotions: all prices over time", f"{count(len(quotes))} stored, {len(invented)} that the server never sent", lost=len(invented)))
        items = latest("promo_items", lambda r: (r["kind"], r["item_id"]), lambda r: (r["title"], r["subtitle"] or r["content"]))
        kinds = ["alert-banner", "banners", "sport-banners", "boosted-odds-banners", "hero-cards", "stories"]
        sent = [(kind, item) for kind in kinds for item in (lambda found: [found] if isinstance(found, dict) else found)(book.items(kind))]
        rows.append(self.differs("promotions: items", items, {(kind, str(item["id"])): (item["title"], item.get("subtitle") or item.get("content") or "") for kind, item in sent}))
        rows.append(self.differs("promotions: news", latest("news_items", lambda r: r["news_id"], lambda r: r["subtitle"]), {str(item["id"]): item["subtitle"] for item in book.items("news")}))
        picks = latest("tipster_picks", lambda r: r["pick_id"], lambda r: micros(r["odds"]))
        rows.append(self.differs("promotions: picks", picks, {str(item["id"]): round(item["selection"]["odds"] * 1e6) for item in book.items("pro-choices")}))
        bets = self.exported("bets")
        taken = self.unique("bets", [row for row in bets if row["result"] == "ok"], lambda r: r["bet_key"], lambda r: (r["statement_id"], micros(r["wager"]), micros(r["payout"]), r["game_id"]))
        rows.append(self.differs("betting: bets", taken, servers["betting"].truth()))
        silent = [row["bet_key"] for row in bets if not row["status"]]
        unsaid = [key for key in silent if key not in self.said]
        unsettled = [row["bet_key"] for row in bets if row["result"] not in ("ok", "rejected")]
        for key in unsaid + unsettled:
            self.lose(f"betting: {key} is not named, or not settled")
        rows.append(Row("betting: bets without an answer", f"{len(silent)}, {len(unsaid)} not named, {len(unsettled)} not settled", lost=len(unsaid) + len(unsettled)))
        wallet = latest("wallet_snapshots", lambda r: r["economy"], lambda r: micros(r["balance"]), at="event_time")
        rows.append(self.differs("betting: balances", wallet, {"real": 50_000_000, "sandbox": servers["betting"].balance * 10_000}))
        names = {row["ticket_id"]: row["service_id"] for row in self.exported("tickets")}
        messages = self.unique("messages", self.exported("ticket_messages"), lambda r: r["service_id"], lambda r: (names.get(r["ticket_id"]), r["sender_type"], r["content"], r["event_time"][:19]))
        rows.append(self.differs("support: messages", messages, servers["support"].truth()))
        states = {row["service_id"]: (row["state"], int(row["message_count"])) for row in self.exported("tickets")}
        rows.append(self.differs("support: tickets", states, {name: (ticket["state"], len(ticket["messages"])) for name, ticket in servers["support"].tickets.items()}))
        return rows

    def repeated(self):
        """No change was made twice, and none but awards, which have names, was sent twice."""
        rows = []
        for name, kind in (("betting", "bet"), ("points", "award"), ("points", "reward"), ("support", "message")):
            server = self.servers[name]
            twice = [key for (found, key), times in server.applied.items() if found == kind and times > 1]
            again = [key for (found, key), times in server.received.items() if found == kind and times > 1 and kind != "award"]
            for key in twice + again:
                self.lose(f"{name}: {kind} {key} was sent or made twice")
            came, made = (sum(found == kind for found, _ in changes) for changes in (server.received, server.applied))
            rows.append(Row(f"{name}: every {kind}", f"{came} sent, {made} made, {len(twice)} made twice, {len(again)} sent twice", lost=len(twice) + len(again)))
        return rows

    def search(self):
        """Looks for secrets in all files, those packed by zstd as well."""
        found = 0
        for path in [*pathlib.Path(self.store).rglob("*"), *pathlib.Path(self.state).rglob("*")]:
            if not path.is_file() or path.name.endswith((".session", ".place")):
                continue
            data = path.read_bytes()
            if data[:4] == b"\x28\xb5\x2f\xfd":
                data += subprocess.run(["zstd", "-qdc", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            self.searched += 1
            tokens = {"book": [token.split("|")[1].encode() for token in self.servers["promotions"].tokens]}
            for name, secret in {**self.secrets, **tokens}.items():
                if any(form in data for form in secret):
                    found += 1
                    self.lose(f"the secret {name} in {path.name}")
        return Row("secrets", f"{self.searched} files of the store and the state searched, {found} with one; {self.leaks} in output", lost=found + self.leaks)


def run(context):
    torture = Torture(context)
    threads = [threading.Thread(target=work, daemon=True) for work in (torture.writes, torture.world, torture.progress)]
    for thread in threads:
        thread.start()
    passes = 0
    while context.left() > 0:
        passes += 1
        for feed in FEEDS:
            if context.left() > 0:
                torture.fetch(feed)
    torture.stopping.set()
    for thread in threads:
        thread.join()
    for server in torture.servers.values():
        server.share = 0
    # Bets whose connection ended before they were taken have had the time to arrive.
    time.sleep(torture.arrival + 2)
    # A fetch goes on with the answers of one that was killed; the next asks for all of them again.
    for feed in [*FEEDS, *FEEDS]:
        code, err = torture.fetch(feed, patience=900)
        if code != 0:
            torture.lose(f"the last fetch of {feed}: exit {code}: {err[-1000:]}")
    rows = [*torture.compared(), *torture.repeated()]
    faults = {kind: sum(entry["fault"] == kind for server in torture.servers.values() for entry in server.log) for kind in BEFORE + AFTER}
    requests, strayed = sum(len(server.log) for server in torture.servers.values()), len(torture.elsewhere.log)
    rows[:0] = [
        Row("requests", f"{count(requests)}, {count(sum(faults.values()))} with a fault, {passes} passes; {strayed} to another host", lost=strayed),
        *[Row(name, ", ".join(f"{kind} {faults[kind]}" for kind in kinds)) for name, kinds in (("faults before a change", BEFORE), ("faults of the answer", AFTER[:5]), ("", AFTER[5:]))]]
    rows.append(Row("losses", f"{torture.named} named, {torture.unnamed} not", lost=torture.unnamed))
    rows.append(torture.search())
    for what, codes in sorted(torture.codes.items()):
        rows.append(Row(what, ", ".join(f"{'killed' if code == 'killed' else f'exit {code}'}: {number}" for code, number in sorted(codes.items(), key=str))))
    verify = context.run(["verify", "--store", torture.store])
    rows.append(Row("verify", f"exit {verify.code}", lost=int(verify.code != 0)))
    return rows
