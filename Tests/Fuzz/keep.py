#!/usr/bin/env python3
"""Keeps the fewest inputs that reach all code that fuzzing has reached so far, and the time that it took.

Run it after a long `make torture ONLY=hostile_input`; a new clone's fuzzing begins with them.
"""

import concurrent.futures
import io
import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM, GROWN, KEPT = HERE / ".build/release/fuzz", HERE / ".grown", HERE / "Kept"


def keep(target):
    """Writes a target's archive: the same bytes for the same inputs, in the order of their names."""
    with tempfile.TemporaryDirectory() as folder:
        fewest = pathlib.Path(folder, target)
        fewest.mkdir()
        subprocess.run(
            [PROGRAM, target, "-set_cover_merge=1", "-timeout=100", f"-artifact_prefix={folder}/", fewest, GROWN / target], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        inputs = sorted(fewest.iterdir())
        if not inputs:
            raise SystemExit(f"{target}: the merge kept no input of {len(list((GROWN / target).iterdir()))}")
        draft = KEPT / f".{target}.new"
        with tarfile.open(draft, "w:xz", preset=9) as archive:
            for path in inputs:
                data, entry = path.read_bytes(), tarfile.TarInfo(f"{target}/{path.name}")
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
        draft.replace(KEPT / f"{target}.tar.xz")
    return f"{target}: {len(inputs)} of {len(list((GROWN / target).iterdir()))} inputs"


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for line in pool.map(keep, sorted(path.name for path in GROWN.iterdir() if path.is_dir())):
            print(line, flush=True)
    shutil.copy(GROWN / "campaign.json", KEPT / "campaign.json")
