"""Finding out how a program is to be read: programs in process that go wrong while it is tried."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pytest

from harness.mu_torere.game import Game
from harness.mu_torere.reading.inference import Hints
from harness.mu_torere.screen import Form
from harness.mu_torere.trial import Found, find_form
from harness.screen import TerminalKind
from harness.session import Ending, Exit, Reply
from reference.mu_torere.retrograde import value_keeping_moves
from reference.mu_torere.rules import Node, Position, legal_moves
from tests.harness.support import NODE_OF, FakeSession, Rounds, perfect, square
from tests.thinned import one_in

ROW_BY_ROW: Final = "123456789"
RING: Final = (0, 1, 2, 7, 8, 3, 6, 5, 4)  # the nodes in reading order


class Unchecked(FakeSession):
    """Slides whatever stone it is told to, as a golfed program does."""

    def send(self, line: str) -> None:
        if line in NODE_OF:  # else it asks again, and says nothing
            super().send(line)

    def _move(self, node: Node) -> None:
        stones = list(self._position.placement)
        stones[stones.index("o")], stones[node] = stones[node], "o"
        self._position = Position("".join(stones), "w" if self._position.to_move == "b" else "b")
        self._said += square(self._position.placement)


@pytest.mark.parametrize("of_the_good", [0, pytest.param(-1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("trial", [1, 2, 3])
@pytest.mark.parametrize("round_", [1, 2, 3, 4, 5])
def test_a_bad_lot_in_a_trial_does_not_hide_the_numbers(
    round_: int, trial: int, of_the_good: int
) -> None:
    """A move that gives the game away says nothing against the numbers that were understood."""
    runs = itertools.count()

    def open_session() -> FakeSession:
        run = next(runs)

        def choose(position: Position, rounds: Rounds) -> Node:
            good = value_keeping_moves(position) or (position.placement.index("w"),)
            bad = [node for node in legal_moves(position) if node not in good]
            if bad and run == trial and len(rounds) >= round_:
                return bad[0]
            return sorted(good)[of_the_good]

        return Unchecked(choose)

    def open_game(form: Form) -> Game:
        return Game(open_session(), form, ("fake",), 15.0)

    found = find_form(open_session, open_game, TerminalKind(), Hints())
    assert found.form is not None
    assert found.form.numbers == Form().numbers


Answer = Callable[["Sliding"], None]
"""What a program does when the human's stone has moved."""


class Sliding(FakeSession):
    """Slides the stone of whatever number it knows, and then does something of its own."""

    def __init__(self, nodes: Mapping[str, Node], answer: Answer, stones: str = "bwo") -> None:
        super().__init__(perfect)
        self.nodes, self.answer = nodes, answer
        self.placement = self._position.placement
        self.draw = str.maketrans("bwo", stones)
        self.ended = False
        self.answered = 0
        self._said = ""
        self.show()

    def send(self, line: str) -> None:
        if self.ended:
            return
        if line in self.nodes:
            self.slide(self.nodes[line])
            self.answered += 1
            self.answer(self)
        else:
            self.ended = True

    def read(self, complete: Callable[[str], bool]) -> Reply:
        said, self._said = self._said, ""
        if complete(said):
            return Reply(said, 0.0, Ending.READY)
        return Reply(said, 0.0, Ending.ENDED if self.ended else Ending.ASKS)

    def slide(self, node: Node) -> None:
        stones = list(self.placement)
        stones[stones.index("o")], stones[node] = stones[node], "o"
        self.placement = "".join(stones)
        self.show()

    def show(self) -> None:
        self._said += square(self.placement).translate(self.draw)


def plays_well(session: Sliding) -> None:
    """Answer rightly, where the human's move was a legal one."""
    position = Position(session.placement, "w")
    moves = legal_moves(position)
    sound = [node for node in value_keeping_moves(position) if node in moves]
    session.slide((sound or moves or [session.placement.index("w")])[0])


def ends(session: Sliding) -> None:
    session.ended = True


def jumps(session: Sliding) -> None:
    position = Position(session.placement, "w")
    far = [n for n in range(9) if session.placement[n] == "w" and n not in legal_moves(position)]
    session.slide(far[0])


def steals(session: Sliding) -> None:
    session.slide(next(n for n in range(9) if session.placement[n] == "b"))


def shows_one_board(session: Sliding) -> None:
    """Leave the human's move to be seen with its own."""
    session._said = ""
    plays_well(session)


def ends_after(rounds: int) -> Answer:
    """What ends, by its own will, when so many rounds are over."""

    def answer(session: Sliding) -> None:
        plays_well(session)
        session.ended = session.answered == rounds

    return answer


def named(numbers: Sequence[str]) -> dict[str, Node]:
    return dict(zip(numbers, RING, strict=True))


def found(nodes: Mapping[str, Node], answer: Answer, stones: str = "bwo") -> Found:
    def open_session() -> Sliding:
        return Sliding(nodes, answer, stones)

    def open_game(form: Form) -> Game:
        return Game(open_session(), form, ("fake",), 15.0)

    return find_form(open_session, open_game, TerminalKind(), Hints())


@pytest.mark.parametrize(
    ("answer", "numbers"),
    one_in(
        3,
        [ends, jumps, steals, shows_one_board],
        ["1 2 3 4 5 6 7 8 9", "0 1 2 3 4 5 6 7 8", "1 2 3 8 9 4 7 6 5", "7 8 9 4 5 6 1 2 3",
         "-29 -27 -25 -17 -15 -13 -5 -3 -1"],
    ),
)  # fmt: skip
def test_what_goes_wrong_at_once_is_told_in_the_programs_numbers(
    numbers: str, answer: Answer
) -> None:
    """Both first moves of the human tell apart numberings that agree on one."""
    nodes = named(numbers.split())
    read = found(nodes, answer)
    assert read.form is not None
    first = legal_moves(Position("bbbbwwwwo", "b"))
    assert len(first) == 2
    assert {read.form.number_of[node] for node in first} == {
        number for number, node in nodes.items() if node in first
    }


@pytest.mark.parametrize(
    ("right", "misdrawn"),
    [("\\|/", "\\| "), ("\n|\\|/|", "\n  |\\|/|"), ("|/|\\|", "|/||\\|")],
    ids=["a stroke that is not drawn", "a row that stands elsewhere", "a stroke too many"],
)
@pytest.mark.parametrize("numbers", [[*ROW_BY_ROW], [*"bcdiaehgf"]], ids="".join)
@pytest.mark.parametrize("round_", [2, 4])
def test_a_board_that_is_misdrawn_later_does_not_hide_the_numbers(
    round_: int, numbers: list[str], right: str, misdrawn: str
) -> None:
    """Two boards answer what was typed, so it was understood: they are misdrawn, not misread."""

    def misdraws(session: Sliding) -> None:
        plays_well(session)
        if session.answered == round_:
            session._said = session._said.replace(right, misdrawn)

    read = found(named(numbers), misdraws)
    assert read.form is not None
    assert read.form.numbers == tuple(numbers)


@pytest.mark.parametrize(
    ("right", "misdrawn"),
    [("-", " "), ("|/|\\|", "|\\|/|"), ("\n|\\", "\n |\\"), ("|", ""), ("\nb-", "\nb--")],
    ids=["no level strokes", "the other slants", "a shifted row", "no upright strokes", "too long"],
)
@pytest.mark.parametrize("numbers", [ROW_BY_ROW, "519263748"])
def test_boards_that_are_all_misdrawn_but_the_first_are_no_matter_of_numbers(
    numbers: str, right: str, misdrawn: str
) -> None:
    """Two boards answer whatever is typed, so it moves a stone, though it may be another."""

    def misdraws(session: Sliding) -> None:
        plays_well(session)
        session._said = session._said.replace(right, misdrawn)

    read = found(dict(zip(numbers, range(9), strict=True)), misdraws)
    assert read.form is not None
    assert not read.fits


def test_the_usual_number_goes_before_another_one_of_the_same_node() -> None:
    """Whatever the program does next, which may depend on how the node was named."""
    last = named([str(number) for number in range(-9, 0)])
    asked: list[str] = []

    class Both(Sliding):
        def send(self, line: str) -> None:
            asked.append(line)
            super().send(line)

    def by_the_sign(session: Sliding) -> None:
        (jumps if asked[-1].startswith("-") else ends)(session)

    def open_session() -> Sliding:
        return Both(named(ROW_BY_ROW) | last, by_the_sign)

    def open_game(form: Form) -> Game:
        return Game(open_session(), form, ("fake",), 15.0)

    read = find_form(open_session, open_game, TerminalKind(), Hints())
    assert read.form is not None
    assert read.form.numbers == (*ROW_BY_ROW,)


@pytest.mark.parametrize("stones", ["OX.", "XO."])
@pytest.mark.parametrize("names", ["Q W E R T Y U I O", "p7 q3 x1 y9 z2 n8 m4 k5 l6"])
def test_numbers_that_nothing_explains_are_not_called_wrong(names: str, stones: str) -> None:
    """Whatever stone a number moves, in a program that does not check what was typed."""
    nodes = {number: node for node, number in enumerate(names.split())}
    read = found(nodes, plays_well, stones)
    assert read.form is None
    assert read.nearest is not None
    assert read.screen.startswith("{0}-{0}-{0}\n".format(stones[1]))
    assert "which number moves which stone" in read.unread


@pytest.mark.parametrize("numbers", ["123456789", "012345678", "123894765"])
def test_numbers_that_are_usual_are_found(numbers: str) -> None:
    read = found(named(numbers), plays_well)
    assert read.form is not None
    assert read.form.numbers == (*numbers,)
    assert read.fits
    assert read.screen.startswith("w-w-w\n")


OCTAGON: Final = r"""
    0-------1
   / \     / \
  /   \   /   \
 7-----\ /-----2
 |      8      |
 6-----/ \-----3
  \   /   \   /
   \ /     \ /
    5-------4
"""  # by the nodes


class Patient(Sliding):
    """Hangs for ever at a number that may not be typed, and at those that it is told."""

    at: tuple[str, ...] = ()
    hangs = False

    def send(self, line: str) -> None:
        legal = legal_moves(Position(self.placement, "b"))
        self.hangs = line in self.at or self.nodes.get(line) not in legal
        if not self.hangs:
            super().send(line)

    def read(self, complete: Callable[[str], bool]) -> Reply:
        return Reply("", 15.0, Ending.DEADLINE) if self.hangs else super().read(complete)


@pytest.mark.parametrize("menu", ["", "You may move {0} or {1}.\n"])
@pytest.mark.parametrize("numbers", ["123456789", "825471639", "hbedgafci"])
def test_a_row_of_the_numbers_drawing_is_no_menu(numbers: str, menu: str) -> None:
    """Its program hangs at an illegal number: by the numbers of that row it would be too late."""
    nodes = {number: node for node, number in enumerate(numbers)}
    key = OCTAGON.translate(dict(enumerate(numbers, ord("0"))))

    class Octagon(Patient):
        def show(self) -> None:
            self._said += OCTAGON.translate(dict(enumerate(self.placement, ord("0"))))
            legal = legal_moves(Position(self.placement, "b"))
            self._said += menu.format(*[numbers[node] for node in legal], "")

    def open_session() -> Sliding:
        session = Octagon(nodes, plays_well)
        session._said = key + session._said
        return session

    def open_game(form: Form) -> Game:
        return Game(open_session(), form, ("fake",), 15.0)

    read = find_form(open_session, open_game, TerminalKind(), Hints())
    assert read.fits
    assert read.form is not None
    assert {*read.form.node_of.items()} == {*nodes.items()}


def hanging(numbers: str, at: Sequence[str] = (), answer: Answer = plays_well) -> Found:
    """How a program is read that hangs; `numbers` are those of the nodes 0-8."""

    class Hanging(Patient):
        pass

    Hanging.at = tuple(at)
    nodes = {number: node for node, number in enumerate(numbers)}
    read, _ = tried(lambda: Hanging(nodes, answer))
    return read


@pytest.mark.parametrize(
    "numbers", ["789632145", "234567810", "876543210", "456781230", "527381946", "751394862"]
)
def test_a_program_that_hangs_at_illegal_numbers_is_tried_by_others(numbers: str) -> None:
    read = hanging(numbers)
    assert read.form is not None
    assert read.fits
    assert {*read.form.node_of.items()} == {*zip(numbers, range(9), strict=True)}


@pytest.mark.parametrize("at", ["123456789", "9", "5"])
@pytest.mark.parametrize("numbers", ["123698745", "789632145"])
def test_a_program_that_hangs_at_legal_numbers_is_slow(numbers: str, at: str) -> None:
    """At all of them, at one of two first moves, or in the middle of the game."""
    read = hanging(numbers, at)
    assert read.form is not None


@pytest.mark.parametrize(
    ("numbers", "stones", "rounds"),
    one_in(
        7, ["123456789", "012345678", "789456123", "abcdefghi"], ["bwo", "wbo", "xo."], range(1, 6)
    ),
)
def test_a_program_that_ends_too_early_is_told_so(numbers: str, stones: str, rounds: int) -> None:
    """It waits for no number, so that none is to blame; nor are the colours exchanged."""
    nodes = named(numbers)
    read = found(nodes, ends_after(rounds), stones)
    assert read.form is not None
    assert tuple(read.form.symbols) == tuple(stones)
    assert read.rounds == rounds
    first = legal_moves(Position("bbbbwwwwo", "b"))
    assert {read.form.number_of[node] for node in first} & {
        number for number, node in nodes.items() if node in first
    }


def test_a_program_that_ignores_what_is_typed_is_wrong() -> None:
    class Deaf(Sliding):
        def send(self, line: str) -> None:
            self.slide(legal_moves(Position(self.placement, "b"))[0])
            self.answer(self)

    def open_session() -> Sliding:
        return Deaf({}, plays_well)

    def open_game(form: Form) -> Game:
        return Game(open_session(), form, ("fake",), 15.0)

    read = find_form(open_session, open_game, TerminalKind(), Hints())
    assert read.form == Form()


def test_a_program_that_ends_though_nothing_was_typed_is_wrong() -> None:
    """Nor does it matter that its last words speak of an index."""

    class Hasty(Sliding):
        def send(self, line: str) -> None:
            pass

    def open_session() -> Sliding:
        session = Hasty({}, ends)
        session.ended = True
        session._exit = Exit(status=1, signal=None, stderr="IndexError: list index out of range")
        return session

    def open_game(form: Form) -> Game:
        return Game(open_session(), form, ("fake",), 15.0)

    read = find_form(open_session, open_game, TerminalKind(), Hints())
    assert read.form == Form()


def reads_integers(
    numbers: str, answer: Answer, complaint: str = "ValueError: invalid literal for int()"
) -> Callable[[], Sliding]:
    """Runs of a program that takes integers, and ends with an error at what is none."""
    nodes = named(numbers.split())

    class Strict(Sliding):
        def send(self, line: str) -> None:
            super().send(line)
            if not line.lstrip("-").isdecimal():
                self._exit = Exit(status=1, signal=None, stderr=complaint)

    return lambda: Strict(nodes, answer)


def tried(open_session: Callable[[], Sliding]) -> tuple[Found, list[tuple[str, ...]]]:
    """How it is read, and what was typed in each game that was played to find out."""
    games: list[Game] = []

    def open_game(form: Form) -> Game:
        games.append(Game(open_session(), form, ("fake",), 15.0))
        return games[-1]

    return find_form(open_session, open_game, TerminalKind(), Hints()), [
        game.finish().line for game in games
    ]


@pytest.mark.parametrize("answer", [ends, jumps, steals])
def test_a_broken_program_is_not_tried_by_every_numbering(answer: Answer) -> None:
    """What the same input was answered with before is not asked again."""
    read, lines = tried(reads_integers("1 2 3 4 5 6 7 8 9", answer))
    assert read.form is not None
    assert read.form.numbers == (*ROW_BY_ROW,)
    assert len(lines) <= 40  # of more than a hundred forms
    letters = {line[0] for line in lines if line and not line[0].lstrip("-").isdecimal()}
    assert len(letters) == 2  # of which it said that they are no numbers


@pytest.mark.parametrize("answer", [plays_well, jumps])
@pytest.mark.parametrize("names", ["NW N NE W C E SW S SE", "a b c d e f g h i"])
def test_names_are_tried_where_nothing_says_that_they_are_none(names: str, answer: Answer) -> None:
    """Other names were taken for none that it knows: a stone that may move has one of these."""
    read, _ = tried(reads_integers(names, answer, complaint="no such node"))
    assert read.form is not None
    first = legal_moves(Position("bbbbwwwwo", "b"))
    right = dict(zip(RING, names.split(), strict=True))
    assert [read.form.number_of[node] for node in first] == [right[node] for node in first]


def test_what_moves_nothing_is_typed_first_but_once() -> None:
    """For whatever stone it would be, it would have to move it."""
    _, lines = tried(reads_integers("QQ 2 3 4 5 6 7 8 WW", jumps, complaint="no such node"))
    assert lines
    first = [line[0] for line in lines if len(line) == 1]
    unknown = [name for name in first if not name.isdecimal()]
    assert len(unknown) == len({*unknown}) > 10


@pytest.mark.parametrize("stones", ["bwo", "OX."])
def test_a_first_board_that_is_wrong_is_tried_but_once(stones: str) -> None:
    """Whoever is black and whatever its numbers are: what was printed is judged again instead."""

    def open_session() -> Sliding:
        session = Sliding(named(ROW_BY_ROW), plays_well, stones)
        session._said += "|\\|/|\n"
        return session

    read, lines = tried(open_session)
    assert read.form is not None
    assert {*lines} == {()}
    assert len(lines) <= 2  # the second to see whether anything is waited for


@pytest.mark.parametrize("ending", [Ending.ASKS, Ending.DEADLINE])
def test_a_misdrawn_answer_to_a_number_ends_the_trials(ending: Ending) -> None:
    """Its nodes show that the number was understood. Other numbers it does not answer at all."""
    first = legal_moves(Position("bbbbwwwwo", "b"))
    nodes = {name: node for name, node in named(ROW_BY_ROW).items() if node in first}

    class Misdrawing(Sliding):
        def send(self, line: str) -> None:
            if line in nodes:
                super().send(line)
                self._said = self._said.replace("|/|", "|-|")

        def read(self, complete: Callable[[str], bool]) -> Reply:
            reply = super().read(complete)
            late = reply.ending is Ending.ASKS and bool(self.answered)
            return reply._replace(seconds=15.0, ending=ending) if late else reply

    read, lines = tried(lambda: Misdrawing(nodes, plays_well))
    assert read.form is not None
    assert {read.form.node_of[number] for number in nodes} & {*nodes.values()}
    assert sum(line[0] in nodes for line in lines if line) <= 2
