"""The interpreter of programs under test: quick, without hooks, and with all else of Python."""

import json
import site
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path

import pytest

from harness import plain_python as module
from harness.meta_tic_tac_toe.bot import Bot, CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.places import build, set_build
from harness.plain_python import plain_python
from harness.sandbox.levels import Level, available_levels


@pytest.fixture(autouse=True)
def _built_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLFPROOF_BUILD", "")  # so that it is restored
    set_build(str(tmp_path / "build"))


def seen_by(interpreter: Path, code: str) -> object:
    done = subprocess.run([interpreter, "-c", code], capture_output=True, text=True, check=True,
                          env={}, cwd="/")  # fmt: skip
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_it_is_python_with_all_that_a_program_may_use() -> None:
    code = "import json, sys; print(json.dumps([sys.version, sys.base_prefix, callable(exit)]))"
    assert seen_by(plain_python(), code) == [sys.version, sys.base_prefix, True]


def test_installed_packages_can_be_imported_and_no_hook_is_run() -> None:
    code = "import json, sys; print(json.dumps([sys.path, sorted(sys.modules)]))"
    found = seen_by(plain_python(), code)
    assert isinstance(found, list)
    path, modules = found
    packages = [name for name in site.getsitepackages([sys.base_prefix]) if Path(name).is_dir()]
    assert set(packages) <= set(path)
    assert sysconfig.get_path("stdlib") in path
    assert not {"certifi", "_distutils_hack", "typing", "threading"} & set(modules)


def test_hooks_of_the_installation_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    (packages / "hook.pth").write_text("import sys; sys.hooked = True\n")
    (packages / "installed.py").write_text("x = 1")
    monkeypatch.setattr(site, "getsitepackages", lambda prefixes: [str(packages)])
    code = "import json, sys, installed; print(json.dumps([hasattr(sys, 'hooked'), installed.x]))"
    assert seen_by(plain_python(), code) == [False, 1]


def test_several_at_once_lay_out_one() -> None:
    found: list[Path] = []
    threads = [
        threading.Thread(target=lambda: found.append(module._laid_out.__wrapped__(build())))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) == {plain_python()}
    assert len(found) == len(threads)
    assert [path.name for path in build().iterdir()] == [plain_python().parents[1].name]


@pytest.mark.parametrize("level", available_levels(), ids=str)
@pytest.mark.parametrize("inside", ["build/arena", "arena"])
def test_bots_are_run_by_it_in_one_sandbox(inside: str, level: Level, tmp_path: Path) -> None:
    """Also where all of it is in the temporary folder, which the sandbox empties."""
    arena = tmp_path / inside
    (arena / "me").mkdir(parents=True)
    bot = Bot("me", ("python3", "-c", "import sys; print(sys.executable)"))
    with BotCaller(bot, arena, CallLimits(60.0), level) as call:
        assert call(()).said.strip() == str(plain_python())
        client = call._confined._client
        assert call(()).exit.reached == ()
        assert client is not None
        assert call._confined._client is client
        assert not client.is_closed


def test_where_nothing_can_be_written_it_is_the_installations_own(tmp_path: Path) -> None:
    folder = tmp_path / "build"
    set_build(str(folder))
    folder.rmdir()
    folder.write_text("")
    assert plain_python().resolve() == plain_python()
    assert seen_by(plain_python(), "print('1')") == 1


def test_where_its_folder_is_spoilt_it_is_the_installations_own() -> None:
    link = plain_python()
    link.unlink()
    again = module._laid_out.__wrapped__(build())
    assert again == again.resolve()
    assert seen_by(again, "print('1')") == 1
