#!/usr/bin/env python3
"""settle.py - bets settled by the rules of docs/settlement.md, exactly and slowly.

    python3 settle.py --runners runners.csv --dividends dividends.csv --bets bets.csv [--withdrawn withdrawn.csv] DIR

Computes every bet and all totals from the files alone and compares them with DIR, the output of `railbird settle` on a store of the
same files: each line's state, reason and amounts, the totals-*.csv and the sums of summary.json, digit by digit. Prints what was
compared, or what differs; exit status 1 on a difference. Standard library only, no code shared with the engine; the rules stand here
a second time.
"""
import argparse
import copy
import csv
import glob
import json
import re
import sys
import unicodedata
from datetime import datetime
from fractions import Fraction as F

SHOWN = 20
STARTERS = {'finished', 'pulled_up', 'fell', 'unseated', 'brought_down', 'refused', 'ran_out', 'slipped_up', 'carried_out',
            'disqualified', 'did_not_finish', 'lost'}
# The shortest price to one of each row of Rule 4, and the longest of the last; for prices in hundredths the shortest decimal odds.
RULE_4 = (('10/1', 5), ('6/1', 10), ('9/2', 15), ('16/5', 20), ('12/5', 25), ('9/5', 30), ('8/5', 35), ('5/4', 40), ('1/1', 45), ('5/6', 50),
          ('4/6', 55), ('4/7', 60), ('4/9', 65), ('1/3', 70), ('2/7', 75), ('1/5', 80), ('2/17', 85))
RULE_4_HUNDREDTHS = (('11', 5), ('7', 10), ('5.5', 15), ('4.2', 20), ('3.4', 25), ('2.8', 30), ('2.6', 35), ('2.25', 40), ('2', 45), ('1.84', 50),
                     ('1.67', 55), ('1.58', 60), ('1.45', 65), ('1.34', 70), ('1.28', 75), ('1.2', 80), ('1.13', 85))
RULE_4_LONGEST = 14
# The longest odds to one of each row of the South African table; what lies between two rows belongs to the lower deduction.
SOUTH_AFRICA = ((F(1, 3), 80), (F(4, 10), 70), (F(5, 10), 65), (F(7, 10), 60), (F(9, 10), 55), (F(1), 50), (F(12, 10), 45), (F(15, 10), 40),
                (F(2), 35), (F(28, 10), 30), (F(7, 2), 25), (F(11, 2), 20), (F(8), 15), (F(12), 10), (F(20), 5))
OFFERED = {'gb': ({'win', 'place', 'each_way'}, {'taken', 'sp'}), 'exchange': ({'win', 'place', 'each_way', 'lay', 'place_lay'}, {'taken', 'bsp'}),
           'tote': ({'win', 'place', 'each_way'}, {'tote'})}
for book in ('ie', 'au', 'za'):
    OFFERED[book] = OFFERED['gb']


class Gap(Exception):
    """The kind of reason for which a bet is not settled."""


def six(value):
    return None if value is None else round(F(value), 6)


def digits(value):
    """Six decimals, '' for None."""
    if value is None:
        return ''
    scaled = round(F(value) * 10**6)
    return f'{"-" if scaled < 0 else ""}{abs(scaled) // 10**6}.{abs(scaled) % 10**6:06d}'


def odds(text):
    """Exact decimal odds."""
    if text.lower() in ('evens', 'even', 'evs'):
        return F(2)
    return 1 + F(text) if '/' in text else F(text)


def printed(price, decimals):
    """The trade's fraction that a price of so many decimals is a rounding of; the price itself where there is none."""
    traded = 1 + (price - 1).limit_denominator({3: 31, 4: 99}.get(decimals, 100))
    return traded if abs(traded - price) * 2 <= F(1, 10**decimals) else price


def step(text):
    """A withdrawn runner's exact odds, and whether they are decimal odds of at most two digits."""
    if '/' in text or not text[0].isdigit():
        return odds(text), False
    decimals = len(text.partition('.')[2].rstrip('0'))
    return (F(text), True) if decimals <= 2 else (printed(F(text), decimals), False)


def rule_4(text):
    price, in_hundredths = step(text)
    if price > 1 + RULE_4_LONGEST:
        return 0
    if in_hundredths:
        return next((pence for first, pence in RULE_4_HUNDREDTHS if price >= F(first)), 90)
    return next((pence for first, pence in RULE_4 if price - 1 >= F(first)), 90)


def moment(text):
    return datetime.fromisoformat(text.replace('Z', '+00:00'))


def fold(name):
    name = re.sub(r'( *\([^()]{1,4}\))+$', '', name)
    plain = ''.join(c for c in unicodedata.normalize('NFKD', name.lower()) if unicodedata.category(c) != 'Mn')
    plain = plain.replace('ø', 'o').replace('ł', 'l').replace('æ', 'ae').replace('œ', 'oe').replace('ß', 'ss').replace('&', 'and')
    return ''.join(c for c in plain if c.isalnum())


def has_started(runner):
    """Whether a runner started; None where that is not known. A place market has results of starters alone."""
    if runner['outcome'] == 'unresolved':
        return True if runner.get('place_won', '') else None
    return runner['outcome'] in STARTERS


class Race:
    def __init__(self, rows):
        first = rows[0]
        self.key, self.day, self.course = first['race_id'], first['date'], first['course']
        self.country, self.handicap = first['country'], first['handicap'] == 'true'
        self.off = moment(first['off_time']) if first['off_time'] else None
        self.number = int(first['race_no']) if first['race_no'] else None
        self.runners = rows
        self.finished = [int(r['position']) for r in rows if r['position'] and r['outcome'] == 'finished']
        started = [r for r in rows if has_started(r)]
        self.starters = len(started)
        coupled = [r['betting_interest'] for r in started if r.get('betting_interest', '') not in ('', '0')]
        self.interests = len(started) - len(coupled) + len(set(coupled))
        self.open = [r for r in rows if has_started(r) is None]
        self.has_tote = any(r['tote_paid'] == 'true' or r['tote'] for r in rows)
        winners = [r.get('place_winners', '') for r in rows if r.get('place_winners', '') not in ('', '0')]
        self.market_places = int(winners[0]) if winners else None
        self.places = {}
        self.gone = []
        self.unknown = [r['horse'] for r in rows if r['outcome'] == 'non_runner']

    def assuming(self, starters):
        """The race if so many runners without a result started."""
        race = copy.copy(self)
        race.starters, race.interests = self.starters + starters, self.interests + starters
        return race

    def has_price(self, runner):
        return runner['number'] in self.places or any(runner[c] for c in ('sp', 'bsp', 'place_bsp', 'tote'))

    def is_walkover(self):
        if self.starters != 1 or any(self.has_price(r) for r in self.open):
            return False
        # A lone runner with a price had rivals that are not in the file.
        return len(self.runners) > 1 or not (self.has_tote or self.has_price(self.runners[0]))

    def market(self, by_market=True):
        """The exchange's place market: its places, runners paid, at most, and what its results and the finishers in front leave."""
        places = self.market_places if by_market else None
        front, ahead = 0, {}
        for position in sorted(set(self.finished)):
            if position > front + 1:
                break
            ahead[position] = front
            front += self.finished.count(position)
        entrants = [r for r in self.runners if has_started(r) is not False]
        result = {id(r): r.get('place_won', '') if by_market else '' for r in entrants}
        lead = {id(r): ahead[int(r['position'])] for r in entrants if r['outcome'] == 'finished' and int(r['position']) in ahead}
        behind = [r for r in entrants if id(r) not in lead]
        paid_behind = [r for r in behind if result[id(r)] == 'true']
        fewest = max([1] + [lead[key] + 1 for key in lead if result[key] == 'true'] + [front + 1 for _ in paid_behind])
        limit = min([10**6] + [lead[key] for key in lead if result[key] == 'false']
                    + [0 for r in paid_behind if r['outcome'] not in ('finished', 'lost', 'unresolved')])
        winners = len(paid_behind)
        missing = sum(result[id(r)] == '' for r in behind)
        for key in lead:
            if result[key] == 'true' or result[key] == '' and lead[key] < (fewest if places is None else places):
                winners += 1
            elif result[key] == '' and places is None:
                missing += 1
        full = places is not None and winners >= places
        return {'places': places, 'front': front, 'lead': lead, 'winners': winners, 'most': winners if full else winners + missing, 'full': full,
                'behind': bool(paid_behind), 'fewest': fewest, 'limit': limit,
                'agrees': fewest <= limit and (places is None or fewest <= places <= limit)}

    def own_payout(self, runner, paid, market):
        """The share in the market itself of a runner whose result it has."""
        if runner['place_won'] == 'false':
            return F(0)
        if market['winners'] <= paid:
            return F(1)
        if not market['fewest'] <= paid <= market['limit']:
            raise Gap('result_unknown')
        if id(runner) in market['lead']:
            return F(1) if market['behind'] else self.share(runner, paid)
        tied = market['winners'] - market['front']
        share = F(paid - market['front'], tied)
        if share < 1 and paid - market['front'] > 1:
            raise Gap('result_incomplete')
        return share

    def unplaced_share(self, runner, paid, by_market):
        """The paid share of a stake on a runner whose position is not known, by the exchange's place market."""
        market = self.market(by_market)
        won = runner.get('place_won', '') if by_market else ''
        if won and paid == market['places']:
            return self.own_payout(runner, paid, market)
        if paid <= max(market['front'], 1):
            if runner['outcome'] == 'unresolved' or won == 'true' and not market['agrees']:
                raise Gap('result_unknown')
            return F(0)
        if won == 'true':
            if paid >= market['most']:
                return F(1)
            raise Gap('result_unknown')
        if (won == 'false' or market['full']) and paid <= max(market['winners'], market['places'] or 0):
            return F(0)
        raise Gap('result_unknown')

    def share(self, runner, paid, by_market=True):
        """The paid share of a stake, by counting finishers."""
        if runner['outcome'] in ('lost', 'unresolved'):
            return self.unplaced_share(runner, paid, by_market)
        if 1 not in self.finished:
            raise Gap('result_unknown')
        if not runner['position'] or runner['outcome'] != 'finished':
            return F(0)
        own = int(runner['position'])
        ahead, tied = sum(p < own for p in self.finished), self.finished.count(own)
        if own > ahead + 1:
            raise Gap('result_incomplete')
        return F(min(max(paid - ahead, 0), tied), tied)

    def place_share(self, runner, paid, at_exchange, by_market):
        """The paid share of a bet on a place, which the exchange's own market decides where it has as many places."""
        won = runner.get('place_won', '')
        if at_exchange and won and paid == self.market_places:
            return self.own_payout(runner, paid, self.market())
        unresolved = sum(r['outcome'] == 'unresolved' for r in self.runners)
        if unresolved and runner['outcome'] == 'finished' and runner['position'] and int(runner['position']) > 1:
            own = int(runner['position'])
            ahead, upto = sum(p < own for p in self.finished), sum(p <= own for p in self.finished)
            following = [p for p in self.finished if p > own]
            if ahead < paid < upto + unresolved and (not following or min(following) > upto + 1):
                raise Gap('result_unknown')
        share = self.share(runner, paid, by_market)
        if at_exchange and won:
            market = self.market()
            if won == 'true':
                said = True if paid >= min(market['most'], market['places'] or 10**6) else None
            else:
                said = False if paid <= max(market['winners'], market['places'] or 0) else None
            if said is not None and said != (share > 0):
                raise Gap('result_unknown')
        return share


class Bet:
    def __init__(self, row):
        self.row = row
        self.kind, self.book = row['kind'], row['rule_book']
        self.lay = self.kind in ('lay', 'place_lay')
        self.basis = row['price'] if row['price'] in ('sp', 'bsp', 'tote') else 'taken'
        self.taken = odds(row['price']) if self.basis == 'taken' else None
        self.liability = row['liability'] != ''
        self.stake = F(row['liability'] or row['stake'])
        self.total = 2 * self.stake if self.kind == 'each_way' else self.stake
        self.placed = moment(row['placed']) if row['placed'] else None
        self.places = int(row['places']) if row['places'] else None
        self.divisor = int(row['fraction'][2:]) if row['fraction'] else None
        self.place_price = odds(row['place_price']) if row['place_price'] else None
        self.factor = F(row['factor']) / 100 if row['factor'] else None
        self.place_only = self.kind in ('place', 'place_lay')


# ---------------------------------------------------------------------------------------------------------------------------------
# The race and runner of a bet


def find_race(row, by_day):
    races = by_day.get(row['day'], [])
    if row['race_id']:
        found = [race for race in races if race.key == row['race_id']]
        if not found:
            raise Gap('no_race')
        return found[0]
    found = [race for race in races if race.course and fold(race.course) == fold(row['course'])]
    if row['off']:
        off = moment(row['off'] if len(row['off']) > 5 else f'{row["day"]}T{row["off"]}:00Z')
        near = [race for race in found if race.off and abs((race.off - off).total_seconds()) <= 600]
        found = [race for race in near if race.off == off] or near
    if row['race']:
        found = [race for race in found if race.number == int(row['race'])]
    if not found:
        raise Gap('no_race')
    if len(found) > 1:
        raise Gap('ambiguous_race')
    return found[0]


def find_runner(row, race):
    found = [r for r in race.runners if row['selection'] and r['horse'] and fold(r['horse']) == fold(row['selection'])]
    if not found and row['number']:
        found = [r for r in race.runners if r['number'] == row['number']]
    if not found:
        raise Gap('no_runner')
    if len(found) > 1:
        raise Gap('ambiguous_runner')
    return found[0]


# ---------------------------------------------------------------------------------------------------------------------------------
# The rules


def book_terms(book, race):
    """Places and fraction of a bookmaker's terms; None for no such bet."""
    n = race.starters
    if book in ('gb', 'ie'):
        if n <= 4:
            return 1, 1
        if n <= 7:
            return 2, 4
        if n <= 11 or not race.handicap:
            return 3, 5
        return (3, 4) if n <= 15 else (4, 4)
    if book == 'au':
        return (3, None) if n >= 8 else (2, None) if n >= 5 else None
    return (4, None) if n >= 16 else (3, None) if n >= 8 else (2, None) if n >= 6 else None


def terms(bet, race):
    own = None
    needs_fraction = bet.kind == 'each_way' and bet.place_price is None and bet.divisor is None
    if bet.book != 'exchange' and (bet.places is None or needs_fraction):
        own = book_terms(bet.book, race)
        if own is None or (own == (1, 1) and bet.kind == 'place'):
            raise Gap('terms_unknown')
    places = bet.places if bet.places is not None else own and own[0]
    if places is None and bet.book == 'exchange' and bet.kind != 'each_way':
        places = race.market_places
    if places is None:
        raise Gap('places_unknown')
    return places, bet.divisor if bet.divisor is not None else own and own[1]


def price_of(bet, runner):
    if bet.basis == 'taken':
        return bet.taken
    column = 'sp' if bet.basis == 'sp' else 'place_bsp' if bet.place_only else 'bsp'
    if not runner[column] or F(runner[column]) < 1:
        raise Gap('price_unknown')
    # A result prints a fraction; the store has its six decimals.
    return printed(F(runner[column]), 6) if bet.basis == 'sp' else F(runner[column])


def withdrawals(bet, race):
    if bet.basis != 'taken' and not bet.liability:
        return []
    if race.unknown:
        raise Gap('withdrawal_unknown')
    if not race.gone:
        return []
    if bet.placed is None:
        raise Gap('placed_unknown')
    return sorted((gone for gone in race.gone if moment(gone['at']) > bet.placed), key=lambda gone: moment(gone['at']))


def told(gone, column):
    if not gone[column]:
        raise Gap('deduction_unknown')
    return gone[column]


def hundredth(price):
    return max(round(price, 2), F('1.01'))


def reduced(price, gone, is_place):
    factor = F(told(gone, 'place_reduction' if is_place else 'reduction')) / 100
    if is_place:
        return hundredth(1 + (price - 1) * (1 - factor))
    return hundredth(price * (1 - factor)) if factor >= F('0.025') else price


def deduct(bet, price, is_place, gone):
    """Odds, what is left of winnings, what is left of the ticket."""
    winnings = ticket = F(1)
    if bet.basis != 'taken':
        gone = []
    if bet.book in ('gb', 'ie'):
        pence = [rule_4(told(g, 'price')) for g in gone]
        total = min(sum(pence), 90)
        winnings = 1 - F(0 if total <= 5 else total, 100)
    elif bet.book == 'za':
        for g in gone:
            price_to_one = step(told(g, 'price'))[0] - 1
            winnings *= 1 - F(next((p for longest, p in SOUTH_AFRICA if price_to_one <= longest), 0), 100)
    elif bet.book == 'au':
        for g in gone:
            ticket = max(ticket - F(told(g, 'place_deduction' if is_place else 'deduction')) / 100, F(0))
    elif bet.book == 'exchange':
        for g in gone:
            price = reduced(price, g, is_place)
    return price, winnings, ticket


def effective(parts):
    price, winnings, ticket = parts
    return six((1 + (price - 1) * winnings) * ticket)


def back(bet, runner, race):
    price = price_of(bet, runner)
    places, divisor = (0, None) if bet.kind == 'win' else terms(bet, race)
    win_share = F(0) if bet.kind == 'place' else race.share(runner, 1, False)
    void = bet.kind != 'win' and bet.book == 'exchange' and race.starters <= places
    at_exchange = bet.book == 'exchange'
    is_stated = bet.places is not None or at_exchange
    place_share = F(0)
    if bet.kind != 'win' and not (void and runner['outcome'] in ('lost', 'unresolved')):
        place_share = race.place_share(runner, places, at_exchange, is_stated)
    loser = (bet.kind == 'place' or win_share == 0) and place_share == 0
    parts, used = [], None
    try:
        gone = withdrawals(bet, race)
        if bet.kind != 'place':
            part = deduct(bet, price, False, gone)
            parts.append((win_share, part, 1))
        if bet.kind == 'place':
            parts.append((place_share, deduct(bet, price, True, gone), 1))
        elif bet.kind == 'each_way' and bet.place_price is not None:
            parts.append((place_share, deduct(bet, bet.place_price, True, gone), 1))
        elif bet.kind == 'each_way':
            if divisor is None:
                raise Gap('price_unknown')
            part = deduct(bet, price, False, gone)
            if bet.book == 'exchange' and gone:
                part, divisor = (hundredth(1 + (part[0] - 1) / divisor), F(1), F(1)), 1
            parts.append((place_share, part, divisor))
        used = effective(parts[0][1])
    except Gap as gap:
        if not loser or gap.args[0] == 'price_unknown':
            raise
        parts = []
    returned = F(0)
    for index, (share, (odds_, winnings, ticket), over) in enumerate(parts):
        if void and (bet.kind == 'place' or index == 1):
            continue
        returned += six(bet.stake * share * (1 + (odds_ - 1) * winnings / over) * ticket)
    refunded = bet.stake if void else F(0)
    return bet.total, refunded, returned + refunded, used, void and bet.kind == 'place'


def lay(bet, runner, race):
    price = price_of(bet, runner)
    if price < F('1.01'):
        raise Gap('price_unknown')
    places = terms(bet, race)[0] if bet.place_only else 1
    void = bet.place_only and race.starters <= places
    share = F(0)
    if not (void and runner['outcome'] in ('lost', 'unresolved')):
        share = race.place_share(runner, places, True, True) if bet.place_only else race.share(runner, 1, False)
    gone = withdrawals(bet, race)
    after = deduct(bet, price, bet.place_only, gone)[0]
    amount = bet.stake
    if bet.liability and bet.basis == 'bsp':
        for g in gone:
            factor = F(told(g, 'place_reduction' if bet.place_only else 'reduction')) / 100
            if bet.place_only:
                amount = six(amount * (1 - factor))
            else:
                if bet.factor is None or bet.factor >= 1:
                    raise Gap('factor_unknown')
                if factor >= F('0.025'):
                    amount = six(amount * max(1 - bet.factor - factor, F(0)) / (1 - bet.factor))
    stake = amount / (price - 1) if bet.liability else amount
    staked = six(stake * (after - 1))
    if void:
        return staked, staked, staked, six(after), True
    return staked, F(0), six(stake * after * (1 - share)), six(after), False


def pool_places(race):
    """Places of the country's pools; None where the terms are not known, as in Great Britain."""
    n = race.interests
    if race.country in ('HK', 'HKG'):
        return 3 if n >= 7 else 2 if n >= 4 else None
    if race.country in ('AU', 'AUS', 'VIC', 'NSW', 'QLD', 'TAS', 'ACT', 'NT'):
        return 3 if n >= 8 else 2 if n >= 5 else None
    return None


def entry_of(runner, race):
    """The runners that a pool's bet is on: all of the betting interest that were not withdrawn or void."""
    interest = runner.get('betting_interest', '')
    entry = [r for r in race.runners if interest not in ('', '0') and r['betting_interest'] == interest and r['outcome'] not in ('non_runner', 'void')]
    return entry or [runner]


def tote(bet, entry, race):
    returned = F(0)
    runner = min(entry, key=lambda r: int(r['position']) if r['position'] and r['outcome'] == 'finished' else 10**6)
    own = int(runner['position']) if runner['position'] and runner['outcome'] == 'finished' else None
    if bet.kind != 'place':
        declared = [r['tote'] for r in entry if r['tote']]
        if declared:
            returned += six(bet.stake * F(declared[0]))
        elif not race.has_tote or own == 1:
            raise Gap('dividend_unknown')
    if bet.kind != 'win':
        dividend = next((race.places[r['number']] for r in entry if r['number'] in race.places), None)
        if dividend is None:
            if not any(r['number'] in race.places for r in race.runners):
                raise Gap('dividend_unknown')
            if own is not None or runner['outcome'] == 'lost':
                places = bet.places if bet.places is not None else pool_places(race)
                if places is None:
                    raise Gap('places_unknown')
                if race.share(runner, places):
                    raise Gap('dividend_unknown')
            dividend = 0
        returned += six(bet.stake * F(dividend))
    return bet.total, F(0), returned, None, False


def settle(bet, runner, race):
    """Staked, refunded, returned, odds used, whether void; the same whichever runners without a result started."""
    found = []
    for starters in range(len(race.open) + 1):
        try:
            found.append(settle_assuming(bet, runner, race.assuming(starters)))
        except Gap as gap:
            found.append(gap)
    if any(isinstance(other, Gap) != isinstance(found[0], Gap) for other in found):
        raise Gap('result_unknown')
    if isinstance(found[0], Gap):
        raise found[0]
    if any((other[:3], other[4]) != (found[0][:3], found[0][4]) for other in found):
        raise Gap('result_unknown')
    return found[0]


def settle_assuming(bet, runner, race):
    kinds, bases = OFFERED[bet.book]
    if bet.kind not in kinds or bet.basis not in bases or (bet.basis == 'sp' and bet.kind == 'place') or (
            bet.basis == 'bsp' and bet.kind == 'each_way'):
        raise Gap('not_offered')
    entry = entry_of(runner, race) if bet.book == 'tote' else [runner]
    if any(r['outcome'] == 'unresolved' and not (bet.place_only and bet.basis != 'tote' and r.get('place_won', '')) for r in entry):
        raise Gap('result_unknown')
    is_gone = all(r['outcome'] in ('non_runner', 'void') for r in entry)
    walkover = race.is_walkover()
    if walkover and not is_gone and bet.book in ('au', 'za'):
        raise Gap('walkover_unknown')
    if is_gone or walkover:
        staked = bet.total
        if bet.lay and not bet.liability:
            staked = six(bet.stake * (bet.taken - 1)) if bet.taken else F(0)
        return staked, staked, staked, None, True
    if bet.basis == 'tote':
        return tote(bet, entry, race)
    return lay(bet, runner, race) if bet.lay else back(bet, runner, race)


# ---------------------------------------------------------------------------------------------------------------------------------
# Lines and totals


class Line:
    def __init__(self, index, bet, races):
        self.index, self.bet = index, bet
        self.race = self.runner = self.reason = self.used = None
        self.commission = F(0)
        try:
            self.race = find_race(bet.row, races)
            self.runner = find_runner(bet.row, self.race)
            self.staked, self.refunded, self.returned, self.used, self.void = settle(bet, self.runner, self.race)
        except Gap as gap:
            self.reason = gap.args[0]
        self.settled = self.reason is None
        self.state = 'unsettled' if not self.settled else 'void' if self.void else 'settled'
        self.profit = self.returned - self.staked if self.settled else None

    def closing(self, column):
        if not self.settled or self.void or self.bet.basis != 'taken' or self.used is None or not self.runner[column]:
            return None
        closing = F(self.runner[column])
        above, below = (closing, self.used) if self.bet.lay else (self.used, closing)
        return six(above / below) - 1 if below > 0 else None

    def cells(self):
        clv = (None if self.bet.place_only else self.closing('sp'), self.closing('place_bsp' if self.bet.place_only else 'bsp')) \
            if self.runner else (None, None)
        if not self.settled:
            return {'state': self.state, 'reason': self.reason, **dict.fromkeys(AMOUNTS, ''), 'clv_sp': '', 'clv_bsp': ''}
        values = (self.staked, self.refunded, self.returned, self.profit, self.commission, self.profit - self.commission, self.used)
        return {'state': self.state, 'reason': '', **{name: digits(value) for name, value in zip(AMOUNTS, values)},
                'clv_sp': digits(clv[0]), 'clv_bsp': digits(clv[1])}


AMOUNTS = ('staked', 'refunded', 'returned', 'profit', 'commission', 'net', 'settled_price')


def take_commission(lines):
    markets = {}
    for line in lines:
        if line.settled and line.bet.book == 'exchange':
            kind = 'each_way' if line.bet.kind == 'each_way' else 'place' if line.bet.place_only else 'win'
            rate = F(line.bet.row['commission'] or '0.05')
            markets.setdefault((line.race.key, kind, rate), []).append(line)
    for (_, _, rate), bets in markets.items():
        commission = six(max(sum(bet.profit for bet in bets), F(0)) * rate)
        winners = [bet for bet in bets if bet.profit > 0]
        won, upto, taken = sum(bet.profit for bet in winners), F(0), F(0)
        for bet in winners if commission else []:
            upto += bet.profit
            share = six(commission * upto / won)
            bet.commission, taken = share - taken, share


def figures(lines):
    """The columns behind the keys, of lines in the order of time."""
    done = [line for line in lines if line.state == 'settled']
    net = peak = fall = lowest = F(0)
    run = longest = 0
    for line in done:
        net += line.profit - line.commission
        peak = max(peak, net)
        fall = max(fall, peak - net)
        lowest = min(lowest, net)
        run = 0 if line.profit > 0 else run + 1
        longest = max(longest, run)
    staked = sum((line.staked - line.refunded for line in done), F(0))
    returned = sum((line.returned - line.refunded for line in done), F(0))
    commission = sum((line.commission for line in done), F(0))
    values = [str(len(lines)), str(len(done)), str(sum(line.state == 'void' for line in lines)),
              str(sum(line.state == 'unsettled' for line in lines)), str(sum(line.profit > 0 for line in done)), digits(staked), digits(returned),
              digits(returned - staked), digits(commission), digits(net), digits(net / staked if staked else None), digits(fall), str(longest)]
    for column in ('clv_sp', 'clv_bsp'):
        clv = [F(line.cells()[column]) for line in done if line.cells()[column]]
        values += [str(len(clv)), digits(sum(clv) / len(clv) if clv else None)]
    return values + [digits(lowest)]


def in_time(line):
    race = line.race
    return (line.bet.row['day'], (race.off.timestamp() if race and race.off else float('-inf')),
            race.number if race and race.number is not None else -1, race.key.encode() if race else b'', line.index)


KEYS = {
    'kind': lambda line: line.bet.kind, 'rule_book': lambda line: line.bet.book, 'price': lambda line: line.bet.basis,
    'state': lambda line: line.state, 'month': lambda line: line.bet.row['day'][:7], 'tag': lambda line: guarded(line.bet.row['tag']),
    'jockey': lambda line: guarded(line.runner['jockey']) if line.runner else '',
    'country': lambda line: line.race.country if line.race else '',
}


def guarded(text):
    return "'" + text if text.startswith(('=', '+', '-', '@')) else text


# ---------------------------------------------------------------------------------------------------------------------------------
# Comparison


def table(path):
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file))


def differences(lines, folder):
    found = table(folder + '/settled.csv')
    if len(found) != len(lines):
        yield 'settled.csv', f'{len(found)} rows; expected {len(lines)}'
    for line, row in zip(lines, found):
        for name, value in line.cells().items():
            if row[name] != value:
                yield 'settled.csv', f'line {row["line"]}, {name}: found {row[name]!r}; expected {value!r} ({line.bet.row})'
    ordered = sorted(lines, key=in_time)
    for path in sorted(glob.glob(folder + '/totals-*.csv')):
        names = re.search(r'totals-(.*)\.csv', path)[1].split('-')
        groups = {}
        for line in ordered:
            groups.setdefault(tuple(KEYS[name](line) or '' for name in names), []).append(line)
        rows = [list(row.values()) for row in table(path)]
        expected = sorted(([*keys, *figures(group)] for keys, group in groups.items()),
                          key=lambda row: (-int(row[len(names)]), [key.encode() for key in row[:len(names)]]))
        if rows != expected:
            at = next((i for i, (a, b) in enumerate(zip(rows, expected)) if a != b), min(len(rows), len(expected)))
            yield path, f'row {at + 1}: found {rows[at:at + 1]}; expected {expected[at:at + 1]}'
    with open(folder + '/summary.json', encoding='utf-8') as file:
        summary = json.load(file, parse_float=str, parse_int=str)
    for (name, value), own in zip(list(summary.items()), figures(ordered)):
        if value != own:
            yield 'summary.json', f'{name}: found {value}; expected {own}'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ('runners', 'dividends', 'bets'):
        parser.add_argument('--' + name, required=True)
    parser.add_argument('--withdrawn')
    parser.add_argument('folder', metavar='DIR')
    options = parser.parse_args()
    rows = {}
    for row in table(options.runners):
        rows.setdefault(row['race_id'], []).append(row)
    races = {key: Race(group) for key, group in rows.items()}
    by_day = {}
    for race in races.values():
        by_day.setdefault(race.day, []).append(race)
    for row in table(options.dividends):
        if row['pool'] == 'place':
            races[row['race_id']].places[row['combination']] = row['dividend']
    for row in table(options.withdrawn) if options.withdrawn else []:
        race = races[row['race_id']]
        race.gone.append(row)
        race.unknown = [name for name in race.unknown if fold(name) != fold(row['selection'])]
    lines = [Line(index, Bet(row), by_day) for index, row in enumerate(table(options.bets))]
    take_commission(lines)
    found = list(differences(lines, options.folder))
    for path, difference in found[:SHOWN]:
        print(f'{path}: {difference}')
    states = {state: sum(line.state == state for line in lines) for state in ('settled', 'void', 'unsettled')}
    reasons = sorted({line.reason for line in lines if line.reason})
    print(f'{len(found)} differences' if found else f'{len(lines)} bets equal: {states}, reasons {", ".join(reasons)}')
    sys.exit(1 if found else 0)


if __name__ == '__main__':
    main()
