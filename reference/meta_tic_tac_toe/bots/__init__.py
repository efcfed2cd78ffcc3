"""The four bots of the challenge's own result and a champion; each opens its own folder alone."""
