"""Malformed, endless, slow and foreign requests at the sandbox and at `serve`: both still answer."""

import re
import socket
import struct
import subprocess
import threading
import time

from frame import REPOSITORY, Row, count

TITLE = "hostile HTTP"
WEIGHT = 1
SLOW = 1000
SANDBOX_KEY = "railbirdsandboxkey00000000000000"


class Server:
    """A server of the program, and a right request that it answers with 200."""

    def __init__(self, context, name, arguments, environment):
        self.name = name
        self.process = subprocess.Popen(
            [str(context.railbird), *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True)
        found = None
        while not found:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"{name} did not start")
            found = re.search(r"http://127\.0\.0\.1:(\d+)(/\S*)?", line)
        self.port, self.path = int(found[1]), found[2] or "/racecards"
        # A program that prints must be read.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def connect(self, patience=15):
        return socket.create_connection(("127.0.0.1", self.port), timeout=patience)

    def request(self, method="GET", path=None, fields=(), body=b"", host=None):
        key = [f"X-RapidAPI-Key: {SANDBOX_KEY}"] if self.name == "sandbox" else []
        lines = [f"{method} {path or self.path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.port}'}", "Connection: close", *key, *fields, "", ""]
        return "\r\n".join(lines).encode("latin-1") + body

    def ask(self, sent, patience=15):
        """The status of the answer; 0 where the connection ended without one, -1 where nothing came."""
        try:
            with self.connect(patience) as client:
                try:
                    client.sendall(sent)
                except OSError:
                    pass
                answer = b""
                while piece := client.recv(65536):
                    answer += piece
        except TimeoutError:
            return -1
        except OSError:
            return 0
        found = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
        return int(found[1]) if found else 0

    def answers(self):
        """Whether a right request gets its answer, as soon as those before it are done or given up."""
        deadline = time.monotonic() + 150
        while self.ask(self.request(), patience=150) != 200:
            if time.monotonic() > deadline:
                return False
            time.sleep(1)
        return True

    def stop(self):
        self.process.terminate()
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None


def malformed(server):
    """Whole requests, none of which may be answered with 200, by their names."""
    long = "x" * 300_000
    chunked = ["Transfer-Encoding: chunked"]
    request = server.request
    return {
        "nothing": b"\r\n\r\n", "zeros": bytes(5000) + b"\r\n\r\n", "noise": bytes(range(256)) * 8 + b"\r\n\r\n",
        "TLS": bytes.fromhex("16030100c8010000c40303") + b"a" * 200 + b"\r\n\r\n", "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP/0.9": b"GET /\r\n\r\n",
        "a URL of 300 kB": request(path="/" + long), "a query of 300 kB": request(path="/x?" + long), "a field of 300 kB": request(fields=["X: " + long]),
        "10,000 fields": request(fields=[f"X{index}: y" for index in range(10_000)]), "a field without a name": request(fields=[": y"]), "no colon": request(fields=["nothing"]),
        "a folded field": request(fields=["X: y", " z"]), "no host": b"GET / HTTP/1.1\r\n\r\n", "another host": request(host="evil.example"), "two hosts": request(fields=["Host: evil.example"]),
        "an absolute target": request(path="http://evil.example/"), "blanks in the target": request(path="/a b c"), "another origin": request("POST", fields=["Origin: http://evil.example"]),
        "no origin": request("POST", fields=["Origin: null"]), "cross-site": request(fields=["Sec-Fetch-Site: cross-site"]), "a foreign form": request("POST", path="/sandbox/stop", fields=["Origin: http://evil.example", "Content-Length: 0"]),
        "a foreign stop": request("POST", path="/sandbox/stop", host="evil.example"), "two lengths": request("POST", fields=["Content-Length: 3", "Content-Length: 5"], body=b"abcde"),
        "a length and chunks": request("POST", fields=["Content-Length: 3", *chunked], body=b"0\r\n\r\n"), "a negative length": request("POST", fields=["Content-Length: -1"]),
        "a length of words": request("POST", fields=["Content-Length: many"]), "a length beyond all": request("POST", fields=["Content-Length: " + "9" * 30]),
        "a body of 1 TB": request("POST", fields=["Content-Length: 1099511627776"]), "a chunk of 4 GB": request("POST", fields=chunked, body=b"FFFFFFFF\r\n"), "a chunk without a size": request("POST", fields=chunked, body=b"zz\r\n"),
        "a chunk that is too long": request("POST", fields=chunked, body=b"1\r\nabc\r\n0\r\n\r\n"), "a chunk's size of 9 kB": request("POST", fields=chunked, body=b"0" * 9000), "gzip in chunks": request("POST", fields=["Transfer-Encoding: gzip, chunked"], body=b"0\r\n\r\n"),
    }


def mutants(server, random, number):
    """Right requests with some bytes changed, cut, doubled."""
    whole = server.request("POST", fields=["Content-Length: 5", "Accept-Encoding: gzip"], body=b"hello")
    for _ in range(number):
        bytes_ = bytearray(whole)
        for _ in range(random.randrange(1, 6)):
            place = random.randrange(len(bytes_))
            kind = random.randrange(4)
            if kind == 0:
                bytes_[place] = random.randrange(256)
            elif kind == 1:
                del bytes_[place:place + random.randrange(1, 20)]
            elif kind == 2:
                bytes_[place:place] = bytes_[place:place + random.randrange(1, 200)]
            else:
                bytes_[place:place] = random.choice([b"\0", b"\r", b"\n", b"\r\n", b"\r\n\r\n", b":", b" ", b"%00", b"\xff"])
            if not bytes_:
                break
        yield bytes(bytes_)


def attack(context, server):
    tried, lost = 0, 0

    def lose(text):
        nonlocal lost
        lost += 1
        context.lose(f"{server.name}: {text}")

    for name, sent in malformed(server).items():
        tried += 1
        status = server.ask(sent)
        if status == 200 or status == -1 or status >= 500:
            lose(f"{name}: answered with {status}")
        if not server.answers():
            lose(f"{name}: it answers no more")
            return tried, lost
    # Slow ones: no head ends, no body comes, no answer is read.
    held = []
    starts = [b"", b"G", b"GET / HTTP/1.1\r\nHost: ", server.request("POST", fields=["Content-Length: 9"], body=b"ab"), server.request("POST", fields=["Transfer-Encoding: chunked"], body=b"5\r\nab")]
    for index in range(SLOW):
        try:
            client = server.connect()
            client.sendall(starts[index % len(starts)])
            held.append(client)
        except OSError:
            pass
        tried += 1
    begun = time.monotonic()
    while not server.answers():
        if time.monotonic() - begun > 15:
            lose(f"{SLOW} slow connections keep it from answering")
            break
    for client in held:
        client.close()
    # Ended at once, with what is unread thrown away.
    for _ in range(200):
        tried += 1
        try:
            client = server.connect()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.sendall(server.request())
            client.close()
        except OSError:
            pass
    for sent in mutants(server, context.random, max(200, int(context.seconds * 40))):
        tried += 1
        try:
            with server.connect() as client:
                client.sendall(sent)
                client.shutdown(socket.SHUT_WR)
                while client.recv(65536):
                    pass
        except OSError:
            pass
        if context.left() == 0:
            break
    if not server.answers():
        lose("it answers no more after all of them")
    if server.process.poll() is not None:
        lose(f"it has ended with {server.process.returncode}")
    return tried, lost


def run(context):
    folder = context.folder("http")
    context.must(["import", "--store", "store", "--format", "railbird", REPOSITORY / "Datasets/sample/runners.csv"], cwd=folder)
    environment = {"PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"}
    rows = []
    for name, arguments in (("sandbox", ["sandbox", "--rate", "0"]), ("serve", ["serve", "--store", str(folder / "store")])):
        server = Server(context, name, arguments, environment)
        try:
            tried, lost = attack(context, server)
        finally:
            code = server.stop()
        if code not in (0, -15):
            lost += 1
            context.lose(f"{name}: ended with {code} when it was stopped")
        rows.append(Row(f"requests at {name}", count(tried), lost))
    return rows
