"""Mu Torere for the command line: its options, forms, and what is done with a program."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from harness.challenge import Job, Keep, Progress
from harness.mu_torere import opponent, verification
from harness.mu_torere.game import play_out
from harness.mu_torere.proof import certify
from harness.mu_torere.referee import judge
from harness.mu_torere.screen import Form
from harness.mu_torere.summary import summary
from harness.transcript import Transcript
from harness.verdict import Fact, HarnessError, Result, UsageError, Verdict
from reference.mu_torere import play as reference_player

_FORM_KEYS = {"picture", "symbols", "numbers", "exact", "clean_end"}


class MuTorere:
    """Challenge 1: a perfect player, proved perfect against every human line."""

    name = "mu_torere"

    def add_options(self, parser: argparse._ActionsContainer) -> None:
        """Add what describes a bare command's drawing, symbols and numbers."""
        parser.add_argument(
            "--picture",
            metavar="FILE",
            help="a drawing of the board with its nodes marked by nine different letters or "
            "digits; the default is the square form with 1-9",
        )
        parser.add_argument(
            "--symbols",
            default="bwo",
            metavar="BWO",
            help="what it prints for a black stone (the human's), a white one and an empty node",
        )
        parser.add_argument(
            "--numbers",
            metavar="LIST",
            help="what the human types for the nodes, in the picture's reading order: 0-8, or "
            "1,2,3,4,5,6,7,8,9; the default is the picture's own marks",
        )

    def form_of_options(self, options: argparse.Namespace) -> Mapping[str, object]:
        """The form that the options describe. Raises UsageError."""
        form: dict[str, object] = {
            "symbols": options.symbols,
            "exact": options.exact,
            "clean_end": options.clean_end,
        }
        if options.picture:
            try:
                form["picture"] = Path(options.picture).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise UsageError(f"--picture {options.picture}: {error}") from error
        if options.numbers:
            form["numbers"] = options.numbers
        self.check_form(form)
        return form

    def check_form(self, form: Mapping[str, object]) -> None:
        """Raises UsageError when a manifest's form is not one."""
        form_of(form)

    def verify(self, job: Job, progress: Progress, keep: Keep) -> Result:
        """Prove the program perfect, or find what is wrong with it."""
        form = form_of(job.form)
        job.program.check()
        return verification.verify(job, form, progress, keep)

    def play_line(self, job: Job, line: Sequence[str], keep: Keep) -> Result:
        """Play one game with this input against the program, and judge it."""
        form = form_of(job.form)
        job.program.check()
        unknown = [number for number in line if number not in form.node_of]
        if unknown:
            raise UsageError(f"{unknown[0]}: not one of the numbers {' '.join(form.numbers)}")
        nodes = tuple(form.node_of[number] for number in line)
        game = verification.Table(job, form, keep).open()
        transcript = play_out(game, opponent.typed(nodes))
        keep("line", transcript)
        result = self.judge_again(job.name, [transcript])
        if not result.findings and len(transcript.line) < len(nodes):
            illegal = line[len(transcript.line)]
            raise UsageError(f"{illegal}: the human may not move there at turn "
                             f"{len(transcript.line) + 1}, or the game is over")  # fmt: skip
        return result

    def judge_again(self, name: str, transcripts: Sequence[Transcript]) -> Result:
        """The verdict on transcripts alone: what they prove, or what is wrong in them."""
        try:
            judgements = [judge(transcript) for transcript in transcripts]
            proof = certify(transcripts)
        except (ValueError, KeyError, HarnessError) as error:
            raise UsageError(f"not transcripts of {self.name}: {error}") from error
        facts: dict[str, Fact] = {
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


def form_of(values: Mapping[str, object]) -> Form:
    """The form that a manifest or the options describe. Raises UsageError."""
    unknown = values.keys() - _FORM_KEYS
    if unknown:
        raise UsageError(f"unknown key {min(unknown)!r}; a form of mu_torere has "
                         f"{', '.join(sorted(_FORM_KEYS))}")  # fmt: skip
    for key, kind in (("picture", str), ("symbols", str), ("exact", bool), ("clean_end", bool)):
        if not isinstance(values.get(key, kind()), kind):
            raise UsageError(f"{key!r} is {values[key]!r}, not of type {kind.__name__}")
    settings = dict(values)
    settings["numbers"] = _numbers(settings.get("numbers"))
    try:
        return Form(**settings)  # type: ignore[arg-type]  # kinds were checked above
    except ValueError as error:
        raise UsageError(str(error)) from error


def _numbers(given: object) -> tuple[str, ...]:
    """The numbers of the nodes from a range (`0-8`), a list with commas or spaces, or a list."""
    match given:
        case None:
            return ()
        case list():
            return tuple(str(number) for number in given)
        case str():
            first, dash, last = given.partition("-")
            if dash and first.isdigit() and last.isdigit():
                return tuple(str(number) for number in range(int(first), int(last) + 1))
            return tuple(given.replace(",", " ").split())
        case _:
            raise UsageError(f"'numbers' is {given!r}, not a text or a list")
