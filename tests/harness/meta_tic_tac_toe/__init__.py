"""Tests of harness/meta_tic_tac_toe."""
