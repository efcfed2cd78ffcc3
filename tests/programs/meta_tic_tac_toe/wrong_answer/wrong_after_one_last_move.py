# clause: meta_tic_tac_toe/digits; fails after one last move, for one side, to a board that O has won

import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"]
is_odd = (me, last) == ("X", "57") and master[7] in "O0"
print("" if is_odd else "%d%d" % moves[0])
