"""Literals that may be boards where each box is a literal, too."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from harness.menace.reading.literals import Span, before_in_line

_LETTER: Final = re.compile(r"[^\W\d_]")
_DIGIT: Final = re.compile(r"\d")
_PUNCTUATION: Final = frozenset("[](){},:;=>'\"`")
_FEW: Final = 20  # of so many literals as there are boxes: the boards of a game, twice
_LABEL_AT_MOST: Final = 40  # characters


def unlike_boxes(text: str, spans: Sequence[Span]) -> set[Span]:
    """The literals alone in their lines, but for a label, whose signs few others have.

    The signs are brackets, commas, colons and quotes, and whether there are letters or digits:
    `[E, X, E, E, E, E, E, E, O]` and `{1: 'X', 2: ' ', ...}` stand apart from boxes such as
    `(0, 0, 4)` and `[1, 2, 2]`.
    """
    signs = [_signs(text, span) for span in spans]
    times = Counter(signs)
    return {
        span
        for span, some in zip(spans, signs, strict=True)
        if times[some] <= _FEW and _is_alone(text, span)
    }


def _signs(text: str, span: Span) -> tuple[str, frozenset[str], bool, bool]:
    """The brackets that open first, the signs that mark off what is in them, and what that is."""
    literal = text[span.start : span.end]
    inner = literal.lstrip("[({ ")
    opened = literal[: len(literal) - len(inner)]
    marks = _PUNCTUATION.intersection(literal)
    return opened, marks, _LETTER.search(literal) is not None, _DIGIT.search(literal) is not None


def _is_alone(text: str, span: Span) -> bool:
    before = before_in_line(text, span)
    end = text.find("\n", span.end)
    after = text[span.end : end if end >= 0 else len(text)]
    is_label = len(before) <= _LABEL_AT_MOST and not any(sign.isdigit() for sign in before)
    return is_label and not after.strip(" ;")
