"""Mu Torere for the command line: its options, forms, and what is done with a program."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from harness import given_file, option_types
from harness.challenge import Challenge, Job, Keep, Progress
from harness.mu_torere import verification
from harness.mu_torere.declaration import HISTORY, declared, thoroughness
from harness.mu_torere.form_reading import read_form
from harness.mu_torere.game import Game
from harness.mu_torere.proof import certify
from harness.mu_torere.referee import judge
from harness.mu_torere.screen import Form
from harness.mu_torere.summary import summary
from harness.mu_torere.table import Table
from harness.mu_torere.trial import UNREAD_NOTE
from harness.transcript import Transcript
from harness.verdict import Fact, Result, UsageError, Verdict
from reference.mu_torere import play as reference_player
from reference.mu_torere.rules import legal_moves


class MuTorere:
    """Challenge 1: a perfect player, proved perfect against every human line."""

    name = "mu_torere"
    thoroughness_options: Sequence[str] = ("--history", "--quick")

    def add_options(self, parser: argparse._ActionsContainer) -> None:
        """Add the options that say how a program given by its command draws and reads."""
        parser.add_argument(
            "--picture",
            metavar="FILE",
            help="a drawing of the board with its nodes marked by nine different letters or "
            "digits, in a file or on the command line itself; without it the first print is read",
        )
        parser.add_argument(
            "--symbols",
            metavar="BWO",
            help="what it prints for a black stone (the human's), a white one and an empty node: "
            "three characters, or three texts with commas between; red:X where colours matter, "
            "number for a node that shows its own number, number-upper and number-lower where "
            "capitals tell black from white",
        )
        parser.add_argument(
            "--numbers",
            metavar="LIST",
            help="what the human types for the nodes, in the picture's reading order: 0-8, or "
            "1,2,3,4,5,6,7,8,9; the default is found by trying",
        )
        parser.add_argument(
            "--prelude",
            metavar="LIST",
            help="what the human types before the game begins, with commas between: a menu's "
            "choice, or nothing for Enter alone; the default is what the first print invites to",
        )
        parser.add_argument(
            "--history",
            type=option_types.count,
            default=HISTORY,
            metavar="N",
            help="cover every reply by the position and the human's last N moves "
            "(default %(default)s)",
        )
        parser.add_argument(
            "--quick",
            action="store_true",
            help="leave out the humans who think for seconds, and all but some hundred of the long "
            "game's thousands of rounds: errors that come late, after many repetitions or with "
            "time are not seen then",
        )

    def form_of_options(self, options: argparse.Namespace) -> Mapping[str, object]:
        """The form that the options describe. Raises UsageError."""
        form: dict[str, object] = {"exact": options.exact, "clean_end": options.clean_end}
        if options.history != HISTORY:
            form["history"] = options.history
        if options.quick:
            form["quick"] = True
        if options.symbols:
            form["symbols"] = options.symbols
        if options.picture and "\n" in options.picture:
            form["picture"] = options.picture
        elif options.picture:
            try:
                form["picture"] = given_file.read_text(Path(options.picture))
            except OSError as error:
                raise UsageError(f"--picture {options.picture}: {error.strerror}") from error
            except UnicodeDecodeError as error:
                raise UsageError(f"--picture {options.picture}: {error}") from error
        if options.numbers:
            form["numbers"] = options.numbers
        if options.prelude is not None:
            form["prelude"] = options.prelude
        self.check_form(form)
        return form

    def check_form(self, form: Mapping[str, object]) -> None:
        """Raises UsageError when a manifest's form is not one of this challenge."""
        declared(form)
        thoroughness(form)

    def verify(self, job: Job, progress: Progress, keep: Keep) -> Result:
        """Prove the program perfect, or find what is wrong with it."""
        job.program.check()
        return verification.verify(job, declared(job.form), progress, keep, thoroughness(job.form))

    def play_line(self, job: Job, line: Sequence[str], keep: Keep) -> Result:
        """Play one game with this input against the program, and judge it."""
        job.program.check()
        found = read_form(job, declared(job.form), keep)
        form = found.form
        if form is None:
            raise UsageError(f"cannot be read: {found.unread}")
        if line and line[0] not in form.node_of:
            raise UsageError(_no_number(line[0], form))
        game = Table(job, form, keep).open()
        transcript = _typed(game, form, line)
        keep("line", transcript)
        result = self.judge_again(job.name, [transcript])
        if not result.findings and len(transcript.line) < len(line):
            illegal = line[len(transcript.line)]
            if illegal not in form.node_of:
                raise UsageError(_no_number(illegal, form))
            raise UsageError(_not_now(illegal, form, len(transcript.line), game))
        return result

    def judge_again(self, name: str, transcripts: Sequence[Transcript]) -> Result:
        """The verdict on transcripts alone: what they prove, or what is wrong in them."""
        facts: dict[str, Fact]
        noted = [t.notes[UNREAD_NOTE] for t in transcripts if UNREAD_NOTE in t.notes]
        if noted:
            facts = {"cannot_be_read": noted[-1]}
            return Result(name, Verdict.INCONCLUSIVE, (), facts)
        try:
            judgements = [judge(transcript) for transcript in transcripts]
            proof = certify(transcripts)
        except (ValueError, KeyError) as error:
            raise UsageError(f"not transcripts of {self.name}: {error}") from error
        facts = {
            "games": len(transcripts),
            "rounds": sum(len(judgement.rounds) for judgement in judgements),
            "slowest_move_seconds": round(max(j.slowest_seconds for j in judgements), 4),
        }
        verdict = verification.verdict(proof)
        if len(transcripts) == 1 and not proof.findings:
            verdict = Verdict.ACCEPTED  # of this one game nothing more can be asked
        else:
            facts = verification.figures(proof) | facts
        return Result(name, verdict, proof.findings, facts)

    def summary(self, facts: Mapping[str, Fact]) -> list[str]:
        """The figures of a result in sentences."""
        return list(summary(facts))

    def play(self, arguments: Sequence[str]) -> int:
        """Let a person play the perfect player."""
        return reference_player.main(list(arguments))


def _no_number(typed: str, form: Form) -> str:
    return f"{typed}: not one of the numbers {' '.join(form.numbers)}"


def _not_now(typed: str, form: Form, turn: int, game: Game) -> str:
    if game.position is None:
        return f"{typed}: after {turn} moves the game is over, and the program asks for no more"
    legal = ", ".join(form.number_of[node] for node in legal_moves(game.position))
    return f"{typed}: the human may not move there at turn {turn + 1}; legal: {legal}"


def _typed(game: Game, form: Form, line: Sequence[str]) -> Transcript:
    """Type this line in one run: the moves of a game, and what is left of it after the win."""
    game.go_on()
    for number in line:
        position = game.position
        if position is not None and form.node_of.get(number) in legal_moves(position):
            game.play(form.node_of[number])
        elif game.asks:
            game.answer(number)
        else:
            break
    return game.finish()


CHALLENGE: Final[Challenge] = MuTorere()
