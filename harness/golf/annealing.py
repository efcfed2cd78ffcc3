"""The search for the setting of a program that packs best: annealing on the bits of its stream.

A cycle is a pure function of the program, where it begins, and a seed, so that cycles run on all
cores, and a search that was interrupted goes on with the next one.
"""

import contextlib
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from harness.golf import deflate, shell
from harness.golf.names import names_of
from harness.golf.spellings import flips_of
from harness.golf.strings import warnings_of
from harness.golf.template import LETTERS, Flip, Marked, Setting, Template
from harness.golf.variants import Variant, variants

HOTTEST, COLDEST = 9.0, 0.7  # bits
_CLOSE_BITS: Final = 8
_POOL: Final = 12  # texts of a cycle that are encoded: with fewer bits, or with fewer escapes


@dataclass(frozen=True, slots=True)
class Point:
    """A setting of one variant, in words that hold for other variants too."""

    choice: tuple[int, ...] = ()
    variant: int = 0
    letters: Mapping[str, str] = field(default_factory=dict)
    flips: Mapping[str, int] = field(default_factory=dict)
    orders: tuple[tuple[tuple[int, int], ...], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The point as plain values for JSON."""
        return {
            "choice": self.choice, "variant": self.variant, "letters": dict(self.letters),
            "flips": dict(self.flips), "orders": self.orders,
        }  # fmt: skip

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Point":
        """The point that `to_json` made these values of."""
        orders = tuple(tuple((int(a), int(b)) for a, b in order) for order in values["orders"])
        return cls(
            tuple(values["choice"]), values["variant"], values["letters"], values["flips"], orders
        )


@dataclass(frozen=True, slots=True)
class Packed:
    """A packed program: its text before packing, the whole file, and what made it."""

    text: bytes
    source: bytes
    bits: int  # of the stream, and eight for each byte of the shell
    point: Point

    @property
    def rank(self) -> tuple[int, int]:
        """Orders programs, best first: by the bytes of the file, then by bits."""
        return len(self.source), self.bits


class Space:
    """All settings of one source."""

    def __init__(self, marked: Marked) -> None:
        self.marked = marked
        self._variants: dict[tuple[int, ...], list[Variant]] = {}
        self._templates: dict[tuple[tuple[int, ...], int], Template] = {}

    def variants(self, choice: tuple[int, ...]) -> list[Variant]:
        """The variants of the text with these alternatives. Raises SyntaxError."""
        if choice not in self._variants:
            self._variants[choice] = variants(self.marked.text(choice)[0])
        return self._variants[choice]

    def template(self, choice: tuple[int, ...], variant: int) -> tuple[Template, Variant]:
        """The template of a variant. Raises SyntaxError, or LookupError for an unknown variant."""
        one = self.variants(choice)[variant]
        key = (choice, variant)
        if key not in self._templates:
            text, permuted = self.marked.text(choice)
            # Permuted places are known in the text as it is alone.
            marks = permuted if one.text == text else ()
            self._templates[key] = Template(one.text, names_of(one.text), flips_of(one.text), marks)
        return self._templates[key], one

    def setting(self, point: Point) -> Setting:
        """The setting that a point names; what the point's variant lacks is left out."""
        template, _ = self.template(point.choice, point.variant)
        start = template.start()
        wanted = [
            point.letters.get(v.key, v.name if v.name in LETTERS else "")
            for v in template.names.variables
        ]
        letters = list(_repaired(template, wanted))
        flips = [point.flips.get(key, 0) for key in flip_keys(template.source, template.flips)]
        orders = start.orders
        if [len(o) for o in point.orders] == [len(o) for o in orders]:
            orders = point.orders
        return Setting(tuple(letters), tuple(flips), orders)

    def point(self, choice: tuple[int, ...], variant: int, setting: Setting) -> Point:
        """The point that names a setting."""
        template, _ = self.template(choice, variant)
        letters = {
            v.key: letter
            for v, letter in zip(template.names.variables, setting.letters, strict=True)
        }
        keys = flip_keys(template.source, template.flips)
        flips = {key: flip for key, flip in zip(keys, setting.flips, strict=True) if flip}
        return Point(choice, variant, letters, flips, setting.orders)


def flip_keys(source: str, flips: Sequence[Flip]) -> list[str]:
    """A name for each flip: its text, and how many before it have the same."""
    seen: dict[str, int] = {}
    keys = []
    for flip in flips:
        text = source[flip.start : flip.end]
        seen[text] = seen.get(text, 0) + 1
        keys.append(f"{seen[text]}:{text}")
    return keys


def _repaired(template: Template, wanted: Sequence[str]) -> Iterator[str]:
    """The wanted letters, but for those that conflict with one before."""
    names = template.names
    done: list[str] = []
    for index, letter in enumerate(wanted):
        barred = {done[k] for k in names.conflicts[index] if k < index} | names.taken[index]
        if letter == "" or letter in barred:
            ahead = {wanted[k] for k in names.conflicts[index] if k > index}
            rest = [c for c in LETTERS if c not in barred]
            own = names.variables[index].name
            letter = next((c for c in rest if c not in ahead), rest[0] if rest else own)
        done.append(letter)
        yield letter


def packed(space: Space, point: Point, tries: int, seed: int, costs: deflate.Costs) -> Packed:
    """The program of one point, packed as well as so many tries can. Raises SyntaxError."""
    template, variant = space.template(point.choice, point.variant)
    text = template.render(space.setting(point))
    given = warnings_of(text)
    if given is None or given > (warnings_of(template.source) or 0):
        raise SyntaxError("this setting does not compile, or not without a warning")
    stream = deflate.encode(text, costs, tries, seed)
    source = shell.wrap(stream.literal, variant.modules)
    return Packed(text, source, stream.bits + 8 * shell.size(variant.modules), point)


def cycle(
    marked: Marked, begin: Point, seed: int, evaluations: int, heat: float = 1.0
) -> tuple[list[Packed], int]:
    """The best packed programs of one cycle of annealing, best first, and how many were tried."""
    space, chance = Space(marked), random.Random(seed)
    choice, variant = begin.choice, begin.variant
    template, one = space.template(choice, variant)
    setting = space.setting(begin)
    costs = deflate.Costs()
    text = template.render(setting)
    deflate.encode(text, costs, 40, seed)  # the costs of a good stream are where to begin
    energy = deflate.bits(text, costs) + 8 * shell.size(one.modules)
    pool: dict[bytes, tuple[int, Point, deflate.Costs]] = {text: (energy, begin, costs.copy())}
    worst = energy + _CLOSE_BITS
    for step in range(evaluations):
        warmth = heat * HOTTEST * (COLDEST / HOTTEST) ** (step / evaluations)
        step_to = moved(space, chance, choice, variant, setting)
        if step_to is None:
            continue
        new_choice, new_variant, new_setting = step_to
        new_template, new_one = space.template(new_choice, new_variant)
        text = new_template.render(new_setting)
        after = costs.copy()
        bits = deflate.bits(text, after, seed=step) + 8 * shell.size(new_one.modules)
        if bits > energy and chance.random() >= math.exp((energy - bits) / warmth):
            continue
        costs, energy = after, bits
        choice, variant, setting = new_choice, new_variant, new_setting
        if bits < worst and text not in pool:
            pool[text] = (bits, space.point(choice, variant, setting), costs.copy())
            if len(pool) > 2 * _POOL:
                pool = dict(sorted(pool.items(), key=lambda item: item[1][0])[:_POOL])
                worst = max(bits for bits, _, _ in pool.values())
    best = sorted(pool.values(), key=lambda entry: entry[0])[:_POOL]
    made = []
    for _, point, known in best:
        with contextlib.suppress(SyntaxError):
            made.append(packed(space, point, 100, seed, known))
    return sorted(made, key=lambda one: one.rank), evaluations


def moved(
    space: Space, chance: random.Random, choice: tuple[int, ...], variant: int, setting: Setting
) -> tuple[tuple[int, ...], int, Setting] | None:
    """A neighbour at random: an alternative, variant and setting; None where none was found."""
    template, _ = space.template(choice, variant)
    kinds: list[str] = []
    if setting.letters:
        kinds += ["letter"] * 6 + ["exchange"] * 3
    if setting.flips:
        kinds += ["flip"] * 2
    if any(len(order) > 1 for order in setting.orders):
        kinds += ["order"] * 4
    if any(len(unit) > 1 for p in template.permuted for unit in p.units):
        kinds += ["way"] * 2
    if any(n > 1 for n in space.marked.alternatives):
        kinds += ["alternative"] * 2
    if not kinds:
        return None
    for _ in range(1 + (chance.random() < 0.3)):
        kind = chance.choice(kinds)
        if kind == "alternative":
            return _other_alternative(space, chance, choice, variant, setting)
        changed = _changed(template, chance, setting, kind)
        if changed is None:
            return None
        setting = changed
    return choice, variant, setting


def _other_alternative(
    space: Space, chance: random.Random, choice: tuple[int, ...], variant: int, setting: Setting
) -> tuple[tuple[int, ...], int, Setting] | None:
    counts = space.marked.alternatives
    index = chance.choice([k for k, n in enumerate(counts) if n > 1])
    other = list(choice)
    other[index] = chance.randrange(counts[index])
    point = replace(space.point(choice, variant, setting), choice=tuple(other))
    try:
        return tuple(other), variant, space.setting(point)
    except (SyntaxError, LookupError):
        return None


def _changed(
    template: Template, chance: random.Random, setting: Setting, kind: str
) -> Setting | None:
    if kind == "flip":
        flips = list(setting.flips)
        index = chance.randrange(len(flips))
        flips[index] = (flips[index] + 1) % len(template.flips[index].spellings)
        return replace(setting, flips=tuple(flips))
    if kind in ("order", "way"):
        return replace(setting, orders=_reordered(template, chance, setting, kind))
    letters = list(setting.letters)
    index = chance.randrange(len(letters))
    if kind == "letter":
        letters[index] = chance.choice(LETTERS)
        return replace(setting, letters=tuple(letters)) if _fit(template, letters, index) else None
    other = chance.choice(LETTERS)
    mine = letters[index]
    for k, letter in enumerate(letters):
        letters[k] = other if letter == mine else mine if letter == other else letter
    if all(_fit(template, letters, k) for k in range(len(letters)) if letters[k] in (mine, other)):
        return replace(setting, letters=tuple(letters))
    return None


def _fit(template: Template, letters: Sequence[str], index: int) -> bool:
    names = template.names
    letter = letters[index]
    return letter not in names.taken[index] and all(
        letters[k] != letter for k in names.conflicts[index]
    )


def _reordered(
    template: Template, chance: random.Random, setting: Setting, kind: str
) -> tuple[tuple[tuple[int, int], ...], ...]:
    orders = [list(order) for order in setting.orders]
    if kind == "way":
        index = chance.choice(
            [k for k, p in enumerate(template.permuted) if any(len(u) > 1 for u in p.units)]
        )
        units = template.permuted[index].units
        at = chance.choice([k for k, (unit, _) in enumerate(orders[index]) if len(units[unit]) > 1])
        unit, _ = orders[index][at]
        orders[index][at] = (unit, chance.randrange(len(units[unit])))
    else:
        index = chance.choice([k for k, order in enumerate(orders) if len(order) > 1])
        order = orders[index]
        a, b = chance.randrange(len(order)), chance.randrange(len(order))
        if chance.random() < 0.5:
            order[a], order[b] = order[b], order[a]
        else:
            order.insert(b, order.pop(a))
    return tuple(tuple(order) for order in orders)
