"""What a manifest or the options declare of a form: all of it, or what there is to go by."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from harness.mu_torere.reading.inference import Hints, guess
from harness.mu_torere.screen import Form
from harness.screen import Display, Size
from harness.verdict import UsageError

_KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "picture": (str,),
    "symbols": (str, list),
    "numbers": (str, list),
    "exact": (bool,),
    "clean_end": (bool,),
    "prelude": (str, list),
    "history": (int,),
    "quick": (bool,),
}
HISTORY: Final = 3  # of the human's moves, where nothing else is asked for
_DEEPEST: Final = 8
_PICTURE_SIZE: Final = Size(200, 500)  # larger ones stand on no terminal


class Thoroughness(NamedTuple):
    """How far a verification goes."""

    history: int = HISTORY  # replies are covered by position and so many last human moves
    quick: bool = False  # without the worlds that take long


def thoroughness(values: Mapping[str, object]) -> Thoroughness:
    """How far the options ask to go. Raises UsageError."""
    history, quick = values.get("history", HISTORY), values.get("quick", False)
    if not isinstance(history, int) or not 0 <= history <= _DEEPEST:
        raise UsageError(f"'history' is {history!r}, not a number from 0 to {_DEEPEST}")
    return Thoroughness(history, bool(quick))


def declared(values: Mapping[str, object]) -> Form | Hints:
    """The form where its drawing is declared, or the challenge's own format; hints otherwise.

    Raises UsageError when it is none.
    """
    unknown = values.keys() - _KINDS.keys()
    if unknown:
        raise UsageError(f"unknown key {min(unknown)!r}; a form of mu_torere has "
                         f"{', '.join(sorted(_KINDS))}")  # fmt: skip
    for key, kinds in _KINDS.items():
        if key in values and not isinstance(values[key], kinds):
            names = " or ".join(kind.__name__ for kind in kinds)
            raise UsageError(f"{key!r} is {values[key]!r}, not of type {names}")
    symbols, numbers = _symbols(values.get("symbols")), _numbers(values.get("numbers"))
    exact, clean_end = bool(values.get("exact")), bool(values.get("clean_end"))
    picture, prelude = values.get("picture"), _prelude(values.get("prelude"))
    plain = Form()
    try:
        if picture is None and not exact:
            Form(symbols=symbols or plain.symbols, numbers=numbers)
            return Hints(symbols, numbers, exact, clean_end, prelude)
        if picture is None:
            signs = symbols or plain.symbols
            return Form(plain.picture, signs, numbers, exact, clean_end, prelude)
        return _with_picture(str(picture), Hints(symbols, numbers, exact, clean_end, prelude))
    except ValueError as error:
        raise UsageError(str(error)) from error


def _with_picture(picture: str, hints: Hints) -> Form:
    """The form with this picture, which marks the nodes, or shows a board as it is printed."""
    symbols = hints.symbols or Form().symbols
    rows = picture.split("\n")
    if len(rows) > _PICTURE_SIZE.rows or max(map(len, rows)) > _PICTURE_SIZE.columns:
        raise ValueError(
            f"a picture of {len(rows)} lines of up to {max(map(len, rows))} characters is larger "
            f"than {_PICTURE_SIZE.rows} by {_PICTURE_SIZE.columns}"
        )
    try:
        return Form(picture, symbols, hints.numbers, hints.exact, hints.clean_end, hints.prelude)
    except ValueError:
        display = Display(_PICTURE_SIZE, lambda snapshot: None, returns=True)
        display.feed(picture)
        found = guess(display.snapshot(), hints)
        if found is None or found.faulty:
            raise
        return found.forms[0]


def _symbols(given: object) -> tuple[str, ...]:
    """Three symbols: three characters, or a list with commas between."""
    match given:
        case None:
            return ()
        case str() if len(given) > 3 and given.count(",") == 2:
            return tuple(given.split(","))
        case str() | list():
            return tuple(map(str, given))
        case _:
            raise UsageError(f"'symbols' is {given!r}, not a text or a list")


def _numbers(given: object) -> tuple[str, ...]:
    """The numbers of the nodes from a range (`0-8`), a list with commas or spaces, or a list."""
    match given:
        case None:
            return ()
        case list():
            return tuple(str(number) for number in given)
        case str():
            first, dash, last = given.partition("-")
            if dash and first.isdecimal() and last.isdecimal():
                return tuple(str(number) for number in range(int(first), int(last) + 1))
            return tuple(given.replace(",", " ").split())
        case _:
            raise UsageError(f"'numbers' is {given!r}, not a text or a list")


def _prelude(given: object) -> tuple[str, ...]:
    """What the human types before the first board: texts with commas between, or a list."""
    match given:
        case None:
            return ()
        case list():
            return tuple(map(str, given))
        case _:
            return tuple(str(given).split(","))
