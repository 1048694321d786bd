"""Linux namespaces and mounts for a game, by the kernel's own calls: unshare(2), setns(2), mount(2), capset(2).

It works with root's rights as well as with those of root in a user namespace.
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct
from typing import Any

NEW_MOUNTS, NEW_IPC, NEW_USERS, NEW_PIDS = 0x00020000, 0x08000000, 0x10000000, 0x20000000
READ_ONLY, NO_SETUID, NO_DEVICES, NO_PROGRAMS, REMOUNT, BIND = 1, 2, 4, 8, 32, 4096
PRIVATE_BELOW = (1 << 18) | (1 << 14)
CAPABILITY_VERSION = 0x20080522
NOBODY = 65534
SHARE_MEMORY, SHARE_DESCRIPTORS = 0x00000100, 0x00000400  # of clone(2)
STACK = 1 << 14
LIBC = ctypes.CDLL(None, use_errno=True)


def checked(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def mount(kind: str, place: str, flags: int, options: str = "") -> None:
    made = LIBC.mount(kind.encode(), place.encode(), kind.encode(), NO_SETUID | NO_DEVICES | flags, options.encode())
    checked(made, f"cannot mount {kind} at {place}")


def make_read_only(place: str) -> None:
    flags = REMOUNT | BIND | READ_ONLY | NO_SETUID | NO_DEVICES
    checked(LIBC.mount(None, place.encode(), None, flags, None), f"cannot make {place} read-only")


class OwnSpace:
    """The server's own namespaces, to which it returns after it has made those of a game."""

    def __init__(self) -> None:
        self._own = [os.open(f"/proc/self/ns/{name}", os.O_RDONLY) for name in ("pid", "ipc", "mnt")]

    def make_space(self, job: dict[str, Any]) -> GameSpace:
        """Namespaces in which the next fork begins, with an empty scratch folder."""
        checked(LIBC.unshare(NEW_PIDS | NEW_IPC | NEW_MOUNTS), "no namespaces of its own")
        options = f"size={job['sandbox']['size']},nr_inodes={job['sandbox']['inodes']},mode=1777"
        mount("tmpfs", job["scratch"], 0, options)
        return GameSpace()

    def return_to(self) -> None:
        for descriptor in self._own:
            checked(LIBC.setns(descriptor, 0), "cannot return to the server's namespaces")


class GameSpace:
    """Keeps a game's namespaces alive by their process 1, which does nothing. The bot is process 2, for a process 1
    would not get its own signals. It shares the server's memory and descriptors, so that it costs next to nothing and
    holds no pipe open."""

    def __init__(self) -> None:
        self._stack = ctypes.create_string_buffer(STACK)
        top = (ctypes.addressof(self._stack) + STACK) & ~15
        flags = SHARE_MEMORY | SHARE_DESCRIPTORS | signal.SIGCHLD
        self._first = LIBC.clone(LIBC.pause, ctypes.c_void_p(top), flags, None)
        if self._first < 0:
            raise OSError(ctypes.get_errno(), "no first process for the game's namespaces")

    def end(self) -> None:
        os.kill(self._first, signal.SIGKILL)
        os.waitpid(self._first, 0)


def give_up_all_rights(user: int | None) -> None:
    """In a game's namespaces: mounts their own /proc, becomes that user, or without root's rights nobody, and sees no
    list of mounts.

    The list is that of the mount namespace a process belongs to, less what lies outside its root. So we move to a
    namespace of our own and keep the game's root, and no path of the host shows.
    """
    mount("proc", "/proc", NO_PROGRAMS)
    mount("tmpfs", "/proc/1", READ_ONLY | NO_PROGRAMS, "size=4k,mode=555")  # out of the bot's reach
    root = os.open("/", os.O_PATH)
    checked(LIBC.unshare(NEW_MOUNTS | (NEW_USERS if user is None else 0)), "no user of its own")
    if user is None:
        map_ids((NOBODY, NOBODY), (0, 0))
    os.fchdir(root)
    os.chroot(".")
    os.close(root)
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    drop_capabilities()


def drop_capabilities() -> None:
    header, none = struct.pack("=Ii", CAPABILITY_VERSION, 0), bytes(24)
    checked(LIBC.capset(header, none), "cannot give up its rights")


def map_ids(inside: tuple[int, int], outside: tuple[int, int]) -> None:
    """In a new user namespace: under which numbers it knows the user and the group that we were outside."""
    lines = [f"{new} {old} 1" for new, old in zip(inside, outside, strict=True)]
    for file, line in zip(("setgroups", "uid_map", "gid_map"), ("deny", *lines), strict=True):
        with open(f"/proc/self/{file}", "w") as map_of:
            map_of.write(line)


def take_own_shared_memory() -> None:
    """In the open: shared memory and message queues that end with the game. OSError where the kernel forbids it."""
    ours = os.geteuid(), os.getegid()
    is_root = ours[0] == 0
    checked(LIBC.unshare(NEW_IPC | NEW_MOUNTS | (0 if is_root else NEW_USERS)), "no shared memory of its own")
    try:
        if not is_root:
            map_ids(ours, ours)
        checked(LIBC.mount(None, b"/", None, PRIVATE_BELOW, None), "cannot keep mounts to itself")
        mount("tmpfs", "/dev/shm", 0, "mode=1777")
    finally:
        if not is_root:
            drop_capabilities()
