"""Octagons whose edges bend, or that are uneven: read as drawn, and refused where misdrawn."""

import random
from collections.abc import Iterator

import pytest

from harness.mu_torere.screen import Form
from tests.harness.mu_torere.guessing import guessed
from tests.harness.mu_torere.octagons import CROOKED, EDGES, LOW, ROUND, octagon
from tests.thinned import one_in

STONES = str.maketrans("123456789", "wwbwobwbb")
WIDE = r"""
      11----22
     /  \  /  \
    /    \/    \
  33--__ || __--44
  |     -55-     |
  66-----/\-----77
   \    /  \    /
    \  /    \  /
     \88----99/
""".strip("\n")
DRAWINGS = {"crooked": CROOKED, "low": LOW, "round": ROUND}


def start(drawing: str) -> str:
    """The drawing with stones on its nodes."""
    return drawing.translate(STONES) + "\n"


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_bent_octagon_is_read(name: str) -> None:
    found = guessed(start(DRAWINGS[name]))
    assert found is not None
    assert not found.faulty


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_bent_octagon_may_be_declared(name: str) -> None:
    form = Form(DRAWINGS[name], ("b", "w", "o"))
    assert form.drawing.faults == ()
    assert form.number_of[8] == "5"


def test_a_blank_may_stand_before_every_node_of_an_edge() -> None:
    spaced = CROOKED.replace("1---2", "1 - 2").replace("8---9", "8 - 9")
    assert _is_read(spaced)
    assert not _is_read(spaced.replace("1 - 2", "1 _-2"))
    assert not _is_read(spaced.replace("1 - 2", "1   2"))


def test_no_two_edges_may_cross_between_cells() -> None:
    assert _is_read(WIDE)
    assert not _is_read(WIDE.replace("||", "/\\"))


@pytest.mark.parametrize("seed", [*range(40), 52])
def test_octagons_by_chance_are_read_edge_by_edge(seed: int) -> None:
    drawn = octagon(random.Random(seed))
    found = guessed(start(drawn.drawn()))
    assert found is not None, drawn.drawn()
    drawing = found.forms[0].drawing
    assert drawing.faults == ()
    assert drawing.edges == {*drawn.pairs}


def test_an_octagon_that_lacks_an_edge_is_refused_and_mostly_told_which() -> None:
    told = 0
    for seed in range(20):
        chance = random.Random(seed)
        drawn = octagon(chance)
        edge = chance.randrange(len(EDGES))
        lacking = drawn.drawn(without=edge)
        found = guessed(start(lacking))
        assert found is None or found.faulty, lacking
        ends = "-".join(sorted(drawn.pairs[edge]))
        told += found is not None and found.forms[0].drawing.faults == (
            f"the edge {ends} is not drawn",
        )
    assert told >= 15


def _changed(drawing: str, signs: str, new: str) -> Iterator[str]:
    """The drawing with a new sign in place of one of these signs, for each that it shows."""
    for at, sign in enumerate(drawing):
        if sign in signs:
            yield drawing[:at] + new + drawing[at + 1 :]


def _is_read(drawing: str) -> bool:
    return not _refused(drawing)


def _refused(drawing: str) -> bool:
    found = guessed(start(drawing))
    return found is None or found.faulty


@pytest.mark.parametrize("name", DRAWINGS)
@pytest.mark.parametrize(("signs", "new"), [("/", "\\"), ("\\", "/"), ("|", "-")])
def test_no_stroke_may_have_another_direction(name: str, signs: str, new: str) -> None:
    changed = [*_changed(DRAWINGS[name], signs, new)]
    assert changed
    assert [drawing for drawing in changed if not _refused(drawing)] == []


@pytest.mark.parametrize("name", ["crooked", pytest.param("round", marks=pytest.mark.slow)])
def test_no_edge_may_have_a_gap(name: str) -> None:
    with_gap = [*_changed(DRAWINGS[name], "/\\|-_.'", " ")]
    assert len(with_gap) > 40
    assert [drawing for drawing in with_gap if not _refused(drawing)] == []


@pytest.mark.parametrize(("name", "stroke"), one_in(3, ["crooked", "low"], "-|/\\"))
def test_a_stroke_too_many_is_refused_unless_it_makes_an_edge_thicker(
    name: str, stroke: str
) -> None:
    rows = DRAWINGS[name].split("\n")
    accepted = []
    for number, row in enumerate(rows):
        for column in range(len(row) - len(row.lstrip()) + 1, len(row)):
            if row[column] == " ":
                more = row[:column] + stroke + row[column + 1 :]
                if not _refused("\n".join([*rows[:number], more, *rows[number + 1 :]])):
                    accepted.append((row, column))
    assert len(accepted) <= 4
    assert all(row[column - 1] != " " or row[column + 1] != " " for row, column in accepted)
