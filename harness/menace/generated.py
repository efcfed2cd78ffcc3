"""Opponents that hypothesis generates: a number of games, and a choice for each human turn.

Every second run goes on after these games, with whoever plays next. An example is one run of the
program. When one goes wrong, hypothesis looks for a shorter one that does. MENACE plays by chance,
so the same choices need not fail again, and hypothesis may give up at once: that is no fault of
anyone's.
"""

from collections.abc import Callable, Sequence

from hypothesis import given
from hypothesis import seed as seeded
from hypothesis import strategies as st

from harness.menace.game import Human
from harness.menace.referee import Run
from harness.property_settings import on_processes
from harness.verdict import HarnessError, UsageError
from reference.tic_tac_toe import Board, Square, empty_squares

_GAMES_AT_MOST = 3
_TURNS = 4  # of the human's in a game


class _RunWentWrongError(AssertionError):
    """The property under test: no human play leads to a finding."""


def generated_runs(
    play: Callable[[int, Human, bool], Run],
    examples: int,
    seed: int,
    is_wrong: Callable[[Run], bool],
) -> list[Run]:
    """All runs played, the last of them shorter ones of the first that went wrong, if any did.

    `play` plays one run of so many games, or of more where the third argument says so, which is
    never after one went wrong. HarnessError and UsageError pass through.
    """
    played: list[Run] = []
    wrong: list[Run] = []
    broken: list[HarnessError | UsageError] = []

    @seeded(seed)
    @on_processes(examples)
    @given(
        st.integers(min_value=1, max_value=_GAMES_AT_MOST),
        st.lists(st.integers(min_value=0, max_value=7), max_size=_GAMES_AT_MOST * _TURNS),
    )
    def no_run_goes_wrong(games: int, choices: list[int]) -> None:
        try:
            run = play(games, choosing(choices), not wrong and len(played) % 2 == 1)
        except (HarnessError, UsageError) as error:
            broken.append(error)
            raise
        played.append(run)
        if is_wrong(run):
            wrong.append(run)
            raise _RunWentWrongError

    try:
        no_run_goes_wrong()
    except Exception:
        if broken:
            raise broken[0] from None
        if not wrong:
            raise
    return played


def choosing(choices: Sequence[int]) -> Human:
    """Plays the empty square that each choice comes to; the first one when they are used up."""
    left = iter(choices)

    def choose(board: Board) -> Square:
        free = empty_squares(board)
        return free[next(left, 0) % len(free)]

    return choose
