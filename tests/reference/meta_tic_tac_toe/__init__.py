"""Tests of reference/meta_tic_tac_toe."""
