# clause: meta_tic_tac_toe/taken; a tile of O's spelled 0 is empty to it
import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and set(boards[b]) & set("-0")]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] not in "XO"]
print(*moves[0], sep="")
