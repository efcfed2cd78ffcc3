import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.meta_tic_tac_toe.rules import MOVES, SIZE, START, State, apply
from reference.meta_tic_tac_toe.wire import (
    ARGUMENTS,
    NOUGHTS,
    Nought,
    format_move,
    format_state,
    parse_move,
    parse_state,
)
from tests.reference.meta_tic_tac_toe.states import patient, states

EMPTY_BOARDS = ("---------",) * 9
OPENING = ("O", *EMPTY_BOARDS[:3], "--------X", *EMPTY_BOARDS[4:], "---------", "38")


@patient
@given(states(), st.sampled_from(NOUGHTS))
def test_parsing_undoes_formatting(state: State, nought: Nought) -> None:
    arguments = format_state(state, nought)
    assert len(arguments) == ARGUMENTS == 12
    assert parse_state(arguments) == state
    assert all(len(nine) == SIZE and set(nine) <= {"X", "-", nought} for nine in arguments[1:11])


def test_both_spellings_may_be_mixed() -> None:
    mixed = ("X", "0OO------", *EMPTY_BOARDS[1:], "0--------", "xx")
    assert parse_state(mixed) == parse_state(
        ("X", "OOO------", *EMPTY_BOARDS[1:], "O--------", "xx")
    )


def test_the_challenges_own_example() -> None:
    # Spec, "The bot's interface".
    assert format_state(START) == ("X", *EMPTY_BOARDS, "---------", "xx")
    assert format_state(apply(START, parse_move("38"))) == OPENING
    assert parse_state(OPENING) == apply(START, 35)


def test_moves_are_two_digits_in_ascending_order() -> None:
    texts = [format_move(move) for move in MOVES]
    assert texts == sorted(texts)
    assert texts == [f"{board}{tile}" for board in range(9) for tile in range(9)]
    assert tuple(map(parse_move, texts)) == MOVES


@pytest.mark.parametrize("text", ["38", "38\n", "38\r\n", " 38 \n"])
def test_white_space_around_a_move_does_not_count(text: str) -> None:
    assert parse_move(text) == 35


@pytest.mark.parametrize(
    "text",
    ["", "3", "388", "3 8", "3\n8", "39", "98", "xx", "-1", "+8", "38\n38", "38\0", "٣٨", "3²"],
)
def test_anything_but_two_digits_is_no_move(text: str) -> None:
    with pytest.raises(ValueError, match="is not two digits from 0 to 8"):
        parse_move(text)


def test_a_flood_is_quoted_in_short() -> None:
    with pytest.raises(ValueError, match=r"^'7{17}\.\.\.' is not two digits"):
        parse_move("7" * 1_000_000)


def changed(place: int, text: str) -> tuple[str, ...]:
    return (*OPENING[:place], text, *OPENING[place + 1 :])


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (OPENING[:-1], "^11 arguments, not 12"),
        ((*OPENING, ""), "^13 arguments, not 12"),
        (changed(0, "x"), "'x' is neither 'X' nor 'O'"),
        (changed(0, "-"), "'-' is neither"),
        (changed(1, "--------"), "board 0 is '--------', not nine"),
        (changed(9, "---------X"), "board 8 is '---------X', not nine"),
        (changed(5, "----o----"), "board 4 is '----o----', not nine"),
        (changed(10, "XX"), "the master board is 'XX', not nine"),
        (changed(10, "---X-----"), "the master board is '---X-----', but the boards make it '---"),
        (changed(1, "XXX------"), "the boards make it 'X--------'"),
        (changed(1, "XXXOOO---"), "both sides have three in a row on board 0"),
        (changed(11, "XX"), "the last move is 'XX', neither two digits nor 'xx'"),
        (changed(11, "3"), "the last move is '3', neither"),
        (changed(11, "39"), "the last move is '39', neither"),
        (changed(11, "37"), "the last move, tile 7 of board 3, is no tile of X's"),
        (changed(0, "X"), "the last move, tile 8 of board 3, is no tile of O's"),
    ],
)
def test_what_is_no_state_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_state(arguments)
