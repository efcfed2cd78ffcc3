"""A bot that is a Python program, run in this process: all that its answers depend on is there.

It stands in the place of `BotCaller` for programs that only compute. What a program does to its
machine, and how long it takes, is for a process to show.
"""

import contextlib
import io
import sys
import traceback
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from types import CodeType
from unittest import mock

from harness.meta_tic_tac_toe.bot import Answer, Bot, CallLimits
from harness.session import Exit
from tests.harness.meta_tic_tac_toe.unconfined import Unconfined


class InProcess(Unconfined):
    """The bot of a command such as `python3 my/bot.py`, in the folder that its own folder is in."""

    def __init__(
        self, bot: Bot, arena: Path, limits: CallLimits | None = None, processes_before: int = 0
    ) -> None:
        _, source = bot.command
        self._path = arena / source

    @cached_property
    def _code(self) -> CodeType:
        return compile(self._path.read_bytes(), self._path, "exec", dont_inherit=True)

    def __call__(self, arguments: Sequence[str]) -> Answer:
        (self._path.parent / "data.txt").touch()
        out, err = io.StringIO(), io.StringIO()
        status = 0
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            mock.patch.object(sys, "argv", [str(self._path), *arguments]),
            mock.patch.object(sys, "stdin", io.StringIO()),
        ):
            try:
                exec(self._code, {"__name__": "__main__", "__file__": str(self._path)})
            except SystemExit as error:
                status = error.code if isinstance(error.code, int) else int(error.code is not None)
            except Exception:
                traceback.print_exc()
                status = 1
        return Answer(out.getvalue(), 0.02, exit=Exit(status, stderr=err.getvalue()))
