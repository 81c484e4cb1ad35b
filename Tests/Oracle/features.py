#!/usr/bin/env python3
"""features.py - point-in-time features by their definition in docs/features.md, exactly and slowly.

    python3 features.py --by jockey,trainer --windows 14d,all FEATURES.csv runners.csv

Computes every feature of every starter of runners.csv (layout railbird) and compares it with the cells of FEATURES.csv, a file of
`railbird features` with the same options. Counts must be equal, and so must reals: both sides divide two integers and round once.
Prints the number of rows and cells compared, or what differs; exit status 1 on a difference. Races and settlement are oracle.py's.
"""
import argparse
import csv
import sys
from fractions import Fraction

import oracle

METRICS = ('runs', 'wins', 'win_rate', 'places', 'place_rate', 'sp_bets', 'sp_roi', 'expected_wins', 'ae', 'prb')


def ratio(part, whole):
    """The double nearest to part / whole; None when undefined."""
    return float(Fraction(part, whole)) if whole else None


def figures(runs):
    """All metrics of a list of earlier runs."""
    priced = [run for run in runs if run.sp is not None]
    beaten = [run.prb for run in runs if run.prb is not None]
    wins, known = sum(run.win for run in runs), [run.placed for run in runs if run.placed is not None]
    places = sum(known) if known or not runs else None
    profit = sum(run.sp_returned - oracle.MICRO for run in priced)
    chance = sum(run.chance for run in priced)
    return (
        len(runs), wins, ratio(wins, len(runs)), places, ratio(sum(known), len(known)), len(priced),
        ratio(profit, oracle.MICRO * len(priced)), ratio(chance, oracle.NANO) if priced else None,
        ratio(sum(run.share for run in priced), chance), ratio(sum(beaten), oracle.MICRO * len(beaten)))


def expected(races, dimensions, windows):
    """Cells by column for every starter, by race and number."""
    starters = [run for race in races for run in oracle.settle(race)]
    rows = {}
    for run in starters:
        rows[run.race.key, run.number or ''] = {}
    for keys in dimensions:
        history = {}
        for run in starters:
            history.setdefault(tuple(run.keys[key] for key in keys), []).append(run)
        for run in starters:
            own = tuple(run.keys[key] for key in keys)
            earlier = [other for other in history[own] if other.day < run.day]
            for window in windows:
                days = None if window == 'all' else int(window[:-1])
                inside = [other for other in earlier if days is None or other.day >= run.day - days]
                cells = [None] * len(METRICS) if None in own else figures(inside)
                for metric, cell in zip(METRICS, cells):
                    rows[run.race.key, run.number or ''][f"{'_'.join(keys)}_{metric}_{days or 'all'}"] = cell
    return rows


def differences(found, rows):
    """Yields what differs, after it has compared all cells of the columns found."""
    cells = 0
    for row in found:
        key = row['race_id'], row['number']
        if key not in rows:
            yield f'{key}: no such starter'
            continue
        own = rows.pop(key)
        for column, text in row.items():
            if column in ('race_id', 'number'):
                continue
            cells += 1
            cell = own[column]
            if (text == '') != (cell is None) or (text != '' and (float(text) if isinstance(cell, float) else int(text)) != cell):
                yield f'{key}, {column}: found {text}; expected {cell}'
    yield from (f'{key}: no row' for key in rows)
    print(f'{len(found)} rows, {cells} cells')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--by', default='jockey,trainer')
    parser.add_argument('--windows', default='14d,30d,90d,365d')
    parser.add_argument('features')
    parser.add_argument('files', nargs='+')
    options = parser.parse_args()
    store = oracle.Store()
    oracle.read_railbird(store, options.files)
    races = list(store.races.values())
    oracle.derive(races, {})
    rows = expected(races, [keys.split('+') for keys in options.by.split(',')], options.windows.split(','))
    with open(options.features, encoding='utf-8', newline='') as file:
        found = list(csv.DictReader(file))
    bad = list(differences(found, rows))
    for line in bad[:20]:
        print(line)
    sys.exit(1 if bad else 0)


if __name__ == '__main__':
    main()
