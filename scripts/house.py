#!/usr/bin/env python3
"""Counts types, files, comments and unsafe code below Sources/, and the English of pages.

scripts/house.py                  prints the figures of this checkout
scripts/house.py --compare REV    prints those of a git revision beside them
scripts/house.py --list           names the files and lines behind the figures
scripts/house.py --json           prints the figures as one JSON object
"""
import argparse
import collections
import json
import pathlib
import re
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PREFIX = r'(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|final|indirect|nonisolated)\s+)*'
KINDS = r'(?:struct|enum|class|actor|protocol)\s+`?([A-Z]\w*)'
DECLARATION = re.compile(r'^\s*' + PREFIX + r'(?:(?:fileprivate|private)\s+)?' + PREFIX + KINDS, re.M)
QUESTION = re.compile(r'\s*///\s+(What|How|Where|Which|Whatever)\b')
WHETHER = re.compile(r'\s*///\s+(?:- Returns: )?Whether\b')
BOOLEAN = re.compile(r'\bBool\b|=\s*(?:true|false)\b|@Flag|@Option|\b(?:is|has|was|can)[A-Z]\w*\s*[={]')
# Words of the house's old dialect, and doc comments that open without a noun.
DIALECT = re.compile(r'\b(told|tells?|telling|whoever|nobody|anyone|has the word|stands?|standing|of which)\b', re.I)
# The same of pages, but for "to tell apart"; "of which" is good English there.
PAGE_DIALECT = re.compile(
    r'\b(told|tells?|telling|whoever|nobody|anyone|has the word|stands?|standing)\b(?!.*\bapart)', re.I)
OPENING = re.compile(r'\s*///\s+(Those|These|The same|That of)\b')
UNSAFE = re.compile(r'\b[Uu]nsafe')


class Source:
    """One Swift file: its folder, its module and its text, with and without comments."""

    def __init__(self, root, path, modules):
        self.path = path.relative_to(root).as_posix()
        self.folder = path.parent.relative_to(root).as_posix()
        self.module = next(name for name, folder in modules if self.path.startswith(folder + '/'))
        self.text = path.read_text(encoding='utf-8')
        self.lines = self.text.split('\n')
        self.count = self.text.count('\n')
        self.code = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', re.sub(r'//.*', '', self.text))
        self.types = DECLARATION.findall(self.code)


def modules(root):
    """The modules below Sources/ and their folders, from the manifest; without a path it is the name."""
    manifest = (root / 'Package.swift').read_text(encoding='utf-8')
    targets = re.split(r'\.(?:target|executableTarget)\(\s*name: "', manifest)[1:]
    named = [(target.split('"')[0], re.match(r'[^()]*?(?:\([^()]*\)[^()]*?)*\bpath: "([^"]+)"', target)) for target in targets]
    return [(name, path[1] if path else 'Sources/' + name) for name, path in named]


def sources(root):
    found = modules(root)
    return [Source(root, path, found) for path in sorted((root / 'Sources').rglob('*.swift'))]


def declared_below(file, index):
    """The declaration that a doc line belongs to: the next lines that are no comment."""
    for number in range(index + 1, len(file.lines)):
        if not file.lines[number].lstrip().startswith('//'):
            return ' '.join(file.lines[number:number + 4])
    return ''


def measure(root):
    """The figures by name, and the places behind those that should fall."""
    files = sources(root)
    questions, whether, idiom, wide, dialect, comments = [], [], 0, [], [], 0
    for file in files:
        for index, line in enumerate(file.lines):
            if not line.lstrip().startswith('//'):
                continue
            comments += 1
            place = f'{file.path}:{index + 1}'
            if len(line) > 100:
                wide.append(place)
            is_first = index == 0 or not file.lines[index - 1].lstrip().startswith('///')
            if DIALECT.search(line) or is_first and OPENING.match(line):
                dialect.append(place)
            if QUESTION.match(line):
                questions.append(place)
            elif WHETHER.match(line):
                if BOOLEAN.search(declared_below(file, index)):
                    idiom += 1
                else:
                    whether.append(place)
    pages = [*root.glob('*.md'), *root.glob('docs/*.md'), *root.glob('Sources/**/README.md')]
    stilted = [
        f'{page.relative_to(root)}:{number}' for page in sorted(pages)
        for number, line in enumerate(page.read_text(encoding='utf-8').split('\n'), 1)
        if PAGE_DIALECT.search(line)]
    counts = [file.count for file in files]
    lines, types = sum(counts), sum(len(file.types) for file in files)
    modules, folders = collections.Counter(), collections.Counter()
    for file in files:
        modules[file.module] += file.count
        folders[file.folder] += 1
    unsafe = [file for file in files if UNSAFE.search(file.code)]
    unreasoned = [file.path for file in unsafe if 'Safety:' not in file.text]
    figures = {
        'swift files': len(files),
        'lines': lines,
        'median lines of a file': statistics.median(counts),
        'files under 40 lines': sum(count < 40 for count in counts),
        'files of the largest folder': max(folders.values()),
        'types': types,
        'lines per type': round(lines / types),
        'unsafe files': len(unsafe),
        'unsafe files without Safety:': len(unreasoned),
        'doc lines What/How/Where/Which': len(questions),
        'doc lines Whether, not Boolean': len(whether),
        'doc lines Whether, Boolean': idiom,
        'comment lines over 100 columns': len(wide),
        'comment lines in dialect': len(dialect),
        'page lines in dialect': len(stilted),
        'comment lines per 100 lines': round(100 * comments / lines),
    }
    for module in sorted(modules):
        figures[f'lines of {module}'] = modules[module]
    places = {
        'unsafe files without Safety:': unreasoned,
        'doc lines What/How/Where/Which': questions,
        'doc lines Whether, not Boolean': whether,
        'comment lines over 100 columns': wide,
        'comment lines in dialect': dialect,
        'page lines in dialect': stilted,
    }
    return figures, places


def measure_revision(revision):
    """The figures of a git revision, unpacked into a folder that goes afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ['git', '-C', str(ROOT), 'archive', revision, ':(glob)*.md', 'docs', 'Sources', 'Package.swift'],
            check=True, stdout=subprocess.PIPE)
        subprocess.run(['tar', '-x', '-C', folder], input=archive.stdout, check=True)
        return measure(pathlib.Path(folder))[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--compare', metavar='REV', help='a git revision to show beside this checkout')
    parser.add_argument('--list', action='store_true', help='also name the places')
    parser.add_argument('--json', action='store_true', help='print one JSON object')
    options = parser.parse_args()
    figures, places = measure(ROOT)
    if options.json:
        print(json.dumps(figures, indent=1))
        return
    before = measure_revision(options.compare) if options.compare else None
    if before is not None:
        print(f'{"":36}{options.compare[:12]:>13}{"now":>10}')
    for name in list(figures) + [name for name in before or {} if name not in figures]:
        old = '' if before is None else f'{before.get(name, 0):>13}'
        print(f'{name:36}{old}{figures.get(name, 0):>10}')
    if options.list:
        for name, found in places.items():
            for place in found:
                print(f'{name}: {place}')


if __name__ == '__main__':
    main()
