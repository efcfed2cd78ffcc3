"""NO_COLOR, kept strictly: no colour is written, and what a colour marked is reversed instead."""

import functools
from typing import Final

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

_NONE: Final = Style.from_color(RichColor.default(), RichColor.default())
_MARKED: Final = _NONE + Style(reverse=True)
_VIVID: Final = 60  # between the largest and the smallest part of a background that marks something


class NoColor(LineFilter):
    """Takes the colours out of a line."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments in the terminal's own colours; a vivid background becomes reverse video."""
        return [
            Segment(text, None if style is None else _colourless(style), control)
            for text, style, control in segments
        ]


@functools.lru_cache(1024)
def _colourless(style: Style) -> Style:
    background = None if style.bgcolor is None else style.bgcolor.triplet
    vivid = background is not None and max(background) - min(background) > _VIVID
    return style + (_MARKED if vivid else _NONE)
