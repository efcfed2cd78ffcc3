"""What a fault says of the end of a run."""

from dataclasses import replace

import pytest

from harness.fault import Fault, ending
from harness.session import Exit
from harness.verdict import Verdict

FAULT = Fault("mu_torere/boards", "0 of 1 boards", "1 board", by_end=True)


def test_a_crash_is_a_run_time_error_of_its_clause() -> None:
    crashed = FAULT.at_exit(
        Exit(1, stderr="Traceback\nKeyError: 3\n"), "mu_torere/end", silent=False
    )
    assert (crashed.clause, crashed.verdict) == ("mu_torere/end", Verdict.RUN_TIME_ERROR)
    assert crashed.seen == (
        "ended with status 1 and 'KeyError: 3' on standard error with 0 of 1 boards"
    )
    ended = FAULT.at_exit(Exit(), "mu_torere/end", silent=False)
    assert (ended.clause, ended.verdict) == (FAULT.clause, Verdict.WRONG_ANSWER)
    misprinted = replace(FAULT, seen="line 5 of a board is blank")
    said = misprinted.at_exit(Exit(0), "mu_torere/end", silent=False).seen
    assert said == "ended with status 0, and line 5 of a board is blank"


# What a program finds by listing a folder it never tries to open, so that nothing is seen denied.
@pytest.mark.parametrize(
    "said",
    [
        "ModuleNotFoundError: No module named 'rules'",
        "make: *** No rule to make target 'play'.  Stop.",
        "Error: Cannot find module './rules'",
        "Can't locate Rules.pm in @INC",
        "could not open rules.txt",
        "cat: rules: No such file or directory",
    ],
)
def test_a_program_that_misses_a_file_is_told_of_the_sandbox(said: str) -> None:
    hint = "the sandbox hides files that the command does not name: see --readable"
    assert hint in FAULT.at_exit(Exit(1, stderr=said), "mu_torere/end", silent=False).seen
    beside = Exit(1, stderr=said, hidden=("rules.py", "my rules"))
    assert (
        "; the sandbox hides rules.py, my rules beside it, which the command does not name: "
        "--readable rules.py --readable 'my rules' shows it"
    ) in FAULT.at_exit(beside, "mu_torere/end", silent=False).seen
    named = Exit(1, stderr=said, reached=("/a/rules",))  # it says which
    assert hint in FAULT.at_exit(Exit(), "mu_torere/end", silent=True).seen
    assert hint not in FAULT.at_exit(Exit(), "mu_torere/end", silent=False).seen
    assert hint not in FAULT.at_exit(Exit(1), "mu_torere/end", silent=True).seen
    assert hint not in FAULT.at_exit(named, "mu_torere/end", silent=False).seen
    assert "denied it /a/rules (--readable PATH lets it read more) and " in ending(named)


@pytest.mark.parametrize(
    ("reached", "words"),
    [
        (("a socket (AF_UNIX)", "/etc/passwd"), "/etc/passwd (--readable PATH lets it read more)"),
        (("/tmp", "/tmp/tmpfq3x"), "/tmp/tmpfq3x (it may write where TMPDIR says)"),
        (("/dev/pts/ptmx", "/proc/locks"), "/proc/locks and 'No' on standard error"),
        (("a socket (AF_INET)", "the system call ptrace"), "ptrace and 'No' on standard error"),
    ],
)
def test_what_was_denied_comes_with_what_would_allow_it(
    reached: tuple[str, ...], words: str
) -> None:
    assert words in ending(Exit(1, stderr="No", reached=reached))


PYTHON = """\
Traceback (most recent call last):
  File "/home/ann/mine.py", line 14, in <module>
    turn()
  File "/home/ann/mine.py", line 3, in turn
    json.loads("x")
  File "/usr/lib/python3.11/json/decoder.py", line 355, in raw_decode
    raise JSONDecodeError("Expecting value", s, err.value) from None
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)
"""
NODE = """\
/home/ann/mine.js:2
 throw new TypeError("no stone")
 ^

TypeError: no stone
    at turn (/home/ann/mine.js:2:8)
    at node:internal/main/run_main_module:28:49

Node.js v20.20.2
"""
JAVA = """\
Exception in thread "main" java.lang.ArithmeticException: / by zero
\tat java.base/java.util.Objects.checkIndex(Objects.java:385)
\tat A.turn(A.java:2)
\tat A.main(A.java:4)
"""
LUA = """\
lua5.4: mine.lua:3: attempt to index a nil value (upvalue 't')
stack traceback:
\tmine.lua:3: in local 'f'
\t[C]: in ?
"""
TCL = """\
no such stone
    while executing
"error {no such stone}"
    (procedure "turn" line 1)
    invoked from within
"turn"
    (file "mine.tcl" line 2)
"""


@pytest.mark.parametrize(
    ("stderr", "said"),
    [
        (
            PYTHON,
            "'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)' (line 3)",
        ),
        (NODE, "'TypeError: no stone' (line 2)"),
        (LUA, "mine.lua:3: attempt to index a nil value (upvalue 't')\""),
        (TCL, "'no such stone' (line 2)"),
        (JAVA, "'Exception in thread \"main\" java.lang.ArithmeticException: / by zero' (line 2)"),
        ("no stone at mine.pl line 7.\n", "'no stone at mine.pl line 7.'"),
    ],
)
def test_what_went_wrong_is_told_with_its_line(stderr: str, said: str) -> None:
    assert ending(Exit(1, stderr=stderr)).endswith(f"{said} on standard error")


@pytest.mark.parametrize(
    ("stderr", "said"),
    [
        ("", "nothing"),
        ("w-w-w\n|\\|/|\n", "nothing; 'w-w-w' ... on standard error, which is not read"),
        ("ready\n", "nothing; 'ready' on standard error, which is not read"),
    ],
)
def test_what_a_silent_program_says_on_standard_error_is_mentioned(stderr: str, said: str) -> None:
    fault = Fault("mu_torere/time", "nothing", "a board")
    assert fault.with_stderr(Exit(None, stderr=stderr)).seen == said


@pytest.mark.parametrize(
    ("stderr", "said"),
    [
        ('Traceback (most recent call last):\n  File "x"\nKeyError: 3\n', "KeyError: 3"),
        (
            "/x.js:1\nthrow Error('seven')\n^\n\nError: seven\n    at /x.js:1:7\n\nNode.js v20\n",
            "Error: seven (line 1)",
        ),
        ("x.rb:1:in `f': seven (RuntimeError)\n\tfrom x.rb:2:in `<main>'\n",
         "x.rb:1:in `f': seven (RuntimeError)"),
        ("Exception in thread \"main\" X: seven\n\tat M.main(M.java:3)\n",
         'Exception in thread "main" X: seven (line 3)'),
        ("x.rb:2:in `f': No such file - a (Errno::ENOENT)\n\tfrom x.rb:5:in `<main>'\n",
         "x.rb:2:in `f': No such file - a (Errno::ENOENT)"),
        ("seven at x.pl line 3.\n", "seven at x.pl line 3."),
        ("seven at x.pl line 3.\n\tmain::f(3) called at x.pl line 5\n", "seven at x.pl line 3."),
        ("thread 'main' (5) panicked at x.rs:1:77:\nindex out of bounds\nnote: run with more\n",
         "thread 'main' (5) panicked at x.rs:1:77: index out of bounds"),
        ("terminate called after throwing an instance of 'std::out_of_range'\n  what():  seven\n",
         "terminate called after throwing an instance of 'std::out_of_range' what():  seven"),
        ("x: Prelude.head: empty list\nCallStack (from HasCallStack):\n  head, called at x.hs\n",
         "x: Prelude.head: empty list"),
        ("one\ntwo\n\n", "two"),
    ],
)  # fmt: skip
def test_the_line_that_names_the_error_is_shown(stderr: str, said: str) -> None:
    words, line, number = said.partition(" (line")
    told = f"{words!r}{line}{number}"
    assert ending(Exit(1, stderr=stderr)) == f"ended with status 1 and {told} on standard error"
