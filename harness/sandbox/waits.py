"""What a sleeping thread waits for: which descriptors, to read from them, and how long. Linux.

The kernel tells the system call that a thread sleeps in, with its arguments; what these point to is
read in the thread's memory, as a debugger does.

Source: proc(5); poll(2), select(2), epoll_wait(2), readv(2).
"""

import os
import struct
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from harness.sandbox.inside import seccomp

_MACHINE: Final = seccomp.MACHINE
_NAMES: Final = {
    b"%d" % number: name for name, number in (_MACHINE.waits if _MACHINE else {}).items()
}
_NAPS: Final = ("nanosleep", "clock_nanosleep")
_EPOLL: Final = ("epoll_wait", "epoll_pwait", "epoll_pwait2")
_POLLIN: Final = 1
_INT: Final = 0xFFFFFFFF
_POLLFD: Final = struct.Struct("iHH")
_TIME: Final = struct.Struct("qq")  # seconds, and a fraction in the unit of the call
_FRACTIONS: Final = {"select": 1e6, "pselect6": 1e9, "ppoll": 1e9, "epoll_pwait2": 1e9}
_DESCRIPTORS_AT_MOST: Final = 1024  # that one call names
_BYTES: Final = 4096


class Wait(NamedTuple):
    """What a thread waits for in one system call."""

    descriptors: tuple[int, ...]  # that it would read from
    seconds: float | None  # as it has set them itself; None: however long it takes
    by_epoll: bool = False  # the descriptors were named by earlier calls, and may be forgotten


def wait_of(folder: str, call: Sequence[bytes]) -> Wait | None:
    """What the thread of this folder in /proc waits for; None where that is not known.

    `call` is what the kernel tells of it: the number of the system call, and its arguments.
    """
    name = _NAMES.get(call[0]) if call else None
    if name is None or len(call) < 7:
        return None
    given = [int(argument, 16) for argument in call[1:7]]
    if name in ("read", "readv"):
        return Wait((given[0],), None)
    if name in _NAPS:
        return Wait((), 0.0)
    with _Memory(folder) as memory:
        descriptors = tuple(_descriptors(name, given, folder, memory))
        return Wait(descriptors, _seconds(name, given, memory), name in _EPOLL)


class _Memory:
    """The memory of a thread. What cannot be read is nothing."""

    def __init__(self, folder: str) -> None:
        try:
            self._file = os.open(f"{folder}/mem", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._file = -1

    def __enter__(self) -> "_Memory":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file >= 0:
            os.close(self._file)

    def read(self, at: int, size: int) -> bytes:
        try:
            return os.pread(self._file, size, at)
        except (OSError, OverflowError):
            return b""


def _descriptors(name: str, given: list[int], folder: str, memory: _Memory) -> Iterator[int]:
    first, second = given[:2]
    if name in ("poll", "ppoll"):
        listed = memory.read(first, min(second, _DESCRIPTORS_AT_MOST) * _POLLFD.size)
        whole = listed[: len(listed) // _POLLFD.size * _POLLFD.size]
        yield from (fd for fd, events, _ in _POLLFD.iter_unpack(whole) if events & _POLLIN)
    elif name in ("select", "pselect6"):
        count = min(first & _INT, _DESCRIPTORS_AT_MOST)
        bits = int.from_bytes(memory.read(second, (count + 7) // 8), "little") if second else 0
        yield from (fd for fd in range(count) if bits >> fd & 1)
    else:
        for line in contents(f"{folder}/fdinfo/{first}").splitlines():
            fields = line.split()
            if fields[:1] == [b"tfd:"] and int(fields[3], 16) & _POLLIN:
                yield int(fields[1])


def _seconds(name: str, given: list[int], memory: _Memory) -> float | None:
    if name in ("poll", "epoll_wait", "epoll_pwait"):
        milliseconds = given[2 if name == "poll" else 3] & _INT
        return None if milliseconds > _INT >> 1 else milliseconds / 1000
    at = given[{"ppoll": 2, "epoll_pwait2": 3}.get(name, 4)]
    read = memory.read(at, _TIME.size) if at else b""
    if len(read) < _TIME.size:
        return 0.0 if at else None
    whole, fraction = _TIME.unpack(read)
    return float(whole + fraction / _FRACTIONS[name])


def contents(name: str) -> bytes:
    """The beginning of a file in /proc; nothing where its thread is gone."""
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.read(descriptor, _BYTES)
    except OSError:
        return b""
    finally:
        os.close(descriptor)
