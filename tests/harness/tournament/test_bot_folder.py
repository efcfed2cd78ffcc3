"""A bot's folder as bytes and back, its data.txt whatever became of it, and its removal."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.removal import remove
from harness.tournament import bot_folder
from harness.tournament.bot_folder import pack, read_data, unpack
from harness.verdict import UsageError

Files = dict[str, tuple[bytes, bool]]

parts = st.text("ab.é ", min_size=1, max_size=3).filter(lambda name: name not in (".", ".."))
contents = st.dictionaries(
    st.lists(parts, min_size=1, max_size=3).map("/".join), st.tuples(st.binary(), st.booleans())
)


def write(folder: Path, files: Files) -> Files:
    """Write what can be written; what cannot, since its folder is a file, is left out."""
    folder.mkdir()
    written = {}
    for name, (content, runs) in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            continue
        path.chmod(0o755 if runs else 0o644)
        written[name] = content, runs
    return written


def files_of(folder: Path) -> Files:
    return {
        str(path.relative_to(folder)): (path.read_bytes(), os.access(path, os.X_OK))
        for path in folder.rglob("*")
        if path.is_file()
    }


@given(contents)
def test_unpacking_undoes_packing(tmp_path_factory: pytest.TempPathFactory, files: Files) -> None:
    place = tmp_path_factory.mktemp("archives")
    written = write(place / "bot", files)
    archive = pack(place / "bot")
    unpack(archive, b"known", place / "field" / "bot")
    assert files_of(place / "field" / "bot") == written | {"data.txt": (b"known", False)}
    assert pack(place / "field" / "bot") == archive


def test_the_kit_is_the_contents_alone(tmp_path: Path) -> None:
    write(tmp_path / "bot", {"run": (b"x", True), "sub/data.txt": (b"", False)})
    before = pack(tmp_path / "bot")
    os.utime(tmp_path / "bot" / "run", (0, 0))
    (tmp_path / "bot" / "data.txt").write_text("learned")
    (tmp_path / "bot" / "__pycache__").mkdir()
    (tmp_path / "bot" / "__pycache__" / "x.pyc").write_text("")
    assert pack(tmp_path / "bot") == before
    (tmp_path / "bot" / "sub" / "data.txt").write_text("x")  # of no meaning down there: a file
    assert pack(tmp_path / "bot") != before
    (tmp_path / "bot" / "sub" / "data.txt").write_text("")
    (tmp_path / "bot" / "run").chmod(0o644)
    assert pack(tmp_path / "bot") != before


def test_a_bot_is_made_of_plain_files(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "link").symlink_to("/etc/passwd")
    with pytest.raises(UsageError, match="link: neither a plain file nor a folder"):
        pack(folder)
    (folder / "link").unlink()
    os.mkfifo(folder / "pipe")
    with pytest.raises(UsageError, match="pipe: neither"):
        pack(folder)
    (folder / "pipe").unlink()
    (folder / "folder").symlink_to("..")
    with pytest.raises(UsageError, match="folder: neither"):
        pack(folder)
    with pytest.raises(UsageError, match=r"cannot be read: .*No such file"):
        pack(tmp_path / "missing")


def test_a_bot_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_folder, "FOLDER_BYTES", 10)
    write(tmp_path / "bot", {"a": (b"12345", False), "b": (b"12345", False)})
    pack(tmp_path / "bot")
    (tmp_path / "bot" / "c").write_text("1")
    with pytest.raises(UsageError, match="c: this file makes the bot larger than"):
        pack(tmp_path / "bot")


def test_data_is_what_a_plain_file_holds(tmp_path: Path) -> None:
    path = tmp_path / "data.txt"
    assert read_data(tmp_path, 10) == b""
    path.write_bytes(b"\x00learned")
    assert read_data(tmp_path, 10) == b"\x00learned"
    assert read_data(tmp_path, 3) == b"\x00le"
    path.chmod(0)
    assert read_data(tmp_path, 10) == b"\x00learned"


def test_data_that_is_none_is_nothing(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("another's")
    path = tmp_path / "data.txt"
    path.symlink_to(secret)
    assert read_data(tmp_path, 10) == b""
    path.unlink()
    path.hardlink_to(secret)
    assert read_data(tmp_path, 10) == b""
    path.unlink()
    os.mkfifo(path)  # to open which would wait for a writer
    assert read_data(tmp_path, 10) == b""
    path.unlink()
    path.mkdir()
    assert read_data(tmp_path, 10) == b""


def test_whatever_a_bot_made_of_its_folder_is_removed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("")
    folder = tmp_path / "field"
    write(folder, {"a/b/c": (b"", False)})
    (folder / "a" / "link").symlink_to(outside)
    (folder / "a").chmod(0)
    remove(folder)
    assert not folder.exists()
    assert (outside / "kept").exists()
    assert outside.stat().st_mode & 0o777 == 0o755
    remove(folder)  # it is gone already


def test_a_nest_of_folders_deeper_than_any_stack_is_removed(tmp_path: Path) -> None:
    digs = "import os\nfor _ in range(1100):\n os.mkdir('x')\n os.chdir('x')"
    (tmp_path / "field").mkdir()
    subprocess.run([sys.executable, "-c", digs], cwd=tmp_path / "field", check=True)
    remove(tmp_path / "field")
    assert not (tmp_path / "field").exists()
