"""The labels: a box's picture with a coloured and marked bead on every square it may play."""

from typing import Final

from fpdf import FPDF

from harness.kit.beads import COLOURS, Filling, filling
from harness.kit.paper import MARK, MARK_GAP, Sheet
from reference.menace.boxes import Boxes, BoxNumber
from reference.menace.rulesets import Ruleset
from reference.tic_tac_toe import EMPTY, SIDE, SQUARES, Board, stones

POINT: Final = 25.4 / 72  # millimetres
_PAD: Final = 2.0
_GREY: Final = 150


def draw_labels(pdf: FPDF, sheet: Sheet, boxes: Boxes, ruleset: Ruleset) -> None:
    """Add pages with the labels of all boxes, and cutting marks around them."""
    page = -1
    for box, place in enumerate(sheet.places(len(boxes))):
        if place.page != page:
            page = place.page
            pdf.add_page()
            _cutting_marks(pdf, sheet)
        _label(pdf, sheet, (place.x, place.y), boxes, box, filling(boxes, box, ruleset))


def _cutting_marks(pdf: FPDF, sheet: Sheet) -> None:
    pdf.set_draw_color(0)
    pdf.set_line_width(0.2)
    uprights, levels = sheet.cuts()
    for x in uprights:
        pdf.line(x, levels[0] - MARK_GAP - MARK, x, levels[0] - MARK_GAP)
        pdf.line(x, levels[-1] + MARK_GAP, x, levels[-1] + MARK_GAP + MARK)
    for y in levels:
        pdf.line(uprights[0] - MARK_GAP - MARK, y, uprights[0] - MARK_GAP, y)
        pdf.line(uprights[-1] + MARK_GAP, y, uprights[-1] + MARK_GAP + MARK, y)


def _label(
    pdf: FPDF,
    sheet: Sheet,
    corner: tuple[float, float],
    boxes: Boxes,
    box: BoxNumber,
    filled: Filling,
) -> None:
    x, y = corner
    pdf.set_line_width(0.1)
    pdf.set_draw_color(_GREY)
    pdf.rect(x, y, sheet.width, sheet.height)
    picture = boxes.pictures[box]
    words = [
        (f"Box {box + 1}", "B", 1.3),
        (f"{boxes.mark}, move {stones(picture) // 2 + 1}", "", 0.9),
        (f"{filled.total} beads:", "", 0.9),
        (f"{filled.each} of each", "", 0.9),
    ]
    if sheet.width >= sheet.height:  # the words stand beside the board, else below it
        side = min(sheet.height - 2 * _PAD, 0.62 * sheet.width - 2 * _PAD)
        board_at = (x + _PAD, y + (sheet.height - side) / 2)
        words_at, room = (x + side + 2 * _PAD, y + _PAD), sheet.width - side - 3 * _PAD
        line = min((sheet.height - 2 * _PAD) / 5.5, room / 4.6)
    else:
        side = min(sheet.width - 2 * _PAD, 0.62 * sheet.height - 2 * _PAD)
        board_at = (x + (sheet.width - side) / 2, y + _PAD)
        words_at, room = (x + _PAD, y + side + 2 * _PAD), sheet.width - 2 * _PAD
        line = min((sheet.height - side - 3 * _PAD) / 4.6, room / 4.6)
    line = min(line, 6.0)
    draw_board(pdf, board_at, side, picture, filled.beads)
    top = words_at[1]
    pdf.set_text_color(0)
    for text, style, scale in words:
        pdf.set_font("Helvetica", style, line * scale * 0.75 / POINT)
        pdf.text(words_at[0], top + line * scale * 0.8, text)
        top += line * scale


def draw_board(
    pdf: FPDF, corner: tuple[float, float], side: float, board: Board, beads: tuple[int, ...]
) -> None:
    """Draw a board of this side in millimetres, with a bead on each of these squares."""
    x, y = corner
    cell = side / SIDE
    pdf.set_draw_color(60)
    pdf.set_line_width(max(0.2, side / 100))
    for i in range(1, SIDE):
        pdf.line(x + i * cell, y, x + i * cell, y + side)
        pdf.line(x, y + i * cell, x + side, y + i * cell)
    for square in SQUARES:
        row, column = divmod(square, SIDE)
        middle = (x + (column + 0.5) * cell, y + (row + 0.5) * cell)
        if board[square] != EMPTY:
            _stone(pdf, middle, cell, board[square])
        elif square in beads:
            draw_bead(pdf, middle, cell * 0.36, square)


def _stone(pdf: FPDF, middle: tuple[float, float], cell: float, mark: str) -> None:
    """Draw X or O in lines; the text of a label is then its words alone."""
    x, y = middle
    reach = cell * 0.27
    pdf.set_draw_color(0)
    pdf.set_line_width(cell * 0.09)
    if mark == "X":
        pdf.line(x - reach, y - reach, x + reach, y + reach)
        pdf.line(x - reach, y + reach, x + reach, y - reach)
    else:
        pdf.circle(x, y, reach)


def draw_bead(pdf: FPDF, middle: tuple[float, float], radius: float, square: int) -> None:
    """Draw the bead of a square of the picture: a disc in its colour with its mark."""
    colour = COLOURS[square]
    pdf.set_fill_color(*colour.rgb)
    pdf.set_draw_color(0)
    pdf.set_line_width(0.15)
    pdf.circle(middle[0], middle[1], radius, style="DF")
    size = radius * 1.15
    pdf.set_font("ZapfDingbats", "", size / POINT)
    pdf.set_text_color(*colour.ink)
    width = pdf.get_string_width(colour.mark)
    pdf.text(middle[0] - width / 2, middle[1] + size * 0.35, colour.mark)
    pdf.set_text_color(0)
