"""Benchmarks and yardsticks, for those who build golfproof."""
