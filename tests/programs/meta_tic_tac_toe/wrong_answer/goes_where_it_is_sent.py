# clause: meta_tic_tac_toe/closed; sent to a won board that is not full it plays there
import sys

me, *boards, master, last = sys.argv[1:]

choice = [b for b in range(9) if master[b] == "-"]
if last != "xx" and "-" in boards[int(last[1])]:
    choice = [int(last[1])]
print(*next((b, t) for b in choice for t in range(9) if boards[b][t] == "-"), sep="")
