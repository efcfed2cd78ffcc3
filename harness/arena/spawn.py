"""Starting one process from a thread that is confined for good: posix_spawn by ctypes.

Python's own posix_spawn and subprocess hold the interpreter's lock until the new program runs, so
that no other thread could answer what a filter asks of its start; ctypes gives the lock away. With
nothing to do before exec no copy of this process is made, which is most of what a start can cost.
"""

import ctypes
import os
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

_SETSIGDEF, _SETSIGMASK, _SETSID = 0x04, 0x08, 0x80
_OPAQUE: Final = 1024  # bytes: more than any C library's attributes or file actions
_SIGNALS: Final = 128  # bytes of a signal set

_libc = ctypes.CDLL(None, use_errno=True)


class Started(NamedTuple):
    """The process, or why there is none."""

    pid: int
    error: int


class Spawner:
    """Starts commands in one environment, each in a session of its own with all signals as usual.

    `confine` is run once by the thread that will start them: one of its own, so that this one stays
    free; or, where nothing need be answered meanwhile, this one. Raises OSError when it does. That
    `done` can be read says that a start is over.
    """

    def __init__(
        self, confine: Callable[[], None], environment: Mapping[str, str], own_thread: bool
    ) -> None:
        self.done, self._tell = os.pipe()
        self._variables = _strings([f"{name}={value}" for name, value in environment.items()])
        self._attributes = _attributes()
        self._wanted: queue.SimpleQueue[tuple[Sequence[str], Sequence[int]]] = queue.SimpleQueue()
        self._own_thread = own_thread
        self._failure: OSError | None = None
        self._started = Started(0, 0)
        if not own_thread:
            confine()
            return
        threading.Thread(target=self._run, args=(confine,), daemon=True).start()
        os.read(self.done, 1)
        if self._failure is not None:
            raise self._failure

    def start(self, command: Sequence[str], streams: Sequence[int]) -> None:
        """Begin to start a command; its descriptors 0, 1 and 2 are these, and it has no others."""
        if self._own_thread:
            self._wanted.put((command, streams))
        else:
            self._started = self._spawn(command, streams)

    def finish(self) -> Started:
        """Wait until the start is over."""
        if self._own_thread:
            os.read(self.done, 1)
        return self._started

    def _run(self, confine: Callable[[], None]) -> None:
        try:
            confine()
        except OSError as error:
            self._failure = error
            os.write(self._tell, b".")
            return
        os.write(self._tell, b".")
        while True:
            self._started = self._spawn(*self._wanted.get())
            os.write(self._tell, b".")

    def _spawn(self, command: Sequence[str], streams: Sequence[int]) -> Started:
        words = _strings(command)
        actions = ctypes.create_string_buffer(_OPAQUE)
        pid = ctypes.c_int(0)
        _libc.posix_spawn_file_actions_init(actions)
        try:
            for number, stream in enumerate(streams):
                _libc.posix_spawn_file_actions_adddup2(actions, stream, number)
            error = _libc.posix_spawn(
                ctypes.byref(pid), words[0], actions, self._attributes, words, self._variables
            )
        finally:
            _libc.posix_spawn_file_actions_destroy(actions)
        return Started(pid.value, int(error))


def _strings(texts: Sequence[str]) -> "ctypes.Array[ctypes.c_char_p]":
    return (ctypes.c_char_p * (len(texts) + 1))(*map(os.fsencode, texts), None)


def _attributes() -> "ctypes.Array[ctypes.c_char]":
    attributes = ctypes.create_string_buffer(_OPAQUE)
    every, none = (ctypes.create_string_buffer(_SIGNALS) for _ in range(2))
    _libc.sigfillset(every)
    _libc.sigemptyset(none)
    _libc.posix_spawnattr_init(attributes)
    _libc.posix_spawnattr_setsigdefault(attributes, every)
    _libc.posix_spawnattr_setsigmask(attributes, none)
    _libc.posix_spawnattr_setflags(attributes, ctypes.c_short(_SETSIGDEF | _SETSIGMASK | _SETSID))
    return attributes
