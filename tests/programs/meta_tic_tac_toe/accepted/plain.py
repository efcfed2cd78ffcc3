# clause: none; the plain bot that those of the tables beside this folder are made from
# options: --exact --clean-end
import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"]
print(*moves[0], sep="")
