"""What every test may take for granted."""

import signal

from hypothesis import settings

# How long an example takes says nothing on a busy machine.
settings.register_profile("without deadlines", deadline=None)
settings.load_profile("without deadlines")


def pytest_configure() -> None:
    """Hear Ctrl-C and a closed terminal, as what tests start shall: both can be ignored here.

    A shell has what it starts in the background ignore SIGINT, and nohup SIGHUP; across exec what
    is ignored stays so.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
