"""The command `tournament`: the challenge's lines, one clear line for bad input, and going on."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from harness.command_line import main
from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.scoring import score
from harness.places import ROOT
from harness.session import Exit
from harness.tournament import call_again, command, playing
from harness.tournament.entering import entered_bots
from harness.tournament.journal import Journal, opened
from harness.tournament.ledger import Ledger, Total
from harness.tournament.schedule import RoundRobin
from harness.tournament.show import console as console_module
from harness.tournament.workers import Crew
from harness.verdict import HarnessError
from tests.harness.tournament import kills
from tests.harness.tournament.bots import Learner, entered
from tests.harness.tournament.dask_check import dask_workers
from tests.harness.tournament.support import a_match, first, silent
from tests.harness.tournament.test_tournament import Inline

NAMES = ("anna", "bert", "mute")


@pytest.fixture(autouse=True)
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "BotCaller", Learner)
    monkeypatch.setattr(playing, "Processes", lambda jobs: Crew(Inline))
    entered(tmp_path / "field", *NAMES)
    monkeypatch.chdir(tmp_path)


def tournament(tmp_path: Path, *options: str) -> int:
    where = str(tmp_path / "field")
    return main(["tournament", where, "--into", str(tmp_path), "--name", "one", *options])


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_the_result_is_the_challenge_s_lines_and_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tournament(tmp_path, "--rounds", "12") == 0
    lines = printed(capsys)
    assert [line.partition(":")[0] for line in lines[:6]] == [
        f"match {number} of 6" for number in range(1, 7)
    ]
    words = lines[6].split()
    assert words[:3] == ["Bot", "1,", "anna,"]
    assert lines[8].startswith("Bot 3, mute, has 0 wins and made ")
    assert "illegal moves, for a total of -" in lines[8]
    assert lines[9].startswith("With 3 bots, This program took ")
    assert lines[9].endswith(" seconds to finish.")
    assert "isolation: kept in by nothing" in lines
    for file in ("standings.json", "standings.csv", "crosstable.csv", "matches/006.match"):
        assert (tmp_path / "one" / file).is_file()
    assert list((tmp_path / "one" / "play").iterdir()) == []


def test_the_lines_are_those_of_the_challenge_to_the_letter() -> None:
    totals = [
        Total(1, "goodRandBot", 133, 1, 0, 5, 0, 0, 0.1, 0.2, ()),
        Total(2, "naiveBot", 361, 3, 0, 3, 48, 0, 0.1, 0.2, ()),
        Total(4, "middleBot", 114, 1, 0, 5, 20, 0, 0.1, 0.2, ()),
        Total(3, "thief", 0, 0, 0, 0, 0, 0, 0.1, 0.2, ("/etc/passwd", "/\x1b[0m")),
    ]
    assert console_module.result_lines(totals, 477.471) == [
        "Bot 1, goodRandBot, has 1 wins and made 0 illegal moves, for a total of 133 points.",
        "Bot 2, naiveBot, has 3 wins and made 48 illegal moves, for a total of 361 points.",
        "Bot 4, middleBot, has 1 wins and made 20 illegal moves, for a total of 114 points.",
        "Bot 3, thief, is disqualified: it reached for /etc/passwd, /\\x1b[0m.",
        "With 4 bots, This program took 477.471 seconds to finish.",
    ]


def shown(*totals: Total, width: int = 90) -> list[str]:
    console = Console(width=width, highlight=False)
    with console.capture() as capture:
        console.print(console_module.totals_table(totals, width))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_the_table_has_the_best_first_and_the_disqualified_last() -> None:
    lines = shown(
        Total(1, "b", 100, 1, 2, 3, 4, 5, 0.1234, 0.5, ()),
        Total(2, "c", 0, 0, 0, 0, 0, 7, 0.25, 1.0, ("/etc/passwd",)),
        Total(3, "a", 361, 3, 0, 3, 48, 0, 0.1, 0.2, ()),
    )
    assert lines[0].split() == [
        "bot", "points", "wins", "undecided", "losses", "invalid", "of", "these", "late",
        "mean", "s", "max", "s",
    ]  # fmt: skip
    assert lines[1].split() == ["a", "361", "3", "0", "3", "48", "0", "0.100", "0.200"]
    assert lines[2].split() == ["b", "100", "1", "2", "3", "4", "5", "0.123", "0.500"]
    assert lines[3].split() == ["c", *"--------"]


@pytest.mark.parametrize("width", [20, 30, 40, 60, 80, 100])
@pytest.mark.parametrize("name", ["b", "goodRandBot", "one_with_a_rather_long_name"])
def test_on_a_narrow_terminal_names_are_there_and_no_figure_is_cut(width: int, name: str) -> None:
    head, *rows = shown(
        Total(1, name, -11361, 31, 22, 53, 1148, 905, 0.123, 0.987, ()),
        Total(2, "c", 1, 0, 1, 2, 3, 4, 0.25, 1.0, ("/etc/passwd",)),
        width=width,
    )
    assert len(rows) == 2
    assert max(map(len, (head, *rows))) <= width
    named, *figures = rows[0].split()
    assert named.removesuffix("…") in (name, name[: len(named) - 1])
    assert len(named) >= min(10, len(name))
    whole = ["-11361", "31", "22", "53", "1148", "905", "0.123", "0.987"]
    assert figures == [figure for figure in whole if figure in figures]
    assert figures[0] == whole[0]
    assert width < 60 or "undecided" in head
    assert width < 100 or figures == whole


def test_a_crosstable_that_is_too_wide_is_in_its_file_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "35")
    assert tournament(tmp_path, "--rounds", "3") == 0
    lines = printed(capsys)
    assert "the crosstable is wider than 35 columns: it is in one/crosstable.csv" in lines
    assert not any(line.startswith("won-undecided-lost") for line in lines)
    monkeypatch.setenv("COLUMNS", "50")
    assert tournament(tmp_path, "--rounds", "3") == 0
    assert any(line.startswith("won-undecided-lost") for line in printed(capsys))


def test_no_table_is_cut_in_a_file_and_each_keeps_the_names_in_few_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe of 60 columns had a table without a name, and one of none given cut them short."""
    long = "one_with_a_rather_long_name"
    entered(tmp_path / "field", "anna", long)
    monkeypatch.delenv("COLUMNS", raising=False)
    assert tournament(tmp_path, "--rounds", "3") == 0
    lines = printed(capsys)
    rows = [line.split() for line in lines if line.startswith(long)]
    assert [len(row) for row in rows] == [9, 4]  # of the totals, and of the ratings
    monkeypatch.setenv("COLUMNS", "60")
    assert tournament(tmp_path, "--rounds", "3") == 0
    assert any(line.startswith("bot ") and "points" in line for line in printed(capsys))


def test_a_second_time_nothing_is_played_and_the_result_is_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tournament(tmp_path) == 0
    before = printed(capsys)
    assert tournament(tmp_path) == 0
    again = printed(capsys)
    assert again[0] == "6 matches are finished already"
    assert again[1:] == before[6:]
    assert tournament(tmp_path, "--fresh") == 0
    assert len(printed(capsys)) == len(before)


@pytest.mark.parametrize(
    ("options", "matches"),
    [
        (["--cycles", "2"], 12),
        (["--gauntlet", "bert"], 4),
        (["--gauntlet", "bert", "--cycles", "3"], 12),
    ],
)
def test_schedules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], matches: int
) -> None:
    assert tournament(tmp_path, *options) == 0
    told = [line for line in printed(capsys) if line.startswith("match ")]
    assert len(told) == matches
    assert all(f" of {matches}: " in line for line in told)
    if "--gauntlet" in options:
        assert all("bert" in line for line in told)


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    err = "".join(line for line in err.splitlines(True) if "its first call failed" not in line)
    assert err.startswith("golfproof: ")
    assert err.count("\n") == 1
    assert "Traceback" not in out + err
    return str(err)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--gauntlet", "nobody"], "nobody: no such bot; there are anna, bert, mute"),
        (["--jobs", "4096"], "--jobs 4096: there are"),
        (["--openings", "17"], "--openings: an opening has 0 to 16 moves, not 17"),
        (["--jobs", "1", "--dask", "x"], "--jobs counts matches on this machine"),
        (["--dask", "nonsense://x"], "nonsense://x: no dask scheduler answers"),
        (["--name", "../one"], "'../one' cannot be the name of a folder"),
        (["--name", ""], "'' cannot be the name of a folder"),
    ],
)
def test_bad_input_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    assert tournament(tmp_path, *options) == 2
    assert words in complaint(capsys)


@pytest.mark.parametrize("option", ["--rounds", "--cycles", "--jobs", "--seconds", "--memory"])
@pytest.mark.parametrize("value", ["0", "-1", "x", "nan"])
def test_numbers_that_are_none(tmp_path: Path, option: str, value: str) -> None:
    with pytest.raises(SystemExit) as caught:
        tournament(tmp_path, option, value)
    assert caught.value.code == 2


def test_the_folder_of_the_bots_is_not_taken_for_the_tournament_s(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted((tmp_path / "field").rglob("*"))
    assert main(["tournament", "field", "--into", ".", "--fresh"]) == 2
    assert "field: it holds other files and no tournament" in complaint(capsys)
    assert main(["tournament", "field", "--into", "field", "--name", "anna"]) == 2
    assert sorted((tmp_path / "field").rglob("*")) == before


def test_a_list_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", str(tmp_path), "--into", str(tmp_path)]) == 2
    assert "instructions.txt: No such file" in complaint(capsys)


def test_another_tournament_under_the_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tournament(tmp_path, "--rounds", "3") == 0
    capsys.readouterr()
    assert tournament(tmp_path, "--rounds", "4") == 2
    assert "the number of rounds: there 3, now 4; --fresh begins anew" in complaint(capsys)


def raising(error: BaseException) -> Any:
    def submit(self: Crew, job: Any) -> Any:
        raise error

    return submit


def test_an_interruption_says_that_everything_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Crew, "submit", raising(KeyboardInterrupt()))
        assert tournament(tmp_path) == 130
    assert "all finished matches are kept: without --fresh the same command goes on" in complaint(
        capsys
    )
    with monkeypatch.context() as patched:
        patched.setattr(Crew, "submit", raising(HarnessError("no memory")))
        assert tournament(tmp_path) == 2
    assert "no memory; all finished matches are kept" in complaint(capsys)
    with monkeypatch.context() as patched:
        patched.setattr(Crew, "submit", raising(OSError(28, "No space left on device")))
        assert tournament(tmp_path) == 2
    assert "No space left on device; all finished matches" in complaint(capsys)
    assert tournament(tmp_path) == 0


def test_before_the_first_match_each_bot_is_called_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tournament(tmp_path) == 0
    assert capsys.readouterr().err.splitlines() == [
        "golfproof: mute: its first call failed: '' is not two digits from 0 to 8"
    ]
    assert tournament(tmp_path) == 0
    assert capsys.readouterr().err == "", "it is told once"

    class Broken(Learner):
        def __call__(self, arguments: Sequence[str]) -> Answer:
            crash = Answer("", 0.1, exit=Exit(1, stderr="Traceback\nNameError: \x1b[0mtile\n"))
            return crash if self._name == "anna" else super().__call__(arguments)

    monkeypatch.setattr(command, "BotCaller", Broken)
    assert tournament(tmp_path, "--fresh") == 0
    assert capsys.readouterr().err.splitlines() == [
        "golfproof: anna: its first call failed: '' is not two digits from 0 to 8; it ended with "
        "status 1",
        "    Traceback",
        "    NameError: \\x1b[0mtile",
        "golfproof: mute: its first call failed: '' is not two digits from 0 to 8",
    ]


def test_the_first_call_leaves_nothing_behind(tmp_path: Path) -> None:
    assert tournament(tmp_path) == 0
    with opened(tmp_path / "one") as journal:
        one = {name: journal.entrant(name).data for name in NAMES}
    assert tournament(tmp_path, "--name", "two") == 0
    with opened(tmp_path / "two") as journal:
        assert {name: journal.entrant(name).data for name in NAMES} == one


def test_bots_are_given_as_folders_and_with_the_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("carl", "dora"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text("")
    words = ["tournament", "carl", "dora", "--into", str(tmp_path), "--rounds", "3"]
    assert main(words) == 0
    assert (tmp_path / "carl-dora" / "standings.json").is_file()
    assert main([*words, "--with-field"]) == 2
    assert "carl-dora holds another tournament: the list of bots" in capsys.readouterr().err
    assert main([*words, "--with-field", "--name", "all"]) == 0
    assert "With 6 bots" in capsys.readouterr().out
    assert main(["tournament", "carl", "--into", str(tmp_path)]) == 2
    assert "a tournament needs two bots; --with-field adds" in complaint(capsys)
    assert main(["tournament", "carl", "carl", "--into", str(tmp_path)]) == 2
    assert "a tournament needs two bots; --with-field adds" in complaint(capsys)
    shutil.copytree("carl", "others/carl")
    assert main(["tournament", "carl", "others/carl", "--into", str(tmp_path)]) == 2
    assert "others/carl: there is a bot called carl already" in complaint(capsys)


def test_a_bot_is_no_rival_of_its_own_where_a_list_has_it_too(tmp_path: Path) -> None:
    """As in a folder that `golfproof new` has made: evaluate mybot --pool ."""
    bots = entered_bots([Path("field/anna"), Path("field")])
    assert [bot.name for bot in bots] == list(NAMES)


def test_a_list_of_one_bot_plays_with_the_field_but_not_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine" / "anna").mkdir(parents=True)
    (tmp_path / "mine" / "instructions.txt").write_text("1\nanna\npython3 anna/bot.py\n")
    assert len(entered_bots([Path("mine")], with_field=True)) == 5
    assert main(["tournament", "mine", "--into", str(tmp_path)]) == 2
    assert "a tournament needs two bots; --with-field adds" in complaint(capsys)


def test_data_is_given_back_on_request(tmp_path: Path) -> None:
    data = [tmp_path / "field" / name / "data.txt" for name in NAMES]
    assert tournament(tmp_path) == 0
    assert not any(path.exists() for path in data)
    assert tournament(tmp_path, "--keep-data") == 0
    with opened(tmp_path / "one") as journal:
        kept = [journal.entrant(name).data for name in NAMES]
    assert [path.read_bytes() for path in data] == kept
    assert len(set(kept)) == 3


def test_json_is_on_standard_output_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tournament(tmp_path, "--json") == 0
    out, err = capsys.readouterr()
    assert {bot["name"] for bot in json.loads(out)["bots"]} == set(NAMES)
    assert "With 3 bots" in err


@pytest.mark.parametrize(
    ("most", "of", "left"),
    [(None, "6", "about 8 min left"), (4, "at most 4", "at most 5 min left"),
     (60, "at most 6", "at most 8 min left"), (1, "at most 1", "")],
)  # fmt: skip
def test_on_a_terminal_it_is_told_what_goes_on(
    tmp_path: Path, most: int | None, of: str, left: str
) -> None:
    ledger = Ledger(NAMES, RoundRobin(3))
    console = Console(force_terminal=True, width=120, highlight=False, _environ={"TERM": "xterm"})
    pairing = next(ledger.ready(set()))
    x, o = NAMES[pairing.x], NAMES[pairing.o]
    match = a_match(first, silent)
    clock = iter([0.0, 100.0])
    with (
        console.capture() as capture,
        console_module.telling(console, ledger, most, lambda: next(clock)) as tell,
    ):
        tell(ledger, (pairing,), None)
        named = type(match)(x, o, match.calls)
        tell(ledger, (), ledger.add(pairing.number, named))
    text = re.sub(r"\x1b\[[0-9;]*m", "", capture.get())
    assert f"0 of {of} done; now {x} - {o}" in text
    assert f"1 of {of} done{', ' if left else ''}{left}" in text
    assert ("left" in text) == bool(left)
    assert re.search(rf"{x} +172 +1 +0 +0 +0", text), "the standings"
    assert f"match 1 of {of}: {x} (X) against {o} (O): {x} won after 9 rounds, 172 to -8" in text


def test_how_a_match_ended_in_a_line() -> None:
    undecided = a_match(silent, silent, rounds=2)
    assert console_module.score_line(undecided, score(undecided)) == (
        "xbot (X) against obot (O): undecided after 2 rounds, -12 to -12 points"
    )


def test_matches_are_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tournament(tmp_path, "--rounds", "12") == 0
    told = [line for line in printed(capsys) if line.startswith("match ")]
    folder = tmp_path / "one" / "matches"
    assert main(["replay", str(folder)]) == 0
    assert printed(capsys) == [
        f"{number:03}.match: {line.partition(': ')[2]}" for number, line in enumerate(told, start=1)
    ]
    assert main(["replay", str(folder / "001.match")]) == 0
    assert "X bert, O mute" in capsys.readouterr().out
    assert main(["replay", str(folder / "001.match"), "--ply", "1000"]) == 2
    assert "there is no ply 1000" in complaint(capsys)
    assert main(["replay", str(folder), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 6
    (folder / "002.match").write_text("golfproof match 1\n")
    assert main(["replay", str(folder)]) == 2
    assert "002.match: not a match file" in complaint(capsys)


def test_the_default_is_the_challenge_s_field() -> None:
    names = [bot.name for bot in entered_bots([])]
    assert names == ["goodRandBot", "naiveBot", "depthBot", "middleBot"]
    assert len(RoundRobin(len(names)).pairings()) == 12


def test_help_says_what_a_round_is_and_what_silence_costs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["tournament", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "A round is one call of each bot." in text
    assert "500 seconds by default" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("to_all", "number", "status"),
    [(True, signal.SIGINT, 130), (False, signal.SIGTERM, 143)],  # as a terminal sends it; as `kill`
)
def test_a_signal_ends_everything_with_a_line_and_the_command_goes_on(
    to_all: bool, number: signal.Signals, status: int, tmp_path: Path
) -> None:
    bots = kills.enter(tmp_path / "bots")
    process = kills.start(bots, tmp_path, stderr=subprocess.PIPE)
    until_a_match_is_kept(process, tmp_path)
    (os.killpg if to_all else os.kill)(process.pid, number)
    _, told = process.communicate(timeout=120)
    assert (process.returncode, told.count("\n")) == (status, 1)
    assert "all finished matches are kept" in told
    assert kills.beneath(tmp_path / "one") == set()
    kept = kills.rows(tmp_path)
    assert 0 < len(kept) < kills.MATCHES
    said = kills.start(bots, tmp_path).communicate(timeout=120)[0]
    assert f"{len(kept)} matches are finished already" in said
    assert len(kills.rows(tmp_path)) == kills.MATCHES


def until_a_match_is_kept(process: "subprocess.Popen[str]", folder: Path) -> None:
    while not list((folder / "one").glob("matches/*")):
        assert process.poll() is None
        time.sleep(0.02)


@pytest.mark.parametrize(
    "address",
    ["x", *(pytest.param(a, marks=pytest.mark.slow) for a in ("nonsense://x", "tcp://a:b"))],
)
def test_a_dask_address_that_is_none_is_one_line_up_to_the_end_of_the_process(
    tmp_path: Path, address: str
) -> None:
    """What a client says as it is deleted is no more than the line."""
    words = [sys.executable, "-m", "harness", "tournament", str(tmp_path / "field")]
    words += ["--into", str(tmp_path), "--name", "one", "--dask", address]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"golfproof: {address}: no dask scheduler answers: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_dask_workers_play_the_same_and_one_that_is_killed_costs_no_match(tmp_path: Path) -> None:
    bots = kills.enter(tmp_path / "bots")
    assert "With 4 bots" in kills.start(bots, tmp_path / "here").communicate(timeout=300)[0]
    there = tmp_path / "there"
    with dask_workers(tmp_path / "dask1") as (address, scheduler, _):
        process = kills.start(bots, there, "--dask", address)
        until_a_match_is_kept(process, there)
        os.kill(scheduler, signal.SIGKILL)
        process.communicate(timeout=300)
        assert process.returncode == 2
    with dask_workers(tmp_path / "dask2") as (address, _, workers):
        process = kills.start(bots, there, "--dask", address)
        until_a_match_is_kept(process, there)
        os.kill(workers[0], signal.SIGKILL)
        assert len(kills.rows(there)) < kills.MATCHES
        assert "With 4 bots" in process.communicate(timeout=300)[0]
    assert kills.rows(there) == kills.rows(tmp_path / "here")


def test_a_call_is_run_again_by_the_line_to_paste(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Crashing(Learner):
        def __call__(self, arguments: Sequence[str]) -> Answer:
            crash = Answer("", 0.1, exit=Exit(1, stderr="Traceback\nNameError: \x1b[0mtile\n"))
            return crash if self._name == "mute" else super().__call__(arguments)

    monkeypatch.setattr(command, "BotCaller", Crashing)
    monkeypatch.setattr(call_again, "BotCaller", Crashing)
    assert tournament(tmp_path, "--rounds", "3") == 0
    capsys.readouterr()
    file = str(tmp_path / "one" / "matches" / "001.match")  # bert against mute
    assert main(["replay", file, "--ply", "2"]) == 0
    shown = printed(capsys)
    assert "standard error: NameError: \\x1b[0mtile" in shown
    assert shown[-1].endswith(f"replay {file} --ply 2 --run")
    words = shlex.split(shown[-1].partition(" replay ")[2])
    assert main(["replay", *words]) == 0
    then, *_, last = printed(capsys)
    assert then == "then: printed '', ended after 0.100 s, status 1"
    assert last == "    standard error: NameError: \\x1b[0mtile"
    # Its answer depends on all that it was asked before, which it keeps in its data.txt.
    for ply in ("1", "3", "5"):
        assert main(["replay", file, "--ply", ply, "--run"]) == 0
        then, now = printed(capsys)
        assert now == then.replace("then: ", "now: ")
    monkeypatch.setattr(Journal, "data_before", lambda *_: None)
    assert main(["replay", file, "--ply", "1", "--run"]) == 0
    assert "the bot gets its data.txt as it is now" in capsys.readouterr().out
    for words, said in (
        (["--ply", "99", "--run"], "there is no call 99"),
        (["--run"], "--run needs one match and --ply N"),
    ):
        assert main(["replay", file, *words]) == 2
        assert said in complaint(capsys)
    renamed = tmp_path / "one" / "matches" / "first.match"
    renamed.write_bytes(Path(file).read_bytes())
    assert main(["replay", str(renamed), "--ply", "1", "--run"]) == 2
    assert "its name is not the number of a match" in complaint(capsys)
    alone = tmp_path / "alone" / "1.match"
    alone.parent.mkdir()
    alone.write_bytes(Path(file).read_bytes())
    assert main(["replay", str(alone), "--ply", "1", "--run"]) == 2
    assert "journal.sqlite is missing in the folder above" in complaint(capsys)
