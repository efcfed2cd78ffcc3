"""The hostile bots, laid out in an arena beside a victim, and played.

  python -m tests.harness.sandbox.hostile_bots     play every one; print what came of each

tests/programs/meta_tic_tac_toe/hostile/   one bot a file; its first lines say what must come of it

    # outcome: valid; why                 every move counts, whatever else it does
    # outcome: invalid: REASON; why       at least one move is invalid, and each of those for this
    # outcome: disqualified: PATH; why    its first call reaches for this outside
    # on LEVEL: disqualified: PATH        the same for one level of isolation, where it differs
    # not on LEVEL: why                   is not played there
    # seconds: N                          the time of one call, where time is the point
    # rounds: N                           how many are played
    # memory_mib: N                       the memory of one call
    # link: TARGET                        a symbolic link named link is laid in its folder
    # data: TARGET                        its data.txt is a symbolic link
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from harness.meta_tic_tac_toe.bot import Answer, Bot, CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.meta_tic_tac_toe.match import Match, Ply, follow, play
from harness.sandbox.levels import Level, best_level

FOLDER: Final = Path(__file__).parents[2] / "programs" / "meta_tic_tac_toe"
HOSTILE: Final = {
    path.stem: path for path in sorted((FOLDER / "hostile").iterdir()) if path.is_file()
}
VICTIM: Final = "victim"
_LINE: Final = re.compile(r"(?:#|//) ([\w ]+): (.*)")
_SECONDS: Final = 20.0  # where time is not the point: no busy machine is late
_ROUNDS: Final = 2
_FILE_BYTES: Final = 1 << 20
_PROCESSES: Final = 24


@dataclass(frozen=True)
class Expected:
    """What a hostile bot's first lines say."""

    outcome: str  # valid, invalid or disqualified
    of: str  # the reason, or the path
    why: str
    seconds: float = _SECONDS
    rounds: int = _ROUNDS
    memory_mib: int = 512
    link: str | None = None
    data: str | None = None
    not_here: str | None = None


def expected(path: Path, level: Level) -> Expected:
    said = {}
    for line in path.read_text().splitlines():
        if not (found := _LINE.fullmatch(line)):
            break
        said[found[1]] = found[2]
    outcome, _, why = said["outcome"].partition("; ")
    outcome, _, of = said.get(f"on {level}", outcome).partition(": ")
    return Expected(
        outcome, of, why,
        float(said.get("seconds", _SECONDS)), int(said.get("rounds", _ROUNDS)),
        int(said.get("memory_mib", 512)), said.get("link"), said.get("data"),
        said.get(f"not on {level}"),
    )  # fmt: skip


def lay_out(arena: Path, path: Path, wanted: Expected) -> Bot:
    """An arena with the victim, a controller's files, and one hostile bot, compiled if need be."""
    for name, source in ((VICTIM, FOLDER / "legal.py"), (path.stem, path)):
        own = arena / name
        own.mkdir(parents=True)
        shutil.copy(FOLDER / "legal.py", own)
        shutil.copy(source, own / f"bot{source.suffix}")
        (own / "data.txt").write_text(f"what {name} remembers")
    (arena / "instructions.txt").write_text("2\n")
    (arena / "controller.py").write_text("")
    own = arena / path.stem
    if wanted.link is not None:
        (own / "link").symlink_to(wanted.link)
    if wanted.data is not None:
        (own / "data.txt").unlink()
        (own / "data.txt").symlink_to(wanted.data)
    if path.suffix == ".c":
        subprocess.run(["cc", "-o", own / "bot", path], check=True)
        return Bot(path.stem, (f"{path.stem}/bot",))
    interpreter = {".py": "python3", ".sh": "sh"}[path.suffix]
    return Bot(path.stem, (interpreter, f"{path.stem}/bot{path.suffix}"))


def played(arena: Path, path: Path, level: Level, laid_out: Callable[[], object] = bool) -> Match:
    """A match of the hostile bot, as X, against the victim; both are real processes."""
    wanted = expected(path, level)
    bot = lay_out(arena, path, wanted)
    laid_out()
    limits = CallLimits(
        wanted.seconds, memory_bytes=wanted.memory_mib << 20, processes=_PROCESSES,
        file_bytes=_FILE_BYTES,
    )  # fmt: skip
    victim = Bot(VICTIM, ("python3", f"{VICTIM}/bot.py"))
    with (
        BotCaller(bot, arena, limits, level) as x,
        BotCaller(victim, arena, CallLimits(_SECONDS), level) as o,
    ):
        return play(bot.name, VICTIM, x, o, wanted.rounds)


def hostile_plies(match: Match) -> list[Ply]:
    return [ply for ply in follow(match) if ply.call.mark == "X"]


def outcome(match: Match) -> tuple[str, str]:
    """What a hostile bot came to, in the words of the first lines: the outcome and of what."""
    plies = hostile_plies(match)
    answer: Answer = plies[-1].call.answer
    if answer.exit.reached:
        return "disqualified", ", ".join(answer.exit.reached)
    faults = dict.fromkeys(ply.fault for ply in plies if ply.fault is not None)
    return ("invalid", "; ".join(faults)) if faults else ("valid", "")


def fingerprint(folder: Path, without: Path) -> dict[str, tuple[int, str]]:
    """Mode and content of everything below a folder but one file."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path != without:
            content = str(path.readlink()) if path.is_symlink() else ""
            if path.is_file() and not path.is_symlink():
                content = hashlib.sha256(path.read_bytes()).hexdigest()
            found[str(path)] = (path.lstat().st_mode, content)
    return found


def running_in(arena: Path) -> list[str]:
    """Processes whose working directory is in the arena: bots, and launchers of one bot alone."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208
        try:
            folder = Path(f"/proc/{pid}/cwd").readlink()
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if folder.is_relative_to(arena) and state not in "ZX":
            found.append(pid)
    return found


def main() -> int:
    level = best_level()
    table = Table(title=f"hostile bots under {level}", box=None, pad_edge=False)
    for column in ("bot", "what it does", "outcome", "of what", "longest s"):
        table.add_column(column)
    for name, path in HOSTILE.items():
        wanted = expected(path, level)
        with tempfile.TemporaryDirectory(prefix="golfproof-") as folder:
            match = played(Path(folder), path, level)
            came, of = outcome(match)
            of = of.replace(f"{folder}/", "")
        longest = max(ply.call.answer.seconds for ply in hostile_plies(match))
        table.add_row(name, wanted.why, came, of, f"{longest:.2f}")
    Console(width=200).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
