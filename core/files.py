"""Reading a file that somebody has named: never more than so much, and never waiting for one that has no end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def read_file(path: str | Path, most: int) -> bytes:
    """At most so many bytes of a regular file. OSError says why there are none: a pipe would make us wait for its
    writer."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        return file.read(most)
