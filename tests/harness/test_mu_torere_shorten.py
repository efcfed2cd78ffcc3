"""A shorter line to the same finding, each candidate tried on a new run."""

from dataclasses import replace
from functools import cache

import pytest

from harness.mu_torere import shorten as module
from harness.mu_torere.explorer import explore
from harness.mu_torere.game import Game
from harness.mu_torere.policy import Policy
from harness.mu_torere.referee import Judgement, judge
from harness.mu_torere.screen import Form
from harness.mu_torere.shorten import shorten
from harness.session import Complete, Ending, Reply
from harness.verdict import Verdict
from reference.mu_torere.rules import START, Node, Position, apply, legal_moves
from tests.harness.policies import FEW, asked_traps, but_once, circles, explored, lines_from
from tests.harness.support import (
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

FORM = Form()


@pytest.mark.parametrize("number", range(0, len(asked_traps(perfect)), 9))
def test_the_shortest_way_to_one_wrong_answer(number: int) -> None:
    wrong = asked_traps(perfect)[number]
    starter = Starter(but_once(wrong))
    exploration = explore(starter, FEW)
    finding = shorten(exploration.judgements[-1], exploration.policy, FORM, starter)
    assert finding.clause == "mu_torere/6"
    # It shows itself on a new run, and no known way to it is shorter.
    again = judge(game(*finding.line, choose=but_once(wrong)))
    assert again.findings == (finding,)
    assert finding.turn <= exploration.judgements[-1].findings[0].turn
    assert all(session.closed for session in starter.sessions)


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


ROUNDABOUT = roundabout()


def test_there_are_roundabout_lines() -> None:
    assert len(ROUNDABOUT) > 5


@pytest.mark.parametrize(("wrong", "line", "long"), ROUNDABOUT[:8])
@pytest.mark.parametrize("knows_all", [True, False])
def test_a_roundabout_line_is_made_the_shortest(
    wrong: Position, line: tuple[str, ...], long: Judgement, knows_all: bool
) -> None:
    policy = explored(perfect)[0].policy if knows_all else Policy()
    starter = Starter(but_once(wrong))
    finding = shorten(long, policy, FORM, starter)
    assert finding.turn == len(line)
    assert len(starter.sessions) == 1  # the direct way, or the longest detour, is tried first


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


def test_tries_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TRIES", 2)
    starter = Starter(forgetful(25))
    shorten(long_failing(30), Policy(), FORM, starter)
    assert len(starter.sessions) <= 2
