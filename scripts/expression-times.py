#!/usr/bin/env python3
"""Type-checks the built modules again and fails where one expression takes the compiler over 300 ms.

scripts/expression-times.py [MODULE...]    after `swift build --build-tests`; all modules unless some are named

Run it on an idle machine: beside busy programs 16 expressions were too slow twice that are not alone. An expression counts if it is
too slow twice.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT = 300
COMMAND = re.compile(r'^  "C\.(\w+)-[^"]*\.module":\n(?:    .*\n)*?    args: (\[.*\])', re.M)
TARGET = re.compile(r'\.(?:target|executableTarget|testTarget)\(\s*name: "(\w+)"')
SLOW = re.compile(r'^(.+?:\d+):\d+: warning: expression took (\d+)ms', re.M)
# Flags of a compilation that writes files: alone, and with a value.
ALONE = {'-emit-dependencies', '-emit-module', '-incremental', '-c', '-enable-batch-mode', '-serialize-diagnostics',
         '-parseable-output', '-emit-objc-header', '-warnings-as-errors'}
VALUED = {'-emit-module-path', '-output-file-map', '-index-store-path', '-emit-objc-header-path'}


def commands():
    """The modules of this package and their compilers' arguments, as the last build had them."""
    plan = ROOT / '.build' / 'debug.yaml'
    if not plan.exists():
        sys.exit(f'{plan}: found no build; expected one by `swift build --build-tests`')
    own = set(TARGET.findall((ROOT / 'Package.swift').read_text(encoding='utf-8')))
    found = {}
    for name, text in COMMAND.findall(plan.read_text(encoding='utf-8')):
        arguments = json.loads(text)
        if name not in own or not arguments[0].endswith('swiftc'):
            continue
        kept, words = [], iter(arguments)
        for word in words:
            if word in VALUED:
                next(words)
            elif word not in ALONE and not re.fullmatch(r'-j\d+', word):
                kept.append(word)
        found[name] = kept + ['-typecheck', '-Xfrontend', f'-warn-long-expression-type-checking={LIMIT}']
    return found


def slow(arguments):
    """The places of a module's slow expressions, and their milliseconds."""
    result = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stdout + result.stderr)
    return {place: int(time) for place, time in SLOW.findall(result.stdout + result.stderr)}


def twice(arguments):
    first = slow(arguments)
    second = slow(arguments) if first else {}
    return {place: min(time, second[place]) for place, time in first.items() if place in second}


def main():
    known = commands()
    names = sys.argv[1:] or list(known)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = {place: time for times in pool.map(lambda name: twice(known[name]), names) for place, time in times.items()}
    for place, time in sorted(found.items()):
        print(f'{place.removeprefix(str(ROOT) + "/")}: found an expression of {time} ms; expected at most {LIMIT}')
    print(f'{len(names)} modules: {len(found) or "no"} slow expressions')
    sys.exit(bool(found))


if __name__ == '__main__':
    main()
