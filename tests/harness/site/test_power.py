"""What the page says of the judges."""

import pytest

from harness.site.data.power import DRAWS, SHARES, power


@pytest.mark.slow
def test_unfair_machines_are_refused_and_fair_ones_are_not() -> None:
    found = power(5)
    for draws in map(str, DRAWS):
        shares = dict(zip(SHARES, found["refused"][draws], strict=True))
        assert shares[0.0] == 0  # by chance once in some ten thousand seeds
        assert shares[1.0] == 1
    assert found["fair"] == sorted(found["fair"])
    assert 0.3 < sum(found["fair"]) / len(found["fair"]) < 0.7


def test_more_games_see_rarer_errors() -> None:
    games = power(1)["games"]
    for few, many in zip(list(games.values()), list(games.values())[1:], strict=False):
        assert all(a <= b for a, b in zip(few, many, strict=True))
