"""Schedules: who meets whom and how often, and that each bot plays in the schedule's order."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from harness.tournament.schedule import Gauntlet, Pairing, RoundRobin, Schedule, ready

sizes = st.integers(2, 9)


def pairs_of(schedule: Schedule) -> list[tuple[int, int]]:
    pairings = schedule.pairings()
    assert [pairing.number for pairing in pairings] == list(range(1, len(pairings) + 1))
    return [(pairing.x, pairing.o) for pairing in pairings]


@given(sizes, st.integers(1, 3))
def test_every_bot_plays_every_other_once_as_x_and_once_as_o(bots: int, cycles: int) -> None:
    pairs = pairs_of(RoundRobin(bots, cycles))
    everyone = {(x, o) for x in range(bots) for o in range(bots) if x != o}
    assert Counter(pairs) == Counter(dict.fromkeys(everyone, cycles))


def test_the_challenge_s_field_is_twelve_matches() -> None:
    assert len(pairs_of(RoundRobin(4))) == 12


@given(st.integers(1, 4).map(lambda half: 2 * half))
def test_a_round_robin_lets_many_play_at_a_time(bots: int) -> None:
    pairs = pairs_of(RoundRobin(bots))
    for at in range(0, len(pairs), bots):  # each turn has both matches of every pair
        assert len({bot for pair in pairs[at : at + bots] for bot in pair}) == bots
    assert len(list(ready(RoundRobin(bots).pairings(), set(), set()))) == bots // 2


@given(sizes, st.data(), st.integers(1, 3))
def test_a_gauntlet_is_one_against_all(bots: int, data: st.DataObject, cycles: int) -> None:
    hero = data.draw(st.integers(0, bots - 1))
    pairs = pairs_of(Gauntlet(bots, hero, cycles))
    others = set(range(bots)) - {hero}
    due = {(hero, other) for other in others} | {(other, hero) for other in others}
    assert Counter(pairs) == Counter(dict.fromkeys(due, cycles))


@given(sizes, st.integers(1, 3), st.booleans())
def test_the_second_match_of_a_pair_follows_the_first(bots: int, cycles: int, all_: bool) -> None:
    pairs = pairs_of(RoundRobin(bots, cycles) if all_ else Gauntlet(bots, 0, cycles))
    assert all(pairs[at + 1] == pairs[at][::-1] for at in range(0, len(pairs), 2))


@given(sizes, st.integers(1, 2), st.integers(1, 4), st.integers())
def test_each_bot_plays_its_matches_in_order_one_at_a_time(
    bots: int, cycles: int, slots: int, seed: int
) -> None:
    rng = random.Random(seed)
    pairings = RoundRobin(bots, cycles).pairings()
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
