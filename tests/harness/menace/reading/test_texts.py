"""What the text of boxes shows beside what was read: where it changed, and where a game ended."""

import random
import textwrap
import time
from dataclasses import replace

import pytest

from harness.menace.form import Form
from harness.menace.proof import assess
from harness.menace.reading.texts import after_board, differences, until_new_game
from harness.menace.referee import Run, judge
from harness.menace.screen import Screen
from harness.session import Ending
from harness.verdict import Verdict
from tests.harness.menace import formats
from tests.harness.menace.reading.test_formats import PLAIN, turns_of
from tests.harness.menace.support import transcript

BOXES = [f"Box {i}: {i % 9} 3" for i in range(304)]


def changed(*lines: int) -> list[str]:
    return [f"{box} 5" if i in lines else box for i, box in enumerate(BOXES)]


@pytest.mark.parametrize(
    ("after", "places"),
    [
        (changed(), 0),
        (changed(7), 1),
        (changed(0, 7, 30), 2),  # what comes first may be talk
        (["You won", *changed(7)], 1),  # what is said is no box
        ([*changed(7), "Won 1 of 2", "", "Go on"], 1),
        (["*** X ***", "Score: 2", "", *changed(7), "", "------"], 1),
        ([*reversed(BOXES)], 0),
        ([f"Box {i}: 3 {i % 9}" for i in range(304)], 0),
    ],
)
def test_places_that_differ_are_counted(after: list[str], places: int) -> None:
    found = differences("\n".join(BOXES), "\n".join(after))
    assert found is not None
    assert found.places == places


def test_each_changed_box_is_in_a_place_of_its_own() -> None:
    found = differences("\n".join(BOXES), "\n".join(changed(3, 9)))
    assert found is not None
    assert [found.explain(boxes) for boxes in (1, 2, 3)] == [False, True, False]


@pytest.mark.parametrize("head", ["-", "Box {}:", "#{}"])
def test_a_bead_that_one_box_lost_and_others_got_changed_all_of_them(head: str) -> None:
    """Each bead has a line: counted by lines, what one lost hides that another got as much."""
    boxes = [[i % 9, i % 7, 3] for i in range(304)]
    after = [[*box] for box in boxes]
    after[9].remove(3)
    for at in 20, 130, 240:
        after[at].append(3)
    texts = (
        "\n".join(f"{head.format(at)}\n" + "\n".join(f"  - {b}" for b in box)
                  for at, box in enumerate(some))
        for some in (boxes, after)
    )  # fmt: skip
    found = differences(*texts)
    assert found is not None
    assert [found.explain(boxes) for boxes in (4, 5)] == [True, False]


@pytest.mark.parametrize("last", ["", "\n"])
def test_pairs_in_another_order_beside_a_picture_are_no_change(last: str) -> None:
    boxes = [[(i % 3, 2), (1, i % 2), (0, i % 3)] for i in range(304)]
    after = [box[::-1] if at in (7, 90, 200) else box for at, box in enumerate(boxes)]
    before, now = (
        "\n".join(f"Box {at}:\n|_|_|_|\n|_|X|_|   {' '.join(map(str, box))}\n|_|O|_|{last}"
                  for at, box in enumerate(some))
        for some in (boxes, after)
    )  # fmt: skip
    assert differences(before, now) == (0, 0, False)


def test_lists_on_one_line_are_told_apart() -> None:
    found = differences(str([[1, 2]] * 304), str([[1, 2]] * 100 + [[1]] + [[1, 2]] * 203))
    assert found is not None
    assert found.places == 1


def test_a_wrapped_list_differs_only_where_a_box_does() -> None:
    boxes = [[i % 9, 3] for i in range(304)]
    fewer = [*boxes[:100], [3], *boxes[101:]]
    found = differences(*(textwrap.fill(str(some), 60) for some in (boxes, fewer)))
    assert found is not None
    assert found.places == 1
    assert [found.explain(boxes) for boxes in (1, 2)] == [True, False]


def test_all_boxes_made_anew_are_explained_though_some_became_what_others_were() -> None:
    chance = random.Random(1)
    old, new = ([[chance.randrange(3)] for _ in range(304)] for _ in range(2))
    changed = sum(a != b for a, b in zip(old, new, strict=True))
    found = differences(str(old), str(new))
    assert found is not None
    assert found.many
    assert found.pieces < changed + 1
    assert found.explain(changed + 1)
    few = differences(str(old), str([*old[:9], [9], *old[10:]]))
    assert few is not None
    assert not few.many
    assert not few.explain(changed)


@pytest.mark.parametrize("signs", ["01", "012345678"])
def test_texts_of_few_kinds_of_lines_take_time_in_proportion(signs: str) -> None:
    chance = random.Random(1)

    def seconds(times: int) -> float:
        one, other = ("\n".join(chance.choices(signs, k=304 * times)) for _ in "ab")
        began = time.process_time()
        differences(one, other)
        return time.process_time() - began

    once = max(0.01, min(seconds(2) for _ in range(3)))
    assert any(seconds(80) < 200 * once for _ in range(3))  # 1,600 times, if with the square


def test_nothing_is_said_of_a_text_with_few_pieces() -> None:
    assert differences("1 2 " * 304, "1 3 " * 304) is None


def test_the_end_of_a_reply_is_found_after_its_last_board() -> None:
    reply = "OX-\nXO-\n-XO\nYou won\n[[1], [2]]\nNew game\nX--\n---\n---\n"
    assert until_new_game(reply).endswith("[2]]\n")
    assert after_board(Screen(Form()), reply, "OX-XO--XO") == "You won\n[[1], [2]]\n"
    assert after_board(Screen(Form()), reply, "XXX-O-O--") is None


def run_with(dump: str, games: int = 4) -> Run:
    story = formats.Story(
        random.Random(1), games, PLAIN, formats.DUMPS[dump], formats.MOVES[""], beads=1
    )
    turns = turns_of(story)
    assert turns[-1].ending is Ending.ENDED
    return judge(transcript(turns))


def test_boxes_that_change_elsewhere_than_they_were_read_are_no_wrong_answer() -> None:
    run = run_with("list")
    first, second, *others = run.games
    missed = (*first.boxes[:-1], second.boxes[-1])
    unread = replace(second, boxes=missed)
    state = assess([replace(run, games=(first, unread, *others))])
    assert state.findings[0].verdict is Verdict.INCONCLUSIVE
    assert state.findings[0].clause == "menace/reading"


def test_boxes_that_do_not_change_are_a_wrong_answer() -> None:
    run = run_with("list")
    first, second, *others = run.games
    still = replace(second, boxes=first.boxes, packed=b"")
    state = assess([replace(run, games=(first, still, *others))])
    assert state.findings[0].verdict is Verdict.WRONG_ANSWER


def test_boxes_that_all_change_have_changed_in_as_many_pieces() -> None:
    chance = random.Random(3)
    one, other = ([f"{i}: {chance.choices('0123456', k=3)}" for i in range(304)] for _ in "ab")
    found = differences("\n".join(one), "\n".join(other))
    assert found is not None
    changes = sum(sorted(a) != sorted(b) for a, b in zip(one, other, strict=True))
    assert found.explain(changes)
