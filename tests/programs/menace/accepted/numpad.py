# clause: none; moves as the digits of a number pad, boards and boxes as lists, the second reading of a refill
# options: --moves 789456123 --beads squares
import itertools
import random

WINS = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
TURN = [6, 3, 0, 7, 4, 1, 8, 5, 2]
FLIP = [2, 1, 0, 5, 4, 3, 8, 7, 6]


def variants():
    way = list(range(9))
    for _ in range(2):
        for _ in range(4):
            yield tuple(way)
            way = [way[i] for i in TURN]
        way = [way[i] for i in FLIP]


WAYS = list(variants())


class Menace:
    def __init__(self):
        self.boxes = {}
        for stones in range(4):
            for xs in itertools.combinations(range(9), stones):
                for os in itertools.combinations(set(range(9)) - set(xs), stones):
                    if not any(win <= set(xs) or win <= set(os) for win in WINS):
                        key, _ = self.look_up(set(xs), set(os))
                        squares = set(range(9)) - set(key[0]) - set(key[1])
                        self.boxes[key] = random.choices(sorted(squares), k=3 + 2 * (4 - stones))

    @staticmethod
    def look_up(xs, os):
        looks = [((tuple(sorted(map(way.index, xs))), tuple(sorted(map(way.index, os)))), way) for way in WAYS]
        return min(looks)

    def move(self, xs, os):
        left = set(range(9)) - xs - os
        if len(left) == 1:
            return left.pop(), None
        key, way = self.look_up(xs, os)
        box = self.boxes[key]
        random.shuffle(box)
        bead = box.pop()
        if not box:
            squares = sorted(set(range(9)) - set(key[0]) - set(key[1]))
            box += random.choices(squares, k=3)
            bead = box.pop()
        return way[bead], (key, bead)


def board(xs, os):
    marks = ["X" if i in xs else "O" if i in os else "-" for i in range(9)]
    print([marks[:3], marks[3:6], marks[6:]], flush=True)


def game(menace):
    xs, os, story = set(), set(), []
    while True:
        square, used = menace.move(xs, os)
        story += [used] if used else []
        xs.add(square)
        board(xs, os)
        if any(win <= xs for win in WINS):
            return story * 2
        if len(xs) == 5:
            return story
        os.add("789456123".index(input()))
        board(xs, os)
        if any(win <= os for win in WINS):
            return []


menace = Menace()
for number in range(int(input("How many games? "))):
    print("New game", number + 1)
    for key, bead in game(menace):
        menace.boxes[key].append(bead)
    print(list(menace.boxes.values()))
