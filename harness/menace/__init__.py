"""Judging MENACE by watching: screens, opponents, the referee's rules, accounts and statistics."""
