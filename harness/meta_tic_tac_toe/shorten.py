"""Simpler positions that show the same finding; the bot is asked for a move in each."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from harness.meta_tic_tac_toe.questions import Question, question_of, spelled
from harness.meta_tic_tac_toe.reachable import state_with
from harness.verdict import Finding, Verdict
from reference.meta_tic_tac_toe.rules import ALL, BOARDS, MOVES, SIZE, Move, State, Tiles, opponent
from reference.meta_tic_tac_toe.wire import NOUGHTS, Nought

AskForFinding: TypeAlias = Callable[[Question], Finding | None]
"""Asks the bot, and gives what is wrong with its answer."""

_TRIES: Final = 150


def shorten(finding: Finding, ask: AskForFinding, noughts: Sequence[Nought] = NOUGHTS) -> Finding:
    """The finding at the simplest position found that breaks the same clause in the same way.

    Whole boards are emptied first, then tiles, for as long as the fault stays. What takes the whole
    time of an answer to show is not tried again.
    """
    if finding.verdict is Verdict.TIME_LIMIT:
        return finding
    tries = 0
    queue = simpler(question_of(finding.line))
    while tries < _TRIES and (candidate := next(queue, None)) is not None:
        if candidate.nought not in noughts:
            continue
        tries += 1
        again = ask(candidate)
        if again is not None and (again.clause, again.verdict) == (finding.clause, finding.verdict):
            finding = again
            queue = simpler(candidate)
    return finding


def simpler(question: Question) -> Iterator[Question]:
    """Positions with less in them, those with the fewest tiles first."""
    state, nought = question
    for board in BOARDS:
        tiles = (state.x | state.o) & ALL << SIZE * board
        if tiles.bit_count() > 1:
            yield from _without(question, tiles)
    for move in MOVES:
        if (state.x | state.o) >> move & 1:
            yield from _without(question, 1 << move)
    if state.last is not None:
        yield spelled(state._replace(last=None), nought)
    if nought == "O":
        yield Question(state)
    if state.to_move == "O" and (other := _with_sides_changed(state)) is not None:
        yield spelled(other, nought)


def _without(question: Question, tiles: Tiles) -> Iterator[Question]:
    """The position without these tiles; where the last move goes with them, without a last move."""
    state, nought = question
    last: Move | None = state.last
    if last is not None and tiles >> last & 1:
        last = None
    without = state_with(state.to_move, state.x & ~tiles, state.o & ~tiles, last)
    if without is not None:
        yield spelled(without, nought)


def _with_sides_changed(state: State) -> State | None:
    return state_with(opponent(state.to_move), state.o, state.x, state.last)
