"""The accounts of single changes, made by hand: what a game may do to a box, and what not."""

from collections.abc import Sequence

import pytest

from harness.menace.accounts import Accounts
from harness.menace.changes import Trouble
from harness.menace.form import Form
from reference.tic_tac_toe import Mark
from tests.harness.menace.lines import (
    DRAWS,
    EMPTY,
    NAMES,
    USUAL,
    Change,
)
from tests.harness.menace.support import played


def judged(
    *changes: Change, won_by: Mark | None, uses: int = 1, form: Form = NAMES
) -> tuple[Trouble | None, Accounts]:
    """What is said of a game with so many uses that changed the first boxes printed so."""
    before, after = list[Sequence[str]](USUAL), list[Sequence[str]](USUAL)
    for i, (old, new) in enumerate(changes):
        before[i], after[i] = tuple(old), tuple(new)
    book = Accounts(form)
    trouble = book.add([played((), before), played(DRAWS[:uses], after, won_by)])
    return trouble, book


@pytest.mark.parametrize(
    ("won_by", "old", "new"),
    [
        ("X", "ab", "abb"),
        ("X", "ba", "aab"),
        ("X", "aaaaaaaa", "aaaaaaaaa"),
        ("X", "ab", "bab"),
        ("O", "ab", "a"),
        ("O", "abc", "ca"),
        ("O", "aa", "a"),
    ],
)
def test_one_bead_more_or_less(won_by: Mark, old: str, new: str) -> None:
    trouble, book = judged((old, new), won_by=won_by)
    assert trouble is None
    assert book.changes.checked == 1
    assert book.changes.refills.total() == 0


@pytest.mark.parametrize(
    ("won_by", "old", "new"),
    [
        ("X", "ab", "b"),
        ("X", "ab", "aabb"),
        ("X", "ab", "aaab"),
        ("X", "ab", "abbc"),
        ("X", "ab", "aac"),
        ("X", "ab", "cde"),
        ("X", "ab", "ac"),
        ("O", "ab", "abb"),
        ("O", "abc", "a"),
        ("O", "abc", "ad"),
        ("O", "abc", "de"),
        ("O", "ab", "ac"),
        (None, "ab", "a"),
        (None, "ab", "abb"),
        (None, "ab", "ac"),
        (None, "ab", "abab"),
    ],
)
def test_any_other_change_is_no_reward(won_by: Mark | None, old: str, new: str) -> None:
    trouble, _ = judged((old, new), won_by=won_by)
    assert trouble is not None
    assert trouble.clause == "menace/reward"
    assert trouble.game == 1
    result = {"X": "won", "O": "lost", None: "drawn"}[won_by]
    changed = f"[{', '.join(old)}] became [{', '.join(sorted(new))}]"
    assert trouble.seen == f"{changed} after a game {result}"
    expected = {"X": "one bead more", "O": "one bead less", None: "no change"}[won_by]
    assert trouble.expected == expected


@pytest.mark.parametrize(
    ("won_by", "new", "reading"),
    [
        ("X", "abbbc", "three stay"),
        ("X", "bbbbb", "three stay"),
        ("X", "aaabc", "three stay"),
        ("X", "abcc", "two stay"),
        ("X", "ccaa", "two stay"),
        (None, "abcc", "three stay"),
        (None, "aaaa", "three stay"),
        (None, "abc", "two stay"),
        ("O", "abc", "three stay"),
        ("O", "ab", "two stay"),
    ],
)
def test_a_refill_by_either_reading(won_by: Mark | None, new: str, reading: str) -> None:
    trouble, book = judged(("a", new), won_by=won_by)
    assert trouble is None
    assert book.changes.refills == {reading: 1}
    assert book.changes.checked == 1


@pytest.mark.parametrize(
    ("won_by", "new"),
    [
        ("X", "abbcc"),  # three of a kind are the reward and the bead itself
        ("X", "abcde"),
        ("X", "abcd"),
        ("X", "abc"),
        ("X", "aa"),
        ("X", "aaaaaa"),
        (None, "abcd"),  # the move's bead came back, so there are two of it
        (None, "ab"),
        (None, "aaaaa"),
        ("O", "b"),
        ("O", "aaaa"),
    ],
)
def test_anything_else_is_no_refill(won_by: Mark | None, new: str) -> None:
    trouble, book = judged(("a", new), won_by=won_by)
    assert trouble is not None
    assert trouble.clause == "menace/refill"
    assert "three random beads" in trouble.expected
    assert book.changes.refills.total() == 0


def test_refills_by_both_readings() -> None:
    trouble, _ = judged(("a", "abc"), ("a", "ab"), won_by="O", uses=2)
    assert trouble is not None
    assert (trouble.clause, trouble.expected[:15]) == ("menace/refill", "always the same")


@pytest.mark.parametrize("uses", [1, 2, 3, 4])
def test_as_many_boxes_change_as_were_used(uses: int) -> None:
    for changes in range(7):
        trouble, _ = judged(*[("ab", "a")] * changes, won_by="O", uses=uses)
        assert (trouble is None) == (changes == uses)
        assert trouble is None or trouble.clause == "menace/reward"
        trouble, _ = judged(*[("a", "abc")] * changes, won_by=None, uses=uses)
        assert (trouble is None) == (changes <= uses)


def test_very_many_changes_are_no_game_s() -> None:
    for changes, clause in ((30, "menace/reward"), (31, "menace/kept")):
        trouble, _ = judged(*[("ab", "a")] * changes, won_by="O", uses=4)
        assert trouble is not None
        assert trouble.clause == clause


def test_the_order_of_beads_says_nothing() -> None:
    trouble, book = judged(("ab", "ba"), ("ab", "abb"), won_by="X")
    assert trouble is None
    assert book.changes.checked == 1


def test_how_many_boxes_should_have_changed() -> None:
    trouble, _ = judged(("ab", "a"), won_by="O", uses=2)
    assert trouble is not None
    assert trouble.seen == "1 boxes changed after a game lost that used 2"
    assert trouble.expected == "2 changed"
    trouble, _ = judged(("a", "abc"), ("a", "abc"), won_by=None, uses=1)
    assert trouble is not None
    assert trouble.seen == "2 boxes changed after a game drawn that used 1"
    assert trouble.expected == "at most 1 changed"


def after_games(*games: tuple[str, Mark | None]) -> Trouble | None:
    """Games of one use, after each of which the seventh box holds these beads."""
    boxes = list[Sequence[str]](USUAL)
    book = Accounts(NAMES)
    run = []
    for beads, won_by in games:
        boxes[7] = tuple(beads)
        run.append(played(DRAWS[:1], list(boxes), won_by))
    return book.add(run)


def test_a_box_with_one_bead_is_refilled_whenever_it_is_used() -> None:
    assert after_games(("ab", None), ("a", "O"), ("abc", "O"), ("ab", "O")) is None
    trouble = after_games(("ab", None), ("a", "O"), ("a", None))
    assert trouble is not None
    assert (trouble.clause, trouble.game, trouble.picture) == ("menace/refill", 2, EMPTY)


def test_games_are_counted_from_the_start_of_their_run() -> None:
    book = Accounts(NAMES)
    first, second = list[Sequence[str]](USUAL), list[Sequence[str]](USUAL)
    second[0] = ("a", "b", "b")
    assert book.add([played(DRAWS[:1], first), played(DRAWS[:1], second, "X")]) is None
    second[0] = ("a", "b", "c", "d")
    trouble = book.add([played(DRAWS[:1], first), played(DRAWS[:1], second, "X")])
    assert trouble is not None
    assert trouble.game == 1
