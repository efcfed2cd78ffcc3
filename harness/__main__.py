"""Prove golfed programs right, or find out what is wrong with them.

  python -m harness verify                        everything in solutions/ and reference/
  python -m harness verify mu_torere/strict       one entry of a manifest
  python -m harness verify mu_torere -- ruby my.rb   your own program, in any language
  python -m harness replay build/transcripts/mu_torere/strict   judge again, without the program
  python -m harness tournament FOLDER             play bots against one another, and go on with it
  python -m harness bytes                         how long every golfed script is
  python -m harness play mu_torere                play against the reference player

Exit status: 0 accepted, 1 rejected or inconclusive, 2 wrong usage or a failure of the judge.
"""

import sys

from harness.command_line import main

if __name__ == "__main__":
    sys.exit(main(description=__doc__ or ""))
