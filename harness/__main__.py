"""Run golfproof by `python -m harness`."""

import sys

from harness.command_line import main

if __name__ == "__main__":
    sys.exit(main())
