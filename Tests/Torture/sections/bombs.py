"""Bombs and traps: small inputs that would take a careless reader years, or memory without a bound."""

import gzip
import os
import pathlib
import shutil
import subprocess
import tempfile
import zipfile

from frame import HUNG, MOST_KB, REPOSITORY, Row, count

TITLE = "bombs and traps"
WEIGHT = 1


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
    yield "a line of 256 MiB in a pipe", ["import", "--explain", "-"], b"a" * (256 << 20)
    filters = ["(" * 60_000 + "sp < 1" + ")" * 60_000, "not " * 2_400 + "win", " or ".join(["sp < 1"] * 12_000), "course in (" + ",".join(["'x'"] * 20_000) + ")", "course = '" + "x" * 100_000 + "'"]
    for index, text in enumerate(filters):
        yield f"filter {index}", ["report", "--store", "sample", "--by", "jockey", "--out", "out", "--where", text], None
        yield f"having {index}", ["report", "--store", "sample", "--by", "jockey", "--out", "out", "--having", text], None


def run(context):
    folder = context.folder("bombs")
    context.must(["import", "--store", "sample", "--format", "railbird", REPOSITORY / "Datasets/sample/runners.csv"], cwd=folder)
    tried, lost, slowest, largest = 0, 0, 0.0, 0
    traps = list(bombs(folder))
    context.random.shuffle(traps)
    for name, arguments, stdin in traps:
        if tried >= 10 and context.left() <= 0:
            break
        tried += 1
        result = context.run(arguments, cwd=folder, stdin=stdin)
        slowest, largest = max(slowest, result.seconds), max(largest, result.peak_kb)
        if result.crashed or result.code == HUNG or result.peak_kb > MOST_KB:
            lost += 1
            context.lose(f"{name}: exit {result.code}, {result.peak_kb >> 10} MB, {result.seconds:.1f} s: {result.stderr[-200:]}")
    shutil.rmtree((folder / "sparse.csv").resolve().parent)
    return [Row("commands", f"{count(tried)} of {count(len(traps))}, at most {largest >> 10} MB and {slowest:.0f} s", lost)]
