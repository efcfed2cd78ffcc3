"""The learning curves as pictures. A band is the range over seeds unless the caption says more."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator, PercentFormatter
from matplotlib.typing import RcKeyType

from reference.menace.learning.curve import (
    CROSSINGS,
    FEW,
    OUTCOMES,
    UNBEATEN,
    Curve,
    crossing,
    empty_first_boxes,
    losing_stops,
)
from reference.menace.learning.training import Opponent
from reference.menace.rulesets import CHALLENGE, MICHIE, MICHIE_EVERY_SQUARE

Panels: TypeAlias = list[list[Axes]]

# Told apart by most who do not see red and green as others do (Okabe and Ito's palette).
OUTCOME_COLOURS: Final = {"wins": "#009E73", "draws": "#E69F00", "losses": "#D55E00"}
RULE_COLOURS: Final = {
    CHALLENGE.name: "#0072B2",
    MICHIE.name: "#CC79A7",
    MICHIE_EVERY_SQUARE.name: "#7F7F7F",
}
RULE_NAMES: Final = {
    CHALLENGE.name: "the challenge's rule: +1 / 0 / -1, refills",
    MICHIE.name: "Michie's rule: +3 / +1 / -1, resigns",
    MICHIE_EVERY_SQUARE.name: "Michie's rule with a colour for every square",
}
OPPONENT_NAMES: Final[dict[Opponent, str]] = {
    "random": "against a random player",
    "greedy": "against a greedy player",
    "perfect": "against a perfect player",
    "menace": "against another MENACE",
}


class Kind(NamedTuple):
    """Squares of the empty board that a symmetry makes alike."""

    name: str
    squares: tuple[int, ...]
    colour: str


KINDS: Final = (
    Kind("corners", (0, 2, 6, 8), "#0072B2"),
    Kind("edges", (1, 3, 5, 7), "#D55E00"),
    Kind("centre", (4,), "#009E73"),
)
STYLE: Final[dict[RcKeyType, Any]] = {
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "axes.titlesize": 11,
    "legend.frameon": False,
    "figure.dpi": 110,
    "figure.titlesize": 14,
}


def draw_all(curves: Sequence[Curve], folder: Path, caption: str) -> list[Path]:
    """Write every picture into the folder, return their paths. `caption` says what was trained."""
    sets = {name: [c for c in curves if c.ruleset.name == name] for name in RULE_NAMES}
    with mpl.rc_context(STYLE):
        figures = {
            "results_challenge": results(sets[CHALLENGE.name], caption),
            "results_michie": results(sets[MICHIE.name], caption),
            "rules": rules(list(sets.values()), caption),
            "first_box": first_box([sets[CHALLENGE.name], sets[MICHIE.name]], caption),
            "unbeaten": unbeaten(list(sets.values()), caption),
        }
        paths = []
        for name, figure in figures.items():
            paths.append(folder / f"{name}.png")
            figure.savefig(paths[-1])
    return paths


def results(curves: Sequence[Curve], caption: str) -> Figure:
    """Wins, draws and losses by game number, a panel for each opponent."""
    figure, panels = _grid(2, 2, (12, 8.5))
    for curve, panel in zip(curves, chain(*panels), strict=True):
        for name, code in OUTCOMES.items():
            _share(panel, curve, code, OUTCOME_COLOURS[name], name)
        _mark_events(panel, curve)
        _by_game(panel, curve, OPPONENT_NAMES[curve.opponent])
    _finish(figure, f"Results by {RULE_NAMES[curves[0].ruleset.name]}", caption)
    return figure


def rules(sets: Sequence[Sequence[Curve]], caption: str) -> Figure:
    """A row for each result, a column for each opponent and a line for each ruleset."""
    figure, panels = _grid(len(OUTCOMES), len(sets[0]), (16, 11))
    for row, (name, code) in zip(panels, OUTCOMES.items(), strict=True):
        for panel, *curves in zip(row, *sets, strict=True):
            for curve in curves:
                rule = curve.ruleset.name
                _share(panel, curve, code, RULE_COLOURS[rule], RULE_NAMES[rule])
            _by_game(panel, curves[0], f"{name} {OPPONENT_NAMES[curves[0].opponent]}")
    _finish(figure, "The challenge's rule beside Michie's own", caption)
    return figure


def first_box(sets: Sequence[Sequence[Curve]], caption: str) -> Figure:
    """The beads of the first box, and below them what share of the first moves they make."""
    figure, panels = _grid(2 * len(sets), len(sets[0]), (16, 14), sharey=False)
    for beads, moves, curves in zip(panels[::2], panels[1::2], sets, strict=True):
        for above, below, curve in zip(beads, moves, curves, strict=True):
            _beads(above, curve)
            _first_moves(below, curve)
        rule = RULE_NAMES[curves[0].ruleset.name]
        beads[0].set_ylabel("beads in the first box")
        beads[0].annotate(f"{rule[0].upper()}{rule[1:]}", (0, 1.18), xycoords="axes fraction")
        moves[0].set_ylabel("chance of the first move")
    bands = "bands above: the middle 80% of machines; white below: the box is empty"
    _finish(figure, "Beads in the first box", f"{caption}; {bands}")
    return figure


def unbeaten(sets: Sequence[Sequence[Curve]], caption: str) -> Figure:
    """The share of machines that have not lost for so many games, by game number."""
    figure, panels = _grid(2, 2, (12, 8.5))
    for panel, *curves in zip(chain(*panels), *sets, strict=True):
        for curve in curves:
            rule = curve.ruleset.name
            panel.plot(
                curve.games, curve.unbeaten, color=RULE_COLOURS[rule], label=RULE_NAMES[rule]
            )
        _percent(panel)
        _by_game(panel, curves[0], OPPONENT_NAMES[curves[0].opponent])
        panel.set_xlim(left=min(UNBEATEN, curves[0].total_games - 1))
    _finish(figure, f"Machines that lost none of their latest {UNBEATEN} games", caption)
    return figure


def _grid(
    rows: int, columns: int, inches: tuple[float, float], sharey: bool = True
) -> tuple[Figure, Panels]:
    figure = Figure(figsize=inches, layout="constrained")
    panels = figure.subplots(rows, columns, sharex=True, sharey=sharey, squeeze=False)
    return figure, [list(row) for row in panels]


def _share(panel: Axes, curve: Curve, code: int, colour: str, label: str) -> None:
    shares = curve.shares[:, :, code]
    panel.fill_between(
        curve.games, shares.min(axis=0), shares.max(axis=0), color=colour, alpha=0.25, linewidth=0
    )
    panel.plot(curve.games, shares.mean(axis=0), color=colour, label=label)
    _percent(panel)


def _beads(panel: Axes, curve: Curve) -> None:
    games = np.maximum(curve.sampled_at, 1)
    for kind in KINDS:
        beads = curve.first_box[:, :, kind.squares].sum(axis=2)
        low, high = np.percentile(beads, (10, 90), axis=1)
        panel.fill_between(games, low, high, color=kind.colour, alpha=0.15, linewidth=0)
        panel.plot(games, beads.mean(axis=1), color=kind.colour, label=kind.name)
    # Straight below one bead and logarithmic above, as a box may well be empty.
    panel.set_yscale("symlog", linthresh=1, linscale=0.5)
    panel.yaxis.set_major_formatter(FuncFormatter(lambda beads, _: f"{beads:,.0f}"))
    panel.set_ylim(bottom=0)
    _by_game(panel, curve, OPPONENT_NAMES[curve.opponent])


def _first_moves(panel: Axes, curve: Curve) -> None:
    total = np.maximum(curve.first_box.sum(axis=2), 1)
    shares = [
        (curve.first_box[:, :, kind.squares].sum(axis=2) / total).mean(axis=1) for kind in KINDS
    ]
    panel.stackplot(
        np.maximum(curve.sampled_at, 1), *shares, colors=[kind.colour for kind in KINDS], alpha=0.7
    )
    empty = empty_first_boxes(curve)
    if empty > 0:
        note = f"in the end\nempty in {empty:.0%}"
        panel.text(0.98, 0.97, note, ha="right", va="top", transform=panel.transAxes)
    _percent(panel)
    _by_game(panel, curve, "")


def _percent(panel: Axes) -> None:
    panel.set_ylim(0, 1)
    panel.yaxis.set_major_formatter(PercentFormatter(1))


def _mark_events(panel: Axes, curve: Curve) -> None:
    events = [(crossing(curve, one, other), what) for what, one, other in CROSSINGS]
    events.append((losing_stops(curve), f"losses < {FEW:.0%}"))
    height = 0.98
    for game, what in sorted((game, what) for game, what in events if game and game > 1):
        panel.axvline(game, color="black", linestyle=":", linewidth=1, zorder=1)
        text = panel.annotate(
            f"{what} from {game:,}", (game, height), (-4, 0), textcoords="offset points"
        )
        text.set(ha="right", va="top", fontsize=9)
        text.set_bbox({"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1})
        height -= 0.055


def _by_game(panel: Axes, curve: Curve, title: str) -> None:
    panel.set_xscale("log")
    panel.set_xlim(1, curve.total_games)
    panel.xaxis.set_major_formatter(FuncFormatter(lambda game, _: f"{game:,.0f}"))
    panel.xaxis.set_minor_locator(NullLocator())
    panel.set_title(title)
    place = panel.get_subplotspec()
    if place is not None and place.is_last_row():
        panel.set_xlabel("game")


def _finish(figure: Figure, title: str, caption: str) -> None:
    lines, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(lines, labels, loc="outside lower center", ncols=len(labels))
    figure.suptitle(f"{title[0].upper()}{title[1:]}\n")
    height = figure.get_size_inches()[1]
    figure.text(0.5, 1 - 0.42 / height, caption, ha="center", va="center", color="#555555")
