"""What a started program may touch, what it reached for, and how everything it started is ended."""
