"""The form of a program that declares none, found by trying.

A program that fails at the human's first move may be right and expect moves in another form. So
other forms are tried, until the program plays some games without a mistake. The same goes for
boards with marks of its own, for both together, and for a program that ends at once since it takes
the number of games as an argument.
"""

import itertools
import random
import re
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from harness.fault import Fault
from harness.menace import opponent
from harness.menace.follower import Follower
from harness.menace.form import GAMES_AS_ARGUMENT, GAMES_AS_LINE, LETTERS, MARKS, Form, words_of
from harness.menace.game import GAMES_PLACE, Interactor, with_games
from harness.menace.reading.marks import meaning_of
from harness.menace.referee import Run, judge
from harness.program import Program
from harness.session import Ending
from harness.transcript import Transcript, Turn
from reference.tic_tac_toe import SQUARES

_GAMES: Final = 3
_SECONDS: Final = 3.0  # for each answer, and three times what the program took to start
_SILENT_AT_MOST: Final = 3  # tries that end in silence: the program waits for something else
_MARKS_AT_MOST: Final = 3  # of those by which the first board can be read
_PAIRS_AT_MOST: Final = 200  # of marks that are looked for in the first board
_PAIRS: Final = [divmod(square, 3) for square in range(len(SQUARES))]


def _listed(
    between: str, down: Sequence[str], across: Sequence[str] = (), *, turned: bool = False
) -> str:
    """A word for the row and one for the column of each square; `turned`: the column is first."""
    words = []
    for y, x in _PAIRS:
        both = (down[y], (across or down)[x])
        words.append(between.join(reversed(both) if turned else both))
    return ("," if " " in between or "\\n" in between else " ").join(words)


_FROM_0: Final = ("0", "1", "2")
_FROM_1: Final = ("1", "2", "3")
_SIDES: Final = ("left", "middle", "right")
_SIDES_OF_A_CENTRE: Final = ("left", "center", "right")

MOVES: Final = (
    "1-9",
    "0-8",
    "789456123",
    *(
        _listed(between, numbers)
        for between in (" ", ",", "", "\\n")
        for numbers in (_FROM_0, _FROM_1)
    ),
    *(_listed(between, letters) for between in ("\\n", " ") for letters in ("LMR", "lmr")),
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
    "-9 -8 -7 -6 -5 -4 -3 -2 -1",
    *(
        _listed(between, numbers, turned=True)
        for between in (" ", ",", "", "\\n")
        for numbers in (_FROM_0, _FROM_1)
    ),
    *(
        _listed(between, down, across)
        for down, across in (
            (("top", "middle", "bottom"), _SIDES),
            (("top", "middle", "bottom"), _SIDES_OF_A_CENTRE),
            (("top", "center", "bottom"), _SIDES_OF_A_CENTRE),
            (("upper", "middle", "lower"), _SIDES),
        )
        for between in (" ", "-", "_")
    ),
    *(
        _listed("-", rows, sides).replace(f"{middle}-{middle}", middle)
        for rows, sides, middle in (
            (("top", "middle", "bottom"), _SIDES, "middle"),
            (("top", "center", "bottom"), _SIDES_OF_A_CENTRE, "center"),
        )
    ),
    "UL UM UR ML MM MR DL DM DR",
    "ul um ur ml mm mr dl dm dr",
    "TL TC TR CL CC CR BL BC BR",
    "TL T TR L C R BL B BR",
    "tl t tr l c r bl b br",
    " ".join(f"[{y},{x}]" for y, x in _PAIRS),
    " ".join(f"[{x},{y}]" for y, x in _PAIRS),
)
"""What `--moves` may be, the commonest first.

The column may stand before the row where these are numbers; of L, M and R the challenge says which
is first.
"""


class Nearest(NamedTuple):
    """A form under which a program plays rightly, and the options that declare it."""

    form: Form
    options: str


def found_form(program: Program, form: Form, run: Run, transcript: Transcript) -> Nearest | None:
    """The form under which the program plays some games rightly, where this run shows none.

    None where the run went wrong elsewhere, or nothing that is tried helps.
    """
    if run.games or not run.findings or not transcript.turns:
        return None
    (finding, *_) = run.findings
    begun = int(form.games == GAMES_AS_LINE)
    *heard, last = [turn.sent for turn in transcript.turns if turn.sent is not None][begun:] or [""]
    if heard and form.moves != LETTERS:
        return None
    if begun and finding.turn <= begun and transcript.turns[-1].ending is Ending.ENDED:
        return _with_argument(program, form)
    seconds = _SECONDS + 3 * transcript.turns[0].seconds
    trials = _Trials(program.in_haste(seconds), form, transcript.turns[0])
    if heard:  # some of its words may be those of the challenge
        return trials.moves(heard, last)
    marks_are_open, moves_are_open = form.marks == MARKS, form.moves == LETTERS
    found: Nearest | None = None
    if marks_are_open and finding.clause == "menace/reading":
        found = trials.marks()
    if not found and finding.turn == begun + 1 and moves_are_open:
        found = trials.moves()
    if not found and marks_are_open and moves_are_open:
        found = trials.marks(with_moves=True)
    return found


def _with_argument(program: Program, form: Form) -> Nearest | None:
    """The form of a program that ends at once without the number of games as an argument."""
    program = with_argument(program)
    form = replace(form, games=GAMES_AS_ARGUMENT)
    transcript = _played(program, form)
    declared = f"{GAMES_PLACE} at the end of its command"
    if _is_right(transcript):
        return Nearest(form, declared)
    more = found_form(program, form, judge(transcript), transcript)
    return more and more._replace(options=f"{declared} and {more.options}")


def with_argument(program: Program) -> Program:
    """The program with the number of games as the last argument of its command."""
    return replace(program, command=(*program.command, GAMES_PLACE))


class _Trials:
    """Runs of a program whose first print is this turn, each by another form."""

    def __init__(self, program: Program, form: Form, first: Turn) -> None:
        self._program = program
        self._form = form
        self._first = first
        self._meaning = meaning_of(form)
        self._silent = 0
        self._by_moves = {
            _as_option("moves", words): replace(form, moves=words_of(words)) for words in MOVES
        }

    def moves(self, heard: Sequence[str] = (), wrong: str = "") -> Nearest | None:
        """The form with the moves under which the program plays rightly.

        It has the words that were `heard`, and not the one that was `wrong`.
        """
        for declared, form in self._by_moves.items():
            if wrong in form.moves or not {*heard} <= {*form.moves}:
                continue
            if self._silent >= _SILENT_AT_MOST:
                break
            if _is_right(self._played(form)):
                return Nearest(form, declared)
        return None

    def marks(self, *, with_moves: bool = False) -> Nearest | None:
        """The form with the marks of the boards, and the moves that go with them if asked."""
        forms = self._by_moves if with_moves else {"": self._form}
        for (x, empty), (declared, form) in itertools.product(self._firsts, forms.items()):
            if self._silent >= _SILENT_AT_MOST:
                break
            if found := self._with_nought(form, x, empty):
                options = f"{_as_option('marks', ' '.join(found.marks))} {declared}".rstrip()
                return Nearest(found, options)
        return None

    @cached_property
    def _firsts(self) -> list[tuple[str, str]]:
        """What X and an empty square may look like, by the first board: it has no O."""
        found = _tokens(self._first.said)
        empties = [token for token, times in found.items() if times >= len(SQUARES) - 1]
        xs = [token for token in found if self._meaning.get(token) != "O"]  # MENACE is X
        pairs = [(x, empty) for empty in empties for x in xs if x != empty][:_PAIRS_AT_MOST]
        read = (pair for pair in pairs if _is_read(_without_nought(self._form, *pair), self._first))
        return list(itertools.islice(read, _MARKS_AT_MOST))

    def _with_nought(self, form: Form, x: str, empty: str) -> Form | None:
        """The form with the mark that is printed for the human's stone, if it is then played by."""
        probe = self._played(_without_nought(form, x, empty))
        if probe.turns[-1].ending is not Ending.ASKS:
            return None
        known = _tokens(self._first.said)
        later = sorted(_tokens(probe.turns[-1].said), key=lambda token: token in known)
        for o in later[:_PAIRS_AT_MOST]:
            if o not in (x, empty) and self._meaning.get(o) != "X":
                tried = replace(form, marks=(x, o, empty))
                if _is_read(tried, *probe.turns) and _is_right(self._played(tried)):
                    return tried
        return None

    def _played(self, form: Form) -> Transcript:
        transcript = _played(self._program, form)
        self._silent += transcript.turns[-1].ending is Ending.DEADLINE
        return transcript


def _as_option(name: str, value: str) -> str:
    return f"--{name} {shlex.quote(value)}"


def _without_nought(form: Form, x: str, empty: str) -> Form:
    return replace(form, marks=(x, "\0", empty))


def _is_read(form: Form, *turns: Turn) -> bool:
    """Whether a run that begins so goes well by this form."""
    follower = Follower(form, _GAMES)
    return not any(isinstance(follower.follow(turn), Fault) for turn in turns)


def _tokens(text: str) -> Counter[str]:
    """What can be marks, and how often: words, numbers and single signs.

    A minus may belong to the number behind it or be a mark itself, and marks may touch.
    """
    found: Counter[str] = Counter()
    for pattern in (r"-?\d+|[^\W\d_]+|[^\w\s]|_", r"\d+", r"\S"):
        found |= Counter(re.findall(pattern, text))
    return found


def _played(program: Program, form: Form) -> Transcript:
    """A run of a few games by this form, to its end or its first fault."""
    started = with_games(program, form, _GAMES)
    with started.start() as session:
        match = Interactor(session, form, program.command, _GAMES, program.limits.move_seconds)
        return match.play(opponent.at_random(random.Random(0)))


def _is_right(transcript: Transcript) -> bool:
    run = judge(transcript)
    return not run.findings and len(run.games) == _GAMES
