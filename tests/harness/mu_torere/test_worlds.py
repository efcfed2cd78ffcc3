"""The other worlds: the human who thinks, another folder; and deeper histories."""

import dataclasses
import shlex
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import pytest

from harness.mu_torere.declaration import declared, thoroughness
from harness.mu_torere.explorer import explore
from harness.mu_torere.game import Game, play_on
from harness.mu_torere.long_game import LongGame
from harness.mu_torere.opponent import Trapper, trap_count
from harness.mu_torere.policy import Policy
from harness.mu_torere.proof import assess
from harness.mu_torere.referee import judge
from harness.mu_torere.rematch import rematches, to_a_win
from harness.mu_torere.screen import Form
from harness.mu_torere.worlds import (
    Thinker,
    moved,
    now_and_then,
    once,
    shell_environment,
)
from harness.program import Program
from harness.screen import Size
from harness.session import Limits
from harness.verdict import UsageError
from reference.mu_torere.retrograde import best_moves
from reference.mu_torere.rules import START, Node, Position
from tests.harness.support import FakeSession, Rounds, Starter, game, perfect


def new_game() -> Game:
    return Game(FakeSession(perfect), Form(), ("fake",), 15.0)


def test_the_human_who_thinks_moves_when_it_is_due_and_not_before() -> None:
    game = new_game()
    thinker = Thinker(game, LongGame(rounds=5), now_and_then())
    thinker._due = float("inf")
    thinker.step()
    assert len(game.finish().line) == 0

    game = new_game()
    thinker = Thinker(game, LongGame(rounds=5), now_and_then())
    for _ in range(3):
        thinker._due = 0.0
        thinker.step()
    assert len(game.finish().line) == 3


def test_the_human_thinks_once_longer_than_the_program_may() -> None:
    thoughts = list(islice(now_and_then(), 6))
    assert sum(thought > Limits().move_seconds for thought in thoughts) == 1


# An error that came after 25 seconds only was not seen: the game was over, and no trap was laid.
def test_many_a_trap_is_laid_when_half_a_minute_has_passed() -> None:
    thoughts = list(now_and_then())
    thinker = Thinker(new_game(), Trapper(), [0.0] * len(thoughts))
    thinker.step()
    assert 25 < sum(thoughts) < 35
    late = thinker._rounds[len([thought for thought in thoughts if thought]) :]
    assert trap_count(late) > 5


@pytest.mark.parametrize("rounds", [0, 3])
def test_one_thinks_once_only_and_then_plays_on(rounds: int) -> None:
    thoughts = list(once(rounds))
    assert [thought > 0 for thought in thoughts].count(True) == 1
    assert thoughts[rounds] > Limits().move_seconds
    thinker = Thinker(new_game(), LongGame(rounds=5), once(rounds))
    thinker.step()
    assert len(thinker.game.finish().line) == rounds

    thinker = Thinker(new_game(), LongGame(rounds=5), [0.0] * 7)
    thinker.step()
    assert thinker.over
    assert len(thinker.game.finish().line) == 7


def test_the_environment_of_a_shell_is_not_the_harness_s_own(tmp_path: Path) -> None:
    program = Program(("python3", "my.py"), tmp_path)
    there = program.on_a_usual_machine(shell_environment(program)).environment
    assert there["PWD"] == str(tmp_path)
    assert (there["TERM"], there["LINES"], there["COLUMNS"]) == ("xterm-256color", "24", "80")
    narrow = shell_environment(program, Size(30, 40), "xterm")
    assert (narrow["TERM"], narrow["LINES"], narrow["COLUMNS"]) == ("xterm", "30", "40")
    assert not {"LC_ALL", "PYTHONDONTWRITEBYTECODE"} & there.keys()
    more = dataclasses.replace(program, more_readable=(tmp_path,))  # it may import what lies there
    assert shell_environment(more).get("PYTHONDONTWRITEBYTECODE", "as it is") == "as it is"


def test_a_slow_program_is_asked_less() -> None:
    game = new_game()
    thinker = Thinker(game, LongGame(), now_and_then(), seconds=0.0)
    assert thinker.over
    told: list[float] = []
    thinker.finish(told.append)
    assert told == []
    assert game.finish().line == ()


def test_a_busy_machine_takes_no_move_from_the_human_who_thinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """He is first let go on when an hour has passed, and every time after another hour."""
    clock = [0.0]
    monkeypatch.setattr("harness.mu_torere.worlds.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("harness.mu_torere.worlds.time.sleep", lambda seconds: None)
    game = new_game()
    thinker = Thinker(game, LongGame(rounds=5), now_and_then())

    def pass_an_hour(left: float) -> None:
        clock[0] += 3600.0

    thinker.finish(pass_an_hour)
    assert len(game.finish().line) == len(list(now_and_then())) > 5


@pytest.mark.parametrize(
    ("named", "elsewhere"),
    [
        ("python3 my.py", "python3 './another name.py'"),
        ("python3 ./my.py", "python3 'another name.py'"),
        ("python3 {folder}/my.py", "python3 'another name.py'"),
        ("/usr/bin/env python3 my.py", "/usr/bin/env python3 './another name.py'"),
        ("./my.py", "'./another name.py'"),
    ],
)
def test_another_folder_and_name(named: str, elsewhere: str, tmp_path: Path) -> None:
    """Named with a folder where it was named without one, and the other way round."""
    (tmp_path / "my.py").write_text("print(1)")
    command = tuple(named.format(folder=tmp_path).split(" "))
    with moved(Program(command, tmp_path)) as there:
        assert there is not None
        assert there.cwd != tmp_path
        assert there.command == tuple(shlex.split(elsewhere))
        assert (there.cwd / "another name.py").read_text() == "print(1)"
    assert not there.cwd.exists()


def test_a_program_of_several_files_stays_with_them(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text("import rules")
    program = Program(("python3", "my.py"), tmp_path, more_readable=(tmp_path,))
    with moved(program) as there:
        assert there is None


@pytest.mark.parametrize("command", [("python3", "-c", "print(1)"), ("python3", "a.py", "b.py")])
def test_what_is_not_one_file_is_not_moved(command: tuple[str, ...], tmp_path: Path) -> None:
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("")
    with moved(Program(command, tmp_path)) as there:
        assert there is None


@pytest.mark.parametrize("values", [{"history": 9}, {"history": -1}, {"history": "deep"}])
def test_a_history_has_a_depth(values: Mapping[str, object]) -> None:
    with pytest.raises(UsageError, match="from 0 to 8"):
        thoroughness(values)
    assert thoroughness({"history": 5}).history == 5


def after_a_certain_round(depth: int) -> tuple[list[bool], Starter]:
    """A program that plays otherwise when the human's last moves were on certain nodes."""
    other: list[bool] = []

    def choose(position: Position, rounds: Rounds) -> Node:
        moves = best_moves(position)
        nodes = [node for _, node in rounds[-depth:]]
        chosen = moves[-1] if len(nodes) == depth and sum(nodes) % 3 == 0 else moves[0]
        other.append(chosen != moves[0])
        return chosen

    return other, Starter(choose)


@pytest.mark.parametrize("depth", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_window_covers_what_was_moved_so_long_ago(depth: int) -> None:
    other, starter = after_a_certain_round(depth)
    exploration = explore(starter, policy=Policy(depth))
    assert not exploration.failed
    proof = assess(exploration.policy, Form())
    assert proof.untried == 0
    assert any(other), "it played otherwise nowhere: nothing was tested"


@pytest.mark.slow
def test_a_deeper_history_asks_more() -> None:
    rounds = []
    for window in (0, 1, 2, 3):
        exploration = explore(Starter(perfect), policy=Policy(window))
        assert assess(exploration.policy, Form()).complete
        rounds.append(exploration.policy.rounds)
    assert rounds == sorted(rounds)
    assert rounds[0] < rounds[-1]


@pytest.mark.parametrize("size", [(3000, 3000), (201, 5), (5, 501)])
def test_a_picture_larger_than_any_terminal_is_refused(size: tuple[int, int]) -> None:
    rows, columns = size
    with pytest.raises(UsageError, match="larger than 200 by 500") as error:
        declared({"picture": "\n".join(["/" * columns] * rows)})
    assert "\n" not in str(error.value)


def test_the_way_to_a_win_is_a_shortest_known_one() -> None:
    judgement = judge(game("9", "5", "4", "6", "5", "3"))
    replies = {(d.before, d.node): d.reply for d in judgement.rounds if d.reply is not None}
    played = new_game()
    play_on(played, to_a_win(replies))
    assert judge(played.finish()).won
    assert list(rematches(new_game, Form(), replies)) == []  # it ends
    assert to_a_win({})(START, ()) is None
    (way,) = [d.node for d in judgement.rounds[:1]]
    assert to_a_win(replies)(START, ()) == way
    assert to_a_win(replies)(START, judgement.rounds * 20) is None
