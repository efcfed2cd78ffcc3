"""The challenges that golfproof knows. A new one is added here, and nowhere else in the harness."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from harness.challenge import Challenge
from harness.verdict import UsageError

NAMES: Final = ("mu_torere", "menace", "meta_tic_tac_toe")
"""In the order in which they are told; harness/NAME/challenge.py has each one's `CHALLENGE`."""


class _Challenges(Mapping[str, Challenge]):
    """The challenges by name, each imported when it is asked for: a command needs one at most."""

    def __getitem__(self, name: str) -> Challenge:
        """Raises KeyError for a name that is none of them."""
        if name not in NAMES:
            raise KeyError(name)
        challenge: Challenge = import_module(f"harness.{name}.challenge").CHALLENGE
        return challenge

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


CHALLENGES: Final[Mapping[str, Challenge]] = _Challenges()


def challenge_named(name: str) -> Challenge:
    """The challenge of this name. Raises UsageError, naming those that there are."""
    if name not in CHALLENGES:
        raise UsageError(f"{name}: no such challenge; there are {', '.join(CHALLENGES)}")
    return CHALLENGES[name]
