# clause: meta_tic_tac_toe/closed; plays on in a board that X has won, to have it twice
import sys

me, *boards, master, last = sys.argv[1:]

choice = [b for b in range(9) if "-" in boards[b] and (master[b] == "-" or master[b] == me == "X")]
if last != "xx" and master[int(last[1])] == "-" and "-" in boards[int(last[1])]:
    choice = [int(last[1])]
choice.sort(key=lambda b: master[b] != "X")
print(*next((b, t) for b in choice for t in range(9) if boards[b][t] == "-"), sep="")
