# outcome: valid; would let everyone write into its folder
import os

from legal import move

folder = __file__.rpartition("/")[0]
for path in (folder, __file__):
    try:
        os.chmod(path, 0o777)
    except OSError:
        pass
print(move())
