"""What is known of a program's play, from rounds made by hand and from whole games."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.mu_torere.policy import (
    MEMORY_LIMIT,
    Key,
    Policy,
    Situation,
    Walk,
    is_mistake,
    won_for_program,
)
from harness.mu_torere.rounds import Round
from reference.mu_torere.retrograde import Value, value
from reference.mu_torere.rules import START, Node, Position, apply, legal_moves
from tests.harness.mu_torere.policies import MEMORY, after_another_move, erratic, last
from tests.harness.support import Choose, perfect
from tests.reference.mu_torere.positions import POSITIONS


def played(choose: Choose, choices: list[int], start: Position = START) -> list[Round]:
    """A game in which the human takes each choice among the legal moves."""
    rounds: list[Round] = []
    before = start
    for choice in choices:
        moves = legal_moves(before)
        if not moves:
            break
        node = moves[choice % len(moves)]
        asked = apply(before, node)
        history = tuple((r.before, r.node) for r in rounds)
        reply = apply(asked, choose(asked, (*history, (before, node))))
        rounds.append(Round(before, node, asked, reply))
        before = reply
    return rounds


games = st.lists(st.lists(st.integers(0, 7), max_size=30), max_size=12)


@given(st.sampled_from(list(MEMORY)), games)
@settings(deadline=None)
def test_no_more_memory_is_taken_on_than_there_is(choose: Choose, choices: list[list[int]]) -> None:
    policy = Policy()
    for line in choices:
        policy.follow(played(choose, line))
    assert policy.memory <= MEMORY[choose]
    assert not policy.erratic
    assert policy.rounds == sum(len(played(choose, line)) for line in choices)


@given(st.sampled_from(list(MEMORY)), games)
@settings(deadline=None)
def test_every_answer_seen_is_known(choose: Choose, choices: list[list[int]]) -> None:
    policy = Policy()
    for line in choices:
        policy.follow(played(choose, line))
    latest: dict[Position, Position | None] = {}
    for line in choices:
        here = Situation(START)
        for done in played(choose, line):
            assert here.position == done.before
            assert policy.reply(here, done.node) == done.reply
            assert policy.key(here, done.node) in policy.asked
            latest[done.asked] = done.reply
            assert done.reply is not None
            here = policy.step(here, done.node, done.reply)
    assert {asked: policy.assumed(asked) for asked in latest} == latest
    assert policy.assumed(Position("bbbbwwwwo", "w")) is None  # before anybody has moved


@given(games)
@settings(deadline=None)
def test_positions_and_histories_are_counted(choices: list[list[int]]) -> None:
    policy = Policy()
    lines = [played(last, line) for line in choices]
    for line in lines:
        policy.follow(line)
    histories: dict[Position, set[tuple[Node, ...]]] = {}
    for line in lines:
        for length, done in enumerate(line, start=1):
            history = tuple(r.node for r in line[:length])
            histories.setdefault(done.asked, set()).add(history)
    assert policy.positions == len(histories)
    for position, expected in histories.items():
        found = {policy.moves_of(history)[1:] for history in policy.asked[position,]}
        assert found == expected


@pytest.mark.parametrize("depth", range(4))
def test_the_least_memory_that_explains_is_taken(depth: int) -> None:
    """Two games that end with the same rounds and different answers differ so many rounds before.

    The rounds need not follow from each other: a policy only compares.
    """
    asked = next(p for p in POSITIONS if len(legal_moves(p)) > 1 and len(befores(p)) > 1)
    one, two = befores(asked)[:2]
    answers = [apply(asked, own) for own in legal_moves(asked)]
    policy = Policy()
    for first, answer in zip((one, two), answers, strict=False):
        walk = policy.start(START)
        for before, node in [first, *[one] * depth]:
            done = Round(before, node, asked, answers[0])
            at_end = len(walk_moves(policy, walk)) == depth
            walk.add(done._replace(reply=answer) if at_end else done)
    assert policy.memory == min(depth + 1, 3)
    assert policy.erratic == (depth == 3)


def walk_moves(policy: Policy, walk: Walk) -> tuple[Node, ...]:
    return policy.moves_of(walk.history)[1:]


def befores(asked: Position) -> list[tuple[Position, Node]]:
    """The human's moves that lead to a position."""
    return [
        (p, n)
        for p in POSITIONS
        if p.to_move != asked.to_move
        for n in legal_moves(p)
        if apply(p, n) == asked
    ]  # fmt: skip


def test_different_answers_to_the_same_game_are_erratic() -> None:
    policy = Policy()
    choose = erratic()
    for _ in range(30):
        policy.follow(played(choose, [0, 1, 0, 1, 0, 1]))
    assert policy.erratic
    assert policy.memory == MEMORY_LIMIT


def test_the_last_answer_is_the_one_expected() -> None:
    policy = Policy()
    asked = next(
        apply(START, n) for n in legal_moves(START) if len(legal_moves(apply(START, n))) > 0
    )
    node = next(n for n in legal_moves(START) if apply(START, n) == asked)
    done = Round(START, node, asked, apply(asked, legal_moves(asked)[0]))
    other = done._replace(reply=Position("wbwbwbwbo", "b"))
    for each in (done, other):
        policy.follow([each])
    assert policy.reply(Situation(START), node) == other.reply
    assert policy.erratic


def known(choices: list[list[int]]) -> Policy:
    policy = Policy()
    for line in choices:
        policy.follow(played(perfect, line))
    return policy


@given(games, st.integers(0, 99))
@settings(deadline=None)
def test_routes_are_shortest_and_lead_there(choices: list[list[int]], pick: int) -> None:
    policy = known([[0], *choices])
    places = policy.situations(Situation(START))
    goal = list(places)[pick % len(places)]
    way = policy.route(Situation(START), lambda here: 8 if here == goal else None)
    assert way is not None
    assert way[-1] == 8
    here, passed = Situation(START), []
    for node in way[:-1]:
        passed.append(here)
        reply = policy.reply(here, node)
        assert reply is not None
        here = policy.step(here, node, reply)
    assert here == goal
    assert len(passed) == steps_back(places, goal)


def steps_back(places: dict[Situation, Situation | None], goal: Situation) -> int:
    count, back = 0, places[goal]
    while back is not None:
        count, back = count + 1, places[back]
    return count


def test_no_route_to_where_nothing_leads() -> None:
    policy = known([[0, 1]])
    assert policy.route(Situation(START), lambda here: None) is None


@given(games)
@settings(deadline=None)
def test_a_second_route_is_a_new_history_of_its_target(choices: list[list[int]]) -> None:
    policy = known([[0], *choices])
    root = policy.root(START)
    for target, histories in list(policy.asked.items()):
        if len(histories) > 1:
            continue
        (old,) = (policy.moves_of(history)[1:] for history in histories)
        way = policy.second_route(Situation(START), root, target)
        if way is None:
            continue
        assert way != old
        here = Situation(START)
        for node in way[:-1]:
            reply = policy.reply(here, node)
            assert reply is not None
            here = policy.step(here, node, reply)
        assert policy.key(here, way[-1]) == target


@given(st.sampled_from([perfect, after_another_move]), games, st.integers(0, 4))
@settings(deadline=None, max_examples=40)
def test_a_second_route_is_the_shortest(
    choose: Choose, choices: list[list[int]], rounds: int
) -> None:
    """From any round of a game, as far as five moves on, by trying all lines that are known."""
    policy = Policy()
    lines = [played(choose, [0, 1, *line]) for line in choices] or [played(choose, [0])]
    for line in lines:
        policy.follow(line)
    walk = policy.start(START)
    for done in lines[-1][:rounds]:
        walk.add(done)
    for target, histories in list(policy.asked.items()):
        if len(histories) == 1:
            (old,) = (policy.moves_of(history) for history in histories)
            way = policy.second_route(walk.situation, walk.history, target)
            expected = shortest_second(policy, walk, target, old)
            assert (way and len(way)) == expected or (expected is None and way and len(way) > 5)


def shortest_second(policy: Policy, walk: Walk, target: Key, old: tuple[Node, ...]) -> int | None:
    """Moves of the shortest other history of the target; None when it takes more than five."""
    level = [(walk.situation, policy.moves_of(walk.history))]
    for moves in range(1, 6):
        after = []
        for here, so_far in level:
            for node, there in policy.known_rounds(here):
                history = (*so_far, node)
                if policy.key(here, node) == target and history != old:
                    return moves
                after.append((there, history))
        level = after
    return None


def test_a_second_route_from_the_middle_of_the_old_one() -> None:
    line = [0] * 3
    rounds = played(perfect, line)
    policy = known([line])
    walk = policy.start(START)
    for done in rounds[:-1]:
        walk.add(done)
    target = (rounds[-1].asked,)
    way = policy.second_route(walk.situation, walk.history, target)
    assert way != (rounds[-1].node,)  # that would be the old history over again
    fresh = policy.second_route(walk.situation, policy.root(rounds[0].asked), target)
    assert fresh == (rounds[-1].node,)  # by another history the same last move is a second one


def test_fresh_means_where_no_game_went() -> None:
    policy = Policy()
    policy.follow(played(perfect, [0, 0, 0]))
    old, new = (policy.start(START) for _ in range(2))
    for done in played(perfect, [0, 0, 0]):
        old.add(done)
    for done in played(perfect, [1, 0]):
        new.add(done)
    assert (old.fresh, new.fresh) == (False, True)
    root = policy.root(START)
    assert [policy.trodden(root, node) for node in (*legal_moves(START), 8)] == [True, True, False]


def test_starts_have_histories_of_their_own() -> None:
    policy = Policy()
    one, two = policy.root(START), policy.root(POSITIONS[1])
    assert one != two
    assert policy.root(START) == one
    assert list(policy.starts) == [START, POSITIONS[1]]
    assert policy.moves_of(policy.history(one, 3))[1:] == (3,)


@pytest.mark.parametrize("position", POSITIONS[::50])
def test_mistakes_and_wins(position: Position) -> None:
    for node in legal_moves(position):
        gives = value(apply(position, node)) is not Value(-value(position))
        assert is_mistake(position, node) == gives
    assert won_for_program(position) == (value(position) is Value.LOSS)
