"""A run may put files down in a folder of its own, so much and no more; none sees another's."""

from pathlib import Path

import pytest

from harness.program import Program
from harness.sandbox.inside.temporary import holds_little, make, removed
from harness.sandbox.levels import LEVELS, Level
from harness.session import Ending, Exit, Limits, Reply

HERE = [level for level in LEVELS if level.is_available()]
LIMITS = Limits(move_seconds=120.0, asks_seconds=60.0)
PUTS = "import os, time\nhome = os.environ['TMPDIR']\nprint(os.listdir(home), flush=True)\n"


def ran(code: str, folder: Path, level: Level) -> tuple[Reply, Exit]:
    (folder / "my.py").write_text(PUTS + code)
    with Program(("python3", "my.py"), folder, limits=LIMITS, level=level).start() as session:
        reply = session.read(lambda text: False)
        return reply, session.close()


@pytest.mark.parametrize("level", HERE, ids=str)
@pytest.mark.parametrize(
    "leaves",
    [
        "open(home + '/left', 'w').write('x')\n",
        "os.makedirs(home + '/a/b/c'); os.chmod(home + '/a/b', 0)\n",
        "os.chdir(home)\nfor _ in range(1500): os.mkdir('d'); os.chdir('d')\n",
        "os.symlink('/', home + '/link'); os.mkfifo(home + '/pipe')\n",
    ],
    ids=["a file", "a locked folder", "a deep folder", "links"],
)
def test_a_run_finds_nothing_of_the_one_before(tmp_path: Path, leaves: str, level: Level) -> None:
    for _ in range(3):
        reply, exit_ = ran(leaves, tmp_path, level)
        assert reply.text == "[]\n"
        assert (exit_.status, exit_.reached) == (0, ()), exit_


@pytest.mark.parametrize("level", HERE, ids=str)
@pytest.mark.parametrize("unseen", [False, True])
def test_a_run_may_not_fill_the_disk(tmp_path: Path, unseen: bool, level: Level) -> None:
    code = (
        "files = []\ntry:\n"
        "    for number in range(40):\n"
        "        files.append(open(f'{home}/{number}', 'wb', buffering=0))\n"
        "        for _ in range(15): files[-1].write(bytes(1 << 20))\n"
        f"        if {unseen}: os.unlink(f'{{home}}/{{number}}')\n"
        "except OSError as error: print(error.strerror, flush=True)\n"
        "time.sleep(600)\n"
    )
    (tmp_path / "my.py").write_text(PUTS + code)
    with Program(("python3", "my.py"), tmp_path, limits=LIMITS, level=level).start() as session:
        reply = session.read(lambda text: "No space" in text)
    assert reply.ending is Ending.EXCESS or "No space left" in reply.text


def test_what_is_in_it_counts(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    make(str(folder))
    (folder / "sub").mkdir()
    assert holds_little(str(folder), [])
    for number in range(5000):
        (folder / "sub" / str(number)).touch()
    assert not holds_little(str(folder), [])
    assert removed(str(folder))
    assert not folder.exists()
    assert not removed(str(folder))
