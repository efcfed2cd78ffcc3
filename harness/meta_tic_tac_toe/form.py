"""What one bot is held to beside the rules: its time, and perhaps its printing and its end."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from harness.verdict import UsageError
from reference.meta_tic_tac_toe.wire import NOUGHTS, Nought

BOTH: Final = "both"


@dataclass(frozen=True, slots=True)
class Form:
    """The form of one bot.

    `seconds` is the time for an answer. `nought` is how O's tiles are sent to it: "0", "O", or
    "both" in turn. `exact`: the two digits, a newline and nothing else;
    `clean_end`: status 0 and nothing on standard error. `folder` is the bot's own, of which it gets
    a copy; without one it gets the files that its command names.
    """

    seconds: float = 1.0
    exact: bool = False
    clean_end: bool = False
    folder: str | None = None
    nought: str = BOTH

    @property
    def noughts(self) -> tuple[Nought, ...]:
        """The spellings of O's tiles that the bot is asked with."""
        return tuple(nought for nought in NOUGHTS if self.nought in (nought, BOTH))

    def to_json(self) -> dict[str, object]:
        """Plain values from which `from_values` makes the same form."""
        return {key: getattr(self, key) for key in self.__slots__}

    @classmethod
    def from_values(cls, values: Mapping[str, object]) -> "Form":
        """The form that a manifest or options describe. Raises UsageError for what is none."""
        unknown = values.keys() - set(cls.__slots__)
        if unknown:
            raise UsageError(f"unknown key {min(unknown)!r}; a form of meta_tic_tac_toe has "
                             f"{', '.join(sorted(cls.__slots__))}")  # fmt: skip
        exact, clean_end = values.get("exact", False), values.get("clean_end", False)
        if not isinstance(exact, bool) or not isinstance(clean_end, bool):
            raise UsageError("'exact' and 'clean_end' are true or false")
        seconds = values.get("seconds", 1.0)
        if not isinstance(seconds, int | float) or not 0 < seconds < math.inf:
            raise UsageError(f"'seconds' is {seconds!r}, not a time in seconds")
        folder = values.get("folder")
        if not isinstance(folder, str | None):
            raise UsageError(f"'folder' is {folder!r}, not the name of one")
        nought = values.get("nought", BOTH)
        if nought not in (*NOUGHTS, BOTH):
            raise UsageError(f"'nought' is {nought!r}, neither '0' nor 'O' nor '{BOTH}'")
        return cls(float(seconds), exact, clean_end, folder, str(nought))
