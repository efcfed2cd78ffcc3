"""The whole kit as one PDF."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fpdf import FPDF

from harness.kit import pages
from harness.kit.labels import draw_labels
from harness.kit.paper import Sheet
from reference.menace.boxes import boxes_of
from reference.menace.rulesets import CHALLENGE, MICHIE, Ruleset
from reference.tic_tac_toe import Mark

RULESETS: Final[dict[str, Ruleset]] = {"challenge": CHALLENGE, "michie": MICHIE}


def write(path: Path, sheet: Sheet, marks: Sequence[Mark], ruleset: Ruleset) -> int:
    """Write the kit of these sides to a file; returns the number of pages. Raises OSError."""
    pdf = FPDF(unit="mm", format=sheet.page)
    pdf.set_auto_page_break(auto=False)
    pdf.set_margins(pages.MARGIN, pages.MARGIN, pages.MARGIN)
    pdf.set_title("A physical MENACE")
    pdf.set_lang("en")
    sides = [boxes_of(mark) for mark in marks]
    pages.rules_page(pdf, ruleset, len(sides[0]), second=len(sides) > 1)
    pages.key_page(pdf, sides, ruleset)
    pages.lesson_page(pdf, sides[0])
    pages.score_page(pdf)
    for boxes in sides:
        draw_labels(pdf, sheet, boxes, ruleset)
        pages.index_pages(pdf, boxes)
    path.parent.mkdir(parents=True, exist_ok=True)
    pdf.output(str(path))
    return pdf.page_no()
