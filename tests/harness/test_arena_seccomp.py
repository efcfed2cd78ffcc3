"""The filter: its numbers, what it refuses, and what it reports."""

import ctypes
import errno
import mmap
import os
import re
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.arena import seccomp
from harness.arena.seccomp import MACHINE, Notifier, Request

needs_filter = pytest.mark.skipif(not seccomp.can_notify(), reason="no filter of seccomp here")
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
    return {name: int(number) for name, number in found}


@pytest.mark.parametrize(
    ("machine", "header"),
    [(seccomp._X86_64, next(filter(Path.exists, HEADERS), None)), (seccomp._ARM_64, GENERIC)],
    ids=["x86-64", "arm"],
)
def test_numbers_are_the_kernels(machine: seccomp.Machine, header: Path | None) -> None:
    if header is None or not header.exists():
        pytest.skip("the kernel's headers are not installed")
    numbers = header_numbers(header)
    later = {"fchmodat2"}  # Linux 6.6
    ours = {name: number for name, number in machine.numbers.items() if name not in later}
    assert {name: numbers.get(name) for name in ours} == ours
    assert machine.numbers["fchmodat2"] == numbers.get("fchmodat2", 452)


def test_numbers_are_each_of_one_call() -> None:
    for machine in (seccomp._X86_64, seccomp._ARM_64):
        assert len(set(machine.numbers.values())) == len(machine.numbers)
        assert set(seccomp._REFUSED) <= set(machine.numbers)


@needs_filter
def test_what_is_refused() -> None:
    assert MACHINE is not None
    machine, errors = MACHINE, dict[str, int]()

    def work() -> None:
        seccomp.enter(machine, notify=False)
        for name, arguments in {
            **dict.fromkeys(seccomp._REFUSED, (0, 0, 0)),
            "kill": (-1, 0),
            "clone": (0x10000000, 0, 0),
        }.items():
            ctypes.set_errno(0)
            libc.syscall(machine.numbers[name], *arguments)
            errors[name] = ctypes.get_errno()

    in_a_thread(work)
    assert errors == {**seccomp._REFUSED, "kill": errno.EPERM, "clone": errno.EPERM}


@needs_filter
def test_what_is_not_refused_goes_on() -> None:
    assert MACHINE is not None
    machine, seen = MACHINE, list[object]()

    def work() -> None:
        seccomp.enter(machine, notify=False)
        os.kill(os.getpid(), 0)
        with open(os.devnull) as file:  # noqa: PTH123
            seen.append(file.read())
        socket.socket().close()

    in_a_thread(work)
    assert seen == [""]


@needs_filter
def test_what_is_reported_and_answered(tmp_path: Path) -> None:
    assert MACHINE is not None
    machine = MACHINE
    (tmp_path / "a").write_text("a")
    (tmp_path / "settled").write_text("s")
    settled: set[bytes | None] = {os.fsencode(tmp_path / "settled")}
    entered, said, told = threading.Event(), list[object](), list[int]()

    def work() -> None:
        told.append(seccomp.enter(machine, notify=True) or 0)
        entered.set()
        for name in ("settled", "a", "b"):
            try:
                said.append((tmp_path / name).read_text())
            except OSError as error:
                said.append(error.errno)

    thread = threading.Thread(target=work)
    thread.start()
    entered.wait()
    notifier = Notifier(machine, told[0])
    notifier.settled = settled
    first = notifier.receive()
    assert first.paths()[0][1] == os.fsencode(tmp_path / "a")
    assert not first.writes
    assert notifier.waits(first)
    notifier.allow(first)
    second = notifier.receive()
    assert not notifier.waits(first)
    notifier.refuse(second, errno.EXDEV)
    thread.join()
    os.close(told[0])
    assert said == ["s", "a", errno.EXDEV]


@pytest.mark.skipif(MACHINE is None, reason="nothing is watched on this processor")
def test_names_are_read_to_their_end_and_not_beyond_what_is_there() -> None:
    memory = mmap.mmap(-1, 2 * mmap.PAGESIZE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    name = b"n" * 300
    memory[mmap.PAGESIZE - 100 : mmap.PAGESIZE + 201] = name + b"\0"
    assert seccomp.read_string(os.getpid(), start + mmap.PAGESIZE - 100) == name
    memory[:] = b"n" * len(memory)
    assert seccomp.read_string(os.getpid(), start) is None  # longer than any name
    assert seccomp.read_string(os.getpid(), 8) is None
    assert seccomp.read_memory(os.getpid(), start, 3) == b"nnn"


@pytest.mark.parametrize(
    ("name", "flags", "writes"),
    [
        ("openat", os.O_RDONLY, False),
        ("openat", os.O_RDWR, True),
        ("openat", os.O_RDONLY | os.O_CREAT, True),
        ("openat", os.O_RDONLY | os.O_TRUNC, True),
        ("open", os.O_RDONLY, False),
        ("execve", 0, False),
        ("creat", 0, True),
        ("unlinkat", 0, True),
    ],
)
def test_what_writes(name: str, flags: int, writes: bool) -> None:
    arguments = [0, 0, 0, 0, 0, 0]
    arguments[1 if name == "open" else 2] = flags
    assert Request(1, 1, name, tuple(arguments)).writes is writes


@pytest.mark.skipif(MACHINE is None, reason="nothing is watched on this processor")
def test_what_openat2_asks_for_is_in_memory() -> None:
    how = ctypes.create_string_buffer(os.O_RDWR.to_bytes(8, "little"))
    address = ctypes.addressof(how)
    assert Request(1, os.getpid(), "openat2", (0, 0, address, 24, 0, 0)).writes
    assert Request(1, os.getpid(), "openat2", (0, 0, 8, 24, 0, 0)).writes  # it cannot be told
