"""Packing: what is written does what the program did, and a search goes on."""

import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness import syntax_warnings
from harness.command_line import main
from harness.golf import annealing, pack, shell, source
from harness.golf.annealing import Point, Space
from harness.golf.names import names_of
from harness.golf.spellings import flips_of
from harness.golf.strings import warnings_of
from harness.golf.template import read_marks
from harness.golf.variants import variants

PROGRAM = """import sys
from math import*
*names,last=sys.argv+['six','7']
def table(width,step=2):
 rows=[[sqrt(row*step)for row in range(width)]for column in range(width)]
 return[sum(row)for row in rows if 3<sum(row)and column_ok(row)]
column_ok=lambda row:len(row)%2==1
total=0
first={}
for number in range(5):
 total+=number
 print(number,total,table(number),last);print('done',first)
exec('''print(total)
for row in 1,2:print(row)
'''*2)"""


def run(text: bytes, folder: Path) -> str:
    path = folder / "program.py"
    path.write_bytes(text)
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
    assert syntax_warnings.without(done.stderr) == ""
    return done.stdout


@pytest.fixture(autouse=True)
def own_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLFPROOF_BUILD", str(tmp_path / "build"))


def test_every_variant_does_the_same(tmp_path: Path) -> None:
    want = run(PROGRAM.encode(), tmp_path)
    found = variants(PROGRAM)
    assert {variant.modules for variant in found} == {(), ("sys",), ("math",)}
    assert any("exec" not in variant.text for variant in found)
    qualified = variants(PROGRAM.replace("import sys\n", "").replace("sys.argv", "['a']"))
    assert ("math",) in {variant.modules for variant in qualified}
    for variant in found:
        head = f"import {','.join(variant.modules)}\n" if variant.modules else ""
        assert run((head + variant.text).encode(), tmp_path) == want


@pytest.mark.parametrize("seed", [0, *(pytest.param(s, marks=pytest.mark.slow) for s in (1, 2))])
def test_every_setting_that_a_search_reaches_does_the_same(seed: int, tmp_path: Path) -> None:
    want = run(PROGRAM.encode(), tmp_path)
    marked = read_marks(PROGRAM)
    results, tried = annealing.cycle(marked, Point(), seed, 150)
    assert tried == 150
    assert results == sorted(results, key=lambda made: made.rank)
    for made in results[:2]:
        unpacked = shell.unpack(made.source)
        assert unpacked is not None
        assert unpacked.text == made.text
        assert run(made.source, tmp_path) == want


@pytest.mark.slow
def test_a_cycle_is_a_function_of_its_seed() -> None:
    marked = read_marks(PROGRAM)
    assert annealing.cycle(marked, Point(), 7, 40) == annealing.cycle(marked, Point(), 7, 40)


FLIPPED = """a=3;b=4
c=[5,6]
f=lambda d:d*2
print(a<b<9,a*2,2+a,a==b,'x',"y",f(a)*b,c[0]&7,-a+1)
if a<=b and c[1]>a:print(a%3*2,f(2)<f(3))
print(a-b+1,a*b%3,(a+1)*2,2*(b-1))"""


def test_every_flip_alone_means_the_same(tmp_path: Path) -> None:
    want = run(FLIPPED.encode(), tmp_path)
    space = Space(read_marks(FLIPPED))
    template, _ = space.template((), 0)
    assert len(template.flips) > 12
    start = template.start()
    for index in range(len(template.flips)):
        flips = tuple(int(k == index) for k in range(len(template.flips)))
        made = template.render(replace(start, flips=flips))
        assert made.decode() != FLIPPED
        assert run(made, tmp_path) == want, template.flips[index]


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_all_flips_together_compile(data: st.DataObject) -> None:
    space = Space(read_marks(FLIPPED))
    template, _ = space.template((), 0)
    flips = tuple(data.draw(st.integers(0, 1)) for _ in template.flips)
    made = template.render(replace(template.start(), flips=flips))
    assert warnings_of(made) is not None
    assert len(made) == len(FLIPPED)


def test_marks_are_choices() -> None:
    marked = read_marks("a=⟦5¦2+3⟧\nprint(sum(b'⟦~a⟨bB⟩c\\n⟧'),a)")
    assert marked.alternatives == (2,)
    space = Space(marked)
    (part,) = space.template((0,), 0)[0].permuted
    assert part.units == (("a",), ("b", "B"), ("c",), ("\\n",))
    point, chance = Point((0,)), random.Random(1)
    seen = set()
    for _ in range(2000):
        moved = annealing.moved(space, chance, point.choice, 0, space.setting(point))
        if moved is not None:
            point = space.point(*moved)
            seen.add(space.template(point.choice, 0)[0].render(space.setting(point)))
    assert {b"2+3" in text for text in seen} == {True, False}
    literals = {text[text.index(b"b'") + 2 : text.index(b"')")] for text in seen}
    assert {frozenset(made.lower()) for made in literals} == {frozenset(b"abc\\n")}
    assert len({made.lower() for made in literals}) == 24
    assert any(b"B" in made for made in literals)


@pytest.mark.slow
def test_steps_never_grow_and_beat_zopfli(tmp_path: Path) -> None:
    path = tmp_path / "p.py"
    path.write_text(PROGRAM)
    marked, _ = source.python_to_pack(path)
    sizes = dict(pack.steps(marked))
    assert sizes["own encoder"] <= sizes["zopfli"]
    assert sizes["best variant"] <= sizes["own encoder"]


def test_python_minifier_is_compared_with_where_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "p.py").write_text("print('as it is')  # and a comment")
    (tmp_path / "python_minifier.py").write_text(
        "def minify(source, rename_globals):\n return source.partition('  #')[0]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    marked, _ = source.python_to_pack(tmp_path / "p.py")
    sizes = dict(pack.steps(marked))
    assert sizes["python-minifier and zopfli"] < sizes["zopfli"]
    monkeypatch.delitem(sys.modules, "python_minifier")


@pytest.mark.parametrize("program", ["for a in 'abcabcabcabc':print(a*2)", PROGRAM])
@pytest.mark.slow
def test_what_is_written_was_checked_and_a_search_goes_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    program: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.py").write_text(program)
    words = ["pack", "p.py", "--check", f"{sys.executable} {{}}", "--jobs", "1"]
    words += ["--seconds", "0.1", "--cycle", "80" if program == PROGRAM else "8"]
    assert main([*words, "-o", "out.py"]) == 0
    made = Path("out.py").read_bytes()
    assert run(made, tmp_path) == run(program.encode(), tmp_path)
    (kept,) = Path("build/golf/pack").glob("*.json")
    before = json.loads(kept.read_text())
    assert main([*words, "-o", "out.py", "--replace"]) == 0
    assert json.loads(kept.read_text())["cycles"] > before["cycles"]
    assert len(Path("out.py").read_bytes()) <= len(made)
    assert main([*words, "-o", "again.py"]) == 0
    packed_again = ["pack", "out.py", "--steps", "--json"]
    capsys.readouterr()
    assert main(packed_again) == 0
    sizes = json.loads(capsys.readouterr().out)
    assert sizes["own encoder"] <= sizes["zopfli"] <= sizes["zlib -9"] + 2
    kept.write_text("{")  # a file that cannot be read begins anew
    assert main([*words, "-o", "new.py"]) == 0


def test_no_flip_where_order_matters() -> None:
    for text in ("print(f()<g())", "x=(y:=1)<y", "a=b+c", "print('a'%b*c)", "d=e|f", "a=b\nc=a"):
        assert flips_of(text) in ([], flips_of(text)[-1:]), text
    assert flips_of("print(f()<g())") == []
    assert flips_of("print((y:=1)<y)") == []
    assert flips_of("d=e|f") == []


def test_names_of_what_was_packed() -> None:
    names = names_of(PROGRAM)
    assert {"rows", "row", "table", "total"} <= {v.name for v in names.variables}
    assert "sys" not in {v.name for v in names.variables}
