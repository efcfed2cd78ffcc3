# clause: meta_tic_tac_toe/board; board 8 is not one of its boards
import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(8) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"]
if not moves:
    moves = [(8, t) for t in range(9) if boards[8][t] == "-"]
print(*moves[0], sep="")
