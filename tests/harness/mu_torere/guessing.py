"""What is made of a print that nobody has described."""

from harness.mu_torere.reading.inference import Guess, Hints, guess
from harness.screen import Display, Size


def guessed(text: str) -> Guess | None:
    """The forms that this print may have on a large screen."""
    display = Display(Size(50, 500), lambda snapshot: None, returns=True)
    display.feed(text)
    return guess(display.snapshot(), Hints())
