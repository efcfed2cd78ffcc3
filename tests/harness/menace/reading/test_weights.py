"""Counts for each empty square are told from single beads, of which boxes hold as many."""

import random
from collections.abc import Callable, Sequence
from typing import Final

import pytest

from harness.menace.reading.weights import of_weights
from tests.harness.menace.formats import pictures

BEADS: Final[dict[str, Callable[[random.Random, Sequence[int]], list[int]]]] = {
    "a square each": lambda chance, squares: [*squares],
    "any squares": lambda chance, squares: [chance.choice(squares) for _ in squares],
    "any squares, from 1": lambda chance, squares: [1 + chance.choice(squares) for _ in squares],
    "a place each": lambda chance, squares: [*range(len(squares))],
    "any places": lambda chance, squares: [chance.randrange(len(squares)) for _ in squares],
    "any places, from 1": lambda chance, squares: [
        chance.randint(1, len(squares)) for _ in squares
    ],
    "classes": lambda chance, squares: [chance.randrange(5000) for _ in squares],
}


@pytest.mark.parametrize("kind", BEADS)
def test_beads_are_no_counts(kind: str) -> None:
    for seed in range(5):
        chance = random.Random(seed)
        boxes = [BEADS[kind](chance, squares) for squares in pictures().values()]
        assert of_weights([[*map(str, box)] for box in boxes]) is None


def thrown(chance: random.Random, squares: int, beads: int) -> list[int]:
    """So many beads, each for any of the squares."""
    box = [0] * squares
    for _ in range(beads):
        box[chance.randrange(squares)] += 1
    return box


COUNTS: Final[dict[str, Callable[[random.Random, int], list[int]]]] = {
    "as many beads as squares": lambda chance, squares: thrown(chance, squares, squares),
    "three beads": lambda chance, squares: thrown(chance, squares, 3),
    "ten beads": lambda chance, squares: thrown(chance, squares, 10),
    "four of each": lambda chance, squares: [4] * squares,
    "one to four of each": lambda chance, squares: [chance.randint(1, 4) for _ in range(squares)],
    "ten to thirty of each": lambda chance, squares: [
        chance.randint(10, 30) for _ in range(squares)
    ],
}


@pytest.mark.parametrize("games", [0, 1, 30, 1000])
@pytest.mark.parametrize("kind", COUNTS)
def test_counts_are_beads_whatever_was_learned(kind: str, games: int) -> None:
    chance = random.Random(games)
    boxes = [COUNTS[kind](chance, len(squares)) for squares in pictures().values()]
    for _ in range(games):  # a box of each stage wins or loses a bead
        change = chance.choice((1, 1, -1))
        for size in (3, 5, 7, 9):
            box = chance.choice([box for box in boxes if len(box) == size])
            at = chance.choices(range(size), [n + 1 for n in box])[0]
            box[at] = max(0, box[at] + change)
    found = of_weights([[*map(str, box)] for box in boxes])
    assert found is not None
    assert [sorted(map(beads.count, {*beads})) for beads in found] == [
        sorted(filter(None, box)) for box in boxes
    ]


def test_an_empty_box_is_one() -> None:
    boxes = [[0] * len(squares) if number == 7 else [2] * len(squares)
             for number, squares in enumerate(pictures().values())]  # fmt: skip
    found = of_weights([[*map(str, box)] for box in boxes])
    assert found is not None
    assert found[7] == ()


def test_other_boxes_are_none() -> None:
    assert of_weights([["4"] * 9] * 304) is None
    assert of_weights([["x"] * len(squares) for squares in pictures().values()]) is None
