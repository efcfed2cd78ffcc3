"""What a person sees in one column of a terminal, made of a character of the emulator's."""

from functools import cache
from typing import Any, Final, NamedTuple

from harness.colours import in_reverse, is_hidden

HIDDEN_HALF: Final = "\0"
"""The text of a cell that the wide character on its left covers."""


class Cell(NamedTuple):
    """What a person sees in one column. `style` is '' for the terminal's usual colours."""

    text: str
    style: str
    stamp: int


BLANK: Final = Cell(" ", "", 0)


class Character(NamedTuple):
    """pyte's character, with concealment and when it was written."""

    data: str
    fg: str = "default"
    bg: str = "default"
    bold: bool = False
    italics: bool = False
    underscore: bool = False
    strikethrough: bool = False
    reverse: bool = False
    blink: bool = False
    conceal: bool = False
    stamp: int = 0


@cache
def _visible(attributes: tuple[Any, ...], blank: bool) -> str | None:
    """The style of a character with these attributes; None when it cannot be seen."""
    fg, bg, bold, italics, underscore, strikethrough, reverse, blink, conceal = attributes
    if reverse:
        fg, bg = in_reverse(fg, bg)
    if not blank and (conceal or is_hidden(fg, bg)):
        return None
    words = []
    if not blank and not conceal:
        words += [
            word for word, on in (("bold", bold), ("italic", italics), ("blink", blink)) if on
        ]
        if fg not in ("default", "background"):
            words.append(str(fg))
    if not conceal:
        words += [w for w, on in (("underlined", underscore), ("struck", strikethrough)) if on]
    if bg == "foreground" and not (fg != "background" and not blank):
        words.append("reverse")
    elif bg != "default":
        words.append(f"on-{bg}")
    return "+".join(words)


def cell_of(char: Any) -> Cell:
    """The cell that a person sees of a character of pyte's."""
    text = char.data
    if text == "":
        text = HIDDEN_HALF
    blank = text == " " or text == HIDDEN_HALF or text.isspace() or text == "\u2800"
    style = _visible(tuple(char[1:10]), blank)
    if style is None:
        style = _visible(tuple(char[1:10]), True) or ""
        text = " " if text != HIDDEN_HALF else text
    elif blank and text != HIDDEN_HALF:
        text = " "
    return Cell(text, style, char.stamp)


def can_be_seen(char: Any) -> bool:
    """Whether a character of pyte's leaves a trace on the screen."""
    drawn = char.reverse or char.underscore or char.strikethrough
    return bool(char.data != " " or char.bg != "default" or drawn)
