"""Every way out is denied and seen: a table of programs, at each level, as root and as a user.

The rows of one clause are tried by one program; each row by a program of its own is slow.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from harness.places import ROOT
from harness.program import Program
from harness.sandbox.inside.seccomp import MACHINE
from harness.sandbox.levels import Level, available_levels, can_notify, level_named
from harness.session import Limits
from tests.harness.sandbox.escapes import BY_CLAUSE, ESCAPES, SILENT
from tests.harness.sandbox.escapes.way import Escape
from tests.harness.sandbox.escapes.wild import wild

pytestmark = pytest.mark.skipif(not can_notify(), reason="nothing is watched here")
HERE = available_levels()
LIMITS = Limits(move_seconds=60.0)
USER = 65534  # nobody


def tried(escape: Escape, folder: Path, level: Level) -> tuple[str, tuple[str, ...]]:
    """What a program prints that tries it, and what was seen."""
    body = "".join(f"    {line}\n" for line in escape.code.split("\n"))
    code = f"try:\n{body}    print('out')\nexcept BaseException: print('in')\n"
    return ran(code, folder, level)


def all_tried(codes: Mapping[str, str], folder: Path, level: Level) -> tuple[str, tuple[str, ...]]:
    """What a program prints that tries all of them: the names of those that get out."""
    code = (
        f"import os\nhome = os.getcwd()\nfor name, code in {dict(codes)!r}.items():\n"
        "    try:\n        os.chdir(home)\n"
        "        exec(code, {'__file__': 'my.py', '__name__': 'x'})\n        print(name)\n"
        "    except BaseException: pass\nprint('done')\n"
    )
    return ran(code, folder, level)


def ran(code: str, folder: Path, level: Level) -> tuple[str, tuple[str, ...]]:
    """What a program prints, and what it was seen to reach for."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    (folder / "secret").write_text("secret")
    with suppress(OSError):  # not every file system has attributes
        os.setxattr(folder / "secret", "user.answer", b"secret")
    if not (folder / "link").is_symlink():
        (folder / "link").symlink_to("secret")
    (folder / "program").write_text("#!/bin/sh\necho out\n")
    (folder / "program").chmod(0o755)
    (home / "my.py").write_text(code.replace("FOLDER", str(folder)))
    before = (home / "my.py").stat()
    program = Program(("python3", "my.py"), home, limits=LIMITS, level=level)
    with program.start() as session:
        said = session.read(lambda text: False).text
        reached = session.close().reached
    after = (home / "my.py").stat()
    assert (after.st_mtime_ns, after.st_mode) == (before.st_mtime_ns, before.st_mode)
    assert sorted(path.name for path in home.iterdir()) == ["my.py"]
    return said, reached


@pytest.mark.parametrize("level", HERE, ids=str)
@pytest.mark.parametrize("clause", BY_CLAUSE)
def test_each_clause_is_held(tmp_path: Path, clause: str, level: Level) -> None:
    rows = BY_CLAUSE[clause]
    codes = {name: escape.code for name, escape in rows.items()}
    said, reached = all_tried(codes, tmp_path, level)
    assert said == "done\n"
    unseen = [n for n, row in rows.items() if not any(row.seen in what for what in reached)]
    assert unseen == [], reached


@pytest.mark.parametrize("level", HERE, ids=str)
def test_what_libraries_try_is_denied_without_a_word(tmp_path: Path, level: Level) -> None:
    assert all_tried(SILENT, tmp_path, level) == ("done\n", ())


@pytest.mark.parametrize("level", HERE, ids=str)
def test_no_arguments_end_the_watcher(tmp_path: Path, level: Level) -> None:
    assert MACHINE is not None
    said, reached = ran(wild(MACHINE), tmp_path, level)
    assert said == "done"
    assert reached != ()
    assert [what for what in reached if "understood" in what] == []


@pytest.mark.slow
@pytest.mark.parametrize("level", HERE, ids=str)
@pytest.mark.parametrize("name", ESCAPES)
def test_it_is_denied_and_seen(tmp_path: Path, name: str, level: Level) -> None:
    escape = ESCAPES[name]
    said, reached = tried(escape, tmp_path, level)
    assert said == "in\n"
    assert [what for what in reached if escape.seen in what], reached


def test_there_are_enough_of_each_kind() -> None:
    assert len(ESCAPES) >= 100
    assert sum(map(len, BY_CLAUSE.values())) == len(ESCAPES), "two of one name"


def _python_of_users() -> str | None:
    """An interpreter that an ordinary user may run."""
    return next((p for p in ("/usr/bin/python3.11", "/usr/bin/python3") if Path(p).exists()), None)


@pytest.mark.slow
@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
@pytest.mark.skipif(_python_of_users() is None, reason="no interpreter for users")
@pytest.mark.parametrize("level", HERE, ids=str)
def test_an_ordinary_user_is_kept_in_too(level: Level, tmp_path: Path) -> None:
    """The whole table in one process of another user."""
    python = _python_of_users()
    assert python is not None
    place = Path("/var/tmp") / f"golfproof-user-{os.getpid()}-{level}"
    shutil.rmtree(place, ignore_errors=True)
    try:
        for folder in ("harness", "reference", "tests/harness/sandbox"):
            shutil.copytree(ROOT / folder, place / folder, ignore=shutil.ignore_patterns("*.pyc"))
        for package in ("tests", "tests/harness"):
            shutil.copy(ROOT / package / "__init__.py", place / package)
        (place / "work").mkdir()
        for path in (place, *place.rglob("*")):
            os.chown(path, USER, USER)
        libraries = [path for path in sys.path if path.endswith("site-packages")]
        code = f"from tests.harness.sandbox.test_escapes import main; main({level.name!r})"
        done = subprocess.run(
            [python, "-c", code],
            cwd=place, user=USER, group=USER, extra_groups=[], capture_output=True, text=True,
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join([str(place), *libraries])},
            check=False,
        )  # fmt: skip
        if "No module named" in done.stderr or "Permission denied" in done.stderr:
            pytest.skip(f"users may not read the libraries here: {done.stderr[-200:]}")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == []
    finally:
        shutil.rmtree(place, ignore_errors=True)


def main(name: str) -> None:
    """Print the rows that are not denied or not seen, as JSON."""
    failed = []
    for title, escape in ESCAPES.items():
        folder = Path("work") / title.replace("/", " ")
        folder.mkdir()
        said, reached = tried(escape, folder.resolve(), level_named(name))
        if said != "in\n" or not any(escape.seen in what for what in reached):
            failed.append([title, said, reached])
    print(json.dumps(failed))
