"""Sizes as golfers count them."""

from pathlib import Path

import pytest

from harness.command_line import main
from harness.golf import deflate, shell
from harness.golf.measure import measure

CODE = b"import sys\nfor i in range(99):print(i*i,i*i,i*i,file=sys.stdout)"


def test_a_plain_program_and_the_same_one_packed() -> None:
    plain = measure(Path("a.py"), CODE)
    assert (plain.bytes, plain.plain) == (len(CODE), len(CODE))
    text = CODE.partition(b"\n")[2]
    stream = deflate.encode(text, deflate.Costs(), 20)
    packed = measure(Path("a.py"), shell.wrap(stream.literal, ("sys",)))
    assert packed.plain == len(CODE)
    assert packed.packed == packed.bytes
    assert plain.packed is not None


@pytest.mark.parametrize(
    ("name", "data", "header"),
    [
        ("a.pl", b"print 1", "# Perl 5, 7 bytes"),
        ("a.js", "«»".encode(), "# JavaScript (Node.js), 4 bytes (2 characters)"),
        ("a.js", b"\xab\xbb", "# JavaScript (Node.js), 2 bytes"),
        ("a", b"#!/usr/bin/env ruby\np 1", "# Ruby, 23 bytes"),
        ("a", b"#!/bin/bash\n:", "# Bash, 13 bytes"),
        ("a.05ab1e", b"x", "# 05ab1e, 1 byte"),
        ("a", b"x", "# unknown language, 1 byte"),
        ("broken.py", b"for(", "# Python 3, 4 bytes"),
        ("binary.py", bytes(range(256)), "# Python 3, 256 bytes"),
        ("latin.py", b"#coding:L1\nprint('\xe9')", "# Python 3, 21 bytes"),
    ],
)
def test_headers(name: str, data: bytes, header: str) -> None:
    assert measure(Path(name), data).header == header


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.pl").write_bytes(b"print 1")
    Path("empty.rb").write_bytes(b"")
    assert main(["bytes", "a.pl"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "# Perl 5, 7 bytes"
    for bad, said in (
        (".", "a folder, not a file"),
        ("gone", "No such file"),
        ("empty.rb", "empty"),
    ):
        assert main(["bytes", bad]) == 2
        assert said in capsys.readouterr().err
