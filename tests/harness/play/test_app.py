"""The screens, driven by keys and mouse at three sizes, without a terminal."""

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from harness.places import ROOT
from harness.play.app import PlayApp
from harness.play.board import Board
from harness.play.game_screen import GameScreen
from harness.play.games import Choice, Game
from harness.play.help import Help
from harness.play.menace import MenaceGame, Workshop
from harness.play.menu import Menu, OwnScreen
from harness.play.meta_tic_tac_toe import MetaGame
from harness.play.mu_torere import MuTorereGame
from reference.meta_tic_tac_toe.rules import legal_moves

SIZES = [(80, 24), (100, 34), (120, 40)]
FEW_SIZES = [SIZES[0], *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES[1:])]
Script = Callable[[PlayApp, Pilot[None]], Awaitable[None]]


def play(game: Game | None, script: Script, size: tuple[int, int] = (80, 24)) -> None:
    """Run the script against the application."""

    async def run() -> None:
        choices = [
            Choice("Mu Torere", "against the perfect player", MuTorereGame),
            Choice("A program of your own", "type the command that runs it", None),
        ]
        app = PlayApp(choices, game)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(run())


async def settled(app: PlayApp, pilot: Pilot[None]) -> None:
    """Until the rival has answered."""
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


def menace() -> MenaceGame:
    return MenaceGame(Workshop.opened(None, Random(2)))


def meta() -> MetaGame:
    return MetaGame("first", lambda state: legal_moves(state)[0])


def shown(app: PlayApp, name: str) -> str:
    return str(app.screen.query_one(f"#{name}", Static).render())


def everything(app: PlayApp) -> str:
    """All that stands on the screen."""
    return re.sub("<[^>]*>", " ", html.unescape(app.export_screenshot())).replace("\xa0", " ")


@pytest.mark.parametrize("size", FEW_SIZES)
@pytest.mark.parametrize("make", [MuTorereGame, menace, meta])
def test_everything_fits(make: Callable[[], Game], size: tuple[int, int]) -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settled(app, pilot)
        board = app.screen.query_one(Board)
        assert board.region.right <= size[0]
        assert board.region.bottom <= size[1] - 3  # below it the news and the keys
        assert board.region.size == board.container_size or board.region.area > 0
        await pilot.resize_terminal(60, 24)
        await pilot.resize_terminal(*size)
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        await pilot.press("escape")
        assert isinstance(app.screen, GameScreen)

    play(make(), script, size)


@pytest.mark.parametrize("size", FEW_SIZES)
def test_a_game_by_digits_and_back(size: tuple[int, int]) -> None:
    game = MuTorereGame()

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("8")
        assert "neighbours" in shown(app, "news")
        await pilot.press("4")
        await settled(app, pilot)
        assert len(game.positions) == 3
        await pilot.press("h")
        await settled(app, pilot)
        assert "draw" in everything(app).partition("Hint")[2]
        await pilot.press("u")
        assert len(game.positions) == 1
        await pilot.press("u")
        assert "no move to take back" in shown(app, "news")
        await pilot.press("s")
        await settled(app, pilot)
        assert game.human == "w"
        assert len(game.positions) == 2
        await pilot.press("n")
        await settled(app, pilot)
        assert len(game.positions) == 2

    play(game, script, size)


@pytest.mark.parametrize("size", FEW_SIZES)
@pytest.mark.parametrize("make", [MuTorereGame, menace, meta])
def test_a_click_plays_the_cell_under_it(make: Callable[[], Game], size: tuple[int, int]) -> None:
    game = make()

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settled(app, pilot)
        board = app.screen.query_one(Board)
        move = game.legal()[-1]
        before = game.picture(roomy=False).plain
        await pilot.click(board, offset=game.cells(roomy=board.roomy)[move])
        await settled(app, pilot)
        assert game.picture(roomy=False).plain != before
        assert move not in game.legal() or isinstance(game, MuTorereGame)

    play(game, script, size)


@pytest.mark.parametrize("make", [MuTorereGame, menace, meta])
def test_arrows_reach_every_legal_cell(make: Callable[[], Game]) -> None:
    game = make()

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settled(app, pilot)
        board = app.screen.query_one(Board)
        board.action_step(1, 0)
        reached, frontier = {board.cursor}, [board.cursor]
        while frontier:
            at = frontier.pop()
            for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                board.cursor = at
                board.action_step(*step)
                if board.cursor not in reached:
                    reached.add(board.cursor)
                    frontier.append(board.cursor)
        assert reached == set(game.legal())
        await pilot.press("enter")
        await settled(app, pilot)
        assert game.undo() is None

    play(game, script)


def test_meta_takes_two_digits_and_then_one() -> None:
    game = meta()

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("4")
        assert "the tile?" in shown(app, "news")
        await pilot.press("4")
        await settled(app, pilot)
        assert len(game.states) == 3
        await pilot.press(str(game.legal()[0] % 9))
        await settled(app, pilot)
        assert len(game.states) == 5

    play(game, script)


def test_a_half_typed_move_can_be_taken_back() -> None:
    game = meta()

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        for key in ("backspace", "u"):
            await pilot.press("4")
            assert "Board 4, and the tile?" in shown(app, "news")
            await pilot.press(key)
            assert shown(app, "news") == "Your move."
        await pilot.press("0", "1")
        await settled(app, pilot)
        assert game.states[1].last == 1

    play(game, script)


def test_after_a_game_of_menace_its_boxes_are_shown_before_and_after() -> None:
    game = menace()

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settled(app, pilot)
        while not game.over:
            await pilot.press(str(game.legal()[0]))
            await settled(app, pilot)
        text = everything(app)
        for lesson in game.lesson:
            assert lesson.before != lesson.after
            assert f"box {lesson.box + 1}" in text
        assert text.count("→") == len(game.lesson) > 1

    play(game, script)


@pytest.mark.parametrize(
    ("keys", "named", "foreign"),
    [
        ("", "look into its boxes", "start and stop"),
        ("b", "another box", "take the last move back"),
        ("t", "start and stop", "take the last move back"),
    ],
)
def test_help_names_the_keys_of_its_screen(keys: str, named: str, foreign: str) -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settled(app, pilot)
        await pilot.press(*keys, "question_mark")
        text = everything(app)
        assert named in text
        assert foreign not in text
        assert "Esc closes this." in text  # all of it fits into 80 by 24

    play(menace(), script)


def test_menace_boxes_and_training() -> None:
    game = menace()

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settled(app, pilot)
        await pilot.press("b")
        for key, boxes in zip("1234", (1, 12, 108, 183), strict=True):
            await pilot.press(key)
            assert f"{boxes} of 304" in shown(app, "title")
        await pilot.press("down", "question_mark", "escape", "q")
        await pilot.press("t")
        assert shown(app, "title").startswith("Training")
        await pilot.press("2", "plus", "space")
        while not game.shop.history:
            await pilot.pause(0.05)
        await pilot.press("space", "minus", "q")
        assert isinstance(app.screen, GameScreen)
        await pilot.press("ctrl+s")
        assert "kept in no file" in shown(app, "news")

    play(game, script)


def test_the_menu_plays_and_comes_back() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, Menu)
        await pilot.press("question_mark")
        assert "play mu_torere -- ruby my.rb" in everything(app)
        assert "take the last move back" not in everything(app)
        await pilot.press("escape", "enter")
        await pilot.pause()
        assert isinstance(app.screen, GameScreen)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, Menu)
        await pilot.press("q")
        assert not app.is_running or app._exit

    play(None, script)


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Wait for what a thread brings about, for a minute at most."""
    for _ in range(1200):
        if true():
            return
        await pilot.pause(0.05)
    pytest.fail("in vain")


def own_program(script: Script, size: tuple[int, int]) -> None:
    """Run the script on the screen for a program of one's own, chosen from the menu."""

    async def opened(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, OwnScreen)
        await script(app, pilot)

    play(None, opened, size)


def news(app: PlayApp) -> str:
    """The line for news, when the screen has one."""
    return "" if isinstance(app.screen, Help) else shown(app, "news")


@pytest.mark.parametrize("size", FEW_SIZES)
def test_a_program_of_one_s_own_is_chosen_by_keys(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.chdir(ROOT / "solutions" / "mu_torere")

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        for name in ("games", "command", "where", "play", "news"):
            region = app.screen.query_one(f"#{name}").region
            assert region.area > 0
            assert region.right <= size[0]
            assert region.bottom < size[1]
        await pilot.press("enter", "question_mark")  # as the first character: help
        assert isinstance(app.screen, Help)
        assert "Esc closes this." in everything(app)
        await pilot.press("escape", *"python3 strict.py", "enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert isinstance(app.screen, GameScreen)
        assert app.screen.game.rival == "strict.py"
        await pilot.press("4")
        await until(pilot, lambda: "strict.py moves" in news(app))
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, OwnScreen)  # the command is still there, to be tried again
        assert app.screen.query_one(Input).value.endswith("strict.py")
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Menu)

    own_program(script, size)


@pytest.mark.slow
@pytest.mark.parametrize("size", FEW_SIZES)
def test_a_program_of_one_s_own_is_chosen_by_the_mouse(size: tuple[int, int]) -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.click("#games", offset=(4, 2))
        await pilot.pause()
        assert isinstance(app.screen, OwnScreen)
        assert app.screen.challenge == "meta_tic_tac_toe"
        assert "● Meta tic-tac-toe" in everything(app)
        assert "○ Mu Torere" in everything(app)
        await pilot.click("#command")
        await pilot.press(*"echo 44")
        await pilot.click("#play")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await pilot.press("4", "4")
        await until(pilot, lambda: "broke off" in news(app))

    own_program(script, size)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("nonesuch", "no such command"),
        ("python3 -c pass", "shows no board at its start"),
    ],
)
def test_a_command_that_cannot_be_played_is_said_and_can_be_mended(typed: str, said: str) -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("tab", *typed, "enter")
        await until(pilot, lambda: news(app) != "Starting ...")
        assert said in news(app)
        await pilot.press("x")
        assert said not in news(app)  # it is another command now

    own_program(script, (80, 24))


def test_a_program_that_does_not_start_in_time_is_given_up() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("tab", *"sleep 1000", "enter")
        await pilot.pause()
        assert news(app) == "Starting ..."
        await pilot.press("escape")
        assert isinstance(app.screen, OwnScreen)
        assert news(app) == OwnScreen.NEWS
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Menu)

    own_program(script, (80, 24))


def test_keys_of_menace_do_nothing_elsewhere() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("b", "t", "ctrl+s", "ctrl+r")
        assert isinstance(app.screen, GameScreen)

    play(MuTorereGame(), script)


def test_ctrl_c_keeps_the_machine(tmp_path: Path) -> None:
    game = MenaceGame(Workshop.opened(tmp_path / "boxes.json", Random(4)))
    game.shop.train("random", 5)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settled(app, pilot)
        await pilot.press("ctrl+c")
        await pilot.pause()

    play(game, script)
    assert Workshop.opened(tmp_path / "boxes.json", Random(4)).history == game.shop.history


def test_a_rival_that_fails_is_said() -> None:
    def broken(state: object) -> int:
        raise OSError("it is gone")

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("4", "4")
        await settled(app, pilot)
        assert "it is gone" in shown(app, "news")

    play(MetaGame("gone", broken), script)


@pytest.mark.parametrize("keys", ["q", "44q"])
def test_nobody_waits_for_a_rival_that_is_slow_to_end(keys: str) -> None:
    events: list[str] = []
    may_end = Event()

    def end() -> None:
        may_end.wait(60)
        events.append("ended")

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await until(pilot, lambda: not isinstance(app.screen, GameScreen))
        events.append("left")
        may_end.set()
        await until(pilot, lambda: len(events) > 1)

    play(MetaGame("slow", lambda state: legal_moves(state)[0], end=end), script)
    assert events == ["left", "ended"]
