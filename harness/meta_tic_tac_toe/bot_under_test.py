"""One bot that is asked for moves: every call is judged and kept, and a late one asked again."""

from collections.abc import Sequence
from typing import Final

from harness.challenge import Keep
from harness.meta_tic_tac_toe.bot import Ask
from harness.meta_tic_tac_toe.call import transcript_of
from harness.meta_tic_tac_toe.form import Form
from harness.meta_tic_tac_toe.questions import Question
from harness.meta_tic_tac_toe.referee import Judgement, Lateness, judge
from harness.session import Ending
from harness.verdict import Finding, UsageError

_TRIES: Final = 3
PATIENCE: Final = 10
"""How many times its time a bot may take when it is asked again, to tell waiting from working."""


class BotUnderTest:
    """A bot, and the judgements on all its calls so far, in their order."""

    def __init__(
        self,
        form: Form,
        command: Sequence[str],
        ask: Ask,
        keep: Keep,
        isolation: str = "",
        ask_patiently: Ask | None = None,
    ) -> None:
        self.form = form
        self._command, self._ask, self._ask_patiently = command, ask, ask_patiently
        self._keep, self._isolation = keep, isolation
        self.judgements: list[Judgement] = []

    def ask(self, question: Question) -> Finding | None:
        """Ask for a move. The result is what is wrong with the answer, if anything.

        A bot that spent its time working is judged slow at once. After any other late answer the
        bot is asked again; if it had to wait for a processor, it is at last given PATIENCE times
        the limit, and its own processor time decides.
        """
        was_queued = False
        for _ in range(_TRIES):
            finding = self._ask_once(question, self._ask)
            if self.judgements[-1].lateness is not Lateness.UNSURE:
                return finding
            was_queued = was_queued or self.judgements[-1].was_queued
        if was_queued and self._ask_patiently is not None:
            return self._ask_once(question, self._ask_patiently)
        return finding

    def _ask_once(self, question: Question, ask: Ask) -> Finding | None:
        answer = ask(question.arguments)
        if answer.ending is Ending.UNSTARTED:
            raise UsageError(f"{self._command[0]}: does not start: {answer.exit.stderr}")
        call = transcript_of(self.form, self._command, question, answer, self._isolation)
        judgement = judge(call)
        self.judgements.append(judgement)
        self._keep(f"{len(self.judgements):04}", call)
        return judgement.finding
