"""The MENACE scripts as their notes print them."""

import pytest

from harness.places import ROOT

FOLDER = ROOT / "solutions" / "menace"
PICTURES = {0x2400 + code: code for code in range(32)}  # ␘ stands for the control character 24


@pytest.mark.parametrize("script", ["open.py", "strict.py"])
def test_the_notes_print_the_file(script: str) -> None:
    notes = (FOLDER / "NOTES.md").read_text(encoding="utf-8")
    below = notes.partition(f"## {script}")[2].partition("\n## ")[0]
    lines = [line[4:] for line in below.split("\n") if line.startswith("    ")]
    assert "\n".join(lines).translate(PICTURES) == (FOLDER / script).read_text(encoding="utf-8")
