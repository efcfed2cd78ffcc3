"""What a set of games proves: complete only when nothing is open, and a win that never comes."""

from dataclasses import replace
from itertools import pairwise

import pytest

from harness.mu_torere.policy import Policy, is_mistake
from harness.mu_torere.proof import Proof, assess, certify, policy_of, second_missing
from harness.mu_torere.referee import judge
from harness.mu_torere.rounds import Round
from harness.mu_torere.screen import Form
from harness.transcript import Transcript
from harness.verdict import Finding, Verdict
from reference.mu_torere.retrograde import Value, value
from reference.mu_torere.rules import START, Position, apply, legal_moves, starts
from tests.harness.mu_torere.policies import circles, explored
from tests.harness.support import game, perfect, transcript
from tests.reference.mu_torere.positions import POSITIONS

FORM = Form()
WIN = ("9", "5", "4", "6", "5", "3")


def whole() -> Proof:
    return assess(explored(perfect)[0].policy, FORM)


@pytest.mark.parametrize(
    ("change", "complete"),
    [
        ({}, True),
        ({"untried": 1}, False),
        ({"not_asked_again": 1}, False),
        ({"erratic": True}, False),
        ({"findings": (Finding("x", Verdict.WRONG_ANSWER, 0, "", ""),)}, False),
        ({"starts": 2}, False),  # a program with two boards to begin with may have eight
        ({"starts": len(starts())}, True),
        ({"once_only": 99, "mistakes": 7, "memory": 3}, True),
    ],
)
def test_complete_means_that_nothing_is_open(change: dict[str, object], complete: bool) -> None:
    assert replace(whole(), **change).complete is complete  # type: ignore[arg-type]  # mixed kinds


def test_one_game_is_no_proof() -> None:
    proof = certify([game(*WIN)])
    assert not proof.complete
    assert proof.findings == ()
    # One position a round; the moves are those of the six boards that the human saw.
    boards = [START, *(r.reply for r in judge(game(*WIN)).rounds if r.reply)]
    assert proof.positions == len(WIN)
    assert proof.replies == sum(len(legal_moves(p)) for p in boards)
    assert proof.untried == proof.replies - len(WIN)
    assert (proof.asked_twice, proof.once_only, proof.not_asked_again) == (0, 6, 0)
    assert (proof.punished, proof.longest_win_plies, proof.starts) == (1, 1, 1)
    assert (proof.memory, proof.erratic) == (0, False)


def test_a_second_history_that_was_not_played_is_missed() -> None:
    policy = explored(perfect)[0].policy
    assert not any(second_missing(policy, target) for target in policy.asked)
    # The human goes round in a circle: what he asked on the way can be asked a second time.
    way, around = next(circles())
    once = certify([game(*way, *around)])
    assert once.not_asked_again + once.asked_twice == len(around)
    assert once.not_asked_again > 1
    assert once.once_only == once.positions - len(around)
    again = certify([game(*way, *around, *around)])
    assert (again.not_asked_again, again.asked_twice) == (0, len(around))
    known = policy_of([judge(game(*way, *around))])
    missing = [found for target in known.asked if (found := second_missing(known, target))]
    assert [start for start, _ in missing] == [START] * once.not_asked_again
    assert min(len(again) for _, again in missing) == len(way) + len(around) + 1


def test_findings_of_all_games_come_together() -> None:
    bad = game(*WIN)
    cut = transcript([bad.turns[0], bad.turns[1]._replace(said="")])
    proof = certify(iter([game("9"), cut, cut]))
    assert [finding.clause for finding in proof.findings] == ["mu_torere/boards"] * 2
    assert not proof.complete


def test_no_games_prove_nothing() -> None:
    nothing: list[Transcript] = []
    proof = certify(nothing)
    assert (proof.positions, proof.replies, proof.starts, proof.longest_win_plies) == (
        0,
        0,
        0,
        None,
    )
    assert not proof.complete


def won_position() -> tuple[Position, int, Position]:
    """A drawn position, a mistake of the human's in it, and a winning answer not yet the last."""
    for before in explored(perfect)[0].policy.starts:
        lines = [before]
        for here in lines:
            for node in legal_moves(here):
                asked = apply(here, node)
                for own in legal_moves(asked):
                    reply = apply(asked, own)
                    won = value(reply) is Value.LOSS and bool(legal_moves(reply))
                    if won and value(here) is Value.DRAW:
                        return here, node, reply
                    if value(reply) is Value.DRAW and reply not in lines:
                        lines.append(reply)
    raise AssertionError("nothing is ever won")


def in_circles(rounds_in_circle: int) -> tuple[Policy, tuple[Position, int, Position]]:
    """A program that lets its won positions come round again, as no sound one can in this game."""
    before, node, reply = won_position()
    others = [p for p in POSITIONS if p.to_move == "b" and value(p) is Value.LOSS and p != reply]
    ring = [reply, *(p for p in others if legal_moves(p))][:rounds_in_circle]
    policy = Policy()
    policy.follow([Round(before, node, apply(before, node), reply)])
    for here, after in zip(ring, [*ring[1:], ring[0]], strict=True):
        for move in legal_moves(here):
            walk = policy.start(before)
            walk.add(Round(before, node, apply(before, node), reply))
            walk.add(Round(here, move, apply(here, move), after))
    return policy, (before, node, reply)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_win_that_never_comes_is_a_finding(length: int) -> None:
    policy, (_, node, _) = in_circles(length)
    proof = assess(policy, FORM)
    (finding,) = proof.findings
    assert (finding.clause, finding.verdict) == ("mu_torere/perfect", Verdict.WRONG_ANSWER)
    assert f"recurs after {2 * length} plies" in finding.seen
    assert finding.turn == len(finding.line) == 1 + length
    assert finding.line[0] == FORM.number_of[node]
    assert not proof.complete
    assert proof.punished < proof.mistakes


def test_a_circle_is_not_told_when_something_worse_was_found() -> None:
    policy, _ = in_circles(2)
    worse = Finding("mu_torere/boards", Verdict.WRONG_ANSWER, 0, "", "")
    assert assess(policy, FORM, [worse]).findings == (worse,)


def test_a_win_is_as_long_as_the_human_resists() -> None:
    # Straight lines of won positions, made up, of 1 to 5 rounds after the mistake.
    before, node, reply = won_position()
    ends = [p for p in POSITIONS if p.to_move == "b" and not legal_moves(p)]
    middle = [p for p in POSITIONS if p.to_move == "b" and value(p) is Value.LOSS and p != reply]
    middle = [p for p in middle if len(legal_moves(p)) == 1]
    for rounds in range(1, min(5, len(middle))):
        chain = [reply, *middle[:rounds], ends[0]]
        policy = Policy()
        for here, after in pairwise(chain):
            for move in legal_moves(here):
                walk = policy.start(before)
                walk.add(Round(before, node, apply(before, node), reply))
                walk.add(Round(here, move, apply(here, move), after))
        proof = assess(policy, FORM)
        assert proof.longest_win_plies == 1 + 2 * (rounds + 1)
        assert proof.punished == 1


def test_a_win_is_not_punished_while_one_answer_is_unknown() -> None:
    before, node, reply = won_position()
    policy = Policy()
    policy.follow([Round(before, node, apply(before, node), reply)])
    proof = assess(policy, FORM)
    assert (proof.punished, proof.longest_win_plies) == (0, None)
    assert proof.mistakes >= 1
    assert proof.findings == ()


def lost(count: int) -> list[Position]:
    """Positions that the human has lost, but not yet."""
    found = [p for p in POSITIONS if p.to_move == "b" and value(p) is Value.LOSS]
    return [p for p in found if legal_moves(p) and p != won_position()[2]][:count]


def follows(policy: Policy, *chain: Position, move: int = 0) -> None:
    """The program answers the human's move of this number so, from each position to the next.

    The rounds need not follow from each other: a proof only looks them up.
    """
    before, node, reply = won_position()
    for here, after in pairwise(chain):
        walk = policy.start(before)
        walk.add(Round(before, node, apply(before, node), reply))
        moved = legal_moves(here)[move]
        walk.add(Round(here, moved, apply(here, moved), after))


def any_way(policy: Policy, here: Position, after: Position) -> None:
    for move in range(len(legal_moves(here))):
        follows(policy, here, after, move=move)


# The human has never more than one move where he has lost; of made-up wins all are to be followed.
FORK = next(
    p for p in POSITIONS
    if p.to_move == "b" and len(legal_moves(p)) == 2
    and not any(is_mistake(p, n) for n in legal_moves(p))
)  # fmt: skip
END = next(p for p in POSITIONS if p.to_move == "b" and not legal_moves(p))


def test_a_circle_begins_where_it_is_entered() -> None:
    policy = Policy()
    one, two = lost(2)
    any_way(policy, won_position()[2], one)
    follows(policy, one, two, one)
    (finding,) = assess(policy, FORM).findings
    assert "recurs after 4 plies" in finding.seen
    _, node, reply = won_position()
    nodes = (node, *(legal_moves(p)[0] for p in (reply, one, two)))  # in, and once round
    assert finding.line == tuple(FORM.number_of[n] for n in nodes)


def test_a_circle_beside_a_win() -> None:
    policy = Policy()
    (on,) = lost(1)
    any_way(policy, won_position()[2], FORK)
    follows(policy, FORK, on, move=1)  # what is looked at first ends well
    follows(policy, on, END)
    follows(policy, FORK, FORK, move=0)
    (finding,) = assess(policy, FORM).findings
    assert "recurs after 2 plies" in finding.seen
    assert finding.line[-1] == FORM.number_of[legal_moves(FORK)[0]]


def walks(policy: Policy, *chain: Position) -> None:
    """One game from the first position on, in which the human plays his first move each time."""
    before, node, reply = won_position()
    walk = policy.start(before)
    walk.add(Round(before, node, apply(before, node), reply))
    for here, after in pairwise([reply, *chain]):
        moved = legal_moves(here)[0]
        walk.add(Round(here, moved, apply(here, moved), after))


def test_a_circle_is_told_of_a_program_that_answers_by_what_was_moved_before() -> None:
    policy = Policy()
    one, two, beside = lost(3)
    walk = policy.start(FORK)
    for here, after in pairwise([FORK, beside, one, END]):
        moved = legal_moves(here)[0]
        walk.add(Round(here, moved, apply(here, moved), after))
    walks(policy, *(one, two) * 4)
    assert not policy.erratic
    assert assess(policy, FORM).findings


@pytest.mark.parametrize("drawn_at", ["elsewhere", "the first", "the second"])
def test_a_circle_is_told_of_a_program_whose_lots_never_lead_out_of_it(drawn_at: str) -> None:
    policy = Policy()
    one, two = lost(2)
    around = (one, two) * 4
    if drawn_at == "the first":
        walks(policy, one, END)
    elif drawn_at == "the second":
        walks(policy, one, two, END)
    else:
        walks(policy, END)
    walks(policy, *around)  # what is seen last is taken for its reply
    assert policy.erratic
    assert bool(assess(policy, FORM).findings) == (drawn_at == "elsewhere")


def test_the_longer_of_two_ways_counts() -> None:
    policy = Policy()
    beside, on, then = lost(3)
    any_way(policy, won_position()[2], FORK)
    follows(policy, FORK, on, move=1)
    follows(policy, on, then, END)
    follows(policy, FORK, beside, on, move=0)
    assert assess(policy, FORM).longest_win_plies == 1 + 2 * 5


def test_a_win_with_one_way_unknown_is_none() -> None:
    policy = Policy()
    any_way(policy, won_position()[2], FORK)
    follows(policy, FORK, END, move=0)
    assert (assess(policy, FORM).punished, assess(policy, FORM).findings) == (0, ())


def test_a_win_that_slips_is_not_punished() -> None:
    before, node, _ = won_position()
    drawn = next(
        p for p in POSITIONS if p.to_move == "b" and value(p) is Value.DRAW and p != before
    )
    policy = Policy()
    for moved in legal_moves(drawn):
        walk = policy.start(before)
        walk.add(Round(before, node, apply(before, node), drawn))
        walk.add(Round(drawn, moved, apply(drawn, moved), END))
    assert assess(policy, FORM).punished == 0


@pytest.mark.parametrize("near_first", [True, False])
def test_the_shortest_way_of_all_starts_is_told(near_first: bool) -> None:
    before, node, reply = won_position()
    blind, far = [p for p in starts() if p != before][:2]
    policy = Policy()
    # From the blind one nothing is known to lead anywhere.
    for start in (before, blind, far) if near_first else (blind, far, before):
        policy.root(start)
    moved = legal_moves(far)[0]
    policy.follow([Round(far, moved, apply(far, moved), before)])
    any_way(policy, reply, reply)
    (finding,) = assess(policy, FORM).findings
    assert finding.turn == 2
    assert finding.line[0] == FORM.number_of[node]
