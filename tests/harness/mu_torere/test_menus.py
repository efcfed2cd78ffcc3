"""Menus of moves in a print: which of its lines are a drawing or a legend, and at what cost."""

from collections.abc import Iterator

import pytest

from harness.mu_torere.menus import _rows_of_a_key

NUMBERS = frozenset("123456789")


class Watched(list[str]):
    """A line's words, counting how often any line's are gone through."""

    read = 0

    def __iter__(self) -> Iterator[str]:
        Watched.read += 1
        return super().__iter__()


@pytest.mark.parametrize("words", [["w", "b"], ["1"], []])
def test_a_flood_of_boards_is_gone_through_a_few_times(words: list[str]) -> None:
    lines = [Watched(line) for _ in range(1000) for line in (words, [])]
    Watched.read = 0
    assert list(_rows_of_a_key(lines, NUMBERS)) == []
    assert Watched.read <= 100 * len(lines)


def test_rows_of_a_key_are_those_with_its_numbers_once_each() -> None:
    key = [["1", "2", "3"], [], ["4", "6"], ["7", "8", "9"]]
    menu = ["Type", "1", "4", "or", "9"]
    lines = [["w", "w", "w"], [], menu, *key, menu]
    assert list(_rows_of_a_key(lines, NUMBERS)) == [3, 4, 5, 6]
    assert list(_rows_of_a_key([*key[:2], menu, *key[2:]], NUMBERS)) == []
    assert list(_rows_of_a_key([*key[:2], *[["b"]] * 60, *key[2:]], NUMBERS)) == []
