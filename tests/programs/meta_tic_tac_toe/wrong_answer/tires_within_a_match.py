# clause: meta_tic_tac_toe/digits; counts its calls of each match, and fails at the twelfth
# options: --games 24
from pathlib import Path

import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"]
data = Path(__file__).parent / "data.txt"
taken = sum(mark != "-" for board in boards for mark in board)
calls, before = map(int, (data.read_text() or "0 0").split())
calls = calls + 1 if before < taken <= before + 4 else 0
data.write_text(f"{calls} {taken}")
print(*(moves[0] if calls != 12 else ()), sep="")
