"""What was looked at is opened, and nothing that a program has put in its place since."""

import errno
import os
from pathlib import Path

import pytest

from harness.sandbox.inside.unswapped import opened

OWN = f"/proc/{os.getpid()}/fd"


def content(path: str, flags: int = os.O_RDONLY, *, is_stream: bool = False) -> bytes:
    descriptor = opened(path, flags, 0o600, is_stream)
    try:
        return os.read(descriptor, 9)
    finally:
        os.close(descriptor)


def test_a_link_in_the_place_of_a_file_or_of_its_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / "x").write_text("mine")
    assert content(f"{tmp_path}/built/x") == b"mine"
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "file").symlink_to("secret")
    (tmp_path / "folder").symlink_to("built")
    for swapped in "file", "folder/x":
        with pytest.raises(OSError, match=f"Errno {errno.ELOOP}"):
            content(f"{tmp_path}/{swapped}")


def test_a_file_is_made_and_flags_that_nobody_knows_are_passed_over(tmp_path: Path) -> None:
    made = opened(f"{tmp_path}/x", os.O_CREAT | os.O_WRONLY | 1 << 30, 0o640, is_stream=False)
    os.write(made, b"x")
    os.close(made)
    assert (tmp_path / "x").read_text() == "x"
    assert (tmp_path / "x").stat().st_mode & 0o700 == 0o600


def test_a_file_in_the_place_of_a_stream_is_not_opened(tmp_path: Path) -> None:
    """The name of a descriptor stays the same, whatever a program makes of the descriptor."""
    (tmp_path / "source").write_text("source")
    own, (end, pipe) = os.open(tmp_path / "source", os.O_RDONLY), os.pipe()
    try:
        name = f"{OWN}/{end}"
        os.write(pipe, b"piped")
        assert content(name, is_stream=True) == b"piped"
        os.dup2(own, end)
        for flags in os.O_RDONLY, os.O_WRONLY | os.O_TRUNC:
            with pytest.raises(OSError, match="swapped"):
                content(name, flags, is_stream=True)
        (tmp_path / "source").unlink()
        assert content(name, is_stream=True) == b"source"
    finally:
        for descriptor in own, end, pipe:
            os.close(descriptor)


def test_what_is_in_proc_is_opened_as_it_was_looked_at() -> None:
    assert content(f"/proc/{os.getpid()}/comm")
    with pytest.raises(OSError, match="swapped"):
        content("/proc/self/comm")  # a link: no real path
