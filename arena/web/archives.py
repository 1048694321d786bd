"""A bot as it is sent: a file, or an archive of a folder. Nothing is written to disk, and nothing is trusted.

Of an archive only plain files count. Links, devices, absolute names and names with .. are refused. What comes out is
counted while it comes out, so that an archive cannot grow beyond what a bot may have.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from arena.process.limits import MOST_FILES
from arena.process.program import FOLDER, LONGEST_PATH, BadProgram, Program, kind_of, read_manifest

LARGEST = 20_000_000  # bytes of a bot that is sent to a server, unpacked
ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz")
LARGEST_TAR = 3 * LARGEST  # unpacked, with what is left out of it
CHUNK = 65_536
GZIP, ZIP_ENTRY = b"\x1f\x8b", b"PK\x01\x02"  # how they begin
LEFT_OUT = ("__pycache__", ".git", "__MACOSX")
File = tuple[str, bytes, bool]  # path, content, whether it can be run


def read_sent(name: str, content: bytes) -> Program:
    """The bot in a file of this name. BadProgram, in one sentence, for what is none."""
    name = PurePosixPath(name.replace("\\", "/")).name[:LONGEST_PATH] or "bot"
    if not name.isprintable():
        raise BadProgram("the name of the file cannot be printed.")
    if not name.lower().endswith(ENDINGS):
        if len(content) > LARGEST:
            raise BadProgram(f"a bot has at most {LARGEST} bytes.")
        return Program(name, content, kind_of(Path(name), content))
    files = list(without_top(list(unpacked(name, content))))
    refuse_files_in_files({path for path, _, _ in files})
    program = Program(name.partition(".")[0] or "bot", packed(files), FOLDER)
    if not any(path == "bot.toml" for path, _, _ in files):
        raise BadProgram("the archive is no bot: it has no bot.toml at its top.")
    read_manifest(program)
    return program


def unpacked(name: str, content: bytes) -> Iterator[File]:
    """The plain files of an archive, within the limits of a bot."""
    total, seen = 0, set[str]()
    try:
        for path, read, runs in (zip_files if name.lower().endswith(".zip") else tar_files)(content):
            path = checked(path)
            if any(part in LEFT_OUT for part in path.split("/")):
                continue
            if path in seen:
                raise BadProgram(f"the archive has '{path[:80]}' twice.")
            seen.add(path)
            data = read_at_most(read, LARGEST - total, LARGEST)
            total += len(data)
            if len(seen) > MOST_FILES:
                raise BadProgram(f"the archive has more than {MOST_FILES} files.")
            yield path, data, runs
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, NotImplementedError,
            RuntimeError, ValueError, OverflowError) as error:  # fmt: skip
        raise BadProgram(f"the archive cannot be unpacked: {str(error)[:100]}.") from None


def read_at_most(source: io.BufferedIOBase, left: int, most: int) -> bytes:
    """What is left to read of an archive that may unpack to `most` bytes."""
    parts, size = [], 0
    while chunk := source.read(CHUNK):
        size += len(chunk)
        if size > left:
            raise BadProgram(f"the archive unpacks to more than {most} bytes, the most that is taken.")
        parts.append(chunk)
    return b"".join(parts)


def zip_files(content: bytes) -> Iterator[tuple[str, io.BufferedIOBase, bool]]:
    if content.count(ZIP_ENTRY) > 2 * MOST_FILES:  # before a list of them is made
        raise BadProgram(f"the archive has more than {MOST_FILES} files.")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for entry in archive.infolist():
            mode = entry.external_attr >> 16
            if entry.is_dir():
                checked(f"{entry.filename}in")
                continue
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
                raise BadProgram(f"'{entry.filename[:80]}' in the archive is a link or a device.")
            if entry.flag_bits & 1:
                raise BadProgram("the archive is encrypted.")
            with archive.open(entry) as source:
                yield entry.filename, source, bool(mode & 0o111)  # type: ignore[misc]


def tar_files(content: bytes) -> Iterator[tuple[str, io.BufferedIOBase, bool]]:
    """Unpacked only as far as a bot may be large: the tar's own headers could ask for any amount of memory."""
    if content.startswith(GZIP):
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as whole:
            content = read_at_most(whole, LARGEST_TAR, LARGEST_TAR)
    with tarfile.open(fileobj=io.BytesIO(content), mode="r:") as archive:
        for count, entry in enumerate(archive):
            if count > 2 * MOST_FILES:
                raise BadProgram(f"the archive has more than {MOST_FILES} files.")
            if entry.isdir():
                checked(f"{entry.name}/in")
                continue
            if not entry.isreg():
                raise BadProgram(f"'{entry.name[:80]}' in the archive is a link or a device.")
            source = archive.extractfile(entry)
            assert source is not None
            yield entry.name, source, bool(entry.mode & 0o111)  # type: ignore[misc]


def checked(path: str) -> str:
    """The one way to write a path: ./a, a// and a are the same file."""
    parts = PurePosixPath(path).parts
    bad = path.startswith("/") or ".." in parts or "\\" in path or ":" in path.partition("/")[0]
    if bad or not parts or len(path) > LONGEST_PATH or not path.isprintable():
        raise BadProgram(f"'{path[:80]!a}' is no name for a file in an archive.")
    return "/".join(parts)


def refuse_files_in_files(paths: set[str]) -> None:
    for path in paths:
        inside = next((str(it) for it in PurePosixPath(path).parents if str(it) in paths), None)
        if inside is not None:
            raise BadProgram(f"the archive has '{inside[:80]}' as a file and as a folder.")


def without_top(files: list[File]) -> Iterator[File]:
    """An archive of a folder has its name before every path."""
    tops = {path.partition("/")[0] for path, _, _ in files}
    nested = len(tops) == 1 and all("/" in path for path, _, _ in files)
    for path, data, runs in files:
        yield (path.partition("/")[2] if nested else path), data, runs


def packed(files: list[File]) -> bytes:
    """As arena.process.program packs a folder."""
    ordered = sorted(files)
    head = json.dumps([(path, len(data), runs) for path, data, runs in ordered]).encode()
    return head + b"\n" + b"".join(data for _, data, _ in ordered)
