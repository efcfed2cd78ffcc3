"""Libraries that only some commands need, and that `make verify` does not install."""

from collections.abc import Sequence
from importlib.util import find_spec

from harness.verdict import UsageError

INSTALLS = "pip install '.[people]'"  # in the project's folder: no index of packages has it


def needs(command: str, *modules: str) -> None:
    """Raises UsageError, which says what to install, when one of these modules is missing."""
    missing = missing_of(modules)
    if missing:
        raise UsageError(
            f"{command} needs {', '.join(missing)}: {INSTALLS} in golfproof's folder, or make test"
        )


def missing_of(modules: Sequence[str]) -> list[str]:
    """The modules that are not installed."""
    return [module for module in modules if find_spec(module) is None]
