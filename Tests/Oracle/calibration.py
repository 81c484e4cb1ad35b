#!/usr/bin/env python3
"""calibration.py - the files of `railbird calibration` by their definition in docs/calibration.md, exactly and slowly.

    python3 calibration.py [options] DIR runners.csv
    python3 calibration.py --format hkjc [options] DIR results.csv.zst dividends.csv.zst

Computes every cell of every CSV file in DIR and compares texts, after it has compared each JSON file with its CSV. The options are those
of the command: --basis, --baseline, --by, --windows, --as-of, --commission; --where is a Python expression as in oracle.py. Prints the
number of rows and cells, or what differs; exit status 1 on a difference. Probabilities are solved, and logarithms taken, with 40 digits.
Reading and aliases are oracle.py's.
"""
import argparse
import csv
import json
import math
import os
import sys
from collections import defaultdict
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal, getcontext
from fractions import Fraction

import oracle
from oracle import MICRO, NANO, decimals, divide

getcontext().prec = 40
BIN_STARTS = ('0.01', '0.025', '0.05', '0.1', '0.15', '0.2', '0.25', '0.3', '0.4')
FIGURES = ['races', 'runs', 'wins', 'actual_wins', 'expected_wins', 'actual', 'expected', 'ae', 'z', 'race_z', 'returned', 'profit', 'roi']
SCORES = ['log_loss', 'brier', 'race_log_loss', 'race_brier', 'mcfadden_r2', 'benter_r2']


# ---------------------------------------------------------------------------------------------------------------------------------
# Probabilities


def power(odds, book, k):
    share = (-k * odds.ln()).exp() if isinstance(odds, Decimal) else math.exp(-k * math.log(odds))
    return share, -share * (odds.ln() if isinstance(odds, Decimal) else math.log(odds))


def shin(odds, book, z):
    """p and dp/dz, by implicit differentiation of (1 - z)p² + zp = π²/S."""
    a = 1 / (odds * odds * book)
    root = (z * z + 4 * (1 - z) * a) ** (Decimal('0.5') if isinstance(odds, Decimal) else 0.5)
    share = (root - z) / (2 * (1 - z))
    return share, (share * share - share) / (2 * (1 - z) * share + z)


def odds_ratio(odds, book, c):
    inverse = 1 / odds
    below = c + inverse - c * inverse
    return inverse / below, -inverse * (1 - inverse) / (below * below)


METHODS = {'power': power, 'shin': shin, 'odds_ratio': odds_ratio}


def solve(method, odds):
    """Probabilities that add up to 1: halving in floats, then Newton's steps in 40 digits."""
    floats = [float(price) for price in odds]
    book = sum(1 / price for price in floats)
    total = lambda parameter: sum(method(price, book, parameter)[0] for price in floats)
    low, high = 0.0, 1.0
    if method is shin:
        high = 1 - 1e-9
    else:
        while total(high) > 1:
            high *= 2
    for _ in range(70):
        middle = (low + high) / 2
        low, high = (middle, high) if total(middle) > 1 else (low, middle)
    parameter, exact = Decimal(low), sum(1 / price for price in odds)
    for _ in range(3):
        values = [method(price, exact, parameter) for price in odds]
        parameter -= (sum(value[0] for value in values) - 1) / sum(value[1] for value in values)
    return [method(price, exact, parameter)[0] for price in odds]


def nearest(value):
    return int(value.to_integral_value(ROUND_HALF_EVEN))


def chances(baseline, micros):
    """Nano probabilities of a race whose starters all have a price."""
    if baseline == 'raw':
        return [divide(NANO * MICRO, price) for price in micros]
    odds = [Decimal(price) / MICRO for price in micros]
    book = sum(Fraction(MICRO, price) for price in micros)
    if baseline == 'multiplicative' or min(micros) <= MICRO or (baseline == 'shin' and book <= 1):
        inverse = [divide(10**18, price) for price in micros]
        return [divide(NANO * part, sum(inverse)) for part in inverse]
    return [nearest(share * NANO) for share in solve(METHODS[baseline], odds)]


def loss(nanos, known={}):
    """-ln p in 10^-9, p in 10^-9 and kept between 10^-9 and 1 - 10^-9."""
    nanos = min(max(nanos, 1), NANO - 1)
    if nanos not in known:
        known[nanos] = nearest(-(Decimal(nanos) / NANO).ln() * NANO)
    return known[nanos]


# ---------------------------------------------------------------------------------------------------------------------------------
# Groups


class Run:
    """A counted runner at one price by one method."""

    def __init__(self, race, runner, n, p, y, odds, profit):
        self.race, self.n, self.p, self.y, self.win, self.odds, self.profit = race, n, p, y, y > 0, odds, profit
        self.keys = runner.keys
        self.square = (p - y) ** 2
        self.winner_loss = divide(y * loss(p), NANO) if y else 0
        self.loss = self.winner_loss + (divide((NANO - y) * loss(NANO - min(max(p, 1), NANO - 1)), NANO) if y < NANO else 0)
        self.field_loss = divide(y * nearest(Decimal(n).ln() * NANO), NANO) if y else 0


def group(run, table):
    """Name and sort key of a run's group; None where it has none."""
    day = date.fromordinal(run.race.day)
    if table == 'total':
        return '', 0
    if table == 'bins':
        index = sum(run.p >= Fraction(start) * NANO for start in BIN_STARTS)
        ends = [f'{float(start):.3f}' for start in ('0',) + BIN_STARTS]
        return f'{ends[index]}_to_{ends[index + 1]}' if index < len(BIN_STARTS) else f'{ends[index]}_up', index
    if table == 'odds':
        index = sum(run.odds >= start * MICRO for start in oracle.ODDS_STARTS)
        return oracle.ODDS_NAMES[index], index
    if table == 'year':
        return f'{day.year}', day.year
    if table == 'month':
        return day.isoformat()[:7], day.isoformat()[:7]
    if table == 'field_size':
        return f'{run.n}', run.n
    name = run.keys[table]
    order = {'weekday': lambda: day.weekday(), 'distance_band': lambda: oracle.DISTANCE_NAMES.index(name)}.get(table, lambda: name.encode())
    return (name, order()) if name is not None else None


def root(value):
    return value.sqrt()


def real(value):
    text = f'{value.quantize(Decimal("0.000001"), ROUND_HALF_EVEN):f}'
    return text[1:] if text == '-0.000000' else text


def cells(runs, commission, has_scores, is_raw):
    n = len(runs)
    actual, expected = sum(run.y for run in runs), sum(run.p for run in runs)
    races = defaultdict(list)
    for run in runs:
        races[run.race.key].append(run)
    variance, profit = 0, 0
    for own in races.values():
        chance, net = sum(run.p for run in own), sum(run.profit for run in own)
        variance += chance * (NANO - chance) if len(own) < own[0].n else 0
        cost = Fraction(max(0, net)) * commission
        profit += net - divide(cost.numerator, cost.denominator)
    spread = expected * (n * NANO - expected)
    found = [
        str(len(races)), str(n), str(sum(run.win for run in runs)), decimals(actual, NANO, 4), decimals(expected, NANO, 4),
        decimals(actual, n * NANO, 6), decimals(expected, n * NANO, 6), decimals(actual, expected, 6),
        real((actual - expected) / root(Decimal(spread) / n)) if spread > 0 else '',
        real((actual - expected) / root(Decimal(variance))) if variance > 0 else '',
        decimals(n * MICRO + profit, MICRO, 4), decimals(profit, MICRO, 4), decimals(profit, n * MICRO, 6)]
    if not has_scores:
        return found
    squares, field, won = sum(run.square for run in runs), sum(run.field_loss for run in runs), sum(run.winner_loss for run in runs)
    losses = sum(run.loss for run in runs)
    rate = Decimal(actual) / (n * NANO) if n else Decimal(0)
    base = -n * (rate * rate.ln() + (1 - rate) * (1 - rate).ln()) if 0 < rate < 1 else None
    return found + [
        decimals(losses, n * NANO, 6), decimals(squares, n * NANO**2, 6), '' if is_raw else decimals(won, actual, 6),
        '' if is_raw else decimals(squares, len(races) * NANO**2, 6), real(1 - Decimal(losses) / NANO / base) if base else '',
        '' if is_raw else decimals(field - won, field, 6)]


def scored(races, basis, baseline, counts):
    """The counted runners of all races that say how good the prices are."""
    for race in races:
        starters = [runner for runner in race.runners if runner.outcome in oracle.STARTER_OUTCOMES]
        first = sum(runner.outcome == 'finished' and runner.position == 1 for runner in starters)
        prices = [getattr(runner, basis) for runner in starters]
        if len(starters) < 2 or not first or None in prices or not any(map(counts, starters)):
            continue
        for runner, price, p in zip(starters, prices, chances(baseline, prices)):
            if counts(runner):
                won = runner.outcome == 'finished' and runner.position == 1
                profit = (divide(price, first) if won else 0) - MICRO
                yield Run(race, runner, len(starters), p, divide(NANO, first) if won else 0, price, profit)


def rows(options, first, as_of, scores, table):
    for basis in options.basis.split(','):
        commission = Fraction(options.commission) if basis == 'bsp' else 0
        for baseline in options.baseline.split(','):
            all_runs = scores[basis, baseline]
            for window in options.windows.split(','):
                start = first if window == 'all' else as_of - int(window[:-1])
                groups = defaultdict(list)
                for run in all_runs:
                    name = group(run, table) if run.race.day >= start or window == 'all' else None
                    if name:
                        groups[name].append(run)
                if table == 'total' and not groups:
                    groups['', 0] = []
                for name in sorted(groups, key=lambda name: name[1]):
                    days = [date.fromordinal(day).isoformat() for day in (start, as_of - 1)]
                    yield ([basis, baseline, window] + days + ([oracle.guarded(name[0])] if table != 'total' else [])
                           + cells(groups[name], commission, table not in ('bins', 'odds'), baseline == 'raw'))


def header(table):
    column = {'total': [], 'bins': ['probability'], 'odds': ['odds_band']}.get(table, [table])
    return ['basis', 'baseline', 'window', 'from', 'to'] + column + FIGURES + (SCORES if table not in ('bins', 'odds') else [])


def same_json(path, table):
    """Whether the JSON file, if there is one, has the CSV's cells."""
    if not os.path.exists(path):
        return True
    with open(path, encoding='utf-8') as file:
        objects = json.load(file, parse_float=str, parse_int=str)
    texts = [['' if value is None else value for value in object.values()] for object in objects]
    plain = [[oracle.unguarded(cell) for cell in row] for row in table[1:]]
    return texts == plain and all(list(object) == table[0] for object in objects)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--format', default='railbird', choices=sorted(oracle.READERS))
    for option, default in (('basis', 'sp,bsp'), ('baseline', 'multiplicative'), ('by', 'year,course,field_size'), ('windows', 'all'),
                            ('as-of', ''), ('commission', '0.05'), ('where', '')):
        parser.add_argument(f'--{option}', default=default)
    parser.add_argument('folder')
    parser.add_argument('files', nargs='+')
    options = parser.parse_args()
    store = oracle.Store()
    oracle.READERS[options.format](store, options.files)
    races = list(store.races.values())
    oracle.derive(races, {})
    as_of = oracle.day_of(options.as_of) if options.as_of else max(race.day for race in races) + 1
    where = compile(options.where, '--where', 'eval') if options.where else None
    counts = (lambda runner: eval(where, {}, oracle.fields(runner))) if where else lambda runner: True
    first = min(race.day for race in races)
    earlier = [race for race in races if race.day < as_of]
    scores = {(basis, baseline): list(scored(earlier, basis, baseline, counts))
              for basis in options.basis.split(',') for baseline in options.baseline.split(',')}
    count, compared, bad = 0, 0, []
    for table in ['total', 'bins', 'odds'] + options.by.split(','):
        path = os.path.join(options.folder, table)
        with open(path + '.csv', encoding='utf-8', newline='') as file:
            found = list(csv.reader(file))
        exact = [header(table)] + list(rows(options, first, as_of, scores, table))
        if not same_json(path + '.json', found):
            bad.append(f'{table}.json: not the cells of {table}.csv')
        if len(found) != len(exact):
            bad.append(f'{table}.csv: found {len(found)} lines; expected {len(exact)}')
        for own, other in zip(found, exact):
            count += 1
            compared += len(other)
            bad += [f'{table}.csv, {other[:6]}, {column}: found {one}; expected {two}'
                    for column, one, two in zip(header(table), own, other) if one != two]
    print(f'{count} rows, {compared} cells')
    for line in bad[:20]:
        print(line)
    sys.exit(1 if bad else 0)


if __name__ == '__main__':
    main()
