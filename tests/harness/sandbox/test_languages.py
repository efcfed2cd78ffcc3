"""Right programs in many languages run at every level, and nothing is held against them."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from harness.program import Program
from harness.sandbox.levels import LEVELS, Level
from harness.session import Limits

HERE = [level for level in LEVELS if level.is_available()]
LIMITS = Limits(move_seconds=120.0, asks_seconds=60.0)
# Each reads a line and prints it behind `hi`.
SOURCES: Final = {
    "x.py": "import random, re, collections, json\nprint('hi' + input())\n",
    "x.pl": "use strict; use List::Util 'first'; use POSIX; $|=1; print 'hi'.<STDIN>;\n",
    "x.rb": "require 'set'; puts 'hi' + gets\n",
    "x.js": "require('readline').createInterface({input: process.stdin})"
            ".on('line', l => {console.log('hi' + l); process.exit()})\n",
    "x.lua": "print('hi' .. io.read())\n",
    "x.tcl": "puts hi[gets stdin]\n",
    "x.awk": '{print "hi" $0; exit}\n',
    "x.dc": "[hi]n?p\n",
    "x.php": "<?php echo 'hi'.fgets(STDIN);\n",
    "x.sh": "read x; cat <<END\nhi$x\nEND\n",
    "x.c": '#include <stdio.h>\nint main(void) { int n; return scanf("%d", &n) < 1 || '
           'printf("hi%d\\n", n) < 0; }\n',
    "X.java": "class X { public static void main(String[] a) {"
              'System.out.println("hi" + new java.util.Scanner(System.in).nextLine()); } }\n',
    "script": "#!/usr/bin/env python3\nprint('hi' + input())\n",
    "package.json": '{"main": "x.js"}\n',
}  # fmt: skip
COMMANDS: Final = [
    ("python3", "x.py"), ("env", "A=1", "python3", "x.py"), ("sh", "-c", "exec python3 x.py"),
    ("timeout", "100", "python3", "x.py"), ("nice", "python3", "x.py"), ("./script",),
    ("perl", "x.pl"), ("sh", "-c", "exec perl x.pl"), ("ruby", "x.rb"), ("node", "x.js"),
    ("node", "."), ("lua", "x.lua"), ("tclsh", "x.tcl"), ("awk", "-f", "x.awk"), ("dc", "x.dc"),
    ("php", "x.php"), ("bash", "x.sh"), ("sh", "x.sh"), ("java", "-cp", ".", "X"), ("./x",),
    ("java", "X.java"),
]  # fmt: skip
_BUILD: Final = {"./x": ("cc", "-o", "x", "x.c"), "-cp": ("javac", "X.java")}


QUICK: Final = [("python3", "x.py"), ("perl", "x.pl"), ("sh", "x.sh"), ("./x",)]
# Each language at the best level, and a few at each; the rest is slow.
CASES: Final = [
    pytest.param(
        command, level, id=f"{' '.join(command)}-{level}",
        marks=() if level is HERE[0] or command in QUICK else pytest.mark.slow,
    )
    for command in COMMANDS
    for level in HERE
]  # fmt: skip


@pytest.mark.parametrize(("command", "level"), CASES)
def test_a_right_program_is_let_be(tmp_path: Path, command: Sequence[str], level: Level) -> None:
    for name, source in SOURCES.items():
        (tmp_path / name).write_text(source)
    (tmp_path / "script").chmod(0o755)
    if shutil.which(command[0]) is None and not command[0].startswith("./"):
        pytest.skip(f"{command[0]} is not installed")
    for word, build in _BUILD.items():
        if word in command:
            if shutil.which(build[0]) is None:
                pytest.skip(f"{build[0]} is not installed")
            subprocess.run(build, cwd=tmp_path, check=True)
    with Program(tuple(command), tmp_path, limits=LIMITS, level=level).start() as session:
        session.send("5")
        said = session.read(lambda text: False).text
        exit_ = session.close()
    assert said.strip() in ("hi5", "hi\n5"), exit_  # Tcl ends its lines by a return as well
    assert (exit_.status, exit_.reached, exit_.left_running) == (0, (), 0)
