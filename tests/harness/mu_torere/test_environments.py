"""The environments of other people: every usual value is met, and each of them is told."""

import shlex
import subprocess
from pathlib import Path

import pytest

from harness.mu_torere.environments import ALL_MET, Environment, environment, told, words
from harness.program import Program

FIRST = [environment(number) for number in range(ALL_MET)]


def values(name: str, *, poor: bool | None = None) -> set[str | None]:
    """What a variable is in the first environments of a kind."""
    return {there.variables.get(name) for there in FIRST if poor in (None, there.is_poor)}


def test_every_value_is_met_soon() -> None:
    """Later ones hold none that the first do not, but rare terminals and languages."""
    more = [environment(number) for number in range(ALL_MET, 6 * ALL_MET)]
    for name in FIRST[0].variables.keys() - {"TERM", "LANG", "LC_ALL"}:
        assert {there.variables.get(name) for there in more} <= values(name) | {None}, name
    assert {there.size for there in more} == {there.size for there in FIRST}
    usual = [there.variables for there in more if not there.is_poor]
    assert {variables["TERM"] for variables in usual} == values("TERM", poor=False)
    assert {variables["LANG"] for variables in usual} == values("LANG", poor=False)


def test_rare_terminals_and_languages_are_met_in_the_games_of_a_whole_verification() -> None:
    met = [environment(number).variables for number in range(140)]
    assert {"vt102", "foot", "xterm-16color"} <= {variables.get("TERM") for variables in met}
    languages = {(variables.get("LANG") or "")[:2] for variables in met}
    assert {"ja", "fr", "zh", "ru", "de", "en"} <= languages


@pytest.mark.parametrize(
    ("name", "some"),
    [
        ("TERM", {"xterm", "screen", "linux", "vt100", "dumb", "xterm-256color", "", None}),
        ("LANG", {"C", "POSIX", "C.UTF-8", "en_US.UTF-8", "de_DE.UTF-8", None}),
        ("LC_ALL", {"C", "C.UTF-8", "POSIX", "en_US.UTF-8", None}),
        ("NO_COLOR", {"1", None}),
        ("HOME", {"/home/golfer", "/", None}),
        ("USER", {"root", "alice", None}),
        ("SHELL", {"/bin/bash", "/bin/zsh", None}),
        ("TZ", {"UTC", "Europe/Berlin", None}),
        ("PYTHONUNBUFFERED", {"1", None}),
        ("PYTHONHASHSEED", {"0", None}),
        ("CI", {"true", None}),
    ],
)
def test_what_a_persons_world_may_hold(name: str, some: set[str | None]) -> None:
    assert some <= values(name)


def test_nothing_excuses_another_drawing_in_a_usual_environment() -> None:
    usual = [there.variables for there in FIRST if not there.is_poor]
    for variables in usual:
        locale = next(filter(None, map(variables.get, ("LC_ALL", "LC_CTYPE", "LANG"))))
        assert locale.lower().replace("-", "") == "c.utf8"
        assert "NO_COLOR" not in variables
        assert all(variables[name] for name in ("TERM", "HOME", "USER", "SHELL"))
    assert "xterm" in {variables["TERM"] for variables in usual}


def test_the_size_is_told_as_it_is_or_not_at_all() -> None:
    for there in FIRST:
        if "COLUMNS" in there.variables:
            assert there.variables["COLUMNS"] == str(there.size.columns)
            assert there.variables["LINES"] == str(there.size.rows)
    assert len(values("COLUMNS")) > len({None, "some", "others"})


def test_one_environment_is_crowded_and_some_are_bare() -> None:
    program = Program(("x",), Path.cwd())
    counts = [len(program.on_a_usual_machine(there.variables).environment) for there in FIRST]
    assert max(counts) > 100
    assert min(counts) == 0
    later = [environment(number) for number in range(ALL_MET, 5 * ALL_MET)]
    few = [set(program.on_a_usual_machine(there.variables).environment) for there in later]
    assert {"PATH"} in few


def test_a_command_is_found_where_it_is_told_no_path() -> None:
    program = Program(("sh", "-c", "echo"), Path.cwd(), more_environment={"PATH": None})
    assert "PATH" not in program.environment
    assert program.confined.command[0].endswith("/sh")


def test_pairs_of_values_differ_from_lap_to_lap() -> None:
    many = [environment(number).variables for number in range(0, 8 * ALL_MET, 2)]
    pairs = {(variables["TERM"], variables["HOME"]) for variables in many}
    assert len(pairs) > 20


def test_what_a_transcript_notes_is_what_env_sets() -> None:
    there = environment(9).variables
    command = ["env", "-i", "OLD=1", "HOME=/x", "env", *shlex.split(words(there)), "env"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = dict(line.split("=", 1) for line in printed.splitlines())
    assert {name: value for name, value in there.items() if value is not None}.items() <= (
        found.items()
    )
    assert not {name for name, value in there.items() if value is None} & found.keys()


def test_it_is_told_in_words() -> None:
    assert told({"TERM": "xterm", "HOME": None, "TZ": None, "PS1": "$ "}) == (
        "TERM=xterm PS1='$ ' HOME, TZ not set"
    )
    many = {f"V{number}": "" for number in range(60)} | {"HOME": None}
    assert told(many) == "V0='' V1='' V2='' V3='' V4='' and 55 more variables set, HOME not set"
    there = Environment({"TERM": "linux"}, environment(0).size, is_poor=False)
    assert str(there).startswith("a terminal of ")
    assert str(there).endswith(", TERM=linux")


def test_the_proof_leaves_the_caller_his_terminal() -> None:
    program = Program(("x",), Path.cwd())
    assert program.on_a_terminal().environment["TERM"] == "xterm-256color"
    there = Program(("x",), Path.cwd(), more_environment={"TERM": "vt52"})
    assert there.on_a_terminal().environment["TERM"] == "vt52"
    usual = there.on_a_usual_machine({"TERM": "xterm", "TZ": "UTC"}).environment
    assert (usual["TERM"], usual["TZ"]) == ("vt52", "UTC")
