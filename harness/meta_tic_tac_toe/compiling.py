"""Compiling a bot, once, before its first call.

Source: the challenge "Meta tic-tac-toe", spec clause "The tournament": commands that compile a bot
come with it. They are strangers' programs as its moves are, and are kept in by the same sandbox:

<arena>/            the working directory; all in it may be changed
    anna/           the bot's folder
    .compiler/      for the compiler's temporary files and caches; removed at the end
/usr, ~/.rustup     can be read, and nothing else, and there is no network
"""

import os
import re
import shlex
import shutil
from pathlib import Path
from typing import Final

from harness import removal
from harness.meta_tic_tac_toe.bot import Bot
from harness.program import Program
from harness.sandbox.confined import Bounds, ConfinedProgram, LostRunError
from harness.sandbox.levels import Files, Level
from harness.sandbox.readable import readable_paths
from harness.session import Ending
from harness.verdict import UsageError

SECONDS: Final = 300.0
FOLDER_BYTES: Final = 64 << 20
"""The most that a bot's folder may hold."""
_OUTPUT_BYTES: Final = 1 << 20
_HOME: Final = ".compiler"  # no bot's name
_READABLE: Final = tuple(map(Path, ("/usr", "/etc/ld.so.conf", "/etc/ld.so.conf.d")))


def compile_bot(
    bot: Bot, arena: Path, seconds: float = SECONDS, level: Level | None = None
) -> None:
    """Run a bot's compile command, if it has one, in the folder that holds the bot's own.

    Raises UsageError, with the error that the command printed or what it reached for, when it
    fails.
    """
    if bot.compile is None:
        return
    how = _run(bot.compile, arena.resolve(), seconds, level)
    if how is not None:
        raise UsageError(f"{bot.name}: {shlex.join(bot.compile)}: {how}")
    removal.remove(arena / _HOME)


def _run(command: tuple[str, ...], arena: Path, seconds: float, level: Level | None) -> str | None:
    """Run it in the arena; None when it ended well, or else what went wrong in one line."""
    home = arena / _HOME
    home.mkdir(exist_ok=True)
    program = Program(command, arena)
    word = program.argv[0]
    found = word if "/" in word else shutil.which(word, path=program.environment["PATH"])
    if found is None:
        return f"it does not start: {word} is not on the PATH"
    environment = {**program.environment, "HOME": str(home), "TMPDIR": str(home)}
    toolchains = Path(os.environ.get("RUSTUP_HOME") or Path.home() / ".rustup")
    if toolchains.is_dir():  # rustup's rustc looks there for the compiler that it stands for
        environment["RUSTUP_HOME"] = str(toolchains)
    # Not what else the command names, as a run may: a stranger wrote it.
    readable = readable_paths((found,), arena, (*_READABLE, toolchains))
    own = (path for path in readable if not path.is_relative_to(arena))
    files = Files(arena, tuple(own), built=arena)
    bounds = Bounds(seconds, _OUTPUT_BYTES, file_bytes=FOLDER_BYTES)
    argv = (found, *program.argv[1:])
    with ConfinedProgram(argv, environment, files, bounds, level) as confined:
        try:
            report = confined.call(())
        except LostRunError as error:
            return f"it reached for {error}"
        reached = confined.reached(report)
    if reached:
        return f"it reached for {', '.join(reached)}; it may use its own folder and /usr alone"
    stopped = {
        Ending.UNSTARTED: f"it does not start: {report['stderr']}",
        Ending.DEADLINE: f"it takes longer than {seconds:g} seconds",
        Ending.OVERFLOW: "it prints too much",
        Ending.EXCESS: "it takes too much memory, or too many processes",
    }.get(Ending(report["ending"]))
    if stopped is not None:
        return stopped
    status = -report["signal"] if report["signal"] else report["status"]
    if status == 0:
        return None
    complaint = _complaint(report["stderr"]) or _complaint(report["said"])
    return f"status {status}: {complaint or 'it says nothing'}"


def _complaint(said: str) -> str:
    """The first line of an error, or else the last line: compilers end by counting their errors."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = (line for line in lines if re.search(r"\berror\b", line))
    return next(errors, lines[-1] if lines else "")
