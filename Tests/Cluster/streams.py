"""Invented price streams of the sample's races, in the shape of an exchange's historical files."""

import csv
import datetime
import json
import random


def races(path, count):
    """Returns the first races of a file of runners: day, off, course, country and horses."""
    found = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["race_id"] not in found and len(found) == count:
                break
            race = found.setdefault(row["race_id"], {**row, "horses": []})
            race["horses"].append(row["horse"])
    return list(found.values())


def stream(number, race, changes):
    """Returns a market's messages: its definition, prices before the off and in play, its end."""
    chance = random.Random(number)
    off = datetime.datetime.fromisoformat(race["off_time"].replace("Z", "+00:00"))
    scheduled = int(off.timestamp() * 1000)
    runners = [{"id": number * 100 + place, "name": horse, "sortPriority": place + 1}
               for place, horse in enumerate(race["horses"])]

    def message(time, change):
        return json.dumps({"op": "mcm", "clk": "1", "pt": time,
                           "mc": [{"id": f"1.{70000 + number}", **change}]})

    def definition(time, status, in_play):
        ends = ["WINNER"] + ["LOSER"] * len(runners) if status == "CLOSED" else None
        listed = [{**runner, "status": ends[place] if ends else "ACTIVE"}
                  for place, runner in enumerate(runners)]
        return message(time, {"marketDefinition": {
            "eventTypeId": "7", "marketType": "WIN",
            "marketTime": off.strftime("%Y-%m-%dT%H:%M:%S.000Z"), "venue": race["course"], "countryCode": race["country"], "inPlay": in_play,
            "status": status, "name": race["race_name"], "runners": listed}})

    lines = [definition(scheduled - 7_200_000, "OPEN", False)]
    prices = [chance.randint(150, 2000) for _ in runners]
    times = sorted(chance.randint(scheduled - 5_400_000, scheduled + 60_000) for _ in range(changes))
    in_play = False
    for time in times:
        if time >= scheduled and not in_play:
            in_play = True
            lines.append(definition(scheduled, "OPEN", True))
        place = chance.randrange(len(runners))
        prices[place] = max(101, prices[place] + chance.randint(-40, 40))
        lines.append(message(time, {"rc": [{"ltp": prices[place] / 100, "id": runners[place]["id"]}]}))
    lines.append(definition(scheduled + 600_000, "CLOSED", True))
    return "\n".join(lines) + "\n"
