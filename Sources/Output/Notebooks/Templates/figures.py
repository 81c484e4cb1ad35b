import csv
import gzip
import re
from decimal import Decimal


def report_rows(path, **cells):
    """The rows of a report's CSV file that have these cells; an empty cell is an undefined figure."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    # A name that a spreadsheet would run has a mark in front.
    plain = [{name: re.sub(r"^'(?='*[=+@\t\r-])", "", cell) for name, cell in row.items()} for row in rows]
    return [row for row in plain if all(row[name] == cell for name, cell in cells.items())]


def is_same(value, text, slack):
    """Whether a value is a printed one: equal, or of rounded decimals within so many of the last digit."""
    if value is None or value != value or text == "":
        return (value is None or value != value) and text == ""
    if isinstance(value, str):
        return value == text
    digits = -Decimal(text).as_tuple().exponent
    if digits < 1 or not slack:
        return float(value) == float(text)
    return abs(round(Decimal(float(value)), digits) - Decimal(text)) <= slack * Decimal(1).scaleb(-digits)


def hold(own, report, keys, slack=1):
    """Fails unless all cells of one's own rows are the report's, and both have the same rows.

    A report rounds each runner's part before it adds, so a rounded sum may differ in its last digit; `slack` says by how much.
    """
    def by_key(rows):
        return {tuple("" if row[key] is None or row[key] != row[key] else str(row[key]) for key in keys): row
                for row in rows}

    mine, theirs = by_key(own), by_key(report)
    assert mine.keys() == theirs.keys(), f"rows of one side only: {sorted(mine.keys() ^ theirs.keys())[:5]}"
    cells = [(key, name, value, theirs[key][name])
             for key, row in mine.items() for name, value in row.items() if name not in keys]
    others = [cell for cell in cells if not is_same(*cell[2:], slack)]
    assert not others, f"{len(others)} cells differ (row, column, here, report): {others[:5]}"
    print(f"{len(mine):,} rows, {len(cells):,} cells: as in the report")
