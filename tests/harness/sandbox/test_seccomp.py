"""The filter: its numbers, and what it refuses."""

import ctypes
import errno
import os
import re
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.sandbox import levels
from harness.sandbox.inside import seccomp
from harness.sandbox.inside.seccomp import MACHINE

needs_filter = pytest.mark.skipif(not levels.can_notify(), reason="no filter of seccomp here")
HEADERS = [
    Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), Path("/usr/include/asm/unistd_64.h"),
]  # fmt: skip
GENERIC = Path("/usr/include/asm-generic/unistd.h")
libc = ctypes.CDLL(None, use_errno=True)


def in_a_thread(work: Callable[[], None]) -> None:
    """Only the thread is filtered, and it ends here."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def header_numbers(path: Path) -> dict[str, int]:
    found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)$", path.read_text(), re.MULTILINE)
    numbers = {name: int(number) for name, number in found}
    if "fstatat" in numbers:  # by this name where it depends on the size of a word
        numbers["newfstatat"] = numbers["fstatat"]
    return numbers


@pytest.mark.parametrize(
    ("machine", "header"),
    [(seccomp._X86_64, next(filter(Path.exists, HEADERS), None)), (seccomp._ARM_64, GENERIC)],
    ids=["x86-64", "arm"],
)
def test_numbers_are_the_kernels(machine: seccomp.Machine, header: Path | None) -> None:
    if header is None or not header.exists():
        pytest.skip("the kernel's headers are not installed")
    numbers = header_numbers(header)
    later = {
        "fchmodat2", "cachestat", "futex_wake", "futex_wait", "futex_requeue", "setxattrat",
        "removexattrat", "open_tree_attr", "file_setattr", "getxattrat", "listxattrat",
        "file_getattr",
    }  # fmt: skip  # since Linux 6.5
    known = {**machine.numbers, **machine.waits}
    ours = {name: number for name, number in known.items() if name not in later}
    assert {name: numbers.get(name) for name in ours} == ours
    assert machine.numbers["fchmodat2"] == numbers.get("fchmodat2", 452)


def test_numbers_are_each_of_one_call() -> None:
    for machine in (seccomp._X86_64, seccomp._ARM_64):
        for known in (machine.numbers, machine.waits):
            assert len(set(known.values())) == len(known)
        assert set(seccomp.REFUSED) <= set(machine.numbers)


@needs_filter
def test_what_is_refused() -> None:
    assert MACHINE is not None
    machine, errors = MACHINE, dict[str, int]()

    def work() -> None:
        seccomp.enter(machine, notify=False)
        for name, arguments in {
            **dict.fromkeys(seccomp.REFUSED, (0, 0, 0)),
            "memfd_create": (0, 0),
            "fadvise64": (0, 0, 0, 4),
            "madvise": (0, 0, 21),
            "prctl": (62, 0, 0),
            "clock_gettime": (-2, 0),
            "kill": (-1, 0),
            "clone": (0x10000000, 0, 0),
        }.items():
            ctypes.set_errno(0)
            libc.syscall(machine.numbers[name], *arguments)
            errors[name] = ctypes.get_errno()

    in_a_thread(work)
    assert errors == {
        **dict.fromkeys((*seccomp.REFUSED, "memfd_create"), errno.ENOSYS),
        "fadvise64": errno.EOPNOTSUPP, "madvise": errno.EINVAL, "prctl": errno.EINVAL,
        "clock_gettime": errno.EINVAL, "kill": errno.EPERM, "clone": errno.EPERM,
    }  # fmt: skip


@needs_filter
def test_what_is_not_refused_goes_on() -> None:
    assert MACHINE is not None
    machine, seen = MACHINE, list[object]()

    def work() -> None:
        seccomp.enter(machine, notify=False)
        os.kill(os.getpid(), 0)
        with open(os.devnull) as file:  # noqa: PTH123
            seen.append(file.read())
        one, other = socket.socketpair()
        one.sendall(b"x")
        seen.append(other.recv(1))
        one.close()
        other.close()

    in_a_thread(work)
    assert seen == ["", b"x"]
