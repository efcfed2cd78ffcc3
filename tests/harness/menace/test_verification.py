"""The whole verification, of players in process: assessing, playing on, stopping, replaying."""

import itertools
import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from harness.menace import opponent, proof, verification
from harness.menace.accounts import Accounts
from harness.menace.challenge import Menace
from harness.menace.chance import evidence
from harness.menace.chance.evidence import Bias
from harness.menace.chance.statistics import ALPHA, BETWEEN
from harness.menace.chance.statistics import Test as StatisticalTest
from harness.menace.form import Form
from harness.menace.game import Human
from harness.menace.proof import assess
from harness.menace.referee import FURTHER_LOOK, Run, judge
from harness.menace.verification import verify
from harness.transcript import Transcript
from harness.verdict import Result, Verdict
from tests.harness.menace.broken import (
    BROKEN,
    Broken,
    DoubleReward,
    DrawsTheLeastOfARefill,
    LeavesEmpty,
    SameStart,
    SlipsRarely,
)
from tests.harness.menace.programs import RIGHT, Lettered, Shuffled, Signs, TwoStay
from tests.harness.menace.support import (
    SQUARES_FORM,
    FakeProgram,
    HangError,
    form_of,
    job,
    quick_run,
    transcript_of,
)
from tests.oracles.menace_player import EMPTY, Player, Position, carries, won
from tests.thinned import one_in

EXACT = replace(SQUARES_FORM, exact=True, clean_end=True, start_seconds=2.0)


def humans(seed: int) -> Iterator[Human]:
    chance = random.Random(seed)
    while True:
        yield opponent.at_random(chance)
        yield opponent.perfect(chance)
        yield opponent.blundering(chance)


def runs_of(kind: type[Player], runs: int = 4, games: int = 100) -> list[Run]:
    return [quick_run(kind(s), games, h) for s, h in zip(range(runs), humans(1), strict=False)]


# --- assessing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", one_in(5, RIGHT))
def test_nothing_is_wrong_with_a_right_program(kind: type[Player]) -> None:
    state = assess(runs_of(kind))
    assert state.findings == ()
    assert state.verdict is Verdict.INCONCLUSIVE  # 400 games do not show every box
    assert state.one_order == (kind is not Shuffled)
    assert state.games == 400


class OneNumberADraw(Player):
    """Takes one number of its generator for each draw, and none for the way a box is turned."""

    def draw(self, box: int, beads: Sequence[int]) -> int:
        return int(self.chance.random() * len(beads))

    def carry(self, box: int, bead: int, board: Position) -> int:
        return carries(self.pictures[box], board)[0][bead]


@pytest.mark.slow
def test_two_runs_of_one_seed_are_not_held_against_it() -> None:
    """A program that is seeded by the second of its start plays two runs with one seed at times."""
    seeds = (0, 1, 2, 2, 3)
    runs = [quick_run(OneNumberADraw(s), 200, h) for s, h in zip(seeds, humans(1), strict=False)]
    told = {test.name: test.p for test in assess(runs).tests}
    assert [name for name, p in told.items() if p is not None and p < 1e-4] == []


@pytest.mark.slow
def test_what_is_known_already_changes_nothing() -> None:
    runs = runs_of(Lettered)
    book = Accounts(form_of(Lettered(0)))
    assert all(book.add(run.games) is None for run in runs)
    state = assess(runs)
    assert assess(runs) == state
    assert assess(runs, book) == state


SEEN_LATER = (LeavesEmpty, DrawsTheLeastOfARefill)


@pytest.mark.parametrize("kind", [kind for kind in BROKEN if kind not in SEEN_LATER])
def test_every_broken_program_is_refused(kind: type[Broken]) -> None:
    """Within four runs; most are in the first."""
    players = zip(range(4), humans(1), strict=False)
    runs: list[Run] = []
    for seed, human in players:
        runs.append(quick_run(kind(seed), 180, human))
        if len(runs) != 3 and (findings := assess(runs).findings):
            break
    assert findings[0].clause in kind.clause.split("|"), findings


class TakesTheLeastOut(DrawsTheLeastOfARefill, TwoStay):
    pass


class DrawsAgainWhatEmptied(Player):
    """Draws the move of a refill once more when it is of the colour that emptied the box."""

    def refill(self, box: int, last: int) -> int:
        beads = self.boxes[box]
        beads += self.chance.choices(self.choices(box), k=3)
        place = self.chance.randrange(3)
        if beads[place] == last:
            place = self.chance.randrange(3)
        return beads[place] if self.stay == 3 else beads.pop(place)


class DrawsAgainAndTakesOut(DrawsAgainWhatEmptied, TwoStay):
    pass


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "seeds"), [(DrawsAgainWhatEmptied, 300_007), (DrawsAgainAndTakesOut, 0)]
)
def test_the_draw_from_a_refill_does_not_avoid_what_emptied_the_box(
    kind: type[Player], seeds: int
) -> None:
    result, _ = verified(FakeProgram(lambda seed: kind(seed + seeds)), EXACT)
    assert result.verdict is Verdict.WRONG_ANSWER
    assert "refilled beads drawn uniformly" in result.findings[0].seen


@pytest.mark.parametrize("kind", [DrawsTheLeastOfARefill, TakesTheLeastOut])
@pytest.mark.slow
def test_the_draw_from_a_refill_is_uniform_as_any(kind: type[Player]) -> None:
    findings = assess(runs_of(kind, runs=14, games=200)).findings
    assert {finding.clause for finding in findings} == {"menace/refill"}
    assert any("refilled beads drawn uniformly" in finding.seen for finding in findings)


class ShuffledAndDoubled(Shuffled):
    back = DoubleReward.back


def test_an_order_of_its_own_excuses_nothing_else() -> None:
    (first, *_) = assess(runs_of(ShuffledAndDoubled)).findings
    assert first.clause == "menace/reward"
    assert first.seen.startswith("game ")


def reached_after(games: int) -> Run:
    """A run of a right program that reached for a file of another."""
    run = transcript_of(Player(0), games, opponent.perfect(random.Random(1)))
    return judge(replace(run, exit=replace(run.exit, reached=("read /etc/passwd",))))


def test_the_shortest_of_the_runs_that_are_wrong_is_told_first() -> None:
    # Some are wrong by what they print, the others by what their boxes add up to.
    human = opponent.at_random(random.Random(1))
    for runs in (
        [reached_after(games) for games in (9, 3, 5)],
        [quick_run(DoubleReward(s), games, human) for s, games in enumerate((90, 20, 40))],
    ):
        turns = [(finding.turn, finding) for run in runs for finding in assess([run]).findings]
        assert len({turn for turn, _ in turns}) == 3
        told = assess(runs).findings
        assert told[0] == min(turns, key=lambda found: found[0])[1]
        assert [finding.turn for finding in told] == sorted(turn for turn, _ in turns)


@pytest.mark.slow
def test_what_is_asked_after_every_run_is_to_be_rarer(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = runs_of(Player, runs=3)
    for p, between in ((ALPHA * 0.9, False), (BETWEEN * ALPHA * 0.9, True)):
        strange = StatisticalTest("refilled beads drawn uniformly", 99, p)
        monkeypatch.setattr(proof, "refills_drawn", lambda draws, told=strange: told)
        (found,) = assess(runs).findings
        assert found.clause == "menace/refill"
        assert bool(assess(runs, chance=False).findings) == between


def test_one_reading_of_refills_for_all_runs() -> None:
    human = opponent.perfect(random.Random(1))
    runs = [quick_run(kind(s), 100, human) for s, kind in enumerate([Player, TwoStay] * 2)]
    assert assess(runs).findings[0].clause == "menace/refill"

    class ShuffledTwoStay(Shuffled, TwoStay):
        pass

    kinds = (Shuffled, ShuffledTwoStay)
    runs = [quick_run(kind(s), 100, human) for s, kind in enumerate(kinds)]
    assert not assess(runs[:1]).findings
    assert assess(runs).findings[0].clause == "menace/refill"


def test_a_slow_start_is_the_median_of_all() -> None:
    runs = [replace(run, form=EXACT) for run in runs_of(Player, runs=3, games=5)]

    def clauses(*seconds: float) -> list[str]:
        slowed = [replace(r, start_seconds=s) for r, s in zip(runs, seconds, strict=True)]
        return [finding.clause for finding in assess(slowed).findings]

    assert clauses(9.0, 0.1, 0.1) == clauses(2.0, 2.0, 2.0) == []
    assert clauses(9.0, 0.1, 2.1) == ["menace/time"]


def test_nothing_played() -> None:
    state = assess([])
    assert (state.games, state.findings, state.verdict) == (0, (), Verdict.INCONCLUSIVE)


# --- playing -------------------------------------------------------------------------------------


def verified(
    program: FakeProgram, form: Form, games: int = 20
) -> tuple[Result, dict[str, Transcript]]:
    kept: dict[str, Transcript] = {}
    told: list[float | None] = []

    def keep(name: str, transcript: Transcript) -> None:
        assert name not in kept
        kept[name] = transcript

    result = verify(job(program, form, games), form, lambda doing, share: told.append(share), keep)
    assert all(share is None or 0 <= share <= 1 for share in told)
    assert all(session.closed for session in program.sessions)
    assert len(kept) == len(program.sessions) == result.facts["runs"]
    return result, kept


@pytest.mark.parametrize(
    ("form", "long", "games"),
    [
        # So few games that all is told just so.
        pytest.param(EXACT, 50, 8, marks=pytest.mark.slow),
        pytest.param(EXACT, verification._LONG, 20, marks=pytest.mark.slow),
        pytest.param(SQUARES_FORM, verification._LONG, 20, marks=pytest.mark.slow),
    ],
)
def test_a_right_program_is_accepted_and_so_is_its_replay(
    form: Form, long: int, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "_LONG", long)
    result, kept = verified(FakeProgram(Player), form, games)
    assert result.verdict is Verdict.ACCEPTED, result
    assert result.findings == ()
    facts = result.facts
    assert int(str(facts["boxes_identified"])) + int(str(facts["boxes_always_drawn"])) == 304
    assert long < int(str(facts["games"])) < 6_000  # it stops when all is told
    assert int(str(facts["generated_runs"])) >= 12
    again = Menace().judge_again("menace/fake", list(kept.values()))
    assert (again.verdict, again.findings) == (result.verdict, result.findings)
    assert again.facts == {key: facts[key] for key in again.facts}


def looked_at_starts(
    seeds: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> verification._Verification:
    """The look at the starts of a program that takes these seeds in turn, after six runs."""
    ahead = iter(itertools.cycle(seeds))
    playing = verification._Verification(
        job(FakeProgram(lambda _: Player(next(ahead))), SQUARES_FORM),
        SQUARES_FORM, lambda doing, share: None, lambda name, transcript: None,
    )  # fmt: skip
    monkeypatch.setattr(time, "monotonic", itertools.count(0.0, 10.0).__next__)  # no clock excuses
    for _ in range(6):
        playing._play(1, opponent.at_random(random.Random(1)), None)
    playing.look_at_starts()
    return playing


@pytest.mark.slow
def test_few_seeds_are_told_from_many(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(6)
    few = [*range(6), *(chance.randrange(200) for _ in range(300))]  # no two alike at first
    seen = looked_at_starts(few, monkeypatch)
    assert len(seen.runs) > 6
    assert [finding.clause for finding in seen.assess().findings] == ["menace/start"]


@pytest.mark.slow
def test_runs_that_meet_once_are_no_few_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    again = [*range(5), 2, *range(5, 300)]
    seen = looked_at_starts(again, monkeypatch)
    assert 48 <= len(seen.runs) < 100  # so many that once is no more than may be
    assert seen.assess().findings == ()


def test_starts_that_differ_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(looked_at_starts(range(300), monkeypatch).runs) == 48


@pytest.mark.slow
def test_equal_starts_are_seen_before_the_longest_run() -> None:
    result, kept = verified(FakeProgram(SameStart), SQUARES_FORM)
    assert [finding.clause for finding in result.findings] == ["menace/start"]
    games = [int(str(run.notes["games"])) for run in kept.values()]
    assert games[2:4] == [4, 4]
    assert max(games[4:]) <= 4


@pytest.mark.parametrize("kind", [DoubleReward, SlipsRarely])
def test_a_broken_program_is_refused_and_so_is_its_replay(kind: type[Broken]) -> None:
    result, kept = verified(FakeProgram(kind), SQUARES_FORM)
    assert result.verdict is Verdict.WRONG_ANSWER
    assert result.findings[0].clause == kind.clause
    again = Menace().judge_again("menace/fake", list(kept.values()))
    assert again.verdict is result.verdict
    assert [f.clause for f in again.findings] == [f.clause for f in result.findings]


class DoublyRewardedSigns(Signs, DoubleReward):
    pass


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        pytest.param(Signs, Verdict.ACCEPTED, marks=pytest.mark.slow),
        (DoublyRewardedSigns, Verdict.WRONG_ANSWER),
    ],
)
def test_a_form_that_was_found_is_the_one_that_it_is_verified_in(
    kind: type[Player], expected: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "_LONG", 50)
    kept: dict[str, Transcript] = {}
    playing = job(FakeProgram(kind), Form(), 8)
    result = verify(playing, Form(), lambda doing, share: None, kept.__setitem__)
    assert result.verdict is expected, result
    assert [finding.clause for finding in result.findings] == (
        ["menace/reward"] if expected is Verdict.WRONG_ANSWER else []
    )
    assert result.facts["read_as"] == "--marks '1 -1 0' --moves 1-9"
    assert len(kept) == result.facts["runs"]
    again = Menace().judge_again("menace/fake", list(kept.values()))
    assert again.verdict is result.verdict


class HangsOnADraw(Player):
    def end_game(self, result: str) -> str:
        if not result:
            raise HangError(super().end_game(result)[:1])
        return super().end_game(result)


class CrashesWhenItWins(Player):
    def over(self, board: Position) -> bool:
        return super().over(board) and bool(1 / (not won(board.xs)))


@pytest.mark.parametrize(
    ("kind", "verdict", "clause"),
    [
        (HangsOnADraw, Verdict.TIME_LIMIT, "menace/time"),
        (CrashesWhenItWins, Verdict.RUN_TIME_ERROR, "menace/end"),
        (LeavesEmpty, Verdict.WRONG_ANSWER, "menace/refill"),
    ],
)
def test_a_fault_of_one_run_ends_all(kind: type[Player], verdict: Verdict, clause: str) -> None:
    result, kept = verified(FakeProgram(kind), SQUARES_FORM)
    assert (result.verdict, result.findings[0].clause) == (verdict, clause)
    assert Menace().judge_again("menace/fake", list(kept.values())).verdict is verdict


@pytest.fixture
def short_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest run is short, where it is not what is tested."""
    monkeypatch.setattr(verification, "_LONG", 50)


def looks_noted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """How many games there were before and after each further look of verifications to come."""
    games: list[tuple[int, int]] = []
    play = verification._Verification.play_as_much_again

    def noted(self: verification._Verification, suspected: Bias | None) -> None:
        before = self.state.games
        play(self, suspected)
        games.append((before, self.state.games))

    monkeypatch.setattr(verification._Verification, "play_as_much_again", noted)
    return games


@pytest.mark.slow
@pytest.mark.usefixtures("short_run")
def test_too_few_games_say_nothing_and_are_not_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = looks_noted(monkeypatch)
    monkeypatch.setattr(verification, "_GAMES_A_UNIT", 1)
    monkeypatch.setattr(verification, "_GENERATED", 2)
    monkeypatch.setattr(proof, "_SELDOM", 0.0)
    monkeypatch.setattr(evidence, "SUSPICIOUS", math.inf)
    result, _ = verified(FakeProgram(Player), SQUARES_FORM, games=1)
    assert games == []
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.facts["generated_runs"] != 0


@pytest.mark.slow
@pytest.mark.usefixtures("short_run")
def test_what_is_strange_is_looked_at_twice_more(monkeypatch: pytest.MonkeyPatch) -> None:
    games = looks_noted(monkeypatch)
    monkeypatch.setattr(proof, "_SELDOM", 2.0)
    monkeypatch.setattr(evidence, "SUSPICIOUS", math.inf)
    result, kept = verified(FakeProgram(Player), SQUARES_FORM, games=1)
    assert len(games) == 2
    assert all(after >= 2 * before > 0 for before, after in games)
    assert result.facts["games"] == games[-1][1]
    replayed = Menace().judge_again("menace/fake", list(kept.values()))
    assert replayed.facts["power"] == result.facts["power"]
    noted = [FURTHER_LOOK in transcript.notes for transcript in kept.values()]
    assert noted == sorted(noted)
    first = [transcript for transcript in kept.values() if FURTHER_LOOK not in transcript.notes]
    assert assess([judge(transcript) for transcript in first]).games == games[0][0]


@pytest.mark.usefixtures("short_run")
@pytest.mark.slow
@pytest.mark.parametrize(("allayed", "whole"), [(math.inf, False), (-math.inf, True)])
def test_a_look_at_a_bias_ends_when_nothing_speaks_for_it(
    monkeypatch: pytest.MonkeyPatch, allayed: float, whole: bool
) -> None:
    games = looks_noted(monkeypatch)
    monkeypatch.setattr(proof, "_SELDOM", 0.0)
    monkeypatch.setattr(evidence, "SUSPICIOUS", -math.inf)
    monkeypatch.setattr(verification, "FURTHER_LOOKS", 1)
    monkeypatch.setattr(verification, "_ALLAYED", allayed)
    verified(FakeProgram(Player), SQUARES_FORM, games=1)
    ((before, after),) = games
    assert after > before > 0
    assert (after >= 2 * before) is whole


class RefillsByColour(Player):
    """Draws the move of a refill among its colours."""

    def refill(self, box: int, last: int) -> int:
        beads = self.boxes[box]
        beads += self.chance.choices(self.choices(box), k=3)
        bead = self.chance.choice(sorted(set(beads)))
        if self.stay != 3:
            beads.remove(bead)
        return bead


class TakesOutByColour(RefillsByColour, TwoStay):
    pass


@pytest.mark.slow
@pytest.mark.parametrize("kind", [RefillsByColour, TakesOutByColour])
def test_a_refill_drawn_by_colour_is_asked_for_until_it_is_seen(kind: type[Player]) -> None:
    result, _ = verified(FakeProgram(kind), EXACT)
    assert result.verdict is Verdict.WRONG_ANSWER
    assert result.findings[0].clause == "menace/refill"


class LikesTheCentreAtTwoStones(Player):
    """Plays the centre a quarter more often than its beads say, in the boxes of one stage."""

    def draw(self, box: int, beads: Sequence[int]) -> int:
        centre = beads.count(4)
        if self.pictures[box].xs.bit_count() != 1 or centre in (0, len(beads)):
            return super().draw(box, beads)
        played = self.chance.random() < 1.25 * centre / len(beads)
        places = [place for place, bead in enumerate(beads) if (bead == 4) is played]
        return self.chance.choice(places)


@pytest.mark.slow
def test_a_quarter_more_of_one_square_in_boxes_of_one_stage_is_seen() -> None:
    result, _ = verified(FakeProgram(lambda seed: LikesTheCentreAtTwoStones(seed + 10_007)), EXACT)
    assert result.verdict is Verdict.WRONG_ANSWER
    assert "the centre, stage 2" in result.findings[0].seen


@pytest.mark.slow
def test_the_numbers_that_people_ask_for_are_asked_for() -> None:
    _, kept = verified(FakeProgram(Player), SQUARES_FORM)
    assert {int(str(run.notes["games"])) for run in kept.values()} > set(range(1, 11))


class OpensAlike(Player):
    """In some runs its box for the first move holds nothing but the centre."""

    def __init__(self, seed: int, order_seed: int = 7) -> None:
        super().__init__(seed, order_seed)
        if seed % 10 in (3, 4):  # the first two that may be the longest run
            self.boxes[self.box_for(EMPTY)] = [4, 4, 4, 4]


@pytest.mark.slow
@pytest.mark.usefixtures("short_run")
@pytest.mark.parametrize("tries", [1, 2, 3])
def test_the_longest_run_is_not_one_that_shows_few_boxes(
    monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    monkeypatch.setattr(verification, "_LONG_TRIES", tries)
    monkeypatch.setattr(verification, "_LONG", 300)
    monkeypatch.setattr(verification, "_LONG_IDLE", 15)
    monkeypatch.setattr(verification, "_LONG_SHOWS", 120)
    monkeypatch.setattr(verification, "_GAMES_A_UNIT", 400)
    monkeypatch.setattr(verification, "_GENERATED", 2)
    _, kept = verified(FakeProgram(OpensAlike), SQUARES_FORM, games=1)
    games = [int(str(run.notes["games"])) for run in kept.values()]
    assert [n >= 300 for n in games[3:7]] == [left < tries for left in range(4)]
    played = [len(judge(run).games) for run in [*kept.values()][3 : 3 + tries]]
    assert played[-1] == games[3 + tries - 1]  # one is played out
    assert all(n < 200 for n in played[:-1])


class FailsInAShortRun(Player):
    """Rewards a loss when it was asked for three games at the most."""

    def talk(self):  # type: ignore[no-untyped-def]
        inner = super().talk()
        line = yield next(inner)
        if int(line) <= 3:
            self.back = {"X": 2, "": 1, "O": 2}
        while True:
            try:
                line = yield inner.send(line)
            except StopIteration as last:
                return last.value


@pytest.mark.usefixtures("short_run")
def test_what_only_generated_runs_show_is_found() -> None:
    result, kept = verified(FakeProgram(FailsInAShortRun), SQUARES_FORM, games=1)
    assert result.verdict is Verdict.WRONG_ANSWER
    assert result.findings[0].clause == "menace/reward"
    shortest = min(len(t.turns) for t in kept.values() if t.line[0] in "123")
    assert result.findings[0].turn >= shortest
