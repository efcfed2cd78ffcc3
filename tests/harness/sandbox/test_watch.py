"""What a call of a bot is answered, and what is kept of it, by requests made up here."""

import ctypes
import errno
import os
import subprocess
from pathlib import Path

import pytest

from harness.sandbox.inside import seccomp, watch
from harness.sandbox.inside.notifier import Request
from harness.sandbox.inside.reach import TOO_MANY, Reach
from harness.sandbox.inside.tasks import Task
from harness.sandbox.inside.watch import RunLog

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


def seen(folder: Path, processes: int = 3, refusing: bool = True, waiting: bool = True) -> RunLog:
    own = str(folder / "me")
    reach = Reach(str(folder), own, f"{own}/data.txt", ["/usr/bin", "/bin"], hides_files=False)
    return RunLog(reach, processes, refusing, lambda request: waiting)


def test_every_socket_is_refused_and_kept(tmp_path: Path) -> None:
    call = seen(tmp_path)
    families = (AF_UNIX, AF_INET, AF_INET6, AF_INET, 99)
    answers = [call.judge(request("socket", family)) for family in families]
    assert answers == [errno.EACCES] * 5
    assert list(call.events) == [
        "a socket (AF_UNIX)", "a socket (AF_INET)", "a socket (AF_INET6)", "a socket (family 99)",
    ]  # fmt: skip


@pytest.mark.parametrize("name", seccomp.FORBIDDEN)
def test_what_no_program_needs_is_refused_and_kept(tmp_path: Path, name: str) -> None:
    call = seen(tmp_path)
    assert call.judge(request(name)) == seccomp.FORBIDDEN[name]
    assert len(call.events) == 1


def test_new_namespaces_are_refused_and_kept(tmp_path: Path) -> None:
    call = seen(tmp_path)
    for flag in (0x20000, 0x10000000, 0x40000000):
        assert call.judge(request("clone", flag)) == errno.EPERM
    assert list(call.events) == ["a new namespace"]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("kill", (-1,)), ("kill", (os.getppid(),)), ("kill", (os.getpid(),)), ("kill", (1,)),
        ("tgkill", (1, 1)), ("prlimit64", (os.getppid(),)), ("setpriority", (0, os.getppid())),
        ("setpriority", (2, 0)), ("ioprio_set", (3, 0)), ("sched_setaffinity", (1,)),
        ("pidfd_open", (os.getppid(),)), ("fcntl", (0, 8, os.getppid())), ("fcntl", (0, 15, 0)),
        ("kill", (-(os.getpgid(os.getppid()) or 1),)),  # 0 where the group is of another namespace
    ],
)  # fmt: skip
def test_another_process_is_out_of_reach(
    tmp_path: Path, name: str, arguments: tuple[int, ...]
) -> None:
    """This process stands for the launcher here, and no process was started by it."""
    call = seen(tmp_path)
    unsigned = (argument & 0xFFFFFFFF for argument in arguments)
    assert call.judge(request(name, *unsigned)) == errno.EPERM
    assert len(call.events) == 1


def test_what_it_started_and_what_is_not_there_may_be_signalled(tmp_path: Path) -> None:
    call = seen(tmp_path)
    with subprocess.Popen(["sleep", "600"], start_new_session=True) as child:
        for number in (child.pid, -child.pid, 0, 4_000_000):
            assert call.judge(request("kill", number & 0xFFFFFFFF)) == 0
        child.kill()
    assert call.events == {}


def test_so_many_processes_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running = [Task(7, "S", threads=2, resident_bytes=0)]
    monkeypatch.setattr(watch, "tasks", lambda: running)
    call = seen(tmp_path, processes=3)
    assert [call.judge(request("clone")) for _ in range(2)] == [0, 0]  # and itself
    assert call.judge(request("vfork")) == 0  # one of the three has ended: they are counted
    running.append(running[0])
    assert call.judge(request("clone")) == errno.EAGAIN
    running.clear()
    assert call.judge(request("clone")) == 0


def test_the_start_of_another_program_is_a_try(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    program = tmp_path / "other" / "bot"
    program.write_text("")
    call = seen(tmp_path)
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
