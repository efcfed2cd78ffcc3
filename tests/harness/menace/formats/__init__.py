"""Right MENACEs in other formats: how boards and boxes are printed, to be combined at random.

`Story` is one run of a machine written here, as (input, reply) turns in any of the formats.
"""

import random
from collections.abc import Callable, Sequence
from typing import Final

from tests.harness.menace.formats.blocks import BLOCKS
from tests.harness.menace.formats.boards import BOARDS, GLYPHS, board_printer
from tests.harness.menace.formats.boxes import Boxes, counts, lines
from tests.harness.menace.formats.bracketed import random_bracketed
from tests.harness.menace.formats.fields import FIELDS
from tests.harness.menace.formats.gridded import random_grids, random_kinds
from tests.harness.menace.formats.labelled import random_coded, random_labelled
from tests.harness.menace.formats.line_each import LINE_EACH
from tests.harness.menace.formats.literals import LITERALS
from tests.harness.menace.formats.markup import MARKUP
from tests.harness.menace.formats.matrices import random_blanks, random_matrices
from tests.harness.menace.formats.nested import random_nested
from tests.harness.menace.formats.noted import random_noted, random_used
from tests.harness.menace.formats.one_line import random_one_line
from tests.harness.menace.formats.phrases import random_block, random_phrase
from tests.harness.menace.formats.records import RECORDS
from tests.harness.menace.formats.rules import fresh, pictures
from tests.harness.menace.formats.said import QUIET, TALK, Said, random_said
from tests.harness.menace.formats.separated import random_counts, random_lists, random_vectors
from tests.harness.menace.formats.short_python import SHORT_PYTHON
from tests.harness.menace.formats.story import MOVES, Story, random_story
from tests.harness.menace.formats.told_twice import random_told_twice

DUMPS = {**LITERALS, **LINE_EACH, **BLOCKS, **MARKUP, **FIELDS, **SHORT_PYTHON, **RECORDS}

Dump = Callable[[Boxes], str]
MadeBy = Callable[[random.Random], tuple[Dump, str]]
MADE_BY: Final[Sequence[MadeBy]] = (
    random_phrase, random_block, random_counts, random_lists, random_vectors, random_grids,
    random_kinds, random_labelled, random_coded, random_told_twice,
    random_matrices, random_blanks, random_nested, random_one_line,
    random_bracketed, random_noted, random_used,
)  # fmt: skip
"""Each chooses a way to print boxes, and says what it looks like."""

__all__ = [
    "BOARDS", "DUMPS", "GLYPHS", "MADE_BY", "MOVES", "QUIET", "TALK", "Boxes", "Dump", "MadeBy",
    "Said", "Story", "board_printer", "counts", "fresh", "lines", "pictures", "random_blanks",
    "random_block", "random_bracketed", "random_coded", "random_counts", "random_grids",
    "random_kinds",
    "random_labelled", "random_lists", "random_matrices", "random_nested", "random_noted",
    "random_one_line",
    "random_phrase", "random_said", "random_story", "random_told_twice", "random_used",
    "random_vectors",
]  # fmt: skip
