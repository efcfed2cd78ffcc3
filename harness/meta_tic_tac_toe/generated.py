"""Positions that hypothesis generates: nine boards, a last move or none, a side, a spelling of O.

When one is answered wrongly, hypothesis shrinks it towards empty boards; the finding is that of the
simplest failing position it found.
"""

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Final

from hypothesis import given, reject
from hypothesis import seed as seeded
from hypothesis import strategies as st

from harness.meta_tic_tac_toe.questions import Question, spelled
from harness.meta_tic_tac_toe.reachable import Pattern, closers, patterns, state_with
from harness.meta_tic_tac_toe.shorten import AskForFinding
from harness.property_settings import on_processes
from harness.verdict import Finding, HarnessError, UsageError
from reference.meta_tic_tac_toe.rules import ALL, BOARDS, HAS_LINE, SIZE, Move
from reference.meta_tic_tac_toe.wire import NOUGHTS, Nought
from reference.tic_tac_toe import SQUARES, Mark

_MARKS: Final[tuple[Mark, ...]] = ("X", "O")
_EMPTY: Final = Pattern(0, 0)
_CALLS_TO_SHRINK: Final = 150  # hypothesis would go on for hundreds more, to no great use


class _AnsweredWronglyError(AssertionError):
    """The property under test: no position leads to a finding."""


@st.composite
def questions(draw: st.DrawFn, noughts: Sequence[Nought] = NOUGHTS) -> Question:
    """Any unfinished position of a match, crowded ones as often as empty ones."""
    some = _boards(draw(st.booleans()))
    boards = [draw(some) for _ in BOARDS]
    x, o = (sum(board[side] << SIZE * i for i, board in enumerate(boards)) for side in (0, 1))
    to_move = draw(st.sampled_from(_MARKS))
    state = state_with(to_move, x, o, draw(st.sampled_from(_last_moves(boards, to_move))))
    if state is None:
        reject()
    return spelled(state, draw(st.sampled_from(noughts)))


def _last_moves(boards: Sequence[Pattern], to_move: Mark) -> tuple[Move | None, ...]:
    """None, and every tile that the other side can have played last.

    Those that name a closed board are there thrice: that is where bots go astray.
    """
    found: list[Move | None] = [None]
    for board, (x, o) in enumerate(boards):
        ends = (closers(x, o) or 0) & (o if to_move == "X" else x)
        for tile in SQUARES:
            if ends >> tile & 1:
                found += [SIZE * board + tile] * (3 if _is_closed(boards[tile]) else 1)
    return tuple(found)


def _is_closed(pattern: Pattern) -> bool:
    x, o = pattern
    return HAS_LINE[x] or HAS_LINE[o] or x | o == ALL


@cache
def _boards(crowded: bool) -> st.SearchStrategy[Pattern]:
    """Any board: empty, open, with one tile left, won, full, or both, each as likely as another.

    In a crowded position none that is more open than that.
    """

    def kind(pattern: Pattern) -> tuple[int, bool]:
        x, o = pattern
        return max(SIZE - 2, (x | o).bit_count()), HAS_LINE[x] or HAS_LINE[o]

    by_kind = {key: tuple(pool) for key, pool in groupby(sorted(patterns(), key=kind), key=kind)}
    is_open = by_kind.pop((SIZE - 2, False))
    pools = [st.sampled_from(pool) for pool in by_kind.values()]
    return (
        st.one_of(*pools)
        if crowded
        else st.one_of(st.just(_EMPTY), st.sampled_from(is_open), *pools)
    )


def generated_questions(
    ask: AskForFinding, examples: int, seed: int, noughts: Sequence[Nought] = NOUGHTS
) -> Finding | None:
    """Ask so many generated positions; the simplest finding, if any.

    HarnessError and UsageError pass through. A bot that answers differently to the same question
    makes hypothesis give up shrinking; the simplest failing position seen until then stands.
    """
    found: list[tuple[int, Finding]] = []
    broken: list[HarnessError | UsageError] = []
    calls_since = 0

    @seeded(seed)
    @on_processes(examples)
    @given(questions(noughts))
    def every_answer_is_right(question: Question) -> None:
        nonlocal calls_since
        if calls_since > _CALLS_TO_SHRINK:
            return
        calls_since += bool(found)
        try:
            finding = ask(question)
        except (HarnessError, UsageError) as error:
            broken.append(error)
            raise
        if finding is not None:
            found.append((question.tiles, finding))
            raise _AnsweredWronglyError

    try:
        every_answer_is_right()
    except Exception:
        if broken:
            raise broken[0] from None
        if not found:
            raise
    return min(found, key=lambda pair: pair[0], default=(0, None))[1]
