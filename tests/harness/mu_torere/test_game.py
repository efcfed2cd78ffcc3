"""The interactor: it records all that passes, and stops at the first fault."""

import pytest

from harness.mu_torere.game import Game, play_on, play_out
from harness.mu_torere.opponent import typed
from harness.mu_torere.referee import PROBE, judge
from harness.mu_torere.screen import Form
from harness.session import Complete, Ending, Exit, Reply
from harness.verdict import Verdict
from reference.mu_torere.rules import START, is_terminal
from tests.harness.scripted_session import ScriptedSession
from tests.harness.support import NODE_OF, FakeSession, Starter, game, perfect, square

WIN = ("9", "5", "4", "6", "5", "3")
NODES = tuple(NODE_OF[number] for number in WIN)


def test_a_game_to_its_win() -> None:
    starter = Starter(perfect)
    played = play_out(starter(), typed(NODES))
    assert played == game(*WIN)
    assert starter.sessions[0].closed


def test_a_game_stands_where_the_program_shows_it() -> None:
    playing = Starter(perfect)()
    assert playing.position == START
    done = playing.play(NODES[0])
    assert done is not None
    assert playing.position == done.reply
    assert (playing.over, playing.failed) == (False, False)


def test_the_end_is_awaited_after_the_win() -> None:
    playing = Starter(perfect)()
    rounds = [playing.play(node) for node in NODES]
    assert playing.over
    assert not playing.failed
    assert playing.position is None
    assert rounds[-1] is not None
    assert rounds[-1].reply is not None
    assert is_terminal(rounds[-1].reply)
    assert playing.finish().turns[-1] == (None, "", 0.0, Ending.ENDED)
    assert playing.finish() is playing.finish()


def test_it_stops_at_the_first_fault() -> None:
    session = ScriptedSession([(None, square(START.placement)), ("9", "what?"), ("5", "never")])
    playing = Game(session, Form(), ("x",), 15.0)
    assert playing.play(NODES[0]) is None
    assert playing.over
    assert playing.failed
    assert playing.position is None
    assert judge(playing.finish()).findings[0].clause == "mu_torere/boards"
    assert session.closed


class Looks(FakeSession):
    """Has its terminal among what it waits for after its win, but may not read it any more."""

    def __init__(self, takes: bool, only_looks: bool = True, says: str = "") -> None:
        super().__init__(perfect, waits_when_won=True)
        self._takes, self._only_looks, self._says = takes, only_looks, says
        self.typed: list[str] = []

    def send(self, line: str) -> None:
        if not self._over:
            super().send(line)
            self._said += self._says if self._over else ""
            return
        self.typed.append(line)

    def read(self, complete: Complete) -> Reply:
        reply = super().read(complete)
        if self.typed and not self._takes:
            return Reply("", 15.0, Ending.DEADLINE)
        return reply._replace(only_looks=self._only_looks and reply.ending is Ending.ASKS)


@pytest.mark.parametrize(
    ("takes", "verdict", "seen"),
    [
        (True, Verdict.WRONG_ANSWER, "it asks for another move after it has won"),
        (False, Verdict.TIME_LIMIT, "it has won, and neither ends nor answers for 15.0 seconds"),
    ],
)
def test_who_seems_to_ask_after_a_win_is_held_to_read(
    takes: bool, verdict: Verdict, seen: str
) -> None:
    """Node keeps a terminal among what it waits for when nothing reads it any more."""
    session = Looks(takes)
    played = play_out(Game(session, Form(), ("x",), 15.0), typed(NODES))
    assert session.typed == [PROBE]
    (finding,) = judge(played).findings
    assert (finding.clause, finding.verdict) == ("mu_torere/end", verdict)
    assert finding.seen.startswith(seen)
    assert (finding.line, finding.turn) == (WIN, len(WIN))


@pytest.mark.parametrize(
    "session", [Looks(True, only_looks=False), Looks(False, says="I win. Again?")]
)
def test_nothing_is_typed_where_it_reads_or_says_that_it_has_won(session: Looks) -> None:
    playing = Game(session, Form(), ("x",), 15.0)
    play_on(playing, typed(NODES))
    assert playing.asks
    assert session.typed == []


def test_an_answer_after_a_win_that_is_not_taken_is_told() -> None:
    playing = Game(Looks(False, says="I win. Again?"), Form(), ("x",), 15.0)
    play_on(playing, typed(NODES))
    assert playing.said_at_the_end.endswith("I win. Again?")
    playing.answer("y")
    (finding,) = judge(playing.finish()).findings
    assert (finding.clause, finding.verdict) == ("mu_torere/end", Verdict.TIME_LIMIT)
    assert finding.line == (*WIN, "y")


def test_numbers_are_typed_as_the_form_says() -> None:
    session = ScriptedSession([(None, square(START.placement)), ("0", "")])
    Game(session, Form(numbers=tuple("876543210")), ("x",), 15.0).play(NODE_OF["9"])
    session.close()
    session.assert_done()


def test_a_faulty_drawing_is_not_played() -> None:
    session = ScriptedSession([(None, "never read")])
    playing = Game(session, Form(picture="1 2 3\n4 5 6\n7 8 9"), ("x",), 15.0)
    assert playing.over
    assert playing.finish().turns == ()


# Two nodes with one number: what is typed need not be what the position allows.
@pytest.mark.parametrize("numbers", ["113456789", "123456788", "923456789", "111111111"])
def test_doubled_numbers_are_not_played(numbers: str) -> None:
    form = Form(numbers=tuple(numbers))
    session = FakeSession(perfect)
    playing = Game(session, form, ("x",), 15.0)
    assert playing.over
    assert judge(playing.finish()).findings[0].clause == "mu_torere/numbering"


def test_the_transcript_tells_what_was_run() -> None:
    leaving = Exit(status=3, signal=None, stderr="bye")
    session = FakeSession(perfect, exit_=leaving)
    form = Form(symbols="XO.")
    played = Game(session, form, ("ruby", "my.rb"), 2.5).finish()
    assert (played.challenge, played.command) == ("mu_torere", ("ruby", "my.rb"))
    assert (played.move_seconds, played.exit) == (2.5, leaving)
    assert Form.from_json(played.form) == form


def test_the_human_may_get_up() -> None:
    played = play_out(Starter(perfect)(), typed(NODES[:2]))
    assert played.line == WIN[:2]
    assert judge(played).findings == ()


def again(*script: tuple[str | None, str]) -> tuple[Game, ScriptedSession]:
    """A game to its win against a program that then goes on by this script."""
    won = [(turn.sent, turn.said) for turn in game(*WIN).turns[:-1]]
    session = ScriptedSession([*won[:-1], (won[-1][0], won[-1][1] + "I win. "), *script])
    playing = Game(session, Form(), ("x",), 15.0)
    play_on(playing, typed(NODES))
    assert playing.over
    return playing, session


def answered(playing: Game, *answers: str) -> None:
    playing.go_on()
    for answer in answers:
        assert playing.asks
        playing.answer(answer)


def test_a_second_game_is_asked_for_and_judged() -> None:
    first, second = game("9").turns
    playing, session = again(("y", "Enter?"), ("", first.said), ("9", second.said), ("5", "what?"))
    answered(playing, "y", "")
    assert playing.position == START
    (done,) = play_on(playing, typed(NODES[:1]))
    assert done.before == START
    judgement = judge(playing.finish())
    assert (len(judgement.rounds), judgement.won, judgement.findings) == (len(WIN), True, ())
    session.send("5")


def test_what_is_wrong_in_a_second_game_is_found() -> None:
    first, second = game("9").turns
    stale = second.said[: len(second.said) // 2] * 2
    playing, _ = again(("y", first.said), ("9", stale), ("9", ""))
    answered(playing, "y")
    assert play_on(playing, typed(NODES)) == []
    (finding,) = judge(playing.finish()).findings
    assert (finding.clause, finding.turn) == ("mu_torere/game", len(WIN) + 2)


FIRST, SECOND = game("9").turns
LACKS_AN_EDGE = FIRST.said.replace("|\\|/|", "|\\| |", 1)


@pytest.mark.parametrize(
    ("answers", "clause"),
    [
        ([("y", FIRST.said.replace("w", "b", 1))], "mu_torere/drawing"),
        ([("y", SECOND.said[: len(FIRST.said)])], "mu_torere/game"),
        ([("y", LACKS_AN_EDGE), ("9", SECOND.said)], "mu_torere/drawing"),
        ([("y", "Your move: "), ("9", SECOND.said)], "mu_torere/boards"),
        ([("9", SECOND.said)], "mu_torere/boards"),
    ],
    ids=["five black", "no start", "no edge", "no board", "no board, unasked"],
)
def test_the_start_of_a_second_game_is_judged(answers: list[tuple[str, str]], clause: str) -> None:
    playing, _ = again(*answers)
    answered(playing, *[answer for answer, _ in answers])
    (finding,) = judge(playing.finish()).findings
    assert finding.clause == clause


def test_examples_may_be_shown_again_before_a_second_game() -> None:
    playing, session = again(("y", SECOND.said + FIRST.said), ("9", ""))
    answered(playing, "y")
    assert playing.position == START
    assert judge(playing.finish()).findings == ()
    session.send("9")


def test_a_program_need_not_play_again() -> None:
    playing, _ = again(("y", "what?"), ("never", ""))
    answered(playing, "y")
    assert playing.asks
    assert judge(playing.finish()).findings == ()


def test_a_second_game_may_be_another_one() -> None:
    """The human may play the other side: what is refused at once is not judged."""
    playing, _ = again(("y", FIRST.said), ("9", "You are white now."), ("never", ""))
    answered(playing, "y")
    assert play_on(playing, typed(NODES)) == []
    assert playing.over
    assert judge(playing.finish()).findings == ()
