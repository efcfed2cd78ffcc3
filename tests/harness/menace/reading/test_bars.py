"""A bar is left out where it has as many signs as the number beside it says, in all lines."""

import pytest

from harness.menace.reading import bars

COUNTS = [1 + number % 5 for number in range(304)]
BLOCK = "\N{BLACK SQUARE}"


def lines(form: str, sign: str = "#") -> tuple[str, ...]:
    return tuple(form.format(n=n, bar=sign * n) for n in COUNTS)


@pytest.mark.parametrize(
    ("form", "left"),
    [
        ("a1: {bar} {n}", "a1: {n}"),
        ("a1 {n} {bar}", "a1 {n}"),
        ("a1: {n} [{bar}]", "a1: {n}"),
        ("a1 [{bar:<9}] {n}", "a1 {n}"),
        ("a1 |{bar:.<9}| {n}", "a1 {n}"),
        ("a1 {bar} ({n})", "a1 {n}"),
        ("a1: {n} ({bar})", "a1: {n}"),
        ("a1: {n} {bar}, b2: {n} {bar}", "a1: {n}, b2: {n}"),
        ("{bar}", None),
        ("a1: {n}", None),
    ],
)
@pytest.mark.parametrize("sign", ["#", "*", "=", BLOCK, "+"])
def test_what_tells_a_count_again_is_left_out(form: str, left: str | None, sign: str) -> None:
    expected = None if left is None else tuple(left.format(n=n) for n in COUNTS)
    assert bars.without(lines(form, sign)) == expected


def test_one_bar_of_another_length_is_enough_to_keep_all() -> None:
    told = lines("a1 {bar} {n}")
    assert bars.without(told)
    assert bars.without((*told, "a1 ### 4")) is None


def test_signs_of_lists_and_of_numbers_are_no_bars() -> None:
    lines = [
        line for at, n in enumerate(COUNTS) for line in (f"#{at} box", f"- (0,1) {'#' * n} ({n})")
    ]
    expected = [line for at, n in enumerate(COUNTS) for line in (f"#{at} box", f"- (0,1) {n}")]
    assert bars.without(tuple(lines)) == tuple(expected)


def test_a_row_of_another_sign_is_no_bar() -> None:
    told = lines("a1 {bar} {n}")
    assert bars.without((*told, "---- 12")) == (*lines("a1 {n}"), "---- 12")


@pytest.mark.parametrize(("sign", "are_bars"), [("#", True), (BLOCK, True), ("-", False)])
def test_dashes_before_ones_are_no_bars(sign: str, are_bars: bool) -> None:
    assert (bars.without((f"a {sign} 1",) * 304) is not None) == are_bars


def test_fewer_than_a_bar_for_each_box_are_none() -> None:
    assert bars.without(lines("a1 {bar} {n}")[1:]) is None
