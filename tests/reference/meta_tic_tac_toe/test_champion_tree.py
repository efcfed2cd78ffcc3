"""The champion's tree grows as the rule says, and what it holds for certain is so."""

import random
from collections.abc import Iterator
from functools import cache
from math import exp, sqrt, tanh
from typing import Any

import pytest

from reference.meta_tic_tac_toe.rules import BOARDS, SIZE, Move, State, apply, legal_moves, outcome
from reference.meta_tic_tac_toe.wire import format_state
from tests.reference.meta_tic_tac_toe.champion import FOREVER, Looks, module, move_at, tree_from
from tests.reference.meta_tic_tac_toe.plain import WIN, Plain
from tests.reference.meta_tic_tac_toe.states import playout, sample


def states_before_the_end(count: int, seed: int, plies: tuple[int, int]) -> Iterator[State]:
    """States of random matches, so many plies from their end."""
    rng = random.Random(seed)
    while count:
        states = [state for _, state in playout(rng, 0.02)]
        index = len(states) - rng.randint(*plies)
        if index >= 0 and outcome(states[index]) is None:
            yield states[index]
            count -= 1


@cache
def solved(state: State) -> int:
    """1 if the side to move can win, 0 if it can leave the match undecided, or -1."""
    best = -1
    for move in legal_moves(state):
        after = apply(state, move)
        over = outcome(after)
        value = -solved(after) if over is None else int(over == state.to_move)
        if value == 1:
            return 1
        best = max(best, value)
    return best


def test_what_is_certain_is_so() -> None:
    seen = set[int]()
    for state in states_before_the_end(150, seed=81, plies=(1, 8)):
        if sum(tile == 0 for tile in open_tiles(state)) > 12:  # or plain search takes too long
            continue
        solved.cache_clear()
        expected = solved(state)
        tree = tree_from(state)
        board, tile = tree.best_move(Looks(FOREVER))
        after = apply(state, SIZE * board + tile)
        over = outcome(after)
        if over is None:
            assert solved(after) == -expected, format_state(state)
        else:
            assert expected == (1 if over == state.to_move else 0), format_state(state)
        seen.add(expected)
    assert seen == {-1, 0, 1}


@pytest.mark.slow
def test_who_is_certain_to_win_wins() -> None:
    lost, certain = module("tree").LOST, 0
    for state in sample(12, seed=87):
        winner: str | None = None
        while outcome(state) is None:
            tree = tree_from(state)
            board, tile = tree.best_move(Looks(400))
            if winner is None and not isinstance(tree.root, int) and lost in tree.root.children:
                winner, certain = state.to_move, certain + 1
            state = apply(state, SIZE * board + tile)  # the match goes on
        assert winner in {None, outcome(state)}
    assert certain > 5


def open_tiles(state: State) -> list[int]:
    """Of each tile on a board that is not closed: 1 if it is taken, else 0."""
    return [
        (state.x | state.o) >> SIZE * board + tile & 1
        for board in BOARDS
        if not state.closed >> board & 1
        for tile in range(SIZE)
    ]


def coarse(score: int) -> int:
    """A score without the bits that make no difference to the tree."""
    grain = int(module("tree").GRAIN)
    return score >> grain << grain


@pytest.mark.slow
def test_first_values_are_those_of_two_plies() -> None:
    # A reply that the move itself has made impossible once counted, if a free move could choose it.
    free = 0
    for state in sample(300, seed=86):
        tree = tree_from(state)
        score = tree.standing(tree.side, tree.look)
        node = tree.look_at(tree.side, score, tree.target, tree.look)
        worth = Plain(tree.outlooks)
        expected = {move: worth.two_plies(state, move) for move in legal_moves(state)}
        if isinstance(node, int):
            best = max(expected.values())
            assert (best > WIN // 2) if node == module("tree").WON else (best < -WIN // 2)
            continue
        found = {SIZE * s[1] + s[2]: s[0] + score + module("position").TEMPO for s in node.steps}
        assert found == {move: value for move, value in expected.items() if value > -WIN // 2}
        free += sum(bool(state.closed >> move % SIZE & 1) for move in found)
    assert free > 100


class PlainNode:
    """A position in a tree that is grown one visit at a time, with nothing put off."""

    def __init__(self, state: State, worth: Plain) -> None:
        self.state = state
        first = {move: worth.two_plies(state, move) for move in legal_moves(state)}
        # Of moves that are alike the last is tried first, as the champion does.
        self.moves = sorted(first, key=lambda move: (first[move], move), reverse=True)
        best = first[self.moves[0]]
        self.first = {move: tanh(coarse(value) / 2000) for move, value in first.items()}
        doubt = module("tree").DOUBT
        priors = {move: exp(-coarse(best - value) / doubt) for move, value in first.items()}
        self.priors = {move: prior / sum(priors.values()) for move, prior in priors.items()}
        self.results: dict[Move, list[float]] = {move: [] for move in self.moves}
        self.children: dict[Move, PlainNode] = {}
        self.value = self.first[self.moves[0]]

    def promise(self, move: Move) -> float:
        """The value of a move, and the bonus for how little is known of it."""
        results = self.results[move]
        value = sum(results) / len(results) if results else self.first[move]
        visits = 1 + sum(map(len, self.results.values()))
        bonus = self.priors[move] * sqrt(visits) / (1 + len(results))
        return value + float(module("tree").EXPLORATION) * bonus

    def visit(self, worth: Plain) -> float:
        """Grow by one position; its value for the side to move here."""
        move = max(self.moves, key=self.promise)
        child = self.children.get(move)
        if child is None:
            child = self.children[move] = PlainNode(apply(self.state, move), worth)
            value = -child.value
        else:
            value = -child.visit(worth)
        self.results[move].append(value)
        return value


def has_quiet_play(state: State, plies: int = 4) -> bool:
    """Whether no match can end within so many plies, so that no fate is known there."""
    if outcome(state) is not None:
        return False
    return not plies or all(has_quiet_play(apply(state, m), plies - 1) for m in legal_moves(state))


@pytest.mark.slow
def test_it_grows_by_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module("tree"), "BATCH", 60)  # one visit at a time, as here
    looks, compared = 120, 0
    for state in sample(80, seed=82):
        if not 8 < (state.x | state.o).bit_count() < 40:
            continue
        if len(legal_moves(state)) > SIZE or not has_quiet_play(state):
            continue
        tree = tree_from(state)
        tree.best_move(Looks(looks))
        worth = Plain(tree.outlooks)
        plain = PlainNode(state, worth)
        for _ in range(looks - 1):
            plain.visit(worth)
        of_tree = {SIZE * step[1] + step[2]: 0 for step in tree.root.steps}
        for step, visits in zip(tree.root.steps, tree.root.visits, strict=False):
            of_tree[SIZE * step[1] + step[2]] = visits
        different = sum(abs(of_tree[move] - len(plain.results[move])) for move in plain.moves)
        assert different <= 2, format_state(state)
        compared += 1
    assert compared > 5


def nodes_below(node: Any) -> Iterator[Any]:
    """A node and all nodes below it."""
    yield node
    for child in node.children:
        if not isinstance(child, int):
            yield from nodes_below(child)


def test_the_books_of_a_tree_balance() -> None:
    tree_module = module("tree")
    for state in sample(40, seed=83):
        tree = tree_from(state)
        tree.best_move(Looks(700))
        if isinstance(tree.root, int):
            continue
        for node in nodes_below(tree.root):
            if not node.children:
                continue
            assert node.visited == 1 + sum(node.visits)
            assert node.open == len(node.steps) - sum(isinstance(c, int) for c in node.children)
            assert len(node.values) == min(len(node.steps), len(node.children) + 1)
            assert all(-1 <= value <= 1 for value in node.values)
            assert tree_module.LOST not in node.children or node is tree.root
            for child, visits in zip(node.children, node.visits, strict=False):
                assert visits > 0
                # A child that time ran out in has seen visits that its parent has not heard of.
                assert isinstance(child, int) or child.visited >= visits
            for value, child, visits in zip(node.values, node.children, node.visits, strict=False):
                if isinstance(child, int) or child.visited != visits:
                    continue
                if not any(isinstance(below, int) for below in child.children):
                    pairs = zip(getattr(child, "values", ()), getattr(child, "visits", ()))  # noqa: B905
                    total = child.value + sum(mean * times for mean, times in pairs)
                    assert value == pytest.approx(-total / visits)


@pytest.mark.slow
def test_visits_by_the_batch_choose_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    states = list(sample(60, seed=84))
    batched = [move_at(state, 600) for state in states]
    monkeypatch.setattr(module("tree"), "BATCH", 60)
    single = [move_at(state, 600) for state in states]
    alike = sum(one == other for one, other in zip(batched, single, strict=True))
    assert alike > 0.8 * len(states)


def test_a_drawn_move_is_taken_when_all_others_lose() -> None:
    node = module("tree").Node([(0, 0, tile, 0, 0, 0) for tile in range(3)], 0, None)
    node.spread()
    for child in (module("tree").WON, module("tree").DRAWN):
        node.add(child)
    node.settle(0, module("tree").WON)
    node.settle(1, module("tree").DRAWN)
    node.values[2] = -0.5
    assert node.choice() == 1
    node.add(module("tree").Node([(0, 0, 0, 0, 0, 0)], 0, None))
    node.values[2], node.visits[2] = 0.5, 9
    assert node.choice() == 2


def test_the_line_is_of_legal_moves() -> None:
    lengths = []
    for state in sample(40, seed=85):
        tree = tree_from(state)
        tree.best_move(Looks(300))
        line = tree.line()
        lengths.append(len(line))
        here = state
        for board, tile in line:
            assert SIZE * board + tile in legal_moves(here)
            here = apply(here, SIZE * board + tile)
    assert max(lengths) > 5
