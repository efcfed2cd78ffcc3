"""Tournaments of real processes, killed at random moments and continued, held to one that was not.

  python -m tests.harness.tournament.kills --kills 100

Prints the figures as JSON. The bots count their calls in data.txt and answer by that number alone,
so one call too many or too few changes everything after it. What is killed is the tournament alone,
one of its workers, or all that it started at once.
"""

import argparse
import contextlib
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TypeAlias

from harness.places import ROOT

Rows: TypeAlias = dict[int, tuple[object, ...]]
"""All of a journal's matches by number, but for the seconds that calls took."""

NAMES = ("anna", "bert", "cleo", "dora")
MATCHES = 12
BOT = """\
read -r calls < {name}/data.txt
calls=$((calls + 1))
echo $calls > {name}/data.txt
echo $((calls * {step} % 9))$((calls % 9))
"""
_FINISHED = re.compile(r"^match (\d+) of", re.MULTILINE)
_SECONDS = re.compile(r"^@ [0-9.e-]+ ", re.MULTILINE)


@dataclass
class Figures:
    """What a run of kills came to."""

    kills: dict[str, int] = field(default_factory=lambda: {"tournament": 0, "worker": 0, "all": 0})
    in_the_middle_of_a_match: int = 0
    starts: int = 0
    tournaments: int = 0  # that came to their end, each as the one that nobody killed
    matches: int = 0
    lost: int = 0  # not in the journal at the end, or no more after a kill
    doubled: int = 0  # told to be finished more than once
    different: int = 0
    left_running: int = 0


def enter(folder: Path) -> Path:
    """Lay out the bots; their folder."""
    for step, name in enumerate(NAMES, start=1):
        (folder / name).mkdir(parents=True)
        (folder / name / "bot.sh").write_text(BOT.format(name=name, step=step))
    lines = [str(len(NAMES))]
    for name in NAMES:
        lines += [name, f"sh {name}/bot.sh"]
    (folder / "instructions.txt").write_text("\n".join(lines) + "\n")
    return folder


def start(
    bots: Path, into: Path, *options: str, stderr: int = subprocess.DEVNULL
) -> "subprocess.Popen[str]":
    """Start or continue a tournament, in a session of its own; by two processes if not by dask."""
    command = [sys.executable, "-m", "harness", "tournament", str(bots), "--into", str(into)]
    command += ["--name", "one", "--rounds", "6", "--seconds", "30", *(options or ("--jobs", "2"))]
    return subprocess.Popen(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=stderr,
        start_new_session=True,
    )  # fmt: skip


def rows(into: Path) -> Rows:
    """What the journal holds now; nothing as long as there is none."""
    path = into / "one" / "journal.sqlite"
    if not path.exists():
        return {}
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not connection.execute("PRAGMA table_info(match)").fetchall():
            return {}
        found = connection.execute("SELECT number, x, o, record, x_data, o_data FROM match")
        return {
            number: (x, o, _SECONDS.sub("@ ", zlib.decompress(record).decode()), *data)
            for number, x, o, record, *data in found
        }
    finally:
        connection.close()


def beneath(folder: Path) -> set[int]:
    """The processes that work in a folder, or were told of it."""
    found = set()
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid():
            with contextlib.suppress(OSError):
                told = process.joinpath("cmdline").read_bytes().decode(errors="replace")
                if str(folder) in told or str(process.joinpath("cwd").readlink()).startswith(
                    str(folder)
                ):
                    found.add(int(process.name))
    return found


def children(pid: int) -> list[int]:
    """The processes that a process has started itself."""
    with contextlib.suppress(OSError):
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def kill(process: "subprocess.Popen[str]", folder: Path, rng: random.Random) -> str:
    """Kill the tournament, a worker of it, or everything; which of these."""
    workers = [
        pid for pid in children(process.pid)
        if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]  # fmt: skip
    what = rng.choice(["tournament", "tournament", "worker" if workers else "tournament", "all"])
    if what == "worker":
        victims = [rng.choice(workers)]
    else:
        victims = [process.pid] if what == "tournament" else [process.pid, *beneath(folder)]
    for pid in victims:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return what


def run(kills: int, seed: int, place: Path) -> Figures:
    """Kill tournaments so many times in all, and hold what they left to one that nobody killed."""
    rng, figures = random.Random(seed), Figures()
    bots = enter(place / "bots")
    began = time.monotonic()
    whole = _finish(start(bots, place / "whole"))
    seconds = time.monotonic() - began
    right = rows(place / "whole")
    assert sorted(right) == list(range(1, MATCHES + 1)), whole
    for number in range(10**6):
        into = place / str(number)
        found: Rows = {}
        told: Counter[str] = Counter()
        for said in _until_its_end(bots, into, seconds, kills, rng, figures):
            told.update(_FINISHED.findall(said))
            before, found = found, rows(into)
            figures.lost += len(before.keys() - found.keys())
            figures.different += sum(found[number] != right.get(number) for number in found)
        figures.tournaments += 1
        figures.matches += len(found)
        figures.lost += len(right.keys() - found.keys())
        figures.doubled += told.total() - len(told)
        if sum(figures.kills.values()) >= kills:
            return figures
    raise AssertionError("it never ends")


def _until_its_end(
    bots: Path, into: Path, seconds: float, kills: int, rng: random.Random, figures: Figures
) -> Iterator[str]:
    """Play a tournament to its end through all kills; what each of its runs printed."""
    while True:
        figures.starts += 1
        process = start(bots, into)
        while sum(figures.kills.values()) < kills:
            if rng.random() < 0.8:  # for the start of Python takes the longest
                _until_it_plays(process, into)
            try:
                process.wait(rng.uniform(0, seconds / 3))
                break
            except subprocess.TimeoutExpired:
                figures.in_the_middle_of_a_match += any((into / "one" / "play").glob("*"))
                what = kill(process, into, rng)
                figures.kills[what] += 1
                if what != "worker":
                    break
        said = _finish(process)
        figures.left_running += len(_still_there(into))
        yield said
        if process.returncode == 0:
            assert f"With {len(NAMES)} bots, This program took" in said
            return


def _until_it_plays(process: "subprocess.Popen[str]", into: Path) -> None:
    while process.poll() is None and not any((into / "one" / "play").glob("*/*/data.txt")):
        time.sleep(0.005)


def _finish(process: "subprocess.Popen[str]") -> str:
    """What it printed, to its end."""
    return process.communicate(timeout=300)[0]


def _still_there(folder: Path) -> set[int]:
    """What is still running a while after a kill, when all of it should have followed."""
    for _ in range(500):
        left = beneath(folder)
        if not left:
            break
        time.sleep(0.02)
    return left


def main() -> None:
    """Print the figures of so many kills."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="golfproof-") as place:
        print(json.dumps(asdict(run(options.kills, options.seed, Path(place))), indent=1))


if __name__ == "__main__":
    main()
