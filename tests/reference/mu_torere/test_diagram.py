import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reference.mu_torere.diagram import (
    SQUARE_NUMBERS,
    draw,
    node_of_number,
    number_of_node,
    parse,
)
from reference.mu_torere.rules import NODES, START, all_placements
from tests.reference.mu_torere.positions import READING_ORDER, patient

# Spec, "What a program must do", 2, letter by letter.
CHALLENGES_OWN = "w-w-w\n|\\|/|\nb-o-w\n|/|\\|\nb-b-b"

placements = st.sampled_from(all_placements())


def test_start_is_drawn_as_in_the_challenge() -> None:
    assert draw(START.placement) == CHALLENGES_OWN


@patient
@given(placements)
def test_parsing_undoes_drawing(placement: str) -> None:
    assert parse(draw(placement)) == placement
    assert parse(draw(placement) + "\n") == placement
    assert parse(draw(placement).replace("\n", "\r\n") + "\r\n") == placement


@patient
@given(
    placements, st.integers(0, 28), st.sampled_from(["", "b", "w", "o", "-", "|", "\n", " ", "é"])
)
@example(START.placement, 0, "b")
def test_drawing_undoes_parsing_whatever_is_parsed(placement: str, at: int, instead: str) -> None:
    drawn = draw(placement)
    changed = drawn[:at] + instead + drawn[at + 1 :]
    try:
        parsed = parse(changed)
    except ValueError:
        assert changed != drawn
    else:
        assert draw(parsed) == changed


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "1 lines where the square form has 5"),
        (CHALLENGES_OWN + "\n\n", "6 lines"),
        (CHALLENGES_OWN.replace("b-o-w", "b-o w"), "line 3 is 'b-o w'"),
        (CHALLENGES_OWN.replace("b-o-w", "b-o-w-w"), "line 3 is 'b-o-w-w'"),
        (CHALLENGES_OWN.replace("b-o-w", "b-O-w"), "line 3 is 'b-O-w'"),
        (CHALLENGES_OWN.replace("|\\|/|", "|/|\\|"), r"line 2 is .*; expected"),
        (CHALLENGES_OWN.replace("|/|\\|", "|/| |"), r"line 4 is .*; expected"),
        (CHALLENGES_OWN + " ", "line 5 is 'b-b-b '"),
        (CHALLENGES_OWN.replace("b-o-w", "b-b-w"), "5 black and 4 white"),
    ],
)
def test_complaints_say_where(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse(text)


def test_drawing_needs_four_stones_a_side() -> None:
    with pytest.raises(ValueError, match="expected 4, 4 and 1"):
        draw("wwwwwbbbo")


def test_numbers_go_row_by_row() -> None:
    # Spec, "What a program must do", 3: 1-2-3 / 4-5-6 / 7-8-9.
    assert [number_of_node(node) for node in READING_ORDER] == list(range(1, 10))
    assert [node_of_number(number) for number in range(1, 10)] == list(READING_ORDER)
    assert [SQUARE_NUMBERS[node] for node in NODES] == [number_of_node(node) for node in NODES]


@pytest.mark.parametrize("number", [0, 10, -1])
def test_other_numbers_name_no_node(number: int) -> None:
    with pytest.raises(ValueError, match="1 to 9"):
        node_of_number(number)


@pytest.mark.parametrize("node", [9, -1])
def test_other_nodes_have_no_number(node: int) -> None:
    with pytest.raises(ValueError, match="0 to 8"):
        number_of_node(node)
