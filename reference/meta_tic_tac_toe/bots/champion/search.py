"""Alpha-beta search, ever deeper until the time is up, with transpositions and zero windows.

A score is for the side to move. The last two plies are one look into tables: a move's gain less the
best reply on the board that it sends the other side to. So a search to depth 2 is a single loop,
and a search to depth n costs what depth n - 2 costs elsewhere. Moves that promise little are first
looked at a ply less deep, and to the full depth when that shows more in them.
"""

from collections.abc import Callable, Sequence
from typing import Final

from clock import Clock, OutOfTimeError, Watch
from evaluation import FREE, WIN, Code, Master, Outlook, Side
from position import ANYWHERE, TEMPO, Move, Position

DEEPEST: Final = 81
NEVER: Final = 2 * WIN  # beyond any score
LATE = 3  # from this move of a list on, the first being 0, it is looked at a ply less
KEYS: Final = [[10 * 3 ** (9 * board + tile) for tile in range(9)] for board in range(9)]


class Search(Position):
    """What is known of a position."""

    def __init__(self, codes: list[Code], side: Side, master: Master, target: int) -> None:
        super().__init__(codes, side, master, target)
        self.nodes = 0
        self.depth = 0  # the last that was searched to the end
        self.value = 0
        self.move: Move = (0, 0)
        self.clock: Watch = Clock()
        self.kept: dict[int, tuple[int, int, int, Move]] = {}  # depth, least, most, best move
        self.frontiers = self._frontier(0), self._frontier(1)
        self.seekers: list[Callable[..., int]] = []
        self.seekers = [self._seeker(0), self._seeker(1)]

    def _frontier(self, side: Side) -> Callable[..., int]:
        codes, other = self.codes, 1 - side

        def frontier(beta: int, score: int, target: int, look: Outlook) -> int:
            """The value to depth 2, or a bound of at least beta."""
            self.nodes += 1
            (_, _, closed), _, open_boards, _, all_entries, all_replies = look
            entries, replies = all_entries[side], all_replies[other]
            score += TEMPO
            best = -NEVER
            for board in open_boards if closed >> target & 1 else (target,):
                code = codes[board]
                for gain, tile, new, ending in entries[board][code]:
                    codes[board] = new
                    if ending:
                        value = self.closing(side, board, tile, ending, gain, look)
                    else:
                        reply = replies[tile][codes[tile]]
                        if reply == FREE:
                            reply = max([replies[b][codes[b]] for b in open_boards])
                        value = score + gain - reply
                    if value > best:
                        best = value
                        if value >= beta:
                            break
                codes[board] = code
                if best >= beta:
                    break
            return best if best > -WIN // 2 else -WIN - 1

        return frontier

    def _seeker(self, side: Side) -> Callable[..., int]:
        codes, kept, other = self.codes, self.kept, 1 - side
        keys = [[(1 + side) * key for key in row] for row in KEYS]
        frontier = self.frontiers[other]

        def seek(
            depth: int, alpha: int, beta: int, score: int, target: int, key: int, look: Outlook
        ) -> int:
            """The value to a depth of 3 or more; a bound outside (alpha, beta)."""
            self.nodes += 1
            self.clock.look()
            if look.master[2] >> target & 1:
                target = ANYWHERE
            known = kept.get(key + target)
            first: Move | None = None
            if known is not None:
                known_depth, least, most, first = known
                if known_depth >= depth:
                    if least >= beta or least == most:
                        return least
                    if most <= alpha:
                        return most
            steps = self.steps(side, look, target)
            if first is not None:
                steps.sort(key=lambda step: step[1:3] != first)
            best, floor, seek_on = -NEVER, alpha, self.seekers[other]
            for number, (_, board, tile, new, ending, gain) in enumerate(steps):
                code, codes[board] = codes[board], new
                over, after, rest = None, look, -score - gain
                if ending:
                    shut = self.shut(side, board, ending, look) if gain < WIN // 2 else None
                    if shut is not None:
                        after, rest = shut, self.standing(other, shut)
                    else:
                        over = WIN + depth if gain > WIN // 2 else 0
                if over is not None:
                    value = over
                elif depth == 3:
                    value = -frontier(-alpha, rest, tile, after)
                else:
                    below = key + keys[board][tile]
                    if number:
                        narrow = -alpha - 1, -alpha, rest, tile, below, after
                        deep = (
                            depth - 2 if number >= LATE and depth > 4 and not ending else depth - 1
                        )
                        value = -seek_on(deep, *narrow)
                        if deep < depth - 1 and value > alpha:
                            value = -seek_on(depth - 1, *narrow)
                    if not number or alpha < value < beta:
                        value = -seek_on(depth - 1, -beta, -alpha, rest, tile, below, after)
                codes[board] = code
                if value > best:
                    best, first = value, (board, tile)
                    if not key:
                        self.move = first
                    if value >= beta or value == WIN + depth:
                        break
                    alpha = max(alpha, value)
            assert first is not None
            kept[key + target] = (
                depth,
                best if best > floor else -NEVER,
                best if best < beta else NEVER,
                first,
            )
            return best

        return seek

    def forget(self) -> None:
        """Let go of everything, for those who search many positions: the parts know each other."""
        self.kept.clear()
        self.seekers.clear()

    def best_move(self, clock: Watch, depths: Sequence[int] = range(3, DEEPEST)) -> Move:
        """The best move found until the clock says stop, at ever greater depths."""
        self.clock = clock
        steps = self.steps(self.side, self.look, self.target)
        self.move = steps[0][1:3]
        codes = list(self.codes)
        score = self.standing(self.side, self.look)
        try:
            for depth in depths:
                self.value = self.seekers[self.side](
                    depth, -NEVER, NEVER, score, self.target, 0, self.look
                )
                self.depth = depth
                if abs(self.value) > WIN // 2 or len(steps) == 1:
                    break
        except OutOfTimeError:
            # The last depth's move is tried first, so an unfinished depth has that one or better.
            self.codes[:] = codes
        return self.move
