"""Variables that may share a name, and those that may not: asked of Python itself."""

import contextlib
import io
import itertools

import pytest

from harness.golf.names import names_of

PROGRAMS = {
    "comprehension": "a=3\nprint([b*a for b in range(a)],sum(c for c in range(4)))",
    "function": "def f(a,b=2):\n c=a+b\n return c*d\nd=5\nprint(f(1),f(d,3))",
    "lambda": "g=lambda a,b:a-b\nh=lambda a:g(a,1)*k\nk=4\nprint(h(9))",
    "walrus": "print([a:=b for b in range(3)],a)",
    "f-string": "a=1;b=22\nprint(f'{a}-{b:{a}}{{c}}{a!r}',f\"{a+b=}\")",
    "exec": "A='x=[y*2 for y in range(z)];print(x)'\nz=3\nfor i in 1,2:exec(A);z+=i",
    "exec text": "n=2\nexec('''for i in range(3):\n print(i*n)\n'''*2)",
    "nested": "def f(a):\n def g(b):return a*b+c\n return[g(d)for d in range(a)]\nc=7\nprint(f(3))",
    "default": "a=5\nf=lambda b=a,*c:(b,c)\nprint(f(),f(1,2))",
    "global": "def f():\n global a\n a=b+1\nb=2\nf()\nprint(a)",
    "keyword": "f=lambda a,b=1:a*b\nprint(f(2,b=3))",
    "unpack": "a,*b=range(5)\nfor c,(d,e)in[(1,(2,3))]:print(a,b,c,d,e)",
    "except": "try:1/0\nexcept Exception as e:print(type(e).__name__)",
    "first iterable": "a=[1,2]\nprint([a for a in a],[b for a in[a]for b in a])",
}


def printed(source: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(source, "test", "exec"), {})
    return out.getvalue()


def renamed(source: str, places: list[tuple[int, int, str]]) -> str:
    for start, end, name in sorted(places, reverse=True):
        source = source[:start] + name + source[end:]
    return source


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=PROGRAMS)
def test_any_pair_that_does_not_conflict_may_share_a_name(source: str) -> None:
    names = names_of(source)
    want = printed(source) if "{a+b=}" not in source else None
    for one, other in itertools.combinations(range(len(names.variables)), 2):
        if other not in names.conflicts[one]:
            pair = [(*p, "q") for k in (one, other) for p in names.variables[k].places]
            if want is not None:
                assert printed(renamed(source, pair)) == want, names.variables[one]


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=PROGRAMS)
def test_all_variables_renamed_apart_change_nothing(source: str) -> None:
    names = names_of(source)
    places = [(*p, f"v{k}") for k, v in enumerate(names.variables) for p in v.places]
    made = printed(renamed(source, places))
    assert made.replace("v0+v1", "a+b") == printed(source)
    assert len({v.key for v in names.variables}) == len(names.variables)


def test_what_may_not_be_renamed() -> None:
    def movable(source: str) -> set[str]:
        return {v.name for v in names_of(source).variables}

    assert movable("import sys\nfrom re import*\na=sys") == {"a"}
    assert movable("f=lambda a,b:0\nf(1,b=2)") == {"f", "a"}
    assert movable("a=1\nexec(input())") == set()  # the text may use any name of the module
    assert movable("class A:\n b=1\nc=A.b") == {"c"}


def test_conflicts_are_symmetric_and_free_names_are_left() -> None:
    names = names_of("e=1\nprint([x for x in range(e)])")
    assert all(a in names.conflicts[b] for a, cs in enumerate(names.conflicts) for b in cs)
    index = next(k for k, v in enumerate(names.variables) if v.name == "e")
    assert {"print", "range"} <= names.taken[index]
