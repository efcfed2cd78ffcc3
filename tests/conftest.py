"""What every test may take for granted."""

import gc
import signal

from hypothesis import settings

# How long an example takes says nothing on a busy machine.
settings.register_profile("exploring", deadline=None)
# `make test` tries the same examples every time, so that whoever changed nothing breaks nothing;
# `make test-all` tries more of them, and goes on looking for new ones.
settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=40)
settings.load_profile("exploring")


def pytest_configure() -> None:
    """Hear Ctrl-C and a closed terminal, as what tests start shall: both can be ignored here.

    A shell has what it starts in the background ignore SIGINT, and nohup SIGHUP; across exec what
    is ignored stays so.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_finish() -> None:
    """Leave the thousands of tests out of every later search for garbage, and search less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
