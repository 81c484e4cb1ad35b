"""Bombs and traps: small inputs that would take a careless reader years, or memory without a bound."""

import bz2
import gzip
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import zipfile
import zlib

from frame import HUNG, MOST_KB, REPOSITORY, Row, count

TITLE = "bombs and traps"
WEIGHT = 1
# More address space than mapping the largest file takes.
MOST_SPACE = 16 << 30


# Thrift's compact form, in which Parquet describes itself: a value's kind and the value.
INT, LONG, TEXT, LIST, STRUCT = 5, 6, 8, 9, 12


def varint(number):
    out = b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def thrift(kind, value):
    if kind in (INT, LONG):
        return varint(2 * value)
    if kind == TEXT:
        return varint(len(value)) + value
    if kind == LIST:
        inner, items = value
        return bytes([len(items) << 4 | inner]) + b"".join(thrift(inner, item) for item in items)
    out, last = b"", 0
    for number, (inner, item) in sorted(value.items()):
        out, last = out + bytes([number - last << 4 | inner]) + thrift(inner, item), number
    return out + b"\0"


def parquet(path, rows, unpacked, data, dictionary=None, stated=None):
    """A file whose columns, of text, have the same gzip page each, and perhaps one of a dictionary before it.

    `unpacked` are the bytes to which the pages unpack; `stated` is what the footer says of them.
    """
    names, encoding, out, chunks = [b"race_id", b"date", b"position"], 8 if dictionary else 0, b"PAR1", []
    for name in names:
        begin = len(out)
        if dictionary:
            values, text = dictionary
            out += thrift(STRUCT, {1: (INT, 2), 2: (INT, len(text)), 3: (INT, len(gzip.compress(text))), 7: (STRUCT, {1: (INT, values), 2: (INT, 0)})}) + gzip.compress(text)
        page = len(out)
        out += thrift(STRUCT, {1: (INT, 0), 2: (INT, unpacked), 3: (INT, len(data)), 5: (STRUCT, {1: (INT, rows), 2: (INT, encoding), 3: (INT, 3), 4: (INT, 3)})}) + data
        of_dictionary = {11: (LONG, begin)} if dictionary else {}
        chunks.append({2: (LONG, begin), 3: (STRUCT, {
            1: (INT, 6), 2: (LIST, (INT, [encoding])), 3: (LIST, (TEXT, [name])), 4: (INT, 2), 5: (LONG, rows), 6: (LONG, stated or unpacked), 7: (LONG, len(out) - begin), 9: (LONG, page), **of_dictionary})})
    schema = [{4: (TEXT, b"schema"), 5: (INT, len(names))}] + [{1: (INT, 6), 3: (INT, 0), 4: (TEXT, name), 6: (INT, 0)} for name in names]
    group = {1: (LIST, (STRUCT, chunks)), 2: (LONG, 3 * (stated or unpacked)), 3: (LONG, rows)}
    footer = thrift(STRUCT, {1: (INT, 1), 2: (LIST, (STRUCT, schema)), 3: (LONG, rows), 4: (LIST, (STRUCT, [group]))})
    path.write_bytes(out + footer + struct.pack("<I", len(footer)) + b"PAR1")


def parquet_bombs(folder, most=1 << 30):
    """One cell without end, rows without end, each also with a footer that hides it; a long cell in every row; a page of 2 GiB that is none."""
    zeros = bytes(16 << 20)

    def deflated(data):
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        return deflate.compress(data) + deflate.flush(zlib.Z_FULL_FLUSH)

    def packed(start):
        """gzip of a start and zeros, of which one piece is packed and repeated."""
        many, checksum = most // len(zeros), zlib.crc32(start)
        for _ in range(many):
            checksum = zlib.crc32(zeros, checksum)
        return b"\x1f\x8b\x08" + bytes(6) + b"\xff" + deflated(start) + piece * many + b"\3\0" + struct.pack("<II", checksum, most + len(start))

    piece = deflated(zeros)
    # The length of a cell comes before it.
    cell, empty = packed(struct.pack("<I", most)), packed(b"")
    for name, stated in (("", None), ("-hidden", 100)):
        parquet(folder / f"cell{name}.parquet", 1, most + 4, cell, stated=stated)
        parquet(folder / f"rows{name}.parquet", most // 4, most, empty, stated=stated)
    long, rows = 1 << 20, 1 << 11
    # Indices of one bit: a run of zeros.
    run = b"\1" + varint(2 * rows) + b"\0"
    parquet(folder / "repeated.parquet", rows, len(run), gzip.compress(run), dictionary=(1, struct.pack("<I", long) + bytes(long)))
    parquet(folder / "claims.parquet", 1, (1 << 31) - 1, gzip.compress(struct.pack("<I", 1) + b"x"))


def bombs(folder):
    """Makes the inputs; yields name, arguments and standard input of each."""
    table, head = "date,course,horse\n", "race_id,date,number,x\n"
    mapping = ("name: r\ndescription: r\ntables:\n  t:\n    feeds: runners\n    recognised_by: [race_id, x]\n    fields:\n      race_id: race_id\n"
               "      date: date\n      number: number\n      jockey: {column: x, match: '%s'}\n")
    zeros = bytes(64 << 20)
    packed = subprocess.run(["zstd", "-qc"], input=zeros, capture_output=True, check=True).stdout
    (folder / "stated.csv.zst").write_bytes(packed * 200)
    with open(folder / "unstated.csv.zst", "wb") as out:
        source = subprocess.Popen(["head", "-c", "3G", "/dev/zero"], stdout=subprocess.PIPE)
        subprocess.run(["zstd", "-q"], stdin=source.stdout, stdout=out, check=True)
    (folder / "zeros.csv.gz").write_bytes(gzip.compress(zeros) * 50)
    (folder / "zeros.tar.gz").write_bytes(gzip.compress(zeros) * 50)
    for name, text in [("zeros", bytes(4 << 20)), ("line", b"x" * (4 << 20)), ("rows", b"r,2024-01-01,1,\n" * (1 << 18))]:
        (folder / f"{name}.csv.bz2").write_bytes(bz2.compress(head.encode()) + bz2.compress(text) * 800)
    parquet_bombs(folder)
    with zipfile.ZipFile(folder / "many.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for index in range(8):
            archive.writestr(f"{index}.csv", zeros)
    levels = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"] + [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    texts = {
        "nested.csv": head + "r,2024-01-01,1," + "a" * 5000 + "!\n", "line.csv": table + "2024-01-01,Ascot," + "a" * (64 << 20) + "\n", "commas.csv": table + "," * (64 << 20) + "\n",
        "header.csv": "a" * (64 << 20) + "\n", "columns.csv": ",".join(f"c{n}" for n in range(100_000)) + "\n", "quotes.csv": table + '"' * (16 << 20) + "\n", "quoted.csv": table + '"' + "x\n" * (8 << 20) + '"\n',
        "deep.json": "[" * 100_000, "deeper.json": '{"a":' * 100_000 + "1" + "}" * 100_000, "deep.ndjson": "[" * 100_000 + "]" * 100_000 + "\n", "members.json": "{" + ",".join(f'"m{n}":{n}' for n in range(200_000)) + "}",
        "laugh.yaml": "\n".join(levels), "laughkey.yaml": "\n".join(levels) + "\n? *a11\n: 1\n", "brackets.yaml": "{a: " * 100_000, "indents.yaml": "".join(" " * n + "a:\n" for n in range(1400)), "lists.yaml": "- " * 100_000,
        "long.yaml": "a: " + "x" * (8 << 20), "chain.csv": "role,spelling,name\n" + "".join(f"horse,{n},{n + 1}\n" for n in range(50_000)),
    }
    # Two sources' races of one day: at one course, and with the same horses at a course each.
    races = "race_id,date,course,number,horse,position,source\n"
    texts["crowd.csv"] = races + "".join(f"r{n},2024-01-05,Ascot,1,Horse{n},1,{'ab'[n % 2]}\n" for n in range(20_000))
    texts["names.csv"] = races + "".join(f"r{n // 3},2024-01-05,Course{n // 3},{n % 3},Horse{n % 3},{n % 3 + 1},{'ab'[n // 3 % 2]}\n" for n in range(60_000))
    # Refused, each for a reason, and each kept to be read again.
    texts["refused.csv"] = "race_id,date,position\n" + "r,,1\n" * 500_000
    for index, pattern in enumerate(["^(a+)+$", "^(a|a)*$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)(.*)(.*)(.*)(.*)(.*)x", "(?:a{1,30}){1,30}b"]):
        texts[f"pattern{index}.yaml"] = mapping % pattern
    for name, text in texts.items():
        (folder / name).write_text(text)
    # A hole in memory's own file system would be filled when it is read.
    sparse = pathlib.Path(tempfile.mkdtemp(prefix="railbird-sparse-")) / "sparse.csv"
    with open(sparse, "wb") as file:
        file.write(table.encode() + b"2024-01-01,Ascot,")
        file.truncate(10 << 30)
    for name in ("sparse.csv", "hole.yaml"):
        os.symlink(sparse, folder / name)
    store = ["--store", "bombs"]
    for name in sorted(path.name for path in folder.iterdir()):
        if name.endswith(".yaml"):
            yield name, ["import", *store, "--mapping", name, "nested.csv"], None
            if not name.startswith("pattern"):
                yield name + " as questions", ["report", "--store", "sample", "--spec", name, "--out", "out"], None
                yield name + " as angles", ["card", "--store", "sample", "--angles", name, "--date", "2024-12-31"], None
        else:
            yield name + " explained", ["import", "--explain", name], None
            yield name + " imported", ["import", *store, "--format", "railbird", name], None
    yield "aliases in a chain", ["report", "--store", "sample", "--by", "horse", "--aliases", "chain.csv", "--out", "out"], None
    # A line without end, from standard input.
    yield "pipe.csv explained", ["import", "--explain", "-"], b"a" * (256 << 20)
    filters = ["(" * 60_000 + "sp < 1" + ")" * 60_000, "not " * 2_400 + "win", " or ".join(["sp < 1"] * 12_000), "course in (" + ",".join(["'x'"] * 20_000) + ")", "course = '" + "x" * 100_000 + "'"]
    for index, text in enumerate(filters):
        yield f"filter {index}", ["report", "--store", "sample", "--by", "jockey", "--out", "out", "--where", text], None
        yield f"having {index}", ["report", "--store", "sample", "--by", "jockey", "--out", "out", "--having", text], None


def kind(name):
    """Inputs of a kind are read by the same code."""
    file, *words = name.split()
    if "." not in file or file.startswith("pattern"):
        return file[:7]
    return file.split(".")[-1] + " ".join(words[1:])


def by_kinds(traps):
    """The traps with the first of every kind before all second ones: a short run meets each kind."""
    seen = {}

    def rank(trap):
        seen[kind(trap[0])] = seen.get(kind(trap[0]), 0) + 1
        return seen[kind(trap[0])]

    return sorted(traps, key=rank)


def run(context):
    folder = context.folder("bombs")
    context.must(["import", "--store", "sample", "--format", "railbird", REPOSITORY / "Datasets/sample/runners.csv"], cwd=folder)
    tried, lost, slowest, largest = 0, 0, 0.0, 0
    traps = list(bombs(folder))
    context.random.shuffle(traps)
    kinds = len({kind(name) for name, _, _ in traps})
    for name, arguments, stdin in by_kinds(traps):
        if tried >= kinds and context.left() <= 0:
            break
        tried += 1
        # One that goes off may not take the machine's memory.
        result = context.run(arguments, cwd=folder, stdin=stdin, address_space=MOST_SPACE)
        slowest, largest = max(slowest, result.seconds), max(largest, result.peak_kb)
        if result.crashed or result.code == HUNG or result.peak_kb > MOST_KB:
            lost += 1
            context.lose(f"{name}: exit {result.code}, {result.peak_kb >> 10} MB, {result.seconds:.1f} s: {result.stderr[-200:]}")
    shutil.rmtree((folder / "sparse.csv").resolve().parent)
    return [Row("commands", f"{count(tried)} of {count(len(traps))}, at most {largest >> 10} MB and {slowest:.0f} s", lost)]
