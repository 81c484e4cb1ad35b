#!/usr/bin/env python3
"""Prints how often the 95 % intervals of a return hold, on simulated bets with known prices.

scripts/interval-coverage.py            prints the table of coverages
scripts/interval-coverage.py --luck     prints how often the p of Luck is below a level by chance
scripts/interval-coverage.py --cases    prints the ends of some rows, for ReturnIntervalCases.swift
scripts/interval-coverage.py --draws N  draws N times as much as usual (0.1 for a first look)

It needs numpy. The formulas are those of Sources/Trade/Kernels/Intervals/ReturnInterval.swift and Luck.swift; before
a table is printed they are held against the cases that the Swift tests hold theirs against.
"""
import argparse
import math
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / 'Tests/Trade/KernelsTests/ReturnIntervalCases.swift'
Z = 1.959963984540054
UNSPREAD, SPREAD, MOST, UNPRICED, MISSING, GREATEST = 1.5, 1.5, 1.85, 1.0, 2.0, 4.0
SIZES = ((30, 120, 1000), (100, 60, 1000), (1_000, 20, 1500), (10_000, 10, 1500))  # bets, books, draws


def quantile(z, skewness):
    """The quantile of a standardised distribution, by arrays; see ReturnInterval.quantile."""
    if z < 0:
        return -quantile(-z, -skewness)
    slope = z / 6 - np.clip(skewness, -1e9, 1e9) / 36
    shift = skewness * slope
    with np.errstate(over='ignore'):
        short = np.where(shift <= -1, -2 / np.where(skewness == 0, 1, skewness),
                         2 * slope * (3 + shift * (3 + shift)))
    return np.where(skewness < 0, short, z + np.minimum(skewness, GREATEST) * (z * z - 1) / 6)


def score_ends(stake, returned, moment, squares, k, centre, steps=60):
    """The two ends of θ, by halving, of bets of one unit; arrays over draws."""
    observed = returned / stake
    own = np.minimum(squares, stake)
    others = squares - own
    def excess(theta, z):
        shared = theta * own + np.minimum(theta, centre) * others
        deviation = np.sqrt(np.maximum(theta * (moment - shared), 1e-300))
        third = k * moment - (k + 1) * shared
        return returned - stake * theta - quantile(z, third / (stake * deviation)) * deviation

    greatest = np.where(moment <= centre * squares, moment / squares, (moment - centre * others) / own)
    middle = np.minimum(observed, greatest)
    # The least solution lies before a θ whose excess is negative; see ReturnInterval.turn.
    before = middle
    for step in range(64, 0, -1):
        theta = centre * step / 64
        before = np.where((middle > centre) & (excess(theta, Z) < 0), theta, before)
    ends = []
    for z, low, high in ((Z, np.zeros_like(middle), before), (-Z, middle, greatest)):
        for _ in range(steps):
            theta = (low + high) / 2
            rises = excess(theta, z) > 0
            low, high = np.where(rises, theta, low), np.where(rises, high, theta)
        ends.append((low + high) / 2)
    return ends


def priced_ends(stake, returned, moment, third, squares):
    """Ends from known prices; `third` is Σ odds², or 0 where only Σ odds is known."""
    spread = third * stake / (moment * moment)
    k = min(MOST, 1 + SPREAD * max(0, spread - 1)) if third > 0 else UNSPREAD
    moment = np.broadcast_to(np.asarray(moment, dtype=float), returned.shape)
    return score_ends(stake, returned, moment, squares, k, np.ones_like(returned))


def unpriced_ends(stake, returned, return_squares, _, squares):
    """Ends from the returns alone; those without a winner are to be left out."""
    safe = np.maximum(returned, 1e-9)
    return_squares = np.maximum(return_squares, 1e-9)
    winners = np.maximum(1, safe * safe / return_squares)
    moment = return_squares * (1 + MISSING / winners) * stake / safe
    # Races with more bets may have returned less.
    squares = np.minimum(squares, moment * stake / safe)
    return score_ends(stake, returned, moment, squares, UNPRICED, safe / stake)


def clustered_ends(stake, returned, return_squares, products, squares):
    """The interval of ClusteredInterval.swift: the observed spread of the races."""
    roi = returned / stake
    spread = np.maximum(return_squares - 2 * roi * products + roi * roi * squares, 0)
    half = Z * np.sqrt(spread) / stake
    return roi - half, roi + half


def fields(bets, per_race, overround, band, tilt, rng):
    """Odds and probabilities of bets in races of 6 to 16 runners: [races, per_race], 0 for no bet.

    Strengths are log-normal. A race has a bet on one to `per_race` of its runners with odds within
    the band; 16 is the whole field. With a tilt above 1 favourites win more often than their odds say, and others less.
    """
    found_odds, found_chances, count = [], [], 0
    while count < bets:
        races = 4096
        runners = rng.integers(6, 17, races)
        strength = np.exp(rng.normal(0, 1, (races, 16)))
        strength[np.arange(16)[None, :] >= runners[:, None]] = 0
        share = strength / strength.sum(1, keepdims=True)
        odds = np.where(share > 0, 1 / (np.where(share > 0, share, 1) * overround), 0)
        chances = np.where(share > 0, share ** tilt, 0)
        chances /= chances.sum(1, keepdims=True)
        fits = (odds >= band[0]) & (odds <= band[1])
        chosen = np.argsort(np.where(fits, rng.random((races, 16)), 2), 1)[:, :per_race]
        row = np.arange(races)[:, None]
        least = 16 if per_race == 16 else 1
        wanted = np.arange(per_race)[None, :] < rng.integers(least, per_race + 1, races)[:, None]
        isBet = fits[row, chosen] & wanted
        odds, chances = np.where(isBet, odds[row, chosen], 0), np.where(isBet, chances[row, chosen], 0)
        keep = isBet.any(1)
        found_odds.append(odds[keep])
        found_chances.append(chances[keep])
        count += isBet.sum()
    odds, chances = np.concatenate(found_odds), np.concatenate(found_chances)
    end = np.searchsorted(np.cumsum((odds > 0).sum(1)), bets) + 1
    return odds[:end], chances[:end]


def outcomes(odds, chances, draws, rng):
    """Returns, squared returns of races and their products with the races' bets, one per draw."""
    bets = (odds > 0).sum(1).astype(float)
    ends = np.cumsum(chances, 1)
    sums = []
    step = max(1, 4_000_000 // len(odds))
    for first in range(0, draws, step):
        chance = rng.random((min(step, draws - first), len(odds)))
        paid = np.zeros_like(chance)
        for column in range(odds.shape[1]):
            start = ends[:, column - 1] if column else 0
            paid += np.where((chance >= start) & (chance < ends[:, column]), odds[:, column], 0)
        sums.append((paid.sum(1), (paid * paid).sum(1), paid @ bets))
    return [np.concatenate(part) for part in zip(*sums)]


def scenarios():
    for name, overround, tilt in (('fair', 1, 1), ('overround 1.15', 1.15, 1),
                                  ('overround 1.25', 1.25, 1), ('1.18, favourites better', 1.18, 1.12)):
        for per_race in (1, 3):
            yield name, (2, 50), per_race, overround, tilt
        yield name, (1, 1000), 16, overround, tilt
    for band in ((2, 2.2), (5, 12), (7.5, 8.5), (20, 50)):
        yield 'fair', band, 1, 1, 1


def coverage_table(scale, rng):
    print('Share of intervals that hold the expected return, % (expected return below / above it, %)')
    print(f'{"odds":24s} {"range":>8s} {"a race":>6s} {"bets":>6s}  {"odds and odds²":>19s}'
          f'  {"odds":>19s}  {"returns alone":>19s}  {"clustered":>19s}')
    for name, band, per_race, overround, tilt in scenarios():
        for bets, books, draws in SIZES:
            misses = np.zeros((4, 3))  # method: draws, below, above
            for _ in range(max(1, round(books * scale))):
                odds, chances = fields(bets, per_race, overround, band, tilt, rng)
                counts = (odds > 0).sum(1).astype(float)
                stake, squares = counts.sum(), (counts * counts).sum()
                theta = (odds * chances).sum() / stake
                returned, paid_squares, products = outcomes(odds, chances, draws, rng)
                won = returned > 0
                everyone = np.ones_like(won)
                for row, (ends, valid) in enumerate((
                        (priced_ends(stake, returned, odds.sum(), (odds * odds).sum(), squares), everyone),
                        (priced_ends(stake, returned, odds.sum(), 0, squares), everyone),
                        (unpriced_ends(stake, returned, paid_squares, 0, squares), won),
                        (clustered_ends(stake, returned, paid_squares, products, squares), everyone))):
                    misses[row] += (valid.sum(), ((theta < ends[0]) & valid).sum(),
                                    ((theta > ends[1]) & valid).sum())
            cells = []
            for drawn, below, above in misses:
                below, above = 100 * below / drawn, 100 * above / drawn
                cells.append(f'{100 - below - above:6.1f} ({below:4.1f} /{above:5.1f})')
            range_text = f'{band[0]:g}-{band[1]:g}'
            print(f'{name:24s} {range_text:>8s} {per_race:6d} {bets:6d}  ' + '  '.join(cells), flush=True)


def poisson_tail(a, mean):
    """P(X >= a) of Poisson's law for real a >= mean, by arrays: the lower incomplete gamma function."""
    total, term, n = np.ones_like(a), np.ones_like(a), 1
    while (term > 1e-12 * total).any():
        term = term * mean / (a + n)
        total = total + term
        n += 1
    log_gamma = np.array([math.lgamma(value + 1) for value in a.ravel()]).reshape(a.shape)
    return np.minimum(1, np.exp(a * np.log(mean) - mean - log_gamma) * total)


def luck_table(scale, rng):
    levels = (1e-2, 1e-3, 1e-4)
    print('Share of rows with a p at or below the level, divided by the level')
    print(f'{"bets":28s} {"a row":>5s} {"rows":>9s}  ' + ' '.join(f'{level:>8g}' for level in levels))
    for name, low, high, margin, side in (
            ('to back, 2-200', 2, 200, 1.15, 1), ('to back, 1.05-3', 1.05, 3, 1.15, 1),
            ('to back, all 2', 2, 2, 1.15, 1), ('to back, all 10', 10, 10, 1.15, 1),
            ('to back, all 100', 100, 100, 1.15, 1), ('to lay, 2-200', 2, 200, 1.02, -1)):
        for bets in (1, 2, 5, 10, 20, 50):
            found, rows = np.zeros(len(levels)), 0
            for _ in range(max(1, round(200 * scale))):
                odds = np.exp(rng.uniform(math.log(low), math.log(high), (100, bets)))
                chances = np.minimum(1 / (margin * odds), 0.999)
                expected = (odds * chances).sum(1)
                variance = (odds * odds * chances * (1 - chances)).sum(1)
                won = rng.random((100, 100, bets)) < chances[:, None, :]
                returned = (odds[:, None, :] * won).sum(2)
                excess = side * (returned - expected[:, None])
                top = np.broadcast_to(odds.max(1)[:, None], excess.shape)
                step = np.where((excess > 0) == (side > 0), top, 1.0)
                mean = variance[:, None] / step ** 2
                # Only far results need the series.
                far = excess ** 2 > 2 * variance[:, None]
                p = 2 * poisson_tail((mean + np.abs(excess) / step)[far], mean[far])
                found += [(p <= level).sum() for level in levels]
                rows += excess.size
            print(f'{name:28s} {bets:5d} {rows:9d}  '
                  + ' '.join(f'{count / rows / level:8.3f}' for count, level in zip(found, levels)),
                  flush=True)


def cases(rng):
    """Rows of sums: the kind, stake, return, second and third moment, Σ stake² and both ends."""
    for number in range(40):
        isPriced = number % 4 != 3
        bets = (1, 2, 5, 30, 100, 1_000, 10_000)[number % 7]
        band = ((2, 50), (2, 2.2), (20, 50), (2, 50), (1.1, 3))[number % 5]
        odds, chances = fields(bets, (1, 3)[number % 2], (1, 1.2)[number // 2 % 2], band, 1, rng)
        counts = (odds > 0).sum(1).astype(float)
        stake, squares = counts.sum(), (counts * counts).sum()
        returned, paid_squares, _ = outcomes(np.round(odds, 2), chances, 1, rng)
        returned = np.round(returned, 2)
        if not isPriced and returned[0] == 0:
            isPriced = True
        moment = round(float(odds.sum() if isPriced else paid_squares[0]), 4)
        third = round(float((odds * odds).sum()), 4) if isPriced and number % 3 else 0.0
        ends = (priced_ends if isPriced else unpriced_ends)(stake, returned, moment, third, squares)
        yield isPriced, stake, float(returned[0]), moment, third, squares, ends[0][0] - 1, ends[1][0] - 1


def print_cases():
    for isPriced, stake, returned, moment, third, squares, low, high in cases(np.random.default_rng(1927)):
        print(f'{"priced" if isPriced else "unpriced"},{round(stake * 1e6)},{round(returned * 1e6)},'
              f'{moment!r},{third!r},{squares:.0f},{float(low)!r},{float(high)!r}')


def check():
    """Exits unless the formulas here give the ends that the Swift tests expect of theirs."""
    lines = [line.strip() for line in CASES.read_text(encoding='utf-8').split('\n')]
    lines = [line.split(',') for line in lines if line.startswith(('priced,', 'unpriced,'))]
    if not lines:
        sys.exit(f'{CASES}: found no cases; expected lines of priced or unpriced bets')
    for kind, stake, returned, moment, third, squares, low, high in lines:
        ends = (priced_ends if kind == 'priced' else unpriced_ends)(
            int(stake) / 1e6, np.array([int(returned) / 1e6]), float(moment), float(third),
            float(squares))
        for end, expected in zip(ends, (low, high)):
            if abs(end[0] - 1 - float(expected)) > 1e-9 * (1 + abs(float(expected))):
                sys.exit(f'{CASES}: found {end[0] - 1}; expected {expected}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--luck', action='store_true', help='the p-values instead of the coverages')
    parser.add_argument('--cases', action='store_true', help='the cases of the Swift tests')
    parser.add_argument('--draws', type=float, default=1, help='a factor of the number of draws')
    options = parser.parse_args()
    if options.cases:
        print_cases()
        return
    check()
    (luck_table if options.luck else coverage_table)(options.draws, np.random.default_rng(29))


if __name__ == '__main__':
    main()
