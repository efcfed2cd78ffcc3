"""Right programs in many languages run at every level, and nothing is held against them."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from harness.program import Program
from harness.sandbox.levels import Level
from harness.session import Limits
from tests.harness.sandbox.levels import BEST, OTHERS, at_each_level

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
    "with_env": "#!/usr/bin/env -S python3 -u\nprint('hi' + input())\n",
    # A child may end at any moment of the start of the next.
    "pipes.sh": "i=0; while [ $i -lt 30 ]; do true & printf a | sort | cat >/dev/null; wait; "
                "i=$((i+1)); done; read x; echo hi$x\n",
    "starts.py": "import multiprocessing, os, subprocess, threading, mmap, ctypes\n"
                 "def say(end): end.send('hi')\n"
                 "if __name__ == '__main__':\n"
                 "    shared = mmap.mmap(-1, 9)\n"
                 "    if os.fork() == 0: shared[:1] = b'x'; os._exit(3)\n"
                 "    assert os.wait()[1] >> 8 == 3 and shared[:1] == b'x'\n"
                 "    subprocess.run(['true'], check=True)\n"
                 "    all = [threading.Thread(target=len, args=('x',)) for _ in range(20)]\n"
                 "    [one.start() for one in all]; [one.join() for one in all]\n"
                 "    ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 1)()\n"
                 "    one, other = multiprocessing.Pipe()\n"
                 "    child = multiprocessing.Process(target=say, args=(other,))\n"
                 "    child.start(); print(one.recv() + input()); child.join()\n",
    "streams.py": "open('/dev/stdout', 'w').write('hi' + open('/dev/stdin').readline())\n",
    "zones.py": "import datetime, getpass, locale, platform, readline, time, zoneinfo\n"
                "locale.setlocale(locale.LC_ALL, ''); time.tzset(); platform.platform()\n"
                "datetime.datetime.now(zoneinfo.ZoneInfo('Europe/Berlin'))\n"
                "print('hi' + input())\n",
    "starts.pl": "if ($p = fork) { waitpid $p, 0 } else { exit } `true`; print 'hi' . <STDIN>;\n",
    "starts.js": "const {Worker, isMainThread, parentPort} = require('worker_threads');"
                 "if (isMainThread) { require('child_process').execSync('true');"
                 "new Worker(__filename).on('message', hi => require('readline')"
                 ".createInterface({input: process.stdin}).on('line', l => {"
                 "console.log(hi + l); process.exit()})) } else parentPort.postMessage('hi')\n",
    "Starts.java": "class Starts { public static void main(String[] a) throws Exception {"
                   'new ProcessBuilder("true").start().waitFor(); java.util.TimeZone.getDefault();'
                   "java.util.stream.IntStream.range(0, 9999).parallel().sum();"
                   'System.out.println("hi" + new java.util.Scanner(System.in).nextLine()); } }\n',
    # What each puts down goes where TMPDIR says.
    "puts.py": "import tempfile\nwith tempfile.TemporaryDirectory() as folder:\n"
               "    with open(folder + '/a', 'w') as file: file.write('hi' + input())\n"
               "    print(open(folder + '/a').read())\n",
    "parts/__main__.py": "import other\n",
    "parts/other.py": "print('hi' + input())\n",
    "login": "#!/bin/bash -l\nread x; echo hi$x\n",
    "puts.sh": "read x; t=$(mktemp); echo hi$x > $t; cat $t; rm $t\n",
    "puts.tcl": "puts [exec echo hi[gets stdin]]\n",
    "long.sh": "read x; wc -l > /dev/null <<END\n" + "y" * 99999 + "\nEND\necho hi$x\n",
    # What each puts down without asking where.
    "t.c": "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
           "int main(void) { char said[9], name[] = \"/tmp/xXXXXXX\"; int n;\n"
           "FILE *file = tmpfile(); if (!file || mkstemp(name) < 0 || unlink(name)) return 1;\n"
           'return scanf("%d", &n) < 1 || fprintf(file, "hi%d", n) < 0 || fseek(file, 0, 0) ||\n'
           "!fgets(said, 9, file) || puts(said) < 0; }\n",
    "names.lua": "local name = os.tmpname(); local file = assert(io.open(name, 'w'))\n"
                 "file:write('hi' .. io.read()); file:close(); file = assert(io.open(name))\n"
                 "print(file:read('a')); assert(os.remove(name)); assert(io.tmpfile())\n",
    "locks.py": "import multiprocessing, multiprocessing.pool\n"
                "def same(x): return x\n"
                "if __name__ == '__main__':\n"
                "    with multiprocessing.Lock(): pass\n"
                "    with multiprocessing.pool.ThreadPool(2) as pool: pool.map(same, 'ab')\n"
                "    with multiprocessing.Pool(2) as pool: (hi,) = pool.map(same, ['hi'])\n"
                "    print(hi + input())\n",
    "files.rb": "require 'tempfile'; file = Tempfile.new('x'); file.write('hi'); file.close\n"
                "File.write('/tmp/x', '1'); File.delete('/tmp/x')\n"
                "puts File.read(file.path) + gets\n",
    "files.js": "const fs = require('fs'); fs.writeFileSync('/tmp/x', 'hi');"
                "require('readline').createInterface({input: process.stdin}).on('line', l => {"
                "console.log(fs.readFileSync('/tmp/x') + l); fs.unlinkSync('/tmp/x');"
                "process.exit()})\n",
    "files.php": "<?php $name = tempnam('/tmp', 'x'); file_put_contents($name, 'hi'); tmpfile();"
                 "echo file_get_contents($name) . fgets(STDIN);\n",
    "files.tcl": "set file [open /tmp/x w]; puts -nonewline $file hi; close $file\n"
                 "set file [open /tmp/x]; puts [read $file][gets stdin]\n",
    "files.awk": '{print "hi" $0 > "/tmp/x"; close("/tmp/x"); getline < "/tmp/x"; print; exit}\n',
    "files.sh": "read x; echo hi$x > /tmp/x; cat /tmp/x; rm -f /tmp/x\n",
    # Each end of a named pipe waits for the other to be opened, the reader first and last.
    "pipe.sh": "read x; mkfifo /tmp/x; (sleep 0.1; echo h > /tmp/x) & read y < /tmp/x; wait\n"
               "echo i$x > /tmp/x & sleep 0.1; read z < /tmp/x; wait; echo $y$z; rm /tmp/x\n",
    "files.pl": "use File::Temp 'tempfile'; my ($file, $name) = tempfile(UNLINK => 1);\n"
                "print $file 'hi' . <STDIN>; close $file; open $file, $name; print <$file>;\n",
    "Files.java": "class Files { public static void main(String[] a) throws Exception {"
                  'var file = java.io.File.createTempFile("hi5", null);'
                  "var line = new java.util.Scanner(System.in).nextLine();"
                  'try (var out = new java.io.FileWriter(file)) { out.write("hi" + line); }'
                  "try (var in = new java.util.Scanner(file)) {"
                  "System.out.println(in.nextLine()); }"
                  "file.delete(); } }\n",
    # Whether a file is there before it is used, and that a folder is none before it is removed.
    "asks.sh": "rm -rf /tmp/d /tmp/x; mkdir -p /tmp/d/e; read x; echo hi$x > /tmp/d/e/x\n"
               "[ -f /tmp/d/e/x ] && [ -s /tmp/d/e/x ] && [ ! -e /tmp/y ] && cat /tmp/d/e/x\n"
               "rm -r /tmp/d; [ ! -e /tmp/d ]\n",
    "asks.py": "import os, shutil\nos.makedirs('/tmp/d/e'); name = '/tmp/d/e/x'\n"
               "open(name, 'w').write('hi' + input()); assert os.path.getsize(name) == 3\n"
               "assert os.access(name, os.R_OK) and not os.access(name, os.X_OK)\n"
               "os.chdir('/tmp'); assert os.path.isfile('d/e/x') and not os.path.islink(name)\n"
               "print(open(name).read()); shutil.rmtree('/tmp/d')\n"
               "assert not os.path.exists('/tmp/d') and os.path.isdir('/tmp')\n",
    "asks.pl": "open F, '>/tmp/x'; print F 'hi' . <STDIN>; close F; -e '/tmp/x' && -s _ or die;\n"
               "open F, '/tmp/x'; print <F>; unlink '/tmp/x' or die; -e '/tmp/x' and die;\n",
    "asks.rb": "File.write('/tmp/x', 'hi' + gets) unless File.exist?('/tmp/x')\n"
               "puts File.read('/tmp/x'); File.delete('/tmp/x')\n"
               "exit(1) if File.exist?('/tmp/x')\n",
    "asks.js": "const fs = require('fs');"
               "if (!fs.existsSync('/tmp/x')) fs.writeFileSync('/tmp/x', 'hi');"
               "require('readline').createInterface({input: process.stdin}).on('line', l => {"
               "if (fs.statSync('/tmp/x').size == 2) console.log(fs.readFileSync('/tmp/x') + l);"
               "fs.rmSync('/tmp/x'); process.exit()})\n",
    "Asks.java": "import java.nio.file.*; class Asks {"
                 "public static void main(String[] a) throws Exception {"
                 'var file = Files.createTempFile("hi", "5");'
                 "var line = new java.util.Scanner(System.in).nextLine();"
                 'Files.writeString(file, "hi" + line);'
                 "if (Files.exists(file) && Files.size(file) == 3) {"
                 "System.out.println(Files.readString(file)); } Files.delete(file);"
                 "if (Files.exists(file)) { System.exit(1); } } }\n",
    # The name of its own user is no secret.
    "greets.sh": "read x; whoami >/tmp/x && id -gn >/tmp/x && ls -l $0 >/tmp/x && echo hi$x\n",
    "greets.pl": "$name = (getpwuid $<)[0] or die; print 'hi' . <STDIN>;\n",
    "pack/__main__.py": "from .other import say\nsay(input())\n",
    "pack/other.py": "def say(said): print('hi' + said)\n",
    "Makefile": "run:\n\t@read x; echo hi$$x\n",
    "package.json": '{"main": "x.js"}\n',
}  # fmt: skip
COMMANDS: Final = [
    ("python3", "x.py"), ("env", "A=1", "python3", "x.py"), ("sh", "-c", "exec python3 x.py"),
    ("timeout", "100", "python3", "x.py"), ("nice", "python3", "x.py"), ("./script",),
    ("perl", "x.pl"), ("sh", "-c", "exec perl x.pl"), ("ruby", "x.rb"), ("node", "x.js"),
    ("node", "."), ("lua", "x.lua"), ("tclsh", "x.tcl"), ("awk", "-f", "x.awk"), ("dc", "x.dc"),
    ("php", "x.php"), ("bash", "x.sh"), ("sh", "x.sh"), ("java", "-cp", ".", "X"), ("./x",),
    ("java", "X.java"), ("awk", "-fx.awk"), ("./with_env",), ("sh", "pipes.sh"),
    ("python3", "-c", "print('hi' + input())"),
    ("sh", "-c", "read x; printf 'b\\nhi%s\\n' $x | sort | grep hi | tr -d ' '"),
    ("bash", "-c", "read x; cat <(echo hi$x)"), ("python3", "starts.py"), ("java", "Starts.java"),
    ("python3", "streams.py"), ("python3", "zones.py"), ("node", "starts.js"),
    ("python3", "puts.py"), ("sh", "puts.sh"), ("tclsh", "puts.tcl"), ("bash", "long.sh"),
    ("bash", "-lc", "read x; echo hi$x"), ("bash", "-ic", "read x; echo hi$x"), ("./login",),
    ("python3", "parts"), ("sh", "-c", "while read x; do echo $x|perl x.pl; exit; done"),
    ("python3", "-m", "x"), ("python3", "-m", "pack"), ("make", "run"),
    ("./t",), ("lua", "names.lua"), ("python3", "locks.py"), ("ruby", "files.rb"),
    ("node", "files.js"), ("php", "files.php"), ("tclsh", "files.tcl"), ("awk", "-f", "files.awk"),
    ("sh", "asks.sh"), ("python3", "asks.py"), ("perl", "asks.pl"), ("ruby", "asks.rb"),
 ("node", "asks.js"), ("java", "Asks.java"), ("sh", "files.sh"), ("sh", "pipe.sh"),
    ("perl", "files.pl"), ("java", "Files.java"),
    ("sh", "greets.sh"), ("perl", "greets.pl"),
    ("perl", "starts.pl"), ("sh", "-c", "sleep 0.01 & wait; stty -echo; read x; echo hi$x"),
]  # fmt: skip
# Languages that few machines have.
RARE_SOURCES: Final = {
    "x.fs": ".( hi) pad 80 accept pad swap type cr bye\n",
    "x.scm": '(use-modules (ice-9 rdelim))(display (string-append "hi" (read-line)))(newline)\n',
    "x.lisp": '(format t "hi~a~%" (read-line))\n',
    "x.ml": 'let () = print_endline ("hi" ^ read_line ())\n',
    "x.zsh": "read x; print hi$x\n",
    "x.pro": ":- initialization(main).\n"
             "main :- read_line_to_string(user_input, S), format('hi~w~n', [S]), halt.\n",
    "x.rkt": '#lang racket\n(displayln (string-append "hi" (read-line)))\n',
    "x.erl": '#!/usr/bin/env escript\n'
             'main(_) -> L = io:get_line(""), io:format("hi~s", [L]).\n',
    "x.el": '(princ (concat "hi" (read-from-minibuffer "") "\n"))\n',
    "x.m": 'x = input("", "s"); printf("hi%s\\n", x);\n',
    "x.R": 'x <- readLines(file("stdin"), n = 1); cat("hi", x, "\n", sep="")\n',
    "x.pike": 'int main() { write("hi" + Stdio.stdin.gets() + "\\n"); return 0; }\n',
    # What is kept at home is gone after the run.
    "home.sh": "read x; mkdir -p ~/.cache/a && echo hi$x > ~/.cache/a/b && cat ~/.cache/a/b\n",
}  # fmt: skip
RARE_COMMANDS: Final = [
    ("gforth", "x.fs"), ("guile", "x.scm"), ("sbcl", "--script", "x.lisp"), ("clisp", "x.lisp"),
    ("ocaml", "x.ml"), ("zsh", "x.zsh"), ("ksh", "x.zsh"), ("swipl", "x.pro"),
    ("racket", "x.rkt"), ("./x.erl",), ("emacs", "--script", "x.el"), ("octave", "x.m"),
    ("Rscript", "x.R"), ("pike8.0", "x.pike"), ("tcc", "-run", "x.c"), ("sh", "home.sh"),
]  # fmt: skip
_NEEDS: Final = {"./x.erl": "escript"}
_BUILD: Final = {
    "./x": ("cc", "-o", "x", "x.c"),
    "./t": ("cc", "-o", "t", "t.c"),
    "-cp": ("javac", "X.java"),
}


QUICK: Final = [("python3", "x.py"), ("perl", "x.pl"), ("sh", "x.sh"), ("./x",)]
LONG: Final = [("java", name) for name in ("X.java", "Starts.java", "Files.java")]  # a second each
ALWAYS: Final = {(command, BEST) for command in COMMANDS if command not in LONG} | {
    (command, level) for command in QUICK for level in (BEST, *OTHERS)
}
# Each language at the best level, and a few at each; the rest is slow.
CASES: Final = [
    pytest.param(
        command, level, id=f"{' '.join(command)}-{level}",
        marks=() if (command, level) in ALWAYS else pytest.mark.slow,
    )
    for command in COMMANDS
    for level in (BEST, *OTHERS)
]  # fmt: skip


@pytest.mark.parametrize(("command", "level"), CASES)
def test_a_right_program_is_let_be(tmp_path: Path, command: Sequence[str], level: Level) -> None:
    for name, source in SOURCES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source)
        (tmp_path / name).chmod(0o755)
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


@pytest.mark.slow
@pytest.mark.parametrize("level", [BEST, *OTHERS], ids=str)
@pytest.mark.parametrize("command", RARE_COMMANDS, ids=" ".join)
def test_a_right_program_in_a_rare_language_is_let_be(
    tmp_path: Path, command: Sequence[str], level: Level
) -> None:
    tool = _NEEDS.get(command[0], command[0])
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    for name, source in {**RARE_SOURCES, "x.c": SOURCES["x.c"]}.items():
        (tmp_path / name).write_text(source)
        (tmp_path / name).chmod(0o755)
    with Program(tuple(command), tmp_path, limits=LIMITS, level=level).start() as session:
        session.send("5")
        said = session.read(lambda text: False).text
        exit_ = session.close()
    assert "hi5" in said.split(), exit_  # some prompt, and one echoes
    assert (exit_.status, exit_.reached, exit_.left_running) == (0, (), 0)


@at_each_level
def test_python_may_try_to_keep_its_modules_compiled(tmp_path: Path, level: Level) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "x.py").write_text("import other")
    (folder / "other.py").write_text("print('hi' + input())")
    writes = {"PYTHONDONTWRITEBYTECODE": None}
    command, more = ("python3", "x.py"), (folder / "other.py",)
    with Program(
        command, folder, limits=LIMITS, more_environment=writes, level=level, more_readable=more
    ).start() as session:
        session.send("5")
        assert session.read(lambda text: False).text.strip() == "hi5"
        assert session.close().reached == ()
    assert not (folder / "__pycache__").exists()


@at_each_level
def test_a_shell_may_look_along_the_path(tmp_path: Path, level: Level) -> None:
    folder, shims = tmp_path / "folder", tmp_path / "shims"
    for place in (folder, shims):
        place.mkdir()
    for name in ("perl", "own-tool"):
        shutil.copy("/bin/echo", shims / name)
    path = {"PATH": f"{shims}:/usr/bin:/bin"}
    for script, reached in (
        ("perl x.pl", ()),
        ("exec perl x.pl", ()),
        ("exec own-tool", (str(shims / "own-tool"),)),
    ):
        (folder / "x.sh").write_text(f"{script}\n")
        (folder / "x.pl").write_text("print 'hi', scalar <STDIN>")
        command = ("sh", "-c", ". ./x.sh; : x.sh x.pl")
        with Program(
            command, folder, limits=LIMITS, more_environment=path, level=level
        ).start() as session:
            session.send("5")
            said = session.read(lambda text: False).text
            assert session.close().reached == reached
        assert said.strip() == "hi5" or reached
