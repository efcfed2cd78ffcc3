"""Mu Torere: rules, retrograde analysis, diagram, and a perfect player."""
