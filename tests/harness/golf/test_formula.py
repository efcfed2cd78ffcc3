"""Formulas: held to a brute force over all texts, which Python itself evaluates."""

import functools
import itertools
import re
import warnings
from pathlib import Path

import pytest

from harness.command_line import main
from harness.golf import formula, native, observe
from harness.golf.formula import Question, Want, effects, parse_want, shortest
from harness.golf.looked import Looked
from harness.places import ROOT
from harness.verdict import UsageError

pytestmark = pytest.mark.skipif(native.library("formula") is None, reason="no C compiler here")


def by_brute_force(question: Question, alphabet: str, most: int) -> dict[tuple[int, ...], int]:
    """The least length of each effect among all texts of these characters."""
    found: dict[tuple[int, ...], int] = {}
    cases = range(len(question.wants))
    for length in range(1, most + 1):
        for letters in itertools.product(alphabet, repeat=length):
            text = "".join(letters)
            if text[0] in "*/%&|^<>+" or text[-1] in "+-*/%&|^~<>(":
                continue
            if not {*re.findall(r"\*\*|//|<<|>>|[^\w()]", text)} <= {*question.operators}:
                continue
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    code = compile(text, "text", "eval")
                    values = [
                        eval(code, {}, {n: v[k] for n, v in question.given.items()}) for k in cases
                    ]
            except Exception:
                continue
            if all(type(value) in (int, bool) and abs(value) <= 2**53 for value in values):
                found.setdefault(tuple(map(int, values)), length)
    return found


@pytest.mark.parametrize(
    ("operators", "alphabet", "most"),
    [
        pytest.param("+ - * ~", "hx1+-*~()", 5, marks=pytest.mark.slow),
        pytest.param("% // * **", "hx2%/*()", 5, marks=pytest.mark.slow),
        pytest.param("& | ^ << >>", "hx1&|^<>", 5, marks=pytest.mark.slow),
        pytest.param("- * **", "h2-*()", 5, marks=pytest.mark.slow),
        pytest.param("+ -", "h10+-(", 5, marks=pytest.mark.slow),
        ("+ -", "h10+-(", 4),
    ],
)
def test_every_effect_and_its_least_length(operators: str, alphabet: str, most: int) -> None:
    given = {"h": (3, -2, 7), "x": (5, 1, 2)} if "x" in alphabet else {"h": (3, -2, 7)}
    question = Question(given, (Want("any"),) * 3, operators=tuple(operators.split()), digits=9)
    digits = [c for c in alphabet if c.isdigit()]
    mine = {
        values: len(text)
        for text, values in effects(question, most)
        if all(c in digits or not c.isdigit() for c in text)
    }
    # With all ten digits an effect may have a shorter spelling, so the other way is an inequality.
    every = {values: len(text) for text, values in effects(question, most)}
    brute = by_brute_force(question, alphabet, most)
    assert brute
    for values, length in brute.items():
        assert every.get(values, 99) <= length, values
    for values, length in mine.items():
        assert brute.get(values, 99) <= length, values


@pytest.mark.parametrize("room", [40, 400, 4000, 1_000_000])
def test_where_room_ends_the_answer_is_as_exact(room: int) -> None:
    given = {"h": (1, 2, 3, 4, 5)}
    for expression in ("h*h+1", "-h**2", "~-h", "-(h+7)", "h%3", "~(h^9)", "--h*2", "5-h*h"):
        wants = tuple(Want("=", eval(expression, {}, {"h": h})) for h in given["h"])
        question = Question(given, wants)
        answer = shortest(question, len(expression), room)
        if answer.expressions:
            assert all(len(found) <= len(expression) for found in answer.expressions)
            full = shortest(question, len(expression))
            assert len(full.expressions[0]) == len(answer.expressions[0])
        else:
            assert not answer.whole
            assert answer.none_up_to < len(expression)


@pytest.mark.parametrize(
    "operators",
    [
        "- ** ~ *",
        pytest.param("+ - * // %", marks=pytest.mark.slow),
        "<< >> & | ~",
        "< == - ~",
        "-",
    ],
)
@pytest.mark.parametrize("back", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_lengths_beyond_those_stored(operators: str, back: int) -> None:
    """What is found with room for all is found where only shorter effects can be stored."""
    length, given = 8, {"h": (1, 2, 3, 5, 9)}
    grammar = tuple(operators.split())
    anything = Question(given, (Want("any"),) * 5, operators=grammar, digits=1)
    every = list(effects(anything, length))
    room = 20 + 2 * sum(len(text) < length - back + 1 for text, _ in every)
    beyond = [values for text, values in every if len(text) == length]
    looked: list[str] = []
    for values in beyond[:: max(1, len(beyond) // 8)]:
        question = Question(
            given, tuple(Want("=", value) for value in values), operators=grammar, digits=1
        )
        answer = shortest(question, length, room, say=looked.append)
        if answer.whole:
            assert {len(text) for text in answer.expressions} == {length}
        else:
            assert answer.none_up_to < length
    assert looked or operators == "-"


def test_a_search_that_was_interrupted_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "cache_folder", lambda: tmp_path)
    wants = tuple(Want("=", value) for value in (9, 1, 7, 7, 3, 9, 2, 4, 8))
    question = Question({"h": (1, 2, 3, 4, 5, 6, 7, 8, 9)}, wants, operators=("+", "%"), digits=1)
    ask = functools.partial(shortest, question, 8, 200)
    said: list[str] = []

    def interrupted(line: str) -> None:
        if len(said) == 4:
            raise KeyboardInterrupt
        said.append(line)

    with pytest.raises(KeyboardInterrupt):
        ask(Looked(question, 200), interrupted)
    rest: list[str] = []
    first = ask(Looked(question, 200), rest.append)
    assert not {*said} & {*rest}
    every: list[str] = []
    assert (ask(None, every.append).none_up_to, every) == (first.none_up_to, said + rest)
    nothing: list[str] = []
    ask(Looked(question, 200), nothing.append)
    assert not nothing


def test_as_many_cases_as_it_takes_and_one_more() -> None:
    given = {"k": tuple(range(formula.MOST_CASES))}
    wants = tuple(parse_want(str(n * n % 7)) for n in given["k"])
    (found, *_) = shortest(Question(given, wants), 6).expressions
    assert [eval(found, {}, {"k": n}) for n in given["k"]] == [n * n % 7 for n in given["k"]]
    with pytest.raises(UsageError, match="1 to 256"):
        Question({"k": (*given["k"], 1)}, (*wants, wants[0]))


def test_wants() -> None:
    given = {"h": (0, 1, 2, 3)}

    def ask(words: str, **more: object) -> formula.Answer:
        wants = tuple(map(parse_want, words.split()))
        return shortest(Question(given, wants, **more), 6)  # type: ignore[arg-type]

    assert "h" in ask("0 1 2 3").expressions
    assert ask("1 any any any").expressions == ("1",)
    assert "3" in ask(">=3 >2 3 _").expressions
    assert "h" in ask("false true true true").expressions
    assert "h" in ask("any any any any", distinct=True).expressions
    assert "-h" in ask("0 4 3 2", modulo=5).expressions
    assert all(len(e) == 3 for e in ask("!=0 !=0 <=1 ==0 ".replace("==0", "0")).expressions)
    none = ask("1 0 0 5")
    assert none == formula.Answer((), 6, True, none.effects, none.tried) or none.expressions
    nothing = shortest(Question({}, (Want("=", 1000),), operators=("+",), digits=1), 5)
    assert (nothing.expressions, nothing.none_up_to, nothing.whole) == ((), 5, True)


@pytest.mark.parametrize("text", ["x", "", "5x", "=>3", "1e3", str(2**54)])
def test_no_want(text: str) -> None:
    with pytest.raises(UsageError):
        parse_want(text)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((["--want", "1 2", "--given", "h=1"]), "one value for each want"),
        ((["--want", "1", "--given", "hole=1"]), "a variable is one letter"),
        ((["--want", "1", "--given", "h"]), "h: not NAME=VALUES"),
        ((["--want", "1", "--given", "h=a"]), "h=a: not NAME=VALUES"),
        ((["--want", "one", "--given", "h=1"]), "not a want"),
        ((["--want", "1", "--operators", "+ @"]), "@: not an operator"),
        (([]), "what is wanted"),
        ((["--of", "nowhere.py:1:1"]), "No such file"),
        ((["--of", "nowhere"]), "FILE:LINE:COLUMN"),
    ],
)
def test_bad_input(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["formula", *words]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["formula", "--given", "h=1,2,3,4", "--want", "1 4 9 16", "--most", "6"]) == 0
    assert "h*h" in capsys.readouterr().out
    assert main(["formula", "--given", "h=1,2,3", "--want", "1 4 8", "--most", "3"]) == 1
    assert "none up to 3 characters" in capsys.readouterr().out
    assert main(["formula", "--given", "h=0,1", "--effects", "--most", "1"]) == 0
    assert "h" in capsys.readouterr().out


@pytest.mark.parametrize("played", [("4", "1"), pytest.param((), marks=pytest.mark.slow)])
def test_the_values_of_an_expression_in_its_proof(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, played: tuple[str, ...]
) -> None:
    if played:  # one game in place of the whole proof
        monkeypatch.setattr(observe, "_games", lambda entry: iter([played]))
    source = ROOT / "solutions" / "mu_torere" / "strict.py"
    rows = source.read_text().split("\n")
    line = next(number for number, row in enumerate(rows, 1) if "c=b[h]=c^21" in row)
    column = rows[line - 1].index("c^21") + 1
    assert main(["formula", "--of", f"{source}:{line}:{column}"]) == 1
    said = capsys.readouterr().out
    # The stones of the challenge are the letters b and w.
    assert {"c=98: 119", "c=119: 98"} <= {row.strip() for row in said.split("\n")}
    assert "none up to 3 characters" in said
    assert main(["formula", "--of", f"{source}:1:1"]) == 2
    assert main(["formula", "--of", f"{source}:99:1"]) == 2
    assert "no such place" in capsys.readouterr().err
