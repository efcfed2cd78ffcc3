"""What the doctor says of machines that lack things."""

import json

import pytest

from harness import doctor
from harness.command_line import main
from harness.languages import LANGUAGES


def test_it_names_every_kind_of_thing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    names = {check["name"] for check in found}
    assert {"Python", "bubblewrap", "Landlock", "seccomp", "C", "textual"} <= names
    assert all(check["adds"] for check in found)


def test_it_looks_for_every_language_that_entries_may_be_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    sought = {check.found for check in doctor.checks() if check.group == "languages"}
    tools = {language.interpreter or language.compiler for language in LANGUAGES.values()}
    assert {f"no {tool}" for tool in tools - {"python3"}} <= sought


def test_what_is_missing_is_said_with_how_to_have_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("harness.doctor.find_spec", lambda name: None)
    monkeypatch.setattr("harness.sandbox.landlock.landlock_version", lambda: 0)
    monkeypatch.setattr("harness.sandbox.levels.bubblewrap_works", lambda: False)
    monkeypatch.setattr("harness.sandbox.levels.can_notify", lambda: False)
    assert {check.name: check.here for check in doctor.checks() if check.group == "isolation"} == {
        "bubblewrap": False, "Landlock": False, "seccomp": False,
    }  # fmt: skip
    assert main(["doctor"]) == 0  # nothing of it is needed
    said = " ".join(capsys.readouterr().out.split())
    assert "apt install bubblewrap" in said
    assert "pip install '.[people]'" in said
    assert "no ruby" in said


def test_a_tool_that_does_not_run_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: "/dev/null")
    found = {check.name: check.found for check in doctor.checks()}
    assert found["ruby"] == "installed, but does not answer"


def test_an_old_python_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.version_info", (3, 10, 0))
    assert main(["doctor"]) == 1
