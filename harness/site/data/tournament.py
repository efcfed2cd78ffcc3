"""A finished tournament: table, crosstable, ratings, and every match move by move.

Without a tournament's folder, the golfed bots and one of the challenge's hold one in build/site/.
It is kept there, and later pages show the same matches as long as no bot has changed.
"""

import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

from harness.entry import Entry
from harness.languages import BY_SUFFIX
from harness.messages import printable
from harness.meta_tic_tac_toe import match_file
from harness.meta_tic_tac_toe.match import Match, follow
from harness.meta_tic_tac_toe.scoring import score
from harness.places import ROOT, build, own_command
from harness.tournament.ratings import rate
from harness.tournament.show.steps import result_line
from harness.tournament.standings import crosstable
from harness.verdict import HarnessError, UsageError
from reference.meta_tic_tac_toe.wire import format_move

_GUEST: Final = ROOT / "reference" / "meta_tic_tac_toe" / "bots" / "naiveBot"


def shown(folder: Path) -> dict[str, Any]:
    """The tournament of this folder, of build/arena/. Raises UsageError where there is none."""
    files = sorted((folder / "matches").glob("*.match"))
    if not files:
        raise UsageError(f"{folder}: no finished tournament: it has no matches/*.match")
    matches = [match_file.load(file) for file in files]
    names = list(dict.fromkeys(name for match in matches for name in (match.x, match.o)))
    return {"matches": [_match(match) for match in matches], **_tables(matches, names)}


def _match(match: Match) -> dict[str, Any]:
    moves = [
        {"mark": call.mark, "move": None if move is None else format_move(move),
         "fault": printable(fault or ""), "seconds": round(call.answer.seconds, 3)}
        for _, call, move, fault in follow(match)
    ]  # fmt: skip
    return {
        "x": printable(match.x),
        "o": printable(match.o),
        "opening": [format_move(move) for move in match.opening],
        "moves": moves,
        "result": result_line(match, score(match)),
    }


def _tables(matches: list[Match], names: list[str]) -> dict[str, Any]:
    scores = [score(match) for match in matches]
    met = crosstable(scores)
    wins = {pair: meetings.wins + meetings.undecided / 2 for pair, meetings in met.items()}
    points = {n: sum(m.points for (one, _), m in met.items() if one == n) for n in names}
    ranked = sorted(names, key=lambda name: -points[name])
    return {
        "names": [printable(name) for name in ranked],
        "points": [points[name] for name in ranked],
        "crosstable": [
            ["" if one == other or (one, other) not in met
             else "{}-{}-{}".format(*met[one, other][:3]) for other in ranked]
            for one in ranked
        ],
        "ratings": [
            {"name": printable(r.name), "elo": round(r.elo), "error": round(r.error)}
            for r in rate(ranked, wins)
        ],
    }  # fmt: skip


def golfed_field(entries: list[Entry], field: Path) -> None:
    """Write a tournament's folder: the golfed bots, and one of the challenge's.

    A bot in a language that this machine does not have is left out.
    """
    bots = {
        e.short_name: e.source
        for e in entries
        if e.challenge == "meta_tic_tac_toe" and e.source and shutil.which(e.program.argv[0])
    } | {_GUEST.name: _GUEST / "bot.py"}
    listed = [str(len(bots))]
    for name, source in bots.items():
        (field / name).mkdir(parents=True)
        shutil.copy(source, field / name / source.name)
        language = BY_SUFFIX[source.suffix]
        listed += [name, " ".join(language.command(f"{name}/{source.name}"))]
    (field / "instructions.txt").write_text("\n".join(listed) + "\n", encoding="utf-8")


def held(entries: list[Entry]) -> Path:
    """The folder of a tournament of the golfed bots, which is held now if it is not there yet."""
    field = build() / "site" / "golfed"
    shutil.rmtree(field, ignore_errors=True)
    golfed_field(entries, field)
    into = build() / "site"
    command = [*own_command(), "tournament", str(field), "--into", str(into), "--name", "matches"]
    for more in ([], ["--fresh"]):
        done = subprocess.run([*command, *more], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return into / "matches"
    raise HarnessError(f"the tournament of the golfed bots: {done.stderr.strip()}")
