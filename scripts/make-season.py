#!/usr/bin/env python3
"""make-season.py FOLDER - a running club's invented season as three lists, and the metadata that says so.

Writes ledger.csv, roster.csv, rewards.csv and metadata.json, the same for the same seed (`--seed`, 1). `railbird import
--format points-ledger` reads the lists: points of a club's runners from training, workouts and meets of cross-country 2024,
some of them of runners who are no members. People and points are invented.
"""
import argparse
import csv
import datetime
import hashlib
import json
import os
import random

FIRST = ['Ann', 'Bea', 'Cy', 'Dov', 'Eli', 'Fay', 'Gus', 'Hana', 'Ida', 'Jo', 'Kit', 'Lou', 'Mae', 'Ned', 'Oda', 'Pim', 'Ruth', 'Sam']
LAST = ['Aldermoor', 'Brackwell', 'Cotterby', 'Dunstead', 'Elmsgate', 'Fernleigh', 'Gorsehill', 'Hartmere', 'Ivelbrook', 'Kestrow',
        'Larkwater', 'Marshend', 'Netherby', 'Oakhanger', 'Pennard', 'Quarrendon', 'Rowanby', 'Stonehurst']
ACTIVITIES = {'TRAINING_RUN': 10, 'WORKOUT': 15, 'MEET_LOG': 20, 'VOLUNTEERING': 25}
FIRST_DAY, LAST_DAY = datetime.date(2024, 8, 19), datetime.date(2024, 11, 16)
REWARDS = [('Team breakfast', 1000), ('New hoodies', 3500), ('Weekend at the lake', 8000), ('Trip to the nationals', 15000)]


def roster(chance):
    """One runner in nine is of another team, one in nine inactive, and the last has left school."""
    for place in range(18):
        yield {
            'runner_id': 101 + place, 'runner': f'{FIRST[place]} {LAST[(place * 7) % 18]}', 'team': 'NU' if place % 9 == 4 else 'UA',
            'active': 'false' if place % 9 == 7 else 'true', 'graduation_class': 2024 if place == 17 else chance.randint(2025, 2028),
            'reported_at': f'{FIRST_DAY}T12:00:00Z'}


def ledger(chance, runners):
    """A transaction per activity: training on weekdays, workouts twice a week, meets on Saturdays."""
    zeal = {runner['runner_id']: chance.uniform(0.35, 0.95) for runner in runners}
    day = FIRST_DAY
    while day <= LAST_DAY:
        kind = {1: 'WORKOUT', 3: 'WORKOUT', 5: 'MEET_LOG', 6: None}.get(day.weekday(), 'TRAINING_RUN')
        for runner in runners:
            if kind and chance.random() < zeal[runner['runner_id']]:
                done = 'VOLUNTEERING' if kind == 'MEET_LOG' and chance.random() < 0.2 else kind
                yield {
                    'tx_key': f"{day:%m%d}-{runner['runner_id']}", 'runner_id': runner['runner_id'], 'date': day,
                    'time': f'{chance.randint(6, 19):02}:{chance.randint(0, 59):02}', 'kind': 'EARNED', 'activity_type': done,
                    'points': ACTIVITIES[done]}
        day += datetime.timedelta(days=1)
    for runner in runners[:3]:
        yield {'tx_key': f"shop-{runner['runner_id']}", 'runner_id': runner['runner_id'], 'date': LAST_DAY, 'time': '20:00', 'kind': 'SPENT',
               'activity_type': '', 'points': 50}


def write(path, rows):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator='\n')
        writer.writeheader()
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('folder')
    options = parser.parse_args()
    chance = random.Random(options.seed)
    runners = list(roster(chance))
    lists = {
        'ledger.csv': list(ledger(chance, runners)), 'roster.csv': runners,
        'rewards.csv': [
            {'reward_id': place, 'season': 'xc', 'year': 2024, 'description': name, 'point_threshold': points, 'display_order': place,
             'reported_at': f'{FIRST_DAY}T12:00:00Z'} for place, (name, points) in enumerate(REWARDS, 1)]}
    os.makedirs(options.folder, exist_ok=True)
    files = []
    for name, rows in lists.items():
        path = os.path.join(options.folder, name)
        write(path, rows)
        with open(path, 'rb') as file:
            content = file.read()
        files.append({'file': name, 'sha256': hashlib.sha256(content).hexdigest(), 'size_bytes': len(content), 'rows': len(rows)})
    with open(os.path.join(options.folder, 'metadata.json'), 'w', encoding='utf-8') as file:
        json.dump({
            'files': files, 'kind': 'synthetic', 'generator': f'scripts/make-season.py --seed {options.seed} Datasets/season',
            'seed': options.seed, 'licence': 'Apache-2.0',
            'note': 'Invented people and points; any likeness to real ones is chance.'}, file, indent=2)
        file.write('\n')


if __name__ == '__main__':
    main()
