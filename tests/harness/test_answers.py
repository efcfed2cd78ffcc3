"""What a terminal answers, against what xterm's manual says of each question."""

from typing import Final

import pytest

from harness import answers as answers_module
from harness.answers import Answers
from harness.screen import Size

SIZE: Final = Size(24, 80)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("\x1b[5n", "\x1b[0n"),
        ("\x1b[6n", "\x1b[1;1R"),
        ("\x1b[?6n", "\x1b[?1;1R"),
        ("\x1b[c", "\x1b[?62;22c"),
        ("\x1b[0c", "\x1b[?62;22c"),
        ("\x1b[>c", "\x1b[>1;0;0c"),
        ("\x1b[18t", "\x1b[8;24;80t"),
        ("\x1b[?2026$p", "\x1b[?2026;0$y"),
        ("\x1b]11;?\x1b\\", "\x1b]11;rgb:0000/0000/0000\x1b\\"),
        ("\x1b]10;?\x07", "\x1b]10;rgb:ffff/ffff/ffff\x1b\\"),
        ("\x9b6n", "\x1b[1;1R"),
    ],
)
def test_each_question_has_its_answer_once(question: str, answer: str) -> None:
    answers = Answers(SIZE, returns=True)
    assert answers.to(question) == answer
    assert answers.to("x") == ""
    assert "".join(map(answers.to, question)) == answer.replace("1;1", "1;2")


@pytest.mark.parametrize(
    "text",
    ["", "6n", "[6n", "\x1bc", "\x1b[6m", "\x1b[1c", "\x1b[6;1H", "\x1b]0;a\x07", "\x1b[C"],
)
def test_nothing_else_is_answered(text: str) -> None:
    assert Answers(SIZE, returns=True).to(f"a{text}b") == ""


@pytest.mark.parametrize(
    ("printed", "row", "column"),
    [
        ("abc", 1, 4),
        ("ab\ncd", 2, 3),
        ("\n" * 100, 24, 1),
        ("x" * 80, 1, 80),
        ("x" * 81, 2, 2),
        ("\x1b[5;9H", 5, 9),
        ("\x1b[5;9H\x1b[2Jab", 5, 11),
    ],
)
def test_the_place_is_that_of_the_cursor(printed: str, row: int, column: int) -> None:
    answers = Answers(SIZE, returns=True)
    assert answers.to(printed) == ""
    assert answers.to("\x1b[6nrest\x1b[6n") == (
        f"\x1b[{row};{column}R" + Answers(SIZE, returns=True).to(f"{printed}rest\x1b[6n")
    )


def test_a_long_run_is_not_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers_module, "_KEPT", 1000)
    answers = Answers(SIZE, returns=True)
    for _ in range(50):
        assert answers.to("a line\n" * 200) == ""
    assert answers._held <= 2000
    assert answers.to("end\x1b[6n") == "\x1b[24;4R"


def test_where_a_line_feed_only_goes_down() -> None:
    assert Answers(SIZE, returns=False).to("ab\ncd\x1b[6n") == "\x1b[2;5R"


def test_who_asks_without_reading_is_answered_so_often_and_then_after_the_next_input() -> None:
    answers = Answers(SIZE, returns=True)
    assert answers.to("\x1b[5n" * 1000).count("n") == 64
    assert answers.to("\x1b[5n") == ""
    answers.renew()
    assert answers.to("\x1b[5n") == "\x1b[0n"
