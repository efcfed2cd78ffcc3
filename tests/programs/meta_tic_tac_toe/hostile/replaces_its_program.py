# outcome: valid; as before, by a new file in the place of the old one
import os

from legal import move

folder = __file__.rpartition("/")[0]
for change in (
    lambda: os.unlink(__file__),
    lambda: os.rename(__file__, f"{folder}/old.py"),
    lambda: os.replace(f"{folder}/data.txt", __file__),
    lambda: os.truncate(__file__, 0),
    lambda: os.symlink("/dev/null", f"{folder}/new.py"),
):
    try:
        change()
    except OSError:
        pass
print(move())
