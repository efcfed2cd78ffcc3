"""The champion's search finds what plain minimax finds, and its clock knows a busy machine."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from reference.meta_tic_tac_toe.rules import (
    BOARDS,
    SIZE,
    State,
    apply,
    legal_moves,
    outcome,
    state_of,
)
from reference.meta_tic_tac_toe.wire import format_state
from reference.symmetry import SQUARE_GROUP
from tests.reference.meta_champion import module, search_from
from tests.reference.meta_states import playout, sample, turned

WIN = 1_000_000
MOVES = 81  # no list is longer


def code_of(state: State, board: int) -> int:
    of_x, of_o = (tiles >> SIZE * board & 511 for tiles in (state.x, state.o))
    return sum(3**t * ((of_x >> t & 1) + 2 * (of_o >> t & 1)) for t in range(SIZE))


def swapped(code: int) -> int:
    return sum(3**t * (-(code // 3**t) % 3) for t in range(SIZE))


class Plain:
    """Minimax by the reference's rules, with nothing left out; only weights are the champion's."""

    def __init__(self, outlooks: Any) -> None:
        self.outlooks = outlooks
        self.promise = module("evaluation").PROMISE

    def look(self, state: State) -> Any:
        return self.outlooks[state.x_won, state.o_won, state.closed]

    def worth(self, weights: Any, code: int) -> int:
        """What an open board is worth to X."""
        for_x = weights.for_x * self.promise[code] // 1000
        return int(for_x - weights.for_o * self.promise[swapped(code)] // 1000)

    def standing(self, state: State) -> int:
        """The score for the side to move."""
        look = self.look(state)
        score = look.score + sum(
            self.worth(look.worth[board], code_of(state, board))
            for board in BOARDS
            if not state.closed >> board & 1
        )
        return -score if state.to_move == "O" else int(score)

    def gain(self, state: State, move: int) -> int:
        """What a move adds for the side to move while the weights stay as they are."""
        board, after = move // SIZE, apply(state, move)
        weights = self.look(state).worth[board]
        sign = 1 if state.to_move == "X" else -1
        before = sign * self.worth(weights, code_of(state, board))
        if outcome(after) == state.to_move:
            return WIN - before
        if (after.x_won | after.o_won) != (state.x_won | state.o_won):
            return int(weights.for_x if state.to_move == "X" else weights.for_o) - before
        if after.closed != state.closed:
            return -before
        return sign * self.worth(weights, code_of(after, board)) - before

    def value(self, state: State, depth: int) -> int:
        """For the side to move. The last ply is the greatest gain, as in the champion's tables."""
        best = -2 * WIN
        for move in legal_moves(state):
            after = apply(state, move)
            if outcome(after) == state.to_move:
                value = WIN + depth
            elif outcome(after) is not None:
                value = 0
            elif depth == 2:
                reply = max(self.gain(after, answer) for answer in legal_moves(after))
                value = -self.standing(after) - reply + module("search").TEMPO
            else:
                value = -self.value(after, depth - 1)
            best = max(best, value)
        return -WIN - 1 if depth == 2 and best < -WIN // 2 else best


def late_states(count: int, seed: int) -> Iterator[State]:
    """Unfinished states with so few moves that minimax can look at all."""
    rng = random.Random(seed)
    while count:
        states = [s for _, s in playout(rng, 0.02) if 1 < len(legal_moves(s)) < 8]
        if states:
            yield rng.choice(states)
            count -= 1


@pytest.mark.parametrize(("depth", "count"), [(3, 150), (4, 40), (5, 8)])
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
