"""The ages of beads are known from what was put back, in whatever order the program prints them."""

from harness.menace.chance.ages import Ages


def test_what_came_back_is_the_newest() -> None:
    ages = Ages()
    assert not ages.of(3, tuple("0013"))
    ages.used(3, tuple("0013"), tuple("00113"), "1", 2)
    assert [*ages.of(3, tuple("00113"))] == ["0", "0", "3", "1", "1"]
    ages.used(3, tuple("00113"), tuple("00113"), "0", 1)
    assert [*ages.of(3, tuple("00113"))] == ["0", "3", "1", "1", "0"]
    ages.used(3, tuple("00113"), tuple("0113"), "0", 0)
    assert [*ages.of(3, tuple("0113"))] == ["3", "1", "1", "0"]


def test_a_draw_of_an_unknown_bead_or_a_refill_ends_what_is_known() -> None:
    for before, after, bead, back in (
        ("0013", "0013", None, 1),
        ("0013", "0013", "7", 1),
        ("1", "012", "1", 0),
    ):
        ages = Ages()
        ages.used(3, tuple(before[:-1]), tuple(before), before[-1], 2)
        ages.used(3, tuple(before), tuple(after), bead, back)
        assert not ages.of(3, tuple(after))


def test_nothing_is_known_of_a_new_run() -> None:
    ages = Ages()
    ages.used(3, tuple("00"), tuple("000"), "0", 2)
    assert ages.of(3, tuple("000"))
    ages.clear()
    assert not ages.of(3, tuple("000"))
