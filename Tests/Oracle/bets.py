#!/usr/bin/env python3
"""bets.py - a store's files and ten thousand bets of all kinds on its races, from a seed.

    python3 bets.py --bets 10000 --seed 1 runners.csv DIR

Reads runners (layout railbird, as `railbird generate` writes them) and writes into DIR
    runners.csv     the same runners with dead heats, more non-runners, walkovers, coupled entries and place_bsp
    dividends.csv   place dividends of two races in three
    bets.csv        bets of all kinds, rule books and prices, misspelt, impossible and unknown ones among them
    withdrawn.csv   when most non-runners were withdrawn, and what is deducted for them
With --exchange the runners of two races in three are known from an exchange alone: who won, and mostly who was placed.
"""
import argparse
import csv
import random
from datetime import datetime, timedelta

KINDS = ('win', 'place', 'each_way', 'lay', 'place_lay')
BOOKS = ('gb', 'ie', 'au', 'za', 'exchange', 'exchange', 'tote')
FRACTIONS = ('2/17', '1/8', '1/5', '2/7', '1/3', '2/5', '4/9', '4/7', '8/13', '4/6', '4/5', '5/6', '10/11', 'evens', '6/4', '7/4', '15/8', '2/1',
             '100/30', '9/2', '13/2', '10/1', '12/1', '14/1', '16/1', '33/1', '66/1')
DECIMALS = ('1.01', '1.12', '1.4', '1.67', '1.9', '2.26', '3.05', '4.4', '8.6', '13', '34', '120', '1.333', '1.6667', '4.333333')


def price(draw):
    return draw.choice(FRACTIONS if draw.random() < 0.5 else DECIMALS)


def spoil(runners, draw):
    """Dead heats, further non-runners, walkovers and place prices in a race."""
    finished = sorted((r for r in runners if r['position']), key=lambda r: int(r['position']))
    if len(finished) > 4 and draw.random() < 0.3:
        last = finished.pop()
        last['position'], last['outcome'] = '', 'non_runner'
    if len(finished) > 3 and draw.random() < 0.25:
        first = draw.choice((0, 0, 1, 2, len(finished) - 2))
        tied = finished[first:first + draw.choice((2, 2, 3))]
        for runner in tied:
            runner['position'] = tied[0]['position']
        if first == 0 and tied[0]['tote']:
            for runner in tied[1:]:
                runner['tote'] = f'{draw.randint(15, 400) / 10:g}' if draw.random() < 0.7 else ''
    if draw.random() < 0.03:
        for runner in runners:
            if not runner['position'] or int(runner['position']) > 1:
                runner['position'], runner['outcome'] = '', 'non_runner'
    for runner in runners:
        if runner['sp'] and draw.random() < 0.3:
            # As a result that prints 10/3 is stored.
            runner['sp'] = f'{1 + draw.choice((1, 2, 4, 10, 100)) / draw.choice((3, 7, 9, 11, 13, 30)):.6f}'
        bsp = runner['bsp']
        runner['place_bsp'] = f'{1 + (float(bsp) - 1) / draw.choice((3, 4, 5)) + 0.02:.2f}' if bsp and draw.random() < 0.9 else ''


def place_dividends(runners, draw):
    paid = [r for r in runners if r['position'] and int(r['position']) <= 3 and r['number']]
    for runner in paid:
        if draw.random() < 0.95:
            yield {'race_id': runner['race_id'], 'date': runner['date'], 'pool': 'place', 'combination': runner['number'],
                   'dividend': f'{draw.randint(101, 900) / 100:.2f}'}


def as_exchange(race, draw):
    """What an exchange says of a race: no position but the winner's, and the results of the place market."""
    places, way = draw.choice((2, 3, 3, 3, 4)), draw.random()
    stated = str(places) if draw.random() < 0.7 else ''
    for runner in race:
        runner['place_won'], runner['place_winners'] = '', stated
        if runner['outcome'] == 'non_runner':
            continue
        if draw.random() < 0.97 and way < 0.85:
            is_paid = runner['outcome'] == 'finished' and int(runner['position']) <= places
            runner['place_won'] = 'true' if is_paid else 'false'
        if way > 0.3 and runner['position'] != '1':
            runner['outcome'], runner['position'] = 'lost', ''
        elif draw.random() < 0.04:
            # Neither a position nor a known end, or declared void.
            runner['outcome'], runner['position'] = draw.choice(('unresolved', 'unresolved', 'void')), ''
    started = [runner for runner in race if runner['outcome'] in ('finished', 'lost')]
    if started and draw.random() < 0.1:
        # A result that contradicts the positions, or one of a tie.
        runner = draw.choice(started)
        runner['place_won'] = {'true': 'false', 'false': 'true'}.get(runner['place_won'], '')
    if draw.random() < 0.05:
        # The place market alone is known.
        for runner in started:
            runner['outcome'], runner['position'] = 'unresolved', ''


def off_of(race):
    return datetime.fromisoformat(race[0]['off_time'].replace('Z', '+00:00')) if race[0]['off_time'] else None


def named(row, race, draw):
    """The race by its key, its number or its off time, which may be some minutes off or in another form."""
    off, course = off_of(race), race[0]['course']
    way = draw.random()
    row.update(day=race[0]['date'], course=draw.choice((course, course.upper(), course + ' (AW)')))
    if way < 0.15 or not course:
        row.update(race_id=race[0]['race_id'], course='')
    elif way < 0.4 and race[0]['race_no'] or not off:
        row.update(race=race[0]['race_no'])
    else:
        off += timedelta(minutes=draw.choice((0, 0, 0, 2, -4)))
        row.update(off=off.strftime('%H:%M') if draw.random() < 0.5 else off.strftime('%Y-%m-%dT%H:%M:%S+00:00'))


def selected(row, runner, draw):
    if draw.random() < 0.15 and runner['number']:
        row.update(number=runner['number'])
    else:
        row.update(selection=draw.choice((runner['horse'], runner['horse'].upper(), runner['horse'] + ' (IRE)')))


def bet(race, draw):
    row = dict.fromkeys(BET_COLUMNS, '')
    named(row, race, draw)
    # Winners and placed runners are bet on more often, so that much is paid.
    ranked = sorted(race, key=lambda r: int(r['position'] or 99))
    runner = ranked[min(int(draw.expovariate(0.5)), len(ranked) - 1)] if draw.random() < 0.7 else draw.choice(race)
    selected(row, runner, draw)
    row['kind'], row['rule_book'] = draw.choice(KINDS), draw.choice(BOOKS)
    if row['rule_book'] != 'exchange' and row['kind'] in ('lay', 'place_lay') and draw.random() < 0.9:
        row['kind'] = draw.choice(('win', 'place', 'each_way'))
    roll = draw.random()
    row['price'] = 'tote' if row['rule_book'] == 'tote' and roll < 0.95 else price(draw) if roll < 0.7 else draw.choice(('sp', 'bsp'))
    suited = 'bsp' if row['rule_book'] == 'exchange' and row['kind'] != 'each_way' else 'sp'
    if row['price'] in ('sp', 'bsp') and draw.random() < 0.9:
        row['price'] = suited if row['kind'] in ('win', 'each_way') or suited == 'bsp' else price(draw)
    if row['kind'] == 'each_way' and row['rule_book'] == 'exchange' and row['price'] == 'sp' and draw.random() < 0.9:
        row['price'] = price(draw)
    row['stake'] = f'{draw.choice((1, 2, 5, 7.5, 10, 12.34, 33.333333, 250)):g}' if draw.random() < 0.9 else f'{draw.randint(1, 10**8) / 10**6:.6f}'
    if row['kind'] in ('lay', 'place_lay') and draw.random() < 0.5:
        row['liability'], row['stake'] = row['stake'], ''
        if draw.random() < 0.7:
            row['factor'] = f'{draw.randint(0, 600) / 10:g}'
    if row['rule_book'] == 'exchange' and draw.random() < 0.92:
        row['places'] = str(draw.choice((2, 3, 3, 3, 4)))
        if row['kind'] == 'each_way' and draw.random() < 0.9:
            row['fraction'] = draw.choice(('1/4', '1/5'))
        if draw.random() < 0.2:
            row['commission'] = draw.choice(('0.02', '0.08'))
    elif row['rule_book'] == 'tote':
        row['places'] = draw.choice(('', '2', '3', '3'))
    elif draw.random() < 0.1:
        row['places'], row['fraction'] = '4', '1/5'
    if row['kind'] == 'each_way' and row['rule_book'] in ('au', 'za') and draw.random() < 0.9:
        row['place_price'] = price(draw)
    if draw.random() < 0.93:
        start = off_of(race) or datetime.fromisoformat(race[0]['date'] + 'T12:00:00+00:00')
        row['placed'] = (start - timedelta(minutes=draw.randint(1, 600))).strftime('%Y-%m-%dT%H:%M:%SZ')
    row['tag'] = draw.choice(('a', 'b', '=c', ''))
    if draw.random() < 0.01:
        row['selection'], row['number'] = 'Nobody at All', ''
    if draw.random() < 0.01:
        row['course'], row['race_id'] = ('Nowhere', '') if row['course'] else ('', 'none')
    return row


def withdrawn(race, draw):
    gone = [r for r in race if r['outcome'] == 'non_runner']
    if not gone or draw.random() < 0.15:
        return
    start = off_of(race) or datetime.fromisoformat(race[0]['date'] + 'T12:00:00+00:00')
    names = [r['horse'] for r in gone] + (['Stranger'] if draw.random() < 0.3 else [])
    for name in names:
        row = dict.fromkeys(WITHDRAWN_COLUMNS, '')
        row.update(day=race[0]['date'], race_id=race[0]['race_id'], selection=name,
                   at=(start - timedelta(minutes=draw.randint(0, 300))).strftime('%Y-%m-%dT%H:%M:%SZ'))
        told = {'price': price(draw), 'deduction': f'{draw.randint(0, 45)}', 'place_deduction': f'{draw.randint(0, 200) / 10:g}',
                'reduction': f'{draw.randint(0, 500) / 10:g}', 'place_reduction': f'{draw.randint(0, 300) / 10:g}'}
        row.update({key: value for key, value in told.items() if draw.random() < 0.95})
        yield row


BET_COLUMNS = ('day', 'course', 'off', 'race', 'race_id', 'selection', 'number', 'kind', 'stake', 'liability', 'price', 'place_price',
               'rule_book', 'placed', 'places', 'fraction', 'factor', 'commission', 'tag')
WITHDRAWN_COLUMNS = ('day', 'race_id', 'selection', 'at', 'price', 'deduction', 'place_deduction', 'reduction', 'place_reduction')


def write(path, columns, rows):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        writer = csv.DictWriter(file, columns, lineterminator='\n')
        writer.writeheader()
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('runners')
    parser.add_argument('out', metavar='DIR')
    parser.add_argument('--bets', type=int, default=10_000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--exchange', action='store_true')
    options = parser.parse_args()
    draw = random.Random(options.seed)
    with open(options.runners, encoding='utf-8', newline='') as file:
        rows = list(csv.DictReader(file))
    races = {}
    for row in rows:
        races.setdefault(row['race_id'], []).append(row)
    for race in races.values():
        spoil(race, draw)
    # The numbers 1 and 2 of every fifth race are coupled.
    for index, race in enumerate(races.values()):
        for runner in race:
            runner['betting_interest'] = '1' if index % 5 == 0 and runner['number'] == '2' else runner['number']
    write(options.out + '/runners.csv', list(rows[0]), rows)
    paid = [race for race in races.values() if draw.random() < 0.66]
    write(options.out + '/dividends.csv', ('race_id', 'date', 'pool', 'combination', 'dividend'),
          [row for race in paid for row in place_dividends(race, draw)])
    write(options.out + '/withdrawn.csv', WITHDRAWN_COLUMNS, [row for race in races.values() for row in withdrawn(race, draw)])
    # Half of the bets fall on few races, so that markets have several.
    few = draw.sample(list(races.values()), max(1, len(races) // 20))
    write(options.out + '/bets.csv', BET_COLUMNS,
          [bet(draw.choice(few if draw.random() < 0.5 else list(races.values())), draw) for _ in range(options.bets)])
    if options.exchange:
        for race in races.values():
            as_exchange(race, draw)
        write(options.out + '/runners.csv', list(rows[0]), rows)


if __name__ == '__main__':
    main()
