"""Starting one process from a thread that is confined for good: posix_spawn by ctypes.

Python's own posix_spawn and subprocess hold the interpreter's lock until the new program runs, so
that no other thread could answer what a filter asks of its start; ctypes gives the lock away. With
nothing to do before exec no copy of this process is made, which is most of what a start can cost.
"""

from __future__ import annotations

import ctypes
import os
from _thread import allocate_lock, start_new_thread

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Final, TypeAlias

_SETPGROUP, _SETSIGDEF, _SETSIGMASK, _SETSID = 0x02, 0x04, 0x08, 0x80
_OPAQUE: Final = 1024  # bytes: more than any C library's attributes or file actions
_SIGNALS: Final = 128  # bytes of a signal set
_KEPT_ACTIONS: Final = 64
_O_RDONLY, _O_RDWR = 0, 2

Streams: TypeAlias = tuple[int | str, int, int]
"""Descriptors to be standard input, output and error. A name in the first place is a terminal's: it
is standard input and output; the second is `LEADS` or `FOLLOWS` then, and -1 in the third place
makes the terminal standard error as well."""

LEADS, FOLLOWS = 0, 1
"""Whether the process leads a new session, which the terminal controls; or is in this one's, as one
that a shell starts, whose terminal it must be."""

Started: TypeAlias = tuple[int, int]
"""(pid, 0), or (undefined, errno) on failure."""

_libc = ctypes.CDLL(None, use_errno=True)
CAN_FOLLOW: Final = hasattr(_libc, "posix_spawn_file_actions_addtcsetpgrp_np")  # glibc 2.35


class Place:
    """Where a program runs: its folder, its environment, and how its command begins.

    `path` is of the file that is run, and `words` are what the program is told.
    """

    def __init__(
        self, folder: str, environment: Mapping[str, str], path: str, words: Sequence[str]
    ) -> None:
        self.folder, self.path = os.fsencode(folder), os.fsencode(path)
        self.words = tuple(map(os.fsencode, words))
        variables = [f"{name}={value}" for name, value in environment.items()]
        self.variables = _strings([*map(os.fsencode, variables)])


class Spawner:
    """Starts commands, with all signals as usual; each in a session of its own, unless it follows.

    `confine` is run once by the thread that will start them: one of its own, so that this one stays
    free; or, where nothing need be answered meanwhile, this one. Raises OSError when it does.
    """

    def __init__(self, confine: Callable[[], None], own_thread: bool) -> None:
        self._attributes = [_attributes(_SETSID), _attributes(_SETPGROUP)]
        self._own_thread = own_thread
        self._wanted: tuple[Place, Sequence[str], Streams]
        self._started: Started | OSError
        self._asked, self._done = allocate_lock(), allocate_lock()  # held until it is so
        self._pid = ctypes.c_int(0)
        self._actions: dict[tuple[Place, Streams], ctypes.Array[ctypes.c_char]] = {}
        if not own_thread:
            confine()
            return
        self._asked.acquire()
        self._done.acquire()
        start_new_thread(self._run, (confine,))
        self._done.acquire()
        if isinstance(self._started, OSError):
            raise self._started

    def start(self, place: Place, arguments: Sequence[str], streams: Streams) -> Started:
        """Start a program's command with these further arguments.

        Its descriptors 0, 1 and 2 are the streams, and it has no others.
        """
        if not self._own_thread:
            return self._spawn(place, arguments, streams)
        self._wanted = place, arguments, streams
        self._asked.release()
        self._done.acquire()
        assert not isinstance(self._started, OSError), "only to be confined can fail"
        return self._started

    def _run(self, confine: Callable[[], None]) -> None:
        try:
            confine()
            self._started = 0, 0
        except OSError as error:
            self._started = error
        while True:
            self._done.release()
            self._asked.acquire()
            self._started = self._spawn(*self._wanted)

    def _spawn(self, place: Place, arguments: Sequence[str], streams: Streams) -> Started:
        more = [argument.encode(errors="surrogateescape") for argument in arguments]
        words = _strings([*place.words, *more])
        actions = self._actions.get((place, streams)) or self._new_actions(place, streams)
        attributes = self._attributes[FOLLOWS if _follows(streams) else LEADS]
        error = _libc.posix_spawn(
            ctypes.byref(self._pid), place.path, actions, attributes, words, place.variables
        )
        return self._pid.value, int(error)

    def _new_actions(self, place: Place, streams: Streams) -> ctypes.Array[ctypes.c_char]:
        """What a new process does first. Kept, because the next run's streams mostly have the same
        numbers.
        """
        if len(self._actions) == _KEPT_ACTIONS:
            for actions in self._actions.values():
                _libc.posix_spawn_file_actions_destroy(actions)
            self._actions.clear()
        actions = ctypes.create_string_buffer(_OPAQUE)
        _libc.posix_spawn_file_actions_init(actions)
        terminal = streams[0]
        if isinstance(terminal, str) and _follows(streams):
            # A shell has opened its terminal once, and whom it starts has what it has.
            _libc.posix_spawn_file_actions_addopen(actions, 0, terminal.encode(), _O_RDWR, 0)
            _libc.posix_spawn_file_actions_adddup2(actions, 0, 1)
            _libc.posix_spawn_file_actions_adddup2(actions, streams[2] if streams[2] >= 0 else 0, 2)
            _libc.posix_spawn_file_actions_addtcsetpgrp_np(actions, 0)
        elif isinstance(terminal, str):
            # Opened as the leader of a new session, which it so comes to control. What is written
            # to standard input would pass for printed: it is opened to be read only.
            _libc.posix_spawn_file_actions_addopen(actions, 1, terminal.encode(), _O_RDWR, 0)
            _libc.posix_spawn_file_actions_addopen(actions, 0, terminal.encode(), _O_RDONLY, 0)
            error = streams[2] if streams[2] >= 0 else 1
            _libc.posix_spawn_file_actions_adddup2(actions, error, 2)
        else:
            for number, stream in enumerate(streams):
                _libc.posix_spawn_file_actions_adddup2(actions, stream, number)
        _libc.posix_spawn_file_actions_addchdir_np(actions, place.folder)
        self._actions[place, streams] = actions
        return actions


def _follows(streams: Streams) -> bool:
    return isinstance(streams[0], str) and streams[1] == FOLLOWS


def _strings(texts: Sequence[bytes]) -> ctypes.Array[ctypes.c_char_p]:
    return (ctypes.c_char_p * (len(texts) + 1))(*texts, None)


def _attributes(belongs: int) -> ctypes.Array[ctypes.c_char]:
    attributes = ctypes.create_string_buffer(_OPAQUE)
    # With the two that the C library keeps for itself, which its sigfillset leaves out and which a
    # new process would otherwise ignore: it could tell by that who started it.
    every = ctypes.create_string_buffer(b"\xff" * _SIGNALS, _SIGNALS)
    none = ctypes.create_string_buffer(_SIGNALS)
    _libc.sigemptyset(none)
    _libc.posix_spawnattr_init(attributes)
    _libc.posix_spawnattr_setsigdefault(attributes, every)
    _libc.posix_spawnattr_setsigmask(attributes, none)
    flags = _SETSIGDEF | _SETSIGMASK | belongs
    _libc.posix_spawnattr_setflags(attributes, ctypes.c_short(flags))
    return attributes
