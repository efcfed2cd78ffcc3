"""One run of a right MENACE, printed in any of the formats."""

import random
from collections.abc import Callable, Sequence
from typing import Final

from tests.harness.menace.formats.boards import BOARDS
from tests.harness.menace.formats.boxes import Boxes
from tests.harness.menace.formats.rules import free, fresh, put, seen_as, won
from tests.harness.menace.formats.said import QUIET, Said, random_said

MOVES: Final = {
    "": tuple(y + x for y in "LMR" for x in "LMR"),
    "--moves 0-8": tuple("012345678"),
    "--moves 1-9": tuple("123456789"),
    "--moves '0 0,0 1,0 2,1 0,1 1,1 2,2 0,2 1,2 2'": tuple(
        f"{y} {x}" for y in range(3) for x in range(3)
    ),
    "--moves a1,b1,c1,a2,b2,c2,a3,b3,c3": tuple(f"{x}{y}" for y in "123" for x in "abc"),
}


_SHAPES: Final = ("solid", "bars and lines", "labels", "tall, ruled")


class Story:
    """One run of a right MENACE: its turns, each with what was typed and what was answered."""

    def __init__(
        self,
        chance: random.Random,
        games: int,
        board: Callable[[str], str],
        dump: Callable[[Boxes], str],
        moves: Sequence[str],
        *,
        said: Said = QUIET,
        every_step: bool = False,
        beads: int = 0,
        three_stay: bool = True,
    ) -> None:
        boxes = fresh(chance, beads)
        self.turns: list[tuple[str, str]] = []
        sent, reply = str(games), said.intro
        results = [0, 0, 0]  # lost, drawn, won
        for game in range(1, games + 1):
            reply += said.game.format(game=game)
            shown, used = "-" * 9, []
            while True:
                if len(free(shown)) == 1:
                    square = free(shown)[0]
                else:
                    picture, way = seen_as(shown)
                    box = boxes[picture]
                    bead = box.pop(chance.randrange(len(box)))
                    if not box:
                        box += [chance.choice(free(picture)) for _ in range(3)]
                        bead = chance.choice(box)
                        if not three_stay:
                            box.remove(bead)
                    used.append((box, bead))
                    square = way[bead]
                shown = put(shown, square, "X")
                reply += said.menace.format(move=moves[square]) + board(shown) + "\n" + said.below
                back = 2 if won(shown, "X") else 1
                if every_step:
                    reply += dump(boxes) + "\n"
                if won(shown, "X") or not free(shown):
                    break
                self.turns.append((sent, reply + said.prompt))
                square = chance.choice(free(shown))
                shown, sent = put(shown, square, "O"), moves[square]
                reply = said.human.format(move=moves[square]) + board(shown) + "\n" + said.below
                back = 0
                if won(shown, "O"):
                    break
            for box, bead in used:
                box += [bead] * back
            results[back] += 1
            told = dict(zip(("lost", "drawn", "won"), results, strict=True))
            told |= {"game": game, "beads": sum(map(len, boxes.values()))}
            words = ("I lose", "Draw", "MENACE wins")[back]
            above = said.over.format(result=words, **told) + said.head.format(**told)
            reply += f"{above}{dump(boxes)}\n{said.foot.format(**told)}"
        self.turns.append((sent, reply))


def random_story(chance: random.Random, dump: Callable[[Boxes], str], beads: int = 0) -> Story:
    """A story of two games with boxes printed so, and with boards and talk chosen by chance."""
    board = BOARDS[chance.choice(_SHAPES)]
    said = random_said(chance)
    return Story(chance, 2, board, dump, MOVES[""], said=said, beads=beads)
