"""The human side: always legal, and each opponent does what its name says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.mu_torere import opponent
from harness.mu_torere.game import play_out
from harness.mu_torere.referee import Judgement, judge
from harness.mu_torere.rounds import Round
from reference.mu_torere.retrograde import Value, value, value_keeping_moves
from reference.mu_torere.rules import START, Position, apply, legal_moves
from tests.harness.mu_torere.policies import asked_traps, explored, last
from tests.harness.support import Choose, Starter, perfect
from tests.reference.mu_torere.positions import POSITIONS

asks_human = [p for p in POSITIONS if p.to_move == "b" and legal_moves(p)]


def played(name: str, choose: Choose = perfect) -> Judgement:
    return judge(play_out(Starter(choose)(), opponent.SCRIPTED[name]()))


@pytest.mark.parametrize("choose", [perfect, last])
@pytest.mark.parametrize("name", opponent.SCRIPTED)
def test_whole_games(name: str, choose: Choose) -> None:
    judgement = played(name, choose)
    assert judgement.findings == ()
    limit = 150 if name == "trapper" else 40
    assert judgement.won or len(judgement.rounds) == limit


@given(st.sampled_from(asks_human))
def test_first_and_last(position: Position) -> None:
    moves = legal_moves(position)
    assert opponent.first_legal(position, ()) == min(moves)
    assert opponent.last_legal(position, ()) == max(moves)


# Across a hole on the ring lies the next node but one; across the putahi the one opposite.
ACROSS = [*((n, (n + 2) % 8, (n + 1) % 8) for n in range(8)),
          *((n, (n - 2) % 8, (n - 1) % 8) for n in range(8)),
          *((n, (n + 4) % 8, 8) for n in range(8)), *((8, 8, n) for n in range(8))]  # fmt: skip


def test_mirror() -> None:
    mirrored = set()
    for went_to, across, gap in ACROSS:
        for position in asks_human:
            if (position.placement[gap], position.placement[went_to]) == ("o", "w"):
                stones = list(position.placement)
                stones[gap], stones[went_to] = "w", "o"
                done = Round(START, 4, Position("".join(stones), "w"), position)
                moves = legal_moves(position)
                expected = across if across in moves else moves[-1]
                before = Round(START, 4, START, START)  # what was long ago does not matter
                assert opponent.mirror(position, (before, done)) == expected
                mirrored.add((gap, across in moves, across == moves[-1]))
    assert {(gap, True, False) for gap in range(9)} <= mirrored


def test_mirror_begins_somewhere() -> None:
    assert opponent.mirror(START, ()) == legal_moves(START)[0]


def test_the_scripted_opponents_play_different_games() -> None:
    names = "first legal", "last legal", "mirror", "blunderer", "trapper"
    assert (*opponent.SCRIPTED,) == names
    assert len({played(name).rounds for name in names}) == len(names)


@given(st.sampled_from(asks_human), st.integers(0, 9))
def test_blunderer(position: Position, count: int) -> None:
    done = (Round(START, 4, START, position),) * count
    node = opponent.blunderer(position, done)
    assert node in legal_moves(position)
    could = len(value_keeping_moves(position)) < len(legal_moves(position))
    assert (node not in value_keeping_moves(position)) == could
    if not could:
        assert node == legal_moves(position)[count % len(legal_moves(position))]


def test_the_blunderer_is_punished() -> None:
    judgement = played("blunderer")
    assert judgement.won


def test_traps_are_where_the_program_could_err() -> None:
    for position in POSITIONS:
        errs = any(value(apply(position, n)) != -value(position) for n in legal_moves(position))
        assert (position in opponent.traps()) == (position.to_move == "w" and errs)
    assert set(asked_traps(perfect)) <= opponent.traps()
    assert not any(value(position) is Value.LOSS for position in opponent.traps())


def test_the_trapper_lays_more_traps_than_the_others() -> None:
    counts = {name: opponent.trap_count(played(name).rounds) for name in opponent.SCRIPTED}
    others = max(count for name, count in counts.items() if name != "trapper")
    assert 2 * others < counts["trapper"] <= len(asked_traps(perfect))


def test_the_trapper_takes_the_nearest_new_trap() -> None:
    for position in asks_human[::7]:
        trapper = opponent.Trapper()
        sound = value_keeping_moves(position)
        at_once = [n for n in sound if apply(position, n) in opponent.traps()]
        node = trapper(position, ())
        assert node in legal_moves(position)
        if at_once:
            assert node == at_once[0]
            trapper.visited.add(apply(position, node))
            if len(at_once) > 1:
                assert trapper(position, ()) == at_once[1]
                other = opponent.Trapper()  # has not tried anything here, but knows the trap
                other.visited.add(apply(position, at_once[0]))
                assert other(position, ()) == at_once[1]


def test_the_trapper_goes_the_shorter_way() -> None:
    """Between sound moves, the one that is fewer plies from a trap, by looking at all of them."""
    for position in asks_human[::5]:
        sound = value_keeping_moves(position)
        away = {node: plies_to_a_trap(apply(position, node)) for node in sound}
        assert away[opponent.Trapper()(position, ())] == min(away.values())


def plies_to_a_trap(start: Position) -> int:
    level, plies = {start}, 0
    while not level & opponent.traps():
        level = {apply(here, node) for here in level for node in legal_moves(here)}
        plies += 1
        if not level or plies > 20:
            return 99
    return plies


def test_a_mistake_waits_until_the_rest_was_tried_three_times() -> None:
    """And goes before a fourth time, or after it when the other move is nearer to a trap."""
    one_of_two = [
        p for p in asks_human
        if len(value_keeping_moves(p)) == 1 and len(legal_moves(p)) == 2
    ]  # fmt: skip
    first = set()
    for position in one_of_two:
        (sound,) = value_keeping_moves(position)
        trapper = opponent.Trapper()
        made = [trapper(position, ()) == sound for _ in range(8)]
        first.add(made.index(False))
        assert made.count(False) in (2, 3)
    assert first == {3, 4}


def test_the_trapper_remembers_where_it_led() -> None:
    trap = min(opponent.traps())
    trapper = opponent.Trapper()
    trapper(START, (Round(START, 4, trap, START),))
    assert trapper.visited == {trap}
    trapper(START, (Round(START, 4, START, START),))
    assert trapper.visited == {trap}
    other = max(opponent.traps())
    rounds = [Round(START, 4, asked, START) for asked in (START, other)]
    trapper(START, tuple(rounds))
    assert trapper.visited == {trap, other}
    trapper = opponent.Trapper()
    trapper(START, tuple(reversed(rounds)))  # it looks at the last round only
    assert trapper.visited == set()


def test_the_trapper_moves_on_when_all_traps_are_known() -> None:
    trapper = opponent.Trapper()
    trapper.visited |= opponent.traps()
    assert {trapper(START, ()) for _ in range(2)} == set(legal_moves(START))


def test_the_trapper_does_not_knock_at_one_door_for_ever() -> None:
    trapper = opponent.Trapper()
    for position in asks_human[::40]:
        assert {trapper(position, ()) for _ in range(20)} == set(legal_moves(position))


def test_traps_are_counted_once() -> None:
    trap, other = sorted(opponent.traps())[:2]
    rounds = [Round(START, 4, asked, START) for asked in (trap, trap, other, START)]
    assert opponent.trap_count(tuple(rounds)) == 2


def test_random_opponents_repeat_by_their_seed() -> None:
    def line(seed: int) -> tuple[str, ...]:
        choose = opponent.at_most(30, opponent.at_random(seed))
        return play_out(Starter(perfect)(), choose).line

    assert line(1) == line(1)
    assert len({line(seed) for seed in range(5)}) == 5


def test_typing_stops_where_a_move_is_not_legal() -> None:
    choose = opponent.typed((4, 0))
    assert choose(START, ()) == 4
    (done,) = explored(perfect)[0].judgements[0].rounds[:1]
    assert choose(START, (done,)) is None
    assert choose(START, (done, done)) is None


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_at_most(limit: int) -> None:
    played_out = play_out(Starter(perfect)(), opponent.at_most(limit, opponent.first_legal))
    assert len(played_out.line) == limit
