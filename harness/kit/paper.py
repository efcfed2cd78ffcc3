"""Where labels stand on a sheet. All lengths are millimetres, from the top left corner."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from harness.verdict import UsageError

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN: Final = 10.0  # most printers leave at least 5 mm white
SMALLEST: Final = 20.0  # a side of a label: below this the marks of the beads cannot be read
MARK: Final = 4.0  # the length of a cutting mark
MARK_GAP: Final = 1.5  # between a cutting mark and the labels


class Place(NamedTuple):
    """One label: its page (from 0) and its top left corner."""

    page: int
    x: float
    y: float


@dataclass(frozen=True)
class Sheet:
    """Equal labels in rows and columns that share their edges, in the middle of each page."""

    paper: str
    width: float
    height: float

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            raise UsageError(f"{self.paper}: the papers are {', '.join(PAPERS)}")
        if min(self.width, self.height) < SMALLEST:
            raise UsageError(f"a label is at least {SMALLEST:g} mm each way, not {self.size}")
        if not self.columns or not self.rows:
            inside = "{:g}x{:g}".format(*(side - 2 * MARGIN for side in self.page))
            raise UsageError(f"a label of {self.size} mm does not fit; {self.paper} has {inside}")

    @property
    def size(self) -> str:
        """The label's size as a user types it: 50x34."""
        return f"{self.width:g}x{self.height:g}"

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of the paper."""
        return PAPERS[self.paper]

    @property
    def columns(self) -> int:
        """Labels side by side."""
        return int((self.page[0] - 2 * MARGIN) // self.width)

    @property
    def rows(self) -> int:
        """Labels one below the other."""
        return int((self.page[1] - 2 * MARGIN) // self.height)

    def places(self, labels: int) -> Iterator[Place]:
        """Where each label stands: row by row, page after page."""
        left, top = self._corner()
        for label in range(labels):
            page, rest = divmod(label, self.columns * self.rows)
            row, column = divmod(rest, self.columns)
            yield Place(page, left + column * self.width, top + row * self.height)

    def cuts(self) -> tuple[list[float], list[float]]:
        """The x of every upright cut and the y of every level one."""
        left, top = self._corner()
        return (
            [left + column * self.width for column in range(self.columns + 1)],
            [top + row * self.height for row in range(self.rows + 1)],
        )

    def _corner(self) -> tuple[float, float]:
        width, height = self.page
        return (width - self.columns * self.width) / 2, (height - self.rows * self.height) / 2
