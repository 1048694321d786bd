"""Texts of bots that no terminal and no store could hold: they are made printable and bounded, and harm nobody."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.play.records import Fault
from arena.process.faults import PlayerFault
from arena.process.inside.lengths import FAULT_LINE, FAULT_LINES, FAULT_MESSAGE
from arena.process.program import BOT_CLASS, PYTHON, Program
from arena.process.protocol import ProtocolError, read_explanation, read_hello
from arena.process.protocol_player import submitted
from arena.tournament.store import Store
from tests.arena.sandboxed import PATIENT, play_against_random
from tests.arena.tables import SECRET, identities, play, tournament

RAISES = """
import sys
from bots import Bot

class Silent(Exception):
    def __str__(self): raise RuntimeError("no words")

class Loud(Exception):
    def __str__(self): return "x" * 10**7

class Lies(Exception):
    def __str__(self): return 7

class Nameless(type):
    __name__ = property(lambda self: 1 / 0)

class Anonymous(Exception, metaclass=Nameless): pass

class Exits(Exception):
    def __str__(self): sys.exit(3)

class Strange(Bot):
    def choose(self, view, clock):
        {body}
"""
SAYS = """
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        {body}
    print('{{"type":"hello","protocol":1}}' if message["type"] == "hello" else '{{"type":"ready"}}', flush=True)
"""
EXCEPTIONS = [
    r"raise ValueError('\ud800')",
    r"raise ValueError('\udfff' * 1000)",
    r"raise ValueError('\x1b[2J\x1b]0;title\x07')",
    r"raise ValueError('\x00\x01\x02')",
    r"raise ValueError('one\ntwo\r\nthree\x85four\u2028five')",
    r"raise ValueError('\u202e right to left')",
    r"raise ValueError('\ufeff\u200b\u200d')",
    r"raise ValueError('\U0010ffff\U000e0001')",
    r"raise ValueError('a\u0301' * 200)",
    r"raise ValueError(b'\xff\xfe')",
    r"raise ValueError('[bold]red[/bold] <script>alert(1)</script>')",
    r"raise ValueError('%s %d {} {0}')",
    r"raise ValueError('x' * 10**6)",
    r"raise ValueError('\t' * 10**5)",
    "raise ValueError",
    "raise ValueError('')",
    "raise ValueError(float('nan'), 10**4000)",
    "raise Silent",
    "raise Loud",
    "raise Lies",
    "raise Anonymous('who')",
    "raise Exits",
    "raise KeyboardInterrupt",
    "raise GeneratorExit",
    "raise SystemExit('\\ud800')",
    "raise BaseExceptionGroup('\\ud800', [ValueError('\\x1b')])",
    "raise type('\\ud800\\x1b[31m', (Exception,), {})('\\ud800')",
    "raise type('N' * 10**5, (Exception,), {})",
    "raise UnicodeEncodeError('utf-8', '\\ud800', 0, 1, '\\ud800')",
    "raise Exception(Exception(Exception('\\ud800')))",
    "exec('def f(): return f()\\nf()')",
    "print('\\ud800')",
]
OUTPUTS = [
    r"""print(json.dumps({"type": "error", "message": "\ud800\x1b[2J"}), flush=True)""",
    r"""print(json.dumps({"type": "error", "message": "x" * 60000, "detail": "y\n" * 10000}), flush=True)""",
    r"""print(json.dumps({"type": "error", "message": {"a": ["\ud800"]}, "detail": 7}), flush=True)""",
    r"""print(json.dumps({"type": "error", "kind": "\ud800", "message": None}), flush=True)""",
    r"""print(json.dumps({"type": "\ud800\x1b[31m" * 1000}), flush=True)""",
    r"""print(json.dumps({"type": "move", "turn": "\ud800" * 1000}), flush=True)""",
    r"""os.write(2, b"\xff\x1b[2J" * 1000); os._exit(200)""",
    r"""os.write(2, "\u2028\u202e\n".encode() * 1000); os._exit(1)""",
    r"""os.write(1, b"\x00\x1b[2J\xff\n")""",
    r"""os.write(1, b"\x1b[2J\n")""",
    r"""os.write(1, b"x" * 70000)""",
    r"""os.write(1, '{"type":"\u202e"}'.encode() + b"\n")""",
]


def assert_harmless(fault: Fault) -> None:
    assert fault.message == "" or (fault.message.isprintable() and len(fault.message) <= FAULT_MESSAGE)
    lines = fault.detail.split("\n")
    assert len(lines) <= FAULT_LINES
    assert all(line.isprintable() and len(line) <= FAULT_LINE for line in lines)
    json.dumps([fault.message, fault.detail], ensure_ascii=False).encode("utf-8")


@pytest.mark.parametrize("body", EXCEPTIONS)
def test_strange_exceptions(body: str) -> None:
    program = Program("strange.py", RAISES.format(body=body).encode(), BOT_CLASS)
    (fault,) = play_against_random(submitted(program, PATIENT, unsafe=True)).record.faults
    assert fault.kind == "raised"
    assert fault.message
    assert_harmless(fault)


@pytest.mark.parametrize("body", OUTPUTS)
def test_strange_outputs(body: str) -> None:
    program = Program("strange.py", SAYS.format(body=body).encode(), PYTHON)
    (fault,) = play_against_random(submitted(program, PATIENT, unsafe=True)).record.faults
    assert fault.kind in ("raised", "protocol", "died")
    assert_harmless(fault)


@pytest.mark.parametrize("name", ["\ud800", "\x1b[2J", "x" * 1000, "a\nb", "\u202e", 7, None])
def test_strange_names_of_games(name: object) -> None:
    with pytest.raises(ProtocolError, match='"games" should be a list of texts'):
        read_hello({"type": "hello", "protocol": 1, "games": [name]})


def test_a_strange_exception_does_not_stop_a_tournament(tmp_path: Path) -> None:
    bot = tmp_path / "strange.py"
    bot.write_text(RAISES.format(body=EXCEPTIONS[0]))
    config = tournament(bots={"strange": str(bot), "random": "random"}, deals=1)
    with Store.create(tmp_path / "run.db", config, identities(config), SECRET) as store:
        store.add_all(play(config))
        assert store.count_faults() == 2


def test_an_explanation_has_rows_of_texts_and_numbers() -> None:
    rows = [{"name": "\x1b[2J\ud800column 4", "visits": 10, "value": 0.5, "nested": [1], "huge": 10**400}] * 100
    found = read_explanation({"type": "move", "explain": rows})
    assert len(found) == 20
    assert found[0] == {"name": "[2J column 4", "visits": 10, "value": 0.5}
    assert read_explanation({"type": "move", "explain": [7, {"a": float("inf")}]}) == [{}]
    with pytest.raises(ProtocolError, match='"explain" should be a list'):
        read_explanation({"type": "move", "explain": "no"})


def test_a_fault_has_the_last_lines_of_its_detail() -> None:
    fault = PlayerFault("raised", "x", "\n".join(f"  line {number}" for number in range(100)))
    assert fault.detail.splitlines()[-1] == "  line 99"
    assert len(fault.detail.splitlines()) == FAULT_LINES
