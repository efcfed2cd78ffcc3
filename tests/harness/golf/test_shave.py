"""Shaving: every planted byte is found, a certificate is exact, and a search goes on."""

import json
import shlex
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.challenge import Job
from harness.command_line import main
from harness.golf import certificate, checking, shave, trial
from harness.golf.candidates import candidates, deletions
from harness.golf.rewrites import rewrites
from harness.golf.trial import Outcome, Stage
from harness.verdict import Finding, Result, Verdict

TIGHT = b"n=int(input())\nfor i in range(n):print(i*i,end=' ')"


def judge_of_zero(folder: Path) -> str:
    """A command that accepts what prints 0."""
    path = folder / "judge.sh"
    path.write_text('test "$(python3 "$1" 2>&1)" = 0')
    return f"sh {shlex.quote(str(path))} {{}}"


@dataclass(frozen=True)
class InProcess:
    """The judge's rule, in this process: a candidate may do no harm but loop."""

    name: str = "squares"
    numbers: tuple[str, ...] = ("3", "0", "12")

    def __call__(self, candidate: Path) -> str | None:
        source = candidate.read_bytes()
        for typed in self.numbers:
            out: list[str] = []

            def show(*what: object, sep: str = " ", end: str = "\n", put: Any = out) -> None:
                put.append(sep.join(map(str, what)) + end)

            names = {"input": lambda *_, said=typed: said, "print": show}
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    exec(compile(source, "candidate", "exec"), names)
            except Exception as error:
                return repr(error)
            if "".join(out).split() != [str(i * i) for i in range(int(typed))]:
                return "wrong at " + typed
        return None


@pytest.fixture(autouse=True)
def own_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLFPROOF_BUILD", str(tmp_path / "build"))


def shaved(source: bytes, folder: Path, **changed: Any) -> tuple[bytes, dict[str, Any]]:
    settings = shave.Settings("program.py", ".py", **changed)
    log = shave.Log.load(folder / "log.jsonl")
    return shave.shave(source, settings, InProcess(), log, lambda said: None)


def test_deletions_are_all_there() -> None:
    made = {(c.kind, c.source) for c in deletions(b"abc", 3)}
    assert made == {
        ("delete 1", b"bc"), ("delete 1", b"ac"), ("delete 1", b"ab"), ("delete 2", b"c"),
        ("delete 2", b"a"), ("delete 3", b""),
    }  # fmt: skip
    every = candidates(b"aab", 2, False)
    assert len({c.source for c in every}) == len(every)
    assert all(c.source not in (b"", b"aab") for c in every)


# Where one byte too many does no harm: blanks, semicolons, digits, needless brackets' neighbours.
SPARES = [
    (0, b"\n"), (0, b";"[:0] + b"#\n"), (1, b" "), (2, b" "), (2, b"+"), (5, b" "), (6, b" "),
    (12, b" "), (13, b" "), (14, b" "), (14, b";"), (15, b"\n"), (19, b" "), (21, b" "),
    (24, b" "), (31, b" "), (32, b" "), (33, b" "), (47, b" "), (51, b" "), (51, b";"), (51, b"\n"),
]  # fmt: skip


def test_twenty_planted_bytes_are_all_found(tmp_path: Path) -> None:
    planted = bytearray(TIGHT)
    count = 0
    for at, spare in reversed(SPARES):
        if spare and at <= len(TIGHT):
            trial = planted[:at] + spare + planted[at:]
            try:
                compile(bytes(trial), "planted", "exec")
            except SyntaxError:
                continue
            planted, count = trial, count + len(spare)
    assert count >= 20
    shortest, _ = shaved(bytes(planted), tmp_path, with_rewrites=False)
    assert len(shortest) <= len(TIGHT)


@pytest.mark.parametrize(
    ("long", "kind"),
    [
        (b"n=int(input())\nfor i in range(n):(print(i*i,end=' '))", "brackets"),
        (b"n=int(input())\nfor i in range(n):\n  print(i*i,end=' ')", "join"),
        (b"for i in range(int(input())):print(str(i*i),end=' ')", "call"),
        (b"n=int(input())\nn=n+0\nfor i in range(n):print(i*i,end=' ')", "statement"),
    ],
)
def test_rewrites_are_found(long: bytes, kind: str, tmp_path: Path) -> None:
    shortest, _ = shaved(long, tmp_path, most=1)
    assert len(shortest) < len(long)
    assert kind in {name for name, _ in rewrites(long.decode())}


def in_two_steps(
    source: bytes, name: str, check: Any, lines: Any, whole: bool = True
) -> trial.Outcome:
    """As the harness verifies: quickly with two inputs, and wholly with three."""
    check = check if whole else InProcess(numbers=("3", "0"))
    outcome = trial.try_candidate(source, name, check, lines)
    is_quick = outcome.stage is Stage.PASSED and not whole
    return Outcome(Stage.QUICK) if is_quick else outcome


def test_what_the_whole_verification_refuses_is_withdrawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shave, "try_candidate", in_two_steps)
    source = b"for i in range(int(input())):print(i%13*i, end=' ')"  # i%3*i is right up to 3
    shortest, values = shaved(source, tmp_path, most=1, with_rewrites=False)
    assert shortest == source.replace(b", ", b",")
    (row,) = [row for row in values["outcomes"] if row[2] == digest(shortest, b"13", b"3")]
    assert row[3:5] == [Stage.VERIFICATION, "wrong at 12"]
    # A search that was interrupted reads the same from its log.
    assert shave.Log.load(tmp_path / "log.jsonl").adopted == [shortest]
    assert shaved(source, tmp_path, most=1, with_rewrites=False)[0] == shortest


def digest(source: bytes, old: bytes, new: bytes) -> str:
    return shave.digest(source.replace(old, new))[: shave.KEY]


def test_a_certificate_and_its_check(tmp_path: Path) -> None:
    tight = b"for i in range(int(input())):print(i*i)"
    shortest, values = shaved(tight, tmp_path, most=2, with_rewrites=False)
    values = json.loads(shave.dumped(values))

    def faults(changed: dict[str, Any], check: checking.Check | None = None) -> list[str]:
        all_values = values | changed
        return list(certificate.faults(shortest, all_values, check, "p.py", 5, 0))

    assert faults({}, InProcess()) == []
    rows = values["outcomes"]
    assert "leaves out" in faults({"outcomes": rows[1:]})[0]
    assert "leaves out" in faults({"deletions_up_to": 3})[0]
    assert "another program" in faults({"digest": "0" * 64})[0]
    ran = next(k for k, row in enumerate(rows) if row[3] == Stage.VERIFICATION)
    lied = [*rows[:ran], [*rows[ran][:3], Stage.COMPILE, "", []], *rows[ran + 1 :]]
    assert "compiles, although the certificate says" in faults({"outcomes": lied})[0]
    passed = [*rows[:ran], [*rows[ran][:3], Stage.PASSED, "", []], *rows[ran + 1 :]]
    assert "passed" in faults({"outcomes": passed})[0]
    assert (
        len(rows)
        == values["candidates"]
        == sum(sum(stages.values()) for stages in values["by_kind"].values())
    )


def test_a_command_is_asked_beside_the_harness(tmp_path: Path) -> None:
    quick = checking.chosen(tmp_path / "p.py", "grep -q i {}", "mu_torere/strict", False)
    assert isinstance(quick, checking.ByHarness)
    assert quick.name == "mu_torere/strict, grep -q i {}"
    refused = trial.try_candidate(b"pass", "p.py", quick, ())
    assert refused.stage is Stage.COMMAND
    played = trial.try_candidate(b"print(1)", "p.py", quick, ())
    assert played.stage is Stage.VERIFICATION
    known = trial.try_candidate(b"pass", "p.py", quick, (("9",),))
    assert known.stage is Stage.PROBE


def result(verdict: Verdict, said: str = "") -> Result:
    finding = Finding("menace/reading", verdict, 1, said, "a board", ())
    return Result("menace/candidate", verdict, () if verdict is Verdict.ACCEPTED else (finding,))


@pytest.mark.parametrize(
    ("as_declared", "otherwise", "stage", "asked"),
    [
        (Verdict.INCONCLUSIVE, Verdict.INCONCLUSIVE, Stage.INCONCLUSIVE, 2),
        (Verdict.INCONCLUSIVE, Verdict.WRONG_ANSWER, Stage.VERIFICATION, 2),
        (Verdict.INCONCLUSIVE, Verdict.ACCEPTED, Stage.PASSED, 4),  # with another seed too
        (Verdict.JUDGE_ERROR, Verdict.WRONG_ANSWER, Stage.UNDECIDED, 1),
        (Verdict.WRONG_ANSWER, Verdict.ACCEPTED, Stage.VERIFICATION, 1),
        (Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Stage.PASSED, 2),
    ],
)
def test_what_cannot_be_read_as_declared_is_verified_as_declared_otherwise(
    as_declared: Verdict,
    otherwise: Verdict,
    stage: Stage,
    asked: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forms = []

    def run(challenge: object, job: Job, *_: object) -> Result:
        forms.append(job.form["marks"])
        return result(as_declared if job.form["marks"] != "XO?" else otherwise)

    monkeypatch.setattr("harness.verify.run", run)
    lines = ('marks = "XO?"',)
    check = checking.chosen(tmp_path / "p.py", None, "menace/open", False, lines)
    assert trial.try_candidate(b"pass", "p.py", check, ()).stage is stage
    assert len(forms) == asked
    assert forms[0] == ["8", "0", "6"]


def test_a_candidate_without_a_verdict_is_counted_apart(tmp_path: Path) -> None:
    tight = b"print(i*i)"
    log = shave.Log(tmp_path / "log.jsonl")
    every = candidates(tight, 1, False)
    for one in every:
        log.add(one.source, Outcome(Stage.VERIFICATION, "wrong"))
    log.add(every[4].source, Outcome(Stage.INCONCLUSIVE, "the board cannot be read"))
    settings = shave.Settings("p.py", ".py", 1, False)
    values = shave.certificate(tight, every, settings, InProcess(), log)
    assert (values["inconclusive"], values["undecided"]) == (1, 0)
    assert [*shave.open_rows(values)] == [
        ("inconclusive", every[4].at, "the board cannot be read")
    ]  # fmt: skip

    def faults(check: checking.Check) -> list[str]:
        return list(certificate.faults(tight, values, check, "p.py", 0, 0))

    assert faults(InProcess()) == []
    (fault,) = faults(InProcess(numbers=()))  # which accepts whatever compiles
    assert "was inconclusive when the certificate was made, and is passed now" in fault


def test_a_candidate_may_give_no_more_warnings_than_the_program(tmp_path: Path) -> None:
    tight = b"x=[i%2 for i in'ab']"
    (found,) = [c for c in deletions(tight, 1) if c.source == b"x=[i%2for i in'ab']"]
    clean = checking.chosen(tmp_path / "p.py", None, "mu_torere/strict", False)
    at_once = checking.chosen(tmp_path / "p.py", None, "mu_torere/open", False)
    most = trial.most_warnings(tight, ".py", clean)
    assert most == 0
    warned = trial.compile_outcome(found.source, ".py", most)
    assert warned is not None
    assert warned.stage is Stage.WARNS
    assert trial.compile_outcome(tight, ".py", most) is None
    assert trial.most_warnings(tight, ".py", at_once) is None  # it ends by an error anyway
    assert trial.compile_outcome(found.source, ".py", None) is None
    row = ["delete 1", found.at, shave.digest(found.source)[: shave.KEY], Stage.WARNS, "", []]
    values = {"digest": shave.digest(tight), "deletions_up_to": 1, "outcomes": [row]}
    said = "Python warns no more"
    assert not [f for f in certificate.faults(tight, values, None, "p.py", None, 0) if said in f]
    tight = tight.replace(b"x=", b"xx=")
    row[2] = shave.digest(tight[1:])[: shave.KEY]
    values["digest"] = shave.digest(tight)
    assert [f for f in certificate.faults(tight, values, None, "p.py", None, 0) if said in f]
    row[2] = shave.digest(tight[:-1])[: shave.KEY]  # no program: Python cannot warn of it
    assert [f for f in certificate.faults(tight, values, None, "p.py", None, 0) if said in f]


@pytest.mark.slow
def test_golfproof_in_a_check_is_this_very_one(tmp_path: Path) -> None:
    (file := tmp_path / "some.py").write_text("()")
    assert checking.ByCommand("golfproof bytes {}")(file) is None
    refuted = checking.ByCommand("golfproof bytes {}x")(file)
    assert refuted is not None
    assert refuted.startswith("status 2: golfproof: ")


def test_what_is_said_of_a_candidate_names_no_folder(tmp_path: Path) -> None:
    shows = checking.ByCommand("sh -c 'echo {}; exit 1'")
    outcome = trial.try_candidate(b"pass", "p.py", shows, ())
    assert outcome.said == "status 1: p.py"


def test_playing_again_catches_a_refutation_that_is_none() -> None:
    source = TIGHT + b" "
    rows = [["delete 1", len(TIGHT), shave.digest(TIGHT), Stage.VERIFICATION, "made up", []]]
    values = {"digest": shave.digest(source), "deletions_up_to": 1, "outcomes": rows}
    found = list(certificate.faults(source, values, InProcess(), "p.py", None, 0))
    assert any("is passed now" in fault for fault in found)


def test_a_search_goes_on_where_it_was(tmp_path: Path) -> None:
    log = shave.Log(tmp_path / "log.jsonl")
    for candidate in candidates(TIGHT, 1, False)[:-1]:
        log.add(candidate.source, Outcome(Stage.VERIFICATION, "known", ("1",)))
    with log.path.open("a") as file:
        file.write('{"digest": "cut o')  # as an end at the wrong moment leaves it
    _, values = shaved(TIGHT, tmp_path, most=1, with_rewrites=False)
    said = [row[4] for row in values["outcomes"]]
    assert said.count("known") == len(said) - 1


@pytest.mark.slow
def test_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.py").write_bytes(b"print(0)  ")
    judge = judge_of_zero(tmp_path)
    assert (
        main(["shave", "p.py", "--check", judge, "-o", "out.py", "-k", "1", "--no-rewrites"]) == 0
    )
    assert Path("out.py").read_bytes() == b"print(0)"
    assert Path("p.py").read_bytes() == b"print(0)  "
    (made,) = Path("build/golf/shave").glob("*.certificate.json")
    assert main(["certificate", "out.py", str(made), "--check", judge, "--sample", "3"]) == 0
    assert main(["certificate", "p.py", str(made), "--unchecked"]) == 1
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["shave", "empty.py", "--check", "true {}"], 2, "the file is empty"),
        (["shave", "missing.py", "--check", "true {}"], 2, "No such file"),
        (["shave", ".", "--check", "true {}"], 2, "a folder, not a file"),
        (["shave", "p.py"], 2, "how results are checked"),
        (["shave", "p.py", "--check", "true"], 2, "has no {}"),
        (["shave", "p.py", "--check", "no-such-command {}"], 2, "No such file"),
        (["shave", "p.py", "--check", "false {}"], 1, "itself is refused"),
        (["shave", "p.py", "--unchecked"], 2, "every deletion would pass"),
        (["shave", "p.py", "--check", "true {}", "-o", "p.py"], 2, "never overwritten"),
        (["shave", "p.py", "--check", "true {}", "-o", "there.py"], 2, "exists already"),
        (["shave", "p.py", "--as", "menace/none"], 2, "no such golfed entry"),
        (["shave", "p.py", "--unchecked", "--check", "true {}"], 2, "neither --as nor --check"),
        (["shave", "p.py", "--unchecked", "--otherwise", "a=1"], 2, "nor --otherwise"),
        (["shave", "p.py", "--check", "true {}", "--otherwise", "a=1"], 2, "needs an entry"),
        (["shave", "p.py", "--as", "menace/open", "--otherwise", "a"], 2, "not as in a manifest"),
        (["shave", "p.py", "--as", "menace/open", "--otherwise", "a=1"], 2, "unknown key"),
        (["certificate", "p.py", "empty.py", "--unchecked"], 2, "not a certificate"),
        (["certificate", "p.py", "missing", "--unchecked"], 2, "No such file"),
        (["pack", "empty.py", "--unchecked"], 2, "the file is empty"),
        (["pack", "broken.py", "--unchecked"], 2, "not a Python program"),
        (["pack", "binary.py", "--unchecked"], 2, "not"),
        (["pack", "comment.py", "--unchecked"], 2, "nothing in it to pack"),
        (["pack", "marked.py", "--unchecked"], 2, "a mark that begins with"),
        (["pack", ".", "--unchecked"], 2, "a folder, not a file"),
        (["pack", "p.py"], 2, "how results are checked"),
        (["pack", "p.py", "--unchecked", "-o", "p.py"], 2, "never overwritten"),
        (["pack", "p.py", "--unchecked", "-o", "there.py"], 2, "exists already"),
        (
            ["pack", "p.py", "--check", "false {}", "--seconds", "0.01", "--cycle", "9"],
            1,
            "none of",
        ),
    ],
)
def test_bad_input_gets_one_line(
    words: list[str],
    status: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {
        "empty.py": b"", "p.py": TIGHT, "there.py": b"x", "broken.py": b"for(", "comment.py": b"#",
        "binary.py": bytes(range(256)), "marked.py": "a=1⟦2".encode(),
    }  # fmt: skip
    for name, data in files.items():
        Path(name).write_bytes(data)
    assert main(words) == status
    out, err = capsys.readouterr()
    line = err if status == 2 else out.splitlines()[-1]
    assert said in line
    assert line.count("\n") <= 1
    assert {name: Path(name).read_bytes() for name in files} == files
