"""What a program prints before it reads a move, and what must be typed before that."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from harness.mu_torere.prelude import invitations, led
from harness.mu_torere.reading.inference import Guess, Hints, guess
from harness.mu_torere.rounds import without_moves
from harness.screen import Display, Snapshot, TerminalKind, shown
from harness.session import Ending, Reply, Session

_LOOKS: Final = 8  # at what disappeared before it read anything: the last ones
_INVITATIONS: Final = 6  # preludes that are tried
_PRELUDE: Final = 2  # answers of a prelude

OpenSession = Callable[[], Session]


class First(NamedTuple):
    """What a program prints before it reads a move, and what may be read in it."""

    reply: Reply
    guess: Guess | None
    screen: str
    errors: str  # on standard error, where `input` of Python writes its prompts


def first_print(open_session: OpenSession, terminal: TerminalKind, hints: Hints) -> First:
    """The first print of a program, after the prelude that the hints declare."""
    gone: deque[Snapshot] = deque(maxlen=_LOOKS)
    display = Display(terminal.size, gone.append, returns=terminal.returns)
    heard = 0

    def look() -> Guess | None:
        return guess(display.snapshot(keep=True), hints)

    def look_back() -> Guess | None:
        """Count what stood on the screen earlier when the screen is empty at the end."""
        before = (guess(snapshot, hints) for snapshot in reversed(gone))
        return next((found for found in before if found is not None and not found.faulty), None)

    def complete(said: str) -> bool:
        nonlocal heard
        display.feed(said[heard:])
        heard = len(said)
        found = look()
        return found is not None and not found.faulty

    with led(open_session(), hints.prelude) as session:
        reply = session.read(complete)
        errors = session.close().own_stderr
    display.feed(reply.text[heard:])
    screen = "\n".join(shown(display.snapshot(keep=True)))
    return First(reply, look() or look_back(), screen, errors)


def after_preludes(
    open_session: OpenSession, terminal: TerminalKind, hints: Hints, first: First
) -> Iterator[tuple[Hints, First]]:
    """Inputs that a print asks for and a board follows, each with the print that has the board."""
    waiting: deque[tuple[str, ...]] = deque((answer,) for answer in answers_invited(first, ""))
    for _ in range(_INVITATIONS):
        if not waiting:
            return
        further = replace(hints, prelude=waiting.popleft())
        found = first_print(open_session, terminal, further)
        if found.guess is not None:
            yield further, found
        if len(further.prelude) < _PRELUDE:
            answers = answers_invited(found, first.reply.text)
            waiting += ((*further.prelude, answer) for answer in answers)


def answers_invited(first: First, before: str) -> list[str]:
    """The inputs that a print asks for, going by the text since the last input."""
    if first.reply.ending not in (Ending.ASKS, Ending.DEADLINE, Ending.READY):
        return []
    text = without_moves(first.reply.text).removeprefix(without_moves(before))
    return invitations(f"{text}\n{first.errors}")
