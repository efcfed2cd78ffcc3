# clause: meta_tic_tac_toe/board; boards are 1 to 9 to it, so it plays one board too far
import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"]
b, t = moves[0]
print(f"{b + 1}{t}")
