# clause: meta_tic_tac_toe/closed; a free move goes to the first empty tile, in a won board too
import sys

me, *boards, master, last = sys.argv[1:]

choice = range(9)
if last != "xx" and master[int(last[1])] == "-" and "-" in boards[int(last[1])]:
    choice = [int(last[1])]
print(*next((b, t) for b in choice for t in range(9) if boards[b][t] == "-"), sep="")
