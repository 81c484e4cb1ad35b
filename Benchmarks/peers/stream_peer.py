"""Reads a stream of the exchange's shape with betfairlightweight and imports it with railbird, in turns, and prints MB/s of both.

    python3 stream_peer.py --railbird .build/release/railbird [--lines 100000] [--runs 3] [--file 1.132153978.bz2]

Both must find the same runners: selections, statuses and starting prices. A .bz2 is unpacked by either side while it is timed.
"""
import argparse, builtins, bz2, csv, json, os, random, shutil, statistics, subprocess, sys, tempfile, time
from unittest.mock import patch


def generated(lines, seed):
    """A win market of 14 runners: a definition each 40 messages, as in a recorded one, prices in between."""
    draw = random.Random(seed)
    runners = [{"adjustmentFactor": 7.14, "status": "ACTIVE", "sortPriority": i + 1, "id": 1000 + i, "name": f"Runner {i}"}
               for i in range(14)]
    definition = {"bspMarket": True, "turnInPlayEnabled": True, "persistenceEnabled": True, "marketBaseRate": 5.0,
                  "eventId": "28270094", "eventTypeId": "7", "numberOfWinners": 1, "bettingType": "ODDS", "marketType": "WIN",
                  "marketTime": "2017-06-14T18:55:00.000Z", "suspendTime": "2017-06-14T18:55:00.000Z", "bspReconciled": False,
                  "complete": True, "inPlay": False, "crossMatching": False, "runnersVoidable": False,
                  "numberOfActiveRunners": 14, "betDelay": 0, "status": "OPEN", "runners": runners, "regulators": ["MR_INT"],
                  "venue": "Hamilton", "countryCode": "GB", "discountAllowed": True, "timezone": "Europe/London",
                  "openDate": "2017-06-14T16:55:00.000Z", "version": 1, "name": "1m Hcap", "eventName": "Ham 14th Jun"}
    moment = 1497351220318

    def message(change):
        return json.dumps({"op": "mcm", "clk": str(moment), "pt": moment, "mc": [{"id": "1.132153978", **change}]},
                          separators=(",", ":")) + "\n"

    for line in range(lines):
        moment += 100
        if line % 40 == 0:
            definition["version"] += 1
            yield message({"marketDefinition": definition})
        else:
            yield message({"rc": [{"ltp": round(draw.uniform(1.01, 100), 2), "id": 1000 + draw.randrange(14)}]})
    for place, runner in enumerate(runners):
        runner.update(status="WINNER" if place == 0 else "LOSER", bsp=2.5 + place)
    definition.update(status="CLOSED", bspReconciled=True, version=definition["version"] + 1)
    yield message({"marketDefinition": definition})


def peer(path):
    """Returns status and starting price by name, as betfairlightweight's last book has them."""
    import betfairlightweight
    client = betfairlightweight.APIClient("u", "p", app_key="k")
    listener = betfairlightweight.StreamListener(max_latency=None)
    stream = client.streaming.create_historical_generator_stream(file_path=path, listener=listener)
    last = {}
    plain = builtins.open
    with patch("builtins.open", lambda file, *a, **k: bz2.open(file, "rt") if str(file).endswith(".bz2") else plain(file, *a, **k)):
        for books in stream.get_generator()():
            for book in books:
                last[book.market_id] = book.market_definition
    return {r.name: (r.status == "WINNER", r.bsp) for d in last.values() for r in d.runners}


def ours(railbird, path, folder):
    store = os.path.join(folder, "store")
    shutil.rmtree(store, ignore_errors=True)
    start = time.perf_counter()
    subprocess.run([railbird, "import", "--store", store, "--format", "betfair-stream", path], check=True, capture_output=True)
    seconds = time.perf_counter() - start
    out = os.path.join(folder, "out")
    subprocess.run([railbird, "export", "--store", store, "--to", "csv", "--table", "runners", "--out", out], check=True,
                   capture_output=True)
    with open(os.path.join(out, "runners.csv")) as file:
        rows = list(csv.DictReader(file))
    return seconds, {r["horse"]: (r["position"] == "1", float(r["bsp"]) if r["bsp"] else None) for r in rows}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--railbird", required=True)
    options.add_argument("--lines", type=int, default=100_000)
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--file", help="a recorded stream in place of a generated one")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = [chosen.file]
        if not chosen.file:
            plain = os.path.join(folder, "1.132153978")
            with open(plain, "w") as file:
                file.writelines(generated(chosen.lines, chosen.seed))
            files = [plain, plain + ".bz2"]
            with open(plain, "rb") as source, bz2.open(files[1], "wb") as target:
                shutil.copyfileobj(source, target)
        for path in files:
            with (bz2.open if path.endswith(".bz2") else open)(path, "rb") as file:
                megabytes = sum(map(len, file)) / 1e6
            times = {"railbird": [], "betfairlightweight": []}
            for _ in range(chosen.runs):
                start = time.perf_counter()
                theirs = peer(path)
                times["betfairlightweight"].append(time.perf_counter() - start)
                seconds, found = ours(chosen.railbird, path, folder)
                times["railbird"].append(seconds)
                if found != theirs:
                    sys.exit(f"{path}: found {found}; expected {theirs}")
            rates = {side: round(megabytes / statistics.median(all), 1) for side, all in times.items()}
            print(json.dumps({"file": os.path.basename(path), "text_mb": round(megabytes, 1), "mb_per_s": rates,
                              "ratio": round(rates["railbird"] / rates["betfairlightweight"], 1)}))


if __name__ == "__main__":
    main()
