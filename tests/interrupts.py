"""Verifications and tournaments ended by a signal at random moments, and what each of them left.

  python -m tests.interrupts 100

Prints the figures as JSON. SIGINT and SIGHUP reach the whole process group, as Ctrl-C and a closed
terminal do; SIGTERM and SIGKILL reach golfproof alone. What is left are processes, wherever they
fled to, and files: in a folder for temporary files of their own, and in that of matches in play.
"""

import argparse
import ctypes
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
KINDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
_PR_SET_CHILD_SUBREAPER: Final = 36
_PATIENCE_SECONDS: Final = 60.0
_BOT: Final = (
    "read -r n < {0}/data.txt; echo $((n + 1)) > {0}/data.txt; echo $((n % 9))$((n % 7))\n"
)
_COMMANDS: Final = {
    "verify, on a terminal": (
        "verify", "mu_torere", "--games", "9999", "--", "python3", "solutions/mu_torere/strict.py",
    ),
    "verify, by calls": (
        "verify", "meta_tic_tac_toe", "--games", "9999", "--",
        "python3", "solutions/meta_tic_tac_toe/legal.py",
    ),
    "verify, several at a time": (  # so many that none ends by itself while it is waited for
        "verify", "mu_torere/strict", "meta_tic_tac_toe/legal", "--jobs", "2", "--games", "9999",
    ),
    "tournament": ("tournament", "bots", "--rounds", "6", "--seconds", "30", "--jobs", "2",
                   "--cycles", "20", "--fresh"),
}  # fmt: skip


@dataclass
class Figures:
    """What so many interrupts came to."""

    interrupts: dict[str, int] = field(default_factory=lambda: {kind.name: 0 for kind in KINDS})
    of: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_COMMANDS, 0))
    in_the_middle: int = 0  # while a program ran or a file was there
    ended_before: int = 0  # they had come to their own end
    slowest_seconds: float = 0.0  # from the end of golfproof to that of all else
    processes_left: int = 0
    files_left: int = 0
    left: list[str] = field(default_factory=list)


def run(count: int, seed: int, place: Path) -> Figures:
    """Interrupt so many runs, one after the other. This process becomes the parent of orphans."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    figures, rng = Figures(), random.Random(seed)
    others = set(_below())
    for name in "abcd":
        (place / "bots" / name).mkdir(parents=True)
        (place / "bots" / name / "bot.sh").write_text(_BOT.format(name))
    lines = ["4", *(line for name in "abcd" for line in (name, f"sh {name}/bot.sh"))]
    (place / "bots" / "instructions.txt").write_text("\n".join(lines) + "\n")
    temporary = place / "temporary"
    temporary.mkdir()
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        what = [*_COMMANDS][number // len(KINDS) % len(_COMMANDS)]
        _interrupt(what, kind, place, rng, figures, others)
        figures.interrupts[kind.name] += 1
        figures.of[what] += 1
    return figures


def _interrupt(
    what: str, kind: signal.Signals, place: Path, rng: random.Random, figures: Figures,
    others: set[int],
) -> None:  # fmt: skip
    words = [str(place / "bots") if word == "bots" else word for word in _COMMANDS[what]]
    process = subprocess.Popen(
        [sys.executable, "-m", "harness", "--build", str(place / "build"), *words],
        cwd=ROOT, env={**os.environ, "TMPDIR": str(place / "temporary")}, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    until = time.monotonic() + _PATIENCE_SECONDS
    if rng.random() < 0.7:  # for the start of Python takes long
        while process.poll() is None and time.monotonic() < until:
            if _files(place) or len(_below() - others) > 1:
                break
            time.sleep(0.01)
    time.sleep(rng.uniform(0, 2))
    figures.in_the_middle += bool(_files(place) or len(_below() - others) > 1)
    figures.ended_before += process.poll() is not None
    with suppress(ProcessLookupError):
        if kind in (signal.SIGINT, signal.SIGHUP):
            os.killpg(process.pid, kind)
        else:
            process.send_signal(kind)
    try:
        process.wait(_PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:  # it is among what is left, too
        figures.left.append(f"{what}, {kind.name}: it goes on")
    until = time.monotonic() + _PATIENCE_SECONDS
    while ((_below() - others) or _files(place)) and time.monotonic() < until:
        _reap()
        time.sleep(0.02)
    processes, files = _below() - others, _files(place)
    gone = time.monotonic() - until + _PATIENCE_SECONDS
    figures.slowest_seconds = max(figures.slowest_seconds, round(gone, 2))
    figures.processes_left += len(processes)
    figures.files_left += len(files)
    for pid in processes:
        figures.left.append(f"{what}, {kind.name}: {_command(pid)}")
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    figures.left += [f"{what}, {kind.name}: {path}" for path in files]
    subprocess.run(["rm", "-rf", *files], check=True)


def _files(place: Path) -> list[Path]:
    """What is in the folder for temporary files, and in those of matches in play."""
    found = [*(place / "temporary").iterdir()]
    return [*found, *place.glob("build/arena/*/play/*")]


def _below() -> set[int]:
    """The living processes below this one."""
    parents: dict[int, int] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208
        with suppress(OSError):
            fields = (
                Path(f"/proc/{name}/stat").read_text(errors="replace").rpartition(")")[2].split()
            )
            if fields[0] not in "ZX":
                parents[int(name)] = int(fields[1])
    found = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {os.getpid()}


def _reap() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace").replace("\0", " ")[:200]
    except OSError:
        return "a process that has ended since"


def main() -> int:
    """Interrupt, and print what it came to; 1 when anything was left."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.interrupts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("count", type=int, nargs="?", default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which nohup has all that it starts ignore
    with tempfile.TemporaryDirectory(prefix="golfproof-interrupts-") as place:
        figures = run(options.count, options.seed, Path(place).resolve())
    print(json.dumps(asdict(figures), indent=1))
    return 1 if figures.left else 0


if __name__ == "__main__":
    sys.exit(main())
