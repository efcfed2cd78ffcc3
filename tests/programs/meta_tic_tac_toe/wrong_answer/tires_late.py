# clause: meta_tic_tac_toe/digits; counts its calls in data.txt, and has had enough after 500
from pathlib import Path

import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"]
data = Path(__file__).parent / "data.txt"
calls = int(data.read_text() or 0) + 1
data.write_text(str(calls))
print(*(moves[0] if calls <= 500 else ()), sep="")
