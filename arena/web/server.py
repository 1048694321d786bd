"""The app behind a port: uvicorn, on this machine alone unless everything is there for more."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import resource
import socket
import ssl
from dataclasses import dataclass
from pathlib import Path

import click
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from arena.web.app import create_app
from arena.web.settings import LOOPBACK, Settings
from core.errors import ArenaError

HOST = re.compile(r"[A-Za-z0-9_.:\[\]-]{1,253}")
BACKLOG = 2048
MOST_FILES = 65_536  # and connections, open at a time, if the system allows it


@dataclass(frozen=True, slots=True)
class Listening:
    """Where the server listens, and what makes that safe."""

    host: str = "127.0.0.1"
    port: int = 8000
    public: bool = False
    names: tuple[str, ...] = ()
    tls_cert: Path | None = None
    tls_key: Path | None = None
    proxy: str | None = None

    def __post_init__(self) -> None:
        if (self.tls_cert is None) != (self.tls_key is None):
            raise ArenaError("--tls-cert and --tls-key go together.")
        if not is_here(self.host) and not self.public:
            raise ArenaError(f"--host {self.host}: other machines could reach that: add --public if you mean it.")
        if self.public and self.tls_cert is None and self.proxy is None:
            raise ArenaError("--public needs --tls-cert and --tls-key, or --behind-proxy ADDRESS: without TLS, tokens "
                             "and cookies could be read on the way.")
        if self.proxy is not None and not is_address(self.proxy):
            raise ArenaError(f"--behind-proxy {self.proxy}: should be an address such as 127.0.0.1.")
        for name in self.names:
            if HOST.fullmatch(name) is None:
                raise ArenaError(f"--name {name!r}: should be a host such as arena.example.org.")
        if self.tls_cert is not None and self.tls_key is not None:
            check_certificate(self.tls_cert, self.tls_key)

    @property
    def https(self) -> bool:
        return self.tls_cert is not None or self.proxy is not None

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names under which the server answers; in public all, unless some are named."""
        return (*self.names, *LOOPBACK) if self.names or not self.public else ()


def check_certificate(cert: Path, key: Path) -> None:
    """Before anything is written or listens; a key with a password is refused, there is nobody to type it."""
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(cert, key, password=lambda: b"")
    except ssl.SSLError as error:
        why = error.reason or "they are no PEM files, or the key has a password"
        raise ArenaError(f"--tls-cert {cert} and --tls-key {key} cannot be used: {why}.") from None


def is_here(host: str) -> bool:
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)


def is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def serve(home: Path, listening: Listening, *, play: bool) -> None:
    """Serves until Ctrl-C or SIGTERM."""
    settings = Settings(home, hosts=listening.hosts, https=listening.https, play=play)
    app = create_app(home, settings)
    raise_file_limit()
    with listen(listening.host, listening.port) as listener:
        at = listener.getsockname()[1]
        scheme = "https" if listening.tls_cert else "http"
        click.echo(f"serving {home} at {scheme}://{listening.host}:{at} (Ctrl-C ends it)", err=True)
        protocol = impatient(settings.limits.head_seconds, settings.limits.read_seconds)
        config = uvicorn.Config(
            app, http=protocol, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=3,
            timeout_keep_alive=15, proxy_headers=listening.proxy is not None, forwarded_allow_ips=listening.proxy,
            ssl_certfile=listening.tls_cert, ssl_keyfile=listening.tls_key, h11_max_incomplete_event_size=32_768,
        )  # fmt: skip
        uvicorn.Server(config).run(sockets=[listener])


def impatient(seconds: float, reading: float = 30.0) -> type[H11Protocol]:
    """The protocol, but a connection whose request has not arrived with its head in so many seconds is closed, and one
    whose client reads nothing of its answer for so long is cut off."""

    class Impatient(H11Protocol):
        _deadline: asyncio.TimerHandle | None = None
        _stalled: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._stop()
            self.resume_writing()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._look_whether_it_reads(None)

        def resume_writing(self) -> None:
            super().resume_writing()
            if self._stalled is not None:
                self._stalled.cancel()
                self._stalled = None

        def _look_whether_it_reads(self, before: int | None) -> None:
            left = self.transport.get_write_buffer_size()
            if left == before:
                self.transport.abort()
            else:
                self._stalled = self.loop.call_later(reading, self._look_whether_it_reads, left)

        def _watch(self) -> None:
            """A request that is being answered has all the time it needs: its body is timed elsewhere."""
            if self.cycle is not None and not self.cycle.response_complete:
                self._stop()
            elif self._deadline is None:
                self._deadline = self.loop.call_later(seconds, self._give_up)

        def _stop(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _give_up(self) -> None:
            self._deadline = None
            if self.cycle is None or self.cycle.response_complete:
                self.transport.close()

    return Impatient


def raise_file_limit() -> None:
    """Every watcher is an open file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def listen(host: str, port: int) -> socket.socket:
    """The socket, taken before anything starts: a port that is in use is said in one sentence."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise ArenaError(f"cannot listen on {host} port {port}: {error.strerror}; --port gives another.") from None
    listener.listen(BACKLOG)
    return listener
