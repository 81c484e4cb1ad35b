#!/usr/bin/env python3
"""questions.py - the questions of docs/questions.md, asked of `railbird` and of DuckDB over the export of the same store.

    python3 questions.py --railbird PROGRAM [--store sample,exchange,hong-kong] [--datasets DIR] [--only WORDS]

The commands are the page's, the SQL is questions.sql: under the title of each question. Every cell that a command writes is compared,
in the order of the rows. Lines between title and SQL say what differs:

    -- exchange refuses: WORDS             the command must fail there, with a message that has these words
    -- exchange: "draw" -> "number"        other words there, in the command and in the SQL
    -- hong-kong asks: COMMAND             another command there
    -- sample has no row: WHY              the answer must be empty there
    -- leaves: z, p                        columns of luck, which sums alone do not give; oracle.py has them

The exchange's store is made of the sample's races in the form of an exchange's daily files. Its market is `bsp`: there `sp` and `sp_roi`
become `bsp` and `bsp_roi` in both. Hong Kong's results are read from DIR; without them that store is skipped. Needs duckdb.
"""
import argparse
import csv
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import duckdb
import oracle

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
STORES = ('sample', 'exchange', 'hong-kong')
# Where each command leaves its answer, and the options that make it write one.
ANSWERS = {
    'report': ([], '*.csv'), 'search': ([], 'search.csv'), 'calibration': ([], 'total.csv'),
    'card': (['--windows', '365d', '--format', 'csv', '--out', 'out'], 'card-*.csv'),
    'qualifiers': (['--format', 'csv', '--out', 'out'], 'qualifiers.csv'), 'compare': (['--csv'], None), 'show': (['--json'], None)}


# ---------------------------------------------------------------------------------------------------------------------------------
# Stores


def sample_files():
    return [f'{ROOT}/Datasets/sample/runners.csv']


def exchange_files(folder):
    """Writes the sample's races as an exchange's daily files of starting prices, to win and for a place."""
    with open(sample_files()[0], encoding='utf-8', newline='') as file:
        rows = list(csv.DictReader(file))
    starters = {}
    for row in rows:
        starters[row['race_id']] = starters.get(row['race_id'], 0) + (row['outcome'] != 'non_runner')
    paths = [f'{folder}/dwbfpricesuk{market}01012025.csv' for market in ('win', 'place')]
    for path in paths:
        with open(path, 'w', encoding='utf-8', newline='') as file:
            out = csv.writer(file)
            out.writerow('EVENT_ID,MENU_HINT,EVENT_NAME,EVENT_DT,SELECTION_ID,SELECTION_NAME,WIN_LOSE,BSP'.split(','))
            for row in rows:
                is_handicap = row['handicap'] == 'true'
                places, name = 1, f'R{row["race_no"]} {row["distance_m"]}m {"Hcap" if is_handicap else "Stks"}'
                odds = float(row['bsp'] or 0)
                if path is paths[1]:
                    places, name = oracle.paid_places(row['country'], starters[row['race_id']], is_handicap), 'To Be Placed'
                    odds = odds and round(1 + (odds - 1) / 4, 2)
                    if places < 2:
                        continue
                off = datetime.fromisoformat(row['off_time'].replace('Z', '+00:00')).astimezone(ZoneInfo('Europe/London'))
                country = {'IE': 'IRE'}.get(row['country'], row['country'])
                out.writerow([
                    row['race_id'], f'{row["course"]} ({country}) {off.day}th {off:%b}', name, f'{off:%d-%m-%Y %H:%M}', 0,
                    f'{row["number"]}. {row["horse"]}', int(int(row['position'] or 99) <= places), odds])
    return paths


def make_store(name, program, folder, datasets):
    """Imports a store, exports it, and opens DuckDB on the export."""
    files, mapping = {
        'sample': lambda: (sample_files(), 'railbird'), 'exchange': lambda: (exchange_files(folder), 'betfair'),
        'hong-kong': lambda: ([f'{datasets}/hkjc-2016-2026/{table}.csv.zst' for table in ('results', 'dividends')], 'hkjc'),
    }[name]()
    run(folder, program, 'import', '--store', 'S', '--no-archive', '--format', mapping, *files)
    for table in ('runners', 'dividends'):
        run(folder, program, 'export', '--store', 'S', '--to', 'parquet', '--table', table, '--out', 'parquet')
    base = duckdb.connect()
    base.execute("set enable_progress_bar = false; set TimeZone = 'UTC'")
    base.create_function('wilson', oracle.wilson, ['HUGEINT', 'BIGINT'], 'DOUBLE[]')
    base.create_function('probabilities', oracle.probabilities, ['BIGINT[]', 'VARCHAR'], 'BIGINT[]')
    base.create_function('roi_interval', roi_interval, ['VARCHAR', 'BIGINT[]', 'HUGEINT[]', 'BIGINT[]', 'BIGINT'], 'DOUBLE[]', null_handling='special')
    base.execute(f"""
        create table runners as select * exclude file_row_number, {market(name)} as odds, file_row_number as place
        from read_parquet('{folder}/parquet/runners.parquet', file_row_number = true);
        create table dividends as from read_parquet('{folder}/parquet/dividends.parquet')""")
    base.execute("set variable as_of = (select max(date) + 1 from runners)")
    base.execute(at_market(name, script('facts.sql')))
    base.execute('drop view counted; drop view ranked; drop view marked; drop view days_of_horses')
    base.execute(script('money.sql'))
    base.execute(script('figures.sql'))
    return base


def market(store):
    return 'bsp' if store == 'exchange' else 'sp'


def at_market(store, text):
    """Puts the store's market in place of `sp`, but for `"sp"` itself."""
    return re.sub(r'"sp"|(?<!\w)sp(?![^\W_])', lambda word: word[0] if '"' in word[0] else market(store), text)


def script(name):
    with open(f'{HERE}/{name}', encoding='utf-8') as file:
        return file.read()


def run(folder, *words, accepts=False):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode and not accepts:
        raise Failure(f'{shlex.join(words[1:])}: {done.stderr.strip()}')
    return done


class Failure(Exception):
    """A difference, or a command that failed."""


def roi_interval(basis, bets, returned, odds, commission):
    """The ends of the interval of a row's return, by oracle.py: `bets` and `returned` are those of each race."""
    if not bets:
        return None
    column = 'sp' if basis == 'tote' else basis
    runs = [SimpleNamespace(**{column: price, f'{column}_returned': 0}) for price in odds or []]
    return oracle.roi_interval(runs, basis, list(zip(bets, map(int, returned))), Fraction(commission, 100))


# ---------------------------------------------------------------------------------------------------------------------------------
# Questions


def page_commands():
    """The command of each question of the page."""
    with open(f'{ROOT}/docs/questions.md', encoding='utf-8') as file:
        section = file.read().split('\n## ')[1]
    parts = [part.partition('?**') for part in section.split('\n**')[1:]]
    commands = [re.search(r'\n    (railbird (?:.*\\\n)*.*)', text)[1] for _, _, text in parts]
    return {title + '?': re.sub(r'\\\n\s*', '', command) for (title, _, _), command in zip(parts, commands)}


class Question:
    """A part of questions.sql."""

    def __init__(self, part):
        self.title, *lines = part.split('\n')
        self.sql = '\n'.join(line for line in lines if not line.startswith('-- '))
        self.notes = [line[3:].partition(': ') for line in lines if line.startswith('-- ')]

    def note(self, name):
        return ' '.join(text for own, _, text in self.notes if own == name) or None

    def for_store(self, store, text):
        for words, others in re.findall('"(.*?)" -> "(.*?)"', self.note(store) or ''):
            text = text.replace(words, others)
        return at_market(store, text)


def ask(question, command, store, program, folder, base):
    """Holds a command's answer against DuckDB's; the number of equal cells, or the message of a refusal."""
    refusal = question.note(f'{store} refuses')
    own = question.note(f'{store} asks')
    asked = own or (command if refusal else question.for_store(store, command))
    words = shlex.split(asked.replace('Examples/', f'{ROOT}/Examples/'))[1:]
    options, file = ANSWERS[words[0]]
    words += options if '--out' in options or '--out' not in words else []
    shutil.rmtree(f'{folder}/out', ignore_errors=True)
    if refusal:
        done = run(folder, program, *words, accepts=True)
        if done.returncode == 0 or refusal not in done.stderr:
            raise Failure(f'{asked}\n  exit code {done.returncode}: {done.stderr.strip()}\n  expected: {refusal}')
        return f'refused: {done.stderr.strip()}'
    with base.cursor() as cursor:
        cursor.execute(f"set variable days = null; set variable commission = 5; set variable market = '{market(store)}'")
        cursor.execute("set variable as_of = (select max(date) + 1 from runners)")
        answer = cursor.execute(question.for_store(store, question.sql))
        names, expected = [column[0] for column in answer.description], answer.fetchall()
    done = run(folder, program, *words)
    header, found = read(done.stdout, file and glob.glob(f'{folder}/out/{file}'))
    reason = question.note(f'{store} has no row')
    if not expected or reason:
        if expected or found or not reason or not re.search('no row of .* meets ', done.stderr):
            raise Failure(f'{asked}\n  found {len(found)} rows, in DuckDB {len(expected)}: {done.stderr.strip()}')
        return f'no row: {reason}'
    if names[0] == 'keys':
        count = len(expected[0][0])
        names, expected = header[:count] + names[1:], [(*row[0], *row[1:]) for row in expected]
    left = re.findall(r'\w+', question.note('leaves') or '')
    missing = set(header) - set(names) - set(left)
    if missing:
        raise Failure(f'{asked}\n  no SQL of {", ".join(sorted(missing))}')
    kept = [column for column in header if column in names]
    expected = [[text(row[names.index(column)]) for column in kept] for row in expected]
    found = [[row[header.index(column)] for column in kept] for row in found]
    differences = [
        f'row {index + 1} {column}: found {own}; expected {other}'
        for index, (row, others) in enumerate(zip(found, expected)) for column, own, other in zip(kept, row, others) if own != other]
    if len(found) != len(expected):
        differences.insert(0, f'found {len(found)} rows; expected {len(expected)}')
    if differences:
        raise Failure('\n  '.join([asked, *differences[:8], f'{len(differences)} differences, {len(found)} rows']))
    return f'{len(found)} rows, {len(found) * len(kept)} cells'


def read(printed, files):
    """The header and the rows, as texts, of a CSV file, or of what a command has printed."""
    if files:
        with open(files[0], encoding='utf-8', newline='') as file:
            printed = file.read()
    if printed.startswith('{'):
        record = json.loads(printed, parse_float=str, parse_int=str)
        rows = [record['career'], *record['windows']]
        return list(rows[0]), [[cell or '' for cell in row.values()] for row in rows]
    header, *rows = csv.reader(printed.splitlines())
    return header, rows


def text(cell):
    """A cell as a report prints it."""
    if cell is None:
        return ''
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float):
        return oracle.float_text(cell)
    return f'{cell:f}' if isinstance(cell, Decimal) else str(cell)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--railbird', required=True)
    parser.add_argument('--store', default=','.join(STORES))
    parser.add_argument('--datasets', default=os.environ.get('RAILBIRD_DATASETS', f'{ROOT}/../shared/datasets'))
    parser.add_argument('--only', default='')
    options = parser.parse_args()
    program, datasets = os.path.abspath(options.railbird), os.path.abspath(options.datasets)
    parts = script('questions.sql').split('\n-- ## ')
    questions = [Question(part) for part in parts[1:]]
    commands = page_commands()
    if [question.title for question in questions] != list(commands):
        sys.exit(f'questions.sql and the page differ: {set(commands) ^ {question.title for question in questions}}')
    failed = 0
    for store in options.store.split(','):
        if store == 'hong-kong' and not os.path.exists(f'{datasets}/hkjc-2016-2026'):
            print(f'{store}: skipped, for there is no hkjc-2016-2026 in {datasets}')
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            base = make_store(store, program, folder, datasets)
            base.execute(at_market(store, parts[0]))
            for question in questions:
                if options.only not in question.title:
                    continue
                try:
                    print(f'{store}: {question.title} {ask(question, commands[question.title], store, program, folder, base)}')
                except (Failure, duckdb.Error) as error:
                    failed += 1
                    print(f'{store}: {question.title} DIFFERS\n  {error}')
    sys.exit(f'{failed} questions differ' if failed else 0)


if __name__ == '__main__':
    main()
