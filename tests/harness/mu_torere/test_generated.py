"""Generated opponents: they find what is wrong on their own, and shrink it to a short line."""

import pytest

from harness.mu_torere.game import Game
from harness.mu_torere.generated import generated_games
from harness.mu_torere.referee import Judgement, judge
from harness.transcript import Transcript
from harness.verdict import HarnessError, UsageError
from reference.mu_torere.retrograde import value_keeping_moves
from reference.mu_torere.rules import START, Node, Position, legal_moves
from tests.harness.mu_torere.policies import asked_traps, but_once
from tests.harness.support import NUMBER_OF, Choose, Rounds, Starter, every, game, perfect


def test_a_sound_program_is_played_as_often_as_asked() -> None:
    starter = Starter(perfect)
    played, wrong = generated_games(starter, 12, seed=0, rounds=20)
    assert wrong is None
    assert len(played) == len(starter.sessions) >= 12
    assert all(session.closed for session in starter.sessions)
    assert all(len(judgement.rounds) <= 20 for judgement in played)
    assert len({judgement.rounds for judgement in played}) > 6


def careless(position: Position, rounds: Rounds) -> Node:
    """Gives a draw away as soon as it can."""
    sound = value_keeping_moves(position)
    return next((node for node in legal_moves(position) if node not in sound), sound[0])


def test_a_failing_game_is_shrunk() -> None:
    starter = Starter(careless)
    played, wrong = generated_games(starter, 30, seed=0)
    assert wrong is not None
    assert wrong.clause == "mu_torere/perfect"
    failing = [j.findings[0] for j in played if j.findings]
    assert wrong.turn == min(finding.turn for finding in failing)
    # The shortest line of all, by looking at every line.
    assert wrong.turn == shortest_failing(careless)


def shortest_failing(choose: Choose) -> int:
    lines: list[tuple[str, ...]] = [()]
    for line in lines:
        judgement = judge(game(*line, choose=choose))
        if judgement.findings:
            return len(line)
        here = judgement.rounds[-1].reply if judgement.rounds else START
        assert here is not None
        lines += [(*line, NUMBER_OF[node]) for node in legal_moves(here)]
    raise AssertionError("it never fails")


@pytest.mark.slow
def test_what_only_the_end_shows_is_found() -> None:
    played, wrong = generated_games(Starter(perfect, waits=True), 200, seed=0, rounds=40)
    assert wrong is not None
    assert wrong.clause == "mu_torere/end"
    assert any(judgement.won for judgement in played)


def test_the_seed_decides_the_games() -> None:
    def games(seed: int) -> list[object]:
        return [j.rounds for j in generated_games(Starter(perfect), 6, seed)[0]]

    assert games(1) == games(1)
    assert games(1) != games(2)


def test_an_error_at_random_does_not_stop_the_judge() -> None:
    trap = asked_traps(perfect)
    bad = every(3, lambda position, rounds: but_once(position)(position, rounds)
                if position in trap else perfect(position, rounds))  # fmt: skip
    _, wrong = generated_games(Starter(bad), 100, seed=0)
    assert wrong is not None
    assert wrong.clause == "mu_torere/perfect"


@pytest.mark.parametrize("error", [UsageError("does not start"), HarnessError("broken")])
def test_what_is_not_the_programs_fault_passes_through(error: Exception) -> None:
    def broken(watch: bool = False) -> Game:
        raise error

    with pytest.raises(type(error), match=str(error)):
        generated_games(broken, 5, seed=0)


def test_a_bug_in_the_harness_is_not_hidden() -> None:
    def record(game: Game) -> Judgement:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        generated_games(Starter(perfect), 5, seed=0, record=record)


def test_every_game_is_recorded() -> None:
    recorded: list[Transcript] = []

    def record(game: Game) -> Judgement:
        recorded.append(game.finish())
        return game.judgement()

    played, _ = generated_games(Starter(perfect), 5, seed=0, record=record)
    assert [judge(transcript) for transcript in recorded] == played
