# clause: none; its data.txt grows by a kilobyte a call; a blank before the digits, none after
from pathlib import Path

import sys

me, *boards, master, last = sys.argv[1:]

with Path(__file__).with_name("data.txt").open("a") as diary:
    diary.write(f"{me} {last:1000}\n")
open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
print("", open_boards[-1], end="")
print(boards[open_boards[-1]].rfind("-"), end="")
