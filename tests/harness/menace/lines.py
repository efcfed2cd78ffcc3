"""A line of four draws whose boxes the accounts are tested with, and how beads are written."""

from typing import TypeAlias

from harness.menace.form import BEADS_ARE_NAMES, BEADS_ARE_SQUARES, Form
from reference.menace.boxes import boxes_of

NAMES, SQUARES = Form(beads=BEADS_ARE_NAMES), Form(beads=BEADS_ARE_SQUARES)
EMPTY, SECOND, THIRD, FOURTH = "---------", "XO-------", "XOXO-----", "XOXOX-O--"
DRAWS = ((EMPTY, 0), (SECOND, 2), (THIRD, 4), (FOURTH, 5))
BOX = {board: boxes_of("X").locate(board).box for board, _ in DRAWS}
USUAL = [("a", "b")] * 304
Change: TypeAlias = tuple[str, str]  # the beads of one box before and after, a character each
