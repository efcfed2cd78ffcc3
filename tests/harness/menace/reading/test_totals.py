"""Totals and pictures beside the beads are left out where they prove to be what they seem."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import pytest

from harness.menace.reading import pictured, totals
from harness.menace.reading.box_lines import again, of_lines
from harness.menace.reading.events import Dump
from tests.harness.menace import formats
from tests.harness.menace.formats.boards import rows
from tests.oracles.menace_player import COLOURS
from tests.thinned import one_in

BOXES = formats.fresh(random.Random(4), 0)
Line = Callable[[int, str, Sequence[int]], str]

# One or two beads a box; five in each, but six in that of the first move.
FEW = {picture: [*beads[: 1 + at % 2]] for at, (picture, beads) in enumerate(BOXES.items())}
FIVE = {p: [*beads, 4] if p == "---------" else beads
        for p, beads in formats.fresh(random.Random(4), 5).items()}  # fmt: skip
# One bead to three on each empty square.
THREE = {picture: [square for square, mark in enumerate(picture) if mark == "-"
                   for _ in range(1 + (at + square) % 3)]
         for at, picture in enumerate(BOXES)}  # fmt: skip


def printed(line: Line, boxes: Mapping[str, Sequence[int]] = BOXES) -> tuple[str, ...]:
    text = "\n".join(line(i, p, b) for i, (p, b) in enumerate(boxes.items()))
    return tuple(text.split("\n"))


def read(lines: Sequence[str]) -> list[tuple[str, ...]] | None:
    """What the boxes hold, in whatever order they were read."""
    found = of_lines(lines)
    if found.dump is None or found.way is None:
        return None
    assert again(lines, found.way) == found.dump
    return sorted(found.dump.boxes)


EXPECTED = sorted(tuple(map(str, beads)) for beads in BOXES.values())


@pytest.mark.parametrize(
    "line",
    [
        lambda i, p, b: f"Box {i} [{p}] holds {len(b)} beads: {' '.join(map(str, b))}",
        lambda i, p, b: f"{i:03} {p} ({len(b)}) - {' '.join(map(str, b))} |",
        lambda i, p, b: f"#{i} ({p[:3]}|{p[3:6]}|{p[6:]}) => {' '.join(map(str, b))} n={len(b)}.",
        lambda i, p, b: f'{i}. "{p}" <{" ".join(map(str, b))}> beads',
        lambda i, p, b: f"{i:03} {p[:3]} {p[3:6]} {p[6:]} {' '.join(map(str, b))}",
        lambda i, p, b: f"{i} [{p}]: {len(b)}: {' '.join(map(str, b))}",
        lambda i, p, b: f"{p} [{', '.join(map(str, b))}] = {len(b)}",
    ],
)
def test_boxes_are_read_beside_totals_and_pictures(line: Line) -> None:
    assert read(printed(line)) == EXPECTED


def square(picture: str, wall: str = "") -> str:
    """The picture in three lines, with bars between the squares and a wall at both ends."""
    return "\n".join(f"{wall}{'|'.join(row)}{wall}" for row in rows(picture))


def ruled(picture: str) -> str:
    """The picture in three lines with a rule between any two."""
    return "\n-+-+-\n".join(f"  {''.join(row)}" for row in rows(picture.replace("-", ".")))


def pairs(beads: Sequence[int]) -> str:
    return " ".join(f"({bead // 3},{bead % 3})" for bead in beads)


def headed(number: int, picture: str, beads: Sequence[int]) -> str:
    """The number and the total of the box above its picture, the beads beside the middle row."""
    heading = f"Box {number}, {len(beads)} beads:"
    above, middle, below = square(picture, "|").split("\n")
    return "\n".join((heading, above, f"{middle}   {pairs(beads)}", below, ""))


def counted(form: str, beads: Sequence[int | str]) -> str:
    return ", ".join(form.format(bead, n) for bead, n in sorted(Counter(beads).items()))


def coloured(beads: Sequence[int]) -> str:
    return counted("{1} {0}", [COLOURS[bead] for bead in beads])


PAIRED: Sequence[Line] = [
    lambda i, p, b: f"Matchbox #{i:03} {p.replace('O', '0')} {pairs(b)} {len(b)} beads",
    lambda i, p, b: f"box[{i}] '{p.replace('-', ' ')}' = {pairs(b)} has {len(b)}.",
    lambda i, p, b: f"Box {i}:\n{square(p, '|')}     {pairs(b)}\n",
    lambda i, p, b: f"{square(p)}\nBeads = {pairs(b)}\n",
    lambda i, p, b: headed(i, p.replace("-", "_"), b),
    lambda i, p, b: f"No. {i} ({len(b)})\n{ruled(p)}\n{pairs(b)}\n----",
    lambda i, p, b: f"--- Box {i}, total: {len(b)} ---\n{pairs(b)}\n{square(p)}",
]


@pytest.mark.parametrize(("line", "boxes"), one_in(4, PAIRED, [BOXES, FEW, THREE]))
def test_pairs_are_not_halved(line: Line, boxes: Mapping[str, Sequence[int]]) -> None:
    expected = sorted(tuple(f"{bead // 3}_{bead % 3}" for bead in box) for box in boxes.values())
    assert read(printed(line, boxes)) == expected


@pytest.mark.parametrize(
    "line",
    [
        lambda i, p, b: f"#{i}\n{square(p)}\n{len(b)} beads: {counted('{}({})', b)}\n====",
        lambda i, p, b: f"M{i} ({p[:3]}|{p[3:6]}|{p[6:]}) - {coloured(b)} total {len(b)} |",
        lambda i, p, b: f"Box {i}\n{ruled(p)}\n{{{counted('{}: {}', b)}}}\n",
        lambda i, p, b: f"Box {i} '{p.replace('-', ' ')}' | {str(b)[1:-1]} holds {len(b)} beads",
    ],
)
@pytest.mark.parametrize("boxes", [BOXES, FEW, FIVE])
def test_counts_are_not_left_out_nor_are_totals_taken_for_counts(
    line: Line, boxes: Mapping[str, Sequence[int]]
) -> None:
    found = read(("0-1-0", "Boxes:", *printed(line, boxes)))  # below a score
    assert found
    assert sum(map(len, found)) == sum(map(len, boxes.values()))
    assert len({bead for box in found for bead in box}) == 9


@pytest.mark.parametrize("boxes", [FEW, THREE])
@pytest.mark.parametrize("form", ["{b} = {n}", "{{{b}}} = {n}", "{n}: {b}", "{b} -> {n}"])
def test_the_length_of_a_word_of_beads_is_their_total(
    form: str, boxes: Mapping[str, Sequence[int]]
) -> None:
    words = {p: "".join("ABCDEFGHI"[bead] for bead in beads) for p, beads in boxes.items()}
    lines = printed(lambda i, p, b: f"Box {i}: {form.format(b=words[p], n=len(b))}", boxes)
    found = read(lines)
    assert found
    assert sorted(map("".join, found)) == sorted(words.values())


def test_the_same_total_in_each_box_may_be_a_count() -> None:
    ones = printed(lambda i, p, b: f"{p} {b[0]}=50%(1)")
    lines = [f"{ones[0].replace('50%', '33%')} 8=66%(2)", *ones[1:]]
    dump = of_lines(lines).dump
    assert dump
    assert sum(map(len, dump.boxes)) == 306


def test_a_number_that_is_no_total_is_not_left_out() -> None:
    lines = printed(lambda i, p, b: f"{p} n={len(b) + (i == 300)} {' '.join(map(str, b))}")
    (bare,) = totals.without(lines)
    dump = Dump(tuple(tuple(map(str, b)) for b in BOXES.values()))
    assert not totals.fit(bare.totals, dump)
    assert totals.fit([len(b) for b in BOXES.values()], dump)
    assert not totals.fit(bare.totals, None)


def test_totals_are_those_of_all_boxes() -> None:
    lines = printed(lambda i, p, b: f"{p} n={len(b)}: {' '.join(map(str, b))}")
    assert [bare.totals for bare in totals.without(lines)] == [[len(b) for b in BOXES.values()]]
    assert [*totals.without((*lines, "The best box, n=4"))] == []
    assert [*totals.without(lines[1:])] == []
    (bare,) = totals.without((*lines, "Game over"))
    assert [*totals.without(lines, bare.kind + 1)] == []
    assert bare.lines[-1] == "Game over"


def test_a_picture_has_as_many_stones_of_either_side() -> None:
    lines = printed(lambda i, p, b: f"{p} {' '.join(map(str, b))}")
    found = pictured.usual(lines)
    assert found
    assert found.pictures == [*BOXES]
    assert found.lines == tuple(f"{p}: {' '.join(map(str, b))}" for p, b in BOXES.items())
    for other in ("X-------- 1 2", "XOXOXO-X- 1 1", "XOXOXO.-. 1", lines[0], "304 boxes"):
        assert pictured.usual((*lines[:-1], other)) is None


@pytest.mark.parametrize(
    "line", ["{p}", "{b} {p}", r"\texttt{{{p}}} & {b} \\", "{p} |", "{{{p}}} {b}"]
)
def test_pictures_without_beads_behind_them_are_left(line: str) -> None:
    def one(i: int, p: str, b: Sequence[int]) -> str:
        return line.format(p=p, b=" ".join(map(str, b)))

    assert pictured.usual(printed(one)) is None


def test_more_kinds_of_bead_than_empty_squares_do_not_fit() -> None:
    boxes = [tuple(map(str, b)) for b in BOXES.values()]
    assert pictured.fit([*BOXES], Dump(tuple(boxes)))
    assert pictured.fit(
        [*BOXES], Dump(tuple(box for _, box in sorted(zip(BOXES, boxes, strict=True))))
    )
    at = next(at for at, picture in enumerate(BOXES) if picture.count("-") == 3)
    boxes[at] = ("0", "1", "2", "3")
    assert not pictured.fit([*BOXES], Dump(tuple(boxes)))
    assert not pictured.fit([*BOXES], Dump(tuple(boxes[1:])))
    assert not pictured.fit([*BOXES], None)
