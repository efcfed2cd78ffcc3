"""The shortest expressions with wanted values: every expression of a grammar, by length.

The grammar: variables of one letter, unsigned whole numbers of up to so many digits, brackets,
and Python's operators with Python's precedence (of comparisons one at a time). Numbers beyond
2**53, errors and fractions are left out in every case, as operands too.
"""

import ctypes
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from harness.golf import native
from harness.golf.looked import Looked
from harness.verdict import HarnessError, UsageError

OPERATORS: Final = ("+", "-", "*", "//", "%", "**", "&", "|", "^", "<<", ">>", "<", ">", "==")
"""In the order that formula.c gives them."""

USUAL: Final = "+ - * // % ** & | ^ << >> ~"
MOST_CASES: Final = 256
LONGEST: Final = 32
_MINUS, _INVERT, _BRACKET, _NAME, _NUMBER = range(len(OPERATORS) + 1, len(OPERATORS) + 6)
_WANT: Final = re.compile(r"(>=|<=|!=|==?|>|<)?(-?\d+)|any|_|true|false")
_KINDS: Final = {"any": 0, "=": 1, ">=": 2, "<=": 3, "!=": 4, "true": 5, "false": 6}
_BRACKETS: Final = 3  # a side in formula.c: brackets around what was found


@dataclass(frozen=True, slots=True)
class Want:
    """What is wanted in one case: any value, one, at most or at least one, any but one, a truth."""

    kind: str
    value: int = 0

    def __str__(self) -> str:
        return self.kind if self.kind in ("any", "true", "false") else f"{self.kind}{self.value}"


@dataclass(frozen=True, slots=True)
class Question:
    """Variables with a value for each case, what is wanted in each case, and the grammar."""

    given: Mapping[str, tuple[int, ...]]
    wants: tuple[Want, ...]
    distinct: bool = False  # no two cases may have the same value
    modulo: int = 0  # values count modulo this number; 0: as they are
    operators: tuple[str, ...] = tuple(USUAL.split())
    digits: int = 3

    def __post_init__(self) -> None:
        sizes = {len(values) for values in self.given.values()} | {len(self.wants)}
        if len(sizes) != 1 or not 0 < len(self.wants) <= MOST_CASES:
            raise UsageError(
                f"every variable has one value for each want, of which there are 1 to {MOST_CASES}"
            )
        if bad := [name for name in self.given if not re.fullmatch("[A-Za-z_]", name)]:
            raise UsageError(f"{bad[0]}: a variable is one letter")
        if len(self.given) > 8:
            raise UsageError("at most eight variables are possible")
        if bad := [op for op in self.operators if op not in (*OPERATORS, "~")]:
            known = " ".join(OPERATORS)
            raise UsageError(f"{bad[0]}: not an operator; the operators are ~ {known}")

    def accepts(self, values: Sequence[int]) -> bool:
        """Whether these are values that are wanted."""
        seen = [value % self.modulo if self.modulo else value for value in values]
        if self.distinct and len(set(seen)) < len(seen):
            return False
        return all(_accepts(w, v, self.modulo) for w, v in zip(self.wants, seen, strict=True))


def _accepts(want: Want, value: int, modulo: int) -> bool:
    wanted = want.value % modulo if modulo and want.kind == "=" else want.value
    return {
        "any": True, "=": value == wanted, ">=": value >= wanted, "<=": value <= wanted,
        "!=": value != wanted, "true": bool(value), "false": not value,
    }[want.kind]  # fmt: skip


def parse_want(text: str) -> Want:
    """`5`, `any`, `>=3`, `<=3`, `!=4`, `true` or `false`. Raises UsageError."""
    match = _WANT.fullmatch(text)
    if match is None:
        raise UsageError(f"{text}: not a want: 5, any, >=3, <=3, !=4, true or false")
    if match[2] is None:
        return Want("any" if text == "_" else text)
    value = int(match[2])
    if abs(value) > 2**53:
        raise UsageError(f"{text}: beyond 2**53")
    sign = match[1] or "="
    moved = {">": (">=", 1), "<": ("<=", -1), "==": ("=", 0)}.get(sign, (sign, 0))
    return Want(moved[0], value + moved[1])


@dataclass(frozen=True, slots=True)
class Answer:
    """The shortest expressions; `none_up_to`: the characters up to which there surely is none."""

    expressions: tuple[str, ...]
    none_up_to: int
    whole: bool  # whether the search came as far as it was asked to
    effects: int  # different ones that were stored
    tried: int


class _Search:
    def __init__(self, question: Question, room: int) -> None:
        library = native.library("formula")
        if library is None:
            raise UsageError("formula needs a C compiler (cc, gcc or clang), and there is none")
        self.library, self.question = library, question
        cases = len(question.wants)
        names = [value for values in question.given.values() for value in values]
        if any(abs(value) > 2**53 for value in names):
            raise UsageError("a given value is beyond 2**53")
        library.formula_new.restype = ctypes.c_void_p
        library.formula_tried.restype = ctypes.c_uint64
        library.formula_count.restype = ctypes.c_uint32
        operators = sum(1 << k for k, op in enumerate(OPERATORS) if op in question.operators)
        pointer = library.formula_new(
            cases,
            len(question.given),
            (ctypes.c_int64 * max(1, len(names)))(*names),
            (ctypes.c_int * cases)(*(_KINDS[want.kind] for want in question.wants)),
            (ctypes.c_int64 * cases)(*(want.value for want in question.wants)),
            int(question.distinct),
            ctypes.c_int64(question.modulo),
            ctypes.c_uint32(operators),
            int("-" in question.operators),
            int("~" in question.operators),
            question.digits,
            ctypes.c_uint32(room),
        )
        if not pointer:
            raise HarnessError("no memory for so many effects")
        self.pointer = ctypes.c_void_p(pointer)
        self.found = 0

    def __enter__(self) -> "_Search":
        return self

    def __exit__(self, *_: object) -> None:
        self.library.formula_free(self.pointer)

    def next(self, length: int) -> int:
        """1, 0 or -1: stored, looked at, or neither."""
        found = ctypes.c_int()
        state: int = self.library.formula_next(self.pointer, length, ctypes.byref(found))
        self.found = found.value
        return state

    @property
    def count(self) -> int:
        return int(self.library.formula_count(self.pointer))

    @property
    def tried(self) -> int:
        return int(self.library.formula_tried(self.pointer))

    def far_parts(self, length: int) -> int:
        """In how many parts `far` looks at a length that `next` could not; 0: it cannot."""
        return int(self.library.formula_far_parts(self.pointer, length))

    def far(self, length: int, part: int) -> bool:
        """Look at one of these parts; False where there is no memory for it."""
        found = ctypes.c_int()
        state: int = self.library.formula_far(self.pointer, length, part, ctypes.byref(found))
        self.found = found.value
        return state > 0

    def hits(self) -> Iterator[str]:
        for k in range(self.found):
            out = (ctypes.c_int64 * 9)()
            self.library.formula_hit(self.pointer, k, out)
            other, side, op, signs, sign = out[4:]
            text = self._spelled(*out[:4])
            if side == _BRACKETS:
                text = f"({text})"
            elif side:
                operands = (self.spelled(other), text) if side == 1 else (text, self.spelled(other))
                text = OPERATORS[op].join(operands)
            for place in range(signs):
                text = ("-" if (sign == _MINUS) == (place % 2 == 0) else "~") + text
            yield text

    def values(self, k: int) -> tuple[int, ...]:
        out = (ctypes.c_int64 * len(self.question.wants))()
        self.library.formula_values(self.pointer, ctypes.c_uint32(k), out)
        return tuple(out)

    def spelled(self, k: int) -> str:
        out = (ctypes.c_int64 * 4)()
        self.library.formula_node(self.pointer, ctypes.c_uint32(k), out)
        return self._spelled(*out)

    def _spelled(self, how: int, left: int, right: int, number: int) -> str:
        if how == _NAME:
            return list(self.question.given)[number]
        if how == _NUMBER:
            return str(number)
        if how == _BRACKET:
            return f"({self.spelled(left)})"
        if how in (_MINUS, _INVERT):
            sign = "-" if how == _MINUS else "~"
            return sign + (self._spelled(number, left, right, 0) if number else self.spelled(left))
        return f"{self.spelled(left)}{OPERATORS[how]}{self.spelled(right)}"


def shortest(
    question: Question,
    most: int,
    room: int = 1_000_000,
    looked: Looked | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Answer:
    """The shortest expressions of up to `most` characters; `room` is how many effects are kept.

    `looked` has the parts of long lengths in which earlier searches found nothing, and gets more of
    them; `say` gets a line about each. Raises UsageError where there is no compiler.
    """
    with _Search(question, room) as search:
        for length in range(1, min(most, LONGEST) + 1):
            if search.next(length) < 0 and not (
                search.far_parts(length) and _look_far(search, length, looked, say)
            ):
                return Answer((), length - 1, False, search.count, search.tried)
            expressions = sorted(set(search.hits()))
            if expressions:
                for expression in expressions:
                    _hold(question, expression)
                found = tuple(expressions)
                return Answer(found, length - 1, True, search.count, search.tried)
        return Answer((), min(most, LONGEST), most <= LONGEST, search.count, search.tried)


def _look_far(
    search: _Search, length: int, looked: Looked | None, say: Callable[[str], None]
) -> bool:
    """Look at a length part by part, until something is found; whether there was memory for it."""
    parts = search.far_parts(length)
    search.found = 0
    for part in range(parts):
        if looked is not None and looked.has(length, part):
            continue
        say(f"{length} characters, part {part + 1} of {parts}")
        if not search.far(length, part):
            return False
        if search.found:
            break
        if looked is not None:
            looked.add(length, part)
    return True


def _hold(question: Question, expression: str) -> None:
    """Evaluate the expressions in Python itself. Raises HarnessError where a value differs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of `~` before a comparison, from Python 3.12 on
        values = [
            int(eval(expression, {}, {name: v[k] for name, v in question.given.items()}))
            for k in range(len(question.wants))
        ]
    if not question.accepts(values):
        raise HarnessError(f"{expression} has the values {values}, which are not wanted")


def effects(question: Question, most: int, room: int = 1_000_000) -> Iterator[tuple[str, Any]]:
    """Every effect that is wanted, the shortest expressions first: expression and values.

    Values count modulo the question's number. Ends where there is no more room.
    """
    seen = set()
    with _Search(question, room) as search:
        for length in range(1, min(most, LONGEST) + 1):
            before = search.count
            if search.next(length) < 1:
                return
            for k in range(before, search.count):
                values = search.values(k)
                if question.modulo:
                    values = tuple(value % question.modulo for value in values)
                if values not in seen and question.accepts(values):
                    seen.add(values)
                    yield search.spelled(k), values
