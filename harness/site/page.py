"""The page: values, templates and scripts put together in one file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from harness.entry import Entry
from harness.site.data import menace, mu_torere, parts, power, scores, tournament

HERE: Final = Path(__file__).parent
SCRIPTS: Final = (
    "page.js", "charts.js", "mu_torere.js", "mu_torere_graph.js", "mu_torere_view.js",
    "menace.js", "menace_view.js", "meta.js", "tournament_view.js",
)  # fmt: skip


@dataclass(frozen=True)
class Commands:
    """The command that makes each figure, as the page shows it under the figure."""

    scores: str = "golfproof bytes"
    history: str = "golfproof scoreboard"
    parts: str = "golfproof site"
    graph: str = "golfproof site"
    menace: str = "golfproof play menace"
    curves: str = "golfproof curves"
    tournament: str = "golfproof tournament"
    power: str = "golfproof verify mu_torere --games 500"
    draws: str = "golfproof verify menace"


def data(entries: list[Entry], matches: Path | None, *, quick: bool = False) -> dict[str, Any]:
    """Everything that the page shows. `matches` is a tournament's folder; None leaves it out."""
    played = None if matches is None else tournament.shown(matches)
    golfed = [entry for entry in entries if entry.source is not None]
    return {
        "scores": scores.scores(golfed),
        "parts": parts.scripts(golfed),
        "mu_torere": mu_torere.graph(golfed),
        "curves": menace.curves(*((200, 32) if quick else ())),
        "tournament": played,
        "power": power.power(*((4,) if quick else ())),
    }


def page(values: Mapping[str, Any], commands: Commands | None = None) -> str:
    """The page of these values."""
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template("page.html").render(
        **values,
        commands=commands or Commands(),
        style=(HERE / "templates" / "page.css").read_text(encoding="utf-8"),
        script="\n".join((HERE / "scripts" / name).read_text(encoding="utf-8") for name in SCRIPTS),
        values=_json_in_html(values),
    )


def _json_in_html(values: object) -> str:
    """JSON in which nothing can end the element that it stands in."""
    text = json.dumps(values, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
