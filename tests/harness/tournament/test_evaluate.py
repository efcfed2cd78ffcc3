"""Whether a new bot is promoted: bots that are functions, whose strength is known."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.command_line import main
from harness.meta_tic_tac_toe.bot import Answer
from harness.session import Exit
from harness.tournament import evaluate, playing
from harness.tournament.journal import opened
from harness.tournament.workers import Crew
from tests.harness.tournament.bots import Learner, entered
from tests.harness.tournament.support import legal
from tests.harness.tournament.test_tournament import Inline


class Known(Learner):
    """'silent' never answers, 'thief' reaches outside at once, and 'strong' wins boards."""

    def __call__(self, arguments: Sequence[str]) -> Answer:
        if "silent" in self._name:
            return Answer("", 0.1)
        if "thief" in self._name:
            return Answer("", 0.1, exit=Exit(reached=("/etc/passwd",)))
        if "strong" in self._name:
            side, *boards = arguments[:10]
            mark = "X" if side == "X" else "0"
            winning = [m for m in legal(arguments) if wins(boards[int(m[0])], int(m[1]), mark)]
            return Answer((winning or legal(arguments))[0], 0.1)
        return super().__call__(arguments)


def wins(board: str, tile: int, mark: str) -> bool:
    after = board[:tile] + mark + board[tile + 1 :]
    lines = ("012", "345", "678", "036", "147", "258", "048", "246")
    return any(all(after[int(at)] == mark for at in line) for line in lines)


@pytest.fixture(autouse=True)
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate, "BotCaller", Known)
    monkeypatch.setattr(playing, "Processes", lambda jobs: Crew(Inline))
    monkeypatch.setenv("GOLFPROOF_BUILD", str(tmp_path / "build"))
    monkeypatch.chdir(tmp_path)
    for name in ("strong", "silent", "thief", "weak"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text("")
    entered(tmp_path / "pool", "anna", "bert")


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("new", "status", "word"),
    [("strong", 0, "promote strong: +50 Elo rather than +0"),
     pytest.param("silent", 1, "reject silent: +0 Elo rather than +50", marks=pytest.mark.slow)],
)  # fmt: skip
def test_promoted_or_rejected_with_the_figures(
    capsys: pytest.CaptureFixture[str], new: str, status: int, word: str
) -> None:
    assert main(["evaluate", new, "--pool", "pool"]) == status
    lines = [line for line in said(capsys) if not line.startswith("match ")]
    assert lines[0] == word
    assert "log likelihood ratio" in lines[1]
    assert [line.partition(":")[0] for line in lines[2:]] == ["  against anna", "  against bert"]


def test_of_bots_that_are_disqualified_no_figures_are_made_up(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["evaluate", "thief", "--pool", "pool"]) == 1
    lines = [line for line in said(capsys) if not line.startswith("match ")]
    assert lines == ["reject thief: it is disqualified: it reached for /etc/passwd"]
    assert main(["evaluate", "weak", "--pool", "thief"]) == 1
    lines = [line for line in said(capsys) if not line.startswith("match ")]
    assert lines[0].startswith("open weak: every bot of the pool is disqualified, so there is none")
    assert lines[2:] == ["  against thief: disqualified, its matches count for nobody"]


def test_a_bot_as_strong_as_the_pool_is_open_after_all_pairs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["evaluate", "weak", "--pool", "pool", "--pairs", "3"]) == 1
    lines = said(capsys)
    matches = [line for line in lines if line.startswith("match ")]
    assert [line.split(":")[0] for line in matches] == [
        f"match {number} of at most 6" for number in range(1, 7)
    ]
    assert any(line.startswith("open weak: neither is clear after all pairs") for line in lines)


@pytest.mark.slow
def test_an_interrupted_evaluation_goes_on_and_says_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["evaluate", "strong", "--pool", "pool"]
    assert main(words) == 0
    whole = said(capsys)
    submit, left = Crew.submit, iter(range(5))

    def interrupted(self: Crew, task: object) -> object:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return submit(self, task)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(Crew, "submit", interrupted)
        assert main([*words, "--fresh"]) == 130
    first = said(capsys)
    with opened(tmp_path / "build" / "evaluate" / "strong-pool") as journal:
        assert len(journal.matches()) == 5
    assert main(words) == 0
    again = said(capsys)
    assert again[0] == "5 matches are finished already"
    assert first + again[1:] == whole
    assert main([*words, "--pairs", "600"]) == 0, "how long it may take is no part of it"


def test_under_another_name_both_evaluations_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["evaluate", "weak", "--pool", "pool", "--pairs", "1"]
    assert main(words) == 1
    assert main([*words, "--seed", "1"]) == 2
    assert "--fresh begins anew, --name NAME keeps both" in capsys.readouterr().err
    assert main([*words, "--seed", "1", "--name", "other"]) == 1
    assert len(list((tmp_path / "build" / "evaluate").iterdir())) == 2
    assert main([*words, "--name", "a/b"]) == 2


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["pool"], "name one bot"),
        (["strong", "--elo0", "9", "--elo1", "3"], "elo0 is less than elo1"),
        (["strong", "--openings", "40"], "an opening has 0 to 16 moves"),
        (["strong", "--pairs", "100000"], "--pairs: 100000 are more than 2000"),
        (["nowhere"], "nowhere"),
        (["weak"], "weak: the pool has no other bot than weak"),
    ],
)
def test_bad_input_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    assert main(["evaluate", *words, "--pool", "weak"]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert err.count("\n") == 1
