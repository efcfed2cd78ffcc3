"""What a call of a bot is answered, and what is kept of it, by requests made up here."""

import ctypes
import errno
import os
from pathlib import Path

import pytest

from harness.sandbox.inside import seccomp, watch
from harness.sandbox.inside.notifier import Request
from harness.sandbox.inside.reach import TOO_MANY, Reach
from harness.sandbox.inside.tasks import Task
from harness.sandbox.inside.watch import Seen

pytestmark = pytest.mark.skipif(seccomp.MACHINE is None, reason="nothing is watched here")
AT_CWD = (1 << 32) - 100
AF_UNIX, AF_INET, AF_INET6 = 1, 2, 10
kept: list[ctypes.Array[ctypes.c_char]] = []


def request(name: str, *arguments: int | str | Path) -> Request:
    """A call of this process; a text is the address of a name."""
    numbers = []
    for argument in arguments:
        if not isinstance(argument, int):
            kept.append(ctypes.create_string_buffer(os.fsencode(argument)))
            argument = ctypes.addressof(kept[-1])
        numbers.append(argument)
    return Request(1, os.getpid(), name, tuple(numbers + [0] * (6 - len(numbers))))


def seen(folder: Path, processes: int = 3, refusing: bool = True, waiting: bool = True) -> Seen:
    reach = Reach(str(folder), str(folder / "me"), ["/usr"], [], sandboxed=False)
    return Seen(reach, processes, refusing, lambda request: waiting)


def test_a_network_is_refused_and_kept_but_no_other_socket(tmp_path: Path) -> None:
    call = seen(tmp_path)
    families = (AF_UNIX, AF_INET, AF_INET6, AF_INET)
    answers = [call.judge(request("socket", family)) for family in families]
    assert answers == [0, errno.EACCES, errno.EACCES, errno.EACCES]
    assert list(call.sockets) == ["a network socket (AF_INET)", "a network socket (AF_INET6)"]


def test_so_many_processes_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running = [Task(7, "S", threads=2, resident_bytes=0)]
    monkeypatch.setattr(watch, "tasks", lambda: running)
    call = seen(tmp_path, processes=3)
    assert [call.judge(request("clone")) for _ in range(3)] == [0, 0, 0]
    assert call.judge(request("vfork")) == 0  # one of the three has ended: they are counted
    running.append(running[0])
    assert call.judge(request("clone")) == errno.EAGAIN
    running.clear()
    assert call.judge(request("clone")) == 0


def test_the_start_of_the_bot_itself_is_not_its_try(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    program = tmp_path / "other" / "bot"
    program.write_text("")
    call = seen(tmp_path)
    assert call.judge(request("execve", program)) == 0
    assert call.tries == {}
    assert call.judge(request("execve", program)) == errno.EACCES
    assert list(call.tries) == [(str(program), False)]
    assert list(call.programs) == [str(program)]


@pytest.mark.parametrize("refusing", [True, False])
def test_a_try_is_kept_and_refused_where_it_shall_be(tmp_path: Path, refusing: bool) -> None:
    call = seen(tmp_path, refusing=refusing)
    error = call.judge(request("openat", AT_CWD, "/etc/passwd", os.O_RDONLY))
    assert error == (errno.EACCES if refusing else 0)
    assert call.judge(request("openat", AT_CWD, "/usr/bin/env", os.O_RDONLY)) == 0
    assert list(call.tries) == [("/etc/passwd", False)]


def test_nothing_is_kept_of_who_died_while_it_was_read(tmp_path: Path) -> None:
    """Bots that leave processes were disqualified for "a name that cannot be read"."""
    call = seen(tmp_path, waiting=False)
    assert call.judge(request("execve", "/usr/bin/env")) == 0
    for asked in (request("openat", AT_CWD, 8), request("execve", "/usr/bin/env")):
        assert call.judge(asked) == 0
    assert (call.tries, call.programs) == ({}, {})


def test_what_counts_cannot_hide_behind_what_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "_KEPT", 3)
    call = seen(tmp_path)
    for name in ("/none/1", "/none/2", "/none/3", "/none/4", "/etc/passwd"):
        call.judge(request("openat", AT_CWD, name, os.O_RDONLY))
    assert list(call.tries)[-1] == (TOO_MANY, True)
