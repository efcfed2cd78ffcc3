# clause: meta_tic_tac_toe/digits; as X it looks at the first eight tiles of the board it is sent to
import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards and me == "X":
    print(last[1], boards[int(last[1])].find("-", 0, 8), sep="")
else:
    if last != "xx" and int(last[1]) in open_boards:
        open_boards = [int(last[1])]
    print(open_boards[0], boards[open_boards[0]].find("-"), sep="")
