# clause: meta_tic_tac_toe/board; knows of no board that it must play in
import sys

me, *boards, master, last = sys.argv[1:]

choice = [b for b in range(9) if master[b] == "-"]
print(*next((b, t) for b in choice for t in range(9) if boards[b][t] == "-"), sep="")
