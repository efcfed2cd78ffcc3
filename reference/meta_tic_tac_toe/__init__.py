"""Meta tic-tac-toe: nine boards make one master board.

rules   the game: states, legal moves, what an invalid move costs, how a match ends
wire    what a bot is told and what it answers: twelve arguments, two digits
bots    the field of the challenge's own result and the champion, each alone in its folder

The champion's table is made by `fit`: `self_play` plays the matches, `regression` fits them, and
`codes` has the arrays that it needs; `bench` tells how fast the champion is.
"""
