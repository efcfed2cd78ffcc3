"""Short texts as raw deflate streams: the size in bits, and the stream with the fewest escapes."""

import ctypes
import zlib
from dataclasses import dataclass, field
from typing import Final

import zopfli.zlib  # type: ignore[import-untyped]  # it has neither stubs nor types

from harness.golf import literal, native
from harness.verdict import HarnessError

WINDOW_BITS: Final = -9
"""What a packed program passes to zlib.decompress: raw deflate. One call unpacks 16 KiB at any
distance, so the window that is named need not be the stream's."""

MOST_BYTES: Final = 8192
_FLOATS: Final = 2 * 316
_Floats: Final = ctypes.c_float * _FLOATS


@dataclass(frozen=True, slots=True)
class Stream:
    """A raw deflate stream. `bits` is the least that was found for its text, padding left out."""

    data: bytes
    bits: int

    @property
    def literal(self) -> bytes:
        """The shortest Python string literal of the stream, in Latin-1."""
        return literal.shortest(self.data)


@dataclass(slots=True)
class Costs:
    """What one text taught of the costs of symbols; where the parse of the next one begins."""

    values: "ctypes.Array[ctypes.c_float]" = field(default_factory=lambda: _Floats())

    def copy(self) -> "Costs":
        """Costs that change apart from these."""
        other = _Floats()
        ctypes.memmove(other, self.values, ctypes.sizeof(_Floats))
        return Costs(other)


def compiled() -> bool:
    """Whether the near-optimal encoder could be compiled; otherwise zopfli encodes."""
    return native.library("deflate") is not None


def bits(text: bytes, costs: Costs, rounds: int = 4, tries: int = 12, seed: int = 1) -> int:
    """Bits of the best stream that a quick look finds; brings `costs` up to date.

    Whole bytes in bits where zopfli has to stand in.
    """
    library = native.library("deflate")
    if library is None or not 0 < len(text) <= MOST_BYTES:
        return 8 * len(by_zopfli(text, 15))
    found: int = library.golf_bits(
        text, len(text), costs.values, rounds, tries, ctypes.c_uint64(seed)
    )
    return found


def encode(text: bytes, costs: Costs, tries: int = 400, seed: int = 1) -> Stream:
    """The stream whose literal is the shortest of so many tries, and of zopfli's."""
    rival = by_zopfli(text, 60 if tries >= 400 else 5)
    library = native.library("deflate")
    if library is None or not 0 < len(text) <= MOST_BYTES:
        return Stream(rival, 8 * len(rival))
    out = ctypes.create_string_buffer(2 * MOST_BYTES + 1024)
    sizes = (ctypes.c_int32 * 2)()
    size = library.golf_encode(
        text, len(text), costs.values, tries, 1, ctypes.c_uint64(seed), out, sizes
    )
    data = out.raw[:size]
    if zlib.decompress(data, WINDOW_BITS) != text:
        raise HarnessError("the encoder made a stream that does not unpack to its text")
    streams = [data, rival, zlib.compress(text, 9)[2:-4]]  # zlib stores what does not pack
    best = min(streams, key=lambda stream: len(literal.shortest(stream)))
    return Stream(best, min(sizes[1], 8 * len(best)))


def by_zopfli(text: bytes, iterations: int) -> bytes:
    """Zopfli's raw stream."""
    made: bytes = zopfli.zlib.compress(text, numiterations=iterations)
    return made[2:-4]
