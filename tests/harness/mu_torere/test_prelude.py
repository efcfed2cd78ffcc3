"""What is typed before the first board: only what the print invites to, and as often as it asks."""

import pytest

from harness.mu_torere.declaration import declared
from harness.mu_torere.game import Game
from harness.mu_torere.prelude import invitations, led
from harness.mu_torere.reading.first_print import first_print
from harness.mu_torere.reading.inference import Hints, options
from harness.mu_torere.screen import Form
from harness.mu_torere.trial import find_form
from harness.screen import TerminalKind
from harness.session import Ending
from reference.mu_torere.rules import START
from tests.harness.scripted_session import ScriptedSession
from tests.harness.support import Starter, perfect, square

BOARD = square(START.placement)


class Deaf(ScriptedSession):
    """Says one thing, and nothing to whatever is typed."""

    def send(self, line: str) -> None:
        """Take no notice."""


MENU = "1) Rules\n2) Play\n3) Quit\n"


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Press Enter to start...", [""]),
        ("MU TORERE\n\n<press any key>\n", [""]),
        (MENU, ["2"]),
        ("[P]lay  [Q]uit ", ["P"]),
        ("n - New game\nq - Quit\n", ["n"]),
        ("Do you want to play? (y/n) ", ["y"]),
        ("What is your name? ", ["Kim"]),
        ("", []),
        ("Your move: ", []),
        ("Type a number 1-9 and press Enter.\nMove (? for the board): ", []),
        ("Press Enter after each.\nBlack is you.\nWell then.\n", []),
    ],
)
def test_only_what_a_print_invites_to_is_typed(text: str, answers: list[str]) -> None:
    assert invitations(text) == answers


def test_a_prelude_is_a_part_of_the_first_reply() -> None:
    script = ScriptedSession([(None, "Press Enter\n"), ("", MENU), ("2", BOARD), ("9", "more")])
    with led(script, ("", "2")) as session:
        reply = session.read(lambda said: said.endswith(BOARD))
        assert (reply.text, reply.ending) == (f"Press Enter\n{MENU}{BOARD}", Ending.READY)
        session.send("9")
        assert session.read(lambda said: True).text == "more"
        assert session.overhear().text == ""
    script.assert_done()


def test_a_prelude_is_typed_behind_the_board_of_an_example() -> None:
    """What is printed after it is the game's, however soon the example has shown a board."""
    example = f"{BOARD}Press Enter\n"
    script = ScriptedSession([(None, example), ("", f"\n{BOARD}")])
    with led(script, ("",)) as session:
        reply = session.read(lambda said: BOARD in said)
        assert (reply.text, reply.ending) == (f"{example}\n{BOARD}", Ending.READY)
    script.assert_done()


@pytest.mark.parametrize("example", [BOARD, square("wwwwobbbb")])
def test_a_game_behind_an_example_is_found(example: str) -> None:
    """Both where the example is no start, and where it shows the start itself."""

    def open_session() -> ScriptedSession:
        return ScriptedSession([(None, f"{example}Press Enter\n"), ("", BOARD), ("", "")])

    def open_game(form: Form) -> Game:
        if form.prelude == ("",):
            return Starter(perfect, form)()
        return Game(Deaf([(None, example), ("", "")]), form, ("fake",), 15.0)

    found = find_form(open_session, open_game, TerminalKind(), Hints())
    assert found.fits
    assert found.form is not None
    assert found.form.prelude == ("",)


def test_a_program_that_ends_is_told_no_more() -> None:
    session = led(ScriptedSession([(None, "Press Enter"), ("", "Bye.")]), ("", "2"))
    reply = session.read(lambda said: False)
    assert (reply.text, reply.ending) == ("Press EnterBye.", Ending.ENDED)


def scripted() -> ScriptedSession:
    return ScriptedSession([(None, "Press Enter\n"), ("", MENU), ("2", BOARD), ("", "")])


def test_the_prelude_is_found_and_is_a_part_of_the_form() -> None:
    def open_game(form: Form) -> Game:
        assert form.prelude == ("", "2")
        return Starter(perfect, form)()

    found = find_form(scripted, open_game, TerminalKind(), Hints())
    assert found.form is not None
    assert found.fits
    assert found.form.prelude == ("", "2")
    assert options(found.form) == "--prelude ,2"
    assert Form.from_json(found.form.to_json()) == found.form


def test_a_program_without_a_start_board_is_not_led() -> None:
    def open_session() -> ScriptedSession:
        return ScriptedSession([(None, "Your move: "), ("", BOARD)])

    found = find_form(open_session, lambda form: Starter(perfect)(), TerminalKind(), Hints())
    assert found.form is None
    assert "no board is seen" in found.unread


def test_a_declared_prelude_is_typed() -> None:
    given = declared({"prelude": ",2"})
    assert given == Hints(prelude=("", "2")) == declared({"prelude": ["", "2"]})
    assert isinstance(given, Hints)
    assert first_print(scripted, TerminalKind(), given).guess is not None
    assert declared({"exact": True, "prelude": "2"}) == Form(exact=True, prelude=("2",))
