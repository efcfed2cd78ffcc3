"""How a tournament stands: what is due, what counts, and what each bot has."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.meta_tic_tac_toe.bot import Answer, Ask
from harness.meta_tic_tac_toe.match import Match, play
from harness.tournament.ledger import Ledger, Total
from harness.tournament.schedule import Pairing, RoundRobin
from harness.tournament.show.console import void_lines
from harness.verdict import HarnessError
from tests.harness.tournament.support import LATE, REACHING, asking, first, last, seeded, silent

NAMES = ("first", "last", "late", "silent", "some")
ASKS: dict[str, Ask] = {
    "first": asking(first),
    "last": asking(last, seconds=0.5),
    "late": lambda arguments: LATE,
    "silent": asking(silent),
    "some": asking(seeded(1)),
    "thief": lambda arguments: REACHING if "X" in arguments[-2] else asking(first)(arguments),
}


def played(names: Sequence[str], pairing: Pairing) -> Match:
    x, o = names[pairing.x], names[pairing.o]
    return play(x, o, ASKS[x], ASKS[o], rounds=20)


def finished(names: Sequence[str], seed: int = 0) -> Ledger:
    """A whole tournament, whose matches come in any order that is allowed."""
    rng = random.Random(seed)
    ledger = Ledger(names, RoundRobin(len(names)))
    while due := list(ledger.ready(set())):
        pairing = rng.choice(due)
        ledger.add(pairing.number, played(names, pairing))
    return ledger


def by_name(ledger: Ledger) -> dict[str, Total]:
    return {total.name: total for total in ledger.totals()}


def test_totals_of_two() -> None:
    ledger = finished(("first", "silent"))
    # As X it takes nine tiles in a row, as O too: O has one more call of X's to sit through.
    assert by_name(ledger)["first"] == Total(1, "first", 344, 2, 0, 0, 0, 0, 0.25, 0.25, ())
    assert by_name(ledger)["silent"] == Total(2, "silent", -17, 0, 0, 2, 17, 0, 0.25, 0.25, ())


def test_undecided_matches_and_timeouts() -> None:
    totals = by_name(finished(("late", "silent")))
    assert totals["late"] == Total(1, "late", -60, 0, 2, 0, 40, 40, 1.0, 1.0, ())
    assert totals["silent"] == Total(2, "silent", -60, 0, 2, 0, 40, 0, 0.25, 0.25, ())


def test_each_match_adds_one_win_and_one_loss_or_two_undecided() -> None:
    ledger = finished(NAMES)
    totals = ledger.totals()
    assert sum(total.wins for total in totals) == sum(total.losses for total in totals)
    assert all(total.wins + total.undecided + total.losses == 8 for total in totals)
    assert len(ledger.finished) == ledger.matches == 20


@settings(max_examples=30)
@given(st.permutations([*NAMES[:3], "thief"]), st.integers())
def test_of_a_disqualified_bot_no_match_counts_whatever_the_order(
    names: list[str], seed: int
) -> None:
    ledger = finished(names, seed)
    without = by_name(finished(NAMES[:3]))
    totals = ledger.totals()
    assert totals[-1].name == "thief"
    assert totals[-1].reached == ("/etc/passwd",)
    for total in totals[:-1]:
        alone = without[total.name]
        assert total._replace(number=0, void=0) == alone._replace(number=0)
    void = sum(total.void for total in totals[:-1])
    assert void == totals[-1].void == len(ledger.void) == len(ledger.finished) - 6
    assert totals[-1][2:10] == (0, 0, 0, 0, 0, 0, 0.0, 0.0)
    assert len(ledger.counting) == 6
    assert len(ledger.settled) == ledger.matches == 12
    assert len(ledger.finished) < 12


def test_the_result_is_the_same_in_any_order_of_play() -> None:
    assert len({tuple(finished(NAMES, seed).totals()) for seed in range(4)}) == 1


def test_what_was_played_restores_how_it_stands() -> None:
    names = (*NAMES, "thief")
    whole = finished(names)
    for kept in range(len(whole.finished) + 1):
        again = Ledger(names, RoundRobin(len(names)))
        for number in sorted(whole.finished)[:kept]:
            again.add(number, whole.finished[number].match)
        while due := list(again.ready(set())):
            again.add(due[0].number, played(names, due[0]))
        assert again.totals() == whole.totals()
        assert again.finished == whole.finished


def test_all_are_out() -> None:
    both = Ledger(("thief", "other"), RoundRobin(2))
    match = play("thief", "other", lambda _: REACHING, asking(first))
    both.add(1, match)
    assert list(both.ready(set())) == []
    assert len(both.settled) == both.matches


def test_a_match_that_is_not_the_schedule_s_is_refused() -> None:
    ledger = Ledger(("first", "last"), RoundRobin(2))
    match = played(("first", "last"), Pairing(1, 0, 1))
    with pytest.raises(HarnessError, match="match 3 is not to be played"):
        ledger.add(3, match)
    with pytest.raises(HarnessError, match="match 2 is not of first and last"):
        ledger.add(2, match)
    with pytest.raises(HarnessError, match="match 1 is not a match: the match breaks off"):
        ledger.add(1, replace(match, calls=match.calls[:3]))
    ledger.add(1, match)
    with pytest.raises(HarnessError, match="not again"):
        ledger.add(1, match)


def test_seconds_are_means_over_calls_not_over_matches() -> None:
    slow_once = iter([Answer("", 4.0), *[Answer("", 1.0)] * 100])
    ledger = Ledger(("a", "b"), RoundRobin(2))
    ledger.add(1, play("a", "b", lambda _: next(slow_once), asking(silent), rounds=1))
    ledger.add(2, play("b", "a", asking(silent), lambda _: next(slow_once), rounds=2))
    assert (by_name(ledger)["a"].mean_seconds, by_name(ledger)["a"].worst_seconds) == (2.0, 4.0)


def test_a_line_says_which_matches_of_a_disqualified_bot_are_void() -> None:
    ledger = finished(("first", "thief", "last"))
    (line,) = void_lines(ledger)
    numbers = sorted(f.pairing.number for f in ledger.void)
    assert line == (
        "thief is disqualified, so its matches count for nobody: "
        f"{len(numbers)} played (number {', '.join(map(str, numbers))}), "
        f"{4 - len(numbers)} not played."
    )
