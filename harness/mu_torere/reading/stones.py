"""What stands on nine nodes: three kinds of stones, told by text or by colour, and the numbers.

A symbol is what a node of one kind shows. Written down it is its text; `red:●` where the colour
tells the kinds apart; and the word `number` for a node that shows its own number, `number-upper`
and `number-lower` where capitals tell the kinds apart.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import Final, NamedTuple, TypeAlias

from harness.colours import OF_NAMES, same_colour
from reference.mu_torere.rules import NODES, PUTAHI, STONES_A_SIDE

Content: TypeAlias = tuple[str, str]  # the text of a node's cells, and their style
Contents: TypeAlias = Callable[[int, int], Sequence[Content]]
"""The contents of all nodes, of some columns each: the first of them, and how many."""

OWN_NUMBER: Final = "number"
UNKNOWN: Final = "?"
_COLOUR: Final = re.compile(r"(?<![0-9a-z])[0-9a-f]{6}(?![0-9a-z])")
_NAMED: Final = re.compile(rf"(?<![a-z])(?:{'|'.join(OF_NAMES)})(?![a-z])")
_PLAIN_WHITE: Final = re.compile(r"(?:^|\+)white(?=\+|$)")
_STYLED: Final = re.compile(r"([a-z0-9+,-]{2,}):(.+)", re.DOTALL)
_LABEL: Final = re.compile(r"\W*?(\w{1,3})\W*")
# As the tables of lookalikes say, which take long to be read; most programs need no others.
_ALIKE_IN_ASCII: Final = ("'`", "0O", "1Il|")
_SIZES: Final = ("○◯", "●⬤", "■◼", "□◻", "◆⬥", "◇⬦")  # one shape, nearly as large
_BLACK_LOOKS: Final = "bBxX#●⚫■◆♟⬛*@1"
_WHITE_LOOKS: Final = "wWoO○⚪□◇♙⬜+0"
_NO_COLOURS: Final = frozenset({"bold", "italic", "blink", "underlined", "plain"})


class Symbol(NamedTuple):
    """What the nodes of one kind show. A text of None is the node's own number."""

    text: str | None
    style: str = ""
    case: str = ""  # of the node's own number: "upper", "lower", or as it is typed

    def __str__(self) -> str:
        text = self.text
        if text is None:
            text = f"{OWN_NUMBER}-{self.case}" if self.case else OWN_NUMBER
        return f"{self.style}:{text}" if self.style else text

    def shown_at(self, number: str) -> str:
        """What the node with this number shows."""
        if self.text is not None:
            return self.text
        return {"upper": number.upper(), "lower": number.lower()}.get(self.case, number)

    @classmethod
    def parse(cls, written: str) -> "Symbol":
        """Parse a symbol in its written form."""
        styled = _STYLED.fullmatch(written)
        style, text = (styled[1], styled[2]) if styled else ("", written)
        for case in ("upper", "lower"):
            if text == f"{OWN_NUMBER}-{case}":
                return cls(None, style, case)
        return cls(None if text == OWN_NUMBER else text, style)


class Stones(NamedTuple):
    """How the nodes of one board can be read."""

    offset: int  # of the stone's columns in its box
    width: int
    symbols: tuple[Symbol, ...]  # most frequent kind first; the last one is the empty node's
    placement: tuple[int, ...]  # the kind at each node
    labels: tuple[str, ...]  # the number beside each node, or ()

    @property
    def is_start(self) -> bool:
        """Whether each of two kinds fills one half of the ring."""
        ring = self.placement[: len(NODES) - 1]
        changes = sum(ring[node] != ring[node - 1] for node in range(len(ring)))
        return changes == 2 and ring.count(ring[0]) == STONES_A_SIDE

    @property
    def shows_numbers(self) -> bool:
        """Whether the nodes of some kind show their own numbers."""
        return any(symbol.text is None for symbol in self.symbols)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many nodes there are of each kind, most first."""
        return tuple(sorted(Counter(self.placement).values(), reverse=True))


@lru_cache(maxsize=1 << 12)  # a program may have any number of colours
def without_emphasis(style: str) -> str:
    """The style of a node's cells by its colours alone: a bold stone is of the same kind."""
    words = (one.split("+") for one in style.split(","))
    plain = ["+".join(w for w in some if w not in _NO_COLOURS) for some in words]
    return plain[0] if len({*plain}) == 1 else ",".join(one or "plain" for one in plain)


def readings(width: int, contents: Contents) -> Iterator[Stones]:
    """Every way to read nine nodes of so many columns, the likeliest first.

    The numbers beside the stones are cut off, and their colours with them.
    """
    found: list[tuple[int, Stones]] = []
    for offset, size, labels in _cuts(width, contents):
        texts, styles = zip(*contents(offset, size), strict=True)
        read = list(_kinds(texts, styles, offset, size, labels))
        if size > 2 and not labels and _are_bracketed(texts):
            bare, styles = zip(*contents(offset + 1, size - 2), strict=True)
            read += [stones for stones in _kinds(bare, styles, offset + 1, size - 2, ())
                     if stones.shows_numbers]  # fmt: skip
        found += [(_unlikely(stones), stones) for stones in read]
    yield from (stones for _, stones in sorted(found, key=lambda pair: pair[0]))


def _cuts(width: int, contents: Contents) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """The columns that may be the stone's, and the numbers that the others show."""
    yield 0, width, ()
    for cut in range(1, width):
        before, after = (0, cut), (cut, width - cut)
        for label, stone in ((before, after), (after, before)):
            if labels := labels_of([text for text, _ in contents(*label)]):
                yield *stone, labels


def _are_bracketed(texts: Sequence[str]) -> bool:
    """Whether all begin with one sign and end with one sign, which are no part of the stones."""
    ends = {text[:1] + text[-1:] for text in texts}
    return len(ends) == 1 and not any(end.isalnum() or end.isspace() for end in ends.pop())


def typed_as(label: str) -> str:
    """What a human types for a label: digits and letters of small size or in circles are plain."""
    if label.isascii():
        return label
    plain = (str(unicodedata.digit(char, char)) for char in unicodedata.normalize("NFKC", label))
    return "".join(plain)


def labels_of(texts: Sequence[str]) -> tuple[str, ...]:
    """Nine different numbers or letters that these texts are; () if they are not."""
    found = [_LABEL.fullmatch(text.replace("\0", "")) for text in texts]
    labels = tuple(typed_as(match[1]) for match in found if match)
    return labels if len(labels) == len(set(labels)) == len(NODES) else ()


def _kinds(
    texts: Sequence[str], styles: Sequence[str], offset: int, size: int, labels: tuple[str, ...]
) -> Iterator[Stones]:
    texts = [text.replace("\0", "") for text in texts]
    beside = labels
    ways: list[list[Symbol]] = []
    if len(set(texts)) == 3:
        ways.append([Symbol(text) for text in texts])
    different = set(zip(texts, styles, strict=True))
    if len(set(styles)) > 3 or len(set(texts)) <= 3 < len(different):
        styles = [without_emphasis(style) for style in styles]
    if len(set(zip(texts, styles, strict=True))) == 3:
        ways.append([Symbol(t, s) for t, s in zip(texts, styles, strict=True)])
    own = labels_of(texts)
    bare = own == tuple(typed_as(text.strip()) for text in texts)  # nothing but the numbers
    if own and bare and len(set(styles)) == 3 and not labels:
        ways.append([Symbol(None, style) for style in styles])
        labels = own
    ways += _numbered(texts)
    ways += _cased(texts)
    if len(set(texts)) == 2 and len(set(zip(texts, styles, strict=True))) == 2:
        ways.append([Symbol(text) for text in texts])  # as on a board of another game
    read = [(way, labels) for way in ways]
    coloured = [(way, beside) for way in _coloured_numbers(texts, styles)]
    mixed = len({name.isdecimal() for name in own}) > 1  # as an `o` among digits is no number
    for way, labels in [*coloured, *read] if mixed else [*read, *coloured]:
        common = [symbol for symbol, _ in Counter(way).most_common()]
        if len(common) != 3:
            continue
        placement = tuple(common.index(symbol) for symbol in way)
        stones = Stones(offset, size, tuple(common), placement, labels)
        yield stones
        empty = common[2].text
        if (
            empty is not None
            and re.fullmatch(r"\s*\w{1,2}\s*", empty)
            and stones.counts == (4, 4, 1)
        ):
            yield stones._replace(symbols=(*common[:2], Symbol(None, common[2].style)))


def _numbered(texts: Sequence[str]) -> Iterator[list[Symbol]]:
    """Four nodes that show one text, four that show their own numbers, and the empty one."""
    times = Counter(texts)
    own = [node for node in NODES if times[texts[node]] == 1]
    if len(own) != STONES_A_SIDE + 1 or len(times) != len(own) + 1:
        return
    for empty in (PUTAHI, *own):
        numbered = [texts[node].strip() for node in own if node != empty]
        if empty in own and all(re.fullmatch(r"\w{1,2}", text) for text in numbered):
            yield [
                Symbol(None) if node in own and node != empty else Symbol(texts[node])
                for node in NODES
            ]
            return


def _cased(texts: Sequence[str]) -> Iterator[list[Symbol]]:
    """Four nodes that show a letter of their own in capitals, four in small, and the empty one."""
    letters = [text.strip() for text in texts]
    upper = [text for text in letters if re.fullmatch("[A-Z]", text)]
    lower = [text for text in letters if re.fullmatch("[a-z]", text)]
    different = {text.lower() for text in (*upper, *lower)}
    if len(upper) == len(lower) == STONES_A_SIDE and len(different) == len(NODES) - 1:
        yield [
            Symbol(None, case="upper") if letter in upper
            else Symbol(None, case="lower") if letter in lower else Symbol(text)
            for letter, text in zip(letters, texts, strict=True)
        ]  # fmt: skip


def _coloured_numbers(texts: Sequence[str], styles: Sequence[str]) -> Iterator[list[Symbol]]:
    """Eight nodes that show their own numbers in two styles, four each, and the empty one."""
    numbers = [text.strip() for text in texts]
    own = [node for node in NODES if re.fullmatch(r"\d{1,2}|[A-Za-z]", numbers[node])]
    if len(own) == len(NODES):  # as where the empty node is an `o`
        digits = [node for node in own if numbers[node].isdecimal()]
        own = digits or [node for node in own if styles.count(styles[node]) == STONES_A_SIDE]
    looks_of = Counter(styles[node] for node in own)
    if [*looks_of.values()] != [STONES_A_SIDE] * 2 or len({numbers[node] for node in own}) < (
        2 * STONES_A_SIDE
    ):  # fmt: skip
        return
    yield [Symbol(None if node in own else texts[node], styles[node]) for node in NODES]


def _unlikely(stones: Stones) -> int:
    """A sort key, least for the likeliest reading.

    A right start comes first, then labels that keep it right, then colours where they are needed.
    """
    doubt = 0 if stones.counts == (4, 4, 1) else 100
    doubt += 0 if stones.is_start else 40
    doubt += 0 if stones.placement[PUTAHI] == 2 else 20
    doubt += 0 if stones.labels else 3
    doubt += stones.width if stones.labels else 0
    for opening, closing in (("(", ")"), ("[", "]"), ("<", ">"), ("{", "}")):
        for symbol in stones.symbols:
            text = symbol.text or ""
            doubt += 4 * (text.count(opening) != text.count(closing))
    doubt += 1 if any(symbol.style for symbol in stones.symbols) else 0
    if stones.symbols[2].text is None:
        doubt += 2
    return doubt


def colourings(stones: Stones) -> list[tuple[Symbol, Symbol, Symbol]]:
    """Every assignment of symbols to black, white and empty, the likeliest first."""
    one, two, empty = stones.symbols
    if stones.counts != (4, 4, 1):
        return sorted(permutations(stones.symbols), key=looks)  # type: ignore[arg-type]
    return sorted([(one, two, empty), (two, one, empty)], key=looks)


def looks(symbols: tuple[Symbol, Symbol, Symbol]) -> int:
    """A sort key, least for what looks most like black, white and empty."""
    black, white, empty = (
        unicodedata.normalize("NFKC", symbol.text or "").strip("()[]<>{} \0") for symbol in symbols
    )
    doubt = 0
    doubt -= 2 * (black[:1] in _BLACK_LOOKS and black != "") + (
        black[:1] in "bB●⚫" and black != ""
    )
    doubt -= 2 * (white[:1] in _WHITE_LOOKS and white != "") + (
        white[:1] in "wW○⚪" and white != ""
    )
    doubt -= 4 * (empty in (".", "", "_", "o", "·", "-", "+", " ", "0"))
    if symbols[0].style and "white" in symbols[0].style:
        doubt += 1
    return doubt


def alike(symbols: Sequence[Symbol]) -> tuple[Symbol, Symbol] | None:
    """Two symbols that a person cannot tell apart; None where all differ."""
    for one, other in combinations(symbols, 2):
        if one.case == other.case and _same_colours(one.style, other.style) and (
            _same_look(one.text, other.text)
        ):  # fmt: skip
            return one, other
    return None


def _same_colours(one: str, other: str) -> bool:
    """Whether two styles are the same but for shades that no eye tells apart.

    Many terminals write in white by default: there, white text looks like text without a colour.
    """
    one, other = (_PLAIN_WHITE.sub("", style).strip("+") for style in (one, other))
    by_numbers = (_NAMED.sub(lambda found: OF_NAMES[found[0]], style) for style in (one, other))
    if len({*by_numbers}) == 1:
        return True
    colours = [_COLOUR.findall(style) for style in (one, other)]
    return _COLOUR.sub("#", one) == _COLOUR.sub("#", other) and all(
        same_colour(a, b) for a, b in zip(*colours, strict=True)
    )


def _same_look(one: str | None, other: str | None) -> bool:
    if one is None or other is None:
        return one is other
    one, other = one.strip(), other.strip()
    if len(one) != len(other):
        return False
    return all(a == b or _look_alike(a, b) for a, b in zip(one, other, strict=True))


def _look_alike(a: str, b: str) -> bool:
    if a.isascii() and b.isascii():
        return any(a in same and b in same for same in _ALIKE_IN_ASCII)
    return bool(
        b in _lookalikes(a) or a in _lookalikes(b) or _lookalikes(a) & _lookalikes(b)
        or (_has_no_look(a) and _has_no_look(b)) or any(a in s and b in s for s in _SIZES)
    )  # fmt: skip


def _has_no_look(char: str) -> bool:
    """Whether fonts need not have this character: terminals draw the same box for all such ones."""
    return unicodedata.category(char) in ("Cn", "Co", "Cs")


@cache
def _lookalikes(char: str) -> frozenset[str]:
    # Only here: it reads its tables when it is imported, which most commands have no use for.
    from confusable_homoglyphs import (  # type: ignore[import-untyped]  # it has no types
        confusables,
    )

    found = confusables.is_confusable(char, greedy=True)
    if not found:
        return frozenset()
    return frozenset(
        "".join(c for c in homoglyph["c"] if c != "\u200e")
        for entry in found
        for homoglyph in entry["homoglyphs"]
    )
