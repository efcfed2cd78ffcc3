"""What a MENACE leaves to chance: what is kept of it, and the tests of it."""
