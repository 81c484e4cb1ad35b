"""Writes the seeds of the fuzz targets: small, well-formed inputs, from our own generators alone."""
import bz2, gzip, io, json, pathlib, subprocess, sys, tarfile, zipfile
root = pathlib.Path(sys.argv[1]); rb = sys.argv[2]; repo = pathlib.Path(sys.argv[3])
def put(target, name, data):
    (root / target).mkdir(parents=True, exist_ok=True)
    (root / target / name).write_bytes(data.encode() if isinstance(data, str) else data)
filters = ["course = 'Ascot' and sp < 10", "jockey in ('A B', \"C\") or not (draw between 1 and 5)", "date >= 2024-01-01 and going is null", "distance_m / 200 > 6 and (age = 3 or age = 4)", "sp_roi > 0.1 and runs >= 50", "horse like 'Red*' and win", "month = 3 and weekday != 'Sunday'"]
for index, text in enumerate(filters): put("filter", f"{index}", text)
for index, path in enumerate(sorted((repo / "Sources/Import/Mappings/BuiltIn").glob("*.yaml"))): 
    text = path.read_text()
    if len(text) < 9000: put("yaml", f"mapping-{path.stem}", "\0" + text)
put("yaml", "spec", "\1" + "reports:\n  - name: a\n    by: [jockey]\n    where: sp < 10\n    windows: [90d, all]\n    order_by: [sp_roi]\n    top: 10\n")
for path in (repo / "Examples").glob("*.yaml"): put("yaml", "example-" + path.stem, ("\2" if "angle" in path.stem else "\1") + path.read_text())
put("yaml", "alias", "\0a0: &a [x,x]\nb: *a\n")
words = ["7/4F", "Evens", "11-8", "EVEN", "+150", "-110", "1,234.50", "130", "2m4f127y", "1m2½f", "1 3/16M", "1200", "PU", "DSQ", "3=", "UR", "1st", "nk", "2¼", "dht", "12-43P/0F1", "n/a"]
patterns = ["D/M/YYYY", "YYYY-MM-DD", "YYYY-MM-DD'T'HH:mm[:ss[.SSS]]", "MMM D, YYYY", "H:mm", "h:mm a", "EEE D MMM"]
for index, word in enumerate(words): put("words", f"w{index}", word)
for index, (pattern, day) in enumerate(zip(patterns, ["2/05/2024", "2024-05-02", "2024-05-02T14:30:00.123", "May 2, 2024", "9:05", "2:05 pm", "Thu 2 May"])): put("words", f"d{index}", pattern + "\n" + day)
put("json", "object", json.dumps({"a": [1, -2.5e3, True, None, "x\u00e9\ud83d\ude00"], "b": {"c": ""}}))
put("json", "numbers", "[0, 1e400, 123456789012345678901234567890, 0.1, -0]")
put("json", "bet", json.dumps({"event": "bet", "at": 1700000000000000, "bet_key": "k", "game": "wheel", "wager": "0.20", "currency": "GBP", "kind": "sandbox"}))
def http(status, head, body=b""): return b"\x40" + b"HTTP/1.1 " + status + b"\r\n" + head + b"\r\n" + body
race = {"race_id": "1", "id_race": "1", "course": "Ascot", "date": "2024-11-02 14:30:00", "distance": "1m", "horses": [{"horse": "Red", "id_horse": "7", "jockey": "A", "trainer": "B", "position": "1", "sp": "2.5"}]}
answer = json.dumps([race]).encode(); packed = gzip.compress(answer)
put("answers", "length", http(b"200 OK", b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(answer), answer))
put("answers", "close", http(b"200 OK", b"Connection: close\r\n", answer))
put("answers", "gzip", http(b"200 OK", b"Content-Encoding: gzip\r\nContent-Length: %d\r\n" % len(packed), packed))
put("answers", "chunks", http(b"200 OK", b"Transfer-Encoding: chunked\r\nTrailer: x\r\n", b"5\r\n" + answer[:5] + b"\r\n%x;a=b\r\n" % len(answer[5:]) + answer[5:] + b"\r\n0\r\nx: y\r\n\r\n"))
put("answers", "interim", b"\x08HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + http(b"204 No Content", b"Content-Encoding: gzip\r\n")[1:])
put("answers", "redirect", http(b"302 Found", b"Location: /x\r\nContent-Length: 0\r\n"))
put("answers", "limit", http(b"429 Too Many Requests", b"Retry-After: 1\r\nX-RateLimit-Remaining: 0\r\nContent-Length: 0\r\n"))
bodies = [[race], [{"runnerId": 1, "points": 5, "activityType": "WORKOUT", "createdAt": "2024-11-02T10:00:00Z"}], {"sections": [{"source": "news", "title": "x"}], "items": [{"id": 1, "title": "x", "startDate": "2024-11-02T10:00:00Z"}]}, {"balance": "1.00", "currency": "GBP", "bets": [{"id": 1, "wager": "0.10", "payout": "0.20", "state": "settled"}]}, [{"id": "t1", "subject": "x", "messages": [{"id": "m1", "text": "y", "createdAt": "2024-11-02T10:00:00Z", "sender": {"name": "A"}}]}]]
for index, body in enumerate(bodies): put("bodies", f"client{index}", bytes([index, 0]) + json.dumps(body).encode())
put("bodies", "refused", b"\x00\x05" + b'{"message":"no such race","error":{"code":404}}')
def line(api, request, body, **more): return json.dumps({"api": api, "request": request, "day": "2024-11-02", "fetched_at": 1700000000000000, "status": 200, "duration_us": 1, "attempt": 1, "bytes": 2, "sha256": "", **more}, separators=(",", ":"))[:-1] + ',"body":' + json.dumps(body, separators=(",", ":")) + "}\n"
put("journals", "transactions", b"\x00" + line("points", "/transactions?runnerId=1&limit=0", [{"id": 1, "runnerId": 1, "points": 5, "kind": "EARNED"}]).encode())
put("journals", "roster", b"\x01" + line("points", "/runners", [{"id": 1, "name": "A"}]).encode())
put("journals", "rewards", b"\x02" + line("points", "/rewards?season=xc&year=2024", [{"id": 1, "name": "x", "threshold": 10}]).encode())
put("journals", "progress", b"\x03" + line("points", "/progress?season=xc&year=2024", {"totalPoints": 5}, rewards_total=1, rewards_achieved=0).encode())
put("journals", "state", b"\x05" + b'{"version":1,"started_at":1700000000000000}')
put("journals", "address", b"\x06" + b"https://service.example")
put("journals", "tickets", b"\x07" + line("chatist", "/tickets", {"tickets": [{"ticket_key": "a", "state": "open"}]}).encode())
put("journals", "raw", b"\x80" + b"not a frame")
card = {"date": "2024-01-01", "racecards": [{"course": "Ascot", "off": "14:30", "runners": [{"horse": "Red", "number": "1", "sp": "7/4"}, {"horse": "Blue", "number": 2, "sp": None}]}]}
put("documents", "json", "\0" + json.dumps(card))
put("documents", "lines", "\1" + "\n".join(json.dumps(r) for r in card["racecards"][0]["runners"]) + "\n")
market = {"op": "mcm", "pt": 1700000000000, "mc": [{"id": "1.23", "marketDefinition": {"eventTypeId": "7", "marketType": "WIN", "venue": "Ascot", "marketTime": "2024-01-01T14:30:00.000Z", "runners": [{"id": 1, "name": "1. Red", "status": "WINNER", "bsp": 3.5, "sortPriority": 1}]}}]}
put("documents", "stream", "\2" + json.dumps(market) + "\n" + json.dumps({"op": "mcm", "pt": 1, "mc": [{"id": "1.23", "rc": []}]}) + "\n")
table = "date,course,off,horse,jockey,pos,sp\n2/05/2024,Ascot,2:05,\"Red, the\",A Marsh,1,7/4F\n2/05/2024,Ascot,2:05,Blue,B Lowe,PU,4/1\n"
put("table", "commas", table)
put("table", "semicolons", table.replace(",", ";").replace("\n", "\r\n"))
put("table", "tabs", table.replace(",", "\t"))
put("table", "utf16", table.encode("utf-16"))
put("table", "latin", table.replace("Red", "R\xe9d").encode("cp1252"))
put("table", "headless", table.split("\n", 1)[1])
put("table", "marks", "\ufeff" + table + "\ufeff" + table)
put("table", "ours", "".join(open(repo / "Datasets/sample/runners.csv").readlines()[:6]))
put("lists", "aliases", "role,spelling,name\njockey,A. Marsh,A Marsh\ncourse,Ascot (GB),Ascot\n")
put("lists", "bets", "date,course,off,horse,stake,price,kind\n2024-01-01,Ascot,14:30,Red,10,7/4,win\n2024-01-01,Ascot,14:30,Blue,5,SP,ew\n")
def zstd(data, *options): return subprocess.run(["zstd", "-qc", *options], input=data, capture_output=True, check=True).stdout
plain = table.encode(); lines = b'{"a":1}\n{"a":2}\n'
path = root / "tmp.zst"; path.parent.mkdir(parents=True, exist_ok=True)
put("packed", "gzip", b"\0" + gzip.compress(plain) + gzip.compress(b"x,y\n"))
put("packed", "zstd", b"\1" + zstd(plain))
put("packed", "bzip2", b"\2" + bz2.compress(plain))
put("packed", "frames", b"\3" + zstd(lines) + zstd(lines, "--no-check"))
archive = io.BytesIO()
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as z: z.writestr("a.csv", plain); z.writestr(zipfile.ZipInfo("b.csv"), plain)
put("packed", "zip", b"\4" + archive.getvalue())
for name, mode, first in (("tar", "w", b"\5"), ("tgz", "w:gz", b"\6")):
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode=mode, format=tarfile.GNU_FORMAT) as t:
        for member in ("a.csv", "x" * 120 + ".csv"):
            info = tarfile.TarInfo(member); info.size = len(plain); t.addfile(info, io.BytesIO(plain))
    put("packed", name, first + archive.getvalue())
work = root / "work"; work.mkdir()
(work / "runners.csv").write_text("".join(open(repo / "Datasets/sample/runners.csv").readlines()[:4]))
subprocess.run([rb, "import", "--store", "s", "--format", "railbird", "runners.csv"], cwd=work, check=True, capture_output=True)
for kind, first in (("parquet", b"\0"), ("arrow", b"\1")):
    subprocess.run([rb, "export", "--store", "s", "--to", kind, "--table", "runners", "--out", "o"], cwd=work, check=True, capture_output=True)
    put("columns", kind, first + next((work / "o").glob(f"runners.{kind}")).read_bytes())
for index, path in enumerate(sorted((work / "s/segments").rglob("*.arrow"), key=lambda p: p.stat().st_size)[:2]): put("columns", f"segment{index}", b"\1" + path.read_bytes())
manifest = (work / "s/MANIFEST").read_bytes().split(b"\n", 1)[1]; log = work / "s/archive/LOG"
put("manifest", "whole", manifest + b"\0" + (log.read_bytes() if log.exists() else b""))
put("manifest", "small", b'{"generation":1,"segments":[],"dictionaries":{},"archive":[]}')
put("manifest", "entries", b'{"generation":2,"segments":[{"table":"runners","month":202401,"file":"segments/a.arrow","rows":3,"bytes":10,"xxh128":"00"}],"dictionaries":{"horse":[{"file":"dictionaries/h.arrow","first":0,"count":3}]},"archive":[]}')
import shutil; shutil.rmtree(work)
