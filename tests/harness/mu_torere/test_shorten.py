"""A shorter line to the same finding, each candidate tried on a new run."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest

from harness.mu_torere import shorten as module
from harness.mu_torere.explorer import explore
from harness.mu_torere.game import Game
from harness.mu_torere.policy import Policy
from harness.mu_torere.referee import Judgement, judge
from harness.mu_torere.screen import Form
from harness.mu_torere.shorten import shorten, shorten_late
from harness.session import Complete, Ending, Reply
from harness.verdict import Verdict
from reference.mu_torere.retrograde import value, value_keeping_moves
from reference.mu_torere.rules import START, Node, Position, apply, legal_moves
from tests.harness.mu_torere.policies import (
    FEW,
    TRAPS,
    asked_traps,
    but_once,
    circles,
    explored,
    last,
    lines_from,
)
from tests.harness.support import (
    NODE_OF,
    NUMBER_OF,
    Choose,
    FakeSession,
    Rounds,
    Starter,
    game,
    perfect,
    square,
    transcript,
)
from tests.thinned import one_in

FORM = Form()
ROUNDABOUT = 8  # failing games that go round in a circle before they err
FARTHEST = 40  # rounds: any position that a game comes to is nearer, by what it knows


def errs(asked: Position, reply: Position) -> bool:
    """Whether the answer throws a draw or a win away."""
    return value(reply) != -value(asked)


def wins(asked: Position, reply: Position) -> bool:
    """Whether the human can move no more."""
    return not legal_moves(reply)


def shortest(choose: Choose, shows: Callable[[Position, Position], bool]) -> int:
    """Human moves to the first answer that shows it, of a program without memory: all are tried."""
    level, seen = [START], {START}
    for moves in range(1, 99):
        asked = [apply(before, node) for before in level for node in legal_moves(before)]
        answers = [(position, apply(position, choose(position, ()))) for position in asked]
        if any(shows(position, reply) for position, reply in answers):
            return moves
        level = sorted({reply for _, reply in answers} - seen)
        seen.update(level)
    raise AssertionError("it never does")


@pytest.mark.parametrize(("number", "choose"), one_in(3, range(0, TRAPS, 4), [perfect, last]))
def test_a_wrong_answer_is_shown_by_the_shortest_line_of_all(number: int, choose: Choose) -> None:
    wrong = asked_traps(choose)[number]
    starter = Starter(but_once(wrong, choose))
    exploration = explore(starter, FEW)
    before = len(starter.sessions)
    finding = shorten(exploration.judgements[-1], exploration.policy, FORM, starter)
    assert finding.clause == "mu_torere/perfect"
    assert finding.turn == shortest(but_once(wrong, choose), errs)
    assert len(starter.sessions) - before <= 6
    # It shows itself on a new run.
    assert judge(game(*finding.line, choose=but_once(wrong, choose))).findings == (finding,)
    assert all(session.closed for session in starter.sessions)


@pytest.mark.parametrize("choose", [perfect, last])
def test_a_fault_after_the_win_is_shown_by_the_shortest_win(choose: Choose) -> None:
    starter = Starter(choose, waits=True)
    exploration = explore(starter, FEW)
    finding = shorten(exploration.judgements[-1], exploration.policy, FORM, starter)
    assert finding.clause == "mu_torere/end"
    assert finding.turn == shortest(choose, wins)


@cache
def roundabout() -> list[tuple[Position, tuple[str, ...], Judgement]]:
    """A wrong answer, a shortest line to it, and a failing game of it that goes round twice."""
    found = []
    lines = lines_from(START)
    rounds = list(circles())
    for wrong in asked_traps(perfect)[::3]:
        for before in (p for p in lines if wrong in [apply(p, n) for n in legal_moves(p)]):
            way = lines[before]
            node = next(n for n in legal_moves(before) if apply(before, n) == wrong)
            ahead = [(start, there) for start, there in rounds if start == way[: len(start)]]
            for start, there in ahead[:1]:
                line = (*start, *there, *there, *way[len(start) :], NUMBER_OF[node])
                judgement = judge(game(*line, choose=but_once(wrong)))
                if judgement.findings and judgement.findings[0].line == line:
                    found.append((wrong, (*way, NUMBER_OF[node]), judgement))
    return found


def test_there_are_roundabout_lines() -> None:
    assert len(roundabout()) >= ROUNDABOUT


@pytest.mark.parametrize("number", range(ROUNDABOUT))
@pytest.mark.parametrize("knows_all", [True, False])
def test_a_roundabout_line_is_made_the_shortest(number: int, knows_all: bool) -> None:
    wrong, line, long = roundabout()[number]
    policy = explored(perfect)[0].policy if knows_all else Policy()
    starter = Starter(but_once(wrong))
    finding = shorten(long, policy, FORM, starter)
    assert finding.turn == len(line) == shortest(but_once(wrong), errs)
    # The direct way, or the longest detour, is tried first; then what may be shorter still.
    assert len(starter.sessions) <= (1 if knows_all else 9)


def forgetful(after: int) -> Choose:
    """Gives its value away wherever it can, once so many rounds were played."""

    def choose(position: Position, rounds: Rounds) -> Node:
        late = len(rounds) > after and position in traps
        return (but_once(position) if late else perfect)(position, rounds)

    traps = set(asked_traps(perfect))
    return choose


def test_a_program_that_remembers_keeps_its_long_line() -> None:
    starter = Starter(forgetful(20))
    exploration = explore(starter, FEW)
    finding = shorten(exploration.judgements[-1], exploration.policy, FORM, starter)
    assert finding.turn > 20
    assert finding.turn <= exploration.judgements[-1].findings[0].turn
    assert judge(game(*finding.line, choose=forgetful(20))).findings == (finding,)


def test_detours_are_left_out() -> None:
    """A long game of a program that errs after ten rounds is cut to fewer, never below them."""
    starter = Starter(forgetful(10))
    long = long_failing(30)
    finding = shorten(long, Policy(), FORM, starter)
    assert 10 < finding.turn < long.findings[0].turn


@cache
def long_failing(after: int) -> Judgement:
    exploration = explore(Starter(forgetful(after)), FEW)
    assert exploration.failed
    return exploration.judgements[-1]


def test_another_fault_is_not_the_same() -> None:
    long = long_failing(20)
    starter = Starter(perfect, waits=True)  # a new run shows nothing, or something else
    assert shorten(long, explored(perfect)[0].policy, FORM, starter) == long.findings[0]


class Mute(FakeSession):
    """Says nothing any more once it was spoken to."""

    def read(self, complete: Complete) -> Reply:
        reply = super().read(complete)
        return reply if reply.text == square(START.placement) else Reply("", 0.0, Ending.ASKS)


def test_another_clause_is_not_the_same() -> None:
    long = long_failing(20)
    tried: list[FakeSession] = []

    def mute(watch: bool = False) -> Game:
        tried.append(Mute(perfect))
        return Game(tried[-1], FORM, ("fake",), 15.0)

    assert shorten(long, explored(perfect)[0].policy, FORM, mute) == long.findings[0]
    assert tried


def test_what_takes_the_whole_time_is_not_tried_again() -> None:
    long = long_failing(20)
    slow = replace(long.findings[0], verdict=Verdict.TIME_LIMIT)
    starter = Starter(forgetful(20))
    policy = explored(perfect)[0].policy
    assert shorten(replace(long, findings=(slow,)), policy, FORM, starter) == slow
    assert starter.sessions == []


def test_the_shortest_known_line_is_not_tried_again() -> None:
    wrong = asked_traps(perfect)[9]
    starter = Starter(but_once(wrong))
    exploration = explore(starter, FEW)
    short = shorten(exploration.judgements[-1], exploration.policy, FORM, starter)
    judgement = judge(game(*short.line, choose=but_once(wrong)))
    again = Starter(but_once(wrong))
    assert shorten(judgement, exploration.policy, FORM, again) == short
    assert again.sessions == []


def test_short_lines_and_time_outs_are_not_tried_again() -> None:
    turns = list(game("9", "5", "4").turns)
    turns[-1] = turns[-1]._replace(said="", ending=Ending.DEADLINE)
    slow = judge(transcript(turns))
    assert slow.findings[0].verdict is Verdict.TIME_LIMIT
    one = judge(transcript([turns[0], turns[1]._replace(said="")]))
    starter = Starter(perfect)
    for judgement in (slow, one):
        assert shorten(judgement, Policy(), FORM, starter) == judgement.findings[0]
    assert starter.sessions == []


@pytest.mark.parametrize("number", range(5))
def test_a_wrong_answer_after_one_move_only_keeps_that_move(number: int) -> None:
    """The position reached by another way is answered well, and is not gone to again."""
    wrong, line, long = roundabout()[number]
    last_round = (long.rounds[-1].reply, NODE_OF[line[-1]])

    def choose(position: Position, rounds: Rounds) -> Node:
        return (but_once(wrong) if rounds[-1] == last_round else perfect)(position, rounds)

    long = judge(game(*long.findings[0].line, choose=choose))
    starter = Starter(choose)
    finding = shorten(long, explored(perfect)[0].policy, FORM, starter)
    assert finding.turn == len(line)
    assert len(starter.sessions) <= 2
    assert judge(game(*finding.line, choose=choose)).findings == (finding,)


@pytest.mark.parametrize("tries", [0, 1, 2])
def test_tries_are_counted(monkeypatch: pytest.MonkeyPatch, tries: int) -> None:
    """On each of two roads."""
    monkeypatch.setattr(module, "_TRIES", tries)
    detours = Starter(forgetful(31))
    assert shorten(long_failing(30), Policy(), FORM, detours) == long_failing(30).findings[0]
    assert len(detours.sessions) == tries + (tries > 0)  # one shows that nothing is to be hunted
    (judgement, policy), starter = many_unknown()
    shorten(judgement, policy, FORM, starter)
    assert len(starter.sessions) == tries


def many_unknown() -> tuple[tuple[Judgement, Policy], Starter]:
    """A failing game after which many runs are needed: little was seen, and no detour is in it."""
    wrong = roundabout()[4][0]
    return (judge(game(*roundabout()[4][1], choose=but_once(wrong))), Policy()), Starter(
        but_once(wrong)
    )


def wandering(seed: int, rounds: int) -> tuple[Node, ...]:
    """So many human moves that keep the draw against `perfect`, drawn at random."""
    chance, here = random.Random(seed), START
    nodes: list[Node] = []
    for _ in range(rounds):
        nodes.append(chance.choice(value_keeping_moves(here)))
        asked = apply(here, nodes[-1])
        here = apply(asked, perfect(asked, ()))
    return tuple(nodes)


def remembering(last_moves: tuple[Node, ...]) -> Choose:
    """Errs where it can, when the human's last moves were these."""

    def choose(position: Position, rounds: Rounds) -> Node:
        moves = tuple(node for _, node in rounds[-len(last_moves) :])
        bad = [node for node in legal_moves(position) if errs(position, apply(position, node))]
        return bad[0] if bad and moves == last_moves else perfect(position, rounds)

    return choose


def long_remembered(seed: int, remembered: int) -> tuple[Judgement, Choose]:
    """A long game in which only the last answer is wrong, because of so many last moves."""
    for length in range(60, 200):
        nodes = wandering(seed, length)
        choose = remembering(nodes[-remembered:])
        with suppress(ValueError):  # it may err before, and then these moves are none
            found = judge(game(*(NUMBER_OF[node] for node in nodes), choose=choose))
            if found.findings and found.findings[0].turn == length:
                return found, choose
    raise AssertionError("no such game")


@pytest.mark.parametrize("remembered", [2, 3, 4, 6, 7])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_last_moves_of_a_long_game_are_shown_after_a_short_way(
    seed: int, remembered: int
) -> None:
    long, choose = long_remembered(seed, remembered)
    starter = Starter(choose)
    finding = shorten_late(long, FORM, starter)
    assert finding is not None
    assert finding.clause == long.findings[0].clause == "mu_torere/perfect"
    assert judge(game(*finding.line, choose=choose)).findings == (finding,)
    most = next(2**k for k in range(9) if 2**k + 1 >= remembered) + 1
    assert finding.line[-remembered:] == long.findings[0].line[-remembered:]
    assert len(finding.line) <= most + FARTHEST
    assert 1 <= len(starter.sessions) <= most.bit_length()


def test_no_short_way_shows_what_comes_after_so_many_rounds() -> None:
    long = long_failing(30)
    starter = Starter(forgetful(30))
    found = shorten_late(long, FORM, starter)
    assert found is None or 30 < found.turn < long.findings[0].turn
    assert 1 < len(starter.sessions) < 7
    other = Starter(perfect, waits=True)  # a new run shows nothing, or something else
    assert shorten_late(long, FORM, other) is None


def test_of_a_short_game_nothing_is_left_out() -> None:
    (long, choose) = long_remembered(1, 2)
    short = shorten_late(long, FORM, Starter(choose))
    assert short is not None
    again = judge(game(*short.line, choose=choose))
    starter = Starter(choose)
    shorter = shorten_late(again, FORM, starter)
    assert shorter is None or len(shorter.line) < len(short.line)
    assert len(starter.sessions) < 6
