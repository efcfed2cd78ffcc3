"""Moves and marks in other forms are tried, and the form that helps is found."""

import shlex

import pytest

from harness.menace import nearest
from harness.menace.form import Form, words_of
from harness.menace.game import Human, Interactor
from harness.menace.opponent import scripted
from harness.menace.referee import judge
from harness.transcript import Transcript
from harness.verdict import Verdict
from tests.harness.menace.programs import Numbered, Numerals, Signs
from tests.harness.menace.support import FakeProgram, FakeSession, HangError
from tests.oracles.menace_player import Player, Position, rows

HUMAN: Human = scripted((4, 0, 8, 2, 6, 1, 7, 3, 5))


def in_one_line(board: Position, marks: str) -> str:
    """A board of which nothing but the marks tells what it is."""
    return rows(board, marks).replace("\n", "") + "\n"


class Chess(Numbered):
    words = words_of("a3 b3 c3 a2 b2 c2 a1 b1 c1")


class Pairs(Numbered):
    words = words_of("0 0,0 1,0 2,1 0,1 1,1 2,2 0,2 1,2 2")


class ColumnFirst(Numbered):
    words = words_of("0,0 1,0 2,0 0,1 1,1 2,1 0,2 1,2 2,2")


class ColumnFirstInLetters(Numbered):
    """The challenge says which letter is first."""

    words = words_of("LL ML RL LM MM RM LR MR RR")


class InWords(Numbered):
    words = words_of(
        "top left,top center,top right,middle left,middle center,middle right,"
        "bottom left,bottom center,bottom right"
    )


class UpAndDown(Numbered):
    words = words_of("UL UM UR ML MM MR DL DM DR")


class Unheard(Numbered):
    words = tuple("ABCDEFGHI"[::-1])


class Marked(Player):
    def show(self, board: Position) -> str:
        return in_one_line(board, "MH=")


class Nought(Player):
    """Its O is a digit, and so might be the name of an empty square."""

    def show(self, board: Position) -> str:
        return in_one_line(board, "X0.")


class Dashed(Player):
    """Its O is a digit, and may stand behind what might be its sign."""

    def show(self, board: Position) -> str:
        return in_one_line(board, "X0-")


class FromTheEnd(Numerals):
    words = words_of("-9 -8 -7 -6 -5 -4 -3 -2 -1")


class Pieces(Numerals):
    """Its first board can be read, and its O cannot; only then are its moves in question."""

    words = words_of("789456123")

    def show(self, board: Position) -> str:
        return in_one_line(board, "X0-")


class Hangs(Pieces):
    """Its moves are none that are tried, and it waits for ever after any other."""

    words = tuple("ABCDEFGHI"[::-1])

    def hear(self, line: str) -> int:
        if line not in self.words:
            raise HangError
        return self.words.index(line)


class ShowsItselfAsO(Numbered):
    """Its moves are its own, and MENACE is no X: no form excuses that."""

    def show(self, board: Position) -> str:
        return rows(board, "OX-")


class ShowsTheHumanAsX(Numbered):
    def show(self, board: Position) -> str:
        return rows(board, "MX-")


class Worded(Player):
    words = str.maketrans({"X": "cross ", "O": "nought ", "-": "empty "})

    def show(self, board: Position) -> str:
        return rows(board).translate(self.words)


def first_run(kind: type[Player]) -> Transcript:
    return Interactor(FakeSession(kind(1)), Form(), ("fake",), 5, 15.0).play(HUMAN)


def found_form(
    program: FakeProgram, transcript: Transcript, form: Form | None = None
) -> nearest.Nearest | None:
    run = judge(transcript)
    return nearest.found_form(program, form or Form(), run, transcript)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (Numbered, "--moves 1-9"),
        (Chess, "--moves 'a3 b3 c3 a2 b2 c2 a1 b1 c1'"),
        (Pairs, "--moves '0 0,0 1,0 2,1 0,1 1,1 2,2 0,2 1,2 2'"),
        (ColumnFirst, "--moves '0,0 1,0 2,0 0,1 1,1 2,1 0,2 1,2 2,2'"),
        (ColumnFirstInLetters, None),
        (InWords, f"--moves '{','.join(InWords.words)}'"),
        (UpAndDown, "--moves 'UL UM UR ML MM MR DL DM DR'"),
        (Marked, "--marks 'M H ='"),
        (Nought, "--marks 'X 0 .'"),
        (Worded, "--marks 'cross nought empty'"),
        (Numerals, "--marks '1 2 0' --moves 0-8"),
        (Signs, "--marks '1 -1 0' --moves 1-9"),
        (FromTheEnd, "--marks '1 2 0' --moves '-9 -8 -7 -6 -5 -4 -3 -2 -1'"),
        (Pieces, "--marks 'X 0 -' --moves 789456123"),
        (ShowsItselfAsO, None),
        (ShowsTheHumanAsX, None),
        (Unheard, None),
        (Player, None),
    ],
)
def test_the_form_that_helps_is_found(kind: type[Player], told: str | None) -> None:
    transcript = first_run(kind)
    program = FakeProgram(kind)
    found = found_form(program, transcript)
    assert (found and found.options) == told
    if found:
        words = shlex.split(found.options)
        values = dict(
            zip((name.removeprefix("--") for name in words[::2]), words[1::2], strict=True)
        )
        assert found.form == Form.from_values(values)
    assert all(session.closed for session in program.sessions)


def test_few_tries_end_in_silence() -> None:
    transcript = first_run(Hangs)
    program = FakeProgram(Hangs)
    assert found_form(program, transcript) is None
    assert len(program.sessions) == 3


@pytest.mark.parametrize("seed", range(12))
def test_an_empty_square_is_no_sign_of_the_next_number(seed: int) -> None:
    run = FakeSession(Dashed(seed))
    transcript = Interactor(run, Form(), ("fake",), 5, 15.0).play(HUMAN)
    program = FakeProgram(lambda _: Dashed(seed))
    found = found_form(program, transcript)
    assert found
    assert found.options == "--marks 'X 0 -'"


def test_what_is_declared_is_not_guessed() -> None:
    transcript = first_run(Numbered)
    form = Form(moves=tuple("abcdefghi"))
    program = FakeProgram(Numbered)
    assert found_form(program, transcript, form) is None
    assert not program.sessions


def test_the_moves_that_are_tried_are_all_different_and_can_be_declared() -> None:
    forms = [Form.from_values({"moves": words}).moves for words in nearest.MOVES]
    assert len(set(forms)) == len(forms)


def test_a_transcript_of_old_with_the_option_is_inconclusive() -> None:
    transcript = first_run(Numbered)
    (finding,) = judge(transcript).findings
    assert finding.verdict is Verdict.RUN_TIME_ERROR
    noted = Transcript(
        transcript.challenge, transcript.command, transcript.form, transcript.move_seconds,
        transcript.turns, transcript.exit, {**transcript.notes, "plays_with": "--moves 1-9"},
    )  # fmt: skip
    (finding,) = judge(noted).findings
    assert (finding.clause, finding.verdict) == ("menace/reading", Verdict.INCONCLUSIVE)
    assert "--moves 1-9" in finding.expected
