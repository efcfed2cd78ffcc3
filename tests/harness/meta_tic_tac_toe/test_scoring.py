"""Scoring: the challenge's points, counted here once more by hand and by a simpler road."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given

from harness.meta_tic_tac_toe.bot import Answer, Ask
from harness.meta_tic_tac_toe.match import Match, Over, follow, play
from harness.meta_tic_tac_toe.scoring import Score, score
from harness.session import Exit
from tests.harness.tournament.support import (
    LATE,
    REACHING,
    a_match,
    asking,
    first,
    last,
    matches,
    seeded,
    silent,
)


def after(calls: int, then: Answer, ask: Ask) -> Ask:
    """A bot that answers something else once, after so many calls."""
    count = iter(range(1000))
    return lambda arguments: then if next(count) == calls else ask(arguments)


def test_a_win_is_100_and_the_open_tiles_of_all_nine_boards() -> None:
    # O never answers, so X takes 00 01 02, 10 11 12, 20 21 22: nine tiles, 72 are open.
    result = score(a_match(first, silent))
    assert (result.winner, result.over, result.open_tiles, result.rounds) == ("X", Over.WON, 72, 9)
    assert (result.x.points, result.x.calls, result.x.invalid) == (172, 9, 0)
    assert (result.o.points, result.o.calls, result.o.invalid) == (-8, 8, 8)


def test_o_wins_too_and_pays_for_its_invalid_moves() -> None:
    silly = after(2, Answer("99", 0.1), asking(first))
    result = score(play("a", "b", asking(silent), silly))
    assert (result.winner, result.rounds) == ("O", 10)
    assert (result.x.points, result.o.points) == (-10, 100 + 72 - 1)


def test_nobody_won_after_the_last_round() -> None:
    result = score(a_match(silent, silent))
    assert (result.winner, result.over, result.rounds) == (None, Over.ROUNDS, 250)
    assert result.open_tiles == 81
    assert [side.points for side in result.sides] == [-260, -260]
    assert score(a_match(silent, silent, rounds=3)).x.points == -13


def test_all_boards_closed_costs_both_ten_as_the_rounds_would_have() -> None:
    games = (score(a_match(seeded(seed), seeded(-seed))) for seed in range(1, 500))
    result = next(game for game in games if game.over is Over.FULL)
    assert result.winner is None
    assert result.rounds < 250
    assert [side.points for side in result.sides] == [-10, -10]


def test_seconds_and_timeouts() -> None:
    slow = after(1, LATE, asking(first, seconds=0.5))
    result = score(play("a", "b", slow, asking(last, seconds=0.25), rounds=4))
    assert (result.x.timeouts, result.x.invalid, result.x.calls) == (1, 1, 4)
    assert (result.x.seconds, result.x.mean_seconds, result.x.worst_seconds) == (2.5, 0.625, 1.0)
    assert (result.o.timeouts, result.o.mean_seconds, result.o.worst_seconds) == (0, 0.25, 0.25)


def test_a_disqualification_ends_the_match_and_it_counts_for_nobody() -> None:
    result = score(play("a", "b", asking(silent), after(3, REACHING, asking(first))))
    assert (result.over, result.void, result.winner) == (Over.DISQUALIFIED, True, None)
    assert (result.x.points, result.o.points) == (0, 0)
    assert (result.x.invalid, result.x.reached, result.o.reached) == (4, (), ("/etc/passwd",))
    assert (result.open_tiles, result.rounds) == (78, 4)  # the answer that reached is not played


def test_a_bot_that_was_never_called_has_taken_no_time() -> None:
    result = score(play("a", "b", lambda _: REACHING, asking(first)))
    assert (result.o.calls, result.o.mean_seconds, result.o.worst_seconds) == (0, 0.0, 0.0)


WHOLE = a_match(first, silent)
ENDED = play("a", "b", lambda _: REACHING, asking(first))


@pytest.mark.parametrize(
    ("match", "words"),
    [
        (replace(WHOLE, calls=()), "breaks off after 0 calls"),
        (replace(WHOLE, calls=WHOLE.calls[:-1]), "breaks off after 16 calls"),
        (replace(WHOLE, calls=WHOLE.calls[1:]), "was called with"),
        (replace(WHOLE, calls=(*WHOLE.calls, WHOLE.calls[0])), "was called with"),
        (replace(WHOLE, rounds=8), "17 calls, more than 8 rounds"),
        (replace(WHOLE, rounds=-1), "more than -1 rounds"),
        (replace(ENDED, calls=(*ENDED.calls, *ENDED.calls)), "was called with|goes on"),
    ],
)
def test_what_is_no_whole_match_has_no_score(match: Match, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        score(match)


def test_nothing_follows_a_disqualification() -> None:
    answers = [call.answer for call in WHOLE.calls]
    answers[3] = answers[3]._replace(exit=Exit(reached=("/etc/passwd",)))
    calls = [
        call._replace(answer=answer) for call, answer in zip(WHOLE.calls, answers, strict=True)
    ]
    with pytest.raises(ValueError, match="goes on after a disqualification"):
        score(replace(WHOLE, calls=tuple(calls)))


def points(match: Match, result: Score) -> Sequence[int]:
    """The points by the challenge's sentences, one after the other."""
    if match.calls[-1].answer.exit.reached:
        return [0, 0]
    found = []
    for mark in "XO":
        invalid = sum(ply.move is None for ply in follow(match) if ply.call.mark == mark)
        taken = sum(
            ply.move is not None for ply in follow(match)
        )  # every legal move takes one tile of the 81
        gain = -10 if result.winner is None else 100 + 81 - taken if result.winner == mark else 0
        found.append(gain - invalid)
    return found


@given(matches())
def test_points_of_any_match(match: Match) -> None:
    result = score(match)
    assert [side.points for side in result.sides] == points(match, result)
    assert result.x.calls + result.o.calls == len(match.calls)
    assert result.rounds == max(result.x.calls, result.o.calls)  # O is first after odd openings
