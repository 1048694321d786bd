"""Every game starts from nothing, and a bot plays the same as a file, as a folder and as a submission."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

import core
from arena.play.entrants import BadEntrant, find_entrant
from arena.play.players import InProcess, make_player, refuse_other_games, start_player
from arena.process import launcher
from arena.process.faults import PlayerFault
from arena.process.limits import Limits
from arena.process.program import BOT_CLASS, FOLDER, BadProgram, Program, read_program
from arena.process.protocol_player import ProtocolPlayer, submitted
from arena.process.registry import Registry
from arena.process.sandbox import INSIDE, SandboxError, sandbox_problem
from bots import Spec
from tests.arena.sandboxed import EXAMPLES, PATIENT, needs_bwrap, play, play_against_random

COUNTS = b"""
from bots import Bot

GAMES = []

class Counts(Bot):
    def start(self, game, seat, seed):
        GAMES.append(seed)

    def choose(self, view, clock):
        return view.legal()[len(GAMES) - 1]
"""
LEAVES = b"""
import ctypes, os, socket, time
from pathlib import Path
from bots import Bot

libc = ctypes.CDLL(None, use_errno=True)
KEY, CREATE = 0x41524E41, 0o1600

def made(result):  # whether it was there; in the sandbox the calls are refused
    return result >= 0

def file_in(folder):
    path = Path(folder, "left-behind")
    found = path.exists()
    try:
        path.write_text("cards")
    except OSError:
        pass
    return found

def queue():
    found = made(libc.mq_open(b"/left-behind", os.O_RDWR))
    libc.mq_open(b"/left-behind", os.O_RDWR | os.O_CREAT, 0o600, None)
    return found

def system_v(get, *size):
    found = made(get(KEY, *size, 0o600))
    get(KEY, *size, CREATE)
    return found

def process():
    name = b"\\0arena-left-behind-" + str(os.getuid()).encode()
    try:
        with socket.socket(socket.AF_UNIX) as peer:
            peer.connect(name)
        return True
    except PermissionError:
        return False
    except OSError:
        pass
    told, tell = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(name)
                listener.listen()
                os.write(tell, b"up")
                os.closerange(0, 3)
                time.sleep(60)
        os._exit(0)
    os.read(told, 2)
    return False

def own_source():
    source = Path(__file__)
    found = b"cards" in source.read_bytes()[-20:]
    try:
        source.chmod(0o644)
        source.write_bytes(source.read_bytes() + b"# the cards")
    except OSError:
        pass
    return found

def deep():  # deeper than a function can call itself, with longer paths than the system takes
    found = os.path.exists("deep")
    os.mkdir("deep")
    os.chdir("deep")
    for _ in range(1500):
        os.mkdir("deeper")
        os.chdir("deeper")
    return found

def locked():
    found = os.path.exists("locked")
    os.makedirs("locked/inner")
    for path in ("locked/inner", "locked"):
        os.chmod(path, 0)
    return found

WAYS = {
    "deep": deep, "locked": locked,
    "scratch": lambda: file_in(os.environ.get("TMPDIR", "/tmp")), "folder": lambda: file_in("."),
    "beside": lambda: file_in(".."), "home": lambda: file_in(Path(__file__).parent), "source": own_source,
    "memory": lambda: file_in("/dev/shm"), "shm": lambda: system_v(libc.shmget, 4096),
    "msg": lambda: system_v(libc.msgget), "sem": lambda: system_v(libc.semget, 1), "mq": queue, "process": process,
}

class Leaves(Bot):
    def __init__(self, *, way: str):
        self.way = WAYS[way]

    def choose(self, view, clock):
        return view.legal()[self.way()]
"""
LEFT = ("scratch", "folder", "beside", "home", "source", "memory", "shm", "msg", "sem", "mq", "process")
FOLDERS = ("deep", "locked")
WAYS = [True, *([False] if sandbox_problem() is None else [])]  # in the open and in a sandbox


def first_moves(player: ProtocolPlayer, games: int = 3) -> list[int]:
    game = core.load("connect_four")
    moves = []
    for seed in range(games):
        player.start(game, 0, seed)
        moves.append(player.choose(game.new(seed).view(0)))
        player.end([1, 2])
    player.close()
    return moves


@pytest.mark.parametrize("unsafe", WAYS)
def test_no_global_is_left_from_another_game(unsafe: bool) -> None:
    assert first_moves(submitted(Program("bot.py", COUNTS, BOT_CLASS), PATIENT, unsafe=unsafe)) == [0, 0, 0]


def leaves(way: str, *, unsafe: bool) -> ProtocolPlayer:
    return submitted(Program("bot.py", LEAVES, BOT_CLASS), PATIENT, unsafe=unsafe, spec=Spec("", "", (("way", way),)))


@pytest.mark.parametrize("unsafe", WAYS)
@pytest.mark.parametrize("way", LEFT + FOLDERS)
def test_nothing_is_left_from_another_game(way: str, unsafe: bool) -> None:
    if unsafe and way in ("memory", "shm", "msg", "sem", "mq") and sandbox_problem() is not None:
        pytest.skip(f"in the open this needs namespaces too: {sandbox_problem()}")
    assert first_moves(leaves(way, unsafe=unsafe)) == [0, 0, 0]


@pytest.mark.parametrize("unsafe", WAYS)
def test_a_bots_files_are_compiled_once_for_all_its_games(tmp_path: Path, unsafe: bool) -> None:
    """A long file would take longer to compile than all else that a game costs."""
    code = b"import os, helper\nfrom bots import Bot\nFILES = [__cached__, helper.__cached__]\n" \
           b"class B(Bot):\n    def choose(self, view, clock): return sum(map(os.path.exists, FILES))\n"
    folder = make_folder(tmp_path / "compiled", 'class = "main.py"', code)
    for name, text in (("helper", "HELPS = True\n"), ("broken", "def"), ("deep", "(" * 9999), ("odd", "\0")):
        (folder / f"{name}.py").write_text(text)
    assert first_moves(submitted(read_program(folder), PATIENT, unsafe=unsafe), games=2) == [2, 2]


def test_a_bot_that_ended_its_server_does_not_lose_the_next_game_too() -> None:
    code = b"import os\nfrom bots import Bot\nclass B(Bot):\n    def start(self, game, seat, seed): self.one = not seed"
    code += b"\n    def choose(self, view, clock): return os.kill(os.getppid(), 9) or os.read(0, 1) if self.one else 0"
    player = submitted(Program("bot.py", code, BOT_CLASS), PATIENT, unsafe=True)
    view = core.load("connect_four").new(1).view(0)
    player.start(view.game, 0, 0)
    with pytest.raises(PlayerFault):
        player.choose(view)
    player.start(view.game, 0, 1)
    assert player.choose(view) == 0
    player.close()


@pytest.mark.parametrize("unsafe", [pytest.param(False, marks=needs_bwrap), True])
def test_a_server_that_is_killed_while_it_starts_is_started_again(
    monkeypatch: pytest.MonkeyPatch, unsafe: bool
) -> None:
    """As the kernel does for want of memory: no fault of the bot, and no reason to end a tournament at once."""
    player, kills = submitted(Program("counts.py", COUNTS, BOT_CLASS), PATIENT, unsafe=unsafe), [1, 1]
    spawn = launcher.ForkServer._spawn

    def spawn_and_kill(server: launcher.ForkServer, theirs: socket.socket) -> subprocess.Popen[bytes]:
        process = spawn(server, theirs)
        if kills:
            kills.pop()
            if server._root is None:
                process.kill()
            else:
                signal.pidfd_send_signal(server._root, signal.SIGKILL)
        return process

    monkeypatch.setattr(launcher.ForkServer, "_spawn", spawn_and_kill)
    assert first_moves(player, games=1) == [0]
    kills.extend([1] * launcher.STARTS)
    again = submitted(Program("counts.py", COUNTS, BOT_CLASS), PATIENT, unsafe=unsafe)
    with pytest.raises(SandboxError, match="it was killed at once"):
        first_moves(again, games=1)


@needs_bwrap
def test_not_even_the_number_of_a_process_tells_of_another_game() -> None:
    code = b"import os\nfrom bots import Bot\nclass B(Bot):\n    def choose(self, view, clock): return os.getpid()"
    assert first_moves(submitted(Program("bot.py", code, BOT_CLASS), PATIENT)) == [2, 2, 2]


def test_no_scratch_folder_is_left_in_the_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    player = leaves("scratch", unsafe=True)
    player.load()
    assert len(list(tmp_path.iterdir())) == 1
    player.close()
    assert list(tmp_path.iterdir()) == []


def test_folders_that_nobody_uses_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when Ray kills a worker with all its children: nobody was left to tidy up."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    used, lock = launcher.locked_folder()
    abandoned, fresh = tmp_path / f"{launcher.FOLDER_PREFIX}1", tmp_path / f"{launcher.FOLDER_PREFIX}2"
    for folder in (abandoned, fresh):
        (folder / "bot").mkdir(parents=True)
    for folder in (Path(used), abandoned):
        os.utime(folder, (0, 0))
    launcher.remove_abandoned_folders.cache_clear()
    launcher.remove_abandoned_folders()
    os.close(lock)
    assert {str(path) for path in tmp_path.iterdir()} == {used, str(fresh)}


def test_a_bot_plays_the_same_as_a_file_a_folder_and_a_submission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, folder = tmp_path / "counts.py", make_folder(tmp_path / "counts", 'class = "main.py:Counts"', COUNTS)
    file.write_bytes(COUNTS)
    specs = [str(file), str(folder)]
    if sandbox_problem() is None:
        monkeypatch.setenv("ARENA_SUBMISSIONS", str(tmp_path / "submissions.db"))
        with Registry(tmp_path / "submissions.db", create=True) as registry:
            registry.add(read_program(file), "file", "me", {})
            registry.add(read_program(folder), "folder", "me", {})
        specs += ["submission:file", "submission:folder"]
    actions = {play_against_random(make_player(spec, PATIENT)).actions for spec in specs}
    assert len(actions) == 1


@pytest.mark.parametrize("unsafe", WAYS)
def test_faults_say_the_same_wherever_the_bot_plays(unsafe: bool) -> None:
    code = COUNTS.replace(b"return view", b"raise ValueError(__file__)\n        return view")
    (fault,) = play_against_random(submitted(Program("bot.py", code, BOT_CLASS), PATIENT, unsafe=unsafe)).record.faults
    assert fault.message == "ValueError: /bot/bot.py"
    assert fault.detail == '  File "/bot/bot.py", line 11, in choose\n    raise ValueError(__file__)'


def test_a_file_is_never_loaded_into_our_own_process(tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"import os\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\nfrom bots import Bot\n"
                    "class B(Bot):\n    def __init__(self, *, depth: int = 3): pass\n")
    entrant = find_entrant("trap", f"{trap}:B:depth=4", "test", Path())
    assert not (tmp_path / "pid").exists()
    refuse_other_games([entrant], core.load("connect_four"), PATIENT)
    assert int((tmp_path / "pid").read_text()) != os.getpid()


# ---- games


@pytest.mark.parametrize("games", ["('ganymede',)", "['on_mars', 'ganymede']", "()"])
def test_a_bot_that_does_not_play_the_game_is_refused_before_the_first(tmp_path: Path, games: str) -> None:
    file = tmp_path / "picky.py"
    file.write_text(f"from bots import Bot\nclass Picky(Bot):\n    games = {games}\n")
    entrants = [find_entrant(name, spec, "test", Path()) for name, spec in (("picky", str(file)), ("b", "random"))]
    with pytest.raises(BadEntrant, match=r"picky plays .*, not connect_four\."):
        refuse_other_games(entrants, core.load("connect_four"), PATIENT)


def test_the_games_of_a_folder_stand_in_its_bot_toml(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "picky", 'class = "main.py:Counts"\ngames = ["ganymede"]', COUNTS)
    with pytest.raises(BadEntrant, match="picky plays ganymede, not connect_four"):
        refuse_other_games([find_entrant("picky", str(folder), "t", Path())], core.load("connect_four"), PATIENT)


# ---- time


def test_a_busy_machine_does_not_cost_a_bot_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    wait = launcher.ForkServer._wait_until_up

    def wait_long(server: launcher.ForkServer, deadline: float) -> None:
        time.sleep(3.5)
        wait(server, deadline)

    monkeypatch.setattr(launcher.ForkServer, "_wait_until_up", wait_long)
    limits = Limits(seconds=20, start_seconds=3, memory_mb=256)
    assert first_moves(submitted(Program("bot.py", COUNTS, BOT_CLASS), limits, unsafe=True), games=1) == [0]


def test_all_decisions_of_a_game_together_have_a_limit() -> None:
    code = b"import time\nfrom bots import Bot\nclass Slow(Bot):\n    def choose(self, view, clock):\n" \
           b"        time.sleep(0.3)\n        return view.legal()[0]\n"
    limits = Limits(seconds=5, start_seconds=20, memory_mb=256, game_seconds=1.0)
    (fault,) = play_against_random(submitted(Program("slow.py", code, BOT_CLASS), limits, unsafe=True)).record.faults
    assert (fault.kind, fault.message) == ("timeout", "it took longer than 1 s in all its decisions")
    assert fault.decision >= 2


def test_a_built_in_bot_has_that_limit_too() -> None:
    limits = Limits(game_seconds=0.05)
    players = {"mcts": make_player("mcts:iterations=20000", limits), "random": make_player("random", limits)}
    assert isinstance(players["mcts"], InProcess)
    (fault,) = play(players).record.faults
    assert (fault.kind, fault.message) == ("timeout", "it took longer than 0.05 s in all its decisions")


def test_answering_requests_that_have_piled_up_counts() -> None:
    code = b"""
import os, sys, json
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "turn":
        asked = b'{"type":"sample","seed":1}\\n{"type":"free","state":%d}\\n'
        for number in range(1, 2000):
            os.write(1, asked % number)
        while True:
            sys.stdin.readline()
    print('{"type":"hello","protocol":1}' if kind == "hello" else '{"type":"ready"}', flush=True)
"""
    player = submitted(Program("asks.py", code, "python"), Limits(seconds=0.1), unsafe=True)
    view = core.load("ganymede").new(1).view(0)
    player.start(view.game, 0, 1)
    with pytest.raises(PlayerFault) as fault:
        player.choose(view)
    player.close()
    assert fault.value.message == "it took longer than 0.1 s"


# ---- folders


def make_folder(path: Path, manifest: str, code: bytes) -> Path:
    path.mkdir()
    (path / "bot.toml").write_text(manifest)
    (path / "main.py").write_bytes(code)
    return path


USES_ITS_FOLDER = b"""
from pathlib import Path
from bots import Bot
from helper import pick

class Uses(Bot):
    def __init__(self, *, offset: int = 0):
        self.offset = offset

    def choose(self, view, clock):
        weights = (Path(__file__).parent / "data" / "weights").read_bytes()
        return pick(view) + len(weights) + self.offset
"""


@pytest.mark.parametrize("sandbox", [False, *([True] if sandbox_problem() is None else [])])
def test_a_folder_has_its_modules_and_its_data(tmp_path: Path, sandbox: bool) -> None:
    folder = make_folder(tmp_path / "uses", 'name = "uses"\nclass = "main.py"', USES_ITS_FOLDER)
    (folder / "helper.py").write_text("def pick(view): return view.legal()[0]\n")
    (folder / "data").mkdir()
    (folder / "data" / "weights").write_bytes(b"xx")
    player = start_player(find_entrant("uses", f"{folder}:offset=1", "t", Path(), sandbox=sandbox), PATIENT)
    assert isinstance(player, ProtocolPlayer)
    assert first_moves(player, 1) == [3]


@pytest.mark.parametrize("unsafe", WAYS)
def test_a_bots_modules_may_have_the_names_of_ours(tmp_path: Path, unsafe: bool) -> None:
    names = [path.stem for path in INSIDE.glob("*.py") if path.stem != "__init__"]
    code = f"from bots import Bot\nimport {', '.join(names)}\nclass B(Bot):\n    def choose(self, view, clock): " \
           f"return {' + '.join(f'{name}.ONE' for name in names)}\n"
    folder = make_folder(tmp_path / "named", 'class = "main.py"', code.encode())
    for name in names:
        (folder / f"{name}.py").write_text("ONE = 1\n")
    assert first_moves(submitted(read_program(folder), PATIENT, unsafe=unsafe), games=1) == [len(names)]


@pytest.mark.parametrize("unsafe", WAYS)
def test_a_folder_may_be_a_command(tmp_path: Path, unsafe: bool) -> None:
    code = (EXAMPLES / "lookahead.py").read_bytes()
    program = read_program(make_folder(tmp_path / "ahead", 'command = ["python3", "main.py"]', code))
    assert program.kind == FOLDER
    record = play_against_random(submitted(program, PATIENT, unsafe=unsafe)).record
    assert (record.faults, record.ranks) == ((), (1, 2))


def test_any_change_to_a_folder_is_another_version(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "mine", 'class = "main.py"', COUNTS)
    versions = {find_entrant("a", str(folder), "t", Path()).version}
    (folder / "weights").write_bytes(b"1")
    versions.add(find_entrant("a", str(folder), "t", Path()).version)
    (folder / "weights").write_bytes(b"2")
    versions.add(find_entrant("a", str(folder), "t", Path()).version)
    (folder / "weights").rename(folder / "other")
    versions.add(find_entrant("a", str(folder), "t", Path()).version)
    (folder / "other").chmod(0o755)
    versions.add(find_entrant("a", str(folder), "t", Path()).version)
    assert len(versions) == 5
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "x.pyc").write_bytes(b"")
    assert find_entrant("a", str(folder), "t", Path()).version in versions


@pytest.mark.parametrize(
    ("manifest", "sentence"),
    [
        ("", "give either class"),
        ('class = "main.py"\ncommand = ["x"]', "give either class"),
        ("class = 3", "class should be a text"),
        ('class = "nix.py"', "'nix.py' is not a Python file of the folder"),
        ('class = "../main.py"', "is not a Python file of the folder"),
        ("command = []", "command should be a list of 1 to"),
        ("command = [1]", "command should be a list of 1 to"),
        ('class = "main.py"\ngames = "ganymede"', "games should be a list"),
        ('class = "main.py"\nname = "a b"', "name: use letters"),
        ('clas = "main.py"', "there is no key 'clas'"),
        ("class = ", "is not valid TOML"),
    ],
)
def test_a_bad_bot_toml_gets_one_sentence(tmp_path: Path, manifest: str, sentence: str) -> None:
    with pytest.raises(BadProgram, match=sentence):
        read_program(make_folder(tmp_path / "bad", manifest, COUNTS))


def test_a_folder_has_limits_and_no_links_out_of_it(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "large", 'class = "main.py"', COUNTS)
    with pytest.raises(BadProgram, match=r"it has no bot\.toml"):
        read_program(tmp_path)
    (folder / "link").symlink_to("main.py")
    read_program(folder)
    (folder / "link").unlink()
    (folder / "link").symlink_to("/etc/hostname")
    with pytest.raises(BadProgram, match="is a link out of the bot's folder"):
        read_program(folder)
    (folder / "link").unlink()
    with (folder / "weights").open("wb") as file:
        file.truncate(50 * 10**6)
    with pytest.raises(BadProgram, match="at most 1000 files and 50000000 bytes"):
        read_program(folder)
    (folder / "weights").unlink()
    for number in range(999):
        (folder / str(number)).touch()
    with pytest.raises(BadProgram, match="at most 1000 files and 50000000 bytes"):
        read_program(folder)
    (folder / "0").unlink()
    assert len(read_program(folder).files()) == 1000


# ---- what a bot sees


@needs_bwrap
def test_no_path_of_this_machine_shows_inside() -> None:
    """Neither that of the project, nor of the interpreter, nor of the packages."""
    code = b"""
import os, sys, core, numpy
from bots import Bot
class Looks(Bot):
    def choose(self, view, clock):
        files = ("mountinfo", "mounts", "cmdline", "maps")
        seen = [open("/proc/self/" + name).read() for name in files] + [open("/proc/thread-self/mountinfo").read()]
        seen += [*sys.path, *sys.argv, *os.environ.values(), sys.executable, os.readlink("/proc/self/exe")]
        seen += [core.__file__, numpy.__file__, os.getcwd()]
        words = {word for text in seen for word in text.replace("\\0", " ").replace(":", " ").split()}
        raise ValueError(" ".join(sorted({word.split("/")[1] for word in words if word.startswith("/")})))
"""
    player = submitted(Program("looks.py", code, BOT_CLASS), Limits(memory_mb=1024))
    (fault,) = play_against_random(player).record.faults
    kind, *roots = fault.message.split()
    assert kind == "ValueError:"
    assert {"arena", "bot", "tmp"} <= set(roots) <= {"arena", "bot", "python", "usr", "tmp", "bin", "lib", "lib64"}


@needs_bwrap
def test_empty_files_run_out_before_the_memory_does() -> None:
    code = b"from bots import Bot\nclass Many(Bot):\n    def choose(self, view, clock):\n" \
           b"        for number in range(10**6): open(f'/tmp/{number}', 'w').close()\n"
    (fault,) = play_against_random(submitted(Program("many.py", code, BOT_CLASS), PATIENT)).record.faults
    assert "No space left on device: '/tmp/" in fault.message
    assert int(fault.message.rpartition("/")[2].rstrip("'")) < 5000


# ---- what a bot may add


def test_explanations_cross_the_pipe() -> None:
    code = COUNTS + b"\n    def explain(self):\n        return [{'name': 'column 1', 'value': 0.5, 'odd': object}]\n"
    player = submitted(Program("bot.py", code, BOT_CLASS), PATIENT, unsafe=True)
    assert first_moves(player, 1) == [0]
    (row,) = player.explain()
    assert (row["name"], row["value"], row["odd"]) == ("column 1", 0.5, "<class 'object'>")


def test_a_program_may_ask_for_the_catalogue_and_for_actions_as_data() -> None:
    code = b"""
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "send": ["actions"]}
    elif message["type"] == "turn":
        print('{"type":"catalogue"}', flush=True)
        told = json.loads(sys.stdin.readline())
        fits = told["type"] == "catalogue" and isinstance(told["catalogue"], dict)
        fits = fits and len(message["actions"]) == len(message["legal"]) and isinstance(message["actions"][0], dict)
        answer = {"type": "move", "turn": message["turn"], "action": message["legal"][2 if fits else 0]}
    else:
        answer = {"type": "ready"}
    print(json.dumps(answer), flush=True)
"""
    assert first_moves(submitted(Program("asks.py", code, "python"), PATIENT, unsafe=True), 1) == [2]
