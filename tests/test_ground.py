"""What holds the project together beside its code: pins, bytes, targets, tables."""

import importlib
import pkgutil
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import harness
from harness.entry import all_entries
from harness.golf import scoreboard

ROOT = Path(__file__).parents[1]
GOLFED = [entry for entry in all_entries() if entry.source is not None]


CORE, PEOPLE, EXTRA = "requirements.txt", "requirements-people.txt", "requirements-dev.txt"


def by_name(lines: list[str]) -> dict[str, str]:
    return {re.split(r"[=<>~! ]", line)[0].lower(): line for line in lines}


def direct() -> dict[str, dict[str, str]]:
    """The direct dependencies of pyproject.toml, as typed, by the file that pins them and name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extra = project["optional-dependencies"]
    return {
        CORE: by_name(project["dependencies"]),
        PEOPLE: by_name(extra["people"]),
        EXTRA: by_name([line for name in extra if name != "people" for line in extra[name]]),
    }


def installed(file: str) -> dict[str, str]:
    lines = (ROOT / file).read_text().splitlines()
    return by_name([line for line in lines if line[:1] not in ("#", "")])


@pytest.mark.parametrize("file", [CORE, PEOPLE, EXTRA])
def test_direct_dependencies_are_pinned_and_equal(file: str) -> None:
    assert direct()[file]
    for name, line in direct()[file].items():
        assert re.fullmatch(r"[A-Za-z0-9_-]+==[0-9][0-9.]*", line)
        assert installed(file)[name].lower() == line.lower()


@pytest.mark.parametrize("file", [CORE, PEOPLE, EXTRA])
def test_all_that_is_installed_is_pinned(file: str) -> None:
    lines = installed(file).values()
    assert [line for line in lines if not re.fullmatch(r"[\w-]+==[0-9][\w.]*", line)] == []
    assert [*installed(file)] == sorted(installed(file))


def test_each_purpose_installs_only_what_it_needs() -> None:
    files = [installed(file).keys() for file in (CORE, PEOPLE, EXTRA)]
    assert sum(map(len, files)) == len(set().union(*files))
    assert {"matplotlib", "textual", "jinja2", "fpdf2"} <= files[1]
    assert {"pytest", "mypy", "ruff", "open_spiel", "distributed"} <= files[2]


@pytest.mark.parametrize("entry", GOLFED, ids=lambda entry: entry.name)
def test_golfed_sources_end_without_a_newline(entry: object) -> None:
    source = getattr(entry, "source")  # noqa: B009  # parametrised entries have no static type
    assert not source.read_bytes().endswith((b"\n", b"\r"))


def test_golfed_sources_are_kept_byte_exact() -> None:
    programs = sorted((ROOT / "tests" / "programs").rglob("*.py"))
    paths = [entry.source for entry in GOLFED if entry.source] + programs
    assert paths
    done = subprocess.run(
        ["git", "check-attr", "text", "--", *(str(path.relative_to(ROOT)) for path in paths)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip("not a checkout of git")
    assert [line for line in done.stdout.splitlines() if not line.endswith("text: unset")] == []


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def documents() -> list[Path]:
    found = [ROOT / "README.md", *(ROOT / "solutions").rglob("*.md")]
    return [path for path in found if path.exists()]


@pytest.mark.parametrize("page", documents(), ids=lambda page: str(page.relative_to(ROOT)))
def test_targets_named_in_a_page_exist(page: Path) -> None:
    named = re.findall(r"(?:^|`)make ((?:[a-z-]+ ?)+)", page.read_text(), re.MULTILINE)
    assert {word for words in named for word in words.split()} <= targets()


def test_ci_runs_each_command_once() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert {"verify", "test", "test-all"} <= targets()
    for target in ("lint types", "verify", "test"):
        assert len(re.findall(rf"^make {target}$", script, re.MULTILINE)) == 1
    assert len(re.findall("^make ", script, re.MULTILINE)) == 3
    assert "set -euo pipefail" in script
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_every_target_says_what_it_does() -> None:
    text = (ROOT / "Makefile").read_text()
    told = set(re.findall(r"^([a-z-]+):.*## ", text, re.MULTILINE))
    phony = set(re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)[0].split())
    assert told == targets() == phony


@pytest.mark.parametrize("page", documents(), ids=lambda page: str(page.relative_to(ROOT)))
def test_scoreboards_are_current(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if scoreboard.BEGIN in text:
        assert scoreboard.updated(text, scoreboard.markdown(all_entries(), page.parent)) == text


def test_the_front_page_has_a_scoreboard() -> None:
    assert scoreboard.BEGIN in (ROOT / "README.md").read_text(encoding="utf-8")


def test_no_pattern_repeats_a_group_possessively() -> None:
    # Until Python 3.11.5 such a group loses what it can match: CPython's issue 106052.
    found = {
        (module.name, name): pattern.pattern
        for module in pkgutil.walk_packages(harness.__path__, "harness.")
        if not module.name.endswith("__main__")
        for name, pattern in vars(importlib.import_module(module.name)).items()
        if isinstance(pattern, re.Pattern) and isinstance(pattern.pattern, str)
    }
    assert len(found) > 100
    without_classes = {
        key: re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", ".", text) for key, text in found.items()
    }
    repeated = re.compile(r"\)(?:[*+?]|\{[\d,]*\})\+|\(\?>")
    assert [key for key, text in without_classes.items() if repeated.search(text)] == []
