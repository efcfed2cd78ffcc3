"""The emulator shows what xterm has shown, row by row.

screens_of_xterm.json holds texts and the rows of XTerm(379) after them, on a screen of 6 by 12, as
its printer wrote them (CSI i). The texts were drawn at random from printable characters, wide ones,
control characters and sequences; many are shortened to the fewest that pyte alone shows otherwise.
The last ones were written by hand, some for each thing that the emulator can do. Control characters
from 128 to 159 are left out: in UTF-8 xterm passes over them, and other terminals obey them.
"""

import json
from pathlib import Path
from typing import Final

import pytest

from harness.screen import Display, Size, shown

SCREENS: Final = json.loads(Path(__file__).with_name("screens_of_xterm.json").read_text())


@pytest.mark.parametrize("start", range(0, len(SCREENS), 20))
def test_screens_are_those_of_xterm(start: int) -> None:
    for text, rows in SCREENS[start : start + 20]:
        display = Display(Size(6, 12), lambda snapshot: None)
        display.feed(f"\x1b[m{text}")
        assert [row.rstrip() for row in shown(display.snapshot())] == rows, repr(text)
