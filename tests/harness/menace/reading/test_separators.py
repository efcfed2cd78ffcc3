"""Beads between any signs are found, and counted; what only looks like counts is left."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import pytest

from harness.menace.reading import bead_forms, separators
from harness.menace.reading.box_lines import again, of_lines
from tests.harness.menace import formats
from tests.harness.menace.formats.boards import rows
from tests.thinned import one_in

Beads = Sequence[int]
Boxes = Mapping[str, Beads]

# Some of the usual ways to fill boxes: by chance, equally on every square, one bead, four alike.
CHANCE = random.Random(7)
ANY = formats.fresh(CHANCE, 6)
EACH = {
    picture: [*squares] * (len(squares) // 2) for picture, squares in formats.pictures().items()
}
ONE = formats.fresh(CHANCE, 1)
ALIKE = {picture: beads * 4 for picture, beads in formats.fresh(CHANCE, 1).items()}
TWO = formats.fresh(CHANCE, 2)
EVERY = {picture: [*squares] for picture, squares in formats.pictures().items()}
ONE_AND_REFILLED = {**ONE, "---------": [0, 4, 4]}


def printed(
    form: str, boxes: Boxes, line: str = "Box {i}: {b}", joined: str = ", "
) -> tuple[str, ...]:
    """A line or more for each box; `form` has a bead and its number."""

    def one(number: int, picture: str, beads: Beads) -> str:
        counted = joined.join(form.format(b=b, n=n) for b, n in sorted(Counter(beads).items()))
        wide = "\n".join("|".join(row) for row in rows(picture))
        return line.format(i=number, p=picture, wide=wide, b=counted, total=len(beads))

    text = "\n".join(one(i, p, b) for i, (p, b) in enumerate(boxes.items()))
    return tuple(text.split("\n"))


def usual(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines as they are restated, or as they are."""
    restated = separators.usual(lines)
    if restated is None:
        return lines
    assert separators.in_form(lines, restated.form) == restated
    return restated.lines


def held(boxes: Boxes) -> list[Counter[str]]:
    return [Counter(map(str, beads)) for beads in boxes.values()]


def bodies(lines: Sequence[str]) -> list[Counter[str]]:
    """The beads of the lines that are restated, at the end of each."""
    pieces = [[word.partition("*") for word in line.split() if "*" in word] for line in lines]
    return [Counter({bead: int(n) for bead, _, n in some}) for some in pieces if some]


FORMS = ["{b} [{n}]", "{b}<{n}>", "{n} @ {b}", "({b} {n})", "bead {b}: n={n}", "{n} beads at {b}"]
LINES = [
    "Box {i}: {b}", "{p} {b}", "{b}", "{p} | {b} |", "Box {i}: {b}; {total} in all",
    "Box {i} [{total}]\n{wide}\n{b}\n",
]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "form", "boxes"), one_in(5, LINES, FORMS, [ANY, EACH, ONE, ALIKE])
)
def test_the_beads_of_all_boxes_are_found(line: str, form: str, boxes: Boxes) -> None:
    restated = usual(printed(form, boxes, line))
    assert bodies(restated) == held(boxes)


def listed(named: Callable[[int], str], signs: tuple[str, str, str], line: str) -> tuple[str, ...]:
    """A line for each box; the signs stand before, between and after the beads."""
    first, between, last = signs
    return tuple(
        line.format(i=number, p=picture, b=first + between.join(map(named, beads)) + last)
        for number, (picture, beads) in enumerate(ANY.items())
    )


SIGNS = [
    ("", " -> ", ""), ("«", "/", "»"), ("(", ") (", ")"), ("#", " #", "."), ("<", "|", ">"),
    ("bead ", ", bead ", ""), ("'", "' + '", "'"), ("'", "'  '", "'."),
]  # fmt: skip
NAMED: Sequence[Callable[[int], str]] = [
    str,
    "ABCDEFGHI".__getitem__,
    lambda bead: f"r{bead // 3}c{bead % 3}",
    lambda bead: "abc"[bead // 3] + str(bead % 3),
    lambda bead: f"{bead // 3},{bead % 3}",
]


@pytest.mark.parametrize(
    ("named", "signs", "line"),
    one_in(7, NAMED, SIGNS, ["Box {i}: {b}", "{p} {b}", "{i} {b}"]),
)
def test_lists_of_beads_between_any_signs_are_found(
    named: Callable[[int], str], signs: tuple[str, str, str], line: str
) -> None:
    found = of_lines(listed(named, signs, line)).dump
    assert found
    assert sorted(sorted(Counter(box).values()) for box in found.boxes) == sorted(
        sorted(Counter(beads).values()) for beads in ANY.values()
    )
    assert len({bead for box in found.boxes for bead in box}) == 9


def test_what_ends_all_lines_is_no_bead_and_what_ends_a_list_is_one() -> None:
    lines = listed("ABCDEFGHI".__getitem__, ("", " > ", ""), "{b}")
    assert separators.usual(lines) == separators.in_form(
        lines, bead_forms.Form((False,), (), " > ", 0)
    )
    assert separators.in_form(lines, bead_forms.Form((False,), (), " > ", 1)) is None
    headed = ("Boxes:", *lines, "O wins")
    assert usual(headed) == ("Boxes:", *usual(lines), "O wins")
    ended = tuple(f"{line} in all" for line in lines)
    assert usual(ended) == usual(lines)


@pytest.mark.parametrize("last", [", ", " and ", ", and "])
def test_names_of_two_words_are_told_from_what_joins_beads(last: str) -> None:
    places = ["top left", "top", "top right", "left", "centre", "right", "low left", "low", "end"]

    def sentence(beads: Beads) -> str:
        *some, final = (f"{n} {places[bead]}" for bead, n in Counter(beads).items())
        return last.join(filter(None, (", ".join(some), final)))

    lines = tuple(f"Box {i} holds {sentence(beads)}." for i, beads in enumerate(ANY.values()))
    names = [place.replace(" ", "") for place in places]
    assert bodies(usual(lines)) == [Counter(names[b] for b in beads) for beads in ANY.values()]


def test_beads_stand_behind_the_picture_of_their_box_or_what_stood_before_them() -> None:
    lines = printed("({b}~{n})", ANY, "| {i} | [{p}]  {b} |", " ")
    assert usual(lines)[-1].startswith("Box 303: ")
    lines = printed("({b}~{n})", ANY, "| stage 4 of 9 | {b} |", " ")
    assert usual(lines)[-1].startswith("| stage 4 of 9 | ")


def test_other_lines_stay() -> None:
    lines = ("Boxes after game 3:", *printed("{b}[{n}]", ANY), "", "4 games (2 left)")
    restated = usual(lines)
    assert (restated[0], *restated[-2:]) == (lines[0], *lines[-2:])
    assert restated[1:-2] == usual(lines[1:-2])


@pytest.mark.parametrize(
    ("line", "boxes"),
    [
        ("{p}: {beads}", ANY),
        ("Box {i} - {beads}", ONE),  # its number and a bead
        ("{i}. [{beads}]", TWO),
        ("{i} ({first})", ONE),
        ("{p} {shares}", ANY),
        ("Box {i} ({total}): {beads}", ANY),
        ("{p} {solid} {total}", ALIKE),
        ("<box p='{p}' {attributes} />", ANY),
        ("{i}: {fractions}", EVERY),
        ("{i} {twice}", EVERY),
        ("{i} {bars}", ONE_AND_REFILLED),
        ("{i}: {listed} and 4 in all", ANY),
    ],
)
def test_usual_lists_numbers_and_shares_are_left(line: str, boxes: Boxes) -> None:
    lines = [
        line.format(
            i=number,
            p=picture,
            first=beads[0],
            beads=" ".join(map(str, beads)),
            shares=", ".join(f"{b}: {100 * n // len(beads)}%" for b, n in Counter(beads).items()),
            total=len(beads),
            bars=" ".join(f"{b}:{'#' * n}" for b, n in Counter(beads).items()),
            twice=" ".join(str(bead) for bead in [*beads] * 2),
            solid="".join("ABCDEFGHI"[bead] for bead in beads),
            attributes=" ".join(f"b{b}='{n}'" for b, n in Counter(beads).items()),
            fractions=", ".join(f"{b}: {n}/{len(beads)}" for b, n in Counter(beads).items()),
            listed=", ".join(f"{n} b{b}" for b, n in Counter(beads).items()),
        )
        for number, (picture, beads) in enumerate(boxes.items())
    ]
    assert usual(tuple(lines)) == tuple(lines)


@pytest.mark.parametrize(
    "line", ["{i}, {word} ({total})", "Box {i} [{total}]: <{word}>", "{i} {word}"]
)
def test_letters_of_a_word_are_beads(line: str) -> None:
    words = ["".join("ABCDEFGHI"[bead] for bead in beads) for beads in ANY.values()]
    lines = tuple(line.format(i=i, word=word, total=len(word)) for i, word in enumerate(words))
    assert usual(lines) == tuple(f"Box {i}: {word}" for i, word in enumerate(words))


@pytest.mark.parametrize("title", ["Matchbox {i} ({n} beads)", "Box {i} [{n}]", "{n} beads in {i}"])
def test_totals_in_headings_are_no_beads(title: str) -> None:
    lines = []
    for i, (picture, beads) in enumerate(ANY.items()):
        more = [*beads, *beads][: 3 + i % 8]
        lines += [title.format(i=i, n=len(more)), *map("".join, rows(picture))]
        lines.append(" ".join("LMR"[bead // 3] + "LMR"[bead % 3] for bead in more))
    assert usual(tuple(lines)) == tuple(lines)


def test_totals_after_a_list_are_left_out() -> None:
    lines = tuple(
        f"{i}: {' '.join(map(str, beads))} holds {len(beads)}"
        for i, beads in enumerate(ANY.values())
    )
    assert usual(lines) == tuple(
        f"Box {i}: {' '.join(map(str, beads))}" for i, beads in enumerate(ANY.values())
    )


def test_a_number_after_the_beads_is_their_total_or_they_are_no_counts() -> None:
    lines = printed("{b}[{n}]", ANY, "Box {i}: {b} = {total}")
    assert bodies(usual(lines)) == held(ANY)
    assert usual((*lines[:-1], f"{lines[-1]}0")) == (*lines[:-1], f"{lines[-1]}0")


def test_a_box_more_or_less_is_left() -> None:
    lines = printed("{b}[{n}]", ANY)
    for some in (lines[1:], (*lines, lines[0])):
        assert usual(some) == some


def test_no_bead_is_twice_in_a_box() -> None:
    lines = (*printed("{b}[{n}]", ANY)[1:], "Box 0: 1[2], 1[1]")
    assert usual(lines) == lines


def test_the_next_boxes_are_found_in_the_same_way() -> None:
    first, now = printed("{b}-{n}", ANY), printed("{b}-{n}", EACH)
    way = of_lines(first).way
    assert way
    dump = again(now, way)
    assert dump
    assert [*map(Counter, dump.boxes)] == held(EACH)


def test_where_each_box_had_one_kind_of_bead_the_form_is_learned_anew() -> None:
    first, now = printed("{b}-{n}", ALIKE), printed("{b}-{n}", ANY)
    way = of_lines(first).way
    assert way
    assert again(first, way)
    assert again(now, way) is None
    assert way.separated
    two = (f"{first[0]}, 7-4", *first[1:])
    assert separators.in_form(two, way.separated) is None
    dump = of_lines(now).dump
    assert dump
    assert [*map(Counter, dump.boxes)] == held(ANY)


def test_beads_of_one_kind_behind_a_word_are_a_list() -> None:
    named = {picture: [str(bead + 1) for bead in beads] for picture, beads in ALIKE.items()}
    lines = tuple(f"{picture}: beads: {'->'.join(beads)}" for picture, beads in named.items())
    for some in (lines, ("Boxes:", *lines)):
        found = of_lines(some).dump
        assert found
        assert sorted(map(sorted, found.boxes)) == sorted(named.values())


@pytest.mark.parametrize("boxes", [ANY, EACH])
def test_numbers_of_boxes_and_totals_in_the_form_of_beads_are_none(boxes: Boxes) -> None:
    lines = printed("{b}={n}", boxes, "{i}={total}, {b}")
    assert bodies(usual(lines)) == held(boxes)


@pytest.mark.parametrize("total", ["n={n}", "[{n} beads]", "(total: {n})", "{n} beads"])
def test_a_total_behind_beads_in_one_word_is_no_bead(total: str) -> None:
    fresh = formats.fresh(random.Random(3), 0)
    boxes = {p: [*b, *b[: at < 6]] for at, (p, b) in enumerate(fresh.items())}  # six have learned
    lines = [
        f"{at:03} ({'|'.join(map(''.join, rows(p.replace('-', '.'))))}) : "
        f"{''.join(map(str, b))} {total.format(n=len(b))}"
        for at, (p, b) in enumerate(boxes.items())
    ]
    found = of_lines(lines)
    assert found.dump
    assert sorted(map(sorted, found.dump.boxes)) == sorted(
        [*map(str, sorted(b))] for b in boxes.values()
    )
