"""Reading a file that somebody has named: never more than so much, and never waiting for one that has no end."""

from __future__ import annotations

import errno
import os
import stat
import tomllib
from pathlib import Path
from typing import Any


class BadToml(Exception):
    """A TOML file that cannot be used; what is wrong with it, to be put behind its name."""


def read_file(path: str | Path, most: int) -> bytes:
    """At most so many bytes of a regular file. OSError says why there are none: a pipe would make us wait for its
    writer."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        return file.read(most)


def read_toml(path: str | Path, most: int) -> dict[str, Any]:
    """The table in a file that somebody wrote, of at most so many bytes."""
    try:
        content = read_file(path, most + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a zero in it
        raise BadToml(f"cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    if len(content) > most:
        raise BadToml(f"is larger than {most} bytes.")
    try:
        return tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # ValueError: not TOML, not UTF-8, or a number of 5,000 digits
        raise BadToml(f"is not valid TOML: {error}.") from None
