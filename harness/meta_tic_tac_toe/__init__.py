"""Judging single bots of meta tic-tac-toe: positions -> calls -> referee."""
