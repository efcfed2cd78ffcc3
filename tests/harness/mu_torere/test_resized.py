"""A window that changes its size: when it does, and in which world."""

import dataclasses
from pathlib import Path
from typing import cast

import pytest

from harness.mu_torere.resized import ResizedSession, open_resized
from harness.mu_torere.screen import Form
from harness.mu_torere.worlds import ERRORS_APART, shell_environment
from harness.program import Program
from harness.screen import Size, TerminalKind
from harness.session import Ending, Limits, Reply
from harness.terminal import PtySession
from tests.harness.support import FakeSession, perfect


class Noted(FakeSession):
    """Notes what is done to it."""

    def __init__(self, kind: TerminalKind | None = None) -> None:
        super().__init__(perfect, kind=kind)
        self.done: list[str] = []

    def send(self, line: str) -> None:
        self.done.append(line)

    def resize_and_back(self) -> None:
        self.done.append("resized")

    def resize(self, size: Size) -> None:
        self.done.append(f"{size.rows}x{size.columns}")

    def overhear(self) -> Reply:
        return Reply("overheard", 0.0, Ending.READY)


def wrapped(session: FakeSession) -> ResizedSession:
    return ResizedSession(cast(PtySession, session))


def test_it_changes_and_changes_back_and_later_is_larger() -> None:
    session = Noted()
    window = wrapped(session)
    for number in range(1, 31):
        window.send(str(number))
    assert session.done == [
        "1", "2", "resized", *map(str, range(3, 11)), "resized", "11", "12",
        "30x100", *map(str, range(13, 21)), "43x132", *map(str, range(21, 29)),
        "30x100", "29", "30",
    ]  # fmt: skip


def test_all_else_is_the_session_s() -> None:
    session = Noted()
    window = wrapped(session)
    assert window.read(lambda said: True).text == FakeSession(perfect).read(lambda said: True).text
    assert window.overhear().text == "overheard"
    assert window.close() == session.close()
    assert session.closed


@pytest.mark.parametrize("prelude", [(), ("hello",)])
def test_it_is_played_in_a_usual_shell(
    prelude: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = Program(("python3", "my.py"), tmp_path, limits=Limits(move_seconds=3.0))
    sessions: list[Noted] = []
    environments: list[object] = []

    def start(self: Program, kind: TerminalKind) -> Noted:
        environments.append(self.environment)
        sessions.append(Noted(kind))
        return sessions[-1]

    monkeypatch.setattr(Program, "start", start)
    played = open_resized(program, Form(prelude=prelude)).finish()
    expected = program.on_a_usual_machine(shell_environment(program))
    assert environments == [expected.environment]
    assert played.command == expected.command
    assert played.move_seconds == 3.0
    largest = dataclasses.replace(ERRORS_APART, size=Size(43, 132))
    assert played.notes["terminal"] == str(largest)
    (session,) = sessions
    assert session._kind == ERRORS_APART
    assert session.done == [*prelude]
    assert session.closed
