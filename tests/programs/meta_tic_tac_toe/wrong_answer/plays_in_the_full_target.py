# clause: meta_tic_tac_toe/closed; sent to a full board it plays there
import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and "-" not in boards[int(last[1])]:
    print(last[1] + "0")
    sys.exit()
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
print(*next((b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"), sep="")
