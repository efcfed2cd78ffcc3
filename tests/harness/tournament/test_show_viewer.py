"""The page of matches: its data by the oracle's rules, and what Chromium makes of it."""

import html
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.match import Match, play
from harness.session import Exit
from harness.tournament.openings import MOST_PLIES, Openings
from harness.tournament.show import viewer
from harness.tournament.standings import standings_of
from reference.meta_tic_tac_toe.wire import format_move
from tests.harness.chromium import Board, Dom, render
from tests.harness.tournament.support import LATE, REACHING, a_match, asking, first, matches, seeded
from tests.harness.tournament.test_standings import tournament
from tests.oracles.meta_oracle import (
    History,
    fates,
    in_a_row,
    legal_points,
    point_of_place,
    result,
    text,
)
from tests.oracles.meta_oracle import play as oracle_play

EVIL = '</script><script>document.body.id="hacked"</script><img src=x onerror="document.body.id=1">'


def evil(seed: int):  # type: ignore[no-untyped-def]  # a bot
    """Prints a script now and then, is late now and then, and otherwise plays."""
    count = iter(range(10_000))

    def ask(arguments: Sequence[str]) -> Answer:
        match next(count) % 8:
            case 3:
                return Answer(EVIL, 0.2, exit=Exit(1, stderr=EVIL))
            case 5:
                return LATE
            case _:
                return Answer(seeded(seed)(arguments) + "\n", 0.05)

    return ask


@pytest.fixture(scope="module")
def match() -> Match:
    return play(f"naive{EVIL}", "middle & <b>Bot", asking(seeded(5)), evil(3))


def histories(match: Match) -> list[History]:
    """The oracle's history before the first call and after each, by what was printed alone."""
    found: list[History] = [()]
    for move in match.opening:
        found = [oracle_play(found[0], point_of_place(move))]
    for call in match.calls:
        said = call.answer.said.strip()
        point = None
        if call.answer is not LATE and re.fullmatch("[0-8]{2}", said):
            chosen = point_of_place(9 * int(said[0]) + int(said[1]))
            point = chosen if chosen in legal_points(found[-1]) else None
        found.append(oracle_play(found[-1], point))
    return found


def expected(history: History) -> list[Board]:
    """The nine boards as they are to be shown."""
    tiles, fate_of = text(history).replace("-", "·"), fates(history)
    playable = {(row // 3, column // 3) for row, column in legal_points(history)}
    side = result(history)
    boards = []
    for number, (place, fate) in enumerate(fate_of.items()):
        line = side in ("X", "O") and fate == side and any(
            in_a_row([place, a, b])
            for a in fate_of for b in fate_of
            if len({place, a, b}) == 3 and fate_of[a] == fate_of[b] == side
        )  # fmt: skip
        boards.append(Board(tiles[9 * number : 9 * number + 9], fate, place in playable, line))
    return boards


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    values = json.loads(found[1])
    assert isinstance(values, dict)
    return values


def test_nothing_of_a_bot_s_is_html(match: Match) -> None:
    page = viewer.page([match], EVIL)
    assert page.count("<script") == page.count("</script") == 2
    assert "<img" not in page
    assert html.escape(EVIL) in page
    assert EVIL in str(data_of(page))


def test_it_needs_no_other_file(match: Match) -> None:
    page = viewer.page([match], "a match")
    assert not re.search(r"""(src|href)=["'](?!#)|url\(|@import|https?:""", page.replace(EVIL, ""))


@settings(deadline=None, max_examples=settings().max_examples // 2)
@given(matches())
def test_whatever_bots_print_is_kept_as_data(match: Match) -> None:
    page = viewer.page([match], match.x)
    assert page.count("<script") == 2
    shown = data_of(page)["matches"][0]
    assert len(shown["frames"]) == len(match.calls) + 1
    for frame, call in zip(shown["frames"][1:], match.calls, strict=True):
        assert frame["said"] == (repr(call.answer.said) if call.answer.said else "nothing")
        assert frame["arguments"] == " ".join(call.arguments)
    page.encode()


def test_a_match_that_breaks_off_has_no_page() -> None:
    whole = a_match(seeded(1), seeded(2))
    with pytest.raises(ValueError, match="breaks off"):
        viewer.page([Match("a", "b", whole.calls[:-1])], "half")


def test_written_whole(match: Match, tmp_path: Path) -> None:
    for _ in range(2):
        viewer.write(tmp_path / "match.html", [match], "a match")
    assert [path.name for path in tmp_path.iterdir()] == ["match.html"]
    assert (tmp_path / "match.html").read_text() == viewer.page([match], "a match")


# What follows needs a browser.


def opened(tmp_path: Path, page: str, fragment: str = "") -> Dom:
    path = tmp_path / "page.html"
    path.write_text(page, encoding="utf-8")
    shown = render(path, fragment, tmp_path / "profile")
    assert shown.console == []  # no error, and no script that the policy had to stop
    dom = Dom(shown.dom)
    assert dom.scripts == 2
    assert "<body id" not in shown.dom
    assert "<img" not in shown.dom
    return dom


def test_the_console_would_tell_of_an_error_and_of_a_script_that_was_stopped(
    tmp_path: Path,
) -> None:
    page = viewer.page([a_match()], "a match")
    path = tmp_path / "page.html"
    for broken in (page.replace("route();", "rout();"), page + "<script>1</script>"):
        path.write_text(broken, encoding="utf-8")
        assert len(render(path, "", tmp_path / "profile").console) >= 1


@pytest.mark.parametrize("number", [0, 12, 34])
def test_the_boards_of_a_ply(match: Match, tmp_path: Path, number: int) -> None:
    dom = opened(tmp_path, viewer.page([match], "a match"), f"#{number}")
    assert dom.boards == expected(histories(match)[number])
    assert dom.text["call"].startswith(f"ply{number} of {len(match.calls)}")
    if number:
        call = match.calls[number - 1]
        assert " ".join(call.arguments) in dom.text["call"]
        assert repr(call.answer.said) in dom.text["call"]
    name = (match.x, match.o)[number % 2]
    assert dom.text["turn"] == f"{'XO'[number % 2]} {name} is to move"


DRIVER = """
const seen = [];
const look = () => seen.push(boards.map(({ board, tiles }) => [
  tiles.map((tile) => tile.textContent).join(""), board.dataset.state,
  board.classList.contains("playable"), board.classList.contains("line"),
]));
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
look();
for (let i = 1; i < data.matches[0].frames.length; i++) { press("ArrowRight"); look(); }
press("ArrowRight"); look();
press("ArrowLeft"); look();
press("Home"); look();
press("End"); look();
at("back").click(); look();
at("first").click(); look();
at("next").click(); look();
at("last").click(); look();
at("slider").value = 7; at("slider").dispatchEvent(new Event("input")); look();
at("moves").children[4].firstChild.click();
setTimeout(() => {
  look();
  document.body.append(element("pre", JSON.stringify(seen), { id: "seen" }));
}, 100);
"""


def test_stepping_by_keys_buttons_slider_and_links(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every ply of the match, as the arrow key comes to it, and then each of the other ways."""
    part = viewer._part
    monkeypatch.setattr(
        viewer, "_part", lambda name: part(name) + (DRIVER if name.endswith(".js") else "")
    )
    dom = opened(tmp_path, viewer.page([match], "a match"))
    all_seen = [[Board(*board) for board in boards] for boards in json.loads(dom.text["seen"])]
    truth = [expected(history) for history in histories(match)]
    end = len(match.calls)
    assert all_seen[: end + 1] == truth
    then = [end, end - 1, 0, end, end - 1, 0, 1, end, 7, 5]
    assert all_seen[end + 1 :] == [truth[number] for number in then]


def test_the_end_of_a_match(match: Match, tmp_path: Path) -> None:
    dom = opened(tmp_path, viewer.page([match], "a match"), "#1/9999")
    assert dom.boards == expected(histories(match)[-1])
    assert sum(board.line for board in dom.boards) >= 3
    assert "has won" in dom.text["turn"]
    assert len(dom.just) == 1


def test_a_match_with_an_opening(tmp_path: Path) -> None:
    ask = asking(seeded(4))
    match = play("a", "b", ask, ask, opening=Openings(MOST_PLIES - 1).numbered(2))
    page = viewer.page([match], "a match")
    dom = opened(tmp_path, page)
    assert dom.boards == expected(histories(match)[0])
    assert sum(board.tiles.count("·") for board in dom.boards) == 81 - 15
    assert " ".join(map(format_move, match.opening)) in dom.text["call"]
    assert dom.text["turn"] == "O b is to move"
    assert opened(tmp_path, page, "#7").boards == expected(histories(match)[7])


def test_a_disqualification(tmp_path: Path) -> None:
    match = play("a", "b", asking(first), lambda arguments: REACHING)
    dom = opened(tmp_path, viewer.page([match], "a match"), "#2")
    assert "it reached for /etc/passwd: disqualified" in dom.text["call"]
    assert dom.text["turn"] == "disqualified: the match counts for nobody"
    assert dom.boards == expected(histories(match)[1])


def test_a_tournament_has_an_overview_and_links_to_its_matches(tmp_path: Path) -> None:
    ledger = tournament("silent", "first", "last, the")
    played = [finished.match for finished in ledger.finished.values()]
    page = viewer.page(played, "The field", standings_of(ledger))
    dom = opened(tmp_path, page)
    assert dom.text["title"] == "The field"
    assert "StandingsbotpointswinsundecidedlossesinvalidoftheselatemeansmaxsElo" in re.sub(
        r"\s", "", dom.text["tables"]
    )
    for total in ledger.totals():
        assert f"{total.name}{total.points}{total.wins}" in dom.text["tables"]
    assert dom.text["matches"].count("has won") == 4
    dom = opened(tmp_path, page, f"#{len(played)}/3")
    assert dom.boards == expected(histories(played[-1])[3])
