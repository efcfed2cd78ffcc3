"""What a program asks for before its game: the Enter key, or a choice from a menu.

Only what the print itself invites a person to type is typed, and it is no move.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from harness.closing import Closing
from harness.session import Complete, Ending, Exit, Reply, Session

_LINES: Final = 30  # the last ones are what a program asks with
_BEGIN: Final = r"(?:play|start|begin|new|easy|human|game|spiel|jouer|jugar)"
_CHOICE: Final = re.compile(r"^\W*(\w)\W+(.*)$")
_KEY_IN_WORD: Final = re.compile(r"[\[(](\w)[\])](\w+)")
_WORD_OF_A_BEGIN: Final = re.compile(rf"\b{_BEGIN}", re.IGNORECASE)
_ENTER: Final = re.compile(
    r"\b(?:enter|return)\b|\b(?:any|a) key\b|<cr>|↵|⏎|\btaste\b|\btouche\b|\btecla\b|\binvio\b",
    re.IGNORECASE,
)
_OF_A_MOVE: Final = re.compile(r"\b(?:number|type|moves?|stone|node|digit|from)\b", re.IGNORECASE)
_YES_OR_NO: Final = re.compile(r"\b(y|j|s|o)(?:es)?\s*[/|,]\s*no?\b", re.IGNORECASE)
_NAME: Final = re.compile(r"\bname\b[^\n]*[?:>]\s*$", re.IGNORECASE)
_WAITS: Final = frozenset({Ending.ASKS, Ending.READY})


def invitations(text: str) -> list[str]:
    """What this print invites a person to type so that the game begins, the likeliest first."""
    lines = [line.strip() for line in text.split("\n") if line.strip()][-_LINES:]
    return list(dict.fromkeys(_invited(lines)))


def _invited(lines: Sequence[str]) -> Iterator[str]:
    if not lines:
        return
    if _NAME.search(lines[-1]):
        yield "Kim"
    if yes := _YES_OR_NO.search(lines[-1]):
        yield yes[1].lower()
    for line in lines:
        for key in _KEY_IN_WORD.finditer(line):
            if _WORD_OF_A_BEGIN.match(key[1] + key[2]):
                yield key[1]
        choice = _CHOICE.match(line)
        if choice and _WORD_OF_A_BEGIN.search(choice[2]):
            yield choice[1]
    if any(_ENTER.search(line) and not _OF_A_MOVE.search(line) for line in lines[-2:]):
        yield ""


class Led(Closing):
    """A session in which a prelude is typed before the first reply, of which it is a part.

    All of it is typed, also behind a board: a help text may show one as an example.
    """

    def __init__(self, session: Session, prelude: Sequence[str]) -> None:
        self._session, self._left = session, list(prelude)
        self._typed = ""

    def read(self, complete: Complete) -> Reply:
        """Read a reply. The first one goes on until the program has its prelude."""
        text, seconds = "", 0.0
        while True:
            reply = self._next(text, complete)
            text, seconds = text + reply.text, seconds + reply.seconds
            if not self._left or reply.ending not in _WAITS:
                self._left.clear()
                self._typed = ""
                return reply._replace(text=text, seconds=seconds)
            self._typed = self._left.pop(0)
            self._session.send(self._typed)

    def _next(self, before: str, complete: Complete) -> Reply:
        def is_all(said: str) -> bool:
            if self._left:
                return self._left[0] in invitations(said) or complete(before + said)
            # The board of an example is known already when only the echo has come.
            fresh = not before or bool(said.strip().removeprefix(self._typed).strip())
            return complete(before + said) and fresh

        return self._session.read(is_all)

    def send(self, line: str) -> None:
        """Type one line and the Enter key."""
        self._session.send(line)

    def overhear(self) -> Reply:
        """What was printed since the last reply, without waiting for more."""
        return self._session.overhear()

    def kill(self) -> None:
        """Kill the program."""
        self._session.kill()

    def close(self) -> Exit:
        """End the program."""
        return self._session.close()


def led(session: Session, prelude: Sequence[str]) -> Session:
    """The session, in which this prelude is typed first."""
    return Led(session, prelude) if prelude else session
