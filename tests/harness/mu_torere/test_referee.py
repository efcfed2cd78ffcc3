"""The referee, clause by clause: right games made wrong in one place, without any process."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

from harness.clauses import clauses_of
from harness.mu_torere.referee import Judgement, judge
from harness.mu_torere.rounds import OPENING, State, boards_due
from harness.mu_torere.screen import Form
from harness.session import Ending, Exit
from harness.transcript import Transcript, Turn
from harness.verdict import HarnessError, Verdict
from reference.mu_torere.retrograde import Value, value
from reference.mu_torere.rules import START, Node, Position, apply, legal_moves, starts
from tests.harness.support import CLEAN, NODE_OF, NUMBER_OF, game, perfect, square, transcript

WIN = ("9", "5", "4", "6", "5", "3")  # the last but one is the mistake
EXACT = Form(exact=True, clean_end=True)
OTHER_START = starts()[1].placement


class Wrong(NamedTuple):
    """What is changed in the right game WIN, and what the finding is to be."""

    clause: str
    turn: int  # the one that is changed, and the one of the finding
    said: str | None = None
    ending: Ending | None = None
    exit: Exit = CLEAN
    form: Form = Form()
    verdict: Verdict = Verdict.WRONG_ANSWER
    seen: str = ""
    expected: str = ""


def altered(wrong: Wrong) -> Transcript:
    turns = list(game(*WIN).turns)
    old = turns[wrong.turn]
    said = old.said if wrong.said is None else wrong.said
    turns[wrong.turn] = old._replace(said=said, ending=wrong.ending or old.ending)
    # What would have come afterwards never came when the program was seen to fail.
    return transcript(turns[: wrong.turn + 1], wrong.form, wrong.exit)


def after(*line: str) -> Position:
    """With the human to move, in a right game."""
    return judge(game(*line)).rounds[-1].reply or START


def answered(position: Position, human: str, own: Node) -> str:
    """A round's two boards, the program's own made without asking whether it is legal."""
    asked = apply(position, NODE_OF[human])
    stones = list(asked.placement)
    stones[asked.placement.index("o")], stones[own] = stones[own], "o"
    return square(asked.placement) + square("".join(stones))


START_BOARD = square(START.placement)
ASKED = apply(START, NODE_OF["9"])
FIRST = game("9").turns[1].said
HUMAN_BOARD, OWN_BOARD = FIRST[: len(START_BOARD)], FIRST[len(START_BOARD) :]
FIFTH, LAST = (turn.said for turn in game(*WIN).turns[5:7])
CRASH = Exit(status=1, signal=None, stderr="Traceback\nNameError: x\n")
KILLED = Exit(status=None, signal=11, stderr="")
CLOSED = Exit(status=None, signal=None, stderr="")

WRONG = {
    # Nothing, or not enough, and then ...
    "ends at once": Wrong("mu_torere/end", 0, "", Ending.ENDED, seen="status 0 with 0 of 1 boards"),
    "crashes": Wrong(
        "mu_torere/end",
        0,
        "",
        Ending.ENDED,
        CRASH,
        verdict=Verdict.RUN_TIME_ERROR,
        seen="status 1 and 'NameError: x' on standard error with 0 of 1 boards",
    ),
    "is killed": Wrong(
        "mu_torere/end",
        1,
        HUMAN_BOARD,
        Ending.ENDED,
        KILLED,
        verdict=Verdict.RUN_TIME_ERROR,
        seen="killed by signal 11 with 1 of 2",
    ),
    "closes its terminal": Wrong(
        "mu_torere/end",
        1,
        "",
        Ending.ENDED,
        CLOSED,
        seen="closed its terminal with 0 of 2",
        expected="goes on",
    ),
    "never answers": Wrong(
        "mu_torere/time",
        1,
        "",
        Ending.DEADLINE,
        verdict=Verdict.TIME_LIMIT,
        seen="0 of 2 boards after 0.0 seconds",
        expected="2 boards by then",
    ),
    "takes all memory": Wrong(
        "mu_torere/end",
        1,
        "",
        Ending.EXCESS,
        verdict=Verdict.RUN_TIME_ERROR,
        seen="memory",
    ),
    "floods": Wrong(
        "mu_torere/boards",
        0,
        "y\n" * 9999,
        Ending.OVERFLOW,
        seen="0 of 1 boards in 19,998 characters",
        expected="1 boards",
    ),
    "floods with boards": Wrong(
        "mu_torere/boards", 1, FIRST, Ending.OVERFLOW, seen="2 boards", expected="2, then a wait"
    ),
    "prints one board a round": Wrong(
        "mu_torere/boards",
        1,
        OWN_BOARD,
        Ending.ASKS,
        seen="1 of 2 boards, and then it waits",
        expected="2 boards",
    ),
    "prints three": Wrong(
        "mu_torere/boards", 1, FIRST + OWN_BOARD, seen="3 boards", expected="2, then"
    ),
    "prints before reading": Wrong(
        "mu_torere/boards", 0, START_BOARD + HUMAN_BOARD, seen="2 boards"
    ),
    "ends with a misprint": Wrong(
        "mu_torere/drawing",
        0,
        START_BOARD.replace("o", "?"),
        Ending.ENDED,
        seen="a board with 1 nodes that show something else",
        expected="as on the first board",
    ),
    "hides its winning move": Wrong(
        "mu_torere/boards",
        6,
        LAST[: len(START_BOARD)],
        Ending.ENDED,
        seen="0 with 1 of 2 boards",
        expected="its winning move",
    ),
    "shows only its winning move": Wrong(
        "mu_torere/end", 6, LAST[len(START_BOARD) :], Ending.ENDED, seen="0 with 1 of 2 boards"
    ),
    "shows nothing of its win": Wrong("mu_torere/end", 6, "", Ending.ENDED, seen="0 of 2 boards"),
    "ends where it could not win": Wrong(
        "mu_torere/end",
        5,
        FIFTH[: len(START_BOARD)],
        Ending.ENDED,
        seen="1 of 2 boards",
        expected="a game that goes on",
    ),
    # Boards that are not right.
    "misprints": Wrong(
        "mu_torere/drawing",
        0,
        START_BOARD.replace("|\\|/|", "|\\|\\|"),
        Ending.ASKS,
        seen="'\\\\' in place of '/'",
        expected="a whole board",
    ),
    "draws a stone too many": Wrong(
        "mu_torere/drawing",
        0,
        START_BOARD.replace("o", "b"),
        seen="5 black, 4 white and 0 empty",
        expected="4 black, 4 whi",
    ),
    "draws a stone in the wrong colour": Wrong(
        "mu_torere/drawing", 0, square("wwwwwbbbo"), seen="3 black, 5 white and 1 empty"
    ),
    "says a word": Wrong(
        "mu_torere/exact",
        0,
        f"Hello\n{START_BOARD}",
        form=EXACT,
        seen="'Hello\\n",
        expected="boards alone",
    ),
    "says a word behind": Wrong("mu_torere/exact", 1, f"{FIRST}? ", form=EXACT),
    # The start.
    "has no start of the game": Wrong(
        "mu_torere/game",
        0,
        square("wbwbwbwbo"),
        seen="a start with",
        expected="one half of the ring",
    ),
    "has no start even less": Wrong(
        "mu_torere/game", 0, square("wbwbwbwbo"), form=EXACT, expected="the challenge's own start"
    ),
    "has another start": Wrong(
        "mu_torere/exact",
        0,
        square(OTHER_START),
        form=EXACT,
        seen="b-w-w / b-o-w / b-b-w",
        expected="the challenge's own start",
    ),
    # The human's move.
    "ignores the human": Wrong(
        "mu_torere/input",
        1,
        START_BOARD + OWN_BOARD,
        seen="unchanged after 9 was typed",
        expected="the stone on 9 moved",
    ),
    "takes another number": Wrong(
        "mu_torere/numbering",
        1,
        answered(START, "4", 0),
        seen="the stone on 4 moved, though 9 was typed",
    ),
    "shows anything": Wrong(
        "mu_torere/input", 1, square("wbwbwbwbo") + OWN_BOARD, seen="after 9 was typed: 'wbwbobwbw'"
    ),
    # Its own move.
    "does not move": Wrong(
        "mu_torere/game",
        1,
        HUMAN_BOARD * 2,
        seen="no move of its own",
        expected="a legal move of its own: 6",
    ),
    "moves twice": Wrong(
        "mu_torere/game",
        1,
        HUMAN_BOARD + square("wwwbwobbb"),
        seen="more than one stone moved: 'wwwbbbbow'",
    ),
    "moves the human's stone": Wrong(
        "mu_torere/game",
        1,
        answered(START, "9", NODE_OF["8"]),
        seen="it moved the human's stone on 8",
    ),
    "jumps": Wrong(
        "mu_torere/game",
        1,
        answered(START, "9", NODE_OF["1"]),
        seen="it moved its stone on 1, which may not move there",
    ),
    # After the win.
    "prints after it has won": Wrong(
        "mu_torere/boards", 7, START_BOARD * 2, seen="2 boards after it"
    ),
    "speaks after it has won": Wrong(
        "mu_torere/exact", 7, "I won\n", form=EXACT, seen="'I won\\n' after the last board"
    ),
    "runs on after it has won": Wrong(
        "mu_torere/end",
        7,
        "",
        Ending.DEADLINE,
        verdict=Verdict.TIME_LIMIT,
        seen="runs on for 0.0 seconds",
    ),
    "floods after it has won": Wrong("mu_torere/end", 7, "y\n", Ending.OVERFLOW, seen="endless"),
    "asks after it has won": Wrong(
        "mu_torere/end",
        7,
        "",
        Ending.ASKS,
        seen="asks for another",
        expected="an end without further input",
    ),
    "stays after it has won": Wrong(
        "mu_torere/end", 7, exit=CLOSED, seen="closed its terminal and"
    ),
    "leaves a process": Wrong(
        "mu_torere/end", 7, exit=replace(CLEAN, left_running=2), seen="it left 2 processes running"
    ),
    "crashes after it has won": Wrong(
        "mu_torere/clean_end",
        7,
        exit=CRASH,
        form=EXACT,
        seen="status 1 and 'NameError: x'",
        expected="status 0",
    ),
    "is killed after it has won": Wrong(
        "mu_torere/clean_end", 7, exit=KILLED, form=EXACT, seen="killed by signal 11"
    ),
    "complains": Wrong(
        "mu_torere/clean_end",
        7,
        exit=replace(CLEAN, stderr="oh"),
        form=EXACT,
        seen="ended with status 0 and 'oh' on standard error",
    ),
    "reads a file": Wrong(
        "mu_torere/files",
        1,
        exit=replace(CLEAN, reached=("/etc/passwd", "b")),
        seen="it reached for /etc/passwd, b",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_each_clause(name: str) -> None:
    wrong = WRONG[name]
    (finding,) = judge(altered(wrong)).findings
    assert (finding.clause, finding.verdict) == (wrong.clause, wrong.verdict)
    assert wrong.seen in finding.seen
    assert wrong.expected in finding.expected
    assert finding.turn == min(wrong.turn, len(WIN))
    assert finding.line == WIN[: wrong.turn]


def test_every_clause_is_here() -> None:
    here = {wrong.clause for wrong in WRONG.values()} | {"mu_torere/perfect"}
    assert here == clauses_of("mu_torere").keys()


@pytest.mark.parametrize("form", [Form(), EXACT])
def test_a_right_game(form: Form) -> None:
    won = replace(game(*WIN), form=form.to_json())
    judgement = judge(won)
    assert judgement.findings == ()
    assert judgement.won
    assert [done.node for done in judgement.rounds] == [NODE_OF[number] for number in WIN]
    assert judgement.rounds[0] == (START, 4, ASKED, judgement.rounds[1].before)


@pytest.mark.parametrize("length", range(len(WIN)))
def test_a_right_game_given_up(length: int) -> None:
    judgement = judge(game(*WIN[:length]))
    assert (judgement.findings, judgement.won, len(judgement.rounds)) == ((), False, length)


def test_lenient_games() -> None:
    for said, exit_ in [("Bye!\n", CRASH), ("", KILLED), ("\x1b[0m", replace(CLEAN, stderr="x"))]:
        right = altered(Wrong("", 7, said, exit=exit_))
        assert judge(right).findings == ()
    other = transcript([Turn(None, f"Hi\n{square(OTHER_START)}Go: ", 0.0, Ending.READY)])
    assert judge(other).findings == ()
    assert judge(altered(Wrong("", 1, exit=CRASH, form=EXACT))).findings == ()  # given up by us


def mistakes() -> list[tuple[Position, str, Node, str, str]]:
    """Every value given away in the whole game, with the words for it."""
    words = {Value.WIN: "win", Value.DRAW: "draw"}
    worse = {Value.DRAW: "a draw", Value.WIN: "a loss"}
    found = []
    seen, queue = {START}, [START]
    for before in queue:
        for node in legal_moves(before):
            asked = apply(before, node)
            for own in legal_moves(asked):
                reply = apply(asked, own)
                if value(reply) == -value(asked):
                    if reply not in seen:
                        seen.add(reply)
                        queue.append(reply)
                else:
                    to = worse[value(reply)]
                    found.append((before, NUMBER_OF[node], own, words[value(asked)], to))
    return found


def test_every_value_given_away_is_a_finding() -> None:
    kinds = set()
    for before, number, own, was, now in mistakes():
        asked = apply(before, NODE_OF[number])
        text = square(asked.placement) + square(apply(asked, own).placement)
        (finding,) = judge_from(before, Turn(number, text, 0.0, Ending.READY)).findings
        keeping = [o for o in legal_moves(asked) if value(apply(asked, o)) == -value(asked)]
        numbers = " or ".join(NUMBER_OF[o] for o in keeping)
        assert finding.clause == "mu_torere/perfect"
        assert finding.seen == f"it moved the stone on {NUMBER_OF[own]}, which makes it {now}"
        assert finding.expected == f"a move keeping the {was}: {numbers}"
        kinds.add((was, now))
    assert kinds == {("win", "a draw"), ("draw", "a loss"), ("win", "a loss")}


def judge_from(before: Position, turn: Turn) -> Judgement:
    """What the referee says of one turn, after a right game that leads to `before`."""
    return judge(transcript([*LINES[before], turn]))


def lines() -> dict[Position, Sequence[Turn]]:
    """Right turns to every position that sound play of the program can lead to."""
    found: dict[Position, Sequence[Turn]] = {}
    found[START] = [Turn(None, START_BOARD, 0.0, Ending.READY)]
    queue = [START]
    for before in queue:
        for node in legal_moves(before):
            asked = apply(before, node)
            for own in legal_moves(asked):
                reply = apply(asked, own)
                if value(reply) == -value(asked) and reply not in found:
                    text = square(asked.placement) + square(reply.placement)
                    turn = Turn(NUMBER_OF[node], text, 0.0, Ending.READY)
                    found[reply] = [*found[before], turn]
                    queue.append(reply)
    return found


LINES = lines()


def test_the_putahi_is_kept_from_those_who_may_not_enter() -> None:
    # White stands between two of its own on 2, and the hole is the putahi.
    before = next(
        p
        for p in LINES
        for n in legal_moves(p)
        if apply(p, n).placement[8] == "o" and apply(p, n).placement[0:3] == "www"
    )
    node = next(n for n in legal_moves(before) if n == 8)
    turn = Turn(NUMBER_OF[node], answered(before, NUMBER_OF[node], 1), 0.0, Ending.READY)
    (finding,) = judge_from(before, turn).findings
    assert finding.clause == "mu_torere/game"
    assert finding.seen == "it moved its stone on 2, which may not move there"


def test_the_picture_is_the_screen_as_it_was() -> None:
    def picture(wrong: Wrong) -> str | None:
        return judge(altered(wrong)).findings[0].picture

    assert picture(WRONG["ends at once"]) is None
    boards = START_BOARD + answered(START, "9", NODE_OF["1"])
    assert picture(WRONG["jumps"]) == boards.removesuffix("\n")
    end = picture(WRONG["asks after it has won"])
    assert end is not None
    assert end.endswith(LAST.removesuffix("\n"))
    assert end.count("\n") == 23  # the screen's last rows
    assert picture(WRONG["reads a file"]) == (START_BOARD + FIRST).removesuffix("\n")


def test_only_answers_count_as_moves() -> None:
    seconds = [9.0, 0.25, 0.5, 0.125]
    turns = [
        turn._replace(seconds=s) for turn, s in zip(game("9", "5", "4").turns, seconds, strict=True)
    ]
    assert judge(transcript(turns)).slowest_seconds == 0.5


def test_what_the_slow_program_said_too_late_is_not_judged() -> None:
    turns = [
        *game("9").turns,
        Turn("5", "", 15.5, Ending.DEADLINE),
        Turn("4", "x", 99.0, Ending.ASKS),
    ]
    judgement = judge(transcript(turns))
    assert judgement.findings[0].seen == "0 of 2 boards after 15.5 seconds"
    assert judgement.findings[0].line == ("9", "5")
    assert judgement.slowest_seconds == 15.5


def test_declarations_are_judged_first() -> None:
    spread = "a-b c\n|\\|/|\nd-e-f\n|/|\\|\ng-h-i"
    (finding,) = judge(transcript([], Form(picture=spread))).findings
    assert (finding.clause, finding.turn, finding.line) == ("mu_torere/drawing", 0, ())
    assert "the edge b-c is not drawn" in finding.seen
    (finding,) = judge(transcript(game("9").turns, Form(numbers=tuple("113456789")))).findings
    assert (finding.clause, finding.seen) == ("mu_torere/numbering", "2 nodes with the number 1")
    assert (finding.turn, finding.line) == (0, ())


def test_three_faults_of_a_drawing_are_enough() -> None:
    (finding,) = judge(transcript([], Form(picture="1 2 3\n4 5 6\n7 8 9"))).findings
    assert finding.seen.count(";") == 2


def test_an_input_that_the_harness_never_types_is_its_own_fault() -> None:
    turns = list(game("9").turns)
    with pytest.raises(HarnessError, match="'x' is no number"):
        judge(transcript([turns[0], turns[1]._replace(sent="x")]))


def test_nothing_was_reached_for_in_vain() -> None:
    opened = replace(CLEAN, reached=("a", "b", "c", "d"))
    (finding,) = judge(transcript(game("9").turns, exit_=opened)).findings
    assert finding.seen == "it reached for a, b, c"


def test_a_won_game_whose_end_was_not_awaited() -> None:
    cut = transcript(game(*WIN).turns[:-1], exit_=CLOSED)
    assert (judge(cut).findings, judge(cut).won) == ((), True)


def with_more(line: Sequence[str], more: str) -> Judgement:
    """A right game whose last reply shows something more."""
    turns = list(game(*line).turns[: len(line) + 1])
    turns[-1] = turns[-1]._replace(said=turns[-1].said + more, ending=Ending.ASKS)
    return judge(transcript(turns))


@pytest.mark.parametrize("start", starts())
def test_a_winning_reply_may_show_the_start_of_another_game(start: Position) -> None:
    judgement = with_more(WIN, "I win. Again!\n" + square(start.placement))
    assert not judgement.findings
    assert judgement.won
    assert len(judgement.rounds) == len(WIN)


@pytest.mark.parametrize(
    ("line", "more"),
    [
        (WIN, OWN_BOARD),  # no start
        (WIN, START_BOARD + START_BOARD),
        (WIN[:-1], START_BOARD),  # not won yet
        (WIN[:1], START_BOARD),
        ((), START_BOARD),
    ],
)
def test_no_other_board_may_follow_in_a_reply(line: Sequence[str], more: str) -> None:
    findings = with_more(line, more).findings
    assert [finding.clause for finding in findings] == ["mu_torere/boards"]
    assert findings[0].turn == len(line)
    assert "boards" in findings[0].seen


def test_examples_may_stand_before_the_start_but_not_after_it() -> None:
    first, *others = game("9").turns
    helped = first._replace(said="Black has moved:\n" + OWN_BOARD + "Now you:\n" + first.said)
    assert judge(transcript([helped, *others])).findings == ()
    assert judge(transcript([helped, *others], Form(exact=True))).findings
    after_it = first._replace(said=first.said + "Like this:\n" + OWN_BOARD)
    (finding,) = judge(transcript([after_it, *others])).findings
    assert finding.clause == "mu_torere/boards"


def test_a_reply_is_held_to_the_rules_also_where_another_game_follows() -> None:
    turns = list(game(*WIN).turns[: len(WIN) + 1])
    wrong = square(after(*WIN[:-1]).placement) * 2  # neither move is shown
    turns[-1] = turns[-1]._replace(said=wrong + START_BOARD, ending=Ending.ASKS)
    assert judge(transcript(turns)).findings


def test_what_is_shown_after_the_win_begins_a_new_game_or_is_wrong() -> None:
    won = game(*WIN).turns[:-1]
    for ending in (Ending.READY, Ending.ASKS):
        assert judge(transcript([*won, Turn("1", START_BOARD, 0.0, ending)])).findings == ()
    (finding,) = judge(transcript([*won, Turn("1", OWN_BOARD, 0.0, Ending.READY)])).findings
    assert finding.clause == "mu_torere/game"
    assert finding.seen.startswith("a start with ")
    assert finding.seen.endswith(", after its win")


@pytest.mark.parametrize("said", ["You lost! Play again?", "Noch einmal (j/n)? "])
def test_who_has_noticed_the_win_may_ask_for_another_game(said: str) -> None:
    won = game(*WIN).turns[:-1]
    assert judge(transcript([*won, Turn(None, said, 0.0, Ending.ASKS)])).findings == ()
    late = [*won[:-1], won[-1]._replace(said=won[-1].said + said)]
    assert judge(transcript([*late, Turn(None, "", 0.0, Ending.ASKS)])).findings == ()
    always = [turn._replace(said=turn.said + said) for turn in won]
    (finding,) = judge(transcript([*always, Turn(None, "", 0.0, Ending.ASKS)])).findings
    assert finding.clause == "mu_torere/end"


@pytest.mark.parametrize(
    ("said", "ending", "clause"),
    [
        ("", Ending.READY, None),
        ("thinking ...", Ending.READY, None),
        (START_BOARD, Ending.READY, "mu_torere/boards"),
        ("y\n", Ending.OVERFLOW, "mu_torere/boards"),
        ("", Ending.ENDED, "mu_torere/end"),
    ],
)
def test_while_the_human_thinks(said: str, ending: Ending, clause: str | None) -> None:
    turns = [*game("9").turns, Turn(None, said, 3.0, ending)]
    assert [finding.clause for finding in judge(transcript(turns)).findings] == (
        [] if clause is None else [clause]
    )


def test_boards_due() -> None:
    states = (OPENING, State(START), State(START, won=True))
    assert [boards_due(state) for state in states] == [1, 2, 0]


def test_an_empty_transcript_has_no_fault() -> None:
    assert judge(transcript([])) == Judgement((), False, 0.0, ())


def test_perfect_is_perfect() -> None:
    assert perfect(ASKED, ()) == NODE_OF["6"]


@pytest.mark.parametrize("ending", [Ending.ASKS, Ending.DEADLINE])
def test_a_program_that_prints_nothing_is_told_of_its_buffer(ending: Ending) -> None:
    said = {"": True, SQUARE_CUT: False}
    for text, told in said.items():
        (finding,) = judge(transcript([Turn(None, text, 1.0, ending)])).findings
        assert ("it printed nothing at all" in finding.seen) is told
        assert ("flushed" in finding.expected) is told


SQUARE_CUT = "w-w-w\n"
