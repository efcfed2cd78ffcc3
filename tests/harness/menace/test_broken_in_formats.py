"""Broken MENACEs are refused in whatever format they print their boxes, and say who has won."""

import random
from collections.abc import Sequence
from typing import Final

import pytest

from harness.menace import opponent
from harness.menace.form import Form
from harness.menace.game import Interactor
from harness.menace.proof import assess
from harness.menace.referee import judge
from harness.menace.verification import verify
from harness.verdict import Verdict
from tests.harness.menace import formats
from tests.harness.menace.broken import (
    BeadsForTakenSquares,
    Broken,
    CarriesWrongly,
    DoubleReward,
    DumpsTooSoon,
    Forgets,
    KeepsDraws,
    NoRefill,
    PlaysAnother,
    RefillsEitherWay,
    RefillsWithFour,
    SkipsAPly,
    SlipsRarely,
    TwinBox,
)
from tests.harness.menace.support import FakeProgram, FakeSession, job
from tests.oracles.menace_player import Player, Position, rows

# Those that are wrong in few games, so that each is refused in a second.
KINDS: Final = (
    DoubleReward, KeepsDraws, Forgets, NoRefill, RefillsWithFour, RefillsEitherWay, PlaysAnother,
    TwinBox, BeadsForTakenSquares, SkipsAPly, DumpsTooSoon, SlipsRarely, CarriesWrongly,
)  # fmt: skip


TALK: Final = (
    "{boxes}\n",
    "Game {games}: {winner} wins!\n\n{boxes}\n",
    "*** {winner} ***\nMatchboxes:\n{boxes}\n\nGames: {games}\n----------\n",
)
"""What is printed with the boxes after a game."""


TWICE: Final = "Before learning:\n{before}\nAfter learning:\n{boxes}\n"
DOUBTFUL: Final = frozenset({
    "a line for each square, with place", "headed words", "matchboxes in ASCII",
    "beads below pictures, by words", "beads below pictures with labels", "YAML, counts",
    "headed counters", "in order of weight", "headed mappings",
})  # fmt: skip
"""Formats that cannot be read among the talk that they are tried with, or after such a mistake."""


def printing(kind: type[Player], shape: str, talk: str) -> type[Player]:
    """The player, with its boxes printed in a format, among talk."""

    class Printing(kind):  # type: ignore[misc,valid-type]  # whichever it is
        before = ""

        def learn(self, result: str) -> None:
            self.before = self.listed([self.boxes[box] for box in self.order])
            super().learn(result)

        def listed(self, boxes: Sequence[Sequence[int]]) -> str:
            pictures = (rows(self.pictures[box]).replace("\n", "") for box in self.order)
            return formats.DUMPS[shape](
                {picture: list(beads) for picture, beads in zip(pictures, boxes, strict=True)}
            )

        def dump(self, boxes: Sequence[Sequence[int]]) -> str:
            return talk.format(
                games=len(self.results),
                winner=self.results[-1] or "nobody",
                before=self.before,
                boxes=self.listed(boxes),
            )

    return Printing


# Each format with one of them, and a few of each quickly.
@pytest.mark.parametrize(
    ("shape", "kind", "talk"),
    [
        pytest.param(
            shape,
            KINDS[number % len(KINDS)],
            TALK[number % len(TALK)],
            id=f"{shape}, {KINDS[number % len(KINDS)].__name__}",
            marks=[pytest.mark.slow] if number % 14 else [],
        )
        for number, shape in enumerate(formats.DUMPS)
    ],
)
def test_a_broken_program_is_refused_in_any_format(
    shape: str, kind: type[Broken], talk: str
) -> None:
    program = FakeProgram(printing(kind, shape, talk))
    form = Form()
    result = verify(job(program, form, 6), form, lambda doing, share: None, lambda name, run: None)
    refused = {Verdict.WRONG_ANSWER, *([Verdict.INCONCLUSIVE] if shape in DOUBTFUL else [])}
    assert result.verdict in refused, result.findings


TOLD: Final = [
    "bars of the bead's letter",
    *(
        pytest.param(shape, marks=pytest.mark.slow)
        for shape in (
            "bars of one letter",
            "labels and digits on one line",
            "labels and beads on one line",
            "numbers after beads",
            "pictures after beads",
        )
    ),
]


@pytest.mark.parametrize("shape", TOLD)
@pytest.mark.parametrize("talk", TALK[1:])
def test_words_about_the_game_are_no_boxes(shape: str, talk: str) -> None:
    human = opponent.blundering(random.Random(5))
    session = FakeSession(printing(Player, shape, talk)(5))
    run = Interactor(session, Form(), ("fake",), 25, 15.0).play(human)
    assert assess([judge(run)]).findings == ()


def test_boxes_that_are_misread_late_in_a_run_are_not_called_wrong() -> None:
    # From ten beads of a colour on, the nine signs of a box are ten.
    human = opponent.blundering(random.Random(5))
    session = FakeSession(printing(Player, "marks and counts in words on a line", TALK[0])(5))
    run = Interactor(session, Form(), ("fake",), 25, 15.0).play(human)
    (found,) = assess([judge(run)]).findings
    assert (found.clause, found.verdict) == ("menace/reading", Verdict.INCONCLUSIVE)
    assert found.turn > 40


@pytest.mark.parametrize(
    "shape",
    [
        "mapping",
        *(
            pytest.param(shape, marks=pytest.mark.slow)
            for shape in ("list", "picture, colon", "YAML, block", "trees of beads", "grids")
        ),
    ],
)
def test_boxes_before_and_after_learning_are_told_apart(shape: str) -> None:
    form = Form()
    player = printing(Player, shape, TWICE)(1)
    human = opponent.blundering(random.Random(1))
    run = Interactor(FakeSession(player), form, ("fake",), 20, 15.0).play(human)
    assert assess([judge(run)]).findings == ()
    program = FakeProgram(printing(DoubleReward, shape, TWICE))
    result = verify(job(program, form, 6), form, lambda doing, share: None, lambda name, run: None)
    assert result.findings[0].clause == "menace/reward"


@pytest.mark.parametrize("seed", [5, *(pytest.param(s, marks=pytest.mark.slow) for s in range(5))])
def test_rows_of_two_grids_are_no_board(seed: int) -> None:
    class AtEveryStep(printing(Player, "grids", TALK[0])):  # type: ignore[misc]
        def show(self, board: Position) -> str:
            return f"{super().show(board)}\n{self.listed([self.boxes[b] for b in self.order])}\n"

    human = opponent.blundering(random.Random(seed))
    run = Interactor(FakeSession(AtEveryStep(seed)), Form(), ("fake",), 40, 15.0).play(human)
    assert assess([judge(run)]).findings == ()


def test_a_board_below_the_names_of_its_columns_is_one_among_boxes_too() -> None:
    class Named(printing(Player, "numbered lists", TALK[0])):  # type: ignore[misc]
        def show(self, board: Position) -> str:
            return (
                f"A B C\n{super().show(board)}{self.listed([self.boxes[b] for b in self.order])}\n"
            )

    human = opponent.blundering(random.Random(1))
    run = Interactor(FakeSession(Named(1)), Form(), ("fake",), 20, 15.0).play(human)
    assert assess([judge(run)]).findings == ()
