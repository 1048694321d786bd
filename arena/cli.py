"""The `arena` command. Bad input gets one sentence and exit code 2."""

from __future__ import annotations

import importlib
import io
import os
import pkgutil
import re
import sys
from pathlib import Path

import click

from arena import commands
from core.errors import ArenaError

RAY_LOST = 3  # exit code of a run whose Ray has died
SUMMARY = re.compile(r'^def command\(.*?^    """(.+?)(?:"""|$)', re.DOTALL | re.MULTILINE)
LONGEST = 600  # characters of a message; what was typed may be endless


class Commands(click.Group):
    """Finds the commands in arena/commands, a module each, and loads only the one that is called."""

    own_process = False  # nothing but the command runs in this process

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"arena.commands.{name.replace('-', '_')}")
        if self.own_process and getattr(module, "STARTS_RAY", False):
            from arena.tournament.ray_guard import go_on_in_child

            Commands.own_process = False  # in the child it is done
            go_on_in_child()
        found: click.Command = module.command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As click does, from the sources alone: loading every command takes longer than to read the help."""
        names = self.list_commands(ctx)
        room = formatter.width - 6 - max(map(len, names))
        rows = [(name, click.Command(name, help=summary(name)).get_short_help_str(room)) for name in names]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def summary(name: str) -> str:
    """The first line of a command's docstring."""
    source = Path(commands.__path__[0], f"{name.replace('-', '_')}.py").read_text(encoding="utf-8")
    found = SUMMARY.search(source)
    return found[1] if found else ""


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="space-arena", message="%(version)s")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Bots play modern space board games against each other. The leaderboard tells which is stronger."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def program() -> None:
    """The `arena` that a person starts."""
    Commands.own_process = True
    fill_closed_streams()
    main()


def fill_closed_streams() -> None:
    """Who starts us may have closed some of the three: what is opened next would take their place, and our words."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode)  # noqa: SIM115 stays open; it gets the lowest number, which is the one
            os.set_inheritable(stream.fileno(), True)
            setattr(sys, name, stream)


def main() -> None:
    """Runs `arena`; what is wrong with the input is said in one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # file names need not be text
    try:
        group.main(standalone_mode=False)
    except ArenaError as error:
        fail(str(error), error.exit_code)
    except click.UsageError as error:
        hint = f" See '{error.ctx.command_path} --help'." if error.ctx else ""
        fail(error.format_message() + hint)
    except click.ClickException as error:
        fail(error.format_message())
    except click.Abort:
        fail("stopped by Ctrl-C.", 130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except UnicodeError as error:
        fail(f"a name or text cannot be used: {error}.")
    except OSError as error:
        fail(f"{f'{error.filename}: ' if error.filename else ''}{error.strerror or error}.")


def fail(message: str, code: int = 2) -> None:
    """One sentence to standard error."""
    text = " ".join(message.split())
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
    click.echo(f"arena: {text}", err=True)
    if code == RAY_LOST:
        sys.stdout.flush()
        os._exit(code)  # what is left of Ray would hold up an ordinary exit, and fill the screen
    sys.exit(code)
