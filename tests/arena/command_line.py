"""The `arena` command as a test calls it."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from arena.cli import main

Arena = Callable[..., tuple[int, str, str]]


def command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    """Runs `arena` with the words it is called with; the exit code, standard output and standard error."""

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arena", *words])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        return code, *capsys.readouterr()

    return call
