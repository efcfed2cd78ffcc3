"""Pages as a browser without a window makes them."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, NamedTuple

import pytest

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE: Final = 120  # seconds until a browser is given up; nothing is asserted about speed
_OPTIONS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--enable-logging=stderr", "--virtual-time-budget=10000",
    "--dump-dom",
)  # fmt: skip


class Rendered(NamedTuple):
    """A page's elements after its script ran, and what was written to the console."""

    dom: str
    console: list[str]


def render(page: Path, fragment: str, profile: Path) -> Rendered:
    """Open a page from its file. Skips the test where there is no browser."""
    browser = next(filter(None, map(shutil.which, NAMES)), None)
    if browser is None:
        pytest.skip("no Chromium here to open the page with")
    done = subprocess.run(
        [browser, *_OPTIONS, f"--user-data-dir={profile}", f"{page.as_uri()}{fragment}"],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return Rendered(done.stdout, re.findall(r".*:CONSOLE.*", done.stderr))


class Board(NamedTuple):
    """One small board as it is in the page."""

    tiles: str
    state: str
    playable: bool
    line: bool


class Dom(HTMLParser):
    """What a page shows: its boards, the text of elements with an id, all texts that are seen."""

    def __init__(self, dom: str) -> None:
        super().__init__()
        self.tiles: list[str] = []
        self.frames: list[tuple[str, set[str]]] = []  # state and classes of each board
        self.text: dict[str, str] = {}
        self.just: list[int] = []  # the tiles that are highlighted, counted from 0
        self.scripts = 0
        self._open: list[tuple[str, str | None]] = []
        self.feed(dom)

    @property
    def boards(self) -> list[Board]:
        found = []
        for number, (state, classes) in enumerate(self.frames):
            tiles = "".join(self.tiles[9 * number : 9 * number + 9])
            found.append(Board(tiles, state, "playable" in classes, "line" in classes))
        return found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        classes = set((values.get("class") or "").split())
        if "board" in classes:
            self.frames.append((values.get("data-state") or "", classes))
        if "tile" in classes:
            if "just" in classes:
                self.just.append(len(self.tiles))
            self.tiles.append("")
        self.scripts += tag == "script"
        if tag not in ("meta", "link", "input", "br"):
            self._open.append((tag, values.get("id")))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        ids = [name for _, name in self._open if name]
        for name in ids:
            self.text[name] = self.text.get(name, "") + data
        if "boards" in ids and self.tiles:
            self.tiles[-1] += data
