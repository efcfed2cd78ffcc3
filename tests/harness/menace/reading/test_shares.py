"""What is left out as the share of a bead is one: its count divided by the beads of its box."""

import random
from collections.abc import Callable, Sequence

import pytest

from harness.menace.reading import shares
from harness.menace.reading.box_lines import again, of_lines
from harness.menace.reading.events import Dump
from tests.harness.menace import formats

BOXES = formats.fresh(random.Random(6), 0)  # as many beads as empty squares
Told = Callable[[int, Sequence[int]], str]


def printed(told: Told, between: str = ", ") -> tuple[str, ...]:
    """A line for each box, with each kind of bead told so."""
    return tuple(
        f"{picture}: {between.join(told(kind, beads) for kind in sorted({*beads}))}"
        for picture, beads in BOXES.items()
    )


def share(kind: int, beads: Sequence[int]) -> float:
    return [*beads].count(kind) / len(beads)


def count(kind: int, beads: Sequence[int]) -> int:
    return [*beads].count(kind)


EXPECTED = sorted(tuple(map(str, sorted(beads))) for beads in BOXES.values())


@pytest.mark.parametrize(
    ("told", "kinds"),
    [
        (lambda k, b: f"{k}: {count(k, b)} ({share(k, b):.1%})", (0,)),
        (lambda k, b: f"{k}={count(k, b)} p={share(k, b):.3f}", (1,)),
        (lambda k, b: f"{k} {count(k, b)}/{len(b)}", (3,)),
        (lambda k, b: f"{k}: {count(k, b)}/{len(b)} = {share(k, b):.2f} ({share(k, b):.0%})",
         (0, 1, 3)),
        (lambda k, b: f"{k} -> {share(k, b):.0%} ({count(k, b)})", (0,)),
        (lambda k, b: f"{k}: {share(k, b):.2f} {count(k, b)}", (1,)),
        (lambda k, b: f"{k}: {count(k, b)} ({share(k, b) * 100 // 1:.0f}%)", (0,)),  # cut off
    ],
)  # fmt: skip
def test_counts_are_read_without_their_shares(told: Told, kinds: tuple[int, ...]) -> None:
    lines = printed(told)
    found = of_lines(lines)
    assert found.dump
    assert found.way
    assert found.way.shares == kinds
    assert sorted(tuple(sorted(box)) for box in found.dump.boxes) == EXPECTED
    assert again(lines, found.way) == found.dump


def test_the_number_of_a_box_among_all_is_no_share() -> None:
    told = printed(lambda k, b: f"{k}: {count(k, b)}/{len(b)}")
    found = of_lines([f"Box {number} of 304 {line}" for number, line in enumerate(told, 1)])
    assert found.dump
    assert sorted(tuple(sorted(box)) for box in found.dump.boxes) == EXPECTED


def test_of_two_kinds_one_may_be_something_else() -> None:
    """Fractions of a rating that every box has are left, the percentages are not."""
    told = printed(lambda k, b: f"{k}: {count(k, b)} ({share(k, b):.1%})")
    lines = [f"0.{number:03} {line}" for number, line in enumerate(told)]
    *_, first = [found.kinds for found in shares.without(tuple(lines)) if 0 in found.kinds]
    assert first == (0,)
    (alone,) = [found for found in shares.without(tuple(lines)) if found.kinds == (0,)]
    assert shares.fit(alone, of_lines(alone.lines).dump)


def one_share(value: str) -> shares.Without:
    """A box with one kind of bead and such a share, 304 times."""
    first, *_ = shares.without(tuple(f"{picture} 4: 2 {value}" for picture in BOXES))
    return first


@pytest.mark.parametrize(("value", "fits"), [("100%", True), ("99%", True), ("98%", False),
                                             ("1.0", True), ("0.9", True), ("0.8", False),
                                             ("99.9%", True), ("99.8%", False)])  # fmt: skip
def test_a_share_is_right_to_one_of_its_last_digit(value: str, fits: bool) -> None:
    dump = of_lines([f"{picture} 4: 2" for picture in BOXES]).dump
    assert dump
    assert shares.fit(one_share(value), dump) == fits


def test_a_kind_that_a_box_has_none_of_has_no_share() -> None:
    lines = tuple(
        f"{picture} " + " ".join(f"{k}:{count(k, b)}({share(k, b):.0%})" for k in range(9))
        for picture, b in BOXES.items()
    )
    found = of_lines(lines)
    assert found.dump
    assert found.way
    assert found.way.shares == (0,)
    assert sorted(tuple(sorted(box)) for box in found.dump.boxes) == EXPECTED


def test_fewer_than_a_share_for_each_box_are_none() -> None:
    lines = printed(lambda k, b: f"{k}: {count(k, b)}")
    assert not [*shares.without((*lines, "42.9% of all games were won (0.429, 3/7)"))]


def test_boxes_that_are_not_read_have_no_shares() -> None:
    assert not shares.fit(one_share("100%"), None)


def test_one_wrong_share_in_one_box_is_enough() -> None:
    told = printed(lambda k, b: f"{k}: {count(k, b)} ({share(k, b):.1%})")
    for at in (0, 150, 303):
        number = told[at].partition("(")[2].partition("%")[0]
        changed = [*told]
        changed[at] = told[at].replace(f"({number}%", f"({float(number) + 0.3:.1f}%", 1)
        found = of_lines(changed)
        assert found.way is None or found.way.shares == ()


def test_of_two_kinds_the_one_that_is_none_stays() -> None:
    """The second number is the share of something else."""
    told = printed(lambda k, b: f"{k}: {count(k, b)} ({share(k, b):.1%}) of 0.{k}{len(b)}")
    kinds = [found.kinds for found in shares.without(told)]
    assert kinds[0] == (0, 1)
    fitting = [f.kinds for f in shares.without(told) if shares.fit(f, _dump_of_counts())]
    assert fitting == [(0,)]


def _dump_of_counts() -> Dump:
    dump = of_lines(printed(lambda k, b: f"{k}: {count(k, b)}")).dump
    assert dump
    return dump


@pytest.mark.parametrize(
    ("line", "left", "values"),
    [
        ('{"b": "X", "beads": {"0": 3, "4": 1}, "odds": {"0": 0.75, "4": 0.25}}',
         '{"b": "X", "beads": {"0": 3, "4": 1}}', [0.75, 0.25]),
        ('{"b": "X", "beads": [0, 4], "p": [0.5, .5]}', '{"b": "X", "beads": [0, 4]}', [0.5, 0.5]),
        ('{"0": {"beads": 3, "p": 0.75}, "4": {"beads": 1, "p": 0.25}}', '{"0": 3, "4": 1}',
         [0.75, 0.25]),
        ('{"move": 4, "beads": 3, "probability": 1.0}', '{"move": 4, "beads": 3}', [1.0]),
        ("4: 0.75 3, 5: 0.25 1", "4: 3, 5: 1", [0.75, 0.25]),
        ("4: 0.75 (3), 5: 0.25 (1)", "4=3, 5=1", [0.75, 0.25]),
        ("4 3 likelihood: 0.75", "4 3", [0.75]),
        ("4 3 (p = 0.75)", "4 3", [0.75]),
        ("4 3 0.75 chance", "4 3", [0.75]),
        ("4 3 [0.75", "4 3 [", [0.75]),
        ("version 1.2.3", "version 1.2.3", []),
    ],
)  # fmt: skip
def test_a_share_goes_with_its_name_and_its_sign(
    line: str, left: str, values: Sequence[float]
) -> None:
    found = next(shares.without((line,) * 304), None)
    assert (found.lines[0] if found else line).rstrip() == left
    assert [share.value for share in found.shares[0][: len(values)]] == values if found else True
    assert len(values) * 304 == (len(found.shares[0]) if found else 0)


@pytest.mark.parametrize(
    ("line", "left"),
    [("4 3/7", "4 3"), ("4 3 of 7", "4 3"), ("4: 3 / 7", "4: 3"), ("4 3/0", "4 3/0"),
     ("box 7/304", "box 7/304"), ("box 7 of 304", "box 7 of 304"), ("1/2/3", "1/2/3")],
)  # fmt: skip
def test_what_a_count_is_out_of_is_left_out(line: str, left: str) -> None:
    found = next(shares.without((line,) * 304), None)
    assert (found.lines[0] if found else line) == left
