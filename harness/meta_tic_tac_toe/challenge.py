"""Meta tic-tac-toe for the command line: its options, forms, and what is done with a bot."""

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Final

from harness.challenge import Challenge, Job, Keep, Progress
from harness.meta_tic_tac_toe import verification
from harness.meta_tic_tac_toe.bot import CallLimits
from harness.meta_tic_tac_toe.bot_under_test import PATIENCE, BotUnderTest
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.meta_tic_tac_toe.form import BOTH, Form
from harness.meta_tic_tac_toe.proof import assess
from harness.meta_tic_tac_toe.questions import Question, question_of
from harness.meta_tic_tac_toe.referee import judge
from harness.meta_tic_tac_toe.summary import summary
from harness.meta_tic_tac_toe.working_folder import working_folder
from harness.program import PROCESSES_OF_A_SHELL
from harness.transcript import Transcript
from harness.verdict import Fact, Finding, Result, UsageError, Verdict
from reference.meta_tic_tac_toe import play as reference_player
from reference.meta_tic_tac_toe.wire import ARGUMENTS, NOUGHTS

_OPTIONS: Final = {"answer_seconds": "seconds", "folder": "folder", "nought": "nought"}


class MetaTicTacToe:
    """Challenge 3, a single bot: legal, timely answers from any position of a match."""

    name = "meta_tic_tac_toe"
    thoroughness_options: Sequence[str] = ()

    def add_options(self, parser: argparse._ActionsContainer) -> None:
        """Add the options of a bot that is given by its command: its time and its folder."""
        parser.add_argument(
            "--answer-seconds",
            type=float,
            default=1.0,
            metavar="S",
            help="the limit for one answer of a bot (default %(default)s, the challenge's)",
        )
        parser.add_argument(
            "--folder",
            metavar="DIR",
            help="the bot's own folder, which is copied with all that is in it (default: that of "
            "the program, where it looks like a bot's; else the files that the command names)",
        )
        parser.add_argument(
            "--nought",
            choices=(*NOUGHTS, BOTH),
            default=BOTH,
            help="send O's tiles as the digit 0, as the letter O, or as both in turn "
            "(default %(default)s)",
        )

    def form_of_options(self, options: argparse.Namespace) -> Mapping[str, object]:
        """The form that the options describe. Raises UsageError."""
        values = {key: getattr(options, option) for option, key in _OPTIONS.items()}
        values |= {"exact": options.exact, "clean_end": options.clean_end}
        return Form.from_values(values).to_json()

    def check_form(self, form: Mapping[str, object]) -> None:
        """Raises UsageError when a manifest's form is not one of this challenge."""
        Form.from_values(form)

    def verify(self, job: Job, progress: Progress, keep: Keep) -> Result:
        """Ask the bot in positions of every kind, and judge its answers."""
        began = time.monotonic()
        with _entered(job, keep) as bot:
            counts = verification.examine(bot, job, progress)
        result = assess(job.name, bot.judgements)
        result = replace(result, findings=tuple(_shown_again(job, f) for f in result.findings))
        facts = {**counts, **result.facts, "seconds": round(time.monotonic() - began, 2)}
        return replace(result, facts=facts, source_bytes=job.source_bytes)

    def play_line(self, job: Job, line: Sequence[str], keep: Keep) -> Result:
        """Ask the bot in one position, or in several: twelve arguments each."""
        questions = list(_questions(line))
        with _entered(job, keep) as bot:
            for question in questions:
                bot.ask(question)
        result = assess(job.name, bot.judgements)
        return replace(result, findings=tuple(map(job.with_replay, result.findings)))

    def judge_again(self, name: str, transcripts: Sequence[Transcript]) -> Result:
        """The verdict on transcripts alone."""
        try:
            judgements = [judge(transcript) for transcript in transcripts]
        except ValueError as error:
            raise UsageError(f"not transcripts of {self.name}: {error}") from error
        return assess(name, judgements)

    def summary(self, facts: Mapping[str, Fact]) -> list[str]:
        """The figures of a result in sentences."""
        return list(summary(facts))

    def play(self, arguments: Sequence[str]) -> int:
        """Let a person play the reference player."""
        return reference_player.main(list(arguments))


def _shown_again(job: Job, finding: Finding) -> Finding:
    """The finding with a command that shows it: this question alone, or all of them again.

    A bot that keeps something, looks at the clock or draws lots may answer the question rightly in
    a new folder. What takes the whole time of an answer to show is not tried.
    """
    if finding.verdict is Verdict.TIME_LIMIT:
        return job.with_replay(finding)
    with _entered(job, lambda name, transcript: None) as bot:
        if bot.ask(question_of(finding.line)) is not None:
            return job.with_replay(finding)
    alone = "; asked this alone, with its folder as it was given, it answered rightly"
    return job.with_all_again(replace(finding, seen=finding.seen + alone))


@contextmanager
def _entered(job: Job, keep: Keep) -> Iterator[BotUnderTest]:
    """The bot of a job, in a folder as a tournament has it. Raises UsageError when it has none."""
    form = Form.from_values(job.form)
    job.program.check()
    with working_folder(job.program, form.folder) as (bot, arena):
        called = partial(BotCaller, bot, arena, processes_before=PROCESSES_OF_A_SHELL)
        with (
            called(CallLimits(seconds=form.seconds)) as caller,
            called(CallLimits(seconds=PATIENCE * form.seconds)) as patient,
        ):
            yield BotUnderTest(
                form, job.program.command, caller, keep, caller.describe(), ask_patiently=patient
            )


def _questions(line: Sequence[str]) -> Iterator[Question]:
    """The questions of a line. Raises UsageError when it is not twelve arguments each."""
    if not line or len(line) % ARGUMENTS:
        raise UsageError(f"a line of meta_tic_tac_toe is {ARGUMENTS} arguments, not {len(line)}")
    for start in range(0, len(line), ARGUMENTS):
        try:
            yield question_of(line[start : start + ARGUMENTS])
        except ValueError as error:
            raise UsageError(f"this is not a position of a match: {error}") from error


CHALLENGE: Final[Challenge] = MetaTicTacToe()
