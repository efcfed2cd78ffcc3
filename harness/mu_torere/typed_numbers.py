"""What trials show of the numbers that a program understands, whatever else is wrong with it."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from harness.mu_torere.reading.boards import Boards
from harness.mu_torere.reading.stones import OWN_NUMBER
from harness.mu_torere.referee import Judgement, terminal_of
from harness.mu_torere.screen import UNREAD, Form
from harness.session import Ending
from harness.transcript import Transcript
from reference.mu_torere.rules import BLACK, EMPTY, WHITE, Node

NUMBERING_CLAUSES: Final = frozenset({"mu_torere/numbering", "mu_torere/input"})
_TWO: Final = 2  # names, since of one a program may say so by chance; legal moves at the start
BOARDS: Final = 2  # that answer a move
_FEW_LINES: Final = 4  # an answer without a board
_NO_NUMBER: Final = re.compile(
    "invalid literal for int|could not convert string to float|NumberFormatException|"
    "InputMismatchException|invalid value for (Integer|Float)|ParseIntError|InvalidDigit|"
    "strconv.Atoi|Cannot convert .* to a BigInt|expected integer but got"
)  # what interpreters say of an input that is to be a number
_TWO_MOVES: Final = {(EMPTY, BLACK), (BLACK, WHITE), (WHITE, EMPTY)}  # what two change on a board
_IN_A_SCHEME: Final = 3  # numbers that move a node each: by chance they seldom would


class Reply(NamedTuple):
    """The boards before and after a number was typed."""

    number: str
    before: str  # the placement that the human saw
    shown: Sequence[str]  # what was shown then
    drawn: Sequence[str] = ()  # where these are too few: what the misdrawn ones show as well
    seconds: float = 0.0  # that it took

    @property
    def seen(self) -> Sequence[str]:
        """The boards shown, or if there are none those that are misdrawn."""
        return self.shown or self.drawn

    @property
    def moved(self) -> Node | None:
        """The node that one or two changes on the first board leave empty.

        Where neither is shown as empty, it is the one that is not where the stone has gone. Where
        the first board shows a reply as well, it is the node to which white has moved.
        """
        if not self.seen:
            return None
        after = self.seen[0]
        if (followed := self.followed) is not None:
            return followed
        changed = [node for node, kind in enumerate(self.before) if after[node] != kind]
        emptied = [node for node in changed if after[node] == EMPTY]
        left = emptied or [node for node in changed if self.before[node] != EMPTY]
        return left[0] if len(changed) <= 2 and len(left) == 1 else None

    @property
    def followed(self) -> Node | None:
        """The node that black has left and white has moved to, both by the first board."""
        after = self.seen[0] if self.seen else self.before
        changed = [node for node, kind in enumerate(self.before) if after[node] != kind]
        changes = {(self.before[node], after[node]): node for node in changed}
        if len(changed) > len(_TWO_MOVES) or changes.keys() != _TWO_MOVES:
            return None
        return changes[BLACK, WHITE]


def replies(transcript: Transcript, form: Form) -> list[Reply]:
    """What every number typed was answered with."""
    boards = Boards(form, terminal_of(transcript))
    found, before = list[Reply](), ""
    for turn in transcript.turns:
        if turn.sent is not None:
            boards.typed(turn.sent)
        boards.hear(turn.said)
        shown = boards.end_reply()
        if turn.sent is not None:
            nearly = boards.drawn() if len(shown) < BOARDS else ()
            found.append(Reply(turn.sent, before, shown, nearly, turn.seconds))
        before = shown[-1] if shown else before
    return found


class Trial(NamedTuple):
    """One game by one form, to find out whether it goes on as a game should."""

    form: Form
    judgement: Judgement
    transcript: Transcript
    replies: Sequence[Reply]

    @property
    def rounds(self) -> int:
        """How many rounds were right."""
        return len(self.judgement.rounds)

    def would_be_repeated_by(self, form: Form) -> bool:
        """Whether by this form the same numbers would be typed for the same nodes, and no others.

        Then the program answers the same, and the same is wrong with it. Where the print itself
        denied the numbers, nothing was typed, and other numbers are another matter.
        """
        if not self.replies and self.clause in NUMBERING_CLAUSES:
            return False
        same = (form.picture, form.symbols) == (self.form.picture, self.form.symbols)
        if any(OWN_NUMBER in symbol for symbol in form.symbols):  # what is shown depends on them
            same = same and form.numbers == self.form.numbers
        return same and all(
            typed.number in form.node_of
            and form.node_of[typed.number] == self.form.node_of.get(typed.number)
            for typed in self.replies
        )

    @property
    def moved_nothing(self) -> bool:
        """Whether the first number typed changed no board, as a number that means nothing."""
        if len(self.replies) != 1 or self.rounds:
            return False
        first, turn = self.replies[0], self.transcript.turns[-1]
        if any(board != first.before for board in first.shown):
            return False
        few = turn.said.count("\n") <= _FEW_LINES
        return turn.ending is not Ending.OVERFLOW and (bool(first.shown) or few)

    @property
    def clause(self) -> str:
        """The clause broken; '' for none."""
        return self.judgement.findings[0].clause if self.judgement.findings else ""

    @property
    def is_late(self) -> bool:
        """Whether the last answer did not come within the limit."""
        return self.transcript.turns[-1].ending is Ending.DEADLINE

    @property
    def last(self) -> Reply | None:
        """What the number was answered with at which the game went wrong, if it was one."""
        return self.replies[-1] if len(self.replies) == self.rounds + 1 else None

    @property
    def understood(self) -> int:
        """How many numbers moved the stones that they were to move; 0 where one did not.

        What is wrong then says nothing against the numbers.
        """
        last = self.last
        if last is None:
            return self.rounds if len(self.replies) == self.rounds else 0
        return self.rounds + 1 if last.moved == self.form.node_of.get(last.number, -1) else 0

    @property
    def misdraws(self) -> bool:
        """Whether the last number was understood, and one of the two boards drawn is misdrawn."""
        last = self.last
        drawn = 0 if last is None else len(last.drawn)
        return self.clause == "mu_torere/drawing" and self.understood > 0 and drawn >= BOARDS

    @property
    def moves_its_own(self) -> bool:
        """Whether the program has moved a stone of its own, by a legal move or another."""
        last = self.last
        at_once = last is not None and last.followed is not None
        return bool(self.rounds) or at_once or self._slides(WHITE)

    @property
    def moves_the_humans(self) -> bool:
        """Whether the program's first move was made with a stone of the human."""
        return not self.rounds and self._slides(BLACK)

    @property
    def miscounts(self) -> bool:
        """Whether the answer has wrong numbers of stones, each of which can be read."""
        shown = () if self.last is None else self.last.shown
        return self.clause == "mu_torere/drawing" and not any(UNREAD in board for board in shown)

    def _slides(self, kind: str) -> bool:
        """Whether a stone of this kind and the empty node have changed places on the last board."""
        if self.last is None or not self.last.seen:
            return False
        boards = self.last.seen[0], self.last.seen[-1]
        changed = [(one, two) for one, two in zip(*boards, strict=True) if one != two]
        return sorted(changed) == sorted([(EMPTY, kind), (kind, EMPTY)])


class Meanings:
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

    def learn(self, trial: Trial) -> None:
        """Take what a trial shows that went wrong."""
        understood = {trial.form.number_of[done.node]: done.node for done in trial.judgement.rounds}
        last = trial.last
        if last is not None:
            meant = trial.form.node_of.get(last.number)
            if trial.understood and meant is not None:
                understood[last.number] = meant
            elif meant is not None and (not trial.rounds or trial.clause in NUMBERING_CLAUSES):
                self.not_meant.add((last.number, meant))
                if trial.clause == "mu_torere/numbering" and last.moved is not None:
                    understood[last.number] = last.moved
        self._take(understood)

    def learn_moved(self, answered: Sequence[Reply], form: Form) -> bool | None:
        """Take what numbers have moved; whether a form says the same. None where none moved any."""
        moved = {done.number: done.moved for done in answered if done.moved is not None}
        self._take(moved)
        return all(form.node_of.get(n) == node for n, node in moved.items()) if moved else None

    def _take(self, moved: Mapping[str, Node]) -> None:
        """Take the nodes that numbers moved, unless one of them was seen to move another."""
        if all(self.moved.get(number, node) == node for number, node in moved.items()):
            self.moved |= moved


class Refused:
    """What was typed first and moved nothing, whatever node it was to mean.

    Where it would be the number of a stone that may move, the numbering is not the program's.
    """

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._first: set[str] = set()  # those that moved a stone, once two or more did
        self._not_numbers: set[str] = set()  # of these the program said that they are no numbers

    def learn(self, trial: Trial) -> None:
        """Take what the first thing typed was answered with."""
        if not trial.moved_nothing:
            return
        name = trial.replies[0].number
        self._names.add(name)
        said = trial.transcript.exit.own_stderr
        if not _is_integer(name) and _NO_NUMBER.search(said):
            self._not_numbers.add(name)

    def learn_moved(self, answered: Sequence[Reply]) -> None:
        """Take the numbers that moved a stone at the start, of a program that hangs at others."""
        moved = {done.number for done in answered if done.moved is not None}
        if len(moved) >= _TWO:
            self._first = moved

    def allow(self, form: Form, legal: Sequence[Node]) -> bool:
        """Whether a form's numbers may move the stones that may move at the start."""
        if len(self._not_numbers) >= _TWO and not all(map(_is_integer, form.numbers)):
            return False
        if self._first and not all(form.number_of[node] in self._first for node in legal):
            return False
        return not any(form.number_of[node] in self._names for node in legal)


def _is_integer(name: str) -> bool:
    return name.removeprefix("-").isdecimal()


class Scheme:
    """Which stones the numbers have moved, legal or not, in all trials by one picture."""

    def __init__(self) -> None:
        self._moved: defaultdict[str, set[Node]] = defaultdict(set)

    def learn(self, trial: Trial) -> None:
        """Take what every number typed has moved."""
        for reply in trial.replies:
            if reply.moved is not None:
                self._moved[reply.number].add(reply.moved)

    @property
    def is_one(self) -> bool:
        """Whether numbers of one length each move a node of its own: a numbering is behind them.

        What others move says nothing: a number of one digit may be looked for within them.
        """
        for length in {len(number) for number in self._moved}:
            nodes = [node for number, moved in self._moved.items() for node in moved
                     if len(number) == length]  # fmt: skip
            numbers = sum(len(number) == length for number in self._moved)
            if len(nodes) >= _IN_A_SCHEME and len({*nodes}) == len(nodes) == numbers:
                return True
        return False

    def is_of(self, form: Form) -> bool:
        """Whether such a numbering is this form's: all that was typed moved what it says."""
        return self.is_one and all(
            moved == {form.node_of.get(number, -1)} for number, moved in self._moved.items()
        )
