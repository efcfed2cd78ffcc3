"""The arena: bots of meta tic-tac-toe, their matches and tournaments."""
