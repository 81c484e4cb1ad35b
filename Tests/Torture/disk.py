"""A disk that a recorded run wrote to: what a power failure may leave of it.

Only a sync orders anything, as POSIX has it. A write that its file's sync does not follow may be on disk, or not, or
as far as a sector of 512 bytes, or with its size alone; a name that its folder's sync does not follow may be the new
one or the old one. A rename is one change: never does a name vanish in between. See ALICE (Pillai et al., OSDI 2014)
and CrashMonkey (Mohan et al., OSDI 2018).

States are enumerated just before each sync and at the end: what is pending at any other moment is a part of what is
pending at the next of these.
"""

import dataclasses
import hashlib
import math
import os
import pathlib

SECTOR = 512


@dataclasses.dataclass(frozen=True)
class Change:
    """A change that is not on disk yet: bytes of a file, its size, or names of folders."""

    file: int = 0
    at: int = 0
    data: bytes = b""
    size: int = -1
    names: tuple = ()

    def choices(self):
        """How it may be found: 0 absent, 1 present, n > 1 torn after n bytes, -1 its size alone."""
        if not self.data:
            return [0, 1]
        first = SECTOR - self.at % SECTOR
        return [0, 1, -1] + [n for n in range(first, len(self.data), SECTOR) if n > 1]


@dataclasses.dataclass
class Moment:
    """What is on disk, what is pending, and the index of the record that comes next."""

    files: dict
    folders: dict
    pending: list
    record: int
    is_end: bool

    def count(self):
        """The decimal logarithm of the number of legal states."""
        return sum(math.log10(len(change.choices())) for change in self.pending)

    def tree(self, choices):
        """The files and folders that are found after these choices: None for a folder, else bytes."""
        files = dict(self.files)
        folders = {folder: dict(names) for folder, names in self.folders.items()}
        for change, choice in zip(self.pending, choices):
            if choice != 0:
                apply(change, choice, files, folders)
        return walk(files, folders)


def apply(change, choice, files, folders):
    for folder, name, target in change.names:
        if target is None:
            folders[folder].pop(name, None)
        else:
            folders[folder][name] = target
    if change.size >= 0:
        files[change.file] = files[change.file][:change.size].ljust(change.size, b"\0")
    elif change.data:
        old = files[change.file].ljust(change.at, b"\0")
        # Bytes that were on disk stay until others are written: zeros are beyond the old end alone.
        kept = old[change.at:change.at + len(change.data)].ljust(len(change.data), b"\0")
        data = change.data if choice == 1 else change.data[:choice] if choice > 1 else kept
        files[change.file] = old[:change.at] + data + old[change.at + len(data):]


def walk(files, folders):
    found, waiting = {}, [("", 0)]
    while waiting:
        path, folder = waiting.pop()
        for name, target in folders[folder].items():
            below = path + "/" + name if path else name
            if target in folders:
                found[below] = None
                waiting.append((below, target))
            else:
                found[below] = files[target]
    return found


class Disk:
    """Runs a record over a folder as it was before; `moments` are those to enumerate states of."""

    def __init__(self, root):
        self.root = str(root)
        self.files, self.folders, self.next = {}, {0: {}}, 1
        # The newest file or folder with an inode number.
        self.by_inode = {os.stat(root).st_ino: 0}
        for path in sorted(pathlib.Path(root).rglob("*")):
            number = self._new(path.lstat().st_ino)
            if path.is_dir():
                self.folders[number] = {}
            else:
                self.files[number] = path.read_bytes()
            folder, name = self._place(str(path), self.folders)
            self.folders[folder][name] = number
        # As the process sees it; above is what is on disk.
        self.seen_files = dict(self.files)
        self.seen_folders = {folder: dict(names) for folder, names in self.folders.items()}
        self.pending, self.moments, self.commits = [], [], []

    def run(self, record):
        """Applies the records of a file."""
        rest, index = pathlib.Path(record).read_bytes(), 0
        while rest:
            line, _, rest = rest.partition(b"\n")
            call, *words = line.decode().split("\t")
            if call == "write":
                size = int(words[2])
                words[2], rest = rest[:size], rest[size:]
            self._apply(call, words, index)
            index += 1
        self._keep(index, is_end=True)

    def seen(self):
        """The tree as the process saw it last."""
        return walk(self.seen_files, self.seen_folders)

    # Records.

    def _apply(self, call, words, index):
        if call == "sync":
            return self._sync(self.by_inode[int(words[0])], index)
        if call == "mapped":
            raise RuntimeError("a file is written through a mapping, which no record shows")
        if call in ("create", "mkdir"):
            number = self._new(int(words[0]))
            place = self._place(words[1], self.seen_folders)
            if call == "mkdir":
                self.folders[number], self.seen_folders[number] = {}, {}
            else:
                self.files[number], self.seen_files[number] = b"", b""
            change = Change(names=((*place, number),))
        elif call == "unlink":
            change = Change(names=((*self._place(words[0], self.seen_folders), None),))
        elif call in ("rename", "link"):
            before, after = words[-2:]
            old = self._place(before, self.seen_folders)
            new = (*self._place(after, self.seen_folders), self._at(before))
            change = Change(names=(new,) if call == "link" else (new, (*old, None)))
        elif call == "truncate":
            change = Change(file=self.by_inode[int(words[0])], size=int(words[1]))
        elif call == "write":
            change = Change(file=self.by_inode[int(words[0])], at=int(words[1]), data=words[2])
        else:
            raise RuntimeError(f"found the record {call!r}; expected one of record.c")
        self.pending.append(change)
        apply(change, 1, self.seen_files, self.seen_folders)
        if call == "rename":
            self.commits.append((index, self.seen()))

    def _sync(self, number, index):
        if number in self.folders:
            done = [change for change in self.pending if any(number == name[0] for name in change.names)]
        else:
            done = [change for change in self.pending if not change.names and change.file == number]
        if not done:
            return
        self._keep(index)
        for change in done:
            apply(change, 1, self.files, self.folders)
        gone = set(map(id, done))
        self.pending = [change for change in self.pending if id(change) not in gone]

    def _keep(self, index, is_end=False):
        folders = {folder: dict(names) for folder, names in self.folders.items()}
        self.moments.append(Moment(dict(self.files), folders, list(self.pending), index, is_end))

    # Names.

    def _new(self, inode):
        number, self.next = self.next, self.next + 1
        self.by_inode[inode] = number
        return number

    def _place(self, path, folders):
        """The folder of a path, and the path's last part."""
        parts = os.path.relpath(path, self.root).split("/")
        folder = 0
        for part in parts[:-1]:
            folder = folders[folder][part]
        return folder, parts[-1]

    def _at(self, path):
        folder, name = self._place(path, self.seen_folders)
        return self.seen_folders[folder][name]


def digest(tree):
    """A name for a tree's content."""
    sum = hashlib.sha256()
    for path in sorted(tree):
        content = tree[path]
        sum.update(f"{path}\0{-1 if content is None else len(content)}\0".encode())
        sum.update(content or b"")
    return sum.digest()


def read_tree(folder):
    """The tree of a folder, as `walk` gives it."""
    paths = [path for path in pathlib.Path(folder).rglob("*")]
    return {str(path.relative_to(folder)): None if path.is_dir() else path.read_bytes() for path in paths}


def write_tree(tree, folder):
    """Makes a tree's files and folders in a folder."""
    for path in sorted(tree):
        content = tree[path]
        if content is None:
            os.makedirs(os.path.join(folder, path), exist_ok=True)
        else:
            with open(os.path.join(folder, path), "wb") as file:
                file.write(content)


def states(moments, random):
    """Chooses legal states, the telling ones first; endless where there are too many to try all.

    Yields (moment, choices). First come kills (all of a beginning), then nothing, all but one, one alone, and torn
    writes; then chance.
    """
    telling = []
    for moment in moments:
        n = len(moment.pending)
        telling += [(moment, [1] * i + [0] * (n - i)) for i in range(n + 1)]
        for i, change in enumerate(moment.pending):
            telling.append((moment, [1] * i + [0] + [1] * (n - i - 1)))
            telling.append((moment, [0] * i + [1] + [0] * (n - i - 1)))
            torn = change.choices()[2:]
            for choice in {torn[0], torn[-1], random.choice(torn)} if torn else ():
                telling.append((moment, [1] * i + [choice] + [1] * (n - i - 1)))
                telling.append((moment, [1] * i + [choice] + [0] * (n - i - 1)))
    random.shuffle(telling)
    # A change that is not durable shows after the end: try a few such states first.
    ends = [state for state in telling if state[0].is_end]
    ends.sort(key=lambda state: sum(map(bool, state[1])))
    yield from ends[:2]
    yield from telling
    weights = [max(0.1, moment.count()) for moment in moments]
    while True:
        moment = random.choices(moments, weights)[0]
        likely = random.choice([0.1, 0.5, 0.9])
        yield moment, [
            1 if random.random() < likely else random.choice(change.choices()) for change in moment.pending]
