"""The harness: plays programs under test on a real terminal and proves what they claim."""
