"""Tournaments: every match once, whatever is killed, lost or interrupted, and the same result."""

import random
import sqlite3
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.meta_tic_tac_toe import match_file as match_file_module
from harness.meta_tic_tac_toe.bot import CallLimits
from harness.meta_tic_tac_toe.match import Match
from harness.tournament import instructions, tournament
from harness.tournament.journal import opened
from harness.tournament.ledger import Finished, Ledger, Total
from harness.tournament.openings import Openings
from harness.tournament.schedule import Gauntlet, Pairing, RoundRobin, Schedule
from harness.tournament.task import Caller
from harness.tournament.tournament import Tournament, match_file
from harness.tournament.workers import Crew, Processes
from harness.verdict import HarnessError, UsageError
from tests.harness.tournament.bots import AlwaysKiller, Killer, Learner, SlowLearner, entered

NAMES = ("anna", "bert", "thief", "mute", "cleo")
Outcome: TypeAlias = tuple[list[Total], dict[int, Match], list[tuple[str, bytes]], list[Any]]
"""All that a tournament leaves: totals, matches, every data.txt, and its fingerprints by match."""


class Inline(Executor):
    """Plays in the caller, at once; once for each of `breaks` it is lost instead."""

    def __init__(self, breaks: Sequence[int] = ()) -> None:
        self._breaks, self._submitted = set(breaks), 0

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self._submitted += 1
        future: Future[Any] = Future()
        if self._submitted in self._breaks:
            work(*args, **kwargs)  # what it did is lost with it
            future.set_exception(BrokenExecutor("lost"))
        else:
            future.set_result(work(*args, **kwargs))
        return future


def one_at_a_time() -> Crew:
    return Crew(Inline)


def many_at_a_time(slots: int = 3) -> Crew:
    return Crew(lambda: ThreadPoolExecutor(slots), slots)


def nothing(ledger: Ledger, running: Sequence[Pairing], finished: Finished | None) -> None:
    pass


def planned(
    folder: Path, schedule: Schedule | None = None, names: Sequence[str] = NAMES,
    caller: Caller = Learner,
) -> Tournament:  # fmt: skip
    path = entered(folder / "in", *names)
    bots = instructions.load(path)
    folders = {bot.name: path.parent / bot.name for bot in bots}
    return Tournament(bots, folders, schedule or RoundRobin(len(bots)), caller, rounds=12)


def played(
    plan: Tournament, folder: Path, crew: Crew | None = None, tell: tournament.Tell = nothing
) -> Outcome:
    """Play all that is left."""
    with opened(folder) as journal, crew or one_at_a_time() as workers:
        place = folder / "play"
        tournament.clear(place)
        ledger = tournament.begin(plan, journal, place)
        tournament.write_missing(journal, ledger)
        tournament.run(plan, journal, ledger, workers, str(place), tell)
        matches = {number: finished.match for number, finished in sorted(ledger.finished.items())}
        assert journal.matches() == matches
        assert sorted(path.name for path in (folder / "matches").iterdir()) == [
            f"{number:03}.match" for number in matches
        ]
        assert all(
            match_file_module.load(match_file(folder, n)) == match for n, match in matches.items()
        )
        data = [(name, journal.entrant(name).data) for name in plan.names]
    with sqlite3.connect(folder / "journal.sqlite") as connection:
        marks = connection.execute("SELECT number, x_data, o_data FROM match").fetchall()
    connection.close()
    return ledger.totals(), matches, data, marks


SCHEDULES = [RoundRobin(5), Gauntlet(5, 1, 2)]


@pytest.mark.parametrize("schedule", SCHEDULES, ids=str)
def test_the_result_is_the_same_however_many_play_at_a_time(
    tmp_path: Path, schedule: Schedule
) -> None:
    plan = planned(tmp_path, schedule)
    alone = played(plan, tmp_path / "alone")
    assert len(alone[1]) > 4
    for slots in (2, 3):
        assert played(plan, tmp_path / str(slots), many_at_a_time(slots)) == alone


def test_every_pair_meets_and_each_bot_goes_on_with_its_data(tmp_path: Path) -> None:
    _, matches, data, _ = played(planned(tmp_path, names=NAMES[:2]), tmp_path / "one")
    assert [(match.x, match.o) for match in matches.values()] == [
        ("anna", "bert"),
        ("bert", "anna"),
    ]
    again = replace(planned(tmp_path, names=NAMES[:2]), schedule=RoundRobin(2, 2))
    _, more, later, _ = played(again, tmp_path / "two")
    assert {number: more[number] for number in (1, 2)} == matches
    assert more[3] != more[1]
    assert later != data


@pytest.mark.parametrize("schedule", [RoundRobin(4, 3), Gauntlet(4, 1, 2)], ids=str)
def test_both_matches_of_a_pair_have_the_same_opening(tmp_path: Path, schedule: Schedule) -> None:
    plan = planned(tmp_path, schedule, NAMES[:2] + NAMES[3:])
    plan = replace(plan, openings=Openings(4))
    _, matches, _, _ = played(plan, tmp_path / "one", many_at_a_time())
    of_pairs: dict[tuple[str, str], list[str]] = {}
    for match in matches.values():
        of_pairs.setdefault((match.x, match.o), []).append(" ".join(match.calls[0].arguments))
    for (x, o), openings in of_pairs.items():
        assert openings == of_pairs[o, x]
        assert len(set(openings)) == len(openings)
        assert all(len(opening.replace("-", "").split()) > 3 for opening in openings)
    assert played(plan, tmp_path / "two") == played(plan, tmp_path / "one")


def test_how_noughts_are_sent_is_part_of_what_a_tournament_is(tmp_path: Path) -> None:
    plan = planned(tmp_path, names=NAMES[:2])
    letters = replace(plan, nought="O")
    assert played(letters, tmp_path / "letter") != played(plan, tmp_path / "digit")
    with pytest.raises(UsageError, match="how O's tiles are sent: there O, now 0"):
        played(plan, tmp_path / "letter")


def test_a_bot_may_bring_what_it_knows(tmp_path: Path) -> None:
    plan = planned(tmp_path, names=NAMES[:2])
    before = played(plan, tmp_path / "one")
    (tmp_path / "in" / "anna" / "data.txt").write_text("a book of openings")
    assert played(plan, tmp_path / "two") != before
    played(plan, tmp_path / "one")  # a tournament that has begun keeps its own


class StopError(Exception):
    pass


@settings(max_examples=5, deadline=None)  # of a few whole tournaments each
@given(
    st.sampled_from([RoundRobin(4), Gauntlet(4, 1)]),
    st.lists(st.integers(1, 4), max_size=4),
    st.booleans(),
)
def test_whoever_continues_it_plays_what_is_missing_and_nothing_again(
    tmp_path_factory: pytest.TempPathFactory, schedule: Schedule, stops: list[int], many: bool
) -> None:
    folder = tmp_path_factory.mktemp("tournament")
    plan = planned(folder, schedule, NAMES[:4])
    whole = played(plan, folder / "whole")
    seen: list[int] = []
    for stop in stops:
        left = iter(range(stop))

        def tell(
            ledger: Ledger, running: Sequence[Pairing], finished: Finished | None,
            left: Any = left,
        ) -> None:  # fmt: skip
            if finished is not None:
                seen.append(finished.pairing.number)
                if next(left, None) is None:
                    raise StopError

        try:
            played(plan, folder / "parts", many_at_a_time() if many else one_at_a_time(), tell)
        except StopError:
            continue
        break
    assert played(plan, folder / "parts") == whole
    assert len(seen) == len(set(seen))


def test_files_of_matches_that_were_cut_off_are_written_again(tmp_path: Path) -> None:
    plan = planned(tmp_path)
    whole = played(plan, tmp_path / "one")
    match_file(tmp_path / "one", 1).unlink()
    match_file(tmp_path / "one", 2).write_text("golfproof mat")
    assert played(plan, tmp_path / "one") == whole  # which looks at the files


def test_a_lost_worker_s_match_is_played_again_from_the_same_data(tmp_path: Path) -> None:
    plan = planned(tmp_path)
    whole = played(plan, tmp_path / "one")
    rng = random.Random(1)
    breaks = [rng.randrange(1, 25) for _ in range(6)]
    assert played(plan, tmp_path / "two", Crew(lambda: Inline(breaks))) == whole


def test_a_killed_process_costs_no_match(tmp_path: Path) -> None:
    plan = planned(tmp_path, names=NAMES[:3])
    whole = played(plan, tmp_path / "one")
    killed = replace(plan, caller=Killer)
    assert played(killed, tmp_path / "two", Processes(2)) == whole
    assert (tmp_path / "two" / "play" / "killed").exists()


@pytest.mark.slow
def test_a_match_that_loses_every_worker_is_the_harness_s_failure(tmp_path: Path) -> None:
    plan = planned(tmp_path, names=NAMES[:2], caller=AlwaysKiller)
    with pytest.raises(HarnessError, match="match 1 lost its worker 5 times"):
        played(plan, tmp_path / "one", Processes(1))


def test_the_thief_is_out_and_its_further_matches_are_not_played(tmp_path: Path) -> None:
    totals, matches, _, _ = played(planned(tmp_path), tmp_path / "one")
    assert (totals[-1].name, totals[-1].reached) == ("thief", ("/etc/passwd",))
    offence = max(n for n, match in matches.items() if "thief" in (match.x, match.o))
    assert matches[offence].calls[-1].answer.exit.reached
    assert len(matches) < 20
    assert sum(total.wins + total.losses + total.undecided for total in totals) == 2 * 12


def test_seconds_add_up_over_interruptions(tmp_path: Path) -> None:
    plan = planned(tmp_path, names=NAMES[:2])
    with opened(tmp_path / "one") as journal, one_at_a_time() as crew:
        ledger = tournament.begin(plan, journal, tmp_path / "play")
        first = tournament.run(plan, journal, ledger, crew, str(tmp_path / "play"), nothing)
        assert first == journal.seconds > 0
        assert tournament.run(plan, journal, ledger, crew, str(tmp_path), nothing) == first


def test_what_is_being_played_is_told(tmp_path: Path) -> None:
    said: list[tuple[int, int, bool]] = []

    def tell(ledger: Ledger, running: Sequence[Pairing], finished: Finished | None) -> None:
        said.append((len(ledger.finished), len(running), finished is not None))

    played(planned(tmp_path, names=NAMES[:2]), tmp_path / "one", tell=tell)
    assert said == [(0, 1, False), (1, 0, True), (1, 1, False), (2, 0, True)]


def changed_files(plan: Tournament) -> Tournament:
    (plan.folders["anna"] / "bot").write_text("another program")
    return plan


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (changed_files, "the files of anna differ; --fresh begins anew, --name NAME keeps both"),
        (
            lambda plan: replace(plan, schedule=RoundRobin(5, 2)),
            "the schedule: there RoundRobin(bots=5, cycles=1), now RoundRobin(bots=5, cycles=2);",
        ),
        (lambda plan: replace(plan, rounds=7), "the number of rounds: there 12, now 7;"),
        (
            lambda plan: replace(plan, openings=Openings(4, 7)),
            "the openings: there none, now 4 moves, seed 7;",
        ),
        (lambda plan: replace(plan, limits=CallLimits(2.0)), '{"seconds": 2.0'),
        (lambda plan: replace(plan, isolation="none"), "the isolation: there , now none"),
        (
            lambda plan: replace(plan, bots=plan.bots[::-1]),
            "the list of bots: there anna, bert, thief, mute, cleo, now cleo,",
        ),
        (
            lambda plan: replace(plan, bots=plan.bots[:2], schedule=RoundRobin(2)),
            "the list of bots: there anna, bert, thief, mute, cleo, now anna, bert;",
        ),
        (
            lambda plan: replace(
                plan, bots=(replace(plan.bots[0], command=("x", "y z")), *plan.bots[1:])
            ),
            "the command of anna: there play anna/bot, now x 'y z';",
        ),
        (
            lambda plan: replace(
                plan, bots=(replace(plan.bots[0], compile=("cc",)), *plan.bots[1:])
            ),
            "the compile command of anna: there , now cc;",
        ),
    ],
)
def test_another_tournament_under_the_same_name_says_what_differs(
    tmp_path: Path, change: Any, words: str
) -> None:
    plan = planned(tmp_path)
    played(plan, tmp_path / "one")
    with (
        opened(tmp_path / "one") as journal,
        pytest.raises(UsageError, match="holds another tournament") as caught,
    ):
        tournament.begin(change(plan), journal, tmp_path / "play")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_slow_bots_are_interrupted_in_the_middle_and_nothing_of_theirs_is_kept(
    tmp_path: Path,
) -> None:
    plan = planned(tmp_path, caller=SlowLearner)

    def tell(ledger: Ledger, running: Sequence[Pairing], finished: Finished | None) -> None:
        if len(ledger.finished) == 3 and running:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played(plan, tmp_path / "one", Processes(2), tell)
    with opened(tmp_path / "one") as journal:
        assert len(journal.matches()) == 3
    assert played(plan, tmp_path / "one") == played(plan, tmp_path / "two")
