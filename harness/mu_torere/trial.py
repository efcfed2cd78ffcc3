"""Finding out how a program prints and reads, by playing it.

The first print shows the drawing and the stones. Who is black and how the nodes are numbered is
found by trying: a short game for each way, until one goes on as a game should.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeAlias

from harness.mu_torere.game import Chooser, Game, play_out
from harness.mu_torere.reading.boards import Boards
from harness.mu_torere.reading.first_print import (
    First,
    OpenSession,
    after_preludes,
    answers_invited,
    first_print,
)
from harness.mu_torere.reading.inference import Guess, Hints, guess
from harness.mu_torere.referee import Judgement, declared_fault, judge, terminal_of
from harness.mu_torere.rounds import Round, without_moves
from harness.mu_torere.screen import Form
from harness.screen import Display, TerminalKind
from harness.session import Ending, Reply
from harness.transcript import Transcript
from harness.verdict import Verdict
from reference.mu_torere.retrograde import value_keeping_moves
from reference.mu_torere.rules import (
    BLACK,
    EMPTY,
    WHITE,
    Node,
    Position,
    apply,
    legal_moves,
    starts,
)

_ROUNDS: Final = 10  # of one trial: enough that most of the nine numbers are typed
_TRIES: Final = 120
_TRIES_BEFORE_PRELUDES: Final = 12
_READINGS: Final = 8  # of a board, in which a start is looked for
CONVINCING: Final = 4  # rounds: a numbering that is right for fewer may be right by chance
_HUMAN_ALONE: Final = 2  # what `_sense` comes to where only the human's move makes sense
_FIRST_MOVE: Final = 2  # turns: the opening, and the answer to the first move
_FEW_LINES: Final = 4  # an answer without a board
_OF_A_NUMBER: Final = re.compile(
    r"ValueError|KeyError|IndexError|NumberFormat|InputMismatch|not found|not in list|no such|"
    r"out of (range|bounds)|invalid|illegal|wrong|unknown|undefined|nil|null|None",
    re.IGNORECASE,
)  # what interpreters and programs say of an input that they cannot use
_WORDS: Final = 60  # characters of such an answer that are told
_NUMBERING_CLAUSES: Final = frozenset({"mu_torere/numbering", "mu_torere/input"})

UNREAD_NOTE: Final = "cannot_be_read"
"""Where a transcript notes why its program's print cannot be read."""

_WORD: Final = re.compile(r"\w+")
Reading: TypeAlias = tuple[str, tuple[str, ...]]
"""A picture and three symbols."""

OpenGame = Callable[[Form], Game]


@dataclass(frozen=True, slots=True)
class Found:
    """How a program is to be read: by a form, or not at all, and why."""

    form: Form | None
    tried: int = 0  # forms that were played
    unread: str = ""  # why it cannot be read
    screen: str = ""  # what it printed, as a person sees it
    reply: Reply | None = None
    nearest: Form | None = None
    rounds: int = 0  # of the best trial
    fits: bool = False  # whether a whole trial was played by this form, and nothing was wrong


def find_form(
    open_session: OpenSession, open_game: OpenGame, terminal: TerminalKind, hints: Hints
) -> Found:
    """The form of a program, found by reading its first print and by playing it."""
    first = first_print(open_session, terminal, hints)
    led: Iterator[tuple[Hints, First]] = iter(())
    if not hints.exact and not hints.prelude:
        led = after_preludes(open_session, terminal, hints, first)
    if first.guess is None:
        hints, first = next(led, (hints, first))
    reply, guessed, screen, _ = first
    plain = Form(symbols=hints.symbols or "bwo", numbers=hints.numbers, exact=hints.exact,
                 clean_end=hints.clean_end, prelude=hints.prelude)  # fmt: skip
    if guessed is None:
        hidden = _without_sequences(reply.text, terminal, hints)
        if hidden is not None and not hidden.faulty:
            return Found(hidden.forms[0], screen=screen, reply=reply)
        if reply.ending is not Ending.ASKS or not reply.text.strip():
            return Found(plain, screen=screen, reply=reply)
        unread = "no board is seen in what it prints before it waits for input"
        return Found(None, unread=unread, screen=screen, reply=reply)
    if guessed.faulty or declared_fault(guessed.forms[0]) is not None:
        return Found(guessed.forms[0], screen=screen, reply=reply)
    if hints.prelude or hints.exact or not answers_invited(first, ""):
        return _tried(guessed, open_game, screen, reply)
    if _shows_start(first, terminal):
        found = _tried(guessed, open_game, screen, reply, _TRIES_BEFORE_PRELUDES)
        if found.fits or found.rounds:
            return found
    behind = _behind_example(led, open_game, terminal)
    return behind or _tried(guessed, open_game, screen, reply)


def _behind_example(
    led: Iterator[tuple[Hints, First]], open_game: OpenGame, terminal: TerminalKind
) -> Found | None:
    """The form of a game that begins when a prelude was typed, behind the board of an example."""
    for _, first in led:
        if first.guess is not None and _shows_start(first, terminal):
            found = _tried(first.guess, open_game, first.screen, first.reply)
            if found.fits or found.rounds:
                return found
    return None


def _shows_start(first: First, terminal: TerminalKind) -> bool:
    """Whether the last board of this print is the start of a game, in some reading of it."""
    assert first.guess is not None
    readings = {(form.picture, tuple(form.symbols)): form for form in first.guess.forms}
    for form in islice(readings.values(), _READINGS):
        boards = Boards(form, terminal)
        boards.hear(first.reply.text)
        shown = boards.end_reply()
        if shown and Position(shown[-1], BLACK) in starts():
            return True
    return False


def _without_sequences(text: str, terminal: TerminalKind, hints: Hints) -> Guess | None:
    """What could be read if nothing that was printed had been cleared or moved aside."""
    display = Display(terminal.size, lambda snapshot: None, returns=True)
    display.feed(without_moves(text))
    return guess(display.snapshot(), hints)


def _tried(
    guessed: Guess, open_game: OpenGame, screen: str, reply: Reply, most: int = _TRIES
) -> Found:
    best: tuple[bool, int, Form] | None = None
    first: tuple[Judgement, Transcript] | None = None
    learned: dict[Reading, _Meanings] = defaultdict(_Meanings)
    tried = 0
    understood: tuple[int, Form] | None = None
    for form in _as_a_menu_says(guessed.forms, reply.text):
        meanings = learned[form.picture, tuple(form.symbols)]
        if tried >= most or not meanings.allow(form):
            continue
        tried += 1
        transcript = _without_reach(play_out(open_game(form), _unlike()))
        judgement = judge(transcript)
        if not judgement.findings:
            rounds = len(judgement.rounds)
            return Found(form, tried, screen=screen, reply=reply, rounds=rounds, fits=True)
        rounds = len(judgement.rounds)
        likeliest = rounds == 0 and form == guessed.forms[0]
        understood_all = rounds >= CONVINCING or _only_played_badly(judgement, form, guessed)
        better = best is None or (understood_all, rounds) > best[:2]
        if better or (likeliest and best is not None and best[:2] == (False, 0)):
            best, first = (understood_all, rounds, form), (judgement, transcript)
        meanings.learn(transcript, judgement, form)
        sense = _sense(transcript, form) if rounds == 0 else 0
        if sense <= _HUMAN_ALONE and tuple(form.symbols) != tuple(guessed.forms[0].symbols):
            sense = 0  # the colours may be exchanged: then the human moved a stone of the program
        if sense > (understood[0] if understood else 0):
            understood = (sense, form)
        if judgement.findings[0].verdict is Verdict.TIME_LIMIT and rounds == 0:
            break
    assert best is not None, "a guess has a form"
    assert first is not None
    convincing, rounds, form = best
    if not convincing and rounds == 0 and understood is not None:
        return Found(understood[1], tried, screen=screen, reply=reply)
    if not convincing:
        usual = form == Form(exact=form.exact, clean_end=form.clean_end)
        if (
            not guessed.sure
            and not _drawn_otherwise(*first, form)
            and _speaks_of_numbers(first[0])
            and (not usual or _not_understood(first[1], form))
        ):
            unread = "which number moves which stone was not found out" + _answer(first[1])
            return Found(None, tried, unread, screen, reply, form, rounds)
    return Found(form, tried, screen=screen, reply=reply, rounds=rounds)


def _only_played_badly(judgement: Judgement, form: Form, guessed: Guess) -> bool:
    """Whether all that was typed was understood, and the game was given away by a legal move.

    By exchanged colours the program's stones may seem to be the human's: then it says nothing.
    """
    same = tuple(form.symbols) == tuple(guessed.forms[0].symbols)
    given_away = judgement.findings[0].clause == "mu_torere/perfect"
    return given_away and (same or bool(judgement.rounds))


def _as_a_menu_says(forms: Sequence[Form], text: str) -> list[Form]:
    """The forms; first those whose numbers for the legal moves, and no others, a line lists."""
    lines = [{*_WORD.findall(line)} for line in text.split("\n")]
    legal: dict[Reading, Sequence[Node]] = {}

    def is_listed(form: Form) -> bool:
        reading = form.picture, tuple(form.symbols)
        if reading not in legal:
            boards = Boards(form)
            boards.hear(without_moves(text))
            start = boards.end_reply()
            right = bool(start) and Position(start[-1], BLACK) in starts()
            legal[reading] = legal_moves(Position(start[-1], BLACK)) if right else ()
        wanted = {form.number_of[node] for node in legal[reading]}
        return bool(wanted) and any(line & form.node_of.keys() == wanted for line in lines)

    return sorted(forms, key=lambda form: not is_listed(form))


class _Meanings:
    """What trials have shown of the numbers, by one reading of the board.

    `moved`: the node whose stone moved when a number was typed. `not_meant`: numbers that were
    typed for a node and moved another stone, or none.
    """

    def __init__(self) -> None:
        self.moved: dict[str, Node] = {}
        self.not_meant: set[tuple[str, Node]] = set()

    def allow(self, form: Form) -> bool:
        """Whether a form's numbers agree with all that was seen.

        What a program makes of a number that it does not know says nothing of those that it knows.
        """
        return not any(form.number_of[node] == number for number, node in self.not_meant) and all(
            form.node_of.get(number, node) == node for number, node in self.moved.items()
        )

    def learn(self, transcript: Transcript, judgement: Judgement, form: Form) -> None:
        """Take what a trial shows that went wrong."""
        line = judgement.findings[0].line
        done = judgement.rounds
        if len(line) != len(done) + 1:
            return
        understood = {form.number_of[round_.node]: round_.node for round_ in done}
        if done and judgement.findings[0].clause not in _NUMBERING_CLAUSES:
            return
        self.not_meant.add((line[-1], form.node_of[line[-1]]))
        if judgement.findings[0].clause == "mu_torere/numbering":
            moved = _moved_by_the_last(transcript, form)
            if moved is not None:
                understood[line[-1]] = moved
        if all(self.moved.get(number, node) == node for number, node in understood.items()):
            self.moved |= understood


def _moved_by_the_last(transcript: Transcript, form: Form) -> Node | None:
    """The node whose stone the last number moved; None where no black one moved alone."""
    boards = Boards(form, terminal_of(transcript))
    shown: list[str] = []
    for turn in transcript.turns:
        before = shown
        if turn.sent is not None:
            boards.typed(turn.sent)
        boards.hear(turn.said)
        shown = boards.end_reply()
    if not before or not shown:
        return None
    position = Position(before[-1], BLACK)
    return next((node for node in legal_moves(position)
                 if apply(position, node).placement == shown[0]), None)  # fmt: skip


def _without_reach(transcript: Transcript) -> Transcript:
    """The transcript without what the program reached for, which tells nothing of how it prints."""
    return replace(transcript, exit=replace(transcript.exit, reached=()))


def _sense(transcript: Transcript, form: Form) -> int:
    """How much of the first reply this form explains, from 0 to 4, whatever else is wrong.

    A program that does not check its input slides whichever stone it is told to, so that the
    human's move is shown by a form with black and white exchanged as well. Whose stone the program
    moves then says more than whether the human's move is drawn rightly.
    """
    boards = Boards(form, terminal_of(transcript))
    if len(transcript.turns) < 2:
        return 0
    first, second = transcript.turns[:2]
    boards.hear(first.said)
    start = boards.end_reply()
    boards.typed(second.sent or "")
    boards.hear(second.said)
    answer = boards.end_reply()
    if not start or not answer or second.sent not in form.node_of or second.sent is None:
        return 0
    before = Position(start[-1], BLACK)
    node = form.node_of[second.sent]
    if node not in legal_moves(before):
        return 0
    asked = apply(before, node)
    if answer[-1] in {apply(asked, own).placement for own in legal_moves(asked)}:
        return 4
    if answer[0][node] != EMPTY:
        return 0
    return 1 + (answer[0] == asked.placement) + 2 * _slides_its_own(answer[0], answer[-1])


def _slides_its_own(before: str, after: str) -> bool:
    """Whether one white stone and the empty node have changed places."""
    changed = [(one, two) for one, two in zip(before, after, strict=True) if one != two]
    return sorted(changed) == [(EMPTY, WHITE), (WHITE, EMPTY)]


def _speaks_of_numbers(judgement: Judgement) -> bool:
    """Whether the first human move was not understood, so that its number may be another one."""
    finding = judgement.findings[0]
    return finding.clause in _NUMBERING_CLAUSES | {"mu_torere/boards", "mu_torere/drawing",
                                                   "mu_torere/end"}  # fmt: skip


def _drawn_otherwise(judgement: Judgement, transcript: Transcript, form: Form) -> bool:
    """Whether a move was understood, and the boards that answer the next one cannot be read.

    A program that does not understand a number draws one board at the most and asks again.
    """
    lines = without_moves(transcript.turns[-1].said).split("\n")
    return bool(judgement.rounds) and _drawings(lines, form) > 1


def _drawings(lines: Sequence[str], form: Form) -> int:
    """How many drawings these lines hold, whatever their nodes show."""
    patterns = [pattern for _, pattern in form.row_patterns]
    padded = [line + " " * form.width for line in lines]
    return sum(
        any(
            all(pattern.match(line, left) for pattern, line in zip(patterns, window, strict=True))
            for left in range(len(window[0]) - form.width + 1)
        )
        for top in range(len(padded) - len(patterns) + 1)
        for window in [padded[top : top + len(patterns)]]
    )


def _not_understood(transcript: Transcript, form: Form) -> bool:
    """Whether the first number typed moved nothing, and the program asked again or ended for it."""
    if len(transcript.turns) != _FIRST_MOVE:
        return False
    boards = Boards(form, terminal_of(transcript))
    first, second = transcript.turns
    boards.hear(first.said)
    start = boards.end_reply()
    boards.typed(second.sent or "")
    boards.hear(second.said)
    if any(board not in start for board in boards.end_reply()):
        return False
    if second.ending is not Ending.ENDED:
        return second.ending is Ending.ASKS
    words = [line for line in transcript.exit.own_stderr.split("\n") if line.strip()]
    return bool(words and _OF_A_NUMBER.search(words[-1]))


def _answer(transcript: Transcript) -> str:
    """What was typed first and how it was answered, where no board was the answer."""
    if len(transcript.turns) != _FIRST_MOVE:
        return ""
    turn = transcript.turns[-1]
    ended = turn.ending is Ending.ENDED
    lines = (transcript.exit.own_stderr if ended else turn.said).split("\n")
    words = next((line.strip() for line in reversed(lines) if line.strip()), "")
    if not ended and (len(lines) > _FEW_LINES or words == turn.sent):
        return ""
    answer = "it ended" if ended else "it asked again" if words else "it said nothing"
    return f"; when {turn.sent} was typed, {answer}" + (f": {words[:_WORDS]}" if words else "")


def _unlike() -> Chooser:
    """Moves that keep the draw, one whose node was not yet typed before the others."""
    typed: list[Node] = []

    def choose(position: Position, rounds: Sequence[Round]) -> Node | None:
        if len(rounds) >= _ROUNDS:
            return None
        moves = sorted(value_keeping_moves(position), key=lambda node: (typed.count(node), node))
        typed.append(moves[0])
        return moves[0]

    return choose
