"""A terminal's control sequences: how they are cut out of the output, and what moves or erases."""

import re
from typing import Final

TOKEN: Final = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|(?:\x1b\[|\x9b)(?P<numbers>[0-?]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    r"|(?:\x1b\]|\x9d)(?P<command>[^\x07\x1b\x9c\x18\x1a]*)(?:\x07|\x1b\\|\x9c)"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\x18\x1a]*(?:\x07|\x1b\\|\x9c|[\x18\x1a])"
    r"|\x1b(?P<set>[()*+])(?P<code>[ -~])"
    r"|\x1b#(?P<sharp>.)"
    r"|\x1b[ %-/][ -/]*[0-~]"
    r"|\x1b(?P<escape>[0-Z\\`-~])"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f-\x9f])",
    re.DOTALL,
)
UNFINISHED: Final = re.compile(
    r"(?:\x1b|(?:\x1b\[|\x9b)[0-?]*[ -/]*|\x1b[()*+#%]|\x1b[ -/]+"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\x18\x1a]*\x1b?)\Z",
    re.DOTALL,
)
INTERRUPTED: Final = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*(?=[\x00-\x1f])")
"""A control sequence in which a control character stands before its end."""
_COLONS: Final = re.compile(r"([345]8):([25]):([0-9:]*)")

ERASING: Final = {
    "J": "erase_in_display",
    "K": "erase_in_line",
    "X": "erase_characters",
    "@": "insert_characters",
    "P": "delete_characters",
    "L": "insert_lines",
    "M": "delete_lines",
}
MOVING: Final = {
    "A": "cursor_up",
    "B": "cursor_down",
    "C": "cursor_forward",
    "D": "cursor_back",
    "E": "cursor_down1",
    "F": "cursor_up1",
    "G": "cursor_to_column",
    "`": "cursor_to_column",
    "a": "cursor_forward",
    "d": "cursor_to_line",
    "e": "cursor_to_line_below",
}


def with_semicolons(numbers: str) -> str:
    """The numbers of a sequence, colours with colons in the older form, which pyte knows.

    38:2::r:g:b, 38:2:r:g:b and 38:5:n become 38;2;r;g;b and 38;5;n.
    """
    return _COLONS.sub(_rewritten, numbers)


def _rewritten(found: re.Match[str]) -> str:
    numbers = found[3].split(":")
    if found[2] == "5":
        return f"{found[1]};5;{numbers[0] or 0}"
    colours = numbers[1:4] if len(numbers) > 3 else numbers[:3]
    return ";".join([found[1], "2", *(number or "0" for number in colours)])
