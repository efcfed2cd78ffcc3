"""Run golfproof: by `python -m harness`, or by the command that pip installs."""

import signal
import sys


def main() -> int:
    """Run one command. Ctrl-C during the imports ends the process without a message."""
    told_of_ctrl_c = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if told_of_ctrl_c:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from harness.command_line import main as run

    if told_of_ctrl_c:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run()


if __name__ == "__main__":
    sys.exit(main())
