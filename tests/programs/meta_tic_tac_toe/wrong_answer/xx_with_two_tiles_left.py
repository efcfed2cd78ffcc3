# clause: meta_tic_tac_toe/closed; after an invalid move it stays where two tiles are left

import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"]
if last == "xx" and len(moves) == 2:
    won = [b for b in range(9) if master[b] != "-"]
    moves = [(b, t) for b in won for t in range(9) if boards[b][t] == "-"] or [(won[0], 0)]
print(*moves[0], sep="")
