# outcome: valid; whose bots play in this folder is to be seen at every level, or only its own
import os
from pathlib import Path

from legal import move

names = os.listdir(".")
assert Path(__file__).parent.name in names, names
assert names == os.listdir(os.getcwd())
print(move())
