"""Formats made by chance are read from their first print."""

import random

import pytest

from harness.mu_torere.inference import Hints, guess
from harness.screen import Display, Size
from tests.harness.mu_torere.formats import Format, random_format, rows_of

START = "wwwbowbbb"  # in reading order


def start_of(form: Format) -> str:
    cells = []
    for place, kind in enumerate(START):
        at = "bwo".index(kind)
        text = form.stones[at] or form.numbers[place]
        text = f"{form.colours[at]}{text}\x1b[0m" if form.colours[at] else text
        if form.labels == "before":
            text = form.numbers[place] + text
        cells.append(text + form.numbers[place] if form.labels == "after" else text)
    return "".join(f"{' ' * form.indent}{row}\n" for row in rows_of(form, cells))


@pytest.mark.parametrize("seed", range(40))
def test_a_format_made_by_chance_is_read(seed: int) -> None:
    form = random_format(random.Random(seed))
    display = Display(Size(50, 500), lambda snapshot: None, returns=True)
    display.feed(start_of(form))
    found = guess(display.snapshot(), Hints())
    assert found is not None, form.show()
    assert not found.faulty, form.show()
    assert form.octagon or form.numbers in [tried.numbers for tried in found.forms], form.show()
