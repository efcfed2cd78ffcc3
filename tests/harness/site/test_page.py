"""The page in Chromium: no complaint, every button works, nothing that shuts people out."""

import json
import os
import re
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from harness.command_line import main
from harness.entry import all_entries
from harness.meta_tic_tac_toe import match_file
from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.match import play
from harness.site import page
from reference.meta_tic_tac_toe.rules import legal_moves
from reference.meta_tic_tac_toe.wire import format_move, parse_state
from tests.harness.chromium import render

WIDTHS = [390, *(pytest.param(w, marks=pytest.mark.slow) for w in (768, 1280))]
AXE = "AXE_CORE"  # the path of another axe.min.js than the pinned one
_PRESS = """
<script>
window.faults = [];
window.addEventListener("error", (event) => window.faults.push(event.message));
document.addEventListener("DOMContentLoaded", () => {
  const told = { before: document.querySelectorAll("button").length, pressed: 0, links: [] };
  for (let round = 0; round < 3; round++) {
    for (const button of document.querySelectorAll("button:not([disabled])")) {
      if (button.isConnected) { button.click(); told.pressed++; }
    }
    for (const select of document.querySelectorAll("select")) {
      for (const option of select.options) {
        select.value = option.value;
        select.dispatchEvent(new Event("change"));
      }
    }
    const dots = [...document.querySelectorAll(".dot")];
    for (const dot of dots.filter((_, i) => i % 97 === 0)) {
      dot.dispatchEvent(new Event("click"));
    }
  }
  for (const range of document.querySelectorAll("input[type=range]")) {
    range.value = range.max;
    range.dispatchEvent(new Event("input"));
  }
  for (const link of document.querySelectorAll("a")) {
    const to = link.getAttribute("href");
    told.links.push([to, document.querySelector(to) !== null]);
  }
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  told.doubled = ids.filter((id, i) => ids.indexOf(id) !== i);
  told.unnamed = [...document.querySelectorAll("button")].filter((b) =>
    !(b.getAttribute("aria-label") || b.textContent).trim()).length;
  told.wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  told.state = document.getElementById("match-state").textContent;
  told.faults = window.faults;
  const out = document.createElement("pre");
  out.id = "told";
  out.textContent = JSON.stringify(told);
  document.body.append(out);
});
</script>
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with a match of its own, but short curves."""
    folder = tmp_path_factory.mktemp("site")

    def first(arguments: Any) -> Answer:
        return Answer(format_move(legal_moves(parse_state(arguments))[0]), 0.01)

    def last(arguments: Any) -> Answer:
        return Answer("99" if arguments[0] == "O" and arguments[-1] == "xx" else
                      format_move(legal_moves(parse_state(arguments))[-1]), 0.01)  # fmt: skip

    for number, (x, o) in enumerate([(first, last), (last, first)], start=1):
        names = ("first", "<b>last</b>") if number == 1 else ("<b>last</b>", "first")
        match = play(*names, x, o)
        match_file.save(match, folder / "matches" / f"{number:03}.match")
    out = folder / "page.html"
    assert main(["site", "--quick", "--tournament", str(folder), "--out", str(out)]) == 0
    return out


def told(shown: str) -> Any:
    found = re.search(r'<pre id="told">(.*?)</pre>', shown, re.DOTALL)
    assert found, shown[-2000:]
    return json.loads(unescape(found[1]))


def test_it_needs_no_other_file_and_is_small(made: Path) -> None:
    text = made.read_text(encoding="utf-8")
    assert len(text.encode()) <= 3_000_000
    outside = re.findall(r'(?:src|href)="(?!#|data:)([^"]*)"|url\(([^)]*)\)|@import', text)
    assert outside == []
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in text


def test_every_figure_carries_its_command(made: Path) -> None:
    text = made.read_text(encoding="utf-8")
    for caption in re.findall(r"<figcaption>(.*?)</figcaption>", text, re.DOTALL):
        assert "<code>" in caption
    assert text.count("<figure>") == text.count("<figcaption>")


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_every_button_works_and_nothing_is_complained_of(
    made: Path, tmp_path: Path, theme: str
) -> None:
    tried = tmp_path / "tried.html"
    text = made.read_text(encoding="utf-8")
    tried.write_text(text.replace("</body>", f"{_PRESS}</body>"), encoding="utf-8")
    shown = render(tried, f"?theme={theme}", tmp_path / "profile")
    assert shown.console == []
    said = told(shown.dom)
    assert said["faults"] == []
    assert said["pressed"] >= said["before"] > 20
    assert said["links"]
    assert all(there for _, there in said["links"])
    assert (said["doubled"], said["unnamed"]) == ([], 0)
    assert "has won" in said["state"] or "undecided" in said["state"]
    assert f'data-theme="{theme}"' in shown.dom or 'data-theme="' in shown.dom
    assert 'data-ready="yes"' in shown.dom


def test_names_of_bots_are_text_and_never_html(made: Path, tmp_path: Path) -> None:
    shown = render(made, "", tmp_path / "profile")
    assert "<b>last</b>" not in shown.dom.split('<script type="application/json"')[0]
    assert "&lt;b&gt;last&lt;/b&gt;" in shown.dom


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_screen(made: Path, tmp_path: Path, width: int) -> None:
    # A frame has its own width, whatever the window's is.
    text = made.read_text(encoding="utf-8")
    inner = tmp_path / "inner.html"
    inner.write_text(text.replace("</body>", f"{_PRESS}</body>"), encoding="utf-8")
    outer = tmp_path / "outer.html"
    outer.write_text(
        f'<iframe src="{inner.name}" style="width:{width}px;height:900px;border:0"></iframe>'
        '<pre id="told"></pre><script>onmessage = (event) => {'
        'document.getElementById("told").textContent = event.data; };</script>',
        encoding="utf-8",
    )
    inner.write_text(
        inner.read_text(encoding="utf-8").replace(
            "document.body.append(out);",
            'document.body.append(out); parent.postMessage(out.textContent, "*");',
        ),
        encoding="utf-8",
    )
    said = told(render(outer, "", tmp_path / "profile").dom)
    assert said["wide"] <= 0


_AUDIT = """
<script>document.addEventListener("DOMContentLoaded", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
  axe.run().then((result) => {
    const out = document.createElement("pre");
    out.id = "told";
    out.textContent = JSON.stringify(result.violations.map((v) =>
      [v.impact, v.id, v.nodes.slice(0, 5).map((n) => n.html.slice(0, 200))]));
    document.body.append(out);
  });
});</script>
"""


def serious(text: str, tmp_path: Path, theme: str) -> list[Any]:
    """What axe-core finds serious or critical in a page: impact, rule, the elements."""
    bundled = files("axe_core_python") / "axe.min.js"
    script = os.environ.get(AXE) or str(bundled)
    axe = Path(script).read_text(encoding="utf-8")
    tried = tmp_path / "axe.html"
    tried.write_text(text.replace("</body>", f"<script>{axe}</script>{_AUDIT}</body>"), "utf-8")
    found = told(render(tried, f"?theme={theme}", tmp_path / "profile").dom)
    return [violation for violation in found if violation[0] in ("serious", "critical")]


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(made: Path, tmp_path: Path, theme: str) -> None:
    assert serious(made.read_text(encoding="utf-8"), tmp_path, theme) == []


@pytest.mark.slow
def test_axe_sees_a_button_without_a_name(made: Path, tmp_path: Path) -> None:
    text = made.read_text(encoding="utf-8").replace("</main>", "<button></button></main>")
    assert "button-name" in [rule for _, rule, _ in serious(text, tmp_path, "light")]


def test_a_script_s_policy_is_what_it_plays() -> None:
    from harness.site.data.mu_torere import policy

    (entry,) = [e for e in all_entries() if e.name == "mu_torere/strict"]
    moves = policy(entry)
    assert len(moves) > 50
    assert all(placement[node] == "w" for placement, node in moves.items())


def test_what_cannot_be_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["site", "--tournament", str(tmp_path)]) == 2
    assert "no finished tournament" in capsys.readouterr().err


def test_scripts_and_templates_are_all_used() -> None:
    assert {p.name for p in (page.HERE / "scripts").iterdir()} == set(page.SCRIPTS)
