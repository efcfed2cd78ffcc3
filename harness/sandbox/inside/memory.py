"""The memory of a process that asks: names and numbers read there, and one that is changed.

Source: process_vm_readv(2), proc(5).
"""

from __future__ import annotations

import ctypes
import os
from struct import Struct

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

_PAGE: Final = 4096
_PIECE: Final = 256  # of a name, read at a time
_FLAGS: Final = Struct("Q")
_FLAGS_AT: Final = 8  # in the kernel's struct sigaction
_SA_RESTART: Final = 0x10000000


class _Span(ctypes.Structure):
    _fields_ = (("at", ctypes.c_void_p), ("size", ctypes.c_size_t))


# What the reading of a name needs, made once: that would cost more than to read.
_buffer = ctypes.create_string_buffer(_PIECE)
_here, _there = _Span(ctypes.addressof(_buffer), _PIECE), _Span(0, _PIECE)
_read = ctypes.CDLL(None).process_vm_readv  # it may wait for a page: the lock is given away
_write = ctypes.CDLL(None).process_vm_writev
_to, _from = ctypes.byref(_here), ctypes.byref(_there)
_one, _no_flags = ctypes.c_ulong(1), ctypes.c_ulong(0)


class Memory:
    """The memory of the process that asked last, kept open while it asks on.

    That takes a seventh off what a question costs. A process that runs another program since, or
    another of the same number, is seen: what was its memory is gone then, and nothing is read.
    """

    def __init__(self) -> None:
        self._pid = self._file = -1

    def name(self, pid: int, at: int) -> bytes | None:
        """A name of up to 255 bytes in it; None for a longer one, or where none can be read."""
        return (self._name(at) if pid == self._pid else None) or self._opened(pid, at)

    def _name(self, at: int) -> bytes | None:
        try:
            name, zero, _ = os.pread(self._file, _PIECE, at).partition(b"\0")
        except (OSError, OverflowError):
            return None
        return name if zero else None

    def _opened(self, pid: int, at: int) -> bytes | None:
        self.close()
        try:
            self._file = os.open(f"/proc/{pid}/mem", os.O_RDONLY)
        except OSError:
            return None
        self._pid = pid
        return self._name(at)

    def close(self) -> None:
        """Keep nothing open. May be called again, and a name be asked for after that."""
        if self._file >= 0:
            os.close(self._file)
        self._pid = self._file = -1


def read_memory(pid: int, address: int, size: int) -> bytes | None:
    """Up to 256 bytes of another process's memory; None where they cannot be read.

    Not for several threads.
    """
    _there.at, _there.size = address, size
    got = _read(pid, _to, _one, _from, _one, _no_flags)
    return ctypes.string_at(_buffer, got) if got > 0 else None


def read_numbers(pid: int, address: int, layout: Struct) -> tuple[int, ...] | None:
    """Numbers in another process's memory, of this layout; None where not all can be read."""
    read = read_memory(pid, address, layout.size)
    return None if read is None or len(read) < layout.size else layout.unpack(read)


def write_memory(pid: int, address: int, data: bytes) -> bool:
    """Put up to 256 bytes into another process's memory; whether that could be done."""
    ctypes.memmove(_buffer, data, len(data))
    _here.size, _there.at, _there.size = len(data), address, len(data)
    try:
        return bool(_write(pid, _to, _one, _from, _one, _no_flags) == len(data))
    finally:
        _here.size = _PIECE


def have_calls_restarted(pid: int, action: int) -> None:
    """Set SA_RESTART in what a process is about to do at a signal, where its memory can be changed.

    Under a filter that asks, signals interrupt calls that they would not interrupt otherwise: a
    shell whose child ends while it starts the next would say that it cannot fork.
    """
    flags = read_numbers(pid, action + _FLAGS_AT, _FLAGS)
    if flags is not None:
        write_memory(pid, action + _FLAGS_AT, _FLAGS.pack(flags[0] | _SA_RESTART))


def read_string(pid: int, address: int) -> bytes | None:
    """A name in another process's memory, without its final zero; None where there is none."""
    found = b""
    while len(found) <= _PAGE:
        at = address + len(found)
        piece = read_memory(pid, at, min(_PIECE, _PAGE - at % _PAGE))  # no more may be there
        if piece is None:
            return None
        text, zero, _ = piece.partition(b"\0")
        found += text
        if zero:
            return found
    return None
