"""A position as the searches see it: moves with what they gain, and what closing a board leads to.

A score is for the side to move. Moves are played on `codes`, and taken back.
"""

from typing import Final, TypeAlias

from evaluation import ALL, FREE, WIN, WINS, Code, Master, Outlook, Outlooks, Side

Move: TypeAlias = tuple[int, int]  # board, tile
Step: TypeAlias = tuple[int, int, int, Code, int, int]  # estimate, board, tile, code, ends, gain

ANYWHERE: Final = 9  # the target of a free move
TEMPO: Final = 155  # what it is worth to be to move: with it odd and even depths agree on average


class Position:
    """The nine boards, whose turn it is, and where it is to move. Searches are made of it."""

    def __init__(self, codes: list[Code], side: Side, master: Master, target: int) -> None:
        self.codes = codes
        self.side = side
        self.outlooks = Outlooks(codes)
        self.look = self.outlooks[master]
        self.target = target

    def standing(self, side: Side, look: Outlook) -> int:
        """The score of the position on `codes`, for the side."""
        score = look.score
        for board in look.open:
            score += look.worth[board][self.codes[board]]
        return -score if side else score

    def shut(self, side: Side, board: int, ending: int, look: Outlook) -> Outlook | None:
        """The outlook when the side's move has closed the board; None when that ends the match."""
        x_won, o_won, closed = look.master
        closed |= 1 << board
        if ending == WINS:
            if side:
                o_won |= 1 << board
            else:
                x_won |= 1 << board
        return None if closed == ALL else self.outlooks[x_won, o_won, closed]

    def closing(
        self, side: Side, board: int, tile: int, ending: int, gain: int, look: Outlook
    ) -> int:
        """The value to depth 2 of a move, made on `codes`, that has closed its board."""
        if gain > WIN // 2:
            return WIN + 2
        after = self.shut(side, board, ending, look)
        if after is None:
            return 0
        replies = after.replies[1 - side]
        reply = replies[tile][self.codes[tile]]
        if reply == FREE:
            reply = max([replies[b][self.codes[b]] for b in after.open])
        return self.standing(side, after) + TEMPO - reply

    def steps(self, side: Side, look: Outlook, target: int) -> list[Step]:
        """The legal moves, the most promising first: by gain less best reply.

        What closing a board changes is not in it; with it `closing` says what the move is worth.
        """
        codes = self.codes
        entries, replies = look.entries[side], look.replies[1 - side]
        found = []
        for board in look.open if target == ANYWHERE else (target,):
            others: int | None = None  # the best reply on another board
            for gain, tile, new, ending in entries[board][codes[board]]:
                if tile != board:
                    reply = replies[tile][codes[tile]]
                else:
                    reply = FREE if ending else replies[board][new]
                if reply == FREE:
                    if others is None:
                        others = max(
                            [replies[b][codes[b]] for b in look.open if b != board], default=FREE
                        )
                    reply = others if ending else max(others, replies[board][new])
                found.append((gain - reply, board, tile, new, ending, gain))
        found.sort(reverse=True)
        return found
