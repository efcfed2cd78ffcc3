"""A sign or a tag that all lines of a program begin with is taken away, and nothing else is."""

import itertools
import random
from collections.abc import Iterator

import pytest

from harness.menace.form import Form
from harness.menace.reading.line_starts import LineStarts
from tests.harness.menace import formats
from tests.harness.menace.formats.elsewhere import ELSEWHERE
from tests.harness.menace.reading.test_formats import state_of

STARTS = ["# ", "> ", "// ", "[INFO] ", "MENACE: ", "menace> ", "<bot> ", "[{}] INFO: ", "{:04} - "]
DUMPS = ["list", "picture, colon", "grids", "boxes by name", "YAML, block"]
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 12))]


def begun(story: formats.Story, starts: Iterator[str]) -> formats.Story:
    """The story with a start for each of its lines, also where a question stands before."""
    is_new = True
    turns = []
    for sent, said in story.turns:
        lines = said.split("\n")
        with_starts = [
            f"{next(starts)}{line}" if (is_new or at) and (line or at < len(lines) - 1) else line
            for at, line in enumerate(lines)
        ]
        is_new = said.endswith("\n")
        turns.append((sent, "\n".join(with_starts)))
    story.turns = turns
    return story


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("start", STARTS)
def test_lines_with_a_start_are_read(start: str, seed: int) -> None:
    chance = random.Random(f"{start} {seed}")
    dump = chance.choice([*(formats.DUMPS[shape] for shape in DUMPS), *ELSEWHERE.values()])
    story = formats.random_story(chance, dump)
    starts = (start.format(number) for number in itertools.count(9_990))
    assert state_of(begun(story, starts), Form()).findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "New game\n- - -\n- X -\n- - -\nYour move: ",
        "- New game -\n- - -\n- X -\n- - -\n- Your move: ",
        "| New game\n| X | . | . |\n| . | . | . |\n| . | . | . |\n| Your move: ",
        "# New game\n# # X\n# # #\n# # #\n# Your move: ",
        "# New game\n# X..\n# ...\n...\nYour move: ",
        "# New game\n# X..\n# ...\n",
    ],
)
def test_what_is_no_start_is_not_taken_away(text: str) -> None:
    assert LineStarts(exact=False).take(text) == text


def test_a_start_is_taken_from_lines_that_come_later_and_from_blank_ones() -> None:
    starts = LineStarts(exact=False)
    first = "Hello\n# New game\n# X..\n# ...\n# ...\n#\n# Move: "
    assert starts.take(first) == "Hello\nNew game\nX..\n...\n...\n\nMove: "
    assert starts.take("# X..\n# O..\n#\n# ...\nno # start") == "X..\nO..\n\n...\nno # start"


def test_lines_of_the_exact_form_are_left_as_they_are() -> None:
    text = "# New game\n# X..\n# ...\n# ...\n# Your move: "
    assert LineStarts(exact=True).take(text) == text
    assert LineStarts(exact=False).take(text) != text


def test_a_flood_is_looked_at_for_some_lines_only() -> None:
    starts = LineStarts(exact=False)
    assert starts.take("# New game\n" + "# ...\n" * 1_000 + "...").endswith("\n...\n...")
