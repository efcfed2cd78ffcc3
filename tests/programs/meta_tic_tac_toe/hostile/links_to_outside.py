# outcome: disqualified: victim/data.txt; makes a symbolic link where it may, and reads by that
# on landlock: disqualified: /tmp/link
# on rlimits: disqualified: /tmp/link
import os

from legal import move

for link in (__file__.rpartition("/")[0] + "/link", "/tmp/link"):
    try:
        os.symlink(os.path.abspath("victim/data.txt"), link)
        open(link).read()
    except OSError:
        pass
print(move())
