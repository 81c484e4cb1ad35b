"""Servers of the five services, written apart from the program: their truth, faults and a log.

Each holds its data in memory. A share of the requests gets a fault, each kind in turn; a change may
be made all the same, and its answer lost.
"""

import datetime
import gzip
import hashlib
import http.server
import json
import random
import socket
import struct
import threading
import time
import urllib.parse

# Faults before anything is done, and those of the answer: a change is made, but not confirmed.
BEFORE = ["500", "503 with Retry-After", "429", "dropped"]
AFTER = ["cut off", "slow", "not JSON", "empty", "wrong type", "null member", "cut-off gzip", "elsewhere", "dropped behind"]
DAY = datetime.timedelta(days=1)


def moment(micros, form):
    return datetime.datetime.fromtimestamp(micros / 1e6, datetime.timezone.utc).strftime(form)


def now():
    return int(time.time() * 1e6)


class Refused(Exception):
    pass


class Service(http.server.ThreadingHTTPServer):
    """A server; a subclass has `answer`, which gives a value to send as JSON."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, settings, elsewhere):
        super().__init__(("127.0.0.1", 0), Handler)
        self.settings, self.elsewhere = settings, elsewhere
        self.random = random.Random(f"{settings['seed']} {self.name}")
        self.share, self.lock, self.log = settings["share"], threading.RLock(), []
        # Each service begins with another kind.
        self.turn = self.random.randrange(len(BEFORE + AFTER))
        # How often each change came, and how often it was made.
        self.received, self.applied = {}, {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def fault(self):
        """The next kind of fault, for a share of the requests."""
        if self.random.random() >= self.share:
            return None
        self.turn += 1
        return (BEFORE + AFTER)[self.turn % len(BEFORE + AFTER)]

    def change(self, kind, key, make):
        """Notes that a change came, and makes it; the lock is held."""
        self.applied[kind, key] = self.applied.get((kind, key), 0) + 1
        return make()

    def handle_error(self, request, client):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 90

    def log_message(self, *_):
        pass

    def go(self):
        server, length = self.server, int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        path, _, query = self.path.partition("?")
        query = dict(urllib.parse.parse_qsl(query))
        asked = json.loads(body) if body else None
        with server.lock:
            fault = server.fault()
            entry = {"at": time.monotonic(), "method": self.command, "path": self.path.split("access_token")[0], "fault": fault, "useless": fault == "slow" and server.settings["slow"] > 60 or bool(fault) and fault != "slow"}
            server.log.append(entry)
            for change in server.changes(self.command, path, asked, self.headers):
                server.received[change] = server.received.get(change, 0) + 1
            if fault in BEFORE:
                value = None
            else:
                try:
                    server.check(self.headers, query, path)
                    value, status = server.answer(self.command, path, query, asked, self.headers), 200
                except Refused as refusal:
                    value, status = {"message": str(refusal)}, int(str(refusal)[:3])
                if fault == "null member" and status == 200:
                    value, done = server.with_null(path, value)
                    if not done:
                        fault = entry["fault"] = "wrong type"
                if fault == "wrong type":
                    value = {"unexpected": 1} if isinstance(value, list) else "seventeen"
                if fault == "empty" and path.endswith("alert-banner"):
                    fault, entry["fault"], entry["useless"] = None, None, False
                # In the lock: the next request may change the value.
                content = b"" if value is None else json.dumps(value).encode()
        # What the program sent, as a careless service repeats it: no output or file may have it.
        spoken = json.dumps({"message": f"refused: {self.path} {dict(self.headers.items())}"}).encode()
        if fault == "500":
            self.send(500, spoken)
        elif fault == "503 with Retry-After":
            self.send(503, spoken, {"Retry-After": "1"})
        elif fault == "429":
            self.send(429, spoken, {"Retry-After": "1"})
        elif fault in ("dropped", "dropped behind"):
            self.drop()
        elif fault == "elsewhere":
            self.send(302, b"", {"Location": server.elsewhere + self.path})
        else:
            if fault == "slow":
                time.sleep(server.settings["slow"])
            data = b"" if fault == "empty" else spoken[:-20] + b"\xff}" if fault == "not JSON" else content
            if fault == "cut off":
                self.send(status, data, cut=len(data) // 2)
            elif fault == "cut-off gzip" or len(data) > 500 and "gzip" in self.headers.get("Accept-Encoding", ""):
                packed = gzip.compress(data)
                self.send(status, packed[:-12] if fault == "cut-off gzip" else packed, {"Content-Encoding": "gzip"})
            else:
                self.send(status, data)

    do_GET = do_POST = do_PUT = do_DELETE = go

    def send(self, status, data, fields=None, cut=None):
        try:
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", "Content-Length": str(len(data)), **(fields or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data if cut is None else data[:cut])
            if cut is not None:
                self.drop()
        except OSError:
            self.close_connection = True

    def drop(self):
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()


class Racing(Service):
    name = "racing"

    def __init__(self, *settings):
        self.races, today, number = {}, datetime.datetime.now(datetime.timezone.utc).date(), 7000
        self.first, self.last = today - 9 * DAY, today
        for back in range(9, -1, -1):
            for race in range(5):
                number += 1
                day, order = today - back * DAY, random.Random(number).sample(range(1, 9), 8)
                horses = [{
                    "horse": f"Horse {number} {place}", "id_horse": str(number * 10 + place), "jockey": f"Jockey {(number + place) % 17}", "trainer": f"Trainer {(number * place) % 11}",
                    "age": "4", "weight": "9-0", "number": str(place), "non_runner": "0", "form": "12-", "position": str(order[place - 1]), "distance_beaten": "",
                    "sp": f"{2 + place * 0.5 + number % 5:.2f}"} for place in range(1, 9)]
                self.races[str(number)] = {"id_race": str(number), "course": f"Truth Downs {race % 2} (USA)", "date": f"{day} {16 + race}:30:00", "distance": "6 furlongs", "age": "3yo+", "finished": "1", "canceled": "0", "horses": horses}
        super().__init__(*settings)

    def changes(self, *_):
        return []

    def check(self, headers, query, path):
        if headers.get("X-RapidAPI-Key") != self.settings["racing"]:
            raise Refused("401 no such key")

    def answer(self, method, path, query, asked, headers):
        if path.startswith("/race/"):
            return self.races.get(path[6:], [])
        return [{name: race[name] for name in race if name != "horses"} for race in self.races.values() if race["date"].startswith(query["date"])]

    def with_null(self, path, value):
        if not value:
            return value, False
        if isinstance(value, list):
            return [{**value[0], "id_race": None}] + value[1:], True
        return {**value, "horses": [{**value["horses"][0], "horse": None, "id_horse": None, "number": None}] + value["horses"][1:]}, True

    def amend(self):
        """Changes a race of the last days, as a stewards' inquiry does."""
        with self.lock:
            race = self.random.choice(list(self.races.values())[-15:])
            first, second = self.random.sample(race["horses"], 2)
            first["position"], second["position"] = second["position"], first["position"]
            first["sp"] = f"{self.random.randrange(110, 3000) / 100:.2f}"

    def truth(self):
        return {(f"poni-{race['id_race']}", horse["id_horse"]): (race["date"][:10], horse["horse"], horse["jockey"], horse["trainer"], int(horse["position"]), round(float(horse["sp"]) * 1e6)) for race in self.races.values() for horse in race["horses"]}


class Points(Service):
    name = "points"
    earned = {"TRAINING_RUN": 10, "WORKOUT": 15, "MEET_LOG": 20, "CROSS_TRAINING": 8}

    def __init__(self, *settings):
        self.ledger, self.rewards = [], []
        super().__init__(*settings)

    def changes(self, method, path, asked, headers):
        if method == "POST":
            yield ("award", asked["activityUuid"]) if path.endswith("/earn") else ("reward", asked["description"])

    def check(self, headers, query, path):
        if headers.get("Authorization") != "Bearer " + self.settings["points"]:
            raise Refused("401 no such token")

    def balance(self, runner):
        return sum(line["pointsAmount"] for line in self.ledger if line["runnerId"] == runner)

    def answer(self, method, path, query, asked, headers):
        if path.endswith("/earn"):
            known = next((line for line in self.ledger if line["activityUuid"] == asked["activityUuid"]), None)
            line = known or self.change("award", asked["activityUuid"], lambda: self.book(asked))
            return {"success": True, "pointsEarned": 0 if known else line["pointsAmount"], "newBalance": self.balance(asked["runnerId"]), "transaction": line}
        if path.endswith("/rewards"):
            return self.rewards if method == "GET" else self.change("reward", asked["description"], lambda: self.create(asked))
        if path == "/xc/allRunners/":
            return [{"id": number, "name": f"Runner {number}", "graduatingClass": "2027", "active": True, "doesXc": True, "doesTrack": True, "deviceId": None, "team": "UA", "trackGroup": None, "points": self.balance(number), "lifetimePointsEarned": self.balance(number), "lastPointsUpdated": None} for number in range(1, 9)]
        if path.endswith("/transactions"):
            return [line for line in self.ledger if line["runnerId"] == int(query["runnerId"])]
        if path.endswith("/leaderboard"):
            return [{"runnerId": number, "season": query["season"], "year": query["year"], "pointsEarned": self.balance(number)} for number in range(1, 9) if self.balance(number)]
        if path.endswith("/progress"):
            return {"season": query["season"], "year": query["year"], "teamTotalPoints": self.total(), "activeRosterCount": 8, "rewards": []}
        raise Refused("404 no such call")

    def book(self, asked):
        points = self.earned[asked["activityType"]]
        self.ledger.append({
            "runnerId": asked["runnerId"], "transactionType": "EARNED", "pointsAmount": points, "activityType": asked["activityType"], "featureType": None, "activityUuid": asked["activityUuid"],
            "description": "Earned", "balanceAfter": self.balance(asked["runnerId"]) + points, "season": asked["season"], "refunded": False, "refundedAt": None, "relatedTransactionId": None,
            "createdAt": moment(now(), "%Y-%m-%dT%H:%M:%S.%f")[:-3] + "+0000"})
        return self.ledger[-1]

    def create(self, asked):
        self.rewards.append({"id": len(self.rewards) + 1, "rewardName": asked["description"], "achieved": False, "achievedDate": None, "progressPercentage": None, **asked})
        return self.rewards[-1]

    def total(self):
        return sum(line["pointsAmount"] for line in self.ledger)

    def with_null(self, path, value):
        member = next((name for end, name in (("Runners/", "id"), ("/transactions", "pointsAmount"), ("/leaderboard", "runnerId")) if path.endswith(end)), None)
        return ([{**value[0], member: None}] + value[1:], True) if member and value else (value, False)

    def truth(self):
        return {line["activityUuid"]: (str(line["runnerId"]), line["season"], line["activityType"], line["pointsAmount"], line["balanceAfter"]) for line in self.ledger}


class Book(Service):
    """The sportsbook: prices move with each minute."""

    name = "promotions"

    def __init__(self, *settings):
        self.prices, self.version, self.tokens = [2.0 + index / 10 for index in range(12)], 0, {}
        # Each price that was ever sent, by its outcome.
        self.sent = {(str(9000 + index), round(price * 1e6)) for index, price in enumerate(self.prices)}
        super().__init__(*settings)

    def changes(self, method, path, *_):
        return []

    def check(self, headers, query, path):
        token = headers.get("Authorization", "")[7:]
        if not path.endswith("/login") and self.tokens.get(token, 0) < time.monotonic():
            raise Refused("401 the token is not valid")

    def move(self):
        with self.lock:
            self.version += 1
            for index in self.random.sample(range(12), 3):
                self.prices[index] = self.random.randrange(110, 900) / 100
                self.sent.add((str(9000 + index), round(self.prices[index] * 1e6)))

    def event(self, number):
        teams = {f"{side}_team": {"id": number * 2 + index, "name": f"Team {number} {side}", "logo": None} for index, side in enumerate(["home", "away"])}
        outcomes = [{"id": 9000 + number * 3 + index, "name": name, "price": self.prices[number * 3 + index]} for index, name in enumerate("1X2")]
        return {"id": 500 + number, "sport_id": 1, "home_team_id": number * 2, "away_team_id": number * 2 + 1, "date_time": "2027-01-01T12:00:00.000000Z", **teams, "market": {"id": 800 + number, "name": "1X2", "outcomes": outcomes}}

    def items(self, kind):
        shared = {"start_date": "2026-01-01T00:00:00.000000Z", "end_date": "2028-01-01T00:00:00.000000Z", "status": "published", "image_url": None}
        tap = {"action_type": "internal_link", "action_target": "/here"}
        word = f"version {self.version}"
        if kind == "alert-banner":
            return {"id": 1, "title": "Alert", "content": word, "background_color": "#FF5500", "text_color": "#FFFFFF", **tap, **shared}
        made = {
            "banners": lambda n: {"id": 10 + n, "title": f"Banner {n}", "subtitle": word, **tap, **shared},
            "sport-banners": lambda n: {"id": 20 + n, "title": f"Match {n}", "subtitle": word, **shared, "sport_event_id": 500 + n, "event": self.event(n)},
            "boosted-odds-banners": lambda n: {"id": 30 + n, "title": f"Boost {n}", "original_odd": self.prices[n * 3], "boosted_odd": round(self.prices[n * 3] + 0.5, 2), **shared, "sport_event_id": 500 + n, "event": self.event(n)},
            "hero-cards": lambda n: {"id": 40 + n, "title": f"Hero {n}", "subtitle": word, "action_type": "event_link", "action_target": str(500 + n), **shared, "event_id": 500 + n, "event_data": self.event(n)},
            "stories": lambda n: {"id": 50 + n, "title": f"Story {n}", "content": word, **tap, **shared, "duration": 5},
            "news": lambda n: {"id": 60 + n, "title": f"News {n}", "subtitle": word, "content": "All.", "author": "A. Writer", "published_date": "2026-11-01T10:00:00.000000Z", "status": "published", "image_url": None, "tags": ["a", "b"]},
            "pro-choices": lambda n: {"id": 70 + n, "title": f"Pick {n}", "tipster": {"id": n, "name": f"Tipster {n}", "win_rate": 0.5, "avatar": None}, "event": {"id": 500 + n, "home_team": "H", "away_team": "A", "date_time": "2027-01-01T12:00:00.000000Z"}, "selection": {"market_name": "1X2", "outcome_name": "1", "odds": self.prices[n * 3]}, "reasoning": word}}
        return [made[kind](number) for number in range(4)]

    def answer(self, method, path, query, asked, headers):
        if path == "/api/auth/v1/login":
            if asked["password"] != self.settings["password"]:
                raise Refused("401 wrong password")
            token = f"{len(self.tokens)}|" + hashlib.sha256(f"{self.settings['seed']} token {len(self.tokens)}".encode()).hexdigest()
            # Tokens end soon, so that clients renew them.
            self.tokens[token] = time.monotonic() + 240
            return {"token": token, "user": {"id": 1, "name": "User", "email": asked["username"], "client_id": 1}}
        if path == "/api/home/v1/template":
            sections = [{"type": "hero_carousel", "title": f"Featured {self.version}", "source": "promotions/v1/hero-cards", "options": {"autoplay": True}}, {"type": "news", "title": "News", "source": "promotions/v1/news", "options": {}}]
            return {"id": 1, "client_id": 1, "title": "Home", "platform": "ios", "sections": sections, "created_at": "2026-01-01T00:00:00.000000Z", "updated_at": "2026-10-28T09:15:00.000000Z"}
        return self.items(path.rsplit("/", 1)[1])

    def with_null(self, path, value):
        return ([{**value[0], "id": None}] + value[1:], True) if isinstance(value, list) else (value, False)


class Bets(Service):
    name = "betting"

    def __init__(self, *settings):
        self.bets, self.balance = [], 100_000
        super().__init__(*settings)

    def changes(self, method, path, asked, headers):
        key = headers.get("Idempotency-Key")
        if method == "POST" and path.endswith("/bet"):
            yield "bet", key
        elif method == "POST" and path.endswith("/batch"):
            for index in range(len(asked["requests"])):
                yield "bet", f"{key}:{index}"

    def check(self, headers, query, path):
        if query.get("access_token") != self.settings["betable"]:
            raise Refused("401 no such token")

    def place(self, key, game, asked):
        payout = [0, 0, 0, 10, 80, 25][int(hashlib.sha256(key.encode()).hexdigest(), 16) % 6]
        wager = round(float(asked["wager"]) * 100)
        self.balance += payout - wager
        outcomes = [{"outcome": "win" if payout else "lose", "payline": [1, 1, 1], "payout": f"{payout / 100:.2f}", "symbols": ["BELL", "BAR", "BELL"]}]
        self.bets.append({"id": len(self.bets) + 1, "reference": key, "game_id": game, "kind": "backed", "economy": asked["economy"], "currency": asked["currency"], "wager": f"{wager / 100:.2f}", "payout": f"{payout / 100:.2f}", "outcomes": outcomes, "created_at": moment(now(), "%Y-%m-%dT%H:%M:%S.%fZ")})
        return {"currency": asked["currency"], "outcomes": outcomes, "payout": f"{payout / 100:.2f}"}

    def answer(self, method, path, query, asked, headers):
        call, key = path.removeprefix("/1.0"), headers.get("Idempotency-Key")
        if call.endswith("/bet"):
            return self.change("bet", key, lambda: self.place(key, call.split("/")[2], asked))
        if call == "/batch":
            answers = [(one["name"], self.change("bet", f"{key}:{index}", lambda: self.place(f"{key}:{index}", one["url"].split("/")[2], one["body"]))) for index, one in enumerate(asked["requests"])]
            return {"responses": [{"name": name, "status": 200, "body": json.dumps(body)} for name, body in answers]}
        if call == "/account":
            return {"id": "player-1", "first_name": "P", "last_name": "One"}
        if call == "/account/wallet":
            return {economy: {"balance": f"{amount / 100:.2f}", "currency": "GBP", "economy": economy} for economy, amount in (("real", 5000), ("sandbox", self.balance))}
        if call == "/account/bets":
            bets = [bet for bet in self.bets if bet["id"] > int(query["after"])][:min(int(query["limit"]), 40)]
            return {"bets": bets, "last_id": bets[-1]["id"] if bets else int(query["after"])}
        if call.startswith("/sessions/"):
            return {"alive": True, "reality_check": {"enabled": True, "remaining_time": 3_600_000}}
        raise Refused("404 no such call")

    def with_null(self, path, value):
        if path.endswith("/account/bets") and value["bets"]:
            return {**value, "bets": [{**value["bets"][0], "payout": None}] + value["bets"][1:]}, True
        return value, False

    def truth(self):
        return {bet["reference"]: (str(bet["id"]), round(float(bet["wager"]) * 1e6), round(float(bet["payout"]) * 1e6), bet["game_id"]) for bet in self.bets}


class Support(Service):
    name = "support"

    def __init__(self, *settings):
        self.tickets, self.messages = {}, 0
        super().__init__(*settings)

    def changes(self, method, path, asked, headers):
        if method == "POST":
            yield "message", asked["message"]

    def check(self, headers, query, path):
        if headers.get("x-api-key") != self.settings["chatist"]:
            raise Refused("401 no such key")

    def say(self, ticket, sender, text):
        self.messages += 1
        ticket["messages"].append({"id": f"message_{self.messages}", "ticketId": ticket["id"], "sender": {"name": "Customer" if sender == "customer" else "Agent", "type": sender, "avatar": None}, "content": text, "isRead": False, "timestamp": moment(now(), "%Y-%m-%d %H:%M:%S")})
        return ticket["messages"][-1]

    def work(self):
        """Agents answer one of the tickets, and close another."""
        with self.lock:
            if self.tickets:
                ticket = self.random.choice(list(self.tickets.values()))
                self.say(ticket, "human agent", f"Answer {self.messages} ✓")
                self.random.choice(list(self.tickets.values()))["state"] = self.random.choice(["open", "closed"])

    def open(self, asked):
        ticket = {"id": f"ticket_{len(self.tickets) + 1}", "state": "open", "assignee": "ai agent", "channel": asked["channel"], "deviceInfo": asked["deviceInfo"], "messages": [], "schedules": []}
        self.tickets[ticket["id"]] = ticket
        self.say(ticket, "customer", asked["message"])
        return ticket

    def answer(self, method, path, query, asked, headers):
        parts = path.strip("/").split("/")
        if len(parts) > 1 and parts[1] not in self.tickets:
            raise Refused("404 no such ticket")
        if method == "POST":
            make = (lambda: self.open(asked)) if len(parts) == 1 else (lambda: self.say(self.tickets[parts[1]], "customer", asked["message"]))
            return self.change("message", asked["message"], make)
        if len(parts) > 1:
            return self.tickets[parts[1]]
        return [{"id": ticket["id"], "state": ticket["state"], "assignee": ticket["assignee"], "lastMessage": ticket["messages"][-1]} for ticket in self.tickets.values()]

    def with_null(self, path, value):
        if isinstance(value, list) and value:
            return [{**value[0], "id": None}] + value[1:], True
        if path.startswith("/tickets/") and "messages" in value:
            return {**value, "messages": [{**value["messages"][0], "id": None}] + value["messages"][1:]}, True
        return value, False

    def truth(self):
        return {message["id"]: (ticket["id"], message["sender"]["type"], message["content"], message["timestamp"]) for ticket in self.tickets.values() for message in ticket["messages"]}


class Elsewhere(Service):
    """The host that redirects lead to: nothing may be asked here."""

    name = "elsewhere"

    def changes(self, *_):
        return []

    def check(self, *_):
        pass

    def answer(self, *_):
        return []
