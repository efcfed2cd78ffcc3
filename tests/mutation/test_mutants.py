"""The mutation run's own parts: every mutant is one change, and a noticed one is told apart."""

import ast
from pathlib import Path

import pytest

from harness.mu_torere import referee
from tests.mutation.__main__ import ROOT, TESTS, Runner, main, modules
from tests.mutation.mutants import mutants_of

CODE = '''\
"""A docstring stays."""
from typing import Final
LIMIT: Final = 3

def first(values: list[int]) -> int | None:
    """So does this one."""
    for value in values[1:]:
        if value > LIMIT and not value == 7:
            return value
    return None
'''


def changes(folder: Path, code: str) -> set[str]:
    path = folder / "module.py"
    path.write_text(code)
    return {mutant.change for mutant in mutants_of(path)}


def test_every_kind_of_change(tmp_path: Path) -> None:
    assert changes(tmp_path, CODE) >= {
        "3  ->  4",
        "3  ->  2",
        "values[1:]  ->  values",
        "value > LIMIT  ->  value >= LIMIT",
        "value > LIMIT  ->  value <= LIMIT",
        "value > LIMIT and (not value == 7)  ->  value > LIMIT or not value == 7",
        "value > LIMIT and (not value == 7)  ->  value > LIMIT",
        "not value == 7  ->  value == 7",
        "return value  ->  return None",
    }


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("x = min(a, b)", "min(a, b)  ->  max(a, b)"),
        ("x = any(a)", "any(a)  ->  all(a)"),
        ("x = a + b", "a + b  ->  a - b"),
        ("x = a if b else c", "a if b else c  ->  a if not b else c"),
        ("def f():\n while a:\n  b()", "b()  ->  pass"),
        ("x = [a for a in b if c]", "for a in b if c  ->   for a in b"),
        ("x = 'key'", "'key'  ->  'XXkey'"),
        ("x = True", "True  ->  False"),
        ("x = -a", "-a  ->  a"),
    ],
)
def test_a_kind_of_change(tmp_path: Path, code: str, change: str) -> None:
    assert change in {told.strip() for told in changes(tmp_path, code)}


@pytest.mark.parametrize("code", ["'''doc'''", "import a", "x = f'{a}'", "x = 'a sentence'"])
def test_what_is_left_alone(tmp_path: Path, code: str) -> None:
    assert changes(tmp_path, code) == set()


@pytest.mark.slow
def test_mutants_are_different_programs() -> None:
    path = Path(referee.__file__)
    found = list(mutants_of(path))
    sources = {mutant.source for mutant in found}
    assert len(sources) == len(found) > 100
    assert ast.unparse(ast.parse(path.read_text())) not in sources
    for mutant in found:
        compile(mutant.source, "mutant", "exec")


def test_the_modules_and_their_tests_are_there() -> None:
    for module in modules([]):
        assert module.path.exists()
        assert all(test.exists() for test in module.tests)
    assert [module.name for module in modules(["explorer"])] == ["mu_torere/explorer"]
    both = [module.name for module in modules(["proof"])]
    assert both == ["mu_torere/proof", "meta_tic_tac_toe/proof"]
    with pytest.raises(SystemExit, match="no module nonsense"):
        modules(["nonsense"])


@pytest.mark.slow
def test_a_broken_module_is_noticed() -> None:
    (module,) = modules(["picture"])
    source = module.path.read_text()
    runner = Runner()
    try:
        assert not runner.noticed(module, source, (60.0, 60.0))[0]
        assert runner.noticed(module, source.replace("!= 2", "!= 3"), (60.0, 60.0))[0]
        for limit in ((0.5, 60.0), (60.0, 0.5)):
            assert runner.noticed(module, "while True: pass", limit)[0]
    finally:
        runner.close()


def test_survivors_are_explained() -> None:
    text = (ROOT / "tests" / "mutation" / "survivors.md").read_text()
    assert all(f"## {name}" in text for name in TESTS)


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "--sample N" in capsys.readouterr().out
