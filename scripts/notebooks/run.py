#!/usr/bin/env python3
"""run.py FOLDER [--kept KEPT] [--write] - runs a folder's notebooks, each in a kernel of its own.

Every FOLDER/*.ipynb is validated against nbformat's schema and run as it is, in FOLDER; its cells hold their figures against
FOLDER/figures/*.csv. A cell that fails, warns, or writes to standard error is a failure. Then three checks:

- a changed digit in the report by jockey makes roi-duckdb.ipynb fail, where there is one: the comparison compares;
- `--kept`: sources, printed lines and reports are those of the folder KEPT, whose pictures may differ;
- `--write`: the files are copied to KEPT instead.
"""
import argparse
import asyncio
import glob
import gzip
import os
import shutil
import sys
import time

import nbformat
import pyarrow.parquet
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

LARGEST = 300_000
KERNELS = 2


async def run(path, places):
    """Runs a notebook; returns it with its outputs, and seconds."""
    async with places:
        begun = time.monotonic()
        notebook = nbformat.read(path, 4)
        nbformat.validate(notebook)
        folder = os.path.dirname(path)
        # A kernel listens on loopback, behind a key, and says so each time.
        client = NotebookClient(
            notebook, timeout=120, kernel_name='python3', resources={'metadata': {'path': folder}},
            extra_arguments=['--log-level=ERROR'])
        await client.async_execute()
        for cell in notebook.cells:
            cell.metadata.pop('execution', None)
        return notebook, time.monotonic() - begun


async def run_all(paths):
    places = asyncio.Semaphore(KERNELS)
    return await asyncio.gather(*(run(path, places) for path in paths), return_exceptions=True)


def errors(notebook):
    """What a notebook's cells wrote to standard error."""
    return [output.text for cell in notebook.cells for output in cell.get('outputs', [])
            if output.output_type == 'stream' and output.name == 'stderr']


def printed(notebook):
    """Sources and printed lines: all but pictures, and the browser's form of tables."""
    def texts(output):
        if output.output_type == 'stream':
            return output.text
        return output.data.get('text/plain', '') if 'data' in output else ''

    return [(cell.cell_type, cell.source, ''.join(map(texts, cell.get('outputs', [])))) for cell in notebook.cells]


def is_held(folder):
    """Whether the notebook of ROI in DuckDB fails when a digit of its report changes."""
    path = os.path.join(folder, 'figures', 'jockey.csv')
    with open(path, encoding='utf-8') as file:
        lines = file.read().split('\n')
    header, cells = lines[0].split(','), lines[1].split(',')
    place = header.index('ae')
    cells[place] = cells[place][:-3] + str((int(cells[place][-3]) + 5) % 10) + cells[place][-2:]
    try:
        with open(path, 'w', encoding='utf-8') as file:
            file.write('\n'.join([lines[0], ','.join(cells)] + lines[2:]))
        result = asyncio.run(run_all([os.path.join(folder, 'roi-duckdb.ipynb')]))[0]
    finally:
        with open(path, 'w', encoding='utf-8') as file:
            file.write('\n'.join(lines))
    return isinstance(result, CellExecutionError) and '1 cells differ' in str(result)


def files(folder):
    """Paths of the data and reports, from the folder."""
    found = glob.glob('data/*', root_dir=folder) + glob.glob('figures/*', root_dir=folder)
    return sorted(found)


def content(*path):
    """What a file holds, whatever the release of the library that packed it."""
    path = os.path.join(*path)
    if path.endswith('.parquet'):
        return pyarrow.parquet.read_table(path)
    with (gzip.open if path.endswith('.gz') else open)(path, 'rb') as file:
        return file.read()


def differences(folder, kept, notebooks):
    """Yields what differs between a folder and the kept one."""
    for name, notebook in notebooks.items():
        path = os.path.join(kept, name)
        if not os.path.exists(path) or printed(nbformat.read(path, 4)) != printed(notebook):
            yield name
    if files(folder) != files(kept):
        yield f'files: {set(files(folder)) ^ set(files(kept))}'
        return
    for path in files(folder):
        if content(folder, path) != content(kept, path):
            yield path


def write(folder, kept, notebooks):
    for name in ('data', 'figures'):
        shutil.rmtree(os.path.join(kept, name), ignore_errors=True)
        shutil.copytree(os.path.join(folder, name), os.path.join(kept, name))
    for path in glob.glob(os.path.join(kept, '*.ipynb')):
        os.remove(path)
    for name, notebook in notebooks.items():
        path = os.path.join(kept, name)
        nbformat.write(notebook, path)
        if os.path.getsize(path) > LARGEST:
            sys.exit(f'notebooks: {path}: found {os.path.getsize(path):,} bytes; expected {LARGEST:,} at most')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder')
    parser.add_argument('--kept', metavar='KEPT')
    parser.add_argument('--write', action='store_true')
    options = parser.parse_args()
    folder = os.path.abspath(options.folder)
    paths = sorted(glob.glob(os.path.join(folder, '*.ipynb')))
    if not paths:
        sys.exit(f'notebooks: {folder}: found no notebook; expected some')
    notebooks, failed = {}, False
    for path, result in zip(paths, asyncio.run(run_all(paths))):
        name = os.path.basename(path)
        problem = str(result) if isinstance(result, BaseException) else ''.join(errors(result[0]))
        if problem:
            failed = True
            print(f'notebooks: {name}: {problem[-2000:]}', file=sys.stderr)
        else:
            notebooks[name] = result[0]
            print(f'{result[1]:6.1f} s  {name}')
    if failed:
        sys.exit(1)
    if 'roi-duckdb.ipynb' in notebooks:
        if not is_held(folder):
            sys.exit('notebooks: a changed digit of a report went unnoticed')
        print('           a changed digit of a report is noticed')
    if options.write:
        write(folder, options.kept, notebooks)
    elif options.kept:
        found = list(differences(folder, options.kept, notebooks))
        if found:
            sys.exit(f'notebooks: other than in {options.kept}: {", ".join(found)}; look at them, then run with --write')
        print(f'           sources, printed lines and reports are those of {os.path.relpath(options.kept)}')


if __name__ == '__main__':
    main()
