"""Streams and literals: whatever the text, Python reads back what was packed."""

import ast
import warnings
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.golf import deflate, literal, native, shell

TEXTS = st.one_of(
    st.binary(min_size=1, max_size=300),
    st.text("abc =()\n", min_size=1, max_size=400).map(str.encode),
    st.integers(1, 2000).map(lambda n: b"ab" * n),
)
CODE = b"for i in range(10):\n for j in range(10):print(i*j,end=' ')\n print()\n" * 3


def read(made: bytes) -> bytes:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a backslash before what needs none
        tree = ast.parse(b"#coding:L1\n" + made, mode="eval")
    value = ast.literal_eval(tree)
    assert isinstance(value, str)
    return value.encode("latin-1")


@given(st.binary(max_size=200))
def test_a_literal_is_read_back(data: bytes) -> None:
    assert read(literal.shortest(data)) == data


@given(st.lists(st.sampled_from([0, 10, 13, 34, 39, 48, 92, 110, 120]), max_size=12).map(bytes))
def test_a_literal_of_what_needs_escapes_is_read_back(data: bytes) -> None:
    assert read(literal.shortest(data)) == data


def test_a_backslash_is_left_alone_where_it_may_be() -> None:
    assert literal.shortest(b"\\P") == b"'\\P'"
    assert literal.shortest(b"'") == b'"\'"'


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(TEXTS, st.integers(0, 9))
def test_a_stream_unpacks_to_its_text(text: bytes, seed: int) -> None:
    stream = deflate.encode(text, deflate.Costs(), 10, seed)
    assert zlib.decompress(stream.data, deflate.WINDOW_BITS) == text
    assert read(stream.literal) == stream.data
    assert stream.bits <= 8 * len(stream.data)


@pytest.mark.parametrize("text", [CODE, b"a", b"ab", bytes(range(256)), b"a" * 1000])
def test_never_longer_than_zopfli_or_zlib(text: bytes) -> None:
    stream = deflate.encode(text, deflate.Costs(), 100)
    assert len(stream.literal) <= len(literal.shortest(deflate.by_zopfli(text, 15)))
    assert len(stream.literal) <= len(literal.shortest(zlib.compress(text, 9)[2:-4]))


def test_bits_agree_with_the_stream() -> None:
    if not deflate.compiled():
        pytest.skip("no compiler here")
    costs = deflate.Costs()
    stream = deflate.encode(CODE, costs, 50)
    assert deflate.bits(CODE, costs) >= stream.bits


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "library", lambda name: None)
    stream = deflate.encode(CODE, deflate.Costs())
    assert zlib.decompress(stream.data, -15) == CODE
    assert deflate.bits(CODE, deflate.Costs()) % 8 == 0


@pytest.mark.parametrize("modules", [(), ("sys",), ("sys", "re")])
def test_a_shell_is_read_back(modules: tuple[str, ...]) -> None:
    stream = deflate.encode(CODE, deflate.Costs(), 10)
    packed = shell.wrap(stream.literal, modules)
    assert len(packed) == shell.size(modules) + len(stream.literal)
    assert shell.unpack(packed) == shell.Unpacked(CODE, modules)
    assert shell.size(()) == 61


def test_other_shells_are_read_too() -> None:
    data = zlib.compress(CODE)
    made = b"#coding:L1\nfrom zlib import*\nexec(decompress(" + literal.shortest(data)
    assert shell.unpack(made + b".encode('L1')))") == shell.Unpacked(CODE)
    assert shell.unpack(CODE) is None
    assert shell.unpack(b"(") is None
