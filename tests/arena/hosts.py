"""Hosts with addresses of their own on one machine: namespaces for network, processes and mounts, and a switch."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

NETWORK = "10.213.77"
SECONDS = 120
needs_hosts = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or shutil.which("ip") is None,
    reason="hosts in network namespaces need Linux, root and iproute2",
)


class Host:
    """One of them. Its /tmp, its shared memory and its processes are its own; all end with it."""

    def __init__(self, switch: str, number: int) -> None:
        self.address = f"{NETWORK}.{number}"
        self._switch, self._port, self._name = switch, f"p{number}", f"{switch}-{number}"
        ip("netns", "add", self._name)
        ip("link", "add", "eth0", "netns", self._name, "type", "veth", "peer", "name", self._port, "netns", switch)
        ip("-n", switch, "link", "set", self._port, "master", "bridge", "up")
        ip("-n", self._name, "addr", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            ip("-n", self._name, "link", "set", device, "up")
        mounts = "mount -t tmpfs tmpfs /tmp && mount -t tmpfs tmpfs /dev/shm"
        first = f"{mounts} && mkdir /tmp/home && echo up && exec sleep inf"
        command = ["ip", "netns", "exec", self._name, "unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
        self._first = subprocess.Popen([*command, "sh", "-c", first], stdout=subprocess.PIPE, text=True)
        assert self._first.stdout is not None
        assert self._first.stdout.readline() == "up\n"
        children = Path(f"/proc/{self._first.pid}/task/{self._first.pid}/children")
        self._process = int(children.read_text().split()[0])

    def command(self, *words: str, **environment: str) -> list[str]:
        """What runs a command on this host."""
        enter = ["nsenter", "-t", str(self._process), "-n", "-m", "-p", "--wd=/tmp"]
        given = {"HOME": "/tmp/home", **environment}
        return [*enter, "env", *(f"{key}={value}" for key, value in given.items()), *words]

    def run(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        command = self.command(*words, **environment)
        return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL)

    def cut(self) -> None:
        """The link goes down; the processes go on."""
        ip("-n", self._switch, "link", "set", self._port, "down")

    def remove(self) -> None:
        self._first.kill()
        self._first.wait()
        ip("netns", "del", self._name)


def make_hosts(count: int) -> Iterator[list[Host]]:
    switch = f"arena-{os.getpid()}"
    ip("netns", "add", switch)
    ip("-n", switch, "link", "add", "bridge", "type", "bridge")
    ip("-n", switch, "link", "set", "bridge", "up")
    hosts: list[Host] = []
    try:
        for number in range(1, count + 1):
            hosts.append(Host(switch, number))
        yield hosts
    finally:
        for host in hosts:
            host.remove()
        ip("netns", "del", switch)


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, timeout=SECONDS)


def bare_packages(folder: Path) -> Path:
    """A folder to import from that has Ray, numpy and what they need, and nothing of this project."""
    folder.mkdir()
    for found in requirements("ray", "numpy"):
        for name in {file.parts[0] for file in found.files or [] if file.parts[0] != ".."}:
            if not (folder / name).exists():
                (folder / name).symlink_to(str(found.locate_file(name)))
    return folder


def requirements(*names: str) -> list[Distribution]:
    found: dict[str, Distribution] = {}
    wanted = list(names)
    while wanted:
        name = wanted.pop().lower().replace("_", "-")
        if name not in found:
            found[name] = distribution(name)
            needed = map(Requirement, found[name].requires or [])
            wanted += [each.name for each in needed if each.marker is None or each.marker.evaluate({"extra": ""})]
    return list(found.values())


def wait_for(what: str, seconds: float, is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, f"{what}: not within {seconds} s"
        time.sleep(0.2)
