"""The messages between the harness and a launcher, and how they are framed.

Both sides import this module, so it imports nothing that costs time. Every message is a value of
`marshal` after its length. The harness sends, in this order:

    LauncherMessage     once: the launcher's configuration; it replies with an empty message
    ProgramMessage      a program that may be run from now on, by its number
    int                 the number of a program that is not run any more
    CallMessage         run the program with these arguments; the reply is a Report
    TerminalMessage     run the program on a new terminal; the reply is a Started message, with the
                        descriptors of the terminal, of the process and of its standard error
    None                end the run on the terminal; the reply is a Report

When the launcher's input ends, it ends everything that it started, and then itself.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Final, TypeAlias, TypedDict

    Reached: TypeAlias = tuple[str, bool]
    """A name outside that a program asked for, by its real path, and whether to change it."""

    class LauncherMessage(TypedDict):
        """The configuration of a launcher."""

        owns_processes: bool  # it is the first process of a namespace, and all in it are its own
        hides_files: bool  # what a program may not read does not exist for the launcher
        watched: bool
        has_temporary: bool  # runs have a folder for what they put into /tmp
        processes_before: int  # numbers of processes used up in its namespace before the first run
        ruleset: int | None  # the descriptor of a Landlock ruleset
        memory_bytes: int
        file_bytes: int

    class PlaceMessage(TypedDict):
        """Where a program runs: its folder, its environment, and how its command begins."""

        folder: str
        environment: dict[str, str]
        path: str  # of the file that is run
        words: list[str]  # what the program is told of them; a call adds its arguments

    class ReachMessage(TypedDict):
        """What a program may open; see `reach.Reach`."""

        folder: str
        own: str | None
        data: str | None
        built: str | None
        temporary: str | None  # made before a run on a terminal, and removed after it
        home: str | None  # a name that stands for it, too
        readable: Sequence[str]
        excused: Sequence[str]
        changed: Sequence[str]
        known: Sequence[str]
        own_lines: Mapping[str, str]  # what is read instead of a file that tells of all users

    class ProgramMessage(TypedDict):
        """A program, by the number that the harness gives it."""

        number: int
        place: PlaceMessage
        reach: ReachMessage
        refusing: bool  # false: only to see what it opens
        seconds: float
        output_bytes: int
        processes: int

    class CallMessage(TypedDict):
        """One run whose output goes to pipes."""

        number: int
        arguments: list[str]

    class TerminalMessage(TypedDict):
        """One run on a terminal of this size."""

        number: int
        rows: int
        columns: int
        echo: bool  # it shows what is typed
        plain: bool  # it adds no carriage returns
        errors: bool  # standard error is the terminal as well, as in a shell
        from_shell: bool  # the program is started as by a shell, in whose session it is

    class Report(TypedDict, total=False):
        """The report of a run. Fields that are missing are as in `CLEAN_RUN`."""

        said: str
        seconds: float
        scheduled: tuple[float, float] | None  # seconds that a long call ran, and that it waited
        ending: str  # a value of `session.Ending`
        status: int | None
        signal: int | None
        stderr: str
        left_running: int
        tries: list[Reached]
        events: list[str]  # what it tried that is about no file: a socket, another process
        programs: list[str]
        spent: bool  # something is left in the sandbox, which must not be used again
        settled: list[str]
        used_temporary: bool  # it asked for something in the folder for a run's files


SIZE_BYTES: Final = 4  # of the length before a message
CLEAN_RUN: Final[Mapping[str, Any]] = {
    "said": "", "seconds": 0.0, "ending": "ended", "status": 0, "signal": None, "stderr": "",
    "left_running": 0, "tries": (), "events": (), "programs": (), "spent": False, "settled": (),
    "scheduled": None, "used_temporary": False,
}  # fmt: skip


def framed(data: bytes) -> bytes:
    """A message with its size before it, as it is sent."""
    return len(data).to_bytes(SIZE_BYTES, sys.byteorder) + data


def size_of(frame: bytes) -> int:
    """The size of a message in bytes, from what is sent before it."""
    return int.from_bytes(frame[:SIZE_BYTES], sys.byteorder)
