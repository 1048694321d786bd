"""The system calls a sandboxed bot is refused, as a program for the kernel's seccomp filter.

A bot is one process. It may have threads; it may not start processes, whose memory no limit would add up, make
namespaces, open sockets, watch other processes, or hold memory outside its address space. A lock on a file is memory of
the kernel, too, and one on a file of the system is seen by every bot: it is told that it has the lock, and none is
made. Nor may it be told who reads the system's files, or which of them are in memory: a bot in another seat could speak
to it so. See seccomp(2) and bpf(4).
"""

from __future__ import annotations

import platform
import struct
from typing import Final

AUDIT_ARCH: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# Numbers from the kernel's tables, on x86_64 and on aarch64; None where an architecture has no such call.
REFUSED: Final[dict[str, tuple[int | None, int | None]]] = {
    "fork": (57, None),
    "vfork": (58, None),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "chroot": (161, 51),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "socket": (41, 198),
    "setsockopt": (54, 208),  # a pair of sockets may hold what its buffers hold, and no more
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "mincore": (27, 232),
    "fadvise64": (221, 223),
    "preadv2": (327, 286),  # may say that it would have to wait for the disk
    "io_uring_setup": (425, 425),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
}
CLONE: Final = {"x86_64": 56, "aarch64": 220}
CLONE3: Final = 435
CLONE_THREAD: Final = 0x00010000
FLOCK: Final = {"x86_64": 73, "aarch64": 32}
FCNTL: Final = {"x86_64": 72, "aarch64": 25}
LOCKS: Final = (6, 7, 37, 38)  # F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW
NOTICES: Final = (1024, 1026)  # F_SETLEASE, F_NOTIFY
X32: Final = 0x40000000  # x86_64's second table, with other numbers for the same calls

# Where the kernel's struct seccomp_data has its fields; both architectures are little-endian.
NUMBER, ARCHITECTURE, FIRST_ARGUMENT, SECOND_ARGUMENT = 0, 4, 16, 24
LOAD, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL = 0x7FFF0000, 0x80000000
EPERM, ENOSYS, NO_ERROR = 1, 38, 0


def refuse(error: int) -> int:
    return 0x00050000 | error


def instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)


def seccomp_filter(machine: str | None = None) -> bytes | None:
    """The filter for this machine, or None where we have no table for it."""
    machine = machine or platform.machine()
    if machine not in AUDIT_ARCH:
        return None
    column = list(AUDIT_ARCH).index(machine)
    refused = [numbers[column] for numbers in REFUSED.values()]
    return b"".join(
        [
            instruction(LOAD, ARCHITECTURE),
            *return_unless(JUMP_EQUAL, AUDIT_ARCH[machine], KILL),
            instruction(LOAD, NUMBER),
            *return_if(JUMP_AT_LEAST, X32, refuse(ENOSYS)),
            # glibc falls back to clone, whose flags can be seen from here
            *return_if(JUMP_EQUAL, CLONE3, refuse(ENOSYS)),
            *(part for number in refused if number for part in return_if(JUMP_EQUAL, number, refuse(EPERM))),
            *return_if(JUMP_EQUAL, FLOCK[machine], refuse(NO_ERROR)),
            *pretend_to_lock(FCNTL[machine]),
            *return_unless(JUMP_EQUAL, CLONE[machine], ALLOW),
            instruction(LOAD, FIRST_ARGUMENT),
            *return_if(JUMP_ANY_BIT, CLONE_THREAD, ALLOW),
            instruction(RETURN, refuse(EPERM)),
        ]
    )


def pretend_to_lock(fcntl: int) -> list[bytes]:
    told = [part for lock in LOCKS for part in return_if(JUMP_EQUAL, lock, refuse(NO_ERROR))]
    told += [part for notice in NOTICES for part in return_if(JUMP_EQUAL, notice, refuse(EPERM))]
    body = [instruction(LOAD, SECOND_ARGUMENT), *told, instruction(RETURN, ALLOW)]
    return [instruction(JUMP_EQUAL, fcntl, 0, len(body)), *body]


def return_if(test: int, value: int, answer: int) -> list[bytes]:
    return [instruction(test, value, 0, 1), instruction(RETURN, answer)]


def return_unless(test: int, value: int, answer: int) -> list[bytes]:
    return [instruction(test, value, 1, 0), instruction(RETURN, answer)]
