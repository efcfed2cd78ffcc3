"""The referee once a game is won, and at what a form declares, without any process."""

from dataclasses import replace

import pytest

from harness.mu_torere.referee import PROBE, TERMINAL_NOTE, Judgement, Referee, judge, terminal_of
from harness.mu_torere.screen import Form
from harness.screen import TerminalKind
from harness.session import Ending
from harness.transcript import Turn
from harness.verdict import HarnessError, Verdict
from reference.mu_torere.rules import START
from tests.harness.support import CLEAN, game, square, transcript

WIN = ("9", "5", "4", "6", "5", "3")
WON = game(*WIN).turns[: len(WIN) + 1]
"""Up to the winning reply."""
BOARD = square(START.placement)
LAST_BOARD = WON[-1].said[len(BOARD) :]
TOLD = WON[-1]._replace(said=WON[-1].said + "You have lost.\n")


def judged(*more: Turn, stderr: str = "", won: tuple[Turn, ...] = (*WON[:-1], TOLD)) -> Judgement:
    return judge(transcript([*won, *more], exit_=replace(CLEAN, stderr=stderr)))


def asks(said: str) -> Turn:
    return Turn(None, said, 0.0, Ending.ASKS)


def answered(sent: str, said: str, ending: Ending = Ending.ASKS) -> Turn:
    return Turn(sent, said, 0.0, ending)


def refuses(referee: Referee) -> bool:
    return referee.refuses


def again(*line: str) -> list[Turn]:
    """A right game that begins with the answer y."""
    first, *others = game(*line).turns[: len(line) + 1]
    return [answered("y", first.said), *others]


def test_a_reply_is_complete_with_its_boards() -> None:
    referee = Referee(Form())
    for turn in WON:
        if turn.sent is not None:
            referee.typed(turn.sent)
        assert referee.complete(turn.said[: len(BOARD) // 2]) is False
        assert referee.complete(turn.said) is True
        assert not refuses(referee)
        referee.take(turn)
    assert referee.games_won == 1
    assert referee.complete("") is False


def test_an_exact_reply_is_complete_with_its_last_newline() -> None:
    for exact, complete in ((True, False), (False, True)):
        referee = Referee(Form(exact=exact))
        assert referee.complete(BOARD[:-1]) is complete
        assert referee.complete(BOARD) is True


def test_another_game_begins_with_a_start_and_the_next_move() -> None:
    referee = Referee(Form())
    for turn in WON:
        if turn.sent is not None:
            referee.typed(turn.sent)
        referee.take(turn)
    referee.take(asks("Again? "))
    referee.typed(PROBE)
    assert not refuses(referee)
    referee.take(answered(PROBE, ""))
    referee.typed("y")
    assert refuses(referee)
    assert referee.complete("Well then:\n") is False
    said = "Well then:\n" + BOARD
    assert referee.complete(said) is True
    referee.take(answered("y", said))
    assert [referee.again] == [START]
    assert not refuses(referee)
    referee.typed("x")  # no move: the game has not begun
    referee.take(answered("x", "?\n"))
    assert referee.state.won
    for turn in game(*WIN).turns[1 : len(WIN) + 1]:
        assert turn.sent is not None
        referee.typed(turn.sent)
        assert referee.again is None
        referee.take(turn)
    assert referee.games_won == 2


def test_only_the_first_game_counts_and_later_ones_are_held_to_the_rules() -> None:
    right = judged(asks("Again? "), *again(*WIN))
    assert right.findings == ()
    assert len(right.rounds) == len(WIN)
    wrong = again(*WIN[:2])
    wrong[-1] = wrong[-1]._replace(said=wrong[-1].said[: len(BOARD)], ending=Ending.DEADLINE)
    (finding,) = judged(asks("Again? "), *wrong).findings
    assert finding.clause == "mu_torere/time"
    assert finding.turn == len(WIN) + 3


@pytest.mark.parametrize(
    ("said", "ending", "rounds", "is_right"),
    [
        ("You are black now. Which? ", Ending.ASKS, 0, True),
        ("", Ending.DEADLINE, 0, False),
        (BOARD, Ending.ASKS, 0, False),
        ("You are black now. Which? ", Ending.ASKS, 1, False),
    ],
)
def test_in_another_game_the_human_may_be_black(
    said: str, ending: Ending, rounds: int, is_right: bool
) -> None:
    begun = again(*WIN[:rounds])
    findings = judged(asks("Again? "), *begun, answered(WIN[rounds], said, ending)).findings
    assert (findings == ()) is is_right
    first = transcript([*game().turns, answered("9", said, ending)])
    assert judge(first).findings  # not in the first one


@pytest.mark.parametrize("ending", [Ending.EXCESS, Ending.UNSTARTED])
def test_too_much_memory_after_the_win_is_the_program_s_fault(ending: Ending) -> None:
    (finding,) = judged(Turn(None, "", 0.0, ending)).findings
    assert finding.clause == "mu_torere/end"
    assert "memory or processes" in finding.seen


@pytest.mark.parametrize(
    ("said", "is_right"), [("", False), ("y\n", False), ("Wait ...\n", True), ("y\nOh\n", True)]
)
def test_who_is_answered_says_something_or_ends(said: str, is_right: bool) -> None:
    findings = judged(asks("Again? "), answered("y", said, Ending.DEADLINE)).findings
    assert [f.verdict for f in findings] == ([] if is_right else [Verdict.TIME_LIMIT])


def test_a_game_on_standard_error_has_no_boards() -> None:
    turns = (asks("Again? "), answered("y", "", Ending.ENDED))
    (finding,) = judged(*turns, stderr=BOARD).findings
    assert finding.clause == "mu_torere/boards"
    assert "on standard error" in finding.seen
    assert judged(*turns, stderr="bye").findings == ()
    # Nothing was typed; or a game was begun where it belongs.
    assert judged(Turn(None, "", 0.0, Ending.ENDED), stderr=BOARD).findings == ()
    begun = again("9")
    assert judged(asks("Again? "), *begun, stderr=BOARD).findings == ()


def test_a_later_win_is_told_as_the_first_was() -> None:
    silent = again(*WIN)
    (finding,) = judged(asks("Again? "), *silent, asks("")).findings
    assert finding.clause == "mu_torere/end"
    told = [*silent[:-1], silent[-1]._replace(said=TOLD.said)]
    assert judged(asks("Again? "), *told, asks("")).findings == ()
    # The start of another game tells of it as well.
    started = [*silent[:-1], silent[-1]._replace(said=silent[-1].said + BOARD, ending=Ending.ASKS)]
    assert judged(asks("Again? "), *started).findings == ()


def test_a_win_is_told_on_standard_error_too() -> None:
    (finding,) = judged(asks(""), won=WON).findings
    assert finding.clause == "mu_torere/end"
    assert judged(asks(""), won=WON, stderr="You have lost").findings == ()
    assert judged(asks(""), won=WON, stderr="move move move").findings


def test_what_is_nearly_a_board_begins_no_game() -> None:
    cut = "w-w-w\n|\\|/|\nb-o-w\n|/|\\\nb-b-b\n"
    turns = (asks("Again? "), answered("y", cut), answered("9", LAST_BOARD, Ending.READY))
    (finding,) = judged(*turns).findings
    assert finding.clause in ("mu_torere/drawing", "mu_torere/game")
    (finding,) = judged(asks("Again? "), answered("y", LAST_BOARD * 2, Ending.READY)).findings
    assert (finding.clause, finding.seen) == ("mu_torere/boards", "2 boards after it has won")


@pytest.mark.parametrize("prelude", [(), ("w",)])
def test_with_a_prelude_all_boards_before_the_start_are_examples(prelude: tuple[str, ...]) -> None:
    first = game().turns[0]
    example = LAST_BOARD + BOARD
    turns = [first._replace(said=example)]
    form = Form(prelude=prelude)
    assert judge(transcript(turns, form)).findings == ()
    assert judge(transcript([first._replace(said=LAST_BOARD)], form)).findings
    exact = Form(prelude=prelude, exact=True)
    assert judge(transcript([first._replace(said=example, sent=None)], exact)).findings


def test_a_legend_names_what_is_typed() -> None:
    first, *others = game("9").turns
    legend = "1-2-3\n|\\|/|\n{}-{}-{}\n|/|\\|\n{}-{}-{}\n\n"
    for numbers, is_right in (("456789", True), ("894765", False)):
        shown = first._replace(said=legend.format(*numbers) + first.said)
        findings = judge(transcript([shown, *others])).findings
        assert [f.clause for f in findings] == ([] if is_right else ["mu_torere/numbering"])


@pytest.mark.parametrize(
    ("symbols", "seen"),
    [
        ((" ", "w", "o"), "stones that nobody can see"),
        (("b", " ", "o"), "stones that nobody can see"),
        (("b", "w", " "), ""),
        (("b", "w", "number"), ""),
        (("o", "\u043e", "."), "which look the same"),
    ],
)
def test_stones_are_declared_that_a_person_can_tell_apart(
    symbols: tuple[str, ...], seen: str
) -> None:
    findings = judge(transcript([], Form(symbols=symbols))).findings
    assert [f.clause for f in findings] == (["mu_torere/drawing"] if seen else [])
    assert not findings or seen in findings[0].seen


def test_the_kind_of_terminal_is_noted() -> None:
    plain = transcript(WON)
    assert terminal_of(plain) == TerminalKind()
    kind = TerminalKind(echo=True, returns=False)
    noted = replace(plain, notes={TERMINAL_NOTE: str(kind)})
    assert terminal_of(noted) == kind


def test_a_line_that_is_no_number_is_the_harness_s_fault_in_a_game_only() -> None:
    with pytest.raises(HarnessError):
        judge(transcript([*game().turns, answered("y", BOARD * 2)]))
    assert judged(asks("Again? "), answered("y", "bye", Ending.ENDED)).findings == ()
