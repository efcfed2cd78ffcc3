"""One match as a piece of work: all that it depends on goes in, all that it leaves comes out."""

import pickle
from pathlib import Path

import pytest

from harness.meta_tic_tac_toe.bot import Answer, Bot, CallLimits
from harness.meta_tic_tac_toe.scoring import score
from harness.tournament import task
from harness.tournament.bot_folder import pack
from harness.tournament.task import MatchTask, PlayedMatch, Side, play_task
from harness.verdict import HarnessError
from tests.harness.tournament.bots import Learner, entered


def a_task(tmp_path: Path, x_data: bytes = b"", caller: task.Caller = Learner) -> MatchTask:
    entered(tmp_path / "in", "one", "two")
    x, o = (
        Side(Bot(name, ("play", name)), pack(tmp_path / "in" / name), data)
        for name, data in (("one", x_data), ("two", b""))
    )
    return MatchTask(3, x, o, 250, CallLimits(), caller, str(tmp_path / "play"))


def test_the_same_goes_in_and_the_same_comes_out(tmp_path: Path) -> None:
    played = play_task(a_task(tmp_path))
    assert (played.number, played.match.x, played.match.o) == (3, "one", "two")
    assert score(played.match).rounds > 8
    assert played.x_data != played.o_data != b""
    assert played.isolation == "kept in by nothing"
    assert play_task(a_task(tmp_path)) == played
    assert play_task(a_task(tmp_path, x_data=b"something")) != played


def test_it_travels(tmp_path: Path) -> None:
    work = a_task(tmp_path)
    there = pickle.loads(pickle.dumps(work))
    assert pickle.loads(pickle.dumps(play_task(there))) == play_task(work)


class Looking(Learner):
    """Prints what stands around it, other bots' files with it."""

    def __init__(self, bot: Bot, arena: Path, limits: CallLimits) -> None:
        super().__init__(bot, arena, limits)
        sizes = {str(p.relative_to(arena)): p.stat().st_size for p in arena.rglob("*.txt")}
        assert sizes.keys() == {
            "instructions.txt", "one/data.txt", "two/data.txt", "three/data.txt",
            "three/a/book.txt",
        }  # fmt: skip
        assert sizes["three/a/book.txt"] == sizes["three/data.txt"] == 0
        assert (arena / "instructions.txt").read_text().startswith("3\none\nplay one\ntwo\n")


def test_the_bots_that_do_not_play_are_there_by_name_alone(tmp_path: Path) -> None:
    work = a_task(tmp_path, caller=Looking)
    bots = (work.x.bot, work.o.bot, Bot("three", ("play", "three")))
    others = {"three": ("a/book.txt", "data.txt")}
    assert play_task(work._replace(listed=bots, others=others)).match.x == "one"


class Peeking(Learner):
    """Keeps what it finds around it."""

    def __init__(self, bot: Bot, arena: Path, limits: CallLimits) -> None:
        super().__init__(bot, arena, limits)
        found = {str(path.relative_to(arena)) for path in arena.rglob("*")}
        assert found == {
            "instructions.txt", "one", "one/bot", "one/data.txt", "two", "two/bot", "two/data.txt",
        }  # fmt: skip
        assert (arena / "instructions.txt").read_text() == "2\none\nplay one\ntwo\nplay two\n"
        (arena / "one" / "bot").write_text("changed")
        (arena / "one" / "left").write_text("behind")


def test_the_field_is_the_challenge_s_folder_and_is_removed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):  # by the second bot, which sees what the first has left
        play_task(a_task(tmp_path, caller=Peeking))
    assert list((tmp_path / "play").iterdir()) == []


class Failing(Learner):
    def __call__(self, arguments: object) -> Answer:
        raise HarnessError("no more processes")


def test_the_machine_s_failure_passes_through_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(HarnessError, match="no more processes"):
        play_task(a_task(tmp_path, caller=Failing))
    assert list((tmp_path / "play").iterdir()) == []


def test_without_a_place_it_is_played_in_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOLFPROOF_BUILD", str(tmp_path / "made"))
    played = play_task(a_task(tmp_path)._replace(place=None))
    assert isinstance(played, PlayedMatch)
    assert (tmp_path / "made" / "play").is_dir()
