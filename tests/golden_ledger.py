"""Which golden text belongs to which version of the rules, or of a bot's play.

A ledger is a file beside the golden texts, a line for each: version, file, digest. A text that has changed under the
same version is refused, so that a change of play cannot go by without a new version.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

LEDGER = "versions.txt"
Entries = dict[tuple[int, str], str]


class SameVersion(Exception):
    """A golden text changed, and the version did not."""


def text_digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def read_ledger(folder: Path) -> Entries:
    path = folder / LEDGER
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {(int(version), file): digest for version, file, digest in map(str.split, lines)}


def problems(folder: Path, version: int, texts: Mapping[str, str], raise_where: str) -> list[str]:
    """What these texts, by file name, may not be under this version."""
    ledger = read_ledger(folder)
    found = []
    for file, text in texts.items():
        known = ledger.get((version, file))
        if known is not None and known != text_digest(text):
            found.append(f"{file} is not what version {version} plays: raise {raise_where} to {version + 1}.")
    return found


def write(folder: Path, version: int, texts: Mapping[str, str], raise_where: str) -> None:
    """Writes the texts and enters them in the ledger; SameVersion if this version wrote something else before."""
    refused = problems(folder, version, texts, raise_where)
    if refused:
        raise SameVersion(refused[0])
    if not texts:
        return
    folder.mkdir(exist_ok=True)
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    ledger = read_ledger(folder) | {(version, file): text_digest(text) for file, text in texts.items()}
    lines = [f"{entered} {file} {digest}" for (entered, file), digest in sorted(ledger.items())]
    (folder / LEDGER).write_text("\n".join(lines) + "\n", encoding="utf-8")
