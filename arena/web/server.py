"""The app behind a port: uvicorn."""

from __future__ import annotations

import socket

import click
import uvicorn

from arena.web.app import create_app
from arena.web.settings import Settings
from core.errors import ArenaError

BACKLOG = 2048


def serve(settings: Settings, host: str, port: int) -> None:
    """Serves until Ctrl-C or SIGTERM."""
    app = create_app(settings.home, settings)
    with listening(host, port) as listener:
        at = listener.getsockname()[1]
        click.echo(f"serving {settings.home} at http://{host}:{at} (Ctrl-C ends it)", err=True)
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=3,
            timeout_keep_alive=15, proxy_headers=False,
        )  # fmt: skip
        uvicorn.Server(config).run(sockets=[listener])


def listening(host: str, port: int) -> socket.socket:
    """The socket, taken before anything starts: a port that is in use is said in one sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise ArenaError(f"cannot listen on {host} port {port}: {error.strerror}; --port gives another.") from None
    listener.listen(BACKLOG)
    return listener
