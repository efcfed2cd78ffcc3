"""What a run can take of the machine beside memory and time: files that nobody sees, open files."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.program import Program
from harness.sandbox.inside.temporary import holds_little, make
from harness.sandbox.levels import Level
from harness.session import Ending, Exit, Limits, Reply
from tests.harness.sandbox.levels import at_each_level

LIMITS = Limits(move_seconds=60.0, asks_seconds=60.0)
BEGINS = (
    "import mmap, os, resource, socket, sys, time\nhome, kept = os.environ['TMPDIR'], []\n"
    "resource.setrlimit(resource.RLIMIT_NOFILE, 2 * resource.getrlimit(resource.RLIMIT_NOFILE)[1:])"
    "\n"
)
MAPPED = (
    "for number in range({many}):\n"
    "    with open(home + '/x', 'wb+') as file:\n"
    "        file.write(bytes(4096)); file.flush(); os.unlink(home + '/x')\n"
    "        kept.append(mmap.mmap(file.fileno(), 4096))\n"
)
SENT = (
    "one, other = socket.socketpair()\n"
    "for number in range({many}):\n"
    "    with open(home + '/x', 'wb') as file:\n"
    "        socket.send_fds(one, [b'x'], [file.fileno()]); os.unlink(home + '/x')\n"
)
OPEN = "kept += [os.dup(1) for number in range({many})]\n"
ENDS = "print('done', flush=True)\nif {many} > 100: time.sleep(600)\n"


def ran(code: str, many: int, folder: Path, level: Level) -> tuple[Reply, Exit]:
    (folder / "my.py").write_text((BEGINS + code + ENDS).format(many=many))
    with Program(("python3", "my.py"), folder, limits=LIMITS, level=level).start() as session:
        return session.read(lambda text: False), session.close()


@at_each_level
@pytest.mark.parametrize(
    ("code", "many"), [(MAPPED, 300), (SENT, 300), (OPEN, 9000)], ids=["mapped", "sent", "open"]
)
def test_it_is_bounded(tmp_path: Path, code: str, many: int, level: Level) -> None:
    assert ran(code, many, tmp_path, level)[0].ending is Ending.EXCESS
    assert ran(code, 50, tmp_path, level)[1].status == 0


@pytest.fixture
def unlisted(monkeypatch: pytest.MonkeyPatch) -> None:
    """To an ordinary user a folder can be closed; to root none is."""
    before = os.scandir

    def refused(path: str) -> Iterator[os.DirEntry[str]]:
        if path.endswith("closed"):
            raise PermissionError(path)
        return before(path)

    monkeypatch.setattr(os, "scandir", refused)


@pytest.mark.usefixtures("unlisted")
@pytest.mark.parametrize(("mode", "is_little"), [(0o300, False), (0o100, False), (0, True)])
def test_a_folder_that_cannot_be_listed(tmp_path: Path, mode: int, is_little: bool) -> None:
    """Files can be made in one that can be entered, and in no other."""
    folder = tmp_path / "run"
    make(str(folder))
    (folder / "closed").mkdir(mode)
    assert holds_little(str(folder), []) is is_little
