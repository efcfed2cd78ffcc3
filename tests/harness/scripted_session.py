"""A session that says what a script says: the twin of the terminal."""

from collections.abc import Sequence

from harness.closing import Closing
from harness.session import Complete, Ending, Exit, Reply

CLEAN = Exit(status=0, signal=None, stderr="")


class ScriptedSession(Closing):
    """A session that says what a script says: the twin of the terminal, for tests.

    `script` holds (line expected to be sent, reply to it), the first with None for the greeting.
    """

    def __init__(
        self,
        script: Sequence[tuple[str | None, str]],
        exit_: Exit = CLEAN,
    ) -> None:
        self._script = list(script)
        self._exit = exit_
        self._said = ""
        self.closed = False
        if self._script and self._script[0][0] is None:
            self._said = self._script.pop(0)[1]

    def read(self, complete: Complete) -> Reply:
        """The whole of what the script says next; the run ends where the script does."""
        said, self._said = self._said, ""
        if complete(said):
            return Reply(said, 0.0, Ending.READY)
        return Reply(said, 0.0, Ending.ASKS if self._script else Ending.ENDED)

    def send(self, line: str) -> None:
        """Check the line against the script. Raises AssertionError when another was expected."""
        assert self._script, f"{line!r} was sent after the script's end"
        expected, self._said = self._script.pop(0)
        assert line == expected, f"{line!r} was sent where the script expects {expected!r}"

    def assert_done(self) -> None:
        """Raises AssertionError unless the script was played to its end and the session closed."""
        assert not self._script, f"never sent: {[line for line, _ in self._script]}"
        assert self.closed, "the session was not closed"

    def overhear(self) -> Reply:
        """Nothing is printed while the human thinks."""
        return Reply("", 0.0, Ending.READY)

    def kill(self) -> None:
        """There is no process."""

    def close(self) -> Exit:
        """The exit that the script was given."""
        self.closed = True
        return self._exit
