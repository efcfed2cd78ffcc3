# outcome: valid; would answer wrongly if anything but its data outlived its call
# on landlock: disqualified: /tmp/remembered
# on rlimits: disqualified: /tmp/remembered
import os

from legal import move

known = os.path.exists("/tmp/remembered")
try:
    open("/tmp/remembered", "w").close()
except OSError:
    pass
print("remembered" if known else move())
