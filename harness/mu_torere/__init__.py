"""Judging Mu Torere: drawing -> screen -> position; opponents and explorer; referee and proof."""
