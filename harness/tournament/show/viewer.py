"""Matches as one HTML page to step through: no other file is needed, nor any network.

The page is `viewer.html` with `viewer.css`, `viewer.js` and the matches as JSON in it. `page.html`
opens the first match, or a tournament's overview; `page.html#3/12` is the third match after twelve
plies, and `page.html#12` the first.

Bots print and call themselves what they like: nothing of theirs is ever HTML. It is JSON in which
no tag can begin, `viewer.js` puts it in as text, and a policy of the page lets no other script run.
"""

import base64
import hashlib
import html
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from harness.messages import printable
from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.match import Match, after, follow
from harness.meta_tic_tac_toe.scoring import score
from harness.session import Ending
from harness.tournament.show.steps import result_line
from harness.tournament.standings import Standings
from reference.meta_tic_tac_toe.picture import playable
from reference.meta_tic_tac_toe.rules import ALL, BOARDS, Nine, State
from reference.meta_tic_tac_toe.wire import format_move, format_state
from reference.tic_tac_toe import LINES

_HERE: Final = Path(__file__).parent


def page(matches: Sequence[Match], title: str, standings: Standings | None = None) -> str:
    """The page of these matches. Raises ValueError when one is not a whole match."""
    data = {
        "title": printable(title),
        "matches": [_match(match) for match in matches],
        "tables": [] if standings is None else list(_tables(standings)),
    }
    script = _part("viewer.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    # What is put in is not looked into again: a bot may print the mark of another part.
    parts = {
        "HASH": digest,
        "TITLE": html.escape(printable(title)),
        "CSS": _part("viewer.css"),
        "DATA": _json_in_html(data),
        "SCRIPT": script,
    }
    first, *pieces = _part("viewer.html").split("@@")
    for name, piece in zip(pieces[::2], pieces[1::2], strict=True):
        first += parts[name] + piece
    return first


def write(
    path: Path, matches: Sequence[Match], title: str, standings: Standings | None = None
) -> None:
    """Write the page to a file, whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(page(matches, title, standings), encoding="utf-8")
    new.replace(path)


def _part(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _json_in_html(data: object) -> str:
    """JSON in which nothing can end the element that it stands in."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _match(match: Match) -> dict[str, object]:
    result = score(match)
    return {
        "x": printable(match.x),
        "o": printable(match.o),
        "result": result_line(match, result),
        "opening": [format_move(move) for move in match.opening],
        "frames": list(_frames(match)),
    }


def _frames(match: Match) -> Iterator[dict[str, Any]]:
    """What is to be seen before the first call and after each; of the boards, what has changed."""
    seen: dict[str, str] = {}

    def changed(state: State) -> dict[str, Any]:
        now = {
            "master": format_state(state, "O")[-2],
            "full": _digits(state.closed & ~(state.x_won | state.o_won)),
            "playable": "".join(map(str, sorted(playable(state)))),
            "line": _won_line(state),
            "next": state.to_move,
        }
        new = {key: value for key, value in now.items() if seen.get(key) != value}
        seen.update(now)
        return new

    yield changed(match.start)
    for state, call, move, fault in follow(match):
        answer = call.answer
        then = state if answer.exit.reached else after(state, move)
        frame: dict[str, Any] = {
            "mark": call.mark,
            "arguments": " ".join(call.arguments),
            "said": _quoted(answer.said),
            "seconds": round(answer.seconds, 4),
        }
        if answer.exit.reached:
            frame["fault"] = (
                f"it reached for {printable(', '.join(answer.exit.reached))}: disqualified"
            )
        elif move is None:
            frame["fault"] = printable(fault or "")
        else:
            frame["move"] = format_move(move)
        yield frame | _ended(answer) | changed(then)


def _ended(answer: Answer) -> dict[str, str]:
    """How the call ended, where that is out of the ordinary."""
    told: dict[str, str] = {"ended": "", "stderr": ""}
    if answer.ending is not Ending.ENDED:
        told["ended"] = str(answer.ending)
    elif answer.exit.signal is not None:
        told["ended"] = f"signal {answer.exit.signal}"
    elif answer.exit.status != 0:
        told["ended"] = f"status {answer.exit.status}"
    if answer.exit.left_running:
        told["ended"] += f", {answer.exit.left_running} processes left running".removeprefix(
            "" if told["ended"] else ", "
        )
    if answer.exit.stderr:
        told["stderr"] = _quoted(answer.exit.stderr)
    return {key: value for key, value in told.items() if value}


def _quoted(text: str) -> str:
    return repr(text) if text else "nothing"


def _digits(boards: Nine) -> str:
    return "".join(str(board) for board in BOARDS if boards >> board & 1 and boards & ALL)


def _won_line(state: State) -> str:
    """The boards that win the match, or none."""
    for line in LINES:
        boards = sum(1 << board for board in line)
        if boards in (boards & state.x_won, boards & state.o_won):
            return "".join(map(str, line))
    return ""


def _tables(standings: Standings) -> Iterator[dict[str, object]]:
    """The standings and ratings, as heads and rows of texts."""
    rating_of = {rating.name: rating for rating in standings.ratings}
    rows = []
    for total in standings.totals:
        rating = rating_of.get(total.name)
        if total.reached:
            figures = ["disqualified", *[""] * 7]
        else:
            seconds = (f"{total.mean_seconds:.3f}", f"{total.worst_seconds:.3f}")
            figures = [*map(str, total[2:8]), *seconds]
        elo = "" if rating is None else f"{round(rating.elo):+} ± {rating.error:.0f}"
        rows.append([printable(total.name), *figures, elo])
    heads = [
        "bot",
        "points",
        "wins",
        "undecided",
        "losses",
        "invalid",
        "of these late",
        "mean s",
        "max s",
        "Elo",
    ]
    yield {"title": "Standings", "heads": heads, "rows": rows}
    names = [total.name for total in standings.totals if not total.reached]
    cells = [
        [
            printable(name),
            *("" if (met := standings.crosstable.get((name, other))) is None
              else f"{met.wins}-{met.undecided}-{met.losses}" for other in names),
        ]
        for name in names
    ]  # fmt: skip
    heads = ["won-undecided-lost against", *map(printable, names)]
    yield {"title": "Crosstable", "heads": heads, "rows": cells}
