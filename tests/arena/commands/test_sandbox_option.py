"""`--sandbox`: every bot that is not built in plays in the sandbox."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from arena.commands import match, run
from arena.tournament.store import Store
from tests.arena.sandboxed import needs_bwrap

LOOKS = '''
from pathlib import Path
from bots import Bot

class Looks(Bot):
    """Gives up unless it is in the sandbox, where its own file lies in /bot."""

    def choose(self, view, clock):
        if not Path("/bot").is_dir():
            raise RuntimeError("I can see the machine")
        return view.legal()[0]
'''


@needs_bwrap
def test_a_file_plays_in_the_sandbox_if_asked(tmp_path: Path) -> None:
    bot = tmp_path / "looks.py"
    bot.write_text(LOOKS)
    words = ["--game", "connect_four", "--bots", f"{bot},random", "--games", "2", "--seed", "1"]
    assert "I can see the machine" in CliRunner().invoke(match.command, words).output
    walled = CliRunner().invoke(match.command, [*words, "--sandbox"])
    assert walled.exit_code == 0, walled.output
    assert "I can see the machine" not in walled.output


@needs_bwrap
def test_the_store_says_who_played_in_the_sandbox(tmp_path: Path) -> None:
    (tmp_path / "looks.py").write_text(LOOKS)
    config = tmp_path / "cup.toml"
    bots = '[[bots]]\nname = "looks"\nspec = "looks.py"\n[[bots]]\nname = "random"\nspec = "random"\n'
    config.write_text(f'name = "cup"\ngame = "connect_four"\ndeals = 1\n{bots}')
    out = tmp_path / "cup.db"
    ended = CliRunner().invoke(run.command, [str(config), "--out", str(out), "--workers", "1", "--sandbox"])
    assert ended.exit_code == 0, ended.output
    with Store.open(out) as store:
        assert [bot.isolation for bot in store.bots()] == ["sandbox", "built-in"]
        assert store.count_faults() == 0
