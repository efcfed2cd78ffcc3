"""Following one run of a MENACE, turn by turn: what each game used and printed, by the rules.

The interactor follows a reply while it comes, to see whether it is whole; the referee afterwards.
"""

import re
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from harness.fault import Fault
from harness.menace.classes import BOXES
from harness.menace.form import Form
from harness.menace.reading.holdings import AT_LEAST
from harness.menace.reading.lattice import Lattice
from harness.menace.reading.line_starts import LineStarts
from harness.menace.reading.pages import Page
from harness.menace.reading.stones import Stones
from harness.menace.screen import Dump, Event, Listing, NewGame, Screen, Shown
from harness.menace.steps import (
    SHOWN_AT_MOST,
    WAIT,
    after_human,
    boxes_fault,
    instead_of_boxes,
    name_of,
    own_move,
    shortened,
    too_much,
)
from harness.session import Ending
from harness.transcript import Turn
from harness.verdict import HarnessError, Verdict
from reference.tic_tac_toe import (
    EMPTY_BOARD,
    Board,
    Mark,
    Square,
    over,
    place,
    winner,
)

_ENCODING: Final = "utf-8", "surrogatepass"
_WORDS: Final = re.compile(r"\b[A-Za-z]{3,20}\b|(?i:new[ _-]*game)")  # of talk, not of codes
_BOARD_UNREAD: Final = 9  # signs that are no words: so many can be a board,
_EMPTY_LEFT: Final = 6  # squares after two rounds: a word that comes as often may stand for one
_BOXES_UNREAD: Final = 304  # and so many all boxes
_KEPT_AT_MOST: Final = 1 << 20  # characters of a reply with which a game ends
# What boxes can be taken for as long as not all of them have come: pictures are boards too.
_AFTER_A_GAME: Final = {"menace/over", "menace/dump", "menace/boxes", "menace/end"}
_READ: Final = {"menace/new_game", "?menace/new_game"}  # broken whatever a board looks like


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: MENACE's moves (position before, square), the result, the boxes after."""

    draws: tuple[tuple[Board, Square], ...]
    won_by: Mark | None
    boxes: tuple[tuple[str, ...], ...]
    turn: int  # inputs until then
    packed: bytes = field(default=b"", compare=False, repr=False)  # the reply, by zlib

    @property
    def said(self) -> str:
        """The reply with which the game ended; nothing where it was not kept."""
        return zlib.decompress(self.packed).decode(*_ENCODING) if self.packed else ""


@dataclass(frozen=True, slots=True)
class State:
    """Where a run stands.

    `board` is None until the first board of a game; `games_left` includes the game in play.
    """

    games_left: int
    board: Board | None = None
    draws: tuple[tuple[Board, Square], ...] = ()
    ended: bool = False


Outcome: TypeAlias = tuple[State, list[Played]] | Fault


@dataclass(slots=True)
class Follower:
    """Follows a run turn by turn; the interactor and the referee both use it."""

    form: Form
    games: int
    state: State = field(init=False)
    screen: Screen = field(init=False)
    inputs: int = 0
    _read: set[str] = field(default_factory=set)  # what was understood: boards, O, boxes
    _brackets_match: bool = False  # in every reply with boxes until now
    _page: Page = field(default_factory=Page)
    _starts: LineStarts = field(init=False)
    _stones: Stones = field(init=False)
    _lattice: Lattice = field(init=False)
    _last: tuple[tuple[State, str, str | None, bool], Outcome] | None = None  # asked, and found

    def __post_init__(self) -> None:
        self.screen = Screen(self.form)
        self._starts = LineStarts(self.form.exact)
        self._stones = Stones(self.form)
        self._lattice = Lattice(self.form)
        self.state = State(self.games)

    def satisfied(self, text: str, sent: str | None) -> bool:
        """Whether this is all that the program has to say before the next input (or for good)."""
        board, whole = self.state.board, self.form.exact  # then it is read in one way
        page = self._page.would_be(text, sent)
        said = self._starts.would_be(self._lattice.would_be(page, board))
        text = self._stones.would_be(said, board)
        if self._brackets_match and text.count("[") != text.count("]"):
            return False  # amid the boxes, which come in many pieces
        outcome = self._advance(text, sent, whole)
        if isinstance(outcome, Fault) and self._lattice.seeks_first:
            is_unread = isinstance(self._advance(text, sent, whole=True), Fault)
            if is_unread and (by_places := self._by_places(page, sent, whole)):
                _, outcome = by_places
        if isinstance(outcome, Fault):
            if outcome.expected == WAIT:
                return False
            if outcome.clause.startswith("?") or outcome.clause in _AFTER_A_GAME:
                return False
            # Among many lines a board may prove to be the picture of a box by those that follow.
            return self.form.exact or text.count("\n") < AT_LEAST
        return not outcome[0].ended  # an end is seen by the run ending

    def follow(self, turn: Turn) -> list[Played] | Fault:
        """Take one turn: the games that it finished, or the clause that it broke."""
        page = turn.said
        if not self.form.exact:
            page = self._page.take(turn.said, turn.sent)
            said = self._starts.take(self._lattice.take(page, self.state.board))
            turn = turn._replace(said=self._stones.take(said, self.state.board))
        outcome = self._advance(turn.said, turn.sent, whole=True)
        is_fault = isinstance(outcome, Fault)
        if is_fault and (by_places := self._by_places(page, turn.sent, whole=True)):
            self._lattice.adopt()
            said, outcome = by_places
            turn = turn._replace(said=said)
        self.inputs += turn.sent is not None
        if isinstance(outcome, Fault):
            unread = None if outcome.clause in _READ else self._unreadable(turn)
            return unread or self._in_earnest(outcome, turn)
        state, finished = outcome
        self._note(turn.said, finished)
        if finished and not self.form.exact and len(turn.said) <= _KEPT_AT_MOST:
            packed = zlib.compress(turn.said.encode(*_ENCODING), 1)  # games are thousands
            finished = [replace(played, packed=packed) for played in finished]
        if turn.ending is Ending.OVERFLOW:
            return Fault(
                "menace/board", f"{len(turn.said):,} characters", "a reply, then a wait for input"
            )
        if state.ended and turn.ending is not Ending.ENDED:
            return self._not_ended(turn)
        if not state.ended and turn.ending is Ending.ENDED:
            return Fault("menace/end", "the run's end", "a game that goes on", by_end=True)
        if self.form.exact and (fault := self._more_than_exact(turn.said, len(finished), state)):
            return fault
        self.state = state
        return finished

    def _by_places(self, page: str, sent: str | None, whole: bool) -> tuple[str, Outcome] | None:
        """A reply as its boards' places have it, and what follows; None where that is at fault."""
        other = self._lattice.otherwise(page, self.state.board)
        if other is None:
            return None
        said = self._starts.would_be(other)
        outcome = self._advance(said, sent, whole)
        return None if isinstance(outcome, Fault) else (said, outcome)

    def _more_than_exact(self, said: str, dumps: int, state: State) -> Fault | None:
        """What is not the challenge's own format; the last boxes of a run need not end a line."""
        rest = self.screen.rest(said)
        if more := rest.replace("\n", "", dumps):
            return Fault("menace/exact", shortened(repr(more)), "New game, boards and boxes alone")
        if len(rest) < dumps - state.ended:
            return Fault("menace/exact", "more on the line of the boxes", "a line of their own")
        return None

    def _advance(self, text: str, sent: str | None, whole: bool) -> Outcome:
        """The state after this text. A clause that begins with `?` is not broken yet.

        A reply that was found to be whole is then followed: the last answer is kept.
        """
        asked = self.state, text, sent, whole
        if self._last is None or self._last[0] != asked:
            self._last = asked, self._advanced(text, sent, whole)
        return self._last[1]

    def _advanced(self, text: str, sent: str | None, whole: bool) -> Outcome:
        state, inputs = self.state, self.inputs + (sent is not None)
        finished: list[Played] = []
        said = events = self.screen.outline(text, whole, self.state.board)
        if not self.form.exact:
            events = _without_repeats(said, state.board, drawn=self._page.drawn)
        at = 0
        if state.board is not None and sent is not None:
            if sent not in self.form.moves:
                raise HarnessError(f"the human's input {sent!r} is no move of this form")
            human = self.form.moves.index(sent)
            expected = place(state.board, human, "O")
            at = _skip_boxes(events, at)
            if at >= len(events):
                return Fault("?menace/board", "no board", "the board after the human's move")
            if fault := after_human(_event(events, at), state.board, expected, sent):
                return fault
            at += 1
            state = replace(state, board=expected)
        while True:
            if state.board is not None and over(state.board):
                end = _skip_boxes(events, at)
                boxes = self.screen.with_boxes(events[at:end])
                if not boxes and end >= len(events):
                    return Fault("?menace/dump", "no boxes", "all boxes after the game")
                # The last, because others were printed before learning.
                event = boxes[-1] if boxes else _event(events, end)
                if not isinstance(event, Dump):
                    return instead_of_boxes(event, state.board)
                if fault := boxes_fault(event, self.form, state.games_left == self.games):
                    return fault
                finished.append(Played(state.draws, winner(state.board), event.boxes, inputs))
                at = end
                state = State(state.games_left - 1)
                if state.games_left == 0:
                    if more := self.screen.with_boxes(events[at:]):
                        return Fault("menace/end", name_of(more[0]), "no more games")
                    return replace(state, ended=True), finished
            if state.board is None:
                at = _skip_keys(events, _skip_boxes(events, at))
                if at >= len(events):
                    return Fault("?menace/new_game", "nothing", "`New game`")
                if not isinstance(events[at], NewGame):
                    return Fault("menace/new_game", name_of(_event(events, at)), "`New game`")
                at += 1
                first = _skip_boxes(events, at)
                if not self.form.exact and events[first : first + 1] == [Shown(EMPTY_BOARD)]:
                    at = first + 1
            before = state.board or EMPTY_BOARD
            at = _skip_boxes(events, at)
            if at >= len(events):
                if [*said].count(Shown(before)) > 1 and not self._page.drawn:
                    unmoved = own_move(Shown(before), before)
                    assert isinstance(unmoved, Fault), "a board has no stone more than itself"
                    return replace(unmoved, clause=f"?{unmoved.clause}")
                return Fault("?menace/board", "no board", "the board after MENACE's move")
            moved = own_move(_event(events, at), before)
            if isinstance(moved, Fault):
                return moved
            at += 1
            after = place(before, moved, "X")
            state = replace(state, board=after, draws=(*state.draws, (before, moved)))
            if not over(after):
                at = _skip_boxes(events, at)
                if at < len(events):
                    return too_much(_event(events, at), after)
                return state, finished

    def _note(self, text: str, finished: Sequence[Played]) -> None:
        """Note what was understood in a reply, and how its boxes were read if games finished."""
        events = self.screen.outline(text, before=self.state.board)
        if finished and (listing := self._listing_of(finished[-1], events)):
            self.screen.remember(listing)
        for event in events:
            if isinstance(event, Shown):
                self._read |= {"boards", "O"} if "O" in event.board else {"boards"}
            elif not isinstance(event, NewGame):
                match = text.count("[") == text.count("]")
                if "boxes" in self._read:  # those in lines are not read once more
                    self._brackets_match = self._brackets_match and match
                elif self._are_all_boxes(event):
                    self._brackets_match = match
                    self._read.add("boxes")

    def _listing_of(self, played: Played, events: Sequence[Event | Listing]) -> Listing | None:
        """The lines that the boxes after a game were read from; None where they are no lines.

        The boxes of the next game may be listed before its board, among words that are said there.
        """
        listings: list[Listing] = []  # since the last board
        for event in events:
            if isinstance(event, Shown):
                listings.clear()
            elif isinstance(event, Listing):
                listings.append(event)
            elif isinstance(event, NewGame) and listings:
                break
        for listing in reversed(listings):
            dump = self.screen.boxes_of(listing)
            if dump and dump.boxes == played.boxes:
                return listing
        return None

    def _are_all_boxes(self, event: Dump | Listing) -> bool:
        dump = self.screen.boxes_of(event) if isinstance(event, Listing) else event
        return dump is not None and len(dump.boxes) == BOXES

    def _unreadable(self, turn: Turn) -> Fault | None:
        """The fault that a reply cannot be read: something is printed that is not understood.

        That is no wrong answer, and cannot arise once a reply of this kind has been understood.
        """
        if self.form.exact or turn.ending not in (Ending.READY, Ending.ASKS, Ending.ENDED):
            return None
        events = self.screen.events(turn.said, before=self.state.board)
        dumps = [event for event in events if isinstance(event, Dump)]
        boards = [event.board for event in events if isinstance(event, Shown) and not event.key]
        if not all(dump.sure for dump in dumps):  # then this may be the picture of the first box
            boards = [board for board in boards if board != EMPTY_BOARD]
        what = "the boxes"
        if "boards" not in self._read and not boards:
            what = "the board"
        elif "O" not in self._read and self.inputs > 1 and not boards:
            what = "the board after the human's move"
        elif (
            "boxes" in self._read
            or not any(over(board) for board in boards)
            or any(len(dump.boxes) == BOXES or dump.sure for dump in dumps)
        ):
            return None
        least = _BOXES_UNREAD if what == "the boxes" else _BOARD_UNREAD
        signs = len("".join(_WORDS.sub("", turn.said).split()))
        words = Counter(turn.said.split())
        in_words = what != "the boxes" and max(words.values(), default=0) >= _EMPTY_LEFT
        if signs < least and not in_words:
            return None
        said = turn.said if what != "the boxes" else turn.said[-SHOWN_AT_MOST:]
        seen = f"{what} cannot be read: {shortened(repr(said))}"
        expected = "boards and boxes in a form that is known or declared"
        return Fault("menace/reading", seen, expected, Verdict.INCONCLUSIVE)

    def _in_earnest(self, fault: Fault, turn: Turn) -> Fault:
        """The fault to report for what had not come yet when the reply ended."""
        if not fault.clause.startswith("?"):
            return fault
        clause = fault.clause[1:]
        last = self.state.games_left == 1
        match turn.ending:
            case Ending.DEADLINE:
                seen = f"{fault.seen} after {turn.seconds:.1f} seconds"
                more = "; --move-seconds lets the harness wait longer"
                return Fault("menace/time", seen, fault.expected + more, Verdict.TIME_LIMIT)
            case Ending.ENDED:
                # A program that ends before its time broke off, whatever should have come next; at
                # the last game's end it left something out.
                missing = clause if clause == "menace/dump" and last else "menace/end"
                return Fault(missing, fault.seen, fault.expected, by_end=True)
            case Ending.OVERFLOW:
                return Fault("menace/board", f"{len(turn.said):,} characters", fault.expected)
            case Ending.EXCESS:
                seen = f"it used more memory or processes than it may with {fault.seen}"
                return Fault("menace/end", seen, fault.expected, Verdict.RUN_TIME_ERROR)
            case Ending.ASKS if clause == "menace/board" or not turn.said:
                seen = f"it waits for input with {fault.seen}"
                return Fault("menace/interactive", seen, fault.expected)
            case Ending.ASKS if clause == "menace/dump":
                seen = "it waits for a move in a finished game"
                return Fault("menace/over", seen, fault.expected)
        return Fault(clause, f"{fault.seen}, and it waits for input", fault.expected)

    def _not_ended(self, turn: Turn) -> Fault:
        expected = "an end after the last game"
        if turn.ending is Ending.DEADLINE:
            seen = f"it runs on for {turn.seconds:.1f} seconds"
            return Fault("menace/end", seen, expected, Verdict.TIME_LIMIT)
        if turn.ending is Ending.EXCESS:
            return Fault("menace/end", "it used more memory or processes than it may", expected)
        return Fault("menace/end", "it waits for more input", expected)


def _without_repeats(
    events: Sequence[Event | Listing], board: Board | None, *, drawn: bool
) -> list[Event | Listing]:
    """What is printed without the boards of a game that were shown before, and are shown again.

    All of it where no other board is shown: then a move has changed nothing. Of a page that is
    drawn the rows around each change are told again; and the last game's board may come back for a
    moment, as curses draws it when it begins anew.
    """
    others = any(isinstance(event, Shown) and event.board != board for event in events)
    if not (others or drawn):
        return list(events)
    kept: list[Event | Listing] = []
    for event in events:
        if isinstance(event, Shown):
            if event.board == board:
                continue
            board = event.board
        elif isinstance(event, NewGame) and not drawn:
            board = None
        kept.append(event)
    return kept


def _skip_boxes(events: Sequence[Event | Listing], at: int) -> int:
    """Boxes may be printed more often than after each game."""
    while at < len(events) and isinstance(events[at], Dump | Listing):
        at += 1
    return at


def _skip_keys(events: Sequence[Event | Listing], at: int) -> int:
    """What is typed for each square may be told before the first game."""
    begins = next((n for n, event in enumerate(events) if isinstance(event, NewGame)), at)
    while at < begins and isinstance(event := events[at], Shown) and event.key:
        at = _skip_boxes(events, at + 1)
    return at


def _event(events: Sequence[Event | Listing], at: int) -> Event:
    """The event at a place where boxes in lines have been skipped."""
    event = events[at]
    assert not isinstance(event, Listing), "they are skipped"
    return event
