"""The command line: exit statuses, one clear line for every bad input, and help that teaches."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from harness import __version__, places, verify
from harness.challenge import Challenge, Job, Progress
from harness.command_line import main
from harness.commands import explain
from harness.commands.verify import short_name
from harness.entry import all_entries
from harness.places import ROOT
from harness.program import Program
from harness.verdict import HarnessError, Result, Verdict
from reference.streams import INTERRUPTED, TERMINATED, UNREAD
from tests.harness.program_cases import cases, command_of
from tests.thinned import one_in

PLAYER = ["python3", "tests/programs/mu_torere/accepted/preference.py"]
SILENT = ["--games", "0", "--move-seconds", "10"]


@pytest.fixture(autouse=True)
def in_a_build_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("GOLFPROOF_BUILD", str(tmp_path / "build"))


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that is said of wrong usage."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("golfproof: ")
    assert err.count("\n") == 1
    return str(err)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("verify --nonsense", "there is no option --nonsense; see"),
        ("bytes --moves 1", "unrecognized arguments: --moves; see python -m harness bytes --help"),
        ("kit --size 3x3", "unrecognized arguments: --size 3x3; see python -m harness kit --help"),
        ("verify menace -x -- true", "there is no option -x; see"),
        ("verify mu_torere --moves 1-9 -- true", "--moves is an option of menace, not of mu_tor"),
        ("verify menace --symbols=bwo -- true", "--symbols is an option of mu_torere, not of men"),
        ("verify menace/open --quick", "--quick is an option of mu_torere, not of menace; see"),
        ("verify --numbers 0-8", "--numbers is an option of mu_torere: name the challenge, or a"),
        ("verify mu_torere/strict menace/open --quick", "menace/open is a program of menace"),
        ("verify --quick -- true", "--quick is an option of mu_torere: name the challenge, or a"),
        ("verify nonsense --quick", "nonsense: no such challenge or entry"),
        ("verify nonsense", "nonsense: no such challenge or entry; there are mu_torere"),
        ("verify mu_torere/nonsense", "no such challenge or entry"),
        ("verify nonsense -- true", "nonsense: no such challenge; there are mu_torere"),
        ("verify mu_torere --", "no command after --"),
        ("verify -- true", "name the challenge before --"),
        ("verify a b -- true", "name the challenge before --"),
        ("verify mu_torere -- nonsense", "nonsense: does not start"),
        ("verify mu_torere -- /tmp", "/tmp: does not start"),
        ("verify mu_torere -- ./README.md", "name what runs it, as in `python3 my.py`; or chmod"),
        ("verify mu_torere -- python3 gone.py", "gone.py: no such file"),
        ("verify mu_torere --picture gone.txt -- true", "gone.txt: No such file"),
        ("verify mu_torere --picture README.md -- true", "two places"),
        ("verify mu_torere --symbols bw -- true", "three different ones"),
        ("verify mu_torere --numbers 1-3 -- true", "nine nodes"),
        ("verify --line 1,2", "name one entry"),
        ("verify mu_torere --line x -- true", "x: not one of the numbers 1 2 3"),
        ("replay gone.interaction", "gone.interaction: there is no such file or folder"),
        ("replay README.md", "README.md: not an interaction file: line 1"),
        ("verify mu_torere --numbers 0-8", "--numbers describes a program of your own"),
        ("verify true", "is a -- missing before it?"),
        ("verify docs", "docs: this folder has no entries.toml; to verify a program without one"),
        ("verify mu_torere python3 README.md", "is a -- missing before it?"),
        ("bytes tests", "tests: a folder, not a file"),
        ("replay tests/oracles", "no interaction files in this folder"),
        ("play nonsense", "nonsense: no such challenge"),
        ("bytes gone.py", "gone.py: No such file"),
        ("verify mu_torere --readable /gone -- true", "--readable /gone: No such file"),
        ("bytes /dev/zero", "/dev/zero: File too large"),
        ("pack /dev/zero", "/dev/zero: File too large"),
        ("replay /dev/zero", "/dev/zero: not an interaction file: File too large"),
        ("certificate README.md /dev/zero", "/dev/zero: File too large"),
        (
            "verify mu_torere --picture /dev/zero -- true",
            "--picture /dev/zero: File too large",
        ),
        ("tournament /dev/zero", "/dev/zero: File too large"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: str, words: str) -> None:
    assert words in complaint(capsys, *arguments.split(" "))


@pytest.mark.parametrize("command", ["bytes", "pack", "replay", "tournament", "verify"])
def test_what_is_too_long_for_a_name_is_one_line(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert "aaa" in complaint(capsys, command, "a" * 5_000)


@pytest.mark.parametrize("command", ["mu_torere --", "menace --", "meta_tic_tac_toe --folder"])
def test_a_link_that_leads_to_itself_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    words = [*command.split(), str(link), *(["--", "true"] if "--folder" in command else [])]
    assert str(link) in complaint(capsys, "verify", *words)


def test_a_current_folder_that_is_gone_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert "the current folder cannot be used" in complaint(capsys, "bytes")


def test_without_a_command_there_is_an_overview(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "verify mu_torere -- ruby my.rb" in err


def test_the_version_is_the_project_s(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"golfproof {__version__}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a manifest: an accepted player that types its nodes 1-9, and another one."""
    source = (ROOT / PLAYER[1]).read_bytes()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "player.py").write_bytes(source)
    entry = '[{0}]\nsource = "player.py"\nabout = "x"\n'
    text = 'challenge = "mu_torere"\n' + entry.format("first") + entry.format("second")
    (tmp_path / "mine" / "entries.toml").write_text(text)
    return tmp_path / "mine"


@pytest.mark.parametrize(
    "arguments",
    [
        "verify {0}/first --quick --brief {1}",
        "verify --quick {1} {0}/first --brief",
        "verify {1} --brief --numbers 1-9 --quick --readable {0} {0}/first",
    ],
)
def test_options_of_a_folder_s_challenge_stand_anywhere(
    capsys: pytest.CaptureFixture[str], folder: Path, arguments: str
) -> None:
    words = arguments.format(folder, "--games 0 --history 0 --line 9,5").split()
    assert main(words) == 0
    assert capsys.readouterr().out == "AC    mu_torere/first\n"


@pytest.mark.slow
def test_names_may_stand_on_both_sides_of_an_option(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    words = ["--brief", "--quick", "--games", "0", "--history", "0"]
    assert main(["verify", f"{folder}/first", *words, f"{folder}/second"]) == 0
    names = [line.split()[1] for line in capsys.readouterr().out.splitlines()]
    assert names == ["mu_torere/first", "mu_torere/second"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("{0} --moves 1-9", "--moves is an option of menace, not of mu_torere; see"),
        ("--beads squares {0}", "--beads is an option of menace, not of mu_torere; see"),
        ("{0} --nonsense", "there is no option --nonsense; see"),
        ("{0}/third --quick", "third: no such challenge or entry"),
        ("{0} menace/open --quick", "menace/open is a program of menace"),
        ("{0} --symbols b", "three different"),
        ("{0}/first --numbers 0-8 --line 9", "9: not one of the numbers 0 1 2 3 4 5 6 7 8"),
    ],
)
def test_bad_options_of_a_folder(
    capsys: pytest.CaptureFixture[str], folder: Path, arguments: str, words: str
) -> None:
    assert words in complaint(capsys, "verify", *arguments.format(folder).split())


def test_a_broken_manifest_is_named_whatever_the_options(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "entries.toml").write_text("challenge =")
    assert "not TOML" in complaint(capsys, "verify", "--quick", str(folder))
    (folder / "entries.toml").write_text('challenge = "chess"\n[a]\ncommand = ["x"]')
    assert "chess: no such challenge" in complaint(capsys, "verify", str(folder), "--quick")


def test_the_command_to_paste_names_the_entry_and_its_options(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (wrong,) = (case for case in cases("mu_torere") if case.name == "wrong_answer/jumps.py")
    (folder / "player.py").write_text(wrong.text)
    arguments = ["verify", f"{folder}/first", "--numbers", "1-9", "--json", "--quick"]
    assert main(arguments) == 1
    (result,) = json.loads(capsys.readouterr().out)
    typed = result["findings"][0]["replay"]
    assert f"verify {folder}/first --numbers 1-9 --quick --line" in typed
    assert main(["verify", "--brief", *shlex.split(typed.partition(" verify ")[2])]) == 1
    assert result["findings"][0]["clause"] in capsys.readouterr().out


def test_an_empty_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no command" in complaint(capsys, "verify", "mu_torere", "--", "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("challenge =", "not TOML"),
        ('challenge = "mu_torere"\n[a]\nsource = "gone.py"', "gone.py is missing"),
        ('challenge = "nonsense"\n[a]\ncommand = ["x"]', "nonsense: no such challenge"),
        ('challenge = "mu_torere"\n[a]\ncommand = ["x"]\nnonsense = 1', "unknown key 'nonsense'"),
        ('challenge = "mu_torere"\n[a]\ncommand = ["x"]\nsymbols = "b"', "three different"),
        ('challenge = "mu_torere"\n[a]\ncommand = ["x"]\nexact = "yes"', "'exact' is 'yes'"),
        ('challenge = "mu_torere"\n[a]\ncommand = ["x"]\nnumbers = 3', "'numbers' is 3"),
    ],
)
def test_a_manifest_with_an_error(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    text: str,
    words: str,
) -> None:
    path = tmp_path / "solutions" / "mu_torere" / "entries.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    monkeypatch.setattr(places, "ROOT", tmp_path)
    assert words in complaint(capsys, "verify")


@pytest.mark.parametrize(
    "arguments", ["nonsense", "verify --games -1", "verify --games x", "verify --games",
                  "verify --jobs 0", "verify --move-seconds 0",
                  "verify --move-seconds nan", "verify --seed x"],
)  # fmt: skip
def test_usage(capsys: pytest.CaptureFixture[str], arguments: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments.split())
    assert caught.value.code == 2
    assert re.fullmatch(r"golfproof: .*; see .* --help\n", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("", "verify replay explain bytes play tournament --build"),
        ("verify", "--line --games --move-seconds -- ruby"),
        ("verify mu_torere", "--line --numbers --picture --symbols --exact -- ruby"),
        ("verify menace", "--line --moves --exact -- ruby"),
        ("replay", "interaction file or a folder"),
        ("bytes", "FILE --json"),
        ("play", "challenge player script"),
    ],
)
def test_help_teaches(capsys: pytest.CaptureFixture[str], command: str, words: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*command.split(), "--help"])
    assert caught.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    assert [word for word in words.split() if word not in said] == []


def test_one_line_accepted_and_replayed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["verify", "mu_torere", "--line", "9,5,4", "--", *PLAYER]
    assert main(arguments) == 0
    assert capsys.readouterr().out.startswith("AC   mu_torere/preference.py")
    kept = list((tmp_path / "build").rglob("*.interaction"))
    assert len(kept) == 1
    assert main(["replay", str(kept[0])]) == 0
    assert capsys.readouterr().out.startswith("AC   mu_torere/line")


def test_json_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "mu_torere", "--json", "--", "echo", "hi"]) == 1
    out, err = capsys.readouterr()
    (result,) = json.loads(out)
    assert (result["verdict"], result["findings"][0]["clause"]) == ("WA", "mu_torere/end")
    assert err.startswith("WA")


@pytest.mark.parametrize("program", [["menace/open"], ["mu_torere", "--", "true"]])
def test_the_opponents_chances_are_drawn_anew_unless_a_seed_is_given(
    monkeypatch: pytest.MonkeyPatch, program: list[str]
) -> None:
    seeds: list[int] = []

    def run(challenge: Challenge, job: Job, progress: Progress, line: object = None) -> Result:
        seeds.append(job.seed)
        return Result(job.name, Verdict.ACCEPTED)

    monkeypatch.setattr(verify, "run", run)
    for words in ([], [], [], ["--seed", "7"]):
        assert main(["verify", program[0], *words, *program[1:]]) == 0
    *drawn, given = seeds
    assert given == 7
    assert len(set(drawn)) > 1  # all three are one number once in a billion times


def test_the_replay_of_a_finding_can_be_typed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (wrong,) = (case for case in cases("mu_torere") if case.name == "wrong_answer/remembers.py")
    command_of(wrong, tmp_path)
    program = str(tmp_path / wrong.file)
    assert main(["verify", "mu_torere", "--json", "--", "python3", program]) == 1
    (result,) = json.loads(capsys.readouterr().out)
    typed = result["findings"][0]["replay"]
    done = subprocess.run(
        typed.replace("python ", f"{sys.executable} ", 1),
        shell=True, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert result["findings"][0]["clause"] in done.stdout


@pytest.mark.parametrize(
    ("line", "words"),
    [("1", "1: the human may not move there at turn 1; legal: "), ("9,9", "9: the human may not")],
)
def test_an_illegal_line(capsys: pytest.CaptureFixture[str], line: str, words: str) -> None:
    assert words in complaint(capsys, "verify", "mu_torere", "--line", line, "--", *PLAYER)


# An edited file made the referee say that the harness had failed, and a traceback followed.
@pytest.mark.parametrize("typed", ["x", "1"])
def test_an_edited_transcript(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, typed: str
) -> None:
    main(["verify", "mu_torere", "--line", "9", "--", *PLAYER])
    capsys.readouterr()
    (kept,) = (tmp_path / "build").rglob("*.interaction")
    kept.write_text(kept.read_text().replace("< 9", f"< {typed}"))
    assert "not transcripts of mu_torere" in complaint(capsys, "replay", str(kept))


def test_an_edited_transcript_of_another_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = ["python3", "solutions/menace/strict.py"]
    main(["verify", "menace", "--marks", "X0-", "--line", "1,RR", "--", *command])
    capsys.readouterr()
    (kept,) = (tmp_path / "build").rglob("*.interaction")
    text, edited = re.subn("< [LMR]{2}", "< XX", kept.read_text())
    assert edited  # `RR` may be taken: MENACE moves first, and where it likes
    kept.write_text(text)
    assert "not transcripts of menace" in complaint(capsys, "replay", str(kept))


def test_a_failure_of_the_judge_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: object) -> int:
        raise HarnessError("no memory")

    monkeypatch.setattr(explain, "run", fails)
    assert "no verdict on any program: no memory" in complaint(capsys, "explain")


def test_sizes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "my.py").write_bytes(b"12345")
    assert main(["bytes", str(tmp_path / "my.py")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "# Python 3, 5 bytes"
    assert main(["bytes", "--json", str(tmp_path / "my.py")]) == 0
    (mine,) = json.loads(capsys.readouterr().out)
    assert (mine["name"], mine["bytes"]) == (str(tmp_path / "my.py"), 5)
    assert main(["bytes", "--json"]) == 0
    sizes = {size["name"]: size["bytes"] for size in json.loads(capsys.readouterr().out)}
    golfed = [entry for entry in all_entries() if entry.source is not None]
    assert sizes == {entry.name: entry.source_bytes for entry in golfed}


@pytest.mark.parametrize(
    ("number", "status", "told"),
    [
        (signal.SIGINT, INTERRUPTED, "interrupted"),
        (signal.SIGTERM, TERMINATED, "ended by SIGTERM"),
    ],
)
def test_an_interruption_is_no_traceback(number: signal.Signals, status: int, told: str) -> None:
    command = [sys.executable, "-m", "harness", "verify", "mu_torere", "--", "sleep", "600"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        while not children.read_text():
            assert running.poll() is None
        running.send_signal(number)
        out, err = running.communicate()
    assert running.returncode == status
    assert err.startswith(f"golfproof: {told}")
    assert "Traceback" not in out + err


def test_a_reader_who_leaves_gets_no_traceback() -> None:
    command = f"{sys.executable} -m harness verify mu_torere -- echo hi | true"
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""


# A program called with `..` once had every kept transcript deleted.
@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("python3", "my.py", ".."), "my.py"),
        (("python3", "my.py"), "my.py"),
        (("./my.py",), "my.py"),
        (("../{folder}/my.py",), "my.py"),
        (("../{folder}/my.py", "-x"), "my.py-[0-9a-f]{8}"),
        (("../{folder}/script", "-x"), "script"),
        (("../{folder}/a.out",), "{folder}-a.out"),
        (("node", "."), "node-[0-9a-f]{8}"),
        (("..",), "-[0-9a-f]{8}"),
        (("python3", "-c", "print(1)\n" * 5000), "python3-[0-9a-f]{8}"),
        (("python3", "-c", "\0"), "python3-[0-9a-f]{8}"),
        (("/usr/bin/env", "perl", "-e", "1/2"), "env-[0-9a-f]{8}"),
    ],
)
def test_the_name_of_a_command_is_one_of_a_folder(
    tmp_path: Path, command: tuple[str, ...], name: str
) -> None:
    (tmp_path / "my.py").touch()
    (tmp_path / "script").write_text("#!/bin/sh\n")
    (tmp_path / "a.out").touch()
    words = tuple(word.replace("{folder}", tmp_path.name) for word in command)
    found = short_name(Program(words, cwd=tmp_path))
    assert re.fullmatch(name.replace("{folder}", tmp_path.name[:40]), found)
    assert (tmp_path / found).parent == tmp_path


def test_results_go_where_the_user_says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    into = tmp_path / "elsewhere"
    assert main(["verify", "mu_torere", "--build", str(into), "--", "echo", "hi"]) == 1
    assert capsys.readouterr().out.startswith("WA")
    assert [path.suffix for path in into.rglob("*") if path.is_file()] == [".interaction"]


def test_golfproof_runs_in_a_folder_with_a_harness_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "harness").mkdir()
    (tmp_path / "harness" / "__init__.py").write_text("raise SystemExit('not this one')")
    done = subprocess.run(
        [*places.own_command(), "explain", "menace/draw"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.split()[0]) == (0, "menace/draw"), done.stderr


@pytest.mark.parametrize(
    "command",
    one_in(3, ["explain", "doctor", "bytes README.md", "verify mu_torere/strict --line 9",
               "play mu_torere", "tournament tests/empty", "replay gone"]),
)  # fmt: skip
def test_a_reader_that_goes_away_is_no_verdict(command: str, tmp_path: Path) -> None:
    """Status 1 would say that a program is rejected. What is wrong with a command comes first."""
    read, write = os.pipe()
    os.close(read)
    words = [sys.executable, "-m", "harness", "--build", str(tmp_path), *command.split()]
    done = subprocess.run(
        words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=write, stderr=subprocess.PIPE, text=True,
        check=False,
    )  # fmt: skip
    os.close(write)
    is_usage = "empty" in command or "gone" in command
    assert done.returncode == (2 if is_usage else UNREAD)
    assert done.stderr.count("\n") == int(is_usage)


@pytest.mark.parametrize("command", ["explain", "verify mu_torere/strict --line 9", "site"])
def test_a_build_folder_that_cannot_be_made_is_one_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert "--build" in complaint(capsys, "--build", f"{tmp_path}/file/x", *command.split())
    assert "GOLFPROOF_BUILD" not in os.environ or "file" not in os.environ["GOLFPROOF_BUILD"]


def test_a_build_folder_here_that_cannot_be_written_to_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GOLFPROOF_BUILD", raising=False)
    (tmp_path / "build").touch()
    (tmp_path / "mine.py").write_text("print(44)")
    command = ["verify", "meta_tic_tac_toe", "--", "python3", "mine.py"]
    assert f"{tmp_path}/build: File exists; --build FOLDER" in complaint(capsys, *command)
