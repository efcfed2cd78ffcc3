"""Reports: for machines exact, for people plain when piped, and safe whatever a program printed."""

import io
import json
import re
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from harness import messages, report
from harness.mu_torere.challenge import MuTorere
from harness.verdict import Finding, Result, Verdict

anything = st.text(st.characters(exclude_categories=()))
findings = st.builds(
    Finding,
    clause=st.just("mu_torere/drawing"),
    verdict=st.just(Verdict.WRONG_ANSWER),
    turn=st.integers(0, 99),
    seen=anything,
    expected=anything,
    line=st.lists(anything, max_size=3).map(tuple),
    picture=st.none() | anything,
    replay=st.none() | anything,
)
results = st.builds(
    Result,
    name=anything.map(lambda text: f"mu_torere/{text}"),
    verdict=st.sampled_from(Verdict),
    findings=st.lists(findings, max_size=2).map(tuple),
    facts=st.fixed_dictionaries(
        {}, optional={"error": anything, "syntax_warnings": anything, "seconds": st.floats(0, 9)}
    ),
    source_bytes=st.none() | st.integers(0, 999),
)


def printed(*found: Result, terminal: bool = False) -> str:
    stream = io.StringIO()
    colours: Literal["standard"] | None = "standard" if terminal else None
    console = Console(file=stream, force_terminal=terminal, width=80, color_system=colours)
    for result in found:
        report.print_result(console, MuTorere(), result)
    report.print_table(console, found)
    return stream.getvalue()


@given(results)
def test_what_a_program_printed_never_acts_on_the_terminal(result: Result) -> None:
    text = printed(result)
    assert all(char.isprintable() or char == "\n" for char in text)
    coloured = printed(result, terminal=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).replace("\n", "").isprintable()


@given(st.lists(results, max_size=3))
def test_json_tells_all(found: list[Result]) -> None:
    values = json.loads(report.to_json(found))
    assert [value["name"] for value in values] == [result.name for result in found]
    assert [value["verdict"] for value in values] == [str(result.verdict) for result in found]
    assert [f["seen"] for value in values for f in value["findings"]] == [
        f.seen for result in found for f in result.findings
    ]


@pytest.mark.parametrize(
    ("verdicts", "status"),
    [
        ("", 0),
        ("AC AC", 0),
        ("AC WA", 1),
        ("TLE", 1),
        ("RTE", 1),
        ("INCONCLUSIVE", 1),
        ("AC JE", 2),
        ("WA JE", 2),
    ],
)
def test_exit_status(verdicts: str, status: int) -> None:
    found = [Result("x", Verdict(verdict)) for verdict in verdicts.split()]
    assert report.exit_status(found) == status


def test_a_rejection_tells_what_to_do() -> None:
    finding = Finding(
        "mu_torere/perfect",
        Verdict.WRONG_ANSWER,
        2,
        "it moved 3",
        "5",
        ("1", "2"),
        "w-w\nb-b",
        "verify x",
    )
    text = printed(Result("mu_torere/x", Verdict.WRONG_ANSWER, (finding,), source_bytes=171))
    for words in ("WA   mu_torere/x  171 bytes  wrong answer", "mu_torere/perfect (turn 2)",
                  "it moved 3", "typed     1 2", "again     verify x",
                  "     shown     w-w\n               b-b\n"):  # fmt: skip
        assert words in text


def test_nothing_was_typed() -> None:
    finding = Finding("mu_torere/boards", Verdict.WRONG_ANSWER, 0, "nothing", "a board")
    text = printed(Result("mu_torere/x", Verdict.WRONG_ANSWER, (finding,)))
    assert "typed     nothing yet" in text
    assert "again" not in text


def test_a_flood_is_shortened() -> None:
    finding = Finding("mu_torere/boards", Verdict.WRONG_ANSWER, 0, f"a{'b' * 9999}c", "a board")
    text = printed(Result("mu_torere/x", Verdict.WRONG_ANSWER, (finding,)))
    (seen,) = (line for line in text.splitlines() if "seen" in line)
    assert "ab" in seen
    assert "b ... b" in seen
    assert seen.endswith("bc")
    assert len(seen) < 400


def test_the_head_of_a_result_is_one_line() -> None:
    text = printed(Result("mu_torere/x", Verdict.INCONCLUSIVE))
    assert text.splitlines()[0].endswith("but the proof is not closed")


def test_no_progress_when_piped() -> None:
    stream = io.StringIO()
    with report.progress_on(Console(file=stream, force_terminal=False), "x") as tell:
        tell("half", 0.5)
    assert stream.getvalue() == ""


def test_progress_on_a_terminal() -> None:
    stream = io.StringIO()
    with report.progress_on(Console(file=stream, force_terminal=True, width=80), "x") as tell:
        tell("looking", None)
        tell("exploring", 0.5)
    assert "x: exploring" in stream.getvalue()


def test_complaints_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    messages.complain("bad\nname \x1b[31m")
    assert capsys.readouterr().err == "golfproof: bad\\nname \\x1b[31m\n"


@pytest.mark.parametrize("as_json", [False, True])
def test_people_read_elsewhere_when_machines_read(
    as_json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    report.console_for(as_json).print("hello")
    out, err = capsys.readouterr()
    assert (err if as_json else out) == "hello\n"
    assert (out if as_json else err) == ""
