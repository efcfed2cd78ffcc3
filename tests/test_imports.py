"""The arrows of the plan: tests -> harness -> reference, and nothing imports what is only run."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("harness", "reference", "tests")


def sources(*folders: str) -> list[Path]:
    """The Python files of these folders; the programs under test are in every style on purpose."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in found if not path.is_relative_to(ROOT / "tests" / "programs"))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement in a module, however deep: there are imports among them, and no deeper."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        found = getattr(node, name, None)
        for inner in found if isinstance(found, list) else ():
            yield inner
            yield from statements(inner)


@cache
def imported(path: Path) -> tuple[str, ...]:
    """The full name of every module, or of something in it, that a file imports anywhere."""
    package = path.relative_to(ROOT).parent.parts
    found: list[str] = []
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            up = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*up, *([node.module] if node.module else [])))
            found += [f"{base}.{alias.name}" for alias in node.names]
    return tuple(found)


def importers(of: str, within: list[Path]) -> list[str]:
    return [
        str(path.relative_to(ROOT))
        for path in within
        if any(name == of or name.startswith(f"{of}.") for name in imported(path))
    ]


def test_there_is_something_to_look_at() -> None:
    assert importers("reference", sources("harness")) != []
    assert importers("harness", sources("tests")) != []


@pytest.mark.parametrize(
    ("lower", "uppers"),
    [("reference", ("harness", "tests")), ("harness", ("tests",))],
)
def test_arrows_go_one_way(lower: str, uppers: tuple[str, ...]) -> None:
    assert [name for upper in uppers for name in importers(upper, sources(lower))] == []


GAMES = ("mu_torere", "menace", "meta_tic_tac_toe")
# From the ground up: a folder of harness/ imports from its own row and from those above it.
ROWS: list[tuple[str, ...]] = [("sandbox",), GAMES, ("tournament",)]
ABOVE_ALL = ("commands", "golf", "site", "kit", "starters", "play")


def test_the_sandbox_knows_nothing_of_games() -> None:
    ours = {name for path in sources("harness/sandbox") for name in imported(path)}
    known = tuple(f"harness.{n}" for n in ("sandbox", "verdict", "closing", "languages", "removal"))
    assert [n for n in sorted(ours) if n.startswith("harness.") and not n.startswith(known)] == []


@pytest.mark.parametrize("row", range(len(ROWS)))
def test_folders_of_the_harness_import_downwards(row: int) -> None:
    upper = [name for names in ROWS[row + 1 :] for name in names] + list(ABOVE_ALL)
    lower = sources(*(f"harness/{name}" for name in ROWS[row]))
    assert [user for name in upper for user in importers(f"harness.{name}", lower)] == []


@pytest.mark.parametrize("game", GAMES)
def test_games_know_nothing_of_one_another(game: str) -> None:
    others = [importers(f"harness.{other}", sources(f"harness/{game}")) for other in GAMES
              if other != game]  # fmt: skip
    assert others == [[], []]


def test_no_two_modules_import_each_other() -> None:
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts): path
               for path in sources("harness", "reference")}  # fmt: skip
    graph = {
        name: {other for found in imported(path) for other in (found, found.rpartition(".")[0])
               if other in modules and other != name}
        for name, path in modules.items()
    }  # fmt: skip
    assert any(graph.values())
    while leaves := [name for name, others in graph.items() if not others]:
        graph = {name: others - set(leaves) for name, others in graph.items()
                 if name not in leaves}  # fmt: skip
    assert graph == {}  # what is left imports in circles


def test_nothing_imports_solutions() -> None:
    assert importers("solutions", sources(*FOLDERS)) == []


# The reference's own test drives it on a terminal of its own, sharing nothing with the harness.
def test_one_module_drives_terminals() -> None:
    assert importers("pexpect", sources("harness", "reference")) == ["harness/terminal.py"]


@pytest.mark.parametrize("judged", ["harness", "reference"])
def test_oracles_share_nothing_with_what_they_judge(judged: str) -> None:
    assert importers(judged, sources("tests/oracles")) == []


def test_the_solver_knows_no_process() -> None:
    rules = [path for path in sources("reference") if path.name in ("rules.py", "retrograde.py")]
    assert rules
    for library in ("subprocess", "time", "random", "os"):
        assert importers(library, rules) == []


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in sources("tests")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []
