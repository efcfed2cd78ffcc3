"""What a filter reports, how it is answered, and what is read of its caller."""

import ctypes
import errno
import mmap
import os
import threading
from pathlib import Path

import pytest

from harness.arena import confinement, seccomp
from harness.arena.notifier import Notifier, Request, read_memory, read_string
from harness.arena.seccomp import MACHINE

needs_filter = pytest.mark.skipif(not confinement.can_notify(), reason="no filter of seccomp here")


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
    assert read_string(os.getpid(), start + mmap.PAGESIZE - 100) == name
    memory[:] = b"n" * len(memory)
    assert read_string(os.getpid(), start) is None  # longer than any name
    assert read_string(os.getpid(), 8) is None
    assert read_memory(os.getpid(), start, 3) == b"nnn"


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
