"""The option that a program needs which takes moves or shows boards in an undeclared form.

A program that fails at the human's first move may be right and expect moves in another form. So
other forms are tried: the option under which the program plays some games without a mistake is
named, and the program is not called wrong. The same goes for boards with marks of its own.
"""

import itertools
import random
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from harness.menace import opponent
from harness.menace.form import GAMES_AS_LINE, LETTERS, MARKS, Form, words_of
from harness.menace.game import Interactor, with_games
from harness.menace.referee import Run, judge
from harness.program import Program
from harness.session import Ending
from harness.transcript import Transcript
from reference.tic_tac_toe import SQUARES

_GAMES: Final = 3
_SECONDS: Final = 3.0  # for each answer, and three times what the program took to start
_SILENT_AT_MOST: Final = 3  # tries that end in silence: the program waits for something else
_MARKS_AT_MOST: Final = 6
_PAIRS: Final = [divmod(square, 3) for square in range(len(SQUARES))]


def _listed(between: str, first: int) -> str:
    """Rows and columns as two numbers from `first` on."""
    words = [f"{y + first}{between}{x + first}" for y, x in _PAIRS]
    return ("," if " " in between or "\\n" in between else " ").join(words)


MOVES: Final = (
    "1-9",
    "0-8",
    "789456123",
    _listed(" ", 0),
    _listed(" ", 1),
    _listed(",", 0),
    _listed(",", 1),
    _listed("", 1),
    _listed("", 0),
    _listed("\\n", 0),
    _listed("\\n", 1),
    *(
        ",".join(f"{y}{between}{x}" for y in letters for x in letters)
        for between in ("\\n", " ")
        for letters in ("LMR", "lmr")
    ),
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a3 b3 c3 a2 b2 c2 a1 b1 c1",
    "A1 B1 C1 A2 B2 C2 A3 B3 C3",
    "A3 B3 C3 A2 B2 C2 A1 B1 C1",
    "a1 a2 a3 b1 b2 b3 c1 c2 c3",
    "A1 A2 A3 B1 B2 B3 C1 C2 C3",
    "abcdefghi",
    "ABCDEFGHI",
    "ll lm lr ml mm mr rl rm rr",
    "TL TM TR ML MM MR BL BM BR",
    "tl tm tr ml mm mr bl bm br",
    "TL TC TR ML MC MR BL BC BR",
    "NW N NE W C E SW S SE",
    "nw n ne w c e sw s se",
    "qweasdzxc",
)
"""What `--moves` may be, the commonest first."""


def option(program: Program, form: Form, run: Run, transcript: Transcript) -> str | None:
    """The option under which the program plays some games rightly, where this run shows none.

    None where the run went wrong elsewhere, or nothing that is tried helps.
    """
    if run.games or not run.findings or not transcript.turns:
        return None
    (finding, *_) = run.findings
    begun = int(form.games == GAMES_AS_LINE)
    seconds = _SECONDS + 3 * transcript.turns[0].seconds
    found = None
    if finding.turn <= begun + 1 and finding.clause == "menace/reading" and form.marks == MARKS:
        found = _marks(_hurried(program, seconds), form, transcript.turns[0].said)
    if not found and finding.turn == begun + 1 and form.moves == LETTERS:
        found = _moves(_hurried(program, seconds), form)
    return found


def _hurried(program: Program, seconds: float) -> Program:
    """The program with its time for an answer cut to this."""
    seconds = min(seconds, program.limits.move_seconds)
    return replace(program, limits=replace(program.limits, move_seconds=seconds))


def _moves(program: Program, form: Form) -> str | None:
    silent = 0
    for words in MOVES:
        transcript = _played(program, replace(form, moves=words_of(words)))
        if _is_right(transcript):
            return f"--moves {shlex.quote(words)}"
        silent += transcript.turns[-1].ending is Ending.DEADLINE
        if silent == _SILENT_AT_MOST:
            break
    return None


def _marks(program: Program, form: Form, first: str) -> str | None:
    """The marks of a first board: one X, eight empty squares; O is new after the human's move."""
    firsts = itertools.chain.from_iterable(_of_first(found) for found in _tokens(first))
    for x, empty in itertools.islice(dict.fromkeys(firsts), _MARKS_AT_MOST):
        probe = _played(program, replace(form, marks=(x, "\0", empty)))
        if len(probe.turns) < 2:  # not even the first board was read so
            continue
        known = set().union(*_tokens(first))
        later = dict.fromkeys(itertools.chain(*_tokens(probe.turns[-1].said)))
        for o in [token for token in later if token not in known][:_MARKS_AT_MOST]:
            if _is_right(_played(program, replace(form, marks=(x, o, empty)))):
                return f"--marks {shlex.quote(' '.join((x, o, empty)))}"
    return None


def _of_first(found: Counter[str]) -> Iterator[tuple[str, str]]:
    for empty, times in found.items():
        if times == len(SQUARES) - 1:
            yield from ((x, empty) for x, often in found.items() if often == 1)


def _tokens(text: str) -> list[Counter[str]]:
    """What can be marks: words, numbers and single signs; a minus belongs to its number, or not."""
    return [Counter(re.findall(sign + r"\d+|[^\W\d_]+|[^\w\s]", text)) for sign in ("-?", "")]


def _played(program: Program, form: Form) -> Transcript:
    """A run of a few games by this form, to its end or its first fault."""
    started = with_games(program, form, _GAMES)
    with started.start() as session:
        match = Interactor(session, form, program.command, _GAMES, program.limits.move_seconds)
        return match.play(opponent.at_random(random.Random(0)))


def _is_right(transcript: Transcript) -> bool:
    run = judge(transcript)
    return not run.findings and len(run.games) == _GAMES
