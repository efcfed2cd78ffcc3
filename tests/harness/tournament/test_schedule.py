"""Schedules: who meets whom and how often, and that each bot plays in the schedule's order."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.meta_tic_tac_toe.match import Over
from harness.meta_tic_tac_toe.scoring import Score, SideScore
from harness.tournament.schedule import Gauntlet, Pairing, RoundRobin, Schedule, Swiss, ready

sizes = st.integers(2, 9)


def side(points: int) -> SideScore:
    return SideScore("", points, 1, 0, 0, 0.0, 0.0, ())


def result(pairing: Pairing, rng: random.Random) -> Score:
    """Lower bots are stronger; some matches are undecided."""
    if rng.random() < 0.2:
        return Score(side(-10), side(-10), None, Over.ROUNDS, 0, 250)
    x_wins = (pairing.x < pairing.o) == (rng.random() < 0.8)
    points = (150, 0) if x_wins else (0, 150)
    return Score(side(points[0]), side(points[1]), "X" if x_wins else "O", Over.WON, 50, 20)


def stages(
    schedule: Schedule, seed: int = 0, out_after: dict[int, int] | None = None
) -> list[Sequence[tuple[int, int]]]:
    """All stages, with results at random; `out_after` tells in which stage a bot is out."""
    rng, out = random.Random(seed), set[int]()
    results: dict[Pairing, Score] = {}
    found: list[Sequence[tuple[int, int]]] = []
    while stage := schedule.stage(len(found), results, out):
        out |= {bot for bot, at in (out_after or {}).items() if at == len(found)}
        for x, o in stage:
            pairing = Pairing(len(results) + 1, x, o)
            results[pairing] = result(pairing, rng)
        results = {p: s for p, s in results.items() if out.isdisjoint(p[1:])}
        found.append(stage)
    return found


@given(sizes, st.integers(1, 3))
def test_every_bot_plays_every_other_once_as_x_and_once_as_o(bots: int, cycles: int) -> None:
    schedule = RoundRobin(bots, cycles)
    (pairs,) = stages(schedule)
    everyone = {(x, o) for x in range(bots) for o in range(bots) if x != o}
    assert Counter(pairs) == Counter(dict.fromkeys(everyone, cycles))
    assert len(pairs) == schedule.matches


def test_the_challenge_s_field_is_twelve_matches() -> None:
    assert RoundRobin(4).matches == 12


@given(st.integers(1, 4).map(lambda half: 2 * half))
def test_a_round_robin_lets_many_play_at_a_time(bots: int) -> None:
    (pairs,) = stages(RoundRobin(bots))
    for at in range(0, len(pairs), bots // 2):
        assert len({bot for pair in pairs[at : at + bots // 2] for bot in pair}) == bots


@given(sizes, st.data(), st.integers(1, 3))
def test_a_gauntlet_is_one_against_all(bots: int, data: st.DataObject, cycles: int) -> None:
    hero = data.draw(st.integers(0, bots - 1))
    schedule = Gauntlet(bots, hero, cycles)
    (pairs,) = stages(schedule)
    others = set(range(bots)) - {hero}
    due = {(hero, other) for other in others} | {(other, hero) for other in others}
    assert Counter(pairs) == Counter(dict.fromkeys(due, cycles))
    assert len(pairs) == schedule.matches


@given(sizes, st.integers(1, 6), st.integers())
def test_swiss_rounds_pair_everyone_twice(bots: int, rounds: int, seed: int) -> None:
    schedule = Swiss(bots, rounds)
    found = stages(schedule, seed)
    assert len(found) == rounds
    assert sum(map(len, found)) == schedule.matches
    byes: Counter[int] = Counter()
    for stage in found:
        assert {(o, x) for x, o in stage} == set(stage)
        playing = Counter(bot for pair in stage for bot in pair)
        assert set(playing.values()) == {2}
        byes.update(set(range(bots)) - playing.keys())
    assert byes.total() == (rounds if bots % 2 else 0)
    counts = [byes[bot] for bot in range(bots)]
    assert max(counts) - min(counts) <= 1


@given(st.sampled_from([4, 6, 8, 9]), st.integers())
def test_swiss_bots_do_not_meet_again_before_they_must(bots: int, seed: int) -> None:
    found = stages(Swiss(bots, (bots - 1) // 2), seed)
    meetings = Counter(pair for stage in found for pair in stage)
    assert max(meetings.values()) == 1


@given(sizes, st.integers(1, 6), st.integers())
def test_swiss_is_the_same_for_the_same_results(bots: int, rounds: int, seed: int) -> None:
    assert stages(Swiss(bots, rounds), seed) == stages(Swiss(bots, rounds), seed)


@given(st.integers(4, 9), st.integers(), st.integers(0, 3), st.integers(0, 2))
def test_who_is_out_is_not_paired_again(bots: int, seed: int, bot: int, at: int) -> None:
    found = stages(Swiss(bots, 5), seed, {bot: at})
    assert all(bot not in pair for stage in found[at + 1 :] for pair in stage)
    assert all(len(stage) == (bots - 1) // 2 * 2 for stage in found[at + 1 :])


def test_swiss_pairs_the_leaders() -> None:
    won = {
        Pairing(number, x, o): Score(side(150), side(0), "X", Over.WON, 50, 20)
        for number, (x, o) in enumerate([(0, 1), (2, 3), (0, 1), (2, 3)], start=1)
    }
    assert Swiss(4, 2).stage(1, won, set()) == [(0, 2), (1, 3), (2, 0), (3, 1)]
    # Of equal wins, points decide.
    first = won | {Pairing(5, 1, 0): Score(side(0), side(-5), "X", Over.WON, 0, 9)}
    assert Swiss(4, 2).stage(1, first, set())[0] == (2, 0)


def test_nobody_left_is_the_end() -> None:
    assert Swiss(3, 5).stage(2, {}, {0, 1, 2}) == []
    assert Swiss(3, 5).stage(2, {}, {0, 1}) == []


@pytest.mark.parametrize("bots", [6, 12, 21])
def test_swiss_with_as_many_rounds_as_opponents_comes_to_an_end(bots: int) -> None:
    found = stages(Swiss(bots, bots - 1), seed=1)
    assert sum(map(len, found)) == Swiss(bots, bots - 1).matches


@given(sizes, st.integers(1, 2), st.integers(1, 4), st.integers())
def test_each_bot_plays_its_matches_in_order_one_at_a_time(
    bots: int, cycles: int, slots: int, seed: int
) -> None:
    rng = random.Random(seed)
    (pairs,) = stages(RoundRobin(bots, cycles))
    pairings = [Pairing(number, *pair) for number, pair in enumerate(pairs, start=1)]
    done: set[int] = set()
    running: list[Pairing] = []
    history: dict[int, list[int]] = {bot: [] for bot in range(bots)}
    while len(done) < len(pairings):
        numbers = {pairing.number for pairing in running}
        for pairing in list(ready(pairings, done, numbers))[: slots - len(running)]:
            running.append(pairing)
            for bot in pairing[1:]:
                history[bot].append(pairing.number)
        playing = [bot for pairing in running for bot in pairing[1:]]
        assert len(playing) == len(set(playing))
        assert running, "nothing can go on"
        done.add(running.pop(rng.randrange(len(running))).number)
    for bot, numbers_played in history.items():
        assert numbers_played == [p.number for p in pairings if bot in p[1:]]
