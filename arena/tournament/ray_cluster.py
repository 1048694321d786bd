"""Ray, on this machine or on a cluster: starting it, its token, and noticing when it dies."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import arena
from arena.tournament import ray_guard
from arena.tournament.ray_guard import LOST_CODE
from arena.tournament.shipping import shipped_environment
from core.errors import ArenaError

ANSWER_SECONDS: Final = 10.0  # for a cluster to take a connection
PROBE_SECONDS: Final = 1.0  # between two looks at Ray's own processes
SILENT_SECONDS: Final = 10.0  # that one of them may stay silent before it counts as lost; refusing counts at once
LEAVE_SECONDS: Final = 8.0  # for the driver to end by itself after that
TOKEN_ADVICE: Final = "put what 'ray get-auth-token' prints on its head into ~/.ray/auth_token here"
JOIN_ADVICE: Final = "join it with 'ray start --address=...' (after 'ray stop', if it was in one whose head was lost)"
GO_ON: Final = "what was played is stored, and the same command carries on"
RAY_ENVIRONMENT: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DISABLE_IMPORT_WARNING": "1",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS": "0",
}
AUTO: Final = "auto"  # as an address: the cluster that this machine is in, wherever its head is
NAMESPACE: Final = "arena"  # of detached runs
CLUSTER_SETTINGS: Final[dict[str, Any]] = {
    "namespace": NAMESPACE, "log_to_driver": False, "logging_level": logging.ERROR,
}  # fmt: skip
Address = tuple[str, int]
OWN_ADDRESS: Final = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # "0": Ray takes 127.0.0.1 for the address of this machine


class RunFailed(ArenaError):
    """The games could not be played, for a reason that is not a bot's fault."""


class RayLost(RunFailed):
    """One of Ray's own processes has ended under a run."""

    exit_code = LOST_CODE


@contextmanager
def ray_cluster(
    workers: int | None, address: str | None, advice: str = GO_ON, *, ship: bool = True
) -> Iterator[int]:
    """A Ray to run on, gives its number of workers: a local one of its own, or the one at the address.

    `ship` sends this project along, for tasks to be played there. Should Ray itself die under us, RayLost says so, and
    what `advice` says.
    """
    prepare_environment(local=address is None)
    with own_token() if address is None else known_token(address):
        try:
            with StartGuard(advice, local=address is None) as guard:
                count = start_ray(workers, address, ship, guard)
                watch = RayWatch(ray_parts(address), advice)
            try:
                with watch:
                    yield count
            finally:
                leave_ray(lost=bool(watch.lost))
                watch.left.set()
        finally:
            ray_guard.tell(None)


def start_ray(workers: int | None, address: str | None, ship: bool, guard: StartGuard) -> int:
    import ray

    tame_ray()
    try:
        if address is None:
            workers = workers or os.cpu_count() or 1
            with guard.guarded_processes(), silent():
                ray.init(num_cpus=workers, **local_settings())
        else:
            check_address(address)
            check_token(address)
            guard.add_listening(parts_at(address))
            with shipped_environment() if ship else nullcontext() as environment:
                ray.init(address=address, runtime_env=environment, **CLUSTER_SETTINGS)
            workers = workers or max(1, int(cast(Any, ray).cluster_resources().get("CPU", 1)))
    except RunFailed:
        raise
    except Exception as error:  # Ray raises many kinds, bare Exception among them
        guard.check()
        if isinstance(error, ConnectionError) and address is not None:
            raise RunFailed(f"this machine is no part of the Ray cluster at '{address}': {JOIN_ADVICE}.") from None
        raise RunFailed(f"Ray does not start: {one_line(error)}") from None
    return workers


def tame_ray() -> None:
    """When a machine is lost Ray prints pages of its own log on standard output; we say it in a sentence. And a polite
    kill is for us to answer, see Interrupt: Ray would end this process with a code of its own."""
    import ray

    private = cast(Any, ray)._private
    private.worker.print_to_stdstream = lambda *_, **__: None
    private.utils.set_sigterm_handler = lambda *_: None


def leave_ray(*, lost: bool) -> None:
    """Ends Ray, or what is left of it: a Ray without its head would go on looking for it for a minute."""
    import ray

    if not lost:
        ray.shutdown()
        return
    node = cast(Any, ray)._private.worker._global_node
    if node is not None:
        with suppress(Exception):
            node.kill_all_processes(check_alive=False, allow_graceful=False)


def one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]


@contextmanager
def own_token() -> Iterator[None]:
    """A local Ray takes orders only from those who know a token, which this process and its children alone know."""
    names = ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")
    before = {name: os.environ.pop(name) for name in names if name in os.environ}
    os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32))
    read_token_again()
    try:
        yield
    finally:
        for name in names:
            os.environ.pop(name, None)
        os.environ.update(before)
        read_token_again()


@contextmanager
def known_token(address: str) -> Iterator[None]:
    """A cluster's token is used wherever Ray keeps it, even if nobody has told Ray to use it.

    But not where the cluster asks for none: its workers know none, and this process would turn them away.
    """
    before = os.environ.get("RAY_AUTH_MODE")
    try:
        set_token_mode(token_mode(address))
        yield
    finally:
        set_token_mode(before)


def token_mode(address: str) -> str | None:
    """For RAY_AUTH_MODE, by asking the cluster where that can be done."""
    given = os.environ.get("RAY_AUTH_MODE")
    if address.startswith("ray://") or ":" not in address or given not in (None, "token", "disabled"):
        return given or ("token" if has_token() else None)
    check_address(address)
    set_token_mode("disabled")
    return "token" if has_token() and not is_let_in(address) else "disabled"


def set_token_mode(mode: str | None) -> None:
    os.environ.pop("RAY_AUTH_MODE", None)
    if mode is not None:
        os.environ["RAY_AUTH_MODE"] = mode
    read_token_again()


def is_let_in(address: str) -> bool:
    """Whether the cluster takes us as we are. Ray itself would go on trying for half a minute, and not say why."""
    import ray

    try:
        with silent():
            cast(Any, ray)._raylet.GcsClient(address=address)
    except ray.exceptions.AuthenticationError:
        return False
    except Exception:
        return True  # what else is wrong shows when we connect
    return True


def has_token() -> bool:
    path = Path(os.environ.get("RAY_AUTH_TOKEN_PATH") or Path.home() / ".ray" / "auth_token")
    return bool(os.environ.get("RAY_AUTH_TOKEN")) or path.is_file()


def read_token_again() -> None:
    """Ray reads both once and keeps them."""
    import ray

    core = cast(Any, ray)._raylet
    core.Config.initialize("")
    core.AuthenticationTokenLoader.instance().reset_cache()


def check_address(address: str) -> None:
    """Ray itself would go on trying for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        if address != AUTO:
            raise RunFailed(f"'{address}' is no address of a Ray cluster: give host and port, as in 10.0.0.1:6379.")
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWER_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        raise RunFailed(f"no Ray cluster answers at '{address}': {error}.") from None


def check_token(address: str) -> None:
    if not address.startswith("ray://") and not is_let_in(address):
        raise RunFailed(f"the Ray cluster at '{address}' asks for its token: {TOKEN_ADVICE}.")


@contextmanager
def silent() -> Iterator[None]:
    """Ray's own code in C writes to standard error what we say in a sentence."""
    sys.stderr.flush()
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


def prepare_environment(*, local: bool = False) -> None:
    """Before Ray is imported: no usage statistics, no noise, and workers that find this project where we found it.

    A local Ray listens on 127.0.0.1 alone.
    """
    for key, value in RAY_ENVIRONMENT.items():
        os.environ.setdefault(key, value)
    os.environ[OWN_ADDRESS] = "0" if local else "1"
    root = str(Path(arena.__file__).resolve().parent.parent)
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if root not in paths:
        os.environ["PYTHONPATH"] = os.pathsep.join([root, *filter(None, paths)])


def local_settings() -> dict[str, Any]:
    return {
        "address": "local",  # even if another Ray runs here, or RAY_ADDRESS names one
        "include_dashboard": False,
        "log_to_driver": False,
        "logging_level": logging.ERROR,
        "object_store_memory": 128 * 2**20,
        "_node_ip_address": "127.0.0.1",
    }


# ---- Ray's own processes, while they start


HEAD: Final = "Ray's head (gcs_server)"
RAYLET: Final = "Ray's raylet on this machine"
NEEDED: Final = {"gcs_server": HEAD, "raylet": RAYLET}  # of the programs that Ray starts
WHILE_STARTING: Final = "while Ray was starting"
IN_THE_MIDDLE: Final = "in the middle of the run"
START_SECONDS: Final = 180.0  # for a local Ray: many times what it takes, even on a busy machine


class StartGuard:
    """Has the process before this one look at Ray's own processes while they start, see ray_guard.

    (Where there is none, as in Python's own interpreter, Ray says what it says, after a minute.)
    """

    def __init__(self, advice: str, *, local: bool) -> None:
        self._advice = advice
        self._limit = {"seconds": START_SECONDS} if local else {}
        self._needed: list[tuple[str, subprocess.Popen[bytes]]] = []

    def __enter__(self) -> StartGuard:
        sys.stdout.flush()  # what is not written by now is lost if we are ended
        ray_guard.tell({"ending": f"{WHILE_STARTING}: {self._advice}.", **self._limit})
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if error is None:
            ray_guard.tell({"ending": f"{IN_THE_MIDDLE}: {self._advice}."})

    def check(self) -> None:
        for name, process in self._needed:
            if process.poll() is not None:
                raise RayLost(f"{name} has ended {WHILE_STARTING}: {self._advice}.")

    @contextmanager
    def guarded_processes(self) -> Iterator[None]:
        """Meanwhile the processes that Ray starts are guarded."""
        import ray

        services = cast(Any, ray)._private.services
        plain = services.ConsolePopen
        services.ConsolePopen = partial(self._start, plain)
        try:
            yield
        finally:
            services.ConsolePopen = plain

    def _start(
        self, start: Callable[..., subprocess.Popen[bytes]], command: list[str], **settings: Any
    ) -> subprocess.Popen[bytes]:
        """Each is a process group of its own, so that a polite kill of ours is not one of Ray's and a run stops in good
        order. (Elsewhere Ray ends its processes by their group.)"""
        own_group = {"process_group": 0} if sys.platform == "linux" else {}
        process = start(command, **settings, **own_group)
        name = NEEDED.get(Path(command[0]).name)
        if name is not None:
            self._needed.append((name, process))
            ray_guard.tell({"name": name, "pid": process.pid})
        return process

    def add_listening(self, parts: Mapping[str, Address]) -> None:
        for name, address in parts.items():
            ray_guard.tell({"name": name, "address": address})


def parts_at(address: str) -> dict[str, Address]:
    """What can be known of a cluster before we are in it: its head, or the server that stands before it."""
    if address.startswith("ray://"):
        return {"Ray's server": host_and_port(address.removeprefix("ray://"))}
    return {HEAD: host_and_port(address)} if address != AUTO else {}


# ---- Ray's own processes, once they run


def ray_parts(address: str | None) -> dict[str, Address]:
    """What this run cannot do without, by name, and where each listens: Ray's head, and the raylet of this machine."""
    import ray

    if address is not None and address.startswith("ray://"):
        return parts_at(address)
    context = ray.get_runtime_context()
    own = next(node for node in cast(Any, ray).nodes() if node["NodeID"] == context.get_node_id())
    raylet = own["NodeManagerAddress"], int(own["NodeManagerPort"])
    return {HEAD: host_and_port(context.gcs_address), RAYLET: raylet}


def host_and_port(address: str) -> Address:
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


class RayWatch(threading.Thread):
    """Looks every second whether Ray's own processes still listen.

    Ray by itself takes a quarter of a minute to notice that its raylet is gone, a minute for its head, and then ends
    this process without a word. Here the main thread gets RayLost; if it hangs in Ray, this thread ends the process.
    """

    def __init__(self, parts: Mapping[str, Address], advice: str) -> None:
        super().__init__(daemon=True)
        self.lost = ""  # which of the parts has ended or does not answer
        self.left = threading.Event()  # set once nobody depends on Ray any more
        self._closed = threading.Event()
        self._parts = parts
        self._advice = advice
        self._answered = dict.fromkeys(parts, time.monotonic())

    def __enter__(self) -> RayWatch:
        global _watch
        _watch = self
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        global _watch
        _watch = None
        self._closed.set()

    def check(self) -> None:
        if self.lost:
            raise self.error()

    def error(self) -> RayLost:
        return RayLost(f"{self.lost} {IN_THE_MIDDLE}: {self._advice}.")

    def run(self) -> None:
        while not self._closed.wait(PROBE_SECONDS):
            self.lost = next(filter(None, map(self._loss, self._parts.items())), "")
            if self.lost:
                return self._make_sure_to_end()

    def _make_sure_to_end(self) -> None:
        if not self.left.wait(LEAVE_SECONDS):
            leave_ray(lost=True)
            print(f"arena: {self.error()}", file=sys.stderr, flush=True)
            os._exit(LOST_CODE)

    def _loss(self, part: tuple[str, Address]) -> str:
        """What has become of it, in words; empty if it answers, or was silent for a moment only."""
        name, address = part
        try:
            socket.create_connection(address, timeout=PROBE_SECONDS).close()
        except ConnectionRefusedError:
            return f"{name} has ended"
        except OSError:
            silent_for = time.monotonic() - self._answered[name]
            return f"{name} was not reached for {silent_for:.0f} s" if silent_for > SILENT_SECONDS else ""
        self._answered[name] = time.monotonic()
        return ""


_watch: RayWatch | None = None  # of the Ray that runs in this process; there is never more than one


def check_ray() -> None:
    """RayLost if Ray has died."""
    if _watch is not None:
        _watch.check()
