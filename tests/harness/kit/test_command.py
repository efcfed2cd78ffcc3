"""The PDF, read back: every label there and true to half a millimetre, and the pages of words."""

import argparse
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader

from harness.command_line import main
from harness.kit import turns
from harness.kit.beads import COLOURS
from harness.kit.command import add_options
from reference.menace.boxes import boxes_of

MM = 72 / 25.4
BOX = re.compile(r"Box (\d+)\n(X|O), move (\d)\n(\d+) beads:\n(\d+) of each")


class Kit:
    """A kit read back: its pages, and the text of each, which takes long to read."""

    def __init__(self, path: Path) -> None:
        self.pages = PdfReader(path).pages
        self.texts = [page.extract_text() for page in self.pages]

    def labels(self) -> list[tuple[str, ...]]:
        """Number, side, move, beads in all and of each kind, of every label."""
        return [found for text in self.texts for found in BOX.findall(text)]


Made = Callable[..., Kit]
LARGEST = ("--paper", "letter", "--second", "--beads", "michie")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Makes a kit with these options, each once."""

    @cache
    def make(*options: str) -> Kit:
        out = tmp_path_factory.mktemp("kit") / "kit.pdf"
        assert main(["kit", "--out", str(out), *options]) == 0
        return Kit(out)

    return make


def rectangles(page: PageObject) -> list[tuple[float, float]]:
    """Width and height in millimetres of every rectangle that the page draws."""
    contents = page.get_contents()
    assert contents is not None
    found = re.findall(
        r"(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re", contents.get_data().decode("latin-1")
    )
    return [(abs(float(w)) / MM, abs(float(h)) / MM) for _, _, w, h in found]


@pytest.mark.parametrize(
    ("options", "label", "page_mm"),
    [
        ("", "50x34", (210, 297)),
        pytest.param("--paper letter", "36x60", (215.9, 279.4), marks=pytest.mark.slow),
        pytest.param("--paper a4", "22x21", (210, 297), marks=pytest.mark.slow),
    ],
)
def test_every_label_is_there_in_its_size(
    made: Made, options: str, label: str, page_mm: tuple[float, float]
) -> None:
    kit = made(*options.split(), "--label", label) if options else made()
    width, height = map(float, label.split("x"))
    sized = 0
    for page, text in zip(kit.pages, kit.texts, strict=True):
        assert float(page.mediabox.width) / MM == pytest.approx(page_mm[0], abs=0.1)
        assert float(page.mediabox.height) / MM == pytest.approx(page_mm[1], abs=0.1)
        numbers = BOX.findall(text)
        if numbers:
            here = rectangles(page)
            assert len(here) == len(numbers)
            assert all(abs(w - width) < 0.5 and abs(h - height) < 0.5 for w, h in here)
            sized += len(here)
    assert sized == 304
    assert [int(found[0]) for found in kit.labels()] == list(range(1, 305))
    assert Counter(found[2] for found in kit.labels()) == {"1": 1, "2": 12, "3": 108, "4": 183}


@pytest.mark.parametrize(
    "typed", ["37.5x30", "37,5x30", "37.5mm x 30mm", "37.5X30", "37.5 × 30 mm"]
)
def test_a_size_is_typed_as_people_do(typed: str) -> None:
    parser = argparse.ArgumentParser()
    add_options(parser)
    options = parser.parse_args(["--label", typed, "--paper", "Letter"])
    assert (options.label, options.paper) == ((37.5, 30), "letter")


def test_the_key_adds_up_what_the_labels_say(made: Made) -> None:
    kit = made()
    on_labels = sum(int(found[3]) for found in kit.labels())
    key = kit.texts[1]
    for colour in COLOURS:
        assert re.search(rf"{colour.name}\s+{colour.shape}", key)
    found = re.search(r"all\s+(\d+)\s+(\d+)", key)
    assert found
    assert int(found[1]) == on_labels
    assert int(found[2]) >= 1.25 * on_labels


def test_colours_and_marks_all_differ() -> None:
    for what in ("name", "rgb", "mark", "shape"):
        assert len({getattr(colour, what) for colour in COLOURS}) == 9


def test_the_index_has_every_board(made: Made) -> None:
    from harness.kit.pages import index_line  # the library that writes PDFs takes long to import

    lines = set("\n".join(made().texts).splitlines())
    for entry in turns.index(boxes_of("X")):
        assert index_line(entry) in lines


@pytest.mark.slow
def test_michie_and_the_second_player(made: Made) -> None:
    kit = made(*LARGEST)
    # A corner, an edge and the centre are all that the empty board can tell apart, four beads each.
    assert kit.labels()[0] == ("1", "X", "1", "12", "4")
    of_o = [found for found in kit.labels() if found[1] == "O"]
    assert [int(found[0]) for found in of_o] == list(range(1, len(boxes_of("O")) + 1))
    rules = kit.texts[0]
    assert "resigns" in rules
    assert "three more of its colour" in " ".join(rules.split())
    assert "The second player" in rules


@pytest.mark.slow
def test_pages_of_words_stay_on_their_page(made: Made) -> None:
    kit = made(*LARGEST)
    titles = [text.splitlines()[0] for text in kit.texts[:4]]
    assert titles == [
        "MENACE: the rules",
        "Beads: the key, and how many to buy",
        "A lesson with MENACE",
        "MENACE: score sheet",
    ]
    for page in kit.pages[:4]:
        contents = page.get_contents()
        assert contents is not None
        written = re.findall(r"BT (-?[\d.]+) (-?[\d.]+) Td", contents.get_data().decode("latin-1"))
        assert len(written) > 5
        assert min(float(y) for _, y in written) > 10 * MM


@pytest.mark.parametrize(
    "options", [["--label", "0x0"], ["--label", "500x34"], ["--out", "/proc/none/kit.pdf"]]
)
def test_what_cannot_be_is_said_in_a_line(
    options: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["kit", "--out", str(tmp_path / "kit.pdf"), *options]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_without_the_library_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("harness.extras.find_spec", lambda name: None)
    assert main(["kit"]) == 2
    assert "pip install '.[people]' in golfproof's folder" in capsys.readouterr().err
