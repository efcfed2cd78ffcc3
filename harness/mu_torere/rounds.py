"""One reply judged: its boards against the rules, in a game of Mu Torere that was right so far."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from harness.fault import Fault
from harness.mu_torere.reading.boards import Boards
from harness.mu_torere.screen import UNREAD, Form
from harness.screen import Size, TerminalKind
from harness.session import Ending
from harness.transcript import Turn
from harness.verdict import Verdict
from reference.mu_torere.retrograde import Value, value
from reference.mu_torere.rules import (
    BLACK,
    NODES,
    START,
    STONES_A_SIDE,
    Node,
    Position,
    apply,
    is_terminal,
    legal_moves,
    opponent,
    starts,
)


class Round(NamedTuple):
    """A human move and the program's answer. `reply` is None when that was not a move."""

    before: Position  # the human, black, to move
    node: Node  # where the stone stood that he moved
    asked: Position  # the program, white, to move
    reply: Position | None  # the human to move again


class State(NamedTuple):
    """Where the game stands between turns: None before the first board."""

    position: Position | None
    won: bool = False


OPENING: Final = State(None)
_SEQUENCES: Final = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ #%()*+].|[^\[])"
)
_LONG_PAPER: Final = TerminalKind(Size(200, 500))
_LINE_END: Final = re.compile(r"\r*\n\r*|\r+")


def without_moves(said: str) -> str:
    """What was printed, as if nothing in it moved the cursor but to the next line."""
    return _LINE_END.sub("\n", _SEQUENCES.sub("", said)).replace("\b", "")


def boards_due(state: State) -> int:
    """How many boards the next reply is to hold."""
    if state.won:
        return 0
    return 1 if state.position is None else 2


def begin_game(form: Form, placement: str) -> tuple[State, Round | None] | Fault:
    """Where a game begins, or what is wrong with its first board."""
    position = Position(placement, BLACK)
    allowed = (START,) if form.exact else starts()
    if position not in allowed:
        expected = (
            "the challenge's own start" if form.exact else "each colour on one half of the ring"
        )
        clause = "mu_torere/game" if position not in starts() else "mu_torere/exact"
        return Fault(clause, f"a start with {_inline(form, placement)}", expected)
    return State(position), None


def play_round(
    form: Form, before: Position, node: Node, shown: Sequence[str]
) -> tuple[State, Round | None] | Fault:
    """Where the game stands after the human's move and the two boards shown, or what is wrong."""
    asked = apply(before, node)
    if shown[0] != asked.placement:
        return _human_move_misread(form, before, node, shown[0])
    replies = {apply(asked, own).placement: own for own in legal_moves(asked)}
    if shown[1] not in replies:
        return _illegal_reply(form, asked, shown[1])
    after = Position(shown[1], BLACK)
    if value(after) != -value(asked):
        keeping = [n for n in replies.values() if value(apply(asked, n)) == -value(asked)]
        was = "win" if value(asked) is Value.WIN else "draw"
        now = "a draw" if value(after) is Value.DRAW else "a loss"
        numbers = " or ".join(form.number_of[own] for own in keeping)
        seen = f"it moved the stone on {form.number_of[replies[shown[1]]]}, which makes it {now}"
        return Fault("mu_torere/perfect", seen, f"a move keeping the {was}: {numbers}")
    won = is_terminal(after)
    return State(after, won), Round(before, node, asked, after)


def stones_fault(placement: str) -> Fault | None:
    """What is wrong with a board by itself: a node that cannot be read, a count of stones."""
    if UNREAD in placement:
        seen = f"a board with {placement.count(UNREAD)} nodes that show something else"
        return Fault(
            "mu_torere/drawing", seen, "black, white and empty nodes as on the first board"
        )
    counts = {stone: placement.count(stone) for stone in "bwo"}
    if counts == {"b": STONES_A_SIDE, "w": STONES_A_SIDE, "o": 1}:
        return None
    seen = f"{counts['b']} black, {counts['w']} white and {counts['o']} empty nodes"
    return Fault("mu_torere/drawing", seen, "4 black, 4 white and 1 empty")


def _human_move_misread(form: Form, before: Position, node: Node, shown: str) -> Fault:
    number = form.number_of[node]
    expected = f"the stone on {number} moved: {_inline(form, apply(before, node).placement)}"
    if shown == before.placement:
        return Fault("mu_torere/input", f"the board unchanged after {number} was typed", expected)
    for other in legal_moves(before):
        if shown == apply(before, other).placement:
            seen = f"the stone on {form.number_of[other]} moved, though {number} was typed"
            return Fault("mu_torere/numbering", seen, expected)
    return Fault("mu_torere/input", f"after {number} was typed: {_inline(form, shown)}", expected)


def _illegal_reply(form: Form, asked: Position, shown: str) -> Fault:
    choice = " or ".join(form.number_of[node] for node in legal_moves(asked))
    expected = f"a legal move of its own: {choice}"
    if shown == asked.placement:
        return Fault("mu_torere/game", "no move of its own", expected)
    changed = [node for node in NODES if shown[node] != asked.placement[node]]
    now_empty = shown.index("o")
    number = form.number_of[now_empty]
    if len(changed) > 2:
        seen = f"more than one stone moved: {_inline(form, shown)}"
    elif asked.placement[now_empty] == opponent(asked.to_move):
        seen = f"it moved the human's stone on {number}"
    else:
        seen = f"it moved its stone on {number}, which may not move there"
    return Fault("mu_torere/game", seen, expected)


def missing_boards(
    form: Form, state: State, turn: Turn, shown: Sequence[str], boards: Boards
) -> Fault:
    """What is wrong with a reply of fewer boards than are due, which `boards` has read."""
    due = boards_due(state)
    misprint = boards.misprint() or _spoilt(form, turn)
    seen, expected = f"{len(shown)} of {due} boards", f"{due} board{'s' * (due != 1)}"
    silent = turn.sent is None and not turn.said.strip()
    if silent and turn.ending in (Ending.ASKS, Ending.DEADLINE):
        seen = f"it printed nothing at all, {seen}"
        expected += " (is its output flushed before it reads?)"
    match turn.ending:
        case Ending.OVERFLOW:
            return Fault(
                "mu_torere/boards", f"{seen} in {len(turn.said):,} characters", f"{due} boards"
            )
        case Ending.DEADLINE if not (misprint and len(boards.drawn()) >= due):
            seen += f" after {turn.seconds:.1f} seconds"
            return Fault("mu_torere/time", seen, f"{expected} by then", Verdict.TIME_LIMIT)
        case Ending.ENDED:
            if misprint:
                return Fault(
                    "mu_torere/drawing",
                    misprint,
                    "a whole board, as it is declared or was drawn first",
                    by_end=True,
                )
            if _could_win(form, state, turn, shown):
                return Fault("mu_torere/boards", seen, "the board of its winning move", by_end=True)
            return Fault("mu_torere/end", seen, "a game that goes on", by_end=True)
        case Ending.EXCESS | Ending.UNSTARTED:
            seen += " when it was ended: it used more memory or processes than it may"
            return Fault("mu_torere/end", seen, "a game that goes on", Verdict.RUN_TIME_ERROR)
        case Ending.READY | Ending.ASKS | Ending.DEADLINE:
            pass
    if misprint:
        return Fault(
            "mu_torere/drawing", misprint, "a whole board, as it is declared or was drawn first"
        )
    return Fault("mu_torere/boards", f"{seen}, and then it waits for input", expected)


def _could_win(form: Form, state: State, turn: Turn, shown: Sequence[str]) -> bool:
    """Whether the human's move was shown, and the program's answer to it can have won the game."""
    if state.position is None or turn.sent is None or not shown:
        return False
    asked = apply(state.position, form.node_of[turn.sent])
    return shown[0] == asked.placement and any(
        is_terminal(apply(asked, own)) for own in legal_moves(asked)
    )


def _spoilt(form: Form, turn: Turn) -> str | None:
    """A board that was printed, and yet stood whole on the screen at no moment."""
    plain = without_moves(turn.said)
    boards = Boards(form, _LONG_PAPER)
    boards.hear(plain)
    if boards.end_reply() and plain != turn.said.replace("\r\n", "\n"):
        return "a board was printed, but never stood whole on the screen"
    return boards.misprint()


def _inline(form: Form, placement: str) -> str:
    return " / ".join(form.draw(placement).split("\n")[::2]) if form.exact else repr(
        "".join(placement[node] for node in form.nodes)
    )  # fmt: skip
