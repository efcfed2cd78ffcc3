"""Meta tic-tac-toe: nine boards make one master board.

rules   the game: states, legal moves, what an invalid move costs, how a match ends
wire    what a bot is told and what it answers: twelve arguments, two digits
bots    the field of the challenge's own result, each alone in its folder
"""
