"""Finding out how a program prints and reads, by playing it.

The first print shows the drawing and the stones. Who is black and how the nodes are numbered is
found by trying: a short game for each way, until one goes on as a game should.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final

from harness.mu_torere.after_late import others_typed
from harness.mu_torere.game import Chooser, Game, play_out
from harness.mu_torere.menus import Reading, Starts, as_a_menu_says, reading_of
from harness.mu_torere.number_search import NumberSearch, alphabets, names_that_moved
from harness.mu_torere.reading.boards import Boards
from harness.mu_torere.reading.first_print import (
    First,
    OpenSession,
    after_preludes,
    answers_invited,
    first_print,
)
from harness.mu_torere.reading.inference import Guess, Hints, guess
from harness.mu_torere.reading.remains import remains
from harness.mu_torere.referee import declared_fault, judge
from harness.mu_torere.rounds import Round, without_moves
from harness.mu_torere.screen import Form
from harness.mu_torere.typed_numbers import (
    Meanings,
    Refused,
    Scheme,
    Trial,
    replies,
)
from harness.mu_torere.typed_numbers import Reply as TypedReply
from harness.mu_torere.unknown_numbers import first_answer, speaks_of_numbers
from harness.screen import Display, TerminalKind
from harness.session import Ending, Reply
from harness.transcript import Transcript
from reference.mu_torere.retrograde import value_keeping_moves
from reference.mu_torere.rules import (
    BLACK,
    EMPTY,
    WHITE,
    Node,
    Position,
    starts,
)

_ROUNDS: Final = 10  # of one trial: enough that most of the nine numbers are typed
_TRIES: Final = 120
_TRIES_BEFORE_PRELUDES: Final = 12
_READINGS: Final = 8  # of a board, in which a start is looked for
_LIKELY: Final = 8  # forms: by chance few of them would fit two numbers
CONVINCING: Final = 4  # rounds: a numbering that is right for fewer may be right by chance
_TIMES_AS_LONG: Final = 20  # as any move that it has made so far: so long another may take it
_LEAST_SECONDS: Final = 2.0  # the same
_ASKS_OF_OTHERS: Final = 5  # each time at least one more number is known

UNREAD_NOTE: Final = "cannot_be_read"
"""Where a transcript notes why its program's print cannot be read."""

OpenGame = Callable[[Form], Game]
Within = Callable[[float], OpenGame]
"""Opens games in which the program has no more than so many seconds for a move."""


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
    open_session: OpenSession,
    open_game: OpenGame,
    terminal: TerminalKind,
    hints: Hints,
    within: Within | None = None,
) -> Found:
    """The form of a program, found by reading its first print and by playing it.

    `within` opens those games in which it need not be waited for as long as the limit allows.
    """
    within = within or (lambda seconds: open_game)
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
        there = remains(screen.split("\n"))
        unread = (
            "no board is seen in what it prints before it waits for input: nine stones and sixteen "
            f"strokes that join them are looked for, found are {there}"
        )
        return Found(None, unread=unread, screen=screen, reply=reply)
    if guessed.faulty or declared_fault(guessed.forms[0]) is not None:
        return Found(guessed.forms[0], screen=screen, reply=reply)
    if hints.prelude or hints.exact or not answers_invited(first, ""):
        return _tried(guessed, within, screen, reply)
    if _shows_start(first, terminal):
        found = _tried(guessed, within, screen, reply, _TRIES_BEFORE_PRELUDES)
        if found.fits or found.rounds:
            return found
    behind = _behind_example(led, within, terminal)
    return behind or _tried(guessed, within, screen, reply)


def _behind_example(
    led: Iterator[tuple[Hints, First]], within: Within, terminal: TerminalKind
) -> Found | None:
    """The form of a game that begins when a prelude was typed, behind the board of an example."""
    for _, first in led:
        if first.guess is not None and _shows_start(first, terminal):
            found = _tried(first.guess, within, first.screen, first.reply)
            if found.fits or found.rounds:
                return found
    return None


def _shows_start(first: First, terminal: TerminalKind) -> bool:
    """Whether the last board of this print is the start of a game, in some reading of it."""
    assert first.guess is not None
    readings = {reading_of(form): form for form in first.guess.forms}
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


def _tried(guessed: Guess, within: Within, screen: str, reply: Reply, most: int = _TRIES) -> Found:
    open_game = within(math.inf)
    learned: dict[Reading, Meanings] = defaultdict(Meanings)
    refused = Refused()
    start = Starts(reply.text)
    drawn_one_way = len({form.picture for form in guessed.forms}) == 1
    schemes: dict[str, Scheme] = defaultdict(Scheme)  # by the picture
    trials: list[Trial] = []
    wrong_at_once: list[Trial] = []  # of a print that was tried, and is wrong by their form too
    asked: list[Trial] = []  # those too late by which other numbers were asked for
    instead: list[TypedReply] = []  # what those others were answered with
    denied: list[Trial] = []  # of these: other numbers move other stones than their forms say

    def read_by(trial: Trial) -> Found:
        return Found(trial.form, len(trials), screen=screen, reply=reply, rounds=trial.rounds)

    def try_out(form: Form, end: int = 0) -> Trial:
        trial = _trial(form, play_out(open_game(form), _unlike(end)))
        if trial.clause:
            learned[reading_of(form)].learn(trial)
            schemes[form.picture].learn(trial)
            refused.learn(trial)
        return trial

    def answered() -> list[TypedReply]:
        return [*chain.from_iterable(trial.replies for trial in trials), *instead]

    def in_time() -> OpenGame:
        """Opens games of one that answers in time what it understands: see `_TIMES_AS_LONG`."""
        seconds = [reply.seconds for reply in answered() if reply.moved is not None]
        return within(max(_LEAST_SECONDS, _TIMES_AS_LONG * max(seconds))) if seconds else open_game

    def fits_others(late: Trial) -> bool | None:
        """Whether what other numbers than the late one move is what this form says; None: nothing.

        Nor is it known where the late one was understood.
        """
        if late.understood or not late.replies or late.rounds >= CONVINCING:
            return None
        asked.append(late)
        if len(asked) > _ASKS_OF_OTHERS:
            return None
        others = others_typed(in_time(), late, guessed.forms)
        instead.extend(others)
        fits = learned[reading_of(late.form)].learn_moved(others, late.form)
        if not late.rounds:
            refused.learn_moved(others)
        if fits is False:
            denied.append(late)
        return fits

    for form in as_a_menu_says(guessed.forms, reply.text, start):
        if len(trials) >= most or not learned[reading_of(form)].allow(form):
            continue
        if any(
            trial.would_be_repeated_by(form) for trial in (*trials, *wrong_at_once)
        ) or not refused.allow(form, start.legal(form)):
            continue
        if trials and not trials[-1].replies:
            first = _of_same_print(trials[-1], form)
            if first.clause:
                wrong_at_once.append(first)
                continue
        trial = try_out(form)
        trials.append(trial)
        if not trial.clause:
            return replace(read_by(trial), fits=True)
        if trial.understood > CONVINCING or (trial.misdraws and drawn_one_way):
            break
        if trial.is_late:
            fits = fits_others(trial)
            if fits is None:
                break
            if fits and try_out(form, end=-1).rounds >= CONVINCING:
                return read_by(trial)
    best = _best(trials, guessed)
    if _ends_unasked(open_game, best):
        return read_by(best)
    while True:  # each time a form is confirmed, or no longer allowed
        allowed = [trial for trial in trials if learned[reading_of(trial.form)].allow(trial.form)]
        found = _understood(allowed, guessed)
        if found is None:
            break
        if _goes_further(best, found):
            return read_by(best)
        if found.understood <= CONVINCING and not (found.is_late and found.misdraws):
            try_out(found.form, end=-1)  # by another first move
        if learned[reading_of(found.form)].allow(found.form):
            return read_by(found)
    moving = names_that_moved(answered())
    if best.replies and not guessed.sure and (moving or not best.is_late):
        likely = alphabets(guessed.forms, moving)
        searched = _by_search(likely, in_time(), try_out)
        if searched is not None:
            return replace(read_by(searched), fits=not searched.clause)
    read = read_by(best)
    if best.rounds >= CONVINCING or _only_played_badly(best, guessed) or guessed.sure:
        return read
    of_numbers = best in denied or speaks_of_numbers(best, schemes[best.form.picture])
    if not of_numbers or _unasked(open_game, best.form):
        return read
    unread = "which number moves which stone was not found out, so --numbers must say it"
    unread += first_answer(best)
    return replace(read, form=None, unread=unread, nearest=best.form)


def _trial(form: Form, transcript: Transcript) -> Trial:
    transcript = _without_reach(transcript)
    return Trial(form, judge(transcript), transcript, replies(transcript, form))


def _of_same_print(trial: Trial, form: Form) -> Trial:
    """What another form makes of a print that was wrong before anything was typed."""
    transcript = replace(trial.transcript, form=form.to_json())
    return Trial(form, judge(transcript), transcript, ())


def _by_search(
    forms: Iterable[Form], open_game: OpenGame, try_out: Callable[[Form], Trial]
) -> Trial | None:
    """The longest trial, by whatever reading, of numbers that were learned by a search.

    Where it learned only some, the trial counts if every number typed was one of these. So does the
    game in which that was seen.
    """
    trials: list[Trial] = []
    for form in forms:
        if trials and {*form.numbers} != {*trials[0].form.numbers}:
            continue
        search = NumberSearch(open_game, form)
        complete = search.run()
        if not complete and not search.moved:
            continue
        trial = _trial(search.form, search.wrong) if search.wrong else try_out(search.form)
        if search.wrong or complete or (trial.clause and trial.understood):
            trials.append(trial)
        if complete and not trial.clause:
            break
    return max(trials, key=lambda t: (not t.clause, t.rounds, t.moves_its_own), default=None)


def _goes_further(trial: Trial, other: Trial) -> bool:
    """Whether a trial was right for longer than another was understood.

    A round is enough if by the other the program moves the human's stones, as by colours exchanged,
    and no number is to blame for what it draws.
    """
    drawn = trial.clause == "mu_torere/drawing" and trial.moves_its_own
    least = 1 if drawn and other.moves_the_humans else CONVINCING
    return trial.rounds >= max(least, other.understood)


def _understood(trials: Sequence[Trial], guessed: Guess) -> Trial | None:
    """The first trial in which every number was understood and the program went wrong by itself.

    A program that does not check its input slides whichever stone it is told to, so that the
    human's move is shown by a form with black and white exchanged as well. Whose stone the program
    moves says more than whether the human's move is drawn rightly; if it is the human's, by
    numbers that are not likely, the colours are taken to be exchanged.
    """
    first = guessed.forms[:_LIKELY]
    symbols = tuple(first[0].symbols)
    whole = [trial for trial in trials if trial.understood]
    own = (trial for trial in whole if trial.moves_its_own)
    alone = (
        trial for trial in whole if trial.miscounts
        or (tuple(trial.form.symbols) == symbols and
            (trial.form in first or symbols == tuple(BLACK + WHITE + EMPTY)
             or not trial.moves_the_humans))
    )  # fmt: skip
    reads = next(own, None) or next(alone, None)
    if reads is None:
        return None
    return next(trial for trial in whole if reading_of(trial.form) == reading_of(reads.form))


def _best(trials: Sequence[Trial], guessed: Guess) -> Trial:
    """The trial that went furthest; of those that were wrong at once the likeliest form's."""

    def far(trial: Trial) -> tuple[bool, int, bool]:
        convincing = trial.rounds >= CONVINCING or _only_played_badly(trial, guessed)
        return convincing, trial.rounds, trial.form == guessed.forms[0]

    return max(trials, key=far)


def _only_played_badly(trial: Trial, guessed: Guess) -> bool:
    """Whether all that was typed was understood, and the game was given away by a legal move.

    By exchanged colours the program's stones may seem to be the human's: then it says nothing.
    """
    same = tuple(trial.form.symbols) == tuple(guessed.forms[0].symbols)
    return trial.clause == "mu_torere/perfect" and (same or bool(trial.rounds))


def _without_reach(transcript: Transcript) -> Transcript:
    """The transcript without what the program reached for, which tells nothing of how it prints."""
    return replace(transcript, exit=replace(transcript.exit, reached=()))


def _unasked(open_game: OpenGame, form: Form) -> bool:
    """Whether it goes on or ends though nothing is typed, so that no number is to blame."""
    game = open_game(form)
    game.wait()
    return bool(judge(_without_reach(game.finish())).findings)


def _ends_unasked(open_game: OpenGame, trial: Trial) -> bool:
    """Whether a game that was right so far ends though nothing more is typed.

    Then no number is to blame, however few have been typed.
    """
    last = trial.last
    ended = trial.transcript.turns[-1].ending is Ending.ENDED
    if not trial.rounds or not ended or (last is not None and last.shown):
        return False
    game = open_game(trial.form)
    for done in trial.judgement.rounds:
        if not game.over:
            game.play(done.node)
    if game.over:
        return False
    game.wait()
    return bool(judge(_without_reach(game.finish())).findings)


def _unlike(end: int) -> Chooser:
    """Moves that keep the draw, one whose node was not yet typed before the others.

    `end` is 0 or -1: which of several begins, the lowest or the highest.
    """
    typed: list[Node] = []

    def choose(position: Position, rounds: Sequence[Round]) -> Node | None:
        if len(rounds) >= _ROUNDS:
            return None
        sound = value_keeping_moves(position)
        seldom = min(map(typed.count, sound))
        node = sorted(node for node in sound if typed.count(node) == seldom)[end]
        typed.append(node)
        return node

    return choose
