"""Tournaments of meta tic-tac-toe: schedules, workers, the journal, standings and ratings."""
