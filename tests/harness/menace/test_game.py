"""The interactor: what it sends and records, and when it stops."""

import random

from harness.menace import opponent
from harness.menace.follower import Played
from harness.menace.form import Form
from harness.menace.game import Interactor
from harness.menace.referee import judge
from harness.session import Ending
from tests.harness.menace.support import FakeSession, form_of, transcript_of
from tests.harness.scripted_session import ScriptedSession
from tests.oracles.menace_player import Player

NEW, X0, X0_O1 = "New game\n", "X--\n---\n---\n", "XO-\n---\n---\n"


def test_what_passes_is_recorded() -> None:
    script = [("1", NEW + X0), ("LM", X0_O1 + "XX-\n---\n---\n")]
    session = ScriptedSession(script)
    transcript = Interactor(session, Form(), ("fake",), 1, 2.5).play(lambda board: 1)
    session.assert_done()
    assert [(t.sent, t.said, t.ending) for t in transcript.turns] == [
        (*script[0], Ending.READY),
        (*script[1], Ending.READY),
    ]
    assert (transcript.challenge, transcript.command) == ("menace", ("fake",))
    assert transcript.move_seconds == 2.5
    assert Form.from_values(transcript.form) == Form()


def test_it_ends_with_the_first_fault() -> None:
    session = ScriptedSession([("9", NEW + X0), ("LM", "X-O\n---\n---\n"), ("ML", "")])
    match = Interactor(session, Form(), ("fake",), 9, 1.0)
    transcript = match.play(lambda board: 1)
    assert match.failed
    assert session.closed
    assert match.judged(transcript) == judge(transcript)
    assert match.judged(transcript).findings


def test_the_human_sees_the_board_of_the_game() -> None:
    seen = []
    chance = random.Random(1)

    def human(board: str) -> int:
        seen.append(board)
        return chance.choice([s for s in range(9) if board[s] == "-"])

    player = Player(1)
    transcript = transcript_of(player, 5, human)
    assert len(seen) == len(transcript.turns) - 1
    assert all(board.count("X") == board.count("O") + 1 for board in seen)
    assert judge(transcript).findings == ()


def test_moves_are_typed_in_the_program_s_own_words() -> None:
    session = ScriptedSession([("1", NEW + X0), ("b", X0_O1 + X0)])
    Interactor(session, Form(moves=tuple("abcdefghi")), ("fake",), 1, 1.0).play(lambda board: 1)
    session.assert_done()


def test_who_watches_is_told_of_every_game_as_it_ends() -> None:
    told: list[Played] = []

    def watch(played: Played) -> bool:
        told.append(played)
        return True

    player = Player(2)
    match = Interactor(FakeSession(player), form_of(player), ("fake",), 8, 1.0)
    transcript = match.play(opponent.at_random(random.Random(2)), watch)
    assert told == match.played == list(judge(transcript).games)
    assert match.judged(transcript) == judge(transcript)
    assert len(told) == 8
    assert not match.failed


def test_a_run_may_be_left_after_a_game() -> None:
    player = Player(3)
    session = FakeSession(player)
    match = Interactor(session, form_of(player), ("fake",), 8, 1.0)
    transcript = match.play(
        opponent.at_random(random.Random(3)), lambda played: len(match.played) < 3
    )
    assert len(match.played) == 3
    assert session.closed
    run = match.judged(transcript)
    assert run == judge(transcript)
    assert (len(run.games), run.findings) == (3, ())  # left, it is no fault that it did not end
