"""Landlock (Linux 5.13): what a confined thread, and all that it starts, may read and write.

It denies every file that no rule names, TCP (version 4), signals to processes outside and abstract
unix sockets (version 6). It denies no metadata: whether a file is there, its size, its times.

Source: the kernel's Documentation/userspace-api/landlock.rst.
"""

import ctypes
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_RULE_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE = 1 << 14
_MAKE_DEVICES = 1 << 6 | 1 << 11
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_FILE_RIGHTS = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
# All rights to files that each version of Landlock handles.
_FS_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}

_libc = ctypes.CDLL(None, use_errno=True)


class _RulesetAttr(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneathAttr(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"  # what `_pack_` means; Python 3.14 wants it said
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


@cache
def landlock_version() -> int:
    """The version of Landlock that the kernel offers; 0 where there is none."""
    return max(0, int(_libc.syscall(_CREATE_RULESET, None, 0, 1)))


@contextmanager
def ruleset(
    readable: Sequence[Path],
    listed: Sequence[Path] = (),
    writable: Sequence[Path] = (),
    built: Sequence[Path] = (),
    temporary: Sequence[Path] = (),
) -> Iterator[int]:
    """The descriptor of a ruleset by which these paths can be read, these listed, these written.

    In `built` folders all can be done but making devices, and in `temporary` ones nothing be run.
    Raises OSError where it cannot be made.
    """
    version = landlock_version()
    handled = _FS_RIGHTS[max(1, min(version, 3))]
    attr = _RulesetAttr(handled, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    descriptor = _libc.syscall(_CREATE_RULESET, ctypes.byref(attr), size, 0)
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), "Landlock makes no ruleset")
    try:
        for paths, rights in (
            (readable, _READ),
            (listed, _READ_DIR),
            (writable, _READ_FILE | _WRITE_FILE | _READ_DIR | _TRUNCATE),
            (built, handled & ~_MAKE_DEVICES),
            (temporary, handled & ~_MAKE_DEVICES & ~_EXECUTE),
        ):
            for path in paths:
                _allow(descriptor, path, rights & handled)
        yield descriptor
    finally:
        os.close(descriptor)


def enter(descriptor: int) -> None:
    """Put the calling thread under a ruleset for good. Raises OSError when that fails."""
    if _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or _libc.syscall(
        _RESTRICT_SELF, descriptor, 0
    ):
        raise OSError(ctypes.get_errno(), "Landlock could not be entered")


def _allow(descriptor: int, path: Path, rights: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        attr = _PathBeneathAttr(rights if path.is_dir() else rights & _FILE_RIGHTS, opened)
        _libc.syscall(_ADD_RULE, descriptor, _RULE_PATH_BENEATH, ctypes.byref(attr), 0)
    finally:
        os.close(opened)
