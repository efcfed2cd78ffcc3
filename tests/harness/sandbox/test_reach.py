"""Which tries of a bot count, by requests whose names are in this process's own memory."""

import ctypes
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from harness.sandbox.inside import reach as reach_module
from harness.sandbox.inside import seccomp
from harness.sandbox.inside.notifier import Request
from harness.sandbox.inside.reach import Reach, counted
from harness.sandbox.inside.resolve import UNREADABLE

pytestmark = pytest.mark.skipif(seccomp.MACHINE is None, reason="nothing is watched here")
AT_CWD = (1 << 32) - 100
kept: list[ctypes.Array[ctypes.c_char]] = []


def at(name: str | bytes) -> int:
    """The address of a name, which stays where it is."""
    kept.append(ctypes.create_string_buffer(os.fsencode(name)))
    return ctypes.addressof(kept[-1])


def opening(name: str | bytes, flags: int = os.O_RDONLY, folder: int = AT_CWD) -> Request:
    return Request(1, os.getpid(), "openat", (folder, at(name), flags, 0, 0, 0))


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("me", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "data.txt").write_text("")
        (tmp_path / name / "bot").write_text("")
    (tmp_path / "instructions.txt").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(params=[False, True], ids=["outside", "sandboxed"])
def reach(arena: Path, request: pytest.FixtureRequest) -> Reach:
    return made(arena, bool(request.param))


def made(arena: Path, hides_files: bool, known: Sequence[str] = ()) -> Reach:
    own = str(arena / "me")
    readable = ["/usr/bin", "/usr/lib", "/lib", "/bin"]
    return Reach(
        str(arena), own, f"{own}/data.txt", readable, hides_files, ["/etc/hostname"], known
    )


def counts(reach: Reach, request: Request) -> tuple[str, ...]:
    return counted(reach, reach.asked(request)[0])


@pytest.mark.parametrize(
    ("name", "flags"),
    [
        ("me/bot", os.O_RDONLY),
        ("me", os.O_RDONLY | os.O_DIRECTORY),
        (".", os.O_RDONLY | os.O_DIRECTORY),
        ("me/../me/bot", os.O_RDONLY),
        ("me/data.txt", os.O_RDWR | os.O_CREAT | os.O_TRUNC),
        ("me/missing", os.O_RDONLY),
        ("missing", os.O_RDONLY),
        ("/usr/bin/env", os.O_RDONLY),
        ("/dev/null", os.O_RDWR),
        ("/dev/stdin", os.O_RDONLY),
        ("/etc/hostname", os.O_RDONLY),
        ("/proc/cpuinfo", os.O_RDONLY),
        ("/proc/sys/kernel/random/uuid", os.O_RDONLY),  # what a shell has for a seed
        ("/proc/self/status", os.O_RDONLY),
        ("/proc/{own}/stat", os.O_RDONLY),
        ("/proc/self/fd/0", os.O_RDONLY),
    ],
)
def test_what_a_bot_may(reach: Reach, name: str, flags: int) -> None:
    outside, refused, _ = reach.asked(opening(name.format(own=os.getpid()), flags))
    assert counted(reach, outside) == ()
    assert not refused


@pytest.mark.parametrize(
    ("name", "flags", "seen"),
    [
        ("other/data.txt", os.O_RDONLY, "{arena}/other/data.txt"),
        ("me/../other/bot", os.O_RDONLY, "{arena}/other/bot"),
        ("other", os.O_RDONLY | os.O_DIRECTORY, "{arena}/other"),
        ("/etc", os.O_RDONLY | os.O_DIRECTORY, "/etc"),
        ("other/new", os.O_WRONLY | os.O_CREAT, "{arena}/other/new"),
        ("new", os.O_WRONLY | os.O_CREAT, "{arena}/new"),
        (".", os.O_WRONLY | os.O_TMPFILE, "{arena}"),
        ("instructions.txt", os.O_RDONLY, "{arena}/instructions.txt"),
        ("/etc/passwd", os.O_RDONLY, "/etc/passwd"),
        ("/usr/bin/env", os.O_RDWR, "/usr/bin/env"),
        ("/usr/new", os.O_WRONLY | os.O_CREAT, "/usr/new"),
        ("/usr/../etc/passwd", os.O_RDONLY, "/etc/passwd"),
        ("/proc/1/environ", os.O_RDONLY, "/proc/1/environ"),
        ("/proc/sys/kernel/core_pattern", os.O_WRONLY, "/proc/sys/kernel/core_pattern"),
        ("/proc/self/cwd/other/bot", os.O_RDONLY, "{arena}/other/bot"),
        ("/proc/thread-self/root/etc/passwd", os.O_RDONLY, "/etc/passwd"),
        ("/usr/../proc/self/cwd/other/bot", os.O_RDONLY, "{arena}/other/bot"),
    ],
)
def test_what_disqualifies(reach: Reach, arena: Path, name: str, flags: int, seen: str) -> None:
    outside, refused, _ = reach.asked(opening(name, flags))
    assert counted(reach, outside) == (seen.format(arena=arena),)
    assert refused


def test_what_an_interpreter_does_by_itself_is_excused_and_no_more(arena: Path) -> None:
    """A bash script could write to the list of users, because bash itself reads that."""
    reach = Reach(
        str(arena), None, None, [], False, ["/etc/passwd", "/etc/group"], changed=["/etc/group"]
    )
    seen = {}
    for name in ("/etc/passwd", "/etc/group"):
        for flags in (os.O_RDONLY, os.O_WRONLY):
            outside, refused, _ = reach.asked(opening(name, flags))
            seen[name, flags] = counted(reach, outside), refused
    assert seen == {
        ("/etc/passwd", os.O_RDONLY): ((), False),
        ("/etc/passwd", os.O_WRONLY): (("/etc/passwd",), True),
        ("/etc/group", os.O_RDONLY): ((), False),
        ("/etc/group", os.O_WRONLY): ((), True),
    }


@pytest.mark.parametrize(
    ("name", "held_against"),
    [
        ("/usr/lib/python3.99/__pycache__", False),
        ("/usr/lib/python3.99/json/__pycache__/decoder.cpython-399.pyc.12", False),
        ("/usr/lib/python3.99/__pycache__/a/b", True),
        ("/etc/__pycache__", True),
        ("other/__pycache__", True),
    ],
)
def test_python_may_try_to_keep_its_own_modules(
    reach: Reach, name: str, held_against: bool
) -> None:
    outside, refused, _ = reach.asked(opening(name, os.O_WRONLY | os.O_CREAT))
    assert bool(counted(reach, outside)) == held_against
    assert refused


@pytest.mark.parametrize("name", ["me/bot", "me/new"])
def test_its_own_folder_is_refused_but_not_outside(reach: Reach, name: str) -> None:
    outside, refused, _ = reach.asked(opening(name, os.O_WRONLY | os.O_CREAT))
    assert counted(reach, outside) == ()
    assert refused


def test_no_link_may_take_the_place_of_its_data(arena: Path) -> None:
    reach = made(arena, hides_files=False)
    link = Request(1, os.getpid(), "symlinkat", (at("/etc/passwd"), AT_CWD, at("me/data.txt"), 0))
    unlink = Request(1, os.getpid(), "unlinkat", (AT_CWD, at("me/data.txt"), 0, 0))
    for request in (link, unlink):
        assert reach.asked(request)[1]
        assert counts(reach, request) == ()


def test_links_are_followed(reach: Reach, arena: Path) -> None:
    (arena / "me" / "link").symlink_to("../other/data.txt")
    (arena / "me" / "folder").symlink_to("/")
    assert counts(reach, opening("me/link")) == (str(arena / "other" / "data.txt"),)
    assert counts(reach, opening("me/folder/etc/passwd")) == ("/etc/passwd",)


def test_a_folder_that_is_open_is_where_a_name_begins(reach: Reach, arena: Path) -> None:
    for folder, name in ((arena, "other/bot"), (arena / "me", "../other/bot")):
        descriptor = os.open(folder, os.O_RDONLY)
        assert counts(reach, opening(name, folder=descriptor)) == (str(arena / "other" / "bot"),)
        round_about = f"/proc/self/fd/{descriptor}/{name}"
        assert counts(reach, opening(round_about)) == (str(arena / "other" / "bot"),)
        os.close(descriptor)


def test_names_of_two(reach: Reach, arena: Path) -> None:
    request = Request(
        1, os.getpid(), "linkat", (AT_CWD, at("other/data.txt"), AT_CWD, at("me/x"), 0, 0)
    )
    assert counts(reach, request) == (str(arena / "other" / "data.txt"),)


def test_a_name_that_cannot_be_read_counts(reach: Reach) -> None:
    request = Request(1, os.getpid(), "openat", (AT_CWD, 8, 0, 0, 0, 0))
    assert counts(reach, request) == (UNREADABLE,)
    unknown = opening("x", folder=9999)
    assert counts(reach, unknown) == (UNREADABLE,)


@pytest.mark.parametrize("name", ["utimensat", "fchmod", "fchown", "fsetxattr", "fremovexattr"])
def test_a_call_without_a_name_is_about_a_descriptor(reach: Reach, arena: Path, name: str) -> None:
    """A time stamp, a mode or an attribute is something that the next run can read."""
    for path, told in ((arena / "other/bot", (str(arena / "other/bot"),)), (arena / "me/bot", ())):
        descriptor = os.open(path, os.O_RDONLY)
        request = Request(1, os.getpid(), name, (descriptor, 0, 0, 0, 0, 0))
        outside, refused, _ = reach.asked(request)
        os.close(descriptor)
        assert counted(reach, outside) == told
        assert refused


@pytest.fixture
def child() -> Iterator[int]:
    with subprocess.Popen(["sleep", "600"]) as process:
        yield process.pid
        process.kill()


def test_other_processes_are_outside(reach: Reach, child: int) -> None:
    name = f"/proc/{os.getppid()}/status"
    assert counts(reach, opening(name)) == (name,)
    assert not counts(reach, opening(f"/proc/{child}/status"))
    gone = f"/proc/{2**30}/status"  # in a sandbox, and perhaps not outside
    assert counts(reach, opening(gone)) == (gone,)


def test_what_the_machine_counts_up_is_outside(reach: Reach) -> None:
    """A run could bring such a number to what it wants, and the next one read it."""
    root, pages = "/sys/devices/system", "/sys/kernel/mm/transparent_hugepage"
    asked = {
        name: bool(reach.asked(opening(name))[0])
        for name in (
            f"{root}/node/node0/numastat", f"{root}/node/node0/vmstat",
            f"{root}/cpu/cpu0/cpuidle/state1/usage", f"{root}/cpu/cpu0/cpufreq/stats/total_trans",
            f"{pages}/hugepages-2048kB/stats/anon_fault_alloc",
            f"{pages}/khugepaged/pages_collapsed", "/proc/sys/vm/stat_refresh",
            f"{root}/node/node0/meminfo", f"{root}/cpu/online", f"{pages}/enabled",
            f"{root}/cpu/cpu0/cpufreq/scaling_cur_freq", "/proc/sys/vm/overcommit_memory",
        )
    }  # fmt: skip
    assert list(asked.values()) == [True] * 7 + [False] * 5, asked


def test_a_private_folder_is_nobodys_but_its_files_are(tmp_path: Path, arena: Path) -> None:
    sandboxed, outside = made(arena, hides_files=True), made(arena, hides_files=False)
    new = "/tmp/golfproof-that-is-not-there"
    assert not sandboxed.counts(new, writes=True)
    assert outside.counts(new, writes=True)
    assert sandboxed.counts(str(arena / "new"), writes=True)  # though the arena is below /tmp


@pytest.mark.parametrize("ask", [lambda r, n: r.counts(n, False), lambda r, n: r.counts(n, True)])
def test_nothing_of_its_own_folder_counts(arena: Path, ask: Callable[[Reach, str], bool]) -> None:
    assert not ask(made(arena, hides_files=False), str(arena / "me" / "bot"))


def test_names_are_told_once_in_order_and_not_without_end(arena: Path) -> None:
    reach = made(arena, hides_files=False)
    names = [("/etc/passwd", False), ("/b", True), ("/etc/passwd", True)]
    assert counted(reach, names) == ("/etc/passwd", "/b")
    many = [(f"/{n}", True) for n in range(1000)]
    assert len(counted(reach, many)) == reach_module._KEPT_NAMES


def test_names_that_no_bot_can_change_are_settled_and_no_others(reach: Reach, arena: Path) -> None:
    (arena / "me" / "link").symlink_to("/usr/bin/env")
    for name in (
        "/usr/bin/env", "/usr/lib/missing", "/etc/passwd", "me/bot", arena / "me/bot",
        arena / "other/bot", arena / "me/link", "/usr/../etc/passwd", "/dev/null", "/proc/cpuinfo",
        f"/usr/..{arena}/me/link",
    ):  # fmt: skip
        reach.asked(opening(os.fsencode(name)))
    reach.asked(opening("/usr/bin/cat", os.O_RDWR))
    # In a sandbox the bot's folder is mounted to be read alone, but for data.txt.
    own = {os.fsencode(f"{arena}/me/{name}") for name in ("bot", "link")}
    own.add(os.fsencode(f"/usr/..{arena}/me/link"))
    settled = {b"/usr/bin/env", b"/usr/lib/missing", b"/etc/hostname"}
    assert reach.settled == settled | (own if reach.hides_files else set())


def test_what_is_in_a_known_folder_is_followed_where_it_is_a_link(tmp_path: Path) -> None:
    system, arena = tmp_path / "system", tmp_path / "system" / "arena"
    (arena / "me").mkdir(parents=True)
    (arena / "instructions.txt").write_text("")
    (system / "plain").write_text("")
    for name, target in (("arenas", arena), ("out", "/etc/passwd"), ("in", "plain")):
        (system / name).symlink_to(target)
    reach = Reach(str(arena), str(arena / "me"), None, [str(system)], hides_files=True)
    seen = {
        name: counts(reach, opening(f"{system}/{name}"))
        for name in (
            "plain", "missing", "in", "out", "arenas", "arenas/instructions.txt", "arena",
            "arena/instructions.txt", "arena/..", "./../system/plain",
        )
    }  # fmt: skip
    secret = (str(arena / "instructions.txt"),)
    outside = {"out": ("/etc/passwd",), "arenas/instructions.txt": secret,
               "arena/instructions.txt": secret}  # fmt: skip
    assert seen == {**dict.fromkeys(seen, ()), **outside}
    assert reach.settled.isdisjoint(os.fsencode(f"{system}/{name}") for name in outside)


def test_names_known_beforehand_are_settled_where_they_may_be(arena: Path) -> None:
    known = ["/usr/bin/env", "/usr/../etc/passwd", "/etc/passwd", f"{arena}/other/bot", "me/bot"]
    assert made(arena, hides_files=True, known=known).settled == {
        b"/usr/bin/env", b"/etc/hostname",
    }  # fmt: skip
    inside = Reach("/usr/share", "/usr/share/me", None, ["/usr"], True, known=["/usr/share/x"])
    assert inside.settled == set()
