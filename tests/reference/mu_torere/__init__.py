"""Tests of reference/mu_torere."""
