"""Removing a folder that a bot could write to."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count


def remove_tree(folder: str) -> None:
    """However deep it is, and even if a bot has locked a part of it: folders in a subfolder are moved up before that is
    removed, so no path gets long. What cannot be removed at all stays."""
    empty(folder)
    with suppress(OSError):
        os.rmdir(folder)


def empty(folder: str) -> None:
    names = count()
    with suppress(OSError):
        os.chmod(folder, 0o700)
        while folders := [entry.path for entry in list(os.scandir(folder)) if not removed(entry)]:
            for path in folders:
                move_up(path, folder, names)


def removed(entry: os.DirEntry[str]) -> bool:
    """Whether it was no folder, and is gone."""
    if entry.is_dir(follow_symlinks=False):
        return False
    os.remove(entry.path)
    return True


def move_up(path: str, folder: str, names: count[int]) -> None:
    """Removes a folder; the folders in it go to the one above."""
    os.chmod(path, 0o700)
    for entry in list(os.scandir(path)):
        if not removed(entry):
            os.chmod(entry.path, 0o700)
            os.rename(entry.path, unused_name(folder, names))
    os.rmdir(path)


def unused_name(folder: str, names: count[int]) -> str:
    return next(path for number in names if not os.path.lexists(path := os.path.join(folder, f"moved-up-{number}")))
