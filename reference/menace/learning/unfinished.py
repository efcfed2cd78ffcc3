"""Learning curves on disk, so that training which was interrupted goes on where it was."""

from pathlib import Path

import numpy as np

from reference.menace.learning.curve import Curve
from reference.menace.learning.training import Training


def save(curve: Curve, file: Path) -> None:
    """Write the curve's numbers: all of them, or nothing. Raises OSError."""
    beside = file.with_suffix(".part")
    with beside.open("wb") as opened:
        np.savez(
            opened,
            games=curve.games,
            shares=curve.shares,
            unbeaten=curve.unbeaten,
            last_losses=curve.last_losses,
            sampled_at=curve.sampled_at,
            first_box=curve.first_box,
        )
    beside.replace(file)


def load(file: Path, training: Training) -> Curve | None:
    """The curve of this training that was written there; None where none is, or it is damaged."""
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as found:
            return Curve(
                training.opponent,
                training.ruleset,
                training.games,
                found["games"],
                found["shares"],
                found["unbeaten"],
                found["last_losses"],
                tuple(found["sampled_at"].tolist()),
                found["first_box"],
            )
    except Exception:  # a damaged file fails in a dozen ways, by zipfile, tokenize and numpy
        return None
