"""Policies: the compiled count is Python's, and the golfed scripts' own policies are perfect."""

import random

import pytest

from harness.command_line import main
from harness.golf import evaluate, native
from harness.verdict import UsageError
from reference.mu_torere.rules import NEIGHBOURS, NODES

needs_compiler = pytest.mark.skipif(native.library("evaluate") is None, reason="no C compiler here")


def neighbours_first(chance: random.Random) -> dict[int, list[int]]:
    return {
        node: [*chance.sample(NEIGHBOURS[node], len(NEIGHBOURS[node])), *chance.sample(NODES, 3)]
        for node in NODES
    }


@needs_compiler
@pytest.mark.parametrize("seed", range(60))
def test_compiled_and_python_agree(seed: int) -> None:
    policy = neighbours_first(random.Random(seed))
    assert evaluate.mu_torere(policy) == evaluate._in_python(policy)


@needs_compiler
def test_annealing_by_the_count_finds_a_perfect_policy() -> None:
    """Without a slope to walk down, a search of so few steps would find none."""
    chance = random.Random(4)
    policy = neighbours_first(chance)
    faults = evaluate.mu_torere(policy)
    for _ in range(20000):
        node = chance.choice(NODES)
        kept, policy[node] = policy[node], chance.sample(policy[node], len(policy[node]))
        now = evaluate.mu_torere(policy)
        if now.failing + now.unfinished <= faults.failing + faults.unfinished:
            faults = now
        else:
            policy[node] = kept
        if faults.perfect:
            break
    assert faults.perfect
    assert evaluate._in_python(policy).perfect
    broken = policy | {8: []}
    assert evaluate.mu_torere(broken).failing > 0


def test_an_empty_policy_fails_everywhere() -> None:
    faults = evaluate.mu_torere({})
    assert faults.failing == faults.asked > 0
    with pytest.raises(UsageError):
        evaluate.mu_torere({9: [1]})


def test_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    # open.py's own codes and slice; its numbers are offsets in the drawing.
    codes = r"[h^i for i in b'\n\x0e\x0c\x16\x12\x02\x14\x0c\x02\x06\x14'[:h^21]]"
    numbers = "2 4 6 14 16 18 26 28 30"
    words = ["score", "mu_torere", codes, "--numbers", numbers]
    words += ["--start", "bbwbowbww", "--last"]
    assert main(words) == 0
    assert "0 failing replies, 0 won" in capsys.readouterr().out
    assert main(words[:-1]) == 1
    assert not capsys.readouterr().out.startswith("0 failing")
    menace = "sum(8-i%3<<sum((b*7)[i//2::-i//5])%24for i in b'UvI%/JMkrB`6')"
    rest = ["--marks", "8", "0", "3", "--won", "k%8", "--names"]
    main(["score", "menace", menace, *rest])
    assert "304 keys for 304 boxes" in capsys.readouterr().out
    assert main(["score", "menace", "sum(b)", *rest]) == 1
    assert "faults against the rule" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mu_torere", "h h"], "not an expression"),
        (["mu_torere", "1/0"], "the expression fails"),
        (["mu_torere", "h"], "the expression fails"),
        (["mu_torere", "[h]", "--numbers", "1 2"], "nine different numbers"),
        (["mu_torere", "[h]", "--numbers", "a"], "--numbers"),
        (["mu_torere", "[h]*99"], "too many"),
        (["mu_torere", "[h]", "--start", "bwbwobwbw"], "not a start"),
        (["menace", "b[9]", "--marks", "1", "2", "3"], "the expression fails: IndexError"),
        (["menace", "sum(b)", "--marks", "1", "1", "3"], "three different marks"),
    ],
)
def test_bad_input(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", *words]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
