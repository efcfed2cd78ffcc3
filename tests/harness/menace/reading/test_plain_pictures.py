"""Matrices and blanks are restated as pictures where all boxes have one, and else left alone."""

import random
from collections.abc import Callable, Sequence

import pytest

from harness.menace.form import Form
from harness.menace.reading.marks import Marks
from harness.menace.reading.plain_pictures import usual
from tests.harness.menace import formats
from tests.harness.menace.formats.boards import rows
from tests.harness.menace.reading.test_formats import state_of

BOXES = formats.fresh(random.Random(7), 0)
PLAIN = Marks(Form())
NUMBERS = Form(marks=("1", "2", "0"))
MINUS = Form(marks=("1", "-1", "0"))


def as_in(form: Form) -> Callable[[str], list[str]]:
    x, o, empty = form.marks
    return lambda picture: [{"X": x, "O": o, "-": empty}[mark] for mark in picture]


def numpy(cells: Sequence[str]) -> list[str]:
    first, second, third = (" ".join(f"{cell:>2}" for cell in row) for row in rows(cells))
    return [f"[[{first}]", f" [{second}]", f" [{third}]]"]


@pytest.mark.parametrize("form", [Form(), NUMBERS, MINUS])
def test_a_matrix_of_any_marks_becomes_a_picture(form: Form) -> None:
    lines = [line for p in BOXES for line in [*numpy(as_in(form)(p)), "[1 4 4]"]]
    assert usual(lines, Marks(form)) == [f"{picture}: [1 4 4]" for picture in BOXES]


def test_its_label_and_what_stands_behind_it_stay() -> None:
    lines = []
    for number, picture in enumerate(BOXES):
        first, *others = numpy([*picture])
        lines += [f"Box {number}: {first}", *others[:-1], f"{others[-1]} -> 1 4"]
    expected = [f"Box {number}: {picture} -> 1 4" for number, picture in enumerate(BOXES)]
    assert usual(lines, PLAIN) == expected


def test_a_matrix_below_a_matrix_is_nine_numbers() -> None:
    counts = [str(n) for n in range(9)]
    lines = [line for picture in BOXES for line in [*numpy([*picture]), *numpy(counts)]]
    assert usual(lines, PLAIN) == [f"{p}: [{' '.join(counts)}]" for p in BOXES]


def test_three_beads_below_rows_are_no_row() -> None:
    lines = [line for p in BOXES for line in [*(str([*r]) for r in rows(p)), "['X', 'O', '-']"]]
    assert usual(lines, PLAIN) == [f"{picture}: ['X', 'O', '-']" for picture in BOXES]


def test_several_lines_of_beads_stay_below_their_picture() -> None:
    lines = [
        line for p in BOXES for line in [*numpy([*p]), *["  a: 1", "  b: 2"][: 1 + (p > "-X")]]
    ]
    expected = [line for p in BOXES for line in [p, *["  a: 1", "  b: 2"][: 1 + (p > "-X")]]]
    assert usual(lines, PLAIN) == expected


def without_one(lines: list[str]) -> list[str]:
    return lines[4:]


def with_one_twice(lines: list[str]) -> list[str]:
    return [*lines[4:8], *lines[4:]]


def with_a_stone_more(lines: list[str]) -> list[str]:
    return [*numpy([*"X--------"]), *lines[3:]]


@pytest.mark.parametrize("change", [without_one, with_one_twice, with_a_stone_more])
def test_all_boxes_must_have_one(change: Callable[[list[str]], list[str]]) -> None:
    lines = [line for picture in BOXES for line in [*numpy([*picture]), "[1 4 4]"]]
    changed = change(lines)
    assert usual(changed, PLAIN) is changed


@pytest.mark.parametrize(
    "form",
    ["{p} 1 4", "{p},1,4", "{n}: {p} [1, 4]", "Box {n} {p}: 1", "State: {p} 14", "{n:3} {p} | 1"],
)
def test_blanks_become_dashes_where_all_boxes_have_a_picture_there(form: str) -> None:
    lines = [form.format(n=n, p=p.replace("-", " ")) for n, p in enumerate(BOXES)]
    restated = usual(["All boxes:", *lines, ""], PLAIN)
    assert (restated[0], restated[-1]) == ("All boxes:", "")
    for line, picture in zip(restated[1:-1], BOXES, strict=True):
        assert picture in line
        assert line.replace(" ", "").endswith(form.partition("{p}")[2].replace(" ", ""))


def test_a_picture_alone_on_its_line_may_have_lost_its_last_blanks() -> None:
    lines = [line for p in BOXES for line in [f"State {p.replace('-', ' ')}".rstrip(), "1 4"]]
    expected = [line for p in BOXES for line in [["State", p], ["1", "4"]]]
    assert [*map(str.split, usual(lines, PLAIN))] == expected


def test_numbers_at_different_places_are_no_pictures() -> None:
    lines = [f"{' ' * (number % 7)}{number} 0 1 1" for number in range(304)]
    assert usual(lines, PLAIN) is lines


@pytest.mark.parametrize("form", [NUMBERS, MINUS])
def test_a_program_with_matrices_everywhere_is_read(form: Form) -> None:
    def board(picture: Sequence[str]) -> str:
        return "\n".join(numpy(as_in(form)("".join(picture))))

    def dump(boxes: formats.Boxes) -> str:
        return "\n".join(f"{board(p)} [{' '.join(map(str, b))}]" for p, b in boxes.items())

    story = formats.Story(random.Random(8), 3, board, dump, formats.MOVES[""])
    state = state_of(story, form)
    assert (state.findings, state.games) == ((), 3)


def in_array(cells: Sequence[str], end: str) -> list[str]:
    first, second, third = (", ".join(row) for row in rows(cells))
    return [f"array([[{first}],", f"       [{second}],", f"       [{third}]]{end})"]


@pytest.mark.parametrize("end", ["", ", dtype=int8", ", dtype='<U1'"])
def test_an_array_of_numpy_is_a_matrix(end: str) -> None:
    lines = [line for p in BOXES for line in [*in_array([*p], end), "[1 4]"]]
    assert usual(lines, PLAIN) == [f"{picture}: [1 4]" for picture in BOXES]


@pytest.mark.parametrize("brackets", ["[]", "()", "{}"])
def test_rows_may_have_any_brackets(brackets: str) -> None:
    opening, closing = brackets[0], brackets[1]
    lines = []
    for number, picture in enumerate(BOXES):
        some = [f"{opening}{', '.join(row)}{closing}" for row in rows(picture)]
        lines += [f"Box {number}", *some, "1 4", ""]
    expected = []
    for number, picture in enumerate(BOXES):
        expected += [f"Box {number}", f"{picture}: 1 4", ""]
    assert usual(lines, PLAIN) == expected


def test_rows_with_other_brackets_are_no_matrix() -> None:
    lines = [line for p in BOXES for line in [*(f"<{', '.join(row)}>" for row in rows(p)), "1 4"]]
    assert usual(lines, PLAIN) is lines
    lines = [line for p in BOXES for line in ["[[X O -]", "[X O -]", "[X O -]", "1 4"]]
    assert usual(lines, PLAIN) is lines


def test_the_first_of_two_headings_of_all_boxes_stays() -> None:
    lines = ["All boxes", "", *(line for p in BOXES for line in [*numpy([*p]), "[1 4 4]"]), "end"]
    expected = ["All boxes", "", *(f"{picture}: [1 4 4]" for picture in BOXES), "end"]
    assert usual(lines, PLAIN) == expected


def test_pictures_with_blanks_must_all_be_different() -> None:
    lines = [f"{picture.replace('-', ' ')} 1" for picture in BOXES]
    for changed in (lines[1:], [*lines, lines[0]], [lines[5], *lines[1:]]):
        assert usual(changed, PLAIN) is changed
