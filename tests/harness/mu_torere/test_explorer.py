"""The explorer covers every line of a black box, and finds whatever is wrong in one of them."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.mu_torere.explorer import explore
from harness.mu_torere.policy import Policy, won_for_program
from harness.mu_torere.proof import assess
from harness.mu_torere.screen import Form
from harness.mu_torere.tour import Budget
from harness.session import Ending
from reference.mu_torere.retrograde import Value, positions, value
from reference.mu_torere.rules import START, Node, Position, apply, is_terminal, legal_moves
from tests.harness.mu_torere.policies import (
    ENOUGH,
    FEW,
    MEMORY,
    TRAPS,
    after_another_move,
    after_another_round,
    asked_traps,
    but_once,
    erratic,
    explored,
    last,
    scattered,
)
from tests.harness.support import Choose, Rounds, Starter, perfect
from tests.oracles import mu_torere_oracle as oracle
from tests.oracles.mu_torere_policy_oracle import Rounds as OracleRounds
from tests.oracles.mu_torere_policy_oracle import figures
from tests.reference.mu_torere.positions import READING_ORDER, state_of

FORM = Form()
LONG = (scattered, after_another_round, after_another_move)


def figures_of(choose: Choose) -> tuple[int | None, ...]:
    """The independent figures of the same policy, in the oracle's terms."""
    black = {state_of(p): p for p in positions() if p.to_move == "b"}
    white = {state_of(p): p for p in positions() if p.to_move == "w"}
    node_at = dict(zip(oracle.GRID, READING_ORDER, strict=True))

    def answer(asked: oracle.State, rounds: OracleRounds) -> oracle.State:
        own = tuple((black[state], node_at[point]) for state, point in rounds)
        return state_of(apply(white[asked], choose(white[asked], own)))

    return figures(state_of(START), answer, MEMORY[choose])


@pytest.mark.parametrize(
    "choose",
    [pytest.param(c, marks=pytest.mark.slow) if c in LONG else c for c in MEMORY],
)
def test_everything_is_covered(choose: Choose) -> None:
    exploration, starter = explored(choose)
    proof = assess(exploration.policy, FORM)
    assert proof.complete
    assert not exploration.failed
    assert not exploration.exhausted
    assert proof.memory == MEMORY[choose]
    assert figures_of(choose) == (
        proof.positions,
        proof.replies,
        proof.asked_twice,
        proof.once_only,
        proof.mistakes,
        proof.punished,
        proof.longest_win_plies,
    )
    assert all(session.closed for session in starter.sessions)
    assert len(exploration.judgements) == len(starter.sessions)


@pytest.mark.parametrize("choose", [perfect, last])
def test_few_starts_do(choose: Choose) -> None:
    assert len(explored(choose)[1].sessions) <= 30


def test_a_human_who_has_lost_has_no_choice() -> None:
    """The explorer counts on it."""
    lost = [p for p in positions() if value(p) is Value.LOSS]
    assert {len(legal_moves(p)) for p in lost} == {0, 1}


def test_the_traps_are_as_many_as_the_tests_try() -> None:
    assert len(asked_traps(perfect)) == TRAPS


@pytest.mark.parametrize("number", range(0, TRAPS, 7))
def test_one_wrong_answer_anywhere_is_found(number: int) -> None:
    wrong = asked_traps(perfect)[number]
    exploration = explore(Starter(but_once(wrong)), FEW)
    assert exploration.failed
    (finding,) = exploration.judgements[-1].findings
    assert finding.clause == "mu_torere/perfect"


# The second history is what shows it: by the first one the answer is right.
@pytest.mark.parametrize("number", range(0, TRAPS, 20))
def test_a_wrong_answer_after_another_move_only_is_found(number: int) -> None:
    wrong = asked_traps(perfect)[number]
    first: list[Rounds] = []
    bad = but_once(wrong)

    def choose(position: Position, rounds: Rounds) -> Node:
        if position == wrong:
            first.append(rounds)
            if rounds != first[0]:
                return bad(position, rounds)
        return perfect(position, rounds)

    exploration = explore(Starter(choose), FEW)
    assert exploration.failed or len(exploration.policy.asked[wrong,]) == 1


def test_it_remembers_and_errs_after_twenty_moves() -> None:
    def choose(position: Position, rounds: Rounds) -> Node:
        if len(rounds) > 20 and position in traps:
            return but_once(position)(position, rounds)
        return perfect(position, rounds)

    traps = asked_traps(perfect)
    assert explore(Starter(choose), FEW).failed


def test_a_program_that_waits_after_its_win_is_found() -> None:
    exploration = explore(Starter(perfect, waits=True), FEW)
    assert exploration.failed
    assert exploration.judgements[-1].findings[0].clause == "mu_torere/end"
    assert exploration.judgements[-1].won


def test_an_erratic_program_is_left_to_the_games_that_draw_lots() -> None:
    exploration = explore(Starter(erratic()), Budget(starts=20, rounds=600))
    assert not exploration.exhausted
    assert not exploration.failed
    assert exploration.policy.rounds < 600
    proof = assess(exploration.policy, FORM)
    assert proof.erratic
    assert not proof.complete


@given(st.integers(1, 5), st.integers(1, 200))
@settings(max_examples=10, deadline=None)
def test_the_budget_is_kept(starts: int, rounds: int) -> None:
    starter = Starter(after_another_move)
    exploration = explore(starter, Budget(starts, rounds))
    assert exploration.exhausted
    assert len(starter.sessions) <= starts
    assert exploration.policy.rounds <= rounds
    assert len(starter.sessions) == starts or exploration.policy.rounds == rounds
    assert all(session.closed for session in starter.sessions)


@pytest.mark.parametrize(
    ("budget", "starts", "rounds"),
    [(Budget(3, 6000), 3, None), (Budget(150, 100), 1, 100), (Budget(0, 100), 0, 0)],
)
def test_either_budget_ends_it(budget: Budget, starts: int, rounds: int | None) -> None:
    starter = Starter(last)
    exploration = explore(starter, budget)
    assert exploration.exhausted
    assert not exploration.failed
    assert len(starter.sessions) == len(exploration.judgements) == starts
    assert rounds in (None, exploration.policy.rounds)


def test_it_goes_on_from_what_is_known() -> None:
    policy = Policy()
    for judgement in explored(last)[0].judgements[:-8]:
        policy.follow(judgement.rounds)
    known, starter = policy.rounds, Starter(last)
    exploration = explore(starter, policy=policy)
    assert exploration.policy is policy
    assert not exploration.exhausted
    assert policy.rounds == known + sum(len(j.rounds) for j in exploration.judgements)
    assert 0 < len(starter.sessions) <= 10
    assert assess(policy, FORM).complete
    again = explore(starter, Budget(), policy=policy)
    assert (again.policy, again.judgements) == (policy, [])
    assert not again.failed
    assert not again.exhausted


def test_a_win_that_was_left_in_the_middle_is_played_out() -> None:
    """The mistakes that lead there were answered, in more games than one."""
    games = [judgement.rounds for judgement in explored(last)[0].judgements]
    replies = Counter(done.reply for game in games for done in game)
    middle = max(filter(is_won_but_not_over, replies), key=replies.__getitem__)
    policy = Policy()
    for game in games:
        shown = [done.reply for done in game]
        policy.follow(game[: shown.index(middle) + 1] if middle in shown else game)
    assert assess(policy, FORM).untried == 1
    exploration = explore(Starter(last), ENOUGH, policy=policy)
    assert not exploration.exhausted
    assert assess(policy, FORM).complete


def is_won_but_not_over(position: Position | None) -> bool:
    return position is not None and won_for_program(position) and not is_terminal(position)


def test_it_gets_up_where_nothing_is_left_to_be_seen() -> None:
    """A board to begin with that was there once comes no more."""
    policy = Policy()
    for judgement in explored(last)[0].judgements:
        policy.follow(judgement.rounds)
    policy.root(Position("bwwwwbbbo", "b"))
    starter = Starter(last)
    exploration = explore(starter, Budget(starts=3), policy=policy)
    assert exploration.exhausted
    assert [len(judgement.rounds) for judgement in exploration.judgements] == [0] * 3
    assert all(session.closed for session in starter.sessions)


def test_a_drawing_that_is_none_is_not_played_on() -> None:
    starter = Starter(perfect, Form(picture="1 2 3\n4 5 6\n7 8 9"))
    exploration = explore(starter, FEW)
    assert exploration.failed
    assert [len(j.rounds) for j in exploration.judgements] == [0]


def test_progress_is_told() -> None:
    told: list[int] = []
    explore(Starter(last), FEW, progress=lambda policy: told.append(policy.rounds))
    assert told == list(range(32, explored(last)[0].policy.rounds + 1, 32))


def test_every_game_is_recorded_whole() -> None:
    exploration, starter = explored(perfect)
    policy = Policy()
    for judgement in exploration.judgements:
        policy.follow(judgement.rounds)
    assert policy.asked == exploration.policy.asked
    assert policy.rounds == exploration.policy.rounds
    assert sum(judgement.won for judgement in exploration.judgements) > 1
    assert Ending.ENDED in {s.read(lambda text: False).ending for s in starter.sessions}
