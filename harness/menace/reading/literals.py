"""Brackets: where literals stand in a text, and what they hold.

A literal is what Python, JSON, JavaScript, Ruby, Go, YAML's flow style and their kin print of
nested lists and mappings. Both functions take time in proportion to the text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

_OPENING: Final = "[({"
_BRACKET: Final = re.compile(r"[\[\](){}]")
_PLAIN: Final = r"[^\[\](){}]*+"
_FLAT: Final = rf"[\[({{]{_PLAIN}[\])}}]"
_NESTED_ONCE: Final = re.compile(rf"[\[({{]{_PLAIN}(?:{_FLAT}{_PLAIN})*[\])}}]")
_RECORD: Final = re.compile(r"\{\s*(['\"])\w+\1\s*:")
_INDENT: Final = re.compile(r"\n\s*")
_SMILE: Final = re.compile(r"(?:[^\n][:;]|[:;]-)[\[({](?:\s|$)")
_MAYBE_SMILE: Final = re.compile(r"[:;]-?[\[({](?:\s|$)")
_TOKEN: Final = re.compile(
    r"(?<![^\s\[({,>]):[^\W\d]\w*|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|=>|->|[\[\](){}:=,;]|[^\s\[\](){}:=,;'\"]+|['\"]"
)


class Span(NamedTuple):
    """A literal: its place, [start, end), and how many brackets open in it."""

    start: int
    end: int
    opened: int


@dataclass(slots=True)
class Group:
    """What stands between two brackets: items in order, with their keys where they have any.

    An item is a word, or a group.
    """

    items: list["Item"] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)  # as many as items, or none


Item: TypeAlias = str | Group


def spans(text: str) -> tuple[list[Span], int | None]:
    """The outermost literals, and where one opens that has not closed; a smile opens none."""
    if (usual := _nested_once(text)) is not None:
        return usual, None
    found: list[Span] = []
    stack: list[tuple[int, int]] = []  # places, and how many had opened until then
    opened = 0
    for bracket in _BRACKET.finditer(text):
        at = bracket.start()
        if bracket[0] in _OPENING:
            if _SMILE.match(text, max(0, at - 2)):
                continue
            stack.append((at, opened))
            opened += 1
        elif stack:
            start, before = stack.pop()
            while found and found[-1].start > start:
                found.pop()
            found.append(Span(start, at + 1, opened - before))
    outermost = stack[0][0] if stack else None
    return found, outermost


def _nested_once(text: str) -> list[Span] | None:
    """The same, many times faster, where all brackets match and are at most two deep."""
    found = []
    for literal in _NESTED_ONCE.finditer(text):
        opened = sum(map(literal[0].count, _OPENING))
        found.append(Span(*literal.span(), opened))
    opened = sum(span.opened for span in found)
    if opened * 2 != sum(map(text.count, "[](){}")) or _MAYBE_SMILE.search(text):
        return None
    return found


def on_one_line(text: str, spans: Sequence[Span]) -> str | None:
    """The text with each record that takes several lines on one; None where none of these does."""
    several = [
        span
        for span in spans
        if text.find("\n", span.start, span.end) >= 0 and _RECORD.match(text, span.start)
    ]
    if not several:
        return None
    kept, at = [], 0
    for span in several:
        kept += [text[at : span.start], _INDENT.sub(" ", text[span.start : span.end])]
        at = span.end
    return "".join([*kept, text[at:]])


def before_in_line(text: str, span: Span) -> str:
    """What stands before a literal in its line."""
    return text[text.rfind("\n", 0, span.start) + 1 : span.start]


def parse(text: str) -> Group:
    """The words and groups of a text, as the items of one group. Brackets need not match."""
    root = Group()
    stack = [root]
    pending: list[tuple[Group, str]] = []  # keys that wait for their values
    for token in _TOKEN.findall(text):
        here = stack[-1]
        if token in ("[", "(", "{"):
            group = Group()
            _put(here, group, pending)
            stack.append(group)
        elif token in ("]", ")", "}"):
            if len(stack) > 1:
                stack.pop()
        elif token in (":", "=", "=>", "->"):
            if here.items and not (pending and pending[-1][0] is here):
                key = here.items.pop()
                if here.keys:
                    here.keys.pop()
                pending.append((here, _text(key)))
        elif token[0] == ":":  # a symbol, as Ruby has them
            _put(here, token[1:], pending)
        elif token not in (",", ";", "'", '"'):
            _put(here, token[1:-1] if token[0] in "'\"" else token, pending)
    return root


def _put(group: Group, item: Item, pending: list[tuple[Group, str]]) -> None:
    group.items.append(item)
    if pending and pending[-1][0] is group:
        _, key = pending.pop()
        # Words before the first key (a type's name, say) have none.
        group.keys += [""] * (len(group.items) - 1 - len(group.keys))
        group.keys.append(key)
    elif group.keys:
        group.keys.append("")


def _text(item: Item) -> str:
    if isinstance(item, str):
        return item
    return "".join(map(_text, item.items))


def leaves(group: Group) -> Iterator[str]:
    """All words in the group, those of groups within it too."""
    for item in group.items:
        if isinstance(item, str):
            yield item
        else:
            yield from leaves(item)
