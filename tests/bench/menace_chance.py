"""False alarms and power of MENACE's tests of bias, by simulation.

    python -m tests.bench.menace_chance [VERIFICATIONS] [PICTURE]

Simulates whole sets of likelihood ratios of fair programs, and counts the sets that refuse, at the
rate of the verification and at one that so few programs suffice to measure; then draws the power:
bias against the chance of being seen, by default and at ten times the games.
"""

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from harness.menace.chance.evidence import (
    DRAWS,
    FALSE_ALARMS,
    FURTHER_LOOKS,
    PARTS,
    RATIOS,
    REFILLS,
    STARTS,
    SUSPICIOUS,
    Family,
    weight,
)

_GROUPS: Final = (  # group, family, draws of one verification, how many of the kind are simulated
    ("all boxes", DRAWS, 7_000, 1),
    ("stage 0", DRAWS, 1_800, 1),
    ("stage 2", DRAWS, 2_000, 1),
    ("stage 4", DRAWS, 1_900, 1),
    ("stage 6", DRAWS, 1_300, 1),
    ("box 7", DRAWS, 60, 4),
    ("all boxes", REFILLS, 500, 1),
    ("stage 0", REFILLS, 200, 1),
    ("stage 6", REFILLS, 100, 1),
    ("box 7", REFILLS, 20, 4),
    ("all boxes", STARTS, 6_000, 1),
    ("stage 2", STARTS, 300, 1),
    ("stage 6", STARTS, 3_600, 1),
    ("box 7", STARTS, 20, 4),
)
_CHANCES: Final = (0.15, 0.2, 0.25, 0.3, 0.33, 0.36, 0.4, 0.45, 0.5, 0.55, 0.6)
LOOKS: Final = [2**look for look in range(1 + FURTHER_LOOKS)]  # times the draws of the first
_MEASURABLE: Final = 0.01  # a rate at which there are false alarms enough to hold the bound to
_BATCH: Final = 20_000
_RATIOS: Final = np.linspace(1.0, 1.6, 61)


def refusals(
    draws: int, chance: float, group: str, family: Family = DRAWS, rate: float = FALSE_ALARMS
) -> NDArray[np.bool_]:
    """Whether a test of one way refuses, by how often the event came: [draws + 1].

    `rate` is how many of all fair programs may be refused, by all tests together.
    """
    return evidence(draws, chance) >= needed(group, family, rate)


def needed(group: str, family: Family = DRAWS, rate: float = FALSE_ALARMS) -> float:
    """The evidence that refuses."""
    return -math.log(rate * weight(group, family))


def evidence(draws: int, chance: float) -> NDArray[np.float64]:
    """The logarithm of the mean of the likelihood ratios, by how often the event came."""
    came = np.arange(draws + 1)
    logs = np.stack([_log_likelihood(came, draws, chance, r) for r in RATIOS])
    return np.asarray(np.logaddexp.reduce(logs, axis=0) - math.log(len(RATIOS)))


def _log_likelihood(
    came: NDArray[np.int64], draws: int, chance: float, ratio: float
) -> NDArray[np.float64]:
    norm = draws * math.log(1 + chance * (ratio - 1))
    if ratio == 0:
        return np.where(came == 0, -norm, -np.inf)
    return np.asarray(came * math.log(ratio) - norm)


def false_alarms(sets: int, seed: int = 0, rate: float = FALSE_ALARMS) -> int:
    """How many of so many fair programs are refused, each looked at as often as a doubtful one."""
    rng = np.random.default_rng(seed)
    alarms = 0
    tests = [
        (draws, chance, [refusals(look * draws, chance, group, family, rate) for look in LOOKS])
        for group, family, draws, times in _GROUPS
        for chance in _CHANCES
        for _ in range(times)
    ]
    for start in range(0, sets, _BATCH):
        size = min(_BATCH, sets - start)
        wrong = np.zeros(size, dtype=bool)
        for draws, chance, refused_at in tests:
            came, before = np.zeros(size, dtype=np.int64), 0
            for look, refused in zip(LOOKS, refused_at, strict=True):
                came += rng.binomial((look - before) * draws, chance, size)
                wrong |= refused[came]
                before = look
        alarms += int(wrong.sum())
    return alarms


def power(
    draws: int, chance: float, group: str, ratios: Sequence[float] | None = None, seed: int = 0
) -> list[float]:
    """The chance of being refused, for every weight, where what is suspicious is looked at again.

    `draws` are those of the first look; the weights are those of the picture, unless given.
    """
    rng = np.random.default_rng(seed)
    weights = _RATIOS if ratios is None else np.array(ratios)
    biased = chance * weights / (1 + chance * (weights - 1))
    looks = [(draws, evidence(draws, chance))]
    for look in LOOKS[:-1]:
        parts = (look * draws * (PARTS + part) // PARTS for part in range(1, PARTS + 1))
        looks += [(number, evidence(number, chance)) for number in parts]
    ends = {look * draws for look in LOOKS}
    chances = []
    for p in biased:
        came = np.zeros(_BATCH, dtype=np.int64)
        goes_on, seen, before = np.ones(_BATCH, dtype=bool), np.zeros(_BATCH, dtype=bool), 0
        for number, by_number in looks:
            came += rng.binomial(number - before, p, _BATCH)
            found = by_number[came]
            if number in ends:
                seen |= goes_on & (found >= needed(group))
            goes_on &= found > SUSPICIOUS
            before = number
        chances.append(float(seen.mean()))
    return chances


_CURVES: Final = (
    ("all boxes, by default", 7_000, "all boxes", "#1f6fb2", ""),
    ("all boxes, ten times the games", 70_000, "all boxes", "#1f6fb2", "6 4"),
    ("boxes of one stage, by default", 1_800, "stage 2", "#b24a1f", ""),
    ("boxes of one stage, ten times the games", 18_000, "stage 2", "#b24a1f", "6 4"),
)
_WIDTH, _HEIGHT, _MARGIN = 640, 360, 50


def picture(curves: Sequence[tuple[str, Sequence[float], str, str]]) -> str:
    """An SVG of the curves: name, chances of being seen, colour, dashes."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
    ]

    def at(ratio: float, chance: float) -> tuple[float, float]:
        x = _MARGIN + (ratio - 1) / (float(_RATIOS[-1]) - 1) * (_WIDTH - 2 * _MARGIN)
        return x, _HEIGHT - _MARGIN - chance * (_HEIGHT - 2 * _MARGIN)

    for chance in (0, 0.5, 0.99):
        (left, y), (right, _) = at(1, chance), at(float(_RATIOS[-1]), chance)
        parts.append(f'<path d="M{left} {y:.1f}H{right}" stroke="#ccc"/>')
        parts.append(f'<text x="8" y="{y + 4:.1f}">{chance:.0%}</text>')
    for ratio in (1.0, 1.1, 1.2, 1.25, 1.3, 1.4, 1.5, 1.6):
        x, y = at(ratio, 0)
        parts.append(f'<text x="{x - 10:.1f}" y="{y + 16}">{ratio:g}</text>')
    for number, (name, chances, colour, dashes) in enumerate(curves):
        points = (at(float(r), c) for r, c in zip(_RATIOS, chances, strict=True))
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        style = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"'
        parts.append(f'<polyline points="{line}" {style}/>')
        y = 16 + 15 * number
        parts.append(f'<text x="330" y="{y + _MARGIN + 60}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{_MARGIN}" y="{_HEIGHT - 12}">weight of one colour or place, where a '
                 "fair draw has 1 and a chance of 40 %</text>")  # fmt: skip
    return "\n".join([*parts, "</svg>", ""])


def main(arguments: Sequence[str]) -> None:
    """Print the rates, and write the picture where a file is named."""
    sets = int(arguments[0]) if arguments else 1_000_000
    curves = []
    for name, draws, group, colour, dashes in _CURVES:
        chances = power(draws, 0.4, group)
        seen = next((r for r, c in zip(_RATIOS, chances, strict=True) if c >= 0.99), None)
        print(f"{name}: 99 % from a weight of {seen if seen is None else f'{seen:.2f}'} on")
        curves.append((name, chances, colour, dashes))
    if len(arguments) > 1:
        Path(arguments[1]).write_text(picture(curves), encoding="utf-8")
    for rate in (FALSE_ALARMS, _MEASURABLE):
        alarms = false_alarms(sets, rate=rate)
        allowed = f"at most {rate * sets:g} by the rate of {rate:g}"
        print(f"{alarms} false alarms in {sets:,} simulated verifications, {allowed}")


if __name__ == "__main__":
    main(sys.argv[1:])
