#!/usr/bin/env python3
"""Tortures the built program and prints one table; ends with 1 if anything was lost.

    Tests/Torture/torture.py --railbird .build/debug/railbird
    Tests/Torture/torture.py --railbird .build/release/railbird --hours 8
    Tests/Torture/torture.py --railbird .build/debug/railbird --only crash_states,readers --minutes 2

A section is a module in `sections/` with

    TITLE    its name in the table
    WEIGHT   its share of the time, 1 for an ordinary one
    run(context) -> list of Row

Sections run in the order of their names, each in a new folder, and may use `context.workers` processes at
a time. Python's standard library, a C compiler and the program `zstd` are needed, nothing else.
"""

import argparse
import importlib
import multiprocessing
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import time
import traceback

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from frame import Context, Row, table  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOM = 2 << 30
FORK = multiprocessing.get_context("fork")


def section_names():
    return sorted(path.stem for path in (HERE / "sections").glob("*.py") if path.stem != "__init__")


def work_folder(given):
    """A folder in memory where there is room for it: syncs are then free, and no disk is worn."""
    for place in [given, "/dev/shm", None]:
        if place and (given or os.path.isdir(place) and shutil.disk_usage(place).free > ROOM):
            return pathlib.Path(tempfile.mkdtemp(prefix="railbird-torture-", dir=place))
    return pathlib.Path(tempfile.mkdtemp(prefix="railbird-torture-"))


def in_own_process(module, **settings):
    """Runs a section; returns its rows and losses.

    The peak memory of a program that is started includes that of the starting process, so no section starts programs
    from a process that another section has made large.
    """
    receiving, sending = FORK.Pipe(duplex=False)

    def run():
        context = Context(**settings)
        try:
            found = module.run(context)
        except Exception:
            context.lose(traceback.format_exc())
            found = [Row("ended by an error of its own", "", lost=1)]
        sending.send((found, context.losses))

    process = FORK.Process(target=run)
    process.start()
    sending.close()
    try:
        return receiving.recv()
    except EOFError:
        return [Row("ended without a result", "", lost=1)], [f"{module.TITLE}: its process ended without a result"]
    finally:
        process.terminate()
        process.join()


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--railbird", required=True, type=pathlib.Path, help="the built program")
    for name, factor in [("seconds", 1), ("minutes", 60), ("hours", 3600)]:
        parser.add_argument(
            f"--{name}", dest="seconds", metavar="N", type=lambda text, f=factor: float(text) * f,
            help="time for all sections together; default: 5 minutes")
    parser.add_argument("--only", help="sections, by commas: " + ", ".join(section_names()))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--seed", type=int, default=1, help="seed of everything that is random")
    parser.add_argument("--work", type=pathlib.Path, help="where the folder of the stores goes")
    parser.add_argument("--keep", action="store_true", help="leave the folder of the stores")
    parser.set_defaults(seconds=300.0)
    return parser.parse_args()


def main():
    options = arguments()
    names = options.only.split(",") if options.only else section_names()
    for name in names:
        if name not in section_names():
            sys.exit(f"--only: found {name!r}; expected one of {', '.join(section_names())}")
    if not os.access(options.railbird, os.X_OK):
        sys.exit(f"--railbird: found no program {options.railbird}; expected a built one")
    # A stop by hand still removes the folder.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    modules = {name: importlib.import_module("sections." + name) for name in names}
    weights = sum(module.WEIGHT for module in modules.values())
    work = work_folder(options.work)
    rows, losses, begun = [], [], time.monotonic()
    try:
        for name, module in modules.items():
            start = time.monotonic()
            print(f"{module.TITLE} …", file=sys.stderr, flush=True)
            found, lost_here = in_own_process(
                module, name=name, title=module.TITLE, railbird=options.railbird.resolve(), work=work / name,
                seconds=options.seconds * module.WEIGHT / weights, workers=options.workers, seed=options.seed)
            for row in found:
                row.section = module.TITLE
            rows += found
            losses += lost_here
            # A loss that no row counts is a loss all the same.
            if lost_here and not any(row.lost for row in found):
                rows.append(Row("counted in no row", "", lost=len(lost_here), section=module.TITLE))
            print(f"{module.TITLE}: {time.monotonic() - start:.1f} s", file=sys.stderr, flush=True)
    finally:
        if options.keep:
            print(f"stores: {work}", file=sys.stderr)
        else:
            shutil.rmtree(work, ignore_errors=True)
    print(table(rows))
    # Once more: what was printed at once may be far above.
    for loss in losses:
        print(f"\nlost: {loss.rstrip()}")
    lost = sum(row.lost for row in rows)
    print(f"\n{time.monotonic() - begun:.0f} s, seed {options.seed}: {'nothing' if not lost else lost} lost")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
