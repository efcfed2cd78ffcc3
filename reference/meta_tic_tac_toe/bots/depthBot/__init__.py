"""Alpha-beta search to a fixed depth."""
