"""Running verifications: jobs of entries and bare commands, their results and transcripts on disk.

build/transcripts/<challenge>/<name>/001.interaction   every game, as soon as it is finished
build/results/<challenge>/<name>.json                  the result, with what it was reached on
"""

import dataclasses
import hashlib
import json
import secrets
import shlex
import shutil
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from harness import syntax_warnings, transcript
from harness.challenge import Challenge, Job, Keep, Progress
from harness.entry import Entry
from harness.places import ROOT, build, command_name, shown
from harness.sandbox.confined import LostLauncherError
from harness.session import Limits
from harness.transcript import Transcript
from harness.verdict import HarnessError, Result, UsageError, Verdict

_SEEDS: Final = 1_000_000


def seed_anew() -> int:
    """A seed for the opponents' chances that nobody knows beforehand.

    A program may know which games those of a seed play, and be right in these alone.
    """
    return secrets.randbelow(_SEEDS)


def job_of(entry: Entry, limits: Limits, games: int, seed: int, options: Sequence[str] = ()) -> Job:
    """The verification of a manifest's entry; `options` are repeated in the command to paste."""
    ours = entry.program.cwd == ROOT
    called = entry.name if ours else str(entry.program.cwd / entry.short_name)
    return Job(
        name=entry.name,
        program=dataclasses.replace(entry.program, limits=limits),
        form=entry.form,
        source_bytes=entry.source_bytes,
        games=games,
        seed=seed,
        again=(f"{command_name()} verify {shlex.join([called, *options])}", ""),
    )


def run(
    challenge: Challenge, job: Job, progress: Progress, line: Sequence[str] | None = None
) -> Result:
    """Verify one program, or play one line against it. The harness's own failure is a result too.

    A verification that lost its launcher, which somebody may have killed, is made once more.
    UsageError passes through, because it concerns the caller and no program.
    """
    try:
        return _run(challenge, job, progress, line)
    except LostLauncherError:
        return _run(challenge, job, progress, line, is_last=True)


def _run(
    challenge: Challenge,
    job: Job,
    progress: Progress,
    line: Sequence[str] | None,
    is_last: bool = False,
) -> Result:
    folder = transcripts_of(job.name)
    warnings: list[str] = []
    write = keeper(folder)

    def keep(name: str, game: Transcript) -> None:
        warnings.append(game.exit.syntax_warnings)
        write(name, game)

    try:
        if line is not None:
            return syntax_warnings.reported(challenge.play_line(job, line, keep), warnings)
        shutil.rmtree(folder, ignore_errors=True)
        result = challenge.verify(job, progress, keep)
        result = dataclasses.replace(result, facts={**result.facts, "seed": job.seed})
        return syntax_warnings.reported(result, warnings)
    except UsageError:
        raise
    except HarnessError as error:
        if isinstance(error, LostLauncherError) and not is_last:
            raise
        return Result(job.name, Verdict.JUDGE_ERROR, facts={"error": str(error)})
    except Exception as error:
        log = build() / "judge_error.txt"
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(traceback.format_exc())
        said = f"{type(error).__name__}: {error} (the traceback is in {shown(log)})"
        return Result(job.name, Verdict.JUDGE_ERROR, facts={"error": said})


def transcripts_of(name: str) -> Path:
    """The folder of a program's transcripts."""
    return build() / "transcripts" / name


def keeper(folder: Path) -> Keep:
    """Writes every finished game at once, so that nothing measured is lost."""

    def keep(name: str, game: Transcript) -> None:
        transcript.save(game, folder / f"{name}.interaction")

    return keep


def fingerprint(entry: Entry, games: int, seed: int | None, limits: Limits) -> str:
    """Changes with anything that a result depends on: the script, its form, the harness itself.

    But for a seed that was drawn anew (None).
    """
    digest = hashlib.sha256()
    sources = sorted((ROOT / "harness").rglob("*.py")) + sorted((ROOT / "reference").rglob("*.py"))
    for path in sources if entry.source is None else [entry.source, *sources]:
        digest.update(path.read_bytes())
    about = (entry.program.command, sorted(entry.form.items()), games, seed, limits)
    digest.update(repr(about).encode())
    return digest.hexdigest()


def store(entry: Entry, mark: str, result: Result) -> None:
    """Write a result down, with the fingerprint of what it was reached on."""
    path = _result_path(entry)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"fingerprint": mark, "result": dataclasses.asdict(result)}, indent=1)
    path.write_text(text, encoding="utf-8")


def stored(entry: Entry, mark: str) -> Result | None:
    """The accepted result that was reached on exactly this, if it is there."""
    match _kept(entry):
        case {"fingerprint": found, "result": {"verdict": Verdict.ACCEPTED} as kept}:
            return Result.from_json(kept) if found == mark else None
        case _:
            return None


def seconds_before(entry: Entry) -> float | None:
    """How long the entry's last verification took, whatever it came to; None if none is kept."""
    match _kept(entry):
        case {"result": {"facts": {"seconds": int() | float() as seconds}}}:
            return float(seconds)
        case _:
            return None


def _kept(entry: Entry) -> object:
    try:
        return json.loads(_result_path(entry).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _result_path(entry: Entry) -> Path:
    return build() / "results" / f"{entry.name}.json"
