"""`golfproof new`: a folder to begin with, for a program of one's own."""
