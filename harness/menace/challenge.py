"""MENACE for the command line: its options, forms, and what is done with a program."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Final

from harness.challenge import Challenge, Job, Keep, Progress
from harness.menace import figures, proof, verification
from harness.menace.form import BEADS_ARE_NAMES, BEADS_ARE_SQUARES, DUMPS, Form
from harness.menace.game import Interactor, form_of, with_games
from harness.menace.referee import judge
from harness.menace.summary import summary
from harness.transcript import Transcript
from harness.verdict import Fact, Result, UsageError, Verdict
from reference.menace import play as reference_player
from reference.tic_tac_toe import Board, Square, empty_squares


class Menace:
    """Challenge 2: 304 matchboxes that learn, proved by watching."""

    name = "menace"
    thoroughness_options: Sequence[str] = ()

    def add_options(self, parser: argparse._ActionsContainer) -> None:
        """Add the options that say how a program given by its command reads and prints."""
        parser.add_argument(
            "--moves",
            metavar="LIST",
            help="what the human types for the squares, row by row: nine words or characters, 1-9, "
            "or words with blanks between commas ('0 0,0 1,...'; \\n is Enter); the default is LL "
            "LM LR ML MM MR RL RM RR. {games} in the command stands for the number of games",
        )
        parser.add_argument(
            "--marks",
            metavar="LIST",
            help="how a board shows X, O and an empty square: three words or characters; "
            "the default is XO-",
        )
        parser.add_argument(
            "--beads",
            choices=(BEADS_ARE_NAMES, BEADS_ARE_SQUARES),
            default=BEADS_ARE_NAMES,
            help="whether a bead is the number 0-8 of a square in the box's own picture (all empty "
            "squares, or one of those that are alike), or any name, learned from play (default "
            "%(default)s)",
        )
        parser.add_argument(
            "--dump",
            choices=DUMPS,
            default=DUMPS[0],
            help="how boxes are told apart: by brackets, or a line for each; by default either",
        )

    def form_of_options(self, options: argparse.Namespace) -> Mapping[str, object]:
        """The form that the options describe. Raises UsageError."""
        values = {key: getattr(options, key) for key in ("moves", "marks", "beads", "dump")}
        values |= {"exact": options.exact, "clean_end": options.clean_end}
        return Form.from_values(values).to_json()

    def check_form(self, form: Mapping[str, object]) -> None:
        """Raises UsageError when a manifest's form is not one of this challenge."""
        Form.from_values(form)

    def verify(self, job: Job, progress: Progress, keep: Keep) -> Result:
        """Watch the program learn, and judge what was seen."""
        form = form_of(job.form, job.program)
        job.program.check()
        return verification.verify(job, form, progress, keep)

    def play_line(self, job: Job, line: Sequence[str], keep: Keep) -> Result:
        """Play with this input, a number of games and then moves, and judge it."""
        form = form_of(job.form, job.program)
        job.program.check()
        if not line or not line[0].isdigit():
            raise UsageError("a line of menace begins with the number of games")
        if unknown := [move for move in line[1:] if move not in form.moves]:
            raise UsageError(f"{unknown[0]}: not one of the moves {' '.join(form.moves)}")
        moves = iter(line[1:])

        def typed(board: Board) -> Square:
            # What was typed may not fit another run's chance: then any empty square will do.
            move = next(moves, None)
            square = None if move is None else form.moves.index(move)
            free = empty_squares(board)
            return square if square in free else free[0]

        program = with_games(job.program.on_a_terminal(), form, int(line[0]))
        with program.start() as session:
            match = Interactor(
                session, form, program.command, int(line[0]), program.limits.move_seconds
            )
            transcript = match.play(typed)
        keep("line", transcript)
        return self.judge_again(job.name, [transcript])

    def judge_again(self, name: str, transcripts: Sequence[Transcript]) -> Result:
        """The verdict on transcripts alone; of one run, whether it is right as far as it goes."""
        try:
            runs = [judge(transcript) for transcript in transcripts]
        except (ValueError, KeyError) as error:
            raise UsageError(f"not transcripts of {self.name}: {error}") from error
        state = proof.assess(runs)
        verdict = state.verdict
        if len(runs) == 1 and verdict is Verdict.INCONCLUSIVE and not state.findings:
            verdict = Verdict.ACCEPTED
        return Result(name, verdict, state.findings[:3], figures.figures(state, runs))

    def summary(self, facts: Mapping[str, Fact]) -> list[str]:
        """The figures of a result in sentences."""
        return list(summary(facts))

    def play(self, arguments: Sequence[str]) -> int:
        """Let a person play against MENACE."""
        return reference_player.main(list(arguments))


CHALLENGE: Final[Challenge] = Menace()
