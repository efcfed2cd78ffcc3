"""Games against the player, for the tests of it: lines that win, what is typed, what is printed."""

from reference.mu_torere.diagram import draw, number_of_node
from reference.mu_torere.rules import START, Node, Position, apply, is_terminal, legal_moves
from reference.mu_torere.strategy import choose_reply


def won_lines() -> dict[Position, tuple[Node, ...]]:
    """A shortest line of human moves for each position in which white's reply ends the game."""
    lines: dict[Position, tuple[Node, ...]] = {START: ()}
    won: dict[Position, tuple[Node, ...]] = {}
    queue = [START]
    for before in queue:
        for node in legal_moves(before):
            asked = apply(before, node)
            after = apply(asked, choose_reply(asked))
            if is_terminal(after):
                won.setdefault(asked, (*lines[before], node))
            elif after not in lines:
                lines[after] = (*lines[before], node)
                queue.append(after)
    return won


def boards(line: tuple[Node, ...]) -> str:
    """What a golfed program prints when the human plays this line, newlines as in a file."""
    position = START
    drawn = [draw(position.placement)]
    for node in line:
        position = apply(position, node)
        drawn.append(draw(position.placement))
        position = apply(position, choose_reply(position))
        drawn.append(draw(position.placement))
    return "".join(board + "\n" for board in drawn)


def typed(line: tuple[Node, ...]) -> str:
    return "".join(f"{number_of_node(node)}\n" for node in line)
