"""The champion's search finds what plain minimax finds, and its clock knows a busy machine."""

import random
from collections.abc import Iterator

import pytest

from reference.meta_tic_tac_toe.rules import (
    State,
    legal_moves,
    state_of,
)
from reference.meta_tic_tac_toe.wire import format_state
from reference.symmetry import SQUARE_GROUP
from tests.reference.meta_tic_tac_toe.champion import module, search_from
from tests.reference.meta_tic_tac_toe.plain import WIN, Plain
from tests.reference.meta_tic_tac_toe.states import playout, sample, turned

MOVES = 81  # no list is longer


def late_states(count: int, seed: int) -> Iterator[State]:
    """Unfinished states with so few moves that minimax can look at all."""
    rng = random.Random(seed)
    while count:
        states = [s for _, s in playout(rng, 0.02) if 1 < len(legal_moves(s)) < 8]
        if states:
            yield rng.choice(states)
            count -= 1


@pytest.mark.parametrize(
    ("depth", "count"),
    [(3, 60), *(pytest.param(d, n, marks=pytest.mark.slow) for d, n in ((4, 40), (5, 8)))],
)
def test_it_finds_what_minimax_finds(
    depth: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module("search"), "LATE", MOVES)  # which leaves something out
    clock = module("clock").Clock(limit=float("inf"))
    for state in late_states(count, seed=50 + depth):
        search = search_from(state)
        search.best_move(clock, range(3, depth + 1))
        if search.depth < depth:  # it had won or lost before that
            continue
        assert search.value == Plain(search.outlooks).value(state, depth), format_state(state)


def searched(state: State, depth: int) -> tuple[int, int]:
    """The value and the nodes of a search to a depth."""
    search = search_from(state)
    search.best_move(module("clock").Clock(limit=float("inf")), (depth,))
    return search.value, search.nodes


@pytest.mark.slow
def test_late_moves_are_looked_at_less_and_no_win_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    states = list(late_states(250, seed=57))
    less = [searched(state, 8) for state in states]
    monkeypatch.setattr(module("search"), "LATE", MOVES)
    whole = [searched(state, 6) for state in states]
    won = [after for before, after in zip(whole, less, strict=True) if before[0] > WIN]
    assert len(won) > 5
    assert all(value > WIN for value, _ in won)
    deep = [searched(state, 8) for state in states]
    assert sum(nodes for _, nodes in less) < 0.8 * sum(nodes for _, nodes in deep)


def test_a_turned_board_is_worth_the_same() -> None:
    for state in sample(60, seed=62):
        search = search_from(state)
        for permutation in SQUARE_GROUP:
            other = search_from(turned(state, permutation))
            assert other.standing(0, other.look) == search.standing(0, search.look)


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    for state in sample(60, seed=63):
        search = search_from(state)
        exchanged = search_from(
            state_of("O" if state.to_move == "X" else "X", state.o, state.x, state.last)
        )
        assert exchanged.standing(0, exchanged.look) == search.standing(1, search.look)


class FakeTime:
    """A machine on which the processor is given to this process for a share of the time."""

    def __init__(self, share: float) -> None:
        self.wall, self.share = 5.0, share

    def perf_counter(self) -> float:
        return self.wall

    def process_time(self) -> float:
        return 0.06 + (self.wall - 5.0) * self.share


def stopped_after(monkeypatch: pytest.MonkeyPatch, share: float, gap: float) -> float:
    """Seconds until the clock says stop, if it is looked at after every `gap` seconds."""
    clock_module, fake = module("clock"), FakeTime(share)
    monkeypatch.setattr(clock_module, "perf_counter", fake.perf_counter)
    monkeypatch.setattr(clock_module, "process_time", fake.process_time)
    clock = clock_module.Clock(limit=0.9)
    while fake.wall < 5.0 + 2.0:
        fake.wall += gap
        try:
            clock.look()
        except clock_module.OutOfTimeError:
            break
    return fake.wall - 5.0


def test_the_start_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    # A start of 0.06 s and as much as the end takes are not for thinking.
    assert 0.7 < stopped_after(monkeypatch, share=1.0, gap=1e-4) < 0.9 - 0.06


def test_it_thinks_less_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    times = [stopped_after(monkeypatch, share, 1e-4) for share in (1.0, 0.5, 0.25)]
    assert times == sorted(times, reverse=True)
    assert times[2] + 4 * 0.06 < 0.9


def test_it_keeps_clear_of_long_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    assert stopped_after(monkeypatch, 1.0, 0.1) < stopped_after(monkeypatch, 1.0, 1e-4) - 0.05


def test_a_slow_start_is_made_good(monkeypatch: pytest.MonkeyPatch) -> None:
    clock_module, fake = module("clock"), FakeTime(0.1)
    monkeypatch.setattr(clock_module, "perf_counter", fake.perf_counter)
    monkeypatch.setattr(clock_module, "process_time", fake.process_time)
    clock = clock_module.Clock(limit=0.9)
    fake.wall += 0.1  # of which a hundredth was the program's own
    clock.ready()
    assert clock.stop - 5.0 < 0.9 - 5 * 0.06
    assert clock.stop - 5.0 >= 0.9 - clock_module.MOST
