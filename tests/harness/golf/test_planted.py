"""Spare bytes planted in a golfed script: `shave` finds each, by the whole verification."""

import json
from pathlib import Path

import pytest

from harness.command_line import main
from harness.places import ROOT

SCRIPT = ROOT / "solutions" / "mu_torere" / "open.py"
# What stands there, and the same with a byte too many.
PLANTED = [
    ("*b,=", "*b, ="), ("h=16", "h= 16"), ("\nwhile", ";\nwhile"), ("while[", "while ["),
    ("[print", "[ print"), ("print(*b", "print(* b"), ("*b)]:", "*b) ]:"), ("]:b[h]", "]: b[h]"),
    ("]=s=", "]=s ="), ("str(h%2)", "str(+h%2)"), ("b[h:={", "b[h :={"), ("{b[x", "{b [x"),
    (":=h^-i]", ":= h^-i]"), (":h%2*x", ": h%2*x"), ("in b'", "in  b'"), ("[:h+23]", "[:h+ 23]"),
    ("}[s]", "} [s]"), ("or int", "or  int"), ("input())", "input( ))"), ("]=2", "]=2;"),
]  # fmt: skip


def planted(source: str) -> str:
    """The source with all the bytes too many."""
    spares = []
    for right, longer in PLANTED:
        assert source.count(right) == 1, right
        (at, *_) = [k for k in range(len(longer)) if longer[:k] + longer[k + 1 :] == right]
        spares.append((source.index(right) + at, longer[at]))
    for at, spare in sorted(spares, reverse=True):
        source = source[:at] + spare + source[at:]
    return source


@pytest.mark.slow
def test_twenty_planted_bytes_are_all_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLFPROOF_BUILD", str(tmp_path / "build"))
    tight = SCRIPT.read_bytes()
    spoilt = planted(tight.decode("latin-1"))
    assert len(spoilt) == len(tight) + 20
    Path("spoilt.py").write_bytes(spoilt.encode("latin-1"))
    words = ["shave", "spoilt.py", "--as", "mu_torere/open", "-o", "short.py"]
    assert main([*words, "--bytes", "1", "--no-rewrites", "--jobs", "2"]) == 0
    assert capsys.readouterr().out.count("delete 1 at byte") == len(PLANTED) == 20
    assert Path("short.py").read_bytes() == tight
    (made,) = Path("build/golf/shave").glob("*.certificate.json")
    assert json.loads(made.read_text())["bytes"] == len(tight)
