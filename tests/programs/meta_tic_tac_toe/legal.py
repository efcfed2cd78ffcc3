"""The first legal move, for hostile bots to answer with after their misdeed; copied beside each."""

import sys


def playable():
    boards, master, last = sys.argv[2:11], sys.argv[11], sys.argv[12]
    free = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
    return [int(last[1])] if last != "xx" and int(last[1]) in free else free


def move():
    board = playable()[0]
    return f"{board}{sys.argv[2 + board].index('-')}"


if __name__ == "__main__":
    print(move())
