"""Parameters of many tests alike, a few of them quick: `make test` tries those, `test-all` all."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest


def one_in(every: int, *values: Iterable[Any], name: Callable[..., str] | None = None) -> list[Any]:
    """Every combination of the values; the first of `every` is quick, the others are slow."""
    return [
        pytest.param(
            *some, id=name(*some) if name else None, marks=[pytest.mark.slow] * (number % every > 0)
        )
        for number, some in enumerate(product(*values))
    ]
