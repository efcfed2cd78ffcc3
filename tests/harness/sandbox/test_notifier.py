"""What a filter reports, how it is answered, and what is read of its caller."""

import ctypes
import errno
import mmap
import os
import signal
import threading
import time
from collections.abc import Container
from pathlib import Path

import pytest

from harness.sandbox import levels
from harness.sandbox.inside import seccomp
from harness.sandbox.inside.memory import Memory, read_memory, read_string
from harness.sandbox.inside.notifier import Notifier, Request
from harness.sandbox.inside.seccomp import MACHINE
from harness.sandbox.inside.spawn import Place, Spawner

needs_filter = pytest.mark.skipif(not levels.can_notify(), reason="no filter of seccomp here")


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
    notifier = Notifier(machine, told[0], opens_itself=False)
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


@needs_filter
def test_the_start_of_a_program_is_the_launcher_s_own(tmp_path: Path) -> None:
    assert MACHINE is not None
    machine = MACHINE
    (tmp_path / "mine").write_text("")
    told = list[int]()
    spawner = Spawner(
        lambda: told.append(seccomp.enter(machine, notify=True) or 0), own_thread=True
    )
    notifier = Notifier(machine, told[0], opens_itself=False)
    notifier.settled = _AllBut(b"mine")
    started = list[tuple[int, int]]()
    place = Place(str(tmp_path), {}, "/bin/cat", ["cat"])

    def start() -> None:
        with open(os.devnull, "w") as null:  # noqa: PTH123
            streams = (null.fileno(), null.fileno(), null.fileno())
            started.append(spawner.start(place, ["mine"], streams))

    notifier.starting = True
    thread = threading.Thread(target=start)
    thread.start()
    asked = notifier.receive()  # neither the clone nor the execve before it
    assert asked.paths()[0][1] == b"mine"
    assert not notifier.starting
    thread.join()
    os.kill(started[0][0], signal.SIGKILL)
    os.waitpid(started[0][0], 0)


class _AllBut(Container[bytes | None]):
    """All names but the program's own."""

    def __init__(self, own: bytes) -> None:
        self._own = own

    def __contains__(self, name: object) -> bool:
        return name != self._own


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


def test_a_name_is_read_from_the_memory_of_the_process_that_asks(tmp_path: Path) -> None:
    memory = Memory()
    first = ctypes.create_string_buffer(b"first")
    at = ctypes.addressof(first)
    assert memory.name(os.getpid(), at) == b"first"
    child = os.fork()
    if child == 0:
        first.value = b"other"
        os.kill(os.getpid(), signal.SIGSTOP)
        os.execvp("sleep", ["sleep", "600"])
    try:
        os.waitpid(child, os.WUNTRACED)
        assert memory.name(child, at) == b"other"
        assert memory.name(os.getpid(), at) == b"first"
        assert memory.name(child, at) == b"other"
        os.kill(child, signal.SIGCONT)
        named = Path(f"/proc/{child}/comm")
        while named.read_text() != "sleep\n":
            time.sleep(0.001)
        stack = int(Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[45])
        assert memory.name(child, stack) == b"sleep"  # where the words of its command begin
        assert memory.name(child, at) is None
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert memory.name(child, at) is None
    memory.close()


@pytest.mark.parametrize("at", [0, 8, 1 << 63, (1 << 64) - 1])
def test_no_name_is_where_there_is_no_memory(at: int) -> None:
    memory = Memory()
    for _ in range(2):
        assert memory.name(os.getpid(), at) is None
    memory.close()
    memory.close()


def test_a_name_may_be_empty_or_end_with_the_memory_but_not_be_long() -> None:
    memory, pages = Memory(), mmap.mmap(-1, mmap.PAGESIZE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(pages))
    assert memory.name(os.getpid(), start) == b""
    pages[-4:] = b"end\0"
    assert memory.name(os.getpid(), start + mmap.PAGESIZE - 4) == b"end"
    pages[:256] = b"n" * 255 + b"\0"
    assert memory.name(os.getpid(), start) == b"n" * 255
    pages[255] = ord("n")
    assert memory.name(os.getpid(), start) is None
    memory.close()


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
