"""One process per bot that waits, ready, and forks for each game: so every game starts from nothing, and soon.

It has loaded the games and the installed packages that the bot imports. Of the bot's own files it has loaded none, only
compiled them. In the sandbox it is the only process with rights. For each game it makes namespaces and an empty scratch
folder and forks. The fork gives up all rights, takes on the limits, then loads the bot and plays one game, or becomes
the bot's command. In the open the server tidies up behind each game: processes, files in the bot's folder, and shared
memory where the kernel allows it.

It is called with one argument, a JSON object:

    control    descriptor of a socket: each message asks for a game and brings its standard input, output and error,
               and a socket for news of it (see Game); at its end the server ends
    content    descriptor with the bot's file or folder, or null
    files      what is in it: a list of [path, size, whether it can be run]
    home       the folder to put the files into
    packages   the folder of installed packages, of which those that the bot imports are loaded ahead
    scratch    the folder that is empty at the beginning of each game
    sandbox    null, or {"user": whether to become a user of its own, "filter": the seccomp filter in hex,
               "size", "inodes": the scratch folder's}
    own_memory in the open: whether to give each game shared memory of its own
    limits     resource limits by name, as in the resource module without RLIMIT_
    command    the program to turn into; or
    spec       the bot class to play, with
    games      the games it may claim, or null: what the class says
    memory     so much address space on top of what the interpreter and the games have mapped
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import random
import resource
import select
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import folders  # type: ignore[import-not-found]
import namespaces  # type: ignore[import-not-found]
import preload  # type: ignore[import-not-found]

GAME_DESCRIPTORS = 4
LONGEST_REQUEST = 1 << 17
LEAVE_SECONDS = 0.25  # that a process gets to end after its game
STRAY_SECONDS = 2.0  # for all that a game has left running
# Users that no account has; a number of its own for each game keeps their counts of threads apart.
FIRST_USER, USERS = 61184, 4336
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_CHILD_SUBREAPER, SECCOMP_MODE_FILTER = 1, 22, 36, 2
LIBC = ctypes.CDLL(None, use_errno=True)

ServerJob = dict[str, Any]


def main() -> None:
    job = json.loads(sys.argv[1])
    control = socket.socket(fileno=job["control"])
    home = BotFiles(job)
    play = prepare_player(job) if "spec" in job else None
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    control.send(b"up")
    server = Server(control, job, play, home)
    try:
        server.serve()
    finally:
        server.end_all()
        if not job["sandbox"]:
            folders.remove_tree(os.path.dirname(job["home"]))


# ---- getting ready


class BotFiles:
    """The bot's files. In the sandbox they cannot be written; in the open they are put down again if they were."""

    def __init__(self, job: ServerJob) -> None:
        self._job = job
        self._folder = os.path.dirname(job["home"])
        self._put_down()
        if job["sandbox"] and job["content"] is not None:
            namespaces.make_read_only(job["home"])
        if not job["sandbox"]:
            os.makedirs(job["scratch"], mode=0o700)
            os.environ["TMPDIR"] = job["scratch"]
            self._seen = self._look()

    def _put_down(self) -> None:
        if self._job["content"] is None:
            return
        os.makedirs(self._job["home"], exist_ok=True)
        with open(self._job["content"], "rb", closefd=False) as content:
            content.seek(0)
            for path, size, runs in self._job["files"]:
                place = os.path.join(self._job["home"], path)
                os.makedirs(os.path.dirname(place), mode=0o755, exist_ok=True)
                with open(place, "xb") as file:
                    file.write(content.read(size))
                os.chmod(place, 0o555 if runs else 0o444)
        if "spec" in self._job:
            preload.compile_sources(self._job["home"], sources(self._job))

    def _look(self) -> dict[str, tuple[int, int]]:
        """All that is in the bot's folder, with the time of its last change, which a bot cannot set."""
        found: dict[str, tuple[int, int]] = {}
        unseen = [self._folder]
        while unseen:
            with os.scandir(unseen.pop()) as entries:
                for entry in entries:
                    about = entry.stat(follow_symlinks=False)
                    found[entry.path] = about.st_ino, about.st_ctime_ns
                    if entry.is_dir(follow_symlinks=False):
                        unseen.append(entry.path)
        return found

    def _is_untouched(self) -> bool:
        try:
            return self._look() == self._seen
        except OSError:  # a bot may have locked a folder
            return False

    def restore(self) -> None:
        """In the open, after a game: the folder as it was before it. Most games leave it so, which is soon seen."""
        if self._is_untouched():
            return
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        folders.empty(self._folder)
        self._put_down()
        os.makedirs(self._job["scratch"], mode=0o700)
        self._seen = self._look()


def prepare_player(job: ServerJob) -> Callable[[ServerJob], None]:
    """Loads what every game needs; a package that cannot be loaded is for the bot to find out."""
    preload.load_packages(job["home"], sources(job), job["packages"])
    play: Callable[[ServerJob], None] = importlib.import_module("play").serve
    return play


def sources(job: ServerJob) -> list[str]:
    return [path for path, _, _ in job["files"] if path.endswith(".py")]


# ---- games


class Game:
    """A game's process. The arena is told its handle, and its status when it has ended. It may say "leave", so that the
    process has a moment to end by itself; when it closes the socket, the process is killed with all it has started."""

    def __init__(self, process: int, news: socket.socket, space: namespaces.GameSpace | None) -> None:
        self.process = process
        self.news = news
        self.handle = os.pidfd_open(process)
        self.kill_at: float | None = None
        self._space = space
        socket.send_fds(news, [json.dumps({"pid": process}).encode()], [self.handle])

    def tell_status(self) -> None:
        """The dead process is kept until the end of the game, so that its number stays its own."""
        ended = os.waitid(os.P_PID, self.process, os.WEXITED | os.WNOWAIT)
        assert ended is not None
        status = ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
        with suppress(OSError):
            self.news.send(json.dumps({"status": status}).encode())

    def end(self) -> None:
        for kill in (os.killpg, os.kill):
            with suppress(OSError):
                kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.handle)
        if self._space is not None:
            self._space.end()


class Server:
    """Waits for the arena's requests and for the end of games."""

    def __init__(
        self, control: socket.socket, job: ServerJob, play: Callable[[ServerJob], None] | None, home: BotFiles
    ) -> None:
        self._control, self._job, self._play, self._home = control, job, play, home
        self._own = namespaces.OwnSpace() if job["sandbox"] else None
        self._waiting = select.poll()
        self._waiting.register(control, select.POLLIN)
        self._games: dict[int, Game] = {}  # by the descriptors of their processes and of their sockets
        if not job["sandbox"]:
            LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)  # what a bot's process leaves behind becomes ours, to be ended

    def serve(self) -> None:
        while True:
            for descriptor, _ in self._waiting.poll(self._patience()):
                if descriptor == self._control.fileno():
                    if not self._start_game():
                        return
                elif descriptor in self._games:
                    self._attend(self._games[descriptor], descriptor)
            for game in {*self._games.values()}:
                if game.kill_at is not None and time.monotonic() >= game.kill_at:
                    self._end_game(game)

    def _patience(self) -> float | None:
        """Milliseconds until a game that should have ended is killed."""
        times = [game.kill_at for game in self._games.values() if game.kill_at is not None]
        return max(0.0, 1000 * (min(times) - time.monotonic())) + 1 if times else None

    def _attend(self, game: Game, descriptor: int) -> None:
        if descriptor == game.handle:
            self._waiting.unregister(descriptor)
            game.tell_status()
            if game.kill_at is not None:
                self._end_game(game)
            return
        try:
            said = game.news.recv(16)
        except OSError:
            said = b""
        if said == b"leave":
            game.kill_at = time.monotonic() + LEAVE_SECONDS
        else:
            self._end_game(game)

    def _end_game(self, game: Game) -> None:
        for descriptor in (game.handle, game.news.fileno()):
            del self._games[descriptor]
            with suppress(KeyError):
                self._waiting.unregister(descriptor)
        game.end()
        if not self._job["sandbox"]:
            end_strays({each.process for each in self._games.values()})
            self._home.restore()
        game.news.close()

    def _start_game(self) -> bool:
        """Whether there was a request; none means that the arena is gone."""
        request, descriptors = next_request(self._control)
        if len(descriptors) != GAME_DESCRIPTORS:
            return False
        if self._play and request.get("game"):
            load_game(*request["game"])
        news = socket.socket(fileno=descriptors.pop())
        space = self._own.make_space(self._job) if self._own else None
        server = os.getpid()
        process = os.fork()
        if process == 0:
            be_the_bot(self._job, self._play, descriptors, server)
        if self._own:
            self._own.return_to()
        for descriptor in descriptors:
            os.close(descriptor)
        game = Game(process, news, space)
        for descriptor in (game.handle, news.fileno()):
            self._games[descriptor] = game
            self._waiting.register(descriptor, select.POLLIN)
        return True

    def end_all(self) -> None:
        for game in {*self._games.values()}:
            self._end_game(game)


def end_strays(games: set[int]) -> None:
    """Ends our children that are no game's process, and in turn theirs, which then become ours."""
    left_alone = set(games)
    deadline = time.monotonic() + STRAY_SECONDS
    while (strays := children() - left_alone) and time.monotonic() < deadline:
        left_alone |= strays
        for process in strays:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)


def children() -> set[int]:
    with suppress(OSError):
        return {int(process) for process in read_file(f"/proc/self/task/{os.getpid()}/children").split()}
    return set()


def read_file(path: str) -> bytes:
    """Without Python's own buffers, which cost a game more than the reading."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return b"".join(iter(lambda: os.read(descriptor, 1 << 16), b""))
    finally:
        os.close(descriptor)


def next_request(control: socket.socket) -> tuple[dict[str, Any], list[int]]:
    room = socket.CMSG_SPACE(GAME_DESCRIPTORS * 4)
    said, ancillary, _, _ = control.recvmsg(LONGEST_REQUEST, room)
    descriptors = [number for _, _, data in ancillary for (number,) in struct.iter_unpack("i", data)]
    return (json.loads(said) if said else {}), descriptors


def load_game(name: str, players: int, options: dict[str, Any]) -> None:
    with suppress(Exception):
        importlib.import_module("core").load(name, players, **options)


# ---- in the fork


def be_the_bot(job: ServerJob, play: Callable[[ServerJob], None] | None, standard: list[int], server: int) -> None:
    """Never returns: no fork may get into the server's loop."""
    try:
        for target, descriptor in enumerate(standard):
            os.dup2(descriptor, target)
        os.closerange(3, 4096)
        os.setsid()
        restrict(job, server)
        if play is not None:
            play(job)
        else:
            become(job["command"])
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode(errors="replace"))
        os._exit(125)
    os._exit(0)


def restrict(job: ServerJob, server: int) -> None:
    """Gives up what the server may and the bot may not."""
    sandbox = job["sandbox"]
    if sandbox:
        user = FIRST_USER + random.SystemRandom().randrange(USERS) if sandbox["user"] else None
        namespaces.give_up_all_rights(user)
    else:
        if job["own_memory"]:
            with suppress(OSError):
                namespaces.take_own_shared_memory()
        die_with(server)
    os.chdir(job["scratch"])
    take_limits(job["limits"])
    if sandbox:
        install_filter(bytes.fromhex(sandbox["filter"]))


def die_with(server: int) -> None:
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != server:
        os._exit(0)


def take_limits(limits: dict[str, int]) -> None:
    for name, limit in limits.items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (limit, limit))


def install_filter(instructions: bytes) -> None:
    if not instructions:
        return
    code = ctypes.create_string_buffer(instructions, len(instructions))
    program = struct.pack("HxxxxxxP", len(instructions) // 8, ctypes.addressof(code))
    if LIBC.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the filter on system calls cannot be installed")


def become(command: list[str]) -> None:
    """What the interpreter ignores for itself, a program should not."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"cannot run {command[0]}: {error.strerror}\n".encode(errors="replace"))
        os._exit(127)


if __name__ == "__main__":
    main()
