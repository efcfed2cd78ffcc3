"""Which names a program may ask for, and which of its tries count as reaching out.

A program may read its own files, those of its interpreter and what every program needs of the
system. A bot may also read its folder, and write `data.txt` in it. To write anything else in its
folder is refused, but does not disqualify it: that is not outside. Nor does it count that Python
tries to keep its own modules compiled; that is refused too. All else is outside: to open a file
that is there, or to change or make one, counts, also when it was denied. A file that is not there
cannot have been read. To look through the folders that lead to its own files is what importers do;
to look through others counts.
"""

from __future__ import annotations

import os
import stat

from harness.sandbox.inside.resolve import UNREADABLE, Name, beneath, resolved
from harness.sandbox.inside.run_folder import RunFolder

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Final

    from harness.sandbox.inside.notifier import Request
    from harness.sandbox.protocol import Reached

DATA: Final = "data.txt"
TEMPORARY: Final = ("/tmp", "/dev/shm")  # empty in a sandbox; a bot may write there
DEVICES: Final = (
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty",
)  # fmt: skip
# What tells about the machine and nothing about other processes.
MACHINE_FILES: Final = (
    "/proc/cpuinfo", "/proc/meminfo", "/proc/filesystems", "/proc/version", "/proc/cgroups",
    "/proc/sys/vm", "/proc/sys/kernel/osrelease", "/proc/sys/kernel/pid_max",
    "/proc/sys/kernel/threads-max", "/proc/sys/kernel/cap_last_cap", "/proc/sys/kernel/ngroups_max",
    "/proc/sys/kernel/random/uuid",
    "/sys/devices/system/cpu", "/sys/devices/system/node", "/sys/kernel/mm/transparent_hugepage",
)  # fmt: skip
CGROUPS: Final = "/sys/fs/cgroup"
# Of a group of processes its limits alone: how much it has ever used is a counter of runs.
_GROUP_LIMITS: Final = (
    "cgroup.controllers", "cpu.cfs_period_us", "cpu.cfs_quota_us", "cpu.max", "cpu.shares",
    "cpu.weight", "cpuset.cpus", "cpuset.cpus.effective", "cpuset.mems", "cpuset.mems.effective",
    "memory.high", "memory.limit_in_bytes", "memory.low", "memory.max",
    "memory.memsw.limit_in_bytes", "memory.soft_limit_in_bytes", "memory.swap.max",
    "memory.swappiness", "memory.use_hierarchy", "pids.max",
)  # fmt: skip
# What of the machine's files counts up, and by what programs do: it would tell a run of others.
_COUNTERS: Final = frozenset(
    ("cpuidle", "khugepaged", "numastat", "stat_refresh", "stats", "thermal_throttle", "vmstat")
)
_PASSWORDS: Final = "/etc/shadow"  # where Perl looks with every user's name; denied without a word
_COMPILED: Final = "__pycache__"
TOO_MANY: Final = "more names than any program needs"
# What a process may set of itself; it ends with the process.
_OWN_SETTINGS: Final = ("/comm", "/coredump_filter", "/oom_score_adj", "/timerslack_ns")
# In the folder of a process, what tells of others: what the network received, who else is on it,
# and which pages of a file others have in memory.
_OF_OTHERS: Final = (
    "ksm_merging_pages", "ksm_stat", "net", "numa_maps", "pagemap", "smaps", "smaps_rollup",
)  # fmt: skip
_SETTLED_NAMES: Final = 4096
_KEPT_NAMES: Final = 32  # of one run; a program that reaches for more is rejected just so


class Reach:
    """What one program may have. Paths are absolute.

    `folder` is where it runs; of a bot, it holds the folders of all bots, and `own` is the bot's
    and `data` its file; in `built` a compiler may do what it will, and in `temporary` a run may,
    but run nothing: what the kernel opens for a program to be run is not asked about. `excused` is
    what its interpreter opens outside by itself, `changed` what of that it opens to change it, and
    `known` are names that the interpreter opens, followed before. `own_lines` are what it reads of
    files that tell of all users. `terminal` is that of the run, and `home` the folder in which its
    program keeps what is its user's.
    """

    def __init__(
        self,
        folder: str,
        own: str | None,
        data: str | None,
        readable: Iterable[str],
        hides_files: bool,
        excused: Iterable[str] = (),
        known: Iterable[str] = (),
        built: str | None = None,
        temporary: str | None = None,
        changed: Iterable[str] = (),
        own_lines: Mapping[str, str] | None = None,
        home: str | None = None,
    ) -> None:
        self.folder, self.own, self.data, self.built = folder, own, data, built
        self.temporary = temporary
        self.run_folder = None if temporary is None else RunFolder(temporary, home)
        self._home = home
        self.readable = tuple(readable)
        self.hides_files = hides_files
        self.excused, self.changed = frozenset(excused), frozenset(changed)
        self.own_lines = {
            name: text
            for name, text in (own_lines or {}).items()
            if not beneath(name, *self.readable)
        }
        self.terminal = ""
        self.paths: list[str] = []  # of the last call that was asked about
        self.is_used = False  # whether a call was about the temporary folder, in this run
        self.has_files = False  # whether something was to be done in it, and was
        # Names that may be read and that no program can change: the system's, and those excused.
        self.settled: set[bytes | None] = {
            os.fsencode(name) for name in known if self._may_be_settled(os.path.normpath(name))
        }
        self.settled.update(
            os.fsencode(name)
            for name in self.excused
            if name.startswith("/") and not name.endswith("/status")  # see `unfiltered`
        )
        self._folders: dict[str, bool] = {}  # whether they are, with all in them but links

    def asked(self, request: Request) -> tuple[list[Reached], bool, Name | None]:
        """What a call reaches for outside, whether to refuse it, and the last name that it has."""
        outside: list[Reached] = []
        self.paths = []
        refused = False
        writes, last = request.writes, None
        for base, name, follow in request.paths():
            text = None if name is None else os.fsdecode(name)
            if text is not None and not (writes or request.root) and self._settle(text):
                last = Name(text, False, is_settled=True)
                self.paths.append(text)
                continue
            last = Name(UNREADABLE, False)
            if text is not None:
                last = resolved(request.pid, base, text, follow, request.root)
            self.paths.append(last.path)
            if self._is_inside(last, writes, request.opens, request.renames):
                continue
            if request.asks_for_link and self._is_no_secret_link(last.path):
                continue
            path = _without_number(last.path)
            outside.append((path, writes))
            refused = refused or self._is_refused(path, writes)
        return outside, refused, last

    def _is_no_secret_link(self, path: str) -> bool:
        """Whether it is there and no link, as any program can ask, or it leads to the home."""
        leads_home = self._home is not None and beneath(self._home, path)
        return leads_home or (os.path.lexists(path) and not _is_link(path))

    def _is_refused(self, path: str, writes: bool) -> bool:
        if path == _PASSWORDS:
            return True
        if path in self.excused and not writes:
            return False
        if self.own is not None and beneath(path, self.own):
            return True
        if self._is_compiled_module(path):
            return writes or beneath(path, self.folder)
        if self._is_private(path):
            return False
        return path in self.changed or self.counts(path, writes)

    def _is_compiled_module(self, path: str) -> bool:
        """Whether Python keeps a compiled module there, which it tries by itself.

        It does so beside the source, be that the system's or the program's own.
        """
        folder, _, last = path.rpartition("/")
        beside, _, cache = (path if last == _COMPILED else folder).rpartition("/")
        if cache != _COMPILED or (self.own is not None and beneath(path, self.folder)):
            return False
        sources = (name for name in self.readable if name.endswith(".py"))
        beside_one = any(name.rpartition("/")[0] == beside for name in sources)
        return beside_one or beneath(beside, *self.readable)

    def has_written(self, name: Name | None) -> bool:
        """Whether it is something that the run itself may have put down.

        What has no name is its own: its standard error, or a file that it has removed.
        """
        if name is None:
            return False
        written = self.temporary
        return name.is_stream or (written is not None and beneath(name.path, written))

    def may_be_instead(self) -> bool:
        """Whether the launcher may do the last call in the run's own folder, in its caller's place.

        In a sandbox of mounts what is there already is done by the kernel itself.
        """
        run_folder = self.run_folder
        if run_folder is None or not self.paths or self.paths == [run_folder.folder]:
            return False
        if all(beneath(path, run_folder.folder) for path in self.paths):
            return not self.hides_files
        # Of other names the run's folder, which is not used again when a call was about it, is
        # not even looked into: Perl opens /dev/urandom, and bash /dev/tty, in every run.
        if not any(run_folder.is_meant(path) for path in self.paths):
            return False
        return not any(beneath(path, *self.readable) for path in self.paths)

    def programs(self, request: Request) -> list[str]:
        """The real path of the program that a call runs."""
        return [
            resolved(request.pid, base, os.fsdecode(name), follow).path
            for base, name, follow in request.paths()
            if name is not None
        ]

    def counts(self, path: str, writes: bool) -> bool:
        """Whether to reach for this is held against the program.

        Only a process that sees the real files can tell: in a sandbox most are not there.
        """
        if path in (self.changed if writes else self.excused) or (
            path == _PASSWORDS and not writes
        ):
            return False
        if self.own is not None and beneath(path, self.own):
            return False
        if path in (UNREADABLE, TOO_MANY):
            return True
        if self._is_compiled_module(path):
            return False
        try:
            mode = os.lstat(path).st_mode
        except OSError:
            is_process = path.startswith("/proc/") and path.split("/")[2].isdigit()
            return is_process or (writes and not self._is_private(path))
        if writes:
            return not self._is_private(path)
        if not stat.S_ISDIR(mode):
            return True
        if self.own is not None and beneath(path, self.folder):
            return path != self.folder
        if self._is_private(path):
            return False
        return path != "/" and not any(beneath(r, path) for r in (self.folder, *self.readable))

    def _is_inside(self, name: Name, writes: bool, opens: bool, renames: bool) -> bool:
        path = name.path
        if name.is_own_process:
            if not writes:
                return not _tells_of_others(path)
            return name.is_stream or path.endswith(_OWN_SETTINGS)
        if path in DEVICES or (path == self.terminal and path):
            return opens or not writes
        if self.built is not None and beneath(path, self.built):
            return True
        if self.temporary is not None and beneath(path, self.temporary):
            self.is_used = self.has_files = True
            return opens or not writes or path != self.temporary
        if path in self.own_lines:
            return opens and not writes
        if path == self.data:
            return not renames  # a link in its place would lead the harness elsewhere
        if writes:
            return False
        if self.own is not None:
            if beneath(path, self.own):
                return True
            if beneath(path, self.folder):
                return path == self.folder
        if beneath(path, CGROUPS) and path.rpartition("/")[2] in _GROUP_LIMITS:
            return True
        if beneath(path, *self.readable):
            return True
        return beneath(path, *MACHINE_FILES) and _COUNTERS.isdisjoint(path.split("/"))

    def _is_private(self, path: str) -> bool:
        """Whether it is a file in a folder that only the runs of this bot have."""
        private = self.hides_files and self.own is not None
        return private and beneath(path, *TEMPORARY) and not beneath(path, self.folder)

    def _settle(self, name: str) -> bool:
        """Whether a name may be read, now and later: then it is not asked about again."""
        if not name.startswith("/"):
            return False
        folder, _, last = name.rpartition("/")
        is_settled = self._folders.get(folder)
        if is_settled is None:
            is_settled = self._stays_readable(folder)
            if len(self._folders) < _SETTLED_NAMES:
                self._folders[folder] = is_settled
        if not is_settled or last in ("", ".", "..") or _is_link(name):
            is_settled = self._stays_readable(name)
        if is_settled and len(self.settled) < _SETTLED_NAMES:
            self.settled.add(os.fsencode(name))
        return is_settled

    def _stays_readable(self, name: str) -> bool:
        plain = os.path.normpath(name)  # a way back out of the system may be changed tomorrow
        return self._may_be_settled(plain) and self._may_be_settled(os.path.realpath(name))

    def _may_be_settled(self, path: str) -> bool:
        if self.own is not None and beneath(path, self.folder):
            return self.hides_files and beneath(path, self.own)  # mounted to be read alone
        changing = ("/proc", *TEMPORARY, *([self.temporary] if self.temporary else []))
        return beneath(path, *self.readable) and not beneath(path, *changing)


def _without_number(path: str) -> str:
    """The path; of a temporary file that is named by a number, as of its process, without that.

    Java names one so in every run, and what it opens by itself must be known again.
    """
    folder, _, last = path.rpartition("/")
    return f"{folder}/PID" if last.isdigit() and beneath(path, *TEMPORARY) else path


def _tells_of_others(path: str) -> bool:
    """Whether a path below /proc/PID is of what is not the process's own."""
    parts = path.split("/")[3:]
    if parts[:1] == ["task"]:
        parts = parts[2:]
    return bool(parts) and parts[0] in _OF_OTHERS


def _is_link(name: str) -> bool:
    try:
        return stat.S_ISLNK(os.lstat(name).st_mode)
    except OSError:
        return False


def counted(reach: Reach, names: Iterable[Reached]) -> tuple[str, ...]:
    """Those that count, each once, in the order of the tries."""
    seen = dict.fromkeys(path for path, writes in names if reach.counts(path, writes))
    return tuple(seen)[:_KEPT_NAMES]
