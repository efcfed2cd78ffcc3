import pytest

from reference.menace.learning.training import OPPONENTS
from tests.bench import menace_training


@pytest.mark.slow
def test_a_line_for_each_opponent(capsys: pytest.CaptureFixture[str]) -> None:
    assert menace_training.main(["--machines", "16", "--games", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == list(OPPONENTS)


@pytest.mark.slow
def test_the_batch_is_ten_times_as_fast_as_a_plain_machine() -> None:
    # A ratio within one run, so that it holds on any machine; it is about 75 where both are idle.
    assert menace_training.measure("random", machines=4096, games=150).ratio > 10
