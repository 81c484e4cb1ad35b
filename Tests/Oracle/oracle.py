#!/usr/bin/env python3
"""oracle.py - the racing reports of REPORTS.md, computed exactly and slowly.

    python3 oracle.py --format hkjc     --out DIR [options] results.csv.zst dividends.csv.zst
    python3 oracle.py --format railbird --out DIR [options] runners.csv

Options
    --by jockey,trainer,jockey+trainer,horse   dimensions, one CSV and one JSON each (default: jockey,trainer,jockey+trainer)
    --windows 14d,30d,90d,365d,all             windows, in the order they are printed
    --as-of YYYY-MM-DD                         default: the day after the last race day in the files
    --min-runs N                               leave out rows with fewer runs
    --commission 0.05                          exchange commission on the net profit of a market
    --bets sp,tote,bsp                         groups of columns: sp, tote, bsp, ew, place_tote, place_bsp, lay_bsp, place_lay_bsp, and the column of one
                                               price by name, such as price_early or morning_wap
    --place-terms NAME                         gb, hk, au, jp, fr, us-place or us-show, for all races (default: by country)
    --baseline multiplicative                  of expected_wins, ae and luck: multiplicative, raw, power, shin, odds_ratio or bsp
    --luck                                     the columns of luck, behind all others
    --fdr bh                                   the control of q: bh (Benjamini-Hochberg) or by (Benjamini-Yekutieli)
    --shrink                                   strike rates and A/E drawn towards the mean of all names, behind all others
    --where "sp is not None and sp < 10"       count runners for which this Python expression holds: keys by name as texts or None; sp, bsp
                                               and tote as Fractions, distance_m, draw, number, race_no and days_since_last_run as integers,
                                               or None; outcome and month as texts; date as a date
    --aliases FILE                             columns role, spelling, name: spellings that stand for one name

Files may be plain, .gz or .zst (the latter through `zstdcat`).

An independent check of the engine: Python 3.10 or later, standard library only, no code shared with it. All figures are integers
until they are printed; the interval columns (*_low, *_high) and p alone are floats. Units: money and odds 10^-6 (micro),
probabilities, win shares and form weights 10^-9 (nano), prb 10^-6. `compare.py` compares two output directories.

Layouts
    hkjc      results (place, win_odds, ...) and dividends (pool, combination, dividend_hkd) of the Hong Kong Jockey Club, told apart
              by their header. `win_odds` is the sp, the win dividend per $10 the tote; there is no bsp.
    railbird  a table of runners with columns by name: race_id, date, position, outcome; optional race_no, off_time, country, course,
              handicap, class, going, distance_m, number, draw, horse, jockey, trainer, owner, sire, sp, tote, tote_paid, bsp, place_bsp,
              place_won, place_winners, betting_interest and prices by name. Empty means missing. A table with the column pool holds dividends: race_id, pool, combination, dividend.
"""
import argparse
import bisect
import csv
import gc
import gzip
import io
import itertools
import json
import math
import operator
import os
import re
import subprocess
import sys
import unicodedata
from datetime import date, datetime, timezone
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

MICRO = 10**6
NANO = 10**9
Z = 1.959963984540054
BASES = ('sp', 'tote', 'bsp')
GROUPS = ('sp', 'tote', 'bsp', 'ew', 'place_tote', 'place_bsp', 'lay_bsp', 'place_lay_bsp', 'price')
STAKES = {'ew': 2}
EXCHANGE = {'bsp', 'place_bsp', 'lay_bsp', 'place_lay_bsp'}
# The exchange's prices by name, and the column of the one that bets of the group `price` are placed at.
EXCHANGE_PRICES = ('morning_wap', 'pre_play_wap', 'pre_play_min', 'pre_play_max', 'in_play_min', 'in_play_max',
                   'price_pre_play_last', 'price_in_play_wap', 'price_last_traded', 'price_back_at_off', 'price_lay_at_off')
PRICE = {'column': 'price'}
BASELINES = ('multiplicative', 'raw', 'power', 'shin', 'odds_ratio', 'bsp')
KEY_NAMES = ('jockey', 'trainer', 'horse', 'owner', 'sire', 'course', 'country', 'draw', 'number', 'distance_band', 'going', 'class',
             'odds_band', 'field_size_band', 'month', 'weekday', 'days_since_last_run_band')
STORED_KEYS = ('jockey', 'trainer', 'horse', 'owner', 'sire', 'course', 'country', 'going', 'class')
FORM_DAYS = 365
HALF_LIFE = 30

FORM_LETTERS = {
    'pulled_up': 'P', 'fell': 'F', 'unseated': 'U', 'brought_down': 'B', 'refused': 'R', 'ran_out': 'O', 'slipped_up': 'S',
    'carried_out': 'C', 'disqualified': 'D', 'did_not_finish': '-', 'lost': '?',
}
STARTER_OUTCOMES = {'finished', *FORM_LETTERS}
OUTCOMES = STARTER_OUTCOMES | {'non_runner', 'void', 'unresolved'}

BASIS_COLUMNS = ('bets', 'returned', 'profit', 'roi', 'roi_low', 'roi_high')
LUCK_COLUMNS = ['expected_roi', 'luck_sd', 'z', 'p', 'q', 'roi_without_top_1', 'roi_without_top_3', 'roi_without_top_5',
                'losing_run_median', 'losing_run_95']
SHRUNK_COLUMNS = [f'{rate}_shrunk{end}' for rate in ('win_rate', 'ae') for end in ('', '_low', '_high')]


def label(group):
    """The name of a group: that of the price for bets at a price by name."""
    return PRICE['column'] if group == 'price' else group


def group_columns(group):
    return [f'{label(group)}_{column}' for column in BASIS_COLUMNS[:1] + (('staked',) if group in STAKES else ()) + BASIS_COLUMNS[1:]]


def columns(groups, luck, shrinks):
    """The columns behind the keys."""
    return (
        ['window', 'from', 'to', 'runs', 'wins', 'places', 'win_rate', 'win_rate_low', 'win_rate_high', 'place_rate']
        + [column for group in GROUPS if group in groups for column in group_columns(group)]
        + ['expected_wins', 'ae', 'iv', 'prb', 'longest_losing_run', 'current_losing_run', 'max_drawdown', 'recent_form', 'form_score',
           'last_run']
        + (LUCK_COLUMNS if luck else []) + (SHRUNK_COLUMNS if shrinks else []))


TEXT_COLUMNS = {'window', 'from', 'to', 'recent_form', 'last_run'}


# ---------------------------------------------------------------------------------------------------------------------------------
# Exact arithmetic


def divide(numerator, denominator):
    """The integer nearest to numerator / denominator, half to even; the denominator is positive."""
    quotient, remainder = divmod(numerator, denominator)
    twice = 2 * remainder
    if twice > denominator or (twice == denominator and quotient & 1):
        quotient += 1
    return quotient


def decimals(numerator, denominator, digits):
    """numerator / denominator as text with that many decimals; '' when undefined."""
    if denominator == 0:
        return ''
    scaled = divide(numerator * 10**digits, denominator)
    whole, rest = divmod(abs(scaled), 10**digits)
    return f'{"-" if scaled < 0 else ""}{whole}.{rest:0{digits}d}'


def float_text(value):
    """A float with six decimals, never -0."""
    text = f'{value:.6f}'
    return text[1:] if text == '-0.000000' else text


DECIMAL = re.compile(r'[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?')


def price(text, scale=1, cache={}):
    """Decimal odds (times scale) in micro units, half to even; None for anything that is no positive number."""
    try:
        return cache[text, scale]
    except KeyError:
        pass
    micro = 0
    if DECIMAL.fullmatch(text.strip()):
        value = Fraction(text.strip()) * scale
        micro = divide(value.numerator * MICRO, value.denominator)
    cache[text, scale] = micro if micro > 0 else None
    return cache[text, scale]


def form_weights():
    """Nano weight of a run for each age in days: 0.5 ** (age / 30), half to even."""
    with localcontext() as context:
        context.prec = 60
        half = Decimal('0.5')
        return [int((NANO * half ** (Decimal(age) / HALF_LIFE)).to_integral_value(ROUND_HALF_EVEN)) for age in range(FORM_DAYS + 1)]


# ---------------------------------------------------------------------------------------------------------------------------------
# Races and runners


class Race:
    """A race: `day` is the proleptic ordinal of its date, `off` seconds since 1970 or None."""
    __slots__ = ('key', 'day', 'off', 'number', 'country', 'handicap', 'distance', 'tote_paid', 'dividends', 'place_winners', 'runners')

    def __init__(self, key, day, off, number, country, handicap, distance):
        self.key, self.day, self.off, self.number, self.country, self.handicap = key, day, off, number, country, handicap
        self.distance = distance
        self.tote_paid = False
        self.dividends = {}
        self.place_winners = None
        self.runners = []

    def facts(self):
        return self.day, self.off, self.number, self.country, self.handicap, self.distance


class Runner:
    """A row of the files; what follows `days_since` is set by settle(), for starters only."""
    __slots__ = ('race', 'number', 'keys', 'outcome', 'position', 'sp', 'tote', 'bsp', 'draw', 'place_bsp', 'place_won', 'days_since',
                 'interest', 'price', 'printed', 'is_mate', 'dividend',
                 'day', 'win', 'placed', 'share', 'chance', 'prb', 'form', *(f'{group}_returned' for group in GROUPS))

    def __init__(self, race, number, keys, outcome, position, sp, tote, bsp, draw, place_bsp=None, place_won=None, interest=None,
                 price=None):
        self.race, self.number, self.keys = race, number, keys
        self.outcome, self.position = outcome, position
        self.sp, self.tote, self.bsp, self.draw = sp, tote, bsp, draw
        self.place_bsp, self.place_won = place_bsp, place_won
        self.interest, self.price = interest, price
        self.printed = {'sp': sp, 'tote': tote, 'bsp': bsp}


# Lines (starters from, places, places of a handicap) in ascending order; any other country has those of GB.
PLACES = {
    'GB': ((1, 1, 1), (5, 2, 2), (8, 3, 3), (16, 3, 4)),
    'HK': ((1, 0, 0), (4, 2, 2), (7, 3, 3)),
    'AU': ((1, 0, 0), (5, 2, 2), (8, 3, 3)),
    'JP': ((1, 0, 0), (5, 2, 2), (8, 3, 3)),
    'FR': ((1, 0, 0), (4, 2, 2), (8, 3, 3)),
    'US': ((1, 3, 3),),
    'us-place': ((1, 0, 0), (4, 2, 2)),
    'us-show': ((1, 0, 0), (5, 3, 3)),
}
PLACE_TERMS = {'gb': 'GB', 'hk': 'HK', 'au': 'AU', 'jp': 'JP', 'fr': 'FR', 'us-place': 'us-place', 'us-show': 'us-show'}


# Racing's own codes of countries that have terms of their own.
RACING_CODES = {
    'HKG': 'HK', 'AUS': 'AU', 'VIC': 'AU', 'NSW': 'AU', 'QLD': 'AU', 'TAS': 'AU', 'ACT': 'AU', 'NT': 'AU', 'JPN': 'JP', 'FRA': 'FR',
    'USA': 'US'}


def paid_places(country, starters, handicap):
    """Number of places paid, win only being one place."""
    places = 0
    for first, plain, own in PLACES.get(RACING_CODES.get(country, country), PLACES['GB']):
        if starters >= first:
            places = own if handicap else plain
    return places


def each_way_terms(starters, handicap):
    """Places and divisor of the fraction: those of GB and IE, which alone have each-way terms, so that all races take them."""
    if starters <= 4:
        return 1, 1
    if starters <= 7:
        return 2, 4
    if handicap and starters >= 12:
        return (4 if starters >= 16 else 3), 4
    return 3, 5


class Rules:
    """What a report settles by."""

    def __init__(self, place_terms=None, baseline='multiplicative'):
        self.place_terms, self.baseline = place_terms, baseline

    def places(self, race, starters):
        return paid_places(PLACE_TERMS[self.place_terms] if self.place_terms else race.country, starters, race.handicap)


def couple(race, starters):
    """Makes one bet of each coupled entry: on the starter that finished best, with the entry's price and dividends."""
    entries = {}
    for runner in sorted(starters, key=order_key):
        runner.is_mate, runner.dividend = False, race.dividends.get(runner.number)
        if runner.interest is not None:
            entries.setdefault(runner.interest, []).append(runner)
    shared = ['sp', 'tote', 'dividend'] + ([] if PRICE['column'] in EXCHANGE_PRICES else ['price'])
    for entry in entries.values():
        best = min(entry, key=lambda runner: runner.position if runner.outcome == 'finished' else math.inf)
        values = [next((getattr(runner, field) for runner in entry if getattr(runner, field) is not None), None) for field in shared]
        for runner in entry:
            runner.is_mate = runner is not best
            for field, value in zip(shared, values):
                setattr(runner, field, None if runner.is_mate else value)


def settle(race, rules=Rules()):
    """Sets the facts of every starter of a race, from the whole race."""
    starters = [runner for runner in race.runners if runner.outcome in STARTER_OUTCOMES]
    couple(race, starters)
    n = len(starters)
    interests = n - sum(runner.is_mate for runner in starters)
    places = rules.places(race, interests)
    positions = sorted(runner.position for runner in starters if runner.outcome == 'finished')
    winners = positions.count(1)
    losers = [runner for runner in starters if runner.outcome == 'lost']
    market = PlaceMarket(race.place_winners, starters + [runner for runner in race.runners if runner.outcome == 'unresolved'])
    each_way_places, divisor = each_way_terms(interests, race.handicap)
    declared = interests + sum(runner.outcome == 'non_runner' for runner in race.runners)
    exchange_places = market.places_of_bets(places, max(places, rules.places(race, declared)))
    ew_known = all(market.share(runner, each_way_places) is not None for runner in losers)
    places_known = all(market.is_placed(runner, places) is not None for runner in losers)
    odds = [runner.bsp if rules.baseline == 'bsp' else runner.sp for runner in starters]
    chances = iter(probabilities([price for price in odds if price is not None], rules.baseline))
    for runner, own in zip(starters, odds):
        runner.day = race.day
        finished = runner.outcome == 'finished'
        runner.win = finished and runner.position == 1
        runner.placed = None
        if places_known:
            runner.placed = market.is_placed(runner, places) if runner.outcome == 'lost' else finished and runner.position <= places
        runner.share = divide(NANO, winners) if runner.win else 0
        runner.prb = None if losers else prb(n, positions, runner.position if finished else None)
        runner.form = form_letter(runner)
        runner.chance = None if own is None else next(chances)
        runner.sp_returned = winnings(runner.sp, runner.win, winners)
        runner.bsp_returned = winnings(runner.bsp, runner.win, winners)
        runner.tote_returned = tote_winnings(race, runner)
        own_share = dead_heat(positions, runner.position, each_way_places)
        if runner.outcome == 'lost' and ew_known:
            own_share = market.share(runner, each_way_places)
        runner.ew_returned = each_way_winnings(runner, winners, own_share, divisor) if ew_known else None
        runner.price_returned = winnings(runner.price, runner.win, winners)
        runner.place_bsp_returned, runner.place_lay_bsp_returned = place_winnings(market, runner, positions, exchange_places)
        runner.lay_bsp_returned = lay_winnings(runner, winners)
    if any(runner.place_bsp is not None and runner.place_bsp_returned is None for runner in starters):
        for runner in starters:
            runner.place_bsp_returned = runner.place_lay_bsp_returned = None
    settle_place_dividends(race, starters, places)
    return starters


class PlaceMarket:
    """The exchange's place market of a race, which paid `winners` runners; `most`, if results that are missing are of paid ones."""

    def __init__(self, places, starters):
        self.places, self.ahead, self.front = places, {}, 0
        finishers = sorted((runner for runner in starters if runner.outcome == 'finished'), key=lambda runner: runner.position)
        for runner in finishers:
            if runner.position not in self.ahead:
                clear = sum(other.position < runner.position for other in finishers)
                if runner.position > clear + 1:
                    break
                self.ahead[runner.position] = clear
            self.front += 1
        leading, behind = [], []
        for runner in starters:
            (leading if self.leads(runner) else behind).append(runner)
        self.pays_behind = any(runner.place_won for runner in behind)
        self.pays_any = any(runner.place_won for runner in starters)
        # The fewest and the most places that the positions and results allow.
        self.fewest = 1 + max([0] + [self.ahead[runner.position] for runner in leading if runner.place_won] + [self.front] * self.pays_behind)
        self.limit = min([math.inf] + [self.ahead[runner.position] for runner in leading if runner.place_won is False]
                         + [0 for runner in behind if runner.place_won and runner.outcome not in ('lost', 'unresolved', 'finished')])
        guess = self.fewest if places is None else places
        certain = [runner for runner in leading if runner.place_won is None and self.ahead[runner.position] < guess]
        self.winners = sum(bool(runner.place_won) for runner in starters) + len(certain)
        missing = sum(runner.place_won is None for runner in behind)
        if places is None:
            missing += sum(runner.place_won is None for runner in leading) - len(certain)
        self.missing = missing
        self.is_full = places is not None and self.winners >= places
        self.most = self.winners if self.is_full else self.winners + missing
        self.agrees = self.fewest <= self.limit and (places is None or self.fewest <= places <= self.limit)

    def leads(self, runner):
        return runner.outcome == 'finished' and runner.position in self.ahead

    def places_of_bets(self, low, high):
        """The number of places, one of those for the starters up to those for all declared runners if it is not stored; None if unknown."""
        if self.places is not None:
            return self.places
        if not self.pays_any:
            return low
        if not self.agrees:
            return None
        if self.most <= low:
            return low
        if self.pays_behind:
            return None
        limit = self.limit if self.missing else min(self.limit, max(self.winners, self.fewest))
        allowed = [number for number in range(low, high + 1) if self.fewest <= number <= limit]
        if allowed:
            return allowed[0] if len(allowed) == 1 else None
        return self.fewest if self.fewest == limit else None

    def payout(self, runner, places, share):
        """Counts (paid, tied) of a runner whose result the market has, in its own bets; `share` by the runner's position."""
        if not runner.place_won:
            return 0, 1
        if self.winners <= places:
            return 1, 1
        if not self.fewest <= places <= self.limit:
            return None
        if self.leads(runner):
            return (1, 1) if self.pays_behind else share
        return places - self.front, self.winners - self.front

    def is_placed(self, runner, places):
        """Whether a loser of unknown position is within so many places; None where that is not known."""
        if runner.place_won is not None and places == self.places:
            return runner.place_won
        if places <= max(self.front, 1):
            return None if runner.place_won and not self.agrees else False
        if runner.place_won:
            return True if places >= self.most or (self.places is not None and places >= self.places) else None
        if runner.place_won is None and not self.is_full:
            return None
        return False if places <= max(self.winners, self.places or 0) else None

    def share(self, runner, places):
        """Counts (paid, tied) for so many places, the mean of those that may have tied; None where not even that is known."""
        if runner.place_won is not None and places == self.places:
            return self.payout(runner, places, None)
        placed = self.is_placed(runner, places)
        if placed is None:
            return None
        if not placed:
            return 0, 1
        return (1, 1) if places >= self.most else None


# Probabilities of a baseline, in nano, of all runners with odds


def probabilities(odds, baseline):
    """Nano probabilities of one race's odds, in the same order."""
    if not odds:
        return []
    if baseline == 'raw':
        return [divide(NANO * MICRO, price) for price in odds]
    inverse = [divide(10**18, price) for price in odds]
    book = sum(inverse)
    if baseline in ('multiplicative', 'bsp'):
        return [divide(NANO * own, book) for own in inverse]
    prices = [price / MICRO for price in odds]
    total = sum(1 / price for price in prices)
    if len(odds) < 2 or min(odds) <= MICRO or (baseline == 'shin' and total <= 1):
        return [divide(NANO * own, book) for own in inverse]
    share = {
        'power': lambda price, k: price**-k,
        'odds_ratio': lambda price, c: 1 / (1 + c * (price - 1)),
        # (sqrt(z^2 + 4 (1 - z) a) - z) / (2 (1 - z)), a = 1 / (price^2 total), without the division by 1 - z
        'shin': lambda price, z: 2 / (price * price * total) / (z + math.sqrt(z * z + 4 * (1 - z) / (price * price * total))),
    }[baseline]
    low, high = 0.0, 1.0
    while baseline != 'shin' and sum(share(price, high) for price in prices) > 1:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if sum(share(price, middle) for price in prices) > 1:
            low = middle
        else:
            high = middle
    return [round(Fraction(share(price, high)) * NANO) for price in prices]


def prb(n, positions, position):
    """Micro share of the rivals beaten; None in a race of one. `positions` of the finishers, sorted; None = did not finish."""
    if n == 1:
        return None
    if position is None:
        twice_rank = len(positions) + 1 + n
    else:
        ahead = bisect.bisect_left(positions, position)
        tied = bisect.bisect_right(positions, position) - ahead
        twice_rank = 2 * ahead + tied + 1
    return divide(MICRO * (2 * n - twice_rank), 2 * (n - 1))


def form_letter(runner):
    if runner.outcome == 'finished':
        return str(runner.position) if runner.position < 10 else '0'
    return FORM_LETTERS[runner.outcome]


def winnings(odds, win, winners):
    """Micro units returned for one unit at these odds, before commission: one paid place, `winners` tied for it."""
    if odds is None:
        return None
    return divide(odds, winners) if win else 0


def tote_winnings(race, runner):
    """The dividend declared for the runner, else 0; None when the race has none or the winner's is missing."""
    if not race.tote_paid or runner.is_mate:
        return None
    if runner.tote is not None:
        return runner.tote
    return None if runner.win else 0


def dead_heat(positions, position, places):
    """The share of a stake that is paid, for so many places: counts (paid, tied). `positions` of the finishers, sorted."""
    if position is None:
        return 0, 1
    ahead = bisect.bisect_left(positions, position)
    tied = bisect.bisect_right(positions, position) - ahead
    return min(max(places - ahead, 0), tied), tied


def each_way_winnings(runner, winners, share, divisor):
    """Micro units returned for one unit to win and one for a place."""
    if runner.sp is None:
        return None
    paid, tied = share
    return winnings(runner.sp, runner.win, winners) + divide((MICRO * (divisor - 1) + runner.sp) * paid, divisor * tied)


def place_winnings(market, runner, positions, places):
    """Micro units returned for one unit at place_bsp, and for a lay with a liability of one; None where the runner's share is not known."""
    if runner.place_bsp is None or places is None:
        return None, None
    share = dead_heat(positions, runner.position if runner.outcome == 'finished' else None, places)
    if runner.place_won is not None:
        share = market.payout(runner, places, share)
    elif runner.outcome == 'lost':
        share = market.share(runner, places)
    if share is None:
        return None, None
    price, (paid, tied) = runner.place_bsp, share
    return divide(price * paid, tied), divide(MICRO * price * (tied - paid), tied * (price - MICRO)) if price > MICRO else None


def lay_winnings(runner, winners):
    """Micro units returned for a lay with a liability of one unit, before commission; liability included."""
    if runner.bsp is None or runner.bsp <= MICRO:
        return None
    if not runner.win:
        return MICRO + divide(MICRO * MICRO, runner.bsp - MICRO)
    return divide(MICRO * runner.bsp * (winners - 1), winners * (runner.bsp - MICRO))


def may_be_placed(runner, places):
    return runner.placed is not False if runner.outcome == 'lost' else runner.outcome == 'finished' and runner.position <= places


def settle_place_dividends(race, starters, places):
    """Place bets at the tote: in races that declare a dividend, and one for each starter that is placed."""
    bets = [runner for runner in starters if not runner.is_mate]
    # A loser that may be placed may lack its dividend.
    complete = race.dividends and all(runner.dividend is not None for runner in bets if may_be_placed(runner, places))
    for runner in starters:
        runner.place_tote_returned = (runner.dividend or 0) if complete and not runner.is_mate else None


INTEGER = re.compile(r'-?[0-9]+')


def value_key(text):
    """Sort key of a text: integers by value, before other texts by their bytes."""
    if INTEGER.fullmatch(text):
        return 0, int(text), text.encode()
    return 1, 0, text.encode()


def order_key(runner):
    """Order in which runs follow each other."""
    race = runner.race
    return (
        race.day,
        (race.off is not None, race.off or 0),
        (race.number is not None, race.number or 0),
        value_key(race.key),
        (runner.number is None, value_key(runner.number or '')),
        (runner.keys['horse'] or '').encode())


# ---------------------------------------------------------------------------------------------------------------------------------
# Reading


def read_table(path):
    """Header and rows (lists of texts) of a CSV file, plain, .gz or .zst."""
    if path.endswith('.zst'):
        data = subprocess.run(['zstdcat', path], stdout=subprocess.PIPE, check=True).stdout
    elif path.endswith('.gz'):
        with gzip.open(path, 'rb') as file:
            data = file.read()
    else:
        with open(path, 'rb') as file:
            data = file.read()
    reader = csv.reader(io.StringIO(data.decode('utf-8-sig'), newline=''))
    header = next(reader)
    rows = [row for row in reader if row]
    for row in rows:
        if len(row) != len(header):
            sys.exit(f'{path}: a row of {len(row)} fields under a header of {len(header)}: {row}')
    return header, rows


def name(text, missing=('',)):
    """A key's text in NFC, or None."""
    return None if text.strip() in missing else unicodedata.normalize('NFC', text)


def guarded(text):
    """A name as CSV has it: what a spreadsheet would run gets a mark in front."""
    return "'" + text if re.match("'*[=+@\t\r-]", text) else text


def unguarded(text):
    return text[1:] if re.match("'+[=+@\t\r-]", text) else text


def whole(text):
    """A whole number, or None."""
    return int(text) if text.strip().isdigit() else None


def day_of(text):
    return date.fromisoformat(text.strip()).toordinal()


class Store:
    """The races read so far, by key."""

    def __init__(self):
        self.races = {}

    def race(self, key, *facts):
        race = self.races.get(key)
        if race is None:
            race = self.races[key] = Race(key, *facts)
        elif race.facts() != facts:
            sys.exit(f'race {key}: rows disagree, {race.facts()} and {facts}')
        return race

    def add(self, race, *fields):
        race.runners.append(Runner(race, *fields))


# Hong Kong

HK_VENUES = {'沙田': 'ST', '跑馬地': 'HV'}
HK_CODES = {
    'PU': 'pulled_up', 'UR': 'unseated', 'FE': 'fell', 'DNF': 'did_not_finish', 'TNP': 'did_not_finish', 'DISQ': 'disqualified',
    'NR': 'non_runner',
}
HK_PLACE = re.compile(r'([1-9][0-9]*)(?:\s*平頭馬)?')
HK_WIN_POOL = '獨贏'
HK_PLACE_POOL = '位置'


def hk_outcome(text):
    """Outcome and position of a place word."""
    text = text.strip()
    match = HK_PLACE.fullmatch(text)
    if match:
        return 'finished', int(match[1])
    if text.startswith(('WV', 'WX')):
        return 'non_runner', None
    return HK_CODES.get(text, 'unresolved'), None


def hk_race_key(row):
    venue = row['venue'].strip()
    return f'{row["date"].strip()}-{HK_VENUES.get(venue, venue)}-{int(row["race_no"])}'


def hk_number(text):
    text = text.strip()
    return str(int(text)) if text.isdigit() else text or None


def hk_dividends(rows, pool):
    """Micro dividend per unit staked of a pool by race key and runner number."""
    dividends = {}
    for row in rows:
        if row['pool'].strip() != pool:
            continue
        dividend = price(row['dividend_hkd'].replace(',', ''), Fraction(1, 10))
        if dividend is None:
            continue
        race = dividends.setdefault(hk_race_key(row), {})
        number = hk_number(row['combination'])
        if race.setdefault(number, dividend) != dividend:
            sys.exit(f'two dividends of {pool} for runner {number} of {hk_race_key(row)}')
    return dividends


def hk_results(store, rows, dividends, place_dividends):
    for row in rows:
        key = hk_race_key(row)
        metres = row['distance_m'].strip()
        race = store.race(key, day_of(row['date']), None, int(row['race_no']), 'HK', '讓賽' in row['race_name'], int(metres) if metres else None)
        declared = dividends.get(key, {})
        race.tote_paid = bool(declared)
        race.dividends = place_dividends.get(key, {})
        number = hk_number(row['horse_no'])
        outcome, position = hk_outcome(row['place'])
        keys = {
            'jockey': name(row['jockey'], ('', '---')), 'trainer': name(row['trainer'], ('', '---')), 'horse': name(row['horse_name']),
            'course': name(row['venue']), 'country': 'HK', 'going': name(row['going']), 'class': name(row['race_class']), 'owner': None,
            'sire': None}
        store.add(race, number, keys, outcome, position, price(row['win_odds']), declared.get(number), None, whole(row['draw']))


def read_hkjc(store, paths):
    """Results and dividends; exact duplicates of a row are dropped."""
    results, dividends, seen = [], [], set()
    for path in paths:
        header, rows = read_table(path)
        target = dividends if 'pool' in header else results
        for row in rows:
            identity = (tuple(header), tuple(row))
            if identity not in seen:
                seen.add(identity)
                target.append(dict(zip(header, row)))
    hk_results(store, results, hk_dividends(dividends, HK_WIN_POOL), hk_dividends(dividends, HK_PLACE_POOL))


# Railbird


def rb_off(text):
    text = text.strip()
    if not text:
        return None
    moment = datetime.fromisoformat(re.sub('[Zz]$', '+00:00', text))
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return moment.timestamp()


def rb_outcome(outcome, position):
    """Outcome and position; a position counts for a finisher only, and nobody finishes without one."""
    outcome = outcome.strip()
    if not outcome:
        outcome = 'finished' if position.strip() else 'unresolved'
    if outcome not in OUTCOMES:
        return 'unresolved', None
    if outcome != 'finished':
        return outcome, None
    if not position.strip() or int(position) < 1:
        return 'unresolved', None
    return outcome, int(position)


def rb_rows(path, header, rows):
    """Rows as dictionaries; an exact duplicate is dropped if the row says which runner it is."""
    missing = {'race_id', 'date', 'position', 'outcome'} - set(header)
    if missing:
        sys.exit(f'{path}: no column {", ".join(sorted(missing))}')
    seen = set()
    for row in rows:
        fields = dict(zip(header, row))
        if fields.get('number') or fields.get('horse'):
            if tuple(row) in seen:
                continue
            seen.add(tuple(row))
        yield fields


def rb_dividends(store, header, rows):
    """Dividends of the pool `place`, for races that are known already."""
    for fields in rows:
        row = dict(zip(header, fields))
        dividend = price(row['dividend'])
        if row['pool'] == 'place' and dividend is not None and row['race_id'].strip() in store.races:
            store.races[row['race_id'].strip()].dividends[str(int(row['combination']))] = dividend


def read_railbird(store, paths):
    tables = [(path, *read_table(path)) for path in paths]
    for path, header, rows in sorted(tables, key=lambda table: 'pool' in table[1]):
        if 'pool' in header:
            rb_dividends(store, header, rows)
            continue
        for row in rb_rows(path, header, rows):
            get = lambda column: row.get(column, '').strip()
            facts = (
                day_of(row['date']), rb_off(get('off_time')), int(get('race_no')) if get('race_no') else None,
                get('country').upper() or None, get('handicap') == 'true', whole(get('distance_m')))
            race = store.race(get('race_id'), *facts)
            outcome, position = rb_outcome(row['outcome'], row['position'])
            tote = price(get('tote'))
            race.place_winners = race.place_winners or whole(get('place_winners')) or None
            race.tote_paid = race.tote_paid or get('tote_paid') == 'true' or tote is not None
            keys = {key: name(unguarded(row.get(key, ''))) for key in STORED_KEYS}
            number = str(int(get('number'))) if get('number') else None
            store.add(race, number, keys, outcome, position, price(get('sp')), tote, price(get('bsp')), whole(get('draw')),
                      price(get('place_bsp')), {'true': True, 'false': False}.get(get('place_won')), whole(get('betting_interest')),
                      price(get(PRICE['column'])))


READERS = {'hkjc': read_hkjc, 'railbird': read_railbird}


# ---------------------------------------------------------------------------------------------------------------------------------
# Derived keys, aliases and filters


def band(value, edges, names):
    """The name of the first edge (inclusive) that the value does not exceed, else the last name."""
    return None if value is None else names[bisect.bisect_left(edges, value)]


DAYS_EDGES = (7, 14, 21, 28, 60, 90, 180)
DAYS_NAMES = ('001_to_007', '008_to_014', '015_to_021', '022_to_028', '029_to_060', '061_to_090', '091_to_180', '181_up')
ODDS_STARTS = (2, 3, 5, 8, 12, 20, 50)
ODDS_NAMES = ('01.00_to_01.99', '02.00_to_02.99', '03.00_to_04.99', '05.00_to_07.99', '08.00_to_11.99', '12.00_to_19.99',
              '20.00_to_49.99', '50.00_up')
FIELD_EDGES = (1, 4, 7, 11, 15)
FIELD_NAMES = ('01', '02_to_04', '05_to_07', '08_to_11', '12_to_15', '16_up')
DISTANCE_EDGES = (1300, 1899, 2100, 2700)
DISTANCE_NAMES = ('sprint', 'mile', 'intermediate', 'long', 'extended')


def read_aliases(path):
    """The name of each (role, spelling), chains followed."""
    header, rows = read_table(path)
    found = {}
    for row in rows:
        role, spelling, other = (name(dict(zip(header, row))[column].strip()) for column in ('role', 'spelling', 'name'))
        found[role, spelling] = other
    for role, spelling in found:
        while (role, found[role, spelling]) in found:
            found[role, spelling] = found[role, found[role, spelling]]
    return found


def derive(races, aliases):
    """Renames by aliases, then adds the derived keys to every runner of all races."""
    starts = {}
    for race in races:
        for runner in race.runners:
            for role, text in runner.keys.items():
                runner.keys[role] = aliases.get((role, text), text)
            if runner.keys['horse'] is not None and runner.outcome in STARTER_OUTCOMES:
                starts.setdefault(runner.keys['horse'], set()).add(race.day)
    starts = {horse: sorted(days) for horse, days in starts.items()}
    for race in races:
        day = date.fromordinal(race.day)
        field = sum(runner.outcome in STARTER_OUTCOMES for runner in race.runners)
        facts = {
            'month': day.isoformat()[:7], 'weekday': day.strftime('%A'),
            'distance_band': band(race.distance, DISTANCE_EDGES, DISTANCE_NAMES),
            'field_size_band': band(field or None, FIELD_EDGES, FIELD_NAMES)}
        for runner in race.runners:
            days = starts.get(runner.keys['horse'], [])
            earlier = bisect.bisect_left(days, race.day)
            runner.days_since = race.day - days[earlier - 1] if earlier else None
            runner.keys.update(facts)
            runner.keys['draw'] = None if runner.draw is None else str(runner.draw)
            runner.keys['number'] = runner.number
            runner.keys['odds_band'] = None if runner.sp is None else ODDS_NAMES[
                bisect.bisect_right([start * MICRO for start in ODDS_STARTS], runner.sp)]
            runner.keys['days_since_last_run_band'] = None if runner.keys['horse'] is None else band(
                runner.days_since, DAYS_EDGES, DAYS_NAMES) or 'first_run'


def fields(runner):
    """What a --where expression sees."""
    race = runner.race
    exact = {column: None if value is None else Fraction(value, MICRO)
             for column, value in runner.printed.items()}
    return {
        **runner.keys, **exact, 'number': None if runner.number is None else int(runner.number), 'draw': runner.draw,
        'distance_m': race.distance, 'race_no': race.number, 'days_since_last_run': runner.days_since, 'outcome': runner.outcome,
        'date': date.fromordinal(race.day), 'class_': runner.keys['class']}


# ---------------------------------------------------------------------------------------------------------------------------------
# Metrics of one row: a person's runs in one window, in order


def wilson(wins, runs):
    """95 % Wilson interval as two floats."""
    rate = wins / runs
    square = Z * Z
    centre = rate + square / (2 * runs)
    margin = Z * math.sqrt(rate * (1 - rate) / runs + square / (4 * runs * runs))
    scale = 1 + square / runs
    return (centre - margin) / scale, (centre + margin) / scale


def clusters(runs, basis, rate):
    """[bets, micro returned] per race with bets; what is returned at the exchange is net of commission."""
    column = f'{basis}_returned'
    out, race = [], None
    for run in runs:
        returned = getattr(run, column)
        if returned is None:
            continue
        if run.race is not race:
            race = run.race
            out.append([0, 0])
        out[-1][0] += 1
        out[-1][1] += returned
    if basis in EXCHANGE:
        for cluster in out:
            net = max(0, cluster[1] - cluster[0] * MICRO)
            cluster[1] -= divide(net * rate.numerator, rate.denominator)
    return out


SKEWNESS_SLOPE, SKEWNESS_LIMIT, SKEWNESS_UNPRICED, MISSING_WINNERS, GREATEST_SKEWNESS = 1.5, 1.85, 1.0, 2.0, 4.0
ROUNDING = 1e-6


def skewed_quantile(z, skewness):
    """The z quantile of a standardised distribution with that skewness."""
    if z < 0:
        return -skewed_quantile(-z, -skewness)
    if skewness >= 0:
        return z + min(skewness, GREATEST_SKEWNESS) * (z * z - 1) / 6
    u = max(skewness * (z / 6 - skewness / 36), -1.0)
    return ((1 + u)**3 - 1) * 2 / skewness


class Score:
    """The score test of a row's bets: stakes, payouts, the second moment of payouts at theta = 1, sums of the races' and the bets'
    squared stakes, the factor of skewness, and the theta up to which bets of one race exclude one another; all in units."""

    def __init__(self, stake, returned, moment, squares, own, multiple, centre):
        self.stake, self.returned, self.moment, self.squares = stake, returned, moment, squares
        self.own, self.multiple, self.centre = min(own, squares), multiple, centre
        self.others = squares - self.own
        self.greatest = moment / squares if moment <= centre * squares else (moment - centre * self.others) / self.own

    def excess(self, theta, z):
        shared = theta * self.own + min(theta, self.centre) * self.others
        variance = theta * (self.moment - shared)
        if variance <= 0:
            return self.returned - self.stake * theta
        deviation = math.sqrt(variance)
        skewness = (self.multiple * self.moment - (self.multiple + 1) * shared) / (self.stake * deviation)
        return self.returned - self.stake * theta - skewed_quantile(z, skewness) * deviation

    def end(self, z, low, high):
        if z < 0 and not low:
            low = high * 2.0**-40
        if z > 0:
            # The least solution: the first of many steps that ends below it.
            steps = [high * step / 256 for step in range(1, 256)]
            high = next((theta for theta in steps if self.excess(theta, z) < 0), high)
        for _ in range(200):
            middle = (low + high) / 2
            if self.excess(middle, z) > 0:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    def interval(self):
        """The least and the greatest theta whose 97.5 % and 2.5 % points are the observed return, less one."""
        observed = min(self.returned / self.stake, self.greatest)
        low = self.end(Z, 0.0, observed) if self.returned > 0 else 0.0
        return low - 1, self.end(-Z, observed, self.greatest) - 1


def price_sums(runs, basis, rate):
    """The number of prices, and the sums of net odds and of their squares; odds are rounded down to hundredths before the square."""
    lost = float(rate) if basis in EXCHANGE else 0.0
    odds = [getattr(run, basis) for run in runs if getattr(run, f'{basis}_returned') is not None]
    total = sum(odds) / MICRO
    squares = sum((price // 10_000)**2 for price in odds) / 10_000
    count, kept = len(odds), 1 - lost
    return count, count * lost + kept * total, count * lost * lost + 2 * kept * lost * total + kept * kept * squares


def roi_interval(runs, basis, races, rate):
    """95 % interval of a group's ROI; None where nothing can be said."""
    unit = STAKES.get(basis, 1)
    bets = sum(count for count, _ in races)
    stake, own = bets * unit, bets * unit * unit
    squares = sum((count * unit)**2 for count, _ in races)
    returned = sum(amount for _, amount in races) / MICRO
    if basis in BASES or basis == 'price':
        count, moment, third = price_sums(runs, 'sp' if basis == 'tote' else basis, rate)
        if count:
            share = bets / count
            moment, third = share * moment, share * third
            multiple = min(SKEWNESS_LIMIT, 1 + SKEWNESS_SLOPE * max(0.0, third * stake / moment**2 - 1))
            score = Score(stake, returned, moment, squares, own, multiple, 1.0)
            if returned <= stake * score.greatest * (1 + ROUNDING):
                return score.interval()
    payouts = sum(amount * amount for _, amount in races) / MICRO**2
    if not payouts:
        return None
    winners = max(1, returned * returned / payouts)
    moment = payouts * (1 + MISSING_WINNERS / winners) * stake / returned
    return Score(stake, returned, moment, min(squares, moment * stake / returned), own, SKEWNESS_UNPRICED, returned / stake).interval()


def basis_columns(runs, basis, rate):
    races = clusters(runs, basis, rate)
    bets = sum(count for count, _ in races)
    if bets == 0:
        return ['0'] + [''] * (len(group_columns(basis)) - 1)
    stakes = bets * STAKES.get(basis, 1)
    returned = sum(amount for _, amount in races)
    profit = returned - stakes * MICRO
    interval = roi_interval(runs, basis, races, rate)
    low, high = map(float_text, interval) if interval else ('', '')
    staked = [decimals(stakes, 1, 4)] if basis in STAKES else []
    return [
        str(bets), *staked, decimals(returned, MICRO, 4), decimals(profit, MICRO, 4), decimals(profit, stakes * MICRO, 6),
        low, high]


def expectation(runs):
    """expected_wins and ae."""
    priced = [run for run in runs if run.chance is not None]
    if not priced:
        return ['', '']
    expected = sum(run.chance for run in priced)
    shares = sum(run.share for run in priced)
    return [decimals(expected, NANO, 4), decimals(shares, expected, 6)]


def mean_prb(runs):
    values = [run.prb for run in runs if run.prb is not None]
    return decimals(sum(values), len(values) * MICRO, 6)


def losing_runs(runs):
    """Longest and current number of starters in a row without a win."""
    longest = current = 0
    for run in runs:
        current = 0 if run.win else current + 1
        longest = max(longest, current)
    return [str(longest), str(current)]


def drawdown(runs):
    """Largest fall of the cumulative profit at sp from its peak, the starting 0 being one."""
    profit = peak = fall = bets = 0
    for run in runs:
        if run.sp_returned is None:
            continue
        bets += 1
        profit += run.sp_returned - MICRO
        peak = max(peak, profit)
        fall = max(fall, peak - profit)
    return decimals(fall, MICRO, 4) if bets else ''


def form_score(runs, as_of, weights):
    top = bottom = 0
    for run in reversed(runs):
        age = as_of - run.day
        if age > FORM_DAYS:
            break
        if run.prb is not None:
            top += weights[age] * run.prb
            bottom += weights[age]
    return decimals(top, bottom * MICRO, 6)


# Luck: what the baseline's probabilities promise at sp, and how far the result is from it


def luck_bets(runs):
    """Bets, micro returned and expected, the variance in 10^-6 units squared, and the most micro expected of one race, over the bets
    that have a probability."""
    bets = returned = expected = variance = most = 0
    for _, group in itertools.groupby(runs, key=lambda run: id(run.race)):
        promised = 0
        for run in group:
            if run.sp is None or run.chance is None:
                continue
            bets += 1
            returned += run.sp_returned
            promised += divide(run.chance * run.sp, NANO)
            variance += divide(run.chance * run.sp * run.sp, NANO * MICRO)
        expected += promised
        most = max(most, promised)
        variance -= divide(promised * promised, MICRO)
    return bets, returned, expected, variance, most


def root(numerator, denominator, digits):
    """The square root of numerator / denominator in units of 10^-digits, to the nearest integer."""
    scaled = Fraction(numerator, denominator) * 10**(2 * digits)
    below = math.isqrt(scaled.numerator // scaled.denominator)
    return below + (scaled > (below + Fraction(1, 2))**2)


def units(value, digits):
    """An integer in units of 10^-digits as text."""
    return decimals(value, 10**digits, digits)


def lower_gamma(a, x):
    """The regularised incomplete gamma function P(a, x), for a > 0 and x > 0: the chance that Poisson's law of mean x reaches a."""
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while term > total * 1e-17:
            step += 1
            term *= x / step
            total += term
        return total * scale
    # The continued fraction of Q(a, x), from its end.
    fraction = x + 1 - a + 2 * 400
    for n in range(400, 0, -1):
        fraction = x + 2 * n - 1 - a + n * (a - n) / fraction
    return 1 - scale / fraction


def chance_as_far(gap, variance, up, down):
    """Two-sided: twice the tail of Poisson's law in steps of the highest odds upwards, of a race's greatest expected return downwards;
    all in units."""
    step = up if gap > 0 else down
    mean = variance / (step * step)
    return min(1.0, 2 * lower_gamma(mean + abs(gap) / step, mean))


def luck(runs):
    """[expected_roi, luck_sd, z], and p as a float or None."""
    bets, returned, expected, variance, most = luck_bets(runs)
    if not bets:
        return ['', '', ''], None
    promised = decimals(expected - bets * MICRO, bets * MICRO, 6)
    if variance < 0:
        return [promised, '', ''], None
    spread = units(root(variance, MICRO * bets * bets, 6), 6)
    if variance == 0:
        return [promised, spread, ''], None
    # z = (returned - expected) / 10^6 / sqrt(variance / 10^6)
    gap = returned - expected
    size = root(gap * gap, variance * MICRO, 6)
    highest = max(run.sp for run in runs if run.sp is not None and run.chance is not None) / MICRO
    return [promised, spread, units(size if gap > 0 else -size, 6)], chance_as_far(gap / MICRO, variance / MICRO, highest, max(1, most) / MICRO)


def without_top(runs):
    """ROI at sp without the 1, 3 and 5 bets that returned most."""
    returns = sorted((run.sp_returned for run in runs if run.sp_returned is not None), reverse=True)
    cells = []
    for count in (1, 3, 5):
        gone = [amount for amount in returns[:count] if amount > 0]
        rest = len(returns) - len(gone)
        cells.append(decimals(sum(returns) - sum(gone) - rest * MICRO, rest * MICRO, 6))
    return cells


def chance_of_shorter(limit, bets, win):
    """The probability that so many bets, each won with probability `win`, have no losing run longer than the limit."""
    lose = 1 - win
    if bets <= limit:
        return 1.0
    # known[n]: of n bets. The first run that is too long begins behind a win, limit + 2 bets before its end.
    known = [1.0] * (limit + 1) + [1 - lose**(limit + 1)]
    step = win * lose**(limit + 1)
    for count in range(limit + 2, bets + 1):
        known.append(known[-1] - step * known[count - limit - 2])
    return known[bets]


def losing_run_quantiles(runs):
    """The least lengths that the longest losing run does not exceed with 50 % and 95 %."""
    chances = [run.chance for run in runs if run.chance is not None]
    if not chances:
        return ['', '']
    win = min(sum(chances) / (len(chances) * NANO), 1.0)
    return [str(bisect.bisect_left(range(len(runs)), level, key=lambda limit: chance_of_shorter(limit, len(runs), win)))
            for level in (0.5, 0.95)]


def luck_columns(runs):
    """The cells but q, which follows from all rows; and p as a float or None."""
    cells, chance = luck(runs)
    return cells + ['' if chance is None else float_text(chance), ''] + without_top(runs) + losing_run_quantiles(runs), chance


def false_discovery(chances, method):
    """Adjusted p-values by Benjamini and Hochberg, or Benjamini and Yekutieli; None stays None."""
    known = sorted((chance, index) for index, chance in enumerate(chances) if chance is not None)
    factor = sum(Fraction(1, rank) for rank in range(1, len(known) + 1)) if method == 'by' else 1
    adjusted, least = [None] * len(chances), Fraction(1)
    for rank in range(len(known), 0, -1):
        chance, index = known[rank - 1]
        least = min(least, Fraction(chance) * len(known) * factor / rank)
        adjusted[index] = least
    return adjusted


def metrics(runs, population, as_of, weights, rate, groups):
    """The columns from `runs` to `last_run`. `population` is (runs, wins) of everybody in the window."""
    count = len(runs)
    wins = sum(run.win for run in runs)
    known = [run.placed for run in runs if run.placed is not None]
    low, high = wilson(wins, count)
    places = str(sum(known)) if known else ''
    cells = [str(count), str(wins), places, decimals(wins, count, 6), float_text(low), float_text(high),
             decimals(sum(known), len(known), 6)]
    for basis in GROUPS:
        if basis in groups:
            cells += basis_columns(runs, basis, rate)
    cells += expectation(runs)
    all_runs, all_wins = population
    cells.append(decimals(wins * all_runs, count * all_wins, 6))
    cells.append(mean_prb(runs))
    cells += losing_runs(runs)
    cells.append(drawdown(runs))
    cells.append(''.join(run.form for run in runs[-6:]))
    cells.append(form_score(runs, as_of, weights))
    cells.append(iso(runs[-1].day))
    return cells


class Shrinkage:
    """Rates drawn towards the mean of all of them: empirical Bayes by Morris (1983), section 5, with unequal variances."""

    def __init__(self, rates, variance):
        """`rates` are (numerator, denominator) of every name; `variance` gives that of a rate with the denominator 1."""
        rates = [(numerator, denominator) for numerator, denominator in rates if denominator > 0]
        total = sum(denominator for _, denominator in rates)
        self.spread = variance(sum(numerator for numerator, _ in rates) / total) if total else 0
        self.count = len(rates)
        if self.spread <= 0 or self.count < 4:
            self.spread = None
            return
        values = [numerator / denominator for numerator, denominator in rates]
        variances = [self.spread / denominator for _, denominator in rates]
        def excess(between):
            """By how much the squared distances from the mean are above what they should be."""
            weights = [1 / (variance + between) for variance in variances]
            mean = math.fsum(map(operator.mul, weights, values)) / math.fsum(weights)
            return math.fsum(weight * (value - mean)**2 for weight, value in zip(weights, values)) - (self.count - 1)

        # It falls with the variance between names: halve the range that has the root.
        low, high = 0.0, 1.0
        while excess(high) > 0:
            high *= 2
        if excess(0.0) > 0:
            while low < (middle := (low + high) / 2) < high:
                low, high = (middle, high) if excess(middle) > 0 else (low, middle)
        self.between = low
        weights = [1 / (variance + low) for variance in variances]
        self.weight = math.fsum(weights)
        self.mean = math.fsum(map(operator.mul, weights, values)) / self.weight
        self.mean_variance = math.fsum(map(operator.mul, weights, variances)) / self.weight

    def cells(self, numerator, denominator, limit):
        """The shrunk rate and the ends of its interval."""
        if self.spread is None or denominator == 0:
            return ['', '', '']
        value, variance, count = numerator / denominator, self.spread / denominator, self.count
        total = variance + self.between
        loss = (count - 3) / (count - 1) * variance / total
        centre = self.mean + (1 - loss) * (value - self.mean)
        squares = variance * (1 - (1 - 1 / (total * self.weight)) * loss) + (
            2 / (count - 3) * loss**2 * (self.mean_variance + self.between) / total * (value - self.mean)**2)
        half = Z * math.sqrt(squares)
        return [float_text(max(0.0, centre)), float_text(max(0.0, centre - half)), float_text(min(limit, max(0.0, centre + half)))]


def shrunk(population):
    """A function from a name's runs to its columns; the population is the runs of every name."""
    def excess(runs):
        priced = [run for run in runs if run.chance is not None]
        return sum(run.share for run in priced), sum(run.chance for run in priced)

    rates = Shrinkage([(sum(run.win for run in runs), len(runs)) for runs in population], lambda mean: mean * (1 - mean))
    excesses = Shrinkage([[part / NANO for part in excess(runs)] for runs in population], lambda mean: mean)
    return lambda runs: rates.cells(sum(run.win for run in runs), len(runs), 1.0) + excesses.cells(
        *(part / NANO for part in excess(runs)), math.inf)


# ---------------------------------------------------------------------------------------------------------------------------------
# Reports


def iso(day):
    return date.fromordinal(day).isoformat()


def group(starters, keys):
    """Runs by key tuple, in order; runs with a missing key belong to nobody."""
    groups = {}
    for runner in starters:
        key = tuple(runner.keys[part] for part in keys)
        if None not in key:
            groups.setdefault(key, []).append(runner)
    return groups


def since(runs, day):
    """The runs from that day on; runs are in order of date."""
    return runs[bisect.bisect_left(runs, day, key=lambda run: run.day):]


class Report:
    """What is common to all dimensions: the starters before the as-of date, and the windows."""

    def __init__(self, races, as_of, windows, rate, counts, rules=Rules(), groups=BASES, luck=False, fdr='bh', shrinks=False):
        self.rules, self.groups, self.luck, self.fdr, self.shrinks = rules, groups, luck, fdr, shrinks
        before = [race for race in races if race.day < as_of]
        self.as_of, self.rate, self.windows = as_of, rate, windows
        settled = [runner for race in before for runner in settle(race, rules)]
        self.runners = [runner for race in before for runner in race.runners if counts(runner)]
        counted = {id(runner) for runner in self.runners}
        self.starters = sorted((runner for runner in settled if id(runner) in counted), key=order_key)
        self.first_day = min((race.day for race in before), default=as_of)
        self.weights = form_weights()

    def start(self, window):
        return self.first_day if window == 'all' else self.as_of - int(window[:-1])

    def rows(self, keys, min_runs):
        """Rows of cells (texts) of one dimension, in order."""
        rows, chances = [], []
        for row, runs, draw in self.plain_rows(keys, min_runs):
            if self.luck:
                cells, chance = luck_columns(runs)
                chances.append(chance)
                row += cells
            rows.append(row + (draw(runs) if draw else []))
        if self.luck:
            place = LUCK_COLUMNS.index('q') - len(LUCK_COLUMNS) - (len(SHRUNK_COLUMNS) if self.shrinks else 0)
            for row, chance in zip(rows, false_discovery(chances, self.fdr)):
                row[place] = '' if chance is None else decimals(chance.numerator, chance.denominator, 6)
        return rows

    def plain_rows(self, keys, min_runs):
        """Rows without the columns of luck, their runs, and a function from runs to the columns of --shrink, or None."""
        groups = group(self.starters, keys)
        for window in self.windows:
            start = self.start(window)
            everybody = since(self.starters, start)
            population = len(everybody), sum(run.win for run in everybody)
            found = [(key, since(runs, start)) for key, runs in groups.items()]
            draw = shrunk([runs for _, runs in found if runs]) if self.shrinks else None
            found = [(key, runs) for key, runs in found if len(runs) >= max(1, min_runs)]
            found.sort(key=lambda item: (-len(item[1]), [part.encode() for part in item[0]]))
            head = [window, iso(start), iso(self.as_of - 1)]
            for key, runs in found:
                yield list(key) + head + metrics(runs, population, self.as_of, self.weights, self.rate, self.groups), runs, draw

    def summary(self, rate_text):
        outcomes = [runner.outcome for runner in self.runners]
        count = len(self.starters)
        prices = {}
        for basis in BASES + (('price',) if 'price' in self.groups else ()):
            priced = sum(getattr(runner, f'{basis}_returned') is not None for runner in self.starters)
            prices[label(basis)] = {'with': priced, 'without': count - priced}
        return {
            'as_of': iso(self.as_of), 'windows': self.windows, 'baseline': self.rules.baseline,
            'place_terms': self.rules.place_terms or 'country',
            'commission_rate': float(rate_text), 'races': len({id(runner.race) for runner in self.runners}), 'starters': count,
            'non_runners': outcomes.count('non_runner'), 'unresolved': outcomes.count('unresolved') + outcomes.count('void'),
            'prices': prices,
        } | ({} if tuple(self.groups) == BASES else {'bets': [label(group) for group in GROUPS if group in self.groups]}) | (
            {'luck': self.fdr} if self.luck else {}) | ({'shrink': True} if self.shrinks else {})


# ---------------------------------------------------------------------------------------------------------------------------------
# Writing


def csv_cell(text):
    return '"' + text.replace('"', '""') + '"' if re.search('[,"\r\n]', text) else text


def write_csv(path, header, rows):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        for row in [header] + rows:
            file.write(','.join(map(csv_cell, row)) + '\n')


def json_cell(text, is_text):
    if is_text:
        return json.dumps(text, ensure_ascii=False)
    return text or 'null'


def write_json(path, header, texts, rows):
    """One object per line; the numbers with the digits of the CSV."""
    lines = [
        '{' + ','.join(f'"{column}":{json_cell(cell, column in texts)}' for column, cell in zip(header, row)) + '}' for row in rows]
    with open(path, 'w', encoding='utf-8', newline='') as file:
        file.write('[' + ''.join(f'{"," if i else ""}\n{line}' for i, line in enumerate(lines)) + '\n]\n')


def write_report(directory, dimension, report, min_runs):
    keys = dimension.split('+')
    header = keys + columns(report.groups, report.luck, report.shrinks)
    rows = report.rows(keys, min_runs)
    stem = os.path.join(directory, '-'.join(keys))
    write_csv(stem + '.csv', header, [[*map(guarded, row[:len(keys)]), *row[len(keys):]] for row in rows])
    write_json(stem + '.json', header, TEXT_COLUMNS | set(keys), rows)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--format', required=True, choices=sorted(READERS))
    parser.add_argument('--out', required=True, metavar='DIR')
    parser.add_argument('--by', default='jockey,trainer,jockey+trainer')
    parser.add_argument('--windows', default='14d,30d,90d,365d,all')
    parser.add_argument('--as-of', metavar='YYYY-MM-DD')
    parser.add_argument('--min-runs', type=int, default=0, metavar='N')
    parser.add_argument('--commission', default='0.05', metavar='RATE')
    parser.add_argument('--where', metavar='EXPRESSION')
    parser.add_argument('--bets', default=','.join(BASES), metavar='LIST')
    parser.add_argument('--place-terms', choices=sorted(PLACE_TERMS))
    parser.add_argument('--baseline', default='multiplicative', choices=BASELINES)
    parser.add_argument('--luck', action='store_true')
    parser.add_argument('--fdr', default='bh', choices=('bh', 'by'))
    parser.add_argument('--shrink', action='store_true')
    parser.add_argument('--aliases', metavar='FILE')
    parser.add_argument('files', nargs='+', metavar='FILE')
    options = parser.parse_args()
    options.by, options.windows = options.by.split(','), options.windows.split(',')
    for window in options.windows:
        if not re.fullmatch('all|[1-9][0-9]*d', window):
            parser.error(f'no window: {window}')
    options.bets = options.bets.split(',')
    named = [bet for bet in options.bets if bet.startswith('price_') or bet in EXCHANGE_PRICES]
    if len(named) == 1:
        PRICE['column'] = named[0]
        options.bets[options.bets.index(named[0])] = 'price'
        if named[0] in EXCHANGE_PRICES:
            EXCHANGE.add('price')
    if set(options.bets) - set(GROUPS) or len(set(options.bets)) < len(options.bets):
        parser.error(f'no groups: {options.bets}')
    for key in '+'.join(options.by).split('+'):
        if key not in KEY_NAMES:
            parser.error(f'no dimension: {key}')
    return options


def main():
    # Nothing here is a cycle: collections would only walk all numbers again and again.
    gc.disable()
    options = arguments()
    store = Store()
    READERS[options.format](store, options.files)
    races = list(store.races.values())
    derive(races, read_aliases(options.aliases) if options.aliases else {})
    where = compile(options.where, '--where', 'eval') if options.where else None
    if not races and not options.as_of:
        sys.exit('no race, so no as-of date')
    as_of = day_of(options.as_of) if options.as_of else max(race.day for race in races) + 1
    report = Report(races, as_of, options.windows, Fraction(options.commission),
                    (lambda runner: eval(where, {}, fields(runner))) if where else lambda runner: True,
                    Rules(options.place_terms, options.baseline), options.bets, options.luck, options.fdr,
                    options.shrink)
    os.makedirs(options.out, exist_ok=True)
    for dimension in options.by:
        write_report(options.out, dimension, report, options.min_runs)
    with open(os.path.join(options.out, 'summary.json'), 'w', encoding='utf-8', newline='') as file:
        file.write(json.dumps(report.summary(options.commission), ensure_ascii=False, indent=2) + '\n')


if __name__ == '__main__':
    main()
