"""How a tournament is shown: progress and results on a terminal, matches step by step, one page."""
