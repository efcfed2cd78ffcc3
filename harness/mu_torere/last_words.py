"""What only the end of a run shows: what it left, and what it wrote to standard error."""

import re
from typing import Final

from harness.fault import Fault, ending
from harness.mu_torere.reading.boards import Boards
from harness.mu_torere.screen import Form
from harness.session import Ending
from harness.transcript import Transcript
from reference.mu_torere.rules import BLACK, Position, is_terminal, starts

_LAST_WORDS: Final = 12
_PROMPT_END: Final = re.compile(r"(?<=[?:>)\]]) ?(?!\n)")


def at_the_end(form: Form, won: bool, transcript: Transcript) -> Fault | None:
    """What only the end of the run shows, in a game that was right so far."""
    end = transcript.exit
    if end.reached:
        seen = f"it reached for {', '.join(end.reached[:3])}"
        return Fault("mu_torere/files", seen, "its own source and its interpreter's files only")
    if not won or transcript.turns[-1].ending is not Ending.ENDED:
        return None  # ended by the harness: it asks for another game
    if end.status is None and end.signal is None:
        seen = "it closed its terminal and ran on after it has won"
        return Fault("mu_torere/end", seen, "an end of the program")
    if end.left_running:
        seen = f"it left {end.left_running} processes running"
        return Fault("mu_torere/end", seen, "an end of everything that it started")
    if form.clean_end and (end.status != 0 or end.own_stderr):
        return Fault("mu_torere/clean_end", ending(end), "status 0, nothing on standard error")
    return None


def says_more(stderr: str) -> bool:
    """Whether standard error ends with words that it did not hold before.

    Python's `input` and others print their prompts there.
    """
    words = re.findall(r"[^\W\d_]{3,}", stderr)
    return any(words.count(word) == 1 for word in words[-_LAST_WORDS:])


def game_on_stderr(form: Form, transcript: Transcript) -> Fault | None:
    """What is wrong with a game after a win whose boards are on standard error."""
    said = transcript.exit.own_stderr
    for text in said, _PROMPT_END.sub("\n", said):  # what is typed at a prompt is not in it
        boards = Boards(form)
        boards.hear(text)
        shown = [Position(placement, BLACK) for placement in boards.end_reply()]
        if set(shown).intersection(starts()) and not is_terminal(shown[-1]):
            seen = f"another game after its win, with {len(shown)} boards on standard error"
            return Fault("mu_torere/boards", seen, "boards on standard output")
    return None  # it shows no other game there, or what it has shown on standard output
