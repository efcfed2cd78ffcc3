"""The pages of words and tables: rules, bead key, lesson, score sheet, index."""

from collections.abc import Iterable, Sequence
from typing import Final

from fpdf import FPDF

from harness.kit import turns, words
from harness.kit.beads import COLOURS, starting_beads, to_buy
from harness.kit.labels import POINT, draw_bead
from reference.menace.boxes import Boxes
from reference.menace.rulesets import Ruleset
from reference.tic_tac_toe import EMPTY, SIDE, SQUARES, stones

MARGIN: Final = 15.0
GAMES: Final = 40  # lines of a score sheet, in two columns
_INDEX_FONT: Final = 7.0  # points
_INDEX_LINE: Final = 2.9
_INDEX_COLUMN: Final = 30.0


def title(pdf: FPDF, text: str) -> None:
    """Begin a page with this heading."""
    pdf.add_page()
    pdf.set_text_color(0)
    pdf.set_font("Helvetica", "B", 20)
    pdf.set_xy(MARGIN, MARGIN)
    pdf.cell(0, 10, text)
    pdf.set_xy(MARGIN, MARGIN + 14)


def paragraphs(pdf: FPDF, parts: Iterable[tuple[str, str]], size: float = 11) -> None:
    """Write headings with their paragraphs, one below the other."""
    width = pdf.w - 2 * MARGIN
    for heading, text in parts:
        pdf.set_x(MARGIN)
        pdf.set_font("Helvetica", "B", size + 1)
        pdf.multi_cell(width, size * 0.52, heading, new_x="LMARGIN", new_y="NEXT")
        pdf.set_x(MARGIN)
        pdf.set_font("Helvetica", "", size)
        pdf.multi_cell(width, size * 0.47, text, new_x="LMARGIN", new_y="NEXT", align="L")
        pdf.ln(size * 0.26)


def rules_page(pdf: FPDF, ruleset: Ruleset, boxes: int, *, second: bool) -> None:
    """Add the rules, on one page."""
    title(pdf, "MENACE: the rules")
    paragraphs(pdf, words.rules(ruleset, boxes, second=second), 13)


def lesson_page(pdf: FPDF, boxes: Boxes) -> None:
    """Add a lesson, on one page."""
    title(pdf, "A lesson with MENACE")
    paragraphs(pdf, words.lesson(len(boxes), len(list(turns.index(boxes)))), 12.5)


def key_page(pdf: FPDF, sides: Sequence[Boxes], ruleset: Ruleset) -> None:
    """Add the bead key: which colour means which square, and how many beads to buy."""
    title(pdf, "Beads: the key, and how many to buy")
    pdf.set_font("Helvetica", "", 11)
    intro = (
        "The square is that of the label's picture, held upright. Each colour has a mark as well, "
        "for people who cannot tell the colours apart: put the marks on the jars of beads."
    )
    pdf.multi_cell(pdf.w - 2 * MARGIN, 5.2, intro, new_x="LMARGIN", new_y="NEXT", align="L")
    starts = [starting_beads(boxes, ruleset) for boxes in sides]
    count = {bead: sum(start[bead] for start in starts) for bead in SQUARES}
    top = pdf.get_y() + 6
    columns = (MARGIN + 5, MARGIN + 14, MARGIN + 44, MARGIN + 92, MARGIN + 126, MARGIN + 152)
    heads = ("", "colour", "mark", "square", "at the start", "to buy")
    pdf.set_font("Helvetica", "B", 11)
    for x, head in zip(columns, heads, strict=True):
        pdf.text(x, top, head)
    for square, colour in enumerate(COLOURS):
        y = top + 9 + 9 * square
        draw_bead(pdf, (columns[0], y - 1.4), 3.2, square)
        row, column = divmod(square, SIDE)
        where = f"{('top', 'middle', 'bottom')[row]} {('left', 'middle', 'right')[column]}"
        cells = (colour.name, colour.shape, where, f"{count[square]}", f"{to_buy(count[square])}")
        pdf.set_font("Helvetica", "", 11)
        for x, cell in zip(columns[1:], cells, strict=True):
            pdf.text(x, y, cell)
    y = top + 9 + 9 * len(COLOURS)
    pdf.set_font("Helvetica", "B", 11)
    bought = sum(to_buy(number) for number in count.values())
    pdf.text(columns[1], y, "all")
    pdf.text(columns[4], y, f"{sum(count.values())}")
    pdf.text(columns[5], y, f"{bought}")
    pdf.set_xy(MARGIN, y + 8)
    paragraphs(
        pdf,
        [
            (
                "Why more than at the start",
                "Rewards put beads in; a quarter more than at the start lasts for some dozens of "
                "games. Beads that losses take out can be used again.",
            ),
            (
                "Beads of each colour in a box, by MENACE's first, second, third and fourth move",
                ", ".join(map(str, ruleset.start))
                + (
                    "; squares that the picture's own symmetry makes alike share one colour."
                    if ruleset.distinct
                    else "; every free square has its colour."
                ),
            ),
        ],
    )


def score_page(pdf: FPDF) -> None:
    """Add the score sheet: a line for each game, and a grid for the curve."""
    title(pdf, "MENACE: score sheet")
    pdf.set_font("Helvetica", "", 10)
    pdf.text(MARGIN, MARGIN + 15, "Played by ____________________   date ______________   "
             "opponent ____________________")  # fmt: skip
    heads = ("game", "won", "drawn", "lost", "beads in box 1", "total")
    widths = (11.0, 11.0, 13.0, 11.0, 25.0, 14.0)
    height, top = 6.0, MARGIN + 20
    rows = GAMES // 2
    for half in range(2):
        left = MARGIN + half * (sum(widths) + 6)
        for row in range(rows + 1):
            x = left
            for head, width in zip(heads, widths, strict=True):
                number = str(half * rows + row) if head == "game" else ""
                pdf.set_font("Helvetica", "B" if not row else "", 8)
                pdf.set_draw_color(120)
                pdf.set_line_width(0.15)
                pdf.set_xy(x, top + row * height)
                pdf.cell(width, height, number if row else head, border=1, align="C")
                x += width
    _curve_grid(pdf, top + (rows + 1) * height + 12)


def _curve_grid(pdf: FPDF, top: float) -> None:
    left, width = MARGIN + 8, pdf.w - 2 * MARGIN - 8
    height = pdf.h - top - MARGIN - 10
    pdf.set_font("Helvetica", "", 8)
    pdf.text(MARGIN, top - 3, "total: one up for a game that MENACE won, one down for one lost")
    for game in range(GAMES + 1):
        pdf.set_draw_color(120 if game % 10 == 0 else 205)
        x = left + width * game / GAMES
        pdf.line(x, top, x, top + height)
        if game % 10 == 0:
            pdf.text(x - 2, top + height + 4, str(game))
    half = GAMES // 2
    for total in range(-half, half + 1, 2):
        pdf.set_draw_color(60 if total == 0 else 205)
        y = top + height * (half - total) / GAMES
        pdf.line(left, y, left + width, y)
        if total % 10 == 0:
            pdf.text(MARGIN, y + 1, f"{total:+}" if total else "0")


def index_pages(pdf: FPDF, boxes: Boxes) -> None:
    """Add the index: every board, in the order of a dictionary, with its box and how to hold it."""
    entries = list(turns.index(boxes))
    at, room = 0, 0
    while at < len(entries):
        title(pdf, f"Index of boards with {boxes.mark} to move")
        pdf.set_font("Helvetica", "", 8.5)
        text = (
            f"Read the board row by row; X comes before O, and O before \xb7 (free). By stones: "
            f"{', '.join(map(str, sorted({stones(entry.board) for entry in entries})))}. Then the "
            "number of the box, and how to hold its label: = upright; t1 t2 t3 turned clockwise by "
            "one, two, three quarters; m in a mirror (left and right exchanged), m1 m2 m3 in a "
            "mirror and then turned."
        )
        pdf.multi_cell(pdf.w - 2 * MARGIN, 3.8, text, new_x="LMARGIN", new_y="NEXT", align="L")
        top = pdf.get_y() + 4
        columns = int((pdf.w - 2 * MARGIN + 4) // _INDEX_COLUMN)
        lines = int((pdf.h - MARGIN - top) // _INDEX_LINE)
        room = columns * lines
        pdf.set_font("Courier", "", _INDEX_FONT)
        for number, entry in enumerate(entries[at : at + room]):
            column, line = divmod(number, lines)
            x = MARGIN + column * _INDEX_COLUMN
            y = top + line * _INDEX_LINE + _INDEX_FONT * POINT / 2
            pdf.text(x, y, index_line(entry))
        at += room


def index_line(entry: turns.IndexEntry) -> str:
    """One board as the index prints it: three rows, the box's number, the way to hold it."""
    shown = entry.board.replace(EMPTY, "\xb7")
    rows = " ".join(shown[start : start + SIDE] for start in range(0, len(shown), SIDE))
    return f"{rows} {entry.box + 1:>3} {entry.way}"
