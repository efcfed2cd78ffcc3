"""Drawings: what is accepted is a wheel of sixteen uncrossed edges, and nothing less or more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.mu_torere.reading.picture import SQUARE, _wheel_faults, trace

SPREAD = r"""
a---b---c
|\  |  /|
| \ | / |
|  \|/  |
d---e---f
|  /|\  |
| / | \ |
|/  |  \|
g---h---i
"""
UNICODE = SPREAD.translate(str.maketrans("-|/\\", "─│╱╲"))
DOUBLE = SPREAD.translate(str.maketrans("-|", "═║"))
CORNERED = r"""
+-1-----2-----3-+
|  \    |    /  |
|   \   |   /   |
|    \  |  /    |
|     \ | /     |
|      \|/      |
8-------9-------4
|      /|\      |
|     / | \     |
|    /  |  \    |
|   /   |   \   |
|  /    |    \  |
+-7-----6-----5-+
"""
ROUNDED = CORNERED.translate(str.maketrans("-|/\\", "─│╱╲"))
for corner in "╭╮╰╯":
    ROUNDED = ROUNDED.replace("+", corner, 1)
LOOPED = r"""
1---2---3
|\  |  /|
| \ | / |
|  \|/  |
4---5---6
|  /|\  |
| / | \ |
|/  |  \|
7-+ 8---9
  | |
  +-+
"""
ACCEPTED = {"square": SQUARE, "spread": SPREAD, "unicode": UNICODE, "double": DOUBLE,
            "cornered": CORNERED, "rounded": ROUNDED}  # fmt: skip
accepted = st.sampled_from(list(ACCEPTED.values()))


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    drawing = trace(ACCEPTED[name])
    assert drawing.faults == ()
    assert len(drawing.edges) == 16


def test_the_square_form_joins_what_the_challenge_draws() -> None:
    edges = "12 23 36 69 98 87 74 41 15 25 35 65 95 85 75 45"
    assert trace(SQUARE).edges == {frozenset(edge) for edge in edges.split()}
    assert trace(SQUARE).marks == "123456789"


@pytest.mark.parametrize("name", ["square", "spread", "unicode", "double"])
def test_nodes_run_clockwise_from_the_top_left(name: str) -> None:
    drawing = trace(ACCEPTED[name])
    nodes = drawing.nodes()
    assert [nodes[mark] for mark in drawing.marks] == [0, 1, 2, 7, 8, 3, 6, 5, 4]


def test_another_shape_has_its_first_mark_first() -> None:
    drawing = trace(LOOPED)
    assert drawing.faults == ()
    assert drawing.nodes()["1"] == 0
    assert drawing.nodes()["5"] == 8


@given(accepted, st.randoms(use_true_random=False))
def test_a_drawing_without_one_stroke_is_faulty(picture: str, chance: object) -> None:
    choose = getattr(chance, "choice")  # noqa: B009  # hypothesis's Random has no public type
    strokes = [i for i, char in enumerate(picture) if not char.isalnum() and not char.isspace()]
    gone = choose(strokes)
    assert trace(f"{picture[:gone]} {picture[gone + 1 :]}").faults


@given(accepted, st.data())
def test_a_drawing_with_one_stroke_turned_is_faulty(picture: str, data: st.DataObject) -> None:
    strokes = [i for i, char in enumerate(picture) if char in "-|/\\─│╱╲"]
    at = data.draw(st.sampled_from(strokes))
    alike = next(group for group in ("-─", "|│", "/╱", "\\╲") if picture[at] in group)
    other = data.draw(st.sampled_from([char for char in "-|/\\" if char not in alike]))
    assert trace(f"{picture[:at]}{other}{picture[at + 1 :]}").faults


# The square form's edge is one stroke: without it, just that edge is missing, and is named.
@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (SQUARE.replace("1-2", "1 2"), "an edge of the ring is not drawn at 1 and 2"),
        (SQUARE.replace("8-9", "8 9"), "an edge of the ring is not drawn at 8 and 9"),
        (SQUARE.replace("4-5", "4 5"), "the edge 4-5 is not drawn"),
        (SQUARE.replace("|\\|/|", "|\\|/ "), "an edge of the ring is not drawn at 3 and 6"),
        (SQUARE.replace("|\\|/|", "| |/|"), "the edge 1-5 is not drawn"),
        (SQUARE.replace("|\\|/|", "|X|/|"), "'X' is a crossing"),
        (SQUARE.replace("|\\|/|", "|╳|/|"), "'╳' is a crossing"),
        (SQUARE.replace("|\\|/|", "|#|/|"), "'#' is no stroke of an edge"),
        (SQUARE.replace("1-2", "1|2"), "'|' in row 1, column 2 joins 0 neighbours, not 2"),
        (SQUARE.replace("1-2", "1-|"), "nine different"),
    ],
)
def test_the_fault_is_named(wrong: str, fault: str) -> None:
    if fault == "nine different":
        with pytest.raises(ValueError, match=fault):
            trace(wrong)
    else:
        assert fault in trace(wrong).faults


def test_a_crossing_between_four_cells_is_found() -> None:
    picture = "1-2-3\n|\\|/|\n|4\\/|\n| /\\|\n| 56|\n7-8-9"
    assert any("two strokes cross" in fault for fault in trace(picture).faults)


def test_an_edge_drawn_twice() -> None:
    assert trace(LOOPED.replace("7-+ 8---9", "7-+-8---9")).faults
    doubled = LOOPED.replace("7-+ 8---9\n  | |\n  +-+", "7---8---9\n|   |\n+---+")
    assert trace(doubled).faults == ("the edge 7-8 is drawn more than once",)


def test_a_stroke_that_leads_nowhere() -> None:
    assert trace(SQUARE.replace("7-8-9", "7-8-9-")).faults
    assert trace(f"{SQUARE}\n-").faults


def test_a_seventeenth_edge() -> None:
    extra = LOOPED.replace("4---5---6", "4---5---6-+").replace("|  /|\\  |", "|  /|\\  | |")
    extra = extra.replace("| / | \\ |", "| / | \\ | |").replace("|/  |  \\|", "|/  |  \\| |")
    extra = extra.replace("7-+ 8---9", "7-+ 8---9-+")
    assert trace(extra).faults == ("the edge 6-9 is drawn more than once",)


def test_a_corner_has_two_arms() -> None:
    assert trace(CORNERED.replace("+-1", "+|1", 1)).faults
    assert trace(CORNERED.replace("|  \\", "+  \\", 1)).faults == ()  # as good as a stroke


@given(accepted, st.integers(1, 3), st.integers(0, 3))
def test_blank_rows_and_columns_do_not_count(picture: str, apart: int, margin: int) -> None:
    rows = picture.split("\n")
    spaced = [" " * margin + (" " * apart).join(row) for row in rows]
    assert trace(("\n" * (1 + apart)).join(spaced)) == trace(picture)


@pytest.mark.parametrize(
    "picture", ["", "1-2-3", SQUARE.replace("9", "1"), SQUARE + "0", SQUARE + "1"]
)
def test_nine_nodes_with_a_mark_of_their_own(picture: str) -> None:
    with pytest.raises(ValueError, match="nine"):
        trace(picture)


def test_faulty_drawings_have_no_nodes() -> None:
    with pytest.raises(ValueError, match="1-5 is not drawn"):
        trace(SQUARE.replace("|\\|/|", "| |/|").replace("8-9", "8 9")).nodes()


def test_two_rings_are_not_one() -> None:
    # Every node has the right number of neighbours; only going round shows it.
    ring = "12 23 34 41 56 67 78 85"
    edges = frozenset(map(frozenset, [*ring.split(), *(f"9{mark}" for mark in "12345678")]))
    assert _wheel_faults("123456789", edges) == ["the ring is not one ring of 8"]


def test_a_chord_of_the_ring() -> None:
    edges = trace(SQUARE).edges | {frozenset("13")}
    assert _wheel_faults("123456789", edges) == [
        "1 has more than two neighbours on the ring",
        "3 has more than two neighbours on the ring",
    ]


def test_a_way_from_a_node_to_itself() -> None:
    looped = (
        SPREAD.replace("|/  |  \\|\ng", "|/  |  \\|\ng").rstrip() + "-+\n        | |\n        +-+"
    )
    drawn = trace(looped.replace("        | |", "        | |"))
    assert drawn.faults == ("the edge i is drawn more than once",)


@given(st.text("123456789-|/\\+ \n─│╱╲┌┐└┘╭╮╰╯x", max_size=80))
def test_any_scribble_is_traced_or_refused(picture: str) -> None:
    try:
        drawing = trace(picture)
    except ValueError:
        return
    assert drawing.faults or len(drawing.edges) == 16
