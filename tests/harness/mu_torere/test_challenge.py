"""Mu Torere's options and forms, and verdicts on transcripts alone."""

import argparse
from dataclasses import replace
from pathlib import Path

import pytest

from harness.mu_torere.challenge import MuTorere
from harness.mu_torere.declaration import declared
from harness.mu_torere.reading.inference import Hints
from harness.mu_torere.screen import Form
from harness.transcript import Transcript
from harness.verdict import HarnessError, UsageError, Verdict
from tests.harness.live import options_of
from tests.harness.mu_torere.policies import explored
from tests.harness.support import Starter, game, perfect, transcript

WIN = ("9", "5", "4", "6", "5", "3")


def options(*words: str) -> argparse.Namespace:
    return options_of(MuTorere(), words)


def test_no_options_declare_nothing() -> None:
    assert declared(MuTorere().form_of_options(options())) == Hints()


def test_exact_is_the_square_form() -> None:
    assert declared(MuTorere().form_of_options(options("--exact"))) == Form(exact=True)


def test_options(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("\n a-b-c\n |\\|/|\n d-e-f\n |/|\\|\n g-h-i\n\n")
    words = ["--picture", str(tmp_path / "board.txt"), "--symbols", "XO.", "--numbers", "0-8"]
    form = declared(MuTorere().form_of_options(options(*words, "--exact", "--clean-end")))
    assert isinstance(form, Form)
    assert form.numbers == tuple("012345678")
    assert (form.symbols, form.exact, form.clean_end) == (tuple("XO."), True, True)
    assert form.drawing.marks == "abcdefghi"


@pytest.mark.parametrize(
    "numbers",
    ["8-16", "8,9,10,11,12,13,14,15,16", "8 9 10 11 12 13 14 15 16", [8, 9, 10, *range(11, 17)]],
)
def test_numbers(numbers: object) -> None:
    assert declared({"numbers": numbers}).numbers == tuple(map(str, range(8, 17)))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"nonsense": 1}, "unknown key 'nonsense'; a form of mu_torere has clean_end, exact"),
        ({"picture": 3}, "'picture' is 3, not of type str"),
        ({"symbols": 3}, "'symbols' is 3"),
        ({"exact": "no"}, "'exact' is 'no', not of type bool"),
        ({"clean_end": 1}, "'clean_end' is 1"),
        ({"numbers": 3}, "'numbers' is 3, not of type str or list"),
        ({"numbers": "1-4"}, "nine nodes to be numbered, not 4"),
        ({"numbers": "a-i"}, "nine nodes"),
        ({"symbols": "aab"}, "three different"),
        ({"picture": "1-2"}, "nine different"),
    ],
)
def test_no_form(values: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        MuTorere().check_form(values)


def test_a_picture_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff")
    for name in ("gone", "bytes"):
        with pytest.raises(UsageError, match=name):
            MuTorere().form_of_options(options("--picture", str(tmp_path / name)))


def judged(*games: Transcript) -> tuple[Verdict, dict[str, object]]:
    result = MuTorere().judge_again("mu_torere/x", games)
    return result.verdict, dict(result.facts)


def test_of_one_right_game_nothing_more_is_asked() -> None:
    verdict, facts = judged(game(*WIN))
    assert verdict is Verdict.ACCEPTED
    assert (facts["games"], facts["rounds"]) == (1, 6)
    assert "positions" not in facts


def test_of_several_games_a_proof_is() -> None:
    verdict, facts = judged(game(*WIN), game("9"))
    assert verdict is Verdict.INCONCLUSIVE
    assert (facts["games"], facts["rounds"], facts["positions"]) == (2, 7, 6)


def test_a_whole_exploration_proves_again() -> None:
    transcripts: list[Transcript] = []
    lines = [[done.node for done in j.rounds] for j in explored(perfect)[0].judgements]
    for line in lines:
        playing = Starter(perfect)()
        for node in line:
            playing.play(node)
        transcripts.append(playing.finish())
    assert judged(*transcripts)[0] is Verdict.ACCEPTED
    assert judged(*transcripts[:-1])[0] is Verdict.INCONCLUSIVE


def test_a_wrong_game_stays_wrong() -> None:
    turns = list(game("9").turns)
    wrong = transcript([turns[0], turns[1]._replace(said="")])
    result = MuTorere().judge_again("mu_torere/x", [wrong])
    assert result.verdict is Verdict.WRONG_ANSWER
    assert [finding.clause for finding in result.findings] == ["mu_torere/boards"]


@pytest.mark.parametrize(
    "change",
    [
        {"form": {}},
        {"turns": (game("9").turns[0], game("9").turns[1]._replace(sent="1"))},
    ],
)
def test_no_transcript_of_this_game(change: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="not transcripts of mu_torere"):
        judged(replace(game("9"), **change))  # type: ignore[arg-type]  # mixed kinds


def test_a_move_that_golfproof_never_types_is_no_fault_of_the_program() -> None:
    start, move = game("9").turns
    with pytest.raises(HarnessError, match="'x' is no number of this form"):
        judged(replace(game("9"), turns=(start, move._replace(sent="x"))))


def test_seconds_are_those_of_answers() -> None:
    turns = [turn._replace(seconds=number) for number, turn in enumerate(game("9", "5").turns, 1)]
    assert judged(transcript(turns))[1]["slowest_move_seconds"] == 3
