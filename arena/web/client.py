"""The other side of /api/v1: what `arena submit --to URL` says to a server. Needs nothing but Python."""

from __future__ import annotations

import io
import json
import secrets
import tarfile
from collections.abc import Sequence
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from arena.process.program import FOLDER, Program
from core.errors import ArenaError

TIMEOUT = 60.0
LARGEST_ANSWER = 10_000_000


class ServerError(ArenaError):
    """What a server answered, or that there is none."""


class ArenaClient:
    """A server, and the token that says who asks."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ServerError(f"'{url}' is no address of a server: it should be like http://127.0.0.1:8000.")
        if not token:
            raise ServerError("the variable ARENA_TOKEN is empty; 'arena user add' on the server gives a token.")
        self._base, self._token = f"{parts.scheme}://{parts.netloc}/api/v1", token

    def hand_in(self, name: str, program: Program, ladders: Sequence[str]) -> int:
        """Sends a bot; its number."""
        fields = [("name", name), *(("ladder", ladder) for ladder in ladders)]
        body, kind = multipart(fields, *packed(program))
        return int(self._ask("/submissions", body, kind)["id"])

    def submission(self, number: int) -> dict[str, Any]:
        found: dict[str, Any] = self._ask(f"/submissions/{number}")
        return found

    def _ask(self, path: str, body: bytes | None = None, kind: str = "application/json") -> Any:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": kind, "Accept": "application/json"}
        try:
            with urlopen(Request(self._base + path, body, headers), timeout=TIMEOUT) as answer:
                return json.loads(answer.read(LARGEST_ANSWER))
        except HTTPError as error:
            raise ServerError(f"{self._base}: {message_in(error.read(LARGEST_ANSWER)) or error.reason}") from None
        except (URLError, OSError, ValueError) as error:
            raise ServerError(f"{self._base}: cannot be reached: {getattr(error, 'reason', error)}.") from None


def message_in(body: bytes) -> str:
    """The sentence in an error, if there is one."""
    try:
        return str(json.loads(body)["error"]["message"])[:500]
    except (ValueError, KeyError, TypeError):
        return ""


def packed(program: Program) -> tuple[str, bytes]:
    """The name and content of the file to send: the file itself, or an archive of the folder."""
    if program.kind != FOLDER:
        return program.name, program.content
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for path, size, runs in program.files():
            info = tarfile.TarInfo(path)
            info.size, info.mode = size, 0o755 if runs else 0o644
            archive.addfile(info, io.BytesIO(program.read(path)))
    return f"{program.name}.tar.gz", out.getvalue()


def multipart(fields: Sequence[tuple[str, str]], name: str, content: bytes) -> tuple[bytes, str]:
    """A form with one file, and its content type."""
    mark = secrets.token_hex(16)
    parts = [f'--{mark}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n' for key, value in fields]
    head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = "".join([*parts, head]).encode() + content + f"\r\n--{mark}--\r\n".encode()
    return body, f"multipart/form-data; boundary={mark}"
