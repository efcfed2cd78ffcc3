"""Programs that draw lots or take orders in turn: certified as sets of replies, or not."""

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from harness.mu_torere import chance
from harness.mu_torere.chance import TIMES, certify_sets, lacking, times_tried, unseen_rate
from harness.mu_torere.explorer import explore
from harness.mu_torere.game import Game
from harness.mu_torere.lots import Lots, LotsBudget
from harness.mu_torere.policy import Policy
from harness.mu_torere.proof import assess
from harness.mu_torere.referee import Judgement
from harness.mu_torere.rounds import Round
from harness.mu_torere.screen import Form
from harness.session import Complete, Reply
from reference.mu_torere.retrograde import Value, best_moves, value, value_keeping_moves
from reference.mu_torere.rules import BLACK, START, Node, Position, apply, is_terminal, legal_moves
from tests.harness.mu_torere.policies import erratic, explored
from tests.harness.support import Choose, FakeSession, Rounds, Starter, perfect

FORM = Form()


def in_turn(position: Position, rounds: Rounds) -> Node:
    moves = best_moves(position)
    return moves[len(rounds) // 2 % len(moves)]


def seldom_wrong(share: float, position: Position) -> Choose:
    """Draws lots among perfect moves, and in one position seldom takes another one."""
    chances = random.Random(3)
    right = erratic()

    def choose(here: Position, rounds: Rounds) -> Node:
        sound = value_keeping_moves(here)
        wrong = [node for node in legal_moves(here) if node not in sound]
        if here == position and chances.random() < share:
            return wrong[0]
        return right(here, rounds)

    return choose


def asked(choose: Choose, **budget: int) -> tuple[Policy, Judgement | None]:
    starter = Starter(choose)
    exploration = explore(starter)
    assert exploration.policy.erratic
    wrong = Lots(exploration.policy, budget=LotsBudget(**budget)).play(
        starter, Game.judgement, lambda share: None
    )
    return exploration.policy, wrong


def any_sound_move() -> Choose:
    """Draws lots among all moves that keep a win or a draw, whether or not they bring it nearer."""
    chances = random.Random(5)
    return lambda position, rounds: chances.choice(value_keeping_moves(position))


@pytest.mark.slow
@pytest.mark.parametrize("choose", [erratic(), in_turn, any_sound_move()])
def test_a_right_program_is_certified_as_a_set_of_replies(choose: Choose) -> None:
    # One that takes turns gives some replies seldom: three times the usual budget is enough.
    policy, wrong = asked(choose, starts=9_000, rounds=180_000)
    assert wrong is None
    proof = assess(policy, FORM)
    assert proof.complete
    assert proof.sets is not None
    assert proof.sets.least >= TIMES
    assert proof.mistakes == proof.punished > 0
    assert proof.longest_win_plies is not None


def test_a_budget_leaves_the_proof_open() -> None:
    policy, wrong = asked(erratic(), starts=2, rounds=100)
    assert wrong is None
    proof = assess(policy, FORM)
    assert proof.sets is not None
    assert proof.sets.seldom > 0
    assert not proof.complete


def test_a_move_that_is_seldom_wrong_is_found() -> None:
    """In the position where the first trap is: one time in five, so that a few asks show it."""
    trap = apply(START, legal_moves(START)[0])
    while set(value_keeping_moves(trap)) == set(legal_moves(trap)):
        before = apply(trap, perfect(trap, ()))
        trap = apply(before, value_keeping_moves(before)[0])
    _, wrong = asked(seldom_wrong(0.2, trap))
    assert wrong is not None
    assert wrong.findings[0].clause == "mu_torere/perfect"


class Lingering(FakeSession):
    """Whether it waits for input when it has won is known only after the games have gone on."""

    def __init__(self, choose: Choose, gone_on: threading.Event) -> None:
        super().__init__(choose, waits_when_won=True)
        self._gone_on = gone_on

    def read(self, complete: Complete) -> Reply:
        reply = super().read(complete)
        return reply if reply.text or self._gone_on.wait(timeout=60) else reply._replace(seconds=60)


@pytest.mark.parametrize("right", [True, False])
def test_the_games_go_on_while_a_run_is_watched_after_its_win(right: bool) -> None:
    """One that asks for a further move as if nothing had happened is refused all the same."""
    policy = explore(Starter(erratic())).policy
    choose = erratic()
    opened = list[threading.Event]()

    def open_game() -> Game:
        opened.append(threading.Event())
        session = Lingering(choose, opened[-1]) if right else FakeSession(choose, True)
        return Game(session, FORM, ("fake",), 15.0)

    seconds = list[float]()

    def record(game: Game) -> Judgement:
        seconds.extend(turn.seconds for turn in game.finish().turns)
        judgement = game.judgement()
        return replace(judgement, findings=()) if right else judgement

    def tell(share: float) -> None:
        opened[-1].set()

    wrong = Lots(policy, budget=LotsBudget(starts=20)).play(open_game, record, tell)
    assert (wrong is None) == right
    assert not any(seconds)


def rounds_of(policy: Policy) -> Iterator[Round]:
    for (before, node), replies in policy.answers.items():
        for reply, times in replies.items():
            yield from [Round(before, node, apply(before, node), reply)] * times


def certified() -> Policy:
    """A policy in which every reply was given so often that nothing is lacking."""
    policy = Policy()
    source = explored(perfect)[0].policy
    policy.starts[START] = None
    for done in rounds_of(source):
        assert done.reply is not None
        policy.answers.setdefault((done.before, done.node), {})[done.reply] = TIMES
    return policy


def test_a_set_is_closed_when_every_move_was_tried_so_often() -> None:
    sets = certify_sets(certified())
    assert sets.closed
    assert sets.seldom == 0
    assert sets.mistakes == sets.punished
    assert sets.rate == unseen_rate(sets.least) == pytest.approx(1 - 0.01 ** (1 / sets.least))


def test_one_try_too_few_leaves_it_open() -> None:
    """Where another reply is possible; where none is, one try is enough."""
    for single in (False, True):
        policy = certified()
        moved = next(
            m
            for m in policy.answers
            if (len(legal_moves(apply(*m))) == 1) == single and value(apply(*m)) is Value.DRAW
        )
        (reply,) = policy.answers[moved]
        policy.answers[moved][reply] = 1 if single else TIMES - 1
        assert lacking(policy, moved) is not single
        assert certify_sets(policy).closed is single


def test_a_reply_that_leads_to_what_was_not_tried_leaves_it_open() -> None:
    policy = certified()
    known = {position for position, _ in policy.answers}
    for (before, node), replies in policy.answers.items():
        asked_in = apply(before, node)
        for own in value_keeping_moves(asked_in):
            after = apply(asked_in, own)
            if after not in known and not is_terminal(after):
                replies[after] = TIMES
                assert certify_sets(policy).seldom > 0
                return
    raise AssertionError("no such reply")


def test_a_won_position_counts_by_all_ways_to_it() -> None:
    """Every human mistake costs a run of its own."""
    policy = certified()
    ways = [m for m in policy.answers if value(apply(*m)) is Value.WIN]
    for moved in ways:
        same = [other for other in ways if apply(*other) == apply(*moved)]
        assert times_tried(policy, moved) == TIMES * len(same)


def test_a_won_position_that_comes_round_again_is_not_certified() -> None:
    policy = certified()
    lost = next(
        reply
        for replies in policy.answers.values()
        for reply in replies
        if value(reply) is Value.LOSS and not is_terminal(reply)
    )
    (node,) = legal_moves(lost)
    policy.answers[(lost, node)][lost] = TIMES  # no legal way back: that is the referee's to say
    sets = certify_sets(policy)
    assert sets.circle
    assert not sets.closed
    assert sets.punished < sets.mistakes


def test_every_way_to_a_position_is_known() -> None:
    for moved in certified().answers:
        ways = chance._ways_to(apply(*moved))
        assert moved in ways
        assert all(apply(*way) == apply(*moved) for way in ways)


def test_no_won_position_comes_round_again_while_every_reply_keeps_the_win() -> None:
    """So every set of replies that the referee accepts finishes its wins, however the lots fall."""
    places = [(hole, blacks) for hole in range(9)
              for blacks in combinations([n for n in range(9) if n != hole], 4)]  # fmt: skip
    boards = [
        "".join("o" if n == hole else "b" if n in blacks else "w" for n in range(9))
        for hole, blacks in places
    ]
    lost = [here for board in boards if value(here := Position(board, BLACK)) is Value.LOSS]
    left = {
        here: {
            apply(asked_in, own)
            for node in legal_moves(here)
            for asked_in in [apply(here, node)]
            for own in value_keeping_moves(asked_in)
        }
        for here in lost
    }
    while ended := [here for here, after in left.items() if not after & left.keys()]:
        for here in ended:
            del left[here]
    assert lost
    assert not left
