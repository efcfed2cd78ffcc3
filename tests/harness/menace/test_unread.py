"""What cannot be read is no wrong answer, until something of its kind has been read."""

import random
from collections.abc import Sequence

import pytest

from harness.fault import Fault
from harness.menace import opponent
from harness.menace.follower import Follower
from harness.menace.form import Form
from harness.session import Ending
from harness.transcript import Turn
from harness.verdict import Verdict
from tests.harness.menace import formats
from tests.harness.menace.support import transcript_of
from tests.oracles.menace_player import Player

NEW, X0, X0_O1 = "New game\n", "X--\n---\n---\n", "XO-\n---\n---\n"
RUNES = "ᚠᚢᚦ\nᚨᚱᚲ\nᚷᚹᚺ\n"


def followed(*turns: Turn, games: int = 2) -> Fault | Follower:
    """The first fault in these turns, or the follower after them."""
    follower = Follower(Form(), games)
    for turn in turns:
        outcome = follower.follow(turn)
        if isinstance(outcome, Fault):
            return outcome
    return follower


def is_unread(fault: Fault | Follower, what: str) -> bool:
    """Whether it is what is said of something that cannot be read."""
    assert isinstance(fault, Fault)
    if fault.clause != "menace/reading":
        return False
    assert fault.verdict is Verdict.INCONCLUSIVE
    assert fault.seen.startswith(f"{what} cannot be read: '")
    return True


def ready(sent: str, said: str, ending: Ending = Ending.READY) -> Turn:
    return Turn(sent, said, 0.0, ending)


def test_what_is_typed_for_each_square_is_no_board_before_one_that_cannot_be_read() -> None:
    key = "Squares:\n0 1 2\n3 4 5\n6 7 8\n"
    assert is_unread(followed(ready("2", key + NEW + RUNES)), "the board")
    assert isinstance(followed(ready("2", key + NEW + X0)), Follower)
    nameless = followed(ready("2", key + X0))
    assert isinstance(nameless, Fault)
    assert nameless.clause == "menace/new_game"


@pytest.mark.parametrize("ending", [Ending.READY, Ending.ASKS, Ending.ENDED])
def test_a_board_in_unknown_signs(ending: Ending) -> None:
    assert is_unread(followed(ready("2", NEW + RUNES, ending)), "the board")


@pytest.mark.parametrize("ending", [Ending.DEADLINE, Ending.OVERFLOW, Ending.EXCESS])
def test_a_run_that_is_broken_off_is_judged_by_that(ending: Ending) -> None:
    fault = followed(ready("2", NEW + RUNES, ending))
    assert isinstance(fault, Fault)
    assert fault.clause != "menace/reading"


@pytest.mark.parametrize(
    ("said", "unread"),
    [
        ("ᚠᚢ ᚦ ᚨᚱᚲ ᚷᚹ\n", False),  # signs: fewer than a board has
        ("ᚠᚢ ᚦ ᚨᚱᚲ ᚷᚹᚺ\n", True),
        ("I am thinking hard\n", False),  # words
        ("free " * 5 + "\n", False),
        ("free " * 6 + "\n", True),  # a word for each empty square
    ],
)
def test_how_much_can_be_a_board(said: str, unread: bool) -> None:
    assert is_unread(followed(ready("2", NEW + said)), "the board") == unread


def test_the_board_after_the_first_move_of_the_human() -> None:
    read = ready("2", NEW + X0)
    assert is_unread(followed(read, ready("LM", RUNES)), "the board after the human's move")


def test_a_kind_of_board_that_was_read_is_asked_for() -> None:
    turns = ready("2", NEW + X0), ready("LM", X0_O1 + "XO-\nX--\n---\n"), ready("LR", RUNES)
    fault = followed(*turns)
    assert isinstance(fault, Fault)
    assert fault.clause == "menace/board"


def ended(boxes: Sequence[str]) -> list[Turn]:
    """A game that X wins, with what comes after each of two such games."""
    game = [
        ready("2", NEW + X0),
        ready("LM", X0_O1 + "XO-\nX--\n---\n"),
        ready("LR", "XOO\nX--\n---\nXOO\nX--\nX--\n" + boxes[0] + NEW + X0),
        ready("LM", X0_O1 + "XO-\nX--\n---\n"),
    ]
    last = ready("LR", "XOO\nX--\n---\nXOO\nX--\nX--\n" + boxes[-1], Ending.ENDED)
    return game if len(boxes) == 1 else [*game, last]


def test_boxes_in_unknown_signs() -> None:
    runes = "ᚠ-ᚢ." * 76 + "\n"  # as many signs as there are boxes
    assert is_unread(followed(*ended([runes])), "the boxes")
    fault = followed(*ended([runes[:200]]))
    assert isinstance(fault, Fault)
    assert fault.clause == "menace/dump"


def test_once_boxes_were_read_others_are_asked_for() -> None:
    boxes = formats.DUMPS["picture, colon"](formats.fresh(random.Random(1), 4)) + "\n"
    fault = followed(*ended([boxes, "ᚠ-ᚢ." * 100 + "\n"]))
    assert isinstance(fault, Fault)
    assert fault.clause == "menace/dump"
    assert isinstance(followed(*ended([boxes, boxes])), Follower)


@pytest.mark.slow
def test_what_was_printed_after_each_game_is_kept_unless_it_is_long() -> None:
    transcript = transcript_of(Player(3), 15, opponent.at_random(random.Random(3)))
    follower = Follower(Form.from_values(transcript.form), 15)
    for number, turn in enumerate(transcript.turns):
        long = number == len(transcript.turns) - 1
        said = turn.said + " \n" * (long << 20)
        finished = follower.follow(turn._replace(said=said))
        assert not isinstance(finished, Fault)
        assert [played.said for played in finished] == ["" if long else said] * len(finished)


def test_a_board_that_is_drawn_again_is_no_second_board() -> None:
    page = "\x1b[2J\x1b[1;1HNew game\x1b[3;1HX--\x1b[4;1H---\x1b[5;1H---\x1b[7;1H"
    moved = "\x1b[3;1HXO-\x1b[4;1H---\x1b[5;1H---\x1b[7;1H"
    again = moved + moved + "\x1b[3;1HXO-\x1b[4;1HX--\x1b[5;1H---\x1b[7;1H"
    follower = followed(ready("2", page), ready("LM", again))
    assert isinstance(follower, Follower)
    assert follower.state.board == "XO-X-----"


def test_the_last_board_may_come_back_for_a_moment_on_a_page() -> None:
    """As where curses draws it, and then the new game over it."""
    boxes = formats.DUMPS["picture, colon"](formats.fresh(random.Random(1), 4)) + "\n"
    page = "\x1b[2J\x1b[1;1HNew game\x1b[3;1H{}\x1b[4;1H{}\x1b[5;1H{}\x1b[7;1H"
    last = page.format("XO-", "XO-", "X--")
    for again, right in (("", True), (last.partition("\x1b[3;1H")[2], True), ("XX-", False)):
        new = page.format(f"{again}\x1b[3;1H--X", "---", "---" if right else "X--")
        won = f"\x1b[4;2HO\x1b[5;1HX\x1b[9;1H{boxes}{new}"
        found = followed(
            ready("2", page.format("X--", "---", "---")),
            ready("LM", "\x1b[3;2HO\x1b[4;1HX\x1b[7;1H"),
            ready("MM", won),
        )
        assert isinstance(found, Follower) is right
        if isinstance(found, Follower):
            assert found.state.board == "--X------"


def test_a_page_on_which_nothing_but_the_typed_line_is_new_is_not_the_whole_reply() -> None:
    page = "\x1b[2J\x1b[1;1HNew game\x1b[3;1HX--\x1b[4;1H---\x1b[5;1H---\x1b[7;1H"
    follower = followed(ready("2", page))
    assert isinstance(follower, Follower)
    assert not follower.satisfied("LM\r\n", "LM")
    assert follower.satisfied("LM\r\n\x1b[3;2HO\x1b[4;1HX\x1b[7;1H", "LM")


def test_a_program_that_grows_at_the_end_has_not_ended() -> None:
    boxes = formats.DUMPS["picture, colon"](formats.fresh(random.Random(1), 4)) + "\n"
    *turns, last = ended([boxes, boxes])
    fault = followed(*turns, last._replace(ending=Ending.EXCESS))
    assert isinstance(fault, Fault)
    assert (fault.clause, fault.seen) == (
        "menace/end", "it used more memory or processes than it may"
    )  # fmt: skip
