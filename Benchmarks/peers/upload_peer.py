"""Sends a file to a loopback server with `railbird chatist send` and with curl, in turns, and prints the times of both.

    python3 upload_peer.py --railbird .build/release/railbird [--mebibytes 50] [--runs 15]

Timed is the request alone, as each program measures it itself. The first upload of either is not timed: the server keeps its
body, which must have the file's bytes.
"""
import argparse, json, os, re, socket, statistics, subprocess, sys, tempfile, threading

ANSWER = json.dumps({"id": "m-1", "ticketId": "t-1", "sender": {"name": "c"}, "content": "x", "isRead": True,
                     "timestamp": "2026-01-01T00:00:00Z"}).encode()


class Sink:
    """A server that reads bodies, and keeps the last one where it is asked to."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % self.listener.getsockname()[1]
        self.keeps, self.body = True, b""
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        memory = bytearray(1 << 20)
        while True:
            connection, _ = self.listener.accept()
            head = b""
            while b"\r\n\r\n" not in head:
                head += connection.recv(65536)
            head, body = head.split(b"\r\n\r\n", 1)
            left = int(re.search(rb"(?i)content-length: *(\d+)", head)[1]) - len(body)
            kept = bytearray(body)
            while left > 0 and (count := connection.recv_into(memory)):
                left -= count
                if self.keeps:
                    kept += memory[:count]
            self.body = bytes(kept)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
                               b"Content-Length: %d\r\n\r\n" % len(ANSWER) + ANSWER)
            connection.close()


def ours(railbird, path, url, settings):
    environment = dict(os.environ, CHATIST_API_KEY="key", CHATIST_CONFIG=settings)
    result = subprocess.run([railbird, "chatist", "send", "t-1", "x", "--attach", path, "--customer", "c", "--verbose",
                             "--base-url", url], env=environment, capture_output=True, text=True)
    found = re.search(r"microseconds=(\d+)", result.stderr)
    if result.returncode or not found:
        sys.exit(result.stderr)
    return int(found[1]) / 1e6


def peer(path, url):
    return float(subprocess.run(["curl", "-sS", "-o", os.devnull, "-w", "%{time_total}", "-H", "Expect:", "-F", "content=x",
                                 "-F", "attachments[]=@" + path, url], check=True, capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--railbird", required=True)
    parser.add_argument("--mebibytes", type=int, default=50)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    sink = Sink()
    with tempfile.TemporaryDirectory() as folder:
        path, settings = os.path.join(folder, "file"), os.path.join(folder, "chatist.json")
        data = os.urandom(options.mebibytes << 20)
        with open(path, "wb") as file:
            file.write(data)
        with open(settings, "w") as file:
            json.dump({"attachmentLimit": len(data)}, file)
        sides = {"railbird": lambda: ours(options.railbird, path, sink.url, settings), "curl": lambda: peer(path, sink.url)}
        for name, upload in sides.items():
            upload()
            if data not in sink.body:
                sys.exit(f"{name}: the file's bytes have not arrived")
        sink.keeps = False
        times = {name: [] for name in sides}
        for run in range(options.runs):
            for name in sorted(sides, reverse=run % 2 == 1):
                times[name].append(sides[name]())
    for name, found in times.items():
        print(f"{name:9} least {min(found):.4f} s  median {statistics.median(found):.4f} s")
    print(f"ratio     least {min(times['railbird']) / min(times['curl']):.2f}  "
          f"median {statistics.median(times['railbird']) / statistics.median(times['curl']):.2f}")


main()
