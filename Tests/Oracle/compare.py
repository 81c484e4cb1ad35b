#!/usr/bin/env python3
"""compare.py A_DIR B_DIR [--ignore NAME,...] - are two directories of reports the same?

Compares every .csv and .json found in either directory with the file of the same name in the other. Texts must be equal, digit by
digit; only the columns *_low and *_high, luck_sd, z, p and q may differ by 1 in the last digit. JSON is compared parsed, its numbers as they are written
(0.5 is not 0.50); in summary.json members are compared one by one, without those of --ignore (sources,engine_version) and with
numbers by value. Prints the first 20 differences - file, row key, column, both values - and their count; exit status 1 if there
is any.
"""
import argparse
import csv
import json
import os
import sys
from decimal import Decimal

SHOWN = 20
ABSENT = '(absent)'
KEY_END = 'window'
ROUNDED = {'luck_sd', 'z', 'p', 'q'}


class Number(str):
    """A JSON number, as written."""

    def __repr__(self):
        return str(self)


def load_csv(path):
    """Header and rows of a CSV file."""
    with open(path, encoding='utf-8', newline='') as file:
        rows = list(csv.reader(file, strict=True))
    return (rows[0], rows[1:]) if rows else ([], [])


def load_json(path):
    with open(path, encoding='utf-8') as file:
        return json.load(file, parse_float=Number, parse_int=Number)


def close(a, b):
    """Two decimals with the same number of places that differ by at most 1 in the last one."""
    try:
        a, b = Decimal(a), Decimal(b)
    except (ArithmeticError, TypeError, ValueError):
        return False
    if not (a.is_finite() and b.is_finite()) or a.as_tuple().exponent != b.as_tuple().exponent:
        return False
    return abs(a - b) <= Decimal((0, (1,), a.as_tuple().exponent))


def same(column, a, b):
    if type(a) is type(b) and a == b:
        return True
    return type(a) is type(b) and (column.endswith(('_low', '_high')) or column in ROUNDED) and close(a, b)


def keyed(header, rows):
    """Rows by key: the columns up to and with `window`, else the row number."""
    size = header.index(KEY_END) + 1 if KEY_END in header else 0
    table = {}
    for number, row in enumerate(rows, 1):
        key = '/'.join(map(str, row[:size])) or f'row {number}'
        while key in table:
            key += ' (again)'
        table[key] = row
    return table


def table_differences(a, b):
    """Differences (row key, column, a, b) of two (header, rows)."""
    (header, rows_a), (header_b, rows_b) = a, b
    if header != header_b:
        yield 'header', '', ','.join(header), ','.join(header_b)
        return
    by_key_a, by_key_b = keyed(header, rows_a), keyed(header, rows_b)
    for key, row in by_key_a.items():
        if key not in by_key_b:
            yield key, '', 'row', ABSENT
        elif len(row) != len(by_key_b[key]):
            yield key, '', f'{len(row)} fields', f'{len(by_key_b[key])} fields'
        else:
            for column, x, y in zip(header, row, by_key_b[key]):
                if not same(column, x, y):
                    yield key, column, x, y
    for key in by_key_b:
        if key not in by_key_a:
            yield key, '', ABSENT, 'row'
    if by_key_a.keys() == by_key_b.keys():
        for number, (x, y) in enumerate(zip(by_key_a, by_key_b), 1):
            if x != y:
                yield f'row {number}', '(order of rows)', x, y
                return


def json_table(objects):
    """Header and rows of an array of objects; None if the objects do not share their members and order."""
    if not isinstance(objects, list) or not all(isinstance(item, dict) for item in objects):
        return None
    header = list(objects[0]) if objects else []
    if any(list(item) != header for item in objects):
        return None
    return header, [list(item.values()) for item in objects]


def value_differences(path, a, b):
    """Differences of two parsed values, numbers by value."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in list(a) + [key for key in b if key not in a]:
            yield from value_differences(path + [key], a.get(key, ABSENT), b.get(key, ABSENT))
    elif isinstance(a, Number) and isinstance(b, Number):
        if Decimal(a) != Decimal(b):
            yield '.'.join(path), '', a, b
    elif type(a) is not type(b) or a != b:
        yield '.'.join(path), '', a, b


def json_differences(name, a, b, ignored):
    if name == 'summary.json' and isinstance(a, dict) and isinstance(b, dict):
        a, b = ({key: value for key, value in item.items() if key not in ignored} for item in (a, b))
        return value_differences([], a, b)
    tables = json_table(a), json_table(b)
    if None in tables:
        return value_differences([], a, b)
    return table_differences(*tables)


def file_differences(name, paths, ignored):
    if name.endswith('.csv'):
        return table_differences(*map(load_csv, paths))
    return json_differences(name, *map(load_json, paths), ignored)


def differences(a, b, ignored):
    """All differences (file, row key, column, a, b) of two directories."""
    listings = [{name for name in os.listdir(path) if name.endswith(('.csv', '.json'))} for path in (a, b)]
    for name in sorted(listings[0] | listings[1]):
        if name in listings[0] & listings[1]:
            try:
                for difference in file_differences(name, (os.path.join(a, name), os.path.join(b, name)), ignored):
                    yield (name, *difference)
            except (ValueError, csv.Error) as error:
                yield name, 'unreadable', '', str(error), ''
        else:
            yield (name, '', '', *('file' if name in listing else ABSENT for listing in listings))
    if not listings[0] | listings[1]:
        yield '', '', '', 'nothing to compare', 'nothing to compare'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('a', metavar='A_DIR')
    parser.add_argument('b', metavar='B_DIR')
    parser.add_argument('--ignore', default='sources,engine_version', help='members of summary.json to leave out')
    options = parser.parse_args()
    count = 0
    for name, key, column, x, y in differences(options.a, options.b, set(options.ignore.split(','))):
        count += 1
        if count <= SHOWN:
            print(f'{name}: {key}: {column}: {x!r} {y!r}')
    print(f'{count} differences' if count else 'equal')
    sys.exit(1 if count else 0)


if __name__ == '__main__':
    main()
