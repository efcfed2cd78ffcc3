"""The check of signatures: right ones pass, and each rule is broken by one that names its class."""

from collections.abc import Hashable

import pytest

from reference.menace.boxes import boxes_of
from reference.menace.signatures import Cells, Marks, Report, Rule, Signature, after_move, check
from tests.oracles import menace_oracle

MARKS = Marks(8, 0, 3)
COUNTS = Marks(1, 2, 0)


def lines(cells: Cells, weights: str = "UvI%/JMkrB`6", modulus: int = 24) -> int:
    """A signature of the affine plane's twelve lines, as one of the golfed scripts has it."""
    return sum(
        8 - code % 3 << sum((cells * 7)[code // 2 :: -code // 5]) % modulus
        for code in weights.encode()
    )


def by_sets(cells: Cells) -> Hashable:
    """The least of all variants of a position, worked out with complex numbers."""
    x = frozenset(s for s, c in zip(menace_oracle.GRID, cells, strict=True) if c == COUNTS.x)
    o = frozenset(s for s, c in zip(menace_oracle.GRID, cells, strict=True) if c == COUNTS.o)
    return frozenset(menace_oracle.variants((x, o)))


def won_by_sets(key: Hashable) -> bool:
    assert isinstance(key, frozenset)
    x, o = next(iter(key))
    return menace_oracle.has_line(x) or menace_oracle.has_line(o)


def mod_8(key: Hashable) -> int:
    assert isinstance(key, int)
    return key % 8


def of_lines(signature: Signature) -> Report:
    return check(signature, MARKS, won=mod_8, name=after_move(signature, MARKS))


def test_right_signatures_have_no_fault() -> None:
    # The script's win test need not hold for boards with two winners, but it does.
    assert of_lines(lines) == Report(304, ())
    name = after_move(by_sets, COUNTS)
    assert check(by_sets, COUNTS, won=won_by_sets, name=name) == Report(304, ())


def test_a_report_is_printed_in_words() -> None:
    assert str(Report(304, ())) == "304 keys\nno fault"
    said = str(check(sum, COUNTS))
    assert said.startswith(f"{check(sum, COUNTS).keys} keys\n{Rule.DISTINCT}: class ")
    assert "Fault(" not in said


def test_without_won_and_name_keys_alone_are_checked() -> None:
    assert check(by_sets, COUNTS) == Report(304, ())


def test_a_board_itself_is_no_signature() -> None:
    report = check(tuple, MARKS)
    many = [box for box in range(304) if boxes_of("X").pictures[box] != "---------"]
    classes = {fault.boxes for fault in report.of(Rule.ORBIT)}
    assert classes <= {(box,) for box in many}
    assert len(classes) > 290  # all but the few that every symmetry leaves as they are
    assert not report.of(Rule.DISTINCT)


def test_two_classes_with_one_key_are_named() -> None:
    one, other = boxes_of("X").pictures[100], boxes_of("X").pictures[101]
    keys = {by_sets(COUNTS.cells(other)): by_sets(COUNTS.cells(one))}
    report = check(lambda cells: keys.get(by_sets(cells), by_sets(cells)), COUNTS)
    assert report.keys == 303
    (fault,) = report.faults
    assert (fault.rule, fault.boxes) == (Rule.DISTINCT, (100, 101))
    assert str(fault).startswith("different keys for different positions: class 100 and 101: key")


def test_a_fault_of_all_classes_is_told_by_a_few_of_them() -> None:
    (fault,) = check(lambda cells: 0, COUNTS).of(Rule.DISTINCT)
    assert len(fault.boxes) == 304
    assert "class 0 and 1 and 2 and 3 and 300 more: key 0" in str(fault)
    assert str(fault).count("\n\n") == 3  # between four boards


@pytest.mark.parametrize(("board", "rule"), [("XXOOOX-XO", Rule.NINTH), ("XX-OOO--X", Rule.OVER)])
def test_a_board_without_a_box_may_have_no_boxs_key(board: str, rule: Rule) -> None:
    strange, empty = by_sets(COUNTS.cells(board)), by_sets([0] * 9)
    report = check(lambda cells: empty if by_sets(cells) == strange else by_sets(cells), COUNTS)
    assert {(fault.rule, fault.boxes) for fault in report.faults} == {(rule, (0,))}
    assert report.without(rule).faults == ()


def test_a_win_that_is_not_told_is_named() -> None:
    report = check(lines, MARKS, won=lambda key: mod_8(key) > 4)
    assert report.faults
    assert {fault.rule for fault in report.faults} <= {Rule.WON, Rule.WON_FILLING}


def test_a_position_that_counts_as_won_is_named() -> None:
    report = check(by_sets, COUNTS, won=lambda key: won_by_sets(key) or key == by_sets([0] * 9))
    assert [(fault.rule, fault.boxes) for fault in report.faults] == [(Rule.WON, (0,))]


def test_a_win_that_cannot_arise_is_told_apart_from_one_that_can() -> None:
    both = by_sets(COUNTS.cells("XXXOOO---"))
    report = check(by_sets, COUNTS, won=lambda key: won_by_sets(key) and key != both)
    assert {fault.rule for fault in report.faults} == {Rule.WON_FILLING}


def test_names_that_two_unlike_squares_share_are_faults() -> None:
    report = check(by_sets, COUNTS, name=lambda cells, square: min(square % 2, 1))
    assert (0,) in {fault.boxes for fault in report.of(Rule.NAME_DISTINCT)}


def test_names_of_the_boards_own_squares_are_not_carried() -> None:
    report = check(by_sets, COUNTS, name=lambda cells, square: square)
    assert report.of(Rule.NAME_CARRIED)
    assert {fault.rule for fault in report.faults} <= {Rule.NAME_CARRIED, Rule.NAME_DISTINCT}


@pytest.mark.parametrize("code", range(12))
def test_every_line_of_the_signature_matters(code: int) -> None:
    codes = "UvI%/JMkrB`6"
    changed = codes[:code] + codes[code + 1 :]
    report = of_lines(lambda cells: lines(cells, changed))
    assert report.faults
    assert all(fault.boards for fault in report.faults)
