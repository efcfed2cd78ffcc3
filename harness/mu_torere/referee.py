"""The referee of one game of Mu Torere: a pure function of its transcript.

It reads what was typed and printed, follows the game by the rules of `reference`, and stops at the
first clause broken. What several games prove together is for `proof`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from harness.fault import Fault, ending
from harness.mu_torere.screen import Form
from harness.session import Ending
from harness.transcript import Transcript, Turn
from harness.verdict import Finding, HarnessError, Verdict
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


@dataclass(frozen=True, slots=True)
class Judgement:
    """One game followed: how far it was right, and the clause broken first, if any."""

    rounds: tuple[Round, ...]
    won: bool  # the program's last move left the human without one
    slowest_seconds: float
    findings: tuple[Finding, ...]


class State(NamedTuple):
    """Where the game stands between turns: None before the first board."""

    position: Position | None
    won: bool = False


OPENING: Final = State(None)


def boards_due(state: State) -> int:
    """How many boards the next reply is to hold."""
    if state.won:
        return 0
    return 1 if state.position is None else 2


def follow(form: Form, state: State, turn: Turn) -> tuple[State, Round | None] | Fault:
    """The state after a turn and the round that it was, or the clause that it broke."""
    due = boards_due(state)
    if state.won:
        fault = _after_the_win(form, turn)
        return fault or (state, None)
    shown = form.boards(turn.said)
    if len(shown) < due:
        return _short(form, state, turn, shown)
    if len(shown) > due or turn.ending is Ending.OVERFLOW:
        return Fault(
            "mu_torere/boards", f"{len(shown)} boards", f"{due}, then a wait for the human"
        )
    for placement in shown:
        if fault := _stones(placement):
            return fault
    if form.exact and turn.said != "".join(f"{form.draw(board)}\n" for board in shown):
        return Fault(
            "mu_torere/exact", repr(turn.said), "the boards alone, each line with a newline"
        )
    if state.position is None:
        return _start(form, shown[0])
    if turn.sent is None or turn.sent not in form.node_of:
        raise HarnessError(f"the human's input {turn.sent!r} is no number of this form")
    return _round(form, state.position, form.node_of[turn.sent], shown)


def judge(transcript: Transcript) -> Judgement:
    """Follow a whole game. Raises ValueError when the transcript's form is not one."""
    form = Form.from_json(transcript.form)
    rounds: list[Round] = []
    fault = declared_fault(form)
    state, inputs = OPENING, 0
    unanswered: str | None = None  # the input after which the fault came
    slowest = 0.0
    for turn in transcript.turns:
        if fault:
            break
        inputs += turn.sent is not None
        if turn.sent is not None:
            slowest = max(slowest, turn.seconds)
        outcome = follow(form, state, turn)
        if isinstance(outcome, Fault):
            fault, unanswered = outcome, turn.sent
            break
        state, done = outcome
        if done:
            rounds.append(done)
    if fault is None:
        fault = _at_the_end(form, state, transcript)
    elif fault.by_end:
        fault = fault.at_exit(transcript.exit, crash_clause="mu_torere/end")
    findings: tuple[Finding, ...] = ()
    if fault:
        line = transcript.line[:inputs]
        picture = _picture(form, state, unanswered)
        findings = (
            Finding(fault.clause, fault.verdict, inputs, fault.seen, fault.expected, line, picture),
        )
    return Judgement(tuple(rounds), state.won, slowest, findings)


def _picture(form: Form, state: State, unanswered: str | None) -> str | None:
    """The board before the program's last answer, or the last one when there is none to come."""
    if state.position is None or form.drawing.faults:
        return None
    if state.won or unanswered is None:
        return form.draw(state.position.placement)
    return form.draw(apply(state.position, form.node_of[unanswered]).placement)


def declared_fault(form: Form) -> Fault | None:
    """What is wrong with the form itself, so that no game can be played by it."""
    if form.drawing.faults:
        seen = "; ".join(form.drawing.faults[:3])
        return Fault(
            "mu_torere/drawing", seen, "sixteen edges between nine nodes, none crossing another"
        )
    twice = [number for number in form.numbers if form.numbers.count(number) > 1]
    if twice:
        seen = f"{form.numbers.count(twice[0])} nodes with the number {twice[0]}"
        return Fault("mu_torere/numbering", seen, "a number of its own for every node")
    return None


def _start(form: Form, placement: str) -> tuple[State, Round | None] | Fault:
    position = Position(placement, BLACK)
    allowed = (START,) if form.exact else starts()
    if position not in allowed:
        expected = (
            "the challenge's own start" if form.exact else "each colour on one half of the ring"
        )
        clause = "mu_torere/game" if position not in starts() else "mu_torere/exact"
        return Fault(clause, f"a start with {_inline(form, placement)}", expected)
    return State(position), None


def _round(
    form: Form, before: Position, node: Node, shown: Sequence[str]
) -> tuple[State, Round | None] | Fault:
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


def _stones(placement: str) -> Fault | None:
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


def _short(form: Form, state: State, turn: Turn, shown: Sequence[str]) -> Fault:
    due = boards_due(state)
    seen = f"{len(shown)} of {due} boards"
    match turn.ending:
        case Ending.OVERFLOW:
            return Fault(
                "mu_torere/boards", f"{seen} in {len(turn.said):,} characters", f"{due} boards"
            )
        case Ending.DEADLINE:
            seen += f" after {turn.seconds:.1f} seconds"
            return Fault("mu_torere/time", seen, f"{due} boards by then", Verdict.TIME_LIMIT)
        case Ending.ENDED:
            if misprint := form.misprint(turn.said):
                return Fault(
                    "mu_torere/drawing", misprint, "the board as it is declared", by_end=True
                )
            if _could_win(form, state, turn, shown):
                return Fault("mu_torere/boards", seen, "the board of its winning move", by_end=True)
            return Fault("mu_torere/end", seen, "a game that goes on", by_end=True)
        case Ending.EXCESS | Ending.UNSTARTED:
            seen += " when it was ended: it used more memory or processes than it may"
            return Fault("mu_torere/end", seen, "a game that goes on", Verdict.RUN_TIME_ERROR)
        case Ending.READY | Ending.ASKS:
            pass
    if misprint := form.misprint(turn.said):
        return Fault("mu_torere/drawing", misprint, "the board as it is declared")
    return Fault("mu_torere/boards", f"{seen}, and then it waits for input", f"{due} boards")


def _could_win(form: Form, state: State, turn: Turn, shown: Sequence[str]) -> bool:
    """Whether the human's move was shown, and the program's answer to it can have won the game."""
    if state.position is None or turn.sent is None or not shown:
        return False
    asked = apply(state.position, form.node_of[turn.sent])
    return shown[0] == asked.placement and any(
        is_terminal(apply(asked, own)) for own in legal_moves(asked)
    )


def _after_the_win(form: Form, turn: Turn) -> Fault | None:
    if more := len(form.boards(turn.said)):
        return Fault("mu_torere/boards", f"{more} boards after it has won", "none")
    if form.exact and turn.said:
        return Fault("mu_torere/exact", f"{turn.said!r} after the last board", "nothing")
    expected = "an end without further input, for the human has no legal move"
    match turn.ending:
        case Ending.ENDED:
            return None
        case Ending.DEADLINE:
            seen = f"it runs on for {turn.seconds:.1f} seconds after it has won"
            return Fault("mu_torere/end", seen, expected, Verdict.TIME_LIMIT)
        case Ending.OVERFLOW:
            return Fault("mu_torere/end", "endless output after it has won", expected)
        case Ending.EXCESS | Ending.UNSTARTED:
            seen = "it used more memory or processes than it may after it has won"
            return Fault("mu_torere/end", seen, expected)
        case Ending.READY | Ending.ASKS:
            pass
    return Fault("mu_torere/end", "it asks for another move after it has won", expected)


def _at_the_end(form: Form, state: State, transcript: Transcript) -> Fault | None:
    """What only the end of the run shows, in a game that was right so far."""
    end = transcript.exit
    if end.opened:
        seen = f"it reached for {', '.join(end.opened[:3])}"
        return Fault("mu_torere/files", seen, "its own source and its interpreter's files only")
    if not state.won or transcript.turns[-1].ending is not Ending.ENDED:
        return None
    if end.status is None and end.signal is None:
        seen = "it closed its terminal and ran on after it has won"
        return Fault("mu_torere/end", seen, "an end of the program")
    if end.left_running:
        seen = f"it left {end.left_running} processes running"
        return Fault("mu_torere/end", seen, "an end of everything that it started")
    if form.clean_end and (end.status != 0 or end.stderr):
        return Fault("mu_torere/clean_end", ending(end), "status 0, nothing on standard error")
    return None


def _inline(form: Form, placement: str) -> str:
    return " / ".join(form.draw(placement).split("\n")[::2]) if form.exact else repr(
        "".join(placement[node] for node in form.nodes)
    )  # fmt: skip
